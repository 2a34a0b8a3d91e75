"""Two tables of high scores: the best wins against a level, and the most wins in a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.storage import scores
from tabletop.storage.scores import (
    TOP_SCORES,
    HighScore,
    ScoreScope,
    best_scores,
    best_streaks,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
)
from tabletop.ui.widgets.page import Plate

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
    context: UiContext, area: Box, entries: Sequence[HighScore], level: str, own: str = ""
) -> tuple[ScoreTable, ...]:
    """Both tables in an area; `own` is the match whose line is marked."""
    wins, streaks = best_scores(entries, level), best_streaks(entries, level)
    points = any(entry.feat.way == "points" for entry in wins)
    fewest = say("scores.fewest", "Fewest turns")
    most = say("scores.most", "Most points")
    titles = (most if points else fewest, say("scores.rows", "Wins in a row"))
    columns = 2 if area.w > SIDE_BY_SIDE_ASPECT * area.h else 1
    boxes = grid(["table"] * 2, columns=columns, gap=TABLE_GAP).place(area).all("table")
    tables = (
        [ScoreLine(n, one.name, _win_text(one), one.match_id == own) for n, one in _ranked(wins)],
        [
            ScoreLine(n, one.name, _streak_text(one), one.match_id == own)
            for n, one in _ranked(streaks)
        ],
    )
    empty = (NO_SCORES_TEXT, NO_STREAKS_TEXT)
    return tuple(
        _layout_table(context, box, title, lines, none)
        for box, title, lines, none in zip(boxes, titles, tables, empty, strict=True)
    )


def _ranked(entries: Sequence[HighScore]) -> list[tuple[int, HighScore]]:
    return list(enumerate(entries, 1))


def _win_text(entry: HighScore) -> Text:
    if entry.feat.way == "points":
        return count("scores.points", "{n} point", "{n} points", entry.feat.number)
    return count("scores.turns", "{n} turn", "{n} turns", entry.feat.number)


def _streak_text(entry: HighScore) -> Text:
    return count("scores.wins", "{n} win", "{n} wins", entry.feat.wins)


def _layout_table(
    context: UiContext, box: Box, title: Text, lines: Sequence[ScoreLine], none: Text
) -> ScoreTable:
    """`none` is shown where there are no lines."""
    inner = box.inset(TABLE_PADDING)
    head = min(context.scaled_length(TABLE_HEAD_HEIGHT, BODY_SIZE), 0.24 * inner.h)
    parts = column(item("title", head), "lines").place(inner)
    plates = [Plate(box, PANEL)]
    labels = [Label(title, parts["title"], BODY_SIZE + 6, DIM, bold=True, stands="top", most=1)]
    room = parts["lines"]
    if not lines:
        labels.append(Label(none, room, BODY_SIZE, DIM, stands="top", spare=True))
        return ScoreTable(tuple(plates), tuple(labels), None, 0.0)
    fit = max(1, min(TOP_SCORES, int(room.h / context.scaled_length(MIN_LINE_HEIGHT, BODY_SIZE))))
    high = min(room.h / fit, context.scaled_length(MAX_LINE_HEIGHT, BODY_SIZE))
    shown = _visible_lines(lines, fit)
    places = column(*(item("line", high) for _ in shown)).place(room).all("line")
    star = None
    for line, place in zip(shown, places, strict=True):
        if line.own:
            plates.append(Plate(Box(place.x - 14, place.y, place.w + 28, high), PANEL_ACTIVE, 18))
            star = (place.x + 0.3 * high, place.centre[1])
        labels += _line_labels(context, line, place)
    return ScoreTable(tuple(plates), tuple(labels), star, high)


def _visible_lines(lines: Sequence[ScoreLine], fit: int) -> list[ScoreLine]:
    """As many as there is room for; one's own in place of the last, wherever it is."""
    shown = list(lines[:fit])
    own = next((line for line in lines if line.own), None)
    if own is not None and own not in shown:
        shown[-1] = own
    return shown


def _line_labels(context: UiContext, line: ScoreLine, place: Box) -> list[Label]:
    """A line's rank, name and number; one's own has a star before its rank."""
    boxes = row(
        0.62 * place.h if line.own else None,
        item("rank", context.scaled_length(RANK_WIDTH, BODY_SIZE)),
        8,
        "name",
        16,
        item("number", RESULT_WIDTH_SHARE * place.w),
    ).place(place)
    rank = say("scores.rank", "{n}.", n=line.rank)
    return [
        Label(rank, boxes["rank"], BODY_SIZE, DIM, align="right", most=1),
        Label(line.name, boxes["name"], NAME_SIZE - 10, TEXT, bold=True, most=1),
        Label(line.reached, boxes["number"], BODY_SIZE, TEXT, align="right", most=1),
    ]


def read_scores(table: AppContext, scope: ScoreScope, game: str) -> tuple[HighScore, ...]:
    """What is on the board of a game."""
    return table.store.read(lambda db: scores.load_scores(db, scope, game), ())
