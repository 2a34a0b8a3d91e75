"""Dice readers and button boxes on serial ports."""
