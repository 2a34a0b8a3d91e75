"""The result as a room sees it: who won in the largest words, the board, and how it stands."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tabletop.engine import Match, Outcome, Seat, Text
from tabletop.scenes.banner import MARK, Tally, put_point
from tabletop.scenes.projector_layout import GAP, PAD, room_layout
from tabletop.scenes.seat_panel import plate
from tabletop.scenes.series import length_words
from tabletop.scenes.setup import Setup
from tabletop.scenes.trophy import trophy
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.stones import stone
from tabletop.ui.theme import DIM, SeatLook

HEAD: Final = 90.0
WHY: Final = 54.0
LENGTH: Final = 50.0
APART: Final = 18.0
HEAD_SHARE: Final = 0.5
"""Of the banner's height for the headline; the reason has the rest."""


def result_rooms(canvas: Canvas) -> tuple[Box, Box]:
    """The room for the words, and the one for the choices, right of the board."""
    plan = room_layout(canvas, 2, 0)
    side = plan.panels[1].box
    return plan.banner, Box(side.x, side.y, side.w, plan.walk_tools.bottom - side.y)


def put_room_result(
    frame: Frame,
    setup: Setup,
    match: Match,
    looks: Sequence[SeatLook],
    head: Text,
    why: str,
    winner: Seat | None,
) -> None:
    """Puts the headline with the winners' marks, and the games won beside the board.

    `setup` has this game's winners counted; `winner` is who has won the series, if somebody has.
    """
    canvas = frame.canvas
    plan = room_layout(canvas, 2, 0)
    outcome = match.outcome or Outcome((), "")
    marks = [looks[seat] for seat in _shown(match, outcome)]
    _put_head(frame, plan.banner, marks, head, why, outcome.reason)
    side = plan.panels[0].box
    column = Box(side.x, side.y, side.w, plan.menu_tools.bottom - side.y)
    if winner is not None:
        pixels = canvas.px(min(column.w, column.h * 0.5))
        high = pixels / canvas.scale
        frame.put(trophy(looks[winner], pixels), (column.centre[0], column.y + high / 2))
        column = Box(column.x, column.y + high + GAP, column.w, column.h - high - GAP)
    if setup.best_of != 1:
        _put_tally(frame, column, setup, looks)


def _shown(match: Match, outcome: Outcome) -> tuple[Seat, ...]:
    """The seats whose marks stand beside the headline: in a draw all."""
    return outcome.winners or tuple(range(match.seats))


def _put_head(
    frame: Frame, box: Box, marks: Sequence[SeatLook], head: Text, why: str, reason: str
) -> None:
    canvas = frame.canvas
    frame.put(plate(canvas, box, True), box.centre)
    radius = MARK if len(marks) < 3 else MARK * 0.62
    x = box.x + PAD + radius
    for look in marks:
        frame.put(stone(look, canvas.px(radius)), (x, box.centre[1]))
        x += 2 * radius + 14
    left = x - radius + 14
    room = Box(left, box.y + 12, box.right - PAD - left, box.h - 24)
    high = room.h * (HEAD_SHARE if why else 1.0)
    Label(head, Box(room.x, room.y, room.w, high), HEAD, bold=True, most=1).draw(frame)
    if why:
        below = Box(room.x, room.y + high + APART, room.w, room.h - high - APART)
        told = Label(why, below, WHY, DIM, stands="top")
        if not told.set_on(canvas).complete:
            told = replace(told, text=reason)  # a reason is never cut for what only adds to it
        told.draw(frame)


def _put_tally(frame: Frame, column: Box, setup: Setup, looks: Sequence[SeatLook]) -> None:
    """Every player's mark with the games won, and of how many it is the best."""
    below = 120.0 if setup.best_of > 1 else 0.0
    each = min(150.0, (column.h - below) / setup.seats)
    frame.put(
        plate(frame.canvas, Box(*column[:3], each * setup.seats + below), False),
        (column.centre[0], column.y + (each * setup.seats + below) / 2),
    )
    for seat in range(setup.seats):
        row = Box(column.x + PAD, column.y + seat * each, column.w - 2 * PAD, each)
        put_point(frame, row, Tally(looks[seat], setup.wins(seat)))
    if below:
        foot = Box(column.x + PAD, column.y + setup.seats * each, column.w - 2 * PAD, below - 10)
        Label(length_words(setup.best_of), foot, LENGTH, DIM, align="left").draw(frame)
