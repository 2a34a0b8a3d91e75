"""Super Seven on the table: lit squares, counters that turn over, lids, and dice that tumble."""

from collections.abc import Iterator, Mapping
from math import dist
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Text, say
from tabletop.games.super7.rules import LETTERS, SPOTS, Move, State
from tabletop.games.super7.view import dice_tray, prompts
from tabletop.games.super7.view.board import GAP, TILE, Board
from tabletop.games.super7.view.dice_tray import DiceTray, dice_display, throw_cues, throw_seconds
from tabletop.games.super7.view.pieces import COUNTER_RADIUS, Boxes, PieceImages
from tabletop.games.super7.view.prompts import describe_ply, prompt
from tabletop.ui.audio.cues import Cue
from tabletop.ui.board.board_view import LIGHT, MARKS, SIGNS, TOP, BoardView
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import TRAY_FOOTER_HEIGHT, BoardSnapshot, SpotButton, ViewLayout
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.theme.theme import AMBER, BLUE_LOOK, CREAM, INK, PETROL, RED_DIAMOND_LOOK, SHADOW

FREE, REPLACE = 2, 12
"""The throws that name no box: anywhere, and in place of a counter."""


class Super7View(BoardView):
    """How Super Seven looks and is touched."""

    looks = (BLUE_LOOK, RED_DIAMOND_LOOK)
    letters = LETTERS[1:]
    tray_height = 280.0 + TRAY_FOOTER_HEIGHT

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.board: Board
        self.pictures: PieceImages
        self.boxes: Boxes
        self.felts: dict[Seat, DiceTray] = {}

    # -- places -------------------------------------------------------------------------------

    def fit(self, places: ViewLayout) -> None:
        super().fit(places)
        self.felts = {
            seat: DiceTray(places.canvas, tray, self.looks[seat])
            for seat, tray in places.trays.items()
        }

    def preparing(self) -> Iterator[None]:
        yield from in_slices(self.pictures.prepare)
        yield from in_slices(self._rehearse)
        for felt in self.felts.values():
            yield from felt.preparing()

    def _rehearse(self) -> None:
        """Draws a moment that has every kind of ring in it, for nobody to see: they are made."""
        state: State = self.game.read_state(EMBLEM)
        move = state.moves()[0]
        last = Ply(state.side, move, state, state.play(move))
        spot = str(move)
        moment = BoardSnapshot(
            self.game, state, 0, last, preview=move, cursor=spot, refused=(spot,), finish=1.0
        )
        self.draw(Frame(self.places.canvas), moment)

    def lay_out(self, board: Box) -> None:
        self.board = Board(self.places.canvas, board)
        self.pictures = PieceImages(self.board, self.looks)
        self.boxes = Boxes.of(self.pictures)
        self.spots = dict(zip(SPOTS, self.boxes.squares, strict=True))
        self.cell = (TILE + GAP) * self.board.unit

    def draw_base(self, surface: pygame.Surface) -> None:
        self.board.draw(surface)

    @property
    def piece_radius(self) -> float:
        return COUNTER_RADIUS * self.board.unit

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        if "roll" in snapshot.open and self._in_tray(snapshot.seat, at):
            return "roll"
        return super().spot_at(snapshot, at)

    def _in_tray(self, seat: Seat, at: Point) -> bool:
        felt = self.felts.get(seat)
        return felt is not None and dist(at, felt.middle) <= felt.radius * 1.15

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        felt = self.felts.get(snapshot.seat)
        if "roll" in snapshot.open and felt is not None:
            return {**self.spots, "roll": felt.middle}
        return self.spots

    # -- words --------------------------------------------------------------------------------

    def named(self, snapshot: BoardSnapshot, spot: Spot) -> SpotContents | None:
        return prompts.describe_spot(snapshot.state, spot)

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        return prompt(snapshot)

    def told(self, ply: Ply) -> Text:
        return describe_ply(ply)

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        if "roll" in snapshot.open:
            return _throws(snapshot)
        if "pass" in snapshot.open:
            return (SpotButton("pass", say("super7.view.pass", "Pass"), "main"),)
        return ()

    # -- pictures -----------------------------------------------------------------------------

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return self.pictures.counter(letter)

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return self.pictures.ghost(letter)

    def light(self, spot: Spot, snapshot: BoardSnapshot) -> pygame.Surface | None:
        del snapshot
        return self.pictures.lamp(SPOTS.index(spot) % 9)

    # -- what the throw opens -----------------------------------------------------------------

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        state: State = snapshot.state
        if state.dice is None or not snapshot.open:
            return
        total = sum(state.dice)
        lit = [square for square, spot in enumerate(SPOTS) if spot in snapshot.open]
        halo, target = self.pictures.halo(), self.pictures.target()
        for square in lit:
            frame.put(halo, self.boxes.squares[square])
        tray = self.places.trays.get(snapshot.seat)
        turns = tray.turns if tray is not None else 0
        for square in lit:
            self._put_lamp(frame, square, turns)
        if total == REPLACE:
            with frame.layer(SIGNS - LIGHT):
                for square in lit:
                    frame.put(target, self.boxes.squares[square])
        elif lit and total != FREE:
            self._call_box(frame, total, lit, turns)

    def _put_lamp(self, frame: Frame, square: int, turns: int) -> None:
        """A lit square. Its number is read by who is to move: it alone is turned to that seat."""
        at = self.boxes.squares[square]
        if turns == 0:
            frame.put(self.pictures.lamp(square % 9), at)
            return
        frame.put(self.pictures.glass(), at)
        frame.put_turned(self.pictures.lit_sign(square % 9), at, turns)

    def _call_box(self, frame: Frame, total: int, lit: list[int], turns: int) -> None:
        """Lights the label of the box that the throw names, and the box if it has room."""
        box = total - 3
        with frame.layer(MARKS - LIGHT):
            if any(square // 9 == box for square in lit):
                frame.put(self.pictures.call(), self.boxes.centres[box])
            label = self.pictures.called_label(total)
            frame.put_turned(label, self.board.label(box), turns)

    # -- counters and lids --------------------------------------------------------------------

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        motion = snapshot.motion
        phases = self.effects(motion.ply) if motion is not None else ()
        if motion is not None and phases:
            origin = self.origin(phases[0][0], motion.ply)
            self.boxes.put_motion(frame, motion.ply, phases, motion.spent, origin)
        elif snapshot.finish is not None:
            self.boxes.put(frame, snapshot.state, deciding=_deciding(snapshot))
        else:
            self.boxes.put(frame, snapshot.state)

    def seconds(self, ply: Ply) -> float:
        move: Move = ply.move
        if move.is_throw:
            return throw_seconds(ply)
        return 0.0 if move.is_pass else self.boxes.seconds(ply)

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        move: Move = ply.move
        if move.is_throw:
            return throw_cues(ply)
        return () if move.is_pass else self.boxes.cues(ply)

    # -- what happened, what would, what won --------------------------------------------------

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        move: Move = ply.move
        if move.is_throw or move.is_pass:
            return
        with frame.layer(SIGNS):
            if ply.after.owners[move.code // 9]:
                frame.put(self.pictures.box_frame(amber=False), self.boxes.centres[move.code // 9])
            at = self.spots[SPOTS[move.code]]
            radius = self.piece_radius + self.cell * 0.03
            self.put_ring(frame, at, radius, PETROL, CREAM, 0.065)

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        move: Move = snapshot.preview
        if move.is_throw or move.is_pass:
            return
        state: State = snapshot.state
        own = LETTERS[1 + state.side]
        box = move.code // 9
        after = state.play(move)
        with frame.layer(SIGNS):
            if after.owners[box]:
                frame.put(self.pictures.lid(own, pale=True), self.boxes.centres[box], 0.85)
                frame.put(self.pictures.box_frame(amber=True), self.boxes.centres[box])
            at = self.spots[SPOTS[move.code]]
            frame.put(self.ghost(own, ""), at)
            self.put_ring(frame, at, self.piece_radius + self.cell * 0.05, AMBER, INK, 0.08)

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        lines = snapshot.game.lines(snapshot.state)
        for line in lines:
            boxes = list(dict.fromkeys(SPOTS.index(spot) // 9 for spot in line))
            count = round((snapshot.finish or 0.0) * len(boxes))
            with frame.layer(TOP):
                for box in boxes[:count]:
                    frame.put(self.pictures.box_frame(amber=True), self.boxes.centres[box])

    # -- trays, and the menu's picture --------------------------------------------------------

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        felt = self.felts.get(seat)
        if felt is not None:
            mine = "roll" in snapshot.open and seat == snapshot.seat
            cursor = mine and snapshot.cursor == "roll"
            felt.put(frame, dice_display(snapshot, seat), inviting=mine, cursor=cursor)

    def emblem(self, size_px: int) -> pygame.Surface:
        """A small board in the middle of a game, for the menu."""
        return emblem(self.game, size_px)


def _throws(snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
    """The button that throws, or where the dice are typed in; real dice have none."""
    if snapshot.throwing == "reader":
        return ()
    if snapshot.throwing == "typed":
        return (SpotButton("roll", say("super7.view.type", "Type in"), "main", "dice"),)
    return (SpotButton("roll", say("super7.view.roll", "Throw"), "main", "dice"),)


def _deciding(snapshot: BoardSnapshot) -> frozenset[int]:
    """The boxes that decided a finished game."""
    lines = snapshot.game.lines(snapshot.state)
    return frozenset(SPOTS.index(spot) // 9 for line in lines for spot in line)


def emblem(game: Game, size_px: int) -> pygame.Surface:
    """A small board in the middle of a game, with nothing round it."""
    picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
    picture.fill((*SHADOW, 0))
    view = Super7View(game)
    canvas = Canvas((size_px, size_px))
    view.places = ViewLayout(canvas, Box(30, 20, 1000, 1000))
    view.lay_out(view.places.board)
    view.draw_base(picture)
    state = game.read_state(EMBLEM)
    frame = Frame(canvas)
    open_spots = frozenset(str(move) for move in state.moves())
    view.draw(frame, BoardSnapshot(game, state, 0, open=open_spots))
    side = max(8, round(size_px * 0.13))
    for slot, at in enumerate(((0.79, 0.88), (0.91, 0.78))):
        middle = (at[0] * canvas.width, at[1] * canvas.height)
        with frame.layer(TOP):
            frame.put(dice_tray.die_shadow(side), middle)
            frame.put(dice_tray.resting_die(slot, (5, 3)[slot], side), middle)
    for surface, x, y, _ in frame.blits:
        picture.blit(surface, (x, y))
    return picture


EMBLEM: Final = (
    "BBBBBBBBB/.R...B.R./B...R..../..B.RB..R/R..BB...R/.R.B..B../RRRRRRRRR/..B.R..../.B..R...."
    " B 5+3 1"
)


def make_view(game: Game) -> Super7View:
    """A fresh view."""
    return Super7View(game)
