"""What lives here.

What Super Seven looks like and how it is touched: board, counters, dice trays, prompts and the
view itself. Rules and sentences about rules live in the folder above.
"""
