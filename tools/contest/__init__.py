"""Contests between computer players: who enters, how a game is played, what the results say."""
