"""A seat's panel: whose it is, whether it is to move, what it can do, and why not.

A projected panel shows the seat's stone, name and clock only; the banner has the sentences.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
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
from tabletop.ui.layout import column, item, row
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
    Colour,
    SeatLook,
    active_palette,
)

PAD = 22.0
CHOICE_HEIGHT = 92.0
MAX_CHOICE_HEIGHT = 150.0
MAX_CHOICE_WIDTH = 420.0
CHOICE_GAP = 16.0
CLOCK_GAP = 20.0
HEAD_GAP = 32.0
NOTE_HEIGHT = 64.0
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


def draw_panel(
    frame: Frame,
    panel: Panel,
    said: PanelText,
    *,
    has_tray: bool,
    choices: int,
    call: bool = False,
) -> None:
    """Draws a panel, in a frame that is turned already. `call` leaves room for a call."""
    canvas = frame.canvas
    frame.put(panel_plate(canvas, panel.box, said.active), panel.box.centre)
    room = words_box(panel, has_tray)
    below = choice_boxes(panel, has_tray, choices, call)
    if call and not _call_above_tray(panel, has_tray):
        below = (*below, call_box(panel, has_tray, choices))
    bottom = below[0].y - CHOICE_GAP if below else room.bottom
    small = _is_small(room)
    ink = TEXT if said.active else DIM
    radius = SMALL_STONE_RADIUS if small else STONE_RADIUS
    name_size = min(
        frame.context.scaled_size(NAME_SIZE * (0.84 if small else 1.0)), MAX_NAME_HEIGHT * radius
    )
    y = room.y + radius + 4
    frame.put(stone(said.look, canvas.px(radius)), (room.x + radius + 4, y))
    sign = "computer" if said.computer else "plus" if said.aided else ""
    if sign:
        corner = (room.x + 1.75 * radius + 4, y + 0.7 * radius)
        frame.put(shapes.disc(canvas.px(0.52 * radius), PANEL_LINE), corner)
        frame.put(icon(sign, canvas.px(0.52 * radius * 1.3), TEXT), corner)
    left = room.x + 2 * radius + 26
    clock_room = 0.0
    end = row_end(panel, room, y + radius, has_tray=has_tray, call=call)
    if said.clock and (panel.wide or small):
        name_size = beside_clock(canvas, said, name_size, end - left)
        clock_room = _put_clock(frame, said, end, y, name_size)
    space = end - left - clock_room
    size = typesetting.fitting_size(
        said.name, canvas.px(name_size), canvas.px(space), True, 0.4, context=frame.context
    )
    _put_left(frame, typesetting.line(said.name, size, ink, True, context=frame.context), left, y)
    taken = (
        typesetting.width_of(said.name, size, True, context=frame.context) / canvas.scale + HEAD_GAP
    )
    beside = panel.wide and said.head and space - taken >= MIN_HEAD_WIDTH
    wanted = canvas.px(min(frame.context.scaled_size(NAME_SIZE), MAX_NAME_HEIGHT * radius))
    size = typesetting.fitting_size(
        said.head, wanted, canvas.px(space - taken), True, context=frame.context
    )
    if beside and typesetting.width_of(said.head, size, True, context=frame.context) <= canvas.px(
        space - taken
    ):
        # In a low and broad panel the headline is beside the name.
        _put_left(
            frame,
            typesetting.line(said.head, size, TEXT, True, context=frame.context),
            left + taken,
            y,
        )
        said = replace(said, head="")
    y += radius + 12
    if said.note:
        y += _put_note(frame, said.note, room, y)
    if said.clock and not (panel.wide or small):
        large = min(
            frame.context.scaled_size(CLOCK_SIZE),
            CLOCK_SIZE * room.w / _clock_width(canvas, said.clock),
        )
        colour = CORAL_WORDS if said.hurried else ink
        picture = typesetting.tabular_line(
            said.clock, canvas.px(large), colour, context=frame.context
        )
        _put_left(frame, picture, room.x, y + 0.58 * large)
        y += 1.26 * large
    if not panel.wide and not small:
        y += 22
    _put_lines(frame, said, room._replace(y=y, h=bottom - y), small)


def _clock_width(canvas: Canvas, text: str) -> float:
    """The width of a clock at `CLOCK_SIZE`."""
    return (
        typesetting.tabular_line(
            text, canvas.px(CLOCK_SIZE), TEXT, context=canvas.context
        ).get_width()
        / canvas.scale
    )


def _put_note(frame: Frame, note: str, room: Box, y: float) -> float:
    """Draws the note under the name, in two lines if one would be tiny; returns its height."""
    canvas = frame.canvas
    full, wide = canvas.px(frame.context.scaled_size(SMALL_SIZE)), canvas.px(room.w)
    if typesetting.width_of(note, round(0.8 * full), context=frame.context) <= wide:
        size = typesetting.fitting_size(note, full, wide, least=0.8, context=frame.context)
        _put_left(
            frame,
            typesetting.line(note, size, DIM, context=frame.context),
            room.x,
            y + frame.context.scaled_length(16, SMALL_SIZE),
        )
        return frame.context.scaled_length(42.0, SMALL_SIZE)
    high = min(
        frame.context.scaled_length(NOTE_HEIGHT, SMALL_SIZE), max(NOTE_HEIGHT, 0.22 * room.h)
    )
    label = Label(note, room._replace(y=y, h=high), SMALL_SIZE, DIM, stands="top", most=2)
    label.draw(frame)
    return label.text_height(canvas) + 10


def _put_lines(frame: Frame, said: PanelText, room: Box, small: bool) -> None:
    """Draws the headline and the line below it, as large as they fit."""
    canvas = frame.canvas
    y = room.y
    if said.head and room.h > 90:
        y += _put_head(frame, said, room, small)
    if said.dots is not None and room.bottom - y > 60:
        put_dots(frame, said.dots, (room.x + 12, y + 18))
        y += 40
    if not said.line or room.bottom - y < 24:
        return
    indent = 26.0 if said.warning else 0.0
    body = _fitting_block(
        frame.context.translate(said.line),
        canvas.px(frame.context.scaled_size(BODY_SIZE)),
        max(6, canvas.px(BODY_SIZE) // 2),
        canvas.px(room.w - indent),
        canvas.px(room.bottom - y),
        TEXT if said.active else DIM,
    )
    height = body.get_height() / canvas.scale
    centre = (room.x + indent + body.get_width() / canvas.scale / 2, y + height / 2)
    frame.put(body, centre)
    if said.warning:
        bar = shapes.rounded(canvas.px(8), canvas.px(height - 8), canvas.px(4), CORAL)
        frame.put(bar, (room.x + 6, y + height / 2))


def _put_head(frame: Frame, said: PanelText, room: Box, small: bool) -> float:
    """Draws the headline, large text in two lines; returns its height."""
    canvas = frame.canvas
    size = HEAD_SIZE * (0.72 if small else 1.0)
    wanted, wide = canvas.px(frame.context.scaled_size(size)), canvas.px(room.w)
    one = typesetting.fitting_size(said.head, wanted, wide, True, context=frame.context)
    # A line that gives a reason needs the room itself.
    if frame.context.scaled_size(size) < LARGE_TEXT_FACTOR * size or small or said.warning:
        height = one / canvas.scale
        _put_left(
            frame,
            typesetting.line(said.head, one, TEXT, True, context=frame.context),
            room.x,
            room.y + height * 0.5,
        )
        return height * 1.15
    label = Label(said.head, room._replace(h=0.4 * room.h), size, bold=True, stands="top", most=2)
    label.draw(frame)
    return label.text_height(canvas) + 12


def put_dots(frame: Frame, lit: int, at: Point, radius: float = 9, step: float = 34) -> None:
    """Draws three dots, `lit` of them bright: a computer thinks."""
    canvas, (x, y) = frame.canvas, at
    for number in range(3):
        ink = AMBER if number < lit else PANEL_LINE
        frame.put(shapes.disc(canvas.px(radius), ink), (x + step * number, y))


@surface_cache(most=128)
def _fitting_block(
    text: str, pixels: int, least: int, width: int, height: int, ink: Colour
) -> pygame.Surface:
    """The text as a block in the largest size, from `pixels` down to `least`, that is not cut."""
    for size in range(pixels, least, -1):
        wide, high = typesetting.block_size(text, size, width, context=typesetting.NEUTRAL)
        if high <= height and wide <= width:
            return typesetting.block(text, size, width, ink, context=typesetting.NEUTRAL)
    return typesetting.block(text, least, width, ink, context=typesetting.NEUTRAL)


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


def _put_clock(frame: Frame, said: PanelText, right: float, y: float, size: float) -> float:
    """Draws the clock at the right end of the name's row; returns the width that it took."""
    ink = CORAL_WORDS if said.hurried else (TEXT if said.active else DIM)
    picture = typesetting.tabular_line(
        said.clock, frame.canvas.px(size), ink, context=frame.context
    )
    width = picture.get_width() / frame.canvas.scale
    frame.put(picture, (right - width / 2, y))
    return width + CLOCK_GAP


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
    """The background of a panel; an active one has a lit edge."""
    if not active and active_palette().edge:
        outlined = shapes.copy_surface(shapes.rounded(width, height, radius, PANEL))
        outlined.blit(shapes.outline(width, height, radius, line / 2, OUTLINE), (0, 0))
        return outlined
    if not active:
        return shapes.rounded(width, height, radius, PANEL, 215)
    face = shapes.rounded(width, height, radius, PANEL_ACTIVE)
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
    shortened(Label(said.name, name, size, ink, bold=True, most=1), canvas).draw(frame)
    if said.clock:
        _put_projector_clock(frame, said, clock, LINE if small else PROJECTOR_CLOCK_SIZE)
    if said.note and said.computer and not small:
        _put_projector_note(frame, panel, said, has_tray=has_tray, buttons=buttons)


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
    frame: Frame, panel: Panel, said: PanelText, *, has_tray: bool, buttons: int
) -> None:
    """Draws the note below the head, if there is room for it."""
    head = projector_head(panel)
    first = projector_buttons(panel, has_tray, buttons)[0].y if buttons else panel.tray.y
    free = first - head.bottom
    if free < PROJECTOR_NOTE_HEIGHT + 8:
        return
    room = head._replace(y=head.bottom + 16, h=min(free - 20, 2 * PROJECTOR_NOTE_HEIGHT))
    label = Label(said.note, room, PROJECTOR_NOTE_SIZE, DIM, stands="top")
    if label.typeset(frame.canvas).complete:
        label.draw(frame)
