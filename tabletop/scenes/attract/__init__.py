"""What lives here.

Attract mode: games that play themselves while nobody is there, and the question that a touch leads
to.
"""
