"""The real program, with a clock that goes when it is told and hands that nobody sees."""
