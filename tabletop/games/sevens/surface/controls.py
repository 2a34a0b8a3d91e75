"""The round controls beside a piece: turn it left, turn it right, turn it over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import asin, cos, hypot, inf, pi, sin
from typing import Final, Literal, TypeAlias

from tabletop.games.sevens.loose.moving import Lying
from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.rules.geometry import holds, nearest_on
from tabletop.games.sevens.rules.pieces import Corners, Point, Pose, length
from tabletop.games.sevens.table import PieceTable

Deed: TypeAlias = Literal["left", "right", "flip"]

RADIUS: Final = 37.0
"""Of a control, in canvas units: 74 across, for a finger."""
TOUCH: Final = 44.0
"""How far from its middle a touch still means it."""
GAP: Final = 0.07
"""Units between a piece, however it is turned, and its controls."""
WAYS: Final = 24
"""Directions that are tried for them."""
COVER: Final = 16.0
"""What a unit of a piece under a control weighs; the direction weighs up to a quarter."""
NEAR: Final = 0.3
"""Units that a piece may have moved for its controls to stay where they are."""
STEADY: Final = 1.0
"""After a tap on one of them those of its piece stay for so long, in seconds, wherever that comes
to lie: a piece that snaps aside takes none away from whoever taps again."""


@dataclass(frozen=True, slots=True)
class Control:
    """One control: what it does to which piece, and where its middle is, in units."""

    deed: Deed
    number: int
    at: Point


def deeds_for(piece: Lying) -> tuple[Deed, ...]:
    """What can be done to a piece: only the parallelogram looks otherwise when turned over."""
    return ("left", "flip", "right") if piece.kind == "P" else ("left", "right")


def place_controls(
    deeds: Sequence[Deed],
    piece: Lying,
    others: Sequence[Corners],
    walls: Zone,
    radius: float,
    *,
    upward: float = -1.0,
) -> tuple[Control, ...]:
    """Controls on an arc about a piece: on the board, and on no piece if there is a way.

    They keep clear of the circle that the piece turns in. Above it, seen from the seat, comes
    first: a hand does not cover that. `radius` is theirs, in units.
    """
    middle = piece.pose.at
    far = max(length(middle, corner) for corner in piece.corners) + radius + GAP
    step = 2 * asin(min(1.0, radius * 1.12 / far))
    best, least = (middle,) * len(deeds), inf
    for way in range(WAYS):
        angle = 2 * pi * way / WAYS
        spots, moved = _arc(middle, far, angle, step, len(deeds), walls, radius)
        cost = 0.12 * (1 - upward * sin(angle)) + 3 * moved
        if cost < least:
            cost += _covered(spots, (*others, piece.corners), radius)
        if cost < least:
            best, least = spots, cost
    return tuple(Control(deed, piece.number, at) for deed, at in zip(deeds, best, strict=True))


def _arc(
    middle: Point, far: float, angle: float, step: float, count: int, walls: Zone, radius: float
) -> tuple[tuple[Point, ...], float]:
    """Spots about an angle from left to right, and how far the walls have moved them."""
    turn = step if sin(angle) < 0 or (sin(angle) == 0 and cos(angle) > 0) else -step
    spots, moved = [], 0.0
    for k in range(count):
        a = angle + (k - (count - 1) / 2) * turn
        x, y = middle[0] + far * cos(a), middle[1] + far * sin(a)
        edge = radius * 0.9
        inside = (
            min(max(x, walls.left + edge), walls.right - edge),
            min(max(y, walls.top + edge), walls.bottom - edge),
        )
        moved += length((x, y), inside)
        spots.append(inside)
    return tuple(spots), moved


def _covered(spots: Sequence[Point], pieces: Sequence[Corners], radius: float) -> float:
    """How much controls cover pieces and each other; 0 if nothing."""
    cost = 0.0
    for number, spot in enumerate(spots):
        for other in spots[:number]:
            cost += COVER * max(0.0, 2 * radius - length(spot, other))
        for corners in pieces:
            cost += COVER * max(0.0, radius * 1.1 - away(spot, corners))
    return cost


def away(spot: Point, corners: Corners) -> float:
    """From a point to a piece; negative inside it."""
    x, y = spot
    if hypot(x - corners[0][0], y - corners[0][1]) > 4.0:
        return inf
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    least = min(length(spot, nearest_on(a, b, spot)) for a, b in ends)
    return -least if holds(corners, spot) else least


@dataclass(frozen=True, slots=True)
class _Place:
    """Controls of a piece, where it lay when they were placed, and how the others lay."""

    controls: tuple[Control, ...]
    at: Point
    others: tuple[Corners, ...]


class Controls:
    """The controls at a table. They change as pieces come to lie elsewhere.

    They stay where they are while their piece only turns, so that they can be touched again.
    """

    def __init__(self) -> None:
        self.shown: tuple[Control, ...] = ()
        self._places: dict[int, _Place] = {}
        self._before: tuple[object, ...] = ()
        self._poses: tuple[Pose, ...] = ()
        self._tapped: int | None = None
        """The piece of which a control was tapped less than `STEADY` ago."""
        self._since = 0.0

    def tapped(self, number: int) -> None:
        """A control of that piece was tapped."""
        self._tapped, self._since = number, 0.0

    def update(self, dt: float) -> None:
        """Lets `dt` seconds go by."""
        if self._tapped is None:
            return
        self._since += dt
        if self._since >= STEADY - 1e-9:
            self._tapped = None
            self._before = ()  # the next call places them anew, if need be

    def wakes_in(self) -> float:
        """Seconds until they may be placed anew though no piece has moved."""
        return inf if self._tapped is None else max(0.0, STEADY - self._since)

    def forget(self) -> None:
        """The board lies elsewhere: all are placed anew."""
        self._places, self._before, self._tapped = {}, (), None

    def place(self, table: PieceTable, selected: int | None, radius: float, up: float) -> None:
        """Brings them up to date; see `place_controls`."""
        pieces = table.pieces
        poses = tuple(piece.pose for piece in pieces)
        now = (poses, selected, tuple(piece.held for piece in pieces))
        if now == self._before:
            return
        asleep = table.asleep
        still = {n for n, pose in enumerate(poses) if asleep or self._poses[n : n + 1] == (pose,)}
        self._before, self._poses = now, poses
        places: dict[int, _Place] = {}
        for piece, deeds in _wanted(table, pieces, selected):
            if piece.held:
                continue
            others = tuple(p.corners for p in pieces if p is not piece and not p.held)
            place = self._places.get(piece.number)
            if place is None or not (
                self._is_steady(piece, place, deeds) or _stays(place, piece, deeds, others, radius)
            ):
                if piece.number not in still:
                    # Placed once it lies still, at the latest when all sleep; until then the next
                    # call looks again.
                    self._before = ()
                    continue
                taken = others + tuple(
                    _square(c.at, radius) for other in places.values() for c in other.controls
                )
                spots = place_controls(deeds, piece, taken, table.walls, radius, upward=up)
                place = _Place(spots, piece.pose.at, others)
            places[piece.number] = place
        self._places = places
        self.shown = tuple(control for place in places.values() for control in place.controls)

    def _is_steady(self, piece: Lying, place: _Place, deeds: tuple[Deed, ...]) -> bool:
        return piece.number == self._tapped and _same(place, deeds)


def _wanted(
    table: PieceTable, pieces: Sequence[Lying], selected: int | None
) -> Iterator[tuple[Lying, tuple[Deed, ...]]]:
    """The pieces with controls: the selected one, and the parallelogram in the tray."""
    if selected is not None and selected < len(pieces):
        yield pieces[selected], deeds_for(pieces[selected])
    for piece in pieces:
        if piece.kind == "P" and piece.number != selected and table.in_tray(piece.number):
            yield piece, ("flip",)


def _same(place: _Place, deeds: tuple[Deed, ...]) -> bool:
    """Whether they do what is wanted."""
    return tuple(control.deed for control in place.controls) == deeds


def _stays(
    place: _Place,
    piece: Lying,
    deeds: tuple[Deed, ...],
    others: tuple[Corners, ...],
    radius: float,
) -> bool:
    if not _same(place, deeds) or length(place.at, piece.pose.at) > NEAR:
        return False
    spots = [control.at for control in place.controls]
    return others == place.others or _covered(spots, others, radius) == 0


def _square(at: Point, half: float) -> Corners:
    x, y = at
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
