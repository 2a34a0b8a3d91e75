"""The view of Shout 7: the board, the pieces and signs, and what a touch means."""
