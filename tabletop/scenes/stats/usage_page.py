"""The usage report for the host: who played what, and what people misunderstood."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Final, TypeAlias, TypeVar

from tabletop.ai import level_title
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
from tabletop.ui.layout import column, item, padded, row
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
)

PLATE_PADDING: Final = 30.0
TILE_HEIGHT: Final = 176.0
MIN_HOURS_PLOT_HEIGHT: Final = 330.0
"""The least height of the hours' plot, with its title."""
MIN_HOURS: Final = 12
"""The least number of hours in the plot."""
GAME_ROW_HEIGHT: Final = 104.0
REFUSAL_HEIGHT: Final = 120.0
LINE_HEIGHT: Final = 62.0
COUNT_WIDTH: Final = 120.0
"""The width of the count of a refusal."""
TITLE_HEIGHT: Final = 60.0
NAME_WIDTH_SHARE: Final = 0.6
"""The share of a line for its name."""

OUTCOME_PARTS: Final = (
    BarSegment(say("figures.part.finished", "finished"), SKY_WORDS, "full"),
    BarSegment(say("figures.part.left", "left"), CORAL_WORDS, "striped"),
    BarSegment(say("figures.part.going", "still going on"), DIM, "open"),
)

Group: TypeAlias = tuple[Text, NameValueLines]

T = TypeVar("T")


@dataclass(slots=True)
class ReportPage:
    """One page of the report."""

    plates: list[Plate] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    plots: list[ColumnChart | BarChart] = field(default_factory=list)


def overview_pages(canvas: Canvas, body: Box, tally: UsageReport) -> Iterator[ReportPage]:
    """The summary tiles and the plot of the hours; on two pages if there is little room."""
    page, told = ReportPage(), summary_tiles(tally)
    across = len(told) if body.w > 1400 else 3
    down = -(-len(told) // across)
    high = canvas.context.scaled_length(TILE_HEIGHT, SMALL_SIZE + 1)
    alone = body.h - down * (high + PAGE_GAP) < canvas.context.scaled_length(
        MIN_HOURS_PLOT_HEIGHT, SMALL_SIZE
    )
    if alone:
        high = min(1.5 * high, (body.h - PAGE_GAP * (down - 1)) / down)
    tile = column(item("value", weight=56), item("name", weight=44), key="tile", padding=18)
    counts = [min(across, len(told) - at) for at in range(0, len(told), across)]
    tiles = (row(*[tile] * count, gap=PAGE_GAP, size=high) for count in counts)
    boxes = column(*tiles, None if alone else "hours", gap=PAGE_GAP).place(body)
    page.plates += map(Plate, boxes.all("tile"))
    for (value, name), upper, lower in zip(
        told, boxes.all("value"), boxes.all("name"), strict=True
    ):
        page.labels.append(Label(value, upper, NAME_SIZE, TEXT, True, "centre", most=2))
        page.labels.append(Label(name, lower, SMALL_SIZE + 1, DIM, align="centre", most=2))
    if alone:
        yield page
        page = ReportPage()
    _plot_hours(canvas, page, body if alone else boxes["hours"], tally)
    yield page


def _plot_hours(canvas: Canvas, page: ReportPage, box: Box, tally: UsageReport) -> None:
    inner = _titled_plate(canvas.context, page, box, say("figures.hours", "Games begun by hour"))
    if not tally.begun:
        page.labels.append(_empty_label(inner))
        return
    hours = used_range(tally.by_hour, MIN_HOURS)
    values = tuple(tally.by_hour[hour] for hour in hours)
    names = tuple(str(hour) for hour in hours)
    plot = ColumnChart(inner, values, names, SKY_WORDS, canvas.context)
    page.plots.append(plot)
    page.labels += plot.labels(canvas)


def game_pages(body: Box, context: UiContext, tally: UsageReport) -> Iterator[ReportPage]:
    """The outcomes of each game's matches."""
    title = say("figures.games", "Games finished and left")
    if not tally.games:
        page = ReportPage()
        page.labels.append(_empty_label(_titled_plate(context, page, body, title)))
        yield page
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
        page = ReportPage()
        inner = _titled_plate(context, page, body, title)
        rows = tuple(
            BarRow(
                game_title(game.game), (game.finished, game.left, game.going), abandoned_text(game)
            )
            for game in some
        )
        plot = BarChart(inner, OUTCOME_PARTS, rows, most, context)
        page.plots.append(plot)
        page.labels += plot.labels()
        yield page


def refusal_pages(
    body: Box, context: UiContext, told: Sequence[FrequentRefusal]
) -> Iterator[ReportPage]:
    """The most frequent refusals: what people misunderstand."""
    title = say("figures.refusals", "Most frequent refusals")
    if not told:
        page = ReportPage()
        page.labels.append(_empty_label(_titled_plate(context, page, body, title)))
        yield page
        return
    room = body.h - _title_height(context) - 2 * PLATE_PADDING
    each = max(1, int(room / context.scaled_length(REFUSAL_HEIGHT, BODY_SIZE)))
    for some in _even_chunks(told, each):
        page = ReportPage()
        inner = _titled_plate(context, page, body, title)
        high = min(context.scaled_length(1.3 * REFUSAL_HEIGHT, BODY_SIZE), inner.h / len(some))
        wide, tall = context.scaled_length(COUNT_WIDTH, BODY_SIZE), 0.62 * (high - 12)
        words = column(item("said", tall), 6, "rule")
        count = item("times", wide - 24, cross_size=tall)
        line = row(count, 24, words, size=high, padding=(0, 0, 0, 12))
        boxes = column(*[line] * len(some)).place(inner)
        for one, times, said, rule in zip(
            some, boxes.all("times"), boxes.all("said"), boxes.all("rule"), strict=True
        ):
            page.labels += [
                Label(str(one.times), times, NAME_SIZE, TEXT, True, "right", most=1),
                Label(one.said, said, BODY_SIZE - 2, TEXT, most=2),
                Label(one.rule, rule, SMALL_SIZE, DIM, stands="top", most=1),
            ]
        yield page


def other_pages(body: Box, context: UiContext, tally: UsageReport) -> Iterator[ReportPage]:
    """All other counts, in lines."""
    groups = [(title, lines) for title, lines in _groups(context, tally) if lines]
    if not groups:
        return
    # In projector mode every line is long.
    across = 1 if context.projector else column_count(body)
    wide = (body.w - COLUMN_GAP * (across - 1)) / across
    size = PROJECTOR_MIN_TEXT_SIZE if context.projector else BODY_SIZE
    line = context.scaled_length(LINE_HEIGHT, size)
    each = max(2, int((body.h - 2 * PLATE_PADDING) / line))
    heading = padded("heading", (0, 0, 0, 8), size=line)
    entry = row(
        padded("name", (0, 0, 16, 0), weight=NAME_WIDTH_SHARE),
        item("value", weight=1 - NAME_WIDTH_SHARE),
        size=line,
        padding=(0, 0, 0, 8),
    )
    for some in _even_chunks(tuple(_in_columns(groups, each)), across):
        page = ReportPage()
        columns = (
            column(
                *(heading if value is None else entry for _, value in lines),
                key="plate",
                size=wide,
                padding=PLATE_PADDING,
            )
            for lines in some
        )
        boxes = row(*columns, gap=COLUMN_GAP).place(body)
        headings, names, values = (iter(boxes.all(key)) for key in ("heading", "name", "value"))
        page.plates += map(Plate, boxes.all("plate"))
        for name, value in chain.from_iterable(some):
            if value is None:
                page.labels.append(Label(name, next(headings), BODY_SIZE, TEXT, bold=True, most=1))
            else:
                page.labels.append(Label(name, next(names), SMALL_SIZE + 2, DIM, most=2))
                page.labels.append(Label(value, next(values), SMALL_SIZE + 2, TEXT, most=2))
        yield page


def _groups(context: UiContext, tally: UsageReport) -> tuple[Group, ...]:
    known = {language.code: language.name for language in all_languages()}
    levels = [(level_title(level.level), level_text(level)) for level in tally.levels]
    lessons = [(game_title(lesson.game), lesson_text(lesson)) for lesson in tally.lessons]
    hints = [(game_title(game.game), str(game.hints)) for game in tally.games if game.hints]
    languages = [(known.get(code, code), str(n)) for code, n in tally.languages.items()]
    troubles = [(INCIDENT_NAMES[key], str(n)) for key, n in tally.troubles.items()]
    unattended = [
        (say("figures.attracted", "Started from demo games"), tally.attracted),
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
        (say("figures.computers", "Against the computer: won, lost, neither"), levels),
        (say("figures.lessons", "Lessons finished, and where people left"), lessons),
        (say("figures.alone", "Solo: finished"), alone),
        *(() if context.projector else more),  # in projector mode there is less text
        (say("figures.troubles", "Problems"), troubles),
        (
            say("figures.unattended", "While unattended"),
            [(w, str(n)) for w, n in unattended if n],
        ),
    )


def _in_columns(groups: Iterable[Group], each: int) -> Iterator[list[tuple[str, str | None]]]:
    """Groups in columns of at most `each` lines; a divided one repeats its title."""
    column: list[tuple[str, str | None]] = []
    for title, lines in groups:
        rest = list(lines)
        # A title never stands alone at the foot of a column.
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


def _titled_plate(context: UiContext, page: ReportPage, box: Box, title: Text) -> Box:
    """Adds a plate with a title; gives the box below the title."""
    head = min(_title_height(context), 0.3 * (box.h - 2 * PLATE_PADDING))
    title_node = padded("title", (0, 0, 0, 8), size=head, offset=(0, -6))
    boxes = column(title_node, "rest", padding=PLATE_PADDING).place(box)
    page.plates.append(Plate(box))
    page.labels.append(Label(title, boxes["title"], BODY_SIZE, TEXT, True, most=1))
    return boxes["rest"]


def _title_height(context: UiContext) -> float:
    return context.scaled_length(TITLE_HEIGHT, BODY_SIZE)


def _empty_label(box: Box) -> Label:
    return Label(say("figures.nothing", "No data for these days."), box, BODY_SIZE, DIM)


def _even_chunks(things: Sequence[T], each: int) -> Iterator[Sequence[T]]:
    """Parts of at most `each` things, about equally long."""
    parts = -(-len(things) // each)
    even = -(-len(things) // max(1, parts))
    for first in range(0, len(things), even):
        yield things[first : first + even]


MAX_REFUSALS: Final = 10
TAB_TEXT_SIZE: Final = BUTTON_SIZE - 4
MIN_BODY_SHARE: Final = 0.55
"""The least share of the window's height for the body if each range of days has a button."""
MESSAGE_HEIGHT: Final = 110.0
"""The height of the message about a saved table."""
SAVE_KEY: Final = "save"
EXPORT_POLL_SECONDS: Final = 0.25


class UsagePage(PageScene):
    """The usage report of a range of days, in pages; it can be saved as a table."""

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
        """Whether the page shows that a table is being written."""
        self._report_page = ReportPage()
        self.days = self._ranges[0]
        self._choose(self._ranges[0])

    def _choose(self, days: DateRange) -> None:
        self.days, self.page, self.export = days, 0, None
        nothing: tuple[UsageCount, ...] = ()
        rows = self.table.store.read(
            lambda db: read_metric_totals(db, days.since, days.until), nothing
        )
        self.tally = UsageReport.of(rows)

    def lay_out(self) -> None:
        self._waits = self._writing
        page = layout_page(self.canvas, len(self._ranges) + 1)
        if page.body.h < MIN_BODY_SHARE * self.canvas.height:
            page = layout_page(self.canvas, 2)  # one button cycles through the ranges
        self.head = page.band
        body, told = self._message_below(page.body)
        report_pages = self._report_pages(body)
        self.page, pages, here = paginate(len(report_pages), self.page, 1)
        self._report_page = report_pages[here[0]]
        turn, turned = pager(page, self.page, pages)
        title = say("figures.title", "Usage")
        below = date_range_text(self.days, self.table.settings["kiosk.event"])
        head = page_heading(page, title, below, PAGER_WIDTH if turn else 0.0)
        plates = [Plate(label.box.inset(-16), PANEL_ACTIVE) for label in told]
        self.plates = (*self._report_page.plates, *plates)
        self.labels = (*head, *turned, *self._report_page.labels, *told)
        save = PushButton(
            SAVE_KEY,
            page.foot[-1],
            say("figures.save", "Save as CSV"),
            style="other",
            size=TAB_TEXT_SIZE,
            enabled=not self._waits,
        )
        ranges = self._range_buttons(page.foot[:-1])
        self.buttons.replace([back_button(page), *turn, *ranges, save])

    def _message_below(self, body: Box) -> tuple[Box, tuple[Label, ...]]:
        """The body above the message about a saved table, and the message, if there is one."""
        told = self._told
        if told is None:
            return body, ()
        high = self.canvas.context.scaled_length(MESSAGE_HEIGHT, BODY_SIZE)
        strip = padded("message", 16, size=high)
        boxes = column("body", PAGE_GAP, strip).place(body)
        label = Label(told, boxes["message"], BODY_SIZE - 4, TEXT, align="centre", most=2)
        return boxes["body"], (label,)

    def _report_pages(self, body: Box) -> list[ReportPage]:
        context = self.canvas.context
        most = MAX_REFUSALS // 2 if context.projector else MAX_REFUSALS
        return [
            *overview_pages(self.canvas, body, self.tally),
            *game_pages(body, context, self.tally),
            *refusal_pages(body, context, frequent_refusals(self.tally, self._words, most)),
            *other_pages(body, context, self.tally),
        ]

    def _range_buttons(self, boxes: Sequence[Box]) -> list[PushButton]:
        """A button for each range of days, or one that cycles through them."""
        if len(boxes) < len(self._ranges):
            after = self._ranges[(self._ranges.index(self.days) + 1) % len(self._ranges)]
            return [PushButton(after.key, boxes[0], self.days.name, "later", size=TAB_TEXT_SIZE)]
        tabs = []
        for days, box in zip(self._ranges, boxes, strict=True):
            style: ButtonStyle = "chosen" if days == self.days else "plain"
            tabs.append(PushButton(days.key, box, days.name, style=style, size=TAB_TEXT_SIZE))
        return tabs

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
            words = "{path} can’t be written: {why}"
            return say("figures.unsaved", words, path=path, why=export.problem)
        return say("figures.saving", "Saving as {path}", path=path)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for plot in self._report_page.plots:
            plot.draw(frame)

    def pressed(self, key: str, /) -> Change:
        if key in ("earlier", "later"):
            self.page += 1 if key == "later" else -1
        elif key == SAVE_KEY:
            self.export = UsageExport(self.table.data_dir, self.days.since, self.days.until)
            self.table.store.write(self.export)
        else:
            days = next((days for days in self._ranges if days.key == key), None)
            if days is None:
                return self.back()
            self._choose(days)
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        del dt
        if self._waits and not self._writing:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return EXPORT_POLL_SECONDS if self._waits else inf
