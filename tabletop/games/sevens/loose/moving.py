"""What is seen of the pieces on the table: how each lies now, its glides, and what happened."""

from dataclasses import dataclass
from typing import TypeAlias

from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.rules.pieces import Corners, Kind, Point, Pose, shape, shifted, turned


@dataclass(frozen=True, slots=True)
class Lying:
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
class Snapped:
    """A piece has come to lie against others; a soft click."""

    number: int


@dataclass(frozen=True, slots=True)
class Slid:
    """A piece has come to lie in the nearest free place: where it was let go, others were."""

    number: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece has come to lie where it was let go or sent."""

    number: int


@dataclass(frozen=True, slots=True)
class Settled:
    """Nothing moves any more."""


Happening: TypeAlias = Snapped | Slid | Laid | Settled


@dataclass(frozen=True, slots=True)
class Glide:
    """The way of a piece that is drawn elsewhere than it lies already, growing shorter."""

    offset: Point
    """From where it lies to where it was drawn at first."""
    turn: float
    """Degrees that it has to turn."""
    seconds: float
    gone: float = 0.0

    @classmethod
    def between(cls, start: Pose, end: Pose, seconds: float, turning: float = 0.0) -> "Glide":
        """The way from pose to pose; `turning` is about how far it turns, else the shorter way."""
        turn = end.turn - start.turn
        turn += round((turning - turn) / 360) * 360
        return cls((start.x - end.x, start.y - end.y), turn, seconds)

    def later(self, dt: float) -> "Glide | None":
        """The rest of the way after some seconds; None at its end."""
        gone = self.gone + dt
        done = gone >= self.seconds
        return None if done else Glide(self.offset, self.turn, self.seconds, gone)

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
