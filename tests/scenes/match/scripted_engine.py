"""The computer player of the tests: it answers what it was told to, and when it is let."""

from tools.album.scripted import Answers, Scripted, think, thought

__all__ = ["Answers", "Scripted", "think", "thought"]
