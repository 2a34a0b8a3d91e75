"""What looks after the program: the watchdog, its logs, its health, and what a crash leaves.

What a table needs that stands among strangers: a PIN, opening hours, short codes, fit names.
"""
