"""A frame as a list of pictures, and the screen that draws only what changed between two.

Scenes say in every frame all that is to be seen, as finished pictures at places. The screen
compares the list with the last one and redraws only the rectangles where they differ, so no scene
keeps books of dirty rectangles, and a frame that says the same as the last costs no drawing.
Pictures must never be changed once they have been handed in: a changed picture is a new one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.reach import lowered

MOST_RECTS: Final = 12
"""More changed rectangles than this are joined: each costs a walk through the list."""


class Blit(NamedTuple):
    """One picture at one place, in real pixels."""

    surface: pygame.Surface
    x: int
    y: int
    alpha: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        return id(self.surface), self.x, self.y, self.alpha

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect(topleft=(self.x, self.y))

    def moved(self, dx: int, dy: int) -> "Blit":
        return Blit(self.surface, self.x + dx, self.y + dy, self.alpha)


@lru_cache(maxsize=256)  # all that a far seat sees at once, or every frame would make it anew
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
        self._lost = True
        self._shift = (0, 0)

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

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

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Draws what changed and gives the rectangles, for `pygame.display.update`."""
        blits = frame.blits
        whole = self._surface.get_rect()
        if self._shift == (0, 0):
            rects = [whole] if self._lost else _changes(self._shown, blits, whole)
            for rect in rects:
                self._draw(blits, rect)
        else:
            rects = self._show_moved(blits, whole)
        self._surface.set_clip(None)
        self._shown, self._lost = blits, False
        return rects

    def _show_moved(self, blits: list[Blit], whole: pygame.Rect) -> list[pygame.Rect]:
        dx, dy = self._shift
        seen = whole.move(-dx, -dy)
        changed = [seen] if self._lost else _changes(self._shown, blits, seen)
        rects = [_to_edges(rect.move(dx, dy), whole, dx, dy) for rect in changed]
        moved = [blit.moved(dx, dy) for blit in blits]
        parts = [rect.clip(strip) for strip in _strips(whole, dx, dy) for rect in rects]
        for rect in rects:
            self._draw(moved, rect)
        if any(part.w and part.h for part in parts):
            # The picture does not reach there: what fills the window stays where it was.
            still = [
                blit if blit.rect.contains(whole) else other
                for blit, other in zip(blits, moved, strict=True)
            ]
            for part in parts:
                if part.w and part.h:
                    self._draw(still, part)
        return rects

    def _draw(self, blits: Sequence[Blit], rect: pygame.Rect) -> None:
        self._surface.set_clip(rect)
        for surface, x, y, alpha in blits:
            width, height = surface.get_size()
            if x < rect.right and rect.x < x + width and y < rect.bottom and rect.y < y + height:
                if alpha == 255:
                    self._surface.blit(surface, (x, y))
                else:
                    surface.set_alpha(alpha)
                    self._surface.blit(surface, (x, y))
                    surface.set_alpha(255)


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


def _changes(old: list[Blit], new: list[Blit], whole: pygame.Rect) -> list[pygame.Rect]:
    """The rectangles in which two lists differ, few and apart from each other."""
    was, now = _numbered(old), _numbered(new)
    kept = [key for key in was if key in now]
    again = [key for key in now if key in was]
    # What changed places in the list may lie over another now: it has gone and come anew.
    same = set(kept) if kept == again else _in_order(kept, again)
    rects = [blit.rect.clip(whole) for key, blit in was.items() if key not in same]
    rects += [blit.rect.clip(whole) for key, blit in now.items() if key not in same]
    return _joined([rect for rect in rects if rect.w and rect.h])


def _numbered(blits: list[Blit]) -> dict[tuple[int, ...], Blit]:
    """The pictures by their keys, back to front; the same one put again has a key of its own."""
    found: dict[tuple[int, ...], Blit] = {}
    for blit in blits:
        key: tuple[int, ...] = blit.key
        while key in found:
            key = (*key, 0)
        found[key] = blit
    return found


def _in_order(old: list[tuple[int, ...]], new: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """As many of the same keys as possible that stand in the same order in both lists."""
    place = {key: number for number, key in enumerate(new)}
    # The longest rising row of places, by patience sorting: `ends[n]` is the least place at which
    # a row of n + 1 can end, `before` leads from each key to the one before it in its row.
    ends: list[int] = []
    before: dict[tuple[int, ...], int | None] = {}
    for key in old:
        at = bisect_left(ends, place[key])
        before[key] = ends[at - 1] if at else None
        ends[at : at + 1] = [place[key]]
    row, last = set(), ends[-1] if ends else None
    while last is not None:
        row.add(new[last])
        last = before[new[last]]
    return row


def _joined(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    apart: list[pygame.Rect] = []
    for rect in rects:
        while (hit := rect.collidelist(apart)) >= 0:
            rect = rect.union(apart.pop(hit))
        apart.append(rect)
    while len(apart) > MOST_RECTS:
        # Join the newest with the one that grows least by it.
        last = apart.pop()
        best = min(range(len(apart)), key=lambda i: _growth(apart[i], last))
        grown = apart.pop(best).union(last)
        while (hit := grown.collidelist(apart)) >= 0:
            grown = grown.union(apart.pop(hit))
        apart.append(grown)
    return apart


def _growth(a: pygame.Rect, b: pygame.Rect) -> int:
    both = a.union(b)
    return both.w * both.h - a.w * a.h - b.w * b.h
