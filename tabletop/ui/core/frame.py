"""A frame as a list of surfaces with places, and the screen that redraws only what changed.

Scenes list everything visible in each frame. The screen compares the list with the last one and
redraws the rectangles where they differ, so scenes keep no dirty rectangles, and an unchanged frame
costs no drawing.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf
from typing import Final, NamedTuple, TypeAlias

import pygame

from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Pull, Tap, Twist
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext


def header_lowered_point(at: Point, head: float, height: float) -> Point:
    """Where a point of a page is seen if its head, `head` units high, is drawn at the bottom."""
    x, y = at
    return (x, y + height - head) if y < head else (x, y - head)


def undo_header_lowering(action: Action, head: float, height: float) -> Action:
    """An action on such a page in the coordinates of the layout."""

    def back(at: Point) -> Point:
        return header_lowered_point(at, height - head, height)

    match action:
        case Pull() | Drop():
            return replace(action, at=back(action.at), began=back(action.began))
        case Down() | Tap() | Cancel() | Twist():
            return replace(action, at=back(action.at))
        case Hover(at=at) if at is not None:
            return replace(action, at=back(at))
        case _:
            return action


class Blit(NamedTuple):
    """A surface at a place, in real pixels; surfaces are compared by identity."""

    surface: pygame.Surface
    x: int
    y: int
    alpha: int

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect(topleft=(self.x, self.y))

    def moved(self, dx: int, dy: int) -> "Blit":
        return Blit(self.surface, self.x + dx, self.y + dy, self.alpha)


TILES_PER_SHORT_SIDE: Final = 36
"""Tiles along the window's shorter side; overlapping changes are redrawn by tiles."""
MAX_PATCH_RECTS: Final = 24
"""A patch of more rectangles gets larger tiles: each rectangle costs a pass over the list."""
MAX_FILL_TO_SPLIT: Final = 0.75
"""A patch that fills more of its bounding box is drawn as one rectangle."""

Patch: TypeAlias = list[pygame.Rect]
"""Rectangles of changes that overlap; they are drawn in the same turn."""
BlitKey: TypeAlias = tuple[object, ...]


def changed_rects(
    old: Sequence[Blit], new: Sequence[Blit], whole: pygame.Rect
) -> list[pygame.Rect]:
    """The rectangles of all blits that are in one list only, or in another order."""
    was, now = _numbered(old), _numbered(new)
    kept = [key for key in was if key in now]
    again = [key for key in now if key in was]
    # A blit that changed its place in the list may cover others now, so it counts as changed.
    same = set(kept) if kept == again else _in_order(kept, again)
    return [
        rect
        for key, blit in (*was.items(), *now.items())
        if key not in same and (rect := blit.rect.clip(whole))  # false if it is empty
    ]


def patches(rects: Sequence[pygame.Rect], tile: int) -> list[Patch]:
    """Rectangles that cover these; those of connected ones are in one patch.

    The rectangles of a patch do not overlap. If the bounding box of a patch is mostly unchanged,
    they are made of the tiles, with sides of `tile` pixels, that the changes touch.
    """
    return [_covered(group, tile) for group in _groups(rects)]


def _groups(rects: Sequence[pygame.Rect]) -> Iterator[Patch]:
    """The connected components of overlapping rectangles."""
    left = list(map(pygame.Rect, dict.fromkeys(map(tuple, rects))))
    while left:
        group = [left.pop()]
        for rect in group:  # it grows during the loop
            for at in reversed(rect.collidelistall(left)):
                group.append(left.pop(at))
        yield group


def _covered(group: Patch, tile: int) -> Patch:
    box = group[0].unionall(group[1:])
    while len(group) > 1 and (box.w > tile or box.h > tile):
        rows = _rows(group, box, tile)
        touched = sum(map(int.bit_count, rows))
        if touched * tile * tile >= MAX_FILL_TO_SPLIT * box.w * box.h:
            break
        cut = [rect.clip(box) for rect in _rects(rows, box.topleft, tile)]
        if len(cut) <= MAX_PATCH_RECTS:
            return cut
        tile *= 2
    return [box]


def _rows(group: Patch, box: pygame.Rect, tile: int) -> list[int]:
    """The tiles of a box that rectangles touch, as a bit mask for each row."""
    rows = [0] * -(-box.h // tile)
    for rect in group:
        left, right = (rect.left - box.left) // tile, (rect.right - 1 - box.left) // tile
        top, bottom = (rect.top - box.top) // tile, (rect.bottom - 1 - box.top) // tile
        bits = (2 << right) - (1 << left)
        for row in range(top, bottom + 1):
            rows[row] |= bits
    return rows


def _rects(rows: Sequence[int], at: tuple[int, int], tile: int) -> Iterator[pygame.Rect]:
    """The tiles merged to rectangles: runs in a row, and equal runs of consecutive rows."""
    begun: dict[tuple[int, int], int] = {}
    for number, row in enumerate((*rows, 0)):
        runs = set(_runs(row))
        for run in [run for run in begun if run not in runs]:
            top, (left, wide) = begun.pop(run), run
            corner = at[0] + left * tile, at[1] + top * tile
            yield pygame.Rect(*corner, wide * tile, (number - top) * tile)
        for run in runs:
            begun.setdefault(run, number)


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """The runs of set bits: the first, and the length."""
    while bits:
        first = (bits & -bits).bit_length() - 1
        beyond = bits + (1 << first)  # the carry passes through the run
        run = bits & ~beyond
        yield first, run.bit_count()
        bits &= beyond


def _numbered(blits: Sequence[Blit]) -> dict[BlitKey, Blit]:
    """The blits by unique keys, back to front; equal blits get different keys."""
    found: dict[BlitKey, Blit] = dict(zip(blits, blits, strict=True))
    if len(found) == len(blits):
        return found
    found = {}
    for blit in blits:
        key: BlitKey = blit
        while key in found:
            key = (*key, 0)
        found[key] = blit
    return found


def _in_order(old: list[BlitKey], new: list[BlitKey]) -> set[BlitKey]:
    """The largest set of keys that are in the same order in both lists."""
    place = {key: number for number, key in enumerate(new)}
    # The longest increasing subsequence of places, by patience sorting: `ends[n]` is the least
    # place at which one of length n + 1 can end, `before` has the predecessor of each key.
    ends: list[int] = []
    before: dict[BlitKey, int | None] = {}
    for key in old:
        at = bisect_left(ends, place[key])
        before[key] = ends[at - 1] if at else None
        ends[at : at + 1] = [place[key]]
    row, last = set(), ends[-1] if ends else None
    while last is not None:
        row.add(new[last])
        last = before[new[last]]
    return row


MAX_SHARE_PER_TURN: Final = 0.3
"""The share of the window that the main loop draws in one turn; a larger change takes several."""


@surface_cache(most=256)  # must hold all that one frame turns
def _turned(surface: pygame.Surface, quarters: int) -> pygame.Surface:
    return pygame.transform.rotate(surface, -90 * quarters)


class Frame:
    """The surfaces of one picture, back to front, and the context that they are drawn in."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.context = canvas.context
        self._layers: dict[int, list[Blit]] = {}
        self._turn: tuple[int, Point] = (0, (0, 0))
        self._head = 0.0
        self._layer = 0

    def put(self, picture: pygame.Surface, at: Point, alpha: float = 1.0) -> None:
        """Adds a surface with its centre at a canvas point; `alpha` from 0 to 1."""
        if alpha <= 0:
            return
        quarters, about = self._turn
        if quarters:
            at = turn_point(at, quarters, about)
            picture = _turned(picture, quarters)
        if self._head:
            at = header_lowered_point(at, self._head, self.canvas.height)
        scale = self.canvas.scale
        width, height = picture.get_size()
        x = round(at[0] * scale - width / 2)
        y = round(at[1] * scale - height / 2)
        blit = Blit(picture, x, y, min(255, round(alpha * 255)))
        self._layers.setdefault(self._layer, []).append(blit)

    def put_turned(self, picture: pygame.Surface, at: Point, quarters: int) -> None:
        """Adds a surface turned about its own centre, in addition to the turn in force."""
        outer, about = self._turn
        middle = turn_point(at, outer, about)
        with self.turned(outer + quarters, middle):
            self.put(picture, middle)

    @contextmanager
    def in_context(self, context: UiContext) -> Iterator[None]:
        """Draws in another context meanwhile, such as that of a seat."""
        before = self.canvas
        if context != self.context:
            self.canvas, self.context = before.with_context(context), context
        yield
        self.canvas, self.context = before, before.context

    def meant(self, box: Box) -> None:
        """The box that the next text must stay in; for tools that check the layout."""

    def touchable(self, key: str, box: Box) -> None:
        """The box of a control; for tools that check the layout."""

    def seen(self, at: Point) -> Point:
        """Where a canvas point is seen, with the present turn."""
        quarters, about = self._turn
        if quarters:
            at = turn_point(at, quarters, about)
        return header_lowered_point(at, self._head, self.canvas.height) if self._head else at

    @contextmanager
    def header_lowered(self, head: float) -> Iterator[None]:
        """Draws the topmost `head` units at the foot meanwhile, in reach mode."""
        before = self._head
        self._head = head
        yield
        self._head = before

    @contextmanager
    def turned(self, quarters: int, about: Point) -> Iterator[None]:
        """Turns everything added meanwhile by quarter turns clockwise about a point."""
        before = self._turn
        self._turn = (quarters % 4, about)
        yield
        self._turn = before

    @contextmanager
    def layer(self, number: int) -> Iterator[None]:
        """Adds surfaces `number` layers higher meanwhile."""
        before = self._layer
        self._layer = before + number
        yield
        self._layer = before

    @property
    def blits(self) -> list[Blit]:
        return list(chain.from_iterable(map(self._layers.__getitem__, sorted(self._layers))))


def turn_point(at: Point, quarters: int, about: Point) -> Point:
    """A point turned by quarter turns clockwise (as seen, y downward) about another."""
    dx, dy = at[0] - about[0], at[1] - about[1]
    for _ in range(quarters % 4):
        dx, dy = -dy, dx
    return about[0] + dx, about[1] + dy


class Screen:
    """Shows frames on a window's surface and redraws only what has changed."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._shown: list[Blit] = []
        self.owed: list[pygame.Rect] = []
        """Changed rectangles that are not drawn yet, in pixels of the frame: show it again."""
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
        """Sets the pixel shift; False if it has not changed.

        At the uncovered edges surfaces that fill the window are extended.
        """
        if shift == self._shift:
            return False
        self._shift, self._lost = shift, True
        return True

    def show(self, frame: Frame, share: float = inf) -> list[pygame.Rect]:
        """Draws what changed and returns the rectangles, for `pygame.display.update`.

        Changes are drawn up to this `share` of the window, the rest in the next call: first those
        that were put off before, then small patches. A patch is never split, and at least one is
        drawn.
        """
        blits = frame.blits
        whole = self._surface.get_rect()
        if self._lost:
            rects, self.owed = [whole.move(-self._shift[0], -self._shift[1])], []
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
        """The changes that are drawn now; the rest is stored in `owed`."""
        width, height = self._surface.get_size()
        seen = pygame.Rect(-self._shift[0], -self._shift[1], width, height)
        changed = [] if blits == self._shown else changed_rects(self._shown, blits, seen)
        owed = self.owed
        if not changed and not owed:
            return []
        waiting = patches([*owed, *changed], max(8, min(width, height) // TILES_PER_SHORT_SIDE))
        if share == inf or len(waiting) == 1:
            self.owed = []
            return list(chain.from_iterable(waiting))
        waiting.sort(key=_area)
        if owed:
            waiting.sort(key=partial(_place, owed=owed))
        room, due, self.owed = share * width * height, list[pygame.Rect](), []
        for patch in waiting:
            room -= _area(patch)
            (due if room >= 0 or not due else self.owed).extend(patch)
        return due

    def _draw_moved(
        self, blits: list[Blit], changed: list[pygame.Rect], whole: pygame.Rect
    ) -> list[pygame.Rect]:
        dx, dy = self._shift
        rects = [_to_edges(rect.move(dx, dy), whole, dx, dy) for rect in changed]
        moved = [blit.moved(dx, dy) for blit in blits]
        # The strips that the moved picture does not reach.
        across = pygame.Rect(0 if dx > 0 else whole.w + dx, 0, abs(dx), whole.h)
        down = pygame.Rect(0, 0 if dy > 0 else whole.h + dy, whole.w, abs(dy))
        parts = [rect.clip(strip) for strip in (across, down) for rect in rects]
        parts = [part for part in parts if part.w and part.h]
        self._draw(moved, rects)
        if parts:
            # There surfaces that fill the window are drawn without the shift.
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
    """The index of the first owed rectangle that a patch draws, or the number of all."""
    found = (rect.collidelist(owed) for rect in patch)
    return min((at for at in found if at >= 0), default=len(owed))


def _area(patch: Patch) -> int:
    return sum(rect.w * rect.h for rect in patch)


def _to_edges(rect: pygame.Rect, whole: pygame.Rect, dx: int, dy: int) -> pygame.Rect:
    """A rectangle of the moved picture, extended from the picture's edge to the window's."""
    left = 0 if rect.left <= dx else rect.left
    top = 0 if rect.top <= dy else rect.top
    right = whole.w if rect.right >= whole.w + dx else rect.right
    bottom = whole.h if rect.bottom >= whole.h + dy else rect.bottom
    return pygame.Rect(left, top, right - left, bottom - top).clip(whole)
