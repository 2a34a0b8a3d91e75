"""A frame as a list of pictures, and the screen that draws only what changed between two.

Scenes say in every frame all that is to be seen, as finished pictures at places. The screen
compares the list with the last one and redraws only the rectangles where they differ, so no scene
keeps books of dirty rectangles, and a frame that says the same as the last costs no drawing.
Pictures must never be changed once they have been handed in: a changed picture is a new one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Final

import pygame

from tabletop.ui.blit import Blit as Blit
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.changes import TILES, Patch, differences, patches
from tabletop.ui.kept import kept
from tabletop.ui.reach import lowered

AT_ONCE: Final = 0.3
"""The share of the window that the main loop draws in one turn. A larger change, as when both
seats' panels get another face, takes two or three short turns, and no finger waits for it."""


@kept(most=256)  # all that a far seat sees at once, or every frame would make it anew
def _turned(surface: pygame.Surface, quarters: int) -> pygame.Surface:
    return pygame.transform.rotate(surface, -90 * quarters)


class Frame:
    """All that is to be seen, back to front."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._layers: dict[int, list[Blit]] = {}
        self._turn: tuple[int, Point] = (0, (0, 0))
        self._head = 0.0
        self._layer = 0

    def put(self, picture: pygame.Surface, at: Point, alpha: float = 1.0) -> None:
        """Shows a picture with its middle at a canvas point; `alpha` from 0 to 1."""
        if alpha <= 0:
            return
        quarters, about = self._turn
        if quarters:
            at = turn_point(at, quarters, about)
            picture = _turned(picture, quarters)
        if self._head:
            at = lowered(at, self._head, self.canvas.height)
        scale = self.canvas.scale
        width, height = picture.get_size()
        x = round(at[0] * scale - width / 2)
        y = round(at[1] * scale - height / 2)
        blit = Blit(picture, x, y, min(255, round(alpha * 255)))
        self._layers.setdefault(self._layer, []).append(blit)

    def put_turned(self, picture: pygame.Surface, at: Point, quarters: int) -> None:
        """Shows a picture turned about its own middle, besides the turn of all that is put now."""
        outer, about = self._turn
        middle = turn_point(at, outer, about)
        with self.turned(outer + quarters, middle):
            self.put(picture, middle)

    def meant(self, box: Box) -> None:
        """Where the words put next are meant to stay; only a frame that takes notes listens."""

    def touchable(self, key: str, box: Box) -> None:
        """What can be touched lies here; only a frame that takes notes listens."""

    def seen(self, at: Point) -> Point:
        """Where a point is seen of what is put now."""
        quarters, about = self._turn
        if quarters:
            at = turn_point(at, quarters, about)
        return lowered(at, self._head, self.canvas.height) if self._head else at

    @contextmanager
    def headed(self, head: float) -> Iterator[None]:
        """Lays at the foot what is put meanwhile in the topmost `head` units, in reach mode."""
        before = self._head
        self._head = head
        yield
        self._head = before

    @contextmanager
    def turned(self, quarters: int, about: Point) -> Iterator[None]:
        """Turns what is put meanwhile by quarter turns clockwise about a point."""
        before = self._turn
        self._turn = (quarters % 4, about)
        yield
        self._turn = before

    @contextmanager
    def layer(self, number: int) -> Iterator[None]:
        """Puts things meanwhile so many layers higher: higher ones cover lower ones."""
        before = self._layer
        self._layer = before + number
        yield
        self._layer = before

    @property
    def blits(self) -> list[Blit]:
        return [blit for number in sorted(self._layers) for blit in self._layers[number]]


def turn_point(at: Point, quarters: int, about: Point) -> Point:
    """A point turned by quarter turns clockwise (as seen, y downward) about another."""
    dx, dy = at[0] - about[0], at[1] - about[1]
    for _ in range(quarters % 4):
        dx, dy = -dy, dx
    return about[0] + dx, about[1] + dy


class Screen:
    """The window's picture. `show` brings it up to date, `forget` after it was lost."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._shown: list[Blit] = []
        self._owed: list[pygame.Rect] = []
        """What changed and is still to be drawn, in pixels of the frame."""
        self._lost = True
        self._shift = (0, 0)

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

    @property
    def owes(self) -> bool:
        """Whether something that was put off has still to be drawn: show the frame again."""
        return bool(self._owed)

    def forget(self, surface: pygame.Surface | None = None) -> None:
        """The next frame is drawn whole, on another surface if one is given."""
        self._surface = surface or self._surface
        self._lost = True

    def move(self, shift: tuple[int, int]) -> bool:
        """Moves all that is shown by so many pixels from now on; False if it stands so already.

        What comes in at an edge is the outermost part of the pictures that fill the window.
        """
        if shift == self._shift:
            return False
        self._shift, self._lost = shift, True
        return True

    def show(self, frame: Frame, share: float = inf) -> list[pygame.Rect]:
        """Draws what changed and gives the rectangles, for `pygame.display.update`.

        What changed is drawn as far as it takes no more than this `share` of the window, and the
        rest when it is shown again: smaller patches first, but what was put off before all. A
        patch is never cut in two, so one at least is always drawn.
        """
        blits = frame.blits
        whole = self._surface.get_rect()
        if self._lost:
            rects, self._owed = [whole.move(-self._shift[0], -self._shift[1])], []
        else:
            rects = self._due(blits, share)
        if self._shift == (0, 0):
            self._draw(blits, rects)
        else:
            rects = self._draw_moved(blits, rects, whole)
        self._surface.set_clip(None)
        self._shown, self._lost = blits, False
        return rects

    def _due(self, blits: list[Blit], share: float) -> list[pygame.Rect]:
        """What is to be drawn now of all that changed; the rest is owed."""
        width, height = self._surface.get_size()
        seen = pygame.Rect(-self._shift[0], -self._shift[1], width, height)
        changed = [] if blits == self._shown else differences(self._shown, blits, seen)
        owed = self._owed
        if not changed and not owed:
            return []
        waiting = patches([*owed, *changed], max(8, min(width, height) // TILES))
        if share == inf or len(waiting) == 1:
            self._owed = []
            return [rect for patch in waiting for rect in patch]
        waiting.sort(key=lambda patch: (_place(patch, owed), _area(patch)))
        room, due, self._owed = share * width * height, list[pygame.Rect](), []
        for patch in waiting:
            room -= _area(patch)
            (due if room >= 0 or not due else self._owed).extend(patch)
        return due

    def _draw_moved(
        self, blits: list[Blit], changed: list[pygame.Rect], whole: pygame.Rect
    ) -> list[pygame.Rect]:
        dx, dy = self._shift
        rects = [_to_edges(rect.move(dx, dy), whole, dx, dy) for rect in changed]
        moved = [blit.moved(dx, dy) for blit in blits]
        parts = [rect.clip(strip) for strip in _strips(whole, dx, dy) for rect in rects]
        parts = [part for part in parts if part.w and part.h]
        self._draw(moved, rects)
        if parts:
            # The picture does not reach there: what fills the window stays where it was.
            still = [
                blit if blit.rect.contains(whole) else other
                for blit, other in zip(blits, moved, strict=True)
            ]
            self._draw(still, parts)
        return rects

    def _draw(self, blits: Sequence[Blit], rects: Sequence[pygame.Rect]) -> None:
        if not rects:
            return
        surface = self._surface
        places = [blit.rect for blit in blits]
        for rect in rects:
            surface.set_clip(rect)
            for at in rect.collidelistall(places):
                picture, x, y, alpha = blits[at]
                if alpha == 255:
                    surface.blit(picture, (x, y))
                else:
                    picture.set_alpha(alpha)
                    surface.blit(picture, (x, y))
                    picture.set_alpha(255)


def _place(patch: Patch, owed: Sequence[pygame.Rect]) -> int:
    """Which of the owed rectangles a patch draws first of all, or behind them all."""
    found = (rect.collidelist(owed) for rect in patch) if owed else ()
    return min((at for at in found if at >= 0), default=len(owed))


def _area(patch: Patch) -> int:
    return sum(rect.w * rect.h for rect in patch)


def _to_edges(rect: pygame.Rect, whole: pygame.Rect, dx: int, dy: int) -> pygame.Rect:
    """A rectangle of a moved picture: at the picture's edge it goes on to the window's."""
    left = 0 if rect.left <= dx else rect.left
    top = 0 if rect.top <= dy else rect.top
    right = whole.w if rect.right >= whole.w + dx else rect.right
    bottom = whole.h if rect.bottom >= whole.h + dy else rect.bottom
    return pygame.Rect(left, top, right - left, bottom - top).clip(whole)


def _strips(whole: pygame.Rect, dx: int, dy: int) -> list[pygame.Rect]:
    """What a picture that is moved leaves free of its window: at one side, above or below."""
    across = pygame.Rect(0 if dx > 0 else whole.w + dx, 0, abs(dx), whole.h)
    down = pygame.Rect(0, 0 if dy > 0 else whole.h + dy, whole.w, abs(dy))
    return [strip for strip in (across, down) if strip.w and strip.h]
