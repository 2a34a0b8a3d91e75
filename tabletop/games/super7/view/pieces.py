"""Counters, lids of won boxes, lamps, dice and the trays that they are thrown in, as pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil, cos, dist, pi, radians, sin, sqrt, tau
from typing import Final, TypeAlias

import pygame

from tabletop.engine import Ply, Seat, Spot, Step
from tabletop.engine.match import SOURCE_SCREEN
from tabletop.games.super7.rules import LETTERS, SPOTS, Move, State
from tabletop.games.super7.view.board import BOX, TILE, TURNABLE, Board, bevelled, number, sign
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.board.view import (
    MOVING,
    PHASE_PAUSE_SECONDS,
    PHASE_SECONDS,
    PIECES,
    BoardSnapshot,
    PlyAnimation,
    Tray,
)
from tabletop.ui.core.cache import in_slices, surface_cache
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.tween import ease_out, lerp, point_on_path
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import inner_shadow, put_bevel, put_face
from tabletop.ui.draw.wood import wood
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    CORAL_DEEP,
    CREAM,
    HALO,
    INK,
    LAMP,
    PETROL,
    SHINE,
    WHITE,
    Colour,
    SeatLook,
    mix,
)

PALE_WOOD = (216, 206, 196)
LAMP_RIM = (236, 158, 40)
FLIP_STEPS = 8
"""Pictures of a counter on its edge between lying and standing upright."""


@surface_cache(most=32)
def bare_counter(look: SeatLook, radius: int) -> pygame.Surface:
    """A turned wooden counter without its shadow: bevelled rim, groove, inlaid mark."""
    side = 2 * ceil(radius * 1.2 + 1)
    picture = shapes.blank(side, side, look.rim)
    thick = radius * 0.12
    for k in range(round(thick), 0, -1):
        shapes.blit_centred(picture, shapes.disc(radius, mix(look.rim, BLACK, 0.35)), dy=k)
    shapes.blit_centred(picture, shapes.disc(radius, mix(look.face, BLACK, 0.22)))
    shapes.blit_centred(picture, shapes.disc(radius * 0.93, mix(look.face, WHITE, 0.07)))
    shapes.blit_centred(
        picture, bevelled(shapes.disc(radius, WHITE), radius * 0.2, 170, 190, sun=WHITE)
    )
    inner = shapes.disc(radius * 0.71, look.face)
    shapes.blit_centred(
        picture, shapes.disc(radius * 0.73, mix(look.face, BLACK, 0.5)), dy=-radius * 0.02
    )
    shapes.blit_centred(
        picture, shapes.disc(radius * 0.73, mix(look.face, WHITE, 0.45)), dy=radius * 0.03
    )
    shapes.blit_centred(picture, inner)
    shapes.blit_centred(picture, shapes.sheen(inner, 55, 50))
    shapes.blit_centred(picture, mark_inlay(look, radius * 0.46))
    shapes.blit_centred(
        picture, shapes.ring(radius - 0.7, max(1.4, radius * 0.05), mix(look.rim, BLACK, 0.15))
    )
    return picture


@surface_cache(most=32)
def mark_inlay(look: SeatLook, radius: float) -> pygame.Surface:
    """A seat's mark inlaid in wood: a dark upper edge, a light lower one."""
    mark = shapes.mark_picture(look.mark, radius, look.inlay)
    by = max(1, round(radius * 0.07))
    picture = shapes.blank(mark.get_width() + 4 * by, mark.get_height() + 4 * by, look.rim)
    shapes.blit_centred(
        picture, shapes.silhouette(mark, mix(look.rim, BLACK, 0.3), 210), dy=-by, dx=-by * 0.5
    )
    shapes.blit_centred(
        picture, shapes.silhouette(mark, mix(look.face, WHITE, 0.5), 150), dy=by, dx=by * 0.5
    )
    shapes.blit_centred(picture, mark)
    return picture


@surface_cache(most=16)
def counter_image(look: SeatLook, radius: int, pale: bool = False) -> pygame.Surface:
    """A counter lying on the table."""
    bare = bare_counter(look, radius)
    return shapes.with_shadow(_paled(bare) if pale else bare, max(1.5, radius * 0.24))


def _paled(picture: pygame.Surface) -> pygame.Surface:
    """A faded but opaque picture, so that labels beneath stay hidden."""
    pale = picture.copy()
    pale.blit(shapes.silhouette(picture, PALE_WOOD, 128), (0, 0))
    return pale


@surface_cache(most=64)
def flipping_counter_image(look: SeatLook, radius: int, step: int) -> pygame.Surface:
    """A counter that is being turned over: lying at step 0, on its edge at `FLIP_STEPS`."""
    flat = bare_counter(look, radius)
    width = max(2, round(flat.get_width() * cos(pi / 2 * step / FLIP_STEPS)))
    return pygame.transform.smoothscale(flat, (width, flat.get_height()))


@surface_cache(most=8)
def lid_image(look: SeatLook, side: int, pale: bool = False) -> pygame.Surface:
    """The lid on a won box in the owner's colour, with a large mark."""
    if pale:
        return _paled(lid_image(look, side))
    radius = round(side * 0.055)
    face = shapes.blank(side, side)
    plank = wood(side, side, mix(look.face, WHITE, 0.06), 21, side / 420)
    put_face(face, plank, face.get_rect(), radius)
    put_bevel(face, face.get_rect(), radius, side * 0.022, 190, 200, bevelled)
    groove = round(side * 0.86)
    line = max(1.0, side * 0.007)
    dark = shapes.outline(groove, groove, side * 0.04, line, mix(look.rim, BLACK, 0.25))
    shapes.blit_centred(face, shapes.outline(groove, groove, side * 0.04, line, SHINE, 90), 0, line)
    shapes.blit_centred(face, dark)
    shapes.blit_centred(face, mark_inlay(look, side * 0.285))
    return face


@surface_cache(most=32)
def lit_square_image(here: int, side: int) -> pygame.Surface:
    """A square lit from below, with its label."""
    picture = lit_glass_image(side).copy()
    shapes.blit_centred(picture, sign(here, side, True))
    return picture


@surface_cache(most=4)
def lit_glass_image(side: int) -> pygame.Surface:
    """A square lit from below, without its label."""
    face = shapes.rounded(side, side, side * 0.11, (255, 206, 108))
    picture = face.copy()
    for share, colour in ((0.90, (255, 221, 146)), (0.74, LAMP)):
        small = shapes.rounded(round(side * share), round(side * share), side * 0.16, colour)
        cut = shapes.blank(side, side, colour)
        shapes.blit_centred(cut, shapes.blurred(small, colour, max(1.0, side * 0.055), 255))
        picture.blit(shapes.masked(cut, face), (0, 0))
    picture.blit(bevelled(face, max(1.0, side * 0.03), 230, 60, sun=WHITE), (0, 0))
    rim = shapes.outline(side, side, side * 0.11, max(1.0, side * 0.025), LAMP_RIM)
    picture.blit(rim, (0, 0))
    return picture


@surface_cache(most=8)
def halo_image(width: int, height: int, radius: float, blur: float) -> pygame.Surface:
    """The light round something lit."""
    return shapes.blurred(shapes.rounded(width, height, radius, HALO), HALO, blur, 235)


@surface_cache(most=8)
def halo_frame(side: int, radius: float, line: int) -> pygame.Surface:
    """An amber frame round a box, with its light: the throw has called this box."""
    ring = shapes.outline(side, side, radius, line, AMBER)
    picture = shapes.blurred(ring, HALO, line * 1.3, 255).copy()
    shapes.blit_centred(
        picture, shapes.outline(side + 2, side + 2, radius + 1, line + 2, (120, 66, 8), 130)
    )
    shapes.blit_centred(picture, ring)
    inner = shapes.outline(side - line, side - line, radius, max(1, line // 3), LAMP)
    shapes.blit_centred(picture, inner)
    return picture


@surface_cache(most=8)
def frame_image(side: int, radius: float, line: int, colour: Colour, rim: Colour) -> pygame.Surface:
    """A plain frame in a colour, with a rim on both sides."""
    edge = max(1, line // 3)
    picture = shapes.outline(side, side, radius, line + 2 * edge, rim).copy()
    shapes.blit_centred(
        picture, shapes.outline(side - 2 * edge, side - 2 * edge, radius - edge, line, colour)
    )
    return picture


PLAQUES: dict[str, tuple[Colour, Colour, Colour]] = {
    "lamp": (LAMP, (43, 24, 8), LAMP_RIM),
    "petrol": (PETROL, CREAM, CREAM),
    "coral": (CORAL_DEEP, WHITE, CREAM),
}
"""Face, ink and rim of a plaque by what it means."""


@surface_cache(most=128)
def plaque_image(text: str, kind: str, width: int, height: int, size: int) -> pygame.Surface:
    """A sum or a label on a small plate: lit while it calls, petrol or coral afterwards."""
    picture = shapes.copy_surface(_plate(kind, width, height))
    figures = number(text, size, PLAQUES[kind][1], True)
    if text in TURNABLE and figures.get_height() > 0.92 * height:
        figures = number(text, round(0.84 * size), PLAQUES[kind][1], True)
    shapes.blit_centred(picture, figures)
    return picture


@surface_cache(most=16)
def _plate(kind: str, width: int, height: int) -> pygame.Surface:
    face, _, rim = PLAQUES[kind]
    radius = height * 0.34
    edge = shapes.outline(width, height, radius, max(1.5, height * 0.05), rim)
    shape = shapes.rounded(width, height, radius, face)
    plate = shapes.copy_surface(shape)
    if kind != "lamp":
        plate.blit(edge, (0, 0))
        return shapes.with_shadow(plate, max(1.5, height * 0.08))
    plate = shapes.copy_surface(shapes.rounded(width, height, radius, (255, 206, 108)))
    small = shapes.rounded(round(width * 0.8), round(height * 0.7), radius, LAMP)
    cut = shapes.blank(width, height, LAMP)
    shapes.blit_centred(cut, shapes.blurred(small, LAMP, max(1.0, height * 0.12), 255))
    plate.blit(shapes.masked(cut, shape), (0, 0))
    plate.blit(edge, (0, 0))
    whole = shapes.copy_surface(halo_image(width, height, radius, height * 0.2))
    shapes.blit_centred(whole, plate)
    return whole


@surface_cache(most=8)
def target_image(radius: int) -> pygame.Surface:
    """The ring round an enemy counter that may be replaced, with its light."""
    line = max(2.0, radius * 0.13)
    light = shapes.ring(radius, line * 2, HALO)
    picture = shapes.blurred(light, HALO, radius * 0.16, 255).copy()
    shapes.blit_centred(picture, shapes.ring(radius, round(line * 1.8, 1), (110, 62, 8)))
    shapes.blit_centred(picture, shapes.ring(radius, round(line, 1), AMBER))
    return picture


@surface_cache(most=8)
def ghost_counter_image(look: SeatLook, radius: int) -> pygame.Surface:
    """A ghost where a counter would lie: pale, with a dashed rim."""
    side = 2 * ceil(radius * 1.25 + 1)
    picture = shapes.blank(side, side, look.face)
    shapes.blit_centred(picture, shapes.disc(radius, mix(look.face, WHITE, 0.55)))
    shapes.blit_centred(picture, shapes.mark_picture(look.mark, radius * 0.46, look.face))
    shapes.blit_centred(picture, shapes.dashed_ring(radius * 0.94, max(1.5, radius * 0.12), INK))
    return picture


COUNTER_RADIUS: Final = 35
"""Radius of a counter in thousandths of the board."""
LID_SIDE: Final = BOX - 8


@dataclass(frozen=True, slots=True)
class PieceImages:
    """The pictures for a board, by letters of the position text."""

    board: Board
    looks: tuple[SeatLook, ...]

    def _look(self, letter: str) -> SeatLook:
        return self.looks[LETTERS.index(letter) - 1]

    def counter(self, letter: str, *, pale: bool = False) -> pygame.Surface:
        """A counter as it lies on a square; pale where it did not decide the game."""
        return counter_image(self._look(letter), self.board.px(COUNTER_RADIUS), pale)

    def ghost(self, letter: str) -> pygame.Surface:
        return ghost_counter_image(self._look(letter), self.board.px(COUNTER_RADIUS))

    def flip(self, letter: str, step: int) -> pygame.Surface:
        """A counter that is being turned over."""
        return flipping_counter_image(self._look(letter), self.board.px(COUNTER_RADIUS), step)

    def lid(self, letter: str, *, pale: bool = False) -> pygame.Surface:
        """The lid of a won box; pale if the box did not decide the game."""
        return lid_image(self._look(letter), self.board.px(LID_SIDE), pale)

    def lamp(self, here: int) -> pygame.Surface:
        """A lit square with its label."""
        return lit_square_image(here, self.board.px(TILE))

    def glass(self) -> pygame.Surface:
        """The same without it."""
        return lit_glass_image(self.board.px(TILE))

    def lit_sign(self, here: int) -> pygame.Surface:
        """The label alone."""
        return sign(here, self.board.px(TILE), True)

    def halo(self) -> pygame.Surface:
        side = self.board.px(TILE)
        return halo_image(side, side, side * 0.11, side * 0.11)

    def target(self) -> pygame.Surface:
        """The ring round a counter that may be replaced."""
        return target_image(self.board.px(COUNTER_RADIUS + 3))

    def call(self) -> pygame.Surface:
        """The frame round the box that a throw has called."""
        px = self.board.px
        return halo_frame(px(BOX + 14), px(19), px(7))

    def called_label(self, total: int) -> pygame.Surface:
        """The lit label of that box."""
        px = self.board.px
        if self.board.canvas.context.projector:  # larger for a projector
            return plaque_image(str(total), "lamp", px(110), px(62), px(62))
        return plaque_image(str(total), "lamp", px(76), px(37), px(38))

    def box_frame(self, *, amber: bool) -> pygame.Surface:
        """A frame round a box: petrol where it was just won, amber where it decides."""
        px = self.board.px
        if amber:
            return frame_image(px(BOX + 8), px(17), px(9), AMBER, INK)
        return frame_image(px(BOX + 8), px(17), px(6), PETROL, CREAM)

    def prepare(self) -> None:
        for letter in LETTERS[1:]:
            self.ghost(letter)
            for pale in (False, True):
                self.counter(letter, pale=pale)
                self.lid(letter, pale=pale)
            for step in range(FLIP_STEPS + 1):
                self.flip(letter, step)
        for here in range(9):
            self.lamp(here)
            self.called_label(here + 3)
        self.halo()
        self.target()
        self.call()
        self.box_frame(amber=False)
        self.box_frame(amber=True)


FLIP_SECONDS: Final = 0.24
"""Seconds in which one counter of a won box turns over."""
FLIP_STAGGER_SECONDS: Final = 0.04
"""Seconds from one counter to the next, outward from the one that won."""
LID_SECONDS: Final = 0.22
"""Seconds in which the lid is laid on."""
ARC_HEIGHT: Final = 1.3
"""How high a counter is carried to its square, in its radii."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """The nine boxes of one table and their middles; squares count from 0 to 80."""

    pictures: PieceImages
    centres: tuple[Point, ...]
    squares: tuple[Point, ...]

    @classmethod
    def of(cls, pictures: PieceImages) -> "Boxes":
        board = pictures.board
        centres = tuple(board.box_centre(box) for box in range(9))
        return cls(pictures, centres, tuple(board.square(square) for square in range(81)))

    def put(
        self,
        frame: Frame,
        state: State,
        *,
        deciding: frozenset[int] | None = None,
        without: int = -1,
    ) -> None:
        """Puts a position without one box; where boxes have decided, the others are pale."""
        owners, colours = state.owners, state.squares
        with frame.layer(PIECES):
            for pale in (False, True):
                lying = [self.pictures.counter(letter, pale=pale) for letter in LETTERS[1:]]
                lids = [self.pictures.lid(letter, pale=pale) for letter in LETTERS[1:]]
                for box, owner in enumerate(owners):
                    if box == without or pale != (deciding is not None and box not in deciding):
                        continue
                    if owner:
                        frame.put(lids[owner - 1], self.centres[box])
                        continue
                    for square in range(9 * box, 9 * box + 9):
                        if colours[square]:
                            frame.put(lying[colours[square] - 1], self.squares[square])

    # -- in motion ----------------------------------------------------------------------------

    def seconds(self, ply: Ply[State, Move]) -> float:
        """How long a placed counter takes, with all that follows from it."""
        square = ply.move.code
        flights = 2 if ply.before.squares[square] else 1
        wave = (
            8 * FLIP_STAGGER_SECONDS + FLIP_SECONDS + LID_SECONDS
            if ply.after.owners[square // 9]
            else 0.0
        )
        return flights * (PHASE_SECONDS + PHASE_PAUSE_SECONDS) + wave

    def cues(self, ply: Ply[State, Move]) -> tuple[Cue, ...]:
        """The sounds of a ply: a counter leaves, one is laid, a won box turns over."""
        square, begin = ply.move.code, 0.0
        cues: list[Cue] = []
        if ply.before.squares[square]:
            cues.append(Cue(0.0, "shooed"))
            begin = PHASE_SECONDS + PHASE_PAUSE_SECONDS
        cues.append(Cue(begin + PHASE_SECONDS, "placed"))
        if ply.after.owners[square // 9]:
            cues.append(
                Cue(begin + PHASE_SECONDS + PHASE_PAUSE_SECONDS + 4 * FLIP_STAGGER_SECONDS, "box")
            )
            cues.append(Cue(self.seconds(ply) - LID_SECONDS / 3, "placed"))
        return tuple(cues)

    def put_motion(
        self,
        frame: Frame,
        ply: Ply[State, Move],
        phases: tuple[tuple[Step, ...], ...],
        spent: float,
        origin: Point | None,
    ) -> None:
        """A replaced counter leaves, one comes from `origin`, a won box turns over."""
        move: Move = ply.move
        before: State = ply.before
        box = move.code // 9
        self.put(frame, before, without=box)
        lying = {
            SPOTS[square]: LETTERS[before.squares[square]]
            for square in range(9 * box, 9 * box + 9)
            if before.squares[square]
        }
        won = bool(ply.after.owners[box])
        for (step,) in phases[:-1] if won else phases:
            lying.pop(str(move), None)
            if spent < PHASE_SECONDS:
                self._put_flight(
                    frame, step, self.squares[move.code], spent / PHASE_SECONDS, origin
                )
                break
            spent -= PHASE_SECONDS + PHASE_PAUSE_SECONDS
            if step.end is not None:
                lying[step.end] = step.piece
        else:
            if won:
                self._put_wave(frame, move, LETTERS[1 + before.side], lying, spent)
                return
        with frame.layer(PIECES):
            for spot, letter in lying.items():
                frame.put(self.pictures.counter(letter), self.squares[SPOTS.index(spot)])

    def _put_flight(
        self, frame: Frame, step: Step, place: Point, share: float, origin: Point | None
    ) -> None:
        share = max(0.0, share)
        picture = self.pictures.counter(step.piece)
        with frame.layer(MOVING):
            if step.end is None:
                away = ease_out(share)
                up = self._radius * 1.3 * away
                frame.put(picture, (place[0], place[1] - up), 1 - away)
            else:
                at = point_on_path(origin or place, place, share, ARC_HEIGHT * self._radius)
                frame.put(picture, at, min(1.0, share * 5))

    def _put_wave(
        self, frame: Frame, move: Move, own: str, lying: Mapping[Spot, str], spent: float
    ) -> None:
        """All counters of a won box turn over, outward from the one that won it."""
        first, middle = move.code // 9 * 9, self.squares[move.code]
        outward = sorted(range(first, first + 9), key=lambda k: dist(middle, self.squares[k]))
        for rank, square in enumerate(outward):
            share = min(1.0, max(0.0, (spent - rank * FLIP_STAGGER_SECONDS) / FLIP_SECONDS))
            letter = lying.get(SPOTS[square]) if share < 0.5 else own
            if letter is None:
                continue
            upright = 1 - abs(2 * share - 1)
            step = round(FLIP_STEPS * upright)
            pictures = self.pictures
            look = pictures.flip(letter, step) if step else pictures.counter(letter)
            x, y = self.squares[square]
            with frame.layer(MOVING if step else PIECES):
                frame.put(look, (x, y - self._radius * 0.5 * upright))
        closing = (spent - 8 * FLIP_STAGGER_SECONDS - FLIP_SECONDS) / LID_SECONDS
        if closing > 0:
            with frame.layer(MOVING):
                frame.put(self.pictures.lid(own), self.centres[move.code // 9], ease_out(closing))

    @property
    def _radius(self) -> float:
        return COUNTER_RADIUS * self.pictures.board.unit


Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

ROLLS: Final = ((1, 2, 6, 5), (1, 3, 6, 4))
"""The faces that come up as a die rolls on, for each of the two ways it can stand."""
STEPS_PER_TURN: Final = 6
"""Pictures for a quarter of a turn."""
YAWS: Final = (radians(68), radians(115))
"""Where each of the two dice rolls to: turned from straight away, clockwise."""
DIE_IMAGE_SCALE: Final = 1.8
"""The side of a picture, in sides of the die."""

_TILT: Final = radians(17)
_LIGHT: Final = (-0.38, -0.42, 0.82)
_ROUND: Final = 0.19
_IVORY: Final = ((104, 84, 58), (243, 234, 212), (255, 252, 243))
_PIP: Final = (38, 24, 18)
_CIRCLES: Final = {n: [(cos(tau * k / n), sin(tau * k / n)) for k in range(n)] for n in (10, 16)}
# Each face: the way it looks, and two ways along it.
_FACES: Final[dict[int, tuple[Vector, Vector, Vector]]] = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    2: ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    5: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    3: ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    4: ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def _turn_x(a: float) -> Matrix:
    return (1, 0, 0), (0, cos(a), -sin(a)), (0, sin(a), cos(a))


def _turn_z(a: float) -> Matrix:
    return (cos(a), -sin(a), 0), (sin(a), cos(a), 0), (0, 0, 1)


def _times(m: Matrix, v: Vector) -> Vector:
    x, y, z = v
    return (
        m[0][0] * x + m[0][1] * y + m[0][2] * z,
        m[1][0] * x + m[1][1] * y + m[1][2] * z,
        m[2][0] * x + m[2][1] * y + m[2][2] * z,
    )


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = [_times(a, (b[0][k], b[1][k], b[2][k])) for k in range(3)]
    rows = [(columns[0][k], columns[1][k], columns[2][k]) for k in range(3)]
    return rows[0], rows[1], rows[2]


@cache
def _skin(fine: int) -> tuple[list[Vector], list[tuple[tuple[int, ...], Vector]]]:
    """A rounded cube of side 1: its points, and its patches as points' numbers with a normal."""
    points: list[Vector] = []
    numbers: dict[Vector, int] = {}
    patches: list[tuple[tuple[int, ...], Vector]] = []
    flat = 0.5 - _ROUND
    # From -1 to 1 along an edge, with small steps in the rounded parts.
    ticks = [sin(pi / 4 * k / fine) / cos(pi / 4 * k / fine) for k in range(fine + 1)]
    line = [(-1, t) for t in reversed(ticks)] + [(1, t) for t in ticks]

    def number(face: int, u: tuple[int, float], v: tuple[int, float]) -> tuple[int, Vector]:
        out, right, down = _FACES[face]
        a, b = u[0] * u[1], v[0] * v[1]
        length = sqrt(1 + a * a + b * b)
        normal = tuple((out[k] + right[k] * a + down[k] * b) / length for k in range(3))
        core = tuple((out[k] + right[k] * u[0] + down[k] * v[0]) * flat for k in range(3))
        rounded = [round(core[k] + normal[k] * _ROUND, 6) for k in range(3)]
        at = (rounded[0], rounded[1], rounded[2])
        if at not in numbers:
            numbers[at] = len(points)
            points.append(at)
        return numbers[at], (normal[0], normal[1], normal[2])

    for face in _FACES:
        grid = [[number(face, u, v) for v in line] for u in line]
        for i in range(len(line) - 1):
            for j in range(len(line) - 1):
                four = (grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1])
                total = [sum(n[k] for _, n in four) / 4 for k in range(3)]
                patches.append((tuple(at for at, _ in four), (total[0], total[1], total[2])))
    return points, patches


def _ivory(light: float) -> Colour:
    """The colour of ivory under some light, from 0 to 1."""
    dark, plain, bright = _IVORY
    light = min(1.0, max(0.0, light))
    if light < 0.8:
        return mix(dark, plain, light / 0.8)
    return mix(plain, bright, (light - 0.8) / 0.2)


@surface_cache(most=512)
def die_image(slot: int, roll: int, step: int, side: int, fine: bool = False) -> pygame.Surface:
    """The first or second die after some steps of one of its rolls; `side` in pixels."""
    over, cuts = (3, 4) if fine else (2, 2)
    pixels = round(side * DIE_IMAGE_SCALE)
    stand = _turn_z(pi / 2 * roll)
    rolled = _turn_x(2 * pi * step / (4 * STEPS_PER_TURN))
    lies = _product(_turn_z(YAWS[slot]), _product(rolled, stand))
    seen = _product(_turn_x(_TILT), lies)
    large = pixels * over
    size = side * over
    middle = large / 2
    picture = shapes.large_blank(large, large, _IVORY[0])
    points, patches = _skin(cuts)
    at = []
    for point in points:
        x, y, _ = _times(seen, point)
        at.append((middle + x * size, middle + y * size))
    # The light is fixed to the table, so it is tilted with the view.
    lx, ly, lz = _times(_turn_x(_TILT), _LIGHT)
    for corners, normal in patches:
        nx, ny, nz = _times(seen, normal)
        if nz > -0.02:
            bright = 0.26 + 0.72 * max(0.0, nx * lx + ny * ly + nz * lz)
            pygame.draw.polygon(picture, _ivory(bright), [at[k] for k in corners])
    for face in _FACES:
        _draw_pips(picture, face, seen, size, fine)
    return pygame.transform.smoothscale(picture, (pixels, pixels))


def _draw_pips(picture: pygame.Surface, face: int, seen: Matrix, size: float, fine: bool) -> None:
    out, right, down = (_times(seen, v) for v in _FACES[face])
    if out[2] < 0.12:
        return
    middle = picture.get_width() / 2
    wide = (0.125 if face == 1 else 0.092) * size
    circle = _CIRCLES[16 if fine else 10]
    # Each pip is drilled: its lower edge catches the light.
    layers = ((1.1, _IVORY[2], 0.016 * out[2]), (1.0, _PIP, 0.0))
    for u, v in shapes.PIPS[face]:
        x = middle + (out[0] * 0.5 + (right[0] * u + down[0] * v) * 0.215) * size
        y = middle + (out[1] * 0.5 + (right[1] * u + down[1] * v) * 0.215) * size
        for grow, colour, by in layers if fine else layers[1:]:
            w, d = wide * grow, by * size
            edge = [
                (x + d + (right[0] * c + down[0] * s) * w, y + d + (right[1] * c + down[1] * s) * w)
                for c, s in circle
            ]
            pygame.draw.polygon(picture, colour, edge)


def rolls_to(face: int) -> tuple[int, int]:
    """The roll that brings a face up, and the step of it at which the face lies up."""
    roll = 0 if face in ROLLS[0] else 1
    return roll, ROLLS[roll].index(face) * STEPS_PER_TURN


def resting_die(slot: int, face: int, side: int) -> pygame.Surface:
    """A die at rest with a face up."""
    roll, step = rolls_to(face)
    return die_image(slot, roll, step, side, True)


def rolling_die(slot: int, face: int, quarters: float, side: int) -> pygame.Surface:
    """A die that has so many quarter turns still to go until a face lies up."""
    roll, end = rolls_to(face)
    step = (end - round(quarters * STEPS_PER_TURN)) % (4 * STEPS_PER_TURN)
    return die_image(slot, roll, step, side)


@surface_cache(most=8)
def die_shadow(side: int) -> pygame.Surface:
    shape = shapes.disc(side * 0.56, (3, 10, 12))
    return shapes.blurred(shape, (3, 10, 12), side * 0.13, 150)


def prepare_dice(side: int) -> Iterator[None]:
    die_shadow(side)
    for slot in range(len(YAWS)):
        for face in range(1, 7):
            resting_die(slot, face, side)
            yield
        for roll in range(len(ROLLS)):
            for step in range(4 * STEPS_PER_TURN):
                die_image(slot, roll, step, side)
                yield


ROLL_SECONDS: Final = 0.6
"""Seconds that the dice tumble."""
REAL_DICE_SECONDS: Final = 0.35
"""The same for real dice, which only come to rest here."""
SETTLE_SECONDS: Final = 0.3
"""Seconds in which their sum appears and is read."""
LANDING_LEAD_SECONDS: Final = 0.2
"""Seconds before rest at which their sound starts."""
FELT: Final = (26, 72, 66)
WALNUT: Final = (104, 66, 38)
IDLE_FACES: Final = (4, 3)
"""The faces nearest to which dice stand before a throw."""
WAITING_QUARTERS: Final = 0.5
WAITING_OPACITY: Final = 0.55
"""Dice that wait stand on an edge and are pale, so that nobody takes them for a roll."""

# In radii of the tray.
DIE_SIZE: Final = 0.55
_REST: Final = ((-0.37, 0.20), (0.25, -0.35))
_START: Final = ((-1.3, 0.57), (-1.05, -0.93))
_PLAQUE: Final = (0.66, 0.66)


@dataclass(frozen=True, slots=True)
class DiceDisplay:
    """Dice in a tray: how they lie, and what their sum means (a kind of plaque; "" for none)."""

    faces: tuple[int, ...]
    """The first die alone, while the second is still to be thrown."""
    kind: str
    tumbling: float | None = None
    """Seconds since they were thrown, while they are on their way; real dice count faster."""
    still: int = 0
    """How many of them lay there before."""
    waiting: bool = False
    """They are still to be thrown."""


def throw_seconds(ply: Ply[State, Move]) -> float:
    """How long showing a throw takes."""
    return (ROLL_SECONDS if ply.source == SOURCE_SCREEN else REAL_DICE_SECONDS) + SETTLE_SECONDS


def throw_cues(ply: Ply[State, Move]) -> tuple[Cue, ...]:
    """The sounds of a throw; real dice only come to rest."""
    if ply.source == SOURCE_SCREEN:
        return Cue(0.0, "shaken"), Cue(ROLL_SECONDS - LANDING_LEAD_SECONDS, "landed")
    return (Cue(REAL_DICE_SECONDS - LANDING_LEAD_SECONDS, "landed"),)


def _throw_time(motion: PlyAnimation) -> float:
    """How far a throw has come, as if it had been thrown on the screen."""
    if motion.ply.source == SOURCE_SCREEN:
        return motion.spent
    rolled = min(motion.spent, REAL_DICE_SECONDS)
    return rolled * ROLL_SECONDS / REAL_DICE_SECONDS + motion.spent - rolled


def dice_display(snapshot: BoardSnapshot[State, Move], seat: Seat) -> DiceDisplay | None:
    """The dice that lie in a seat's tray at a moment; None where there are none."""
    state: State = snapshot.state
    motion, last = snapshot.motion, snapshot.last
    if motion is not None and motion.ply.move.is_throw:
        if motion.ply.before.side != seat:
            return None
        fits = state.dice is not None and not state.moves()[0].is_pass
        kind = "lamp" if fits else "coral"
        return DiceDisplay(motion.ply.move.dice, kind, _throw_time(motion), len(snapshot.lying))
    if snapshot.lying and state.side == seat and snapshot.open:
        return DiceDisplay(snapshot.lying, "")
    if state.dice is not None:
        if state.side != seat:
            return None
        if state.moves()[0].is_pass:
            return DiceDisplay(state.dice, "coral")
        return DiceDisplay(state.dice, "lamp" if snapshot.open else "petrol")
    if last is not None and last.before.side == seat:
        if last.move.is_throw:
            return DiceDisplay(last.move.dice, "coral")
        if last.before.dice is not None:
            return DiceDisplay(last.before.dice, "coral" if last.move.is_pass else "petrol")
    if state.side == seat and state.outcome() is None:
        return DiceDisplay(IDLE_FACES, "", waiting=True)
    return None


@dataclass(frozen=True, slots=True)
class DiceTray:
    """A seat's tray on the canvas, not turned with the seat because of the light."""

    canvas: Canvas
    tray: Tray
    look: SeatLook

    @property
    def radius(self) -> float:
        """Of the rim, in canvas units; the rest of the room is for light and shadow."""
        return min(self.tray.box.w, self.tray.above_foot.h) / 2 - 12

    @property
    def middle(self) -> Point:
        return self.tray.on_canvas(self.tray.above_foot.centre)

    @property
    def die(self) -> int:
        """The side of a die, in pixels."""
        return self.canvas.px(self.radius * DIE_SIZE)

    def point(self, at: Point) -> Point:
        """The canvas point of a point in radii, as it is seen on the screen."""
        x, y = self.middle
        return x + at[0] * self.radius, y + at[1] * self.radius

    def put(self, frame: Frame, lying: DiceDisplay | None, *, inviting: bool, cursor: bool) -> None:
        """Puts the tray, the dice in it and their sum."""
        radius = self.canvas.px(self.radius)
        with frame.turned(0, self.middle):
            if inviting:
                frame.put(tray_glow(radius), self.middle)
            frame.put(tray_image(radius, self.look), self.middle)
            if inviting:
                frame.put(felt_lamp_light(radius), self.middle)
                frame.put(tray_lit_rim(radius), self.middle)
            if cursor:
                frame.put(shapes.ring(radius * 1.0, radius * 0.09, INK), self.middle)
                frame.put(shapes.ring(radius * 1.0, radius * 0.055, WHITE), self.middle)
            if lying is not None:
                for slot in range(len(lying.faces)):
                    self._put_die(frame, lying, slot)
        if lying is not None and lying.kind:
            spent = ROLL_SECONDS + SETTLE_SECONDS if lying.tumbling is None else lying.tumbling
            self._put_sum(frame, lying, ease_out((spent - ROLL_SECONDS + 0.05) / 0.2))

    def _put_die(self, frame: Frame, lying: DiceDisplay, slot: int) -> None:
        face, rest = lying.faces[slot], self.point(_REST[slot])
        if lying.waiting:
            frame.put(rolling_die(slot, face, WAITING_QUARTERS, self.die), rest, WAITING_OPACITY)
            return
        if lying.tumbling is None or lying.tumbling >= ROLL_SECONDS or slot < lying.still:
            picture, at, high, seen = resting_die(slot, face, self.die), rest, 0.0, 1.0
        else:
            share = lying.tumbling / ROLL_SECONDS
            to_go = (1 - share) ** 2.0
            picture = rolling_die(slot, face, to_go * (6 + slot), self.die)
            start = self.point(_START[slot])
            at = lerp(rest, start, to_go)
            high = self.radius * 0.36 * bounce_height(share)
            seen = min(1.0, share * 12)
        ground = (at[0] + self.radius * (0.05 + high / 260), at[1] + self.radius * 0.08 + high / 3)
        frame.put(die_shadow(self.die), ground, seen * (1 - high / self.radius))
        frame.put(picture, (at[0], at[1] - high), seen)

    def _put_sum(self, frame: Frame, lying: DiceDisplay, share: float) -> None:
        if share <= 0:
            return
        sizes = self._plaque
        picture = plaque_image(str(sum(lying.faces)), lying.kind, *sizes)
        # Only the number is turned with the seat.
        at = turn_point(self.point(_PLAQUE), -self.tray.turns, self.tray.about)
        frame.put(picture, at, share)

    @property
    def _plaque(self) -> tuple[int, int, int]:
        """The width and height of the sum's plate and the size of its figures, in pixels."""
        size = max(self.canvas.context.min_text_size, self.radius * 0.50)
        width, height, figures = (self.canvas.px(size * part) for part in (1.52, 1.08, 1.0))
        return width, height, figures

    def preparing(self) -> Iterator[None]:
        yield from in_slices(self._make_pictures)
        yield from prepare_dice(self.die)

    def _make_pictures(self) -> None:
        radius = self.canvas.px(self.radius)
        for make in (tray_glow, felt_lamp_light, tray_lit_rim):
            make(radius)
        tray_image(radius, self.look)
        sizes = self._plaque
        for kind in PLAQUES:
            for total in range(2, 13):
                plaque_image(str(total), kind, *sizes)


def bounce_height(share: float) -> float:
    """How high dice are above the felt, from 0 to 1, when a share of their way is done."""
    for start, end, height in ((-0.40, 0.34, 1.0), (0.34, 0.62, 0.34), (0.62, 0.78, 0.09)):
        if share < end:
            return height * sin(pi * (share - start) / (end - start))
    return 0.0


@surface_cache(most=8)
def tray_image(radius: int, look: SeatLook) -> pygame.Surface:
    """The empty tray: walnut around felt, with the seat's mark on the felt."""
    picture = _empty_tray(radius).copy()
    thread = mix(look.face, FELT, 0.42)
    for shape in (
        shapes.mark_picture(look.mark, radius * 0.33, thread),
        shapes.ring(radius * 0.56, max(1.5, radius * 0.018), thread),
    ):
        shapes.blit_centred(picture, shape)
    return picture


@surface_cache(most=4)
def _empty_tray(radius: int) -> pygame.Surface:
    rim = shapes.disc(radius, WHITE)
    side = rim.get_width()
    picture = shapes.masked(wood(side, side, WALNUT, 31, max(1.0, side / 420)), rim)
    picture.blit(bevelled(rim, radius * 0.05, 150, 190), (0, 0))
    inner = shapes.disc(radius * 0.87, FELT)
    shapes.blit_centred(
        picture, shapes.disc(radius * 0.875, (226, 178, 128), 130), dy=max(1, radius // 90)
    )
    felt = inner.copy()
    felt.blit(_felt_light(inner), (0, 0))
    felt.blit(inner_shadow(inner, radius * 0.075, 205), (0, 0))
    shapes.blit_centred(picture, felt)
    return shapes.with_shadow(picture, radius * 0.07, 0.9)


def _felt_light(shape: pygame.Surface) -> pygame.Surface:
    """Light on felt: brighter in the middle, falling off to the rim."""
    size = shape.get_size()
    small = pygame.Surface((32, 32), pygame.SRCALPHA)
    for x in range(32):
        for y in range(32):
            away = ((x - 14) ** 2 + (y - 13) ** 2) ** 0.5 / 18
            bright = round(60 * max(0.0, 1 - away))
            dim = round(90 * min(1.0, max(0.0, away - 0.45)))
            tint = (120, 210, 190, bright) if bright else (0, 0, 0, dim)
            small.set_at((x, y), tint)
    return shapes.masked(pygame.transform.smoothscale(small, size), shape)


@surface_cache(most=8)
def tray_glow(radius: int) -> pygame.Surface:
    return halo_image(2 * radius + 4, 2 * radius + 4, radius + 2, radius * 0.09)


@surface_cache(most=8)
def felt_lamp_light(radius: int) -> pygame.Surface:
    """The light of a lamp on the felt."""
    spot = shapes.disc(radius * 0.42, LAMP)
    soft = shapes.blurred(spot, LAMP, radius * 0.22, 105)
    inner = shapes.disc(radius * 0.86, WHITE)
    cut = shapes.blank(*inner.get_size(), LAMP)
    shapes.blit_centred(cut, soft)
    return shapes.masked(cut, inner)


@surface_cache(most=8)
def tray_lit_rim(radius: int) -> pygame.Surface:
    """The amber edge of such a tray."""
    line = max(2.0, radius * 0.045)
    picture = shapes.ring(radius * 0.895, line * 1.5, mix(AMBER, BLACK, 0.55)).copy()
    shapes.blit_centred(picture, shapes.ring(radius * 0.895, line, AMBER))
    return picture
