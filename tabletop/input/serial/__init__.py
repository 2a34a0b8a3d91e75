"""Dice readers and button boxes on serial lines, whatever they speak."""
