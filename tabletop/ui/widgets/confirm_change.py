"""A dialog that reverts a change of the display unless somebody confirms it."""

from math import ceil
from typing import Final

from tabletop.engine import Text, say
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.widgets.question_dialog import QuestionDialog

CONFIRM_TIMEOUT_SECONDS: Final = 15.0
"""Seconds after which an unconfirmed change is reverted."""


KEEP_QUESTION: Final = say("keep.question", "Keep the picture like this?")


def confirm_change(table: AppContext) -> QuestionDialog:
    """Asks whether to keep the change; without an answer it is reverted.

    Pops with "keep", "back" or None.
    """
    left = CONFIRM_TIMEOUT_SECONDS

    def spend(dt: float) -> float | None:
        nonlocal left
        before = ceil(left)
        left -= dt
        if left <= 0:
            return None
        if ceil(left) != before:
            dialog.detail = _countdown_words(ceil(left))
            dialog.lay_out()
        return seconds_to_next_figure(left)

    def chosen(key: str) -> Change:
        if key == "keep":
            table.save_display_profile()
        return Pop(key)

    dialog = QuestionDialog(
        KEEP_QUESTION,
        _countdown_words(ceil(left)),
        (
            ("keep", say("keep.keep", "Keep it"), "main"),
            ("back", say("keep.back", "As it was"), "plain"),
        ),
        chosen=chosen,
        left=table.display_transform.go_back,  # also after an error
    )
    dialog.speaks_detail = False
    dialog.spend, dialog.seconds_left = spend, seconds_to_next_figure(left)
    return dialog


def seconds_to_next_figure(left: float) -> float:
    """Seconds until the countdown changes."""
    return max(0.001, left - ceil(left) + 1)


def _countdown_words(seconds: int) -> Text:
    words = "Without an answer it is as it was in {seconds} s."
    return say("keep.countdown", words, seconds=seconds)
