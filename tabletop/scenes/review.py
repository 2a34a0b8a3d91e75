"""The review of a finished match: where it turned, what was better, and playing on from there."""

from dataclasses import replace
from math import inf
from typing import Any, Final

from tabletop.engine import Match, joined, say
from tabletop.games import view_of
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.asked import LOOKS
from tabletop.scenes.backdrop import Backdrop
from tabletop.scenes.hint import STEP, Advice
from tabletop.scenes.hint_marks import Mark, marks, put_marks
from tabletop.scenes.review_chart import ply_at, put_chart
from tabletop.scenes.review_layout import GAP, Places, places_for
from tabletop.scenes.review_walk import ReviewWalk
from tabletop.scenes.review_words import (
    LOOKING,
    NONE,
    TITLE,
    better_advice,
    better_words,
    moment_words,
    played_words,
    walking_words,
)
from tabletop.scenes.setup import Setup
from tabletop.scenes.turning import Turn, smoothed
from tabletop.scenes.upright import language_towards, next_side, turn_button
from tabletop.ui import art, stones, view
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame, turn_point
from tabletop.ui.label import Label
from tabletop.ui.saying import Saying, focus_saying
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Plate, Sheet, row
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER, BODY_SIZE, DIM, HEAD_SIZE, PANEL, TEXT
from tabletop.ui.widgets import PushButton, Style

TURN: Final = "turn:"
SIGNS: Final = 20
"""The layer of a hint's marks: over everything on the board."""
CHIP: Final = 40.0


class ReviewScene(Sheet):
    """Looks at a match ply by ply. Pops with the number of plies to play on from, or with None."""

    patience = 120.0

    def __init__(
        self,
        table: Table,
        match: Match,
        walk: ReviewWalk,
        setup: Setup | None = None,
        upright: int = 0,
    ) -> None:
        """`setup` tells who sits where; the page is `upright` for whoever sits at that edge."""
        super().__init__()
        self.setup = setup
        self.upright = upright
        self.table = table
        self.match = match
        self.walk = walk
        self.at = len(match.plies) if walk.done else walk.here
        """After how many plies the moment is that is shown."""
        self.turn: Turn | None = None
        """The turning point that is looked at."""
        self.better = True
        """Whether its better ply is shown, or what was played."""
        self.advice: Advice | None = None
        self._follows = not walk.done  # the board walks along, until somebody steps
        self._spent = 0.0
        self._view: view.View = view_of(match.game)
        self._marks: tuple[Mark, ...] = ()
        self.turns: tuple[Turn, ...] = ()

    # -- what is there ----------------------------------------------------------------------------

    @property
    def _plan(self) -> Places:
        """The places as whoever reads the page sees them."""
        return places_for(self.canvas, self.upright)

    def fit(self, canvas: Canvas) -> None:
        plan = places_for(canvas, self.upright)
        middle = turn_point(plan.board.centre, self.upright, canvas.box.centre)
        board = Box.around(middle, plan.board.w, plan.board.h)
        self._view.fit(view.Places(canvas, board, {}, self.match.options, self.match.seats))
        self._backdrop = Backdrop(canvas, self._view)
        if self.walk.done and not self.turns:
            self._found()
        super().fit(canvas)

    def lay_out(self) -> None:
        plan = self._plan
        self.plates = (Plate(plan.said.inset(-4), PANEL, 24),)
        self.labels = (
            Label(TITLE, plan.head, HEAD_SIZE, TEXT, bold=True, most=1),
            Label(self._said(), plan.said.inset(16), BODY_SIZE, TEXT, stands="top"),
        )
        if not self.walk.done:
            words = Label(walking_words(self.walk), plan.chips, BODY_SIZE, DIM, most=1)
            self.labels = (*self.labels, words)
        self.buttons.replace(self._buttons())
        self._marks = self._hinted()

    def _said(self) -> str:
        if self.walk.problem is not None:
            return self.walk.problem
        if self.turn is not None and self.advice is not None:
            told = self._view.told(self.match.plies[self.turn.ply])
            played = played_words(self.match, self.turn, told)
            return joined("\n", played, better_words(self.advice, shown=self.better))
        if self._follows:
            return LOOKING
        now = moment_words(self.at, len(self.match.plies), self._values(), self.match)
        return joined("\n", NONE, now) if self.walk.done and not self.turns else now

    def _values(self) -> tuple[float, ...] | None:
        return self.walk.chances[self.at]

    def _buttons(self) -> list[PushButton]:
        plan = self._plan
        count = len(self.match.plies)
        found = []
        for number, box in enumerate(row(plan.chips, max(3, len(self.turns)), 12.0)):
            if number < len(self.turns):
                turn = self.turns[number]
                lost = say("review.lost", "-{n} %", n=round(100 * turn.drop))
                label = joined("\n", str(number + 1), lost)
                style: Style = "chosen" if turn is self.turn else "plain"
                found.append(PushButton(f"{TURN}{number}", box, label, "", style, CHIP))
        if self.turn is not None:
            sides = (
                ("better", say("review.show_better", "What was better"), self.better),
                ("played", say("review.show_played", "What was played"), not self.better),
            )
            for (key, words, shown), box in zip(sides, plan.sides, strict=True):
                found.append(
                    PushButton(key, box, words, style="chosen" if shown else "plain", size=36)
                )
        elif not self.walk.done:
            enough = say("review.enough", "That is enough")
            found.append(PushButton("enough", plan.sides[0], enough, "check", size=36))
        earlier, later, on = plan.steps
        found.append(PushButton("earlier", earlier, "", "earlier", enabled=self.at > 0))
        found.append(PushButton("later", later, "", "later", enabled=self.at < count))
        words = say("review.on", "Play on from here")
        found.append(PushButton("on", on, words, "play", "main", enabled=self._can_play_on))
        back = plan.back
        others: tuple[PushButton, ...] = ()
        if self.setup is not None:
            end = Box(back.right - back.h * 1.2, back.y, back.h * 1.2, back.h)
            others = turn_button(self.setup, end, 0, (0, 0))
            back = Box(back.x, back.y, back.w - len(others) * (end.w + GAP), back.h)
        found += [PushButton("back", back, say("review.back", "Back"), "back"), *others]
        about = self.canvas.box.centre
        return [replace(button, turns=self.upright, about=about) for button in found]

    @property
    def _can_play_on(self) -> bool:
        """Whether the game is not over at the moment that is shown."""
        return self._state_at(self.at).outcome() is None

    def _state_at(self, count: int) -> Any:
        plies = self.match.plies
        return plies[count - 1].after if count else self.match.first

    # -- what happens -----------------------------------------------------------------------------

    def wakes_in(self) -> float:
        if not self.walk.done:
            return LOOKS
        lighting = self.table.slow and self._lit() <= len(self._marks)
        return STEP - self._spent % STEP if lighting else inf

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        if not self.walk.done and self.walk.run():
            self._follow()
        return None

    def sayings(self) -> tuple[Saying, ...]:
        focus = focus_saying(self.buttons.buttons, self.buttons.focus)
        return (Saying("title", TITLE), Saying("said", self._said()), *focus)

    def leave(self) -> None:
        self.walk.rest()

    def handle(self, action: Action, /) -> Change:
        match action:
            case Press(button=Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST as way):
                self._step(way)
                return None
            case Tap(contact=contact, at=at) if contact not in self.buttons.held:
                seen = turn_point(at, -self.upright, self.canvas.box.centre)
                count = ply_at(self._plan.chart, seen, len(self.match.plies))
                if count is not None:
                    self._go(count)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        match kind:
            case "back":
                return self.back()
            case "turn" if not number and self.setup is not None:
                self.upright = next_side(self.setup, self.upright)
                self.language = language_towards(self.setup, self.upright)
                self.fit(self.canvas)
            case "on":
                return Pop(self.at)
            case "turn":
                self._look_at(self.turns[int(number)])
            case "better" | "played":
                self._show(better=kind == "better")
            case "earlier" | "later":
                self._step(Button[kind.upper()])
            case "enough":
                self.walk.finish()
                self._follow()
        return None

    def _follow(self) -> None:
        """The walk has gone on, or has come to its end."""
        if self.walk.done:
            self._found()
        elif self._follows:
            self.at = self.walk.here
        self.lay_out()

    def _found(self) -> None:
        """The walk is done: the first turning point is shown, unless somebody looks elsewhere."""
        self.turns = self.walk.turns
        if self._follows:
            self.at = len(self.match.plies)
            if self.turns:
                self._choose(self.turns[0])
        self._follows = False

    def _look_at(self, turn: Turn) -> None:
        self._choose(turn)
        self.lay_out()

    def _choose(self, turn: Turn) -> None:
        self._follows = False
        self.turn, self.at = turn, turn.ply
        self.advice = better_advice(self.walk, turn)
        self.better, self._spent = True, 0.0

    def _show(self, *, better: bool) -> None:
        """The better ply of the turning point, or the one that was played."""
        if self.turn is not None:
            self.at = self.turn.ply if better else self.turn.ply + 1
            self.better, self._spent = better, 0.0
            self.lay_out()

    def _step(self, way: Button) -> None:
        count = len(self.match.plies)
        ends = {Button.EARLIER: self.at - 1, Button.LATER: self.at + 1, Button.FIRST: 0}
        self._go(min(count, max(0, ends.get(way, count))))

    def _go(self, at: int) -> None:
        """Looks at any moment, which is no turning point then."""
        self._follows = False
        self.turn = self.advice = None
        self.at = at
        self.lay_out()

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def showing(self) -> view.Showing:
        """The moment on the board."""
        plies, at, state = self.match.plies, self.at, self._state_at(self.at)
        over = at == len(plies) and self.match.state.outcome() is not None
        shown = self._advised is not None and self._lit() > len(self._marks)
        return view.Showing(
            game=self.match.game,
            state=state,
            seat=self.match.game.acting(state),
            last=plies[at - 1] if at else None,
            preview=self._advised.move if self._advised is not None and shown else None,
            finish=1.0 if over else None,
        )

    @property
    def _advised(self) -> Advice | None:
        return self.advice if self.better else None

    def _lit(self) -> int:
        return int(self._spent / STEP) + 1 if self.table.slow else len(self._marks) + 1

    def _hinted(self) -> tuple[Mark, ...]:
        advice = self._advised
        if advice is None or not advice.words:
            return ()
        moment = replace(self.showing, preview=None)
        return marks(self._view, moment, advice.words[0])

    def draw(self, frame: Frame) -> None:
        frame.put(self._backdrop.picture, self.canvas.box.centre)
        showing = self.showing
        with frame.layer(1):
            self._view.draw(frame, showing)
        with frame.layer(SIGNS):
            row_lit, ringed = self._marks[: self._lit()], showing.preview is None
            put_marks(frame, self._view.cell, row_lit, self.upright, ringed=ringed)
        with frame.turned(self.upright, self.canvas.box.centre):
            self.draw_content(frame)
            chart, looks = self._plan.chart, self._view.looks[: self.match.seats]
            put_chart(frame, chart, smoothed(self.walk.chances), looks, self.turns, self.at)
            if not self.walk.done:
                self._draw_progress(frame)

    def _draw_progress(self, frame: Frame) -> None:
        """A thin bar below the words that say how far the walk has come."""
        box, canvas = self._plan.chips, frame.canvas
        height = canvas.px(8)
        y = box.bottom - 8
        frame.put(art.rounded(canvas.px(box.w), height, height / 2, PANEL), (box.centre[0], y))
        width = max(canvas.px(12), canvas.px(box.w * self.walk.share))
        x = box.x + width / canvas.scale / 2
        frame.put(art.rounded(width, height, height / 2, AMBER), (x, y))

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        super().draw_one(frame, button)
        if button.key.startswith(TURN):
            seat = self.turns[int(button.key.removeprefix(TURN))].seat
            radius = min(button.box.h, button.box.w) * 0.15
            at = (button.box.x + radius * 1.5, button.box.y + radius * 1.5)
            frame.put(stones.stone(self._view.looks[seat], frame.canvas.px(radius)), at)
