"""The score table beside the board, and the large one with a row for each round."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import ROUNDS
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label, min_text_pixels
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    Colour,
)

ROUND_COLUMNS: Final = 3
STRIP_PADDING: Final = 22.0
MIN_NAME_SCALE: Final = 0.75
"""A name is replaced by the seat's below this share of the usual size."""


def draw_score_strip(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws the small table; the present round is highlighted, player one has the upper row."""
    canvas, match = frame.canvas, context.match
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(STRIP_PADDING)
    names = inner.w * (0.2 if frame.context.projector else 0.42)
    cell = (inner.w - names) / 4.35
    lefts = [inner.x + names + cell * (n + 0.5) for n in range(ROUND_COLUMNS)]
    sum_x = inner.right - cell * 0.62
    rows = [inner.y + inner.h * share for share in (0.13, 0.48, 0.84)]
    now = match.round
    lit = shapes.rounded(canvas.px(cell * 0.86), canvas.px(box.h - 28), canvas.px(16), PANEL_ACTIVE)
    frame.put(lit, (lefts[now], box.centre[1]))
    room = frame.context.projector
    small = canvas.px(
        max(frame.context.min_text_size, min(frame.context.scaled_size(BODY_SIZE - 6), cell * 0.55))
    )
    head = say("sevens.round", "Round")
    title = typesetting.line(head, small, DIM, context=frame.context)
    if not room:
        frame.put(title, (inner.x + title.get_width() / canvas.scale / 2 + 4, rows[0]))
    for number, x in enumerate(lefts):
        ink = TEXT if number == now else DIM
        frame.put(
            typesetting.line(str(number + 1), small, ink, number == now, context=frame.context),
            (x, rows[0]),
        )
    if not room:  # in projector mode place and size say which the totals are
        frame.put(
            typesetting.line(say("sevens.sum", "Sum"), small, DIM, context=frame.context),
            (sum_x, rows[0]),
        )
    first = match.first or 0
    for row, seat in enumerate((first, 1 - first)):
        y = rows[row + 1]
        radius = min(26.0, inner.h * 0.13)
        frame.put(stone(context.look(seat), radius * canvas.scale), (inner.x + radius + 2, y))
        if not room:
            _put_name(frame, context, seat, (inner.x + 2 * radius + 16, y), names - 2 * radius - 26)
        big = canvas.px(
            max(
                frame.context.min_text_size,
                min(frame.context.scaled_size(NAME_SIZE - 4), cell * 0.8),
            )
        )
        for number, x in enumerate(lefts):
            points = match.points(number, seat)
            if points is None:
                frame.put(
                    shapes.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE), (x, y)
                )
            else:
                frame.put(
                    typesetting.tabular_line(str(points), big, TEXT, context=frame.context), (x, y)
                )
        frame.put(
            typesetting.tabular_line(str(match.totals[seat]), big, TEXT, context=frame.context),
            (sum_x, y),
        )
        if (back := match.regained(seat)) > 0:
            plus = typesetting.line(
                f"+{back}",
                max(min_text_pixels(canvas), round(big * 0.5)),
                TEXT,
                True,
                context=frame.context,
            )
            frame.put(plus, (sum_x - cell * 0.62, y - inner.h * 0.1))


def _put_name(frame: Frame, context: MatchContext, seat: Seat, at: Point, room: float) -> None:
    """Draws a seat's name beside its stone."""
    canvas = frame.canvas
    most = canvas.px(frame.context.scaled_size(NAME_SIZE - 8))
    text, size = fit_seat_name(context, seat, canvas.px(room), most, frame.context)
    name = typesetting.line(text, size, TEXT, True, context=frame.context)
    frame.put(name, (at[0] + name.get_width() / canvas.scale / 2, at[1]))


def fit_seat_name(
    context: MatchContext, seat: Seat, room: int, size: int, ui: UiContext
) -> tuple[Text, int]:
    """A seat's name, or its colour where the name would be too small, and its size in pixels."""
    names = (context.name(seat), SEAT_NAMES[seat])
    sizes = [typesetting.fitting_size(name, size, room, True, context=ui) for name in names]
    fits = typesetting.width_of(names[0], sizes[0], True, context=ui) <= room
    best = 0 if fits and sizes[0] >= MIN_NAME_SCALE * min(sizes[1], size) else 1
    return names[best], sizes[best]


SHEET_PADDING: Final = 28.0
COLUMN_SHARES: Final = (0.22, 0.28, 0.28, 0.22)
"""The widths of the columns: round, player 1, player 2, time."""
ROOM_COLUMN_SHARES: Final = (0.34, 0.33, 0.33)
"""The same in projector mode, without the time."""
MIN_TIMED_WIDTH: Final = 420.0
"""Below this width there is no column for the time."""
MIN_NAME_WIDTH: Final = 130.0
"""The least room for a name beside its stone."""
MIN_PLAYER_LABEL_SIZE: Final = 20.0
"""The least em of the text below a name."""
NO_POINTS: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row: the text at the left, both players, and the time."""

    head: Text
    cells: tuple[str, str]
    time: str
    better: int | None = None
    """The column with more points."""
    kind: str = "round"


def sheet_rows(context: MatchContext) -> tuple[SheetRow, ...]:
    """The rows below the head; refunds of a card have a row of their own."""
    match = context.match
    first = match.first or 0
    order = (first, 1 - first)
    made = []
    for number in range(ROUNDS):
        points = [match.points(number, seat) for seat in order]
        cells = tuple(NO_POINTS if p is None else str(p) for p in points)
        time = format_minutes(match.terms.clocks[number] / 1000)
        head = joined("", str(number + 1))
        made.append(SheetRow(head, (cells[0], cells[1]), time, _better(points)))
    back = [match.regained(seat) for seat in order]
    if any(back):
        plus = tuple(f"+{points}" if points else "" for points in back)
        # NOTE for translators: the points of a peek that came back by a card.
        head = say("sevens.sheet.back", "Peek back")
        made.append(SheetRow(head, (plus[0], plus[1]), "", None, "back"))
    sums = [match.totals[seat] for seat in order]
    total = say("sevens.sheet.total", "Total")
    made.append(SheetRow(total, (str(sums[0]), str(sums[1])), "", _better(sums), "total"))
    return tuple(made)


def _better(points: list[int | None] | list[int]) -> int | None:
    one, other = points
    if one is None or other is None or one == other:
        return None
    return int(other > one)


def format_minutes(seconds: float) -> str:
    """A round's time in minutes: 3, 1:30, 0:45."""
    whole, rest = divmod(round(seconds), 60)
    return f"{whole}:{rest:02d}" if rest else str(whole)


def draw_score_sheet(frame: Frame, context: MatchContext, box: Box, lit: int | None) -> None:
    """Draws the table in a box; the row of round `lit`, from 0, is highlighted."""
    canvas = frame.canvas
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(SHEET_PADDING * 0.7)
    shown = sheet_rows(context)
    head = min(inner.h * 0.24, 190.0)
    step = min(140.0, (inner.h - head) / len(shown))
    top = inner.y + (inner.h - head - step * len(shown)) / 2
    columns = _columns(inner, box.w >= MIN_TIMED_WIDTH, frame.context)
    _draw_head(frame, context, [Box(c.x, top, c.w, head) for c in columns])
    line = shapes.rounded(canvas.px(inner.w), canvas.px(3), canvas.px(1), PANEL_LINE)
    frame.put(line, (inner.centre[0], top + head))
    for number, row in enumerate(shown):
        y = top + head + number * step
        if number == lit and row.kind == "round":
            plate = shapes.rounded(
                canvas.px(inner.w), canvas.px(step - 10), canvas.px(22), PANEL_ACTIVE
            )
            frame.put(plate, (inner.centre[0], y + step / 2))
        if row.kind == "total":
            frame.put(line, (inner.centre[0], y))
        _draw_row(frame, row, [Box(c.x, y, c.w, step) for c in columns], number == lit)


def _columns(inner: Box, timed: bool, context: UiContext) -> list[Box]:
    """The columns; wider without the time."""
    shares = COLUMN_SHARES if timed else COLUMN_SHARES[:3]
    if context.projector:
        shares = ROOM_COLUMN_SHARES
    found, x = [], inner.x
    for share in shares:
        wide = inner.w * share / sum(shares)
        found.append(Box(x, inner.y, wide, inner.h))
        x += wide
    return found


def _draw_head(frame: Frame, context: MatchContext, cells: list[Box]) -> None:
    canvas = frame.canvas
    first = context.match.first or 0
    small = min(BODY_SIZE, max(SMALL_SIZE, cells[0].w * 0.2))
    titles = (say("sevens.round", "Round"), say("sevens.sheet.time", "Time (min.)"))
    for title, cell in zip(
        titles if not frame.context.projector else (), (cells[0], *cells[3:]), strict=False
    ):
        Label(title, cell.inset(2), small, DIM, align="centre", most=2).draw(frame)
    for number, (seat, cell) in enumerate(zip((first, 1 - first), cells[1:3], strict=True)):
        broad = cell.w > 2 * cell.h
        radius = min(cell.h * (0.34 if broad else 0.22), 40.0)
        beside = 2 * radius + 16 if broad else 0.0
        most = canvas.px(cell.w - beside - 10)
        low = cell.h * 0.5 if broad else (cell.h - 2 * radius - 8) * 0.55
        size = canvas.px(min(frame.context.scaled_size(NAME_SIZE - 8), low))
        name, pixels = fit_seat_name(context, seat, most, size, frame.context)
        if broad and not frame.context.projector:
            wide = max(
                MIN_NAME_WIDTH,
                typesetting.width_of(name, pixels, True, context=frame.context) / canvas.scale,
            )
            at = (cell.centre[0] - (beside + wide) / 2 + radius, cell.centre[1])
            room = Box(at[0] + radius + 16, cell.y, wide, cell.h)
        else:
            at = (cell.centre[0], cell.y + radius + 8)
            room = Box(cell.x, at[1] + radius, cell.w, cell.bottom - at[1] - radius)
        frame.put(stone(context.look(seat), radius * canvas.scale), at)
        if not frame.context.projector:  # in projector mode the stones are enough
            _draw_player(frame, name, number, room, pixels)


def _draw_player(frame: Frame, name: Text, number: int, room: Box, pixels: int) -> None:
    """Draws a name, and below it which player that is."""
    canvas = frame.canvas
    player = say("sevens.player", "Player {number}", number=number + 1)
    most = canvas.px(min(frame.context.scaled_size(SMALL_SIZE), room.h * 0.4))
    small = typesetting.fitting_size(player, most, canvas.px(room.w - 10), context=frame.context)
    x, y = room.centre
    if small < canvas.px(MIN_PLAYER_LABEL_SIZE):
        frame.put(typesetting.line(name, pixels, TEXT, True, context=frame.context), (x, y))
        return
    apart = (pixels * 0.55 + small * 0.62) / canvas.scale / 2
    frame.put(typesetting.line(name, pixels, TEXT, True, context=frame.context), (x, y - apart))
    frame.put(typesetting.line(player, small, DIM, context=frame.context), (x, y + apart))


def _draw_row(frame: Frame, row: SheetRow, cells: list[Box], lit: bool) -> None:
    canvas = frame.canvas
    high = cells[0].h
    big = canvas.px(min(84.0, high * 0.78, cells[1].w * 0.5))
    if row.kind == "back":
        big = max(round(big * 0.62), canvas.px(frame.context.min_text_size))
    quiet: Colour = TEXT if lit or row.kind != "round" else DIM
    head = cells[0].inset(2)
    size = SMALL_SIZE if row.kind == "back" else min(NAME_SIZE, high * 0.5)
    if frame.context.projector and row.kind == "back":  # too long for projector mode
        frame.put(icon("eye", big, quiet), head.centre)
    elif not (
        frame.context.projector and row.kind == "total"
    ):  # the underline says it in projector mode
        Label(row.head, head, size, quiet, row.kind == "total", "centre", most=2).draw(frame)
    for number, (text, cell) in enumerate(zip(row.cells, cells[1:3], strict=True)):
        if not text:
            continue
        colour = DIM if row.better == 1 - number else TEXT
        ink = typesetting.tabular_line(text, big, colour, context=frame.context)
        x, y = cell.centre
        frame.put(ink, (x, y))
        if row.kind == "total":
            # As on the printed sheet: totals are underlined, the higher one in bold.
            thick = 8 if row.better == number else 4
            wide = ink.get_width() + canvas.px(16)
            bar = shapes.rounded(wide, canvas.px(thick), canvas.px(thick / 2), colour)
            frame.put(bar, (x, y + big / canvas.scale * 0.47))
    if row.time and len(cells) > 3:
        x, y = cells[3].centre
        time = canvas.px(min(frame.context.scaled_size(NAME_SIZE), high * 0.5))
        frame.put(
            typesetting.tabular_line(row.time, time, quiet, False, context=frame.context), (x, y)
        )
