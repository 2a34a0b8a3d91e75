"""A match as it lies on the table: laid out, drawn, timed and kept. Hands come in `match`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import TypeVar

from tabletop.engine import Match, Ply, Seat, Spot, Text
from tabletop.games import view_of
from tabletop.scenes.calls import Calls
from tabletop.scenes.consent import Consent
from tabletop.scenes.course import Course
from tabletop.scenes.edge import Edge
from tabletop.scenes.hand import Hand
from tabletop.scenes.keeping import Keeping
from tabletop.scenes.layout import Layout, layout
from tabletop.scenes.match_figures import MatchFigures
from tabletop.scenes.match_sounds import MatchSounds
from tabletop.scenes.match_speech import match_sayings
from tabletop.scenes.match_tools import HINT_KEY, SPOT, choice_buttons, dice_buttons, tool_buttons
from tabletop.scenes.notices import Notices
from tabletop.scenes.panels import Panels, draw_panels, warming
from tabletop.scenes.reach import at_seat, with_tools
from tabletop.scenes.sayings import looking_back
from tabletop.scenes.setup import Setup
from tabletop.scenes.throwing import Dice
from tabletop.scenes.turned_board import TurnedBoard
from tabletop.scenes.turntable import Turntable
from tabletop.scenes.upright import language_towards
from tabletop.scenes.whose import Whose
from tabletop.store import new_match_id
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.lettering import least
from tabletop.ui.reach import near
from tabletop.ui.saying import Saying
from tabletop.ui.scene import Change, Scene
from tabletop.ui.table import Table
from tabletop.ui.view import Choice, Showing, View
from tabletop.ui.widgets import Buttons

OnTop = TypeVar("OnTop", bound=Scene)

ABOVE_ALL = 900
"""The layer of the table's edge: over whatever question lies over the match."""


class ShownMatch(Scene):
    """What everybody sees of a match from its first ply to its last."""

    in_parts = True  # nobody sees that one panel changes a moment after the other

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self._table = table
        self._setup = setup
        view = TurnedBoard(partial(view_of, match.game))
        self._view: View = view
        self._turntable = Turntable(view)
        self.notices = Notices()
        self.edge = Edge(table)
        self.buttons = Buttons()
        self._whose = Whose()
        self._covered = False  # the result lies over the panels
        self._chosen = ""  # by what people want to throw, from match to match
        self._take(match, match_id)

    @property
    def match(self) -> Match:
        return self._match

    @property
    def view(self) -> View:
        return self._view

    @property
    def showing(self) -> Showing:
        """The moment that is on the table now."""
        moment = self._course.showing(self._hand, self.notices.refused, self._slow)
        if moment.cursor is not None and moment.cursor in self._others():
            moment = replace(moment, cursor=None)
        if not self.dice.dice:
            return moment
        lying = self.dice.lying(moving=moment.motion is not None)
        return replace(moment, lying=lying, throwing=self.dice.source.by)

    @property
    def _slow(self) -> float:
        """Seconds that one second of animation takes; 0 for none."""
        return self._table.slow

    @property
    def _time_runs(self) -> bool:
        """Whether the clock runs for the acting seat."""
        return self._course.motion is None

    @property
    def panels(self) -> Panels:
        refused = self.notices.refused
        reason = refused.refusal.reason if refused else None
        asides = {}
        for seat, panel in enumerate(self._layout.panels):
            words = self._consent.words(seat) or self.notices.aside(seat)
            if panel.turns:  # the words over the board stand on their head for it
                words = words or self.notices.notice
            if words:
                asides[seat] = words
        return Panels(
            self._layout,
            self._view,
            self._setup,
            self._course,
            self._calls,
            reason,
            asides,
            self._hinted,
        )

    def play(self, ply: str) -> None:
        """Plays a ply by its notation, as a hand would; "" throws the dice."""
        self._send(self._match.play(ply) if ply else self._match.roll())

    def rewind(self) -> None:
        """Goes back to before the first ply, to be stepped through from there."""
        self._course.at = 0
        self._course.seen = True
        self._keeping.leave()  # it is only looked at
        self.notices.tell(looking_back(0, len(self._match.plies)), inf)

    # -- the scene --------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._hand.let_go()
        tray = self._view.tray_height
        plan = self._plan(canvas, tray)
        seats = range(self._match.seats)
        plan = plan.spoken_in([self._setup.language(seat) for seat in seats])
        plan = plan.sized([self._setup.size(seat) for seat in seats])
        self._layout = with_tools(plan) if near() and not least() else plan
        self._view.fit(self._layout.places(self._match.options))
        turns = self._table.settings["look.board"] == "turns"
        self._turntable.fit(canvas, self._layout.board, self._layout.sides if turns else ())
        self._turn_board(slow=0.0)
        self._refresh()

    def preparing(self) -> Iterator[None]:
        has_tray = self._view.tray_height > 0
        yield from self._view.preparing()
        yield from warming(self._layout, self._view.looks, has_tray=has_tray)

    def _turn_board(self, *, slow: float) -> None:
        """Has the board lie before the seat that is to act, where the table wants that.

        It stays where it is for computers, and while one looks back.
        """
        side, panels, motion = self._turntable.board.turns, self._layout.panels, self._course.motion
        seat = self._match.game.acting(motion.ply.before if motion else self._match.state)
        people = [panels[person].turns for person in self._setup.persons]
        if self._table.settings["look.board"] != "turns" or not people:
            side = 0
        elif self._course.at is None and self._is_person(seat):
            side = panels[seat].turns
        elif side not in people:
            side = people[0]
        if side != self._turntable.board.turns:
            self._turntable.turn(side, self.showing, slow=slow)

    def _plan(self, canvas: Canvas, tray: float) -> Layout:
        """Where everything lies; `tray` is the height that the view wants at each seat."""
        return layout(canvas, self._setup.around, tray)

    def _spoken_to(self, scene: OnTop) -> OnTop:
        """The same scene, in the language of the people whose words are turned as it is.

        Where these have several, it is in the table's; its words are as large as the largest of
        theirs.
        """
        setup, turns = self._setup, getattr(scene, "turns", 0)
        scene.language = language_towards(setup, turns)
        there = (seat for seat in setup.persons if setup.side(seat) == turns)
        scene.percent = max((setup.size(seat) for seat in there), default=0)
        return scene

    def resume(self) -> None:
        self._whose.forget()
        self._refresh()

    def leave(self) -> None:
        self._save()
        self._keeping.leave()
        self._figures.leave()

    def wakes_in(self) -> float:
        waits = (self._course, self.edge, self._consent, self._turntable)
        return min(self.notices.fades_in(), *(part.wakes_in() for part in waits))

    def update(self, dt: float) -> Change:
        # The clock waits for what moves: nobody can think before they have seen it.
        if self._time_runs and self._match.tick(dt) is not None:
            self._ended()
        if self._keeping.is_due(dt, self._match):
            self._save()
        if self._course.run(dt, self._slow):
            self._refresh()
        self._sounds.look(self.notices, hinted=self._hinted is not None)
        self._turntable.run(dt)
        self.notices.run(dt)
        self._consent.run(dt)
        self.update_behind(dt)
        return self._show_result() if self._course.result_is_due else None

    def update_behind(self, dt: float, /) -> None:
        self._figures.run(dt)
        fresh = self.edge.wakes_in() <= 0
        self.edge.run(dt)
        if fresh:
            words = self.dice.watch()
            if words is not None:
                self.edge.tell(words, "dice")
            self._refresh()

    def wakes_behind(self) -> float:
        return self.edge.wakes_in()

    def _show_result(self) -> Change:
        """What comes when the match has ended and its line is drawn."""
        raise NotImplementedError

    def draw(self, frame: Frame) -> None:
        frame.put(self._turntable.backdrop, frame.canvas.box.centre)
        frame.touchable("board", self._layout.board)
        showing = self.showing
        if not self._covered:
            draw_panels(frame, self.panels, showing, choices=len(self._choices(showing)))
            with frame.layer(8):
                self.buttons.draw(frame)
        self._view.draw(frame, showing)
        with frame.layer(7):
            self._turntable.draw(frame)
        with frame.layer(9):
            self._draw_notice(frame)
        with frame.layer(ABOVE_ALL):
            self.edge.draw(frame, self._layout)

    def sayings(self) -> tuple[Saying, ...]:
        cursor, notice = self._hand.cursor, self.notices.notice
        return match_sayings(self.panels, self.showing, notice, cursor, self.buttons)

    def _draw_notice(self, frame: Frame) -> None:
        """Puts the word to everybody."""
        self.notices.draw(frame, self._layout)

    def _refresh(self) -> None:
        """Brings the buttons up to date with the moment."""
        self._turn_board(slow=self._slow)
        showing = self.showing
        panel, has_tray = self._layout.panels[showing.seat], self._view.tray_height > 0
        given, called = self._choices(showing), self._calls.open
        choices = choice_buttons(panel, has_tray, given, call=called)
        people = self._setup.persons
        calls = self._calls.buttons(self._layout, has_tray, len(given), showing.seat, people)
        dice = dice_buttons(self._layout, self._course, self.dice)
        tools = tool_buttons(self._tool_plan, self._course, self._tools)
        self.buttons.replace((*choices, *calls, *dice, *tools))
        cursor = self._hand.cursor or ""
        here = {f"{SPOT}{cursor}", cursor}
        reached = (*choices, *calls, *dice, *tools)
        focus = next((button.key for button in reached if button.key in here), None)
        self.buttons.focus = focus
        self._sounds.look(self.notices, hinted=self._hinted is not None)

    @property
    def _tool_plan(self) -> Layout:
        """Where the tools lie: in reach mode at the edge of the person who acts, or acts next."""
        acting = self._match.game.acting(self._match.state)
        return at_seat(self._layout, self._setup.next_person(acting))

    def _choices(self, showing: Showing) -> tuple[Choice, ...]:
        return () if self._course.still else self._view.choices(showing)

    def _others(self) -> tuple[Spot, ...]:
        """Buttons that the acting seat's keys reach besides its places, by their names."""
        seat = self._match.game.acting(self._match.state)
        return self._calls.key(seat), self.dice.key(seat), HINT_KEY

    @property
    def _hinted(self) -> Text | None:
        """What the acting seat is advised, if it has asked."""
        return None

    @property
    def _tools(self) -> Mapping[str, str]:
        """Further tools beside the menu and undo, with their icons."""
        return {}

    # -- the match --------------------------------------------------------------------------

    def _send(self, ply: Ply) -> None:
        self.notices.quiet()
        self.notices.hush()
        self._calls.reached.clear()
        self._course.show(ply, self._slow)
        self._hand.reset(self._match.state)
        self._save()
        if self._match.outcome is not None:
            self._ended()
        self._refresh()

    def _ended(self) -> None:
        self._hand.let_go()
        self._consent.drop()
        self._course.end()
        self._save()
        self._refresh()

    def _begin(self, setup: Setup) -> None:
        """The next game of the series, at the same table."""
        self._setup = setup
        self._take(setup.start(self._table))
        self.notices.quiet()
        self.fit(self._layout.canvas)

    def _take(self, match: Match, match_id: str = "") -> None:
        self._match = match
        match_id = match_id or new_match_id()
        self._keeping = self._kept_by(match, match_id)
        self._figures = MatchFigures(self._table, match, match_id)
        self.notices.heard = self._figures.refused
        self._course = Course(match, self._view)
        self._calls = Calls(match, self._view, self._course)
        self._hand = Hand(match.game, match.state)
        self._consent = Consent()
        self.dice = Dice(self._table, match, self._chosen)
        self._sounds = MatchSounds(
            self._table.play, match, self._view, self._course, self._is_person
        )

    def _kept_by(self, match: Match, match_id: str) -> Keeping:
        """What keeps the match from now on."""
        return Keeping(self._table.store, self._setup, match, match_id)

    def _is_person(self, seat: Seat) -> bool:
        return not self._setup.filler(seat).is_computer

    def _save(self) -> None:
        setup = self._as_people_left
        # Counted first: of a match that was not kept in time the end comes again, and is not
        # counted a second time; one that was kept comes to no second end.
        self._figures.look(setup)
        self._keeping.save(setup, self._match)

    @property
    def _as_people_left(self) -> Setup:
        """Who sits where, as it is kept and counted."""
        return self._setup
