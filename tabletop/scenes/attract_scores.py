"""The board of high scores, as it is shown to passers-by between two games."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, say
from tabletop.scenes.score_tables import ScoreTable, scope_words, score_tables
from tabletop.scenes.scores_page import read_scores
from tabletop.scenes.scoring import level_name
from tabletop.store.scores import Scope
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER_WORDS, BODY_SIZE, CARD_SIZE, DIM, TITLE_SIZE
from tabletop.ui.wood import ground

STANDS: Final = 8.0
"""Seconds for which it is shown."""
MARGIN: Final = 64.0
HEAD: Final = 100.0
BELOW: Final = 60.0
CALL: Final = 96.0
GAP: Final = 20.0


class ShownScores:
    """The best of one game against one level: of the day, or else of the event."""

    def __init__(self, table: Table, game: Game) -> None:
        self.game = game
        today, event = table.today(), table.settings["kiosk.event"]
        self._entries = read_scores(table, Scope.of_day(today), game.key)
        self._of_day = bool(self._entries)
        if not self._entries:
            self._entries = read_scores(table, Scope.of_event(event, today), game.key)
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
        return self._spent >= STANDS

    def fit(self, canvas: Canvas) -> None:
        area = canvas.box.inset(MARGIN)
        head, below = min(HEAD, 0.12 * area.h), min(grown(BELOW, BODY_SIZE), 0.1 * area.h)
        call = min(grown(CALL, CARD_SIZE), 0.14 * area.h)
        title = Box(area.x, area.y, area.w, head)
        line = Box(area.x, title.bottom, area.w, below)
        foot = Box(area.x, area.bottom - call, area.w, call)
        top = line.bottom + GAP
        body = Box(area.x, top, area.w, foot.y - GAP - top)
        words = scope_words(level_name(self._level), self._event, of_day=self._of_day)
        touch = say("attract.scores_call", "Touch to play, and come on the board")
        self._tables = score_tables(body, self._entries, self._level)
        self._labels = (
            Label(self.game.title, title, TITLE_SIZE, bold=True, align="centre", most=1),
            Label(words, line, BODY_SIZE, DIM, align="centre", most=1, spare=True),
            Label(touch, foot, CARD_SIZE, AMBER_WORDS, bold=True, align="centre", most=1),
        )

    def update(self, dt: float) -> None:
        """Lets time go by."""
        self._spent += dt

    def wakes_in(self) -> float:
        return max(0.0, STANDS - self._spent)

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
