"""One picture at one place of a frame."""

from typing import NamedTuple

import pygame


class Blit(NamedTuple):
    """One picture at one place, in real pixels; pictures are told apart by which they are."""

    surface: pygame.Surface
    x: int
    y: int
    alpha: int

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect(topleft=(self.x, self.y))

    def moved(self, dx: int, dy: int) -> "Blit":
        return Blit(self.surface, self.x + dx, self.y + dy, self.alpha)
