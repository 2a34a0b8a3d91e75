"""A change of the picture that may have locked people out: it holds only if somebody keeps it."""

from math import ceil
from typing import Final

from tabletop.engine import Text, say
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.speech.announcements import Announcement
from tabletop.ui.widgets.question_dialog import QuestionDialog

CONFIRM_TIMEOUT_SECONDS: Final = 15.0
"""Seconds after which an unconfirmed picture is as it was."""


class ConfirmChangeScene(QuestionDialog):
    """Asks whether the picture shall stay as it is tried; without an answer it goes back."""

    def __init__(self, table: AppContext) -> None:
        self.table = table
        self.left = CONFIRM_TIMEOUT_SECONDS
        super().__init__(
            say("keep.question", "Keep the picture like this?"),
            _countdown_words(ceil(CONFIRM_TIMEOUT_SECONDS)),
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
            self.detail = _countdown_words(ceil(self.left))
            self.lay_out()
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        # The countdown would be spoken every second.
        return tuple(saying for saying in super().sayings() if saying.words != self.detail)

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self.left)

    def pressed(self, key: str, /) -> Change:
        if key == "keep":
            self.table.save_display_profile()
        return Pop(key)

    def leave(self) -> None:
        # However it went, and be it by a fault: what nobody kept is as it was.
        self.table.glass.go_back()


def seconds_to_next_figure(left: float) -> float:
    """Seconds until a countdown shows another number."""
    return max(0.001, left - ceil(left) + 1)


def _countdown_words(seconds: int) -> Text:
    words = "Without an answer it is as it was in {seconds} s."
    return say("keep.countdown", words, seconds=seconds)
