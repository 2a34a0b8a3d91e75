"""What phones get of a match besides the views of its scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from tabletop.ui.core.context import UiContext

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.audience import Quiz
    from tabletop.party.take_home import TakeHome


class PhoneMatch(Protocol):
    """A match as far as spectators guess and people take it home; see `Scene.phone_match`."""

    @property
    def subject(self) -> object:
        """The match itself; two `PhoneMatch` of one match have the same object."""

    @property
    def over(self) -> bool: ...

    def files(self, context: UiContext) -> Mapping[str, bytes]:
        """The files that views name by their keys (diagrams), in a phone's language."""

    def quiz(self) -> Quiz | None:
        """What spectators can guess now."""

    def answer(self, key: str) -> tuple[str, ...]:
        """The answer to the quiz of that key; empty while it is not known."""

    def home(self, context: UiContext) -> TakeHome | None:
        """The page to take home, in a phone's language; None if there is nothing to tell.

        Called in a thread, once the match is over.
        """
