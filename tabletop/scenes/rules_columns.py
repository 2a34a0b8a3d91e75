"""Rules flowing into columns: a rule stays whole where it can."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tabletop.engine import Rule
from tabletop.ui import words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.label import SPACING, Label
from tabletop.ui.lettering import em, grown
from tabletop.ui.theme import BODY_SIZE, SOFT, TEXT

NUMBER: Final = 52.0
"""Across a rule's number, as all here at the usual size of words."""
INDENT: Final = NUMBER + 20
TITLE: Final = 42.0
BODY: Final = BODY_SIZE - 3
GAP: Final = 30.0
"""From rule to rule."""
SPARE: Final = 0.28
"""The share of a column that may stay empty at its end."""
TITLE_ROOM: Final = 68.0
"""From a rule's title to its first line."""


def badge() -> float:
    """Across a rule's number now."""
    return grown(NUMBER, TITLE)


def indent() -> float:
    """From the left end of a column to its words; large ones need the room themselves."""
    return badge() + INDENT - NUMBER if em(BODY) < 1.3 * BODY else 0.0


@dataclass(frozen=True, slots=True)
class Item:
    """Words in a column, `y` from its top: a rule's title with its number, or lines of it."""

    y: float
    height: float
    text: str
    number: str = ""
    title: bool = False

    def label(self, x: float, top: float, width: float) -> Label:
        """The words on the canvas, in a column that begins there."""
        own = badge() + INDENT - NUMBER if self.title else indent()
        box = Box(x + own, top + self.y, width - own, self.height)
        if self.title:
            box = Box(box.x, box.y, box.w, box.h - grown(TITLE_ROOM - NUMBER, TITLE))
            return Label(self.text, box, TITLE, TEXT, bold=True, stands="middle")
        return Label(self.text, box, BODY, SOFT, stands="top")


@dataclass(slots=True)
class Column:
    """One column while it fills from the top."""

    height: float
    used: float = 0.0
    items: list[Item] = field(default_factory=list)

    @property
    def left(self) -> float:
        """The room below."""
        return self.height - self.used

    def put(self, height: float, text: str, number: str = "", *, title: bool = False) -> None:
        """Fills that much from the top."""
        self.items.append(Item(self.used, height, text, number, title))
        self.used += height


def flow(
    canvas: Canvas, rules: Sequence[Rule], width: float, height: float, kept: float
) -> list[Column]:
    """The rules in columns of that size; the first keeps some room at its top."""
    columns = [Column(height, kept)]
    size = canvas.px(em(BODY))
    step = size * SPACING / canvas.scale
    for rule in rules:
        lines = list(words.wrapped(rule.body, size, int((width - indent()) * canvas.scale)))
        head = _head_height(canvas, rule.title, width)
        whole = head + _body_height(len(lines), step)
        column = columns[-1]
        if column.left < whole and not worth_splitting(column, step, len(lines), head):
            column = Column(height)
            columns.append(column)
        column.put(head, rule.title, rule.number, title=True)
        for part in _parts(lines, column.left, height, step):
            if _body_height(len(part), step) > column.left:
                column = Column(height)
                columns.append(column)
            column.put(_body_height(len(part), step), "\n".join(part))
        column.used += GAP
    return columns


def _head_height(canvas: Canvas, title: str, width: float) -> float:
    """From the top of a rule's title to its first line; a long title in large words has two."""
    own = badge() + INDENT - NUMBER
    box = Box(0, 0, width - own, 2.3 * em(TITLE))
    most = 1 if em(TITLE) < 1.3 * TITLE else 2
    high = Label(title, box, TITLE, TEXT, bold=True, most=most).height_on(canvas)
    return max(grown(TITLE_ROOM, TITLE), high + grown(TITLE_ROOM - NUMBER, TITLE))


def worth_splitting(column: Column, step: float, lines: int, head: float = TITLE_ROOM) -> bool:
    """Whether a rule that does not fit whole begins here all the same, to leave no large gap."""
    here = int((column.left - head) / step - 0.1)
    return column.left > column.height * SPARE and here >= 3 and lines - here >= 2


def _body_height(lines: int, step: float) -> float:
    return (lines + 0.1) * step


def _parts(lines: list[str], left: float, height: float, step: float) -> Iterator[list[str]]:
    """The lines, cut where a column ends; the last one does not stand alone in the next."""
    while lines:
        count = max(1, int(left / step - 0.1))
        if count > 2 and len(lines) == count + 1:
            count -= 1
        yield lines[:count]
        lines, left = lines[count:], height
