"""What lives here.

What Shout 7 looks like and how it is touched: board, marks, prompts and the view itself. Rules and
sentences about rules live in the folder above.
"""
