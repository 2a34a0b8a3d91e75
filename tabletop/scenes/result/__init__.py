"""The screen after a match: who won and why, the standing of a series, and what to do next."""
