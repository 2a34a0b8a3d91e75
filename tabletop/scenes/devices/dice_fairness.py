"""The page of dice statistics: how often each face came up, by the source of the throws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.engine.fairness import describe_p_value, fairness_test, fairness_verdict
from tabletop.engine.match import SOURCE_SIMULATED_PREFIX
from tabletop.scenes.device_text import SIMULATED
from tabletop.storage import ThrowCount
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, column, item, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    DIM,
    INK,
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
    pager,
    paginate,
)

BADGE_HEIGHT: Final = 46.0
MIN_PLATE_HEIGHT: Final = 390.0
MAX_PLATE_HEIGHT: Final = 560.0
PLATE_GAP: Final = 22.0
PLATE_PADDING: Final = (32.0, 22.0, 32.0, 22.0)
PLATE_HEAD_HEIGHT: Final = 68.0
COUNT_WIDTH: Final = 290.0
"""The width of the number of throws."""
MAX_LABELLED_BARS: Final = 12
"""With more faces than this, bars have no figures."""

SOURCE_NAMES: Final = {
    "screen": say("source.screen", "Rolled on screen"),
    "typed": say("source.typed", "Entered by hand"),
    "replayed": say("source.replayed", "Played back"),
}


def badge_width(canvas: Canvas) -> float:
    """The width of the badge SIMULATED."""
    size = canvas.px(SMALL_SIZE)
    return typesetting.width_of(SIMULATED, size, True, context=canvas.context) / canvas.scale + 32


def put_badge(frame: Frame, at: Point) -> None:
    """Draws the badge SIMULATED about a point."""
    canvas = frame.canvas
    size, high = canvas.px(SMALL_SIZE), canvas.px(BADGE_HEIGHT)
    frame.put(shapes.rounded(canvas.px(badge_width(canvas)), high, high * 0.3, AMBER), at)
    frame.put(typesetting.line(SIMULATED, size, INK, True, context=frame.context), at)


@dataclass(frozen=True, slots=True)
class SourcePlate:
    """The counts of one source: a bar for each face, and a verdict."""

    count: ThrowCount
    box: Box
    canvas: Canvas

    @property
    def simulated(self) -> bool:
        return self.count.source.startswith(SOURCE_SIMULATED_PREFIX)

    @property
    def _boxes(self) -> Boxes:
        faces = len(self.count.faces)
        badge = item("badge", badge_width(self.canvas), cross_size=BADGE_HEIGHT, offset=(0, 2))
        head = row(
            *((badge, 20) if self.simulated else ()),
            item("title", cross_size=52),
            16,
            item("thrown", COUNT_WIDTH, cross_size=48, offset=(0, 4)),
            size=PLATE_HEAD_HEIGHT,
        )
        bar = column("bar", 6, item("times", 34), 2, item("face", 36))
        gap = min(18.0, (self.box.w - PLATE_PADDING[0] - PLATE_PADDING[2]) / faces * 0.25)
        bars = row(*[bar] * faces, gap=gap)
        return column(head, bars, 10, item("said", 86), padding=PLATE_PADDING).place(self.box)

    def labels(self) -> list[Label]:
        """The source, the number of throws, each face's figures, and the verdict."""
        boxes, found = self._boxes, fairness_test(self.count.faces)
        title = Label(self._title, boxes["title"], NAME_SIZE - 6, bold=True, most=1)
        labels = [
            elide_label(title, self.canvas),
            Label(self._thrown, boxes["thrown"], SMALL_SIZE + 1, DIM, align="right", most=1),
        ]
        if len(self.count.faces) <= MAX_LABELLED_BARS:
            labels += [
                label
                for face, (times, upper, lower) in enumerate(
                    zip(self.count.faces, boxes.all("times"), boxes.all("face"), strict=True), 1
                )
                for label in (
                    Label(str(times), upper, SMALL_SIZE, TEXT, True, "centre"),
                    Label(str(face), lower, BODY_SIZE - 4, DIM, align="centre"),
                )
            ]
        said = joined(" ", *filter(None, (describe_p_value(found), fairness_verdict(found))))
        return [*labels, Label(said, boxes["said"], SMALL_SIZE + 3, TEXT, most=2)]

    @property
    def _title(self) -> Text:
        source, sides = source_name(self.count.source), self.count.sides
        if sides == 6:
            return source
        return say("fairness.sided", "{source}, {sides} sides", source=source, sides=sides)

    @property
    def _thrown(self) -> Text:
        throws = count("fairness.throws", "{n} roll", "{n} rolls", self.count.throws)
        of = count("fairness.dice", "{n} die", "{n} dice", sum(self.count.faces))
        return say("fairness.thrown", "{throws}, {dice}", throws=throws, dice=of)

    def plates(self) -> list[Plate]:
        """The background, a bar for each face, and a line at the height of even dice."""
        columns, most = self._boxes.all("bar"), max(self.count.faces, default=0)
        drawn = [Plate(self.box)]
        for box, times in zip(columns, self.count.faces, strict=True):
            high = max(3.0, box.h * times / most) if most else 3.0
            wide = min(box.w, 96.0)
            bar = Box.around((box.centre[0], box.bottom - high / 2), wide, high)
            colour = AMBER_WORDS if self.simulated else SKY_WORDS
            drawn.append(Plate(bar, colour, min(8.0, wide / 4, high / 2)))
        if most:
            first, last = columns[0], columns[-1]
            mean = sum(self.count.faces) / len(self.count.faces)
            middle = ((first.x + last.right) / 2, first.bottom - first.h * mean / most)
            drawn.append(Plate(Box.around(middle, last.right - first.x, 3), PANEL_LINE, 1))
        return drawn

    def draw(self, frame: Frame) -> None:
        """Draws the badge of simulated dice; plates and labels are drawn by the page."""
        if self.simulated:
            put_badge(frame, self._boxes["badge"].centre)


class DiceFairnessPage(PageScene):
    """The counts of all throws ever made at this table."""

    turns_pages = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.shown: tuple[SourcePlate, ...] = ()

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        counts = self.table.store.throws()
        spots = self._plate_boxes(page.body, len(counts))
        self.page, pages, here = paginate(len(counts), self.page, len(spots))
        self.shown = tuple(
            SourcePlate(counts[number], spot, self.canvas)
            for number, spot in zip(here, spots, strict=False)
        )
        turn, turned = pager(page, self.page, pages)
        head = page_heading(
            page,
            say("fairness.title", "Are the dice fair?"),
            say("fairness.below", "The line marks where fair dice would be."),
            PAGER_WIDTH if turn else 0.0,
        )
        plates = [plate for source in self.shown for plate in source.plates()]
        labels = [label for source in self.shown for label in source.labels()]
        if not counts:
            box = page.body._replace(h=min(260.0, page.body.h))
            words = "No dice have been rolled yet. Every roll of a match is counted here."
            plates = [Plate(box)]
            labels = [Label(say("fairness.none", words), box.inset(36), NAME_SIZE, TEXT)]
        self.plates, self.labels = tuple(plates), (*head, *turned, *labels)
        self.buttons.replace([back_button(page), *turn])

    def _plate_boxes(self, body: Box, count: int) -> Sequence[Box]:
        across = column_count(body)
        rows = max(1, -(-count // across))
        fitting = int((body.h + PLATE_GAP) / (MIN_PLATE_HEIGHT + PLATE_GAP))
        down = max(1, min(rows, fitting))
        high = min(MAX_PLATE_HEIGHT, (body.h - PLATE_GAP * (down - 1)) / down)
        # One unit more than they need: rounding errors must not cost a row.
        room = body._replace(h=high * down + PLATE_GAP * (down - 1) + 1)
        return card_boxes(self.canvas.context, room, high, across)

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
    """The name of a source of throws as it stands in a record."""
    if source in SOURCE_NAMES:
        return SOURCE_NAMES[source]
    kind, _, name = source.partition(":")
    if kind == "reader" and name:
        return say("source.reader", "Reader {name}", name=name)
    return say("source.other", "{name}", name=name or source)
