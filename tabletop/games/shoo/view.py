"""How Shoo looks on the table."""

from collections.abc import Iterator, Mapping

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, Word
from tabletop.games.shoo import glossary, telling
from tabletop.games.shoo.board import GAP, Board
from tabletop.games.shoo.emblem import emblem
from tabletop.games.shoo.foresight import (
    closed_by_shoo,
    dangers,
    outlook,
    shared_phases,
    threats,
)
from tabletop.games.shoo.journeys import Journeys
from tabletop.games.shoo.kernel import CAPTURE, RETIRE, RIDE
from tabletop.games.shoo.lying import Lying
from tabletop.games.shoo.marks import ANYWAY, Marks
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.piece_set import FOOT, FREE, RIDDEN, PieceSet
from tabletop.games.shoo.rules import State, reserved, shooers
from tabletop.games.shoo.signs import WOULD, Trails, hatch, mover_light
from tabletop.games.shoo.stable import WANTED
from tabletop.games.shoo.steps import LOOSE
from tabletop.games.shoo.yards import Yards
from tabletop.ui.board import LIGHT, MARKS, MOST_SHARED, SIGNS, TOP, BoardView
from tabletop.ui.canvas import Box, Point
from tabletop.ui.cues import Cue
from tabletop.ui.frame import Frame
from tabletop.ui.glossary import Named
from tabletop.ui.glow import glow_tile
from tabletop.ui.haste import by_and_by
from tabletop.ui.theme import BLACK_LOOK, WHITE_LOOK
from tabletop.ui.view import Choice, Places, Showing

FEW = 3
"""So few open places are lit like destinations, even before anything is picked."""
MANY = 28
"""More open places than these are lit by a lamp in their middle, so that the board stays calm."""


class ShooView(BoardView):
    """The board, the two stables, and all that may be seen of a ply before it is made."""

    looks = (WHITE_LOOK, BLACK_LOOK)
    letters = "wb"
    tray_height = WANTED

    board: Board
    pieces: PieceSet
    trails: Trails
    journeys: Journeys
    marks: Marks
    lying: Lying
    yards: Yards

    # -- places -------------------------------------------------------------------------------

    def lay_out(self, board: Box) -> None:
        self.board = Board.within(self.places.canvas, board)
        self.cell = self.board.cell
        self.spots = self.board.spots()

    def fit(self, places: Places) -> None:
        super().fit(places)
        self.pieces = PieceSet(self.looks, self.board.cell_px)
        self.trails = Trails(self.cell, self.board.cell_px)
        self.journeys = Journeys(self.spots, self.cell, self.pieces)
        self.marks = Marks(self.spots, self.cell, self.pieces, self.trails)
        self.lying = Lying(self.spots, self.cell, self.pieces)
        self.yards = Yards(places, self.looks)

    def preparing(self) -> Iterator[None]:
        return by_and_by(self._make_pictures)

    def _make_pictures(self) -> None:
        """Makes the pictures before the first ply, not in the middle of one."""
        self.pieces.prepare()
        self.trails.prepare()
        self.marks.prepare(Frame(self.places.canvas))
        self.light_tile()
        self.light_spot()
        hatch(self.board.cell_px)
        for radius in (FOOT, FREE, RIDDEN):
            mover_light(self.px(self.cell * (radius + 0.03)))
        self.yards.prepare()

    def draw_base(self, surface: pygame.Surface) -> None:
        self.board.draw(surface, (self.looks[0].mark, self.looks[1].mark))

    def light_tile(self) -> pygame.Surface:
        side = self.board.cell_px - max(1, round(self.board.cell_px * GAP)) - 1
        return glow_tile(side, side, max(1, side // 16))

    def light_spot(self) -> pygame.Surface:
        side = round(self.board.cell_px * 0.36)
        return glow_tile(side, side, side // 3)

    def spot_at(self, showing: Showing, at: Point) -> Spot | None:
        return self.yards.spot_at(showing.seat, at) or super().spot_at(showing, at)

    def points(self, showing: Showing) -> Mapping[Spot, Point]:
        found = dict(self.spots)
        for spot in showing.open - self.spots.keys():
            point = self.yards.point(showing.seat, spot)
            if point is not None:
                found[spot] = point
        return found

    # -- words --------------------------------------------------------------------------------

    def choices(self, showing: Showing) -> tuple[Choice, ...]:
        return telling.choices(showing)

    def named(self, showing: Showing, spot: Spot) -> Named | None:
        return glossary.named(showing.state, spot)

    def prompt(self, showing: Showing) -> Text:
        return telling.prompt(showing)

    def told(self, ply: Ply) -> Text:
        return telling.told(ply)

    def seconds(self, ply: Ply) -> float:
        return self.journeys.seconds(ply, self.effects(ply))

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        return self.journeys.cues(ply, self.effects(ply))

    def draw_tray(self, frame: Frame, showing: Showing, seat: Seat) -> None:
        self.yards.draw(frame, showing, seat)

    # -- the pieces ---------------------------------------------------------------------------

    def _phases(self, showing: Showing) -> tuple[tuple[Step, ...], ...]:
        """What is certain to happen: all of the previewed ply, or what all candidates share."""
        if showing.preview is not None:
            return self._would(showing, showing.preview)
        if len(showing.picked) < 2 or not 1 <= len(showing.candidates) <= MOST_SHARED:
            return ()
        return tuple(shared_phases([self._would(showing, move) for move in showing.candidates]))

    def _would(self, showing: Showing, move: Move) -> tuple[tuple[Step, ...], ...]:
        return self.effects(Ply(showing.seat, move, showing.state, showing.state))

    def _draw_pieces(self, frame: Frame, showing: Showing) -> None:
        motion = showing.motion
        if motion is not None:
            ply, spent = motion.ply, motion.spent
            before, gate = self._standing(ply.before), self.yards.gate(ply)
            still = self.journeys.put(frame, ply, self.effects(ply), spent, before, gate)
            self.lying.put(frame, still)
            return
        standing = self._standing(showing.state)
        if showing.finish is not None:
            winning = [spot for line in self._lines(showing) for spot in line]
            self.lying.put_final(frame, standing, winning)
            return
        seen = outlook(standing, self._phases(showing))
        if showing.held is not None:
            self.lying.put_held(frame, showing.held, seen, showing.seat)
        self.lying.put_outlook(frame, seen)
        self.lying.put_locks(frame, reserved(showing.state), showing.preview)

    def _standing(self, state: State) -> Mapping[Spot, str]:
        return self.game.pieces(state) if self.game.pieces else {}

    def _lines(self, showing: Showing) -> tuple[Word, ...]:
        return self.game.lines(showing.state) if self.game.lines else ()

    # -- signs --------------------------------------------------------------------------------

    def _draw_lights(self, frame: Frame, showing: Showing) -> None:
        places = [spot for spot in sorted(showing.open) if spot in self.spots]
        standing = self._standing(showing.state)
        quiet = not showing.picked and len(places) > FEW
        tile = self.light_tile() if len(places) <= MANY else self.light_spot()
        for spot in places:
            if quiet and spot in standing:
                radius = self.pieces.radius(standing[spot]) + 0.03
                frame.put(mover_light(self.px(self.cell * radius)), self.spots[spot])
            else:
                frame.put(tile, self.spots[spot])

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        steps = [step for phase in self.effects(ply) for step in phase]
        self.marks.happened(frame, ply.move, steps, self._standing(ply.after))

    def _draw_picked(self, frame: Frame, showing: Showing) -> None:
        standing = self._standing(showing.state)
        steps = [step for phase in self._phases(showing) for step in phase]
        moved = {step.start for step in steps} | {step.end for step in steps}
        for spot in showing.picked:
            # Ghosts and arrows say more than rings do.
            if spot in standing and spot not in moved:
                self.marks.round_piece(frame, spot, standing, WOULD, 0.075)

    def draw_extra(self, frame: Frame, showing: Showing) -> None:
        """Who is shooed and why, where one may not walk, and the ways that are left."""
        if showing.motion or showing.preview or showing.finish is not None:
            return
        picked = showing.picked
        if not picked:
            self.marks.shoos(frame, dangers(showing.state))
            return
        if len(picked) == 1 and picked[0] in self.spots:
            found = [entry for entry in dangers(showing.state) if entry[0] == picked[0]]
            self.marks.shoos(frame, found, ringed=False)
            self._put_hatches(frame, showing)
        if len(picked) == 2:
            self._put_ways_left(frame, showing)

    def _put_hatches(self, frame: Frame, showing: Showing) -> None:
        """Where the picked traveler would be shooed, unless it can also ride there."""
        safe = {NAMES[move.squares[1]] for move in showing.candidates if move.kind not in ANYWAY}
        letter = self._standing(showing.state).get(showing.picked[0], LOOSE)
        if letter == LOOSE:
            return
        with frame.layer(MARKS - SIGNS):
            for spot in sorted(closed_by_shoo(showing.state, showing.picked[0]) - safe):
                frame.put(hatch(self.board.cell_px), self.spots[spot])

    def _put_ways_left(self, frame: Frame, showing: Showing) -> None:
        """After two touches: where the taken rider can go, or the ways to reach a square."""
        standing = self._standing(showing.state)
        kinds = {move.kind for move in showing.candidates}
        first, second = showing.picked
        if kinds == {CAPTURE}:
            for spot in sorted(showing.open & self.spots.keys()):
                ghost = self.pieces.small_ghost(standing[second].lower())
                frame.put(ghost, self.spots[spot])
            return
        if kinds & set(ANYWAY):
            self.marks.shoos(frame, [(second, shooers(showing.state, second))])
        if RIDE in kinds and first in standing:
            self._put_both_ways(frame, standing[first].lower(), self.spots[second])

    def _put_both_ways(self, frame: Frame, letter: str, at: Point) -> None:
        """One square, reached by riding (above) or by getting off there (below)."""
        part = self.cell * 0.01
        with frame.layer(LIGHT - SIGNS):
            frame.put(self.light_tile(), at)
        frame.put(self.pieces.small_rider(letter), (at[0] - 16 * part, at[1] - 15 * part))
        frame.put(self.pieces.small_ghost(letter), (at[0] + 21 * part, at[1] + 21 * part))

    def draw_preview(self, frame: Frame, showing: Showing) -> None:
        self._draw_ways(frame, showing, showing.preview)
        move = showing.preview
        if move.kind == RETIRE:
            with frame.layer(TOP):
                frame.put(self.marks.cross(WOULD), self.spots[NAMES[move.squares[0]]])
        if move.kind in ANYWAY:
            square = NAMES[move.squares[1]]
            self.marks.shoos(frame, [(square, shooers(showing.state, square))])
        else:
            self.marks.shoos(frame, threats(showing.state, move))

    def _draw_shared(self, frame: Frame, showing: Showing) -> None:
        if len(showing.picked) >= 2 and showing.candidates:
            self._draw_ways(frame, showing, showing.candidates[0])

    def _draw_ways(self, frame: Frame, showing: Showing, move: Move) -> None:
        """Arrows for all that is certain; the ghosts they lead to lie with the pieces."""
        phases = self._phases(showing)
        steps = [step for phase in phases for step in phase]
        if not steps and (move.kind not in ANYWAY or len(showing.candidates) > 1):
            return
        seen = outlook(self._standing(showing.state), phases)
        around = {**seen.leaving, **seen.solid, **seen.coming}
        self.marks.ways(frame, move, steps, around, WOULD, TOP)

    def draw_finish(self, frame: Frame, showing: Showing) -> None:
        for line in self._lines(showing):
            self.marks.won(frame, line, showing.finish or 0.0, self.light_tile())

    # -- the menu -----------------------------------------------------------------------------

    def emblem(self, size_px: int) -> pygame.Surface:
        """A small board in the middle of a game, for the menu."""
        return emblem(size_px, self.looks)


def make_view(game: Game) -> ShooView:
    """The view of Shoo."""
    return ShooView(game)
