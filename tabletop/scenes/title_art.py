"""The pictures of the title: the name in solid letters, and the round grounds of the boards."""

from typing import Final

import pygame

from tabletop.engine import Game
from tabletop.scenes.menu_card import CARDS, glow
from tabletop.ui import art, words
from tabletop.ui.canvas import Canvas
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, FRAME_WOOD, SHADOW, TEXT, WHITE, Colour, mix

BOARD: Final = 1.62
"""The side of a board, in radii of its ground: its corners stand over the edge a little."""
THICK: Final = 0.10
"""How thick a ground is, in radii."""
SOLID: Final = 0.07
"""How thick the letters of the name are, in ems."""


def colour_of(game: Game) -> Colour:
    """A game's own colour, as on its card in the menu."""
    return CARDS[(game.order - 1) % len(CARDS)]


@kept(most=2)
def name_picture(name: str, pixels: int) -> pygame.Surface:
    """The name as a solid thing; the middle of the picture is the middle of its capitals."""
    face = words.line(name, pixels, TEXT, bold=True)
    thick = max(2, round(pixels * SOLID))
    side = art.silhouette(face, mix(FRAME_WOOD, BLACK, 0.34))
    # As much room above as the side takes below, and the face stays in the middle.
    solid = art.blank(face.get_width(), face.get_height() + 2 * thick, FRAME_WOOD)
    solid.blit(_drawn_down(side, thick), (0, thick + 1))
    art.lay(solid, face)
    # One soft shadow, blurred small: the tight one beside it would cost the start 25 ms.
    soft = art.blurred(solid, SHADOW, max(6.0, pixels * 0.045), 170)
    dx, dy = pixels * 0.028, pixels * 0.048
    whole = art.blank(soft.get_width() + 2 * dx, soft.get_height() + 2 * dy, SHADOW)
    art.lay(whole, soft, dx, dy)
    art.lay(whole, solid)
    return whole


def _drawn_down(shape: pygame.Surface, count: int) -> pygame.Surface:
    """A shape of one colour and so many copies of it, each a pixel below the last.

    What is there is laid below itself again and again, so that it takes six steps and not forty.
    """
    tall = art.blank(shape.get_width(), shape.get_height() + count - 1)
    tall.blit(shape, (0, 0))
    done = 1
    while done < count:
        step = min(done, count - done)
        tall.blit(tall.copy(), (0, step))
        done += step
    return tall


@kept(most=2)
def ground_shadow(radius: int) -> pygame.Surface:
    """What the grounds cast: one picture for all, for it is slow to make."""
    shape = art.silhouette(art.disc(radius, WHITE), SHADOW)  # the grounds are made of it too
    return art.with_shadow(shape, max(2.0, radius * 0.11), 0.9)


@kept(most=16)
def round_ground(radius: int, colour: Colour) -> pygame.Surface:
    """A thick round plate with light from above; the middle of the picture is its face's."""
    face = art.silhouette(art.disc(radius, WHITE), colour)
    side = art.silhouette(face, mix(colour, BLACK, 0.45))
    wide, high = face.get_size()
    thick = thick_of(radius)
    plate = art.blank(wide, high + 2 * thick, mix(colour, BLACK, 0.45))
    plate.blit(side, (0, 2 * thick))
    edge = (wide - 2 * radius) // 2
    plate.fill((*mix(colour, BLACK, 0.45), 255), (edge, thick + high // 2, 2 * radius, thick))
    plate.blit(face, (0, thick))
    plate.blit(art.sheen(face, 26, 20), (0, thick))
    light = glow(round(radius * 0.94))
    plate.blit(light, light.get_rect(center=(wide // 2, thick + high // 2)))
    return plate


def thick_of(radius: int) -> int:
    """How thick a ground of that radius is, in pixels."""
    return max(1, round(radius * THICK))


def board_side(canvas: Canvas, radius: float) -> int:
    """The side of the board on a ground, in pixels."""
    return canvas.px(radius * BOARD)
