"""A change of the picture that may have locked people out: it holds only if somebody keeps it."""

from math import ceil
from typing import Final

from tabletop.engine import Text, say
from tabletop.ui.ask import AskScene
from tabletop.ui.saying import Saying
from tabletop.ui.scene import Change, Pop
from tabletop.ui.table import Table

PATIENCE: Final = 15.0
"""Seconds after which an unconfirmed picture is as it was."""


class KeepScene(AskScene):
    """Asks whether the picture shall stay as it is tried; without an answer it goes back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left = PATIENCE
        super().__init__(
            say("keep.question", "Keep the picture like this?"),
            _told(ceil(PATIENCE)),
            (
                ("keep", say("keep.keep", "Keep it"), "main"),
                ("back", say("keep.back", "As it was"), "plain"),
            ),
        )

    def update(self, dt: float, /) -> Change:
        before = ceil(self.left)
        self.left -= dt
        if self.left <= 0:
            return Pop(None)
        if ceil(self.left) != before:
            self.detail = _told(ceil(self.left))
            self.lay_out()
        return None

    def sayings(self) -> tuple[Saying, ...]:
        # The countdown would be spoken every second.
        return tuple(saying for saying in super().sayings() if saying.words != self.detail)

    def wakes_in(self) -> float:
        return to_next_second(self.left)

    def pressed(self, key: str, /) -> Change:
        if key == "keep":
            self.table.keep_glass()
        return Pop(key)

    def leave(self) -> None:
        # However it went, and be it by a fault: what nobody kept is as it was.
        self.table.glass.go_back()


def to_next_second(left: float) -> float:
    """Seconds until a countdown shows another number."""
    return max(0.001, left - ceil(left) + 1)


def _told(seconds: int) -> Text:
    words = "Without an answer it is as it was in {seconds} s."
    return say("keep.countdown", words, seconds=seconds)
