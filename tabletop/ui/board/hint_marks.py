"""The marks of a hint on the board: rings with numbers, in the order in which to touch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Any, Final

import pygame

from tabletop.engine import Game, Picker, Spot, Word
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import INK, SKY

RING_RADIUS: Final = 0.47
"""The ring's radius, in cells."""
DASHES: Final = 9
BADGE_RADIUS: Final = 0.20
MIN_BADGE_RADIUS: Final = 17.0
"""The badge's radius: in cells, and at least in canvas units."""
BADGE_NUMBER_SIZE: Final = 1.5
"""How large its number is, in radii."""
SINGLE_CORNER: Final = 1
CORNERS: Final = ((-0.40, -0.40), (0.40, -0.40), (-0.40, 0.40), (0.40, 0.40))
"""Where a place's badges lie as its seat sees it, in cells: in the order of reading, or `ALONE`."""


@dataclass(frozen=True, slots=True)
class HintMark:
    """One place to touch."""

    number: int
    """From 1, in the order in which to touch; 0 where there is but one."""
    at: Point
    corner: int = SINGLE_CORNER
    """Which of its corners the badge has: places can be touched twice."""


def marks_of_word(view: View, snapshot: BoardSnapshot, word: Word) -> tuple[HintMark, ...]:
    """Where the places of a word lie; those that are only words on buttons are left out."""
    places = tuple(_points(view, snapshot, word))
    touched = [at for _, at in places]
    found: list[HintMark] = []
    for number, at in places:
        before = sum(mark.at == at for mark in found)
        corner = before % len(CORNERS) if touched.count(at) > 1 else SINGLE_CORNER
        found.append(HintMark(number if len(word) > 1 else 0, at, corner))
    return tuple(found)


def _points(view: View, snapshot: BoardSnapshot, word: Word) -> Iterator[tuple[int, Point]]:
    for count, spot in enumerate(word):
        at = _at_touch(view, snapshot, word[:count]).get(spot)
        if at is not None:
            yield count + 1, at


def _at_touch(view: View, snapshot: BoardSnapshot, picked: Word) -> Mapping[Spot, Point]:
    """Where the places lie once so much has been picked: some appear only then."""
    picker = move_picker(snapshot.game, snapshot.state)
    picker.picked = picked
    moment = replace(
        snapshot,
        picked=picked,
        open=picker.open,
        candidates=picker.candidates if picked else (),
        preview=None,
        held=None,
    )
    return view.points(moment)


def move_picker(game: Game, state: Any) -> Picker:
    """How the plies of a state are spelled."""
    return Picker(state.moves(), lambda move: game.spell(state, move))


def put_marks(
    frame: Frame, cell: float, row: Sequence[HintMark], turns: int = 0, *, ringed: bool = True
) -> None:
    """Puts the marks; the numbers stand upright for a seat that is turned so often.

    Not `ringed`, they leave the places free for what a preview shows there.
    """
    for mark in row if ringed else ():
        put_ring(frame, cell, mark.at)
    for mark in row:
        dx, dy = CORNERS[mark.corner]
        corner = (mark.at[0] + dx * cell, mark.at[1] + dy * cell)
        put_badge(frame, cell, turn_point(corner, turns, mark.at), mark.number, turns)


def put_ring(frame: Frame, cell: float, at: Point) -> None:
    """A dashed ring in the colour of hints, on ink that keeps it apart from any ground."""
    pixels, line = frame.canvas.px(cell * RING_RADIUS), max(2.0, cell * 0.07 * frame.canvas.scale)
    frame.put(shapes.ring(pixels, round(line * 1.7, 1), INK), at)
    frame.put(dashed(pixels, round(line, 1)), at)


@surface_cache(most=8)
def dashed(radius: int, line: float) -> pygame.Surface:
    """A ring with gaps. They are cut out of a whole one, which is much quicker than bows."""
    picture = shapes.ring(radius, line, SKY).copy()
    middle, reach = picture.get_width() / 2, radius + 2 * line
    for number in range(DASHES):
        cut = [(number + part) * 2 * pi / DASHES for part in (0.0, 0.36)]
        corners = [(middle + reach * cos(way), middle + reach * sin(way)) for way in cut]
        pygame.draw.polygon(picture, (*SKY, 0), [(middle, middle), *corners])
    return picture


def put_badge(frame: Frame, cell: float, at: Point, number: int, turns: int) -> None:
    """A number on a small plate, or a lamp where there is nothing to count."""
    radius = frame.canvas.px(
        max(MIN_BADGE_RADIUS, cell * BADGE_RADIUS, frame.context.min_text_size / BADGE_NUMBER_SIZE)
    )
    with frame.turned(turns, at):
        frame.put(badge(number, radius), at)


@surface_cache(most=32)
def badge(number: int, radius: int) -> pygame.Surface:
    """A small plate with a number; with 0 it shows a lamp."""
    if number:
        sign = typesetting.line(
            str(number), round(radius * BADGE_NUMBER_SIZE), INK, True, context=typesetting.NEUTRAL
        )
    else:
        sign = icon("hint", max(5, round(radius * 1.5)), INK)
    side = 2 * (radius + max(2, radius // 6)) + 4
    rim, plate = shapes.disc(radius + max(2, radius // 6), INK), shapes.disc(radius, SKY)
    return shapes.layered(rim, plate, sign, side=side)
