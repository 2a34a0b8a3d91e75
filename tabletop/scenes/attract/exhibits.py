"""A match that computers play for passers-by: it is seen, and neither heard, touched nor kept.

A game that brings its own scene and plays itself, beside the words of all shown games.

The board of high scores, as it is shown to passers-by between two games.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, Protocol, runtime_checkable

from tabletop.ai import LEVELS
from tabletop.engine import Game, Match, Ply, joined, say
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
from tabletop.scenes.match.audio import MatchSounds
from tabletop.scenes.match.computer_turn import DOTS, THROW_ANSWER
from tabletop.scenes.match.messages import result_head
from tabletop.scenes.match.persistence import Autosave
from tabletop.scenes.match.scene import MatchWithComputers
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.score_tables import (
    ScoreTable,
    layout_score_tables,
    read_scores,
    scope_text,
)
from tabletop.storage.scores import ScoreScope
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.board.spotlight import piece_paths
from tabletop.ui.board.turntable import TurnedView
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import scaled_length
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Scene
from tabletop.ui.draw.wood import ground
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER_WORDS, BODY_SIZE, CARD_SIZE, DIM, TITLE_SIZE

DEMO_LEVELS: Final = LEVELS[1:4]
"""They err as people do, and play well enough that something happens."""
MAX_SLOW_SECONDS: Final = 130.0
"""Seconds of a game that are shown slowly, if it does not end before."""
OPENING_SECONDS: Final = 50.0
"""So much of it is the opening. The middle of a long game then goes by quickly, for people should
see how games end, too."""
ENDING_PLIES: Final = 16
"""So many plies before the usual end of a game it is slow again."""
MAX_FAST_SECONDS: Final = 45.0
"""Seconds for which plies go by quickly, at most."""
FAST_PACE_SECONDS: Final = 0.2
FAST_MOTION_FACTOR: Final = 0.3
"""Seconds that one second of motion takes meanwhile."""
MAX_EXTRA_SECONDS: Final = 40.0
"""So many more seconds, where nobody answers what the next ply is."""
RESULT_SECONDS: Final = 7.0
"""Seconds that a result stands."""
RECENT_REMARKS: Final = 3
"""Of so many plies no remark is said again where there is another one."""
CALLOUT_LAYER: Final = 2
CAPTION_LAYER: Final = 3
CALLOUT_RING_LAYER: Final = 6
"""The layers of the pointer's line, which goes below the pieces and begins below the words' plate,
of the words, and of the ring at the line's end."""


class NoAutosave(Autosave):
    """Keeps nothing: a match that is only shown does not lie on the table."""

    def __init__(self) -> None:
        # Not as any other does, which tells the store at once what lies on the table.
        self._id = ""

    def is_due(self, dt: float, match: Match) -> bool:
        """Never."""
        del dt, match
        return False

    def save(self, setup: Setup, match: Match) -> None:
        """Nothing."""

    def leave(self) -> None:
        """Nothing."""


class MatchExhibit(MatchWithComputers):
    """One game from its opening to its end, or as much of it as anybody watches."""

    def __init__(self, table: AppContext, game: Game, seed: int, *, flipped: bool) -> None:
        """`flipped`: the words stand on the board's other side."""
        seats, luck = min(game.seats), Random(f"{seed}:attract")
        fillers = tuple(
            PlayerSpec(DEMO_LEVELS[int(luck.random() * len(DEMO_LEVELS))]) for _ in range(seats)
        )
        setup = Setup(game, seats, fillers=fillers)
        self.game = game
        self.told = WELCOME
        self.plan: AttractLayout
        self.pointer: Callout | None = None
        self._recent: deque[str] = deque(maxlen=RECENT_REMARKS)
        """What was said of the last plies."""
        self._flipped = flipped
        self._lasted = self._skipped = 0.0
        """Seconds that were shown slowly, and quickly."""
        self._ended_for = 0.0
        self._stopped = False
        match = Match(game, seats, seed=seed, date=table.today())
        super().__init__(table, setup, match, "")
        self._guess_announced = True  # nobody here needs to know that computers only guess

    @property
    def done(self) -> bool:
        """Whether the next game may come."""
        if self._stopped or self._ended_for >= RESULT_SECONDS:
            return True
        return self._lasted >= MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS

    @property
    def left(self) -> float:
        """Seconds until it is done, if no ply is played before."""
        if self._match.outcome is not None and self._timeline.seen:
            return max(0.0, RESULT_SECONDS - self._ended_for)
        return max(0.0, MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS - self._lasted)

    # -- laid out -------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        tray = self._view.tray_height
        self.plan = attract_layout(canvas, self._match.seats, tray, flipped=self._flipped)
        self._layout = self.plan.layout(tray)
        self._view.fit(self._layout.places(self._match.options))
        self._turntable.fit(canvas, self._layout.board)
        self._refresh()
        self.pointer = self._pointed()

    def _refresh(self) -> None:
        """There is nothing to touch: the table is told alone that a computer is to play."""
        self._timeline.held = self._computer is not None

    # -- time -----------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        before = self._timeline.motion
        if self._skips:
            self._skipped += dt
        else:
            self._lasted += dt
        if self._match.outcome is not None and self._timeline.seen:
            self._ended_for += dt
        super().update(dt)
        if before is not None and self._timeline.motion is None:
            self._arrived(before.ply)
        return None

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self.left)

    def rest(self) -> None:
        """Somebody has touched the table: nobody thinks on."""
        self._thinker.drop()

    @property
    def _skips(self) -> bool:
        """Whether the middle of a long game goes by quickly now; never where nothing may rush."""
        if self._lasted < OPENING_SECONDS or self._skipped >= MAX_FAST_SECONDS or self._table.still:
            return False
        return len(self._match.plies) < self.game.typical_plies - ENDING_PLIES

    @property
    def _pace(self) -> float:
        return FAST_PACE_SECONDS if self._skips else self.told.seconds

    @property
    def _slow(self) -> float:
        return min(FAST_MOTION_FACTOR, super()._slow) if self._skips else super()._slow

    def _answered(self, answer: str) -> None:
        if self._lasted >= MAX_SLOW_SECONDS:
            self._stopped = True
            return
        if answer != THROW_ANSWER:
            super()._answered(answer)
            return
        self._thinker.drop()
        # Not by `Dice`, which counts every throw for the page that says how fair the dice are.
        self._send(self._match.roll())

    def _send(self, ply: Ply) -> None:
        self.pointer = None
        super()._send(ply)
        if self._timeline.motion is None:
            self._arrived(ply)

    def _arrived(self, ply: Ply) -> None:
        """A ply has come to lie: it is said which rule was at work."""
        if self._skips:
            self.told = FAST_FORWARD
            return
        self.tell(self.game.rule_notes(ply.before, ply.move))
        self.pointer = self._pointed()

    def tell(self, remarks: Sequence[RuleNote]) -> None:
        """Says the most telling of them that was not said just before."""
        fresh = (remark for remark in remarks if remark.said.key not in self._recent)
        remark = next(fresh, remarks[0] if remarks else None)
        if remark is not None:
            self._recent.append(remark.said.key)
            self.told = caption_of(self.game, remark)

    def _pointed(self) -> Callout | None:
        """The line to where the last ply ended."""
        snapshot = self.snapshot
        if snapshot.last is None or snapshot.motion is not None or snapshot.finish is not None:
            return None
        found = piece_paths(self.game, self._view, snapshot, snapshot.last)
        places: tuple[Point, ...] = tuple(way.end for way in found)
        return callout_to(self.plan, places, self._view.cell)

    def _show_result(self) -> Change:
        """The result is said where the rules are; nothing lies over the board."""
        self._timeline.seen = True
        self.pointer = None
        outcome = self._match.outcome
        if outcome is not None:
            rule = rule_label(self.game, self.game.end_rule)
            said = joined(" ", result_head(self._match, outcome), outcome.reason)
            self.told = Caption(rule, said)
        return None

    # -- seen, not heard, not kept ----------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        frame.put(self._turntable.backdrop, frame.canvas.box.centre)
        snapshot = self.snapshot
        for seat in range(self._match.seats):
            self._draw_seat(frame, snapshot, seat)
            if self._view.tray_height > 0:
                with frame.layer(1):
                    self._view.draw_tray(frame, snapshot, seat)
        self._view.draw(frame, snapshot)
        if self.pointer is not None:
            with frame.layer(CALLOUT_LAYER):
                self.pointer.draw_line(frame)
            with frame.layer(CALLOUT_RING_LAYER):
                self.pointer.draw_ring(frame)
        with frame.layer(CAPTION_LAYER):
            draw_captions(frame, self.plan, self.game, self.told)

    def _draw_seat(self, frame: Frame, snapshot: BoardSnapshot, seat: int) -> None:
        active = seat == snapshot.seat and self._match.outcome is None
        dots = None
        if active and self._computer is not None and snapshot.motion is None:
            dots = DOTS if self._table.still else self._thinker.dots
        panel, look = self._layout.panels[seat], self._view.looks[seat]
        draw_seat(frame, panel, look, self.game.seat_names[seat], active=active, dots=dots)

    def _take(self, match: Match, match_id: str = "") -> None:
        super()._take(match, match_id)
        self.dice.choose("screen")
        self._sounds = MatchSounds(_no_sound, match, self._view, self._timeline, self._is_person)

    def _make_autosave(self, match: Match, match_id: str) -> Autosave:
        del match, match_id
        return NoAutosave()

    def leave(self) -> None:
        # Nobody leaves a match here that the host would count: so no further up than to this.
        self._thinker.drop()
        self._stop_thinking()


def _no_sound(name: SoundName) -> None:
    """Plays nothing."""
    del name


def prewarm_board(game: Game, canvas: Canvas) -> Iterator[None]:
    """Makes the pictures of a game's board before it is shown, in steps."""
    view = TurnedView(partial(view_of, game))
    plan = attract_layout(canvas, min(game.seats), view.tray_height)
    view.fit(plan.layout(view.tray_height).places(game.check_options({})))
    yield
    yield from view.preparing()
    yield from in_slices(lambda: view.draw_base(ground(*canvas.size).copy()))


MAX_LIVE_SECONDS: Final = 300.0
"""Seconds after which it is enough, whatever it shows."""
MIN_CAPTION_SECONDS: Final = 2.2
"""Seconds that what is said stands at least; what would stand for a shorter time is left out."""


@runtime_checkable
class SelfPlayingScene(Protocol):
    """What such a scene says of itself."""

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
        self._canvas = Canvas((canvas.px(stage.w), canvas.px(stage.h)))
        self._scene.fit(self._canvas)

    def update(self, dt: float) -> None:
        """Lets time go by."""
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
        """Somebody has touched the table; nobody thinks here."""

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
        """Whether there is nothing to be shown."""
        return not self._entries

    @property
    def done(self) -> bool:
        return self._spent >= SCORES_SECONDS

    def fit(self, canvas: Canvas) -> None:
        area = canvas.box.inset(MARGIN)
        head, below = min(HEAD, 0.12 * area.h), min(scaled_length(BELOW, BODY_SIZE), 0.1 * area.h)
        call = min(scaled_length(CALL, CARD_SIZE), 0.14 * area.h)
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
        """Lets time go by."""
        self._spent += dt

    def wakes_in(self) -> float:
        return max(0.0, SCORES_SECONDS - self._spent)

    def rest(self) -> None:
        """Somebody has touched the table; nobody thinks here."""

    def leave(self) -> None:
        """Nothing is left behind."""

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        frame.put(ground(*canvas.size), canvas.box.centre)
        for table in self._tables:
            table.draw(frame)
        for label in self._labels:
            label.draw(frame)
