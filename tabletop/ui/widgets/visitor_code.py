"""Asks for the code of a visitor of an event; the hub says whose it is."""

from collections.abc import Callable
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.event import FindVisitor, VisitorState
from tabletop.system.names import VISITOR_CODE_LENGTH, VISITOR_CODE_SIGNS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.widgets.text_entry import NameEntry, NamePrompt

HUB_PATIENCE_SECONDS: Final = 12.0
"""For which a page waits for the hub; a request that hangs may take longer."""
ASKING_HUB: Final = say("visitor.asking", "Asking the hub…")
TOO_MANY_CODES: Final = say("visitor.tries", "Too many wrong codes. Wait a minute.")
TYPE_A_NAME: Final = say("visitor.away", "The hub doesn’t answer. Play with a typed name instead.")


def nothing_against(_: VisitorState) -> Text | None:
    """Any visitor is fine."""
    return None


def visitor_entry(
    table: AppContext,
    away: Text = TYPE_A_NAME,
    refusal: Callable[[VisitorState], Text | None] = nothing_against,
    turns: int = 0,
    about: Point | None = None,
) -> NameEntry:
    """Pops with the `VisitorState` of a known visitor, or None.

    `away`: said if the hub does not answer. `refusal`: why a known visitor cannot be taken.
    """
    prompt = NamePrompt(
        say("visitor.question", "What’s your code?"),
        say("visitor.hint", "As your page of the event shows it"),
        refusal=_refusal,
        longest=VISITOR_CODE_LENGTH,
        clean=str,
        signs="-",
        only=VISITOR_CODE_SIGNS,
        inquiry=_VisitorInquiry(table, away, refusal),
    )
    return NameEntry("", turns, about, prompt)


def _refusal(written: str) -> Text | None:
    if len(written) == VISITOR_CODE_LENGTH:
        return None
    return say("visitor.length", "A code has 6 letters and digits.")


class _VisitorInquiry:
    """Asks the hub by a command, and looks for the answer in the state of the event."""

    said = ASKING_HUB

    def __init__(
        self, table: AppContext, away: Text, refusal: Callable[[VisitorState], Text | None]
    ) -> None:
        self._table, self._away, self._refusal = table, away, refusal
        self._left = 0.0

    def ask(self, written: str) -> None:
        self._left = HUB_PATIENCE_SECONDS
        self._table.event.ask(FindVisitor(written))

    def answer(self, seconds: float) -> Text | Change:
        self._left -= seconds
        found = self._table.event.state.visitor
        if found is None or self._left <= 0:
            return self._away
        match found.phase:
            case "asking":
                return None
            case "found":
                return self._refusal(found) or Pop(found)
            case "none":
                return say("visitor.none", "No visitor has this code. Check it.")
            case "tries":
                return TOO_MANY_CODES
            case "away":
                return self._away
