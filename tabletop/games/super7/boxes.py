"""What lies in the boxes, still or in motion: counters, and the lids of won boxes."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import Final

from tabletop.engine import Ply, Spot, Step
from tabletop.games.super7.counters import FLIPS
from tabletop.games.super7.pictures import COUNTER, Pictures
from tabletop.games.super7.rules import LETTERS, Move, State
from tabletop.games.super7.spelling import SPOTS
from tabletop.ui.board import MOVING, PAUSE, PIECES, TRAVEL
from tabletop.ui.canvas import Point
from tabletop.ui.cues import Cue
from tabletop.ui.frame import Frame
from tabletop.ui.tween import ease_out, on_way

TURN: Final = 0.24
"""Seconds in which one counter of a won box turns over."""
WAVE: Final = 0.04
"""Seconds from one counter to the next, outward from the one that won."""
CLOSE: Final = 0.22
"""Seconds in which the lid is laid on."""
BOW: Final = 1.3
"""How high a counter is carried to its square, in its radii."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """The nine boxes of one table and their middles; squares count from 0 to 80."""

    pictures: Pictures
    centres: tuple[Point, ...]
    squares: tuple[Point, ...]

    @classmethod
    def of(cls, pictures: Pictures) -> "Boxes":
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
        wave = 8 * WAVE + TURN + CLOSE if ply.after.owners[square // 9] else 0.0
        return flights * (TRAVEL + PAUSE) + wave

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """What is heard: a counter leaves, one is laid, and a box that it won turns over."""
        square, begin = ply.move.code, 0.0
        heard: list[Cue] = []
        if ply.before.squares[square]:
            heard.append(Cue(0.0, "shooed"))
            begin = TRAVEL + PAUSE
        heard.append(Cue(begin + TRAVEL, "placed"))
        if ply.after.owners[square // 9]:
            heard.append(Cue(begin + TRAVEL + PAUSE + 4 * WAVE, "box"))
            heard.append(Cue(self.seconds(ply) - CLOSE / 3, "placed"))
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
            if spent < TRAVEL:
                self._put_flight(frame, step, self.squares[move.code], spent / TRAVEL, origin)
                break
            spent -= TRAVEL + PAUSE
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
                at = on_way(origin or place, place, share, BOW * self._radius)
                frame.put(picture, at, min(1.0, share * 5))

    def _put_wave(
        self, frame: Frame, move: Move, own: str, lying: Mapping[Spot, str], spent: float
    ) -> None:
        """All counters of a won box turn over, outward from the one that won it."""
        for rank, square in enumerate(self._outward(move.code)):
            share = min(1.0, max(0.0, (spent - rank * WAVE) / TURN))
            letter = lying.get(SPOTS[square]) if share < 0.5 else own
            if letter is None:
                continue
            upright = 1 - abs(2 * share - 1)
            step = round(FLIPS * upright)
            pictures = self.pictures
            look = pictures.flip(letter, step) if step else pictures.counter(letter)
            x, y = self.squares[square]
            with frame.layer(MOVING if step else PIECES):
                frame.put(look, (x, y - self._radius * 0.5 * upright))
        closing = (spent - 8 * WAVE - TURN) / CLOSE
        if closing > 0:
            with frame.layer(MOVING):
                frame.put(self.pictures.lid(own), self.centres[move.code // 9], ease_out(closing))

    @property
    def _radius(self) -> float:
        return COUNTER * self.pictures.board.unit

    def _outward(self, start: int) -> list[int]:
        """The squares of a box, the nearest to one of them first."""
        box = start // 9
        middle = self.squares[start]
        return sorted(range(9 * box, 9 * box + 9), key=lambda k: dist(middle, self.squares[k]))
