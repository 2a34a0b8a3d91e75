"""Attract mode: games play themselves in turn, with high scores between, until somebody touches.

An exhibit is a match of computers, a live game, or high scores. A touch opens `play_offer`.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from typing import Final, Protocol, runtime_checkable

from tabletop.ai import LEVELS, level_names, level_title
from tabletop.engine import Game, Match, Ply, Seat, Text, joined, say
from tabletop.engine.game import RuleNote
from tabletop.games import view_of
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, Roll, Typed, Walk
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.attract.captions import (
    FAST_FORWARD,
    WELCOME,
    WELCOME_LIVE,
    AttractLayout,
    Callout,
    Caption,
    attract_layout,
    callout_to,
    caption_of,
    draw_captions,
    draw_seat,
    rule_label,
)
from tabletop.scenes.catalogue import live_game, offered_games, sign_up_words
from tabletop.scenes.destinations import (
    ChangeSeats,
    ContinueMatch,
    OpenCodeEntry,
    OpenGame,
    OpenStart,
)
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import result_head
from tabletop.scenes.play.computers import THROW_ANSWER, Computers
from tabletop.scenes.play.features import Calls, Feature
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.session import Arrived, MatchKeeper, MatchSession, Played, fork_match
from tabletop.scenes.score_tables import (
    ScoreTable,
    layout_score_tables,
    read_scores,
    scope_text,
)
from tabletop.storage import new_match_id
from tabletop.storage.match_codes import has_code
from tabletop.storage.scores import ScoreEligibility, ScoreScope
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.board.projector import piece_paths
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.turntable import Backdrop
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Change, Pop, Push, Scene, Swap
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import column, item
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER_WORDS, BODY_SIZE, CARD_SIZE, DIM, TITLE_SIZE
from tabletop.ui.widgets.question_dialog import Answers, ExtraAnswer, QuestionDialog

DEMO_LEVELS: Final = LEVELS[1:4]
"""Levels that make mistakes and still play interesting games."""
MAX_SLOW_SECONDS: Final = 130.0
"""The most seconds of a match at normal speed."""
OPENING_SECONDS: Final = 50.0
"""Seconds of the opening. Then the middle of a long match is shown quickly, so that people see the
ending too."""
ENDING_PLIES: Final = 16
"""Plies before the usual end of a match from which the speed is normal again."""
MAX_FAST_SECONDS: Final = 45.0
"""The most seconds of a match at high speed."""
FAST_PACE_SECONDS: Final = 0.2
FAST_MOTION_FACTOR: Final = 0.3
"""The duration of an animation at high speed, as a share of the normal one."""
MAX_EXTRA_SECONDS: Final = 40.0
"""Further seconds after which a match ends if no engine answers."""
RESULT_SECONDS: Final = 7.0
RECENT_REMARKS: Final = 3
"""A rule note is not repeated within so many plies if there is another one."""
CALLOUT_LAYER: Final = 2
CAPTION_LAYER: Final = 3
CALLOUT_RING_LAYER: Final = 6
"""The layers of the callout's line (below the pieces and the captions), of the captions, and of the
ring at its end."""


class Exhibit(Protocol):
    """What attract mode shows for a while: a match, a live game or high scores."""

    game: Game

    @property
    def done(self) -> bool:
        """Whether the next exhibit may follow."""

    def fit(self, canvas: Canvas) -> None: ...

    def update(self, dt: float) -> object: ...

    def wakes_in(self) -> float: ...

    def draw(self, frame: Frame) -> None: ...

    def rest(self) -> None:
        """Stops to think: a dialog was opened."""
        return

    def leave(self) -> None:
        """Releases what it holds."""
        return


class NothingKept(MatchKeeper):
    """Neither saves nor counts anything."""

    match_id = ""

    def __init__(self, setup: Setup, match: Match, match_id: str) -> None:
        del setup, match, match_id


class MatchExhibit(Exhibit):
    """A match between computers, without sound and input."""

    def __init__(self, table: AppContext, game: Game, seed: int, *, flipped: bool) -> None:
        seats, luck = min(game.seats), Random(f"{seed}:attract")
        fillers = tuple(
            PlayerSpec(DEMO_LEVELS[int(luck.random() * len(DEMO_LEVELS))]) for _ in range(seats)
        )
        self._table = table
        self._event = _event_words(table)
        self.game = game
        self.told = WELCOME
        self.plan: AttractLayout
        self.pointer: Callout | None = None
        self._recent: deque[str] = deque(maxlen=RECENT_REMARKS)
        """The keys of the rule notes about the last plies."""
        self._flipped = flipped
        self._lasted = self._skipped = 0.0
        """Seconds at normal and at high speed."""
        self._ended_for = 0.0
        self._stopped = False
        self.view = view_of(game)
        self._backdrop: Backdrop
        self._layout: TableLayout
        self.session = MatchSession(
            Setup(game, seats).with_players(fillers),
            Match(game, seats, seed=seed, date=table.today()),
            "",
            timing=self.view,
            keep=NothingKept,
            animation_scale=lambda _: self._animation_scale,
        )
        calls = Calls(self.session, self.view, Notices())
        self._computers = Computers(
            table, self.session, calls, play=self._play_answer, pace=lambda: self._pace
        )
        self._features: tuple[Feature, ...] = (self._computers, calls)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def done(self) -> bool:
        if self._stopped or self._ended_for >= RESULT_SECONDS:
            return True
        return self._lasted >= MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS

    @property
    def _shows_result(self) -> bool:
        return self.session.over and self.session.timeline.seen

    @property
    def left(self) -> float:
        """Seconds until it is done if no ply is played before."""
        if self._shows_result:
            return max(0.0, RESULT_SECONDS - self._ended_for)
        return max(0.0, MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS - self._lasted)

    @property
    def snapshot(self) -> BoardSnapshot:
        session = self.session
        board = session.timeline.snapshot(session.hand, None, session.animation_scale)
        return self._computers.decorate(board)

    def fit(self, canvas: Canvas) -> None:
        tray = self.view.tray_height
        self.plan = attract_layout(canvas, self.match.seats, tray, flipped=self._flipped)
        self._layout = self.plan.layout(tray)
        self.view.fit(self._layout.places(self.match.options))
        self._backdrop = Backdrop(canvas, self.view)
        self._settle()
        self.pointer = self._pointed()

    def _settle(self) -> None:
        """Passes the session's events to the features and comments on plies."""
        for event in self.session.drain():
            for feature in self._features:
                feature.on_event(event)
            match event:
                case Played(ply=ply):
                    self.pointer = None
                    if self.session.timeline.motion is None:
                        self._comment(ply)
                case Arrived(ply=ply):
                    self._comment(ply)
        for feature in self._features:
            feature.before_snapshot()

    def update(self, dt: float) -> None:
        if self._skips:
            self._skipped += dt
        else:
            self._lasted += dt
        if self._shows_result:
            self._ended_for += dt
        runs = all(feature.clock_runs() for feature in self._features)
        self.session.run(dt, clock_runs=runs)
        if self.session.timeline.result_is_due:
            self._show_result()
        for feature in self._features:
            feature.update(dt)
        self._settle()

    def wakes_in(self) -> float:
        own = min(self.session.timeline.wakes_in(), self.left)
        return min(own, *(feature.wakes_in() for feature in self._features))

    def rest(self) -> None:
        self._computers.drop()

    def leave(self) -> None:
        self._computers.drop()

    @property
    def _skips(self) -> bool:
        """Whether the match is shown at high speed now; never with reduced motion."""
        if self._lasted < OPENING_SECONDS or self._skipped >= MAX_FAST_SECONDS or self._table.still:
            return False
        return len(self.match.plies) < self.game.typical_plies - ENDING_PLIES

    @property
    def _pace(self) -> float:
        return FAST_PACE_SECONDS if self._skips else self.told.seconds

    @property
    def _animation_scale(self) -> float:
        scale = self._table.animation_scale
        return min(FAST_MOTION_FACTOR, scale) if self._skips else scale

    def _play_answer(self, answer: str) -> None:
        if self._lasted >= MAX_SLOW_SECONDS:
            self._stopped = True
        elif answer == THROW_ANSWER:
            # Not by `Dice`, which counts every throw in the dice statistics.
            self.session.play(self.match.next_throw())
        else:
            self.session.play(answer)

    # -- captions -------------------------------------------------------------------------------

    def _comment(self, ply: Ply) -> None:
        """Shows the rule that a ply has used."""
        if self._skips:
            self.told = FAST_FORWARD
            return
        self.tell(self.game.rule_notes(ply.before, ply.move))
        self.pointer = self._pointed()

    def tell(self, remarks: Sequence[RuleNote]) -> None:
        """Shows the first of the rule notes that was not shown recently."""
        fresh = (remark for remark in remarks if remark.said.key not in self._recent)
        remark = next(fresh, remarks[0] if remarks else None)
        if remark is not None:
            self._recent.append(remark.said.key)
            self.told = caption_of(self.game, remark)

    def _pointed(self) -> Callout | None:
        """The line to the end of the last ply's path."""
        shown = self.snapshot
        if shown.last is None or shown.motion is not None or shown.finish is not None:
            return None
        found = piece_paths(self.game, self.view, shown, shown.last)
        places: tuple[Point, ...] = tuple(way.end for way in found)
        return callout_to(self.plan, places, self.view.cell)

    def _show_result(self) -> None:
        """Shows the result as a caption."""
        self.session.timeline.seen = True
        self.pointer = None
        outcome = self.match.outcome
        if outcome is not None:
            rule = rule_label(self.game, self.game.end_rule)
            said = joined(" ", result_head(self.match, outcome), outcome.reason)
            self.told = Caption(rule, said)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        frame.put(self._backdrop.picture, frame.canvas.box.centre)
        shown = self.snapshot
        for seat, (panel, look) in enumerate(
            zip(self._layout.panels, self.view.looks, strict=False)
        ):
            active = seat == shown.seat and not self.session.over
            dots = self._computers.dots if active and shown.motion is None else None
            name, has_tray = self.game.seat_names[seat], self.view.tray_height > 0
            draw_seat(frame, panel, look, name, has_tray=has_tray, active=active, dots=dots)
            if has_tray:
                with frame.layer(1):
                    self.view.draw_tray(frame, shown, seat)
        self.view.draw(frame, shown)
        if self.pointer is not None:
            with frame.layer(CALLOUT_LAYER):
                self.pointer.draw_line(frame)
            with frame.layer(CALLOUT_RING_LAYER):
                self.pointer.draw_ring(frame)
        with frame.layer(CAPTION_LAYER):
            draw_captions(frame, self.plan, self.game, self.told, self._event)


def _event_words(table: AppContext) -> str:
    """What visitors can sign up for, or else the name of the event; empty for neither."""
    return sign_up_words(table) or str(table.settings["kiosk.event"])


def prewarm_board(game: Game, canvas: Canvas) -> Iterator[None]:
    """Renders a game's board in advance, in steps."""
    view = view_of(game)
    plan = attract_layout(canvas, min(game.seats), view.tray_height)
    view.fit(plan.layout(view.tray_height).places(game.check_options({})))
    yield
    yield from view.preparing()
    yield from in_slices(lambda: view.draw_base(ground(*canvas.size).copy()))


MAX_LIVE_SECONDS: Final = 300.0
MIN_CAPTION_SECONDS: Final = 2.2
"""The least seconds for which a caption is shown; others are left out meanwhile."""


@runtime_checkable
class SelfPlayingScene(Protocol):
    """A scene of a live game that plays itself."""

    remark: RuleNote | None
    """The rule that applies now."""
    done: bool


class LiveExhibit(Exhibit):
    """A live game that plays itself, drawn in a part of the window."""

    def __init__(self, table: AppContext, game: Game, *, flipped: bool) -> None:
        self.game = game
        self.plan: AttractLayout
        self.told: Caption = WELCOME_LIVE
        self._event = _event_words(table)
        self._flipped = flipped
        self._scene: Scene = live_game(game).shown(table)
        self._canvas = Canvas((1, 1))
        self._lasted = 0.0
        self._stood = 0.0
        """Seconds for which the caption has been shown."""

    @property
    def done(self) -> bool:
        own = isinstance(self._scene, SelfPlayingScene) and self._scene.done
        return own or self._lasted >= MAX_LIVE_SECONDS

    def fit(self, canvas: Canvas) -> None:
        self.plan = attract_layout(canvas, 0, flipped=self._flipped)
        stage = self.plan.stage
        self._canvas = canvas.with_size((canvas.px(stage.w), canvas.px(stage.h)))
        self._scene.fit(self._canvas)

    def update(self, dt: float) -> None:
        self._lasted += dt
        self._stood += dt
        self._scene.update(dt)
        told = self._now
        if told != self.told and self._stood >= MIN_CAPTION_SECONDS:
            self.told, self._stood = told, 0.0

    @property
    def _now(self) -> Caption:
        """The caption to show next."""
        remark = self._scene.remark if isinstance(self._scene, SelfPlayingScene) else None
        return self.told if remark is None else caption_of(self.game, remark)

    def wakes_in(self) -> float:
        waits = (
            MIN_CAPTION_SECONDS - self._stood
            if self._now != self.told
            else MAX_LIVE_SECONDS - self._lasted
        )
        return min(self._scene.wakes_in(), max(0.0, waits))

    def leave(self) -> None:
        self._scene.leave()

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        frame.put(ground(*canvas.size), canvas.box.centre)
        own = Frame(self._canvas)
        self._scene.draw(own)
        table = ground(*self._canvas.size)
        left, top = canvas.to_pixels((self.plan.stage.x, self.plan.stage.y))
        for picture, x, y, alpha in own.blits:
            if picture is table:
                continue  # the whole window has a background
            width, height = picture.get_size()
            at = ((left + x + width / 2) / canvas.scale, (top + y + height / 2) / canvas.scale)
            frame.put(picture, at, alpha / 255)
        draw_captions(frame, self.plan, self.game, self.told, self._event)


SCORES_SECONDS: Final = 8.0
SCORES_MARGIN: Final = 64.0
SCORES_HEAD_HEIGHT: Final = 100.0
SCORES_LINE_HEIGHT: Final = 60.0
SCORES_CALL_HEIGHT: Final = 96.0
SCORES_GAP: Final = 20.0


class HighScoreExhibit(Exhibit):
    """The high scores of a game against one level: of the day, or else of the event."""

    def __init__(self, table: AppContext, game: Game) -> None:
        self.game = game
        today, event = table.today(), table.settings["kiosk.event"]
        self._entries = read_scores(table, ScoreScope.of_day(today), game.key)
        self._of_day = bool(self._entries)
        if not self._entries:
            self._entries = read_scores(table, ScoreScope.of_event(event, today), game.key)
        self._event = event
        beaten = [entry.feat.level for entry in self._entries]
        self._level = max((level_names(level).key for level in LEVELS), key=beaten.count)
        self._spent = 0.0
        self._tables: tuple[ScoreTable, ...] = ()
        self._labels: tuple[Label, ...] = ()

    @property
    def empty(self) -> bool:
        return not self._entries

    @property
    def done(self) -> bool:
        return self._spent >= SCORES_SECONDS

    def fit(self, canvas: Canvas) -> None:
        context, high = canvas.context, canvas.height - 2 * SCORES_MARGIN
        line = min(context.scaled_length(SCORES_LINE_HEIGHT, BODY_SIZE), 0.1 * high)
        foot = min(context.scaled_length(SCORES_CALL_HEIGHT, CARD_SIZE), 0.14 * high)
        boxes = column(
            item("title", min(SCORES_HEAD_HEIGHT, 0.12 * high)),
            item("line", line),
            SCORES_GAP,
            "scores",
            SCORES_GAP,
            item("call", foot),
            padding=SCORES_MARGIN,
        ).place(canvas.box)
        words = scope_text(level_title(self._level), self._event, of_day=self._of_day)
        touch = say("attract.scores_call", "Touch to play for a high score")
        self._tables = layout_score_tables(context, boxes["scores"], self._entries, self._level)
        self._labels = (
            Label(self.game.title, boxes["title"], TITLE_SIZE, bold=True, align="centre", most=1),
            Label(words, boxes["line"], BODY_SIZE, DIM, align="centre", most=1, spare=True),
            Label(touch, boxes["call"], CARD_SIZE, AMBER_WORDS, bold=True, align="centre", most=1),
        )

    def update(self, dt: float) -> None:
        self._spent += dt

    def wakes_in(self) -> float:
        return max(0.0, SCORES_SECONDS - self._spent)

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        frame.put(ground(*canvas.size), canvas.box.centre)
        for table in self._tables:
            table.draw(frame)
        for label in self._labels:
            label.draw(frame)


OFFER_TIMEOUT_SECONDS: Final = 20.0
"""Seconds untouched after which attract mode goes on."""

ALONE: Final = "alone"
TWO: Final = "two"
NEW: Final = "new"
ALL: Final = "all"
CODE: Final = "code"

MAX_MATCHES_CHECKED: Final = 20
"""The newest unfinished matches that are checked for a code. If codes are given out, every
suspended match has one."""

OFFER_QUESTION: Final = say("attract.offer", "Would you like to play?")


def play_offer(game: Game, match: Match | None, *, by_code: bool = False) -> QuestionDialog:
    """Asks what people would like to play; pops with an answer or None.

    `match` is the match that they can continue, if any. With `by_code` they may also resume a match
    by its code.
    """
    return QuestionDialog(
        OFFER_QUESTION,
        _detail(game, match),
        _answers(game, match),
        timeout=OFFER_TIMEOUT_SECONDS,
        extra=ExtraAnswer(CODE, say("menu.code", "Resume a game"), "play") if by_code else None,
    )


def has_resumable_code(table: AppContext) -> bool:
    """Whether there is a saved match that can be resumed by a code."""
    if not table.has("idle.on"):
        return False
    newest = table.store.unfinished(MAX_MATCHES_CHECKED)
    return any(has_code(table.store, kept.match_id) for kept in newest)


def _answers(game: Game, match: Match | None) -> Answers:
    words = say("attract.new", "A new game of {game}", game=game.title)
    everything = say("attract.all", "All games")
    if match is None:
        return ((NEW, words, "main"), (ALL, everything, "plain"))
    return (
        (ALONE, say("attract.on", "Continue from here"), "main"),
        (TWO, say("attract.on_two", "Continue with two players"), "other"),
        (NEW, words, "plain"),
        (ALL, everything, "plain"),
    )


def _detail(game: Game, match: Match | None) -> Text:
    if match is None:
        words = "{game}: from the beginning, with friends or against the computer."
        return say("attract.offer_new", words, game=game.title)
    who = game.seat_names[game.acting(match.state)]
    # NOTE: {who} is the colour of a seat: Black, White, Red, Green or Blue.
    words = "It’s {who}’s turn. Take over, and the computer plays the other side."
    return say("attract.offer_seat", words, who=who)


def take_over_match(table: AppContext, match: Match, *, people: int) -> ContinueMatch:
    """A new match from the position that was shown.

    One person gets the seat that is to act; adaptive computers play the others.
    """
    game, seats = match.game, match.seats
    acting: Seat = game.acting(match.state)
    alone = tuple(PERSON if seat == acting else ADAPTIVE for seat in range(seats))
    fillers = alone if people == 1 else ()
    feat = ScoreEligibility(("begun",))  # somebody else has played so far
    setup = Setup(game, seats, match.options, feat=feat).with_players(fillers)
    table.remember_last_game(game.key)
    table.teach(game.key)
    begun = fork_match(match, len(match.plies), table.seed(), table.today())
    match_id = new_match_id()
    if begun.plies:  # it is theirs before their first ply: its code opens it, a power cut keeps it
        table.store.save(setup.with_headers(begun.record()), match_id)
    return ContinueMatch(setup, begun, match_id)


NEXT_EXHIBIT_SECONDS: Final = 0.001
"""Seconds until the next exhibit once one is done."""


class AttractScene(Scene):
    """Shows all games in turn, over the menu; a touch asks what people would like to play.

    Stores neither matches nor throws. What is shown depends only on the table's seeds.
    """

    in_parts = True
    at_rest = True
    always_pixel_shift = True
    idle_timeout = inf

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._canvas = Canvas((1280, 800))
        games = offered_games(table)
        self._count = 0
        """The number of games shown; every second one is flipped."""
        self._first = table.seed() % len(games)
        self.shown: Exhibit = self._next()

    def _next(self) -> Exhibit:
        games = offered_games(self._table)
        game = games[(self._first + self._count) % len(games)]
        flipped = self._count % 2 == 1
        self._count += 1
        if game.kind == "live":
            return LiveExhibit(self._table, game, flipped=flipped)
        self._table.analysis.warm(game.key)
        return MatchExhibit(self._table, game, self._table.seed(), flipped=flipped)

    def _board(self) -> Exhibit | None:
        """The high scores of the game just shown, if there are any."""
        if isinstance(self.shown, HighScoreExhibit) or not self._table.has("scores.on"):
            return None
        board = HighScoreExhibit(self._table, self.shown.game)
        return None if board.empty else board

    def fit(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.shown.fit(canvas)

    def preparing(self) -> Iterator[object]:
        """The dialog that a touch opens, and the boards that follow."""
        yield from prewarm(self._offer(), self._canvas)
        for game in offered_games(self._table):
            if game.kind == "board":
                yield from prewarm_board(game, self._canvas)

    def update(self, dt: float, /) -> Change:
        self.shown.update(dt)
        if self.shown.done:
            self.shown.leave()
            self.shown = self._board() or self._next()
            self.shown.fit(self._canvas)
        return None

    def wakes_in(self) -> float:
        return NEXT_EXHIBIT_SECONDS if self.shown.done else self.shown.wakes_in()

    def draw(self, frame: Frame) -> None:
        self.shown.draw(frame)

    def leave(self) -> None:
        self.shown.leave()

    def handle(self, action: Action, /) -> Change:
        match action:
            case Down() | Press() | Nudge() | Walk() | Buzz() | Roll() | Typed():
                # `update` is not called below a dialog.
                self.shown.rest()
                return Push(self._offer(), self._answered)
            case _:
                return None

    def _offer(self) -> QuestionDialog:
        by_code = has_resumable_code(self._table)
        return play_offer(self.shown.game, self._to_play_on, by_code=by_code)

    @property
    def _to_play_on(self) -> Match | None:
        """The match that people can continue; None if there is none or it is over."""
        if not isinstance(self.shown, MatchExhibit) or self.shown.match.outcome is not None:
            return None
        return self.shown.match

    def _answered(self, answer: object) -> Change:
        game, match = self.shown.game, self._to_play_on
        if answer == ALL:
            return Pop()
        if answer == CODE:
            return Swap(OpenCodeEntry())
        if answer in (ALONE, TWO, NEW):
            self._table.store.count(UsageMetric("attracted", game.key))
        if answer == NEW:
            return Swap(OpenGame(game))
        if answer not in (ALONE, TWO) or match is None:
            return None
        scene = take_over_match(self._table, match, people=1 if answer == ALONE else 2)

        def then(wanted: object) -> Change:
            return Push(OpenStart(wanted.setup)) if isinstance(wanted, ChangeSeats) else None

        return Swap(scene, then)
