"""What lives here.

What Shoo looks like and how it is touched: board, pieces, shown plies, prompts and the view
itself. Rules and sentences about rules live in the folder above.
"""
