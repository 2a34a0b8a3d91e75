"""The real program with a simulated clock and simulated input."""
