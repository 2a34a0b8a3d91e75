"""What lies on each page of the host's figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from tabletop.ai import LEVELS
from tabletop.engine import Text, joined, say
from tabletop.languages import all_languages
from tabletop.scenes.devices_layout import BETWEEN, GAP, columns
from tabletop.scenes.figures_words import (
    ALONE,
    TROUBLES,
    Lines,
    Misunderstood,
    lesson_words,
    level_words,
    of_words,
    tiles,
    title_of,
    where_words,
)
from tabletop.store.figures import LEVELS as LEVEL_KEYS
from tabletop.store.tally import OfGame, Tally
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.label import Label
from tabletop.ui.lettering import LEAST_IN_A_ROOM, grown, least
from tabletop.ui.plots import Columns, Part, Row, Rows, stretch
from tabletop.ui.sheet import Plate, row
from tabletop.ui.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    NAME_SIZE,
    SKY_WORDS,
    SMALL_SIZE,
    TEXT,
)

PAD: Final = 30.0
TILE: Final = 176.0
HOURS: Final = 330.0
"""The least height of the plot of the hours, with its title."""
FEWEST_HOURS: Final = 12
"""So many hours are shown at least, so that few games do not fill the page."""
GAME_ROW: Final = 104.0
REFUSAL: Final = 120.0
LINE: Final = 62.0
NUMBER: Final = 120.0
"""The width of how often a refusal was read."""
TITLE: Final = 60.0
NAMES: Final = 0.6
"""The share of a line that its name takes."""

PARTS: Final = (
    Part(say("figures.part.finished", "finished"), SKY_WORDS, "full"),
    Part(say("figures.part.left", "left"), CORAL_WORDS, "striped"),
    Part(say("figures.part.going", "still going on"), DIM, "open"),
)

Group: TypeAlias = tuple[Text, Lines]

T = TypeVar("T")


@dataclass(slots=True)
class Leaf:
    """One page's words and plots."""

    plates: list[Plate] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    plots: list[Columns | Rows] = field(default_factory=list)


def overview(canvas: Canvas, body: Box, tally: Tally) -> Iterator[Leaf]:
    """The large figures, and when games began; each on its page where there is little room."""
    leaf, told = Leaf(), tiles(tally)
    across = len(told) if body.w > 1400 else 3
    down = -(-len(told) // across)
    high = grown(TILE, SMALL_SIZE + 1)
    alone = body.h - down * (high + GAP) < grown(HOURS, SMALL_SIZE)
    if alone:
        high = min(1.5 * high, (body.h - GAP * (down - 1)) / down)
    boxes = [
        box
        for number in range(down)
        for box in row(
            Box(body.x, body.y + number * (high + GAP), body.w, high),
            min(across, len(told) - number * across),
            GAP,
        )
    ]
    for (value, name), box in zip(told, boxes, strict=True):
        inner = box.inset(18)
        upper = Box(inner.x, inner.y, inner.w, 0.56 * inner.h)
        lower = Box(inner.x, upper.bottom, inner.w, inner.bottom - upper.bottom)
        leaf.plates.append(Plate(box))
        leaf.labels.append(Label(value, upper, NAME_SIZE, TEXT, True, "centre", most=2))
        leaf.labels.append(Label(name, lower, SMALL_SIZE + 1, DIM, align="centre", most=2))
    if alone:
        yield leaf
        leaf, top = Leaf(), body.y
    else:
        top = boxes[-1].bottom + GAP
    _hours(canvas, leaf, Box(body.x, top, body.w, body.bottom - top), tally)
    yield leaf


def _hours(canvas: Canvas, leaf: Leaf, box: Box, tally: Tally) -> None:
    inner = _titled(leaf, box, say("figures.hours", "When games began"))
    if not tally.begun:
        leaf.labels.append(_nothing(inner))
        return
    hours = stretch(tally.by_hour, FEWEST_HOURS)
    values = tuple(tally.by_hour[hour] for hour in hours)
    names = tuple(str(hour) for hour in hours)
    plot = Columns(inner, values, names, SKY_WORDS)
    leaf.plots.append(plot)
    leaf.labels += plot.labels(canvas)


def games(body: Box, tally: Tally) -> Iterator[Leaf]:
    """What became of each game, as many on a page as it holds."""
    title = say("figures.games", "What became of the games")
    if not tally.games:
        leaf = Leaf()
        leaf.labels.append(_nothing(_titled(leaf, body, title)))
        yield leaf
        return
    room = body.h - _title_height() - 2 * PAD - grown(70.0, SMALL_SIZE)
    each = max(1, int(room / grown(GAME_ROW, BODY_SIZE)))
    most = max(max(1, game.finished + game.left + game.going) for game in tally.games)
    for some in _cut(tally.games, each):
        leaf = Leaf()
        inner = _titled(leaf, body, title)
        plot = Rows(inner, PARTS, tuple(map(_game_row, some)), most)
        leaf.plots.append(plot)
        leaf.labels += plot.labels()
        yield leaf


def _game_row(game: OfGame) -> Row:
    values = (game.finished, game.left, game.going)
    return Row(title_of(game.game), values, where_words(game))


def refusals(body: Box, told: Sequence[Misunderstood]) -> Iterator[Leaf]:
    """What was refused most often: what people misunderstand."""
    title = say("figures.refusals", "What people misunderstood, and how often")
    if not told:
        leaf = Leaf()
        leaf.labels.append(_nothing(_titled(leaf, body, title)))
        yield leaf
        return
    room = body.h - _title_height() - 2 * PAD
    each = max(1, int(room / grown(REFUSAL, BODY_SIZE)))
    for some in _cut(told, each):
        leaf = Leaf()
        inner = _titled(leaf, body, title)
        high = min(grown(1.3 * REFUSAL, BODY_SIZE), inner.h / len(some))
        wide = grown(NUMBER, BODY_SIZE)
        for number, one in enumerate(some):
            line = Box(inner.x, inner.y + number * high, inner.w, high - 12)
            words = Box(line.x + wide, line.y, line.w - wide, 0.62 * line.h)
            below = Box(words.x, words.bottom + 6, words.w, line.bottom - words.bottom - 6)
            left = Box(line.x, line.y, wide - 24, words.h)
            leaf.labels += [
                Label(str(one.times), left, NAME_SIZE, TEXT, True, "right", most=1),
                Label(one.said, words, BODY_SIZE - 2, TEXT, most=2),
                Label(one.rule, below, SMALL_SIZE, DIM, stands="top", most=1),
            ]
        yield leaf


def others(body: Box, tally: Tally) -> Iterator[Leaf]:
    """All else that was counted, in lines."""
    groups = [(title, lines) for title, lines in _groups(tally) if lines]
    if not groups:
        return
    across = 1 if least() else columns(body)  # for a room every line is a long one
    wide = (body.w - BETWEEN * (across - 1)) / across
    line = grown(LINE, LEAST_IN_A_ROOM if least() else BODY_SIZE)
    each = max(2, int((body.h - 2 * PAD) / line))
    for some in _cut(tuple(_stacked(groups, each)), across):
        leaf = Leaf()
        for number, entries in enumerate(some):
            box = Box(body.x + number * (wide + BETWEEN), body.y, wide, body.h)
            leaf.plates.append(Plate(box))
            inner = box.inset(PAD)
            for at, (name, value) in enumerate(entries):
                place = Box(inner.x, inner.y + at * line, inner.w, line - 8)
                leaf.labels += _line(place, name, value)
        yield leaf


def _line(box: Box, name: str, value: str | None) -> list[Label]:
    """A title where there is no value, else a name and its value."""
    if value is None:
        return [Label(name, box, BODY_SIZE, TEXT, bold=True, most=1)]
    left = Box(box.x, box.y, NAMES * box.w - 16, box.h)
    right = Box(box.x + NAMES * box.w, box.y, (1 - NAMES) * box.w, box.h)
    return [
        Label(name, left, SMALL_SIZE + 2, DIM, most=2),
        Label(value, right, SMALL_SIZE + 2, TEXT, most=2),
    ]


def _groups(tally: Tally) -> tuple[Group, ...]:
    known = {language.code: language.name for language in all_languages()}
    levels = [(LEVELS[LEVEL_KEYS.index(level.level)], level_words(level)) for level in tally.levels]
    lessons = [(title_of(lesson.game), lesson_words(lesson)) for lesson in tally.lessons]
    hints = [(title_of(game.game), str(game.hints)) for game in tally.games if game.hints]
    languages = [(known.get(code, code), str(n)) for code, n in tally.languages.items()]
    troubles = [(TROUBLES[key], str(n)) for key, n in tally.troubles.items()]
    unattended = [
        (say("figures.attracted", "Drawn in by the show"), tally.attracted),
        (say("figures.taken_over", "Seats taken over"), tally.taken_over),
    ]
    alone = [(ALONE[key], of_words(done, begun)) for key, (begun, done) in tally.alone.items()]
    more: tuple[Group, ...] = (
        (say("figures.hints", "Hints asked for"), hints),
        (say("figures.languages", "Languages at the seats"), languages),
    )
    return (
        (say("figures.computers", "Against computers: won, lost, neither"), levels),
        (say("figures.lessons", "Lessons finished, and where most left"), lessons),
        (say("figures.alone", "Alone: finished"), alone),
        *(() if least() else more),  # a room reads fewer words
        (say("figures.troubles", "Trouble"), troubles),
        (
            say("figures.unattended", "While nobody was there"),
            [(w, str(n)) for w, n in unattended if n],
        ),
    )


def _stacked(groups: Iterable[Group], each: int) -> Iterator[list[tuple[str, str | None]]]:
    """Groups in columns of so many lines; one goes on in the next under its title."""
    column: list[tuple[str, str | None]] = []
    for title, lines in groups:
        rest = list(lines)
        # With its first two lines at least, or all: a title never stands alone at the foot.
        if column and len(column) + 1 + 1 + min(2, len(rest)) > each:
            yield column
            column = []
        if column:
            column.append((joined("", ""), ""))
        while rest:
            column.append((title, None))
            room = max(1, each - len(column))
            column += rest[:room]
            rest = rest[room:]
            if rest:
                yield column
                column = []
    if column:
        yield column


def _titled(leaf: Leaf, box: Box, title: Text) -> Box:
    """A plate with a title; gives what is left of it."""
    inner = box.inset(PAD)
    head = min(_title_height(), 0.3 * inner.h)
    leaf.plates.append(Plate(box))
    leaf.labels.append(
        Label(title, Box(inner.x, inner.y - 6, inner.w, head - 8), BODY_SIZE, TEXT, True, most=1)
    )
    return Box(inner.x, inner.y + head, inner.w, inner.h - head)


def _title_height() -> float:
    return grown(TITLE, BODY_SIZE)


def _nothing(box: Box) -> Label:
    return Label(say("figures.nothing", "Nothing was counted in these days."), box, BODY_SIZE, DIM)


def _cut(things: Sequence[T], each: int) -> Iterator[Sequence[T]]:
    """Things in parts of so many at most, all about equally long."""
    parts = -(-len(things) // each)
    even = -(-len(things) // max(1, parts))
    for first in range(0, len(things), even):
        yield things[first : first + even]
