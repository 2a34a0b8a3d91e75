"""The glass is being wiped: for half a minute no touch means anything."""

from math import ceil, inf
from typing import Final

from tabletop.engine import say
from tabletop.input.actions import Action
from tabletop.scenes.keep_this import to_next_second
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Scene
from tabletop.ui.theme import AMBER, AMBER_WORDS, HEAD_SIZE, PANEL, TEXT
from tabletop.ui.wood import ground

LASTS: Final = 30.0
"""Seconds without touches."""
RADIUS: Final = 260.0
WIDE: Final = 1100.0


class WipeScene(Scene):
    """Counts down, and hears nobody.

    Below it lie the operator's pages, so the way in is shut too: a cloth that covers two corners
    opens nothing.
    """

    patience = inf

    def __init__(self) -> None:
        self.left = LASTS
        self.canvas = Canvas((1280, 800))

    def fit(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def handle(self, action: Action, /) -> Change:
        del action
        return None

    def update(self, dt: float, /) -> Change:
        self.left -= dt
        return Pop() if self.left <= 0 else None

    def wakes_in(self) -> float:
        return to_next_second(self.left)

    def draw(self, frame: Frame) -> None:
        canvas = self.canvas
        x, y = canvas.box.centre
        frame.put(ground(*canvas.size), (x, y))
        radius = min(RADIUS, 0.3 * min(canvas.width, canvas.height))
        middle = (x, y - 0.12 * canvas.height)
        frame.put(art.disc(radius * canvas.scale, PANEL), middle)
        frame.put(art.ring(radius * canvas.scale, 10 * canvas.scale, AMBER), middle)
        number = words.figures(str(max(0, ceil(self.left))), canvas.px(1.1 * radius), AMBER_WORDS)
        frame.put(number, middle)
        room = Box.around((x, middle[1] + radius + 120), min(WIDE, canvas.width - 96), 160)
        told = say("wipe.told", "Wipe the glass now: touches mean nothing until the end.")
        Label(told, room, HEAD_SIZE, TEXT, True, "centre", most=2).draw(frame)
