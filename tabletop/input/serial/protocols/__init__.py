"""The protocols that serial devices speak, one driver each, and the registry of their names.

Ports and threads are not here.
"""
