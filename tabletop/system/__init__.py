"""What an unattended program needs besides the game: supervisor, health, logs, crash reports, PIN
lock, name filter, the process itself. No pygame and no pages.
"""
