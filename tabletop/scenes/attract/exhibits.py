"""What attract mode shows: matches of computers, games with their own scenes, high scores."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, Protocol, runtime_checkable

from tabletop.ai import LEVELS
from tabletop.engine import Game, Match, Ply, Text, joined, say
from tabletop.engine.game import RuleNote
from tabletop.games import view_of
from tabletop.players.player_spec import PlayerSpec, level_name
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
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.computers import THROW_ANSWER, Computers
from tabletop.scenes.play.features import Calls, Feature
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.panels import result_head
from tabletop.scenes.play.session import Arrived, MatchSession, Played
from tabletop.scenes.score_tables import (
    ScoreTable,
    layout_score_tables,
    read_scores,
    scope_text,
)
from tabletop.storage.scores import ScoreScope
from tabletop.ui.board.projector import piece_paths
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.turntable import Backdrop, TurnedView
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw.wood import ground
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER_WORDS, BODY_SIZE, CARD_SIZE, DIM, TITLE_SIZE

DEMO_LEVELS: Final = LEVELS[1:4]
"""Levels that make mistakes and still play interesting games."""
MAX_SLOW_SECONDS: Final = 130.0
"""The most seconds of a game at normal speed."""
OPENING_SECONDS: Final = 50.0
"""So much of it is the opening. The middle of a long game then goes by quickly, for people should
see how games end, too."""
ENDING_PLIES: Final = 16
"""So many plies before the usual end of a game the speed is normal again."""
MAX_FAST_SECONDS: Final = 45.0
"""The most seconds of a game at high speed."""
FAST_PACE_SECONDS: Final = 0.2
FAST_MOTION_FACTOR: Final = 0.3
"""Seconds that one second of animation takes meanwhile."""
MAX_EXTRA_SECONDS: Final = 40.0
"""So many more seconds if no engine answers."""
RESULT_SECONDS: Final = 7.0
"""Seconds that a result stands."""
RECENT_REMARKS: Final = 3
"""A remark is not repeated within so many plies if there is another one."""
CALLOUT_LAYER: Final = 2
CAPTION_LAYER: Final = 3
CALLOUT_RING_LAYER: Final = 6
"""The layers of the pointer's line, which goes below the pieces and begins below the words' plate,
of the words, and of the ring at the line's end."""


class NothingKept:
    """A match that is shown to passers-by: it is neither saved nor counted."""

    match_id = ""

    def __init__(self, setup: Setup, match: Match, match_id: str) -> None:
        """Keeps nothing of it."""

    def run(self, dt: float) -> None:
        """Nothing."""

    def is_due(self, dt: float) -> bool:
        """Never."""
        del dt
        return False

    def save(self, setup: Setup) -> None:
        """Nothing."""

    def leave(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""

    def refused(self, reason: Text, rule: str) -> None:
        """Nothing."""

    def hint(self) -> None:
        """Nothing."""


class MatchExhibit:
    """A match that computers play for passers-by; it is seen, and neither heard nor touched."""

    def __init__(self, table: AppContext, game: Game, seed: int, *, flipped: bool) -> None:
        """`flipped`: the words stand on the board's other side."""
        seats, luck = min(game.seats), Random(f"{seed}:attract")
        fillers = tuple(
            PlayerSpec(DEMO_LEVELS[int(luck.random() * len(DEMO_LEVELS))]) for _ in range(seats)
        )
        self._table = table
        self.game = game
        self.told = WELCOME
        self.plan: AttractLayout
        self.pointer: Callout | None = None
        self._recent: deque[str] = deque(maxlen=RECENT_REMARKS)
        """The remarks about the last plies."""
        self._flipped = flipped
        self._lasted = self._skipped = 0.0
        """Seconds that were shown slowly, and quickly."""
        self._ended_for = 0.0
        self._stopped = False
        self.view = TurnedView(partial(view_of, game))
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
        """Whether the next game may come."""
        if self._stopped or self._ended_for >= RESULT_SECONDS:
            return True
        return self._lasted >= MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS

    @property
    def _shows_result(self) -> bool:
        return self.session.over and self.session.timeline.seen

    @property
    def left(self) -> float:
        """Seconds until it is done, if no ply is played before."""
        if self._shows_result:
            return max(0.0, RESULT_SECONDS - self._ended_for)
        return max(0.0, MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS - self._lasted)

    @property
    def snapshot(self) -> BoardSnapshot:
        """What the board shows now."""
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
        """Hands the session's events to the features, and says what has happened."""
        for event in self.session.drain():
            for feature in self._features:
                feature.on_event(event)
            match event:
                case Played(ply=ply):
                    self.pointer = None
                    if not self.session.moving:
                        self._comment(ply)
                case Arrived(ply=ply):
                    self._comment(ply)
        for feature in self._features:
            feature.before_snapshot()

    # -- time -------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Lets time pass."""
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
        """Gives up thinking: somebody has touched the table."""
        self._computers.drop()

    def leave(self) -> None:
        self._computers.drop()

    @property
    def _skips(self) -> bool:
        """Whether the middle of a long game is shown quickly now; not with reduced motion."""
        if self._lasted < OPENING_SECONDS or self._skipped >= MAX_FAST_SECONDS or self._table.still:
            return False
        return len(self.match.plies) < self.game.typical_plies - ENDING_PLIES

    @property
    def _pace(self) -> float:
        return FAST_PACE_SECONDS if self._skips else self.told.seconds

    @property
    def _animation_scale(self) -> float:
        return (
            min(FAST_MOTION_FACTOR, self._table.animation_scale)
            if self._skips
            else self._table.animation_scale
        )

    def _play_answer(self, answer: str) -> None:
        if self._lasted >= MAX_SLOW_SECONDS:
            self._stopped = True
        elif answer == THROW_ANSWER:
            # Not by `Dice`, which counts every throw for the page that says how fair the dice are.
            self.session.play(self.match.cast())
        else:
            self.session.play(answer)

    # -- what is said -----------------------------------------------------------------------------

    def _comment(self, ply: Ply) -> None:
        """Says which rule a ply has used, once it is seen."""
        if self._skips:
            self.told = FAST_FORWARD
            return
        self.tell(self.game.rule_notes(ply.before, ply.move))
        self.pointer = self._pointed()

    def tell(self, remarks: Sequence[RuleNote]) -> None:
        """Says the first of the remarks that was not said just before."""
        fresh = (remark for remark in remarks if remark.said.key not in self._recent)
        remark = next(fresh, remarks[0] if remarks else None)
        if remark is not None:
            self._recent.append(remark.said.key)
            self.told = caption_of(self.game, remark)

    def _pointed(self) -> Callout | None:
        """The line to where the last ply ended."""
        shown = self.snapshot
        if shown.last is None or shown.motion is not None or shown.finish is not None:
            return None
        found = piece_paths(self.game, self.view, shown, shown.last)
        places: tuple[Point, ...] = tuple(way.end for way in found)
        return callout_to(self.plan, places, self.view.cell)

    def _show_result(self) -> None:
        """Says the result where the remarks stand; nothing lies over the board."""
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
        for seat in range(self.match.seats):
            self._draw_seat(frame, shown, seat)
            if self.view.tray_height > 0:
                with frame.layer(1):
                    self.view.draw_tray(frame, shown, seat)
        self.view.draw(frame, shown)
        if self.pointer is not None:
            with frame.layer(CALLOUT_LAYER):
                self.pointer.draw_line(frame)
            with frame.layer(CALLOUT_RING_LAYER):
                self.pointer.draw_ring(frame)
        with frame.layer(CAPTION_LAYER):
            draw_captions(frame, self.plan, self.game, self.told)

    def _draw_seat(self, frame: Frame, shown: BoardSnapshot, seat: int) -> None:
        active = seat == shown.seat and not self.session.over
        dots = self._computers.dots if active and shown.motion is None else None
        panel, look = self._layout.panels[seat], self.view.looks[seat]
        draw_seat(frame, panel, look, self.game.seat_names[seat], active=active, dots=dots)


def prewarm_board(game: Game, canvas: Canvas) -> Iterator[None]:
    """Makes the pictures of a game's board before it is shown, in steps."""
    view = TurnedView(partial(view_of, game))
    plan = attract_layout(canvas, min(game.seats), view.tray_height)
    view.fit(plan.layout(view.tray_height).places(game.check_options({})))
    yield
    yield from view.preparing()
    yield from in_slices(lambda: view.draw_base(ground(*canvas.size).copy()))


MAX_LIVE_SECONDS: Final = 300.0
"""The most seconds of a live game."""
MIN_CAPTION_SECONDS: Final = 2.2
"""The least seconds that a caption is shown; shorter ones are left out."""


@runtime_checkable
class SelfPlayingScene(Protocol):
    """A scene of a live game that plays itself."""

    remark: RuleNote | None
    """The rule that is at work now."""
    done: bool
    """Whether it has come to its end."""


class LiveExhibit:
    """One game that plays itself, drawn in a part of the window."""

    def __init__(self, table: AppContext, game: Game, *, flipped: bool) -> None:
        self.game = game
        self.plan: AttractLayout
        self.told: Caption = WELCOME_LIVE
        self._flipped = flipped
        self._scene: Scene = live_game(game).shown(table)
        self._canvas = Canvas((1, 1))
        self._lasted = 0.0
        self._stood = 0.0
        """Seconds for which the same is said."""

    @property
    def done(self) -> bool:
        """Whether the next game may come."""
        own = isinstance(self._scene, SelfPlayingScene) and self._scene.done
        return own or self._lasted >= MAX_LIVE_SECONDS

    def fit(self, canvas: Canvas) -> None:
        self.plan = attract_layout(canvas, 0, flipped=self._flipped)
        stage = self.plan.stage
        self._canvas = canvas.with_size((canvas.px(stage.w), canvas.px(stage.h)))
        self._scene.fit(self._canvas)

    def update(self, dt: float) -> None:
        """Lets time pass."""
        self._lasted += dt
        self._stood += dt
        self._scene.update(dt)
        told = self._now
        if told != self.told and self._stood >= MIN_CAPTION_SECONDS:
            self.told, self._stood = told, 0.0

    @property
    def _now(self) -> Caption:
        """What is to be said, once people have read what stands there."""
        remark = self._scene.remark if isinstance(self._scene, SelfPlayingScene) else None
        return self.told if remark is None else caption_of(self.game, remark)

    def wakes_in(self) -> float:
        waits = (
            MIN_CAPTION_SECONDS - self._stood
            if self._now != self.told
            else MAX_LIVE_SECONDS - self._lasted
        )
        return min(self._scene.wakes_in(), max(0.0, waits))

    def rest(self) -> None:
        """Nothing: nothing is analysed here."""

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
                continue  # it lies on the whole window's ground
            width, height = picture.get_size()
            at = ((left + x + width / 2) / canvas.scale, (top + y + height / 2) / canvas.scale)
            frame.put(picture, at, alpha / 255)
        draw_captions(frame, self.plan, self.game, self.told)


SCORES_SECONDS: Final = 8.0
"""Seconds for which it is shown."""
MARGIN: Final = 64.0
HEAD: Final = 100.0
BELOW: Final = 60.0
CALL: Final = 96.0
GAP: Final = 20.0


class HighScoreExhibit:
    """The best of one game against one level: of the day, or else of the event."""

    def __init__(self, table: AppContext, game: Game) -> None:
        self.game = game
        today, event = table.today(), table.settings["kiosk.event"]
        self._entries = read_scores(table, ScoreScope.of_day(today), game.key)
        self._of_day = bool(self._entries)
        if not self._entries:
            self._entries = read_scores(table, ScoreScope.of_event(event, today), game.key)
        self._event = event
        self._level = self._most_beaten
        self._spent = 0.0
        self._tables: tuple[ScoreTable, ...] = ()
        self._labels: tuple[Label, ...] = ()

    @property
    def _most_beaten(self) -> str:
        beaten = [entry.feat.level for entry in self._entries]
        keys = [level.key.removeprefix("level.") for level in LEVELS]
        return max(keys, key=beaten.count)

    @property
    def empty(self) -> bool:
        """Whether there are no high scores."""
        return not self._entries

    @property
    def done(self) -> bool:
        return self._spent >= SCORES_SECONDS

    def fit(self, canvas: Canvas) -> None:
        area = canvas.box.inset(MARGIN)
        head, below = (
            min(HEAD, 0.12 * area.h),
            min(canvas.context.scaled_length(BELOW, BODY_SIZE), 0.1 * area.h),
        )
        call = min(canvas.context.scaled_length(CALL, CARD_SIZE), 0.14 * area.h)
        title = Box(area.x, area.y, area.w, head)
        line = Box(area.x, title.bottom, area.w, below)
        foot = Box(area.x, area.bottom - call, area.w, call)
        top = line.bottom + GAP
        body = Box(area.x, top, area.w, foot.y - GAP - top)
        words = scope_text(level_name(self._level), self._event, of_day=self._of_day)
        touch = say("attract.scores_call", "Touch to play, and come on the board")
        self._tables = layout_score_tables(canvas.context, body, self._entries, self._level)
        self._labels = (
            Label(self.game.title, title, TITLE_SIZE, bold=True, align="centre", most=1),
            Label(words, line, BODY_SIZE, DIM, align="centre", most=1, spare=True),
            Label(touch, foot, CARD_SIZE, AMBER_WORDS, bold=True, align="centre", most=1),
        )

    def update(self, dt: float) -> None:
        """Lets time pass."""
        self._spent += dt

    def wakes_in(self) -> float:
        return max(0.0, SCORES_SECONDS - self._spent)

    def rest(self) -> None:
        """Nothing: nothing is analysed here."""

    def leave(self) -> None:
        """Nothing is left behind."""

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        frame.put(ground(*canvas.size), canvas.box.centre)
        for table in self._tables:
            table.draw(frame)
        for label in self._labels:
            label.draw(frame)
