"""The tray at each seat: a round of felt in a walnut rim, in which that seat throws its dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, sin
from typing import Final

import pygame

from tabletop.engine import Ply, Seat
from tabletop.engine.match import SCREEN
from tabletop.games.super7 import dice
from tabletop.games.super7.board import bevelled
from tabletop.games.super7.counters import PLAQUES, halo, plaque
from tabletop.games.super7.rules import State
from tabletop.ui import art
from tabletop.ui.canvas import Canvas, Point
from tabletop.ui.cues import Cue
from tabletop.ui.frame import Frame, turn_point
from tabletop.ui.kept import kept
from tabletop.ui.lettering import least
from tabletop.ui.relief import sunk
from tabletop.ui.theme import AMBER, BLACK, INK, LAMP, WHITE, SeatLook, mix
from tabletop.ui.tween import between, ease_out
from tabletop.ui.view import Motion, Showing, Tray
from tabletop.ui.wood import wood

ROLL: Final = 0.6
"""Seconds that the dice tumble."""
REAL: Final = 0.35
"""The same for dice that have rolled already, elsewhere: they only come to lie here too."""
SETTLE: Final = 0.3
"""Seconds in which their sum appears and is read."""
BOUNCES: Final = 0.2
"""Seconds before they lie from which they are heard to fall."""
FELT: Final = (26, 72, 66)
WALNUT: Final = (104, 66, 38)
INVITING: Final = (4, 3)
"""The faces of dice that nobody has thrown yet: seven, as the game is called."""

# In radii of the tray.
DIE: Final = 0.55
_REST: Final = ((-0.37, 0.20), (0.25, -0.35))
_START: Final = ((-1.3, 0.57), (-1.05, -0.93))
_PLAQUE: Final = (0.66, 0.66)


@dataclass(frozen=True, slots=True)
class Lying:
    """Dice in a tray: how they lie, and what their sum means (a kind of plaque; "" for none)."""

    faces: tuple[int, ...]
    """The first die alone, while the second is still to be thrown."""
    kind: str
    tumbling: float | None = None
    """Seconds since they were thrown, while they are on their way; real dice count faster."""
    still: int = 0
    """How many of them lay there before."""


def tumbling(ply: Ply) -> float:
    """How long showing a throw takes."""
    return (ROLL if ply.source == SCREEN else REAL) + SETTLE


def throw_cues(ply: Ply) -> tuple[Cue, ...]:
    """What is heard of a throw; dice that were shaken elsewhere only come to lie."""
    if ply.source == SCREEN:
        return Cue(0.0, "shaken"), Cue(ROLL - BOUNCES, "landed")
    return (Cue(REAL - BOUNCES, "landed"),)


def _since(motion: Motion) -> float:
    """How far a throw has come, as if it had been thrown on the screen."""
    if motion.ply.source == SCREEN:
        return motion.spent
    rolled = min(motion.spent, REAL)
    return rolled * ROLL / REAL + motion.spent - rolled


def dice_of(showing: Showing, seat: Seat) -> Lying | None:
    """The dice that lie in a seat's tray at a moment; None where there are none."""
    state: State = showing.state
    motion, last = showing.motion, showing.last
    if motion is not None and motion.ply.move.is_throw:
        if motion.ply.before.side != seat:
            return None
        fits = state.dice is not None and not state.moves()[0].is_pass
        kind = "lamp" if fits else "coral"
        return Lying(motion.ply.move.dice, kind, _since(motion), len(showing.lying))
    if showing.lying and state.side == seat and showing.open:
        return Lying(showing.lying, "")
    if state.dice is not None:
        if state.side != seat:
            return None
        if state.moves()[0].is_pass:
            return Lying(state.dice, "coral")
        return Lying(state.dice, "lamp" if showing.open else "petrol")
    if last is not None and last.before.side == seat:
        if last.move.is_throw:
            return Lying(last.move.dice, "coral")
        if last.before.dice is not None:
            return Lying(last.before.dice, "coral" if last.move.is_pass else "petrol")
    if state.side == seat and state.outcome() is None:
        return Lying(INVITING, "")
    return None


@dataclass(frozen=True, slots=True)
class Felt:
    """A seat's tray on the canvas. It is put unturned: the light never turns with a seat."""

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
        return self.canvas.px(self.radius * DIE)

    def point(self, at: Point) -> Point:
        """The canvas point of a point in radii, as it is seen on the screen."""
        x, y = self.middle
        return x + at[0] * self.radius, y + at[1] * self.radius

    def put(self, frame: Frame, lying: Lying | None, *, inviting: bool, cursor: bool) -> None:
        """Puts the tray, the dice in it and their sum."""
        radius = self.canvas.px(self.radius)
        with frame.turned(0, self.middle):
            if inviting:
                frame.put(glow(radius), self.middle)
            frame.put(bowl(radius, self.look), self.middle)
            if inviting:
                frame.put(warmth(radius), self.middle)
                frame.put(lit_rim(radius), self.middle)
            if cursor:
                frame.put(art.ring(radius * 1.0, radius * 0.09, INK), self.middle)
                frame.put(art.ring(radius * 1.0, radius * 0.055, WHITE), self.middle)
            if lying is not None:
                for slot in range(len(lying.faces)):
                    self._put_die(frame, lying, slot)
        if lying is not None and lying.kind:
            spent = ROLL + SETTLE if lying.tumbling is None else lying.tumbling
            self._put_sum(frame, lying, ease_out((spent - ROLL + 0.05) / 0.2))

    def _put_die(self, frame: Frame, lying: Lying, slot: int) -> None:
        face, rest = lying.faces[slot], self.point(_REST[slot])
        if lying.tumbling is None or lying.tumbling >= ROLL or slot < lying.still:
            picture, at, high, seen = dice.lying(slot, face, self.die), rest, 0.0, 1.0
        else:
            share = lying.tumbling / ROLL
            to_go = (1 - share) ** 2.0
            picture = dice.rolling(slot, face, to_go * (6 + slot), self.die)
            start = self.point(_START[slot])
            at = between(rest, start, to_go)
            high = self.radius * 0.36 * bounce(share)
            seen = min(1.0, share * 12)
        ground = (at[0] + self.radius * (0.05 + high / 260), at[1] + self.radius * 0.08 + high / 3)
        frame.put(dice.shade(self.die), ground, seen * (1 - high / self.radius))
        frame.put(picture, (at[0], at[1] - high), seen)

    def _put_sum(self, frame: Frame, lying: Lying, share: float) -> None:
        if share <= 0:
            return
        sizes = self._plaque
        picture = plaque(str(sum(lying.faces)), lying.kind, *sizes)
        # The number is read by the seat, so it alone is turned with it; its place is not.
        at = turn_point(self.point(_PLAQUE), -self.tray.turns, self.tray.about)
        frame.put(picture, at, share)

    @property
    def _plaque(self) -> tuple[int, int, int]:
        """The width and height of the sum's plate and the size of its figures, in pixels."""
        size = max(least(), self.radius * 0.50)
        width, height, figures = (self.canvas.px(size * part) for part in (1.52, 1.08, 1.0))
        return width, height, figures

    def preparing(self) -> Iterator[None]:
        """Makes all pictures that a game can ask for, some at a time."""
        radius = self.canvas.px(self.radius)
        for make in (glow, warmth, lit_rim):
            make(radius)
        bowl(radius, self.look)
        yield
        yield from dice.preparing(self.die)
        sizes = self._plaque
        for kind in PLAQUES:
            for total in range(2, 13):
                plaque(str(total), kind, *sizes)


def bounce(share: float) -> float:
    """How high dice are above the felt, from 0 to 1, when a share of their way is done."""
    for start, end, height in ((-0.40, 0.34, 1.0), (0.34, 0.62, 0.34), (0.62, 0.78, 0.09)):
        if share < end:
            return height * sin(pi * (share - start) / (end - start))
    return 0.0


@kept(most=8)
def bowl(radius: int, look: SeatLook) -> pygame.Surface:
    """The empty tray: walnut round felt, the seat's mark sewn into the felt."""
    picture = _bowl(radius).copy()
    thread = mix(look.face, FELT, 0.42)
    for shape in (
        art.mark_picture(look.mark, radius * 0.33, thread),
        art.ring(radius * 0.56, max(1.5, radius * 0.018), thread),
    ):
        art.lay(picture, shape)
    return picture


@kept(most=4)
def _bowl(radius: int) -> pygame.Surface:
    rim = art.disc(radius, WHITE)
    side = rim.get_width()
    picture = art.masked(wood(side, side, WALNUT, 31, max(1.0, side / 420)), rim)
    picture.blit(bevelled(rim, radius * 0.05, 150, 190), (0, 0))
    inner = art.disc(radius * 0.87, FELT)
    art.lay(picture, art.disc(radius * 0.875, (226, 178, 128), 130), dy=max(1, radius // 90))
    felt = inner.copy()
    felt.blit(_pile(inner), (0, 0))
    felt.blit(sunk(inner, radius * 0.075, 205), (0, 0))
    art.lay(picture, felt)
    return art.with_shadow(picture, radius * 0.07, 0.9)


def _pile(shape: pygame.Surface) -> pygame.Surface:
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
    return art.masked(pygame.transform.smoothscale(small, size), shape)


@kept(most=8)
def glow(radius: int) -> pygame.Surface:
    """The light round a tray whose dice are to be thrown."""
    return halo(2 * radius + 4, 2 * radius + 4, radius + 2, radius * 0.09)


@kept(most=8)
def warmth(radius: int) -> pygame.Surface:
    """The light of a lamp on the felt."""
    spot = art.disc(radius * 0.42, LAMP)
    soft = art.blurred(spot, LAMP, radius * 0.22, 105)
    inner = art.disc(radius * 0.86, WHITE)
    cut = art.blank(*inner.get_size(), LAMP)
    art.lay(cut, soft)
    return art.masked(cut, inner)


@kept(most=8)
def lit_rim(radius: int) -> pygame.Surface:
    """The amber edge of such a tray."""
    line = max(2.0, radius * 0.045)
    picture = art.ring(radius * 0.895, line * 1.5, mix(AMBER, BLACK, 0.55)).copy()
    art.lay(picture, art.ring(radius * 0.895, line, AMBER))
    return picture
