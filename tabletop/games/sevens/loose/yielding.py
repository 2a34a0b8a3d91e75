"""A slot that is a little too narrow: the pieces beside it give way, as wooden ones would.

A piece laid alone lies where the hand left it, a hair off; the piece that belongs between it and
the picture would not fit, and would have to jump far away. So it snaps to the others, and the one
that is in its way by that little snaps to it in turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tabletop.games.sevens.loose.room import TOUCH, Ground, Laid, Room
from tabletop.games.sevens.loose.snapping import Reach, snapped
from tabletop.games.sevens.rules.pieces import Kind, Pose, corners_of, length, shape

GIVES: Final = 0.3
"""Units that a piece may have to move aside, at most."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """A place that was made, and where the pieces that gave way lie now, by place in the ground."""

    pose: Pose
    moved: tuple[tuple[int, Pose], ...]


def give_way(kind: Kind, wish: Pose, ground: Ground, reach: Reach, step: float) -> Yielded | None:
    """The place of a piece between others that give way a little; None if there is none."""
    blocking = tuple(_blocking(kind, wish, ground))
    if not blocking:
        return None
    for few in range(1, len(blocking) + 1):
        for some in combinations(blocking, few):
            found = _without(kind, wish, ground, some, reach, step)
            if found is not None:
                return found
    return None


def _blocking(kind: Kind, wish: Pose, ground: Ground) -> Iterator[int]:
    """The pieces that it would lie upon by so little that they can give way."""
    own = shape(kind, wish.turn, wish.flipped)
    for number, laid in enumerate(ground.laid):
        in_tray = ground.tray is not None and ground.tray.holds(laid[1].at)
        depth = Room(own, [corners_of(*laid)], ground.walls).depth(wish.at)
        if not in_tray and TOUCH < depth <= GIVES:
            yield number


def _without(
    kind: Kind, wish: Pose, ground: Ground, some: Sequence[int], reach: Reach, step: float
) -> Yielded | None:
    others = tuple(laid for number, laid in enumerate(ground.laid) if number not in some)
    rest = replace(ground, laid=others)
    pose = snapped(kind, wish, rest, reach=reach, step=step)
    if pose is None:
        return None
    laid: list[Laid] = [*others, (kind, pose)]
    moved = []
    for number in some:
        its_kind, was = ground.laid[number]
        place = _aside(its_kind, was, replace(ground, laid=tuple(laid)), reach, step)
        if place is None:
            return None
        moved.append((number, place))
        laid.append((its_kind, place))
    return Yielded(pose, tuple(moved))


def _aside(kind: Kind, was: Pose, ground: Ground, reach: Reach, step: float) -> Pose | None:
    """Where a piece goes that gives way: snapped to what lies, or just free of it."""
    place = snapped(kind, was, ground, reach=reach, step=step)
    if place is not None and length(place.at, was.at) <= GIVES:
        return place
    at = ground.room(kind, was.turn, was.flipped).nearest(was.at)
    if at is None or length(at, was.at) > GIVES:
        return None
    return replace(was, x=at[0], y=at[1])
