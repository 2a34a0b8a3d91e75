"""A piece of the table: where it lies, who holds it, and how it is drawn on its way."""

from dataclasses import replace
from typing import Final

from tabletop.games.sevens.loose.hold import Hold
from tabletop.games.sevens.loose.moving import Glide, Happening, Lying, drawn_corners
from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.rules.pieces import Kind, Pose

RISE: Final = 0.1
"""Seconds in which a piece rises or sinks."""
FOLDING: Final = 0.18
"""Seconds in which a piece is turned over."""


class Block:
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
        self.hold: Hold | None = None
        self.loose: float | None = None
        """Seconds since it was let go upon others that push it away."""
        self._floats = pose
        self.unmoved: Pose | None = None
        """Where a held piece was asked to lie, while no finger has moved: it is only tapped."""
        self.glide: Glide | None = None
        self.arrives: Happening | None = None
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

    def lying(self, walls: Zone) -> Lying:
        """The piece as it is drawn now."""
        pose, corners = drawn_corners(self.kind, self.drawn, self.fold, walls)
        return Lying(self.number, self.kind, pose, self.lift, self.hold is not None, corners)

    def take(self, hold: Hold) -> None:
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

    def loosen(self, pose: Pose, glide: Glide) -> None:
        """It is let go upon others."""
        self.hold, self.loose, self.glide, self.arrives = None, 0.0, glide, None
        self.rest = self.wish = self._floats = pose

    def stand(
        self, pose: Pose, asked: Pose, glide: Glide | None, arrives: Happening | None
    ) -> None:
        """It lies there from now on."""
        self.hold = self.loose = None
        self.rest, self.wish = pose, asked
        self.glide, self.arrives = glide, arrives

    def advance(self, dt: float) -> Happening | None:
        """Lets its glide, height and fold go on; what it has arrived as, if it has."""
        high = 1.0 if self.hold else 0.5 if self.glide and self.glide.left > 0.3 else 0.0
        self.lift = _toward(self.lift, high, dt / RISE)
        self.fold = _toward(self.fold, 1.0, 2 * dt / FOLDING)
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
