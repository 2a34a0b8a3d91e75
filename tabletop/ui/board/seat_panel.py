"""A seat's panel: whose it is, whether it is to move, what it can do, and why not.

A projected panel shows the seat's stone, name and clock only; the banner has the sentences.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
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
CARD_WORDS_SHARE = 0.3
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
    goal: str = ""
    """The goal of the game, for a room."""
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
    named: bool = True


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
NAMELESS: Final = _Form(head=False, note=False, name=0.75, beside=True, named=False)
"""For a line that has room in none of them; the stone alone tells whose panel it is."""
COMPACT: Final = _Form(head=False, note=False, name=0.5)
"""For a line that would be small in all others beside a clock, which gets smaller instead."""
MIN_LINE_SHARE: Final = 0.5
"""The share of its full size below which a line is small."""
MIN_BESIDE_WIDTH: Final = 240.0
"""The least width of a line beside a name."""


@dataclass(frozen=True, slots=True)
class _NameRow:
    """The row with the seat's stone, name and clock, and the headline if it has room."""

    radius: float
    """Of the stone."""
    y: float
    """Its middle."""
    left: float
    """Where the name begins."""
    height: float
    """The size of the name, and of the clock in this row, in canvas units."""
    pixels: int
    """The size at which the name fits."""
    after: float
    """Where the row goes on after the name."""
    free_end: float
    """The left end of the clock in this row, or the end of the row."""
    end: float
    clock: bool
    """The clock is in this row."""
    head: int
    """The size in pixels of a headline in this row; 0 if it is not there."""


def _name_row(
    canvas: Canvas, panel: Panel, said: PanelText, room: Box, end: float, form: _Form
) -> _NameRow:
    context, small = canvas.context, _is_small(room)
    radius = (SMALL_STONE_RADIUS if small else STONE_RADIUS) * sqrt(form.name)
    left, largest = room.x + 2 * radius + 26, MAX_NAME_HEIGHT * radius
    height = min(context.scaled_size(NAME_SIZE * (0.84 if small else 1.0)) * form.name, largest)
    # Beside a line the clock has no row of its own; without its name the seat needs none.
    in_row = panel.wide or small or form.beside or not form.named
    clock, free_end = bool(said.clock) and in_row, end
    if clock:
        named = said if form.named else replace(said, name="")
        height = beside_clock(canvas, named, height, end - left)
        picture = typesetting.tabular_line(said.clock, canvas.px(height), TEXT, context=context)
        free_end -= picture.get_width() / canvas.scale + CLOCK_GAP
    space = canvas.px(free_end - left)
    pixels = typesetting.fitting_size(
        said.name, canvas.px(height), space, True, 0.4, context=context
    )
    width = typesetting.width_of(said.name, pixels, True, context=context)
    after = left + width / canvas.scale + HEAD_GAP if form.named else left
    head = 0
    if said.head and panel.wide and not form.beside and free_end - after >= MIN_HEAD_WIDTH:
        wanted, wide = (
            canvas.px(min(context.scaled_size(NAME_SIZE), largest)),
            canvas.px(free_end - after),
        )
        size = typesetting.fitting_size(said.head, wanted, wide, True, context=context)
        if typesetting.width_of(said.head, size, True, context=context) <= wide:
            head = size
    y = room.y + radius + 4
    return _NameRow(radius, y, left, height, pixels, after, free_end, end, clock, head)


@dataclass(frozen=True, slots=True)
class _PanelFlow:
    """Where everything of a panel is, in one form."""

    form: _Form
    said: PanelText
    room: Box
    name: _NameRow
    note: Label | None
    clock_top: float
    large_clock: float
    """The size of a clock that has a row of its own; 0 if it has none."""
    head: Label | None
    """The headline, if it has a row of its own."""
    dots_top: float
    has_dots: bool
    line: Box
    full_size: int
    """The size in pixels that the line has where it fits."""
    line_size: int
    """The size of the line in pixels; 0 if it has no room."""


def _arranged(
    canvas: Canvas,
    panel: Panel,
    said: PanelText,
    room: Box,
    bottom: float,
    end: float,
    most: float,
    form: _Form,
) -> _PanelFlow:
    """A panel in one form, from its top to its bottom.

    `bottom`: where the text has to end. `end`: the right end of the name's row. `most`: the
    greatest size of the line, in canvas units.
    """
    context = canvas.context
    name = _name_row(canvas, panel, said, room, end, form)
    clock_top = name.y + name.radius + 12
    note = _note(canvas, said, room, clock_top, most) if said.note and form.note else None
    if note is not None:
        clock_top += note.box.h if note.most == 1 else note.text_height(canvas) + 10
    large_clock = 0.0
    if said.clock and not name.clock:
        share = room.w / _clock_width(canvas, said.clock)
        large_clock = min(context.scaled_size(CLOCK_SIZE), CLOCK_SIZE * share) * form.name
    gap = 0 if panel.wide or _is_small(room) else 22
    top = clock_top + 1.26 * large_clock + gap
    head = None
    if said.head and form.head and not name.head and bottom - top > 90:
        head = _head(canvas, said, room, top, bottom - top)
        if note is not None:
            top += max(0.0, head.typeset(canvas).rise / canvas.scale - gap)
            head = replace(head, box=head.box._replace(y=top))
        top += head.text_height(canvas) + 12
    one_line = context.scaled_size(BODY_SIZE)
    has_dots = said.dots is not None and bottom - top > DOTS_HEIGHT + one_line
    y = top + (DOTS_HEIGHT if has_dots else 0)
    line = room._replace(y=y, h=bottom - y)
    if form.beside:
        right = name.free_end if form.over_tray else min(name.free_end, room.right)
        low = min(bottom, panel.tray.y - 8) if form.over_tray else bottom
        line = Box(name.after, room.y, right - name.after, low - room.y)
    indent = LINE_INDENT if said.warning else 0.0
    line = line._replace(x=line.x + indent, w=line.w - indent)
    full_size, line_size = canvas.px(min(most, context.scaled_size(BODY_SIZE))), 0
    broad = not (form.beside and form.named) or line.w >= MIN_BESIDE_WIDTH
    if said.line and line.h >= 24 and broad:
        words = context.translate(said.line)
        line_size = _fitting_pixels(words, full_size, canvas.px(line.w), canvas.px(line.h))
    return _PanelFlow(
        form,
        said,
        room,
        name,
        note,
        clock_top,
        large_clock,
        head,
        top,
        has_dots,
        line,
        full_size,
        line_size,
    )


def _note(canvas: Canvas, said: PanelText, room: Box, top: float, most: float) -> Label:
    """Who sits here, in one line or in up to three."""
    context = canvas.context
    size = min(SMALL_SIZE, context.unscaled_size(most))
    full = canvas.px(context.scaled_size(SMALL_SIZE))
    width = typesetting.width_of(said.note, round(0.8 * full), context=context)
    if width <= canvas.px(room.w):
        one = context.scaled_length(42.0, SMALL_SIZE)
        return Label(said.note, room._replace(y=top - 6, h=one), size, DIM, most=1)
    high = min(context.scaled_length(NOTE_HEIGHT, SMALL_SIZE), max(NOTE_HEIGHT, 0.22 * room.h))
    return Label(said.note, room._replace(y=top, h=high), size, DIM, stands="top", most=3)


def _head(canvas: Canvas, said: PanelText, room: Box, top: float, free: float) -> Label:
    """The headline in a row of its own; large text may have two lines."""
    small = _is_small(room)
    size = HEAD_SIZE * (0.72 if small else 1.0)
    scaled = canvas.context.scaled_size(size)
    # A line that gives a reason needs the room itself.
    two = scaled >= LARGE_TEXT_FACTOR * size and not small and not said.warning
    height = 0.4 * free if two else min(1.15 * scaled, 0.4 * free)
    box = room._replace(y=top, h=height)
    return Label(said.head, box, size, bold=True, stands="top", most=2 if two else 1)


DOTS_HEIGHT: Final = 40.0
"""The height of the row of dots, which goes if no line has room below it."""
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
    flows: list[_PanelFlow] = []
    for form in FORMS:
        flow = _arranged(canvas, panel, said, room, bottom, end, most, form)
        if not said.line or flow.line_size >= flow.full_size:
            return flow
        flows.append(flow)
    bare = [flow for flow in flows if flow.note is None]
    if said.clock and max(flow.line_size for flow in bare) < MIN_LINE_SHARE * bare[0].full_size:
        bare.append(_arranged(canvas, panel, said, room, bottom, end, most, COMPACT))
    best = max(bare, key=lambda flow: flow.line_size)
    if best.line_size:
        return best
    nameless = NAMELESS if panel.wide or not said.clock else replace(NAMELESS, beside=False)
    return _arranged(canvas, panel, said, room, bottom, end, most, nameless)


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
    canvas, said, name = frame.canvas, flow.said, flow.name
    radius, y = name.radius, name.y
    ink = TEXT if said.active else DIM
    frame.put(stone(said.look, canvas.px(radius)), (flow.room.x + radius + 4, y))
    sign = "computer" if said.computer else "plus" if said.aided else ""
    if sign:
        corner = (flow.room.x + 1.75 * radius + 4, y + 0.7 * radius)
        frame.put(shapes.disc(canvas.px(0.52 * radius), PANEL_LINE), corner)
        frame.put(icon(sign, canvas.px(0.52 * radius * 1.3), TEXT), corner)
    if name.clock:
        _put_clock(frame, said, name.end, y, name.height)
    if flow.form.named:
        picture = typesetting.line(said.name, name.pixels, ink, True, context=frame.context)
        _put_left(frame, picture, name.left, y)
    if name.head:
        head = typesetting.line(said.head, name.head, TEXT, True, context=frame.context)
        _put_left(frame, head, name.after, y)


def _draw_line(frame: Frame, flow: _PanelFlow) -> None:
    """Draws the prompt, the refusal, or what was just done."""
    canvas, said, room = frame.canvas, flow.said, flow.line
    size = flow.line_size
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
        wide, high = typesetting.block_size(text, size, width)
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
    if small:
        return
    # What the active seat is to do stands in the banner.
    told = (said.goal,) if said.active else (said.line, said.note if said.computer else "")
    for words in told:
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
    least = canvas.px(frame.context.scaled_size(0))
    pixels = max(least, canvas.px(min(frame.context.scaled_size(size), box.h)))
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
    # Large text does not enlarge it: the banner's sentence, which is read first, has less room.
    size = frame.context.unscaled_size(PROJECTOR_NOTE_SIZE)
    label = Label(words, room, size, DIM, stands="top")
    fits = label.typeset(frame.canvas).complete
    if fits:
        label.draw(frame)
    return fits
