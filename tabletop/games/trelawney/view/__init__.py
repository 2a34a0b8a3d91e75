"""The view of Trelawney's Glory: the board, the pieces and signs, and what a touch means."""
