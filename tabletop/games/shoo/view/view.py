"""What a ply of Shoo would lead to, worked out for the view: ghosts, and who would be shooed.

A small board of Shoo in the middle of a game, for the menu's card.

How Shoo looks on the table.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, Word
from tabletop.games.shoo.geometry import NAMES, SQUARE_OF, near_squares
from tabletop.games.shoo.kernel import CAPTURE, DISMOUNT, RETIRE, RIDE, RIDER, STEP
from tabletop.games.shoo.messages import HUSH_RULE, SHOOING_RULE
from tabletop.games.shoo.refusals import piece_at, refuse
from tabletop.games.shoo.rules import LOOSE, Move, State, make_move, reserved, shooed, shooers
from tabletop.games.shoo.view import prompts
from tabletop.games.shoo.view.board import GAP, PREFERRED_HEIGHT, Board, Stables
from tabletop.games.shoo.view.pieces import (
    FOOT_RADIUS,
    FREE_HORSE_RADIUS,
    RIDDEN_HORSE_RADIUS,
    PieceLayer,
    PieceSet,
    preview_position,
)
from tabletop.games.shoo.view.plies import (
    INTO_SHOO_KINDS,
    PREVIEW_COLOURS,
    Marks,
    PieceMotions,
    Trails,
    hatch,
    mover_light,
)
from tabletop.ui.audio.cues import Cue
from tabletop.ui.board.board_view import LIGHT, MARKS, MAX_SHARED_PLIES, SIGNS, TOP, BoardView
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import BoardSnapshot, SpotButton, ViewLayout
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw.stones import glow_tile
from tabletop.ui.theme.theme import BLACK_LOOK, WHITE_LOOK, SeatLook


@lru_cache(maxsize=64)
def dangers(state: State) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The shooed travelers of the side to move, each with those that shoo it."""
    return tuple((spot, shooers(state, spot)) for spot in shooed(state))


@lru_cache(maxsize=64)
def threats(state: State, move: Move) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The travelers of the other side that a ply would shoo, each with those that would do it."""
    after = state.play(move)
    return () if after.outcome() else dangers(after)


@lru_cache(maxsize=64)
def closed_by_shoo(state: State, spot: Spot) -> frozenset[Spot]:
    """The near squares to which a traveler could walk, were they not shooed."""
    start = SQUARE_OF[spot]
    kind = DISMOUNT if piece_at(state, start) >= RIDER else STEP
    closed = set()
    for to in near_squares(start):
        if not shooers(state, NAMES[to]):
            continue
        refusal = refuse(state, make_move(kind, start, to))
        if refusal is not None and refusal.rule in (SHOOING_RULE, HUSH_RULE):
            closed.add(NAMES[to])
    return frozenset(closed)


def shared_phases(plies: list[tuple[tuple[Step, ...], ...]]) -> list[tuple[Step, ...]]:
    """The first phases that all of some plies have in common."""
    shared = []
    for phases in zip(*plies, strict=False):
        if any(phase != phases[0] for phase in phases):
            break
        shared.append(phases[0])
    return shared


EMBLEM_PIECES: Final[Mapping[Spot, str]] = {
    **dict.fromkeys(("a9", "b9", "a8", "c7", "e8", "h5", "f2", "i2"), "b"),
    **dict.fromkeys(("c8", "b6", "f6", "g2", "h3", "d3", "i1", "g5"), "w"),
    "g7": "B",
    "e5": "W",
    "d6": "h",
    "b4": "h",
}
EMBLEM_MARGIN: Final = 0.03


def emblem(size_px: int, looks: tuple[SeatLook, ...]) -> pygame.Surface:
    """A square picture, transparent round the board."""
    canvas = Canvas((size_px, size_px))
    board = Board.within(canvas, canvas.box.inset(canvas.width * EMBLEM_MARGIN))
    picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
    picture.fill((0, 0, 0, 0))
    board.draw(picture, (looks[0].mark, looks[1].mark))
    frame = Frame(canvas)
    PieceLayer(board.spots(), board.cell, PieceSet(looks, board.cell_px)).put(frame, EMBLEM_PIECES)
    for blit in frame.blits:
        picture.blit(blit.surface, (blit.x, blit.y))
    return picture


MAX_DESTINATION_LIGHTS = 3
"""So few open places are lit like destinations, even before anything is picked."""
MAX_TILE_LIGHTS = 28
"""More open places than these are lit by a lamp in their middle, so that the board stays calm."""


class ShooView(BoardView):
    """The board, the two stables, and all that may be seen of a ply before it is made."""

    looks = (WHITE_LOOK, BLACK_LOOK)
    letters = "wb"
    tray_height = PREFERRED_HEIGHT

    board: Board
    pieces: PieceSet
    trails: Trails
    journeys: PieceMotions
    marks: Marks
    lying: PieceLayer
    yards: Stables

    # -- places -------------------------------------------------------------------------------

    def lay_out(self, board: Box) -> None:
        self.board = Board.within(self.places.canvas, board)
        self.cell = self.board.cell
        self.spots = self.board.spots()

    def fit(self, places: ViewLayout) -> None:
        super().fit(places)
        self.pieces = PieceSet(self.looks, self.board.cell_px)
        self.trails = Trails(self.cell, self.board.cell_px)
        self.journeys = PieceMotions(self.spots, self.cell, self.pieces)
        self.marks = Marks(self.spots, self.cell, self.pieces, self.trails)
        self.lying = PieceLayer(self.spots, self.cell, self.pieces)
        self.yards = Stables(places, self.looks)

    def preparing(self) -> Iterator[None]:
        return in_slices(self._make_pictures)

    def _make_pictures(self) -> None:
        """Makes the pictures before the first ply, not in the middle of one."""
        self.pieces.prepare()
        self.trails.prepare()
        self.marks.prepare(Frame(self.places.canvas))
        self.light_tile()
        self.light_spot()
        hatch(self.board.cell_px)
        for radius in (FOOT_RADIUS, FREE_HORSE_RADIUS, RIDDEN_HORSE_RADIUS):
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

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        return self.yards.spot_at(snapshot.seat, at) or super().spot_at(snapshot, at)

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        found = dict(self.spots)
        for spot in snapshot.open - self.spots.keys():
            point = self.yards.point(snapshot.seat, spot)
            if point is not None:
                found[spot] = point
        return found

    # -- words --------------------------------------------------------------------------------

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        return prompts.choices(snapshot)

    def named(self, snapshot: BoardSnapshot, spot: Spot) -> SpotContents | None:
        return prompts.describe_spot(snapshot.state, spot)

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        return prompts.prompt(snapshot)

    def told(self, ply: Ply) -> Text:
        return prompts.describe_ply(ply)

    def seconds(self, ply: Ply) -> float:
        return self.journeys.seconds(ply, self.effects(ply))

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        return self.journeys.cues(ply, self.effects(ply))

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        self.yards.draw(frame, snapshot, seat)

    # -- the pieces ---------------------------------------------------------------------------

    def _phases(self, snapshot: BoardSnapshot) -> tuple[tuple[Step, ...], ...]:
        """What is certain to happen: all of the previewed ply, or what all candidates share."""
        if snapshot.preview is not None:
            return self._would(snapshot, snapshot.preview)
        if len(snapshot.picked) < 2 or not 1 <= len(snapshot.candidates) <= MAX_SHARED_PLIES:
            return ()
        return tuple(shared_phases([self._would(snapshot, move) for move in snapshot.candidates]))

    def _would(self, snapshot: BoardSnapshot, move: Move) -> tuple[tuple[Step, ...], ...]:
        return self.effects(Ply(snapshot.seat, move, snapshot.state, snapshot.state))

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        motion = snapshot.motion
        if motion is not None:
            ply, spent = motion.ply, motion.spent
            before, gate = self._standing(ply.before), self.yards.gate(ply)
            still = self.journeys.put(frame, ply, self.effects(ply), spent, before, gate)
            self.lying.put(frame, still)
            return
        standing = self._standing(snapshot.state)
        if snapshot.finish is not None:
            winning = [spot for line in self._lines(snapshot) for spot in line]
            self.lying.put_final(frame, standing, winning)
            return
        seen = preview_position(standing, self._phases(snapshot))
        if snapshot.held is not None:
            self.lying.put_held(frame, snapshot.held, seen, snapshot.seat)
        self.lying.put_outlook(frame, seen)
        self.lying.put_locks(frame, reserved(snapshot.state), snapshot.preview)

    def _standing(self, state: State) -> Mapping[Spot, str]:
        return self.game.pieces(state)

    def _lines(self, snapshot: BoardSnapshot) -> tuple[Word, ...]:
        return self.game.lines(snapshot.state)

    # -- signs --------------------------------------------------------------------------------

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        places = [spot for spot in sorted(snapshot.open) if spot in self.spots]
        standing = self._standing(snapshot.state)
        quiet = not snapshot.picked and len(places) > MAX_DESTINATION_LIGHTS
        tile = self.light_tile() if len(places) <= MAX_TILE_LIGHTS else self.light_spot()
        for spot in places:
            if quiet and spot in standing:
                radius = self.pieces.radius(standing[spot]) + 0.03
                frame.put(mover_light(self.px(self.cell * radius)), self.spots[spot])
            else:
                frame.put(tile, self.spots[spot])

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        steps = [step for phase in self.effects(ply) for step in phase]
        self.marks.happened(frame, ply.move, steps, self._standing(ply.after))

    def _draw_picked(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        standing = self._standing(snapshot.state)
        steps = [step for phase in self._phases(snapshot) for step in phase]
        moved = {step.start for step in steps} | {step.end for step in steps}
        for spot in snapshot.picked:
            # Ghosts and arrows say more than rings do.
            if spot in standing and spot not in moved:
                self.marks.round_piece(frame, spot, standing, PREVIEW_COLOURS, 0.075)

    def draw_extra(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Who is shooed and why, where one may not walk, and the ways that are left."""
        if snapshot.motion or snapshot.preview or snapshot.finish is not None:
            return
        picked = snapshot.picked
        if not picked:
            self.marks.shoos(frame, dangers(snapshot.state))
            return
        if len(picked) == 1 and picked[0] in self.spots:
            found = [entry for entry in dangers(snapshot.state) if entry[0] == picked[0]]
            self.marks.shoos(frame, found, ringed=False)
            self._put_hatches(frame, snapshot)
        if len(picked) == 2:
            self._put_ways_left(frame, snapshot)

    def _put_hatches(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Where the picked traveler would be shooed, unless it can also ride there."""
        safe = {
            NAMES[move.squares[1]]
            for move in snapshot.candidates
            if move.kind not in INTO_SHOO_KINDS
        }
        letter = self._standing(snapshot.state).get(snapshot.picked[0], LOOSE)
        if letter == LOOSE:
            return
        with frame.layer(MARKS - SIGNS):
            for spot in sorted(closed_by_shoo(snapshot.state, snapshot.picked[0]) - safe):
                frame.put(hatch(self.board.cell_px), self.spots[spot])

    def _put_ways_left(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """After two touches: where the taken rider can go, or the ways to reach a square."""
        standing = self._standing(snapshot.state)
        kinds = {move.kind for move in snapshot.candidates}
        first, second = snapshot.picked
        if kinds == {CAPTURE}:
            for spot in sorted(snapshot.open & self.spots.keys()):
                ghost = self.pieces.small_ghost(standing[second].lower())
                frame.put(ghost, self.spots[spot])
            return
        if kinds & set(INTO_SHOO_KINDS):
            self.marks.shoos(frame, [(second, shooers(snapshot.state, second))])
        if RIDE in kinds and first in standing:
            self._put_both_ways(frame, standing[first].lower(), self.spots[second])

    def _put_both_ways(self, frame: Frame, letter: str, at: Point) -> None:
        """One square, reached by riding (above) or by getting off there (below)."""
        part = self.cell * 0.01
        with frame.layer(LIGHT - SIGNS):
            frame.put(self.light_tile(), at)
        frame.put(self.pieces.small_rider(letter), (at[0] - 16 * part, at[1] - 15 * part))
        frame.put(self.pieces.small_ghost(letter), (at[0] + 21 * part, at[1] + 21 * part))

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        self._draw_ways(frame, snapshot, snapshot.preview)
        move = snapshot.preview
        if move.kind == RETIRE:
            with frame.layer(TOP):
                frame.put(self.marks.cross(PREVIEW_COLOURS), self.spots[NAMES[move.squares[0]]])
        if move.kind in INTO_SHOO_KINDS:
            square = NAMES[move.squares[1]]
            self.marks.shoos(frame, [(square, shooers(snapshot.state, square))])
        else:
            self.marks.shoos(frame, threats(snapshot.state, move))

    def _draw_shared(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        if len(snapshot.picked) >= 2 and snapshot.candidates:
            self._draw_ways(frame, snapshot, snapshot.candidates[0])

    def _draw_ways(self, frame: Frame, snapshot: BoardSnapshot, move: Move) -> None:
        """Arrows for all that is certain; the ghosts they lead to lie with the pieces."""
        phases = self._phases(snapshot)
        steps = [step for phase in phases for step in phase]
        if not steps and (move.kind not in INTO_SHOO_KINDS or len(snapshot.candidates) > 1):
            return
        seen = preview_position(self._standing(snapshot.state), phases)
        around = {**seen.leaving, **seen.solid, **seen.coming}
        self.marks.ways(frame, move, steps, around, PREVIEW_COLOURS, TOP)

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        for line in self._lines(snapshot):
            self.marks.won(frame, line, snapshot.finish or 0.0, self.light_tile())

    # -- the menu -----------------------------------------------------------------------------

    def emblem(self, size_px: int) -> pygame.Surface:
        """A small board in the middle of a game, for the menu."""
        return emblem(size_px, self.looks)


def make_view(game: Game) -> ShooView:
    """The view of Shoo."""
    return ShooView(game)
