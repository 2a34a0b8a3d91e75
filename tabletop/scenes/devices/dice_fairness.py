"""How even the dice came up, for every place that throws them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.engine.fairness import describe_p_value, fairness_test, fairness_verdict
from tabletop.engine.match import SOURCE_SIMULATED_PREFIX
from tabletop.input.actions import Action
from tabletop.scenes.devices.device_page import BADGE_HEIGHT, badge_width, put_badge
from tabletop.storage import ThrowCount
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    DIM,
    NAME_SIZE,
    PANEL_LINE,
    SKY_WORDS,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets.page import (
    PAGER_WIDTH,
    PageScene,
    Plate,
    back_button,
    card_boxes,
    column_count,
    elide_label,
    layout_page,
    page_heading,
    page_turn_key,
    pager,
    paginate,
    split_row,
)

MAX_PLATE_HEIGHT: Final = 390.0
"""Of one source's plate."""
PLATE_HEAD_HEIGHT: Final = 68.0
"""The height of a plate's first line."""
COUNT_WIDTH: Final = 290.0
"""The width of the number of throws at its end."""
FIGURES_HEIGHT: Final = 78.0
"""The height of a face's two figures below its bar."""
MAX_LABELLED_BARS: Final = 12
"""More faces than this have bars without figures."""

SOURCE_NAMES: Final = {
    "screen": say("source.screen", "Thrown on the screen"),
    "typed": say("source.typed", "Typed in by hand"),
    "replayed": say("source.replayed", "Played back"),
}


@dataclass(frozen=True, slots=True)
class SourcePlate:
    """One source's counts, drawn."""

    count: ThrowCount
    box: Box

    @property
    def simulated(self) -> bool:
        return self.count.source.startswith(SOURCE_SIMULATED_PREFIX)

    @property
    def _inner(self) -> Box:
        return Box(self.box.x + 32, self.box.y + 22, self.box.w - 64, self.box.h - 44)

    @property
    def _bars(self) -> tuple[Box, ...]:
        """The columns that the bars stand in."""
        inner, faces = self._inner, len(self.count.faces)
        area = Box(inner.x, inner.y + PLATE_HEAD_HEIGHT, inner.w, inner.h - PLATE_HEAD_HEIGHT - 96)
        gap = min(18.0, area.w / faces * 0.25)
        return tuple(split_row(area, faces, gap))

    def labels(self, canvas: Canvas) -> list[Label]:
        """Who threw, how often, each face's figures, and what is to be thought of it."""
        inner, found = self._inner, fairness_test(self.count.faces)
        badge = badge_width(canvas) + 20 if self.simulated else 0.0
        thrown = Box(inner.right - COUNT_WIDTH, inner.y + 4, COUNT_WIDTH, 48)
        title = Box(inner.x + badge, inner.y, thrown.x - 16 - inner.x - badge, 52)
        labels = [
            elide_label(Label(self._title(), title, NAME_SIZE - 6, bold=True, most=1), canvas),
            Label(self._thrown(), thrown, SMALL_SIZE + 1, DIM, align="right", most=1),
        ]
        bars = self._bars
        if len(bars) <= MAX_LABELLED_BARS:
            for face, (box, times) in enumerate(zip(bars, self.count.faces, strict=True), 1):
                labels += [
                    Label(
                        str(times),
                        Box(box.x, box.bottom - 72, box.w, 34),
                        SMALL_SIZE,
                        TEXT,
                        True,
                        "centre",
                    ),
                    Label(
                        str(face),
                        Box(box.x, box.bottom - 36, box.w, 36),
                        BODY_SIZE - 4,
                        DIM,
                        align="centre",
                    ),
                ]
        said = joined(
            " ", *(words for words in (describe_p_value(found), fairness_verdict(found)) if words)
        )
        below = Box(inner.x, inner.bottom - 86, inner.w, 86)
        labels.append(Label(said, below, SMALL_SIZE + 3, TEXT, most=2))
        return labels

    def _title(self) -> Text:
        source, sides = source_name(self.count.source), self.count.sides
        if sides == 6:
            return source
        return say("fairness.sided", "{source}, {sides} sides", source=source, sides=sides)

    def _thrown(self) -> Text:
        throws = count("fairness.throws", "{n} throw", "{n} throws", self.count.throws)
        of = count("fairness.dice", "{n} die", "{n} dice", sum(self.count.faces))
        return say("fairness.thrown", "{throws}, {dice}", throws=throws, dice=of)

    def _high(self, box: Box, times: int, most: int) -> float:
        return max(3.0, (box.h - FIGURES_HEIGHT) * times / most) if most else 3.0

    def plates(self) -> list[Plate]:
        """The ground and the bars; a line goes where even dice would end."""
        bars, most = self._bars, max(self.count.faces, default=0)
        drawn = [Plate(self.box)]
        for box, times in zip(bars, self.count.faces, strict=True):
            high = self._high(box, times, most)
            wide = min(box.w, 96.0)
            bar = Box(box.centre[0] - wide / 2, box.bottom - FIGURES_HEIGHT - high, wide, high)
            colour = AMBER_WORDS if self.simulated else SKY_WORDS
            drawn.append(Plate(bar, colour, min(8.0, wide / 4, high / 2)))
        if most:
            mean = sum(self.count.faces) / len(self.count.faces)
            y = bars[0].bottom - FIGURES_HEIGHT - (bars[0].h - FIGURES_HEIGHT) * mean / most
            line = Box(bars[0].x, y - 1.5, bars[-1].right - bars[0].x, 3)
            drawn.append(Plate(line, PANEL_LINE, 1))
        return drawn

    def draw(self, frame: Frame) -> None:
        """The mark of what is no real dice."""
        if self.simulated:
            inner, wide = self._inner, badge_width(frame.canvas)
            put_badge(frame, (inner.x + wide / 2, inner.y + BADGE_HEIGHT / 2 + 2))


class DiceFairnessPage(PageScene):
    """All throws that were ever counted on this table, by where they came from."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.shown: tuple[SourcePlate, ...] = ()

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        counts = self.table.store.throws()
        across = column_count(page.body)
        spots = self._spots(page.body, len(counts), across)
        self.page, pages, here = paginate(len(counts), self.page, len(spots))
        self.shown = tuple(
            SourcePlate(counts[number], spot) for number, spot in zip(here, spots, strict=False)
        )
        turn, turned = pager(page, self.page, pages)
        head = page_heading(
            page,
            say("fairness.title", "Are the dice fair?"),
            say("fairness.below", "The line is where even dice would end."),
            PAGER_WIDTH if turn else 0.0,
        )
        plates = [plate for source in self.shown for plate in source.plates()]
        labels = [label for source in self.shown for label in source.labels(self.canvas)]
        if not counts:
            box = Box(page.body.x, page.body.y, page.body.w, min(260.0, page.body.h))
            words = "No dice have been thrown yet. Every throw of a match is counted here."
            plates = [Plate(box)]
            labels = [Label(say("fairness.none", words), box.inset(36), NAME_SIZE, TEXT)]
        self.plates, self.labels = tuple(plates), (*head, *turned, *labels)
        self.buttons.replace([back_button(page), *turn])

    def _spots(self, body: Box, count: int, across: int) -> Sequence[Box]:
        """Places as high as the window allows, up to a limit."""
        rows = max(1, -(-count // across))
        down = max(1, min(rows, int((body.h + 22) / (MAX_PLATE_HEIGHT + 22))))
        high = min(560.0, (body.h - 22 * (down - 1)) / down)
        return card_boxes(
            self.canvas.context,
            Box(body.x, body.y, body.w, high * down + 22 * (down - 1) + 1),
            high,
            across,
        )

    def handle(self, action: Action, /) -> Change:
        key = page_turn_key(action)
        return self.pressed(key) if key else super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key not in ("earlier", "later"):
            return self.back()
        self.page += 1 if key == "later" else -1
        self.lay_out()
        return None

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for source in self.shown:
            source.draw(frame)


def source_name(source: str) -> Text:
    """A record's source of throws, as people call it."""
    if source in SOURCE_NAMES:
        return SOURCE_NAMES[source]
    kind, _, name = source.partition(":")
    if kind == "reader" and name:
        return say("source.reader", "Reader {name}", name=name)
    return say("source.other", "{name}", name=name or source)
