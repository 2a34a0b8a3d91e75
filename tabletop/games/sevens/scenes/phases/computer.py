"""Computer players at the board: the hand that moves pieces, the plan it follows, their pictures.

The hand goes to a piece, lifts it, carries it along a curve, turns it on the way, flips it, and
lets go; the table of pieces does the rest. One piece at a time. Positions are in units from an
anchor on the board.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, hypot, inf, pi, sin
from typing import Final

import pygame

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.memory import Skill, skill_of
from tabletop.games.sevens.computer.player import (
    NEIGHBOUR_DISTANCE,
    THINKING_SHARE,
    DoneStep,
    LayStep,
    PeekStep,
    PlanSlices,
    PlanStep,
    arrangement_for,
    build_seconds,
    guess_situation,
    paced,
    plan_turn,
)
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.pieces.placement import SnapReach
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.events import Arrangement, Card
from tabletop.games.sevens.rules.match import ROUNDS, Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import (
    AREA,
    SYMMETRY,
    Picture,
    Point,
    Pose,
    gap,
    length,
)
from tabletop.games.sevens.scenes.context import MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import (
    BasePhase,
    board_plan_for,
    common_origin,
    new_piece_board,
    smallest_turn,
)
from tabletop.games.sevens.view.board import draw_curtain
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.games.sevens.view.pieces import piece_numbers
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
"""The contact of this hand; -1 is that of the keys (`TAKEN_UP_CONTACT`)."""
REACHED_SHARE, SHIFTED_SHARE = 0.3, 0.85
"""The shares of a piece's time after which the hand reaches it, and has moved it into place."""
FLIP_SHARE: Final = 0.5
"""The share of the way after which the piece is flipped."""
PATH_BEND: Final = 0.07
"""How far the path bends, relative to its length."""
SAME_POSE_TOLERANCE: Final = 0.02
"""The tolerance for equal poses: units, and a tenth of it per degree."""
CORRECTION_SECONDS: Final = 0.2
"""Seconds in which a piece is moved to where the table would not have left it."""


class ComputerHand:
    """A hand that carries out a plan, step by step."""

    def __init__(self, table: PieceTable, steps: Sequence[PlanStep], rested: float = 0.0) -> None:
        """`rested`: seconds of the first thinking time that have passed already."""
        self._table = table
        self._left = list(steps)
        self._spent = rested
        self._numbers: dict[int, int] = {}
        """For each laid piece of the picture its number on the table."""
        walls = table.walls
        self.at: Point = (walls.width / 2, walls.height)
        self._from = self.at
        self._start: Pose | None = None
        """The pose in which the held piece was lifted; None with an empty hand."""
        self._lifted = 0.0
        self._turned = 0.0

    @property
    def left(self) -> tuple[PlanStep, ...]:
        """The steps still to do, the present one first."""
        return tuple(self._left)

    @property
    def spent(self) -> float:
        """Seconds spent on the present step."""
        return self._spent

    @property
    def holds(self) -> bool:
        return self._start is not None

    def wakes_in(self) -> float:
        """Seconds until it moves."""
        return max(0.0, self._left[0].think - self._spent) if self._left else inf

    def update(
        self, dt: float, anchor: Point, *, still: bool = False
    ) -> PeekStep | DoneStep | None:
        """Lets seconds go by; gives a peek or the end of the turn when it is time.

        `still`: reduced motion, so pieces jump to their places.
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
        """Lays pieces of the picture at once."""
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
            self.at = lerp(
                self._from, self._table.pieces[number].pose.at, ease_in_out(share / REACHED_SHARE)
            )

    def _carry(self, number: int, goal: Pose, share: float) -> None:
        if self._start is None or not self._table.pieces[number].held:
            # Also after a pause or a resize has made it let go.
            self._lift(number, share)
        start = self._start
        if start is None:
            return
        way = max(1e-6, SHIFTED_SHARE - self._lifted)
        done = ease_in_out((share - self._lifted) / way)
        self.at = _bowed(start.at, goal.at, done, number)
        self._turn(number, start, goal, ease_in_out(1.2 * done))
        if done >= FLIP_SHARE and self._table.pieces[number].pose.flipped != goal.flipped:
            self._table.flip(number)
        self._table.drag(COMPUTER_CONTACT, self.at)

    def _lift(self, number: int, share: float) -> None:
        pose = self._table.pieces[number].pose
        self._start = None
        if self._table.lift(COMPUTER_CONTACT, pose.at) == number:
            self._start, self._lifted, self._turned = pose, share, 0.0
        else:
            self._table.drop(
                COMPUTER_CONTACT
            )  # another piece lies above it: it is put there at the end

    def _turn(self, number: int, start: Pose, goal: Pose, share: float) -> None:
        piece = self._table.pieces[number]
        begun = start if start.flipped == goal.flipped else start.mirrored()
        wanted = smallest_turn(begun.turn, goal.turn, SYMMETRY[piece.kind]) * share
        if wanted != self._turned:
            # Before it is flipped it turns the other way round.
            way = 1 if piece.pose.flipped == goal.flipped else -1
            self._table.turn(number, way * (wanted - self._turned))
            self._turned = wanted

    def _let_go(self, number: int, goals: dict[int, Pose], own: int) -> None:
        """Drops the piece where it belongs, or puts it there where it would not stay."""
        goal, table = goals[own], self._table
        self.at = goal.at
        if self._start is not None and table.pieces[number].held:
            if self._table.pieces[number].pose.flipped != goal.flipped:
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

    def _lies(self, number: int, goal: Pose) -> bool:
        """Whether a piece of that kind lies there already; it is used from now on."""
        taken, pieces = self._numbers.values(), self._table.pieces
        for piece in pieces:
            if piece.number in taken or piece.held or piece.kind != pieces[number].kind:
                continue
            if self._same(number, piece.pose, goal):
                self._numbers[number] = piece.number
                return True
        return False

    def _number(self, number: int, goal: Pose) -> int:
        """The number on the table of a piece of the picture."""
        if number not in self._numbers and not self._lies(number, goal):
            taken, pieces = self._numbers.values(), self._table.pieces
            alike = (p.number for p in pieces if p.kind == pieces[number].kind)
            free = [other for other in alike if other not in taken]
            self._numbers[number] = number if number in free else free[0]
        return self._numbers[number]

    def _same(self, number: int, one: Pose, other: Pose) -> bool:
        turn = smallest_turn(one.turn, other.turn, SYMMETRY[self._table.pieces[number].kind])
        return (
            length(one.at, other.at) <= SAME_POSE_TOLERANCE
            and abs(turn) <= SAME_POSE_TOLERANCE * 10
            and one.flipped == other.flipped
        )


def _placed(poses: dict[int, Pose], anchor: Point) -> dict[int, Pose]:
    x, y = anchor
    return {n: Pose(p.x + x, p.y + y, p.turn, p.flipped) for n, p in poses.items()}


def _bowed(start: Point, end: Point, share: float, number: int) -> Point:
    """A point of a curved path; the side depends on the piece."""
    x, y = lerp(start, end, share)
    dx, dy = end[0] - start[0], end[1] - start[1]
    if hypot(dx, dy) < SAME_POSE_TOLERANCE:
        return x, y
    aside = PATH_BEND * sin(pi * share) * (1 if number % 2 else -1)
    return x - dy * aside, y + dx * aside


HAND_RADIUS: Final = 46.0
"""The radius of the hand, in canvas units."""


@surface_cache(most=8)
def hand_mark(look: SeatLook, radius: float) -> pygame.Surface:
    """A pointing finger in a ring of the seat's colour."""
    return shapes.layered(
        shapes.disc(radius, WHITE),
        shapes.disc(radius * 0.92, look.face),
        shapes.disc(radius * 0.76, WHITE),
        icon("finger", max(6, round(radius * 1.1)), INK),
    )


def draw_hand(frame: Frame, look: SeatLook, surface: PieceBoard, hand: ComputerHand) -> None:
    mark = hand_mark(look, HAND_RADIUS * frame.canvas.scale)
    frame.put(mark, surface.sight.to_canvas(hand.at))


SKIP_TO_END: Final = say("sevens.computer.finish", "Skip to the end")
SKIP_WAIT: Final = say("sevens.computer.skip", "Skip the wait")


def finish_button(context: MatchContext, label: Text = SKIP_WAIT) -> PushButton:
    """The button that ends what the computer player does, and shows what it comes to."""
    return PushButton("finish", context.plan.actions, label, "last", size=48)


REBUILD_STEP_SECONDS: Final = (2.2, 0.5)
BUILD_STEP_SECONDS: Final = (1.0, 0.25)
"""Attract mode: seconds per piece in a whole turn, and in a shortened one."""
MAX_FITTING_STEPS: Final = 200
"""Attract mode: the most steps of fitting pieces."""
FINISHED_PICTURE_SECONDS: Final = 1.6
"""Attract mode: seconds for which a finished picture is shown."""


def is_shortened(match: SevensMatch) -> bool:
    """Whether attract mode plays the present turn quickly.

    It plays two turns in full: the first one, and the first of the second round whose guessing
    player has a card.
    """
    card = match.card_in_force
    if match.round == 1 and card is not None and card[1] is not Card.FIVE:
        return card[0] != match.guesser
    return match.round == ROUNDS - 1 or match.turn_in_round == 1


def computer_skill(context: MatchContext, seat: Seat) -> Skill:
    """The skill of the computer player at a seat; in attract mode it works faster."""
    level = context.level(seat)
    assert level is not None
    skill = skill_of(level)
    if not context.attract:
        return skill
    seconds = REBUILD_STEP_SECONDS[is_shortened(context.match)]
    return replace(skill, seconds=seconds, patience=min(MAX_FITTING_STEPS, skill.patience))


# -- guessing -----------------------------------------------------------------------------------

REBUILD_SECONDS: Final = {"slow": 26.0, "normal": 16.0, "fast": 8.0}
"""Seconds in which it lays its pieces at most, by `computer.pace`."""
SLICES_PER_FRAME: Final = 2
"""Slices of planning in a frame: some milliseconds."""


class ComputerGuess:
    """A computer player's guessing: it plans, and its hand lays the pieces."""

    def __init__(
        self, context: MatchContext, surface: PieceBoard, tell: Callable[[], None]
    ) -> None:
        """`tell` tells the match how the pieces lie."""
        self._context, self._surface, self._tell = context, surface, tell
        settings = context.table.settings
        reach = SnapReach(settings["pieces.snap_units"], settings["pieces.snap_degrees"])
        step = float(settings["pieces.turn_step"])
        skill = computer_skill(context, context.match.guesser)
        self._situation = guess_situation(context.match, skill, reach, step)
        self._planning: PlanSlices | None = plan_turn(self._situation)
        self._hand: ComputerHand | None = None
        self._thought = 0.0
        """Seconds of planning so far."""
        self.hurries = False
        """People want to see the end at once."""

    def prompt(self, left: int) -> Text:
        """What it is doing, with so many pieces left in the tray."""
        match, name = self._context.match, self._context.name(self._context.match.guesser)
        if match.phase is Phase.PEEK:
            seconds = ceil((match.look_left or 0.0) - 1e-6)
            return say(
                "sevens.computer.peeks", "{name} peeks: {left} s left.", name=name, left=seconds
            )
        thing, laid = figure_label(match.name), len(self._surface.picture())
        if self._hand is None or (not laid and not self._hand.holds):
            return say(
                "sevens.computer.thinks", "{name} thinks of “{thing}”.", name=name, thing=thing
            )
        if not left:
            return say("sevens.computer.looks_over", "{name} checks the picture.", name=name)
        if not any(isinstance(step, LayStep) for step in self._hand.left):
            return say("sevens.computer.forgot", "{name} can’t remember the rest.", name=name)
        return say("sevens.computer.rebuilds", "{name} rebuilds “{thing}”.", name=name, thing=thing)

    def update(self, dt: float, anchor: Point) -> None:
        """Lets seconds of guessing go by; `anchor` is the middle of the picture on the board."""
        if self._planning is not None:
            self._plan(dt)
        hand = self._hand
        if hand is not None and self.hurries:
            self._finish(hand, anchor)
        elif hand is not None:
            self._follow(hand.update(dt, anchor, still=self._context.table.animation_scale == 0))

    def wakes_in(self) -> float:
        if self._hand is None or self.hurries:
            return 0.0
        return self._hand.wakes_in()

    def draw(self, frame: Frame) -> None:
        if self._hand is not None:
            draw_hand(
                frame, self._context.look(self._context.match.guesser), self._surface, self._hand
            )

    def _plan(self, dt: float) -> None:
        assert self._planning is not None
        self._thought += dt
        try:
            for _ in range(SLICES_PER_FRAME):
                next(self._planning)
        except StopIteration as over:
            self._planning = None
            seconds = REBUILD_SECONDS[self._context.table.settings["computer.pace"]]
            left = self._context.match.clock_left or 0.0
            steps = paced(over.value, self._situation, min(seconds, 0.8 * left))
            self._hand = ComputerHand(self._surface.pieces, steps, self._thought)

    def _follow(self, step: PeekStep | DoneStep | None) -> None:
        """Peeks or ends the turn when the plan says so."""
        match, now = self._context.match, self._context.now
        if step is not None:
            self._tell()
        if isinstance(step, PeekStep) and match.can_peek:
            match.peek(now)
        elif isinstance(step, DoneStep):
            match.done(now)

    def _finish(self, hand: ComputerHand, anchor: Point) -> None:
        """Does the rest of the plan at once, and spends the time that it takes."""
        context, match = self._context, self._context.match
        poses: dict[int, Pose] = {}
        seconds = -hand.spent
        for step in hand.left:
            if isinstance(step, LayStep):
                poses |= step.poses
                seconds += step.seconds
                continue
            # Before a peek or the end the match must know how the pieces lie.
            hand.lay_now(poses, anchor)
            self._tell()
            self._spend(max(0.0, seconds + step.think))
            poses, seconds = {}, 0.0
            if isinstance(step, PeekStep) and match.can_peek:
                match.peek(context.now)
                self._spend(match.look_left or 0.0)
            elif isinstance(step, DoneStep) and match.phase is Phase.GUESS:
                match.done(context.now)

    def _spend(self, seconds: float) -> None:
        self._context.now += seconds
        self._context.match.advance(self._context.now)


# -- arranging ----------------------------------------------------------------------------------

MAX_RECENT_FIGURES: Final = 24
"""How many of the last figures computer players do not take again."""
_RECENT_FIGURES_KEY: Final = "sevens.figures"


def recent_figures(table: AppContext) -> tuple[str, ...]:
    """The figures that computer players took last at this table."""
    names = table.chosen.get(_RECENT_FIGURES_KEY, ())
    return tuple(map(str, names)) if isinstance(names, tuple) else ()


def seen_soon_text(context: MatchContext) -> Text:
    """What the others are told while a picture is made that they must not see."""
    match, seconds = context.match, round(context.match.look_seconds)
    if match.guesser == context.you:
        return say(
            "sevens.computer.soon.you",
            "You see it in a moment, for {seconds} seconds.",
            seconds=seconds,
        )
    return say(
        "sevens.computer.soon",
        "{other} sees it in a moment, for {seconds} seconds.",
        other=context.name(match.guesser),
        seconds=seconds,
    )


class ComputerBuildPhase(BasePhase):
    """A computer player arranges a picture.

    Opposite a person it does so behind a closed curtain; in attract mode its hand builds the
    picture for everybody to see.
    """

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._left = build_seconds(context.match, computer_skill(context, self.seat))
        """Seconds until the picture is ready."""
        self._building: PictureBuilding | None = None
        if self.policy is TouchPolicy.NOBODY:
            self._left = inf
            self._building = PictureBuilding(context, self._choose())
            self.surface = self._building.surface

    @property
    def seat(self) -> Seat:
        return self.context.match.arranger

    @property
    def laid(self) -> int:
        return 0 if self._building is None else self._building.laid

    @property
    def prompt(self) -> Text:
        name = self.context.name(self.seat)
        return say("sevens.computer.builds", "{name} builds a picture.", name=name)

    @property
    def other_prompt(self) -> Text:
        return seen_soon_text(self.context)

    def fit(self) -> None:
        self.context.acting = self.seat
        if self._building is not None:
            self._building.fit()
            self.surface = self._building.surface
        super().fit()

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.context)]

    def pressed(self, key: str, /) -> Change:
        del key
        self._left = 0.0
        self._show(self._choose())
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._left -= dt
        if self.context.match.phase is not Phase.ARRANGE:
            return change
        if self._building is not None:
            if self._building.update(dt):
                self._show(self._building.made)
        elif self._left <= 0:
            self._show(self._choose())
        return change

    def wakes_in(self) -> float:
        building = inf if self._building is None else self._building.hand.wakes_in()
        return max(0.0, min(self._left, building, super().wakes_in()))

    def _choose(self) -> Arrangement:
        match = self.context.match
        skill = computer_skill(self.context, self.seat)
        return arrangement_for(match, skill, recent_figures(self.context.table))

    def _show(self, made: Arrangement) -> None:
        """Shows the picture, and remembers which figure it was."""
        context, match = self.context, self.context.match
        while match.pending is not None:
            match.deny(context.now)  # it denies reports made before its turn
        match.arranged(context.now, made.name, made.picture, made.unveil)
        context.table.chosen[_RECENT_FIGURES_KEY] = (*recent_figures(context.table), made.name)[
            -MAX_RECENT_FIGURES:
        ]

    def draw_board_layer(self, frame: Frame) -> None:
        if self._building is None:
            self.empty_board.draw(frame)
        else:
            self._building.surface.draw(frame)
            look = self.context.look(self.seat)
            draw_hand(frame, look, self._building.surface, self._building.hand)

    def draw_words(self, frame: Frame) -> None:
        if self._building is None:
            name = self.context.name(self.seat)
            label = say("sevens.computer.cloth", "{name} builds a picture", name=name)
            draw_curtain(frame, self.context.plan.board, 0.0, label)


class PictureBuilding:
    """A picture that a hand builds for everybody to see."""

    def __init__(self, context: MatchContext, made: Arrangement) -> None:
        self.made = made
        self._context = context
        self._step = BUILD_STEP_SECONDS[is_shortened(context.match)]
        self._begin()

    def _begin(self) -> None:
        picture = self.made.picture
        x, y = picture.middle
        middle = picture.shifted((-x, -y))
        self._plan = board_plan_for(self._context)
        self._anchor = common_origin(self._plan, Picture(), middle)
        self.surface = new_piece_board(self._context, picture.kinds, piece_numbers(picture.kinds))
        self.surface.enabled = False
        self.hand = ComputerHand(self.surface.pieces, building_order(middle, self._step))

    @property
    def laid(self) -> int:
        return len(self.made.picture) - sum(isinstance(step, LayStep) for step in self.hand.left)

    def fit(self) -> None:
        """Begins again on a board of another shape."""
        if board_plan_for(self._context) != self._plan:
            self._begin()

    def update(self, dt: float) -> bool:
        """Lets seconds go by; True once the finished picture has been seen."""
        step = self.hand.update(dt, self._anchor, still=self._context.table.animation_scale == 0)
        return isinstance(step, DoneStep)


def building_order(picture: Picture, pace: float) -> tuple[PlanStep, ...]:
    """The steps to build a picture: a large piece first, then always one that touches another."""
    pieces = picture.pieces
    left = sorted(range(len(pieces)), key=lambda number: -AREA[pieces[number].kind])
    order: list[int] = []
    while left:
        beside = (
            number
            for number in left
            if any(
                gap(pieces[number].corners, pieces[n].corners) <= NEIGHBOUR_DISTANCE for n in order
            )
        )
        order.append(next(beside, left[0]))
        left.remove(order[-1])
    lays = (
        LayStep(
            number,
            pace * THINKING_SHARE,
            pace * (1 - THINKING_SHARE),
            {number: pieces[number].pose},
        )
        for number in order
    )
    return (*lays, DoneStep(FINISHED_PICTURE_SECONDS))
