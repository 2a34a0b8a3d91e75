"""The high scores of each game, of today or of the event, and entering a winner's name."""

from math import inf
from typing import Final

from tabletop.ai import LEVELS, level_names, level_title
from tabletop.engine import Game, Text, say
from tabletop.games import find_game
from tabletop.scenes.catalogue import offered_games
from tabletop.scenes.destinations import OpenScores
from tabletop.scenes.score_tables import ScoreTable, layout_score_tables, read_scores, scope_text
from tabletop.storage import scores
from tabletop.storage.scores import (
    HighScore,
    ScoreScope,
    name_score,
)
from tabletop.system import logs
from tabletop.system.name_filter import is_allowed_name
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import EnterHighScore
from tabletop.ui.core.scene import Change, Pop, Push, Swap
from tabletop.ui.theme.theme import (
    BUTTON_SIZE,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import (
    PAGER_WIDTH,
    PageScene,
    back_button,
    layout_page,
    page_heading,
    pager,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.text_entry import NameEntry, score_name_prompt

TAB_TEXT_SIZE: Final = BUTTON_SIZE - 4
MIN_BODY_SHARE: Final = 0.5
"""The least share of the window's height for the body if each game has a button."""
POLL_SECONDS: Final = 0.1
"""Seconds between checks whether the winner's own name has been stored."""
MAX_POLLS: Final = 50
"""After so many checks the disk does not work, which is reported elsewhere."""
DAY_KEY, EVENT_KEY, CLEAR_KEY, GAME_KEY = "day", "event", "clear", "game:"


class ScoresPage(PageScene):
    """The high scores of each game. An entry just made is marked."""

    turns_pages = True

    def __init__(
        self, table: AppContext, game: Game | None = None, own: str = "", result: object = None
    ) -> None:
        """`own` is the match whose entry is marked, `result` what the page pops with."""
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        last = table.settings["play.last_game"]
        known = [each for each in self.games if each.key == last]
        self.game = game or (known or list(self.games))[0]
        self.of_event = False
        self.own = own
        self._result = result
        self.entries: tuple[HighScore, ...] = ()
        self.tables: tuple[ScoreTable, ...] = ()
        self._tries = MAX_POLLS if own else 0
        self._read()
        self.level = self._first_level

    @property
    def scope(self) -> ScoreScope:
        today = self.table.today()
        if self.of_event:
            return ScoreScope.of_event(self.table.settings["kiosk.event"], today)
        return ScoreScope.of_day(today)

    def _read(self) -> None:
        self.entries = read_scores(self.table, self.scope, self.game.key)
        if any(entry.match_id == self.own for entry in self.entries):
            self._tries = 0

    @property
    def _levels(self) -> tuple[str, ...]:
        """The levels on offer, and those that have entries."""
        offered = LEVELS[: LEVELS.index(self.table.strongest) + 1]
        beaten = {key for each in self.entries for key in (each.feat.level, each.feat.least)}
        keys = ((level, level_names(level).key) for level in LEVELS)
        return tuple(key for level, key in keys if level in offered or key in beaten)

    @property
    def _first_level(self) -> str:
        """The level of the marked entry, else the first that has entries."""
        own = [entry for entry in self.entries if entry.match_id == self.own]
        beaten = {entry.feat.level for entry in own or self.entries}
        return next((level for level in self._levels if level in beaten), self._levels[0])

    def lay_out(self) -> None:
        page = layout_page(self.canvas, len(self.games) + self._others)
        each_game = page.body.h >= MIN_BODY_SHARE * self.canvas.height
        if not each_game:
            page = layout_page(self.canvas, 1 + self._others)  # one button cycles through the games
        self.head = page.band
        levels = self._levels
        self.level = self.level if self.level in levels else levels[0]
        turn, turned = pager(page, levels.index(self.level), len(levels))
        room = PAGER_WIDTH if turn else 0.0
        self.labels = (*page_heading(page, self.game.title, self._below, room), *turned)
        self.tables = layout_score_tables(
            self.canvas.context, page.body, self.entries, self.level, self.own
        )
        games = page.foot[: len(page.foot) - self._others]
        last = self._last(page.foot[len(games) :])
        self.buttons.replace([back_button(page), *turn, *self._tabs(games), *last])

    @property
    def _below(self) -> Text:
        event = self.table.settings["kiosk.event"]
        return scope_text(level_title(self.level), event, of_day=not self.of_event)

    @property
    def _others(self) -> int:
        """The number of buttons besides those of the games."""
        return 1 + self.table.operator

    def _tabs(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        """A button for each game, or one that cycles through them."""
        keys = [game.key for game in self.games]
        if len(boxes) < len(keys):
            after = self.games[(keys.index(self.game.key) + 1) % len(keys)]
            key = f"{GAME_KEY}{after.key}"
            return [PushButton(key, boxes[0], after.title, "later", size=TAB_TEXT_SIZE)]
        tabs = []
        for game, box in zip(self.games, boxes, strict=True):
            style: ButtonStyle = "chosen" if game.key == self.game.key else "plain"
            key = f"{GAME_KEY}{game.key}"
            tabs.append(PushButton(key, box, game.title, style=style, size=TAB_TEXT_SIZE))
        return tabs

    def _last(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        """The buttons for the other scope, and for deleting the scores."""
        key, words = DAY_KEY, say("scores.day", "Today")
        if not self.of_event:
            key, words = EVENT_KEY, say("scores.week", "This week")
            if self.table.settings["kiosk.event"]:
                words = say("scores.event", "The whole event")
        scope = PushButton(key, boxes[0], words, "swap", "other", TAB_TEXT_SIZE)
        if not self.table.operator:
            return [scope]
        clear = say("scores.clear", "Clear")
        return [scope, PushButton(CLEAR_KEY, boxes[1], clear, "close", size=TAB_TEXT_SIZE)]

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for table in self.tables:
            table.draw(frame)

    def pressed(self, key: str, /) -> Change:
        if key in ("earlier", "later"):
            levels = self._levels
            at = levels.index(self.level) + (1 if key == "later" else -1)
            self.level = levels[max(0, min(len(levels) - 1, at))]
        elif key in (DAY_KEY, EVENT_KEY):
            self.of_event = key == EVENT_KEY
            self._read()
        elif key == CLEAR_KEY:
            return self._ask_clear()
        elif key.startswith(GAME_KEY):
            self.game = next(one for one in self.games if one.key == key.removeprefix(GAME_KEY))
            self._read()
            self.level = self._first_level
        else:
            return self.back()
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop(self._result)

    def _ask_clear(self) -> Change:
        scope = self.scope
        question = say("scores.clear_question", "Delete these names and scores?")
        detail = say("scores.clear_detail", "For all games. They can’t be restored.")
        keep = say("scores.clear_no", "Keep them")
        forget = say("scores.clear_yes", "Delete")

        def then(answer: object) -> Change:
            if answer == CLEAR_KEY:
                self.table.log_operator_action("cleared the high scores")
                self.table.store.write(lambda db: scores.clear_scores(db, scope))
                self._tries, self.entries = MAX_POLLS, ()
                self.lay_out()
            return None

        answers: Answers = (("keep", keep, "main"), (CLEAR_KEY, forget, "plain"))
        dialog = QuestionDialog(question, detail, answers)
        dialog.answered_at_table = True
        return Push(dialog, then)

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
        return POLL_SECONDS if self._tries else inf


def winner_name_page(table: AppContext, asks: EnterHighScore) -> NameEntry:
    """Asks for the winner's name, stores it and opens the high scores."""

    def entered(name: str) -> Change:
        if not name:
            return Pop("")
        logs.hide_names((name,))
        table.store.write(name_score(asks.match_id, name, table.settings["kiosk.event"]))
        return Swap(OpenScores(find_game(asks.game), asks.match_id, result=name))

    suggested = asks.name if is_allowed_name(asks.name) else ""
    prompt = score_name_prompt(initials=table.kids_mode)
    return NameEntry(suggested, asks.turns, prompt=prompt, entered=entered)
