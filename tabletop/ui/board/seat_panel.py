"""A seat's panel: whose it is, whether it is to move, what it can do, and why not.

A projected panel shows the seat's stone, name and clock only; the banner has the sentences.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf, sqrt
from typing import Final

import pygame

from tabletop.ui.board.table_layout import (
    LINE,
    NAME,
    SMALL_STONE,
    STONE,
    Panel,
    is_small,
    projector_buttons,
    projector_head,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import Boxes, column, item, padded, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    CORAL,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    OUTLINE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    SeatLook,
    active_palette,
)

PAD = 22.0
CHOICE_HEIGHT = 92.0
MAX_CHOICE_HEIGHT = 150.0
MAX_CHOICE_WIDTH = 420.0
CHOICE_GAP = 16.0
CARD_PAD = 16.0
MIN_CARD_WORDS = 190.0
CARD_WORDS_SHARE = 0.22
"""The share of a panel's height that its words have beside cards."""
LAST_CARD_WEIGHT = 0.66
"""The room that the last card needs, in cards: it shows one lane."""
CLOCK_GAP = 20.0
HEAD_GAP = 32.0
NOTE_HEIGHT = 84.0
"""The height of two lines of a note."""
CLOCK_SIZE = 76.0
"""The size of a clock that has a row of its own."""
MAX_NAME_HEIGHT = 2.0
"""The greatest size of a name, in radii of its stone."""
LARGE_TEXT_FACTOR = 1.3
"""From this factor of the nominal size on, a headline may have two lines."""
MIN_HEAD_WIDTH = 150.0
"""The least width of a headline beside a name."""
STONE_RADIUS = 40.0
SMALL_STONE_RADIUS = 30.0
"""The radius of the seat's stone in a panel that is less than 460 canvas units high."""


@dataclass(frozen=True, slots=True)
class PanelText:
    """The content of a panel."""

    name: str
    look: SeatLook
    active: bool
    head: str = ""
    line: str = ""
    """The prompt; or, at the other seats, what was just done."""
    warning: bool = False
    """The line says why something is refused."""
    note: str = ""
    """Small, under the name: who sits here, and games won."""
    clock: str = ""
    hurried: bool = False
    """The clock has little time left."""
    computer: bool = False
    """A computer plays here."""
    aided: bool = False
    """The people here are helped by more time, hints or a computer."""
    dots: int | None = None
    """The number of lit dots while the computer thinks; None if it does not."""


@lru_cache(maxsize=64)
def words_box(panel: Panel, has_tray: bool) -> Box:
    """The part of a panel that text may use."""
    inside = panel.box.inset(PAD)
    if not has_tray:
        return inside
    if panel.wide:
        return inside._replace(w=panel.tray.x - PAD - inside.x)
    return inside._replace(h=panel.tray.y - PAD * 0.6 - inside.y)


@lru_cache(maxsize=64)
def head_box(panel: Panel, has_tray: bool) -> Box:
    """The area of the seat's stone and name; touching it asks who plays there."""
    if panel.context.projector:
        return projector_head(panel)
    room = words_box(panel, has_tray)
    return room._replace(h=2 * (SMALL_STONE_RADIUS if _is_small(room) else STONE_RADIUS) + 8)


def _is_small(room: Box) -> bool:
    return room.h < 460


@lru_cache(maxsize=128)
def choice_boxes(panel: Panel, has_tray: bool, count: int, call: bool = False) -> tuple[Box, ...]:
    """The boxes of the acting seat's choices: below the text, and above the call."""
    if panel.context.projector:
        return tuple(projector_buttons(panel, has_tray, count + call)[:count])
    if call and not _call_above_tray(panel, has_tray):
        return choice_boxes(panel, has_tray, count + 1, False)[:-1]
    room = words_box(panel, has_tray)
    wanted = _choice_height(panel)
    if panel.wide:
        choices = row(
            *[item("choice", MAX_CHOICE_WIDTH)] * count,
            gap=CHOICE_GAP,
            size=min(wanted, room.h * 0.36),
        )
        return tuple(column(choices, justify="end").place(room).all("choice"))
    height = min(wanted, room.h * 0.5 / max(1, count) - CHOICE_GAP)
    choices = column(*[item("choice", height)] * count, gap=CHOICE_GAP, justify="end")
    return tuple(choices.place(room).all("choice"))


@lru_cache(maxsize=64)
def card_layout(panel: Panel, count: int) -> Boxes:
    """Where the cards of a seat lie, its words, and the button that confirms.

    The keys are `words`, `card` and `confirm`. The last card needs less room. The seat's tray is
    not needed meanwhile.
    """
    height = _choice_height(panel)
    if panel.wide:
        height = min(height, 0.28 * panel.box.h)
        confirm = padded("confirm", (CARD_PAD, 0, 0, CARD_PAD), size=height + CARD_PAD)
        words = column("words", confirm)
        cards = row(*["card"] * count, gap=CHOICE_GAP)
        return row(words, padded(cards, CARD_PAD, weight=1.7)).place(panel.box)
    weights = [1.0] * (count - 1) + [LAST_CARD_WEIGHT]
    cards = column(*[item("card", weight=weight) for weight in weights], gap=CHOICE_GAP)
    words = item("words", max(MIN_CARD_WORDS, CARD_WORDS_SHARE * panel.box.h))
    below = column(cards, item("confirm", height), gap=CHOICE_GAP)
    return column(words, padded(below, (CARD_PAD, 0, CARD_PAD, CARD_PAD))).place(panel.box)


def words_panel(panel: Panel, cards: int) -> Panel:
    """The part of a panel with cards that its words have."""
    return replace(panel, box=card_layout(panel, cards)["words"])


def _choice_height(panel: Panel) -> float:
    return min(panel.context.scaled_length(CHOICE_HEIGHT, BUTTON_SIZE), MAX_CHOICE_HEIGHT)


def call_box(panel: Panel, has_tray: bool, choices: int) -> Box:
    """The box of a seat's call: above its tray, or below its choices."""
    if panel.context.projector:
        return projector_buttons(panel, has_tray, choices + 1)[-1]
    if _call_above_tray(panel, has_tray):
        bottom = panel.tray.y - CHOICE_GAP
        height = min(_choice_height(panel), bottom - panel.box.y - PAD)
        return panel.tray._replace(y=bottom - height, h=height)
    return choice_boxes(panel, has_tray, choices + 1, False)[-1]


def _call_above_tray(panel: Panel, has_tray: bool) -> bool:
    """Whether there is room for a call above the tray, beside the text."""
    return panel.wide and has_tray and panel.tray.y - panel.box.y - PAD - CHOICE_GAP >= 44


@dataclass(frozen=True, slots=True)
class _Form:
    """What a panel leaves out, so that its line is large enough."""

    head: bool = True
    note: bool = True
    name: float = 1.0
    """The share of its size that the name has."""
    beside: bool = False
    """The line is beside the name, not below it."""
    over_tray: bool = False
    """The line is beside the name and above the tray."""


FORMS: Final = (
    _Form(),
    _Form(head=False),
    _Form(note=False),
    _Form(head=False, note=False),
    _Form(head=False, note=False, name=0.75),
    _Form(head=False, note=False, name=0.75, beside=True),
    _Form(head=False, note=False, name=0.75, beside=True, over_tray=True),
)
"""The first one is used whose line has its full size, else that whose line is largest."""
MIN_BESIDE_WIDTH: Final = 240.0
"""The least width of a line beside a name."""


@dataclass(frozen=True)
class _PanelFlow:
    """Where everything of a panel is, in one form."""

    canvas: Canvas
    panel: Panel
    said: PanelText
    room: Box
    bottom: float
    """Where the text has to end."""
    end: float
    """The right end of the name's row."""
    most: float
    """The greatest size of its line, in canvas units."""
    form: _Form

    @cached_property
    def small(self) -> bool:
        return _is_small(self.room)

    @cached_property
    def radius(self) -> float:
        return (SMALL_STONE_RADIUS if self.small else STONE_RADIUS) * sqrt(self.form.name)

    @cached_property
    def name_top(self) -> float:
        return self.room.y + self.radius + 4

    @cached_property
    def left(self) -> float:
        return self.room.x + 2 * self.radius + 26

    @cached_property
    def clock_beside(self) -> bool:
        return bool(self.said.clock) and (self.panel.wide or self.small)

    @cached_property
    def name_height(self) -> float:
        """The size of the name, and of the clock in its row, in canvas units."""
        wanted = self.canvas.context.scaled_size(NAME_SIZE * (0.84 if self.small else 1.0))
        size = min(wanted * self.form.name, MAX_NAME_HEIGHT * self.radius)
        if not self.clock_beside:
            return size
        return beside_clock(self.canvas, self.said, size, self.end - self.left)

    @cached_property
    def clock_width(self) -> float:
        """The width that the clock takes of the name's row."""
        if not self.clock_beside:
            return 0.0
        canvas = self.canvas
        pixels = canvas.px(self.name_height)
        picture = typesetting.tabular_line(self.said.clock, pixels, TEXT, context=canvas.context)
        return picture.get_width() / canvas.scale + CLOCK_GAP

    @cached_property
    def name_pixels(self) -> int:
        canvas, space = self.canvas, self.end - self.left - self.clock_width
        wanted = canvas.px(self.name_height)
        return typesetting.fitting_size(
            self.said.name, wanted, canvas.px(space), True, 0.4, context=canvas.context
        )

    @cached_property
    def after_name(self) -> float:
        """Where the name's row goes on."""
        canvas = self.canvas
        width = typesetting.width_of(self.said.name, self.name_pixels, True, context=canvas.context)
        return self.left + width / canvas.scale + HEAD_GAP

    @cached_property
    def head_beside(self) -> int:
        """The size in pixels of a headline beside the name; 0 if it is not there."""
        said, canvas = self.said, self.canvas
        room = self.end - self.clock_width - self.after_name
        if not (said.head and self.panel.wide and room >= MIN_HEAD_WIDTH) or self.form.beside:
            return 0
        wanted = canvas.px(
            min(canvas.context.scaled_size(NAME_SIZE), MAX_NAME_HEIGHT * self.radius)
        )
        wide = canvas.px(room)
        size = typesetting.fitting_size(said.head, wanted, wide, True, context=canvas.context)
        fits = typesetting.width_of(said.head, size, True, context=canvas.context) <= wide
        return size if fits else 0

    @cached_property
    def note_top(self) -> float:
        return self.name_top + self.radius + 12

    @cached_property
    def note(self) -> Label | None:
        said, room, canvas = self.said, self.room, self.canvas
        if not said.note or not self.form.note:
            return None
        size = min(SMALL_SIZE, canvas.context.unscaled_size(self.most))
        one = canvas.context.scaled_length(42.0, SMALL_SIZE)
        full, wide = canvas.px(canvas.context.scaled_size(SMALL_SIZE)), canvas.px(room.w)
        width = typesetting.width_of(said.note, round(0.8 * full), context=canvas.context)
        if width <= wide:
            return Label(said.note, room._replace(y=self.note_top - 6, h=one), size, DIM, most=1)
        high = min(
            canvas.context.scaled_length(NOTE_HEIGHT, SMALL_SIZE),
            max(NOTE_HEIGHT, 0.22 * room.h),
        )
        box = room._replace(y=self.note_top, h=high)
        return Label(said.note, box, size, DIM, stands="top", most=3)

    @cached_property
    def clock_top(self) -> float:
        note = self.note
        if note is None:
            return self.note_top
        if note.most == 1:
            return self.note_top + note.box.h
        return self.note_top + note.text_height(self.canvas) + 10

    @cached_property
    def large_clock(self) -> float:
        """The size of a clock that has a row of its own; 0 if it has none."""
        if not self.said.clock or self.clock_beside:
            return 0.0
        wanted = self.canvas.context.scaled_size(CLOCK_SIZE)
        share = self.room.w / _clock_width(self.canvas, self.said.clock)
        return min(wanted, CLOCK_SIZE * share) * self.form.name

    @cached_property
    def head_top(self) -> float:
        gap = 0 if self.panel.wide or self.small else 22
        return self.clock_top + 1.26 * self.large_clock + gap

    @cached_property
    def head(self) -> Label | None:
        """The headline, if it has a row of its own."""
        room, canvas = self.room, self.canvas
        free = self.bottom - self.head_top
        if not self.said.head or not self.form.head or self.head_beside or free <= 90:
            return None
        size = HEAD_SIZE * (0.72 if self.small else 1.0)
        # A line that gives a reason needs the room itself.
        large = canvas.context.scaled_size(size) >= LARGE_TEXT_FACTOR * size
        two = large and not self.small and not self.said.warning
        height = 0.4 * free if two else min(1.15 * canvas.context.scaled_size(size), 0.4 * free)
        box = room._replace(y=self.head_top, h=height)
        return Label(self.said.head, box, size, bold=True, stands="top", most=2 if two else 1)

    @cached_property
    def dots_top(self) -> float:
        head = self.head
        if head is None:
            return self.head_top
        return self.head_top + head.text_height(self.canvas) + 12

    @cached_property
    def has_dots(self) -> bool:
        return self.said.dots is not None and self.bottom - self.dots_top > 60

    @cached_property
    def line(self) -> Box:
        """The room of the line."""
        indent = LINE_INDENT if self.said.warning else 0.0
        y = self.dots_top + (40 if self.has_dots else 0)
        room = self.room._replace(y=y, h=self.bottom - y)
        if self.form.beside:
            x, right, bottom = self.after_name, self.end - self.clock_width, self.bottom
            if self.form.over_tray:
                bottom = min(bottom, self.panel.tray.y - 8)
            else:
                right = min(right, self.room.right)
            room = Box(x, self.room.y, right - x, bottom - self.room.y)
        return room._replace(x=room.x + indent, w=room.w - indent)

    @cached_property
    def full_size(self) -> int:
        """The size in pixels that the line has where it fits."""
        return self.canvas.px(min(self.most, self.canvas.context.scaled_size(BODY_SIZE)))

    @cached_property
    def line_size(self) -> int:
        """The size of the line in pixels; 0 if it has no room."""
        canvas, room = self.canvas, self.line
        if room.h < 24 or (self.form.beside and room.w < MIN_BESIDE_WIDTH):
            return 0
        return _fitting_pixels(
            canvas.context.translate(self.said.line),
            self.full_size,
            canvas.px(room.w),
            canvas.px(room.h),
        )


LINE_INDENT: Final = 26.0
"""Of a refusal: a bar is beside it."""


@lru_cache(maxsize=64)
def _panel_flow(
    canvas: Canvas,
    panel: Panel,
    said: PanelText,
    *,
    has_tray: bool,
    choices: int,
    call: bool,
    most: float,
) -> _PanelFlow:
    """The panel in the first form whose line has its full size, or in that with the largest."""
    room = words_box(panel, has_tray)
    below = choice_boxes(panel, has_tray, choices, call)
    if call and not _call_above_tray(panel, has_tray):
        below = (*below, call_box(panel, has_tray, choices))
    bottom = below[0].y - CHOICE_GAP if below else room.bottom
    named: float = room.y + 2 * (SMALL_STONE_RADIUS if _is_small(room) else STONE_RADIUS) + 4
    end = row_end(panel, room, named, has_tray=has_tray, call=call)
    forms = [_PanelFlow(canvas, panel, said, room, bottom, end, most, form) for form in FORMS]
    if not said.line:
        return forms[0]
    best, size = forms[0], -1
    for flow in forms:
        found = flow.line_size
        if found >= flow.full_size:
            return flow
        if found > size and not (said.note and flow.form.note):
            best, size = flow, found
    return best


def line_height(
    canvas: Canvas,
    panel: Panel,
    said: PanelText,
    *,
    has_tray: bool,
    choices: int,
    call: bool = False,
) -> float:
    """The size of a panel's line in canvas units, at a text scale of 100 %."""
    own = canvas.with_context(panel.context)
    flow = _panel_flow(own, panel, said, has_tray=has_tray, choices=choices, call=call, most=inf)
    return flow.line_size / canvas.scale * 100 / panel.context.text_scale


def draw_panel(
    frame: Frame,
    panel: Panel,
    said: PanelText,
    *,
    has_tray: bool,
    choices: int,
    cards: int = 0,
    call: bool = False,
    most: float = inf,
) -> None:
    """Draws a panel, in a frame that is turned already. `call` leaves room for a call.

    With `cards` the words have what these leave of it.
    `most`: the greatest size of its line, in canvas units at a text scale of 100 %.
    """
    canvas = frame.canvas
    most *= frame.context.text_scale / 100
    frame.put(panel_plate(canvas, panel.box, said.active), panel.box.centre)
    if cards:
        panel, has_tray = words_panel(panel, cards), False
    flow = _panel_flow(
        canvas, panel, said, has_tray=has_tray, choices=choices, call=call, most=most
    )
    _draw_name(frame, flow)
    if flow.note is not None:
        flow.note.draw(frame)
    if flow.large_clock:
        colour = CORAL_WORDS if said.hurried else TEXT if said.active else DIM
        pixels = canvas.px(flow.large_clock)
        picture = typesetting.tabular_line(said.clock, pixels, colour, context=frame.context)
        _put_left(frame, picture, flow.room.x, flow.clock_top + 0.58 * flow.large_clock)
    if flow.head is not None:
        flow.head.draw(frame)
    if flow.has_dots and said.dots is not None:
        put_dots(frame, said.dots, (flow.room.x + 12, flow.dots_top + 18))
    _draw_line(frame, flow)


def _draw_name(frame: Frame, flow: _PanelFlow) -> None:
    """Draws the row with the seat's stone, name and clock, and the headline if it has room."""
    canvas, said, radius, y = frame.canvas, flow.said, flow.radius, flow.name_top
    ink = TEXT if said.active else DIM
    frame.put(stone(said.look, canvas.px(radius)), (flow.room.x + radius + 4, y))
    sign = "computer" if said.computer else "plus" if said.aided else ""
    if sign:
        corner = (flow.room.x + 1.75 * radius + 4, y + 0.7 * radius)
        frame.put(shapes.disc(canvas.px(0.52 * radius), PANEL_LINE), corner)
        frame.put(icon(sign, canvas.px(0.52 * radius * 1.3), TEXT), corner)
    if flow.clock_beside:
        _put_clock(frame, said, flow.end, y, flow.name_height)
    name = typesetting.line(said.name, flow.name_pixels, ink, True, context=frame.context)
    _put_left(frame, name, flow.left, y)
    if flow.head_beside:
        head = typesetting.line(said.head, flow.head_beside, TEXT, True, context=frame.context)
        _put_left(frame, head, flow.after_name, y)


def _draw_line(frame: Frame, flow: _PanelFlow) -> None:
    """Draws the prompt, the refusal, or what was just done."""
    canvas, said, room = frame.canvas, flow.said, flow.line
    size = flow.line_size if said.line else 0
    if not size:
        return
    ink = TEXT if said.active else DIM
    body = typesetting.block(said.line, size, canvas.px(room.w), ink, context=frame.context)
    height = body.get_height() / canvas.scale
    middle = room.y + height / 2
    frame.put(body, (room.x + body.get_width() / canvas.scale / 2, middle))
    if said.warning:
        bar = shapes.rounded(canvas.px(8), canvas.px(height - 8), canvas.px(4), CORAL)
        frame.put(bar, (room.x - LINE_INDENT + 6, middle))


def _clock_width(canvas: Canvas, text: str) -> float:
    """The width of a clock at `CLOCK_SIZE`."""
    return (
        typesetting.tabular_line(
            text, canvas.px(CLOCK_SIZE), TEXT, context=canvas.context
        ).get_width()
        / canvas.scale
    )


def put_dots(frame: Frame, lit: int, at: Point, radius: float = 9, step: float = 34) -> None:
    """Draws three dots, `lit` of them bright: a computer thinks."""
    canvas, (x, y) = frame.canvas, at
    for number in range(3):
        ink = AMBER if number < lit else PANEL_LINE
        frame.put(shapes.disc(canvas.px(radius), ink), (x + step * number, y))


@lru_cache(maxsize=256)
def _fitting_pixels(text: str, pixels: int, width: int, height: int) -> int:
    """The largest size, up to `pixels`, at which a block of the text is not cut."""
    least = max(6, pixels // 3)
    for size in range(pixels, least, -1):
        wide, high = typesetting.block_size(text, size, width, context=typesetting.NEUTRAL)
        if high <= height and wide <= width:
            return size
    return least


def row_end(panel: Panel, room: Box, below: float, *, has_tray: bool, call: bool) -> float:
    """The right end of the name's row: above the tray, if that is free."""
    over = panel.wide and has_tray and not call and panel.tray.y >= below
    return panel.tray.right if over else room.right


def beside_clock(canvas: Canvas, said: PanelText, size: float, room: float) -> float:
    """The size at which a name and the clock fit in a row of that width together."""
    pixels = canvas.px(size)
    clock = typesetting.tabular_line(said.clock, pixels, TEXT, context=canvas.context).get_width()
    taken = (
        typesetting.width_of(said.name, pixels, True, context=canvas.context) + clock
    ) / canvas.scale
    return size * min(1.0, (room - CLOCK_GAP) / taken)


def _put_clock(frame: Frame, said: PanelText, right: float, y: float, size: float) -> None:
    """Draws the clock at the right end of the name's row."""
    ink = CORAL_WORDS if said.hurried else (TEXT if said.active else DIM)
    picture = typesetting.tabular_line(
        said.clock, frame.canvas.px(size), ink, context=frame.context
    )
    frame.put(picture, (right - picture.get_width() / frame.canvas.scale / 2, y))


def _put_left(frame: Frame, picture: pygame.Surface, x: float, y: float) -> None:
    frame.put(picture, (x + picture.get_width() / frame.canvas.scale / 2, y))


def panel_plate(canvas: Canvas, box: Box, active: bool) -> pygame.Surface:
    """The background of a panel."""
    return _plate_picture(
        canvas.px(box.w), canvas.px(box.h), canvas.px(30), canvas.px(6), canvas.px(16), active
    )


@surface_cache(most=16)
def _plate_picture(
    width: int, height: int, radius: int, line: int, glow: int, active: bool
) -> pygame.Surface:
    """The background of a panel; an active one is the brighter one, and has a lit edge."""
    waiting, lit = sorted((PANEL, PANEL_ACTIVE), key=sum)
    if not active and active_palette().edge:
        outlined = shapes.copy_surface(shapes.rounded(width, height, radius, waiting))
        outlined.blit(shapes.outline(width, height, radius, line / 2, OUTLINE), (0, 0))
        return outlined
    if not active:
        return shapes.rounded(width, height, radius, waiting, 215)
    face = shapes.rounded(width, height, radius, lit)
    edge = shapes.outline(width, height, radius, line, AMBER)
    halo = shapes.blurred(edge, AMBER, glow, 150).copy()
    at = ((halo.get_width() - width) // 2, (halo.get_height() - height) // 2)
    halo.blit(face, at)
    annotations.copy_annotations(halo, face, at)
    halo.blit(edge, at)
    return halo


PROJECTOR_CLOCK_SIZE: Final = 84.0
PROJECTOR_NOTE_SIZE: Final = 45.0
PROJECTOR_LINE_GAP: Final = 20.0
PROJECTOR_NOTE_HEIGHT: Final = 104.0


def draw_projector_panel(
    frame: Frame, panel: Panel, said: PanelText, *, has_tray: bool, buttons: int
) -> None:
    """Draws a projected panel. `buttons` is the number of its buttons."""
    canvas, head = frame.canvas, projector_head(panel)
    frame.put(panel_plate(canvas, panel.box, said.active), panel.box.centre)
    small = is_small(panel.box)
    radius = SMALL_STONE if small else STONE
    at = (head.x + radius + 2, head.y + (head.h / 2 if small else radius + 2))
    frame.put(stone(said.look, canvas.px(radius)), at)
    if said.computer:
        corner = (at[0] + radius * 0.76, at[1] + radius * 0.68)
        frame.put(shapes.disc(canvas.px(radius * 0.46), PANEL_LINE), corner)
        frame.put(icon("computer", canvas.px(radius * 0.6), TEXT), corner)
    left = at[0] + radius + PROJECTOR_LINE_GAP
    beside = head._replace(x=left, w=head.right - left)
    if small:
        clock = beside._replace(y=beside.y + beside.h / 2, h=beside.h / 2)
        name = beside._replace(h=beside.h / 2) if said.clock else beside
    else:
        name = head._replace(y=head.bottom - NAME, h=NAME)
        clock = beside._replace(h=2 * radius + 4)
    ink = TEXT if said.active else DIM
    size = NAME_SIZE if small else NAME - 6
    if small or not said.active:  # else it stands in the banner
        shortened(Label(said.name, name, size, ink, bold=True, most=1), canvas).draw(frame)
    if said.clock:
        _put_projector_clock(frame, said, clock, LINE if small else PROJECTOR_CLOCK_SIZE)
    if small or said.active:
        return  # the banner says it
    for words in (said.line, said.note if said.computer else ""):
        if words and _put_projector_note(frame, panel, words, has_tray=has_tray, buttons=buttons):
            return


def shortened(label: Label, canvas: Canvas) -> Label:
    """The label cut to the letters that fit in its box; the banner shows the whole name."""
    name = canvas.context.translate(label.text)
    while len(name) > 1 and not label.typeset(canvas).complete:
        name = name[:-1].rstrip()
        label = replace(label, text=f"{name}.")
    return label


def _put_projector_clock(frame: Frame, said: PanelText, box: Box, size: float) -> None:
    canvas = frame.canvas
    ink = CORAL_WORDS if said.hurried else (TEXT if said.active else DIM)
    least, pixels = (
        canvas.px(frame.context.scaled_size(0)),
        canvas.px(frame.context.scaled_size(size)),
    )
    picture = typesetting.tabular_line(said.clock, pixels, ink, context=frame.context)
    if picture.get_width() > canvas.px(box.w):
        fits = pixels * canvas.px(box.w) // picture.get_width()
        picture = typesetting.tabular_line(
            said.clock, max(least, fits, 4), ink, context=frame.context
        )
    width = picture.get_width() / canvas.scale
    frame.put(picture, (box.x + width / 2, box.centre[1]))


def _put_projector_note(
    frame: Frame, panel: Panel, words: str, *, has_tray: bool, buttons: int
) -> bool:
    """Draws what a seat did last, or who plays there, below its head; False if it has no room."""
    head = projector_head(panel)
    first = projector_buttons(panel, has_tray, buttons)[0].y if buttons else panel.tray.y
    free = first - head.bottom
    if free < PROJECTOR_NOTE_HEIGHT + 8:
        return False
    room = head._replace(y=head.bottom + 16, h=min(free - 20, 3 * PROJECTOR_NOTE_HEIGHT))
    label = Label(words, room, PROJECTOR_NOTE_SIZE, DIM, stands="top")
    fits = label.typeset(frame.canvas).complete
    if fits:
        label.draw(frame)
    return fits
