"""A computer player of Sevens: it chooses pictures and plans its turns of guessing.

The plan says which piece is laid where and when, and whether the player peeks. Positions are
relative to the middle of the target. Everything follows from the memory and from what lies there;
pieces snap as for people. Forgotten pieces are fitted into the remembered silhouette in small
slices.
"""

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, TypeAlias

from tabletop.engine import Seat
from tabletop.games.sevens import figures
from tabletop.games.sevens.computer.memory import (
    Memory,
    PieceMemory,
    RandomSource,
    Skill,
    chance_after,
    clarity,
    peek_effort,
    remember_look,
    remember_peek,
)
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.pieces.placement import (
    DEFAULT_REACH,
    EIGHTH_TURN_DEGREES,
    SnapReach,
    find_place,
)
from tabletop.games.sevens.pieces.space import Obstacles, PlacedPiece, Zone
from tabletop.games.sevens.rules.events import Arrangement, Card
from tabletop.games.sevens.rules.match import PEEK_COST, SevensMatch
from tabletop.games.sevens.rules.pieces import (
    AREA,
    Picture,
    Pose,
    corners_of,
    gap,
    length,
    shape,
    why_not_arranged,
)
from tabletop.games.sevens.solver import Outline, search


def fit_forgotten(memory: Memory, seen: Picture, patience: int) -> Generator[None, None, Memory]:
    """The memory with every piece in a place that fits; unchanged if none is found in time.

    It uses only the outline of the picture that was `seen`. About a millisecond passes between two
    yields.
    """
    if not memory.silhouette or not memory.unsure or not patience:
        return memory
    known = [trace for trace in memory.traces if trace.sure]
    placed = Picture.from_poses((trace.kind, trace.pose) for trace in known)
    try:
        ways = search(Outline.of(seen), kinds=seen.kinds, placed=placed)
        for _ in range(patience):
            yield
            way = next(ways, placed)
            if way is not None:
                return memory if way is placed else _completed(memory, way)
    except ValueError:
        # The outline touches itself along a line, or cannot hold the known pieces.
        pass
    return memory


def _completed(memory: Memory, way: Picture) -> Memory:
    """The memory with pieces of a solution in place of the unknown ones."""
    rest = list(way.pieces)

    def take(trace: PieceMemory) -> Pose:
        alike = (piece for piece in rest if piece.kind == trace.kind)
        nearest = min(alike, key=lambda piece: length(piece.pose.at, trace.pose.at))
        rest.remove(nearest)
        return nearest.pose

    for trace in memory.traces:
        if trace.sure:
            take(trace)
    traces = (
        t if t.sure else replace(t, pose=take(t), place=True, turn=True, side=True)
        for t in memory.traces
    )
    return replace(memory, traces=tuple(traces))


UNBOUNDED_ZONE: Final = Zone(-12.0, -12.0, 24.0, 24.0)
"""Room enough for any picture around (0, 0)."""
NEIGHBOUR_DISTANCE: Final = 0.03
"""Units within which pieces are neighbours."""
FORGOTTEN_PIECE_FACTOR: Final = 1.5
"""How much longer a forgotten piece takes."""
THINKING_SHARE: Final = 0.4
"""The share of a piece's time before the hand moves."""
FIRST_PIECE_SECONDS, FINAL_PAUSE_SECONDS = 1.5, 1.2
"""Seconds before the first piece, and after the last one."""
MIN_PEEK_GAIN: Final = 0.4
"""The least gain of a peek, in points."""


@dataclass(frozen=True, slots=True)
class GuessSituation:
    """Everything that a computer player's turn depends on."""

    seen: Picture
    """The target around (0, 0)."""
    skill: Skill
    seed: int
    turn: int
    """The number of the turn, part of its random seed."""
    look: float
    peek: float
    clock: float
    """Seconds."""
    price: int = 2
    """Points that a peek costs."""
    seams: bool = True
    shown: int | None = None
    """The piece that Piece Unveil shows."""
    reach: SnapReach = DEFAULT_REACH
    step: float = EIGHTH_TURN_DEGREES

    def odds(self, purpose: str) -> RandomSource:
        return RandomSource(self.seed, purpose, self.turn)


@dataclass(frozen=True, slots=True)
class LayStep:
    number: int
    """Its index in the picture."""
    think: float
    """Seconds before the hand moves."""
    carry: float
    """Seconds of the way, there and back."""
    poses: dict[int, Pose] = field(default_factory=dict)
    """The poses afterwards of the piece and of those that gave way, by number."""

    @property
    def pose(self) -> Pose:
        return self.poses[self.number]

    @property
    def seconds(self) -> float:
        return self.think + self.carry


@dataclass(frozen=True, slots=True)
class PeekStep:
    think: float


@dataclass(frozen=True, slots=True)
class DoneStep:
    think: float


PlanStep: TypeAlias = LayStep | PeekStep | DoneStep
PlanSlices: TypeAlias = Generator[None, None, tuple[PlanStep, ...]]
"""Yields during the work, every few milliseconds; returns the steps."""


def plan_turn(now: GuessSituation) -> PlanSlices:
    builder = _Builder(now)
    memory = remember_look(
        now.seen, now.look, now.skill, now.odds("look"), seams=now.seams, shown=now.shown
    )
    memory = yield from fit_forgotten(memory, now.seen, now.skill.patience)
    yield from builder.lay_known(memory)
    if _peek_pays(now, memory, builder.spent):
        builder.steps.append(PeekStep(now.odds("pause").between(0.8, 1.6)))
        odds = now.odds("peek")
        memory = remember_peek(memory, now.seen, now.peek, now.skill, odds, seams=now.seams)
        memory = yield from fit_forgotten(memory, now.seen, now.skill.patience)
        yield from builder.lay_known(memory)
    yield from builder.guess(memory)
    return (*builder.steps, DoneStep(FINAL_PAUSE_SECONDS))


def paced(steps: Sequence[PlanStep], now: GuessSituation, seconds: float) -> tuple[PlanStep, ...]:
    """The part of a plan that the clock leaves time for, carried out in at most so many seconds."""
    kept: list[LayStep | PeekStep] = []
    needed = peeks = 0.0
    for step in steps:
        if isinstance(step, DoneStep):
            break
        needed += step.seconds if isinstance(step, LayStep) else step.think
        if needed + peeks > now.clock:
            break
        peeks += now.peek * isinstance(step, PeekStep)
        kept.append(step)
    share = min(1.0, seconds / needed) if needed else 1.0
    return (
        *(
            replace(step, think=step.think * share, carry=step.carry * share)
            if isinstance(step, LayStep)
            else replace(step, think=step.think * share)
            for step in kept
        ),
        DoneStep(FINAL_PAUSE_SECONDS),
    )


def _peek_pays(now: GuessSituation, memory: Memory, spent: float) -> bool:
    skill, unsure = now.skill, memory.unsure
    if not unsure:
        return False
    left = now.clock - spent - now.peek
    in_time = min(unsure, left / (skill.seconds * FORGOTTEN_PIECE_FACTOR))
    chance = chance_after(skill.recall, peek_effort(now.peek, unsure))
    doubt = now.odds("peek?").astray(2 * (1 - skill.judgement))
    return in_time * chance - now.price + doubt > (MIN_PEEK_GAIN if now.price else 0.0)


class _Builder:
    """Lays pieces one after the other in a simulation."""

    def __init__(self, now: GuessSituation) -> None:
        self._now = now
        self._odds = now.odds("hand")
        self.steps: list[PlanStep] = []
        self._laid: dict[int, Pose] = {}
        self._meant: dict[int, Pose] = {}
        """The remembered poses of the pieces laid."""

    @property
    def spent(self) -> float:
        return sum(step.seconds for step in self.steps if isinstance(step, LayStep))

    def lay_known(self, memory: Memory) -> Generator[None, None, None]:
        """Lays what is thought to be known and does not lie so yet, large pieces first."""
        order = sorted(
            (number for number, trace in enumerate(memory.traces) if trace.sure),
            key=lambda number: (number != self._now.shown, -AREA[memory.traces[number].kind]),
        )
        while order:
            # Pieces that touch a laid one come next.
            number = next((n for n in order if self._touches(memory.traces[n])), order[0])
            order.remove(number)
            trace = memory.traces[number]
            if self._meant.get(number) != trace.pose:
                self._meant[number] = trace.pose
                self._put(number, trace, self._aimed(number, trace), 1.0)
                yield

    def guess(self, memory: Memory) -> Generator[None, None, None]:
        for number, trace in enumerate(memory.traces):
            if not trace.sure:
                self._put(number, trace, self._plausible(number, trace), FORGOTTEN_PIECE_FACTOR)
                yield

    def _touches(self, trace: PieceMemory) -> bool:
        own = corners_of(trace.kind, trace.pose)
        kinds = self._now.seen.kinds
        return any(
            gap(own, corners_of(kinds[n], pose)) <= NEIGHBOUR_DISTANCE
            for n, pose in self._meant.items()
        )

    def _aimed(self, number: int, trace: PieceMemory) -> Pose:
        """Where a remembered piece is dropped: relative to its neighbour, with an error."""
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
        blur = self._now.skill.blur
        return replace(pose, x=x + self._odds.astray(blur), y=y + self._odds.astray(blur))

    def _plausible(self, number: int, trace: PieceMemory) -> Pose:
        """The free place nearest to a vaguely remembered one where corners meet."""
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

    def _put(self, number: int, trace: PieceMemory, wish: Pose, slower: float) -> None:
        """Drops a piece, and notes where it and its neighbours settle."""
        now, others = self._now, [n for n in self._laid if n != number]
        found = find_place(trace.kind, wish, self._ground(number), now.reach, now.step, push=False)
        if found is None:
            return
        poses = {number: found.pose}
        poses |= {others[place]: pose for place, pose in found.moved}
        self._laid |= poses
        seconds = now.skill.seconds * slower * self._odds.between(0.8, 1.2)
        think = seconds * THINKING_SHARE + (0.0 if self.steps else FIRST_PIECE_SECONDS)
        self.steps.append(LayStep(number, think, seconds * (1 - THINKING_SHARE), poses))

    def _ground(self, but: int) -> Obstacles:
        kinds = self._now.seen.kinds
        laid: list[PlacedPiece] = [(kinds[n], pose) for n, pose in self._laid.items() if n != but]
        return Obstacles(UNBOUNDED_ZONE, tuple(laid))


SHREWD_JUDGEMENT = 0.5
"""From this judgement on a level gives its opponent as little help as possible."""


def choose_arrangement(
    figures: Sequence[Figure],
    skill: Skill,
    odds: RandomSource,
    *,
    count: int,
    unveil: bool,
    used: Collection[str],
) -> Arrangement:
    """A figure, or `count` of its pieces, and the piece to be unveiled where one is asked for.

    Names in `used` are avoided as long as other figures suit.
    """
    fresh = [figure for figure in figures if figure.name not in used]
    suiting = [figure for figure in fresh if figure.difficulty in skill.wants]
    figure = odds.one_of(suiting or fresh or figures)
    picture = figure.picture
    if count < len(picture):
        picture = _some_of(picture, count, skill)
    picture = picture.rounded()
    shown = None
    if unveil:
        # A shrewd player unveils the piece that is easiest anyway.
        ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
        shown = ease.index(max(ease) if skill.judgement >= SHREWD_JUDGEMENT else min(ease))
    return Arrangement(figure.name, picture, shown)


def _some_of(picture: Picture, count: int, skill: Skill) -> Picture:
    """Connected pieces: the plain ones, or from a shrewd player the others."""
    ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
    sign = -1 if skill.judgement < SHREWD_JUDGEMENT else 1
    sets = sorted(
        combinations(range(len(picture)), count),
        key=lambda numbers: sign * sum(ease[number] for number in numbers),
    )
    some = (Picture(tuple(picture.pieces[number] for number in numbers)) for numbers in sets)
    fits = (part for part in some if why_not_arranged(part, count, loose=False) is None)
    return next(fits, Picture(picture.pieces[:count]))


def arrangement_for(match: SevensMatch, skill: Skill, recent: tuple[str, ...] = ()) -> Arrangement:
    """The picture to show now; none that was shown in this match or is in `recent`."""
    shown = [e.carried for e in match.events if e.name in ("arranged", "drawn")]
    used = {Arrangement.read(carried).name for carried in shown}
    return choose_arrangement(
        figures.booklet(),
        skill,
        RandomSource(match.seed, "figure", len(match.events)),
        count=match.piece_count,
        unveil=match.must_unveil,
        used=used.union(recent),
    )


def build_seconds(match: SevensMatch, skill: Skill) -> float:
    """Seconds for arranging, within the limit of the match."""
    seconds = RandomSource(match.seed, "build", len(match.events)).between(0.8, 1.2)
    seconds *= 4.0 + 0.5 * skill.seconds
    limit = match.terms.arrange
    return seconds if limit is None else min(seconds, limit / 2000)


def guess_situation(
    match: SevensMatch,
    skill: Skill,
    reach: SnapReach = DEFAULT_REACH,
    step: float = EIGHTH_TURN_DEGREES,
) -> GuessSituation:
    """The situation of the guesser; the picture must have been shown."""
    assert match.target is not None
    seat, (x, y) = match.guesser, match.target.middle
    terms = match.terms
    return GuessSituation(
        match.target.shifted((-x, -y)),
        skill,
        match.seed,
        len(match.turns),
        match.look_seconds,
        terms.peek / 1000,
        match.round_seconds,
        0 if peek_is_refunded(match, seat) else PEEK_COST,
        terms.seams,
        match.unveiled,
        reach,
        step,
    )


def peek_is_refunded(match: SevensMatch, seat: Seat) -> bool:
    """Whether a peek of the seat would be refunded now."""
    return match.card_in_force == (seat, Card.REGAIN) and not match.regained(seat)
