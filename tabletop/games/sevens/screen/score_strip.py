"""The score table beside the board: a row for each seat, a column for each round, and the sum."""

from typing import Final

import pygame

from tabletop.engine import say
from tabletop.games.sevens.screen.desk import NAMES, Desk
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
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
    names = inner.w * 0.42
    cell = (inner.w - names) / 4.35
    lefts = [inner.x + names + cell * (n + 0.5) for n in range(ROUNDS)]
    sum_x = inner.right - cell * 0.62
    rows = [inner.y + inner.h * share for share in (0.13, 0.48, 0.84)]
    now = match.round
    lit = art.rounded(canvas.px(cell * 0.86), canvas.px(box.h - 28), canvas.px(16), PANEL_ACTIVE)
    frame.put(lit, (lefts[now], box.centre[1]))
    small = canvas.px(min(BODY_SIZE - 6, cell * 0.55))
    head = say("sevens.round", "Round")
    title = words.line(head, small, DIM)
    frame.put(title, (inner.x + title.get_width() / canvas.scale / 2 + 4, rows[0]))
    for number, x in enumerate(lefts):
        ink = TEXT if number == now else DIM
        frame.put(words.line(str(number + 1), small, ink, number == now), (x, rows[0]))
    frame.put(words.line(say("sevens.sum", "Sum"), small, DIM), (sum_x, rows[0]))
    first = match.first or 0
    for row, seat in enumerate((first, 1 - first)):
        y = rows[row + 1]
        radius = min(26.0, inner.h * 0.13)
        frame.put(stone(desk.look(seat), radius * canvas.scale), (inner.x + radius + 2, y))
        room = names - 2 * radius - 26
        name = _name((desk.name(seat), NAMES[seat]), canvas.px(room), canvas.px(NAME_SIZE - 8))
        frame.put(name, (inner.x + 2 * radius + 16 + name.get_width() / canvas.scale / 2, y))
        big = canvas.px(min(NAME_SIZE - 4, cell * 0.8))
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
            plus = words.line(f"+{back}", round(big * 0.5), TEXT, True)
            frame.put(plus, (sum_x - cell * 0.62, y - inner.h * 0.1))


def _name(names: tuple[str, str], room: int, size: int) -> pygame.Surface:
    """A name as large as it can be in a room, in pixels: a level's, or where that would be hard
    to read the seat's, which beside the stone says as much.
    """
    sizes = [words.fitting(name, size, room, True) for name in names]
    best = 0 if sizes[0] >= READABLE * min(sizes[1], size) else 1
    return words.line(names[best], sizes[best], TEXT, True)
