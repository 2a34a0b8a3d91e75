"""The pictures on the cards of a turn: the lane of a shove or drag, before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import pygame

from tabletop.engine import Spot, Text, say
from tabletop.games.trelawney.view.pieces import (
    EDGE,
    PALE,
    SECOND,
    chevron,
    lane_joint,
    lane_tile,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.layout import column, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    CREAM,
    DIM,
    INK,
    RING_CELL,
    TEXT,
    Colour,
    SeatLook,
    mix,
)

TITLE_SIZE: Final = 38.0
NOTE_SIZE: Final = 29.0
TITLE_HEIGHT: Final = 50.0
RIBBON_SIZE: Final = 29.0
MAX_RIBBON_SHARE: Final = 0.46
"""The most that the ribbon takes of the width of a card."""
PAD: Final = 14.0
MAX_CELL: Final = 66.0
"""The greatest side of a place on a card, in canvas units."""
MIN_CELL: Final = 26.0
RIM: Final = 0.12
"""The rim round a lane, in cells."""
ARROW_SHARE: Final = 1.0
"""The room for the arrow before a title, in its heights."""
ARROW: Final = 0.7
"""The room for the arrow between before and after, in cells."""
WINS: Final = say("trelawney.choice.wins", "wins!")


@dataclass(frozen=True, slots=True)
class Lane:
    """The places of a lane in the order of the board, and what lies on each.

    Without their names: lanes that look the same share one picture.
    """

    grounds: tuple[Colour, ...]
    looks: tuple[SeatLook | None, ...]
    lit: tuple[bool, ...] = ()
    """Places that the move has to do with."""
    colour: Colour = AMBER
    arrows: tuple[int, ...] = ()
    """The places from which a stone went on to the next one, or to the one before."""
    step: int = 1
    """The direction of the arrows: 1 to the right, -1 to the left."""


def lane_of(
    places: tuple[Spot, ...], standing: Mapping[Spot, str], looks: Mapping[str, SeatLook]
) -> Lane:
    """A lane with the stones that stand on it."""
    grounds = tuple(map(_ground, places))
    return Lane(grounds, tuple(looks.get(standing.get(place, "")) for place in places))


def _ground(place: Spot) -> Colour:
    if place.startswith("ring:"):
        return RING_CELL
    return SECOND if sum(map(ord, place)) % 2 else PALE


@surface_cache(most=96)
def lane_picture(lane: Lane, side: int) -> pygame.Surface:
    """A lane as it lies on the board, from left to right; `side` is that of a place."""
    count, rim = len(lane.grounds), max(2, round(RIM * side))
    size = (side * count + 2 * rim, side + 2 * rim)
    picture = shapes.copy_surface(shapes.rounded(*size, side * 0.16, mix(EDGE, BLACK, 0.15)))
    for number, ground in enumerate(lane.grounds):
        at = rim + number * side, rim
        radius = side * (0.16 if ground == RING_CELL else 0.05)
        tile = shapes.rounded(side - 2, side - 2, radius, ground)
        picture.blit(tile, (at[0] + 1, at[1] + 1))
        if lane.lit and lane.lit[number]:
            picture.blit(lane_tile(side, lane.colour), at)
    for number in range(count - 1):
        if lane.lit and lane.lit[number] and lane.lit[number + 1]:
            joint = lane_joint(1, 0, side, lane.colour)
            middle = rim + (number + 1) * side, rim + side / 2
            picture.blit(joint, joint.get_rect(center=middle))
    for number, look in enumerate(lane.looks):
        if look is not None:
            stone = shapes.stone(look, side * 0.40)
            picture.blit(
                stone, stone.get_rect(center=(rim + (number + 0.5) * side, rim + side / 2))
            )
    for number in lane.arrows:
        head = chevron(lane.step, 0, max(4, round(side * 0.30)), INK, lane.colour)
        centre = rim + (number + 0.5 + lane.step / 2) * side, rim + side / 2
        picture.blit(head, head.get_rect(center=centre))
    return picture


@surface_cache(most=8)
def _ribbon(width: int, height: int) -> pygame.Surface:
    """A ribbon with notched ends."""
    notch = height * 0.35
    corners = [
        (0, 0), (width, 0), (width - notch, height / 2), (width, height),
        (0, height), (notch, height / 2),
    ]  # fmt: skip
    return shapes.polygon((width, height), corners, AMBER)


@dataclass(frozen=True, slots=True)
class CardPicture:
    """All that is on a card."""

    title: Text
    note: Text | None
    before: Lane | None
    after: Lane
    wins: bool = False
    arrow: tuple[int, int] | None = None
    """The direction on the board, where cards for several stones would look alike."""


def draw_card(frame: Frame, card: CardPicture, box: Box) -> None:
    """Draws title and lanes in the box of a card: beside each other if that makes them larger."""
    count = len(card.after.grounds)
    inner = box.inset(PAD)
    lanes = 1 if card.before is None else 2
    title = min(frame.context.scaled_length(TITLE_HEIGHT, TITLE_SIZE), 0.4 * inner.h)
    free = inner.h - title - 6
    beside = min(inner.w / (lanes * (count + 2 * RIM) + (lanes - 1) * ARROW), free / (1 + 2 * RIM))
    below = min(inner.w / (count + 2 * RIM), (free - 8 * (lanes - 1)) / lanes / (1 + 2 * RIM))
    stacked = below > 1.1 * beside
    cell = min(MAX_CELL, max(beside, below))
    boxes = column(item("title", title), item("lanes"), gap=6).place(inner)
    if cell < MIN_CELL:
        _draw_title(frame, card, inner)
        return
    _draw_title(frame, card, boxes["title"])
    shown = [lane for lane in (card.before, card.after) if lane is not None]
    length, height = cell * (count + 2 * RIM), cell * (1 + 2 * RIM)
    if lanes == 2 and cell * 2 * (1 + 2 * RIM) + 8 > free and stacked:
        shown, stacked = shown[-1:], True
    side = frame.canvas.px(cell)
    if stacked or len(shown) == 1:
        nodes = [item("lane", height, cross_size=length, align="centre")] * len(shown)
        placed = column(*nodes, gap=8, justify="centre").place(boxes["lanes"])
    else:
        nodes = [item("lane", length, cross_size=height, align="centre")] * len(shown)
        placed = row(*nodes, gap=cell * ARROW, justify="centre").place(boxes["lanes"])
    spots = placed.all("lane")
    for lane, spot in zip(shown, spots, strict=True):
        frame.put(lane_picture(lane, side), spot.centre)
    if len(spots) == 2 and not stacked:
        head = chevron(1, 0, max(5, round(side * 0.34)), CREAM, INK)
        frame.put(head, ((spots[0].right + spots[1].x) / 2, spots[0].centre[1]))


def _draw_title(frame: Frame, card: CardPicture, box: Box) -> None:
    canvas = frame.canvas
    ribbon = Label(WINS, box, RIBBON_SIZE, INK, bold=True, align="centre", most=1)
    natural = ribbon.typeset(canvas).width / canvas.scale + box.h
    wide = min(natural, MAX_RIBBON_SHARE * box.w) if card.wins else 0.0
    arrow = ARROW_SHARE * box.h if card.arrow is not None else 0.0
    places = row(arrow, "title", item("ribbon", wide)).place(box)
    if card.arrow is not None:
        head = chevron(*card.arrow, canvas.px(0.55 * box.h), card.after.colour, INK)
        frame.put(head, (box.x + 0.42 * arrow, box.centre[1]))
    title = Label(card.title, places["title"], TITLE_SIZE, TEXT, bold=True, most=1)
    laid = title.typeset(canvas)
    title.draw(frame)
    if card.note is not None:
        taken = laid.width / canvas.scale + 16
        rest = row(taken, "note").place(places["title"])["note"]
        note = Label(card.note, rest, NOTE_SIZE, DIM, most=1)
        full = canvas.px(frame.context.scaled_size(NOTE_SIZE))
        if rest.w > 60 and note.typeset(canvas).size >= full:
            note.draw(frame)
    if card.wins:
        height = min(0.84 * box.h, 0.4 * wide)
        band = column(item("band", height), justify="centre").place(places["ribbon"])["band"]
        frame.put(_ribbon(canvas.px(band.w), canvas.px(band.h)), band.centre)
        inner = padded("text", (0.32 * band.h, 0, 0.32 * band.h, 0)).place(band)["text"]
        replace(ribbon, box=inner).draw(frame)
