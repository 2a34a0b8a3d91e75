"""The board of a puzzle: the silhouette is hollowed out of it, and pieces find its edges."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

import pygame

from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, Kind, Point, Pose, corners_of
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.solving.outline import Outline, points
from tabletop.games.sevens.solving.region import Boundary, fits, holds
from tabletop.games.sevens.surface.board import draw_board
from tabletop.games.sevens.surface.scenery import draw_pieces
from tabletop.games.sevens.surface.sight import BoardPlan
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import fresh_surface, work_room
from tabletop.ui import art
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.theme import Colour

FLOOR: Final[Colour] = (196, 163, 108)
WALL: Final[Colour] = (132, 98, 54)
DEEP: Final = (0.045, 0.085)
"""Units by which the walls' shade reaches right and down onto the floor."""
PAD: Final = 0.1
HAIR: Final = 0.02
"""Units by which a piece may reach over the edge and still lie in the hollow."""
EXACT: Final = 1e-6


class PuzzleBoard(Surface):
    """A board that may have a hollow under its pieces."""

    hollow: Picture | None = None
    """The figure whose silhouette it is, where it lies on the board."""

    @property
    def room(self) -> Zone:
        """The part of the board beside its tray, in units."""
        walls, tray = self.pieces.walls, self.pieces.tray
        return walls if tray is None else work_room(BoardPlan(walls.width, walls.height, tray))

    @property
    def middle(self) -> Point:
        """The middle of that room."""
        room = self.room
        return room.left + room.width / 2, room.top + room.height / 2

    def draw(self, frame: Frame) -> None:
        """Puts the board, the hollow in it and all that lies there on a frame."""
        if self.hollow is None:
            super().draw(frame)
            return
        sight, walls = self.sight, self.pieces.walls
        draw_board(frame, sight, walls.width, walls.height, self.pieces.tray)
        picture = _hollow_picture(self.hollow, sight.unit * frame.canvas.scale)
        frame.put(picture, sight.to_canvas(self.hollow.middle))
        draw_pieces(frame, sight, self.pieces, self._still)


def fresh_board(desk: Desk) -> PuzzleBoard:
    """A board with all seven pieces in its tray, as the table's settings have it."""
    plain = fresh_surface(desk, FULL_SET, range(len(FULL_SET)))
    hands = plain.hands
    return PuzzleBoard(plain.pieces, step=hands.step, hold=hands.hold, numbers=plain.numbers)


@kept(most=2)
def _hollow_picture(figure: Picture, unit_px: float) -> pygame.Surface:
    """A silhouette sunk into the wood, the middle of its span in the middle."""
    left, top, right, bottom = figure.span
    size = (
        2 * ceil(((right - left) / 2 + PAD) * unit_px),
        2 * ceil(((bottom - top) / 2 + PAD) * unit_px),
    )
    over = 3 if max(size) <= 700 else 2
    unit = unit_px * over
    x0, y0 = figure.middle
    large = (size[0] * over, size[1] * over)

    def cut(by: Point, colour: Colour) -> pygame.Surface:
        sheet = art.blank(*large, colour)
        for piece in figure.pieces:
            placed = [
                (large[0] / 2 + (x - x0 + by[0]) * unit, large[1] / 2 + (y - y0 + by[1]) * unit)
                for x, y in piece.corners
            ]
            pygame.draw.polygon(sheet, (*colour, 255), placed)
            # A hair larger, so that no seam is left.
            pygame.draw.polygon(sheet, (*colour, 255), placed, width=3)
        return sheet

    whole = cut((0.0, 0.0), WALL)
    floor = cut(DEEP, FLOOR)
    # The floor is seen only inside the walls.
    floor.blit(cut((0.0, 0.0), (255, 255, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    whole.blit(floor, (0, 0))
    return pygame.transform.smoothscale(whole, size)


class Hollow:
    """The edges of a silhouette, for pieces that are let go near them."""

    def __init__(self, figure: Picture) -> None:
        rings: Sequence[Sequence[Point]] = ()
        self._edges: Boundary = frozenset()
        try:
            outline = Outline.of(figure)
            rings, self._edges = outline.rings, outline.boundary(HAIR / 2)
        except ValueError:
            # Pieces that overlap a little too much have no clean edge: nothing snaps then.
            rings = ()
        self._corners = [at for ring in rings for at in points(ring)]

    def place(self, kind: Kind, pose: Pose, reach: float) -> Pose | None:
        """Where a piece lies flush inside, at most `reach` units away; None if it does not.

        A corner in a corner is sought first, then an edge along an edge.
        """
        own = points(corners_of(kind, pose))
        for by in (*self._to_corners(own, reach), *self._to_edges(own, reach)):
            moved = [at + by for at in own]
            if self.keeps(moved):
                return replace(pose, x=pose.x + by.real, y=pose.y + by.imag)
        return None

    def keeps(self, shape: Sequence[complex]) -> bool:
        """Whether a piece with these corners lies inside."""
        if not self._edges:
            return False
        ring = shape if _area(shape) > 0 else list(reversed(shape))
        return fits(self._edges, ring, HAIR) and holds(self._edges, sum(shape) / len(shape))

    def _to_corners(self, own: Sequence[complex], reach: float) -> list[complex]:
        found = [there - here for there in self._corners for here in own]
        return sorted((by for by in found if abs(by) <= reach), key=abs)

    def _to_edges(self, own: Sequence[complex], reach: float) -> list[complex]:
        return sorted(self._flush(own, reach), key=abs)

    def _flush(self, own: Sequence[complex], reach: float) -> Iterator[complex]:
        """The shifts straight towards an edge that bring a corner onto it."""
        for a, b in self._edges:
            along = (b - a) / abs(b - a)
            for at in own:
                rest = (at - a) / along
                if -reach <= rest.real <= abs(b - a) + reach and abs(rest.imag) <= reach:
                    yield -1j * rest.imag * along


def _area(shape: Sequence[complex]) -> float:
    pairs = zip(shape, (*shape[1:], shape[0]), strict=True)
    return sum(a.real * b.imag - a.imag * b.real for a, b in pairs) / 2
