"""What lies on each page of the host's figures.

What a host wants to know of the day: how many played what, and what they did not understand.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final, TypeAlias, TypeVar

from tabletop.ai import LEVELS
from tabletop.engine import Text, joined, say
from tabletop.languages import all_languages
from tabletop.scenes.stats.usage_text import (
    INCIDENT_NAMES,
    SOLO_MODE_NAMES,
    DateRange,
    FrequentRefusal,
    NameValueLines,
    abandoned_text,
    date_range_text,
    date_ranges,
    finished_text,
    frequent_refusals,
    game_title,
    lesson_text,
    level_text,
    summary_tiles,
)
from tabletop.storage.export import UsageExport
from tabletop.storage.usage_metrics import (
    LEVEL_KEYS,
    GameUsage,
    UsageCount,
    UsageReport,
    read_metric_totals,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import (
    PROJECTOR_MIN_TEXT_SIZE,
    UiContext,
)
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw.plots import BarChart, BarRow, BarSegment, ColumnChart, used_range
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    BUTTON_SIZE,
    CORAL_WORDS,
    DIM,
    NAME_SIZE,
    PANEL_ACTIVE,
    SKY_WORDS,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import (
    COLUMN_GAP,
    PAGE_GAP,
    PAGER_WIDTH,
    PageScene,
    Plate,
    back_button,
    column_count,
    layout_page,
    page_heading,
    pager,
    paginate,
    split_row,
)

PLATE_PADDING: Final = 30.0
TILE_HEIGHT: Final = 176.0
MIN_HOURS_PLOT_HEIGHT: Final = 330.0
"""The least height of the plot of the hours, with its title."""
MIN_HOURS: Final = 12
"""So many hours are shown at least, so that few games do not fill the page."""
GAME_ROW_HEIGHT: Final = 104.0
REFUSAL_HEIGHT: Final = 120.0
LINE_HEIGHT: Final = 62.0
COUNT_WIDTH: Final = 120.0
"""The width of how often a refusal was read."""
TITLE_HEIGHT: Final = 60.0
NAME_WIDTH_SHARE: Final = 0.6
"""The share of a line that its name takes."""

OUTCOME_PARTS: Final = (
    BarSegment(say("figures.part.finished", "finished"), SKY_WORDS, "full"),
    BarSegment(say("figures.part.left", "left"), CORAL_WORDS, "striped"),
    BarSegment(say("figures.part.going", "still going on"), DIM, "open"),
)

Group: TypeAlias = tuple[Text, NameValueLines]

T = TypeVar("T")


@dataclass(slots=True)
class ReportPage:
    """One page's words and plots."""

    plates: list[Plate] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    plots: list[ColumnChart | BarChart] = field(default_factory=list)


def overview_pages(canvas: Canvas, body: Box, tally: UsageReport) -> Iterator[ReportPage]:
    """The large figures, and when games began; each on its page where there is little room."""
    leaf, told = ReportPage(), summary_tiles(tally)
    across = len(told) if body.w > 1400 else 3
    down = -(-len(told) // across)
    high = canvas.context.scaled_length(TILE_HEIGHT, SMALL_SIZE + 1)
    alone = body.h - down * (high + PAGE_GAP) < canvas.context.scaled_length(
        MIN_HOURS_PLOT_HEIGHT, SMALL_SIZE
    )
    if alone:
        high = min(1.5 * high, (body.h - PAGE_GAP * (down - 1)) / down)
    boxes = [
        box
        for number in range(down)
        for box in split_row(
            Box(body.x, body.y + number * (high + PAGE_GAP), body.w, high),
            min(across, len(told) - number * across),
            PAGE_GAP,
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
        leaf, top = ReportPage(), body.y
    else:
        top = boxes[-1].bottom + PAGE_GAP
    _hours_plot(canvas, leaf, Box(body.x, top, body.w, body.bottom - top), tally)
    yield leaf


def _hours_plot(canvas: Canvas, leaf: ReportPage, box: Box, tally: UsageReport) -> None:
    inner = _titled_plate(canvas.context, leaf, box, say("figures.hours", "When games began"))
    if not tally.begun:
        leaf.labels.append(_empty_label(inner))
        return
    hours = used_range(tally.by_hour, MIN_HOURS)
    values = tuple(tally.by_hour[hour] for hour in hours)
    names = tuple(str(hour) for hour in hours)
    plot = ColumnChart(inner, values, names, SKY_WORDS, canvas.context)
    leaf.plots.append(plot)
    leaf.labels += plot.labels(canvas)


def game_pages(body: Box, context: UiContext, tally: UsageReport) -> Iterator[ReportPage]:
    """What became of each game, as many on a page as it holds."""
    title = say("figures.games", "What became of the games")
    if not tally.games:
        leaf = ReportPage()
        leaf.labels.append(_empty_label(_titled_plate(context, leaf, body, title)))
        yield leaf
        return
    room = (
        body.h
        - _title_height(context)
        - 2 * PLATE_PADDING
        - context.scaled_length(70.0, SMALL_SIZE)
    )
    each = max(1, int(room / context.scaled_length(GAME_ROW_HEIGHT, BODY_SIZE)))
    most = max(max(1, game.finished + game.left + game.going) for game in tally.games)
    for some in _even_chunks(tally.games, each):
        leaf = ReportPage()
        inner = _titled_plate(context, leaf, body, title)
        plot = BarChart(inner, OUTCOME_PARTS, tuple(map(_game_row, some)), most, context)
        leaf.plots.append(plot)
        leaf.labels += plot.labels()
        yield leaf


def _game_row(game: GameUsage) -> BarRow:
    values = (game.finished, game.left, game.going)
    return BarRow(game_title(game.game), values, abandoned_text(game))


def refusal_pages(
    body: Box, context: UiContext, told: Sequence[FrequentRefusal]
) -> Iterator[ReportPage]:
    """What was refused most often: what people misunderstand."""
    title = say("figures.refusals", "What people misunderstood, and how often")
    if not told:
        leaf = ReportPage()
        leaf.labels.append(_empty_label(_titled_plate(context, leaf, body, title)))
        yield leaf
        return
    room = body.h - _title_height(context) - 2 * PLATE_PADDING
    each = max(1, int(room / context.scaled_length(REFUSAL_HEIGHT, BODY_SIZE)))
    for some in _even_chunks(told, each):
        leaf = ReportPage()
        inner = _titled_plate(context, leaf, body, title)
        high = min(context.scaled_length(1.3 * REFUSAL_HEIGHT, BODY_SIZE), inner.h / len(some))
        wide = context.scaled_length(COUNT_WIDTH, BODY_SIZE)
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


def other_pages(body: Box, context: UiContext, tally: UsageReport) -> Iterator[ReportPage]:
    """All else that was counted, in lines."""
    groups = [(title, lines) for title, lines in _groups(context, tally) if lines]
    if not groups:
        return
    across = 1 if context.projector else column_count(body)  # for a room every line is a long one
    wide = (body.w - COLUMN_GAP * (across - 1)) / across
    line = context.scaled_length(
        LINE_HEIGHT, PROJECTOR_MIN_TEXT_SIZE if context.projector else BODY_SIZE
    )
    each = max(2, int((body.h - 2 * PLATE_PADDING) / line))
    for some in _even_chunks(tuple(_in_columns(groups, each)), across):
        leaf = ReportPage()
        for number, entries in enumerate(some):
            box = Box(body.x + number * (wide + COLUMN_GAP), body.y, wide, body.h)
            leaf.plates.append(Plate(box))
            inner = box.inset(PLATE_PADDING)
            for at, (name, value) in enumerate(entries):
                place = Box(inner.x, inner.y + at * line, inner.w, line - 8)
                leaf.labels += _line_labels(place, name, value)
        yield leaf


def _line_labels(box: Box, name: str, value: str | None) -> list[Label]:
    """A title where there is no value, else a name and its value."""
    if value is None:
        return [Label(name, box, BODY_SIZE, TEXT, bold=True, most=1)]
    left = Box(box.x, box.y, NAME_WIDTH_SHARE * box.w - 16, box.h)
    right = Box(box.x + NAME_WIDTH_SHARE * box.w, box.y, (1 - NAME_WIDTH_SHARE) * box.w, box.h)
    return [
        Label(name, left, SMALL_SIZE + 2, DIM, most=2),
        Label(value, right, SMALL_SIZE + 2, TEXT, most=2),
    ]


def _groups(context: UiContext, tally: UsageReport) -> tuple[Group, ...]:
    known = {language.code: language.name for language in all_languages()}
    levels = [(LEVELS[LEVEL_KEYS.index(level.level)], level_text(level)) for level in tally.levels]
    lessons = [(game_title(lesson.game), lesson_text(lesson)) for lesson in tally.lessons]
    hints = [(game_title(game.game), str(game.hints)) for game in tally.games if game.hints]
    languages = [(known.get(code, code), str(n)) for code, n in tally.languages.items()]
    troubles = [(INCIDENT_NAMES[key], str(n)) for key, n in tally.troubles.items()]
    unattended = [
        (say("figures.attracted", "Drawn in by the show"), tally.attracted),
        (say("figures.taken_over", "Seats taken over"), tally.taken_over),
    ]
    alone = [
        (SOLO_MODE_NAMES[key], finished_text(done, begun))
        for key, (begun, done) in tally.alone.items()
    ]
    more: tuple[Group, ...] = (
        (say("figures.hints", "Hints asked for"), hints),
        (say("figures.languages", "Languages at the seats"), languages),
    )
    return (
        (say("figures.computers", "Against computers: won, lost, neither"), levels),
        (say("figures.lessons", "Lessons finished, and where most left"), lessons),
        (say("figures.alone", "Alone: finished"), alone),
        *(() if context.projector else more),  # a room reads fewer words
        (say("figures.troubles", "Trouble"), troubles),
        (
            say("figures.unattended", "While nobody was there"),
            [(w, str(n)) for w, n in unattended if n],
        ),
    )


def _in_columns(groups: Iterable[Group], each: int) -> Iterator[list[tuple[str, str | None]]]:
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


def _titled_plate(context: UiContext, leaf: ReportPage, box: Box, title: Text) -> Box:
    """A plate with a title; gives what is left of it."""
    inner = box.inset(PLATE_PADDING)
    head = min(_title_height(context), 0.3 * inner.h)
    leaf.plates.append(Plate(box))
    leaf.labels.append(
        Label(title, Box(inner.x, inner.y - 6, inner.w, head - 8), BODY_SIZE, TEXT, True, most=1)
    )
    return Box(inner.x, inner.y + head, inner.w, inner.h - head)


def _title_height(context: UiContext) -> float:
    return context.scaled_length(TITLE_HEIGHT, BODY_SIZE)


def _empty_label(box: Box) -> Label:
    return Label(say("figures.nothing", "Nothing was counted in these days."), box, BODY_SIZE, DIM)


def _even_chunks(things: Sequence[T], each: int) -> Iterator[Sequence[T]]:
    """Things in parts of so many at most, all about equally long."""
    parts = -(-len(things) // each)
    even = -(-len(things) // max(1, parts))
    for first in range(0, len(things), even):
        yield things[first : first + even]


MAX_REFUSALS: Final = 10
TAB_TEXT_SIZE: Final = BUTTON_SIZE - 4
MIN_BODY_SHARE: Final = 0.55
"""The least share of the window's height that is worth a button for each choice of days."""
MESSAGE_HEIGHT: Final = 110.0
"""The height of the words about a table that was saved."""
SAVE_KEY: Final = "save"
EXPORT_POLL_SECONDS: Final = 0.25
"""Seconds after which it looks again whether the table has been written."""


class UsagePage(PageScene):
    """The figures of a day, of an event or of all days, on pages; and as a table in a file."""

    turns_pages = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.tally = UsageReport()
        self.export: UsageExport | None = None
        self._ranges = date_ranges(table.today())
        self._words = table.store.refusal_texts()
        self._waits = False
        """Whether it is shown that a table is being written."""
        self._report_page = ReportPage()
        self.days = self._ranges[0]
        self._choose(self._ranges[0])

    def _choose(self, days: DateRange) -> None:
        """Reads what was counted in these days."""
        self.days, self.page, self.export = days, 0, None
        nothing: tuple[UsageCount, ...] = ()
        rows = self.table.store.read(
            lambda db: read_metric_totals(db, days.since, days.until), nothing
        )
        self.tally = UsageReport.of(rows)

    # -- what is seen ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._waits = self._writing
        page = layout_page(self.canvas, len(self._ranges) + 1)
        if page.body.h < MIN_BODY_SHARE * self.canvas.height:
            page = layout_page(self.canvas, 2)  # one button goes through the days
        self.head = page.band
        body, told = self._message_below(page.body)
        leaves = self._leaves(body)
        self.page, pages, here = paginate(len(leaves), self.page, 1)
        self._report_page = leaves[here[0]]
        turn, turned = pager(page, self.page, pages)
        title = say("figures.title", "How the day went")
        below = date_range_text(self.days, self.table.settings["kiosk.event"])
        head = page_heading(page, title, below, PAGER_WIDTH if turn else 0.0)
        plates = [Plate(label.box.inset(-16), PANEL_ACTIVE) for label in told]
        self.plates = (*self._report_page.plates, *plates)
        self.labels = (*head, *turned, *self._report_page.labels, *told)
        ways = [*self._range_buttons(page.foot[:-1]), self._save_button(page.foot[-1])]
        self.buttons.replace([back_button(page), *turn, *ways])

    def _message_below(self, body: Box) -> tuple[Box, tuple[Label, ...]]:
        """What became of the table that was asked for, and what is left of the page above it."""
        told = self._told
        if told is None:
            return body, ()
        high = self.canvas.context.scaled_length(MESSAGE_HEIGHT, BODY_SIZE)
        strip = Box(body.x, body.bottom - high, body.w, high).inset(16)
        label = Label(told, strip, BODY_SIZE - 4, TEXT, align="centre", most=2)
        return Box(body.x, body.y, body.w, body.h - high - PAGE_GAP), (label,)

    def _leaves(self, body: Box) -> list[ReportPage]:
        """All pages of these days."""
        most = (
            MAX_REFUSALS // 2 if self.canvas.context.projector else MAX_REFUSALS
        )  # a room reads fewer words
        told = frequent_refusals(self.tally, self._words, most)
        return [
            *overview_pages(self.canvas, body, self.tally),
            *game_pages(body, self.canvas.context, self.tally),
            *refusal_pages(body, self.canvas.context, told),
            *other_pages(body, self.canvas.context, self.tally),
        ]

    def _range_buttons(self, boxes: Sequence[Box]) -> list[PushButton]:
        """A button for each choice of days; where there is room for one only, it goes on."""
        if len(boxes) < len(self._ranges):
            after = self._ranges[(self._ranges.index(self.days) + 1) % len(self._ranges)]
            return [PushButton(after.key, boxes[0], self.days.name, "later", size=TAB_TEXT_SIZE)]
        styles: list[ButtonStyle] = [
            "chosen" if days == self.days else "plain" for days in self._ranges
        ]
        return [
            PushButton(days.key, box, days.name, style=style, size=TAB_TEXT_SIZE)
            for days, box, style in zip(self._ranges, boxes, styles, strict=True)
        ]

    def _save_button(self, box: Box) -> PushButton:
        words = say("figures.save", "Save as table")
        return PushButton(
            SAVE_KEY, box, words, style="other", size=TAB_TEXT_SIZE, enabled=not self._waits
        )

    @property
    def _writing(self) -> bool:
        return self.export is not None and self.export.waits

    @property
    def _told(self) -> Text | None:
        export = self.export
        if export is None:
            return None
        path = str(export.path)
        if export.done:
            return say("figures.saved", "Saved as {path}", path=path)
        if export.problem is not None:
            words = "{path} cannot be written: {why}"
            return say("figures.unsaved", words, path=path, why=export.problem)
        return say("figures.saving", "Being saved as {path}", path=path)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for plot in self._report_page.plots:
            plot.draw(frame)

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        if key in ("earlier", "later"):
            self.page += 1 if key == "later" else -1
        elif key == SAVE_KEY:
            self._save()
        else:
            days = next((days for days in self._ranges if days.key == key), None)
            if days is None:
                return self.back()
            self._choose(days)
        self.lay_out()
        return None

    def _save(self) -> None:
        self.export = UsageExport(self.table.data_dir, self.days.since, self.days.until)
        self.table.store.write(self.export)

    def update(self, dt: float, /) -> Change:
        del dt
        if self._waits and not self._writing:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return EXPORT_POLL_SECONDS if self._waits else inf
