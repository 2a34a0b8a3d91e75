"""How the table speaks to all: its language and how large its words are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tabletop.ui.lettering import lettering
from tabletop.ui.reach import reaching
from tabletop.ui.tongue import speaking


class Manner(NamedTuple):
    """What a seat's own choices may override."""

    language: str
    """By its code."""
    text_size: int
    """In percent."""
    room: bool
    """For a room, in projector mode."""
    reach: bool = False
    """For arms that do not reach far."""


@contextmanager
def in_manner(manner: Manner) -> Iterator[None]:
    """Lays out, measures and draws in that manner meanwhile."""
    sized = lettering(manner.text_size, room=manner.room)
    with speaking(manner.language), sized, reaching(manner.reach):
        yield
