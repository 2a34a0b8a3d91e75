"""The pieces of Shout 7 on the board: how they look, lie, are lit, and travel."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

import pygame

from tabletop.engine import Ply, Seat, Spot, Step
from tabletop.games.shout7 import kernel, signs
from tabletop.games.shout7.board import (
    PIT_RADIUS,
    SHADOWS,
    board_shadow,
    draw_board,
    hexes_in,
)
from tabletop.games.shout7.hollows import sunk
from tabletop.games.shout7.motion import Journey, journeys, standing
from tabletop.games.shout7.places import IS_CELL, NAMES
from tabletop.games.shout7.rack import Rack, rack_picture
from tabletop.games.shout7.rules import LETTERS, State
from tabletop.games.shout7.ways import way_of
from tabletop.ui import stones
from tabletop.ui.board import BOW, MOVING, PIECES, BoardView
from tabletop.ui.canvas import Box, Point
from tabletop.ui.cues import Cue
from tabletop.ui.frame import Frame
from tabletop.ui.haste import by_and_by
from tabletop.ui.theme import (
    BLACK_LOOK,
    GREEN_LOOK,
    RED_LOOK,
    WHITE_LOOK,
    SeatLook,
)
from tabletop.ui.tween import on_way
from tabletop.ui.view import Places, Showing

PIECE: Final = 0.415
SUNK: Final = 0.285
QUIET: Final = 40
"""With more places open than this, each is lit less: a board all alight shows nothing."""
FADED: Final = 0.38
CELLS: Final = frozenset(name for place, name in enumerate(NAMES) if IS_CELL[place])


class PiecesDrawing(BoardView):
    """Everything that lies on the wood, or is on its way there."""

    looks: tuple[SeatLook, ...] = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK)
    letters = LETTERS[1:]
    racks: dict[Seat, Rack]
    unit: float
    """The distance of neighbours in real pixels."""
    grip: Spot = ""
    """The piece of the picked pair that a finger came down on last: pulls start there."""

    def lay_out(self, board: Box) -> None:
        self.hexes = hexes_in(board)
        self.cell = self.hexes.cell
        self.spots = self.hexes.spots()

    def fit(self, places: Places) -> None:
        super().fit(places)
        self.unit = round(self.cell * places.canvas.scale, 1)
        seats = {seat: tray for seat, tray in places.trays.items() if seat < places.seats}
        self.racks = {seat: Rack(tray, places.seats) for seat, tray in seats.items()}

    @property
    def piece_radius(self) -> float:
        return self.cell * PIECE

    def preparing(self) -> Iterator[None]:
        scale = self.places.canvas.scale
        for number in range(len(SHADOWS)):
            yield from by_and_by(partial(board_shadow, self.unit, scale, number))
        yield from by_and_by(self._make_pictures)

    def draw_base(self, surface: pygame.Surface) -> None:
        scale = self.places.canvas.scale
        middle = self.hexes.centre[0] * scale, self.hexes.centre[1] * scale
        draw_board(surface, middle, self.unit, scale)

    def lying(self, state: State) -> Mapping[Spot, str]:
        """The letter of every piece by its place."""
        return self.game.pieces(state) if self.game.pieces else {}

    # -- pictures ---------------------------------------------------------------------------

    def look(self, letter: str) -> SeatLook:
        return self.looks[self.letters.index(letter)]

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        if spot in CELLS:
            return stones.stone(self.look(letter), round(PIECE * self.unit, 1))
        return sunk(self.look(letter), round(SUNK * self.unit, 1), round(PIT_RADIUS * self.unit, 1))

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        return self._arrival({letter}, spot)

    def light(self, spot: Spot, showing: Showing) -> pygame.Surface | None:
        del spot
        if showing.state.stage == kernel.STAGE_LAY:
            return signs.lamp(self.unit, len(showing.open) <= QUIET)
        if showing.state.stage == kernel.STAGE_REMOVE or showing.picked:
            return signs.lamp_rim(self.unit)
        return signs.ember(self.unit)

    def _lifted(self, letter: str, *, small: bool = False) -> pygame.Surface:
        radius = (SUNK if small else PIECE) * self.unit
        return signs.lifted(self.look(letter), round(radius, 1))

    def _arrival(self, letters: set[str], spot: Spot) -> pygame.Surface:
        look = self.look(min(letters)) if len(letters) == 1 else None
        return signs.arrival(self.unit, look, self._radius(spot))

    def _radius(self, spot: Spot) -> float:
        return round((PIECE if spot in CELLS else SUNK) * self.unit * 0.96, 1)

    def _make_pictures(self) -> None:
        """Makes every picture that a match will need, before it begins."""
        unit = self.unit
        a_cell, a_pit = "h8", "a1"
        for letter in self.letters[: self.places.seats]:
            for spot in (a_cell, a_pit):
                self.picture(letter, spot)
                self._arrival({letter}, spot)
                self._lifted(letter, small=spot == a_pit)
            signs.badge(unit, self.look(letter))
            signs.plain_mark(self.look(letter), PIECE * unit)
        for way in range(6):
            signs.push_arrow(unit, way)
            signs.trail(unit, way, 1)
            signs.trail(unit, way, 2)
        for axis in range(3):
            signs.capsule(unit, axis)
        for spot in (a_cell, a_pit):
            self._arrival(set(), spot)
        for make in (signs.ember, signs.lamp_rim, signs.gone):
            make(unit)
        for seat, rack in self.racks.items():
            rack_picture(rack, self.looks[seat], 0, self.places.canvas.scale)
        for strong in (True, False):
            signs.lamp(unit, strong)

    # -- lights and pieces ------------------------------------------------------------------

    def seconds(self, ply: Ply) -> float:
        return max((way.end for way in self.journeys_of(ply)), default=0.0)

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """The pair slides and comes to lie; what is laid is heard piece by piece."""
        heard: dict[float, Cue] = {}
        for way in self.journeys_of(ply):
            if way.step.end is None:
                heard[way.begin] = Cue(way.begin, "shooed")
            else:
                if way.step.start is not None:
                    heard[way.begin] = Cue(way.begin, "slid")
                heard[way.end] = Cue(way.end, "placed")
        return tuple(heard[at] for at in sorted(heard))

    def journeys_of(self, ply: Ply) -> tuple[Journey, ...]:
        convoy = ply.move.is_push and way_of(ply.move).convoy
        return journeys(self.effects(ply), convoy)

    def origin(self, step: Step, ply: Ply) -> Point | None:
        del step
        rack = self.racks.get(self._mover(ply))
        return rack.front(ply.before.pot(ply.seat)) if rack else None

    def exit(self, step: Step, ply: Ply) -> Point | None:
        owner = self.letters.index(step.piece)
        rack = self.racks.get(owner)
        return rack.front(ply.before.pot(owner) + 1) if rack else None

    def _draw_pieces(self, frame: Frame, showing: Showing) -> None:
        if showing.motion is not None:
            self._draw_moving(frame, showing.motion.ply, showing.motion.spent)
            return
        pieces = dict(self.lying(showing.state))
        if showing.finish is not None:
            self._draw_faded(frame, showing, pieces)
            return
        pair = showing.picked if len(showing.picked) == 2 else ()
        if showing.held is not None and pair:
            start = self.spots[self.grip if self.grip in pair else showing.held[0]]
            at = showing.held[1]
            for spot in pair:
                x, y = self.spots[spot]
                moved = x + at[0] - start[0], y + at[1] - start[1]
                with frame.layer(MOVING):
                    frame.put(self._lifted(pieces.pop(spot)), moved)
        elif showing.preview is not None:
            if showing.preview.is_push:
                for spot in way_of(showing.preview).starts:
                    pieces.pop(spot)
            elif showing.preview.is_removal:
                pieces.pop(NAMES[showing.preview.place])
        self._put_pieces(frame, pieces)

    def _draw_moving(self, frame: Frame, ply: Ply, spent: float) -> None:
        still, moving = standing(dict(self.lying(ply.before)), self.journeys_of(ply), spent)
        self._put_pieces(frame, still)
        for way in moving:
            step, share = way.step, way.share(spent)
            start = self.spots.get(step.start or "") or self.origin(step, ply)
            end = self.spots.get(step.end or "") or self.exit(step, ply)
            with frame.layer(MOVING):
                if start is not None and end is not None:
                    drops = step.end is not None and step.end not in CELLS and share > 0.85
                    at = on_way(start, end, share, 0.0 if way.pushed else BOW * self.cell)
                    frame.put(self._lifted(step.piece, small=drops), at)
                elif end is not None:
                    frame.put(self._lifted(step.piece), end, share)
                elif start is not None:
                    frame.put(self._lifted(step.piece), start, 1 - share)

    def _draw_faded(self, frame: Frame, showing: Showing, pieces: dict[Spot, str]) -> None:
        """The pieces that decided the game stay, the others step back."""
        kept = set(self._deciding(showing))
        alpha = 1 - (1 - FADED) * min(1.0, 2 * (showing.finish or 0.0)) if kept else 1.0
        with frame.layer(PIECES):
            for spot, letter in pieces.items():
                shown = 1.0 if spot in kept else alpha
                frame.put(self.picture(letter, spot), self.spots[spot], shown)

    def _deciding(self, showing: Showing) -> list[Spot]:
        """The places that decided the game: the lines, or the winners' pieces in the pits."""
        lines = showing.game.lines(showing.state) if showing.game.lines else ()
        if lines:
            return [spot for line in lines for spot in line]
        end = showing.state.outcome()
        pieces = self.lying(showing.state)
        won = {self.letters[seat] for seat in end.winners} if end and end.scores else set()
        return [spot for spot, letter in pieces.items() if letter in won and spot not in CELLS]
