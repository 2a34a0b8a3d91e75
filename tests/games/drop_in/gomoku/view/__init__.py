"""What Five in a Row looks like."""
