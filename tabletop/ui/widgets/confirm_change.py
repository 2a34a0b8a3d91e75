"""A dialog that reverts a change of the display unless somebody confirms it."""

from math import ceil
from typing import Final

from tabletop.engine import Text, say
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.speech.announcements import Announcement
from tabletop.ui.widgets.question_dialog import QuestionDialog

CONFIRM_TIMEOUT_SECONDS: Final = 15.0
"""Seconds after which an unconfirmed change is reverted."""


class ConfirmChangeScene(QuestionDialog):
    """Asks whether to keep the change; without an answer it is reverted."""

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
        # The countdown is not spoken every second.
        return tuple(saying for saying in super().sayings() if saying.words != self.detail)

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self.left)

    def pressed(self, key: str, /) -> Change:
        if key == "keep":
            self.table.save_display_profile()
        return Pop(key)

    def leave(self) -> None:
        # Also after an error: a change that was not kept is reverted.
        self.table.glass.go_back()


def seconds_to_next_figure(left: float) -> float:
    """Seconds until the countdown changes."""
    return max(0.001, left - ceil(left) + 1)


def _countdown_words(seconds: int) -> Text:
    words = "Without an answer it is as it was in {seconds} s."
    return say("keep.countdown", words, seconds=seconds)
