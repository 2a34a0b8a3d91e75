"""How the pieces lie in the tray at first: in rows, spread so that each can be turned.

Many arrangements in rows are tried. In each the pieces push each other apart until every one can be
turned by 45 degrees (and the parallelogram flipped) without meeting another; the best one is taken.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import hypot, inf
from typing import Final, TypeAlias

from tabletop.games.sevens.pieces.space import EdgeLine, Zone, edge_lines
from tabletop.games.sevens.rules.pieces import (
    KINDS,
    SYMMETRY,
    Corners,
    Kind,
    Point,
    Pose,
    clockwise,
    corners_of,
    gap,
    shape,
    shifted,
)

ROW_TURNS: Final = {
    "L": (0.0, 45.0),
    "M": (0.0, 45.0),
    "S": (0.0, 45.0),
    "Q": (0.0,),
    "P": (0.0, 135.0),
}
"""Turns in which a kind lies well in a row."""
BISECTION_STEPS: Final = 20
MAX_PUSHES: Final = 30
"""How often all pieces push each other apart."""
MAX_VAIN_PUSHES: Final = 8
"""After this many pushes without progress the pieces stay as they are."""
VAIN_PUSH_RATIO: Final = 0.98
"""A push makes no progress if the overlap is still at least this share."""
REST_GAP, MIN_GAP = 0.2, 0.1
"""Units that pieces at rest are pushed apart, and that they are apart at least."""
TURNING_CLEARANCE: Final = 0.03
"""The clearance of a turning piece, in units."""

Size: TypeAlias = tuple[float, float]
Row: TypeAlias = list[int]
"""Numbers of pieces that lie beside each other."""


def tray_poses(kinds: Sequence[Kind], zone: Zone) -> list[Pose]:
    """Where pieces lie in a zone of any shape: so that each can be turned, if there is room.

    ValueError if they do not fit.
    """
    return list(_poses(tuple(kinds), zone))


@lru_cache(maxsize=16)
def _poses(kinds: tuple[Kind, ...], zone: Zone) -> tuple[Pose, ...]:
    rows = sorted(_in_rows(kinds, zone), key=lambda found: -found[0])
    if not rows and kinds:
        size = f"{zone.width:g} by {zone.height:g}"
        raise ValueError(f"{len(kinds)} pieces do not fit in a tray of {size} units")
    least, best = inf, rows[0][1] if rows else ()
    for _, poses in rows:
        meets, eased = _eased(kinds, poses, zone)
        if meets < least and _well_apart(kinds, eased):
            least, best = meets, eased
        if least <= TURNING_CLEARANCE:
            break
    return best


def _well_apart(kinds: tuple[Kind, ...], poses: Sequence[Pose]) -> bool:
    corners = [corners_of(kind, pose) for kind, pose in zip(kinds, poses, strict=True)]
    return all(gap(a, b) >= MIN_GAP for a, b in combinations(corners, 2))


# In rows


def _in_rows(kinds: tuple[Kind, ...], zone: Zone) -> Iterator[tuple[float, tuple[Pose, ...]]]:
    """Ways to lay pieces in rows or columns as far apart as can be, each with its gap."""
    present = sorted(set(kinds))
    for columns, turns in product((0.0, 90.0), product(*(ROW_TURNS[kind] for kind in present))):
        turn = dict(zip(present, turns, strict=True))
        shapes = [shape(kind, turn[kind] + columns) for kind in kinds]
        sizes = [_size(corners) for corners in shapes]
        room = (zone.width, zone.height)
        gap = _widest_gap(*((_across(sizes), _across([room])[0]) if columns else (sizes, room)))
        if gap > 0:
            found = _laid(shapes, gap, zone, bool(columns))
            places = zip(kinds, found, strict=True)
            yield gap, tuple(Pose(x, y, turn[k] + columns) for k, (x, y) in places)


def _size(corners: Corners) -> Size:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return max(xs) - min(xs), max(ys) - min(ys)


def _across(sizes: Sequence[Size]) -> list[Size]:
    return [(height, width) for width, height in sizes]


def _widest_gap(sizes: list[Size], room: Size) -> float:
    """The widest gap that can be left round all boxes in rows, by halving; 0 if none."""
    low, high = 0.0, max(room)
    for _ in range(BISECTION_STEPS):
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


# Eased


def _ways(kind: Kind) -> list[tuple[float, bool]]:
    """The turns by eighths in which a piece looks different, and whether it is turned over."""
    turns = [45.0 * k for k in range(SYMMETRY[kind] // 45)]
    return [(turn, over) for over in ((False, True) if kind == "P" else (False,)) for turn in turns]


CORNER_DISTANCE: Final = {kind: max(hypot(*at) for at in shape(kind)) for kind in KINDS}
"""Units from a centroid to the farthest corner."""
TURNING_HALF_WIDTH: Final = {
    kind: max(x for way in _ways(kind) for x, _ in shape(kind, *way)) for kind in KINDS
}
"""Half the box that a kind needs to be turned in."""


def _eased(
    kinds: tuple[Kind, ...], poses: Sequence[Pose], zone: Zone
) -> tuple[float, tuple[Pose, ...]]:
    """The poses after the pieces have pushed each other apart; first how far they still meet."""
    turns = [pose.turn % 360 for pose in poses]
    rooms = [_room_to_turn(*each, zone) for each in zip(kinds, turns, strict=True)]
    places = [room.nearest(pose.at) for room, pose in zip(rooms, poses, strict=True)]
    least, best, vain = inf, places, 0
    for _ in range(MAX_PUSHES):
        deepest, pushed = _pushed(kinds, turns, places)
        vain = 0 if deepest < VAIN_PUSH_RATIO * least else vain + 1
        if deepest < least:
            least, best = deepest, places
        if least <= TURNING_CLEARANCE or vain == MAX_VAIN_PUSHES:
            break
        places = [room.nearest(at) for room, at in zip(rooms, pushed, strict=True)]
    return least, tuple(Pose(*at, turn) for at, turn in zip(best, turns, strict=True))


def _room_to_turn(kind: Kind, turn: float, zone: Zone) -> Zone:
    """Where a kind can be turned within a zone, or at least lie with this turn."""
    half = TURNING_HALF_WIDTH[kind]
    room = Zone(zone.left + half, zone.top + half, zone.width - 2 * half, zone.height - 2 * half)
    return room if min(room.width, room.height) >= 0 else zone.inset(shape(kind, turn))


def _pushed(
    kinds: tuple[Kind, ...], turns: Sequence[float], places: Sequence[Point]
) -> tuple[float, list[Point]]:
    """How deep a piece meets another at most, and the places when each has given way by half."""
    deepest, moved = 0.0, list(places)
    for i, j in combinations(range(len(kinds)), 2):
        x, y = places[i][0] - places[j][0], places[i][1] - places[j][1]
        if hypot(x, y) > CORNER_DISTANCE[kinds[i]] + CORNER_DISTANCE[kinds[j]] + REST_GAP:
            continue
        one, other = (kinds[i], turns[i]), (kinds[j], turns[j])
        deep, nx, ny = max(_met(one, other, (x, y)), _turned_back(_met(other, one, (-x, -y))))
        deepest = max(deepest, deep)
        nx, ny = nx * deep / 2, ny * deep / 2
        moved[i] = moved[i][0] + nx, moved[i][1] + ny
        moved[j] = moved[j][0] - nx, moved[j][1] - ny
    return deepest, moved


def _turned_back(met: EdgeLine) -> EdgeLine:
    deep, nx, ny = met
    return deep, -nx, -ny


def _met(spun: tuple[Kind, float], still: tuple[Kind, float], at: Point) -> EdgeLine:
    """How deep a piece that is turned about meets one that lies, and the way out, a unit long.

    `at` is where the first one's centroid is, seen from the other's.
    """
    x, y = at
    found = (0.0, 0.0, 0.0)
    for sides in _shut(*spun, *still):
        deep, nx, ny = inf, 0.0, 0.0
        for mx, my, far in sides:
            away = far - mx * x - my * y
            if away < deep:
                deep, nx, ny = away, mx, my
                if deep <= found[0]:
                    break
        else:
            found = deep, nx, ny
    return found


@lru_cache(maxsize=512)
def _shut(kind: Kind, turn: float, other: Kind, lies: float) -> tuple[tuple[EdgeLine, ...], ...]:
    """What a lying piece shuts out, in each turn of another; more where that is at rest.

    There is an entry for any two kinds and their turns by eighths: some hundreds at most.
    """
    there = clockwise(shape(other, lies))
    found = []
    for eighths, over in _ways(kind):
        mirrored = clockwise([(-x, -y) for x, y in shape(kind, eighths, over)])
        rests = not over and (eighths - turn) % SYMMETRY[kind] == 0
        found.append(
            tuple(
                (
                    nx,
                    ny,
                    far
                    + max(nx * x + ny * y for x, y in two)
                    + (REST_GAP if rests else TURNING_CLEARANCE),
                )
                for one, two in ((there, mirrored), (mirrored, there))
                for nx, ny, far in edge_lines(one)
            )
        )
    return tuple(found)
