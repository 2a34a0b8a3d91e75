"""The table's side of an event of many tables: what it sends to the hub, and what the hub asks.

Nothing here is imported while no hub is configured.
"""
