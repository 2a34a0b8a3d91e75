"""The board of Five in a Row: a grid of squares in two shades."""

import pygame

from tabletop.engine import Game
from tabletop.ui.board.view import BoardView, ViewLayout, square_grid
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.theme.theme import BLACK_LOOK, WHITE_LOOK


class GomokuView(BoardView):
    looks = (BLACK_LOOK, WHITE_LOOK)
    letters = "BW"

    def lay_out(self, board: Box) -> None:
        rows, self.cell = square_grid(board, 9, 9)
        for rank, row in zip("987654321", rows, strict=True):
            self.spots |= {f"{file}{rank}": at for file, at in zip("abcdefghi", row, strict=True)}

    def draw_base(self, surface: pygame.Surface) -> None:
        square = pygame.Rect(0, 0, self.px(self.cell), self.px(self.cell))
        for number, point in enumerate(self.spots.values()):
            square.center = self.places.canvas.to_pixels(point)
            pygame.draw.rect(surface, ((206, 168, 110), (186, 147, 92))[number % 2], square)

    def emblem(self, pixels: int) -> pygame.Surface:
        canvas = Canvas((pixels, pixels))
        self.fit(ViewLayout(canvas, canvas.box))
        picture = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        self.draw_base(picture)
        return picture


def make_view(game: Game) -> GomokuView:
    return GomokuView(game)
