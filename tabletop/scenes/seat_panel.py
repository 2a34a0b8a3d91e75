"""A seat's panel: whose it is, whether it is to move, what it can do, and why not."""

from dataclasses import dataclass, replace

import pygame

from tabletop.scenes.layout import Panel
from tabletop.scenes.projector_layout import room_buttons, room_head
from tabletop.ui import art, traces, words
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, grown, least, lettering
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
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
    now,
)
from tabletop.ui.tongue import spoken

PAD = 22.0
CHOICE_HEIGHT = 92.0
MOST_CHOICE = 150.0
CHOICE_GAP = 16.0
CLOCK_GAP = 20.0
HEAD_GAP = 32.0
NOTE_ROOM = 64.0
"""The height of two lines of a note."""
CLOCK = 76.0
"""The size of a clock that has a row of its own."""
MOST_NAME = 2.0
"""A name is at most so many radii of its stone high, however large words are."""
LARGE = 1.3
"""From so many times the usual size on, a headline may have two lines."""
HEAD_ROOM = 150.0
"""A headline beside a name wants at least that much."""


@dataclass(frozen=True, slots=True)
class PanelWords:
    """What a panel says in one moment."""

    name: str
    look: SeatLook
    active: bool
    head: str = ""
    line: str = ""
    """The prompt; or, at the other seats, what was just done."""
    warning: bool = False
    """The line says why something cannot be."""
    note: str = ""
    """Small, under the name: who sits here, and games won."""
    clock: str = ""
    hurried: bool = False
    computer: bool = False
    """A computer plays here."""
    aided: bool = False
    """The people here are helped by more time, hints or a computer."""
    dots: int | None = None
    """How many of the dots are lit that show that it thinks; None where it does not."""


def words_box(panel: Panel, has_tray: bool) -> Box:
    """The part of a panel that words may use."""
    inside = panel.box.inset(PAD)
    if not has_tray:
        return inside
    if panel.wide:
        return Box(inside.x, inside.y, panel.tray.x - PAD - inside.x, inside.h)
    return Box(inside.x, inside.y, inside.w, panel.tray.y - PAD * 0.6 - inside.y)


def head_box(panel: Panel, has_tray: bool) -> Box:
    """Where the seat's stone and name lie; touching them asks who plays there."""
    if least():
        return room_head(panel)
    room = words_box(panel, has_tray)
    return Box(room.x, room.y, room.w, 2 * _stone_radius(room) + 8)


def _stone_radius(room: Box) -> float:
    return 30.0 if _is_small(room) else 40.0


def _is_small(room: Box) -> bool:
    return room.h < 460


def choice_boxes(panel: Panel, has_tray: bool, count: int, *, call: bool = False) -> list[Box]:
    """Where the acting seat's choices lie: at the lower edge of the words, above the call."""
    if least():
        return room_buttons(panel, has_tray, count + call)[:count]
    if call and not _beside(panel, has_tray):
        return choice_boxes(panel, has_tray, count + 1)[:-1]
    room = words_box(panel, has_tray)
    wanted = _choice_height(panel)
    if panel.wide:
        height = min(wanted, room.h * 0.36)
        width = (room.w - CHOICE_GAP * (count - 1)) / max(1, count)
        width = min(width, 420.0)
        y = room.bottom - height
        return [Box(room.x + i * (width + CHOICE_GAP), y, width, height) for i in range(count)]
    height = min(wanted, room.h * 0.5 / max(1, count) - CHOICE_GAP)
    top = room.bottom - count * height - (count - 1) * CHOICE_GAP
    return [Box(room.x, top + i * (height + CHOICE_GAP), room.w, height) for i in range(count)]


def _choice_height(panel: Panel) -> float:
    """The height of a seat's buttons, as large as its words are set."""
    with lettering(panel.percent):
        return min(grown(CHOICE_HEIGHT, BUTTON_SIZE), MOST_CHOICE)


def call_box(panel: Panel, has_tray: bool, choices: int) -> Box:
    """Where a seat's call lies: above its tray, or below its choices."""
    if least():
        return room_buttons(panel, has_tray, choices + 1)[-1]
    if _beside(panel, has_tray):
        top = panel.box.y + PAD
        height = min(_choice_height(panel), panel.tray.y - CHOICE_GAP - top)
        return Box(panel.tray.x, panel.tray.y - CHOICE_GAP - height, panel.tray.w, height)
    return choice_boxes(panel, has_tray, choices + 1)[-1]


def _beside(panel: Panel, has_tray: bool) -> bool:
    """Whether there is room for a call above the tray, beside the words."""
    return panel.wide and has_tray and panel.tray.y - panel.box.y - PAD - CHOICE_GAP >= 44


def draw_panel(
    frame: Frame,
    panel: Panel,
    said: PanelWords,
    *,
    has_tray: bool,
    choices: int,
    call: bool = False,
) -> None:
    """Puts a panel; the frame is turned already. `call` keeps room for a call."""
    canvas = frame.canvas
    frame.put(plate(canvas, panel.box, said.active), panel.box.centre)
    room = words_box(panel, has_tray)
    below = choice_boxes(panel, has_tray, choices, call=call)
    if call and not _beside(panel, has_tray):
        below.append(call_box(panel, has_tray, choices))
    bottom = below[0].y - CHOICE_GAP if below else room.bottom
    small = _is_small(room)
    ink = TEXT if said.active else DIM
    radius = _stone_radius(room)
    name_size = min(em(NAME_SIZE * (0.84 if small else 1.0)), MOST_NAME * radius)
    y = room.y + radius + 4
    frame.put(stone(said.look, canvas.px(radius)), (room.x + radius + 4, y))
    sign = "computer" if said.computer else "plus" if said.aided else ""
    if sign:
        _put_badge(frame, sign, (room.x + 1.75 * radius + 4, y + 0.7 * radius), 0.52 * radius)
    left = room.x + 2 * radius + 26
    clock_room = 0.0
    end = row_end(panel, room, y + radius, has_tray=has_tray, call=call)
    if said.clock and (panel.wide or small):
        name_size = beside_clock(canvas, said, name_size, end - left)
        clock_room = _put_clock(frame, said, end, y, name_size)
    space = end - left - clock_room
    size = words.fitting(said.name, canvas.px(name_size), canvas.px(space), True, 0.4)
    _put_left(frame, words.line(said.name, size, ink, True), left, y)
    taken = words.width_of(said.name, size, True) / canvas.scale + HEAD_GAP
    beside = panel.wide and said.head and space - taken >= HEAD_ROOM
    wanted = canvas.px(min(em(NAME_SIZE), MOST_NAME * radius))
    size = words.fitting(said.head, wanted, canvas.px(space - taken), True)
    if beside and words.width_of(said.head, size, True) <= canvas.px(space - taken):
        # Low and broad: the headline stands beside the name, and the words get its room.
        _put_left(frame, words.line(said.head, size, TEXT, True), left + taken, y)
        said = replace(said, head="")
    y += radius + 12
    if said.note:
        y += _put_note(frame, said.note, room, y)
    if said.clock and not (panel.wide or small):
        large = min(em(CLOCK), CLOCK * room.w / _clock_width(canvas, said.clock))
        colour = CORAL_WORDS if said.hurried else ink
        picture = words.figures(said.clock, canvas.px(large), colour)
        _put_left(frame, picture, room.x, y + 0.58 * large)
        y += 1.26 * large
    if not panel.wide and not small:
        y += 22
    _put_lines(frame, said, Box(room.x, y, room.w, bottom - y), small)


def _clock_width(canvas: Canvas, text: str) -> float:
    """How broad a clock is at its usual size."""
    return words.figures(text, canvas.px(CLOCK), TEXT).get_width() / canvas.scale


def _put_note(frame: Frame, note: str, room: Box, y: float) -> float:
    """The small words under the name, in two lines where one would be tiny; gives their height."""
    canvas = frame.canvas
    full, wide = canvas.px(em(SMALL_SIZE)), canvas.px(room.w)
    if words.width_of(note, round(0.8 * full)) <= wide:
        size = words.fitting(note, full, wide, least=0.8)
        _put_left(frame, words.line(note, size, DIM), room.x, y + grown(16, SMALL_SIZE))
        return grown(42.0, SMALL_SIZE)
    high = min(grown(NOTE_ROOM, SMALL_SIZE), max(NOTE_ROOM, 0.22 * room.h))
    label = Label(note, Box(room.x, y, room.w, high), SMALL_SIZE, DIM, stands="top", most=2)
    label.draw(frame)
    return label.height_on(canvas) + 10


def _put_lines(frame: Frame, said: PanelWords, room: Box, small: bool) -> None:
    """The headline and the line below it, as large as they fit."""
    canvas = frame.canvas
    y = room.y
    if said.head and room.h > 90:
        y += _put_head(frame, said, room, small)
    if said.dots is not None and room.bottom - y > 60:
        _put_dots(frame, said.dots, (room.x + 12, y + 18))
        y += 40
    if not said.line or room.bottom - y < 24:
        return
    indent = 26.0 if said.warning else 0.0
    body = _block_that_fits(
        said.line,
        canvas.px(em(BODY_SIZE)),
        canvas.px(BODY_SIZE),
        canvas.px(room.w - indent),
        canvas.px(room.bottom - y),
        TEXT if said.active else DIM,
    )
    height = body.get_height() / canvas.scale
    centre = (room.x + indent + body.get_width() / canvas.scale / 2, y + height / 2)
    frame.put(body, centre)
    if said.warning:
        bar = art.rounded(canvas.px(8), canvas.px(height - 8), canvas.px(4), CORAL)
        frame.put(bar, (room.x + 6, y + height / 2))


def _put_head(frame: Frame, said: PanelWords, room: Box, small: bool) -> float:
    """The headline; large words take two lines rather than become small. Gives their height."""
    canvas = frame.canvas
    size = HEAD_SIZE * (0.72 if small else 1.0)
    wanted, wide = canvas.px(em(size)), canvas.px(room.w)
    one = words.fitting(said.head, wanted, wide, True)
    if em(size) < LARGE * size or small or said.warning:  # a reason needs the room itself
        height = one / canvas.scale
        _put_left(frame, words.line(said.head, one, TEXT, True), room.x, room.y + height * 0.5)
        return height * 1.15
    label = Label(
        said.head, Box(room.x, room.y, room.w, 0.4 * room.h), size, bold=True, stands="top", most=2
    )
    label.draw(frame)
    return label.height_on(canvas) + 12


def _put_badge(frame: Frame, sign: str, at: Point, radius: float) -> None:
    """The sign of a computer, or of help, at the edge of the seat's stone."""
    canvas = frame.canvas
    frame.put(art.disc(canvas.px(radius), PANEL_LINE), at)
    frame.put(icon(sign, canvas.px(radius * 1.3), TEXT), at)


def _put_dots(frame: Frame, lit: int, at: Point) -> None:
    """Three dots, one after the other lit, while a computer thinks."""
    canvas, (x, y) = frame.canvas, at
    for number in range(3):
        ink = AMBER if number < lit else PANEL_LINE
        frame.put(art.disc(canvas.px(9), ink), (x + 34 * number, y))


def _block_that_fits(
    text: str, pixels: int, usual: int, width: int, height: int, ink: Colour
) -> pygame.Surface:
    """The text as a block, in the largest size up to `pixels` at which it is not cut.

    It never becomes smaller than half of its `usual` size.
    """
    return _fitting_block(spoken(text), pixels, max(6, usual // 2), width, height, ink)


@kept(most=128)
def _fitting_block(
    text: str, pixels: int, least: int, width: int, height: int, ink: Colour
) -> pygame.Surface:
    for size in range(pixels, least, -1):
        wide, high = words.size_of_block(text, size, width)
        if high <= height and wide <= width:
            return words.block(text, size, width, ink)
    return words.block(text, least, width, ink)


def row_end(panel: Panel, room: Box, below: float, *, has_tray: bool, call: bool) -> float:
    """The right end of the name's row: above the tray, where that is free."""
    over = panel.wide and has_tray and not call and panel.tray.y >= below
    return panel.tray.right if over else room.right


def beside_clock(canvas: Canvas, said: PanelWords, size: float, room: float) -> float:
    """The size at which a name and the clock share a row; neither is made small alone."""
    pixels = canvas.px(size)
    clock = words.figures(said.clock, pixels, TEXT).get_width()
    taken = (words.width_of(said.name, pixels, True) + clock) / canvas.scale
    return size * min(1.0, (room - CLOCK_GAP) / taken)


def _put_clock(frame: Frame, said: PanelWords, right: float, y: float, size: float) -> float:
    """The clock at the right end of the name's row; gives the room it took."""
    ink = CORAL_WORDS if said.hurried else (TEXT if said.active else DIM)
    picture = words.figures(said.clock, frame.canvas.px(size), ink)
    width = picture.get_width() / frame.canvas.scale
    frame.put(picture, (right - width / 2, y))
    return width + CLOCK_GAP


def _put_left(frame: Frame, picture: pygame.Surface, x: float, y: float) -> None:
    frame.put(picture, (x + picture.get_width() / frame.canvas.scale / 2, y))


def plate(canvas: Canvas, box: Box, active: bool) -> pygame.Surface:
    """The ground of a panel."""
    return _plate_picture(
        canvas.px(box.w), canvas.px(box.h), canvas.px(30), canvas.px(6), canvas.px(16), active
    )


@kept(most=16)
def _plate_picture(
    width: int, height: int, radius: int, line: int, glow: int, active: bool
) -> pygame.Surface:
    """The panel's ground; the acting seat's has the only lit edge."""
    if not active and now().edge:
        outlined = art.copied(art.rounded(width, height, radius, PANEL))
        outlined.blit(art.outline(width, height, radius, line / 2, OUTLINE), (0, 0))
        return outlined
    if not active:
        return art.rounded(width, height, radius, PANEL, 215)
    face = art.rounded(width, height, radius, PANEL_ACTIVE)
    edge = art.outline(width, height, radius, line, AMBER)
    halo = art.blurred(edge, AMBER, glow, 150).copy()
    at = ((halo.get_width() - width) // 2, (halo.get_height() - height) // 2)
    halo.blit(face, at)
    traces.carry(halo, face, at)
    halo.blit(edge, at)
    return halo
