"""Super Seven on the table: lit squares, counters that turn over, lids, and dice that tumble."""

from collections.abc import Iterator, Mapping
from math import dist
from typing import Final

import pygame

from tabletop.engine import CHANCE, ROLL, Game, Ply, Seat, Spot, Text, count, say
from tabletop.games.super7.kernel import MAX_THROWS, MIDDLE
from tabletop.games.super7.messages import SEAT_NAMES
from tabletop.games.super7.rules import LETTERS, SPOTS, Move, State, boxes_of
from tabletop.games.super7.view import pieces
from tabletop.games.super7.view.board import GAP, TILE, Board
from tabletop.games.super7.view.pieces import (
    COUNTER_RADIUS,
    Boxes,
    DiceTray,
    PieceImages,
    dice_display,
    throw_cues,
    throw_seconds,
)
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.board.marks import SpotContents
from tabletop.ui.board.view import (
    LIGHT,
    MARKS,
    SIGNS,
    TOP,
    TRAY_FOOTER_HEIGHT,
    BoardSnapshot,
    BoardView,
    SpotButton,
    ViewLayout,
)
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.theme.theme import AMBER, BLUE_LOOK, CREAM, INK, PETROL, RED_DIAMOND_LOOK, SHADOW


def _number(state: State, total: int) -> Text:
    """What a number from 3 to 11 opens: its squares, its box, or both."""
    squares = [move.code for move in state.moves()]
    if len(squares) == 1:
        return say("super7.view.single", "You rolled {total}: one square fits.", total=total)
    named = [square % 9 == total - 3 for square in squares]
    if not any(square // 9 == total - 3 for square in squares):
        return _squares(total)
    if not any(named) or all(square // 9 == total - 3 for square in squares):
        return say(
            "super7.view.box",
            "You rolled {total}: any lit square in box {total}.",
            total=total,
        )
    if total == 7:
        return say("super7.view.seven", "You rolled 7: any lit star or lit square in box 7.")
    return say(
        "super7.view.number",
        "You rolled {total}: any lit {total} or lit square in box {total}.",
        total=total,
    )


def _squares(total: int) -> Text:
    if total == 7:
        return say("super7.view.stars", "You rolled 7: any lit star.")
    return say("super7.view.square", "You rolled {total}: any lit {total}.", total=total)


def _throw(snapshot: BoardSnapshot[State, Move], state: State) -> Text:
    left = MAX_THROWS - state.throws
    if snapshot.lying:
        # NOTE for translators: {first} is the die that has been thrown already.
        return say(
            "super7.view.second", "{first} and …: roll the second die.", first=snapshot.lying[0]
        )
    if left == MAX_THROWS and snapshot.throwing == "reader":
        return say("super7.view.throw_real", "Roll the real dice.")
    if left == MAX_THROWS and snapshot.throwing == "typed":
        return say("super7.view.throw_typed", "Roll your dice, then enter them.")
    if left == MAX_THROWS:
        return say("super7.view.throw", "Touch your dice to roll.")
    last = snapshot.last
    if last is None or not last.move.is_throw:
        if left == 2:
            return say("super7.view.two_left", "Two rolls left.")
        return say("super7.view.one_left", "One roll left.")
    total = sum(last.move.dice)
    if left == 2:
        return say("super7.view.again", "{total} fits no square: two rolls left.", total=total)
    return say("super7.view.once_more", "{total} fits no square: one roll left.", total=total)


FREE, REPLACE = 2, 12
"""The throws that name no box: anywhere, and in place of a counter."""


class Super7View(BoardView):
    """The view of Super Seven."""

    looks = (BLUE_LOOK, RED_DIAMOND_LOOK)
    letters = LETTERS[1:]
    tray_height = 280.0 + TRAY_FOOTER_HEIGHT
    notices_in_panels = True  # a notice would cover the numbers of the boxes

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
        """Draws all kinds of rings once, so that their pictures are cached."""
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

    def spot_at(self, snapshot: BoardSnapshot[State, Move], at: Point) -> Spot | None:
        if ROLL in snapshot.open and self._in_tray(snapshot.seat, at):
            return ROLL
        return super().spot_at(snapshot, at)

    def _in_tray(self, seat: Seat, at: Point) -> bool:
        felt = self.felts.get(seat)
        return felt is not None and dist(at, felt.middle) <= felt.radius * 1.15

    def points(self, snapshot: BoardSnapshot[State, Move]) -> Mapping[Spot, Point]:
        felt = self.felts.get(snapshot.seat)
        if ROLL in snapshot.open and felt is not None:
            return {**self.spots, ROLL: felt.middle}
        return self.spots

    # -- words --------------------------------------------------------------------------------

    def score(self, snapshot: BoardSnapshot[State, Move], seat: Seat) -> Text | None:
        # NOTE for translators: a note at a seat; no-break spaces keep it on one line.
        won = len(boxes_of(snapshot.state, seat))
        return count("super7.view.score", "1\u00a0box\u00a0won", "{n}\u00a0boxes\u00a0won", n=won)

    def named(self, snapshot: BoardSnapshot[State, Move], spot: Spot) -> SpotContents | None:
        state: State = snapshot.state
        if spot == ROLL and state.turn == CHANCE:
            return SpotContents(say("super7.glossary.dice", "Your dice. Touch them to roll."))
        if spot.startswith("tray:"):
            who = SEAT_NAMES[int(spot.removeprefix("tray:"))]
            return SpotContents(say("super7.glossary.tray", "{who}’s dice.", who=who))
        if spot not in SPOTS:
            return None
        box, square = divmod(SPOTS.index(spot), 9)
        owner = state.owners[box]
        if owner:
            who = SEAT_NAMES[owner - 1]
            words = say(
                "super7.glossary.won",
                "{who} has won box {box}. It’s closed.",
                box=box + 3,
                who=who,
            )
            return SpotContents(words, owner - 1)
        colour = state.squares[SPOTS.index(spot)]
        if colour:
            who = SEAT_NAMES[colour - 1]
            words = say(
                "super7.glossary.counter",
                "Box {box}, square {square}: {who}’s counter.",
                box=box + 3,
                square=square + 3,
                who=who,
            )
            return SpotContents(words, colour - 1)
        if square == MIDDLE:
            words = say(
                "super7.glossary.star",
                "Box {box}, the star in the middle: its number is 7.",
                box=box + 3,
            )
            return SpotContents(words)
        words = say(
            "super7.glossary.empty",
            "Box {box}, square {square}: empty.",
            box=box + 3,
            square=square + 3,
        )
        return SpotContents(words, bare=True)

    def prompt(self, snapshot: BoardSnapshot[State, Move]) -> Text:
        state: State = snapshot.state
        if state.outcome() is not None:
            return say("super7.view.over", "The game is over.")
        if state.turn == CHANCE:
            return _throw(snapshot, state)
        total = sum(state.dice or ())
        if state.moves()[0].is_pass:
            return say("super7.view.must_pass", "No square for {total}: you pass.", total=total)
        if total == 2:
            return say("super7.view.two", "You rolled 2: any lit square.")
        if total == 12:
            enemy = SEAT_NAMES[1 - state.side]
            return say(
                "super7.view.twelve",
                "You rolled 12: replace one of {enemy}’s lit counters.",
                enemy=enemy,
            )
        return _number(state, total)

    def describe_ply(self, ply: Ply[State, Move]) -> Text:
        move: Move = ply.move
        before: State = ply.before
        after: State = ply.after
        who = SEAT_NAMES[before.side]
        if move.is_pass:
            return say("super7.told.pass", "{who} passed.", who=who)
        if move.is_throw:
            total = sum(move.dice)
            if after.dice is None or after.moves()[0].is_pass:
                return say(
                    "super7.told.nowhere", "{who} rolled {total}: no square.", who=who, total=total
                )
            return say("super7.told.threw", "{who} rolled {total}.", who=who, total=total)
        box, here = divmod(move.code, 9)
        if after.outcome() is not None:
            return say("super7.told.won", "{who} won box {box} and the game.", who=who, box=box + 3)
        if after.owners[box]:
            return say("super7.told.box", "{who} won box {box}.", who=who, box=box + 3)
        if before.squares[move.code]:
            enemy = SEAT_NAMES[1 - before.side]
            return say(
                "super7.told.replaced",
                "{who} replaced one of {enemy}’s counters.",
                who=who,
                enemy=enemy,
            )
        if here == MIDDLE:
            return say(
                "super7.told.star", "{who} took the star of box {box}.", who=who, box=box + 3
            )
        # NOTE for translators: {here} and {box} are the numbers of a square and of its box.
        return say(
            "super7.told.placed",
            "{who} took square {here} in box {box}.",
            who=who,
            here=here + 3,
            box=box + 3,
        )

    def choices(self, snapshot: BoardSnapshot[State, Move]) -> tuple[SpotButton, ...]:
        return _throws(snapshot) if ROLL in snapshot.open else super().choices(snapshot)

    # -- pictures -----------------------------------------------------------------------------

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return self.pictures.counter(letter)

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return self.pictures.ghost(letter)

    def light(self, spot: Spot, snapshot: BoardSnapshot[State, Move]) -> pygame.Surface | None:
        del snapshot
        return self.pictures.lamp(SPOTS.index(spot) % 9)

    # -- what the throw opens -----------------------------------------------------------------

    def _turns(self, snapshot: BoardSnapshot[State, Move]) -> int:
        """The quarter turns of all numbers: they face the seat to move."""
        tray = self.places.trays.get(snapshot.seat)
        return tray.turns if tray is not None else 0

    def _draw_numbers(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """The engraved numbers of boxes and empty squares."""
        motion, turns = snapshot.motion, self._turns(snapshot)
        state = motion.ply.before if motion is not None else snapshot.state
        for box, owner in enumerate(state.owners):
            name = self.board.box_name(box)
            if name is not None:
                frame.put_turned(name, self.board.label(box), turns)
            for here in range(9):
                sign = self.board.square_sign(here)
                if sign is not None and not owner and not state.squares[9 * box + here]:
                    frame.put_turned(sign, self.boxes.squares[9 * box + here], turns)

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        self._draw_numbers(frame, snapshot)
        state: State = snapshot.state
        if state.dice is None or not snapshot.open:
            return
        total = sum(state.dice)
        lit = [square for square, spot in enumerate(SPOTS) if spot in snapshot.open]
        halo, target = self.pictures.halo(), self.pictures.target()
        for square in lit:
            frame.put(halo, self.boxes.squares[square])
        turns = self._turns(snapshot)
        for square in lit:
            self._put_lamp(frame, square, turns)
        if total == REPLACE:
            with frame.layer(SIGNS - LIGHT):
                for square in lit:
                    frame.put(target, self.boxes.squares[square])
        elif lit and total != FREE:
            self._call_box(frame, total, lit, turns)

    def _put_lamp(self, frame: Frame, square: int, turns: int) -> None:
        """A lit square; its number is turned to the seat to move."""
        at = self.boxes.squares[square]
        if turns == 0:
            frame.put(self.pictures.lamp(square % 9), at)
            return
        frame.put(self.pictures.glass(), at)
        frame.put_turned(self.pictures.lit_sign(square % 9), at, turns)

    def _call_box(self, frame: Frame, total: int, lit: list[int], turns: int) -> None:
        """Lights the box that the throw names, and its label, if it has room."""
        box = total - 3
        if not any(square // 9 == box for square in lit):
            return
        with frame.layer(MARKS - LIGHT):
            frame.put(self.pictures.call(), self.boxes.centres[box])
            label = self.pictures.called_label(total)
            frame.put_turned(label, self.board.label(box), turns)

    # -- counters and lids --------------------------------------------------------------------

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        motion = snapshot.motion
        phases = self.effects(motion.ply) if motion is not None else ()
        if motion is not None and phases:
            origin = self.origin(phases[0][0], motion.ply)
            self.boxes.put_motion(frame, motion.ply, phases, motion.spent, origin)
        elif snapshot.finish is not None:
            self.boxes.put(frame, snapshot.state, deciding=_deciding(snapshot))
        else:
            self.boxes.put(frame, snapshot.state)

    def seconds(self, ply: Ply[State, Move]) -> float:
        move: Move = ply.move
        if move.is_throw:
            return throw_seconds(ply)
        return 0.0 if move.is_pass else self.boxes.seconds(ply)

    def cues(self, ply: Ply[State, Move]) -> tuple[Cue, ...]:
        move: Move = ply.move
        if move.is_throw:
            return throw_cues(ply)
        return () if move.is_pass else self.boxes.cues(ply)

    # -- what happened, what would, what won --------------------------------------------------

    def draw_last(self, frame: Frame, ply: Ply[State, Move]) -> None:
        move: Move = ply.move
        if move.is_throw or move.is_pass:
            return
        with frame.layer(SIGNS):
            if ply.after.owners[move.code // 9]:  # the counter is under the lid
                frame.put(self.pictures.box_frame(amber=False), self.boxes.centres[move.code // 9])
                return
            at = self.spots[SPOTS[move.code]]
            radius = self.piece_radius + self.cell * 0.03
            self.put_ring(frame, at, radius, PETROL, CREAM, 0.065)

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move) -> None:
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

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        lines = snapshot.game.lines(snapshot.state)
        for line in lines:
            boxes = list(dict.fromkeys(SPOTS.index(spot) // 9 for spot in line))
            shown = round((snapshot.finish or 0.0) * len(boxes))
            with frame.layer(TOP):
                for box in boxes[:shown]:
                    frame.put(self.pictures.box_frame(amber=True), self.boxes.centres[box])

    # -- trays, and the menu's picture --------------------------------------------------------

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot[State, Move], seat: Seat) -> None:
        felt = self.felts.get(seat)
        if felt is not None:
            mine = ROLL in snapshot.open and seat == snapshot.seat
            cursor = mine and snapshot.cursor == ROLL
            felt.put(frame, dice_display(snapshot, seat), inviting=mine, cursor=cursor)

    def emblem(self, size_px: int) -> pygame.Surface:
        picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        picture.fill((*SHADOW, 0))
        view = Super7View(self.game)
        canvas = Canvas((size_px, size_px))
        view.fit(ViewLayout(canvas, Box(30, 20, 1000, 1000)))
        view.draw_base(picture)
        state = self.game.read_state(EMBLEM)
        frame = Frame(canvas)
        open_spots = frozenset(str(move) for move in state.moves())
        view.draw(frame, BoardSnapshot(self.game, state, 0, open=open_spots))
        side = max(8, round(size_px * 0.13))
        for slot, at in enumerate(((0.79, 0.88), (0.91, 0.78))):
            middle = (at[0] * canvas.width, at[1] * canvas.height)
            with frame.layer(TOP):
                frame.put(pieces.die_shadow(side), middle)
                frame.put(pieces.resting_die(slot, (5, 3)[slot], side), middle)
        for surface, x, y, _ in frame.blits:
            picture.blit(surface, (x, y))
        return picture


def _throws(snapshot: BoardSnapshot[State, Move]) -> tuple[SpotButton, ...]:
    """The button that throws, or where the dice are typed in; real dice have none."""
    if snapshot.throwing == "reader":
        return ()
    if snapshot.throwing == "typed":
        return (SpotButton(ROLL, say("super7.view.type", "Enter dice"), "main", "dice"),)
    return (SpotButton(ROLL, say("super7.view.roll", "Roll"), "main", "dice"),)


def _deciding(snapshot: BoardSnapshot[State, Move]) -> frozenset[int]:
    """The boxes that decided a finished game."""
    lines = snapshot.game.lines(snapshot.state)
    return frozenset(SPOTS.index(spot) // 9 for line in lines for spot in line)


EMBLEM: Final = (
    "BBBBBBBBB/.R...B.R./B...R..../..B.RB..R/R..BB...R/.R.B..B../RRRRRRRRR/..B.R..../.B..R...."
    " B 5+3 1"
)


def make_view(game: Game) -> Super7View:
    return Super7View(game)
