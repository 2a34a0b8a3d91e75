"""The curtain over a picture, opened from the middle."""

from math import ceil, cos, inf, pi, sin
from typing import Final

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import ease_in_out
from tabletop.ui.draw import shapes
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, CREAM, HEAD_SIZE, WHITE, Colour, mix

CLOTH_COLOUR: Final[Colour] = (132, 27, 38)
BRASS_COLOUR: Final[Colour] = (214, 165, 84)
CURTAIN_PICTURES: Final = 12
"""Pictures of the cloth between closed and open."""
FOLDS: Final = 9
"""Folds in each half."""
RAIL_THICKNESS: Final = 20.0
"""In canvas units."""
HEM: Final = ((44.0, 7.0), (31.0, 3.0))
"""Braids above the lower edge: distance and thickness."""
CLOTH_OVERHANG: Final = 8.0
"""How far the cloth hangs over the edge, so that nothing of the board shows."""

CURTAIN_SECONDS: Final = 0.25
"""Seconds for opening or closing."""
AUTO_CLOSE_SECONDS: Final = 20.0
"""Seconds without a touch after which it closes."""
COUNTDOWN_SECONDS: Final = 5
"""The last of these seconds are counted down."""


class Curtain:
    """A curtain that is open while a button is held, or until nothing is touched for a while."""

    def __init__(self) -> None:
        self.held = False
        """A finger holds it open."""
        self.stays = False
        """It stays open without a finger, for `AUTO_CLOSE_SECONDS`."""
        self.lasts = False
        """It hides the picture from nobody, so it does not close by itself."""
        self.waits = 0.0
        """Seconds of countdown before it opens, for a room to look away."""
        self._rested = 0.0
        self._waited = 0.0
        self._way = 0.0
        """The progress of opening, linear in time."""

    @property
    def open(self) -> bool:
        """Whether it is open or opening."""
        return self.held or self.stays

    @property
    def drawn(self) -> float:
        """How far it is open, from 0 to 1."""
        return ease_in_out(self._way)

    @property
    def closes_in(self) -> int | None:
        """The last seconds before it closes; None before them."""
        if self.lasts:
            return None
        left = ceil(AUTO_CLOSE_SECONDS - self._rested - 1e-9)
        return left if self.stays and not self.held and left <= COUNTDOWN_SECONDS else None

    @property
    def opens_in(self) -> int | None:
        """Seconds until it begins to open; None otherwise."""
        left = ceil(self.waits - self._waited - 1e-9)
        return left if self.open and left > 0 else None

    def touched(self) -> None:
        """A player did something."""
        self._rested = 0.0

    def close(self) -> None:
        """Closes at once."""
        self.held = self.stays = False
        self._way = self._rested = self._waited = 0.0

    def update(self, dt: float, animation_scale: float, *, busy: bool = False) -> None:
        """Advances by `dt` seconds; `busy`: a hand is moving pieces."""
        counting = self.opens_in is not None
        if busy or self.lasts or counting:
            self.touched()
        elif self.stays and not self.held:
            self._rested += dt
            self.stays = self._rested < AUTO_CLOSE_SECONDS - 1e-9
        self._waited = self._waited + dt if self.open else 0.0
        goal = 1.0 if self.open and self.opens_in is None else 0.0
        step = dt / (CURTAIN_SECONDS * animation_scale) if animation_scale else 1.0
        self._way = min(goal, self._way + step) if goal else max(goal, self._way - step)

    def wakes_in(self) -> float:
        """Seconds until it looks different."""
        if (seconds := self.opens_in) is not None:
            return max(0.0, self.waits - self._waited - (seconds - 1))
        if self._way != (1.0 if self.open else 0.0):
            return 0.0
        if not self.stays or self.held or self.lasts:
            return inf
        left = AUTO_CLOSE_SECONDS - self._rested
        return left - (min(COUNTDOWN_SECONDS, ceil(left - 1e-9) - 1) if left > 1e-9 else 0.0)


def draw_curtain(frame: Frame, box: Box, opened: float, label: str = "") -> None:
    """Draws the curtain over a box, open by a share from 0 to 1.

    The label is drawn on the closed curtain.
    """
    step = round(min(1.0, max(0.0, opened)) * CURTAIN_PICTURES)
    if step == CURTAIN_PICTURES:
        return
    canvas = frame.canvas
    hung = box.inset(-CLOTH_OVERHANG)
    half = hung.w / 2
    wide = half * (1 - step / CURTAIN_PICTURES)
    # One pixel more, so that the halves meet.
    cloth = _cloth(canvas.px(wide) + 1, canvas.px(hung.h), canvas.scale)
    y = hung.centre[1]
    frame.put(cloth, (hung.right - wide / 2, y))
    frame.put(cloth, (hung.x + wide / 2, y))
    frame.put(
        _rail(canvas.px(hung.w), canvas.px(RAIL_THICKNESS)),
        (hung.centre[0], hung.y + RAIL_THICKNESS / 2),
    )
    if label and step == 0:
        draw_curtain_words(frame, box, label)


def draw_curtain_words(frame: Frame, box: Box, label: str) -> None:
    """Draws text on a closed curtain."""
    room = Box(box.x + 60, box.y + box.h * 0.28, box.w - 120, box.h * 0.44)
    Label(label, room, HEAD_SIZE, CREAM, bold=True, align="centre").draw(frame)


@surface_cache(most=2 * CURTAIN_PICTURES)
def _cloth(width: int, height: int, scale: float) -> pygame.Surface:
    """Half of the curtain; it has as many folds when it is narrow."""
    coarse = max(2, min(width, 420))
    woven, braid = pygame.Surface((coarse, 4)), pygame.Surface((coarse, 1))
    for x in range(coarse):
        share = (x + 0.5) / coarse
        for row in range(4):
            woven.set_at((x, row), _cloth_at(_light(share, row / 3)))
        braid.set_at((x, 0), mix(BRASS_COLOUR, BLACK, 0.55 * (1 - _light(share, 1.0))))
    cloth = pygame.transform.smoothscale(woven, (width, height))
    cloth.blit(pygame.transform.smoothscale(_falling(), (width, height)), (0, 0))
    for down, thick in HEM:
        line = pygame.transform.smoothscale(braid, (width, max(1, round(thick * scale))))
        cloth.blit(line, (0, round(height - down * scale)))
    return cloth.convert()


def _light(x: float, y: float) -> float:
    """The brightness at a point of the cloth, from its folds."""
    place = x + 0.012 * sin(2 * pi * (1.7 * x + 0.35 * y)) + 0.006 * y * sin(9 * x)
    turn = 2 * pi * FOLDS * place
    return 0.5 - 0.5 * cos(turn + 0.45 * sin(turn))


def _cloth_at(light: float) -> Colour:
    if light < 0.5:
        return mix(mix(CLOTH_COLOUR, BLACK, 0.52), CLOTH_COLOUR, light * 2)
    return mix(CLOTH_COLOUR, mix(CLOTH_COLOUR, WHITE, 0.12), (light * 2 - 1) ** 1.6)


@surface_cache(most=1)
def _falling() -> pygame.Surface:
    """The shade below the rail and at the lower edge."""
    ramp = pygame.Surface((2, 24), pygame.SRCALPHA)
    for y in range(24):
        share = y / 23
        dark = 120 * max(0.0, 1 - share * 7) + 70 * max(0.0, share - 0.35)
        for x in (0, 1):
            ramp.set_at((x, y), (0, 0, 0, round(dark)))
    return ramp


@surface_cache(most=4)
def _rail(width: int, thick: int) -> pygame.Surface:
    return shapes.slab(
        width, thick, thick / 2, BRASS_COLOUR, mix(BRASS_COLOUR, BLACK, 0.5), max(1, thick // 5)
    )
