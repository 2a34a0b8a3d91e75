"""The pieces of Shoo at one size: travelers as stones, horses as irons, riders in irons."""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.games.shoo import horses
from tabletop.games.shoo.steps import LOOSE, MOUNTED, ON_FOOT
from tabletop.ui import art, stones
from tabletop.ui.kept import kept
from tabletop.ui.theme import SHADOW, SeatLook

FOOT, FREE, RIDDEN = 0.355, 0.405, 0.450
"""Radii in cells: of a traveler on foot, of a free horse, of a ridden one."""
SHRINKING: Final = (0.355, 0.325, 0.297, 0.270)
"""Radii through which a traveler goes as it sits down in an iron."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pictures of all pieces by their letters in the position text."""

    looks: tuple[SeatLook, ...]
    cell: int
    """A square's side in real pixels."""

    def radius(self, letter: str) -> float:
        """In cells."""
        return FREE if letter == LOOSE else FOOT if letter in ON_FOOT else RIDDEN

    def picture(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return horses.horse(self.cell * FREE)
        if letter in ON_FOOT:
            return stones.stone(self._look(letter), self.cell * FOOT)
        return horses.rider(self._look(letter), self.cell * RIDDEN)

    def sitting(self, letter: str, share: float) -> pygame.Surface:
        """A stone on its way into an iron (`share` 1: it sits) or out of one."""
        step = min(len(SHRINKING) - 1, max(0, int(share * len(SHRINKING))))
        return stones.stone(self._look(letter), self.cell * SHRINKING[step])

    def ghost(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return horses.ghost_horse(self.cell * FREE)
        if letter in ON_FOOT:
            return stones.ghost(self._look(letter), self.cell * FOOT)
        return horses.ghost_rider(self._look(letter), self.cell * RIDDEN)

    def ghost_in_iron(self, letter: str) -> pygame.Surface:
        """A ghost that sits in a horse that is really there."""
        return stones.ghost(self._look(letter), self.cell * FREE * horses.RIDER)

    def small_ghost(self, letter: str) -> pygame.Surface:
        """One of several places where a traveler may come to stand."""
        return stones.ghost(self._look(letter), self.cell * 0.22)

    def small_rider(self, letter: str) -> pygame.Surface:
        """The rider, where it can come to a square on its horse or without it."""
        return horses.ghost_rider(self._look(letter), self.cell * 0.27)

    def lock(self) -> pygame.Surface:
        return horses.lock(self.cell * 0.40)

    def shade(self) -> pygame.Surface:
        """What a piece in the air throws on the board."""
        return _shade(self.cell * FOOT)

    def prepare(self) -> None:
        """Makes every picture once."""
        for letter in ON_FOOT + MOUNTED + LOOSE:
            self.picture(letter)
            self.ghost(letter)
        for letter in ON_FOOT:
            self.small_ghost(letter)
            self.small_rider(letter)
            self.ghost_in_iron(letter)
            for i in range(len(SHRINKING)):
                self.sitting(letter, i / len(SHRINKING))
        self.lock()
        self.shade()

    def _look(self, letter: str) -> SeatLook:
        return self.looks["wb".index(letter.lower())]


@kept(most=4)
def _shade(radius: float) -> pygame.Surface:
    return art.blurred(art.disc(radius, SHADOW), SHADOW, radius * 0.4, 120)
