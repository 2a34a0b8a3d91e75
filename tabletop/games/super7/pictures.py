"""Every picture that lies on the board of one table, at that table's size, made once."""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.games.super7 import counters
from tabletop.games.super7.board import BOX, TILE, Board, sign
from tabletop.games.super7.rules import LETTERS
from tabletop.ui.lettering import least
from tabletop.ui.theme import AMBER, CREAM, INK, PETROL, SeatLook

COUNTER: Final = 35
"""Radius of a counter in thousandths of the board."""
LID: Final = BOX - 8


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures for a board, by letters of the position text."""

    board: Board
    looks: tuple[SeatLook, ...]

    def _look(self, letter: str) -> SeatLook:
        return self.looks[LETTERS.index(letter) - 1]

    def counter(self, letter: str, *, pale: bool = False) -> pygame.Surface:
        """A counter as it lies on a square; pale where it did not decide the game."""
        return counters.counter(self._look(letter), self.board.px(COUNTER), pale)

    def ghost(self, letter: str) -> pygame.Surface:
        """A counter that is not there yet."""
        return counters.ghost(self._look(letter), self.board.px(COUNTER))

    def flip(self, letter: str, step: int) -> pygame.Surface:
        """A counter that is being turned over."""
        return counters.flip(self._look(letter), self.board.px(COUNTER), step)

    def lid(self, letter: str, *, pale: bool = False) -> pygame.Surface:
        """What closes a won box; pale where the box did not decide the game."""
        return counters.lid(self._look(letter), self.board.px(LID), pale)

    def lamp(self, here: int) -> pygame.Surface:
        """A lit square with its label."""
        return counters.lamp(here, self.board.px(TILE))

    def glass(self) -> pygame.Surface:
        """The same without it."""
        return counters.glass(self.board.px(TILE))

    def lit_sign(self, here: int) -> pygame.Surface:
        """The label alone."""
        return sign(here, self.board.px(TILE), True)

    def halo(self) -> pygame.Surface:
        """The light round a lit square."""
        side = self.board.px(TILE)
        return counters.halo(side, side, side * 0.11, side * 0.11)

    def target(self) -> pygame.Surface:
        """The ring round a counter that may be replaced."""
        return counters.target(self.board.px(COUNTER + 3))

    def call(self) -> pygame.Surface:
        """The frame round the box that a throw has called."""
        px = self.board.px
        return counters.halo_frame(px(BOX + 14), px(19), px(7))

    def called_label(self, total: int) -> pygame.Surface:
        """The lit label of that box."""
        px = self.board.px
        if least():  # a room reads it from far
            return counters.plaque(str(total), "lamp", px(110), px(62), px(62))
        return counters.plaque(str(total), "lamp", px(76), px(37), px(38))

    def box_frame(self, *, amber: bool) -> pygame.Surface:
        """A frame round a box: petrol where it was just won, amber where it decides."""
        px = self.board.px
        if amber:
            return counters.frame(px(BOX + 8), px(17), px(9), AMBER, INK)
        return counters.frame(px(BOX + 8), px(17), px(6), PETROL, CREAM)

    def prepare(self) -> None:
        """Makes all of them, so that no frame of a game has to."""
        for letter in LETTERS[1:]:
            self.ghost(letter)
            for pale in (False, True):
                self.counter(letter, pale=pale)
                self.lid(letter, pale=pale)
            for step in range(counters.FLIPS + 1):
                self.flip(letter, step)
        for here in range(9):
            self.lamp(here)
            self.called_label(here + 3)
        self.halo()
        self.target()
        self.call()
        self.box_frame(amber=False)
        self.box_frame(amber=True)
