"""How Sevens looks, and how hands move the pieces: layout, board, pieces, cards, clock, curtain."""
