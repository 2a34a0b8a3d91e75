"""Where the question of a wish and its pads lie, for each seat or for all at one edge."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.scenes.consent import Wish
from tabletop.scenes.corner_pads import AGREE, REFUSE, Asked
from tabletop.scenes.layout import Layout, Panel
from tabletop.scenes.setup import Setup
from tabletop.scenes.wishes import AGREED, HOW, HOW_ALONE, HOW_MANY, NO, WAITS, how_with
from tabletop.ui.canvas import Box
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown, least
from tabletop.ui.sheet import row, stacked
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, DIM, NAME_SIZE, TEXT
from tabletop.ui.widgets import PushButton

PAD: Final = 22.0
GAP: Final = 16.0
HIGH: Final = 150.0
"""The height of a pad, where there is room."""
BROAD: Final = 760.0
"""From this breadth on the pads lie beside the words."""
WORDS: Final = 136.0
"""The height of the words on the plate that all share at one edge."""
NAMED: Final = 38.0
"""The size of the names on its pads."""


def pads_for(layout: Layout, setup: Setup, wish: Wish, agreed: Collection[Seat]) -> list[Asked]:
    """The plates of a wish: one at each seat that is asked, or one for all at the same edge."""
    if len(layout.sides) == 1 and len(wish.asked) > 1:
        return [_shared(layout, setup, wish, agreed)]
    return [
        _own(layout.panels[seat], seat, wish, agreed=seat in agreed) for seat in sorted(wish.asked)
    ]


def _own(panel: Panel, seat: Seat, wish: Wish, *, agreed: bool) -> Asked:
    """The plate over a seat's own panel."""
    words, corner, other = _places(panel)
    people = len(wish.asked)
    below = HOW_ALONE if people == 1 else how_with(wish.yes, people)
    button = partial(
        PushButton,
        turns=panel.turns,
        about=panel.about,
        language=panel.language,
        percent=panel.percent,
        size=BUTTON_SIZE,
    )
    agree = button(f"{AGREE}{seat}", corner, wish.yes, "check", "main")
    if agreed:
        agree = replace(agree, label=AGREED, style="chosen", enabled=False)
    return Asked(
        panel.box,
        _words(words, wish.question, WAITS if agreed else below),
        (agree, button(f"{REFUSE}{seat}", other, NO, "close")),
        panel.turns,
        panel.about,
        panel.language,
        panel.percent,
        seat,
    )


def _places(panel: Panel) -> tuple[Box, Box, Box]:
    """Where the words, the pad in the corner of the table and the refusal beside it lie."""
    inside = panel.box.inset(PAD)
    at_left = panel.box.centre[0] < panel.about[0]
    if panel.wide and inside.w >= BROAD:
        width = min(260.0, inside.w * 0.24)
        taken = 2 * (width + GAP)
        first = Box(inside.x, inside.y, width, inside.h)
        last = first.moved(inside.w - width, 0)
        corner, by = (first, width + GAP) if at_left else (last, -width - GAP)
        words = Box(inside.x + taken * at_left, inside.y, inside.w - taken, inside.h)
        return words, corner, corner.moved(by, 0)
    high = min(HIGH, inside.h * (0.4 if panel.wide else 0.28))
    corner = Box(inside.x, inside.bottom - high, inside.w, high)
    if panel.wide:
        one, two = row(corner, 2, GAP)
        corner, other = (one, two) if at_left else (two, one)
    else:
        other = Box(inside.x, corner.y - GAP - high * 0.7, inside.w, high * 0.7)
    return Box(inside.x, inside.y, inside.w, other.y - GAP - inside.y), corner, other


def _words(room: Box, question: Text, below: Text) -> tuple[Label, ...]:
    """The question, and under it how to agree; a room has the question alone, as large as it is."""
    if least():
        return (Label(question, room, NAME_SIZE, TEXT, bold=True),)
    cut = room.y + room.h * 0.66
    return (
        Label(question, Box(room.x, room.y, room.w, cut - room.y), NAME_SIZE, TEXT, bold=True),
        Label(below, Box(room.x, cut + 6, room.w, room.bottom - cut - 6), BODY_SIZE, DIM),
    )


def _shared(layout: Layout, setup: Setup, wish: Wish, agreed: Collection[Seat]) -> Asked:
    """The plate of all who sit at one edge, at the board's lower end as they see it."""
    board, about, (turns,) = layout.board, layout.canvas.box.centre, layout.sides
    spoken = {panel.language for panel in layout.panels}
    language = spoken.pop() if len(spoken) == 1 else ""
    count = len(wish.asked)
    # A room's letters are large: there more than two stand in two rows.
    across = count if count < 4 and not least() else 2
    rows = -(-count // across)
    pads_high = rows * HIGH * 0.8 + (rows - 1) * GAP
    high = min(board.h * 0.7, grown(WORDS, BODY_SIZE) + pads_high + 2 * PAD)
    plate = Box(board.x + 12, board.bottom - high - 12, board.w - 24, high)
    inside = plate.inset(PAD)
    pads = Box(inside.x, inside.bottom - pads_high, inside.w, pads_high)
    words = Box(inside.x, inside.y, inside.w, pads.y - GAP - inside.y)
    first, *columns = row(pads, across + 1, GAP)
    lines = [stacked(column, [HIGH * 0.8] * rows, GAP) for column in columns]
    boxes = [line[number] for number in range(rows) for line in lines]
    button = partial(PushButton, turns=turns, about=about, language=language, size=NAMED)
    buttons = [
        button(
            f"{AGREE}{seat}",
            box,
            # Nor do they leave room for long names beside each other.
            setup.game.seat_names[seat] if least() else setup.name(seat),
            "check",
            "chosen" if seat in agreed else "main",
            enabled=seat not in agreed,
        )
        for seat, box in zip(sorted(wish.asked), boxes, strict=False)
    ]
    refuse = button(REFUSE, first, NO, "close")
    below = _words(words, wish.question, HOW if count == 2 else HOW_MANY)
    return Asked(plate, below, (*buttons, refuse), turns, about, language)
