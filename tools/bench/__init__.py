"""Measures start, rest, drawing, response and search: ``python3 tools/bench``."""
