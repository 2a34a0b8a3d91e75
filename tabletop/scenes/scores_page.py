"""The board of high scores: game by game, of this day or of the event, against every level."""

from math import inf
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, Text, say
from tabletop.input.actions import Action
from tabletop.scenes.devices_layout import (
    PAGE_ROOM,
    heading,
    leave_button,
    page_buttons,
    page_for,
    turning,
)
from tabletop.scenes.offered import offered_games
from tabletop.scenes.score_tables import ScoreTable, scope_words, score_tables
from tabletop.scenes.scoring import level_name
from tabletop.store import scores
from tabletop.store.scores import Entry, Scope
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import Sheet
from tabletop.ui.table import Table
from tabletop.ui.theme import BUTTON_SIZE
from tabletop.ui.widgets import PushButton, Style

SIZE: Final = BUTTON_SIZE - 4
LEAST_BODY: Final = 0.5
"""The least share of the window's height that is worth a button for each game."""
LOOKS: Final = 0.1
"""Seconds after which it looks again whether one's own name is on the disk."""
TRIES: Final = 50
"""So often it looks; then something is wrong with the disk, which is told elsewhere."""
DAY, EVENT, CLEAR, GAME = "day", "event", "clear", "game:"


class ScoresPage(Sheet):
    """The best of each game. One's own entry is marked, where somebody has just made one."""

    def __init__(self, table: Table, game: Game | None = None, own: str = "") -> None:
        """`own` is the match with which somebody has just come to the board."""
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        last = table.settings["play.last_game"]
        known = [each for each in self.games if each.key == last]
        self.game = game or (known or list(self.games))[0]
        self.of_event = False
        self.own = own
        self.entries: tuple[Entry, ...] = ()
        self.tables: tuple[ScoreTable, ...] = ()
        self._tries = TRIES if own else 0
        self._read()
        self.level = self._first_level

    # -- what is known --------------------------------------------------------------------------

    @property
    def scope(self) -> Scope:
        """Which scores are shown."""
        today = self.table.today()
        if self.of_event:
            return Scope.of_event(self.table.settings["kiosk.event"], today)
        return Scope.of_day(today)

    def _read(self) -> None:
        self.entries = read_scores(self.table, self.scope, self.game.key)
        if any(entry.match_id == self.own for entry in self.entries):
            self._tries = 0

    @property
    def _levels(self) -> tuple[str, ...]:
        """The levels that are offered, and whatever was beaten before others were."""
        offered = LEVELS[: LEVELS.index(self.table.strongest) + 1]
        beaten = {key for each in self.entries for key in (each.feat.level, each.feat.least)}
        return tuple(
            key for level in LEVELS if level in offered or _key(level) in beaten
            for key in [_key(level)]
        )  # fmt: skip

    @property
    def _first_level(self) -> str:
        """One's own level; else the first against which somebody has won."""
        own = [entry for entry in self.entries if entry.match_id == self.own]
        beaten = {entry.feat.level for entry in own or self.entries}
        return next((level for level in self._levels if level in beaten), self._levels[0])

    # -- what is seen ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = page_for(self.canvas, len(self.games) + self._others)
        each_game = page.body.h >= LEAST_BODY * self.canvas.height
        if not each_game:
            page = page_for(self.canvas, 1 + self._others)  # one button goes through the games
        self.head = page.band
        levels = self._levels
        self.level = self.level if self.level in levels else levels[0]
        turn, turned = page_buttons(page, levels.index(self.level), len(levels))
        room = PAGE_ROOM if turn else 0.0
        self.labels = (*heading(page, self.game.title, self._below, room), *turned)
        self.tables = score_tables(page.body, self.entries, self.level, self.own)
        games = page.foot[: len(page.foot) - self._others]
        last = self._last(page.foot[len(games) :])
        self.buttons.replace([leave_button(page), *turn, *self._tabs(games), *last])

    @property
    def _below(self) -> Text:
        event = self.table.settings["kiosk.event"]
        return scope_words(level_name(self.level), event, of_day=not self.of_event)

    @property
    def _others(self) -> int:
        """How many buttons there are besides those of the games."""
        return 1 + self.table.operator

    def _tabs(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        if len(boxes) < len(self.games):
            keys = [game.key for game in self.games]
            after = self.games[(keys.index(self.game.key) + 1) % len(keys)]
            return [PushButton(f"{GAME}{after.key}", boxes[0], after.title, "later", size=SIZE)]
        styles: list[Style] = [
            "chosen" if game.key == self.game.key else "plain" for game in self.games
        ]
        return [
            PushButton(f"{GAME}{game.key}", box, game.title, style=style, size=SIZE)
            for game, box, style in zip(self.games, boxes, styles, strict=True)
        ]

    def _last(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        if self.of_event:
            days = PushButton(DAY, boxes[0], say("scores.day", "Today"), "swap", "other", SIZE)
        else:
            week = say("scores.week", "This week")
            event = say("scores.event", "The whole event")
            words = event if self.table.settings["kiosk.event"] else week
            days = PushButton(EVENT, boxes[0], words, "swap", "other", SIZE)
        if not self.table.operator:
            return [days]
        return [days, PushButton(CLEAR, boxes[1], say("scores.clear", "Clear"), "close", size=SIZE)]

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for table in self.tables:
            table.draw(frame)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        key = turning(action)
        return self.pressed(key) if key else super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key in ("earlier", "later"):
            levels = self._levels
            at = levels.index(self.level) + (1 if key == "later" else -1)
            self.level = levels[max(0, min(len(levels) - 1, at))]
        elif key in (DAY, EVENT):
            self.of_event = key == EVENT
            self._read()
        elif key == CLEAR:
            return self._ask_clear()
        elif key.startswith(GAME):
            self.game = next(one for one in self.games if one.key == key.removeprefix(GAME))
            self._read()
            self.level = self._first_level
        else:
            return self.back()
        self.lay_out()
        return None

    def _ask_clear(self) -> Change:
        """Asks before names and scores are forgotten, those of all games."""
        scope = self.scope
        question = say("scores.clear_question", "Forget these names and scores?")
        detail = say("scores.clear_detail", "Those of all games. They cannot be brought back.")
        keep = say("scores.clear_no", "Keep them")
        forget = say("scores.clear_yes", "Forget them")

        def then(answer: object) -> Change:
            if answer == CLEAR:
                self.table.operated("cleared the high scores")
                self.table.store.write(lambda db: scores.clear(db, scope))
                self._tries, self.entries = TRIES, ()
                self.lay_out()
            return None

        answers: Answers = (("keep", keep, "main"), (CLEAR, forget, "plain"))
        return Push(AskScene(question, detail, answers), then)

    def update(self, dt: float, /) -> Change:
        del dt
        if self._tries:
            self._tries -= 1
            before = self.entries
            self._read()
            if self.entries != before:
                self.level = self._first_level
                self.lay_out()
        return None

    def wakes_in(self) -> float:
        return LOOKS if self._tries else inf


def read_scores(table: Table, scope: Scope, game: str) -> tuple[Entry, ...]:
    """What is on the board of a game."""
    return table.store.read(lambda db: scores.read(db, scope, game), ())


def _key(level: Text) -> str:
    return level.key.removeprefix("level.")
