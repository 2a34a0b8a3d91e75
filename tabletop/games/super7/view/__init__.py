"""The view of Super Seven: the board, the pieces and signs, and what a touch means."""
