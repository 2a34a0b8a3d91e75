"""Counters, the lids of won boxes, and the lamps under squares that a throw has opened.

Every picture that lies on the board of one table, at that table's size, made once.

What lies in the boxes, still or in motion: counters, and the lids of won boxes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, cos, dist, pi
from typing import Final

import pygame

from tabletop.engine import Ply, Spot, Step
from tabletop.games.super7.rules import LETTERS, SPOTS, Move, State
from tabletop.games.super7.view.board import BOX, TILE, Board, bevelled, sign
from tabletop.ui.audio.cues import Cue
from tabletop.ui.board.board_view import MOVING, PHASE_PAUSE_SECONDS, PHASE_SECONDS, PIECES
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.context import current_context
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import ease_out, point_on_path
from tabletop.ui.draw import shapes
from tabletop.ui.draw.relief import put_bevel, put_face
from tabletop.ui.draw.wood import wood
from tabletop.ui.text import typesetting
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
    """A seat's mark let into wood: a dark upper edge, a light lower one."""
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
    """A picture gone pale as old wood, but not see-through: labels beneath stay hidden."""
    pale = picture.copy()
    pale.blit(shapes.silhouette(picture, PALE_WOOD, 128), (0, 0))
    return pale


@surface_cache(most=64)
def flipping_counter_image(look: SeatLook, radius: int, step: int) -> pygame.Surface:
    """A counter that is being turned over: lying at step 0, on its edge at `FLIPS`."""
    flat = bare_counter(look, radius)
    width = max(2, round(flat.get_width() * cos(pi / 2 * step / FLIP_STEPS)))
    return pygame.transform.smoothscale(flat, (width, flat.get_height()))


@surface_cache(most=8)
def lid_image(look: SeatLook, side: int, pale: bool = False) -> pygame.Surface:
    """The lid on a won box: the owner's colour, and the owner's mark so large that all see it."""
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
    shapes.blit_centred(
        picture, typesetting.line(text, size, PLAQUES[kind][1], True, context=typesetting.NEUTRAL)
    )
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
    """Where a counter would come to lie: pale, with a dashed rim in ink."""
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
        """A counter that is not there yet."""
        return ghost_counter_image(self._look(letter), self.board.px(COUNTER_RADIUS))

    def flip(self, letter: str, step: int) -> pygame.Surface:
        """A counter that is being turned over."""
        return flipping_counter_image(self._look(letter), self.board.px(COUNTER_RADIUS), step)

    def lid(self, letter: str, *, pale: bool = False) -> pygame.Surface:
        """What closes a won box; pale where the box did not decide the game."""
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
        """The light round a lit square."""
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
        if current_context().projector:  # a room reads it from far
            return plaque_image(str(total), "lamp", px(110), px(62), px(62))
        return plaque_image(str(total), "lamp", px(76), px(37), px(38))

    def box_frame(self, *, amber: bool) -> pygame.Surface:
        """A frame round a box: petrol where it was just won, amber where it decides."""
        px = self.board.px
        if amber:
            return frame_image(px(BOX + 8), px(17), px(9), AMBER, INK)
        return frame_image(px(BOX + 8), px(17), px(6), PETROL, CREAM)

    def prepare(self) -> None:
        """Makes all of them, so that no frame of a game has to."""
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
        """The boxes of a board."""
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

    def seconds(self, ply: Ply) -> float:
        """How long a placed counter takes, with all that follows from it."""
        square = ply.move.code
        flights = 2 if ply.before.squares[square] else 1
        wave = (
            8 * FLIP_STAGGER_SECONDS + FLIP_SECONDS + LID_SECONDS
            if ply.after.owners[square // 9]
            else 0.0
        )
        return flights * (PHASE_SECONDS + PHASE_PAUSE_SECONDS) + wave

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """What is heard: a counter leaves, one is laid, and a box that it won turns over."""
        square, begin = ply.move.code, 0.0
        heard: list[Cue] = []
        if ply.before.squares[square]:
            heard.append(Cue(0.0, "shooed"))
            begin = PHASE_SECONDS + PHASE_PAUSE_SECONDS
        heard.append(Cue(begin + PHASE_SECONDS, "placed"))
        if ply.after.owners[square // 9]:
            heard.append(
                Cue(begin + PHASE_SECONDS + PHASE_PAUSE_SECONDS + 4 * FLIP_STAGGER_SECONDS, "box")
            )
            heard.append(Cue(self.seconds(ply) - LID_SECONDS / 3, "placed"))
        return tuple(heard)

    def put_motion(
        self,
        frame: Frame,
        ply: Ply,
        phases: tuple[tuple[Step, ...], ...],
        spent: float,
        origin: Point | None,
    ) -> None:
        """A replaced counter leaves, a counter comes from `origin`, a won box turns over."""
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
        for rank, square in enumerate(self._outward(move.code)):
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

    def _outward(self, start: int) -> list[int]:
        """The squares of a box, the nearest to one of them first."""
        box = start // 9
        middle = self.squares[start]
        return sorted(range(9 * box, 9 * box + 9), key=lambda k: dist(middle, self.squares[k]))
