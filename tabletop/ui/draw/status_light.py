"""Lights of a self-test: each is a shape with a sign, besides its colour."""

from math import cos, pi, sin
from typing import Final

import pygame

from tabletop.system.self_checks import Light
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.theme.theme import AMBER, CORAL, DIM, INK, LIVE_WORDS, PANEL, Colour

LIGHT_SIZE: Final = 92.0
"""The side of a light where there is room for it."""
SPINNER_STEPS: Final = 24


def put_light(frame: Frame, light: Light, at: Point, side: float, spent: float = 0.0) -> None:
    """Puts a light on the frame: a disc with a tick, a triangle with a mark, a square with a cross.

    One that waits is a ring, with a dot that goes round as time is `spent`.
    """
    scale, (x, y) = frame.canvas.scale, at
    pixels = frame.canvas.px(side)
    sign = frame.canvas.px(0.5 * side)
    match light:
        case "green":
            frame.put(shapes.disc(0.5 * pixels, LIVE_WORDS), at)
            frame.put(icon("check", sign, PANEL), at)
        case "amber":
            frame.put(_triangle(pixels, AMBER), at)
            frame.put(icon("warn", frame.canvas.px(0.46 * side), INK), (x, y + 0.12 * side))
        case "red":
            frame.put(shapes.rounded(pixels, pixels, 0.14 * pixels, CORAL), at)
            frame.put(icon("close", sign, INK), at)
        case "waiting":
            radius = 0.36 * side
            frame.put(shapes.ring(radius * scale, 0.1 * side * scale, DIM), at)
            if spent:
                turn = 2 * pi * (int(spent * SPINNER_STEPS) % SPINNER_STEPS) / SPINNER_STEPS
                dot = (x + radius * sin(turn), y - radius * cos(turn))
                frame.put(shapes.disc(0.11 * side * scale, AMBER), dot)


@surface_cache(most=8)
def _triangle(pixels: int, colour: Colour) -> pygame.Surface:
    points = [(x * pixels, y * pixels) for x, y in ((0.5, 0.04), (0.98, 0.9), (0.02, 0.9))]
    return shapes.polygon((pixels, pixels), points, colour)
