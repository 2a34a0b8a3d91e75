"""Where two frames differ, as few and as small rectangles as it takes to draw that anew."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import pygame

from tabletop.ui.blit import Blit

TILES: Final = 36
"""So many squares lie along the window's shorter side; what overlaps is drawn anew by these."""
MOST_RECTS: Final = 24
"""A patch of more rectangles is cut more coarsely: each costs a walk through the list."""
WORTH_CUTTING: Final = 0.75
"""A patch that fills more of its box than this is drawn as one rectangle."""

Patch: TypeAlias = list[pygame.Rect]
"""Rectangles that hang together, as a piece that has moved: they are drawn in one frame."""
Key: TypeAlias = tuple[object, ...]


def differences(old: Sequence[Blit], new: Sequence[Blit], whole: pygame.Rect) -> list[pygame.Rect]:
    """The places of all pictures that are only in one of two lists, or in another order there."""
    was, now = _numbered(old), _numbered(new)
    kept = [key for key in was if key in now]
    again = [key for key in now if key in was]
    # What changed places in the list may lie over another now: it has gone and come anew.
    same = set(kept) if kept == again else _in_order(kept, again)
    rects = [blit.rect.clip(whole) for key, blit in was.items() if key not in same]
    rects += [blit.rect.clip(whole) for key, blit in now.items() if key not in same]
    return [rect for rect in rects if rect.w and rect.h]


def patches(rects: Sequence[pygame.Rect], tile: int) -> list[Patch]:
    """Rectangles that cover these, those that hang together in one patch.

    No two of one patch overlap. Where pictures overlap only at their corners, the box round all of
    them would be drawn for nothing: there it is the squares with sides of a `tile` that they touch.
    """
    return [_covered(group, tile) for group in _groups(rects)]


def _groups(rects: Sequence[pygame.Rect]) -> Iterator[Patch]:
    """The rectangles, those together that are joined by overlapping."""
    left = [pygame.Rect(rect) for rect in {tuple(rect): rect for rect in rects}]
    while left:
        group = [left.pop()]
        for rect in group:  # it grows meanwhile
            for at in reversed(rect.collidelistall(left)):
                group.append(left.pop(at))
        yield group


def _covered(group: Patch, tile: int) -> Patch:
    box = group[0].unionall(group[1:])
    while len(group) > 1 and (box.w > tile or box.h > tile):
        rows = _rows(group, box, tile)
        touched = sum(row.bit_count() for row in rows)
        if touched * tile * tile >= WORTH_CUTTING * box.w * box.h:
            break
        cut = [rect.clip(box) for rect in _rects(rows, box.topleft, tile)]
        if len(cut) <= MOST_RECTS:
            return cut
        tile *= 2
    return [box]


def _rows(group: Patch, box: pygame.Rect, tile: int) -> list[int]:
    """The squares of a box that some rectangles touch: a number for each row, a bit for each."""
    rows = [0] * -(-box.h // tile)
    for rect in group:
        left, right = (rect.left - box.left) // tile, (rect.right - 1 - box.left) // tile
        top, bottom = (rect.top - box.top) // tile, (rect.bottom - 1 - box.top) // tile
        bits = (2 << right) - (1 << left)
        for row in range(top, bottom + 1):
            rows[row] |= bits
    return rows


def _rects(rows: Sequence[int], at: tuple[int, int], tile: int) -> Iterator[pygame.Rect]:
    """The squares put together: side by side, and rows of the same width below each other."""
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
    """Where bits stand side by side: the first, and how many."""
    while bits:
        first = (bits & -bits).bit_length() - 1
        beyond = bits + (1 << first)  # carries over the whole run
        run = bits & ~beyond
        yield first, run.bit_count()
        bits &= beyond


def _numbered(blits: Sequence[Blit]) -> dict[Key, Blit]:
    """The pictures by their keys, back to front; the same one put again has a key of its own."""
    found: dict[Key, Blit] = dict(zip(blits, blits, strict=True))
    if len(found) == len(blits):
        return found
    found = {}
    for blit in blits:
        key: Key = blit
        while key in found:
            key = (*key, 0)
        found[key] = blit
    return found


def _in_order(old: list[Key], new: list[Key]) -> set[Key]:
    """As many of the same keys as possible that stand in the same order in both lists."""
    place = {key: number for number, key in enumerate(new)}
    # The longest rising row of places, by patience sorting: `ends[n]` is the least place at which
    # a row of n + 1 can end, `before` leads from each key to the one before it in its row.
    ends: list[int] = []
    before: dict[Key, int | None] = {}
    for key in old:
        at = bisect_left(ends, place[key])
        before[key] = ends[at - 1] if at else None
        ends[at : at + 1] = [place[key]]
    row, last = set(), ends[-1] if ends else None
    while last is not None:
        row.add(new[last])
        last = before[new[last]]
    return row
