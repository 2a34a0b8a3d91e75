"""Where everything lies while the games show themselves: the board, and beside it all words.

What stands beside a game that shows itself: its name, the rule at work, and the call.

A seat's plate beside a game that shows itself: its mark, its name, and what it owns.

A fine line from the words about a rule to the place where the rule was at work.
"""

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
from tabletop.ui.widgets.page import Plate, stack_boxes

MARGIN: Final = 32.0
GAP: Final = 22.0
MIN_COLUMN: Final = 580.0
"""The words beside the board have at least that much, where the window allows."""
MIN_LIVE_COLUMN: Final = 500.0
"""The words beside a scene of its own have at least that much."""
MIN_BOARD: Final = 620.0
MAX_COLUMN: Final = 1100.0
MAX_GROWTH: Final = 1.4
"""Large words get so much more room at the cost of the board, but not more."""

TITLE_HEIGHT: Final = 84.0
BLURB_HEIGHT: Final = 116.0
MIN_CAPTION_HEIGHT: Final = 290.0
"""The least height of the plate that says which rule was at work."""
MAX_TRAY_HEIGHT: Final = 250.0
"""The height of a seat's tray, where its game wants so much."""
PROJECTOR_TRAY_HEIGHT: Final = 180.0
"""The same in a room, where sentences need more."""
CALL_HEIGHT: Final = 116.0
NAME_SHARE: Final = 0.55
"""Of a tall window's width is the name's, beside which its lines stand."""
SEAT_HEAD_HEIGHT: Final = 70.0
"""The upper part of a seat's plate: its stone and its name. Its tray lies below."""
SEAT_PAD: Final = 18.0

Side: TypeAlias = Literal["left", "right", "above", "below"]
"""Where the words lie, as seen from the board."""


@dataclass(frozen=True, slots=True)
class AttractLayout:
    """The parts of one window."""

    canvas: Canvas
    side: Side
    board: Box
    """A square for a board."""
    stage: Box
    """All that is left beside the words: for a game that brings its own scene."""
    title: Box
    blurb: Box
    told: Box
    seats: tuple[Box, ...]
    call: Box

    def layout(self, tray: float) -> TableLayout:
        """The same for a match; `tray` is the height that its view wants at each seat."""
        middle = self.canvas.box.centre
        panels = tuple(
            Panel(box, _tray(box, tray), 0, middle, self.canvas.context) for box in self.seats
        )
        none = Box(self.board.x, self.board.y, 0.0, 0.0)
        return TableLayout(self.canvas, self.board, panels, none, none, none)


def _tray(box: Box, wanted: float) -> Box:
    height = max(8.0, min(wanted, box.h - SEAT_HEAD_HEIGHT - SEAT_PAD))
    return Box(box.x + SEAT_PAD, box.bottom - SEAT_PAD - height, box.w - 2 * SEAT_PAD, height)


def attract_layout(
    canvas: Canvas, seats: int, tray: float = 0.0, *, flipped: bool = False
) -> AttractLayout:
    """The parts of a window; `tray` is the height that the view wants at each seat.

    `flipped` puts the words on the board's other side: now and then, so that nothing stands in one
    place for hours. A game that brings its own scene has no `seats`: 0.
    """
    wanted = _heights(canvas.context, seats, tray)
    if canvas.height > canvas.width * 1.12:
        return _tall(canvas, seats, wanted, flipped=flipped)
    return _broad(canvas, seats, wanted, flipped=flipped)


def _heights(context: UiContext, seats: int, tray: float) -> tuple[float, ...]:
    """What the words want: title, blurb, told, seats (where there are any), call."""
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
    """The words stand in a column beside the board."""
    width, height = canvas.width, canvas.height
    narrow = MIN_COLUMN * min(canvas.context.scaled_length(1.0, BODY_SIZE), MAX_GROWTH)
    field = max(MIN_BOARD, width - narrow - 3 * MARGIN)
    side = min(height - 2 * MARGIN, field)
    if seats:
        field = side  # a board is a square, and what it leaves is for the words
    else:
        # On a stage that is less than a canvas wide all would be smaller than the words beside it.
        field = max(field, min(SHORT_SIDE - MARGIN, width - MIN_LIVE_COLUMN - 3 * MARGIN))
    column = min(width - field - 3 * MARGIN, MAX_COLUMN)
    spare = (width - field - 3 * MARGIN - column) / 2  # a very broad window has its edges free
    field_x = MARGIN + spare if not flipped else width - MARGIN - spare - field
    words_x = width - MARGIN - spare - column if not flipped else MARGIN + spare
    board = Box.around((field_x + field / 2, height / 2), side, side)
    stage_x = 0.0 if not flipped else words_x + column + MARGIN
    stage_right = words_x - MARGIN if not flipped else width
    stage = Box(stage_x, 0.0, stage_right - stage_x, height)
    area = Box(words_x, MARGIN, column, height - 2 * MARGIN)
    title, blurb, told, *rest = _rows(area, wanted, grows=2)
    where: Side = "right" if not flipped else "left"
    return AttractLayout(
        canvas, where, board, stage, title, blurb, told, _side_by_side(rest, seats), rest[-1]
    )


def _tall(canvas: Canvas, seats: int, wanted: tuple[float, ...], *, flipped: bool) -> AttractLayout:
    """The name stands at one end of the window, all other words at the other end."""
    width, height = canvas.width, canvas.height
    title_high, blurb_high, *others = wanted
    rows = [max(title_high, blurb_high), *others]
    across = width - 2 * MARGIN
    free = height - 2 * MARGIN - len(rows) * GAP
    side = min(across, max(MIN_BOARD, free - sum(rows)))
    share = min(1.0, (free - side) / sum(rows))
    name, told, *rest = (high * share for high in rows)
    spare = max(0.0, free - side - name - told - sum(rest))
    # What is left over goes to the words; or, where no board has to be square, to the scene.
    heights = [name, side, told + spare, *rest] if seats else [name, side + spare, told, *rest]
    boxes = stack_boxes(Box(MARGIN, MARGIN, across, 0.0), heights[:: -1 if flipped else 1], GAP)
    head, middle, told_box, *others_boxes = boxes[:: -1 if flipped else 1]
    half = (across - GAP) * NAME_SHARE
    return AttractLayout(
        canvas,
        "below" if not flipped else "above",
        Box.around(middle.centre, side, side),
        Box(0.0, middle.y - GAP, width, middle.h + 2 * GAP),
        Box(head.x, head.y, half, head.h),
        Box(head.x + half + GAP, head.y, head.w - half - GAP, head.h),
        told_box,
        _side_by_side(others_boxes, seats),
        others_boxes[-1],
    )


def _rows(area: Box, wanted: tuple[float, ...], grows: int) -> list[Box]:
    """The rows of a column; what is left over goes to one of them, and what lacks is shared."""
    free = area.h - (len(wanted) - 1) * GAP
    share = min(1.0, free / sum(wanted))
    heights = [high * share for high in wanted]
    heights[grows] += free - sum(heights)
    return stack_boxes(area, heights, GAP)


def _side_by_side(rest: list[Box], seats: int) -> tuple[Box, ...]:
    """The plates of the seats, beside each other in their row."""
    if not seats:
        return ()
    row = rest[0]
    width = (row.w - GAP * (seats - 1)) / seats
    return tuple(Box(row.x + seat * (width + GAP), row.y, width, row.h) for seat in range(seats))


RULE_SIZE: Final = 40.0
"""The em of the rule's name."""
MAX_RULE_GROWTH: Final = 1.3
"""It is so many times as large at most."""
BAR: Final = 10.0
CAPTION_PAD: Final = 30.0
FINGER: Final = 112.0
SECONDS_PER_LETTER: Final = 0.04
"""Reading time per letter, in seconds."""
MIN_READING_SECONDS: Final = 2.6
MAX_READING_SECONDS: Final = 7.0

WATCH: Final = say("attract.watch", "The computer shows you how it goes")
TAKE_OVER: Final = say("attract.take_over", "Touch the table at any time and play on from there.")
JOIN_IN: Final = say("attract.join_in", "Touch the table at any time and play yourself.")


@dataclass(frozen=True, slots=True)
class Caption:
    """What the plate says: which rule, and what it has just done."""

    head: str
    line: str

    @property
    def seconds(self) -> float:
        """How long people need to read it, and to look at the board."""
        return min(
            MAX_READING_SECONDS,
            max(MIN_READING_SECONDS, 1.2 + SECONDS_PER_LETTER * (len(self.head) + len(self.line))),
        )


WELCOME: Final = Caption(WATCH, TAKE_OVER)
FAST_FORWARD: Final = Caption(
    say("attract.skips_head", "Faster for a while"),
    say("attract.skips", "The middle of the game goes by quickly."),
)
WELCOME_LIVE: Final = Caption(WATCH, JOIN_IN)
"""Of a game that cannot be played on from where it is."""


def caption_of(game: Game, remark: RuleNote) -> Caption:
    """A rule by its number and title, and what it did."""
    return Caption(rule_label(game, remark.rule), remark.said)


def rule_label(game: Game, number: str) -> Text:
    """A rule of the game's page, by its number and its title."""
    title = next((rule.title for rule in game.rules if rule.number == number), None)
    if title is None:
        return say("attract.rule_bare", "Rule {number}", number=number)
    return say("attract.rule", "Rule {number}: {title}", number=number, title=title)


def draw_captions(frame: Frame, plan: AttractLayout, game: Game, told: Caption) -> None:
    """Draws the text about the game and the rule, and the call to touch."""
    Label(game.title, plan.title, TITLE_SIZE, bold=True, most=1).draw(frame)
    # Beside the name both stand in the middle of their row.
    stands: Literal["top", "middle"] = "middle" if plan.blurb.y == plan.title.y else "top"
    blurb = joined("\n", *game.blurb)
    Label(blurb, plan.blurb, BODY_SIZE + 4, DIM, stands=stands, spare=True).draw(frame)
    _draw_caption(frame, plan.told, told)
    _draw_call(frame, plan.call)


def _draw_caption(frame: Frame, box: Box, told: Caption) -> None:
    Plate(box, PANEL).draw(frame)
    bar = Box(box.x + CAPTION_PAD * 0.6, box.y + CAPTION_PAD, BAR, box.h - 2 * CAPTION_PAD)
    Plate(bar, PETROL, BAR / 2).draw(frame)
    left = bar.right + CAPTION_PAD * 0.8
    width = box.right - CAPTION_PAD - left
    # However large words are: it has to leave the sentence its room.
    size = min(RULE_SIZE, frame.context.unscaled_size(MAX_RULE_GROWTH * RULE_SIZE))
    canvas, high = frame.canvas, frame.context.scaled_size(size)
    room = Box(left, box.y + CAPTION_PAD * 0.8, width, min(box.h * 0.44, 3.6 * high))
    rule = Label(told.head, room, size, SKY_WORDS, bold=True, stands="top", most=3)
    rule.draw(frame)
    top = room.y + rule.text_height(canvas) + 0.5 * high
    line = Box(left, top, width, box.bottom - CAPTION_PAD * 0.7 - top)
    _put_transient(frame, Label(told.line, line, CARD_SIZE - 8, TEXT, bold=True))


def _put_transient(frame: Frame, label: Label) -> None:
    """Puts bold words from the top of their box, of which only the last few are kept.

    Through a whole night hundreds of different sentences are said, each as large as a tenth of the
    window: in the caches of all words they would be a hundred megabytes and more.
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
    """Puts the call with its finger, large: nobody has to come near to read it."""
    call = say("attract.call", "Touch to play")
    side = min(FINGER, box.h, box.w * 0.15)
    room = Box(box.x + side + CAPTION_PAD, box.y, box.w - side - CAPTION_PAD, box.h)
    label = Label(call, room, CARD_SIZE + 14, AMBER_WORDS, bold=True, most=1)
    wide = label.typeset(frame.canvas).width / frame.canvas.scale
    whole = side + CAPTION_PAD + wide
    left = box.centre[0] - whole / 2
    size = frame.context.unscaled_size(label.typeset(frame.canvas).size / frame.canvas.scale)
    at = Box(left + side + CAPTION_PAD, box.y, wide + 6, box.h)
    Label(call, at, size, AMBER_WORDS, bold=True, most=1).draw(frame)
    frame.put(icon("finger", frame.canvas.px(side), AMBER_WORDS), (left + side / 2, box.centre[1]))


STONE: Final = 24.0
DOT: Final = 8.0
DOTS: Final = 3
DOTS_WIDE: Final = 92.0


def draw_seat(
    frame: Frame, panel: Panel, look: SeatLook, name: Text, *, active: bool, dots: int | None
) -> None:
    """Puts the plate without its tray. `dots`: how many are lit while its computer thinks."""
    canvas, box = frame.canvas, panel.box
    frame.put(panel_plate(canvas, box, active), box.centre)
    y = box.y + SEAT_PAD / 2 + SEAT_HEAD_HEIGHT / 2
    frame.put(stone(look, canvas.px(STONE)), (box.x + SEAT_PAD + STONE + 4, y))
    left = box.x + SEAT_PAD + 2 * STONE + 22
    # For a room names are large, and the lit edge alone says whose turn it is.
    aside = 0.0 if frame.context.projector else DOTS_WIDE
    room = Box(
        left, y - SEAT_HEAD_HEIGHT / 2, box.right - SEAT_PAD - aside - left, SEAT_HEAD_HEIGHT
    )
    Label(name, room, NAME_SIZE - 6, TEXT if active else DIM, bold=True, most=1).draw(frame)
    if dots is None or not aside:
        return
    for number in range(DOTS):
        ink = AMBER if number < dots else PANEL_LINE
        x = box.right - SEAT_PAD - DOTS_WIDE + 26 + 28 * number
        frame.put(shapes.disc(canvas.px(DOT), ink), (x, y))


CALLOUT_WIDTH: Final = 5.0
CALLOUT_RIM: Final = 2.5
"""The line, and its edge that keeps it apart from any board."""
CALLOUT_RING: Final = 0.52
"""The radius of the ring at its end, in cells."""
MAX_STRAIGHT_OFFSET: Final = 0.8
"""A line that passes its target's middle by no more radii than this needs no corner."""
CALLOUT_INSET: Final = 26.0
"""How far from the ends of the plate's edge it may begin."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A line with one corner at most, all of it upright or level: it is cheap to draw."""

    corners: tuple[Point, ...]
    target: Point
    radius: float

    def draw_line(self, frame: Frame) -> None:
        """Puts the line up to the ring."""
        for more, colour in ((CALLOUT_RIM, CREAM), (0.0, PETROL)):
            for start, end in pairwise(self.corners):
                _put_line(frame, start, end, CALLOUT_WIDTH / 2 + more, colour)

    def draw_ring(self, frame: Frame) -> None:
        """Puts the ring round the target."""
        canvas = frame.canvas
        for more, colour in ((CALLOUT_RIM, CREAM), (0.0, PETROL)):
            width = max(3.0, (CALLOUT_WIDTH + 2 * more) * canvas.scale)
            frame.put(shapes.ring(canvas.px(self.radius), round(width, 1), colour), self.target)


def callout_to(plan: AttractLayout, places: tuple[Point, ...], cell: float) -> Callout | None:
    """The line to the nearest of some places; None where there is none."""
    if not places:
        return None
    radius = cell * CALLOUT_RING
    # Which place is nearest is seen from the middle of the plate's edge.
    target = min(places, key=lambda at: dist(at, _start(plan, plan.told.centre)))
    start = _start(plan, target)
    corner = _corner(plan, start, target)
    if dist(corner, target) < MAX_STRAIGHT_OFFSET * radius:
        return Callout((start, _met(start, corner, target, radius)), target, radius)
    return Callout((start, corner, _met(corner, target, target, radius)), target, radius)


def _start(plan: AttractLayout, target: Point) -> Point:
    """Where a line begins: at the plate's edge toward the board, as straight as it can."""
    box = plan.told
    if plan.side in ("left", "right"):
        y = min(max(target[1], box.y + CALLOUT_INSET), box.bottom - CALLOUT_INSET)
        return (box.right if plan.side == "left" else box.x, y)
    x = min(max(target[0], box.x + CALLOUT_INSET), box.right - CALLOUT_INSET)
    return (x, box.bottom if plan.side == "above" else box.y)


def _corner(plan: AttractLayout, start: Point, target: Point) -> Point:
    """Where the line turns toward the target; the target itself where it need not."""
    return (target[0], start[1]) if plan.side in ("left", "right") else (start[0], target[1])


def _met(start: Point, toward: Point, middle: Point, radius: float) -> Point:
    """Where a level or upright line that goes through a ring meets it first."""
    (x, y), (tx, ty) = start, toward
    aside = dist(toward, middle)
    half = sqrt(max(0.0, radius**2 - aside**2))
    if x == tx:
        return x, ty - half if y < ty else ty + half
    return tx - half if x < tx else tx + half, y


def _put_line(frame: Frame, start: Point, end: Point, half: float, colour: Colour) -> None:
    """Puts a level or upright line."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    box = Box(left - half, top - half, right - left + 2 * half, bottom - top + 2 * half)
    canvas = frame.canvas
    thick = canvas.px(2 * half)
    wide = thick if right == left else canvas.px(box.w)
    high = thick if top == bottom else canvas.px(box.h)
    frame.put(_bar(wide, high, colour), box.centre)


@surface_cache(most=8)
def _bar(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A piece of the line; none comes again soon, so that few are kept."""
    picture = pygame.Surface((width, height)).convert()
    picture.fill(colour)
    return picture
