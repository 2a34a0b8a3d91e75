"""The scene of a match: a session, a board with its panels, and the features in their order."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from tabletop.engine import Match, Seat, Text, say
from tabletop.engine.match import clock_text
from tabletop.input.actions import Action, Button, PressKey, Roll
from tabletop.scenes.match.agreements import PAUSE, Agreements, PauseByTouch, Request
from tabletop.scenes.match.board_input import BoardInput, TurnOrder, UnusedSeats
from tabletop.scenes.match.dice import DiceThrows
from tabletop.scenes.match.glossary import Glossary
from tabletop.scenes.match.goal import GOT_IT, Goal
from tabletop.scenes.match.names import FingerNames
from tabletop.scenes.match.pause import Pause, PauseActions
from tabletop.scenes.match.projector import Projector
from tabletop.scenes.match.remote import RemoteInput, as_key_press
from tabletop.scenes.match.results import Results, Scores
from tabletop.scenes.match.seats import SeatChanges, StandIns
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.audio import MatchSounds, match_sayings
from tabletop.scenes.play.board import (
    GOAL_TOOL,
    SPOT_KEY,
    InputOwner,
    MatchBoard,
    MatchSnapshot,
    PanelNotes,
    card_buttons,
    choice_buttons,
    draw_cards,
    draw_panels,
    looking_back,
    panel_texts,
    prewarm_panels,
    prompt_height,
)
from tabletop.scenes.play.computers import PACE_SECONDS, THROW_ANSWER, ComputerGuard, Computers
from tabletop.scenes.play.features import Calls, Features, MatchFeature, MatchParts
from tabletop.scenes.play.hints import Hints
from tabletop.scenes.play.notices import DeviceNotices, Notices
from tabletop.scenes.play.persistence import MatchAutosave
from tabletop.scenes.play.session import (
    Arrived,
    Begun,
    MatchEvent,
    MatchSession,
    Played,
    SeatsChanged,
    TakenBack,
)
from tabletop.storage.scores import NO_SCORE
from tabletop.ui.board.seat_panel import PanelText
from tabletop.ui.board.turntable import TurnedView
from tabletop.ui.board.view import BoardSnapshot, ChoiceCard, SpotButton
from tabletop.ui.core.app_context import SECONDS_PER_ANIMATION_SECOND, AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.phone_match import PhoneMatch
from tabletop.ui.core.scene import ActiveMatch, Change, Push, Scene
from tabletop.ui.speech.speech import ICON_NAMES, Announcement
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import PhoneButton, SeatPlate, View

DEVICE_NOTICE_LAYER = 900
"""The layer of the notices at the table's edge: over whatever question lies over the match."""


class _Progress(MatchFeature):
    """Lets time pass for session, turntable and notices, and clears notices after plies."""

    features: Features

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._count_refusals()

    def begin(self) -> None:
        self._notices.quiet()
        self._count_refusals()

    def _count_refusals(self) -> None:
        self._notices.on_refusal = self._session.keeper.count_refusal

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case Played():
                self._notices.quiet()
                self._notices.hush()
            case TakenBack() | SeatsChanged():
                self._notices.quiet()

    def update(self, dt: float) -> None:
        clock_runs = True
        for feature in self.features.clock_runs:
            clock_runs = clock_runs and feature.clock_runs()
        self._session.run(dt, clock_runs=clock_runs)
        if self._board.turntable.fading is not None:
            self._board.turntable.run(dt)
        if self._notices.run(dt):
            self._session.changed()

    def wakes_in(self) -> float:
        if self._board.turntable.fading is not None:
            return 0.0
        return min(self._session.timeline.wakes_in(), self._notices.expires_in())


def _shows_another_time(left: float, panel: PanelText) -> bool:
    return clock_text(left) != panel.clock


class MatchScene(Scene):
    """One match from its first ply to its last, and backwards. Pops with "menu" or "seats"."""

    in_parts = True  # panels may change one frame apart
    prepares_shortly = True

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str) -> None:
        self._table = table
        # Without high scores the result says nothing about them.
        feat = setup.feat if table.has("scores.on") else NO_SCORE
        self.paused = False
        """True opens the pause at once: no clock runs while nobody is known to be there."""
        self.notices = Notices()
        self.edge = DeviceNotices(table)
        self.buttons = ButtonGroup()
        self._owners = InputOwner()
        self.board = board = MatchBoard(table, match.game)
        self.session = session = MatchSession(
            replace(setup, feat=feat),
            match,
            match_id,
            timing=board.upright,
            keep=partial(MatchAutosave, table),
            animation_scale=self._animation_scale,
        )
        self._moment: MatchSnapshot
        self._features = self._make_features(table)
        self._sounds = MatchSounds(table.play, session, board.upright)

    def _make_features(self, table: AppContext) -> Features:
        session, board, notices = self.session, self.board, self.notices
        self.calls = calls = Calls(session, board.upright, notices)
        parts = MatchParts(
            table, session, board, calls, notices, self.buttons, lambda: self._moment.board
        )
        self.throws = DiceThrows(parts, self.edge)
        self.hints = Hints(parts)
        self.projector = Projector(parts)
        self.computers = computers = Computers(
            table,
            session,
            calls,
            play=self._play_answer,
            pace=self._pace,
            thrown_by=lambda: self.throws.dice.source.by,
            known=lambda values: self.hints.chances.take(values),
            announce=notices.tell,
        )
        self.agreements = agreements = Agreements(parts, grant=self._grant)
        self.stand_ins = StandIns(parts, computers, refresh=self.refresh)
        self.seats = SeatChanges(parts, agreements)
        self.pause = Pause(
            parts,
            agreements,
            self.seats,
            PauseActions(
                chances=lambda: computers.turn.chances,
                walk_away=self.stand_ins.walk_away,
                offers_hints=lambda: self.hints.offered,
                ask_hint=self._ask_hint,
                show_result=lambda: self.results.show(seen=True),
                reviewed=lambda: self.results.reviewed is not None,
                review=lambda: self.results.back_to_review(),
            ),
        )
        scores = Scores(parts, self.hints)
        self.results = Results(parts, self.hints, scores, self.edge)
        self._board_input = BoardInput(
            parts,
            self.throws,
            look=self._make_board,
            doing=lambda: computers.doing,
            hinted=self.hints.move_at,
            # A device of one's own asks the others first; the button on the screen, which all
            # can see and reach, opens the pause at once ("tool:menu" below).
            keys={
                Button.MENU: self.pause.request_pause,
                Button.UNDO: self.pause.request_undo,
                Button.HINT: self._ask_hint,
            },
            commands={
                "tool:menu": lambda seat: self.pause.open(int(seat) if seat else None),
                "tool:result": lambda _: self.results.show(seen=True),
                f"tool:{GOAL_TOOL}": self._toggle_goal,
                "goal": self._close_goal,
                "call": self._call,
                "dice": lambda seat: self.throws.ask_source(int(seat)),
            },
        )
        self.glossary = Glossary(parts)
        self.names = FingerNames(parts)
        self.goal = Goal(parts, self.glossary)
        progress = _Progress(parts)
        features = progress.features = Features(
            # Pads and the goal over the board, and a place that is asked about, come before all
            # other touches.
            agreements,
            self.goal,
            self.glossary,
            # A second touch of a button of the pause is not meant for the board.
            self.pause,
            # Whoever may not act at all is told so before anything is done.
            UnusedSeats(parts),
            # A touch that agrees to a pause or asks who plays is not taken for a move.
            PauseByTouch(parts, agreements),
            self.seats,
            # Hints are asked for before time passes, and computers think after that.
            self.hints,
            self.projector,
            progress,
            self.throws,
            computers,
            ComputerGuard(parts, computers),
            scores,
            self.results,
            self.stand_ins,
            self.names,
            RemoteInput(
                parts, self._board_input, agreements, self.seats, throw=self._throw_remotely
            ),
            # What is left belongs to the seat that is to move.
            TurnOrder(parts),
            calls,
            self._board_input,
        )
        return features

    # -- what others need of it -------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def setup(self) -> Setup:
        """How the match is played, and by whom."""
        return self.session.setup

    @property
    def view(self) -> TurnedView:
        return self.board.view

    @property
    def moment(self) -> MatchSnapshot:
        """All that is shown now."""
        return self._moment

    @property
    def snapshot(self) -> BoardSnapshot:
        """What the board shows now."""
        return self._moment.board

    @property
    def on_table(self) -> ActiveMatch:
        return self.stand_ins

    def play(self, ply: str) -> None:
        """Plays a ply by its notation, as a hand would; "" throws the dice."""
        session = self.session
        session.play(ply or session.match.next_throw())
        self.refresh()

    def rewind(self) -> None:
        """Goes back to before the first ply, to be stepped through from there."""
        self.session.rewind()
        self.notices.tell(looking_back(self.match, 0), inf)

    # -- what the features ask for ----------------------------------------------------------------

    def _animation_scale(self, session: MatchSession) -> float:
        """The animation scale of the session; smaller where nobody follows the game."""
        scale = self._table.animation_scale
        return min(scale, SECONDS_PER_ANIMATION_SECOND["fast"]) if session.unwatched else scale

    def _pace(self) -> float:
        """Seconds that a computer waits at least."""
        if self.goal.holds_back:
            return inf
        quick = self.session.unwatched
        pace = PACE_SECONDS["fast" if quick else self._table.settings["computer.pace"]]
        return self.projector.pace(pace)

    def _play_answer(self, answer: str) -> None:
        if answer == THROW_ANSWER:
            self.throws.throw_on_screen()
        else:
            self.session.play(answer)

    def _grant(self, request: Request) -> Change:
        """Does what people have agreed to."""
        session = self.session
        match request.kind:
            case "pause":
                return self.pause.open(request.asker)
            case "undo":
                self.pause.take_back(request.back)
            case "seats" if request.setup is not None:
                self.seats.apply(request.setup)
            case "draw" if not session.over:
                session.agree()
            case "end" if not session.over:
                session.stop()
            case _:
                pass
        return None

    def _ask_hint(self, seat: Seat | None) -> Change:
        self.hints.ask(seat)
        return None

    def _toggle_goal(self, _: str) -> Change:
        self.goal.toggle()
        return None

    def _close_goal(self, _: str) -> Change:
        self.goal.close()
        return None

    def _call(self, seat: str) -> Change:
        self.calls.make(int(seat))
        return None

    def _throw_remotely(self) -> Change:
        """Throws dice on the screen; real ones have to be rolled."""
        if self.throws.dice.source.by == "reader":
            return self.throws.throw()
        self.throws.throw_on_screen()
        return None

    # -- the scene --------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.session.hand.let_go()
        self.board.fit(canvas, self.session)
        for feature in self._features.all:
            feature.fit(canvas)
        self.refresh(turn_at_once=True)

    def _relayout(self) -> None:
        self.fit(self.board.layout.canvas)

    def preparing(self) -> Iterator[None]:
        board = self.board
        yield from board.upright.preparing()
        yield from prewarm_panels(board.layout, board.upright)

    def resume(self) -> None:
        self._owners.forget()
        self.glossary.forget()
        self.names.forget_place()
        self.refresh()

    def leave(self) -> None:
        for feature in self._features.all:
            feature.leave()
        self.session.leave()

    def handle(self, action: Action) -> Change:
        if isinstance(action, PressKey):
            action = as_key_press(action)
        seat = self._owners.of(action, self.board.layout)
        for feature in self._features.notice:
            feature.notice(action)
        handled = None
        for feature in self._features.handle:
            handled = feature.handle(action, seat)
            if handled is not None:
                break
        if handled is None or self.session.events or handled.shows == "match":
            return self._settle(handled.change if handled is not None else None)
        if handled.shows == "hand":
            self._show(self._make_moment())
        return None

    def handle_covered(self, action: Action, /) -> None:
        if isinstance(action, Roll):
            self.throws.rolled_under_page(action)

    def wakes_in(self) -> float:
        if self.paused:
            return 0.0
        soonest = self.edge.wakes_in()
        for feature in self._features.wakes_in:
            soonest = min(soonest, feature.wakes_in())
        return soonest

    def update(self, dt: float) -> Change:
        if self.paused:
            self.paused = False
            return self._settle(self.pause.open())
        for feature in self._features.update:
            feature.update(dt)
        self.update_in_background(dt)
        session, moment = self.session, self._moment
        clock, timeline = session.match.clock, session.timeline
        if clock.ticking and any(map(_shows_another_time, clock.left, moment.panels)):
            self.refresh()
        else:
            match session.events:
                case []:
                    motion, finish = timeline.motion, timeline.finish
                    if motion is not moment.board.motion or finish != moment.board.finish:
                        board = replace(moment.board, motion=motion, finish=finish)
                        self._moment = replace(moment, board=board)
                    self._sounds.look(self.notices, hinted=moment.notes.hinted is not None)
                case [Arrived()]:
                    self._arrive()
                case _:
                    self.refresh()
        change: Change = None
        for feature in self._features.opens:
            change = feature.opens()
            if change is not None:
                break
        if change is not None or session.events:
            return self._settle(change)
        session.save()
        return None

    def update_in_background(self, dt: float, /) -> None:
        if self.session.keeper.run(dt):
            self.session.mark_unsaved()
        fresh = self.edge.wakes_in() <= 0
        self.edge.run(dt)
        if fresh:
            self.throws.watch()
            self.refresh()

    def wakes_in_background(self) -> float:
        return self.edge.wakes_in()

    def draw(self, frame: Frame) -> None:
        board, moment = self.board, self._moment
        frame.put(board.turntable.backdrop, frame.canvas.box.centre)
        frame.touchable("board", board.layout.board)
        if not moment.covered:
            draw_panels(frame, board.layout, board.upright, moment)
            with frame.layer(8):
                self.buttons.draw(frame)
                if moment.cards:
                    draw_cards(frame, board.layout, board.view, moment)
        board.view.draw(frame, moment.board)
        if board.turntable.fading is not None:
            with frame.layer(7):
                board.turntable.draw(frame)
        in_strip = board.room is None and not board.upright.notices_in_panels
        if in_strip and self.notices.notice is not None:  # a room has a banner
            with frame.layer(9):
                most = prompt_height(board.layout, moment, has_tray=board.has_tray)
                self.notices.draw(frame, board.layout, self.notices.notice, most)
        for feature in self._features.draw:
            feature.draw(frame, moment)
        if self.edge.told:
            with frame.layer(DEVICE_NOTICE_LAYER):
                self.edge.draw(frame, board.layout)

    def sayings(self) -> tuple[Announcement, ...]:
        said = match_sayings(self.session, self.board, self._moment, self.buttons)
        return (*self.agreements.sayings(), *self.goal.sayings(), *said)

    # -- phones -----------------------------------------------------------------------------------

    def phone_state(self) -> object:
        moment, board = self._moment, self._moment.board
        shown = moment.panels, moment.notes, moment.buttons, moment.cards, moment.live
        hand = board.picked, board.preview, board.chosen, board.open, board.lying
        signs = board.refused, board.reasons, board.hinted, board.state
        return (
            shown,
            hand,
            signs,
            self.agreements.pending.request,
            self.agreements.pending.waits_for,
            len(self.match.plies),
        )

    def phone_seats(self, context: UiContext) -> "tuple[SeatPlate, ...]":
        from tabletop.scenes.play.phone_view import seat_plates

        board = self.snapshot
        acting = None if self.session.over else board.seat
        return seat_plates(self.setup, self.board.upright.looks, acting, context)

    def phone_match(self) -> PhoneMatch:
        from tabletop.scenes.play.phone_match import BoardPhoneMatch

        session = None if self.goal.holds_back else self.session
        return BoardPhoneMatch(self.setup, self.match, session)

    def phone_view(self, seat: Seat | None, context: UiContext) -> "View | None":
        from tabletop.scenes.play.phone_view import match_view

        request, asked = self.agreements.pending.request, None
        if request is not None and seat in self.agreements.pending.waits_for:
            asked = request.question, request.yes
            if request.kind == "pause" and request.asker is not None:
                asks = say(
                    "phone.pause_asked",
                    "{who} asks for a pause.",
                    who=self.setup.name(request.asker),
                )
                asked = asks, request.yes
        waiting = frozenset() if request is None else request.asked | {request.asker}
        return match_view(
            self.session,
            self.board.upright,
            self._moment,
            seat,
            context,
            question=asked,
            waiting={each for each in waiting if each is not None},
            tools=self._phone_tools(seat, context) if seat is not None else (),
            first=GOT_IT if self.goal.holds_back else None,
            throwable=self.throws.dice.source.by != "reader",
        )

    def _phone_tools(self, seat: Seat, context: UiContext) -> "tuple[PhoneButton, ...]":
        from tabletop.party.views import PhoneButton

        session, said = self.session, context.plain
        own = seat == session.acting
        back = session.why_no_undo(plies_alone=not own) is None and not session.hand.bound
        tools = [PhoneButton("undo", said(ICON_NAMES["undo"]), icon="undo", enabled=back)]
        if self.hints.offered:
            hint = seat == session.acting and not session.timeline.busy
            tools.append(PhoneButton("hint", said(ICON_NAMES["hint"]), icon="hint", enabled=hint))
        if self.calls.call is not None and self.calls.open:
            tools.append(PhoneButton(self.calls.key(seat), said(self.calls.call.word), "main"))
        tools.append(PhoneButton("pause", said(PAUSE), icon="pause", enabled=not session.over))
        return tuple(tools)

    # -- refreshing -------------------------------------------------------------------------------

    def _settle(self, change: Change) -> Change:
        """Refreshes after something was done, and again after what the opened page answers."""
        if change is not None:
            self.names.forget_tool()
        self.refresh()
        if isinstance(change, Push) and change.then is not None:
            then = change.then
            return replace(change, then=lambda result: self._settle(then(result)))
        return change

    def refresh(self, *, turn_at_once: bool = False) -> None:
        """Hands the session's events to the features, makes one snapshot, and saves.

        The only place that brings what is shown up to date with the session.
        """
        session, relayout = self.session, False
        for event in session.drain():
            if isinstance(event, Begun):
                for feature in self._features.begin:
                    feature.begin()
                self._sounds = MatchSounds(self._table.play, session, self.board.upright)
                relayout = True
                continue
            for feature in self._features.on_event:
                feature.on_event(event)
            if isinstance(event, SeatsChanged):
                relayout |= event.before.with_players(()) != self.setup.with_players(())
        if relayout:
            self._relayout()
            return
        self._features.sort()
        for feature in self._features.before_snapshot:
            feature.before_snapshot()
        moment, scale = self._make_moment(), session.animation_scale
        if session.timeline.motion is not None:
            with session.timeline.as_arrived():
                moment = replace(moment, arrived=self._make_moment())
        self._present(moment, 0.0 if turn_at_once else scale)

    def _arrive(self) -> None:
        """Shows what the last refresh has made for the end of the animation."""
        moment = self._moment.arrived
        if moment is None:
            self.refresh()
            return
        for event in self.session.drain():
            for feature in self._features.on_event:
                feature.on_event(event)
        self._present(moment, self.session.animation_scale)

    def _present(self, moment: MatchSnapshot, animation_scale: float) -> None:
        """Shows a snapshot, with its buttons, the board turned to its seat, and its sounds."""
        session, buttons, cursor = self.session, self.buttons, moment.cursor or ""
        self.board.turn(session, moment.board, animation_scale=animation_scale)
        buttons.replace(moment.buttons)
        buttons.focus = None
        for button in moment.buttons if cursor else ():
            if button.key in (cursor, f"{SPOT_KEY}{cursor}"):
                buttons.focus = button.key
                break
        self._show(moment)
        session.save()
        self._sounds.look(self.notices, hinted=moment.notes.hinted is not None)

    def _show(self, moment: MatchSnapshot) -> None:
        self._moment = moment
        for feature in self._features.on_snapshot:
            feature.on_snapshot(moment)

    def _make_board(self) -> BoardSnapshot:
        session = self.session
        board = session.timeline.snapshot(
            session.hand, self.notices.refused, session.animation_scale
        )
        board = replace(board, tells_wins=self.hints.offered)
        if board.cursor is not None and board.cursor in self._board_input.others():
            board = replace(board, cursor=None)
        for feature in self._features.decorate:
            board = feature.decorate(board)
        return board

    def _make_moment(self) -> MatchSnapshot:
        session, notices, setup = self.session, self.notices, self.session.setup
        board = self._make_board()
        notes = PanelNotes(
            notices.refused.refusal.reason if notices.refused else None,
            notices.asides,
            minded=session.minded,
        )
        for feature in self._features.annotate:
            notes = feature.annotate(notes, board)
        asides: dict[Seat, Text] = {}
        for seat, panel in enumerate(self.board.layout.panels):
            # A seat that faces another way reads in its panel what stands over the board.
            apart = panel.turns or (self.board.upright.notices_in_panels and seat != board.seat)
            words = notes.asides.get(seat) or (notices.notice if apart else None)
            if words:
                asides[seat] = words
        notes, live = replace(notes, asides=asides), session.timeline.at is None
        cards: tuple[ChoiceCard, ...] = ()
        if not session.timeline.busy and self.board.room is None and not notes.call:
            cards = self.board.upright.cards(board)
        choices = () if session.timeline.busy or cards else self.board.upright.choices(board)
        if not (choices or cards) and self.hints.hint.advice is not None:
            choices = self.hints.choices()
        return MatchSnapshot(
            board,
            panel_texts(setup, session.match, self.board.upright, board, notes, live=live),
            notes,
            self._make_buttons(board, notes, choices, cards),
            len(choices),
            cards,
            notices.notice,
            session.hand.cursor,
            live=live,
            covered=self.results.covered,
        )

    def _make_buttons(
        self,
        board: BoardSnapshot,
        notes: PanelNotes,
        choices: tuple[SpotButton, ...],
        cards: tuple[ChoiceCard, ...],
    ) -> tuple[PushButton, ...]:
        layout, has_tray, session = self.board.layout, self.board.has_tray, self.session
        panel, calls = layout.panels[board.seat], self.calls
        found = (
            *(card_buttons(panel, cards, board.chosen) if cards else ()),
            *(choice_buttons(panel, has_tray, choices, call=notes.call) if choices else ()),
            *(
                calls.buttons(layout, has_tray, len(choices), board.seat, session.setup.persons)
                if calls.call is not None
                else ()
            ),
            *(self.throws.buttons() if self.throws.dice.dice else ()),
            *self.board.tools(session, {**self.hints.tools(), **self.goal.tools()}),
            *(self.goal.buttons() if self.goal.shown else ()),
        )
        pads = self.agreements.corner_pads
        if not pads.asked:
            return found
        return tuple([button for button in found if not pads.covers(button.centre)])
