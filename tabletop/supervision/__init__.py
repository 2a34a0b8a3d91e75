"""What looks after the program: the watchdog, its logs, its health, and what a crash leaves."""
