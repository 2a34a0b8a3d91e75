"""Two tables of high scores: the best wins against a level, and the longest rows of them.

The board of high scores: game by game, of this day or of the event, against every level.

Putting a name on the board of high scores: what any game asks for once somebody has won.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, Text, count, say
from tabletop.games import find_game
from tabletop.input.actions import Action
from tabletop.players.player_spec import level_name
from tabletop.scenes.catalogue import offered_games
from tabletop.storage import scores
from tabletop.storage.scores import (
    TOP_SCORES,
    HighScore,
    ScoreScope,
    best_scores,
    best_streaks,
    name_score,
)
from tabletop.system import log_redaction
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import scaled_length
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.high_scores import HighScoreClaim
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.draw.icons import icon
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    BUTTON_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.name_entry import ScoreNameEntry
from tabletop.ui.widgets.page import PageScene, Plate, split_row
from tabletop.ui.widgets.page_layout import (
    PAGER_WIDTH,
    back_button,
    layout_page,
    page_heading,
    page_turn_key,
    pager,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

TABLE_GAP: Final = 28.0
TABLE_PADDING: Final = 26.0
TABLE_HEAD_HEIGHT: Final = 62.0
MIN_LINE_HEIGHT: Final = 44.0
"""The least height of a line, for words of the usual size."""
MAX_LINE_HEIGHT: Final = 84.0
RANK_WIDTH: Final = 74.0
RESULT_WIDTH_SHARE: Final = 0.34
"""The share of a line's width for what was reached."""
SIDE_BY_SIDE_ASPECT: Final = 1.15
"""From this shape on the tables stand side by side."""

NO_SCORES_TEXT: Final = say("scores.nobody", "Nobody yet: win, and write your name here.")
NO_STREAKS_TEXT: Final = say("scores.no_row", "From two wins in a row on.")


def scope_text(level: Text, event: str, *, of_day: bool) -> Text:
    """Of which days, and against which level, the wins are that are shown."""
    if of_day:
        return say("scores.of_day", "Today's wins against the computer: {level}", level=level)
    if not event:
        words = "This week's wins against the computer: {level}"
        return say("scores.of_week", words, level=level)
    words = "{event}: wins against the computer: {level}"
    return say("scores.of_event", words, event=event, level=level)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a table."""

    rank: int
    name: str
    reached: Text
    own: bool


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """One table, laid out in a box."""

    plates: tuple[Plate, ...]
    labels: tuple[Label, ...]
    star: tuple[float, float] | None
    """Where the sign lies that marks one's own line."""
    high: float

    def draw(self, frame: Frame) -> None:
        """Puts the table on the frame."""
        for plate in self.plates:
            plate.draw(frame)
        for label in self.labels:
            label.draw(frame)
        if self.star is not None:
            frame.put(icon("star", frame.canvas.px(0.5 * self.high), AMBER_WORDS), self.star)


def layout_score_tables(
    box: Box, entries: Sequence[HighScore], level: str, own: str = ""
) -> tuple[ScoreTable, ...]:
    """Both tables in a box; `own` is the match whose line is marked."""
    wins, runs = best_scores(entries, level), best_streaks(entries, level)
    points = any(entry.feat.way == "points" for entry in wins)
    fewest = say("scores.fewest", "Fewest turns")
    most = say("scores.most", "Most points")
    titles = (most if points else fewest, say("scores.rows", "Wins in a row"))
    if box.w > SIDE_BY_SIDE_ASPECT * box.h:
        boxes = split_row(box, 2, TABLE_GAP)
    else:
        half = (box.h - TABLE_GAP) / 2
        boxes = [Box(box.x, box.y, box.w, half), Box(box.x, box.y + half + TABLE_GAP, box.w, half)]
    tables = (
        [ScoreLine(n, one.name, _win_text(one), one.match_id == own) for n, one in _ranked(wins)],
        [
            ScoreLine(n, one.name, _streak_text(one), one.match_id == own)
            for n, one in _ranked(runs)
        ],
    )
    return tuple(map(_layout_table, boxes, titles, tables, (NO_SCORES_TEXT, NO_STREAKS_TEXT)))


def _ranked(entries: Sequence[HighScore]) -> list[tuple[int, HighScore]]:
    return list(enumerate(entries, 1))


def _win_text(entry: HighScore) -> Text:
    if entry.feat.way == "points":
        return count("scores.points", "{n} point", "{n} points", entry.feat.number)
    return count("scores.turns", "{n} turn", "{n} turns", entry.feat.number)


def _streak_text(entry: HighScore) -> Text:
    return count("scores.wins", "{n} win", "{n} wins", entry.feat.wins)


def _layout_table(box: Box, title: Text, lines: Sequence[ScoreLine], none: Text) -> ScoreTable:
    """`none` is what is said where nobody has come so far."""
    inner = box.inset(TABLE_PADDING)
    head = min(scaled_length(TABLE_HEAD_HEIGHT, BODY_SIZE), 0.24 * inner.h)
    plates = [Plate(box, PANEL)]
    above = Box(inner.x, inner.y, inner.w, head)
    labels = [Label(title, above, BODY_SIZE + 6, DIM, bold=True, stands="top", most=1)]
    room = Box(inner.x, inner.y + head, inner.w, inner.h - head)
    if not lines:
        labels.append(Label(none, room, BODY_SIZE, DIM, stands="top", spare=True))
        return ScoreTable(tuple(plates), tuple(labels), None, 0.0)
    fit = max(1, min(TOP_SCORES, int(room.h / scaled_length(MIN_LINE_HEIGHT, BODY_SIZE))))
    high = min(room.h / fit, scaled_length(MAX_LINE_HEIGHT, BODY_SIZE))
    star = None
    for number, line in enumerate(_visible_lines(lines, fit)):
        place = Box(room.x, room.y + number * high, room.w, high)
        if line.own:
            plates.append(Plate(Box(place.x - 14, place.y, place.w + 28, high), PANEL_ACTIVE, 18))
            star = (place.x + 0.3 * high, place.centre[1])
        labels += _line_labels(line, place)
    return ScoreTable(tuple(plates), tuple(labels), star, high)


def _visible_lines(lines: Sequence[ScoreLine], fit: int) -> list[ScoreLine]:
    """As many as there is room for; one's own in place of the last, wherever it is."""
    shown = list(lines[:fit])
    own = next((line for line in lines if line.own), None)
    if own is not None and own not in shown:
        shown[-1] = own
    return shown


def _line_labels(line: ScoreLine, place: Box) -> list[Label]:
    """A line's rank, name and number; one's own has a sign before its rank."""
    indent = 0.62 * place.h if line.own else 0.0
    rank = Box(place.x + indent, place.y, scaled_length(RANK_WIDTH, BODY_SIZE), place.h)
    number = Box(
        place.right - RESULT_WIDTH_SHARE * place.w, place.y, RESULT_WIDTH_SHARE * place.w, place.h
    )
    name = Box(rank.right + 8, place.y, number.x - rank.right - 24, place.h)
    said = say("scores.rank", "{n}.", n=line.rank)
    return [
        Label(said, rank, BODY_SIZE, DIM, align="right", most=1),
        Label(line.name, name, NAME_SIZE - 10, TEXT, bold=True, most=1),
        Label(line.reached, number, BODY_SIZE, TEXT, align="right", most=1),
    ]


TAB_TEXT_SIZE: Final = BUTTON_SIZE - 4
MIN_BODY_SHARE: Final = 0.5
"""The least share of the window's height that is worth a button for each game."""
POLL_SECONDS: Final = 0.1
"""Seconds after which it looks again whether one's own name is on the disk."""
MAX_POLLS: Final = 50
"""So often it looks; then something is wrong with the disk, which is told elsewhere."""
DAY_KEY, EVENT_KEY, CLEAR_KEY, GAME_KEY = "day", "event", "clear", "game:"


class ScoresPage(PageScene):
    """The best of each game. One's own entry is marked, where somebody has just made one."""

    def __init__(self, table: AppContext, game: Game | None = None, own: str = "") -> None:
        """`own` is the match with which somebody has just come to the board."""
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        last = table.settings["play.last_game"]
        known = [each for each in self.games if each.key == last]
        self.game = game or (known or list(self.games))[0]
        self.of_event = False
        self.own = own
        self.entries: tuple[HighScore, ...] = ()
        self.tables: tuple[ScoreTable, ...] = ()
        self._tries = MAX_POLLS if own else 0
        self._read()
        self.level = self._first_level

    # -- what is known --------------------------------------------------------------------------

    @property
    def scope(self) -> ScoreScope:
        """Which scores are shown."""
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
        """The levels that are offered, and whatever was beaten before others were."""
        offered = LEVELS[: LEVELS.index(self.table.strongest) + 1]
        beaten = {key for each in self.entries for key in (each.feat.level, each.feat.least)}
        return tuple(
            key for level in LEVELS if level in offered or _level_key(level) in beaten
            for key in [_level_key(level)]
        )  # fmt: skip

    @property
    def _first_level(self) -> str:
        """One's own level; else the first against which somebody has won."""
        own = [entry for entry in self.entries if entry.match_id == self.own]
        beaten = {entry.feat.level for entry in own or self.entries}
        return next((level for level in self._levels if level in beaten), self._levels[0])

    # -- what is seen ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = layout_page(self.canvas, len(self.games) + self._others)
        each_game = page.body.h >= MIN_BODY_SHARE * self.canvas.height
        if not each_game:
            page = layout_page(self.canvas, 1 + self._others)  # one button goes through the games
        self.head = page.band
        levels = self._levels
        self.level = self.level if self.level in levels else levels[0]
        turn, turned = pager(page, levels.index(self.level), len(levels))
        room = PAGER_WIDTH if turn else 0.0
        self.labels = (*page_heading(page, self.game.title, self._below, room), *turned)
        self.tables = layout_score_tables(page.body, self.entries, self.level, self.own)
        games = page.foot[: len(page.foot) - self._others]
        last = self._last(page.foot[len(games) :])
        self.buttons.replace([back_button(page), *turn, *self._tabs(games), *last])

    @property
    def _below(self) -> Text:
        event = self.table.settings["kiosk.event"]
        return scope_text(level_name(self.level), event, of_day=not self.of_event)

    @property
    def _others(self) -> int:
        """How many buttons there are besides those of the games."""
        return 1 + self.table.operator

    def _tabs(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        if len(boxes) < len(self.games):
            keys = [game.key for game in self.games]
            after = self.games[(keys.index(self.game.key) + 1) % len(keys)]
            return [
                PushButton(
                    f"{GAME_KEY}{after.key}", boxes[0], after.title, "later", size=TAB_TEXT_SIZE
                )
            ]
        styles: list[ButtonStyle] = [
            "chosen" if game.key == self.game.key else "plain" for game in self.games
        ]
        return [
            PushButton(f"{GAME_KEY}{game.key}", box, game.title, style=style, size=TAB_TEXT_SIZE)
            for game, box, style in zip(self.games, boxes, styles, strict=True)
        ]

    def _last(self, boxes: tuple[Box, ...]) -> list[PushButton]:
        if self.of_event:
            days = PushButton(
                DAY_KEY, boxes[0], say("scores.day", "Today"), "swap", "other", TAB_TEXT_SIZE
            )
        else:
            week = say("scores.week", "This week")
            event = say("scores.event", "The whole event")
            words = event if self.table.settings["kiosk.event"] else week
            days = PushButton(EVENT_KEY, boxes[0], words, "swap", "other", TAB_TEXT_SIZE)
        if not self.table.operator:
            return [days]
        return [
            days,
            PushButton(
                CLEAR_KEY, boxes[1], say("scores.clear", "Clear"), "close", size=TAB_TEXT_SIZE
            ),
        ]

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for table in self.tables:
            table.draw(frame)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        key = page_turn_key(action)
        return self.pressed(key) if key else super().handle(action)

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

    def _ask_clear(self) -> Change:
        """Asks before names and scores are forgotten, those of all games."""
        scope = self.scope
        question = say("scores.clear_question", "Forget these names and scores?")
        detail = say("scores.clear_detail", "Those of all games. They cannot be brought back.")
        keep = say("scores.clear_no", "Keep them")
        forget = say("scores.clear_yes", "Forget them")

        def then(answer: object) -> Change:
            if answer == CLEAR_KEY:
                self.table.log_operator_action("cleared the high scores")
                self.table.store.write(lambda db: scores.clear_scores(db, scope))
                self._tries, self.entries = MAX_POLLS, ()
                self.lay_out()
            return None

        answers: Answers = (("keep", keep, "main"), (CLEAR_KEY, forget, "plain"))
        return Push(QuestionDialog(question, detail, answers), then)

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


def read_scores(table: AppContext, scope: ScoreScope, game: str) -> tuple[HighScore, ...]:
    """What is on the board of a game."""
    return table.store.read(lambda db: scores.load_scores(db, scope, game), ())


def _level_key(level: Text) -> str:
    return level.key.removeprefix("level.")


def ask_winner_name(table: AppContext, winner: HighScoreClaim) -> Change:
    """Asks at the winner's seat, puts the name to the win, and shows the board."""
    entry = ScoreNameEntry(table, winner.name, winner.turns)
    entry.language, entry.text_scale = winner.language, winner.text_scale

    def then(name: object) -> Change:
        if not isinstance(name, str) or not name:
            return winner.back("")
        log_redaction.hide_names((name,))
        table.store.write(name_score(winner.match_id, name, table.settings["kiosk.event"]))
        page = ScoresPage(table, find_game(winner.game), winner.match_id)
        return Push(page, lambda _: winner.back(name))

    return Push(entry, then)
