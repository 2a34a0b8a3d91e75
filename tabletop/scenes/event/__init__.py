"""Pages of an event of many tables: joining it, and the call of the players of a match.

What is sent to the hub is made in `tabletop.app`, and nothing here imports `tabletop.event`.
"""
