"""The usual arrangement of a page: a head with title, a body, and a foot with buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Button, Press
from tabletop.input.devices import printable_text
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, BUTTON_SIZE, CARD_SIZE, DIM
from tabletop.ui.widgets.buttons import PushButton

PAGE_MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 108.0
GAP_BELOW_HEAD: Final = 28.0
FOOT_HEIGHT: Final = 104.0
PAGE_GAP: Final = 22.0
COLUMN_GAP: Final = 40.0
MAX_PAGE_WIDTH: Final = 2200.0
BACK_WIDTH: Final = 96.0
"""The width of the back button at the left of the head."""
ROUND_BUTTON_SIZE: Final = 88.0
MAX_TEXT_GROWTH: Final = 1.5
"""The greatest factor by which the foot grows with the text."""
MIN_TEXT_SHRINK: Final = 0.7
"""The least share of its size to which a line shrinks before text is elided."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    head: Box
    body: Box
    foot: tuple[Box, ...]
    """One box for each button."""

    @property
    def band(self) -> float:
        """The height of the head, for `PageScene.head`."""
        return self.head.bottom + GAP_BELOW_HEAD / 2


def layout_page(canvas: Canvas, buttons: int) -> PageLayout:
    """A page with that many buttons in the foot; in narrow windows in several rows."""
    width = min(canvas.width - 2 * PAGE_MARGIN, MAX_PAGE_WIDTH)
    context = canvas.context
    high = min(
        context.scaled_length(HEAD_HEIGHT, BODY_SIZE), max(HEAD_HEIGHT, 0.15 * canvas.height)
    )
    tall = _scaled_with_text(context, FOOT_HEIGHT, BUTTON_SIZE)
    least = context.scaled_length(360, BUTTON_SIZE)
    across = max(1, min(buttons, int((width + PAGE_GAP) / (least + PAGE_GAP))))
    rows = -(-buttons // across)
    across = -(-buttons // max(1, rows))  # rows as equal as possible
    low = rows * tall + max(0, rows - 1) * PAGE_GAP
    page = column(
        40,
        item("head", high),
        GAP_BELOW_HEAD,
        "body",
        32 if buttons else 0,
        grid(["foot"] * buttons, columns=across, gap=PAGE_GAP, row_height=tall, size=low),
        44,
        size=width,
    )
    boxes = row(page, justify="centre").place(canvas.box)
    return PageLayout(boxes["head"], boxes["body"], tuple(boxes.all("foot")))


def _scaled_with_text(context: UiContext, height: float, size: float) -> float:
    """A height that grows with the text, up to `MAX_TEXT_GROWTH`."""
    return min(context.scaled_length(height, size), MAX_TEXT_GROWTH * height)


def page_heading(
    page: PageLayout, title: str, below: Text | str, room: float = 0.0
) -> tuple[Label, ...]:
    """The title and a line below it; `room` is left free at their right."""
    share = page.head.h / HEAD_HEIGHT
    words = column(item("title", 64 * share, offset=(0, -2)), 2 * share, item("below", 42 * share))
    boxes = row(BACK_WIDTH + 32, words, room).place(page.head)
    return (
        Label(title, boxes["title"], CARD_SIZE, bold=True, most=1),
        Label(below, boxes["below"], BODY_SIZE - 6, DIM, most=2, spare=True),
    )


def elide_label(label: Label, canvas: Canvas) -> Label:
    """The label with the middle of its text elided until it is readable in one line."""
    for most in (52, 44, 36, 30, 24, 18, 12):
        if label.typeset(canvas).size >= MIN_TEXT_SHRINK * canvas.px(label.size):
            break
        label = replace(label, text=printable_text(canvas.context.translate(label.text), most))
    return label


def page_turn_key(action: Action) -> str:
    """The key of the button that turns the page for an action; empty if none does."""
    match action:
        case Press(button=Button.LATER):
            return "later"
        case Press(button=Button.EARLIER):
            return "earlier"
    return ""


def back_button(page: PageLayout) -> PushButton:
    box = row(item("back", BACK_WIDTH, cross_size=92)).place(page.head)["back"]
    return PushButton("leave", box, icon="back")


def column_count(body: Box, least: float = 780.0) -> int:
    """The number of columns, one or two, for cards at least that wide."""
    return max(1, min(2, int((body.w + COLUMN_GAP) / (least + COLUMN_GAP))))


def card_boxes(
    context: UiContext, body: Box, height: float, across: int, most: float = 0.0
) -> tuple[Box, ...]:
    """Boxes for as many cards as fit, at least one row, row by row.

    Cards grow up to the height `most`. Both heights are for text at 100 percent.
    """
    height, most = (
        min(context.scaled_length(height, BODY_SIZE), body.h),
        context.scaled_length(most, BODY_SIZE),
    )
    down = max(1, int((body.h + PAGE_GAP) / (height + PAGE_GAP)))
    height = max(height, min(most, (body.h + PAGE_GAP) / down - PAGE_GAP))
    cards = grid(
        ["card"] * (across * down), columns=across, gap=(COLUMN_GAP, PAGE_GAP), row_height=height
    )
    return tuple(cards.place(body).all("card"))


def pager(page: PageLayout, number: int, pages: int) -> tuple[list[PushButton], list[Label]]:
    """Two buttons that turn pages, and the page number between them; nothing for one page."""
    if pages < 2:
        return [], []
    button = partial(item, size=ROUND_BUTTON_SIZE, cross_size=ROUND_BUTTON_SIZE)
    number_box = item("number", 130 - 12, cross_size=ROUND_BUTTON_SIZE)
    boxes = row(button("earlier"), 6, number_box, 6, button("later"), justify="end").place(
        page.head
    )
    words = say("devices.page", "{page} / {pages}", page=number + 1, pages=pages)
    return [
        PushButton("earlier", boxes["earlier"], icon="earlier", enabled=number > 0),
        PushButton("later", boxes["later"], icon="later", enabled=number < pages - 1),
    ], [Label(words, boxes["number"], BODY_SIZE, DIM, align="centre", most=1)]


PAGER_WIDTH: Final = 2 * ROUND_BUTTON_SIZE + 150
"""The width of the head that the pager takes."""


def paginate(count: int, number: int, each: int) -> tuple[int, int, Sequence[int]]:
    """The page number (clamped), the number of pages, and the indices on the page."""
    pages = max(1, -(-count // each))
    number = min(max(0, number), pages - 1)
    return number, pages, range(number * each, min(count, (number + 1) * each))
