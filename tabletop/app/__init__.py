"""Starts the program and runs its main loop: start-up, the loop, session replay, demonstration.

Pages, games and devices are elsewhere; this package only connects them.
"""
