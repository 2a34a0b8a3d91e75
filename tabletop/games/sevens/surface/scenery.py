"""What is seen on the board: pieces, marks, outlines, rings under fingers, controls.

Of pieces that lie, first all shadows and sides are drawn, then all faces; each held piece comes
above them with its own shadow. Angles are turned for the seat, the light is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.games.sevens.loose.moving import Lying
from tabletop.games.sevens.rules.picture import Piece
from tabletop.games.sevens.rules.pieces import Kind, Point, Pose, corners_of, length, winding
from tabletop.games.sevens.surface.control_art import control_picture
from tabletop.games.sevens.surface.controls import RADIUS, Control
from tabletop.games.sevens.surface.piece_art import (
    LEVELS,
    RISE,
    piece_picture,
    pixel_at,
    shadow_picture,
)
from tabletop.games.sevens.surface.piece_outline import outline_picture
from tabletop.games.sevens.surface.sight import Sight
from tabletop.games.sevens.table import PieceTable
from tabletop.ui import art, words
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.theme import CORAL_DEEP, PETROL, WHITE, Colour, mix

Mark: TypeAlias = Literal["overlap", "agrees"]
"""``overlap``: lies on another, coral, *this is why*; ``agrees``: petrol, a tick."""

INK: Final[Colour] = (24, 58, 78)
"""Of outlines on pale wood."""
RING: Final = 58.0
"""Radius of the ring round a finger that has a piece, in canvas units."""
SIGN: Final = 21.0
"""Radius of the sign on a marked piece, in canvas units."""


@dataclass(frozen=True, slots=True)
class Still:
    """What is to be seen besides the pieces themselves."""

    numbers: tuple[int, ...]
    """Which piece of the set each piece is."""
    marks: Mapping[int, Mark]
    outlines: tuple[Piece, ...]
    keyed: int | None
    """The piece that the keys stand on."""
    rings: tuple[Point, ...]
    controls: tuple[Control, ...]
    pressed: tuple[Control, ...]


def draw_pieces(frame: Frame, sight: Sight, table: PieceTable, still: Still) -> None:
    """Puts everything that is on the board on a frame."""
    unit = sight.unit * frame.canvas.scale
    for shown in still.outlines:
        _draw_outline(frame, sight, unit, shown.kind, shown.pose, INK, fill=34)
    pieces = table.pieces
    high = [pieces[n] for n in table.order if _is_high(pieces[n])]
    flat = [piece for piece in pieces if piece not in high]
    _draw_flat(frame, sight, unit, flat, still.numbers)
    for piece in high:
        preview = table.snap_preview(piece.number) if piece.held else None
        if preview is not None and length(preview.at, piece.pose.at) < 1.0:
            _draw_outline(frame, sight, unit, piece.kind, preview, INK, fill=46)
    for piece in flat:
        _draw_marks(frame, sight, unit, piece, still)
    for piece in high:
        _draw_high(frame, sight, unit, piece, still.numbers[piece.number])
        _draw_marks(frame, sight, unit, piece, still)
    scale = frame.canvas.scale
    for place in still.rings:
        frame.put(_ring(RING * scale), sight.to_canvas(place))
    for control in still.controls:
        pressed = control in still.pressed
        picture = control_picture(control.deed, RADIUS * scale, pressed, sight.turns)
        frame.put(picture, sight.to_canvas(control.at))


def _is_high(piece: Lying) -> bool:
    """Whether it is seen above those that lie."""
    return piece.held or piece.lift > 0 or _fold(piece) != 1.0


def _draw_flat(
    frame: Frame, sight: Sight, unit: float, flat: list[Lying], numbers: tuple[int, ...]
) -> None:
    for piece in flat:
        _draw_shadow(frame, sight, unit, piece, 0)
    for part in ("side", "face"):
        for piece in flat:
            pose = piece.pose
            at, phase = pixel_at(frame.canvas, sight.to_canvas(pose.at))
            picture = piece_picture(
                numbers[piece.number],
                piece.kind,
                sight.turn(pose.turn),
                pose.flipped,
                unit,
                part="side" if part == "side" else "face",
                phase=phase,
            )
            picture.put(frame, at)


def _draw_high(frame: Frame, sight: Sight, unit: float, piece: Lying, number: int) -> None:
    """A piece that is held, or on its way up or down."""
    pose = piece.pose
    _draw_shadow(frame, sight, unit, piece, round(piece.lift * LEVELS))
    picture = piece_picture(
        number,
        piece.kind,
        sight.turn(pose.turn),
        pose.flipped,
        unit,
        moving=pose.turn % 15 != 0,
        fold=_fold(piece),
    )
    picture.put(frame, _risen(sight, piece))


def _risen(sight: Sight, piece: Lying) -> Point:
    """Where a piece is seen: the higher, the nearer to the light."""
    x, y = sight.to_canvas(piece.pose.at)
    high = piece.lift * sight.unit
    return x + RISE[0] * high, y + RISE[1] * high


def _fold(piece: Lying) -> float:
    """How broad a piece is seen that is being turned over."""
    whole = corners_of(piece.kind, piece.pose)
    if max(length(a, b) for a, b in zip(piece.corners, whole, strict=True)) < 0.02:
        return 1.0
    return winding(piece.corners) / winding(whole)


def _draw_shadow(frame: Frame, sight: Sight, unit: float, piece: Lying, level: int) -> None:
    pose, turn = piece.pose, sight.turn(piece.pose.turn)
    cast = shadow_picture(piece.kind, turn, pose.flipped, unit, level, fold=_fold(piece))
    cast.put(frame, sight.to_canvas(pose.at))


def _draw_marks(frame: Frame, sight: Sight, unit: float, piece: Lying, still: Still) -> None:
    if _fold(piece) != 1.0:
        return
    mark = still.marks.get(piece.number)
    at = _risen(sight, piece)
    if mark is not None:
        colour = CORAL_DEEP if mark == "overlap" else PETROL
        _put_edge(frame, sight, unit, piece, colour, 0.055)
        frame.put(_sign(mark, SIGN * frame.canvas.scale), at)
    if still.keyed == piece.number:
        _put_edge(frame, sight, unit, piece, INK, 0.115)
        _put_edge(frame, sight, unit, piece, WHITE, 0.065)


def _put_edge(
    frame: Frame, sight: Sight, unit: float, piece: Lying, colour: Colour, width: float
) -> None:
    pose = piece.pose
    turn = round(sight.turn(pose.turn) * 2) / 2
    picture = outline_picture(
        piece.kind, turn, pose.flipped, unit, colour, width=width, dashed=False
    )
    picture.put(frame, _risen(sight, piece))


def _draw_outline(
    frame: Frame, sight: Sight, unit: float, kind: Kind, pose: Pose, colour: Colour, fill: int
) -> None:
    turn = round(sight.turn(pose.turn), 1)
    picture = outline_picture(kind, turn, pose.flipped, unit, colour, fill=fill)
    picture.put(frame, sight.to_canvas(pose.at))


@kept(most=4)
def _ring(radius: float) -> pygame.Surface:
    return art.layered(
        art.ring(radius, max(2.0, radius * 0.13), mix(INK, WHITE, 0.1), 90),
        art.ring(radius, max(1.5, radius * 0.07), WHITE),
    )


@kept(most=8)
def _sign(mark: Mark, radius: float) -> pygame.Surface:
    colour = CORAL_DEEP if mark == "overlap" else PETROL
    layers = [art.disc(radius, WHITE), art.disc(radius * 0.88, colour)]
    if mark == "overlap":
        layers.append(words.line("!", max(4, round(radius * 1.5)), WHITE, True))
    else:
        layers.append(icon("check", max(4, round(radius * 1.1)), WHITE))
    return art.layered(*layers)
