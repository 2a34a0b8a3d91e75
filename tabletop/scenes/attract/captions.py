"""The layout and the captions of attract mode: rule text, seats, call to touch, callout line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, sqrt
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.engine.game import RuleNote
from tabletop.ui.board.seat_panel import panel_plate
from tabletop.ui.board.table_layout import Panel, TableLayout
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import SHORT_SIDE, Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import Boxes, Node, aspect, column, item, padded, row, space
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import LINE_SPACING
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    CARD_SIZE,
    CREAM,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_LINE,
    PETROL,
    SKY_WORDS,
    TEXT,
    TITLE_SIZE,
    Colour,
    SeatLook,
)
from tabletop.ui.widgets.page import Plate

MARGIN: Final = 32.0
GAP: Final = 22.0
MIN_COLUMN: Final = 580.0
"""The least width of the text beside a board, where the window allows it."""
MIN_LIVE_COLUMN: Final = 500.0
"""The least width of the text beside a live game."""
MIN_BOARD: Final = 620.0
MAX_COLUMN: Final = 1100.0
MAX_GROWTH: Final = 1.4
"""The greatest factor by which the text area grows with the text at the cost of the board."""

TITLE_HEIGHT: Final = 84.0
BLURB_HEIGHT: Final = 116.0
MIN_CAPTION_HEIGHT: Final = 290.0
"""The least height of the rule's plate."""
MAX_TRAY_HEIGHT: Final = 250.0
"""The greatest height of a seat's tray."""
PROJECTOR_TRAY_HEIGHT: Final = 180.0
"""The same in projector mode, where text needs more."""
CALL_HEIGHT: Final = 116.0
NAME_SHARE: Final = 0.55
"""The share of a tall window's width for the title; the blurb stands beside it."""
SEAT_HEAD_HEIGHT: Final = 70.0
"""The height of a seat's stone and name; its tray lies below."""
SEAT_PAD: Final = 18.0

Side: TypeAlias = Literal["left", "right", "above", "below"]
"""The side of the board at which the text lies."""


@dataclass(frozen=True, slots=True)
class AttractLayout:
    """The boxes of attract mode in a window."""

    canvas: Canvas
    side: Side
    board: Box
    """A square for a board."""
    stage: Box
    """Everything beside the text, for a live game."""
    title: Box
    blurb: Box
    told: Box
    seats: tuple[Box, ...]
    call: Box

    def layout(self, tray: float) -> TableLayout:
        """The layout for a board view; `tray` is the height that it wants at each seat."""
        middle = self.canvas.box.centre
        panels = []
        for box in self.seats:
            height = max(8.0, min(tray, box.h - SEAT_HEAD_HEIGHT - SEAT_PAD))
            place = column(space(), item("tray", height), padding=(SEAT_PAD, 0, SEAT_PAD, SEAT_PAD))
            panels.append(Panel(box, place.place(box)["tray"], 0, middle, self.canvas.context))
        none = self.board._replace(w=0.0, h=0.0)
        return TableLayout(self.canvas, self.board, tuple(panels), none, none, none)


def attract_layout(
    canvas: Canvas, seats: int, tray: float = 0.0, *, flipped: bool = False
) -> AttractLayout:
    """The layout of a window; `tray` is the height that the view wants at each seat.

    `flipped` puts the text on the other side of the board, against burn-in. For a live game `seats`
    is 0.
    """
    wanted = _heights(canvas.context, seats, tray)
    if canvas.height > canvas.width * 1.12:
        return _tall(canvas, seats, wanted, flipped=flipped)
    return _broad(canvas, seats, wanted, flipped=flipped)


def _heights(context: UiContext, seats: int, tray: float) -> tuple[float, ...]:
    """The wanted heights of title, blurb, rule, seats (if there are any) and call."""
    grow = min(context.scaled_length(1.0, BODY_SIZE), MAX_GROWTH)
    low = min(context.scaled_length(1.0, CARD_SIZE), MAX_GROWTH)
    most, told = (
        (PROJECTOR_TRAY_HEIGHT, 1.4 * MIN_CAPTION_HEIGHT)
        if context.projector
        else (MAX_TRAY_HEIGHT, grow * MIN_CAPTION_HEIGHT)
    )
    plates = (SEAT_HEAD_HEIGHT + min(tray, most) + SEAT_PAD,) if seats else ()
    return TITLE_HEIGHT * low, BLURB_HEIGHT * grow, told, *plates, CALL_HEIGHT * low


def _broad(
    canvas: Canvas, seats: int, wanted: tuple[float, ...], *, flipped: bool
) -> AttractLayout:
    """The text stands in a column beside the board."""
    width, height = canvas.width, canvas.height
    narrow = MIN_COLUMN * min(canvas.context.scaled_length(1.0, BODY_SIZE), MAX_GROWTH)
    field = max(MIN_BOARD, width - narrow - 3 * MARGIN)
    if seats:
        field = min(height - 2 * MARGIN, field)  # a board is square; the text gets the rest
    else:
        # A stage narrower than a canvas would have smaller text than the column beside it.
        field = max(field, min(SHORT_SIDE - MARGIN, width - MIN_LIVE_COLUMN - 3 * MARGIN))
    across = min(width - field - 3 * MARGIN, MAX_COLUMN)
    edge = MARGIN + (width - field - 3 * MARGIN - across) / 2  # in very wide windows
    free = height - 2 * MARGIN - (len(wanted) - 1) * GAP
    share = min(1.0, free / sum(wanted))
    title, blurb, told, *rest = (high * share for high in wanted)
    words = column(
        item("title", title),
        item("blurb", blurb),
        item("told", told + free - sum(wanted) * share),
        *_last_rows(rest, seats),
        gap=GAP,
        size=across,
        padding=(0, MARGIN, 0, MARGIN),
    )
    board = padded(aspect("board"), (0, MARGIN, 0, MARGIN))
    stage = row(*((edge, board) if not flipped else (board, edge)), key="stage")
    parts = (stage, MARGIN, words, edge)
    boxes = row(*(parts if not flipped else reversed(parts))).place(canvas.box)
    return _layout(
        canvas, boxes, "right" if not flipped else "left", boxes["board"], boxes["stage"]
    )


def _tall(canvas: Canvas, seats: int, wanted: tuple[float, ...], *, flipped: bool) -> AttractLayout:
    """The title stands at one end of the window, all other text at the other."""
    width, height = canvas.width, canvas.height
    title_high, blurb_high, *others = wanted
    rows = [max(title_high, blurb_high), *others]
    across = width - 2 * MARGIN
    free = height - 2 * MARGIN - len(rows) * GAP
    side = min(across, max(MIN_BOARD, free - sum(rows)))
    share = min(1.0, (free - side) / sum(rows))
    name, told, *rest = (high * share for high in rows)
    spare = max(0.0, free - side - name - told - sum(rest))
    # What is left over goes to the rule's plate; for a live game, to the stage.
    nodes = (
        row(item("title", (across - GAP) * NAME_SHARE), GAP, "blurb", size=name),
        item("middle", side if seats else side + spare),
        item("told", told + spare if seats else told),
        *_last_rows(rest, seats),
    )
    whole = column(*(nodes if not flipped else reversed(nodes)), gap=GAP, padding=MARGIN)
    boxes = whole.place(canvas.box)
    middle = boxes["middle"]
    board = Box.around(middle.centre, side, side)
    stage = Box.around(middle.centre, width, middle.h + 2 * GAP)
    return _layout(canvas, boxes, "below" if not flipped else "above", board, stage)


def _last_rows(heights: Sequence[float], seats: int) -> list[Node]:
    """The row of seats, if there are any, and the call."""
    call = item("call", heights[-1])
    return [row(*["seat"] * seats, gap=GAP, size=heights[0]), call] if seats else [call]


def _layout(canvas: Canvas, boxes: Boxes, side: Side, board: Box, stage: Box) -> AttractLayout:
    title, blurb, told, call = (boxes[key] for key in ("title", "blurb", "told", "call"))
    seats = tuple(boxes.all("seat"))
    return AttractLayout(canvas, side, board, stage, title, blurb, told, seats, call)


RULE_SIZE: Final = 40.0
MAX_RULE_GROWTH: Final = 1.3
"""The greatest factor by which the rule's name grows with the text."""
BAR: Final = 10.0
CAPTION_PAD: Final = 30.0
FINGER: Final = 112.0
SECONDS_PER_LETTER: Final = 0.04
MIN_READING_SECONDS: Final = 2.6
MAX_READING_SECONDS: Final = 7.0

WATCH: Final = say("attract.watch", "The computer shows how to play")
TAKE_OVER: Final = say("attract.take_over", "Touch the table at any time and play on from there.")
JOIN_IN: Final = say("attract.join_in", "Touch the table at any time and play yourself.")


@dataclass(frozen=True, slots=True)
class Caption:
    """The text of the plate: a rule, and its effect in the last ply."""

    head: str
    line: str

    @property
    def seconds(self) -> float:
        """The time that people need to read it and to look at the board."""
        return min(
            MAX_READING_SECONDS,
            max(MIN_READING_SECONDS, 1.2 + SECONDS_PER_LETTER * (len(self.head) + len(self.line))),
        )


WELCOME: Final = Caption(WATCH, TAKE_OVER)
FAST_FORWARD: Final = Caption(
    say("attract.skips_head", "Fast forward"),
    say("attract.skips", "The middle of the game is played quickly."),
)
WELCOME_LIVE: Final = Caption(WATCH, JOIN_IN)
"""For a live game, which cannot be continued."""


def caption_of(game: Game, remark: RuleNote) -> Caption:
    return Caption(rule_label(game, remark.rule), remark.said)


def rule_label(game: Game, number: str) -> Text:
    """The title of a rule; empty if the game has no rule of that number."""
    return next((rule.title for rule in game.rules if rule.number == number), joined("", ""))


def draw_captions(frame: Frame, plan: AttractLayout, game: Game, told: Caption, event: str) -> None:
    """Draws the title, what is said of the event or the blurb, the rule and the call to touch."""
    Label(game.title, plan.title, TITLE_SIZE, bold=True, most=1).draw(frame)
    # Title and blurb stand side by side in a tall window.
    stands: Literal["top", "middle"] = "middle" if plan.blurb.y == plan.title.y else "top"
    if event:
        name = Label(event, plan.blurb, NAME_SIZE, TEXT, bold=True, stands=stands, most=2)
        name.draw(frame)
    else:
        blurb = joined("\n", *game.blurb)
        Label(blurb, plan.blurb, BODY_SIZE + 4, DIM, stands=stands, spare=True).draw(frame)
    _draw_caption(frame, plan.told, told)
    _draw_call(frame, plan.call)


def _draw_caption(frame: Frame, box: Box, told: Caption) -> None:
    Plate(box, PANEL).draw(frame)
    boxes = row(
        CAPTION_PAD * 0.6,
        padded("bar", (0, CAPTION_PAD, 0, CAPTION_PAD), size=BAR),
        CAPTION_PAD * 0.8,
        padded("words", (0, CAPTION_PAD * 0.8, 0, CAPTION_PAD * 0.7)),
        CAPTION_PAD,
    ).place(box)
    Plate(boxes["bar"], PETROL, BAR / 2).draw(frame)
    words = boxes["words"]
    # At any text size the rule's name leaves room for the sentence.
    size = min(RULE_SIZE, frame.context.unscaled_size(MAX_RULE_GROWTH * RULE_SIZE))
    canvas, high = frame.canvas, frame.context.scaled_size(size)
    room = words._replace(h=min(box.h * 0.44, 3.6 * high))
    rule = Label(told.head, room, size, SKY_WORDS, bold=True, stands="top", most=3)
    rule.draw(frame)
    taken = rule.text_height(canvas) + 0.5 * high
    line = words._replace(y=words.y + taken, h=words.h - taken)
    _put_transient(frame, Label(told.line, line, CARD_SIZE - 8, TEXT, bold=True))


def _put_transient(frame: Frame, label: Label) -> None:
    """Draws a bold label from the top of its box, with a small cache of its own.

    Attract mode shows hundreds of different sentences, each as large as a tenth of the window: in
    the general text cache they would take more than a hundred megabytes.
    """
    canvas, lines = frame.canvas, label.typeset(frame.canvas)
    frame.meant(label.box)
    for number, text in enumerate(lines.lines):
        picture = _transient_line(text, lines.size, label.colour)
        if not lines.complete:
            annotations.mark_truncated(picture)
        x = label.box.x + picture.get_width() / canvas.scale / 2
        down = (typesetting.CAPITAL_HEIGHT / 2 + number * LINE_SPACING) * lines.size
        frame.put(picture, (x, label.box.y + down / canvas.scale))


@surface_cache(most=12)
def _transient_line(text: str, pixels: int, colour: Colour) -> pygame.Surface:
    return typesetting.uncached_line(text, pixels, colour, bold=True, context=typesetting.NEUTRAL)


def _draw_call(frame: Frame, box: Box) -> None:
    call = say("attract.call", "Touch to play")
    side = min(FINGER, box.h, box.w * 0.15)
    room = row(side, CAPTION_PAD, "call").place(box)["call"]
    label = Label(call, room, CARD_SIZE + 14, AMBER_WORDS, bold=True, most=1)
    wide = label.typeset(frame.canvas).width / frame.canvas.scale
    whole = side + CAPTION_PAD + wide
    left = box.centre[0] - whole / 2
    size = frame.context.unscaled_size(label.typeset(frame.canvas).size / frame.canvas.scale)
    at = box._replace(x=left + side + CAPTION_PAD, w=wide + 6)
    Label(call, at, size, AMBER_WORDS, bold=True, most=1).draw(frame)
    frame.put(icon("finger", frame.canvas.px(side), AMBER_WORDS), (left + side / 2, box.centre[1]))


STONE: Final = 24.0
DOT: Final = 8.0
DOTS: Final = 3
DOTS_WIDE: Final = 92.0


def draw_seat(
    frame: Frame,
    panel: Panel,
    look: SeatLook,
    name: Text,
    *,
    has_tray: bool,
    active: bool,
    dots: int | None,
) -> None:
    """Draws a seat's plate without its tray.

    `dots` is the number of lit dots while its computer thinks, else None.
    """
    canvas, box = frame.canvas, panel.box
    frame.put(panel_plate(canvas, box, active), box.centre)
    y = box.y + SEAT_PAD / 2 + SEAT_HEAD_HEIGHT / 2
    frame.put(stone(look, canvas.px(STONE)), (box.x + SEAT_PAD + STONE + 4, y))
    # In projector mode names are large: there are no dots.
    aside = 0.0 if frame.context.projector else DOTS_WIDE
    # A tray may have a title at its top.
    height = min(SEAT_HEAD_HEIGHT, 2 * (panel.tray.y - y)) if has_tray else SEAT_HEAD_HEIGHT
    left, right = box.x + SEAT_PAD + 2 * STONE + 22, box.right - SEAT_PAD - aside
    room = Box(left, y - height / 2, right - left, height)
    Label(name, room, NAME_SIZE - 6, TEXT if active else DIM, bold=True, most=1).draw(frame)
    if dots is None or not aside:
        return
    for number in range(DOTS):
        ink = AMBER if number < dots else PANEL_LINE
        x = box.right - SEAT_PAD - DOTS_WIDE + 26 + 28 * number
        frame.put(shapes.disc(canvas.px(DOT), ink), (x, y))


CALLOUT_WIDTH: Final = 5.0
CALLOUT_RIM: Final = 2.5
"""The width of the line's edge, which sets it off from any board."""
CALLOUT_RING: Final = 0.52
"""The radius of the ring at its end, in cells."""
MAX_STRAIGHT_OFFSET: Final = 0.8
"""A line that passes its target's centre by at most so many radii needs no corner."""
CALLOUT_INSET: Final = 26.0
"""The least distance of the line's start from the ends of the plate's edge."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A line from the rule to its place on the board: vertical and horizontal parts, one corner."""

    corners: tuple[Point, ...]
    target: Point
    radius: float

    def draw_line(self, frame: Frame) -> None:
        for more, colour in ((CALLOUT_RIM, CREAM), (0.0, PETROL)):
            for start, end in pairwise(self.corners):
                _put_line(frame, start, end, CALLOUT_WIDTH / 2 + more, colour)

    def draw_ring(self, frame: Frame) -> None:
        canvas = frame.canvas
        for more, colour in ((CALLOUT_RIM, CREAM), (0.0, PETROL)):
            width = max(3.0, (CALLOUT_WIDTH + 2 * more) * canvas.scale)
            frame.put(shapes.ring(canvas.px(self.radius), round(width, 1), colour), self.target)


def callout_to(plan: AttractLayout, places: tuple[Point, ...], cell: float) -> Callout | None:
    """The line to the nearest of some places; None if there are none."""
    if not places:
        return None
    radius = cell * CALLOUT_RING
    # The nearest to the middle of the plate's edge.
    target = min(places, key=lambda at: dist(at, _start(plan, plan.told.centre)))
    start = _start(plan, target)
    beside = plan.side in ("left", "right")
    corner = (target[0], start[1]) if beside else (start[0], target[1])
    if dist(corner, target) < MAX_STRAIGHT_OFFSET * radius:
        return Callout((start, _met(start, corner, target, radius)), target, radius)
    return Callout((start, corner, _met(corner, target, target, radius)), target, radius)


def _start(plan: AttractLayout, target: Point) -> Point:
    """The start of a line: on the plate's edge toward the board, nearest to the target."""
    box = plan.told
    if plan.side in ("left", "right"):
        y = min(max(target[1], box.y + CALLOUT_INSET), box.bottom - CALLOUT_INSET)
        return (box.right if plan.side == "left" else box.x, y)
    x = min(max(target[0], box.x + CALLOUT_INSET), box.right - CALLOUT_INSET)
    return (x, box.bottom if plan.side == "above" else box.y)


def _met(start: Point, toward: Point, middle: Point, radius: float) -> Point:
    """Where a horizontal or vertical line through a ring meets it first."""
    (x, y), (tx, ty) = start, toward
    aside = dist(toward, middle)
    half = sqrt(max(0.0, radius**2 - aside**2))
    if x == tx:
        return x, ty - half if y < ty else ty + half
    return tx - half if x < tx else tx + half, y


def _put_line(frame: Frame, start: Point, end: Point, half: float, colour: Colour) -> None:
    """Draws a horizontal or vertical line."""
    canvas = frame.canvas
    wide = canvas.px(abs(start[0] - end[0]) + 2 * half)
    high = canvas.px(abs(start[1] - end[1]) + 2 * half)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    frame.put(_bar(wide, high, colour), middle)


@surface_cache(most=8)
def _bar(width: int, height: int, colour: Colour) -> pygame.Surface:
    picture = pygame.Surface((width, height)).convert()
    picture.fill(colour)
    return picture
