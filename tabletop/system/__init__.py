"""What an unattended program needs besides the game: supervisor, health, logs, crash reports, PIN
lock, opening hours, name filter. No pygame and no pages.
"""
