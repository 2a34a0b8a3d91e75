"""The view of Shoo: the board, the pieces and signs, and what a touch means."""
