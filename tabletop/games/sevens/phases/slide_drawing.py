"""Two pictures that are slid over each other, and the judgement on each piece, as they are seen.

Places are canvas units as the acting seat sees them; pieces are drawn where they really lie.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

import pygame

from tabletop.engine import Seat
from tabletop.games.sevens.phases.comparison import Comparison
from tabletop.games.sevens.phases.slide import Slide
from tabletop.games.sevens.phases.telling import Moment
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Kind, Point
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.board import BOARD
from tabletop.games.sevens.surface.figure_art import figure_picture, numbers_of, silhouette_picture
from tabletop.games.sevens.surface.piece_art import Drawn, piece_picture, pixel_at, shadow_picture
from tabletop.games.sevens.surface.piece_outline import outline_picture
from tabletop.ui import art
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, CORAL_DEEP, PETROL, WHITE, Colour, mix
from tabletop.ui.tween import between, ease_both, ease_out

SIGN: Final = 31.0
"""Radius of the sign on a piece, in canvas units; less on small pieces."""
INK: Final[Colour] = (24, 58, 78)
GROWTH: Final = 14
"""Sizes between those of a picture apart and together."""
KEPT: Final = 0.42
"""How much of its light and shade a pale piece keeps."""


@dataclass(frozen=True, slots=True)
class SlideDrawing:
    """What is seen of two pictures at a moment."""

    desk: Desk
    slide: Slide
    shown: Comparison
    moment: Moment
    seat: Seat
    """All is turned to this seat; the light stays."""

    def draw(self, frame: Frame) -> None:
        """Puts the pictures and the signs on their pieces on a frame that is not turned."""
        if self.moment.slid < 1:
            self._put_sliding(frame, ease_both(self.moment.slid))
        elif self.moment.same > 0:
            self._put_silhouette(frame, self._unit * frame.canvas.scale)
        else:
            self._put_outlines(frame)
            self._put_pieces(frame)
            self._put_astray(frame)
            self._put_signs(frame)

    @property
    def _unit(self) -> float:
        """Canvas units per unit, when they are together."""
        return self.slide.units[1]

    def _put_sliding(self, frame: Frame, slid: float) -> None:
        """Both pictures on their way; the target fades, its outlines come out at the end."""
        slide = self.slide
        for number, picture in enumerate((self.shown.target, self.shown.guess)):
            if not picture.pieces:
                continue
            at = between(slide.apart[number], slide.together[number], slid)
            drawn = _grown(
                picture,
                slide.units[0] * frame.canvas.scale,
                slide.units[1] * frame.canvas.scale,
                round(GROWTH * slid),
                self._turns,
            )
            frame.put(drawn, self._real(at), 1 - 0.8 * slid if number == 0 else 1.0)

    def _put_silhouette(self, frame: Frame, unit: float) -> None:
        """The silhouette that both have: it covers the pieces, which come to lie just under it."""
        share, slide, shown = ease_out(self.moment.same), self.slide, self.shown
        dx, dy = shown.covering or (0.0, 0.0)
        x, y = slide.together[1]
        guess = (x + dx * share * self._unit, y + dy * share * self._unit)
        frame.put(figure_picture(shown.guess, unit, turns=self._turns), self._real(guess))
        filled = silhouette_picture(shown.target, unit, PETROL, turns=self._turns)
        target = self._real(slide.together[0])
        frame.put(filled, target, 0.9 * share)
        frame.put(sign_picture("agrees", 3 * SIGN * frame.canvas.scale, self._turns), target, share)

    @property
    def _turns(self) -> int:
        return self.desk.turns(self.seat)

    def _real(self, at: Point) -> Point:
        return self.desk.really(at, self.seat)

    def _turn(self, degrees: float) -> float:
        return degrees + 90 * self._turns

    def _place(self, at: Point) -> Point:
        """Where a point of the pictures lies on the canvas, when they are together."""
        x, y = self.slide.together[0]
        mx, my = self.shown.target.middle
        return self._real((x + (at[0] - mx) * self._unit, y + (at[1] - my) * self._unit))

    def _put_outlines(self, frame: Frame) -> None:
        """Where pieces of the target lay that nothing has been said of yet."""
        unit = self._unit * frame.canvas.scale
        judged = (*self.shown.agreed, *self.shown.astray)
        shares = (*self.moment.agrees, *self.moment.astray)
        for (place, _), share in zip(judged, shares, strict=True):
            if share > 0:
                continue
            piece = self.shown.target.pieces[place]
            pose = piece.pose
            turn = self._turn(pose.turn)
            drawn = outline_picture(piece.kind, turn, pose.flipped, unit, INK, fill=18)
            drawn.put(frame, self._place(pose.at))

    def _put_pieces(self, frame: Frame) -> None:
        """The guess: full of colour, or pale where a piece has been found to lie astray."""
        unit = self._unit * frame.canvas.scale
        guess = self.shown.guess
        numbers = numbers_of(guess.kinds)
        pale = {
            guessed
            for (_, guessed), share in zip(self.shown.astray, self.moment.astray, strict=True)
            if share > 0
        }
        for piece in guess.pieces:
            pose = piece.pose
            cast = shadow_picture(piece.kind, self._turn(pose.turn), pose.flipped, unit)
            cast.put(frame, self._place(pose.at))
        for part in ("side", "face"):
            for place, (number, piece) in enumerate(zip(numbers, guess.pieces, strict=True)):
                pose = piece.pose
                at, phase = pixel_at(frame.canvas, self._place(pose.at))
                drawn = (pale_picture if place in pale else _bright)(
                    number, piece.kind, self._turn(pose.turn), pose.flipped, unit, part, phase
                )
                drawn.put(frame, at)

    def _put_astray(self, frame: Frame) -> None:
        """Where the pieces that went astray belong."""
        unit = self._unit * frame.canvas.scale
        for (place, _), share in zip(self.shown.astray, self.moment.astray, strict=True):
            if share <= 0:
                continue
            piece = self.shown.target.pieces[place]
            pose = piece.pose
            turn = self._turn(pose.turn)
            drawn = outline_picture(
                piece.kind, turn, pose.flipped, unit, CORAL_DEEP, width=0.06, fill=26
            )
            drawn.put(frame, self._place(pose.at), share)

    def _put_signs(self, frame: Frame) -> None:
        shown, moment = self.shown, self.moment
        for (_, lies), share in zip(shown.agreed, moment.agrees, strict=True):
            self._put_sign(frame, "agrees", shown.guess.pieces[lies].pose.at, share)
        for (place, guessed), share in zip(shown.astray, moment.astray, strict=True):
            piece = shown.target.pieces[place] if guessed is None else shown.guess.pieces[guessed]
            self._put_sign(frame, "astray", piece.pose.at, share)

    def _put_sign(
        self, frame: Frame, said: Literal["agrees", "astray"], at: Point, share: float
    ) -> None:
        if share <= 0:
            return
        # Eight sizes are enough for what lasts a sixth of a second.
        full = min(SIGN, self._unit * 0.36) * frame.canvas.scale
        size = (0.4 + 0.6 * _in_eighths(share)) * full
        frame.put(sign_picture(said, size, self._turns), self._place(at), min(1.0, 2 * share))


def _in_eighths(share: float) -> float:
    return ceil(share * 8) / 8


@kept(most=2)
def _grown(picture: Picture, small: float, large: float, step: int, turns: int) -> pygame.Surface:
    """A picture between two sizes, given as pixels per unit: `step` from 0 to GROWTH."""
    if step == 0:
        return figure_picture(picture, small, turns=turns)
    whole = figure_picture(picture, large, turns=turns)
    if step == GROWTH:
        return whole
    share = (small + (large - small) * step / GROWTH) / large
    width, height = whole.get_size()
    return pygame.transform.smoothscale(whole, (round(width * share), round(height * share)))


@kept(most=48)
def sign_picture(said: Literal["agrees", "astray"], radius: float, turns: int) -> pygame.Surface:
    """A tick on petrol, or a cross on coral; `radius` in pixels."""
    colour, name = (PETROL, "check") if said == "agrees" else (CORAL_DEEP, "close")
    mark = icon(name, max(4, round(radius * 1.15)), WHITE)
    disc = art.layered(art.disc(radius, WHITE), art.disc(radius * 0.87, colour))
    sign = art.layered(disc, pygame.transform.rotate(mark, -90 * turns) if turns else mark)
    return art.with_shadow(sign, max(1.0, radius * 0.18))


def _bright(
    number: int,
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    part: str,
    phase: tuple[int, int],
) -> Drawn:
    shown: Literal["side", "face"] = "side" if part == "side" else "face"
    return piece_picture(number, kind, turn, flipped, unit_px, part=shown, phase=phase)


@kept(most=64)
def pale_picture(
    number: int,
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    part: str,
    phase: tuple[int, int],
) -> Drawn:
    """A piece that lost its colour to the board."""
    full = _bright(number, kind, turn, flipped, unit_px, part, phase)
    picture = pygame.transform.grayscale(full.picture)
    picture.fill((*mix(BLACK, WHITE, KEPT), 255), special_flags=pygame.BLEND_RGBA_MULT)
    tone = mix(BLACK, BOARD, 0.86 * (1 - KEPT))
    picture.fill((*tone, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return Drawn(picture, full.dx, full.dy)
