"""The board of a lesson: its steps, what is shown of them, and how time goes by."""

from math import inf
from typing import Final

from tabletop.engine import Game, Ply, Text
from tabletop.engine.lesson import Lesson
from tabletop.games import view_of
from tabletop.scenes.backdrop import Backdrop
from tabletop.scenes.course import Course
from tabletop.scenes.hand import Refused
from tabletop.scenes.hint_marks import put_ring
from tabletop.scenes.lesson_course import LessonCourse
from tabletop.scenes.lesson_hand import LearnerHand
from tabletop.scenes.match_tools import SPOT
from tabletop.scenes.ply_sounds import PlySounds
from tabletop.ui import art
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.lesson_page import LessonPage
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER, INK
from tabletop.ui.view import Places, Showing, Tray, View
from tabletop.ui.widgets import PushButton

HELPED: Final = 2
"""After so many wrong touches the right place beats."""
BEAT: Final = 1.2
"""Seconds of one beat."""
BEATS: Final = 8
"""Pictures of one beat."""
ABOVE_SIGNS: Final = 7


class LessonBoard(LessonPage):
    """One learner, one board, one step after the other."""

    def __init__(self, table: Table, game: Game, lesson: Lesson) -> None:
        super().__init__(table, game.title, len(lesson.tasks))
        self.game = game
        self.lesson = lesson
        self.course = LessonCourse(game, lesson)
        self._view: View = view_of(game)
        self.wrong = 0
        """Wrong touches in this step."""
        self._spent = 0.0
        self.refused: Refused | None = None
        self._motion: Course
        self._sounds: PlySounds
        self.hand: LearnerHand
        self._set()

    # -- the steps --------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def words(self) -> Text:
        return self.course.tasks[self.index].words

    @property
    def farewell(self) -> Text:
        return self.lesson.farewell

    @property
    def tray(self) -> float:
        return self._view.tray_height

    def begin(self, index: int) -> None:
        self.course.begin(index)
        self._set()

    def go_on(self, *, solved: bool) -> None:
        self.course.go_on(solved=solved)
        self._set()
        self._follow()

    def _set(self) -> None:
        """Takes the match of the present step."""
        match = self.course.match
        self._motion = Course(match, self._view)
        self._sounds = PlySounds(self.table.play, match, self._view, self._motion)
        self.hand = LearnerHand(self.game, self.course.task, self.course.match.state)
        self.refused, self.wrong = None, 0
        self._hold()

    def _hold(self) -> None:
        """Hands are asked for only while a task is open, and nothing else is to come first."""
        self._motion.held = bool(self.course.coming) or self.solved or self.over

    def say_done(self, words: Text) -> None:
        super().say_done(words)
        self._hold()

    def _clear(self) -> None:
        super()._clear()
        self._hold()

    def _follow(self) -> None:
        """The other side plays what it still has to."""
        ply = self.course.follow()
        self._hold()
        if ply is None:
            self.hand.reset(self.course.match.state)
            return
        self._show(ply)

    def _show(self, ply: Ply) -> None:
        self._motion.show(ply, self.table.slow)
        self.hand.reset(ply.after)
        if not self.table.slow:
            self._arrived()

    def _arrived(self) -> None:
        """A ply lies where it belongs."""
        if self.course.coming:
            self._follow()
        elif self.course.match.outcome is not None:
            self._motion.end()
        else:
            self.hand.reset(self.course.match.state)

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether hands are asked for."""
        return self._motion.motion is None and not self._motion.held

    @property
    def lies(self) -> bool:
        return self.live and self.game.firm > 0 and bool(self.hand.picker.picked)

    @property
    def showing(self) -> Showing:
        """The moment that is on the table now."""
        return self._motion.showing(self.hand, self.refused, self.table.slow)

    @property
    def view(self) -> View:
        return self._view

    def choices(self) -> tuple[PushButton, ...]:
        if not self.live:
            return ()
        box = self.plan.choices
        return tuple(
            PushButton(f"{SPOT}{choice.spot}", box, choice.label, choice.icon, choice.style)
            for choice in self._view.choices(self.showing)
        )

    def placed(self) -> None:
        plan = self.plan
        tray = {0: Tray(plan.tray, self.turns, plan.about)} if plan.tray.h else {}
        places = Places(self.canvas, plan.board, tray, self.course.match.options)
        self._view.fit(places)
        self._backdrop = Backdrop(self.canvas, self._view)

    def draw_board(self, frame: Frame) -> None:
        frame.put(self._backdrop.picture, self.canvas.box.centre)
        showing = self.showing
        if self.plan.tray.h:
            with frame.turned(self.turns, self.plan.about), frame.layer(1):
                self._view.draw_tray(frame, showing, 0)
        self._view.draw(frame, showing)
        with frame.layer(ABOVE_SIGNS):
            self._draw_marks(frame, showing)

    def _draw_marks(self, frame: Frame, showing: Showing) -> None:
        """Places to look at; and the right one, which beats when it was missed twice."""
        if not self.live:
            return
        points = self._view.points(showing)
        for spot in self.course.task.lit if not showing.picked else ():
            if spot in points:
                put_ring(frame, self._view.cell, points[spot])
        at = points.get(self.hand.next_spot or "") if self.wrong >= HELPED else None
        if at is not None:
            self._put_beat(frame, at)

    def _put_beat(self, frame: Frame, at: Point) -> None:
        step = int(self._spent / BEAT * BEATS) % BEATS if self.table.slow else BEATS // 2
        radius = self._view.cell * (0.44 + 0.24 * step / BEATS)
        line = max(3.0, self._view.cell * 0.09 * frame.canvas.scale)
        pixels = frame.canvas.px(radius)
        frame.put(art.ring(pixels, round(line * 1.7, 1), INK), at, 1 - 0.6 * step / BEATS)
        frame.put(art.ring(pixels, round(line, 1), AMBER), at, 1 - 0.6 * step / BEATS)

    # -- time -------------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        arrived = self._motion.run(dt, self.table.slow)
        self._sounds.look()
        if arrived:
            self._arrived()
            self._sounds.look()
            self.refresh()
        if self._motion.result_is_due:
            self._motion.seen = True
        return None

    def wakes_in(self) -> float:
        if self._motion.moving:
            return 0.0
        beats = self.live and self.wrong >= HELPED and self.table.slow > 0
        return BEAT / BEATS - self._spent % (BEAT / BEATS) + 0.001 if beats else inf
