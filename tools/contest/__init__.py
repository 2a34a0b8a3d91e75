"""Contests between computer players: entrants, games and ratings."""
