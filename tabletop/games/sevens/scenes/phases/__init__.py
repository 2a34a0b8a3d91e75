"""What is on the screen in each phase of a match."""
