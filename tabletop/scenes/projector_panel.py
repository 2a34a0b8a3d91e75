"""A seat's panel as a room sees it: its mark as a large shape, its name, its time; no sentences."""

from dataclasses import replace
from typing import Final

from tabletop.scenes.layout import Panel
from tabletop.scenes.projector_layout import (
    LINE,
    NAME,
    SMALL_STONE,
    STONE,
    is_small,
    room_buttons,
    room_head,
)
from tabletop.scenes.seat_panel import PanelWords, plate
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import em
from tabletop.ui.stones import stone
from tabletop.ui.theme import CORAL_WORDS, DIM, NAME_SIZE, PANEL_LINE, TEXT
from tabletop.ui.tongue import spoken

CLOCK: Final = 84.0
NOTE: Final = 45.0
BETWEEN: Final = 20.0
NOTE_ROOM: Final = 104.0


def draw_room_panel(
    frame: Frame, panel: Panel, said: PanelWords, *, has_tray: bool, buttons: int
) -> None:
    """Puts a panel; what it has to say in sentences the banner says. `buttons`: how many it has."""
    canvas, head = frame.canvas, room_head(panel)
    frame.put(plate(canvas, panel.box, said.active), panel.box.centre)
    small = is_small(panel.box)
    radius = SMALL_STONE if small else STONE
    at = (head.x + radius + 2, head.y + (head.h / 2 if small else radius + 2))
    frame.put(stone(said.look, canvas.px(radius)), at)
    if said.computer:
        corner = (at[0] + radius * 0.76, at[1] + radius * 0.68)
        frame.put(art.disc(canvas.px(radius * 0.46), PANEL_LINE), corner)
        frame.put(icon("computer", canvas.px(radius * 0.6), TEXT), corner)
    beside = Box(at[0] + radius + BETWEEN, head.y, head.right - at[0] - radius - BETWEEN, head.h)
    if small:
        half = beside.h / 2
        name = Box(beside.x, beside.y, beside.w, half if said.clock else beside.h)
        clock = Box(beside.x, beside.y + half, beside.w, half)
    else:
        name = Box(head.x, head.bottom - NAME, head.w, NAME)
        clock = Box(beside.x, beside.y, beside.w, 2 * radius + 4)
    ink = TEXT if said.active else DIM
    size = NAME_SIZE if small else NAME - 6
    shortened(Label(said.name, name, size, ink, bold=True, most=1), canvas).draw(frame)
    if said.clock:
        _put_clock(frame, said, clock, LINE if small else CLOCK)
    if said.note and said.computer and not small:
        _put_note(frame, panel, said, has_tray=has_tray, buttons=buttons)


def shortened(label: Label, canvas: Canvas) -> Label:
    """A name that is too long for its box by its first letters; the banner has all of it."""
    name = spoken(label.text)
    while len(name) > 1 and not label.set_on(canvas).complete:
        name = name[:-1].rstrip()
        label = replace(label, text=f"{name}.")
    return label


def _put_clock(frame: Frame, said: PanelWords, box: Box, size: float) -> None:
    canvas = frame.canvas
    ink = CORAL_WORDS if said.hurried else (TEXT if said.active else DIM)
    least, pixels = canvas.px(em(0)), canvas.px(em(size))
    picture = words.figures(said.clock, pixels, ink)
    if picture.get_width() > canvas.px(box.w):
        fits = pixels * canvas.px(box.w) // picture.get_width()
        picture = words.figures(said.clock, max(least, fits, 4), ink)
    width = picture.get_width() / canvas.scale
    frame.put(picture, (box.x + width / 2, box.centre[1]))


def _put_note(
    frame: Frame, panel: Panel, said: PanelWords, *, has_tray: bool, buttons: int
) -> None:
    """Who sits there, where that is a computer and there is room for it."""
    head = room_head(panel)
    first = room_buttons(panel, has_tray, buttons)[0].y if buttons else panel.tray.y
    free = first - head.bottom
    if free < NOTE_ROOM + 8:
        return
    room = Box(head.x, head.bottom + 16, head.w, min(free - 20, 2 * NOTE_ROOM))
    label = Label(said.note, room, NOTE, DIM, stands="top")
    if label.set_on(frame.canvas).complete:
        label.draw(frame)
