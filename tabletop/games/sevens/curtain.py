"""The curtain before a picture: red cloth on a brass rail, drawn aside from the middle."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import pygame

from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.theme import BLACK, CREAM, HEAD_SIZE, WHITE, Colour, mix

CLOTH: Final[Colour] = (132, 27, 38)
BRASS: Final[Colour] = (214, 165, 84)
STEPS: Final = 12
"""Pictures of the cloth between closed and gone: it is on its way for a quarter of a second."""
FOLDS: Final = 9
"""Folds in each half."""
RAIL: Final = 20.0
"""How thick the rail is, in canvas units."""
OVER: Final = 8.0
"""How far the cloth hangs over the edge of what it hides, so that no rim of it is seen."""


def draw_curtain(frame: Frame, box: Box, opened: float, label: str = "") -> None:
    """Hides a box: wholly where `opened` is 0, by two halves that gather aside up to 1.

    The label stands on the closed curtain.
    """
    step = round(min(1.0, max(0.0, opened)) * STEPS)
    if step == STEPS:
        return
    canvas = frame.canvas
    hung = box.inset(-OVER)
    half = hung.w / 2
    wide = half * (1 - step / STEPS)
    # A pixel more: the halves meet without a slit.
    cloth = _cloth(canvas.px(wide) + 1, canvas.px(hung.h), canvas.scale)
    y = hung.centre[1]
    frame.put(cloth, (hung.right - wide / 2, y))
    frame.put(cloth, (hung.x + wide / 2, y))
    frame.put(_rail(canvas.px(hung.w), canvas.px(RAIL)), (hung.centre[0], hung.y + RAIL / 2))
    if label and step == 0:
        room = Box(box.x + 60, box.y + box.h * 0.28, box.w - 120, box.h * 0.44)
        Label(label, room, HEAD_SIZE, CREAM, bold=True, align="centre").draw(frame)


@lru_cache(maxsize=2 * STEPS)
def _cloth(width: int, height: int, scale: float) -> pygame.Surface:
    """Half of the curtain, as many folds in it however narrow it has become."""
    coarse = max(2, min(width, 420))
    rows = 4
    woven = pygame.Surface((coarse, rows))
    for row in range(rows):
        for x in range(coarse):
            woven.set_at((x, row), _shade((x + 0.5) / coarse, row / (rows - 1)))
    cloth = pygame.transform.smoothscale(woven, (width, height))
    cloth.blit(pygame.transform.smoothscale(_falling(), (width, height)), (0, 0))
    hem = max(2, round(46 * scale))
    for down, thick in ((hem, 0.16), (hem * 0.72, 0.07)):
        line = max(1, round(hem * thick))
        braid = pygame.transform.smoothscale(woven, (width, line))
        braid.fill(mix(BRASS, BLACK, 0.15), special_flags=pygame.BLEND_RGB_ADD)
        cloth.blit(braid, (0, round(height - down)))
    return cloth.convert()


def _shade(x: float, y: float) -> Colour:
    """The cloth's colour at a share of its width and of its height: folds, no two quite alike."""
    place = x + 0.012 * sin(2 * pi * (1.7 * x + 0.35 * y)) + 0.006 * y * sin(9 * x)
    turn = 2 * pi * FOLDS * place
    deep = 0.5 + 0.5 * cos(turn + 0.6 * sin(turn))
    if deep < 0.5:
        return mix(mix(CLOTH, BLACK, 0.62), CLOTH, deep * 2)
    lit = mix(CLOTH, WHITE, 0.17)
    return mix(CLOTH, lit, (deep * 2 - 1) ** 1.6)


@lru_cache(maxsize=1)
def _falling() -> pygame.Surface:
    """The dark below the rail and towards the floor."""
    ramp = pygame.Surface((2, 24), pygame.SRCALPHA)
    for y in range(24):
        share = y / 23
        dark = 120 * max(0.0, 1 - share * 7) + 70 * max(0.0, share - 0.35)
        for x in (0, 1):
            ramp.set_at((x, y), (0, 0, 0, round(dark)))
    return ramp


@lru_cache(maxsize=4)
def _rail(width: int, thick: int) -> pygame.Surface:
    rail = art.slab(width, thick, thick / 2, BRASS, mix(BRASS, BLACK, 0.5), max(1, thick // 5))
    return rail
