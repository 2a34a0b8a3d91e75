"""The score table beside the board: a row for each seat, a column for each round, and the sum."""

from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.screen.desk import NAMES, Desk
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import floor_px
from tabletop.ui.lettering import em, least
from tabletop.ui.stones import stone
from tabletop.ui.theme import BODY_SIZE, DIM, NAME_SIZE, PANEL, PANEL_ACTIVE, PANEL_LINE, TEXT

ROUNDS: Final = 3
PAD: Final = 22.0
READABLE: Final = 0.75
"""The share of the size of other names below which a name is too small."""


def draw_strip(frame: Frame, desk: Desk, box: Box) -> None:
    """Draws the table; the present round's column is lit, player one has the upper row."""
    canvas, match = frame.canvas, desk.match
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD)
    names = inner.w * (0.2 if least() else 0.42)
    cell = (inner.w - names) / 4.35
    lefts = [inner.x + names + cell * (n + 0.5) for n in range(ROUNDS)]
    sum_x = inner.right - cell * 0.62
    rows = [inner.y + inner.h * share for share in (0.13, 0.48, 0.84)]
    now = match.round
    lit = art.rounded(canvas.px(cell * 0.86), canvas.px(box.h - 28), canvas.px(16), PANEL_ACTIVE)
    frame.put(lit, (lefts[now], box.centre[1]))
    room = least() > 0
    small = canvas.px(max(least(), min(em(BODY_SIZE - 6), cell * 0.55)))
    head = say("sevens.round", "Round")
    title = words.line(head, small, DIM)
    if not room:
        frame.put(title, (inner.x + title.get_width() / canvas.scale / 2 + 4, rows[0]))
    for number, x in enumerate(lefts):
        ink = TEXT if number == now else DIM
        frame.put(words.line(str(number + 1), small, ink, number == now), (x, rows[0]))
    if not room:  # which is told the sums by their place and size
        frame.put(words.line(say("sevens.sum", "Sum"), small, DIM), (sum_x, rows[0]))
    first = match.first or 0
    for row, seat in enumerate((first, 1 - first)):
        y = rows[row + 1]
        radius = min(26.0, inner.h * 0.13)
        frame.put(stone(desk.look(seat), radius * canvas.scale), (inner.x + radius + 2, y))
        if not room:
            _put_name(frame, desk, seat, (inner.x + 2 * radius + 16, y), names - 2 * radius - 26)
        big = canvas.px(max(least(), min(em(NAME_SIZE - 4), cell * 0.8)))
        for number, x in enumerate(lefts):
            points = match.points(number, seat)
            if points is None:
                frame.put(
                    art.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE), (x, y)
                )
            else:
                frame.put(words.figures(str(points), big, TEXT), (x, y))
        frame.put(words.figures(str(match.totals[seat]), big, TEXT), (sum_x, y))
        if (back := match.regained(seat)) > 0:
            plus = words.line(f"+{back}", max(floor_px(canvas), round(big * 0.5)), TEXT, True)
            frame.put(plus, (sum_x - cell * 0.62, y - inner.h * 0.1))


def _put_name(frame: Frame, desk: Desk, seat: Seat, at: Point, room: float) -> None:
    """Puts a seat's name behind its stone."""
    canvas = frame.canvas
    text, size = fitted_name(desk, seat, canvas.px(room), canvas.px(em(NAME_SIZE - 8)))
    name = words.line(text, size, TEXT, True)
    frame.put(name, (at[0] + name.get_width() / canvas.scale / 2, at[1]))


def fitted_name(desk: Desk, seat: Seat, room: int, size: int) -> tuple[Text, int]:
    """A name and how large it can be in a room, both in pixels: a person's or a level's, or where
    that would be hard to read the seat's, which beside the stone says as much.
    """
    names = (desk.name(seat), NAMES[seat])
    sizes = [words.fitting(name, size, room, True) for name in names]
    fits = words.width_of(names[0], sizes[0], True) <= room
    best = 0 if fits and sizes[0] >= READABLE * min(sizes[1], size) else 1
    return names[best], sizes[best]
