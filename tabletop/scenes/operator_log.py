"""The page that shows what was logged last, and what operators have done here."""

import json
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import Action
from tabletop.scenes.devices_layout import (
    PAGE_ROOM,
    heading,
    leave_button,
    of_page,
    page_buttons,
    page_for,
    turning,
)
from tabletop.ui.canvas import Box
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Plate, Sheet, stacked
from tabletop.ui.table import OPERATED, Table
from tabletop.ui.theme import PANEL, SMALL_SIZE
from tabletop.ui.widgets import PushButton

LINE: Final = 52.0
PAD: Final = 24.0
LONGEST: Final = 160


class LogScene(Sheet):
    """The newest lines first, in pages. They are English, as whoever helps from afar reads them."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.operators = True
        """Whether it shows what operators did, and not all that was logged."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What can be read, the newest first."""
        if self.operators:
            return tuple(reversed(self.table.store.noted(OPERATED).splitlines()))
        return tuple(told(line) for line in reversed(self.table.lines()))

    def lay_out(self) -> None:
        page = page_for(self.canvas, 1)
        self.head = page.band
        lines, high = self.lines, grown(LINE, SMALL_SIZE)
        inner = page.body.inset(PAD)
        each = max(1, int(inner.h / high))
        self.page, pages, here = of_page(len(lines), self.page, each)
        turn, turned = page_buttons(page, self.page, pages)
        below = say("log.below", "The newest first.")
        if not lines:
            below = say("log.none", "Nothing yet.")
        head = heading(page, self._title, below, PAGE_ROOM if turn else 0.0)
        places = stacked(Box(inner.x, inner.y, inner.w, 0), [high] * each, 0.0)
        words = [
            Label(joined("", lines[number]), box, SMALL_SIZE, most=1)
            for number, box in zip(here, places, strict=False)
        ]
        self.plates = (Plate(page.body, PANEL),)
        self.labels = (*head, *turned, *words)
        other = say("log.all", "All that was logged")
        if not self.operators:
            other = say("log.operators", "What operators did")
        switch = PushButton("other", page.foot[0], other, "book")
        self.buttons.replace([leave_button(page), *turn, switch])

    @property
    def _title(self) -> Text:
        return say("log.title", "Log") if not self.operators else say("log.done", "Operators' log")

    def handle(self, action: Action, /) -> Change:
        key = turning(action)
        return self.pressed(key) if key else super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier" | "later":
                self.page += 1 if key == "later" else -1
            case "other":
                self.operators, self.page = not self.operators, 0
            case _:
                return self.back()
        self.lay_out()
        return None


def told(line: str) -> str:
    """A line of the log as a person reads it: when, how bad, and what."""
    try:
        words = json.loads(line)
        text = f"{words['time'][5:19]} {words['level']} {words['said']}"
    except (ValueError, TypeError, KeyError):
        text = line
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
