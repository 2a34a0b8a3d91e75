"""What people at the table are told of how the program fares."""

from tabletop.engine.text import Text, say


def set_aside() -> Text:
    """A match is not opened by itself any more."""
    words = (
        "The program has ended three times with the same game on the table. That game is kept, "
        "and is not opened by itself any more."
    )
    return say("supervision.aside", words)


def safe_mode(deaths: int) -> Text:
    """Safe mode, and what led to it."""
    words = (
        "Safe mode: the program has ended unexpectedly {n} times in an hour. Dice readers, button "
        "boxes and touch frames are left out until it has worked well for an hour."
    )
    return say("supervision.safe", words, n=deaths)


def no_port(port: int, why: str) -> Text:
    """Nobody can ask how the table is."""
    words = "Nobody can ask at port {port} how the table is: {why}."
    return say("supervision.port", words, port=port, why=why)
