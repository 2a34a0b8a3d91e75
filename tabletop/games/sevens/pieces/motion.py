"""What is seen of the pieces on the table: how each lies now, its glides, and what happened.

How fingers hold a piece: one carries it, two turn it too.

A piece of the table: where it lies, who holds it, and how it is drawn on its way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Final, TypeAlias

from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.rules.pieces import Corners, Kind, Point, Pose, shape, shifted, turned


@dataclass(frozen=True, slots=True)
class PieceSnapshot:
    """A piece as it is drawn now."""

    number: int
    kind: Kind
    pose: Pose
    lift: float
    """How high it is over the table, for its shadow: 0 lies, 1 is held."""
    held: bool
    corners: Corners
    """As drawn: while the piece is turned over, narrower."""


@dataclass(frozen=True, slots=True)
class PieceSnapped:
    """A piece has come to lie against others; a soft click."""

    number: int


@dataclass(frozen=True, slots=True)
class PieceSlid:
    """A piece has come to lie in the nearest free place: where it was let go, others were."""

    number: int


@dataclass(frozen=True, slots=True)
class PieceLaid:
    """A piece has come to lie where it was let go or sent."""

    number: int


@dataclass(frozen=True, slots=True)
class PiecesSettled:
    """Nothing moves any more."""


PieceEvent: TypeAlias = PieceSnapped | PieceSlid | PieceLaid | PiecesSettled


@dataclass(frozen=True, slots=True)
class PoseTween:
    """The way of a piece that is drawn elsewhere than it lies already, growing shorter."""

    offset: Point
    """From where it lies to where it was drawn at first."""
    turn: float
    """Degrees that it has to turn."""
    seconds: float
    gone: float = 0.0

    @classmethod
    def between(cls, start: Pose, end: Pose, seconds: float, turning: float = 0.0) -> "PoseTween":
        """The way from pose to pose; `turning` is about how far it turns, else the shorter way."""
        turn = end.turn - start.turn
        turn += round((turning - turn) / 360) * 360
        return cls((start.x - end.x, start.y - end.y), turn, seconds)

    def later(self, dt: float) -> "PoseTween | None":
        """The rest of the way after some seconds; None at its end."""
        gone = self.gone + dt
        done = gone >= self.seconds
        return None if done else PoseTween(self.offset, self.turn, self.seconds, gone)

    @property
    def left(self) -> float:
        """The share of the way that is left: quick at first, then gentle."""
        return (1 - self.gone / self.seconds) ** 3 if self.seconds else 0.0

    @property
    def turning(self) -> float:
        """Degrees that are left to turn."""
        return self.turn * self.left

    def drawn(self, end: Pose) -> Pose:
        x, y = self.offset
        left = self.left
        return Pose(end.x + x * left, end.y + y * left, end.turn - self.turning, end.flipped)


def drawn_corners(kind: Kind, pose: Pose, fold: float, walls: Zone) -> tuple[Pose, Corners]:
    """A piece that is partly turned over (`fold` from -1, the other side, to 1), within walls."""
    own = [(x * fold, y) for x, y in shape(kind, 0.0, pose.flipped)]
    about = turned(own, pose.turn)
    at = walls.inset(about).nearest(pose.at)
    return Pose(*at, pose.turn % 360, pose.flipped), shifted(about, at)


MIN_FINGER_DISTANCE: Final = 0.17
"""Units that two fingers on a piece must be apart to turn it.

Closer, they are one finger that a touch frame feels twice, and their line trembles.
"""


@dataclass(frozen=True, slots=True)
class PieceGrip:
    """Fingers on a piece: where each has it, and where each is."""

    pose: Pose
    """How the piece lies as the fingers have it."""
    grips: Mapping[int, Point]
    """For each contact the point of the piece under it, the piece unturned, from its centroid."""
    contacts: Mapping[int, Point]

    @classmethod
    def of(cls, pose: Pose, contacts: Mapping[int, Point]) -> "PieceGrip":
        """Fingers that take a piece as it lies."""
        grips = {
            contact: turned([(x - pose.x, y - pose.y)], -pose.turn)[0]
            for contact, (x, y) in contacts.items()
        }
        return cls(pose, grips, dict(contacts))

    def moved(self, contact: int, at: Point) -> "PieceGrip":
        """One finger is elsewhere: the piece keeps under all as well as it can (least squares)."""
        contacts = {**self.contacts, contact: at}
        turn = self._turn(contacts)
        gx, gy = turned([_mean(self.grips)], turn)[0]
        x, y = _mean(contacts)
        return replace(self, pose=Pose(x - gx, y - gy, turn, self.pose.flipped), contacts=contacts)

    def _turn(self, contacts: Mapping[int, Point]) -> float:
        """The turn that fits best, counted on from the present one."""
        gx, gy = _mean(self.grips)
        cx, cy = _mean(contacts)
        along = across = 0.0
        for contact, (x, y) in contacts.items():
            ux, uy = self.grips[contact][0] - gx, self.grips[contact][1] - gy
            along += ux * (x - cx) + uy * (y - cy)
            across += ux * (y - cy) - uy * (x - cx)
        if hypot(along, across) < MIN_FINGER_DISTANCE * MIN_FINGER_DISTANCE / 2:
            return self.pose.turn
        turn = degrees(atan2(across, along))
        return self.pose.turn + (turn - self.pose.turn + 180) % 360 - 180

    def joined(self, contact: int, at: Point) -> "PieceGrip":
        return PieceGrip.of(self.pose, {**self.contacts, contact: at})

    def left(self, contact: int) -> "PieceGrip | None":
        """Without that finger; None if it was the last."""
        rest = {other: at for other, at in self.contacts.items() if other != contact}
        return PieceGrip.of(self.pose, rest) if rest else None

    def lying(self, pose: Pose) -> "PieceGrip":
        """The same fingers on the piece as it lies otherwise: turned, flipped."""
        return PieceGrip.of(pose, self.contacts)


def _mean(points: Mapping[int, Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points.values()) / count, sum(y for _, y in points.values()) / count


LIFT_SECONDS: Final = 0.1
"""Seconds in which a piece rises or sinks."""
FLIP_SECONDS: Final = 0.18
"""Seconds in which a piece is turned over."""


class LoosePiece:
    """A piece on the table. It changes because it moves."""

    __slots__ = (
        "_floats",
        "arrives",
        "fold",
        "glide",
        "hold",
        "kind",
        "lift",
        "loose",
        "number",
        "preview",
        "rest",
        "unmoved",
        "wish",
    )

    def __init__(self, number: int, kind: Kind, pose: Pose) -> None:
        self.number, self.kind = number, kind
        self.rest = self.wish = pose
        """Where it lies or will lie when it has glided there, and where it was asked to lie."""
        self.hold: PieceGrip | None = None
        self.loose: float | None = None
        """Seconds since it was let go upon others that push it away."""
        self._floats = pose
        self.unmoved: Pose | None = None
        """Where a held piece was asked to lie, while no finger has moved: it is only tapped."""
        self.glide: PoseTween | None = None
        self.arrives: PieceEvent | None = None
        self.lift, self.fold = 0.0, 1.0
        self.preview: tuple[object, Pose | None] = (None, None)
        """Where it would snap, and for what that holds."""

    @property
    def lies(self) -> bool:
        return self.hold is None and self.loose is None

    @property
    def pose(self) -> Pose:
        """Where it is, or will be when it has glided."""
        return self.rest if self.lies else self._floats

    @property
    def drawn(self) -> Pose:
        return self.glide.drawn(self.pose) if self.glide else self.pose

    @property
    def asked(self) -> Pose:
        """Where it was asked to lie: turns go on from there, so that they do not move it away."""
        return self.wish if self.loose is None else self.pose

    def lying(self, walls: Zone) -> PieceSnapshot:
        """The piece as it is drawn now."""
        pose, corners = drawn_corners(self.kind, self.drawn, self.fold, walls)
        return PieceSnapshot(
            self.number, self.kind, pose, self.lift, self.hold is not None, corners
        )

    def take(self, hold: PieceGrip) -> None:
        """Fingers hold it."""
        self.unmoved = self.wish if self.lies else None
        self.hold, self._floats = hold, hold.pose
        self.loose = self.glide = self.arrives = None

    def changed(self, turn: float = 0.0, *, flip: bool = False) -> None:
        """Fingers have it turned, or turned over, where it is."""

        def lies_now(pose: Pose) -> Pose:
            return replace(pose, turn=pose.turn + turn, flipped=pose.flipped != flip)

        assert self.hold is not None
        self.hold = self.hold.lying(lies_now(self.hold.pose))
        self.unmoved = lies_now(self.unmoved) if self.unmoved else None
        self._floats = replace(self._floats, flipped=self.hold.pose.flipped)

    def float_to(self, pose: Pose) -> None:
        """While it does not lie, it has moved."""
        self._floats = pose

    def loosen(self, pose: Pose, glide: PoseTween) -> None:
        """It is let go upon others."""
        self.hold, self.loose, self.glide, self.arrives = None, 0.0, glide, None
        self.rest = self.wish = self._floats = pose

    def stand(
        self, pose: Pose, asked: Pose, glide: PoseTween | None, arrives: PieceEvent | None
    ) -> None:
        """It lies there from now on."""
        self.hold = self.loose = None
        self.rest, self.wish = pose, asked
        self.glide, self.arrives = glide, arrives

    def advance(self, dt: float) -> PieceEvent | None:
        """Lets its glide, height and fold go on; what it has arrived as, if it has."""
        high = 1.0 if self.hold else 0.5 if self.glide and self.glide.left > 0.3 else 0.0
        self.lift = _toward(self.lift, high, dt / LIFT_SECONDS)
        self.fold = _toward(self.fold, 1.0, 2 * dt / FLIP_SECONDS)
        self.glide = self.glide.later(dt) if self.glide else None
        if self.glide or not self.lies:
            return None
        arrival, self.arrives = self.arrives, None
        return arrival

    @property
    def still(self) -> bool:
        """Whether its glide, height and fold are at their end."""
        high = 1.0 if self.hold else 0.0
        return self.glide is None and self.lift == high and self.fold == 1.0


def _toward(value: float, goal: float, by: float) -> float:
    return min(value + by, goal) if value < goal else max(value - by, goal)
