"""Two tables of high scores: the best wins against a level, and the most wins in a row."""

from collections.abc import Callable, Sequence
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
from tabletop.ui.layout import Node, column, grid, item, row
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
"""The least height of a line, for text of the usual size."""
MAX_LINE_HEIGHT: Final = 84.0
RANK_WIDTH: Final = 74.0
RESULT_WIDTH_SHARE: Final = 0.34
"""The share of a line's width for the result."""
SIDE_BY_SIDE_ASPECT: Final = 1.15
"""From this ratio of width to height on, the tables stand side by side."""

NO_SCORES_TEXT: Final = say("scores.nobody", "Nobody yet. Win, and enter your name here.")
NO_STREAKS_TEXT: Final = say("scores.no_row", "Starts at two wins in a row.")


def scope_text(level: Text, event: str, *, of_day: bool) -> Text:
    """The heading of the tables: the days or the event, and the level."""
    if of_day:
        return say("scores.of_day", "Today’s wins against the computer: {level}", level=level)
    if not event:
        words = "This week’s wins against the computer: {level}"
        return say("scores.of_week", words, level=level)
    words = "{event}: wins against the computer: {level}"
    return say("scores.of_event", words, event=event, level=level)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """One table, laid out in a box."""

    plates: tuple[Plate, ...]
    labels: tuple[Label, ...]
    star: Box | None = None
    """The area of the icon that marks the own line."""

    def draw(self, frame: Frame) -> None:
        for plate in self.plates:
            plate.draw(frame)
        for label in self.labels:
            label.draw(frame)
        if self.star is not None:
            frame.put(icon("star", frame.canvas.px(self.star.h), AMBER_WORDS), self.star.centre)


def layout_score_tables(
    context: UiContext, area: Box, entries: Sequence[HighScore], level: str, own: str = ""
) -> tuple[ScoreTable, ...]:
    """Both tables in an area; `own` is the match whose line is marked."""
    wins, streaks = best_scores(entries, level), best_streaks(entries, level)
    points = any(entry.feat.way == "points" for entry in wins)
    fewest = say("scores.fewest", "Fewest own turns")
    most = say("scores.most", "Most points")
    columns = 2 if area.w > SIDE_BY_SIDE_ASPECT * area.h else 1
    one, two = grid(["table"] * 2, columns=columns, gap=TABLE_GAP).place(area).all("table")
    row_title = say("scores.rows", "Wins in a row")
    return (
        _layout_table(
            context, one, most if points else fewest, wins, _win_text, NO_SCORES_TEXT, own
        ),
        _layout_table(context, two, row_title, streaks, _streak_text, NO_STREAKS_TEXT, own),
    )


def _win_text(entry: HighScore) -> Text:
    if entry.feat.way == "points":
        return count("scores.points", "{n} point", "{n} points", entry.feat.number)
    return count("scores.turns", "{n} turn", "{n} turns", entry.feat.number)


def _streak_text(entry: HighScore) -> Text:
    return count("scores.wins", "{n} win", "{n} wins", entry.feat.wins)


def _layout_table(
    context: UiContext,
    box: Box,
    title: Text,
    entries: Sequence[HighScore],
    result_text: Callable[[HighScore], Text],
    empty: Text,
    own: str,
) -> ScoreTable:
    """As many lines as fit; the own one in place of the last, whatever its rank."""
    inner = box.inset(TABLE_PADDING)
    head = min(context.scaled_length(TABLE_HEAD_HEIGHT, BODY_SIZE), 0.24 * inner.h)
    parts = column(item("title", head), "lines").place(inner)
    plates, area = [Plate(box, PANEL)], parts["lines"]
    labels = [Label(title, parts["title"], BODY_SIZE + 6, DIM, bold=True, stands="top", most=1)]
    if not entries:
        labels.append(Label(empty, area, BODY_SIZE, DIM, stands="top", spare=True))
        return ScoreTable(tuple(plates), tuple(labels))
    fit = max(1, min(TOP_SCORES, int(area.h / context.scaled_length(MIN_LINE_HEIGHT, BODY_SIZE))))
    height = min(area.h / fit, context.scaled_length(MAX_LINE_HEIGHT, BODY_SIZE))
    ranked = list(enumerate(entries, 1))
    shown = ranked[:fit]
    for rank, entry in ranked[fit:]:
        if entry.match_id == own:
            shown[-1] = (rank, entry)
    lines = column(*(item("line", height) for _ in shown)).place(area).all("line")
    star = None
    for (rank, entry), line in zip(shown, lines, strict=True):
        mark: tuple[Node | float, ...] = ()
        if entry.match_id == own:
            plates.append(Plate(line._replace(x=line.x - 14, w=line.w + 28), PANEL_ACTIVE, 18))
            sign = item("star", 0.6 * height, cross_size=0.5 * height, align="centre")
            mark = (sign, 0.02 * height)
        boxes = row(
            *mark,
            item("rank", context.scaled_length(RANK_WIDTH, BODY_SIZE)),
            8,
            "name",
            16,
            item("number", RESULT_WIDTH_SHARE * line.w),
        ).place(line)
        star = boxes.get("star", star)
        place = say("scores.rank", "{n}.", n=rank)
        labels += [
            Label(place, boxes["rank"], BODY_SIZE, DIM, align="right", most=1),
            Label(entry.name, boxes["name"], NAME_SIZE - 10, TEXT, bold=True, most=1),
            Label(result_text(entry), boxes["number"], BODY_SIZE, TEXT, align="right", most=1),
        ]
    return ScoreTable(tuple(plates), tuple(labels), star)


def read_scores(table: AppContext, scope: ScoreScope, game: str) -> tuple[HighScore, ...]:
    """The high scores of a game."""
    return table.store.read(lambda db: scores.load_scores(db, scope, game), ())
