"""A match in which people may ask for a hint, see their chances, and look at it afterwards."""

from collections.abc import Mapping
from dataclasses import replace

from tabletop.engine import CHANCE, Match, Seat, Text
from tabletop.engine.record import RUNNING
from tabletop.players.filler import PERSON
from tabletop.scenes.chance_bar import ChanceBar
from tabletop.scenes.hint import Advice, Hint
from tabletop.scenes.hint_marks import Mark, marks, put_badge, put_marks
from tabletop.scenes.hint_words import ALL_DOTS, COMPUTER, OFF
from tabletop.scenes.match_throws import ThrownMatch
from tabletop.scenes.match_tools import SPOT
from tabletop.scenes.result import ResultScene
from tabletop.scenes.review import ReviewScene
from tabletop.scenes.review_walk import ReviewWalk
from tabletop.scenes.sayings import LOOKING_TOUCH, not_to_move
from tabletop.scenes.setup import Setup
from tabletop.scenes.upright import language_towards
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Push
from tabletop.ui.view import Showing
from tabletop.ui.widgets import PushButton

ABOVE_SIGNS = 7
"""The layer of a hint's marks: over everything on the board, under buttons and words."""
ON_BUTTONS = 8
"""The layer of the buttons, on one of which a number may lie."""
BADGE_ROOM = 6.0
"""How far from the right end of an advised choice its number lies."""


class AdvisedMatch(ThrownMatch):
    """Adds what computer players do for people."""

    _walk: ReviewWalk | None = None
    _marked: tuple[Advice, Canvas, tuple[Mark, ...]] | None = None
    _helped_at: int | None = None
    """After how many plies a seat was last shown a ply unasked."""
    _unasked = False
    """What is thought about or shown was not asked for."""

    @property
    def showing(self) -> Showing:
        """The moment on the table; a hint that has been spelled shows what it would do."""
        moment = super().showing
        advice = self.hint.advice
        if advice is None or self._course.still or moment.preview is not None:
            return moment
        if not moment.picked and self.hint.shows_all((), self._table.slow):
            return replace(moment, preview=advice.move)
        return moment

    @property
    def _hinted(self) -> Text | None:
        advice = self.hint.advice
        if self._course.still or (
            # It is asked for in every frame: the moment is only made where there is a hint.
            advice is not None and super().showing.preview not in (None, advice.move)
        ):
            return None  # its "this" would be said of what a hand or the keys show now
        return ALL_DOTS if self.hint.thinks and self._table.still else self.hint.words

    @property
    def _tools(self) -> Mapping[str, str]:
        if not self._gives_hints:
            return {}
        return {"hint": "close" if self.hint.thinks else "hint"}

    # -- the hint -------------------------------------------------------------------------------

    @property
    def _gives_hints(self) -> bool:
        """Whether whoever is to act may ask: all may at this table, or this seat alone."""
        aid = self._setup.aid(self._match.game.acting(self._match.state))
        return self._table.settings["computer.hints"] or aid.hints or aid.help

    @property
    def _help_is_due(self) -> bool:
        """Whether a seat that is helped is to act, and has not been shown a ply this turn."""
        match = self._match
        if not self._setup.aids or match.outcome is not None or match.state.turn == CHANCE:
            return False
        if self._helped_at == len(match.plies) or self._hand.picker.picked:
            return False
        return self._setup.aid(match.game.acting(match.state)).help and self._free

    def _help(self) -> None:
        """Shows a seat that is helped a ply, once a turn; what it picks then is its own."""
        now = len(self._match.plies)
        if self._unasked and self.hint.told is not None:
            self.hint.drop()  # nobody has asked why there is no help
        if self._helped_at != now:
            self._helped_at = None  # after an undo the same turn is helped again
        if self._help_is_due:
            self._helped_at, self._unasked = now, True
            self.chances.rest()
            self.hint.ask(self._hand)

    def _ask_hint(self, seat: Seat | None) -> None:
        """Somebody wants a hint; while it is thought about, the same ends the thinking.

        `seat` is whose own device asks, where that is known.
        """
        acting = self._match.game.acting(self._match.state)
        if not self._gives_hints:
            self.notices.tell(OFF)
        elif self._match.outcome is not None:
            return
        elif self._course.at is not None:
            self.notices.tell(LOOKING_TOUCH)
        elif self._setup.filler(acting).is_computer:
            self.notices.tell(COMPUTER)
        elif seat not in (None, acting) and self._own_hands:
            self.notices.deny_aside(seat, not_to_move(self._setup.name(acting)))
        else:
            self._course.hurry()
            self.notices.quiet()
            self.chances.rest()
            self._unasked = False
            self._figures.hint()
            self.hint.ask(self._hand)

    def lit(self, showing: Showing) -> tuple[Mark, ...]:
        """The marks of the hint that is shown, those that are lit by now."""
        advice, picked = self.hint.advice, self._hand.picker.picked
        word = advice.word(picked) if advice is not None else None
        if advice is None or word is None or self._course.still:
            return ()
        canvas = self._layout.canvas
        if self._marked is None or self._marked[:2] != (advice, canvas):
            self._marked = advice, canvas, marks(self._view, showing, word)
        lit = self.hint.lit(self._table.slow)
        return tuple(
            mark
            for mark in self._marked[2]
            if len(picked) < max(1, mark.number) <= max(lit, len(picked) + 1)
        )

    @property
    def advised_button(self) -> PushButton | None:
        """The choice that the hint says to touch next; None where that is a place or nothing."""
        advice, picked = self.hint.advice, self._hand.picker.picked
        word = advice.word(picked) if advice is not None else None
        if word is None or len(word) == len(picked) or self._course.still:
            return None
        key = f"{SPOT}{word[len(picked)]}"
        return next((button for button in self.buttons.buttons if button.key == key), None)

    def fit(self, canvas: Canvas) -> None:
        super().fit(canvas)
        unseen = Frame(canvas)  # what a hint needs is made before anybody waits for it
        put_marks(unseen, self._view.cell, [Mark(number, (0.0, 0.0)) for number in range(4)])

    # -- the scene ------------------------------------------------------------------------------

    def wakes_in(self) -> float:
        own = 0.0 if self._help_is_due else self.hint.wakes_in(self._table.slow)
        if self._table.settings["computer.chance_bar"]:
            own = min(own, self.chances.wakes_in(free=self._free))
        return min(own, super().wakes_in())

    def update(self, dt: float) -> Change:
        if self.hint.run(dt, self._hand):
            self._refresh()
        self._help()
        if self.hint.values:
            self.chances.take(self.hint.values)
        if self._table.settings["computer.chance_bar"]:
            self.chances.run(dt, free=self._free, slow=self._table.slow)
        return super().update(dt)

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        showing = self.showing
        row = self.lit(showing)
        if row:
            turns = self._layout.panels[showing.seat].turns
            with frame.layer(ABOVE_SIGNS):
                put_marks(frame, self._view.cell, row, turns, ringed=showing.preview is None)
        button = self.advised_button
        if button is not None:
            with frame.layer(ON_BUTTONS), frame.turned(button.turns, button.about):
                at = (button.box.right - BADGE_ROOM, button.box.centre[1])
                put_badge(frame, self._view.cell, at, len(showing.picked) + 1, 0)
        if self._table.settings["computer.chance_bar"]:
            self.chances.draw(frame, self._layout, self._view.looks)

    def leave(self) -> None:
        self._drop_thoughts()
        super().leave()

    def _refresh(self) -> None:
        self.hint.follow(self._hand)
        super()._refresh()

    def _take(self, match: Match, match_id: str = "") -> None:
        self.hint = Hint(self._table.thinking, match)
        self.chances = ChanceBar(self._table.thinking, match)
        self._walk = self._marked = self._helped_at = None
        super()._take(match, match_id)

    def _begin(self, setup: Setup) -> None:
        self._drop_thoughts()
        super()._begin(setup)

    def _drop_thoughts(self) -> None:
        self.hint.drop()
        self.chances.rest()
        if self._walk is not None:
            self._walk.rest()

    @property
    def _free(self) -> bool:
        """Whether nobody else is thinking, so that the bar may ask about the position."""
        computer = self._setup.filler(self._match.game.acting(self._match.state)).is_computer
        return not (self._course.still or self.hint.thinks or computer)

    # -- the review -----------------------------------------------------------------------------

    def _review(self, turns: int = 0) -> Change:
        """Walks through the finished match; what was found stays until the next one.

        `turns` is how whoever asked for it sits.
        """
        self._drop_thoughts()
        if self._walk is None or self._walk.problem:
            self._walk = ReviewWalk(self._table.thinking, self._match)
        scene = ReviewScene(self._table, self._match, self._walk, self._setup, turns)
        scene.language = language_towards(self._setup, turns)
        return Push(scene, self._after_review)

    def _after_review(self, count: object) -> Change:
        """Plays on from after so many plies, or goes back to the result."""
        if isinstance(count, int):
            self._take(played_on(self._match, count, self._table.seed(), self._table.today()))
            if not self._setup.persons:
                # Whoever wants to play on from here takes the seat that is to act here.
                acting = self._match.game.acting(self._match.state)
                self._setup = self._setup.filled(acting, PERSON)
            self._covered = False
            self.notices.quiet()
            self.fit(self._layout.canvas)
            return None
        shown = self._show_result()
        if isinstance(shown, Push) and isinstance(shown.scene, ResultScene):
            shown.scene.listen()
        return shown


def played_on(match: Match, count: int, seed: int, date: str) -> Match:
    """A match of its own that goes on after the first `count` plies of another.

    Its throws so far are those of the other, from the same sources; those to come are new.
    """
    record, control = match.record(), match.clock.control
    throws = sum(ply.seat == CHANCE for ply in match.plies[:count])
    begun = replace(
        record,
        seed=seed,
        date=date,
        left=control.start(match.seats, match.clock.more).left if match.clock.ticking else (),
        result=RUNNING,
        reason="",
        scores=(),
        sources=record.sources[:throws],
        plies=record.plies[:count],
    )
    return Match.replay(match.game, begun)
