"""The large score table, in the manner of the sheet's figure 4.

A row for each round and the total, a column for each player and the round's time.
"""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.games.sevens.rules.standing import ROUNDS
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.score_strip import fitted_name
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, least
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
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

PAD: Final = 28.0
SHARES: Final = (0.22, 0.28, 0.28, 0.22)
"""How broad the columns are: round, player 1, player 2, time."""
ROOM_SHARES: Final = (0.34, 0.33, 0.33)
"""The same for a room, which reads no time."""
NARROW: Final = 420.0
"""Below this width of the whole table there is no column for the time."""
BROAD_NAME: Final = 130.0
"""The least room for a name beside its stone."""
READABLE: Final = 20.0
"""The least em of what stands below a name."""
NOTHING: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: what it says at the left, for both players, and at the right."""

    head: Text
    cells: tuple[str, str]
    time: str
    better: int | None = None
    """Which of the two columns has more."""
    kind: str = "round"


def rows(desk: Desk) -> tuple[Row, ...]:
    """All rows below the head; what came back by a card has one of its own."""
    match = desk.match
    first = match.first or 0
    order = (first, 1 - first)
    made = []
    for number in range(ROUNDS):
        points = [match.points(number, seat) for seat in order]
        cells = tuple(NOTHING if p is None else str(p) for p in points)
        time = minutes(match.terms.clocks[number] / 1000)
        head = joined("", str(number + 1))
        made.append(Row(head, (cells[0], cells[1]), time, _better(points)))
    back = [match.regained(seat) for seat in order]
    if any(back):
        plus = tuple(f"+{points}" if points else "" for points in back)
        # NOTE for translators: the points of a peek that came back by a card.
        head = say("sevens.sheet.back", "Peek back")
        made.append(Row(head, (plus[0], plus[1]), "", None, "back"))
    sums = [match.totals[seat] for seat in order]
    total = say("sevens.sheet.total", "Total")
    made.append(Row(total, (str(sums[0]), str(sums[1])), "", _better(sums), "total"))
    return tuple(made)


def _better(points: list[int | None] | list[int]) -> int | None:
    one, other = points
    if one is None or other is None or one == other:
        return None
    return int(other > one)


def minutes(seconds: float) -> str:
    """A round's time in minutes: 3, 1:30, 0:45."""
    whole, rest = divmod(round(seconds), 60)
    return f"{whole}:{rest:02d}" if rest else str(whole)


def draw_sheet(frame: Frame, desk: Desk, box: Box, lit: int | None) -> None:
    """Draws the table in a box; the row of round `lit`, counted from 0, is lit."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD * 0.7)
    shown = rows(desk)
    head = min(inner.h * 0.24, 190.0)
    step = min(140.0, (inner.h - head) / len(shown))
    top = inner.y + (inner.h - head - step * len(shown)) / 2
    columns = _columns(inner, box.w >= NARROW and not least())
    _draw_head(frame, desk, [Box(c.x, top, c.w, head) for c in columns])
    line = art.rounded(canvas.px(inner.w), canvas.px(3), canvas.px(1), PANEL_LINE)
    frame.put(line, (inner.centre[0], top + head))
    for number, row in enumerate(shown):
        y = top + head + number * step
        if number == lit and row.kind == "round":
            plate = art.rounded(
                canvas.px(inner.w), canvas.px(step - 10), canvas.px(22), PANEL_ACTIVE
            )
            frame.put(plate, (inner.centre[0], y + step / 2))
        if row.kind == "total":
            frame.put(line, (inner.centre[0], y))
        _draw_row(frame, row, [Box(c.x, y, c.w, step) for c in columns], number == lit)


def _columns(inner: Box, timed: bool) -> list[Box]:
    """The columns from left to right; without the time the others are broader."""
    shares = SHARES if timed else SHARES[:3]
    if least():
        shares = ROOM_SHARES
    found, x = [], inner.x
    for share in shares:
        wide = inner.w * share / sum(shares)
        found.append(Box(x, inner.y, wide, inner.h))
        x += wide
    return found


def _draw_head(frame: Frame, desk: Desk, cells: list[Box]) -> None:
    canvas = frame.canvas
    first = desk.match.first or 0
    small = min(BODY_SIZE, max(SMALL_SIZE, cells[0].w * 0.2))
    titles = (say("sevens.round", "Round"), say("sevens.sheet.time", "Time (min.)"))
    for title, cell in zip(titles if not least() else (), (cells[0], *cells[3:]), strict=False):
        Label(title, cell.inset(2), small, DIM, align="centre", most=2).draw(frame)
    for number, (seat, cell) in enumerate(zip((first, 1 - first), cells[1:3], strict=True)):
        broad = cell.w > 2 * cell.h
        radius = min(cell.h * (0.34 if broad else 0.22), 40.0)
        beside = 2 * radius + 16 if broad else 0.0
        most = canvas.px(cell.w - beside - 10)
        low = cell.h * 0.5 if broad else (cell.h - 2 * radius - 8) * 0.55
        name, pixels = fitted_name(desk, seat, most, canvas.px(min(em(NAME_SIZE - 8), low)))
        if broad and not least():
            wide = max(BROAD_NAME, words.width_of(name, pixels, True) / canvas.scale)
            at = (cell.centre[0] - (beside + wide) / 2 + radius, cell.centre[1])
            room = Box(at[0] + radius + 16, cell.y, wide, cell.h)
        else:
            at = (cell.centre[0], cell.y + radius + 8)
            room = Box(cell.x, at[1] + radius, cell.w, cell.bottom - at[1] - radius)
        frame.put(stone(desk.look(seat), radius * canvas.scale), at)
        if not least():  # a room knows the stones
            _draw_player(frame, name, number, room, pixels)


def _draw_player(frame: Frame, name: Text, number: int, room: Box, pixels: int) -> None:
    """The name in the middle of its room, and below it which player that is, if it can be read."""
    canvas = frame.canvas
    player = say("sevens.player", "Player {number}", number=number + 1)
    most = canvas.px(min(em(SMALL_SIZE), room.h * 0.4))
    small = words.fitting(player, most, canvas.px(room.w - 10))
    x, y = room.centre
    if small < canvas.px(READABLE):
        frame.put(words.line(name, pixels, TEXT, True), (x, y))
        return
    apart = (pixels * 0.55 + small * 0.62) / canvas.scale / 2
    frame.put(words.line(name, pixels, TEXT, True), (x, y - apart))
    frame.put(words.line(player, small, DIM), (x, y + apart))


def _draw_row(frame: Frame, row: Row, cells: list[Box], lit: bool) -> None:
    canvas = frame.canvas
    high = cells[0].h
    big = canvas.px(min(84.0, high * 0.78, cells[1].w * 0.5))
    if row.kind == "back":
        big = max(round(big * 0.62), canvas.px(least()))
    quiet: Colour = TEXT if lit or row.kind != "round" else DIM
    head = cells[0].inset(2)
    size = SMALL_SIZE if row.kind == "back" else min(NAME_SIZE, high * 0.5)
    if least() and row.kind == "back":  # for a room the words are too long
        frame.put(icon("eye", big, quiet), head.centre)
    elif not (least() and row.kind == "total"):  # which is underlined: it says so without a word
        Label(row.head, head, size, quiet, row.kind == "total", "centre", most=2).draw(frame)
    for number, (text, cell) in enumerate(zip(row.cells, cells[1:3], strict=True)):
        if not text:
            continue
        colour = DIM if row.better == 1 - number else TEXT
        ink = words.figures(text, big, colour)
        x, y = cell.centre
        frame.put(ink, (x, y))
        if row.kind == "total":
            # As on the sheet: sums are underlined, the higher one boldly.
            thick = 8 if row.better == number else 4
            wide = ink.get_width() + canvas.px(16)
            bar = art.rounded(wide, canvas.px(thick), canvas.px(thick / 2), colour)
            frame.put(bar, (x, y + big / canvas.scale * 0.47))
    if row.time and len(cells) > 3:
        x, y = cells[3].centre
        time = canvas.px(min(em(NAME_SIZE), high * 0.5))
        frame.put(words.figures(row.time, time, quiet, False), (x, y))
