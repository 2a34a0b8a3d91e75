"""A match as it lies on the table: laid out, drawn, timed and kept. Hands come in `match`.

A match whose dice are thrown: on the screen, by readers, or by hand and typed in.

A match in which people may ask for a hint, see their chances, and look at it afterwards.

A match in which computers play at some seats: they think, throw, play and call.

A match that a room follows: a banner says whose turn it is, and every ply is held up.

A match in which seats are handed over, and ended by people who play against computers.

A match in which one may ask what a place means: by a long touch, or by the sign and a touch.

A match in which nobody decides alone what concerns others too: they are asked, and agree.

A match that people may walk away from: a computer minds a seat until they are back.

A match whose winner can put a name on the board, if nothing has helped on the way.

The table while a match is on: whoever's turn it is spells a ply, everybody sees what it does.

The questions before a match is ended by hand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final, TypeVar

from tabletop.engine import CHANCE, Game, IllegalMove, Match, Ply, Seat, Spot, Text, joined, say
from tabletop.engine.record import UNFINISHED_RESULT
from tabletop.games import view_of
from tabletop.input.actions import (
    Action,
    Button,
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
from tabletop.players.player_spec import DEFAULT_LEVEL, PERSON, PlayerSpec
from tabletop.scenes.destinations import ChangeSeats, OpenLesson, OpenRules
from tabletop.scenes.match.agreements import (
    AGREE_KEY,
    DECLINED,
    Agreement,
    AgreementPads,
    Request,
    draw_request,
    end_request,
    pause_request,
    request_plates,
    seats_request,
    undo_request,
)
from tabletop.scenes.match.audio import MatchSounds, match_sayings
from tabletop.scenes.match.calls import Calls
from tabletop.scenes.match.chance_bar import ChanceBar
from tabletop.scenes.match.computer_turn import DOTS, PACE_SECONDS, THROW_ANSWER, ComputerTurn
from tabletop.scenes.match.controls import (
    HINT_KEY,
    SPOT_KEY,
    TOOL_KEY,
    choice_buttons,
    dice_buttons,
    reachable_points,
    step_cursor,
    tool_buttons,
)
from tabletop.scenes.match.dice import (
    THROW_REAL,
    UNDO_DIE,
    Dice,
    DiceThrow,
    TypedDice,
    ask_dice_source,
    mark_simulated,
)
from tabletop.scenes.match.glossary import GlossaryScene, GlossaryTarget
from tabletop.scenes.match.hints import ALL_DOTS, COMPUTER_TO_MOVE, HINTS_OFF, Advice, Hint
from tabletop.scenes.match.messages import (
    LOOKING_TOUCH,
    PAUSED_THROW,
    UNDO_BOUND,
    looking_back,
    not_to_move,
    result_head,
    sits_out,
)
from tabletop.scenes.match.move_input import MoveEntered, MoveInput, MoveRefused, RollRequested
from tabletop.scenes.match.notices import DeviceNotices, Notices
from tabletop.scenes.match.orientation import InputOwner, language_at_side, only_person, seat_zone
from tabletop.scenes.match.panels import STAND_IN_CHOICES, Panels, draw_panels, prewarm_panels
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.persistence import Autosave, MatchMetricsRecorder, rate_feat
from tabletop.scenes.match.timeline import MatchTimeline
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.analysis import ReviewAnalysis
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.series import (
    ask_series,
    length_words,
    next_game,
    player_name,
    shows_wins,
)
from tabletop.scenes.setup.seat_dialogs import PlayerDialog, PlayersDialog
from tabletop.storage import new_match_id
from tabletop.storage.scores import NO_SCORE, Disqualifier, ScoreEligibility
from tabletop.ui.board.glossary import is_empty_spot, meanings
from tabletop.ui.board.hint_marks import HintMark, marks_of_word, put_badge, put_marks
from tabletop.ui.board.projector_banner import (
    BannerText,
    ProjectorBanner,
    SeriesScore,
    prewarm_banner,
)
from tabletop.ui.board.reach_layout import reserve_tool_space, tools_at_seat
from tabletop.ui.board.seat_panel import choice_boxes, head_box
from tabletop.ui.board.spotlight import SPOTLIGHT_SECONDS, Spotlight, piece_paths, put_rings
from tabletop.ui.board.table_layout import ProjectorLayout, TableLayout, match_layout, table_layout
from tabletop.ui.board.turntable import TurnedView, Turntable
from tabletop.ui.board.view import BoardSnapshot, SpotButton, View
from tabletop.ui.core.active_match import ActiveMatch, SeatArea
from tabletop.ui.core.app_context import SECONDS_PER_ANIMATION_SECOND, AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import min_text_size, reach_mode
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.high_scores import EnterHighScore
from tabletop.ui.core.scene import Change, Pop, Push, Scene
from tabletop.ui.speech.announcements import Announcement
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

OnTop = TypeVar("OnTop", bound=Scene)

DEVICE_NOTICE_LAYER = 900
"""The layer of the table's edge: over whatever question lies over the match."""


class BaseMatch(Scene):
    """What everybody sees of a match from its first ply to its last."""

    in_parts = True  # nobody sees that one panel changes a moment after the other

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self._table = table
        self._setup = setup
        view = TurnedView(partial(view_of, match.game))
        self._view: View = view
        self._turntable = Turntable(view)
        self.notices = Notices()
        self.edge = DeviceNotices(table)
        self.buttons = ButtonGroup()
        self._whose = InputOwner()
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
    def snapshot(self) -> BoardSnapshot:
        """The moment that is on the table now."""
        moment = self._timeline.snapshot(self._hand, self.notices.refused, self._slow)
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
        return self._timeline.motion is None

    @property
    def panels(self) -> Panels:
        refused = self.notices.refused
        reason = refused.refusal.reason if refused else None
        asides = {}
        for seat, panel in enumerate(self._layout.panels):
            words = self._agreement.words(seat) or self.notices.aside(seat)
            if panel.turns:  # the words over the board stand on their head for it
                words = words or self.notices.notice
            if words:
                asides[seat] = words
        return Panels(
            self._layout,
            self._view,
            self._setup,
            self._timeline,
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
        self._timeline.at = 0
        self._timeline.seen = True
        self._autosave.leave()  # it is only looked at
        self.notices.tell(looking_back(0, len(self._match.plies)), inf)

    # -- the scene --------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._hand.let_go()
        tray = self._view.tray_height
        plan = self._plan(canvas, tray)
        seats = range(self._match.seats)
        plan = plan.with_languages([self._setup.language(seat) for seat in seats])
        plan = plan.sized([self._setup.size(seat) for seat in seats])
        self._layout = reserve_tool_space(plan) if reach_mode() and not min_text_size() else plan
        self._view.fit(self._layout.places(self._match.options))
        turns = self._table.settings["look.board"] == "turns"
        self._turntable.fit(canvas, self._layout.board, self._layout.sides if turns else ())
        self._turn_board(slow=0.0)
        self._refresh()

    def preparing(self) -> Iterator[None]:
        has_tray = self._view.tray_height > 0
        yield from self._view.preparing()
        yield from prewarm_panels(self._layout, self._view.looks, has_tray=has_tray)

    def _turn_board(self, *, slow: float) -> None:
        """Has the board lie before the seat that is to act, where the table wants that.

        It stays where it is for computers, and while one looks back.
        """
        side, panels, motion = (
            self._turntable.board.turns,
            self._layout.panels,
            self._timeline.motion,
        )
        seat = self._match.game.acting(motion.ply.before if motion else self._match.state)
        people = [panels[person].turns for person in self._setup.persons]
        if self._table.settings["look.board"] != "turns" or not people:
            side = 0
        elif self._timeline.at is None and self._is_person(seat):
            side = panels[seat].turns
        elif side not in people:
            side = people[0]
        if side != self._turntable.board.turns:
            self._turntable.turn(side, self.snapshot, slow=slow)

    def _plan(self, canvas: Canvas, tray: float) -> TableLayout:
        """Where everything lies; `tray` is the height that the view wants at each seat."""
        return table_layout(canvas, self._setup.around, tray)

    def _localised_for_side(self, scene: OnTop) -> OnTop:
        """The same scene, in the language of the people whose words are turned as it is.

        Where these have several, it is in the table's; its words are as large as the largest of
        theirs.
        """
        setup, turns = self._setup, getattr(scene, "turns", 0)
        scene.language = language_at_side(setup, turns)
        there = (seat for seat in setup.persons if setup.side(seat) == turns)
        scene.text_scale = max((setup.size(seat) for seat in there), default=0)
        return scene

    def resume(self) -> None:
        self._whose.forget()
        self._refresh()

    def leave(self) -> None:
        self._save()
        self._autosave.leave()
        self._figures.leave()

    def wakes_in(self) -> float:
        waits = (self._timeline, self.edge, self._agreement, self._turntable)
        return min(self.notices.expires_in(), *(part.wakes_in() for part in waits))

    def update(self, dt: float) -> Change:
        # The clock waits for what moves: nobody can think before they have seen it.
        if self._time_runs and self._match.tick(dt) is not None:
            self._ended()
        if self._autosave.is_due(dt, self._match):
            self._save()
        if self._timeline.run(dt, self._slow):
            self._refresh()
        self._sounds.look(self.notices, hinted=self._hinted is not None)
        self._turntable.run(dt)
        self.notices.run(dt)
        self._agreement.run(dt)
        self.update_in_background(dt)
        return self._show_result() if self._timeline.result_is_due else None

    def update_in_background(self, dt: float, /) -> None:
        self._figures.run(dt)
        fresh = self.edge.wakes_in() <= 0
        self.edge.run(dt)
        if fresh:
            words = self.dice.watch()
            if words is not None:
                self.edge.tell(words, "dice")
            self._refresh()

    def wakes_in_background(self) -> float:
        return self.edge.wakes_in()

    def _show_result(self) -> Change:
        """What comes when the match has ended and its line is drawn."""
        raise NotImplementedError

    def draw(self, frame: Frame) -> None:
        frame.put(self._turntable.backdrop, frame.canvas.box.centre)
        frame.touchable("board", self._layout.board)
        snapshot = self.snapshot
        if not self._covered:
            draw_panels(frame, self.panels, snapshot, choices=len(self._choices(snapshot)))
            with frame.layer(8):
                self.buttons.draw(frame)
        self._view.draw(frame, snapshot)
        with frame.layer(7):
            self._turntable.draw(frame)
        with frame.layer(9):
            self._draw_notice(frame)
        with frame.layer(DEVICE_NOTICE_LAYER):
            self.edge.draw(frame, self._layout)

    def sayings(self) -> tuple[Announcement, ...]:
        cursor, notice = self._hand.cursor, self.notices.notice
        return match_sayings(self.panels, self.snapshot, notice, cursor, self.buttons)

    def _draw_notice(self, frame: Frame) -> None:
        """Puts the word to everybody."""
        self.notices.draw(frame, self._layout)

    def _refresh(self) -> None:
        """Brings the buttons up to date with the moment."""
        self._turn_board(slow=self._slow)
        snapshot = self.snapshot
        panel, has_tray = self._layout.panels[snapshot.seat], self._view.tray_height > 0
        given, called = self._choices(snapshot), self._calls.open
        choices = choice_buttons(panel, has_tray, given, call=called)
        people = self._setup.persons
        calls = self._calls.buttons(self._layout, has_tray, len(given), snapshot.seat, people)
        dice = dice_buttons(self._layout, self._timeline, self.dice)
        tools = tool_buttons(self._tool_plan, self._timeline, self._tools)
        self.buttons.replace((*choices, *calls, *dice, *tools))
        cursor = self._hand.cursor or ""
        here = {f"{SPOT_KEY}{cursor}", cursor}
        reached = (*choices, *calls, *dice, *tools)
        focus = next((button.key for button in reached if button.key in here), None)
        self.buttons.focus = focus
        self._sounds.look(self.notices, hinted=self._hinted is not None)

    @property
    def _tool_plan(self) -> TableLayout:
        """Where the tools lie: in reach mode at the edge of the person who acts, or acts next."""
        acting = self._match.game.acting(self._match.state)
        return tools_at_seat(self._layout, self._setup.next_person(acting))

    def _choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        return () if self._timeline.still else self._view.choices(snapshot)

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
        self._timeline.show(ply, self._slow)
        self._hand.reset(self._match.state)
        self._save()
        if self._match.outcome is not None:
            self._ended()
        self._refresh()

    def _ended(self) -> None:
        self._hand.let_go()
        self._agreement.drop()
        self._timeline.end()
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
        self._autosave = self._make_autosave(match, match_id)
        self._figures = MatchMetricsRecorder(self._table, match, match_id)
        self.notices.heard = self._figures.refused
        self._timeline = MatchTimeline(match, self._view)
        self._calls = Calls(match, self._view, self._timeline)
        self._hand = MoveInput(match.game, match.state)
        self._agreement = Agreement()
        self.dice = Dice(self._table, match, self._chosen)
        self._sounds = MatchSounds(
            self._table.play, match, self._view, self._timeline, self._is_person
        )

    def _make_autosave(self, match: Match, match_id: str) -> Autosave:
        """What keeps the match from now on."""
        return Autosave(self._table.store, self._setup, match, match_id)

    def _is_person(self, seat: Seat) -> bool:
        return not self._setup.filler(seat).is_computer

    def _save(self) -> None:
        setup = self._setup_without_stand_ins
        # Counted first: of a match that was not kept in time the end comes again, and is not
        # counted a second time; one that was kept comes to no second end.
        self._figures.look(setup)
        self._autosave.save(setup, self._match)

    @property
    def _setup_without_stand_ins(self) -> Setup:
        """Who sits where, as it is kept and counted."""
        return self._setup


class MatchWithDice(BaseMatch):
    """Adds what becomes of the dice."""

    def handle_covered(self, action: Action, /) -> None:
        if isinstance(action, Roll) and self.dice.dice:
            why = self.dice.refused(action, self._timeline, own_hands=self._own_hands)
            self.edge.tell(mark_simulated(why or PAUSED_THROW, simulated=action.simulated))

    def _throw(self) -> Change:
        """Somebody touches the dice, or the button that throws them."""
        match self.dice.source.by:
            case "screen":
                self._cast(self.dice.on_screen())
            case "reader":
                self.notices.tell(THROW_REAL)
            case "typed":
                turns, about = self._at_tray()
                sides = self.dice.dice[-self.dice.missing :]
                lying = self.dice.lying(moving=False)
                asked = TypedDice(sides, lying, turns, about)
                asked.language = self._setup.language(self._match.game.acting(self._match.state))
                return Push(asked, self._typed)
        return None

    def _rolled(self, roll: Roll) -> None:
        """Real dice lie still. Nobody has to wait for what still moves."""
        if self._timeline.motion is not None and self._match.state.turn == CHANCE:
            self._timeline.hurry()
        heard = self.dice.heard(roll, self._timeline, own_hands=self._own_hands)
        if isinstance(heard, Text):
            self.notices.deny(heard)
        elif isinstance(heard, DiceThrow):
            self._cast(heard)
        else:
            self.notices.quiet()
            self._save()

    def _typed(self, values: object) -> Change:
        if isinstance(values, tuple) and self._match.state.turn == CHANCE:
            cast = self.dice.typed(values)
            if cast is not None:
                self._cast(cast)
        return None

    def _cast(self, cast: DiceThrow) -> None:
        self._send(self._match.play(cast.ply, cast.source))

    def _ask_dice(self, seat: int) -> Change:
        """A seat wants to throw by something else."""
        panel = self._layout.panels[seat]
        asked = ask_dice_source(self.dice, panel.turns)
        asked.language, asked.text_scale = panel.language, panel.text_scale
        return Push(asked, self._choose_dice)

    def _choose_dice(self, chosen: object) -> Change:
        if isinstance(chosen, str):
            self._chosen = chosen
            self.dice.choose(chosen)
        self._refresh()
        return None

    def _at_tray(self) -> tuple[int, Point]:
        """How the acting seat sees things, and where the middle of the board is."""
        panel = self._layout.panels[self._match.game.acting(self._match.state)]
        return panel.turns, self._layout.canvas.box.centre

    @property
    def _own_hands(self) -> bool:
        return self._table.settings["input.own_hands"]


HINT_LAYER = 7
"""The layer of a hint's marks: over everything on the board, under buttons and words."""
BUTTON_BADGE_LAYER = 8
"""The layer of the buttons, on one of which a number may lie."""
BADGE_INSET = 6.0
"""How far from the right end of an advised choice its number lies."""


class MatchWithHints(MatchWithDice):
    """Adds what computer players do for people."""

    _walk: ReviewAnalysis | None = None
    _marked: tuple[Advice, Canvas, tuple[HintMark, ...]] | None = None
    _helped_at: int | None = None
    """After how many plies a seat was last shown a ply unasked."""
    _unasked = False
    """What is thought about or shown was not asked for."""

    @property
    def snapshot(self) -> BoardSnapshot:
        """The moment on the table; a hint that has been spelled shows what it would do."""
        moment = super().snapshot
        advice = self.hint.advice
        if advice is None or self._timeline.still or moment.preview is not None:
            return moment
        if not moment.picked and self.hint.shows_all((), self._table.slow):
            return replace(moment, preview=advice.move)
        return moment

    @property
    def _hinted(self) -> Text | None:
        advice = self.hint.advice
        if self._timeline.still or (
            # It is asked for in every frame: the moment is only made where there is a hint.
            advice is not None and super().snapshot.preview not in (None, advice.move)
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
            self.notices.tell(HINTS_OFF)
        elif self._match.outcome is not None:
            return
        elif self._timeline.at is not None:
            self.notices.tell(LOOKING_TOUCH)
        elif self._setup.filler(acting).is_computer:
            self.notices.tell(COMPUTER_TO_MOVE)
        elif seat not in (None, acting) and self._own_hands:
            self.notices.deny_seat(seat, not_to_move(self._setup.name(acting)))
        else:
            self._timeline.hurry()
            self.notices.quiet()
            self.chances.rest()
            self._unasked = False
            self._figures.hint()
            self.hint.ask(self._hand)

    def lit(self, snapshot: BoardSnapshot) -> tuple[HintMark, ...]:
        """The marks of the hint that is shown, those that are lit by now."""
        advice, picked = self.hint.advice, self._hand.picker.picked
        word = advice.word(picked) if advice is not None else None
        if advice is None or word is None or self._timeline.still:
            return ()
        canvas = self._layout.canvas
        if self._marked is None or self._marked[:2] != (advice, canvas):
            self._marked = advice, canvas, marks_of_word(self._view, snapshot, word)
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
        if word is None or len(word) == len(picked) or self._timeline.still:
            return None
        key = f"{SPOT_KEY}{word[len(picked)]}"
        return next((button for button in self.buttons.buttons if button.key == key), None)

    def fit(self, canvas: Canvas) -> None:
        super().fit(canvas)
        unseen = Frame(canvas)  # what a hint needs is made before anybody waits for it
        put_marks(unseen, self._view.cell, [HintMark(number, (0.0, 0.0)) for number in range(4)])

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
        snapshot = self.snapshot
        row = self.lit(snapshot)
        if row:
            turns = self._layout.panels[snapshot.seat].turns
            with frame.layer(HINT_LAYER):
                put_marks(frame, self._view.cell, row, turns, ringed=snapshot.preview is None)
        button = self.advised_button
        if button is not None:
            with frame.layer(BUTTON_BADGE_LAYER), frame.turned(button.turns, button.about):
                at = (button.box.right - BADGE_INSET, button.box.centre[1])
                put_badge(frame, self._view.cell, at, len(snapshot.picked) + 1, 0)
        if self._table.settings["computer.chance_bar"]:
            self.chances.draw(frame, self._layout, self._view.looks)

    def leave(self) -> None:
        self._stop_thinking()
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
        self._stop_thinking()
        super()._begin(setup)

    def _stop_thinking(self) -> None:
        self.hint.drop()
        self.chances.rest()
        if self._walk is not None:
            self._walk.rest()

    @property
    def _free(self) -> bool:
        """Whether nobody else is thinking, so that the bar may ask about the position."""
        computer = self._setup.filler(self._match.game.acting(self._match.state)).is_computer
        return not (self._timeline.still or self.hint.thinks or computer)

    # -- the review -----------------------------------------------------------------------------

    def _review(self, turns: int = 0) -> Change:
        """Walks through the finished match; what was found stays until the next one.

        `turns` is how whoever asked for it sits.
        """
        self._stop_thinking()
        if self._walk is None or self._walk.problem:
            self._walk = ReviewAnalysis(self._table.thinking, self._match)
        scene = ReviewScene(self._table, self._match, self._walk, self._setup, turns)
        scene.language = language_at_side(self._setup, turns)
        return Push(scene, self._after_review)

    def _after_review(self, count: object) -> Change:
        """Plays on from after so many plies, or goes back to the result."""
        if isinstance(count, int):
            self._take(fork_match(self._match, count, self._table.seed(), self._table.today()))
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


def fork_match(match: Match, count: int, seed: int, date: str) -> Match:
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
        result=UNFINISHED_RESULT,
        reason="",
        scores=(),
        sources=record.sources[:throws],
        plies=record.plies[:count],
    )
    return Match.replay(match.game, begun)


OK_GUARD_SECONDS: Final = 0.4
"""Seconds in which an OK is still the one that ended the last motion, and hurries nobody."""
COMPUTER_CALL_LEAD_SECONDS: Final = 0.5
"""Seconds before the wait for a call ends in which a computer calls: people had theirs."""


class MatchWithComputers(MatchWithHints):
    """Adds the seats that computers play at."""

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self._thinker = ComputerTurn(table.thinking, match)
        self._quick = False  # nobody is left who would want to follow
        self._guess_announced = False  # people know already that nobody can think
        super().__init__(table, setup, match, match_id)

    @property
    def setup(self) -> Setup:
        """How the match is played, and by whom."""
        return self._setup

    # -- whose turn it is ---------------------------------------------------------------------

    @property
    def _filler(self) -> PlayerSpec:
        """Who is to act."""
        return self._setup.filler(self._match.game.acting(self._match.state))

    @property
    def _computer(self) -> Seat | None:
        """The seat whose computer is to play now, or the screen to throw for it; else None."""
        if not self._filler.is_computer or self._match.outcome is not None or self._by_hand:
            return None
        return self._match.game.acting(self._match.state)

    @property
    def _by_hand(self) -> bool:
        """Whether people have to throw the dice now, for whomever."""
        return self._match.state.turn == CHANCE and self.dice.source.by != "screen"

    @property
    def doing(self) -> Text | None:
        """What is said of the computer that is to act; None where people act."""
        if not self._filler.is_computer or self._match.outcome is not None:
            return None
        if self._match.state.turn != CHANCE:
            return say("computer.thinking", "The computer is thinking")
        match self.dice.source.by:
            case "reader":
                return say("computer.throw_real", "Throw the real dice for the computer")
            case "typed":
                words = "Throw your dice for the computer, then type them in"
                return say("computer.throw_typed", words)
            case _:
                return say("computer.throws", "The computer throws the dice")

    @property
    def snapshot(self) -> BoardSnapshot:
        return replace(super().snapshot, marked=self._computer_mark)

    @property
    def _computer_mark(self) -> Ply | None:
        """What a computer did last, until the next ply but for throws."""
        course, match = self._timeline, self._match
        if course.motion is not None or course.at is not None or match.outcome is not None:
            return None
        last = next((ply for ply in reversed(match.plies) if ply.seat != CHANCE), None)
        return last if last is not None and self._setup.filler(last.seat).is_computer else None

    @property
    def panels(self) -> Panels:
        dots = None
        if self._computer is not None:
            dots = DOTS if self._table.still else self._thinker.dots
        return replace(super().panels, doing=self.doing, dots=dots)

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if change is None:
            self._attend(dt)
        return change

    def wakes_in(self) -> float:
        soonest = super().wakes_in()
        course = self._timeline
        if (
            self._calls.open
            and self._setup.computers
            and course.waits_for > COMPUTER_CALL_LEAD_SECONDS
        ):
            soonest = min(soonest, course.waits_for - COMPUTER_CALL_LEAD_SECONDS)
        if self._computer is None or course.motion is not None or course.at is not None:
            return soonest
        if not self._thinker.busy:
            return 0.0
        return min(soonest, self._thinker.wakes_in(self._pace))

    @property
    def _pace(self) -> float:
        """Seconds that a computer waits at least."""
        return PACE_SECONDS["fast" if self._quick else self._table.settings["computer.pace"]]

    @property
    def _slow(self) -> float:
        return (
            min(super()._slow, SECONDS_PER_ANIMATION_SECOND["fast"])
            if self._quick
            else super()._slow
        )

    @property
    def _time_runs(self) -> bool:
        """A computer does not pay for people who look back, or have to throw for it."""
        waits = self._timeline.at is not None or self._by_hand
        return super()._time_runs and not (waits and self._filler.is_computer)

    def _attend(self, dt: float) -> None:
        """Has the computer that is to act think, and plays its ply once that is due."""
        self._make_computer_calls()
        seat, course = self._computer, self._timeline
        if seat is None:
            self._thinker.drop()
        elif course.motion is None and course.at is None:
            fresh = not self._thinker.busy
            self._thinker.attend(seat, self._filler)
            answer = self._thinker.run(0.0 if fresh else dt, self._pace, unseen=self._quick)
            if self._thinker.values:
                self.chances.take(self._thinker.values)
            if answer is not None:
                self._answered(answer)

    def _answered(self, answer: str) -> None:
        self._thinker.drop()
        if answer == THROW_ANSWER:
            self._cast(self.dice.on_screen())
            return
        guesses = self._thinker.guesses
        self._send(self._match.play(answer))
        if guesses and not self._guess_announced:
            self._guess_announced = True
            words = "The computer cannot think now: it plays anything that the rules allow"
            self.notices.tell(say("computer.guesses", words))

    def _make_computer_calls(self) -> None:
        """A computer calls what is true and its own, once people have had the time to."""
        course = self._timeline
        over = course.motion is not None and course.waits_for > COMPUTER_CALL_LEAD_SECONDS
        if over or not self._calls.open or self._hand.bound:
            return
        for seat in self._setup.computers:
            if self._calls.open and self._calls.true(seat, self._hand):
                self._call(seat)

    def _call(self, seat: Seat) -> None:
        """A seat calls out: a true call ends the match here and now."""
        if not self._calls.open:
            return
        over = self._match.outcome
        wrong = self._calls.made(seat, self._hand)
        if wrong is not None:
            self.notices.tell(wrong)
        elif self._match.outcome is not None and self._match.outcome != over:
            self._timeline.stop()
            self._ended()

    def _refresh(self) -> None:
        self._timeline.held = self._computer is not None
        super()._refresh()

    def _take(self, match: Match, match_id: str = "") -> None:
        self._thinker.drop()
        super()._take(match, match_id)
        self._thinker = ComputerTurn(self._table.thinking, match)
        self._quick = False

    def leave(self) -> None:
        self._thinker.drop()
        super().leave()

    # -- hands --------------------------------------------------------------------------------

    def _hurries(self, action: Action, seat: Seat | None) -> bool:
        """Whether somebody wants the computer that thinks to play now; then it does."""
        course = self._timeline
        computer = self._computer
        if computer is None or course.motion is not None or course.at is not None:
            return False
        match action:
            case Press(button=Button.OK) if seat in self._calls.reached:
                return False
            case Buzz(source="keyboard"):
                return False
            case Buzz() if self._calls.call is not None:
                return False
            case Press(button=Button.OK) | Buzz():
                if self._thinker.spent >= OK_GUARD_SECONDS:
                    self._thinker.hurry()
                return True
            case Tap(contact=contact) if seat == computer and contact not in self.buttons.held:
                self._thinker.hurry()
                return True
            case _:
                return False

    def _is_replaced(self, action: Action) -> bool:
        """Whether it was done with a device of a seat that a computer plays at; it is told."""
        buttons = Button.OK, Button.BACK, Button.UNDO
        match action:
            case Press(button=button):
                does = button in buttons
            case Walk() | Nudge() | Buzz():
                does = True
            case _:
                does = False
        seat = action.seat
        if not does or seat is None or action.source == "keyboard" or not self._own_hands:
            return False
        if seat not in self._setup.computers or self._match.outcome is not None or self._by_hand:
            return False
        self.notices.tell_seat(seat, say("computer.replaced", "A computer plays at this seat"))
        return True

    def _wake(self, action: Action) -> None:
        """Somebody is there and looks on."""
        if self._quick and isinstance(action, Down | Press | Walk | Nudge | Buzz):
            self._quick = False

    # -- taking back --------------------------------------------------------------------------

    def _last_person(self) -> Ply | None:
        """The last ply that was not a computer's."""
        computers = self._setup.computers if self._setup.persons else ()
        return next((ply for ply in reversed(self._match.plies) if ply.seat not in computers), None)

    def _take_back(self, back: Ply | None = None) -> None:
        """Goes back to before the ply `back`, or else to a person's last decision.

        IllegalMove says why that cannot be.
        """
        match, last = self._match, back or self._last_person()
        if last is None and match.plies:
            words = "Nobody but the computers has played yet"
            raise IllegalMove(say("refused.undo_computers", words))
        if last is not None and last.seat == CHANCE and match.plies[-1] is not last:
            raise IllegalMove(say("refused.undo_dice", "Dice that were thrown stay thrown"))
        while match.undo() is not last:
            pass


SPOTLIGHT_LAYER = 6
"""The layer of the dim: over all that lies on the board."""
RINGS_LAYER = 2
"""The layer of the strong rings: under the pieces."""
BANNER_LAYER = 9
AFTER_SPOTLIGHT_SECONDS = 0.4
"""Seconds between the end of a held up ply and a computer's next one."""


class MatchWithProjector(MatchWithComputers):
    """Adds projector mode. At a table it adds nothing."""

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self.banner = ProjectorBanner()
        super().__init__(table, setup, match, match_id)

    @property
    def _room(self) -> ProjectorLayout | None:
        """The layout for a room; None at a table."""
        return self._layout if isinstance(self._layout, ProjectorLayout) else None

    def _plan(self, canvas: Canvas, tray: float) -> TableLayout:
        return match_layout(canvas, self._setup.around, tray)

    def _take(self, match: Match, match_id: str = "") -> None:
        super()._take(match, match_id)
        self.spotlight = Spotlight(match.game, self._view)

    # -- time -----------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        self.banner.run(dt)
        if self.spotlight.run(dt):
            self._refresh()
        before = self._timeline.motion
        change = super().update(dt)
        if before is not None and self._timeline.motion is None and self._room is not None:
            self._show_spotlight(before.ply)
        return change

    def _show_spotlight(self, ply: Ply) -> None:
        """A ply has arrived: it is held up, unless its match is over, or nobody would see it."""
        over = self._match.outcome is not None
        if not over and self._timeline.at is None and not self._quick:
            self.spotlight.show(ply, self._slow)
            self._refresh()

    def wakes_in(self) -> float:
        if self._room is None:
            return super().wakes_in()
        return min(super().wakes_in(), self.spotlight.wakes_in(), self.banner.wakes_in())

    @property
    def _time_runs(self) -> bool:
        return super()._time_runs and not self.spotlight.on

    @property
    def _pace(self) -> float:
        """A computer waits for what is held up, which the room wants to see to its end."""
        if self._room is None or self._quick:
            return super()._pace
        return max(
            super()._pace,
            SPOTLIGHT_SECONDS * self._slow + AFTER_SPOTLIGHT_SECONDS if self._slow else 0.0,
        )

    def _wake(self, action: Action) -> None:
        """Whatever somebody does ends what is held up, and does what it always does."""
        super()._wake(action)
        if isinstance(action, Down | Press | Walk | Nudge | Buzz):
            self.spotlight.end()

    def _refresh(self) -> None:
        super()._refresh()
        if self._room is not None:
            self.banner.follow(self.said(self.snapshot), self._slow)

    # -- what the room is told --------------------------------------------------------------------

    def said(self, snapshot: BoardSnapshot) -> BannerText:
        """What the banner says at this moment."""
        seat, line, told, warning = self._line(snapshot)
        setup, match = self._setup, self._match
        words = self.panels.words(snapshot, snapshot.seat)
        lit = match.outcome is None and not told and self._timeline.at is None
        return BannerText(
            look=self._view.looks[seat],
            who=player_name(setup, match.game, seat),
            member=self._member(seat) if lit else "",
            line=line,
            warning=warning,
            lit=lit,
            told=told,
            computer=setup.filler(seat).is_computer,
            dots=words.dots if lit else None,
            points=self._points,
            series=length_words(setup.best_of) if setup.best_of > 1 else "",
        )

    def _line(self, snapshot: BoardSnapshot) -> tuple[Seat, Text | str, bool, bool]:
        """Whom the banner is about, its words, whether they stand alone, and whether they warn."""
        match, course = self._match, self._timeline
        held = course.motion.ply if course.motion is not None else self.spotlight.ply
        outcome = match.outcome
        aside = next(iter(self.panels.asides.items()), None)
        if self.notices.notice is not None:
            return snapshot.seat, self.notices.notice, False, False
        if aside is not None:
            return (*aside, False, True)
        if outcome is not None and course.at is None and course.motion is None:
            winner = next(iter(outcome.winners), snapshot.seat)
            return winner, result_head(match, outcome, self._setup), True, False
        if held is not None and held.seat != CHANCE and not course.waits:
            return held.seat, self._view.describe_ply(held), True, False
        words = self.panels.words(snapshot, snapshot.seat)
        line = words.line if words.active or course.waits else ""
        return snapshot.seat, line, False, words.warning

    def _member(self, seat: Seat) -> Text | str:
        """Whose hand it is, where several share a seat: one after the other, ply by ply."""
        team = self._setup.team(seat)
        if team < 2:
            return ""
        played = sum(ply.seat == seat for ply in self._match.plies)
        words = "{number} of {team}"
        return say("banner.hand", words, number=played % team + 1, team=team)

    @property
    def _points(self) -> tuple[SeriesScore, ...]:
        setup = self._setup
        if not shows_wins(setup):
            return ()
        seats = range(setup.seats)
        return tuple(SeriesScore(self._view.looks[seat], setup.wins(seat)) for seat in seats)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        if self._room is None:
            return
        prewarm_banner(frame.canvas, self._room.banner, tuple(self._view.looks))
        snapshot = self.snapshot
        if self.spotlight.on:
            with frame.layer(SPOTLIGHT_LAYER):
                self.spotlight.draw(frame, self._room.board, snapshot)
        else:
            self._put_rings(frame, snapshot)
        if not self._covered:
            with frame.layer(BANNER_LAYER):
                self.banner.draw(frame, self._room.banner, self.said(snapshot))

    def _put_rings(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """The last ply stays marked for those who looked away."""
        last = snapshot.last
        if last is None or last.seat == CHANCE or snapshot.finish is not None:
            return  # the line that won says enough
        if snapshot.motion is not None or snapshot.picked:
            return
        with frame.layer(RINGS_LAYER):
            lit = tuple(piece_paths(self._match.game, self._view, snapshot, last))
            put_rings(frame, self._view.cell, lit)

    def _draw_notice(self, frame: Frame) -> None:
        if self._room is None:
            super()._draw_notice(frame)


def ask_to_end(
    match: Match,
    how: str,
    ended: Callable[[], None],
    *,
    own_hands: bool,
    seat: Seat,
    names: Callable[[Seat], Text],
    computers: bool,
    agreed: Callable[[], bool],
    turns: int = 0,
) -> Push:
    """Asks whether it shall be a draw (`how` is "draw"), end so ("end") or a seat gives up.

    With `own_hands` nobody else's device can give up for that seat; `names` tells what seats are
    called. `computers`: there are some, and `agreed` is asked whether they agree to a draw that
    the people want. `turns`: how whoever is asked sits.
    """
    no = say("match.ask_no", "Play on")
    if how == "draw":
        question = say("match.ask_draw", "Call it a draw?")
        detail = say("match.ask_draw_detail", "Only if all of you agree.")
        if computers:
            detail = say("match.ask_draw_computer", "The computer may say no.")
        yes = say("match.ask_draw_yes", "Yes, a draw")
    elif how == "end":
        question = say("match.ask_stop", "End this game without a result?")
        detail = say("match.ask_stop_detail", "It cannot be taken up again.")
        yes = say("match.ask_stop_yes", "Yes, end it")
    else:
        question = say("match.ask_resign", "Does {who} give up?", who=names(seat))
        detail = say("match.ask_resign_detail", "The others win this game.")
        if match.seats == 2:
            detail = say("match.ask_resign_one", "{who} wins this game.", who=names(1 - seat))
        yes = say("match.ask_resign_yes", "Yes, give up")

    def then(answer: object) -> Change:
        if answer == "yes" and match.outcome is None:
            if how == "draw" and not agreed():
                return None
            if how == "draw":
                match.agree()
            elif how == "end":
                match.stop()
            else:
                match.resign(seat)
            ended()
        return None

    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    whose = seat if own_hands and how == "resign" else None
    return Push(QuestionDialog(question, detail, answers, turns, seat=whose), then)


MAX_SHARE_TO_ACCEPT_DRAW: Final = 0.9
"""A computer agrees to a draw where its chance is at most that much of a fair share."""


class MatchWithSeatChanges(MatchWithProjector):
    """Adds who plays at which seat: it can be changed at any time."""

    def _stone_at(self, action: Action) -> Seat | None:
        """The seat whose stone or name in its panel is touched."""
        if self._match.outcome is not None or not isinstance(action, Down | Tap):
            return None
        if self.buttons.at(action.at) is not None:
            return None
        for seat, panel in enumerate(self._layout.panels):
            if head_box(panel, self._view.tray_height > 0).holds(
                turn_point(action.at, -panel.turns, panel.about)
            ):
                return seat
        return None

    def _ask_who(self, seat: Seat) -> Change:
        panel = self._layout.panels[seat]
        about = self._layout.canvas.box.centre

        def then(answer: object) -> Change:
            setup = asked.setup
            if isinstance(answer, PlayerSpec):
                return self._hand_over(setup.filled(seat, answer))
            return self._hand_over(setup) if setup != self._setup else None

        self._hand.let_go()
        asked = PlayerDialog(self._table, self._setup, seat, panel.turns, about, to_seat=True)
        return Push(asked, then)

    def _ask_players(self) -> Change:
        def then(answer: object) -> Change:
            return self._hand_over(answer) if isinstance(answer, Setup) else None

        return Push(self._localised_for_side(PlayersDialog(self._table, self._setup)), then)

    def _hand_over(self, setup: Setup) -> Change:
        """Somebody else is to play at a seat."""
        self._fill(setup)
        return None

    def _fill(self, setup: Setup) -> None:
        """Others play from now on; what must stay of a turn that was begun is played."""
        acting = self._match.game.acting(self._match.state)
        laid = self._calls.laid(self._hand)
        if laid is not None and setup.filler(acting).is_computer:
            self._send(self._match.play(laid))
        if setup.persons != self._setup.persons:
            self._hand.let_go()
            self._hand.reset(self._match.state)
            self._quick = bool(self._setup.persons) and not setup.persons
        looks_anew = replace(setup, fillers=()) != replace(self._setup, fillers=())
        self._setup = setup
        self.notices.quiet()
        self._save()
        if looks_anew:
            self.fit(self._layout.canvas)
        self._refresh()

    def _ask_end(self, how: str, asker: Seat | None = None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result.

        `asker` is whose own device has asked, where that is known.
        """
        match, persons = self._match, self._setup.persons
        # Nobody gives up for a computer: it is the next person who asks.
        seat = self._setup.next_person(match.game.acting(match.state))
        seat = asker if asker in persons else seat
        panel = self._layout.panels[seat]
        asked = ask_to_end(
            match,
            how,
            self._ended,
            own_hands=self._own_hands,
            seat=seat,
            names=self._setup.name,
            computers=bool(self._setup.computers),
            agreed=self._agreed,
            turns=panel.turns,
        )
        own, all_there = panel.language, language_at_side(self._setup, panel.turns)
        return asked.for_seat(own if how == "resign" else all_there, 0)

    def _agreed(self) -> bool:
        """Whether all computers agree to a draw; it is said if one does not."""
        fair = 1 / self._match.seats
        for seat in self._setup.computers:
            chance = self._thinker.chances.get(seat)
            if chance is None:
                words = "The computer declines the draw: it is too early to say"
                self.notices.tell(say("computer.draw_early", words))
                return False
            if chance > MAX_SHARE_TO_ACCEPT_DRAW * fair:
                words = "The computer declines the draw: it hopes to win"
                self.notices.tell(say("computer.draw_declined", words))
                return False
        return True


LONG_PRESS_SECONDS: Final = 0.6
"""Seconds after which a finger that does not move asks what it lies on."""
GLOSSARY_TOOL: Final = "ask"
GLOSSARY_PROMPT: Final[Text] = say("glossary.ask", "Touch a place, and read what it is")


class MatchWithGlossary(MatchWithSeatChanges):
    """Adds the answers to "what is this?"."""

    _pressing: tuple[tuple[str, int], Point, float] | None = None
    """The finger that rests on the board: which, where, and for how long."""
    _asks = False
    """The next place that is touched is asked about."""
    _used: tuple[str, int] | None = None
    """The finger that asked: it means nothing else until it comes down again."""

    def _handle_glossary(self, action: Action) -> tuple[bool, Change]:
        """Whether an action asks, and what comes of it; else it means what it always means."""
        match action:
            case Down(source=source, contact=contact, at=at):
                return self._points_at((source, contact), at)
            case Pull() | Tap() | Drop() | Cancel():
                self._pressing = None
                return (action.source, action.contact) == self._used, None
            case Press(button=Button.OK) if self._asks and self._hand.cursor is not None:
                return self._ask_by_key(self._hand.cursor)
            case Press(button=Button.BACK) if self._asks:
                self._cancel_glossary()
                return True, None
            case _:
                return False, None

    def _points_at(self, number: tuple[str, int], at: Point) -> tuple[bool, Change]:
        """A finger came down. Asking, it does nothing else, whether there is an answer or not."""
        self._pressing = self._used = None
        button, place = self.buttons.at(at), self._place(at)
        if not self._asks:
            if button is None and place is not None:
                self._pressing = number, at, 0.0
            return False, None
        if button is not None and not button.key.startswith(SPOT_KEY):
            if button.key != f"{TOOL_KEY}{GLOSSARY_TOOL}":
                self._cancel_glossary()
            return False, None
        self._cancel_glossary()
        self._used = number
        spot = place if button is None else button.key.removeprefix(SPOT_KEY)
        return True, self._explain(spot, at)

    def _ask_by_key(self, cursor: Spot) -> tuple[bool, Change]:
        """The keys' own touch: it asks about a place, and does what a button says."""
        if cursor in self._others():
            self._cancel_glossary()
            return False, None
        self._cancel_glossary()
        centres = {button.key: button.centre for button in self.buttons.buttons}
        middle = self._layout.board.centre
        return True, self._explain(cursor, centres.get(f"{SPOT_KEY}{cursor}", middle))

    def ask(self) -> None:
        """The sign was touched: the next place is explained; touched again, it is not."""
        if self._asks:
            self._cancel_glossary()
        else:
            self._asks = True
            self.notices.tell(GLOSSARY_PROMPT)

    def _cancel_glossary(self) -> None:
        self._asks = False
        if self.notices.notice == GLOSSARY_PROMPT:
            self.notices.quiet()

    def resume(self) -> None:
        """What rested on the board before another scene lay over it asks nothing now."""
        self._pressing = self._used = None
        super().resume()

    def _place(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.snapshot, at)

    def _explain(self, spot: Spot | None, at: Point) -> Change:
        """The plate with what is to be said of a place, towards whoever acts."""
        snapshot = self.snapshot
        said = meanings(self._view, snapshot, spot) if spot is not None else ()
        if not said:
            return None
        panel = self._layout.panels[snapshot.seat]
        where = self._view.points(snapshot).get(spot or "", at)
        place = GlossaryTarget(where, self._view.cell * 0.55)
        looks = self._view.looks
        scene = GlossaryScene(said, looks, place, panel.turns, panel.language)
        scene.text_scale = panel.text_scale
        return Push(scene)

    @property
    def _tools(self) -> Mapping[str, str]:
        return {**super()._tools, GLOSSARY_TOOL: "close" if self._asks else "ask"}

    def wakes_in(self) -> float:
        soonest = super().wakes_in()
        return (
            soonest
            if self._pressing is None
            else min(soonest, LONG_PRESS_SECONDS - self._pressing[2] + 0.001)
        )

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if change is not None or self._pressing is None:
            return change
        number, at, spent = self._pressing
        self._pressing = number, at, spent + dt
        if spent + dt < LONG_PRESS_SECONDS:
            return None
        self._pressing = None
        place = self._place(at)
        if place is not None and is_empty_spot(self._view, self.snapshot, place):
            return None  # a palm rests there, and nobody waits for it
        self._hand.cancel(number)
        change = self._explain(place, at)
        self._refresh()
        return change


PAD_GUARD_SECONDS: Final = 0.6
"""Seconds after the pads appear in which a button was pressed for something else."""
PAD_LAYER: Final = 8
"""The layer of the pads: over the buttons that lie there else."""


class MatchWithAgreements(MatchWithGlossary):
    """Adds the wishes: for a pause, to take back, for a draw, to end it, to change who plays."""

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self.corner_pads = AgreementPads()
        self._recently_undone = False  # a ply was taken back, and nobody has played since
        super().__init__(table, setup, match, match_id)

    # -- asking ---------------------------------------------------------------------------------

    def _wish(self, wish: Request) -> Change:
        """Somebody wishes something: where nobody else has to agree it is done at once."""
        if not wish.light:
            self._hand.let_go()
        if not self._needs_agreement or not wish.asked or self._agreement.asks(wish):
            return self._grant(wish)
        self.corner_pads.show(())  # fingers on the pads of another wish mean nothing to this one
        self._refresh()
        return None

    @property
    def _needs_agreement(self) -> bool:
        """Whether others are there who could be asked, and the table asks at all."""
        return self._own_hands and len(self._setup.persons) > 1

    def _request_pause(self, seat: Seat | None) -> Change:
        """A seat's own button asks the others first, while they may be thinking."""
        if seat is None or self._match.outcome is not None:
            return self._pause(seat)
        return self._wish(pause_request(self._setup, seat))

    def _request_undo(self, seat: Seat | None) -> Change:
        """Somebody wants to take a ply back; `seat` is whose own device asks, if that is known.

        Without a word a seat takes back its own last ply alone. Where nobody can know whose hand
        it was, it is the owner who is asked; people who sit side by side, and may share one mouse,
        are believed for one ply, and both asked for more.
        """
        last, people = self._last_person(), frozenset(self._setup.persons)
        if last is None or last.seat == CHANCE or not self._needs_agreement:
            return self._undo_to(None)
        back, asked = last, people
        if seat is not None:
            back = self._own_ply(seat) or last
            asked = frozenset() if back is last and last.seat == seat else people
        elif any(self._setup.sides[: self._setup.seats]):
            asked = frozenset((last.seat,))
        elif not self._recently_undone:
            asked = frozenset()
        return self._wish(undo_request(self._setup, self._match, back, seat, asked))

    def _own_ply(self, seat: Seat) -> Ply | None:
        """The last ply of a seat, if no dice were thrown since."""
        for ply in reversed(self._match.plies):
            if ply.seat in (seat, CHANCE):
                return ply if ply.seat == seat else None
        return None

    def _ask_end(self, how: str, asker: Seat | None = None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result."""
        if how == "resign" or not self._needs_agreement:
            return super()._ask_end(how, asker)
        if how == "draw" and not self._agreed():
            return None  # a computer will not have it: nobody needs to be asked
        make = draw_request if how == "draw" else end_request
        return self._wish(make(self._setup, asker))

    def _hand_over(self, setup: Setup) -> Change:
        """Somebody else shall play at a seat."""
        fillers = [setup.filler(seat) for seat in range(setup.seats)]
        same = fillers == [self._setup.filler(seat) for seat in range(setup.seats)]
        if same or self._match.outcome is not None:
            return super()._hand_over(setup)  # only a language is another, or all is over
        return self._wish(seats_request(self._setup, setup))

    # -- agreeing -------------------------------------------------------------------------------

    def _grant(self, wish: Request) -> Change:
        """All who had to have agreed: it is done."""
        self._agreement.drop()
        self._show_pads()
        match wish.kind:
            case "pause":
                return self._pause(wish.asker)
            case "undo":
                return self._undo_to(wish.back)
            case "seats" if wish.setup is not None:
                return super()._hand_over(wish.setup)
            case "draw" if self._match.outcome is None:
                self._match.agree()
                self._ended()
            case "end" if self._match.outcome is None:
                self._match.stop()
                self._ended()
            case _:
                pass
        return None

    def _undo_to(self, back: Ply | None) -> Change:
        """Takes back; it is said why, where that cannot be."""
        try:
            self._take_back(back)
        except IllegalMove as refused:
            self.notices.deny(joined("", refused.reason))
            return None
        self._recently_undone = True
        self._agreement.drop()
        self._timeline.reopen()
        self.notices.quiet()
        self._hand.reset(self._match.state)
        self._save()
        return None

    def _answers(self, action: Action) -> tuple[bool, Change]:
        """Whether a hand or a device answers a wish with this, and what comes of it."""
        taken, key = self.corner_pads.takes(action)
        wish = self._agreement.wish
        if taken or wish is None or wish.light:
            return taken, self._answered_by(key)
        if action.seat is None:
            taken, key = self.corner_pads.keyed(action)
            return taken, self._answered_by(key)
        if action.seat not in self._agreement.waits_for:
            return False, None
        match action:
            case Press(button=Button.BACK):
                self._decline(wish)
            case Press(button=Button.OK | Button.MENU) | Buzz():
                if isinstance(action, Buzz) and self._calls.open:
                    return False, None
                if self.corner_pads.age >= PAD_GUARD_SECONDS and self._agreement.agrees(
                    action.seat
                ):
                    return True, self._grant(wish)
            case _:
                return False, None
        return True, None

    def _answered_by(self, key: str | None) -> Change:
        """A pad was touched."""
        wish = self._agreement.wish
        if key is None or wish is None:
            return None
        if not key.startswith(AGREE_KEY):
            self._decline(wish)
        elif self._agreement.agrees(int(key.removeprefix(AGREE_KEY))):
            return self._grant(wish)
        return None

    def _decline(self, wish: Request) -> None:
        """Somebody has said no, and who asked is told."""
        self._agreement.drop()
        if wish.asker is None:
            self.notices.tell(DECLINED)
        else:
            self.notices.deny_seat(wish.asker, DECLINED)

    def _agrees(self, action: Action, seat: Seat | None) -> Request | None:
        """The pause that another seat has asked for, if this one agrees to it now."""
        wish = self._agreement.wish
        if wish is None or not wish.light or seat not in wish.asked:
            return None
        acting = self._match.game.acting(self._match.state)
        match action:
            case Press(button=Button.MENU):
                agrees = True
            case Press(button=Button.OK):
                agrees = seat != acting
            case Buzz(source=source) if source != "keyboard":
                agrees = self._calls.call is None and seat != acting
            case Tap(contact=contact, at=at):
                free = self._view.spot_at(self.snapshot, at) is None
                agrees = contact not in self.buttons.held and free
            case _:
                agrees = False
        return wish if agrees else None

    # -- the scene ------------------------------------------------------------------------------

    def _pause(self, asker: Seat | None = None) -> Change:
        """The pause comes, turned to who is known to have asked for it."""
        raise NotImplementedError

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self.corner_pads.wakes_in(self._agreement.waits_for))

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        wish = self._agreement.wish
        if wish is None and self.corner_pads.asked:
            self._refresh()  # its time is over
        if (
            self.corner_pads.run(dt, self._agreement.waits_for)
            and wish is not None
            and change is None
        ):
            change = self._grant(wish)
            self._refresh()
        return change

    def fit(self, canvas: Canvas) -> None:
        self.corner_pads.show(())
        super().fit(canvas)

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        if not self._covered:
            with frame.layer(PAD_LAYER):
                self.corner_pads.draw(frame)

    @property
    def panels(self) -> Panels:
        asked = frozenset(one.seat for one in self.corner_pads.asked if one.seat is not None)
        return replace(super().panels, asked=asked)

    def sayings(self) -> tuple[Announcement, ...]:
        asked = dict.fromkeys((one.labels[0].text, one.language) for one in self.corner_pads.asked)
        wishes = (Announcement(f"wish:{said}", said, spoken) for said, spoken in asked)
        return (*wishes, *super().sayings())

    def _refresh(self) -> None:
        super()._refresh()
        self._show_pads()
        if self.corner_pads.asked:
            kept = [b for b in self.buttons.buttons if not self.corner_pads.covers(b.centre)]
            self.buttons.replace(kept)

    def _show_pads(self) -> None:
        wish = self._agreement.wish
        if wish is None or wish.light:
            if self.corner_pads.asked:
                self.corner_pads.show(())
            return
        asked = request_plates(self._layout, self._setup, wish, self._agreement.agreed)
        if tuple(asked) != self.corner_pads.asked:
            self.corner_pads.show(asked)

    def _send(self, ply: Ply) -> None:
        """Whoever plays on has answered: what was asked about the moment before has gone."""
        wish, by_person = self._agreement.wish, ply.seat in self._setup.persons
        self._recently_undone = self._recently_undone and not by_person
        thrown = ply.seat == CHANCE and wish is not None and wish.kind == "undo"
        if wish is not None and not wish.light and (by_person or thrown):
            self._agreement.drop()
        super()._send(ply)

    def _take(self, match: Match, match_id: str = "") -> None:
        self._recently_undone = False
        self.corner_pads.show(())
        super()._take(match, match_id)


STAND_IN: Final = PlayerSpec(DEFAULT_LEVEL)
"""Who plays for people that have gone: kind enough that they find their game as it was."""


class MatchWithStandIns(MatchWithAgreements):
    """Adds what a match tells of its people, and the seats that are minded for them.

    On the shelf a minded seat is its people's: whoever takes the match up finds it so.
    """

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self._minded: frozenset[Seat] = frozenset()
        self.left = False
        super().__init__(table, setup, match, match_id)

    # -- what it tells --------------------------------------------------------------------------

    @property
    def on_table(self) -> ActiveMatch:
        return self

    @property
    def game(self) -> Game:
        """What is played."""
        return self._match.game

    @property
    def time_to_think(self) -> float:
        """Seconds for which people may well think now, without a touch."""
        return self._match.game.patience

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.outcome is not None

    @property
    def waits(self) -> bool:
        """Whether it waits for people: no computer thinks, and nothing is on its way."""
        return self._timeline.motion is None and self._computer is None and not self.over

    @property
    def awaited(self) -> Seat | None:
        """The seat whose people are to act."""
        seat = self._match.game.acting(self._match.state)
        return seat if self.waits and self._is_person(seat) else None

    @property
    def minded(self) -> frozenset[Seat]:
        """The people's seats at which a computer plays until they come back."""
        return frozenset(seat for seat in self._minded if not self._is_person(seat))

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play at, those among them that a computer minds."""
        return self._setup_without_stand_ins.persons

    @property
    def places(self) -> tuple[SeatArea, ...]:
        """Where all the people sit."""
        return tuple(self._place_of(seat) for seat in self.people)

    def _place_of(self, seat: Seat) -> SeatArea:
        panel = self._layout.panels[seat]
        boxes = choice_boxes(
            panel, self._view.tray_height > 0, STAND_IN_CHOICES, call=self._calls.open
        )
        first, last = boxes[0], boxes[-1]
        strip = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
        turned = panel.turns, panel.about, panel.language, panel.text_scale
        return SeatArea((seat,), panel.box, strip, *turned)

    def whose(self, action: Action) -> Seat | None:
        """The seat whose hand did this; None if it can be anybody's."""
        if action.seat is None and isinstance(action, Down):
            return seat_zone(self._layout, action.at)
        return action.seat

    # -- what happens to it ---------------------------------------------------------------------

    def mind(self, seat: Seat) -> None:
        """A computer plays at a seat until its people come back."""
        self._minded |= {seat}
        self._fill(self._setup.filled(seat, STAND_IN.at_most(self._table.strongest)))

    def resume_seat(self, seat: Seat) -> None:
        """The people of a seat are back: they play on, whatever the computer was about to do."""
        if seat in self.minded:
            self._fill(self._setup.filled(seat, PERSON))
        self._minded -= {seat}

    def save_for_later(self) -> str:
        """Keeps the match, all seats their people's; gives its name on the shelf."""
        self._save()
        return self._autosave.match_id if self._match.plies and not self.over else ""

    @property
    def _setup_without_stand_ins(self) -> Setup:
        """Who sits where, with all that are minded."""
        setup = self._setup
        for seat in self.minded:
            setup = setup.filled(seat, PERSON)
        return setup

    def _ended(self) -> None:
        # The next game of the series is the people's again.
        self._setup, self._minded = self._setup_without_stand_ins, frozenset()
        super()._ended()

    def _walk_away(self) -> Change:
        """People leave: among strangers they are told how they find their match again."""
        if not self._table.locked or not self.save_for_later():
            return Pop("menu")
        self.left = True
        return None

    # -- what is seen ---------------------------------------------------------------------------

    @property
    def panels(self) -> Panels:
        return replace(super().panels, minded=self.minded)


class MatchWithScores(MatchWithStandIns):
    """Adds what counts among the high scores, and the name for it.

    What counts is kept with the match, and comes to the board with its result.
    """

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self._named = False
        """Whoever has won this game has put a name on the board."""
        self._last_name = ""
        """What was written on the board last, by whoever plays here."""
        # Where nobody is on a board, nothing is said of it either.
        feat = setup.feat if table.has("scores.on") else NO_SCORE
        super().__init__(table, replace(setup, feat=feat), match, match_id)

    # -- what counts ----------------------------------------------------------------------------

    @property
    def _scores(self) -> bool:
        return self._table.has("scores.on")

    def _disqualify(self, why: Disqualifier) -> None:
        """What is played now does not count any more."""
        if self._scores and why not in self._setup.feat.spoilt:
            self._setup = replace(self._setup, feat=self._setup.feat.spoiled(why))

    def _refresh(self) -> None:
        if self.hint.advice is not None:
            self._disqualify("help" if self._unasked else "hint")
        super()._refresh()

    def _take_back(self, back: Ply | None = None) -> None:
        super()._take_back(back)
        self._disqualify("undo")

    def _fill(self, setup: Setup) -> None:
        fillers = [setup.filler(seat) for seat in range(setup.seats)]
        same = fillers == [self._setup.filler(seat) for seat in range(setup.seats)]
        if not same and self._match.plies:
            self._disqualify("others")
        super()._fill(replace(setup, feat=self._setup.feat))

    def _save(self) -> None:
        if self._scores and self._match.outcome is not None:
            people = self._setup_without_stand_ins
            feat = rate_feat(self._match, people, self._autosave.match_id)
            self._setup = replace(self._setup, feat=feat)
        super()._save()

    def _begin(self, setup: Setup) -> None:
        super()._begin(replace(setup, feat=setup.feat.next()))

    def _take(self, match: Match, match_id: str = "") -> None:
        self._named = False
        super()._take(match, match_id)

    def _after_review(self, count: object) -> Change:
        if isinstance(count, int):
            # Played on from there it is another game, and not one's own from its beginning.
            feat = ScoreEligibility(("begun",)) if count and self._scores else NO_SCORE
            self._setup = replace(self._setup, feat=feat)
        return super()._after_review(count)

    # -- the name -------------------------------------------------------------------------------

    def _ask_name(self, back: Callable[[object], Change]) -> Change:
        """Asks the winner for a name, at the winner's own seat; `back` leads to the result."""
        setup, seat = self._setup, self._setup.persons[0]

        def then(name: object) -> Change:
            self._named = isinstance(name, str) and bool(name)
            self._last_name = str(name) if self._named else self._last_name
            return back("back")

        asks = EnterHighScore(
            self._match.game.key,
            self._autosave.match_id,
            self._last_name or setup.own_name(seat),
            self._layout.panels[seat].turns,
        )
        return Push(asks, then, setup.language(seat), setup.size(seat))


class MatchScene(MatchWithScores):
    """One match from its first ply to its last, and backwards. Pops with "menu" or "seats"."""

    paused = False
    """True has it wait for somebody: no clock runs while nobody is known to be there."""

    def update(self, dt: float) -> Change:
        if self.paused:
            self.paused = False
            return self._pause()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self.paused else super().wakes_in()

    def handle(self, action: Action) -> Change:
        seat = self._whose.of(action, self._layout)
        self._wake(action)
        taken, change = self._answers(action)
        if not taken:
            taken, change = self._handle_glossary(action)
        if taken:
            self._refresh()
            return change
        agreed = self._agrees(action, seat)
        stone = self._stone_at(action)
        if self._sits_out(action):
            self.notices.tell(sits_out(action.seat or 0))
        elif agreed is not None:
            change = self._grant(agreed)
        elif stone is not None:
            change = self._ask_who(stone) if isinstance(action, Tap) else None
        elif self._hurries(action, seat) or self._is_replaced(action):
            pass
        elif seat is None or not self._out_of_turn(action, seat):
            change = self._act(action, seat)
        self._refresh()
        return change

    def _act(self, action: Action, seat: Seat | None) -> Change:
        """What a hand does that may do it; `seat` is whose it is, where that is known."""
        match action:
            case Roll():
                self._rolled(action)
            case Nudge() | Walk():
                self._step(action, seat)
            case Press(button=button):
                # The reach of a finger is no owner: only a device's own button asks for a pause.
                return self._press(button, action.seat)
            case Buzz(seat=caller, source=source):
                if self._calls.call is None and source != "keyboard":
                    return self._confirm(caller)  # a box with one button
                self._call(caller)
            case _:
                pressed = self.buttons.press(action)
                return self._touch(action) if pressed is None else self._do(pressed)
        return None

    # -- whose hand it is -------------------------------------------------------------------

    @property
    def _acting(self) -> Seat:
        """The seat that is to move, or to throw."""
        return self._match.game.acting(self._match.state)

    def _sits_out(self, action: Action) -> bool:
        """Whether it was done with a device of a seat that nobody plays in this match."""
        does = isinstance(action, Press | Walk | Nudge | Buzz | Roll)
        if not does or action.source == "keyboard" or not self._own_hands:
            return False  # keys for the calls of four lie on every keyboard
        return (action.seat or 0) >= self._match.seats

    def _out_of_turn(self, action: Action, seat: Seat) -> bool:
        """Whether a seat's hand comes too early; then it does nothing, and the seat is told."""
        if not self._own_hands or self._match.outcome is not None:
            return False
        match action:
            case Press(button=Button.UNDO):
                early = not self._may_undo(seat)
            case Walk() | Nudge() | Press(button=Button.OK | Button.BACK):
                early = not self._calls.reaches(seat, action)
            case Buzz(source=source):
                early = self._calls.call is None and source != "keyboard"
            case Down(at=at):
                hit = self.buttons.at(at)
                early = hit is None or hit.key.startswith(SPOT_KEY)
            case Pull(contact=contact) | Tap(contact=contact) | Drop(contact=contact):
                return self._is_early(seat) and contact not in self.buttons.held
            case _:
                return False
        if isinstance(action, Press) and action.button is Button.UNDO:
            refused = early
        else:
            refused = early and self._is_early(seat)
        if refused:
            self.notices.deny_seat(seat, not_to_move(self._setup.name(self._acting)))
        return refused

    def _is_early(self, seat: Seat) -> bool:
        """While something moves or is looked back at, all hands are alike."""
        return seat != self._acting and not self._timeline.still

    def _may_undo(self, seat: Seat) -> bool:
        """Whether a seat has picked what it would take back; for a ply it may ask."""
        picked = bool(self._hand.picker.picked) and not self._timeline.still
        return not picked or seat == self._acting

    # -- fingers ----------------------------------------------------------------------------

    def _touch(self, action: Action) -> Change:
        hand = self._hand
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case Pull(source=source, contact=contact, at=at) if not self._timeline.still:
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                return self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                return self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at) if not self._timeline.still:
                hand.consider(self._under(at) if at is not None else None)
            case _:
                pass
        return None

    def _spot(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.snapshot, at)

    def _under(self, at: Point) -> Spot | None:
        """The place under a pointer, on the board or as a choice's button."""
        button = self.buttons.at(at)
        if button is None:
            return self._spot(at)
        return button.key.removeprefix(SPOT_KEY) if button.key.startswith(SPOT_KEY) else None

    def _down(self, number: tuple[str, int], at: Point) -> None:
        if self.buttons.at(at) is not None:
            if not self._timeline.still:
                self._hand.consider(self._under(at))  # a choice held down shows what it does
            return
        self._hand.cursor = None
        if self._timeline.motion is not None:
            # Nobody has to wait: a touch shows the end at once. It does not count as a move too.
            self._timeline.hurry()
        elif self._timeline.at is not None:
            if self._spot(at) is not None:
                self.notices.tell(LOOKING_TOUCH, inf)
        elif self._timeline.held:
            if self._layout.board.holds(at) and self.doing is not None:
                self.notices.tell(self.doing)
        elif self._match.outcome is None:
            self.notices.quiet()
            self._hand.down(number, self._spot(at))

    def _answer(self, result: MoveEntered | RollRequested | MoveRefused | None) -> Change:
        match result:
            case MoveEntered(move=move):
                self._send(self._match.play(move))
            case RollRequested():
                return self._throw()
            case MoveRefused():
                self.notices.refuse(result)
            case None:
                pass
        return None

    # -- keys and buttons -------------------------------------------------------------------

    def _press(self, button: Button, seat: Seat | None = None) -> Change:
        match button:
            case Button.OK:
                return self._confirm(seat)
            case Button.BACK if not self._hand.back():
                return self._request_pause(seat)
            case Button.MENU:
                return self._request_pause(seat)
            case Button.UNDO:
                return self._undo(seat)
            case Button.HINT:
                self._ask_hint(seat)
            case Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST:
                self._look(button)
            case _:
                pass
        return None

    def _do(self, key: str) -> Change:
        kind, _, name = key.partition(":")
        match kind:
            case "tool" if name == "result":
                return self._show_result()
            case "tool" if name == GLOSSARY_TOOL:
                self.ask()
            case "tool":
                return self._press(Button[name.upper()])
            case "call":
                self._call(int(name))
            case "dice":
                return self._ask_dice(int(name))
            case _ if not self._timeline.still:
                self.notices.quiet()
                return self._answer(self._hand.touch(name))
        return None

    def _confirm(self, seat: Seat | None) -> Change:
        """The OK key: touches the place under the cursor, or the only one there is."""
        hand, caller = self._hand, self._acting if seat is None else seat
        open_spots, cursor = tuple(hand.open), hand.cursor
        if caller in self._calls.reached and self._calls.open:
            self._call(caller)
        elif self._timeline.at is not None and self._match.outcome is not None:
            return self._show_result()
        elif self._timeline.still:
            self._timeline.hurry()
            if self._match.outcome is None:
                self._timeline.at = None
                self.notices.quiet()
        elif cursor is not None and cursor in self._others():
            return self._do(cursor)
        elif cursor is not None or len(open_spots) == 1:
            self.notices.quiet()
            where = self._reachable().get(cursor or "")
            change = self._answer(hand.touch(cursor or open_spots[0]))
            self._refresh()
            if where is not None and hand.cursor not in self._reachable():
                # The place has another name now (touched again it means "lay").
                hand.cursor = self._spot(where)
            return change
        else:
            self._step(Walk(by=1, source="keyboard"), seat)
        return None

    def _step(self, action: Nudge | Walk, seat: Seat | None) -> None:
        """The cursor goes on, and shows what touching its place would do."""
        hand, walker = self._hand, self._acting if seat is None else seat
        if isinstance(action, Walk) and self._timeline.at is not None and self._match.outcome:
            self._look(Button.LATER if action.by > 0 else Button.EARLIER)
            return
        if self._timeline.still or (self._own_hands and walker != self._acting):
            self._calls.reach(walker)
            return
        self._calls.reached.discard(walker)  # its keys have left the call
        found = {button.key: button.centre for button in self.buttons.buttons}
        others = {key: found[key] for key in self._others() if key in found}
        if isinstance(action, Nudge):
            others.pop(HINT_KEY, None)  # in no direction from the board: on to it one walks
        hand.cursor = step_cursor(action, self._reachable(), hand.open, hand.cursor, others)
        hand.consider(hand.cursor)

    def _reachable(self) -> dict[Spot, Point]:
        return reachable_points(self._view.points(self.snapshot), self.buttons.buttons)

    def _undo(self, seat: Seat | None) -> Change:
        self._timeline.stop()
        if self._timeline.at is not None:
            self._look(Button.LAST)
        elif self._hand.bound:
            self.notices.deny(UNDO_BOUND)
        elif self.dice.lies:
            self.notices.deny(UNDO_DIE)
        elif not self._hand.back():
            return self._request_undo(seat)
        return None

    def _look(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        self._hand.let_go()
        self._timeline.look(button, self._slow)
        if self._timeline.at is None:
            self.notices.quiet()
        else:
            self.notices.tell(looking_back(self._timeline.at, len(self._match.plies)), inf)

    # -- other scenes -----------------------------------------------------------------------

    def _pause(self, asker: Seat | None = None) -> Change:
        self._agreement.drop()
        self._hand.let_go()
        turns = self._layout.sides[0] if asker is None else self._layout.panels[asker].turns
        paused = PauseScene(self._table, self._setup, self._match, turns)

        def then(answer: object) -> Change:
            by = paused.asker
            if by is None and answer == "resign" and (asker is not None or paused.turned_round):
                by = only_person(self._setup, paused.turns)  # it is they who read the page
            return self._after_pause(answer, by)

        return Push(self._localised_for_side(paused), then)

    def _after_pause(self, answer: object, asker: Seat | None = None) -> Change:
        """Does what was chosen; `asker` is whose own device chose it, where that is known."""
        match answer:
            case "rules":
                return Push(OpenRules(self._match.game, playing=True))
            case "learn":
                return Push(OpenLesson(self._match.game, playing=True))
            case "facing":
                self._setup = self._setup.turned_round()
                self.fit(self._layout.canvas)
            case "players":
                return self._ask_players()
            case "series":
                return ask_series(self._setup.best_of, self._play_series)
            case "leave":
                return self._walk_away()
            case ("draw" | "resign" | "end") as end if self._match.outcome is None:
                return self._ask_end(str(end), asker)
            case _:
                pass
        self._refresh()
        return None

    def _play_series(self, best_of: int) -> None:
        self._setup = replace(self._setup, best_of=best_of)
        self._save()
        self._refresh()

    def _show_result(self) -> Change:
        self._timeline.seen = True
        self._timeline.at = None
        self.notices.quiet()
        self._covered = True
        scene = ResultScene(self._setup, self._match, self._view.looks, named=self._named)

        def then(answer: object) -> Change:
            return self._after_result(answer, scene.asked_from)

        return Push(self._localised_for_side(scene), then)

    def _after_result(self, answer: object, turns: int = 0) -> Change:
        """Does what was chosen, at an edge that is turned so."""
        self._covered = False
        match answer:
            case "again":
                outcome = self._match.outcome
                won = self._setup.scored(outcome.winners if outcome else ())
                self._begin(next_game(won).at_most(self._table.strongest))
            case "name":
                return self._ask_name(self._after_review)
            case "review":
                return self._review(turns)
            case "look":
                self._timeline.at = len(self._match.plies)
                self.notices.tell(looking_back(self._timeline.at, self._timeline.at), inf)
            case "seats":
                outcome = self._match.outcome
                return Pop(ChangeSeats(self._setup, outcome.winners if outcome else ()))
            case "menu":
                return Pop("menu")
            case _:
                pass
        self._refresh()
        return None
