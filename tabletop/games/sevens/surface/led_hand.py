"""The hand of a computer player at the pieces: seen by people, and working as their fingers do.

It goes to a piece, lifts it, carries it along a bow, turns it on the way, turns it over, and lets
go; the table does the rest. One piece at a time. Places are in units, those of the steps from an
anchor on the board.
"""

from collections.abc import Sequence
from math import hypot, inf, pi, sin
from typing import Final

from tabletop.games.sevens.computer.planning import Done, Lay, Peek, Step
from tabletop.games.sevens.rules.pieces import SYMMETRY, Kind, Point, Pose, length
from tabletop.games.sevens.table import PieceTable
from tabletop.ui.tween import between, ease_both

CONTACT: Final = -2
"""The contact of this hand; -1 is the keys' (see `hands.UP`)."""
THERE, SHIFTED = 0.3, 0.85
"""The shares of a piece's time after which the hand is at the piece, and has it in its place."""
OVER: Final = 0.5
"""The share of the way on which it turns a piece over."""
BOW: Final = 0.07
"""How far its way bends aside, by its length."""
SAME: Final = 0.02
"""Units and a tenth of degrees by which places may differ and be the same."""
GIVING: Final = 0.2
"""Seconds in which pieces are put right that the table would have laid elsewhere."""


class LedHand:
    """A hand that does the steps of a plan. It changes as time goes by."""

    def __init__(self, table: PieceTable, steps: Sequence[Step], rested: float = 0.0) -> None:
        """`rested`: seconds of its first thought that have gone by already."""
        self._table = table
        self._left = list(steps)
        self._spent = rested
        self._numbers: dict[int, int] = {}
        """For each piece of the picture that was laid, its number on the table."""
        walls = table.walls
        self.at: Point = (walls.width / 2, walls.height)
        self._from = self.at
        self._start: Pose | None = None
        """Where the piece in the hand was lifted; None with an empty hand."""
        self._lifted = 0.0
        self._turned = 0.0

    @property
    def left(self) -> tuple[Step, ...]:
        """What is still to be done, the present step first, from its beginning."""
        return tuple(self._left)

    @property
    def spent(self) -> float:
        """Seconds that went into the present step."""
        return self._spent

    @property
    def holds(self) -> bool:
        """Whether it has a piece."""
        return self._start is not None

    def wakes_in(self) -> float:
        """Seconds until it moves."""
        return max(0.0, self._left[0].think - self._spent) if self._left else inf

    def update(self, dt: float, anchor: Point, *, still: bool = False) -> Peek | Done | None:
        """Lets seconds go by; gives a peek, or that it is done, when it is time for that.

        `still`: it goes by leaps, where nothing on the table shall be seen moving.
        """
        if not self._left:
            return None
        self._spent += dt
        step = self._left[0]
        if isinstance(step, Lay):
            self._lay(step, anchor, still)
            return None
        if self._spent < step.think:
            return None
        self._next(self._spent - step.think)
        return step

    def lay_now(self, poses: dict[int, Pose], anchor: Point) -> None:
        """Lays pieces of the picture at once where they would have come to lie."""
        self._table.drop(CONTACT)
        self._start = None
        if poses:
            self._table.lay({self._number(n, p): p for n, p in _placed(poses, anchor).items()})

    def _next(self, spent: float = 0.0) -> None:
        self._left.pop(0)
        self._spent, self._from, self._start = spent, self.at, None

    # One piece

    def _lay(self, step: Lay, anchor: Point, still: bool) -> None:
        goals = _placed(step.poses, anchor)
        goal = goals[step.number]
        if step.number not in self._numbers and self._lies(step.number, goal):
            self._next()
            return
        number = self._number(step.number, goal)
        share = (self._spent - step.think) / step.carry
        if share >= 1:
            self._let_go(number, goals, step.number)
            self._next(self._spent - step.seconds)
        elif share >= THERE and not still:
            self._carry(number, goal, share)
        elif share > 0 and not still:
            self.at = between(self._from, self._pose(number).at, ease_both(share / THERE))

    def _carry(self, number: int, goal: Pose, share: float) -> None:
        if self._start is None or not self._table.pieces[number].held:
            # Also when something has made it let go: a pause, another window.
            self._lift(number, share)
        start = self._start
        if start is None:
            return
        way = max(1e-6, SHIFTED - self._lifted)
        done = ease_both((share - self._lifted) / way)
        self.at = _bowed(start.at, goal.at, done, number)
        self._turn(number, start, goal, ease_both(1.2 * done))
        if done >= OVER and self._pose(number).flipped != goal.flipped:
            self._table.flip(number)
        self._table.drag(CONTACT, self.at)

    def _lift(self, number: int, share: float) -> None:
        pose = self._pose(number)
        self._start = None
        if self._table.lift(CONTACT, pose.at) == number:
            self._start, self._lifted, self._turned = pose, share, 0.0
        else:
            self._table.drop(CONTACT)  # another piece lies above it: it is put there at the end

    def _turn(self, number: int, start: Pose, goal: Pose, share: float) -> None:
        wanted = _turn_between(start.turn, goal.turn, SYMMETRY[self._kind(number)]) * share
        if wanted != self._turned:
            self._table.turn(number, wanted - self._turned)
            self._turned = wanted

    def _let_go(self, number: int, goals: dict[int, Pose], own: int) -> None:
        """Lets the piece go where it belongs; where it would not stay, it is put there."""
        goal, table = goals[own], self._table
        self.at = goal.at
        if self._start is not None and table.pieces[number].held:
            if self._pose(number).flipped != goal.flipped:
                table.flip(number)
            self._turn(number, self._start, goal, 1.0)
            table.drag(CONTACT, goal.at)
            preview = table.snap_preview(number)
            stays = table.free(number, goal) if preview is None else self._same(own, preview, goal)
            if stays and len(goals) == 1:
                table.drop(CONTACT)
                return
        table.lay({self._number(n, pose): pose for n, pose in goals.items()}, GIVING)

    # Which piece on the table

    def _pose(self, number: int) -> Pose:
        return self._table.pieces[number].pose

    def _kind(self, number: int) -> Kind:
        return self._table.pieces[number].kind

    def _lies(self, number: int, goal: Pose) -> bool:
        """Whether a piece of that kind lies there already; then it is that one from now on."""
        taken = self._numbers.values()
        for piece in self._table.pieces:
            if piece.number in taken or piece.held or piece.kind != self._kind(number):
                continue
            if self._same(number, piece.pose, goal):
                self._numbers[number] = piece.number
                return True
        return False

    def _number(self, number: int, goal: Pose) -> int:
        """The number on the table of a piece of the picture."""
        if number not in self._numbers and not self._lies(number, goal):
            taken = self._numbers.values()
            kind = self._kind(number)
            alike = [p.number for p in self._table.pieces if p.kind == kind]
            free = [other for other in alike if other not in taken]
            self._numbers[number] = number if number in free else free[0]
        return self._numbers[number]

    def _same(self, number: int, one: Pose, other: Pose) -> bool:
        turn = _turn_between(one.turn, other.turn, SYMMETRY[self._kind(number)])
        return (
            length(one.at, other.at) <= SAME
            and abs(turn) <= SAME * 10
            and one.flipped == other.flipped
        )


def _placed(poses: dict[int, Pose], anchor: Point) -> dict[int, Pose]:
    x, y = anchor
    return {n: Pose(p.x + x, p.y + y, p.turn, p.flipped) for n, p in poses.items()}


def _turn_between(start: float, end: float, symmetry: float) -> float:
    """The least turn, in degrees, after which a piece looks as it shall."""
    return (end - start + symmetry / 2) % symmetry - symmetry / 2


def _bowed(start: Point, end: Point, share: float, number: int) -> Point:
    """A point on the way, which bends to one side or the other, by the piece."""
    x, y = between(start, end, share)
    dx, dy = end[0] - start[0], end[1] - start[1]
    if hypot(dx, dy) < SAME:
        return x, y
    aside = BOW * sin(pi * share) * (1 if number % 2 else -1)
    return x - dy * aside, y + dx * aside
