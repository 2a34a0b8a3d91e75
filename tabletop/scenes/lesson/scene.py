"""A lesson on a game's own board: the learner plays, and wrong touches are explained.

`LessonProgress` is the present task and its match, `LessonMoveInput` accepts only its solutions.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from tabletop.engine import CHANCE, ROLL, Game, Match, Picker, Ply, Refusal, Seat, Spot, Text, Word
from tabletop.engine.game import Lesson, Task, refuse_in_lesson
from tabletop.games import lesson_of, view_of
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Press,
    Pull,
    Roll,
    Tap,
    Walk,
)
from tabletop.input.actions import Button as Key
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.play.audio import PlySounds
from tabletop.scenes.play.board import SPOT_KEY, reachable_points, step_cursor
from tabletop.scenes.play.session import (
    MatchTimeline,
    MoveEntered,
    MoveInput,
    MoveRefused,
    ThrowRequested,
)
from tabletop.ui.board.goal import pulse_step, pulse_wakes_in, put_goal
from tabletop.ui.board.marks import put_ring
from tabletop.ui.board.turntable import Backdrop
from tabletop.ui.board.view import BoardSnapshot, Tray, View, ViewLayout
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import AMBER, INK
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.lesson_page import LessonPage

LEARNER: Final[Seat] = 0
"""The seat of the learner."""


class LessonProgress:
    """The present task of a lesson and its match."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.tasks: Sequence[Task] = lesson.tasks
        self._starts: dict[int, tuple[str, tuple[str, ...]]] = {}
        """By task: a position's text, and the plies since."""
        self.index = 0
        self.match = self._begun(0)
        self.coming: list[Word] = []
        """The plies that come before the learner is to play, each with its alternatives."""
        self._replies: list[Word] = list(self.task.replies)
        self._throws = 0
        """How often the learner has thrown the dice in this task."""

    @property
    def task(self) -> Task:
        return self.tasks[self.index]

    def begin(self, index: int) -> None:
        """Returns to an earlier task, in the position in which it began."""
        self.index, self.coming = index, []
        self._replies, self._throws = list(self.task.replies), 0
        self.match = self._begun(index)

    def go_on(self, *, solved: bool) -> None:
        """Goes to the next task; an unsolved one is solved first, by its first solution."""
        task, match = self.task, self.match
        self.index += 1
        self._replies, self._throws = list(self.task.replies), 0
        if self.task.position:
            self.match, self.coming = self._begun(self.index), []
            return
        if not solved:
            while self.follow() is not None:
                pass
            throw = match.state.turn == CHANCE
            match.play(task.plies[0] if throw else str(task.solutions(match.state)[0]))
        self.coming = [*self.coming, *((ply,) for ply in task.then)]
        plies = (*(str(ply.move) for ply in match.plies), *(ply[0] for ply in self.coming))
        self._starts[self.index] = (match.position, plies)

    def follow(self) -> Ply | None:
        """Plays the next ply of the other side; None if there is none."""
        if not self.coming:
            return None
        wanted, state = self.coming.pop(0), self.match.state
        legal = {str(move): move for move in state.moves()}
        played = self.match.play(next((ply for ply in wanted if ply in legal), next(iter(legal))))
        if not self.coming and self._other_is_to_play:
            self._queue_reply()
        return played

    def throw(self) -> str:
        """What the dice show when the learner throws them."""
        throws = self.task.plies
        self._throws += 1
        return throws[min(self._throws, len(throws)) - 1]

    def answers(self) -> bool:
        """Whether the game goes on after the learner's ply; queues what the other side plays."""
        if not self.task.replies or self.match.outcome is not None:
            return False
        return not self._other_is_to_play or self._queue_reply()

    @property
    def _other_is_to_play(self) -> bool:
        return self.match.outcome is None and self.game.acting(self.match.state) != LEARNER

    def _queue_reply(self) -> bool:
        if not self._replies:
            return False
        self.coming.append(self._replies.pop(0))
        return True

    def _begun(self, index: int) -> Match:
        position = self.tasks[index].position
        position, plies = (position, ()) if position else self._starts[index]
        match = Match(self.game, position=position)
        for ply in plies:
            match.play(ply)
        return match


class LessonMoveInput(MoveInput):
    """Accepts the solutions of a task; refuses other plies that the rules allow, with a reason."""

    def __init__(self, game: Game, task: Task, state: Any) -> None:
        self.task = task
        super().__init__(game, state)

    def reset(self, state: Any) -> None:
        super().reset(state)
        if not self.dice:
            solutions = self.task.solutions(state)
            self.picker = Picker(solutions, lambda move: self._game.spell(state, move))

    def touch(self, spot: Spot | None) -> MoveEntered | ThrowRequested | MoveRefused | None:
        if spot is None or self._goes_on(spot):
            return super().touch(spot)
        if self.bound and self._is_last(spot):
            return MoveRefused(Refusal(self.task.lies or self.task.other, ""), (spot,))
        touched = (*self.picker.picked, spot)
        return MoveRefused(refuse_in_lesson(self._game, self.task, self.state, touched), (spot,))

    def _goes_on(self, spot: Spot) -> bool:
        """Whether the touch continues the move, begins another, or takes the last one back."""
        if self.dice:
            return spot == ROLL
        if spot in self.picker.open or (self._is_last(spot) and not self.bound):
            return True
        return bool(self.picker.picked) and self._begins(spot)

    @property
    def next_spot(self) -> Spot | None:
        """The place that the first solution continues with."""
        if self.dice:
            return ROLL
        picked = self.picker.picked
        for move in self.picker.candidates:
            for word in self._game.spell(self.state, move):
                if word[: len(picked)] == picked:
                    return word[len(picked)] if len(word) > len(picked) else None
        return None


WRONG_BEFORE_HELP: Final = 2
"""The number of wrong touches after which the right place pulses."""
PULSE_SECONDS: Final = 1.2
PULSE_FRAMES: Final = 8
"""The number of pictures of one pulse."""
MARKS_LAYER: Final = 7


class LessonScene(LessonPage):
    """The lesson of a board game; each of its steps is a task."""

    def __init__(self, table: AppContext, game: Game, lesson: Lesson) -> None:
        super().__init__(table, game.title, game.goal, len(lesson.tasks))
        self.game = game
        self.lesson = lesson
        self.progress = LessonProgress(game, lesson)
        self._view: View = view_of(game)
        self.wrong = 0
        """The number of wrong touches in this step."""
        self._spent = 0.0
        self.refused: MoveRefused | None = None
        self._motion: MatchTimeline
        self._sounds: PlySounds
        self.hand: LessonMoveInput
        self._set()

    # -- the steps --------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def words(self) -> Text:
        return self.progress.tasks[self.index].words

    @property
    def farewell(self) -> Text:
        return self.lesson.farewell

    @property
    def tray(self) -> float:
        return self._view.tray_height

    def begin(self, index: int) -> None:
        self.progress.begin(index)
        self._set()

    def go_on(self, *, solved: bool) -> None:
        self.progress.go_on(solved=solved)
        self._set()
        self._follow()

    def _set(self) -> None:
        """Sets up the present step."""
        match = self.progress.match
        self._motion = MatchTimeline(match, self._view)
        self._sounds = PlySounds(self.table.play, match, self._view, self._motion)
        self.hand = LessonMoveInput(self.game, self.progress.task, self.progress.match.state)
        self.refused, self.wrong = None, 0
        self._hold()

    def _hold(self) -> None:
        """Blocks the learner's input unless a task is open and no other ply comes first."""
        waits = self.solved or self.over or self.shows_goal
        self._motion.held = bool(self.progress.coming) or waits

    def show_success(self, words: Text) -> None:
        super().show_success(words)
        self._hold()

    def _clear(self) -> None:
        super()._clear()
        self._hold()

    def _follow(self) -> None:
        """Shows the next ply of the other side, or lets the learner play."""
        ply = self.progress.follow()
        self._hold()
        if ply is None:
            self.hand.reset(self.progress.match.state)
        else:
            self._show(ply)

    def _show(self, ply: Ply) -> None:
        self._motion.show(ply, self.table.animation_scale)
        self.hand.reset(ply.after)
        if not self.table.animation_scale:
            self._arrived()

    def _arrived(self) -> None:
        """The animation of a ply has ended."""
        if self.progress.coming:
            self._follow()
        elif self.progress.match.outcome is not None:
            self._motion.end()
        else:
            self.hand.reset(self.progress.match.state)

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether the learner may play."""
        return self._motion.motion is None and not self._motion.held

    @property
    def lies(self) -> bool:
        return self.live and self.game.firm > 0 and bool(self.hand.picker.picked)

    @property
    def snapshot(self) -> BoardSnapshot:
        return self._motion.snapshot(self.hand, self.refused, self.table.animation_scale)

    @property
    def view(self) -> View:
        return self._view

    def choices(self) -> tuple[PushButton, ...]:
        if not self.live:
            return ()
        box = self.plan.choices
        return tuple(
            PushButton(f"{SPOT_KEY}{choice.spot}", box, choice.label, choice.icon, choice.style)
            for choice in self._view.choices(self.snapshot)
        )

    def placed(self) -> None:
        plan = self.plan
        tray = {0: Tray(plan.tray, self.turns, plan.about)} if plan.tray.h else {}
        places = ViewLayout(self.canvas, plan.board, tray, self.progress.match.options)
        self._view.fit(places)
        self._backdrop = Backdrop(self.canvas, self._view)

    def draw_board(self, frame: Frame) -> None:
        frame.put(self._backdrop.picture, self.canvas.box.centre)
        snapshot = self.snapshot
        if self.shows_goal:
            self._draw_goal(frame, snapshot)
        if self.plan.tray.h:
            with frame.turned(self.turns, self.plan.about), frame.layer(1):
                self._view.draw_tray(frame, snapshot, 0)
        self._view.draw(frame, snapshot)
        with frame.layer(MARKS_LAYER):
            self._draw_marks(frame, snapshot)

    def _draw_goal(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        view, state = self._view, self.progress.match.state
        marks = self.game.goal_marks(state, LEARNER)
        step = None if self.table.still else pulse_step(self._spent)
        with frame.layer(MARKS_LAYER):
            put_goal(frame, view.points(snapshot), view.cell, view.looks[LEARNER], marks, step)

    def _draw_marks(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Rings places to look at, and pulses the right place after two wrong touches."""
        if not self.live:
            return
        points = self._view.points(snapshot)
        for spot in self.progress.task.lit if not snapshot.picked else ():
            if spot in points:
                put_ring(frame, self._view.cell, points[spot])
        at = points.get(self.hand.next_spot or "") if self.wrong >= WRONG_BEFORE_HELP else None
        if at is not None:
            step = PULSE_FRAMES // 2
            if self.table.animation_scale:
                step = int(self._spent / PULSE_SECONDS * PULSE_FRAMES) % PULSE_FRAMES
            share, canvas = step / PULSE_FRAMES, frame.canvas
            radius = canvas.px(self._view.cell * (0.44 + 0.24 * share))
            line = max(3.0, self._view.cell * 0.09 * canvas.scale)
            for width, colour in ((line * 1.7, INK), (line, AMBER)):
                frame.put(shapes.ring(radius, round(width, 1), colour), at, 1 - 0.6 * share)

    # -- time -------------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        arrived = self._motion.run(dt, self.table.animation_scale)
        self._sounds.look()
        if arrived:
            self._arrived()
            self._sounds.look()
            self.refresh()
        if self._motion.result_is_due:
            self._motion.seen = True
        return None

    def wakes_in(self) -> float:
        if self._motion.wakes_in() == 0:
            return 0.0
        if self.shows_goal and not self.table.still:
            return pulse_wakes_in(self._spent)
        if not self.live or self.wrong < WRONG_BEFORE_HELP or not self.table.animation_scale:
            return inf
        step = PULSE_SECONDS / PULSE_FRAMES
        return step - self._spent % step + 0.001

    # -- input ------------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        change: Change = None
        match action:
            case Press(button=button):
                change = self._press(button)
            case Buzz(source=source) if source != "keyboard":
                change = self._confirm()
            case Nudge() | Walk():
                self._step(action)
            case Roll() if self.live and self.hand.dice:
                self._answer(self.hand.touch(ROLL))
            case _ if isinstance(action, (*CONTACT_ACTIONS, Hover)):
                key = self.buttons.press(action)
                change = self._touch(action) if key is None else self._do(key)
            case _:
                pass
        self._sounds.look()
        if change is None:
            self.refresh()
        return change

    def _touch(self, action: Action) -> Change:
        hand = self.hand
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case _ if not self.live:
                pass
            case Pull(source=source, contact=contact, at=at):
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at):
                hand.consider(self._spot(at) if at is not None else None)
            case _:
                pass
        return None

    def _spot(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.snapshot, at)

    def _down(self, number: tuple[str, int], at: Point) -> None:
        if self.buttons.at(at) is not None:
            return
        self.hand.cursor = None
        if self._skipped_animation():
            return  # the touch only skips the animation
        if self.live:
            self.refused, picked = None, self.hand.picker.picked
            self.hand.down(number, self._spot(at))
            if self.hand.picker.picked != picked or self.hand.preview is not None:
                self._forget_refusal()

    def _skipped_animation(self) -> bool:
        """Skips an animation; True if there was one."""
        if self._motion.motion is None:
            return False
        self._motion.hurry()
        self._arrived()
        return True

    def _answer(self, result: MoveEntered | ThrowRequested | MoveRefused | None) -> None:
        match result:
            case MoveEntered(move=move):
                self._play(str(move))
            case ThrowRequested():
                self._play(self.progress.throw())
            case MoveRefused(refusal=refusal):
                self.refused = result
                self.table.play("refused")
                self.wrong += 1
                self.show_refusal(refusal.reason)
            case None:
                self._forget_refusal()

    def _forget_refusal(self) -> None:
        self.refused = None
        self.clear_refusal()

    def _play(self, text: str) -> None:
        ply = self.progress.match.play(text)
        self._forget_refusal()
        if self.progress.answers():
            self._hold()
        else:
            self.show_success(self.progress.task.done)
        self._show(ply)

    # -- keys and buttons -------------------------------------------------------------------------

    def _press(self, button: Key) -> Change:
        match button:
            case Key.OK:
                return self._confirm()
            case Key.BACK | Key.UNDO if self.live and self.hand.back():
                return None
            case Key.BACK if self.lies:
                return self.pressed("earlier")
            case Key.BACK | Key.MENU:
                return Pop()
            case Key.UNDO | Key.EARLIER:
                return self.pressed("earlier")
            case Key.LATER if not self.over:
                return self.pressed("next")
            case Key.HINT:
                self.wrong = max(self.wrong, WRONG_BEFORE_HELP)
            case _:
                pass
        return None

    def _do(self, key: str) -> Change:
        if key.startswith(SPOT_KEY):
            self._answer(self.hand.touch(key.removeprefix(SPOT_KEY)))
            return None
        return self.pressed(key)

    def _confirm(self) -> Change:
        """The OK key: the place or button under the cursor, or the only choice there is."""
        if self._skipped_animation():
            return None
        focus, cursor = self.buttons.focus, self.hand.cursor
        if focus is not None:
            return self._do(focus)
        if self.solved or self.over or self.shows_goal:
            return self.pressed(self.main)
        if cursor is not None or len(self.hand.open) == 1:
            self._answer(self.hand.touch(cursor or next(iter(self.hand.open))))
        else:
            self._step(Walk(by=1, source="keyboard"))
        return None

    def _step(self, action: Nudge | Walk) -> None:
        """Moves the cursor over the open places and the buttons."""
        buttons = [button for button in self.buttons.buttons if button.enabled]
        ways = {b.key: b.centre for b in buttons if not b.key.startswith(SPOT_KEY)}
        points = reachable_points(self._view.points(self.snapshot), buttons) if self.live else {}
        here = self.buttons.focus if self.buttons.focus in ways else self.hand.cursor
        open_spots = self.hand.open if self.live else frozenset()
        found = step_cursor(action, points, open_spots, here, ways)
        named = f"{SPOT_KEY}{found}"
        keys = [button.key for button in buttons]
        self.buttons.focus = found if found in ways else named if named in keys else None
        self.hand.cursor = None if found in ways else found
        self.hand.consider(self.hand.cursor)


def lesson_for(table: AppContext, game: Game, *, playing: bool = False) -> LessonPage:
    """A lesson from its first step; `playing`: it lies over a match."""
    if game.kind == "live":
        scene = live_game(game).lesson(table)
    else:
        scene = LessonScene(table, game, lesson_of(game))
    scene.playing = playing
    return scene
