"""The hand of a computer player at the pieces: seen by people, and working as their fingers do.

It goes to a piece, lifts it, carries it along a bow, turns it on the way, turns it over, and lets
go; the table does the rest. One piece at a time. Places are in units, those of the steps from an
anchor on the board.

A computer player guesses: it thinks, and its hand lays the pieces before people's eyes.

What a computer player does besides moving pieces: it arranges, and looks.
"""

from collections.abc import Sequence
from math import ceil, hypot, inf, pi, sin
from typing import Final

import pygame

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.levels import Skill, skill_of
from tabletop.games.sevens.computer.planning import (
    DoneStep,
    GuessSituation,
    LayStep,
    PeekStep,
    PlanSlices,
    PlanStep,
    plan_turn,
)
from tabletop.games.sevens.computer.player import arrangement_for, build_seconds, guess_situation
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.pieces.placement import SnapReach
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import SYMMETRY, Kind, Point, Pose, length
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.phases.base import TimedBuildPhase
from tabletop.games.sevens.scenes.phases.guessing import (
    GuessPhase,
    LookPhase,
    ReadyPhase,
    WatchingPhase,
)
from tabletop.games.sevens.view.curtain import draw_curtain
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import ease_in_out, lerp
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.theme.theme import INK, WHITE, SeatLook
from tabletop.ui.widgets.buttons import PushButton

COMPUTER_CONTACT: Final = -2
"""The contact of this hand; -1 is the keys' (see `hands.UP`)."""
REACHED_SHARE, SHIFTED_SHARE = 0.3, 0.85
"""The shares of a piece's time after which the hand is at the piece, and has it in its place."""
FLIP_SHARE: Final = 0.5
"""The share of the way on which it turns a piece over."""
PATH_BEND: Final = 0.07
"""How far its way bends aside, by its length."""
SAME_POSE_TOLERANCE: Final = 0.02
"""Units and a tenth of degrees by which places may differ and be the same."""
CORRECTION_SECONDS: Final = 0.2
"""Seconds in which pieces are put right that the table would have laid elsewhere."""


class ComputerHand:
    """A hand that does the steps of a plan. It changes as time goes by."""

    def __init__(self, table: PieceTable, steps: Sequence[PlanStep], rested: float = 0.0) -> None:
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
    def left(self) -> tuple[PlanStep, ...]:
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

    def update(
        self, dt: float, anchor: Point, *, still: bool = False
    ) -> PeekStep | DoneStep | None:
        """Lets seconds go by; gives a peek, or that it is done, when it is time for that.

        `still`: it goes by leaps, where nothing on the table shall be seen moving.
        """
        if not self._left:
            return None
        self._spent += dt
        step = self._left[0]
        if isinstance(step, LayStep):
            self._lay(step, anchor, still)
            return None
        if self._spent < step.think:
            return None
        self._next(self._spent - step.think)
        return step

    def lay_now(self, poses: dict[int, Pose], anchor: Point) -> None:
        """Lays pieces of the picture at once where they would have come to lie."""
        self._table.drop(COMPUTER_CONTACT)
        self._start = None
        if poses:
            self._table.lay({self._number(n, p): p for n, p in _placed(poses, anchor).items()})

    def _next(self, spent: float = 0.0) -> None:
        self._left.pop(0)
        self._spent, self._from, self._start = spent, self.at, None

    # One piece

    def _lay(self, step: LayStep, anchor: Point, still: bool) -> None:
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
        elif share >= REACHED_SHARE and not still:
            self._carry(number, goal, share)
        elif share > 0 and not still:
            self.at = lerp(self._from, self._pose(number).at, ease_in_out(share / REACHED_SHARE))

    def _carry(self, number: int, goal: Pose, share: float) -> None:
        if self._start is None or not self._table.pieces[number].held:
            # Also when something has made it let go: a pause, another window.
            self._lift(number, share)
        start = self._start
        if start is None:
            return
        way = max(1e-6, SHIFTED_SHARE - self._lifted)
        done = ease_in_out((share - self._lifted) / way)
        self.at = _bowed(start.at, goal.at, done, number)
        self._turn(number, start, goal, ease_in_out(1.2 * done))
        if done >= FLIP_SHARE and self._pose(number).flipped != goal.flipped:
            self._table.flip(number)
        self._table.drag(COMPUTER_CONTACT, self.at)

    def _lift(self, number: int, share: float) -> None:
        pose = self._pose(number)
        self._start = None
        if self._table.lift(COMPUTER_CONTACT, pose.at) == number:
            self._start, self._lifted, self._turned = pose, share, 0.0
        else:
            self._table.drop(
                COMPUTER_CONTACT
            )  # another piece lies above it: it is put there at the end

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
            table.drag(COMPUTER_CONTACT, goal.at)
            preview = table.snap_preview(number)
            stays = table.free(number, goal) if preview is None else self._same(own, preview, goal)
            if stays and len(goals) == 1:
                table.drop(COMPUTER_CONTACT)
                return
        table.lay({self._number(n, pose): pose for n, pose in goals.items()}, CORRECTION_SECONDS)

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
            length(one.at, other.at) <= SAME_POSE_TOLERANCE
            and abs(turn) <= SAME_POSE_TOLERANCE * 10
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
    x, y = lerp(start, end, share)
    dx, dy = end[0] - start[0], end[1] - start[1]
    if hypot(dx, dy) < SAME_POSE_TOLERANCE:
        return x, y
    aside = PATH_BEND * sin(pi * share) * (1 if number % 2 else -1)
    return x - dy * aside, y + dx * aside


SLICES_PER_FRAME: Final = 2
"""Slices of thinking in a frame: some milliseconds."""
HAND_RADIUS: Final = 46.0
"""Of the hand's mark, in canvas units."""
FINISH_KEY: Final = "finish"


def finish_button(desk: MatchContext) -> PushButton:
    """Ends what a computer player does here, as it would have ended by itself."""
    label = say("sevens.computer.finish", "Finish now")
    return PushButton(FINISH_KEY, desk.plan.actions, label, "last", size=48)


class ComputerGuessPhase(GuessPhase):
    """A computer player's turn at the board, its peek included. No hand but its own is heard."""

    def __init__(self, desk: MatchContext) -> None:
        super().__init__(desk)
        settings = desk.table.settings
        reach = SnapReach(settings["pieces.snap_units"], settings["pieces.snap_degrees"])
        step = float(settings["pieces.turn_step"])
        self._turn: GuessSituation = guess_situation(desk.match, self.skill, reach, step)
        self._working: PlanSlices | None = plan_turn(self._turn)
        self._hand: ComputerHand | None = None
        self._thought = 0.0
        """Seconds for which it has been thinking of its steps."""

    @property
    def skill(self) -> Skill:
        """How well it remembers, and how fast it is."""
        assert self.level is not None
        return skill_of(self.level)

    # -- what is said -------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        match, name = self.desk.match, self.desk.name(self.seat)
        if self.peeking:
            left = ceil((match.look_left or 0.0) - 1e-6)
            return say(
                "sevens.computer.peeks", "{name} peeks: {left} s more.", name=name, left=left
            )
        thing, laid = figure_label(match.name), len(self.surface.picture())
        if self._hand is None or (not laid and not self._hand.holds):
            return say(
                "sevens.computer.thinks", "{name} thinks of “{thing}”.", name=name, thing=thing
            )
        if not self._left:
            return say("sevens.computer.looks_over", "{name} looks it over.", name=name)
        return say("sevens.computer.rebuilds", "{name} rebuilds “{thing}”.", name=name, thing=thing)

    # -- what is done -------------------------------------------------------------------------

    def lay_out(self) -> None:
        super().lay_out()
        self.surface.enabled = False

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        if self.desk.match.phase is Phase.GUESS:
            self._think(dt)
            hand = self._hand
            if hand is not None and self.desk.hurries:
                self._finish(hand)
            elif hand is not None:
                self._follow(hand.update(dt, self._anchor, still=self.desk.table.slow == 0))
        return change

    def _think(self, dt: float) -> None:
        """Works a little at what it is going to do, until that is known."""
        if self._working is None:
            return
        self._thought += dt
        try:
            for _ in range(SLICES_PER_FRAME):
                next(self._working)
        except StopIteration as over:
            self._working = None
            self._hand = ComputerHand(self.surface.pieces, over.value, self._thought)

    def _follow(self, step: PeekStep | DoneStep | None) -> None:
        """Peeks, or ends the turn, when its hand comes to that."""
        match, now = self.desk.match, self.desk.now
        if step is not None:
            self.tell()
        if isinstance(step, PeekStep) and match.can_peek:
            match.peek(now)
        elif isinstance(step, DoneStep):
            match.done(now)

    def _finish(self, hand: ComputerHand) -> None:
        """All that is left, at once, with the time that it would have taken."""
        desk, match = self.desk, self.desk.match
        left, gone = list(hand.left), hand.spent
        while left and match.phase is Phase.GUESS:
            # Up to a peek or the end of the clock: then the match must know how the pieces lie.
            poses, seconds = _until_stop(left, (match.clock_left or 0.0) + gone)
            hand.lay_now(poses, self._anchor)
            self.tell()
            stop = left.pop(0) if left else None
            self._spend(max(0.0, seconds - gone))
            gone = 0.0
            if isinstance(stop, PeekStep) and match.can_peek:
                match.peek(desk.now)
                self._spend(match.look_left or 0.0)
            elif isinstance(stop, DoneStep) and match.phase is Phase.GUESS:
                match.done(desk.now)

    def _spend(self, seconds: float) -> None:
        self.desk.now += seconds
        self.desk.match.advance(self.desk.now)

    def wakes_in(self) -> float:
        if self.desk.match.phase is not Phase.GUESS:
            return super().wakes_in()
        if self._hand is None or self.desk.hurries:
            return 0.0
        return min(super().wakes_in(), self._hand.wakes_in())

    # -- what is seen -------------------------------------------------------------------------

    def draw_board_layer(self, frame: Frame) -> None:
        super().draw_board_layer(frame)
        if self._hand is not None and not self.peeking:
            mark = hand_mark(self.desk.look(self.seat), HAND_RADIUS * frame.canvas.scale)
            frame.put(mark, self.surface.sight.to_canvas(self._hand.at))


def _until_stop(left: list[PlanStep], clock: float) -> tuple[dict[int, Pose], float]:
    """What is laid before the next peek or the end, and the seconds of that; taken off `left`."""
    poses: dict[int, Pose] = {}
    spent = 0.0
    while left:
        step = left[0]
        seconds = step.seconds if isinstance(step, LayStep) else step.think
        if spent + seconds > clock:
            left.clear()
            return poses, clock
        spent += seconds
        if not isinstance(step, LayStep):
            return poses, spent
        poses |= step.poses
        left.pop(0)
    return poses, clock


@surface_cache(most=8)
def hand_mark(look: SeatLook, radius: float) -> pygame.Surface:
    """The hand of a computer player: a pointing finger in a ring of its seat's colour."""
    return shapes.layered(
        shapes.disc(radius, WHITE),
        shapes.disc(radius * 0.92, look.face),
        shapes.disc(radius * 0.76, WHITE),
        icon("finger", max(6, round(radius * 1.1)), INK),
    )


LOOK_DELAY_SECONDS: Final = 1.6
"""Seconds after which it looks at a picture that is ready."""
MAX_RECENT_FIGURES: Final = 24
"""Figures that computer players do not take again, of those that they took last."""
_RECENT_FIGURES_KEY: Final = "sevens.figures"


class ComputerBuildPhase(TimedBuildPhase, WatchingPhase):
    """A computer player arranges, behind a closed curtain: there is nothing to be seen."""

    def __init__(self, desk: MatchContext) -> None:
        super().__init__(desk)
        self._left = build_seconds(desk.match, self._talent)

    @property
    def _talent(self) -> Skill:
        level = self.desk.level(self.seat)
        assert level is not None
        return skill_of(level)

    # -- what is said -------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self.desk.match.arranger

    @property
    def prompt(self) -> Text:
        name = self.desk.name(self.seat)
        events = self.desk.match.events
        if events and events[-1].name == "disputed":
            return say("sevens.dispute.agreed", "Agreed: {name} makes another picture.", name=name)
        return say("sevens.computer.builds", "{name} builds a picture.", name=name)

    @property
    def told(self) -> Text:
        match, other = self.desk.match, self.desk.name(self.desk.match.guesser)
        seconds = round(match.look_seconds)
        return say(
            "sevens.computer.soon",
            "Soon {other} sees it, for {seconds} seconds.",
            other=other,
            seconds=seconds,
        )

    # -- what is done -------------------------------------------------------------------------

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self._left = 0.0
        self._show()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._left -= dt
        if self._left <= 0 and self.desk.match.phase is Phase.ARRANGE:
            self._show()
        return change

    def _show(self) -> None:
        desk, match = self.desk, self.desk.match
        while match.pending is not None:
            match.deny(desk.now)  # it accuses nobody, also of what was said before it came
        self.give(arrangement_for(match, self._talent, recent_figures(desk.table)))

    def give(self, made: Arrangement) -> None:
        """Shows what was made, and remembers that it was taken."""
        desk = self.desk
        desk.match.arranged(desk.now, made.name, made.picture, made.unveil)
        desk.table.chosen[_RECENT_FIGURES_KEY] = (*recent_figures(desk.table), made.name)[
            -MAX_RECENT_FIGURES:
        ]

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))

    def draw_board_layer(self, frame: Frame) -> None:
        self.wood.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        label = say(
            "sevens.computer.cloth", "{name} builds a picture", name=self.desk.name(self.seat)
        )
        draw_curtain(frame, self.desk.plan.board, 0.0, label)


def recent_figures(table: AppContext) -> tuple[str, ...]:
    """The figures that computer players took last, in any match at this table."""
    names = table.chosen.get(_RECENT_FIGURES_KEY, ())
    return tuple(map(str, names)) if isinstance(names, tuple) else ()


class ComputerReadyPhase(ReadyPhase):
    """The picture is ready, and a computer player is about to look at it."""

    def __init__(self, desk: MatchContext) -> None:
        super().__init__(desk)
        self._left = LOOK_DELAY_SECONDS

    @property
    def prompt(self) -> Text:
        name, seconds = self.desk.name(self.seat), round(self.desk.match.look_seconds)
        return say(
            "sevens.computer.about",
            "{name} is about to look, for {seconds} seconds.",
            name=name,
            seconds=seconds,
        )

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        self._look()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._left -= dt
        if self._left <= 0 and self.desk.match.phase is Phase.READY:
            self._look()
        return change

    def _look(self) -> None:
        self.desk.match.look(self.desk.now)

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))


class ComputerLookPhase(LookPhase):
    """A computer player looks: the picture, for as long as the look lasts."""

    @property
    def prompt(self) -> Text:
        name, thing = self.desk.name(self.seat), figure_label(self.desk.match.name)
        return say("sevens.computer.looks", "{name} looks at “{thing}”.", name=name, thing=thing)

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        desk, match = self.desk, self.desk.match
        if desk.hurries and match.phase is Phase.LOOK:
            # The rest of the look goes by at once.
            desk.now += match.look_left or 0.0
            match.advance(desk.now)
        return change

    def wakes_in(self) -> float:
        return 0.0 if self.desk.hurries else super().wakes_in()
