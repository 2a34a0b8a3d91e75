"""Marks on the spots of a board, the notes that explain a spot, and the chance bar.

The marks of a hint are rings with numbers, in the order in which to touch. The chance bar shows
every seat by its colour, its mark as a pattern, and its percentage.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, dist, pi, sin
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

import pygame

from tabletop.ai.match_analysis import WinChances, percents
from tabletop.engine import CHANCE, Game, Picker, Seat, Spot, Text, Word, percent, say
from tabletop.ui.board.view import BoardPoints, BoardSnapshot, View
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import CREAM, INK, SKY, SeatLook, mix

RING_RADIUS: Final = 0.47
"""In cells."""
DASHES: Final = 9
BADGE_RADIUS: Final = 0.20
"""In cells."""
MIN_BADGE_RADIUS: Final = 17.0
"""In canvas units."""
BADGE_NUMBER_SIZE: Final = 1.5
"""The size of the number, in radii."""
MAX_BADGE_NUMBER_SIZE: Final = 2.0
"""The same where a number is read from far: a larger badge would cover the next spots."""
SINGLE_CORNER: Final = 1
CORNERS: Final = ((-0.40, -0.40), (0.40, -0.40), (-0.40, 0.40), (0.40, 0.40))
"""The centres of the badges of a spot as its seat sees it, in cells, in reading order."""


@dataclass(frozen=True, slots=True)
class HintMark:
    """A spot to touch."""

    number: int
    """From 1, in the order in which to touch; 0 if there is only one."""
    at: Point
    corner: int = SINGLE_CORNER
    """The index in `CORNERS` of its badge: a spot can be touched twice."""


def marks_of_word(
    view: BoardPoints, snapshot: BoardSnapshot, word: Word, turns: int = 0
) -> tuple[HintMark, ...]:
    """The marks of the spots of a word that are on the board, for a seat turned so far."""
    places = tuple(_points(view, snapshot, word))
    touched = [at for _, at in places]
    found: list[HintMark] = []
    for number, at in places:
        before = sum(mark.at == at for mark in found)
        twice = touched.count(at) > 1
        corner = before % len(CORNERS) if twice else _free_corner(view.cell, at, touched, turns)
        found.append(HintMark(number if len(word) > 1 else 0, at, corner))
    return tuple(found)


def _free_corner(cell: float, at: Point, touched: Sequence[Point], turns: int) -> int:
    """The corner of a spot that is farthest from the other spots of a word."""

    def free(corner: int) -> tuple[float, bool]:
        dx, dy = CORNERS[corner]
        badge_at = turn_point((at[0] + dx * cell, at[1] + dy * cell), turns, at)
        away = min((dist(badge_at, other) for other in touched if other != at), default=0.0)
        return round(away / cell, 2), corner == SINGLE_CORNER

    return max(range(len(CORNERS)), key=free)


def _points(view: BoardPoints, snapshot: BoardSnapshot, word: Word) -> Iterator[tuple[int, Point]]:
    for count, spot in enumerate(word):
        at = _at_touch(view, snapshot, word[:count]).get(spot)
        if at is not None:
            yield count + 1, at


def _at_touch(view: BoardPoints, snapshot: BoardSnapshot, picked: Word) -> Mapping[Spot, Point]:
    """The points of all spots after `picked`: some spots appear only then."""
    picker = move_picker(snapshot.game, snapshot.state)
    picker.go_to(picked)
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
    """The picker for the plies of a state."""
    return Picker(state.moves(), lambda move: game.spell(state, move))


def put_marks(
    frame: Frame, cell: float, row: Sequence[HintMark], turns: int = 0, *, ringed: bool = True
) -> None:
    """Draws the marks; `turns` are those of the seat for which the numbers are upright.

    Without rings they leave the spots free for a preview.
    """
    for mark in row if ringed else ():
        put_ring(frame, cell, mark.at)
    for mark in row:
        dx, dy = CORNERS[mark.corner]
        corner = (mark.at[0] + dx * cell, mark.at[1] + dy * cell)
        put_badge(frame, cell, turn_point(corner, turns, mark.at), mark.number, turns)


def put_ring(frame: Frame, cell: float, at: Point) -> None:
    """Draws a dashed ring in the colour of hints, with a dark rim."""
    pixels, line = frame.canvas.px(cell * RING_RADIUS), max(2.0, cell * 0.07 * frame.canvas.scale)
    frame.put(shapes.ring(pixels, round(line * 1.7, 1), INK), at)
    frame.put(dashed(pixels, round(line, 1)), at)


@surface_cache(most=8)
def dashed(radius: int, line: float) -> pygame.Surface:
    """A ring with gaps, which are cut out of a whole ring: faster than drawing arcs."""
    picture = shapes.ring(radius, line, SKY).copy()
    middle, reach = picture.get_width() / 2, radius + 2 * line
    for number in range(DASHES):
        cut = [(number + part) * 2 * pi / DASHES for part in (0.0, 0.36)]
        corners = [(middle + reach * cos(way), middle + reach * sin(way)) for way in cut]
        pygame.draw.polygon(picture, (*SKY, 0), [(middle, middle), *corners])
    return picture


def put_badge(frame: Frame, cell: float, at: Point, number: int, turns: int) -> None:
    """Draws a badge with a number, or with a lamp for 0."""
    least = frame.context.min_text_size
    radius = max(MIN_BADGE_RADIUS, cell * BADGE_RADIUS, least / MAX_BADGE_NUMBER_SIZE)
    size = max(BADGE_NUMBER_SIZE * radius, least)
    with frame.turned(turns, at):
        frame.put(badge(number, frame.canvas.px(radius), frame.canvas.px(size)), at)


@surface_cache(most=32)
def badge(number: int, radius: int, size: int) -> pygame.Surface:
    """A badge with a number of that size."""
    if number:
        sign = typesetting.line(str(number), size, INK, True, context=typesetting.NEUTRAL)
    else:
        sign = icon("hint", max(5, round(radius * 1.5)), INK)
    side = 2 * (radius + max(2, radius // 6)) + 4
    rim, plate = shapes.disc(radius + max(2, radius // 6), INK), shapes.disc(radius, SKY)
    return shapes.layered(rim, plate, sign, side=side)


NoteKind: TypeAlias = Literal["piece", "light", "last", "why", "note"]
"""What a note is about: the piece, the light, the last ply, a refusal, anything else."""

LIGHT_NOTE: Final = say("glossary.light", "It’s lit: you can touch it.")
LAST_PLY_NOTE: Final = say("glossary.last", "The dark green mark shows the last move.")
REFUSED_NOTE: Final = say("glossary.why", "The red ring marks a move that wasn’t possible.")
NOT_LIT_NOTE: Final = say("glossary.dark", "You can’t play here right now.")
ROLL_NOTE: Final = say("glossary.roll", "Roll first.")
FINISH_NOTE: Final = say("glossary.way", "Touch here to make this move.")


@dataclass(frozen=True, slots=True)
class SpotContents:
    """The content of a spot, in the words of the game."""

    words: Text
    seat: Seat | None = None
    """The owner."""
    notes: tuple[Text, ...] = ()
    bare: bool = False
    """The spot is empty: a finger that rests on it is told nothing."""


@dataclass(frozen=True, slots=True)
class SpotNote:
    """A sentence about a spot."""

    sign: NoteKind
    words: Text
    seat: Seat | None = None
    """The seat whose stone is shown beside it."""


@runtime_checkable
class DescribesSpots(Protocol):
    """A view that can describe the content of its spots."""

    def named(self, snapshot: BoardSnapshot, spot: Spot) -> SpotContents | None:
        """The content of a spot; None if there is no such spot on the board."""


def meanings(view: View, snapshot: BoardSnapshot, spot: Spot) -> tuple[SpotNote, ...]:
    """The notes on a spot at this moment, its content first."""
    named = view.named(snapshot, spot) if isinstance(view, DescribesSpots) else None
    found: list[SpotNote] = []
    if named is not None:
        found.append(SpotNote("piece", named.words, named.seat))
        if named.seat is not None:
            found.append(SpotNote("note", owner_text(snapshot, view, named.seat)))
        found += [SpotNote("note", words) for words in named.notes]
    elif spot in snapshot.open:
        return (SpotNote("light", FINISH_NOTE),)
    if spot in snapshot.refused:
        found.append(SpotNote("why", REFUSED_NOTE))
    if spot in last_changed_spots(snapshot):
        found.append(SpotNote("last", LAST_PLY_NOTE))
    if spot in snapshot.open:
        found.append(SpotNote("light", LIGHT_NOTE))
    elif snapshot.open and spot not in snapshot.picked and not spot.startswith("tray:"):
        rolls = snapshot.state.turn == CHANCE
        found.append(SpotNote("note", ROLL_NOTE if rolls else NOT_LIT_NOTE))
    return tuple(found)


def place_name(view: View, snapshot: BoardSnapshot, spot: Spot) -> Text | None:
    """What a place is called while a finger rests on it; None for an empty one that is not lit."""
    named = view.named(snapshot, spot) if isinstance(view, DescribesSpots) else None
    if named is None or (named.bare and spot not in snapshot.open):
        return None  # a palm rests there
    return named.words


def owner_text(snapshot: BoardSnapshot, view: View, seat: Seat) -> Text:
    """A sentence that names the mark on a seat's pieces."""
    who = snapshot.game.seat_names[seat]
    match view.looks[seat].mark:
        case "disc":
            return say("glossary.mark.disc", "{who} has the round mark.", who=who)
        case "diamond":
            return say("glossary.mark.diamond", "{who} has the diamond.", who=who)
        case "triangle":
            return say("glossary.mark.triangle", "{who} has the triangle.", who=who)
        case _:
            return say("glossary.mark.square", "{who} has the square.", who=who)


def last_changed_spots(snapshot: BoardSnapshot) -> frozenset[Spot]:
    """The spots that the last ply changed."""
    ply, effects = snapshot.marked or snapshot.last, snapshot.game.effects
    if ply is None or snapshot.motion is not None:
        return frozenset()
    steps = (step for phase in effects(ply.before, ply.move) for step in phase)
    return frozenset(spot for step in steps for spot in (step.start, step.end) if spot)


LABEL_WIDTH: Final = 100.0
"""The width of every seat's percentage, however small its chance."""
PATTERN_CONTRAST: Final = 0.30
"""The colour of the pattern, from the seat's face (0) to its inlay (1)."""


def put_chance_bar(
    frame: Frame, box: Box, shown: WinChances, values: WinChances, looks: Sequence[SeatLook]
) -> None:
    """Draws a bar with a part for each seat, `shown` wide, with the percentages of `values`."""
    canvas = frame.canvas
    width, height = canvas.px(box.w), canvas.px(box.h)
    cap = min(canvas.px(LABEL_WIDTH), width // (len(looks) + 1))
    edges = part_edges(shown, width, cap)
    figures = tuple(frame.context.translate(percent(number)) for number in percents(values))
    if frame.context.projector:  # the percentages would be too small
        figures, cap = ("",) * len(looks), min(cap, height * 2)
    frame.put(_bar(tuple(looks), edges, figures, height, cap, frame.context), box.centre)


def part_edges(values: Sequence[float], width: int, cap: int) -> tuple[int, ...]:
    """The edges of the parts of a bar: each is a cap and a share of the remaining width wide."""
    free = width - cap * len(values)
    edges, total = [0], 0.0
    for number, value in enumerate(values):
        total += value
        edges.append(round(cap * (number + 1) + free * min(1.0, total)))
    edges[-1] = width
    return tuple(edges)


@surface_cache(most=8)  # an animation needs another one for every frame
def _bar(
    looks: tuple[SeatLook, ...],
    edges: tuple[int, ...],
    figures: tuple[str, ...],
    height: int,
    cap: int,
    context: UiContext,
) -> pygame.Surface:
    width = edges[-1]
    rim = max(1, height // 12)
    picture = shapes.copy_surface(
        shapes.rounded(width + 2 * rim, height + 2 * rim, height * 0.3, CREAM)
    )
    for number, look in enumerate(looks):
        left, right = edges[number : number + 2]
        picture.blit(pattern(look, width, height), (left + rim, rim), (0, 0, right - left, height))
        if number:
            picture.fill(CREAM, (left + rim, 0, max(1, rim), height + 2 * rim))
        cap_at = right - cap if number == len(looks) - 1 else left
        _put_cap(picture, look, figures[number], (cap_at + rim, rim, cap, height), context)
    return picture


def _put_cap(
    picture: pygame.Surface,
    look: SeatLook,
    figure: str,
    at: tuple[int, int, int, int],
    context: UiContext,
) -> None:
    """Draws the seat's mark and percentage on its plain colour."""
    x, y, width, height = at
    edge = max(1, height // 10)
    picture.fill(look.face, (x + edge, y, width - edge, height))
    mark = shapes.mark_picture(look.mark, height * 0.34, look.inlay)
    picture.blit(mark, mark.get_rect(center=(x + edge + height // 2 + edge, y + height // 2)))
    if not figure:
        return
    room = width - height - 4 * edge
    size = typesetting.fitting_size(figure, round(height * 0.92), room, True, context=context)
    said = typesetting.tabular_line(figure, size, look.inlay, context=context)
    middle = (x + edge + height + (width - height) // 2, y + height // 2)
    place = said.get_rect(center=middle)
    picture.blit(said, place)
    for line in annotations.annotations_of(said):
        if isinstance(line, annotations.TextLine):
            # Without its colour: the text fills the bar, so its surroundings are other parts.
            moved = line._replace(x=line.x + place.x, y=line.y + place.y, colour=None)
            annotations.annotate(picture, moved)


@surface_cache(most=16)
def pattern(look: SeatLook, width: int, height: int) -> pygame.Surface:
    """A seat's colour with a pattern of its mark."""
    return tiled(look, width, height, max(6, height))


@surface_cache(most=16)
def tiled(look: SeatLook, width: int, height: int, step: int) -> pygame.Surface:
    """A seat's colour with its mark every `step` pixels, in staggered rows."""
    picture = pygame.Surface((width, height)).convert()
    picture.fill(look.face)
    mark = shapes.mark_picture(look.mark, step * 0.22, mix(look.face, look.inlay, PATTERN_CONTRAST))
    for number, y in enumerate(range(step // 2, height + step, step)):
        for x in range(step // 2 if number % 2 else 0, width + step, step):
            picture.blit(mark, mark.get_rect(center=(x, y)))
    return picture
