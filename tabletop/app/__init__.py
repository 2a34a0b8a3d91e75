"""What lives here.

Starts the program and runs its main loop: start-up, the loop, session replay and the
demonstration. Pages, games and devices are not here; it only wires them together.
"""
