"""The colours of words as they are drawn: each line with its ink and the ground it lies on.

The position of words comes from `tabletop/ui/draw/annotations.py`. The ground is read from the
picture, along the edge of the words' rectangle, where no letter reaches.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.settings.palettes import RGB
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Screen
from tabletop.ui.theme import theme
from tabletop.ui.theme.theme import CONTRAST_PAIRS, DISABLED_PAIRS, Colour, ThemeColor, plain
from tools.album.notes import NotingFrame, Written
from tools.album.rules import is_seen
from tools.album.stage import Drawn
from tools.colour_science import contrast, luminance
from tools.colours_measured import LEAST_CONTRAST, LEAST_UNUSED, name_of

FAINT: Final = 0.98
"""What is put more lightly than this is on its way in or out."""
NEAR: Final = 24
"""In each channel: a pixel so near the ink is a letter's."""
FULL: Final = 0.9
"""The share of a line's box above which its ink is no letters."""
EDGE: Final = 3
"""Pixels round the words at which the ground is read, at most;"""
NEARER: Final = 16
"""from so many pixels of an em on one more than one: small words stand close to an edge."""
SHADE: Final = 20
"""In each channel: the light on a plate is a little brighter above than below."""
LARGE: Final = 18 / 72 * 96
BOLD_LARGE: Final = 14 / 72 * 96
"""Pixels of an em from which WCAG 2.2 calls type large."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A line of words as it is seen."""

    line: Written
    colour: Colour
    ground: RGB

    @property
    def contrast(self) -> float:
        """By WCAG 2.2."""
        return contrast(tuple(self.colour), self.ground)

    @property
    def large(self) -> bool:
        """Whether WCAG 2.2 calls it large type, of which it asks 3 instead of 4.5."""
        return self.line.size >= (BOLD_LARGE if self.line.bold else LARGE)


def draw(drawn: Drawn, canvas: Canvas) -> tuple[NotingFrame, list[Seen]]:
    """The frame of a scene, and every line of words on it that is not covered."""
    frame, picture = NotingFrame(canvas), pygame.Surface(canvas.size)
    drawn.draw(frame)
    Screen(picture).show(frame)
    return frame, list(_visible_words(frame, picture))


def fault_of(seen: Seen) -> str:
    """What is wrong with the colours of a line of words; empty if nothing is."""
    name = f"{seen.line.text!r} in {name_of(seen.colour)} on {seen.ground}"
    unused = any(seen.colour == ink for ink, _ in DISABLED_PAIRS)
    if seen.contrast < (LEAST_UNUSED if unused else LEAST_CONTRAST):
        return f"{name} has {seen.contrast:.2f}"
    return "" if is_listed(seen) else f"{name} is not in the list"


def is_listed(seen: Seen) -> bool:
    """Whether the list of pairs has this ground for the ink; plain colours are not listed."""
    ink = seen.colour
    if not isinstance(ink, ThemeColor) or ink.name.startswith("(card"):
        return True
    grounds = [
        ground
        for other, listed in CONTRAST_PAIRS + DISABLED_PAIRS
        if other == ink
        for ground in listed
    ]
    return any(_lies_on(seen.ground, ground) for ground in grounds)


def _lies_on(seen: RGB, ground: Colour) -> bool:
    """Whether a pixel has the colour of a ground in its light, or lies between the table's two."""
    one, other = plain(ground), plain(theme.GROUND_EDGE if ground == theme.GROUND else ground)
    return all(
        min(a, b) - SHADE <= value <= max(a, b) + SHADE
        for value, a, b in zip(seen, one, other, strict=True)
    )


def _visible_words(frame: NotingFrame, picture: pygame.Surface) -> Iterator[Seen]:
    whole = picture.get_rect()
    lines = [line for line in frame.written if line.alpha >= FAINT]
    highest = max((line.where.scene for line in lines), default=0)
    for line in lines:
        if line.where.scene < highest or line.colour is None:  # below a veil, or of another kit
            continue
        if not is_seen(line, frame):
            continue
        left, top, right, bottom = (round(value) for value in line.ink)
        box = pygame.Rect(left, top, max(1, right - left), max(1, bottom - top)).clip(whole)
        if box.w > 2 and box.h > 2 and _shows(picture, box, line.colour):
            edge = min(EDGE, 1 + line.size // NEARER)
            yield Seen(line, line.colour, _ground(picture, box, edge))


def _shows(picture: pygame.Surface, box: pygame.Rect, colour: Colour) -> bool:
    """Whether letters of that ink can be seen there: no piece lies over them.

    Where all has the colour of the ink it is the ground of something else.
    """
    part = picture.subsurface(box)
    mask = pygame.mask.from_threshold(part, (*colour, 255), (NEAR, NEAR, NEAR, 255))
    share = mask.count() / (box.w * box.h)
    return bool(0.02 < share < FULL)


def _ground(picture: pygame.Surface, box: pygame.Rect, edge: int) -> RGB:
    """The colour in the middle of all that lie round the words, by lightness."""
    around = box.inflate(2 * edge, 2 * edge).clip(picture.get_rect())
    xs = range(around.left, around.right, max(1, around.w // 40))
    ys = range(around.top, around.bottom, max(1, around.h // 12))
    points = [(x, y) for x in xs for y in (around.top, around.bottom - 1)]
    points += [(x, y) for y in ys for x in (around.left, around.right - 1)]
    colours = sorted((tuple(picture.get_at(point))[:3] for point in points), key=luminance)
    r, g, b = colours[len(colours) // 2]
    return r, g, b
