"""Two tables of high scores: the best wins against a level, and the longest rows of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.store.scores import TOP, Entry, best, rows
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.sheet import Plate, row
from tabletop.ui.theme import AMBER_WORDS, BODY_SIZE, DIM, NAME_SIZE, PANEL, PANEL_ACTIVE, TEXT

GAP: Final = 28.0
PAD: Final = 26.0
HEAD: Final = 62.0
LINE: Final = 44.0
"""The least height of a line, for words of the usual size."""
HIGHEST: Final = 84.0
RANK: Final = 74.0
NUMBER: Final = 0.34
"""The share of a line's width for what was reached."""
BROAD: Final = 1.15
"""From this shape on the tables stand side by side."""

NOBODY: Final = say("scores.nobody", "Nobody yet: win, and write your name here.")
NO_ROW: Final = say("scores.no_row", "From two wins in a row on.")


def scope_words(level: Text, event: str, *, of_day: bool) -> Text:
    """Of which days, and against which level, the wins are that are shown."""
    if of_day:
        return say("scores.of_day", "Today's wins against the computer: {level}", level=level)
    if not event:
        words = "This week's wins against the computer: {level}"
        return say("scores.of_week", words, level=level)
    words = "{event}: wins against the computer: {level}"
    return say("scores.of_event", words, event=event, level=level)


@dataclass(frozen=True, slots=True)
class Line:
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


def score_tables(
    box: Box, entries: Sequence[Entry], level: str, own: str = ""
) -> tuple[ScoreTable, ...]:
    """Both tables in a box; `own` is the match whose line is marked."""
    wins, runs = best(entries, level), rows(entries, level)
    points = any(entry.feat.way == "points" for entry in wins)
    fewest = say("scores.fewest", "Fewest turns")
    most = say("scores.most", "Most points")
    titles = (most if points else fewest, say("scores.rows", "Wins in a row"))
    if box.w > BROAD * box.h:
        boxes = row(box, 2, GAP)
    else:
        half = (box.h - GAP) / 2
        boxes = [Box(box.x, box.y, box.w, half), Box(box.x, box.y + half + GAP, box.w, half)]
    tables = (
        [Line(n, one.name, _reached(one), one.match_id == own) for n, one in _numbered(wins)],
        [Line(n, one.name, _in_a_row(one), one.match_id == own) for n, one in _numbered(runs)],
    )
    return tuple(map(_table, boxes, titles, tables, (NOBODY, NO_ROW)))


def _numbered(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    return list(enumerate(entries, 1))


def _reached(entry: Entry) -> Text:
    if entry.feat.way == "points":
        return count("scores.points", "{n} point", "{n} points", entry.feat.number)
    return count("scores.turns", "{n} turn", "{n} turns", entry.feat.number)


def _in_a_row(entry: Entry) -> Text:
    return count("scores.wins", "{n} win", "{n} wins", entry.feat.wins)


def _table(box: Box, title: Text, lines: Sequence[Line], none: Text) -> ScoreTable:
    """`none` is what is said where nobody has come so far."""
    inner = box.inset(PAD)
    head = min(grown(HEAD, BODY_SIZE), 0.24 * inner.h)
    plates = [Plate(box, PANEL)]
    above = Box(inner.x, inner.y, inner.w, head)
    labels = [Label(title, above, BODY_SIZE + 6, DIM, bold=True, stands="top", most=1)]
    room = Box(inner.x, inner.y + head, inner.w, inner.h - head)
    if not lines:
        labels.append(Label(none, room, BODY_SIZE, DIM, stands="top", spare=True))
        return ScoreTable(tuple(plates), tuple(labels), None, 0.0)
    fit = max(1, min(TOP, int(room.h / grown(LINE, BODY_SIZE))))
    high = min(room.h / fit, grown(HIGHEST, BODY_SIZE))
    star = None
    for number, line in enumerate(_shown(lines, fit)):
        place = Box(room.x, room.y + number * high, room.w, high)
        if line.own:
            plates.append(Plate(Box(place.x - 14, place.y, place.w + 28, high), PANEL_ACTIVE, 18))
            star = (place.x + 0.3 * high, place.centre[1])
        labels += _words(line, place)
    return ScoreTable(tuple(plates), tuple(labels), star, high)


def _shown(lines: Sequence[Line], fit: int) -> list[Line]:
    """As many as there is room for; one's own in place of the last, wherever it is."""
    shown = list(lines[:fit])
    own = next((line for line in lines if line.own), None)
    if own is not None and own not in shown:
        shown[-1] = own
    return shown


def _words(line: Line, place: Box) -> list[Label]:
    """A line's rank, name and number; one's own has a sign before its rank."""
    indent = 0.62 * place.h if line.own else 0.0
    rank = Box(place.x + indent, place.y, grown(RANK, BODY_SIZE), place.h)
    number = Box(place.right - NUMBER * place.w, place.y, NUMBER * place.w, place.h)
    name = Box(rank.right + 8, place.y, number.x - rank.right - 24, place.h)
    said = say("scores.rank", "{n}.", n=line.rank)
    return [
        Label(said, rank, BODY_SIZE, DIM, align="right", most=1),
        Label(line.name, name, NAME_SIZE - 10, TEXT, bold=True, most=1),
        Label(line.reached, number, BODY_SIZE, TEXT, align="right", most=1),
    ]
