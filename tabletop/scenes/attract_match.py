"""A match that computers play for passers-by: it is seen, and neither heard, touched nor kept."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, Match, Ply, joined
from tabletop.engine.game import Remark
from tabletop.games import view_of
from tabletop.players.filler import Filler
from tabletop.scenes.attract_plan import AttractPlan, attract_plan
from tabletop.scenes.attract_pointer import Pointer, pointer_to
from tabletop.scenes.attract_seats import draw_seat
from tabletop.scenes.attract_words import SKIPS, WELCOME, Told, draw_words, rule_words, told_of
from tabletop.scenes.keeping import Keeping
from tabletop.scenes.match_computers import ComputersMatch
from tabletop.scenes.match_sounds import MatchSounds
from tabletop.scenes.sayings import result_head
from tabletop.scenes.setup import Setup
from tabletop.scenes.spotlight import ways
from tabletop.scenes.thinker import DOTS, THROW
from tabletop.scenes.turned_board import TurnedBoard
from tabletop.ui.canvas import Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.haste import by_and_by
from tabletop.ui.scene import Change
from tabletop.ui.sound_set import Name
from tabletop.ui.table import Table
from tabletop.ui.view import Showing
from tabletop.ui.wood import ground

PLAYERS: Final = LEVELS[1:4]
"""They err as people do, and play well enough that something happens."""
LONGEST: Final = 130.0
"""Seconds of a game that are shown slowly, if it does not end before."""
OPENING: Final = 50.0
"""So much of it is the opening. The middle of a long game then goes by quickly, for people should
see how games end, too."""
ENDING: Final = 16
"""So many plies before the usual end of a game it is slow again."""
QUICKLY: Final = 45.0
"""Seconds for which plies go by quickly, at most."""
QUICK_PACE: Final = 0.2
QUICK: Final = 0.3
"""Seconds that one second of motion takes meanwhile."""
AT_MOST: Final = 40.0
"""So many more seconds, where nobody answers what the next ply is."""
RESULT: Final = 7.0
"""Seconds that a result stands."""
RECENT: Final = 3
"""Of so many plies no remark is said again where there is another one."""
ON_BOARD: Final = 2
WORDS: Final = 3
OVER_PIECES: Final = 6
"""The layers of the pointer's line, which goes below the pieces and begins below the words' plate,
of the words, and of the ring at the line's end."""


class Unkept(Keeping):
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


class ShownGame(ComputersMatch):
    """One game from its opening to its end, or as much of it as anybody watches."""

    def __init__(self, table: Table, game: Game, seed: int, *, flipped: bool) -> None:
        """`flipped`: the words stand on the board's other side."""
        seats, luck = min(game.seats), Random(f"{seed}:attract")
        fillers = tuple(Filler(PLAYERS[int(luck.random() * len(PLAYERS))]) for _ in range(seats))
        setup = Setup(game, seats, fillers=fillers)
        self.game = game
        self.told = WELCOME
        self.plan: AttractPlan
        self.pointer: Pointer | None = None
        self._recent: deque[str] = deque(maxlen=RECENT)
        """What was said of the last plies."""
        self._flipped = flipped
        self._lasted = self._skipped = 0.0
        """Seconds that were shown slowly, and quickly."""
        self._ended_for = 0.0
        self._stopped = False
        match = Match(game, seats, seed=seed, date=table.today())
        super().__init__(table, setup, match, "")
        self._excused = True  # nobody here needs to know that computers only guess

    @property
    def done(self) -> bool:
        """Whether the next game may come."""
        if self._stopped or self._ended_for >= RESULT:
            return True
        return self._lasted >= LONGEST + AT_MOST

    @property
    def left(self) -> float:
        """Seconds until it is done, if no ply is played before."""
        if self._match.outcome is not None and self._course.seen:
            return max(0.0, RESULT - self._ended_for)
        return max(0.0, LONGEST + AT_MOST - self._lasted)

    # -- laid out -------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        tray = self._view.tray_height
        self.plan = attract_plan(canvas, self._match.seats, tray, flipped=self._flipped)
        self._layout = self.plan.layout(tray)
        self._view.fit(self._layout.places(self._match.options))
        self._turntable.fit(canvas, self._layout.board)
        self._refresh()
        self.pointer = self._pointed()

    def _refresh(self) -> None:
        """There is nothing to touch: the table is told alone that a computer is to play."""
        self._course.held = self._computer is not None

    # -- time -----------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        before = self._course.motion
        if self._skips:
            self._skipped += dt
        else:
            self._lasted += dt
        if self._match.outcome is not None and self._course.seen:
            self._ended_for += dt
        super().update(dt)
        if before is not None and self._course.motion is None:
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
        if self._lasted < OPENING or self._skipped >= QUICKLY or self._table.still:
            return False
        return len(self._match.plies) < self.game.usual_plies - ENDING

    @property
    def _pace(self) -> float:
        return QUICK_PACE if self._skips else self.told.seconds

    @property
    def _slow(self) -> float:
        return min(QUICK, super()._slow) if self._skips else super()._slow

    def _answered(self, answer: str) -> None:
        if self._lasted >= LONGEST:
            self._stopped = True
            return
        if answer != THROW:
            super()._answered(answer)
            return
        self._thinker.drop()
        # Not by `Dice`, which counts every throw for the page that says how fair the dice are.
        self._send(self._match.roll())

    def _send(self, ply: Ply) -> None:
        self.pointer = None
        super()._send(ply)
        if self._course.motion is None:
            self._arrived(ply)

    def _arrived(self, ply: Ply) -> None:
        """A ply has come to lie: it is said which rule was at work."""
        if self._skips:
            self.told = SKIPS
            return
        if self.game.remarks is not None:
            self.tell(self.game.remarks(ply.before, ply.move))
        self.pointer = self._pointed()

    def tell(self, remarks: Sequence[Remark]) -> None:
        """Says the most telling of them that was not said just before."""
        fresh = (remark for remark in remarks if remark.said.key not in self._recent)
        remark = next(fresh, remarks[0] if remarks else None)
        if remark is not None:
            self._recent.append(remark.said.key)
            self.told = told_of(self.game, remark)

    def _pointed(self) -> Pointer | None:
        """The line to where the last ply ended."""
        showing = self.showing
        if showing.last is None or showing.motion is not None or showing.finish is not None:
            return None
        found = ways(self.game, self._view, showing, showing.last)
        places: tuple[Point, ...] = tuple(way.end for way in found)
        return pointer_to(self.plan, places, self._view.cell)

    def _show_result(self) -> Change:
        """The result is said where the rules are; nothing lies over the board."""
        self._course.seen = True
        self.pointer = None
        outcome = self._match.outcome
        if outcome is not None:
            rule = rule_words(self.game, self.game.end_rule)
            said = joined(" ", result_head(self._match, outcome), outcome.reason)
            self.told = Told(rule, said)
        return None

    # -- seen, not heard, not kept ----------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        frame.put(self._turntable.backdrop, frame.canvas.box.centre)
        showing = self.showing
        for seat in range(self._match.seats):
            self._draw_seat(frame, showing, seat)
            if self._view.tray_height > 0:
                with frame.layer(1):
                    self._view.draw_tray(frame, showing, seat)
        self._view.draw(frame, showing)
        if self.pointer is not None:
            with frame.layer(ON_BOARD):
                self.pointer.draw_line(frame)
            with frame.layer(OVER_PIECES):
                self.pointer.draw_ring(frame)
        with frame.layer(WORDS):
            draw_words(frame, self.plan, self.game, self.told)

    def _draw_seat(self, frame: Frame, showing: Showing, seat: int) -> None:
        active = seat == showing.seat and self._match.outcome is None
        dots = None
        if active and self._computer is not None and showing.motion is None:
            dots = DOTS if self._table.still else self._thinker.dots
        panel, look = self._layout.panels[seat], self._view.looks[seat]
        draw_seat(frame, panel, look, self.game.seat_names[seat], active=active, dots=dots)

    def _take(self, match: Match, match_id: str = "") -> None:
        super()._take(match, match_id)
        self.dice.choose("screen")
        self._sounds = MatchSounds(_silent, match, self._view, self._course, self._is_person)

    def _kept_by(self, match: Match, match_id: str) -> Keeping:
        del match, match_id
        return Unkept()

    def leave(self) -> None:
        # Nobody leaves a match here that the host would count: so no further up than to this.
        self._thinker.drop()
        self._drop_thoughts()


def _silent(name: Name) -> None:
    """Plays nothing."""
    del name


def board_prepared(game: Game, canvas: Canvas) -> Iterator[None]:
    """Makes the pictures of a game's board before it is shown, in steps."""
    view = TurnedBoard(partial(view_of, game))
    plan = attract_plan(canvas, min(game.seats), view.tray_height)
    view.fit(plan.layout(view.tray_height).places(game.check_options({})))
    yield
    yield from view.preparing()
    yield from by_and_by(lambda: view.draw_base(ground(*canvas.size).copy()))
