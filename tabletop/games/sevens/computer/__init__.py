"""The computer player of Sevens: what it remembers, how it rebuilds, what it arranges. Pure."""
