"""The page after a match for phones: a QR code to take it home, and who has guessed best."""

from typing import Final

from tabletop.engine import joined, say
from tabletop.scenes.party.phones_page import draw_code
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import Node, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, NAME_SIZE
from tabletop.ui.widgets.page import PageScene, back_button, layout_page, page_heading

TITLE: Final = say("take_home.title", "Take this game home")
BELOW: Final = say(
    "take_home.below", "Point your camera at the code. The page works without a network."
)
PREPARING: Final = say("take_home.preparing", "One moment…")
GONE: Final = say("take_home.gone", "Phones are off, so there is nothing to scan.")
BEST: Final = say("take_home.best", "Best guesses")
MAX_STANDINGS: Final = 8
LINE_HEIGHT: Final = 58.0
LINE_GAP: Final = 8.0
GAP: Final = 40.0
QR_SHARE: Final = 0.9
"""The side of the code, as a share of the shorter side of the page's body."""


class TakeHomePage(PageScene):
    """A QR code of the page that `tabletop.app.phones` has made, and the points of spectators."""

    first_focus = "leave"

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._known = -1
        self._code: Box | None = None

    def lay_out(self) -> None:
        phones = self.table.phones
        self._known = phones.version
        page = layout_page(self.canvas, 0)
        self.head = page.band
        standings = phones.state.standings[:MAX_STANDINGS]
        boxes = self._arrangement(page.body, len(standings)).place(page.body)
        code = boxes["code"]
        side = QR_SHARE * min(code.w, code.h)
        self._code = Box.around(code.centre, side, side) if phones.home_link else None
        labels = [*page_heading(page, TITLE, BELOW)]
        if self._code is None:
            words = PREPARING if phones.state.address else GONE
            labels.append(Label(words, code, BODY_SIZE, align="centre"))
        if standings:
            labels.append(Label(BEST, boxes["best"], NAME_SIZE, bold=True, most=1))
        for place, ((name, points), name_box, points_box) in enumerate(
            zip(standings, boxes.all("name"), boxes.all("points"), strict=True), 1
        ):
            said = say("take_home.place", "{place}. {name}", place=place, name=name)
            number = joined("", str(points))
            labels.append(Label(said, name_box, BODY_SIZE, most=1))
            labels.append(Label(number, points_box, BODY_SIZE, bold=True, align="right", most=1))
        self.labels = tuple(labels)
        self.buttons.replace([back_button(page)])

    def _arrangement(self, body: Box, count: int) -> Node:
        """The code, and beside or below it the spectators with the most points."""
        if not count:
            return row("code")
        high = self.canvas.context.scaled_length(LINE_HEIGHT, BODY_SIZE)
        line = row("name", item("points", weight=0.3), size=high)
        lines = item("best", high), *[line] * count
        if body.h > body.w:
            tall = (count + 1) * (high + LINE_GAP)
            return column("code", GAP, column(*lines, gap=LINE_GAP, size=tall))
        table = column(*lines, gap=LINE_GAP, justify="centre")
        return row(item("code", weight=1.1), GAP, table)

    def pressed(self, key: str, /) -> Change:
        del key
        return Pop()

    def update(self, dt: float, /) -> Change:
        if self.table.phones.version != self._known:
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self.table.phones.version != self._known else super().wakes_in()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self._code is not None:
            draw_code(frame, self.table.phones.home_link, self._code)
