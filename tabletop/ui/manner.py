"""How the table speaks to all: its language and how large its words are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tabletop.ui.lettering import lettering
from tabletop.ui.tongue import speaking


class Manner(NamedTuple):
    """What a seat's own choices may override."""

    language: str
    """By its code."""
    text_size: int
    """In percent."""
    room: bool
    """For a room, in projector mode."""


@contextmanager
def in_manner(manner: Manner) -> Iterator[None]:
    """Lays out, measures and draws in that manner meanwhile."""
    with speaking(manner.language), lettering(manner.text_size, room=manner.room):
        yield
