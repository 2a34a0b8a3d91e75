"""The reckoning of a turn: its points in large figures, and what they are made of."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.phases.telling import Moment
from tabletop.games.sevens.rules.tally import TurnScore
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, grown, least
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
    Colour,
)

PAD: Final = 26.0
ROW: Final = 84.0
MINUS: Final = "\N{MINUS SIGN}"
LARGEST: Final = 380.0
"""The em of the count."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the reckoning."""

    icon: str
    words: Text
    amount: str
    colour: Colour = TEXT


def lines(turn: TurnScore, moment: Moment) -> tuple[Line, ...]:
    """What the points are made of, as far as it has been told."""
    found: list[Line] = []
    if moment.slid >= 1:
        count = sum(share > 0 for share in moment.agrees)
        agree = say("sevens.reckoning.agree", "Pieces agree")
        found.append(Line("check", agree, f"{count}/{len(turn.target)}"))
    if moment.same > 0:
        same = say("sevens.reckoning.same", "Same shape")
        found.append(Line("star", same, str(turn.score.points)))
    if moment.paid:
        peek = say("sevens.reckoning.peek", "Sneak peek")
        found.append(Line("eye", peek, f"{MINUS}{turn.cost}" if turn.cost else "0", CORAL_WORDS))
    return tuple(found)


def _row() -> float:
    """The height of a line: for a room it has two lines of words."""
    return 1.4 * ROW if least() else grown(ROW, BODY_SIZE)


def draw_reckoning(
    frame: Frame, desk: Desk, box: Box, turn: TurnScore, moment: Moment, steps: int
) -> None:
    """Draws the reckoning in a box; there is room for `steps` lines from the beginning."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD)
    if box.w > 1.3 * box.h:
        figure = Box(inner.x, inner.y, inner.w * 0.24, inner.h)
        beside = Box(figure.right + 10, inner.y, inner.w * 0.26, inner.h)
        half = inner.h / 2
        who = Box(beside.x, inner.y, beside.w, half)
        note = Box(beside.x, inner.y + half, beside.w, half * 0.8)
        listed = Box(beside.right + PAD, inner.y, inner.right - beside.right - PAD, inner.h)
    else:
        high = steps * _row()
        who = Box(inner.x, inner.y, inner.w, 76.0)
        listed = Box(inner.x, inner.bottom - high, inner.w, high)
        note = Box(inner.x, listed.y - 84.0, inner.w, 64.0)
        figure = Box(inner.x, who.bottom, inner.w, note.y - who.bottom)
    _draw_name(frame, desk, who, turn)
    _draw_count(frame, figure, note, turn, moment)
    _draw_lines(frame, listed, lines(turn, moment), steps)


def _draw_name(frame: Frame, desk: Desk, box: Box, turn: TurnScore) -> None:
    """Whose points they are."""
    canvas, radius = frame.canvas, 30.0
    room = canvas.px(box.w - 2 * radius - 20)
    name = desk.name(turn.guesser)
    size = words.fitting(name, canvas.px(em(NAME_SIZE)), room, True)
    ink = words.line(name, size, TEXT, True)
    wide = 2 * radius + 16 + ink.get_width() / canvas.scale
    x, y = box.centre[0] - wide / 2, box.centre[1]
    frame.put(stone(desk.look(turn.guesser), radius * canvas.scale), (x + radius, y))
    frame.put(ink, (x + wide - ink.get_width() / canvas.scale / 2, y))


def _draw_count(frame: Frame, box: Box, note: Box, turn: TurnScore, moment: Moment) -> None:
    """The points so far, as large as can be, and of how many."""
    # Capitals, and so figures, are two thirds of an em high and less than that broad.
    size = min(LARGEST, box.h / words.CAPITAL * 0.86, box.w * 1.3)
    figure = words.figures(str(moment.points), frame.canvas.px(size), TEXT)
    frame.put(figure, box.centre)
    most = len(turn.target)
    said = (
        # NOTE for translators: below a large figure: "5", "of 7 points".
        say("sevens.reckoning.of", "of {most} points", most=most)
        if moment.over or moment.paid or moment.same
        else say("sevens.reckoning.pieces", "of {most} pieces", most=most)
    )
    Label(said, note, BODY_SIZE, DIM, align="centre", most=1).draw(frame)


def _draw_lines(frame: Frame, box: Box, shown: tuple[Line, ...], steps: int) -> None:
    canvas = frame.canvas
    high = min(_row(), box.h / max(1, steps))
    top = box.y + (box.h - steps * high) / 2
    for number, line in enumerate(shown):
        row = Box(box.x, top + number * high + 4, box.w, high - 8)
        plate = art.rounded(canvas.px(row.w), canvas.px(row.h), canvas.px(18), PANEL_ACTIVE)
        frame.put(plate, row.centre)
        mark = min(38.0, row.h * 0.55)
        y = row.centre[1]
        frame.put(icon(line.icon, canvas.px(mark), line.colour), (row.x + 18 + mark / 2, y))
        amount = words.line(
            line.amount, canvas.px(min(em(NAME_SIZE), row.h * 0.7)), line.colour, True
        )
        wide = amount.get_width() / canvas.scale
        frame.put(amount, (row.right - 20 - wide / 2, y))
        left = row.x + 18 + mark + 16
        room = Box(left, row.y, row.right - 36 - wide - left, row.h)
        most = 2 if least() else 1  # and where a room has no place for them, the sign says it
        Label(line.words, room, BODY_SIZE, line.colour, most=most, spare=True).draw(frame)
