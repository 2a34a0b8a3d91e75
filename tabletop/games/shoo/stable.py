"""A seat's stable: a trough with its horses, and one with its travelers that were sent there."""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.engine import Spot, Text, say
from tabletop.games.shoo import horses
from tabletop.games.shoo.spelling import STABLE_SPOT, TRAVELERS_SPOT
from tabletop.ui import art, stones, words
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.glow import glow_tile
from tabletop.ui.kept import kept
from tabletop.ui.lettering import least
from tabletop.ui.relief import slope
from tabletop.ui.theme import (
    AMBER,
    DIM,
    HALO,
    SHADOW,
    SMALL_SIZE,
    TEXT,
    WALNUT,
    SeatLook,
)
from tabletop.ui.wood import wood, wood_slab

WANTED: Final = 164.0
"""The height in canvas units at which a stable looks best."""
TITLE: Final = 40.0
GAP: Final = 14.0
FLOOR: Final = (136, 88, 48)

# NOTE for translators: the label of a tray.
STABLE = say("shoo.view.stable", "Stable")
TRAVELERS = say("shoo.view.travelers", "Travelers")


@dataclass(frozen=True, slots=True)
class Trough:
    """One place in a tray: what it is called, where it lies, what it holds."""

    spot: Spot
    title: Text
    box: Box

    def slots(self, count: int) -> tuple[list[Point], float]:
        """The middles of so many things, and their radius; they overlap where they must."""
        radius = min(self.box.h * 0.35, max(self.box.h * 0.25, self.box.w / 12.4))
        radius = min(radius, self.box.w * 0.30)
        room = self.box.w - radius * 2.9
        step = min(radius * 2.25, room / max(1, count - 1))
        first = self.box.centre[0] - step * (count - 1) / 2
        y = self.box.centre[1]
        return [(first + i * step, y) for i in range(count)], radius


def troughs(box: Box, travelers: bool) -> tuple[Trough, ...]:
    """The troughs in a tray's box; a second one where travelers can be sent to the stable."""
    title = min(TITLE, box.h * 0.26)
    height = min(box.h - title, 124.0)
    low = Box(box.x, box.y + title, box.w, height)
    if not travelers:
        return (Trough(STABLE_SPOT, STABLE, low),)
    half = (low.w - GAP) / 2
    return (
        Trough(STABLE_SPOT, STABLE, Box(low.x, low.y, half, low.h)),
        Trough(TRAVELERS_SPOT, TRAVELERS, Box(low.x + half + GAP, low.y, half, low.h)),
    )


def put_trough(
    frame: Frame, trough: Trough, count: int, look: SeatLook | None, *, lit: bool
) -> None:
    """Puts a trough with so many horses, or so many travelers of a look."""
    canvas, box = frame.canvas, trough.box
    at = box.centre
    frame.put(_wood(canvas.px(box.w), canvas.px(box.h), lit), at)
    if not least():  # a room sees by what lies there which is which
        size = words.fitting(trough.title, title_px(canvas, box), canvas.px(box.w))
        title = words.line(trough.title, size, TEXT if lit else DIM)
        left = box.x + 4 + title.get_width() / canvas.scale / 2
        frame.put(title, (left, box.y - title_px(canvas, box) / canvas.scale * 0.58))
    places, radius = trough.slots(count)
    crowded = count > 1 and places[1][0] - places[0][0] < radius * 0.62
    for place in places[:1] if crowded else places:
        frame.put(_thing(canvas.px(radius * 2) / 2, look), place)
    if crowded:
        number = words.figures(f"x {count}", canvas.px(max(least(), box.h * 0.36)), TEXT)
        frame.put(number, (box.x + box.w * 0.66, at[1]))


def put_ghost(frame: Frame, trough: Trough, count: int, look: SeatLook) -> None:
    """Where one more traveler would come to lie."""
    places, radius = trough.slots(count + 1)
    frame.put(stones.ghost(look, frame.canvas.px(radius * 2) / 2 * 0.88), places[-1])


def title_px(canvas: Canvas, box: Box) -> int:
    """The em size of a trough's name."""
    return canvas.px(min(SMALL_SIZE * 1.1, box.h * 0.30))


def prepare(canvas: Canvas, trough: Trough, looks: tuple[SeatLook, ...]) -> None:
    """Makes the pictures of a trough once."""
    for lit in (False, True):
        _wood(canvas.px(trough.box.w), canvas.px(trough.box.h), lit)
    radius = canvas.px(trough.slots(1)[1] * 2) / 2
    for look in looks if trough.spot == TRAVELERS_SPOT else (None,):
        _thing(radius, look)


def _thing(radius: float, look: SeatLook | None) -> pygame.Surface:
    return horses.horse(radius) if look is None else stones.stone(look, radius * 0.88)


@kept(most=16)
def _wood(width: int, height: int, lit: bool) -> pygame.Surface:
    """A trough of walnut; its floor is lit where it may be touched."""
    unit = height / 124
    thick = max(1, round(6 * unit))
    slab = wood_slab(width, height - thick, 20 * unit, WALNUT, (30, 19, 11), thick, 4)
    rim = max(2, round(11 * unit))
    inner = (width - 2 * rim, height - thick - 2 * rim)
    shape = art.rounded(*inner, 11 * unit, FLOOR)
    floor = art.masked(wood(*inner, FLOOR, 7, max(0.6, height / 160)), shape)
    shade = max(2, round(15 * unit))
    for film in (slope(inner[0], shade, SHADOW, 170, 0), slope(shade, inner[1], SHADOW, 130, 0)):
        floor.blit(film, (0, 0))
    tray = slab.copy()
    tray.blit(art.masked(floor, shape), (rim, rim))
    if not lit:
        return art.with_shadow(tray, 7 * unit)
    lamp = glow_tile(*inner, 11 * unit)
    edge = (lamp.get_width() - inner[0]) // 2, (lamp.get_height() - inner[1]) // 2
    tray.blit(lamp.subsurface((*edge, *inner)), (rim, rim))
    line = art.outline(width, height - thick, 20 * unit, 5 * unit, AMBER)
    tray.blit(line, (0, 0))
    halo = art.blurred(art.rounded(width, height, 20 * unit, HALO), HALO, 13 * unit, 200).copy()
    halo.blit(tray, ((halo.get_width() - width) // 2, (halo.get_height() - height) // 2))
    return halo
