"""The edges and corners of the seats page, where people sit down by touching them.

The page itself stands for the table: at each of its edges there is a strip, upright for whoever
stands there, with the stones of those who sit there and a place to sit down at.
"""

from dataclasses import replace
from typing import Final

from tabletop.engine import Seat, say
from tabletop.scenes.setup import Setup
from tabletop.ui import stones
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.theme import TEXT, SeatLook
from tabletop.ui.widgets import PushButton, draw_button

EDGE: Final = 8.0
"""From the window's edge to the strips."""
STRIP: Final = 66.0
"""How deep the strips are."""
GAP: Final = 10.0
ROOM: Final = EDGE + STRIP
"""What the strips take of each side of the page."""
CHIP: Final = 210.0
"""How broad the stone of somebody who sits there is, with the name, where there is room."""
SIT_ROOM: Final = 250.0
"""The least room of the place to sit down at."""
WORDS: Final = 31.0

SIT, CORNER, MINE = "sit:", "corner:", "mine:"
"""What the keys begin with of edges, of corners, and of the stones of those who sit there."""


def edge_buttons(canvas: Canvas, setup: Setup) -> list[PushButton]:
    """A place to sit down at each edge and corner, and the stones of those who sit there."""
    buttons = []
    for side in range(4):
        sitting = [seat for seat in range(setup.seats) if _edge_of(setup, seat) == side]
        buttons += _strip(canvas, setup, side, sitting)
        buttons.append(_corner(canvas, side))
    return buttons


def _edge_of(setup: Setup, seat: Seat) -> int:
    """Where a seat sits, even if all words stand one way."""
    return setup.sides[seat] if setup.sides else 0


def _strip(canvas: Canvas, setup: Setup, side: int, sitting: list[Seat]) -> list[PushButton]:
    """One edge's strip, as if it lay at the bottom, turned to its edge."""
    across, down = canvas.width, canvas.height
    if side % 2:
        across, down = down, across
    about = canvas.box.centre
    length = across - 2 * (ROOM + GAP)
    x, y = about[0] - length / 2, about[1] + down / 2 - ROOM
    free = length - SIT_ROOM
    chip = min(CHIP, free / max(1, len(sitting)) - GAP)
    buttons = []
    for seat in sitting:
        name = setup.own_name(seat) or setup.game.seat_names[seat]
        button = PushButton(
            f"{MINE}{seat}", Box(x, y, chip, STRIP), name, size=WORDS, turns=side, about=about
        )
        buttons.append(replace(button, language=setup.language(seat)))
        x += chip + GAP
    words = say("seats.sit_down", "Sit down here")
    room = Box(x, y, about[0] + length / 2 - x, STRIP)
    buttons.append(
        PushButton(f"{SIT}{side}", room, words, "finger", size=WORDS, turns=side, about=about)
    )
    return buttons


def _corner(canvas: Canvas, side: int) -> PushButton:
    """The corner at the left hand of whoever sits at an edge."""
    across, down = canvas.width, canvas.height
    if side % 2:
        across, down = down, across
    about = canvas.box.centre
    box = Box(about[0] - across / 2 + EDGE, about[1] + down / 2 - ROOM, STRIP, STRIP)
    return PushButton(f"{CORNER}{side}", box, icon="plus", turns=side, about=about)


def side_of_corner(setup: Setup, corner: int) -> int:
    """The edge at which somebody sits down who touches a corner: the one with fewer people.

    Corners are counted as in `layout.corners_of`: n touches the edges n and n + 1.
    """
    there = [_edge_of(setup, seat) for seat in range(setup.seats)]
    here, after = corner % 4, (corner + 1) % 4
    return after if there.count(after) < there.count(here) else here


def sat_down(setup: Setup, side: int, before: int) -> Setup:
    """The same after the next person has sat down at an edge; `before` how many did before.

    First those sit down who play already, in turn. Then a seat is added, as long as the game can
    have one; and then the first moves on again.
    """
    persons = setup.persons or (0,)
    more = [count for count in setup.game.seats if count > setup.seats]
    if before >= len(persons) and more:
        return setup.of_seats(min(more)).seated(setup.seats, side)
    return setup.seated(persons[before % len(persons)], side)


def draw_mine(
    frame: Frame, button: PushButton, look: SeatLook, *, pressed: bool, focused: bool
) -> None:
    """The stone of somebody who sits at an edge, with the name beside it."""
    bare = replace(button, label="")
    draw_button(frame, bare, pressed=pressed, focused=focused)
    box, radius = button.box, button.box.h * 0.36
    at = (box.x + radius + 12, box.centre[1])
    frame.put(stones.stone(look, radius * frame.canvas.scale), at)
    room = Box(at[0] + radius + 10, box.y + 6, box.right - at[0] - radius - 20, box.h - 14)
    if room.w >= 24:
        Label(
            button.label, room, button.size, TEXT, bold=True, most=1, language=button.language
        ).draw(frame)
