"""The pieces as they lie, are held and are drawn on the table: all that can be asked of them."""

from math import inf
from typing import Final

from tabletop.games.sevens.loose.block import Block
from tabletop.games.sevens.loose.hold import Hold
from tabletop.games.sevens.loose.moving import Lying
from tabletop.games.sevens.loose.room import Ground, Laid, Zone, inside
from tabletop.games.sevens.loose.snapping import Reach, snapped
from tabletop.games.sevens.rules.geometry import gap, holds
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Kind, Point, Pose

FINGER: Final = 0.15
"""Units beside a piece where a finger still means it: thick glass shifts what is seen."""


class Spread:
    """A table with pieces on it, numbered as they were added."""

    def __init__(self, walls: Zone, tray: Zone | None, reach: Reach, step: float) -> None:
        self.walls, self.tray = walls, tray
        self.reach, self.turn_step = reach, step
        self._awake = False
        self._blocks: list[Block] = []
        self._pile: list[Block] = []
        """The pieces in the order of drawing."""

    def _add(self, kind: Kind, pose: Pose) -> None:
        block = Block(len(self._blocks), kind, pose)
        self._blocks.append(block)
        self._pile.append(block)

    @property
    def pieces(self) -> tuple[Lying, ...]:
        """All pieces as they are drawn now, by number."""
        return tuple(block.lying(self.walls) for block in self._blocks)

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the pieces in the order of drawing, the topmost last."""
        return tuple(block.number for block in self._pile)

    @property
    def asleep(self) -> bool:
        """Whether nothing moves; a piece held still sleeps too."""
        return not self._awake

    def in_tray(self, number: int) -> bool:
        """Whether a piece's centroid is in the tray."""
        block = self._blocks[number]
        return self.tray is not None and self.tray.holds(block.pose.at)

    def picture(self) -> Picture:
        """The pieces outside the tray; held ones where they are."""
        return Picture.from_poses(
            (block.kind, block.pose) for block in self._blocks if not self.in_tray(block.number)
        )

    def piece_at(self, at: Point, slack: float = 0.0) -> int | None:
        """The topmost piece there, or else the nearest that is at most `slack` away."""
        pieces = self.pieces
        for number in reversed(self.order):
            if holds(pieces[number].corners, at):
                return number
        near = [(gap(piece.corners, (at,)), piece.number) for piece in pieces] if slack else []
        away, number = min(near, default=(inf, 0))
        return number if away <= slack else None

    def free(self, number: int, pose: Pose) -> bool:
        """Whether a piece can lie like this, within the walls and on no other."""
        block = self._blocks[number]
        return self._ground(block).free(block.kind, pose)

    def snap_preview(self, number: int) -> Pose | None:
        """Where a held piece would snap if it were let go now; None if to nothing."""
        block = self._blocks[number]
        if block.hold is None:
            return None
        wish, ground = self._aim(block, block.hold), self._ground(block)
        if block.preview[0] != (wish, ground):
            pose = None
            if self.tray is None or not self.tray.holds(wish.at):
                pose = snapped(block.kind, wish, ground, reach=self.reach, step=self.turn_step)
            block.preview = (wish, ground), pose
        return block.preview[1]

    def _ground(self, but: Block | None = None) -> Ground:
        """What a piece meets: all others that are not held."""
        laid = tuple((block.kind, block.pose) for block in self._others(but))
        return Ground(self.walls, laid, self.tray)

    @property
    def _lying(self) -> dict[int, Laid]:
        """All pieces that are not held, by number."""
        return {block.number: (block.kind, block.pose) for block in self._blocks if not block.hold}

    def _others(self, but: Block | None) -> list[Block]:
        """All pieces that are not held, in the order of the ground that `but` meets."""
        return [block for block in self._blocks if block is not but and not block.hold]

    def _aim(self, block: Block, hold: Hold) -> Pose:
        """Where fingers have a piece, as far as the walls let them."""
        return inside(block.kind, hold.pose, self.walls)
