"""What a computer player does with its clock: which piece it lays where and when, and if it peeks.

Places are measured from the middle of the arranged picture. All is decided from the memory and
from what lies there already; the table's own snapping says where a piece comes to lie, as for
people.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tabletop.games.sevens.computer.fitting import fitted
from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.memory import (
    Memory,
    Trace,
    kept,
    looked,
    looked_again,
    peek_effort,
)
from tabletop.games.sevens.computer.odds import Odds
from tabletop.games.sevens.loose.room import Ground, Laid, Zone
from tabletop.games.sevens.loose.settling import find_place
from tabletop.games.sevens.loose.snapping import EIGHTH, REACH, Reach
from tabletop.games.sevens.rules.geometry import gap
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import AREA, Pose, corners_of, length, shape

ANYWHERE: Final = Zone(-12.0, -12.0, 24.0, 24.0)
"""Room enough for any picture about (0, 0)."""
BESIDE: Final = 0.03
"""Units within which pieces are neighbours: one is laid by the other."""
PONDERED: Final = 1.5
"""How much longer a piece takes that was forgotten."""
THINKING: Final = 0.4
"""The share of a piece's time before the hand moves."""
FIRST, LAST = 1.5, 1.2
"""Seconds before the first piece is thought of, and after the last one."""
WORTH: Final = 0.4
"""Points by which a peek must pay."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One turn of a guessing computer player: all that its doings follow from."""

    seen: Picture
    """The arranged picture, its middle at (0, 0)."""
    talent: Talent
    seed: int
    turn: int
    """The number of the turn in the match, which gives it chances of its own."""
    look: float
    peek: float
    clock: float
    """Seconds."""
    price: int = 2
    """Points that a peek costs."""
    seams: bool = True
    shown: int | None = None
    """The piece that Piece Unveil shows."""
    reach: Reach = REACH
    step: float = EIGHTH

    def odds(self, purpose: str) -> Odds:
        return Odds(self.seed, purpose, self.turn)


@dataclass(frozen=True, slots=True)
class Lay:
    """One piece is laid."""

    number: int
    """Its place in the picture."""
    think: float
    """Seconds before the hand moves."""
    carry: float
    """Seconds of its way, there and back."""
    poses: dict[int, Pose] = field(default_factory=dict)
    """Where it comes to lie, and where pieces lie then that gave way to it, by number."""

    @property
    def pose(self) -> Pose:
        return self.poses[self.number]

    @property
    def seconds(self) -> float:
        return self.think + self.carry


@dataclass(frozen=True, slots=True)
class Peek:
    """It looks once more."""

    think: float


@dataclass(frozen=True, slots=True)
class Done:
    """It is content."""

    think: float


Step: TypeAlias = Lay | Peek | Done
Working: TypeAlias = Generator[None, None, tuple[Step, ...]]
"""Yields while it is at work, a few milliseconds at a time; gives the steps at its end."""


def planned(now: Situation) -> Working:
    """What the computer player will do in its turn."""
    builder = _Builder(now)
    memory = looked(
        now.seen, now.look, now.talent, now.odds("look"), seams=now.seams, shown=now.shown
    )
    memory = yield from fitted(memory, now.seen, now.talent.patience)
    yield from builder.lay_known(memory)
    if _peek_pays(now, memory, builder.spent):
        builder.steps.append(Peek(now.odds("pause").between(0.8, 1.6)))
        odds = now.odds("peek")
        memory = looked_again(memory, now.seen, now.peek, now.talent, odds, seams=now.seams)
        memory = yield from fitted(memory, now.seen, now.talent.patience)
        yield from builder.lay_known(memory)
    yield from builder.guess(memory)
    return (*builder.steps, Done(LAST))


def _peek_pays(now: Situation, memory: Memory, spent: float) -> bool:
    """Whether it thinks that a peek brings more points than it costs."""
    talent, unsure = now.talent, memory.unsure
    if not unsure:
        return False
    left = now.clock - spent - now.peek
    in_time = min(unsure, left / (talent.seconds * PONDERED))
    chance = kept(talent.recall, peek_effort(now.peek, unsure))
    doubt = now.odds("peek?").astray(2 * (1 - talent.judgement))
    return in_time * chance - now.price + doubt > (WORTH if now.price else 0.0)


def picture_at(steps: Sequence[Step], peek: float, clock: float, seen: Picture) -> Picture:
    """How the pieces lie when the clock runs out, or before if it is content; a pure rehearsal."""
    laid: dict[int, Pose] = {}
    spent = 0.0
    for step in steps:
        match step:
            case Lay():
                spent += step.seconds
                if spent > clock:
                    break
                laid |= step.poses
            case Peek():
                spent += step.think + peek
            case Done():
                break
    kinds = seen.kinds
    return Picture.from_poses((kinds[number], pose) for number, pose in laid.items())


class _Builder:
    """Lays pieces one after the other, in the mind. It changes as it does."""

    def __init__(self, now: Situation) -> None:
        self._now = now
        self._odds = now.odds("hand")
        self.steps: list[Step] = []
        self._laid: dict[int, Pose] = {}
        self._meant: dict[int, Pose] = {}
        """Where the pieces that lie were thought to belong."""

    @property
    def spent(self) -> float:
        return sum(step.seconds for step in self.steps if isinstance(step, Lay))

    def lay_known(self, memory: Memory) -> Generator[None, None, None]:
        """Lays what is thought to be known and does not lie so yet: large pieces first."""
        order = sorted(
            (number for number, trace in enumerate(memory.traces) if trace.sure),
            key=lambda number: (number != self._now.shown, -AREA[memory.traces[number].kind]),
        )
        while order:
            # What touches a piece that lies is laid next, as one sees where it goes.
            number = next((n for n in order if self._touches(memory.traces[n])), order[0])
            order.remove(number)
            trace = memory.traces[number]
            if self._meant.get(number) != trace.pose:
                self._meant[number] = trace.pose
                self._put(number, trace, self._aimed(number, trace), 1.0)
                yield

    def guess(self, memory: Memory) -> Generator[None, None, None]:
        """Lays the rest where it might have been."""
        for number, trace in enumerate(memory.traces):
            if not trace.sure:
                self._put(number, trace, self._plausible(number, trace), PONDERED)
                yield

    def _touches(self, trace: Trace) -> bool:
        own = corners_of(trace.kind, trace.pose)
        kinds = self._now.seen.kinds
        return any(
            gap(own, corners_of(kinds[n], pose)) <= BESIDE for n, pose in self._meant.items()
        )

    def _aimed(self, number: int, trace: Trace) -> Pose:
        """Where the hand lets a piece go that is remembered: by its neighbour, and a little off."""
        pose = trace.pose
        if number == self._now.shown:
            return pose
        kinds = self._now.seen.kinds
        own = corners_of(trace.kind, pose)
        near = min(
            (n for n in self._laid if n in self._meant and n != number),
            key=lambda n: gap(own, corners_of(kinds[n], self._meant[n])),
            default=None,
        )
        x, y = pose.at
        if near is not None:
            x += self._laid[near].x - self._meant[near].x
            y += self._laid[near].y - self._meant[near].y
        blur = self._now.talent.blur
        return replace(pose, x=x + self._odds.astray(blur), y=y + self._odds.astray(blur))

    def _plausible(self, number: int, trace: Trace) -> Pose:
        """The place nearest to a vague idea where a corner meets a corner of what lies."""
        ground = self._ground(number)
        wish, own = trace.pose, shape(trace.kind, trace.pose.turn, trace.pose.flipped)
        places = (
            (x - ox, y - oy)
            for kind, pose in ground.laid
            for x, y in corners_of(kind, pose)
            for ox, oy in own
        )
        for x, y in sorted(places, key=lambda at: length(at, wish.at)):
            pose = replace(wish, x=x, y=y)
            if ground.free(trace.kind, pose):
                return pose
        return wish

    def _put(self, number: int, trace: Trace, wish: Pose, slower: float) -> None:
        """Lets a piece go, and notes where it and its neighbours come to lie."""
        now, others = self._now, [n for n in self._laid if n != number]
        found = find_place(trace.kind, wish, self._ground(number), now.reach, now.step, push=False)
        if found is None:
            return
        poses = {number: found.pose}
        poses |= {others[place]: pose for place, pose in found.moved}
        self._laid |= poses
        seconds = now.talent.seconds * slower * self._odds.between(0.8, 1.2)
        think = seconds * THINKING + (0.0 if self.steps else FIRST)
        self.steps.append(Lay(number, think, seconds * (1 - THINKING), poses))

    def _ground(self, but: int) -> Ground:
        """What a piece meets: those that lie."""
        kinds = self._now.seen.kinds
        laid: list[Laid] = [(kinds[n], pose) for n, pose in self._laid.items() if n != but]
        return Ground(ANYWHERE, tuple(laid))


def finished(working: Working) -> tuple[Step, ...]:
    """The steps, worked out without a pause: for rehearsals."""
    while True:
        try:
            next(working)
        except StopIteration as over:
            steps: tuple[Step, ...] = over.value
            return steps
