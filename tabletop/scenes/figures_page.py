"""What a host wants to know of the day: how many played what, and what they did not understand."""

from collections.abc import Sequence
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action
from tabletop.scenes import figures_plans as plans
from tabletop.scenes.devices_layout import (
    GAP,
    PAGE_ROOM,
    heading,
    leave_button,
    of_page,
    page_buttons,
    page_for,
    turning,
)
from tabletop.scenes.figures_plans import Leaf
from tabletop.scenes.figures_words import Days, days_words, misunderstood, ranges
from tabletop.store.figures import Counted, read_added_up
from tabletop.store.figures_csv import Export
from tabletop.store.tally import Tally
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown, least
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Plate, Sheet
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, PANEL_ACTIVE, TEXT
from tabletop.ui.widgets import PushButton, Style

MOST_REFUSALS: Final = 10
SIZE: Final = BUTTON_SIZE - 4
LEAST_BODY: Final = 0.55
"""The least share of the window's height that is worth a button for each choice of days."""
TOLD: Final = 110.0
"""The height of the words about a table that was saved."""
SAVE: Final = "save"
WATCHING: Final = 0.25
"""Seconds after which it looks again whether the table has been written."""


class FiguresPage(Sheet):
    """The figures of a day, of an event or of all days, on pages; and as a table in a file."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.tally = Tally()
        self.export: Export | None = None
        self._ranges = ranges(table.today())
        self._words = table.store.figure_words()
        self._waits = False
        """Whether it is shown that a table is being written."""
        self._leaf = Leaf()
        self.days = self._ranges[0]
        self._choose(self._ranges[0])

    def _choose(self, days: Days) -> None:
        """Reads what was counted in these days."""
        self.days, self.page, self.export = days, 0, None
        nothing: tuple[Counted, ...] = ()
        rows = self.table.store.read(lambda db: read_added_up(db, days.since, days.until), nothing)
        self.tally = Tally.of(rows)

    # -- what is seen ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._waits = self._writing
        page = page_for(self.canvas, len(self._ranges) + 1)
        if page.body.h < LEAST_BODY * self.canvas.height:
            page = page_for(self.canvas, 2)  # one button goes through the days
        self.head = page.band
        body, told = self._told_below(page.body)
        leaves = self._leaves(body)
        self.page, pages, here = of_page(len(leaves), self.page, 1)
        self._leaf = leaves[here[0]]
        turn, turned = page_buttons(page, self.page, pages)
        title = say("figures.title", "How the day went")
        below = days_words(self.days, self.table.settings["kiosk.event"])
        head = heading(page, title, below, PAGE_ROOM if turn else 0.0)
        plates = [Plate(label.box.inset(-16), PANEL_ACTIVE) for label in told]
        self.plates = (*self._leaf.plates, *plates)
        self.labels = (*head, *turned, *self._leaf.labels, *told)
        ways = [*self._range_buttons(page.foot[:-1]), self._save_button(page.foot[-1])]
        self.buttons.replace([leave_button(page), *turn, *ways])

    def _told_below(self, body: Box) -> tuple[Box, tuple[Label, ...]]:
        """What became of the table that was asked for, and what is left of the page above it."""
        told = self._told
        if told is None:
            return body, ()
        high = grown(TOLD, BODY_SIZE)
        strip = Box(body.x, body.bottom - high, body.w, high).inset(16)
        label = Label(told, strip, BODY_SIZE - 4, TEXT, align="centre", most=2)
        return Box(body.x, body.y, body.w, body.h - high - GAP), (label,)

    def _leaves(self, body: Box) -> list[Leaf]:
        """All pages of these days."""
        most = MOST_REFUSALS // 2 if least() else MOST_REFUSALS  # a room reads fewer words
        told = misunderstood(self.tally, self._words, most)
        return [
            *plans.overview(self.canvas, body, self.tally),
            *plans.games(body, self.tally),
            *plans.refusals(body, told),
            *plans.others(body, self.tally),
        ]

    def _range_buttons(self, boxes: Sequence[Box]) -> list[PushButton]:
        """A button for each choice of days; where there is room for one only, it goes on."""
        if len(boxes) < len(self._ranges):
            after = self._ranges[(self._ranges.index(self.days) + 1) % len(self._ranges)]
            return [PushButton(after.key, boxes[0], self.days.name, "later", size=SIZE)]
        styles: list[Style] = ["chosen" if days == self.days else "plain" for days in self._ranges]
        return [
            PushButton(days.key, box, days.name, style=style, size=SIZE)
            for days, box, style in zip(self._ranges, boxes, styles, strict=True)
        ]

    def _save_button(self, box: Box) -> PushButton:
        words = say("figures.save", "Save as table")
        return PushButton(SAVE, box, words, style="other", size=SIZE, enabled=not self._waits)

    @property
    def _writing(self) -> bool:
        return self.export is not None and self.export.waits

    @property
    def _told(self) -> Text | None:
        export = self.export
        if export is None:
            return None
        path = str(export.path)
        if export.done:
            return say("figures.saved", "Saved as {path}", path=path)
        if export.problem is not None:
            words = "{path} cannot be written: {why}"
            return say("figures.unsaved", words, path=path, why=export.problem)
        return say("figures.saving", "Being saved as {path}", path=path)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for plot in self._leaf.plots:
            plot.draw(frame)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        key = turning(action)
        return self.pressed(key) if key else super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key in ("earlier", "later"):
            self.page += 1 if key == "later" else -1
        elif key == SAVE:
            self._save()
        else:
            days = next((days for days in self._ranges if days.key == key), None)
            if days is None:
                return self.back()
            self._choose(days)
        self.lay_out()
        return None

    def _save(self) -> None:
        self.export = Export(self.table.data_dir, self.days.since, self.days.until)
        self.table.store.write(self.export)

    def update(self, dt: float, /) -> Change:
        del dt
        if self._waits and not self._writing:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return WATCHING if self._waits else inf
