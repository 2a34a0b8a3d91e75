"""Where a piece ends that is let go: snapped to others, as it is, or in the nearest free place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from tabletop.games.sevens.loose.room import Ground, Laid, Zone, inside, nearest_pose
from tabletop.games.sevens.loose.snapping import Reach, snapped, straightened
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.loose.yielding import give_way
from tabletop.games.sevens.rules.pieces import Kind, Point, Pose, corners_of, length

PUSHABLE: Final = 0.25
"""Units of depth up to which pieces that lie on each other are pushed apart by the physics."""
IN_THE_WAY: Final = 1e-3
"""Units of depth from which a piece gives way to one that is put on it: rounding gives less."""

HARDLY: Final = 0.01
"""Units that nobody sees a piece slide."""


class How(Enum):
    """How a piece came to its place."""

    SNAPPED = auto()
    AS_IT_IS = auto()
    SLID = auto()
    """Into the nearest free place."""
    UPON = auto()
    """It lies a little upon others there: to be pushed away."""


@dataclass(frozen=True, slots=True)
class Found:
    """The place that a piece finds."""

    pose: Pose
    how: How
    moved: tuple[tuple[int, Pose], ...] = ()
    """The pieces that give way to it, by their places in the ground, and where they go."""


def find_place(
    kind: Kind, wish: Pose, ground: Ground, reach: Reach, step: float, *, push: bool = True
) -> Found | None:
    """The place of a piece that is let go in a pose; None if there is no room on the table.

    In the tray pieces do not snap. `push`: whether a small overlap is left to be pushed away.
    """
    in_tray = ground.tray is not None and ground.tray.holds(wish.at)
    straight = wish if in_tray else straightened(wish, reach, step)
    if not in_tray:
        pose = snapped(kind, wish, ground, reach=reach, step=step)
        if pose is not None:
            return Found(pose, How.SNAPPED)
    for pose in (straight, wish):
        pose = inside(kind, pose, ground.walls)
        if ground.free(kind, pose) and in_tray == _in_tray(pose, ground):
            return Found(replace(pose, turn=pose.turn % 360), How.AS_IT_IS)
    if not in_tray:
        made = give_way(kind, straight, ground, reach, step)
        if made is not None:
            return Found(made.pose, How.SNAPPED, made.moved)
    if push and not in_tray:
        room = ground.room(kind, straight.turn, straight.flipped)
        if room.depth(straight.at) <= PUSHABLE:
            return Found(straight, How.UPON)
    free = nearest_pose(kind, straight, ground, step=step)
    if free is None:
        return None
    near = length(free.at, straight.at) < HARDLY and free.turn == straight.turn % 360
    return Found(free, How.AS_IT_IS if near else How.SLID)


def _in_tray(pose: Pose, ground: Ground) -> bool:
    return ground.tray is not None and ground.tray.holds(pose.at)


def legal_pose(kind: Kind, pose: Pose, ground: Ground) -> Pose:
    """A pose itself if a piece is free in it, else the nearest that is, or the same if none is."""
    pose = inside(kind, pose, ground.walls)
    room = ground.room(kind, pose.turn, pose.flipped, tray=True)
    if room.depth(pose.at) <= IN_THE_WAY:
        return pose
    return nearest_pose(kind, pose, ground) or pose


def legal_poses(
    firm: Sequence[Laid], others: Mapping[int, Laid], walls: Zone, tray: Zone | None
) -> dict[int, Pose]:
    """Poses for the others, by number, such that none lies on the firm ones or on each other."""
    laid, found = list(firm), {}
    for number, (kind, pose) in others.items():
        found[number] = legal_pose(kind, pose, Ground(walls, tuple(laid), tray))
        laid.append((kind, found[number]))
    return found


def made_room(
    given: Mapping[int, Laid], others: Mapping[int, Laid], walls: Zone, tray: Zone | None
) -> dict[int, Pose]:
    """Where pieces lie, by number, when the given ones are laid and the others give way to them.

    The given ones are moved as one to be within the walls. If there is no room for them all, those
    beyond the walls lie in the nearest free places.
    """
    moved = _moved_inside(given, walls)
    firm = {n: piece for n, piece in moved.items() if walls.keeps(corners_of(*piece))}
    beyond = {n: piece for n, piece in moved.items() if n not in firm}
    poses = {n: replace(pose, turn=pose.turn % 360) for n, (_, pose) in firm.items()}
    return poses | legal_poses(tuple(firm.values()), beyond | dict(others), walls, tray)


def _moved_inside(laid: Mapping[int, Laid], room: Zone) -> dict[int, Laid]:
    """A picture moved as one by as little as brings it into a room, or to its middle."""
    points = [at for piece in laid.values() for at in corners_of(*piece)]
    if not points:
        return {}
    x, y = room.inset(points).nearest((0.0, 0.0))
    return {
        n: (kind, replace(pose, x=pose.x + x, y=pose.y + y)) for n, (kind, pose) in laid.items()
    }


def refitted(
    laid: Mapping[int, Laid],
    kinds: Sequence[Kind],
    old: Zone | None,
    walls: Zone,
    tray: Zone | None,
) -> dict[int, Pose]:
    """Where pieces lie when the table has other walls and another tray.

    The picture keeps together if there is room for it; what was in the old tray is in the new one.
    """
    home = {n: piece for n, piece in laid.items() if old and old.holds(piece[1].at)}
    figure = {n: piece for n, piece in laid.items() if n not in home}
    points = [at for piece in figure.values() for at in corners_of(*piece)]
    if points:
        figure = _moved_inside(figure, _beside(walls, tray, points))
    if tray and tray != old:
        spots = tray_poses(kinds, tray)
        home = {n: (kind, spots[n]) for n, (kind, _) in home.items()}
    return legal_poses((), figure | home, walls, tray)


def _beside(walls: Zone, tray: Zone | None, points: Sequence[Point]) -> Zone:
    """The part of the table beside the tray that has most room for a picture of these points."""
    if tray is None:
        return walls
    left, top, right, bottom = tray.left, tray.top, tray.right, tray.bottom
    parts = (
        Zone(walls.left, walls.top, left - walls.left, walls.height),
        Zone(right, walls.top, walls.right - right, walls.height),
        Zone(walls.left, walls.top, walls.width, top - walls.top),
        Zone(walls.left, bottom, walls.width, walls.bottom - bottom),
    )
    best = max(parts, key=lambda part: part.width * part.height)
    needs = best.inset(points)
    return best if needs.width >= 0 and needs.height >= 0 else walls
