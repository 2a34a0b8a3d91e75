"""Who fills a seat: the computer players, thinking in a process of their own."""
