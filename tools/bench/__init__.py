"""Measures how fast the table starts, rests, draws, answers and thinks: ``python3 tools/bench``."""
