"""Where everything of the booklet's pages lies, and the card that shows a figure."""

from dataclasses import dataclass
from math import ceil
from typing import Final

import pygame

from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import HARDEST, Figure
from tabletop.ui import art
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.sheet import row, stacked
from tabletop.ui.theme import BLACK, CREAM, FOCUS, INK, WHITE, mix

MARGIN: Final = 40.0
EDGE: Final = 72.0
"""What a word to somebody at the side takes."""
HEAD: Final = 92.0
GAP: Final = 22.0
TABS: Final = 340.0
"""How broad the column of groups is, where there is room for one."""
TAB: Final = 96.0
"""The greatest height of a group's button."""
CARD: Final = (300.0, 330.0)
"""About how large a figure's card is."""
FOOT: Final = 84.0
NAME: Final = 62.0
WORDS: Final = 38.0
"""The size of the words on cards and groups."""
DOT: Final = 9.0


@dataclass(frozen=True, slots=True)
class BrowsePlan:
    """Boxes in canvas units, as seen by whoever looks at the booklet."""

    back: Box
    title: Box
    said: Box
    tabs: tuple[Box, ...]
    cells: tuple[Box, ...]
    earlier: Box
    number: Box
    later: Box
    large: Box
    deeds: tuple[Box, Box]


def plan_browsing(canvas: Canvas, groups: int, other: int = 0) -> BrowsePlan:
    """The plan for a window and so many groups, as seen by whoever looks at the booklet.

    At the side of an `other` seat that sits round a corner, so many quarter turns clockwise, there
    is room for a word to it.
    """
    left, right = MARGIN + EDGE * (other == 1), MARGIN + EDGE * (other == 3)
    whole = Box(left, MARGIN, canvas.width - left - right, canvas.height - 2 * MARGIN)
    back = Box(whole.x, whole.y, HEAD + 8, HEAD)
    tabs_wide = grown(TABS, WORDS)
    said = min(560.0, whole.w * 0.42)
    title = Box(back.right + 28, whole.y, whole.w - back.w - 56 - said, HEAD)
    body = Box(whole.x, back.bottom + GAP, whole.w, whole.bottom - back.bottom - GAP)
    if canvas.portrait:
        rows = ceil(groups / 3)
        tabs = Box(body.x, body.y, body.w, rows * (TAB - 12 + 14) - 14)
        places = [box for line in stacked(tabs, [TAB - 12] * rows, 14) for box in row(line, 3, 14)]
        page = Box(body.x, tabs.bottom + GAP, body.w, body.bottom - tabs.bottom - GAP)
    else:
        high = min(TAB, (body.h - 12 * (groups - 1)) / max(1, groups))
        places = stacked(Box(body.x, body.y, tabs_wide, body.h), [high] * groups, 12)
        left = body.x + tabs_wide + GAP
        page = Box(left, body.y, body.right - left, body.h)
    foot = Box(page.x, page.bottom - FOOT, page.w, FOOT)
    cards = Box(page.x, page.y, page.w, foot.y - GAP - page.y)
    deeds = Box(body.x, body.bottom - HEAD - 20, body.w, HEAD + 8)
    deeds = Box.around(deeds.centre, min(1100.0, deeds.w), deeds.h)
    seams, take = row(deeds, 2, GAP)
    return BrowsePlan(
        back,
        title,
        Box(whole.right - said, whole.y, said, HEAD),
        tuple(places[:groups]),
        _cells(cards),
        Box(foot.centre[0] - 300, foot.y, 150, FOOT),
        Box(foot.centre[0] - 130, foot.y, 260, FOOT),
        Box(foot.centre[0] + 150, foot.y, 150, FOOT),
        Box(body.x + 20, body.y + 20, body.w - 40, deeds.y - GAP - body.y - 40),
        (seams, take),
    )


def _cells(box: Box) -> tuple[Box, ...]:
    wide, tall = grown(CARD[0], WORDS), grown(CARD[1], WORDS)
    across, down = max(1, round(box.w / wide)), max(1, round(box.h / tall))
    high = (box.h - GAP * (down - 1)) / down
    return tuple(
        cell for line in stacked(box, [high] * down, GAP) for cell in row(line, across, GAP)
    )


def _name() -> float:
    """The height of a figure's name."""
    return grown(NAME, WORDS)


def picture_room(cell: Box) -> Box:
    """The part of a card for the figure itself."""
    return Box(cell.x + 12, cell.y + 10, cell.w - 24, cell.h - _name() - 24 - 4 * DOT)


def draw_card(
    frame: Frame,
    box: Box,
    figure: Figure,
    picture: pygame.Surface | None,
    pressed: bool,
    focused: bool,
) -> None:
    """Draws a figure's card: its picture, its name, and how hard it is to keep in mind."""
    canvas = frame.canvas
    width, height, thick = canvas.px(box.w), canvas.px(box.h), canvas.px(9)
    radius = 26 * canvas.scale
    if focused:
        edge = canvas.px(8)
        frame.put(
            art.rounded(width + 2 * edge, height + 2 * edge, radius + edge, FOCUS), box.centre
        )
    face = mix(CREAM, WHITE, 0.6) if pressed else CREAM
    frame.put(
        art.slab(width, height - thick, radius, face, mix(CREAM, BLACK, 0.45), thick), box.centre
    )
    room = picture_room(box)
    if picture is not None:
        frame.put(picture, room.centre)
    name = Box(box.x + 14, room.bottom, box.w - 28, _name())
    Label(called(figure.name), name, WORDS, INK, bold=True, align="centre", most=1).draw(frame)
    draw_dots(frame, (box.centre[0], name.bottom + 6), figure.difficulty)


def draw_dots(frame: Frame, at: Point, difficulty: int) -> None:
    """Draws as many full dots as a figure is difficult, about a place."""
    for number in range(HARDEST):
        x = at[0] + (number - (HARDEST - 1) / 2) * DOT * 3
        colour = INK if number < difficulty else mix(CREAM, INK, 0.2)
        frame.put(art.disc(DOT * frame.canvas.scale, colour), (x, at[1]))
