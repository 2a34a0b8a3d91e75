"""Where things lie on the pages about devices: a head, a body of cards, a foot of buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Button, Press
from tabletop.input.devices import presentable
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.sheet import row
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, CARD_SIZE, DIM
from tabletop.ui.tongue import spoken
from tabletop.ui.widgets import PushButton

MARGIN: Final = 56.0
HEAD: Final = 108.0
BELOW_HEAD: Final = 28.0
FOOT: Final = 104.0
GAP: Final = 22.0
BETWEEN: Final = 40.0
WIDEST: Final = 2200.0
ROUND: Final = 88.0
"""The side of a round button."""
MOST_GROWN: Final = 1.5
"""The feet of pages grow with the words up to so many times."""
LEGIBLE: Final = 0.7
"""The least share of its size to which a line may shrink; then words are left out instead."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page's parts for one window."""

    head: Box
    body: Box
    foot: tuple[Box, ...]
    """One box for each of the buttons below."""

    @property
    def band(self) -> float:
        """How much of the page's top is its head (`Sheet.head`)."""
        return self.head.bottom + BELOW_HEAD / 2


def page_for(canvas: Canvas, buttons: int) -> Page:
    """A page with so many buttons below; in narrow windows they stand in several rows."""
    width = min(canvas.width - 2 * MARGIN, WIDEST)
    x = (canvas.width - width) / 2
    head = Box(x, 40, width, min(grown(HEAD, BODY_SIZE), max(HEAD, 0.15 * canvas.height)))
    tall = _as_words(FOOT, BUTTON_SIZE)
    least = grown(360, BUTTON_SIZE)
    across = max(1, min(buttons, int((width + GAP) / (least + GAP))))
    rows = -(-buttons // across)
    across = -(-buttons // max(1, rows))  # as even as may be
    low = rows * tall + max(0, rows - 1) * GAP
    top = canvas.height - 44 - low
    places = tuple(
        box
        for number in range(rows)
        for box in row(Box(x, top + number * (tall + GAP), width, tall), across, GAP)
    )
    y = head.bottom + BELOW_HEAD
    return Page(head, Box(x, y, width, top - (32 if buttons else 0) - y), places[:buttons])


def _as_words(height: float, size: float) -> float:
    """A height that grows with the words, as far as a page has room for it."""
    return min(grown(height, size), MOST_GROWN * height)


def heading(page: Page, title: str, below: Text | str, room: float = 0.0) -> tuple[Label, ...]:
    """The title and a line below it, `room` left free at their right."""
    x = page.head.x + 96 + 32
    width = page.head.right - room - x
    share = page.head.h / HEAD
    high, top = 64 * share, page.head.y + 66 * share
    return (
        Label(title, Box(x, page.head.y - 2, width, high), CARD_SIZE, bold=True, most=1),
        Label(below, Box(x, top, width, 42 * share), BODY_SIZE - 6, DIM, most=2, spare=True),
    )


def legible(label: Label, canvas: Canvas) -> Label:
    """The label with so much of its words' middle left out that one line of them can be read."""
    for most in (52, 44, 36, 30, 24, 18, 12):
        if label.set_on(canvas).size >= LEGIBLE * canvas.px(label.size):
            break
        label = replace(label, text=presentable(spoken(label.text), most))
    return label


def turning(action: Action) -> str:
    """The button that turns the page for a key, ``earlier`` or ``later``; empty for all else."""
    match action:
        case Press(button=Button.LATER):
            return "later"
        case Press(button=Button.EARLIER):
            return "earlier"
    return ""


def leave_button(page: Page) -> PushButton:
    """The button that goes back."""
    return PushButton("leave", Box(page.head.x, page.head.y, 96, 92), icon="back")


def columns(body: Box, least: float = 780.0) -> int:
    """How many columns of cards at least that wide a body holds; not more than two."""
    return max(1, min(2, int((body.w + BETWEEN) / (least + BETWEEN))))


def places(body: Box, height: float, across: int, most: float = 0.0) -> tuple[Box, ...]:
    """As many places for cards of a height as a body holds, at least one, row by row.

    Where there is room they are higher, up to `most`. Heights are for words of the usual size.
    """
    height, most = min(grown(height, BODY_SIZE), body.h), grown(most, BODY_SIZE)
    down = max(1, int((body.h + GAP) / (height + GAP)))
    height = max(height, min(most, (body.h + GAP) / down - GAP))
    width = (body.w - BETWEEN * (across - 1)) / across
    return tuple(
        Box(body.x + x * (width + BETWEEN), body.y + y * (height + GAP), width, height)
        for y in range(down)
        for x in range(across)
    )


def page_buttons(page: Page, number: int, pages: int) -> tuple[list[PushButton], list[Label]]:
    """Two round buttons in the head's corner that turn the pages, and which page it is."""
    if pages < 2:
        return [], []
    later = Box(page.head.right - ROUND, page.head.y, ROUND, ROUND)
    earlier = later.moved(-ROUND - 130, 0)
    middle = Box(earlier.right + 6, later.y, later.x - earlier.right - 12, ROUND)
    words = say("devices.page", "{page} / {pages}", page=number + 1, pages=pages)
    return [
        PushButton("earlier", earlier, icon="earlier", enabled=number > 0),
        PushButton("later", later, icon="later", enabled=number < pages - 1),
    ], [Label(words, middle, BODY_SIZE, DIM, align="centre", most=1)]


PAGE_ROOM: Final = 2 * ROUND + 150
"""How much of the head the buttons that turn pages take."""


def of_page(count: int, number: int, each: int) -> tuple[int, int, Sequence[int]]:
    """The number of the page (kept within the pages), how many there are, and what is on it."""
    pages = max(1, -(-count // each))
    number = min(max(0, number), pages - 1)
    return number, pages, range(number * each, min(count, (number + 1) * each))
