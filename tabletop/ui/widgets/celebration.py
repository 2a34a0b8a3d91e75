"""What celebrates a win: pieces and ribbons in the free areas of a page, and solid words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import dist, sin
from random import Random
from typing import Final

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import ease_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import CONTENT, item, row, text
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BUTTON_SIZE,
    CREAM,
    SHADOW,
    SKY,
    STREAK,
    TEXT,
    Colour,
    SeatLook,
    mix,
)

FALL_SECONDS: Final = 0.9
SPREAD_SECONDS: Final = 1.1
"""Within these seconds all bits begin to fall."""
FALL_HEIGHT: Final = 70.0
MAX_BITS: Final = 64
ATTEMPTS: Final = 900
DISTANCE: Final = 62.0
"""The least distance of two bits."""
STONE_SHARE: Final = 0.3
RIBBON_SHARE: Final = 0.12
PAPER: Final[tuple[Colour, ...]] = (
    AMBER, SKY, CREAM, (217, 67, 43), (47, 182, 140), (150, 100, 220),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Bit:
    at: Point
    picture: pygame.Surface
    delay: float


class Celebration:
    """Pieces, paper and ribbons that fall into free areas and lie there.

    With reduced motion they lie there from the start.
    """

    def __init__(self, looks: Sequence[SeatLook]) -> None:
        self._looks = tuple(looks)
        self._bits: tuple[_Bit, ...] = ()
        self._spent = 0.0

    def fit(self, canvas: Canvas, taken: Sequence[Box], is_free: Callable[[Point], bool]) -> None:
        """Places the bits outside the `taken` boxes, where `is_free` says so."""
        luck = Random(7)
        blocked = [box.inset(-12.0) for box in taken]
        found: list[_Bit] = []
        for _ in range(ATTEMPTS):
            at = luck.uniform(0, canvas.width), luck.uniform(0, canvas.height)
            size = luck.uniform(9.0, 25.0)
            kind, tone, turn = luck.random(), luck.randrange(99), luck.uniform(0, 360)
            delay = luck.uniform(0, SPREAD_SECONDS)
            reach = size * (2.4 if kind < RIBBON_SHARE else 1.3)
            way = Box(at[0] - reach, at[1] - reach - FALL_HEIGHT, 2 * reach, 2 * reach)
            way = way._replace(h=way.h + FALL_HEIGHT)
            if any(dist(at, other.at) < DISTANCE for other in found):
                continue
            if any(_overlap(way, box) for box in blocked):
                continue
            if not all(map(is_free, _samples(way))):
                continue
            picture = self._picture(canvas, kind, size, tone, round(turn / 15) * 15)
            found.append(_Bit(at, picture, delay))
            if len(found) == MAX_BITS:
                break
        self._bits = tuple(found)

    def _picture(
        self, canvas: Canvas, kind: float, size: float, tone: int, turn: int
    ) -> pygame.Surface:
        colour = PAPER[tone % len(PAPER)]
        if kind < RIBBON_SHARE:
            return _ribbon(canvas.px(4.2 * size), colour, turn)
        if kind < RIBBON_SHARE + STONE_SHARE:
            return shapes.stone(self._looks[tone % len(self._looks)], canvas.px(size))
        return _paper(canvas.px(size * 0.8), colour, tone % 3, turn)

    @property
    def places(self) -> tuple[Point, ...]:
        """Where the bits lie at last."""
        return tuple(bit.at for bit in self._bits)

    @property
    def moving(self) -> bool:
        return bool(self._bits) and self._spent < FALL_SECONDS + SPREAD_SECONDS

    def run(self, seconds: float) -> None:
        self._spent += seconds

    def draw(self, frame: Frame) -> None:
        still = frame.context.reduced_motion
        for bit in self._bits:
            share = 1.0 if still else (self._spent - bit.delay) / FALL_SECONDS
            if share > 0:
                up = FALL_HEIGHT * (1 - ease_out(share))
                frame.put(bit.picture, (bit.at[0], bit.at[1] - up), min(1.0, 3 * share))


def _overlap(one: Box, other: Box) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def _samples(box: Box) -> list[Point]:
    """Points of a box, near enough to each other to find whatever lies in it."""
    across, down = max(2, round(box.w / 12)), max(2, round(box.h / 12))
    return [
        (box.x + box.w * x / across, box.y + box.h * y / down)
        for x in range(across + 1)
        for y in range(down + 1)
    ]


@surface_cache(most=96)
def _paper(size: int, colour: Colour, kind: int, turn: int) -> pygame.Surface:
    """A disc, a square or a triangle with an edge."""
    thick = max(1, size // 5)
    if kind == 0:
        face, side = shapes.disc(size, colour), shapes.disc(size, mix(colour, BLACK, 0.4))
    else:
        box = 4 * size, 4 * size
        corners = [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
        if kind == 2:
            corners = [(0.0, -1.1), (1.05, 0.8), (-1.05, 0.8)]
        lean = pygame.Vector2(1, 0).rotate(turn)
        points = [
            (
                2 * size + size * (x * lean.x - y * lean.y),
                2 * size + size * (x * lean.y + y * lean.x),
            )
            for x, y in corners
        ]
        face = shapes.polygon(box, points, colour)
        side = shapes.polygon(box, points, mix(colour, BLACK, 0.4))
    whole = shapes.blank(face.get_width(), face.get_height() + 2 * thick)
    shapes.blit_centred(whole, side, 0, thick)
    shapes.blit_centred(whole, face)
    return whole


@surface_cache(most=32)
def _ribbon(length: int, colour: Colour, turn: int) -> pygame.Surface:
    """A wavy band."""
    middle = length / 2
    wave = [
        pygame.Vector2(0.84 * length * (n / 24 - 0.5), 0.13 * length * sin(n / 24 * 9.4)).rotate(
            turn
        )
        for n in range(25)
    ]
    points = [(middle + at.x, middle + at.y) for at in wave]
    width = max(2.0, 0.085 * length)
    face = shapes.stroke((length, length), points, width, colour)
    side = shapes.stroke((length, length), points, width, mix(colour, BLACK, 0.4))
    thick = max(1, round(0.3 * width))
    whole = shapes.blank(length, length + 2 * thick)
    shapes.blit_centred(whole, side, 0, thick)
    shapes.blit_centred(whole, face)
    return whole


DEPTH: Final = 0.075
"""The depth of solid words, in ems."""


@surface_cache(most=8)
def solid_words(words: str, pixels: int) -> pygame.Surface:
    """A line of text in solid letters; the surface's centre is that of the capitals."""
    face = typesetting.line(words, pixels, TEXT, bold=True, context=typesetting.NEUTRAL)
    thick = max(2, round(pixels * DEPTH))
    side = shapes.silhouette(face, mix(AMBER, BLACK, 0.45))
    solid = shapes.blank(face.get_width(), face.get_height() + 2 * thick, SHADOW)
    for down in range(thick, 0, -1):
        shapes.blit_centred(solid, side, 0, down)
    shapes.blit_centred(solid, face)
    soft = shapes.blurred(solid, SHADOW, max(4.0, pixels * 0.04), 170)
    dx, dy = pixels * 0.028, pixels * 0.048
    whole = shapes.blank(soft.get_width() + 2 * dx, soft.get_height() + 2 * dy, SHADOW)
    shapes.blit_centred(whole, soft, dx, dy)
    shapes.blit_centred(whole, solid)
    return whole


def draw_solid_words(frame: Frame, words: str, box: Box, size: float) -> None:
    """A heading in solid letters, as large as fits; in two lines where one would be small."""
    canvas, context = frame.canvas, frame.context
    label = Label(words, box, size / context.text_scale * 100, bold=True, align="centre", most=2)
    found = label.typeset(canvas)
    step = found.size * 1.1 / canvas.scale
    x, y = box.centre
    frame.meant(box)
    for number, line in enumerate(found.lines):
        down = (number - (len(found.lines) - 1) / 2) * step
        frame.put(solid_words(line, found.size), (x, y + down))


STARS: Final = 5


def draw_streak(frame: Frame, words: str, stars: int, box: Box) -> None:
    """A chip with up to five stars beside the words."""
    canvas = frame.canvas
    label = Label(words, box, BUTTON_SIZE, CREAM, bold=True, most=1)
    side = min(46.0, 0.5 * box.h)
    count = min(STARS, stars)
    line = row(
        *[item("star", side, cross_size=side, align="centre")] * count,
        16,
        text("words", label, canvas, max_size=max(1.0, box.w - 80 - count * (side + 6))),
        key="chip",
        size=CONTENT,
        gap=6,
        padding=(30, 0.1 * box.h, 34, 0.16 * box.h),
    )
    placed = row(line, justify="centre").place(box)
    chip = placed["chip"]
    size = canvas.px(chip.w), canvas.px(chip.h), canvas.px(chip.h / 2)
    plate = shapes.slab(*size, STREAK, mix(STREAK, BLACK, 0.45), canvas.px(8))
    frame.put(plate, chip.centre)
    for star in placed.all("star"):
        frame.put(icon("star", canvas.px(side), AMBER), star.centre)
    replace(label, box=placed["words"]).draw(frame)
