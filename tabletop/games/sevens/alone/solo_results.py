"""The best runs from memory of this day, and how they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.alone.solitaire import FIGURES, MOST, Solitaire
from tabletop.games.sevens.phases.part import NOTHING
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.theme import (
    BODY_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    RESULT_SIZE,
    TEXT,
)

PAD: Final = 22.0
SHOWN: Final = 3
"""How many of the best sums are kept and listed."""

Key: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""The options of a run."""


@dataclass(slots=True)
class Best:
    """The best sums of runs that are alike, the highest first; they change as people play."""

    sums: list[int] = field(default_factory=list)

    @property
    def highest(self) -> int | None:
        return self.sums[0] if self.sums else None

    def add(self, points: int) -> bool:
        """Ranks the sum of a run; whether it is higher than all before."""
        record = self.highest is None or points > self.highest
        self.sums = sorted((*self.sums, points), reverse=True)[:SHOWN]
        return record

    def said(self) -> Text:
        """The best sum in words; nothing before there is one."""
        if self.highest is None:
            return NOTHING
        return say(
            "sevens.solo.best", "Best today: {points} of {most}.", points=self.highest, most=MOST
        )


class Results:
    """The best runs of a day, apart for each choice of options. They change as people play."""

    def __init__(self) -> None:
        self._day = ""
        self._best: dict[Key, Best] = {}

    def of(self, day: str, options: Mapping[str, OptionValue]) -> Best:
        """The best runs of that day with these options; those of another day are forgotten."""
        if day != self._day:
            self._day, self._best = day, {}
        return self._best.setdefault(tuple(sorted(options.items())), Best())


TODAY: Final = Results()
"""The runs at this table since the program was started."""


def draw_run(frame: Frame, run: Solitaire, box: Box) -> None:
    """The score table of a run: its figures, the present one lit, and the sum."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD)
    cell = inner.w / FIGURES
    small, big = canvas.px(min(BODY_SIZE - 6, cell * 0.6)), canvas.px(min(NAME_SIZE, cell * 0.8))
    upper, lower, last = (inner.y + inner.h * share for share in (0.1, 0.42, 0.86))
    lit = Box(0, 0, cell * 0.86, inner.h * 0.66)
    for number in range(FIGURES):
        x, now = inner.x + cell * (number + 0.5), number == run.round
        if now:
            plate = art.rounded(canvas.px(lit.w), canvas.px(lit.h), canvas.px(16), PANEL_ACTIVE)
            frame.put(plate, (x, inner.y + inner.h * 0.26))
        frame.put(words.line(str(number + 1), small, TEXT if now else DIM, now), (x, upper))
        points = run.points(number, 0)
        if points is None:
            dash = art.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE)
            frame.put(dash, (x, lower))
        else:
            frame.put(words.figures(str(points), big, TEXT), (x, lower))
    row = Box(inner.x + 6, last - 30, inner.w - 12, 60)
    Label(say("sevens.sum", "Sum"), row, BODY_SIZE, DIM, most=1).draw(frame)
    total = words.figures(str(run.sum), canvas.px(NAME_SIZE), TEXT)
    frame.put(total, (row.right - total.get_width() / canvas.scale / 2, last))


def draw_large(frame: Frame, box: Box, points: int | None, below: Text) -> None:
    """A sum of points in large figures, with what it is below; a star before there is one."""
    canvas = frame.canvas
    x, y = box.centre
    high = min(RESULT_SIZE * 1.3, box.h * 0.5, box.w * 0.55)
    up = y - box.h * 0.1
    if points is None:
        frame.put(icon("star", canvas.px(high), PANEL_LINE), (x, up))
    else:
        frame.put(words.figures(str(points), canvas.px(high), TEXT), (x, up))
    room = Box(box.x, up + high * 0.45, box.w, box.bottom - up - high * 0.45)
    Label(below, room, BODY_SIZE, DIM, align="centre", most=2).draw(frame)


def draw_best(frame: Frame, best: Best, box: Box) -> None:
    """The best sums, one below the other."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD)
    head = Box(inner.x + 6, inner.y, inner.w - 12, 44)
    Label(say("sevens.solo.best_runs", "Best today"), head, BODY_SIZE, DIM, most=1).draw(frame)
    line = (inner.bottom - head.bottom) / SHOWN
    for place in range(SHOWN):
        y = head.bottom + line * (place + 0.5) + 4
        rank = words.line(f"{place + 1}.", canvas.px(BODY_SIZE), DIM)
        frame.put(rank, (inner.x + 6 + rank.get_width() / canvas.scale / 2, y))
        row = Box(inner.x + 70, y - line / 2, inner.w - 76, line)
        if place < len(best.sums):
            said = say("sevens.solo.of", "{points} of {most}", points=best.sums[place], most=MOST)
            Label(said, row, BODY_SIZE + 4, TEXT, place == 0, most=1).draw(frame)
        else:
            dash = art.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE)
            frame.put(dash, (row.x + 10, y))
