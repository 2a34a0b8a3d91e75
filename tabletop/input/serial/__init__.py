"""Dice readers and button boxes on serial ports: `source.py` is the way in."""
