"""Lists to choose from before a match: the levels of the computer, and the languages."""

from collections.abc import Iterable
from typing import Final

from tabletop.ai.weights import LEVEL_NAMES, LEVELS, level_title
from tabletop.engine import Text, joined, say
from tabletop.languages import all_languages
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.last_players import ADAPTIVE_KEY
from tabletop.ui.widgets.list_dialog import ListAnswer, ListDialog
from tabletop.ui.widgets.start_page import MORE_LEVELS, Pick

QUICK_LEVELS: Final = LEVELS[1:4]
"""The levels that stand beside each other; all others are in a list."""

MAX_PIPS: Final = 4
"""The dots below the strongest of the quick levels; the easiest level has one."""
ADAPTS: Final = say("start.adaptive", "Adapts to you")


def level_picks(strongest: str, *, beginner: bool = False) -> tuple[Pick, ...]:
    """The quick levels up to the strongest on offer, by their keys.

    `beginner`: the easiest level is the first of them.
    """
    offered = LEVELS[: LEVELS.index(strongest) + 1]
    first = 0 if beginner else 1
    return tuple(
        Pick(names.key, names.title, number, MAX_PIPS)
        for number, names in enumerate(LEVEL_NAMES[first : first + 3], first + 1)
        if names.stored in offered
    )


def more_levels(picks: Iterable[Pick], level: str, *, adaptive: bool = False) -> Text:
    """The label of the button to all levels: the chosen one where no pick has its key."""
    if adaptive:
        return ADAPTS
    if not level or any(pick.key == level for pick in picks):
        return MORE_LEVELS
    return level_title(level)


def level_dialog(strongest: str, now: str, *, adaptive: bool | None) -> ListDialog:
    """All levels on offer, with a line about each. Pops with a level's key, or `ADAPTIVE_KEY`.

    `now` is the chosen level; `adaptive`: whether it adapts, or None where none does.
    """
    offered = LEVEL_NAMES[: LEVELS.index(strongest) + 1]
    answers = [
        ListAnswer(names.key, names.title, names.note, chosen=not adaptive and now == names.stored)
        for names in offered
    ]
    if adaptive is not None:
        note = say("start.adaptive.note", "Stronger when you win, easier when you lose.")
        answers.append(ListAnswer(ADAPTIVE_KEY, ADAPTS, note, chosen=adaptive))
    asked = say("start.ask_level", "How strong is the computer?")
    return ListDialog(asked, answers)


def language_dialog(now: str, turns: int = 0, about: Point | None = None) -> ListDialog:
    """All languages by their own names; `now` is the code of the present one. Pops with a code."""
    answers = [
        ListAnswer(
            language.code,
            joined("", language.name),
            chosen=language.code == now,
            language=language.code,
        )
        for language in all_languages()
    ]
    return ListDialog(say("seats.ask_language", "Language"), answers, turns, about)
