"""How the pieces lie in the tray before they are used."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from tabletop.games.sevens.pieces import Corners, Kind, Pose, shape, shifted
from tabletop.games.sevens.room import Zone

LOW: Final = {"L": (0.0, 45.0), "M": (0.0, 45.0), "S": (0.0, 45.0), "Q": (0.0,), "P": (0.0, 135.0)}
"""Turns in which a kind lies well in a row."""
HALVINGS: Final = 20

Size: TypeAlias = tuple[float, float]
Row: TypeAlias = list[int]
"""Numbers of pieces that lie beside each other."""


def tray_poses(kinds: Sequence[Kind], zone: Zone) -> list[Pose]:
    """Where pieces lie in a zone of any shape: in rows or columns, as far apart as can be.

    ValueError if they do not fit.
    """
    return list(_poses(tuple(kinds), zone))


@cache
def _poses(kinds: tuple[Kind, ...], zone: Zone) -> tuple[Pose, ...]:
    best: tuple[float, tuple[Pose, ...]] = (0.0, ())
    present = sorted(set(kinds))
    for columns, turns in product((0.0, 90.0), product(*(LOW[kind] for kind in present))):
        turn = dict(zip(present, turns, strict=True))
        shapes = [shape(kind, turn[kind] + columns) for kind in kinds]
        sizes = [_size(corners) for corners in shapes]
        room = (zone.width, zone.height)
        gap = _widest_gap(*((_across(sizes), _across([room])[0]) if columns else (sizes, room)))
        if gap > best[0]:
            found = _laid(shapes, gap, zone, bool(columns))
            poses = (Pose(x, y, turn[k] + columns) for k, (x, y) in zip(kinds, found, strict=True))
            best = gap, tuple(poses)
    if kinds and not best[1]:
        size = f"{zone.width:g} by {zone.height:g}"
        raise ValueError(f"{len(kinds)} pieces do not fit in a tray of {size} units")
    return best[1]


def _size(corners: Corners) -> Size:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return max(xs) - min(xs), max(ys) - min(ys)


def _across(sizes: Sequence[Size]) -> list[Size]:
    return [(height, width) for width, height in sizes]


def _widest_gap(sizes: list[Size], room: Size) -> float:
    """The widest gap that can be left round all boxes in rows, by halving; 0 if none."""
    low, high = 0.0, max(room)
    for _ in range(HALVINGS):
        gap = (low + high) / 2
        if _height(sizes, _rows(sizes, room[0], gap), gap) <= room[1]:
            low = gap
        else:
            high = gap
    return low


def _rows(sizes: list[Size], width: float, gap: float) -> list[Row] | None:
    """Each box in the first row that has room for it, the high ones first; None if one has none."""
    rows: list[tuple[float, Row]] = []
    for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n][1], -sizes[n][0])):
        needs = sizes[number][0] + gap
        place = next((k for k, (used, _) in enumerate(rows) if used + needs <= width), None)
        if place is not None:
            rows[place] = rows[place][0] + needs, [*rows[place][1], number]
        elif gap + needs <= width:
            rows.append((gap + needs, [number]))
        else:
            return None
    return [row for _, row in rows]


def _height(sizes: list[Size], rows: list[Row] | None, gap: float) -> float:
    if rows is None:
        return float("inf")
    return gap + sum(max(sizes[n][1] for n in row) + gap for row in rows)


def _laid(
    shapes: list[Corners], gap: float, zone: Zone, columns: bool
) -> list[tuple[float, float]]:
    """Where the centroids go: rows with even gaps, and pieces with even gaps in them."""
    sizes = [_size(corners) for corners in shapes]
    width, height = zone.width, zone.height
    if columns:
        sizes, width, height = _across(sizes), height, width
    rows = _rows(sizes, width, gap) or []
    found = [(0.0, 0.0)] * len(shapes)
    tall = [max(sizes[n][1] for n in row) for row in rows]
    down = between = (height - sum(tall)) / (len(rows) + 1)
    for row, high in zip(rows, tall, strict=True):
        along = apart = (width - sum(sizes[n][0] for n in row)) / (len(row) + 1)
        for n in row:
            corner = (along, down + (high - sizes[n][1]) / 2)
            x, y = reversed(corner) if columns else corner
            left, top = min(px for px, _ in shapes[n]), min(py for _, py in shapes[n])
            ((found[n]),) = shifted([(zone.left + x, zone.top + y)], (-left, -top))
            along += sizes[n][0] + apart
        down += high + between
    return found
