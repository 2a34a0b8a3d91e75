"""Attract mode: games that play themselves, and the question that a touch leads to."""
