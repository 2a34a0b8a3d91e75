"""What lives here.

What Trelawney's Glory looks like and how it is touched: board, marks, prompts and the view itself.
Rules and sentences about rules live in the folder above.
"""
