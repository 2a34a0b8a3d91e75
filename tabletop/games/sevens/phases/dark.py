"""What a room sees before a picture that it must not see: the dark, and how long it still is."""

from typing import Final

import pygame

from tabletop.engine import say
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui import traces, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.theme import BLACK, CREAM, HEAD_SIZE

WARNING: Final = 4.0
"""Seconds in which a room can look away, or somebody can cover the projector."""
FIGURE: Final = 420.0
"""The em of the seconds."""


def draw_warning(frame: Frame, desk: Desk, left: int) -> None:
    """Darkens everything and counts the seconds, as the arranging player sees it."""
    canvas = desk.canvas
    frame.put(_dark(canvas), canvas.box.centre)
    x, y = canvas.box.centre
    figure = words.figures(str(left), canvas.px(min(FIGURE, canvas.height * 0.4)), CREAM)
    frame.put(figure, (x, y - canvas.height * 0.12))
    name = desk.name(desk.match.arranger)
    said = say("sevens.dark.away", "All but {name} look away now!", name=name)
    room = Box(60, y + canvas.height * 0.12, canvas.width - 120, canvas.height * 0.16)
    Label(said, room, HEAD_SIZE, CREAM, True, "centre").draw(frame)
    foot = say("sevens.dark.cover", "Or cover the projector. Touch anything to stop.")
    below = Box(60, room.bottom, canvas.width - 120, canvas.height * 0.14)
    Label(foot, below, HEAD_SIZE * 0.75, CREAM, False, "centre").draw(frame)


@kept(most=2)
def _dark(canvas: Canvas) -> pygame.Surface:
    picture = pygame.Surface(canvas.size).convert()
    picture.fill(BLACK)
    traces.leave_face(picture)
    return picture
