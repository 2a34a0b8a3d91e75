"""How fingers hold a piece: one carries it, two turn it too."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Final

from tabletop.games.sevens.rules.pieces import Point, Pose, turned

SPREAD: Final = 0.17
"""Units that two fingers on a piece must be apart to turn it.

Closer, they are one finger that a touch frame feels twice, and their line trembles.
"""


@dataclass(frozen=True, slots=True)
class Hold:
    """Fingers on a piece: where each has it, and where each is."""

    pose: Pose
    """How the piece lies as the fingers have it."""
    grips: Mapping[int, Point]
    """For each contact the point of the piece under it, the piece unturned, from its centroid."""
    contacts: Mapping[int, Point]

    @classmethod
    def of(cls, pose: Pose, contacts: Mapping[int, Point]) -> "Hold":
        """Fingers that take a piece as it lies."""
        grips = {
            contact: turned([(x - pose.x, y - pose.y)], -pose.turn)[0]
            for contact, (x, y) in contacts.items()
        }
        return cls(pose, grips, dict(contacts))

    def moved(self, contact: int, at: Point) -> "Hold":
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
        if hypot(along, across) < SPREAD * SPREAD / 2:
            return self.pose.turn
        turn = degrees(atan2(across, along))
        return self.pose.turn + (turn - self.pose.turn + 180) % 360 - 180

    def joined(self, contact: int, at: Point) -> "Hold":
        return Hold.of(self.pose, {**self.contacts, contact: at})

    def left(self, contact: int) -> "Hold | None":
        """Without that finger; None if it was the last."""
        rest = {other: at for other, at in self.contacts.items() if other != contact}
        return Hold.of(self.pose, rest) if rest else None

    def lying(self, pose: Pose) -> "Hold":
        """The same fingers on the piece as it lies otherwise: turned, flipped."""
        return Hold.of(pose, self.contacts)


def _mean(points: Mapping[int, Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points.values()) / count, sum(y for _, y in points.values()) / count
