"""Shoo on the table: which place lies under a finger, what is shown, said and heard."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, Word, joined, say
from tabletop.games.shoo import kernel
from tabletop.games.shoo.kernel import HOMES, NAMES, SQUARE_OF, near_squares
from tabletop.games.shoo.messages import SEAT_NAMES
from tabletop.games.shoo.narration import TRAVELERS, count_in_goal, null_move
from tabletop.games.shoo.refusals import closed_by_shoo, piece_at
from tabletop.games.shoo.rules import (
    ANYWAY_SPOT,
    DISMOUNT_ANYWAY_SPOT,
    DISMOUNT_SPOT,
    HOLD_SPOT,
    LOOSE,
    PASS_SPOT,
    RETIRE_SPOT,
    RIDE_SPOT,
    STABLE_SPOT,
    STAY_SPOT,
    TRAVELERS_SPOT,
    Move,
    State,
    nearly_shooed,
    pieces,
    reserved,
    shooed,
    shooers,
    state_at,
)
from tabletop.games.shoo.view.board import GAP, PREFERRED_HEIGHT, Board, Stables
from tabletop.games.shoo.view.pieces import (
    FOOT_RADIUS,
    FREE_HORSE_RADIUS,
    INTO_SHOO_KINDS,
    PREVIEW_COLOURS,
    RIDDEN_HORSE_RADIUS,
    Marks,
    PieceLayer,
    PieceMotions,
    PieceSet,
    Trails,
    hatch,
    mover_light,
    preview_position,
)
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.board.marks import SpotContents, last_changed_spots
from tabletop.ui.board.view import (
    LIGHT,
    MARKS,
    SIGNS,
    TOP,
    BoardSnapshot,
    BoardView,
    SpotButton,
    ViewLayout,
    shared_phases,
)
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw.shapes import glow_tile
from tabletop.ui.theme.theme import BLACK_LOOK, WHITE_LOOK
from tabletop.ui.widgets.buttons import ButtonStyle


def _describe_empty(spot: Spot) -> SpotContents:
    for seat, home in enumerate(HOMES):
        if spot in (NAMES[square] for square in home):
            words = say(
                "shoo.glossary.home",
                "{at}: {who}’s home, and the other side’s goal.",
                at=spot,
                who=SEAT_NAMES[seat],
            )
            return SpotContents(words)
    return SpotContents(say("shoo.glossary.empty", "{at}: an empty square.", at=spot), bare=True)


def _describe_horse(state: State, spot: Spot) -> SpotContents:
    if spot == reserved(state):
        words = say(
            "shoo.glossary.locked", "{at}: a locked horse. You can use it after this turn.", at=spot
        )
    else:
        words = say(
            "shoo.glossary.horse",
            "{at}: a free horse. Mount it to ride any distance in a straight line.",
            at=spot,
        )
    return SpotContents(words)


BUTTONS: Final[tuple[tuple[Spot, Text, ButtonStyle], ...]] = (
    (RIDE_SPOT, say("shoo.view.ride", "Ride there"), "main"),
    (STAY_SPOT, say("shoo.view.stay", "Stay here"), "main"),
    (HOLD_SPOT, say("shoo.view.hold", "Lock it"), "main"),
    (DISMOUNT_SPOT, say("shoo.view.dismount", "Dismount here"), "other"),
    (RETIRE_SPOT, say("shoo.view.retire", "Remove from the game"), "other"),
    (ANYWAY_SPOT, say("shoo.view.anyway", "Go anyway"), "main"),
    (DISMOUNT_ANYWAY_SPOT, say("shoo.view.off_anyway", "Dismount anyway"), "other"),
    (PASS_SPOT, say("shoo.view.pass", "Pass"), "main"),
)
"""The places that are words, the likeliest first."""


def _lost_horse(snapshot: BoardSnapshot[State, Move]) -> Text | None:
    """What the owner of a horse is told that was captured in the last ply, and what to do."""
    last = snapshot.last
    if last is None or last.move.kind != kernel.CAPTURE or last.seat == snapshot.seat:
        return None
    lost = say("shoo.view.lost_horse", "{who} took your horse.", who=SEAT_NAMES[last.seat])
    return joined(" ", lost, _at_first(snapshot.state, snapshot))


def _at_first(state: State, snapshot: BoardSnapshot[State, Move]) -> Text:
    if PASS_SPOT in snapshot.open:
        return say("shoo.view.must_pass", "You can’t move anything: pass.")
    troubled = shooed(state)
    if len(troubled) == 1:
        return _troubled(_is_stuck(snapshot, troubled[0]))
    if troubled:
        return say("shoo.view.several", "Your travellers are shooed: touch one.")
    horse = any(pieces(state).get(spot) == LOOSE for spot in snapshot.open)
    if STABLE_SPOT in snapshot.open and horse:
        return say("shoo.view.all", "Touch a traveller, a horse or your stable.")
    if STABLE_SPOT in snapshot.open:
        return say("shoo.view.no_horse", "Touch a traveller to step, or your stable for a horse.")
    if horse:
        return say("shoo.view.no_stable", "Touch a traveller or a horse.")
    return say("shoo.view.traveler", "Touch one of your travellers.")


def _is_stuck(snapshot: BoardSnapshot[State, Move], spot: Spot) -> bool:
    """Whether a shooed traveler can only be taken up and put down again."""
    return any(
        move.kind == kernel.REDROP and NAMES[move.squares[0]] == spot
        for move in snapshot.candidates
    )


def _troubled(stuck: bool) -> Text:
    if stuck:
        return say("shoo.view.stuck", "It’s shooed and stuck: touch a lit square.")
    return say("shoo.view.shooed", "Shooed by two or more enemies: move away.")


def _after_one(state: State, snapshot: BoardSnapshot[State, Move]) -> Text:
    first = snapshot.picked[0]
    if first == STABLE_SPOT:
        return say("shoo.view.drop", "Place the horse. A traveller beside it can mount next.")
    if first == TRAVELERS_SPOT:
        return say("shoo.view.back", "Touch where it comes back.")
    if first in shooed(state):
        return _troubled(_is_stuck(snapshot, first))
    kinds = {move.kind for move in snapshot.candidates}
    if pieces(state).get(first) == LOOSE:
        if kernel.MOVE_HORSE not in kinds:
            return say("shoo.view.horse_stands", "It can’t move. Lock it, or remove it.")
        if kernel.RETIRE in kinds:
            return say("shoo.view.horse", "Move it, lock it, or remove it.")
        return say("shoo.view.far_horse", "Move the horse, or lock it.")
    risky = bool(risky_squares(snapshot))
    foe = SEAT_NAMES[1 - state.turn]
    if kinds & {kernel.RIDE, kernel.DISMOUNT, kernel.DISMOUNT_ANYWAY}:
        if risky:
            return say(
                "shoo.view.risky_ride",
                "Ride or dismount. Red dot: {who} can take the horse.",
                who=foe,
            )
        if kernel.RIDE not in kinds:
            return say("shoo.view.off", "Dismount on a lit square.")
        if kinds == {kernel.RIDE}:
            return say("shoo.view.riding", "Ride any distance in a straight line.")
        return say("shoo.view.ride_or_off", "Ride any distance in a straight line, or dismount.")
    if risky:
        return say(
            "shoo.view.risky_mount", "Step or mount. Red dot: {who} can take the horse.", who=foe
        )
    return _on_foot(kinds)


def _on_foot(kinds: set[int]) -> Text:
    match kernel.MOUNT in kinds, kernel.CAPTURE in kinds:
        case True, True:
            return say("shoo.view.foot.both", "Step, mount, or take a rider’s horse.")
        case True, False:
            return say("shoo.view.foot.mount", "Step, or mount the lit horse to ride next turn.")
        case False, True:
            return say("shoo.view.foot.capture", "Step, or take a rider’s horse.")
        case _:
            return say("shoo.view.foot", "Step to a lit square.")


def _anyway(state: State) -> Text:
    if state.position[kernel.HUSH] == kernel.TO_STABLE:
        return say("shoo.view.to_stable", "Two enemies stand there: it goes to the stable.")
    return say("shoo.view.lose", "Two enemies stand there: you’d lose the turn.")


_PLY_SENTENCES: Final[dict[int, Callable[[Text], Text]]] = {
    kernel.STEP: lambda who: say("shoo.view.told.step", "{who} took a step.", who=who),
    kernel.MOUNT: lambda who: say("shoo.view.told.mount", "{who} mounted a horse.", who=who),
    kernel.RIDE: lambda who: say("shoo.view.told.ride", "{who} rode a horse.", who=who),
    kernel.DISMOUNT: lambda who: say("shoo.view.told.dismount", "{who} dismounted.", who=who),
    kernel.MOVE_HORSE: lambda who: say(
        "shoo.view.told.horse", "{who} moved a horse, locked for one turn.", who=who
    ),
    kernel.DROP: lambda who: say(
        "shoo.view.told.drop", "{who} placed a horse, locked for one turn.", who=who
    ),
    kernel.HOLD: lambda who: say(
        "shoo.view.told.hold", "{who} locked a horse for one turn.", who=who
    ),
    kernel.RETIRE: lambda who: say("shoo.view.told.retire", "{who} removed a horse.", who=who),
    kernel.REDROP: lambda who: say(
        "shoo.view.told.redrop", "{who}’s shooed traveller starts again near its home.", who=who
    ),
    kernel.COME_BACK: lambda who: say(
        "shoo.view.told.back", "{who}’s traveller came back.", who=who
    ),
}
"""What a ply did, by its kind."""


@lru_cache(maxsize=64)
def dangers(state: State) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The shooed travelers of the side to move, each with those that shoo it."""
    return tuple((spot, shooers(state, spot)) for spot in shooed(state))


@lru_cache(maxsize=64)
def threats(state: State, move: Move) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The travelers of the other side that a ply would shoo, each with those that would do it."""
    after = state.play(move)
    if after.outcome():
        return ()
    before = {spot: len(by) for spot, by in _endangered(state)}
    return tuple((spot, by) for spot, by in dangers(after) if len(by) > before.get(spot, 0))


@lru_cache(maxsize=8)
def _endangered(state: State) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The travelers of the side that is not to move which are shooed already."""
    return dangers(state_at(null_move(state.position)))


@lru_cache(maxsize=512)
def takers(state: State, move: Move) -> tuple[Spot, ...]:
    """The enemies who could capture the horse of the mover's rider after a mount or a ride."""
    if move.kind in (kernel.MOUNT, kernel.RIDE):
        square = move.squares[1]
    elif move.kind == kernel.CAPTURE:
        square = move.squares[3]
    else:
        return ()
    walker = kernel.FOOT + 1 - state.turn
    near = any(piece_at(state, one) == walker for one in near_squares(square))
    if not near and move.kind != kernel.CAPTURE:  # a capture puts a traveler there itself
        return ()
    after = state.play(move)
    if after.outcome():
        return ()
    captures = (reply for reply in after.moves() if reply.kind == kernel.CAPTURE)
    return tuple(sorted({NAMES[c.squares[0]] for c in captures if c.squares[1] == square}))


def risky_squares(snapshot: BoardSnapshot[State, Move]) -> tuple[Spot, ...]:
    """Where the other side could capture the horse that is mounted or ridden there.

    After the three touches of a capture: where the ride may go on to, and where it may end.
    """
    captures = len(snapshot.picked) == 3
    return tuple(
        NAMES[move.squares[3 if captures else 1]]
        for move in snapshot.candidates
        if (move.kind == kernel.CAPTURE) == captures and takers(snapshot.state, move)
    )


EMBLEM_PIECES: Final[Mapping[Spot, str]] = {
    **dict.fromkeys(("a9", "b9", "a8", "c7", "e8", "h5", "f2", "i2"), "b"),
    **dict.fromkeys(("c8", "b6", "f6", "g2", "h3", "d3", "i1", "g5"), "w"),
    "g7": "B",
    "e5": "W",
    "d6": "h",
    "b4": "h",
}
EMBLEM_MARGIN: Final = 0.03


MAX_DESTINATION_LIGHTS = 3
"""Up to so many open places are lit as tiles, even before anything is picked."""
LIGHT_MARGIN: Final = 0.03
"""Of the light of a piece that can move, in cells."""
LIGHT_MARGIN_AROUND_RING: Final = 0.13
MAX_TILE_LIGHTS = 28
"""More open places than these are lit only by a lamp in their middle."""


class ShooView(BoardView):
    """The view of Shoo."""

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

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._warned: dict[Seat, int] = {}
        """By seat: after how many plies it was told how travellers are shooed."""

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
        self.pieces.prepare()
        self.trails.prepare()
        self.marks.prepare(Frame(self.places.canvas))
        self.light_tile()
        self.light_spot()
        hatch(self.board.cell_px)
        for radius in (FOOT_RADIUS, FREE_HORSE_RADIUS, RIDDEN_HORSE_RADIUS):
            for margin in (LIGHT_MARGIN, LIGHT_MARGIN_AROUND_RING):
                mover_light(self.px(self.cell * (radius + margin)))
        self.yards.prepare()

    def draw_base(self, surface: pygame.Surface) -> None:
        self.board.draw(surface, (self.looks[0].mark, self.looks[1].mark))

    def light_tile(self) -> pygame.Surface:
        side = self.board.cell_px - max(1, round(self.board.cell_px * GAP)) - 1
        return glow_tile(side, side, max(1, side // 16))

    def light_spot(self) -> pygame.Surface:
        side = round(self.board.cell_px * 0.36)
        return glow_tile(side, side, side // 3)

    def spot_at(self, snapshot: BoardSnapshot[State, Move], at: Point) -> Spot | None:
        return self.yards.spot_at(snapshot.seat, at) or super().spot_at(snapshot, at)

    def points(self, snapshot: BoardSnapshot[State, Move]) -> Mapping[Spot, Point]:
        found = dict(self.spots)
        for spot in (STABLE_SPOT, TRAVELERS_SPOT):
            point = self.yards.point(snapshot.seat, spot)
            if point is not None:
                found[spot] = point
        return found

    # -- words --------------------------------------------------------------------------------

    def score(self, snapshot: BoardSnapshot[State, Move], seat: Seat) -> Text | None:
        return say(
            "shoo.view.score",
            "Arrived: {n} of {all}",
            n=count_in_goal(snapshot.state.position, seat),
            all=TRAVELERS,
        )

    def choices(self, snapshot: BoardSnapshot[State, Move]) -> tuple[SpotButton, ...]:
        given = [entry for entry in BUTTONS if entry[0] in snapshot.open]
        return tuple(
            SpotButton(spot, label, "main" if len(given) == 1 else style)
            for spot, label, style in given
        )

    def named(self, snapshot: BoardSnapshot[State, Move], spot: Spot) -> SpotContents | None:
        state: State = snapshot.state
        if spot == STABLE_SPOT:
            return SpotContents(
                say(
                    "shoo.glossary.stable",
                    "Your horses ({first} starts with {n}, {second} with {m}). "
                    "Mount one and ride any distance in a straight line.",
                    first=SEAT_NAMES[0],
                    second=SEAT_NAMES[1],
                    n=state.position[kernel.HORSES] // 2,
                    m=(state.position[kernel.HORSES] + 1) // 2,
                )
            )
        if spot not in SQUARE_OF:
            return None
        letter = pieces(state).get(spot)
        if letter is None:
            return _describe_empty(spot)
        if letter == LOOSE:
            return _describe_horse(state, spot)
        seat = "wb".index(letter.lower())
        who = SEAT_NAMES[seat]
        if letter.isupper():
            words = say("shoo.glossary.rider", "{at}: one of {who}’s riders.", at=spot, who=who)
            return SpotContents(words, seat)
        words = say(
            "shoo.glossary.foot", "{at}: one of {who}’s travellers, on foot.", at=spot, who=who
        )
        if spot not in shooed(state):
            return SpotContents(words, seat)
        why = say("shoo.glossary.shooed", "It’s shooed: two or more enemies stand beside it.")
        return SpotContents(words, seat, (why,))

    def prompt(self, snapshot: BoardSnapshot[State, Move]) -> Text:
        state: State = snapshot.state
        if state.outcome() is not None:
            return say("shoo.view.over", "The game is over.")
        touched = len(snapshot.picked)
        if snapshot.preview is not None and takers(state, snapshot.preview):
            return say(
                "shoo.view.risk",
                "{who} can take this horse next turn.",
                who=SEAT_NAMES[1 - state.turn],
            )
        if touched == 0:
            return _lost_horse(snapshot) or self._warning(state) or _at_first(state, snapshot)
        if touched == 1:
            return _after_one(state, snapshot)
        kinds = {move.kind for move in snapshot.candidates}
        if kinds == {kernel.CAPTURE}:
            if touched == 2:
                who = SEAT_NAMES[1 - state.turn]
                return say("shoo.view.put", "Where should {who}’s rider go?", who=who)
            if snapshot.open == {STAY_SPOT}:
                return say("shoo.view.only_stay", "You have captured its horse.")
            if risky_squares(snapshot):
                words = "Ride on or stay. Red dot: {who} can take the horse."
                return say("shoo.view.risky_ride_on", words, who=SEAT_NAMES[1 - state.turn])
            return say("shoo.view.ride_on", "Ride on, or stay here?")
        if kernel.RIDE in kinds:
            return say("shoo.view.how", "Ride there, or dismount?")
        if kinds & {kernel.STEP_ANYWAY, kernel.DISMOUNT_ANYWAY}:
            return _anyway(state)
        return say("shoo.view.touch", "Touch a lit square.")

    def _warning(self, state: State) -> Text | None:
        """What a seat is told in its first turn in which one enemy more would shoo a traveller.

        The next match on the same board begins with fewer plies, and tells it again.
        """
        told_at = self._warned.get(state.turn, state.ply)
        if shooed(state) or not nearly_shooed(state) or state.ply > told_at:
            return None
        self._warned[state.turn] = state.ply
        return say(
            "shoo.view.warning", "A second enemy beside your traveller shoos it: it must move."
        )

    def describe_ply(self, ply: Ply[State, Move]) -> Text:
        move: Move = ply.move
        who = SEAT_NAMES[ply.seat]
        if move.kind == kernel.CAPTURE:
            foe = SEAT_NAMES[1 - ply.seat]
            if move.rides_on:
                words = "{who} took {foe}’s horse and rode on."
                return say("shoo.view.told.capture_on", words, who=who, foe=foe)
            return say("shoo.view.told.capture", "{who} took {foe}’s horse.", who=who, foe=foe)
        if move.kind in (kernel.STEP_ANYWAY, kernel.DISMOUNT_ANYWAY):
            if ply.before.position[kernel.HUSH] == kernel.TO_STABLE:
                return say("shoo.view.told.sent", "{who} was shooed off to the stable.", who=who)
            return say("shoo.view.told.lost", "{who} was shooed and lost the turn.", who=who)
        tell = _PLY_SENTENCES.get(move.kind)
        return (
            say("shoo.view.told.pass", "{who} had to pass.", who=who) if tell is None else tell(who)
        )

    def seconds(self, ply: Ply[State, Move]) -> float:
        return self.journeys.seconds(ply, self.effects(ply))

    def cues(self, ply: Ply[State, Move]) -> tuple[Cue, ...]:
        return self.journeys.cues(ply, self.effects(ply))

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot[State, Move], seat: Seat) -> None:
        self.yards.draw(frame, snapshot, seat)

    # -- the pieces ---------------------------------------------------------------------------

    def _phases(self, snapshot: BoardSnapshot[State, Move]) -> tuple[tuple[Step, ...], ...]:
        """The certain effects: all of the previewed ply, or what all candidates have in common."""
        if snapshot.preview is not None:
            state = snapshot.state
            return self.effects(Ply(snapshot.seat, snapshot.preview, state, state))
        return tuple(shared_phases(snapshot)) if len(snapshot.picked) > 1 else ()

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
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

    def _lines(self, snapshot: BoardSnapshot[State, Move]) -> tuple[Word, ...]:
        return self.game.lines(snapshot.state)

    # -- signs --------------------------------------------------------------------------------

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        places = [spot for spot in sorted(snapshot.open) if spot in self.spots]
        standing = self._standing(snapshot.state)
        quiet = not snapshot.picked and len(places) > MAX_DESTINATION_LIGHTS
        tile = self.light_tile() if len(places) <= MAX_TILE_LIGHTS else self.light_spot()
        ringed = last_changed_spots(snapshot)
        for spot in places:
            if quiet and spot in standing:
                # The ring of the last ply lies between the piece and its light.
                margin = LIGHT_MARGIN_AROUND_RING if spot in ringed else LIGHT_MARGIN
                radius = self.pieces.radius(standing[spot]) + margin
                frame.put(mover_light(self.px(self.cell * radius)), self.spots[spot])
            else:
                frame.put(tile, self.spots[spot])

    def draw_last(self, frame: Frame, ply: Ply[State, Move]) -> None:
        steps = [step for phase in self.effects(ply) for step in phase]
        self.marks.happened(frame, ply.move, steps, self._standing(ply.after))

    def _draw_picked(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        standing = self._standing(snapshot.state)
        steps = [step for phase in self._phases(snapshot) for step in phase]
        moved = {step.start for step in steps} | {step.end for step in steps}
        for spot in snapshot.picked:
            # Ghosts and arrows replace the rings.
            if spot in standing and spot not in moved:
                self.marks.round_piece(frame, spot, standing, PREVIEW_COLOURS, 0.075)

    def draw_extra(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """Draws who is shooed by whom, hatched squares, and the remaining ways."""
        if snapshot.motion or snapshot.preview or snapshot.finish is not None:
            return
        picked, standing = snapshot.picked, self._standing(snapshot.state)
        if not picked:
            found = dangers(snapshot.state)
            self.marks.shooers(frame, (spot for _, by in found for spot in by), standing)
            self.marks.shoos(frame, found)
            return
        if len(picked) == 1 and picked[0] in self.spots:
            found = tuple(entry for entry in dangers(snapshot.state) if entry[0] == picked[0])
            closed = self._closed_squares(snapshot)
            near = (spot for square in closed for spot in shooers(snapshot.state, square))
            by = (*near, *(spot for _, several in found for spot in several))
            self.marks.shooers(frame, by, standing)
            self.marks.shoos(frame, found, ringed=False)
            with frame.layer(MARKS - SIGNS):
                for square in closed:
                    frame.put(hatch(self.board.cell_px), self.spots[square])
            self._put_risks(frame, snapshot)
        if len(picked) == 2:
            self._put_ways_left(frame, snapshot)
        if len(picked) == 3:
            self._put_risks(frame, snapshot)

    def _closed_squares(self, snapshot: BoardSnapshot[State, Move]) -> list[Spot]:
        """Where the picked traveler would be shooed, unless it can also ride there."""
        safe = {
            NAMES[move.squares[1]]
            for move in snapshot.candidates
            if move.kind not in INTO_SHOO_KINDS
        }
        letter = self._standing(snapshot.state).get(snapshot.picked[0], LOOSE)
        if letter == LOOSE:
            return []
        return sorted(closed_by_shoo(snapshot.state, snapshot.picked[0]) - safe)

    def _put_risks(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """A red dot where the other side could capture the horse that is ridden or mounted."""
        with frame.layer(TOP + 1 - SIGNS):  # over the arrows
            for spot in risky_squares(snapshot):
                self.marks.risk(frame, spot)

    def _put_ways_left(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """After two touches: where the taken rider can go, or the ways to reach a square."""
        standing = self._standing(snapshot.state)
        kinds = {move.kind for move in snapshot.candidates}
        first, second = snapshot.picked
        if kinds == {kernel.CAPTURE}:
            for spot in sorted(snapshot.open & self.spots.keys()):
                ghost = self.pieces.small_ghost(standing[second].lower())
                frame.put(ghost, self.spots[spot])
            return
        if kinds & set(INTO_SHOO_KINDS):
            self.marks.shoos(frame, [(second, shooers(snapshot.state, second))])
        if kernel.RIDE in kinds and first in standing:
            self._put_both_ways(frame, standing[first].lower(), self.spots[second])

    def _put_both_ways(self, frame: Frame, letter: str, at: Point) -> None:
        """A square that can be reached by riding (above) or by dismounting (below)."""
        part = self.cell * 0.01
        with frame.layer(LIGHT - SIGNS):
            frame.put(self.light_tile(), at)
        frame.put(self.pieces.small_rider(letter), (at[0] - 16 * part, at[1] - 15 * part))
        frame.put(self.pieces.small_ghost(letter), (at[0] + 21 * part, at[1] + 21 * part))

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move) -> None:
        self._draw_ways(frame, snapshot, move)
        if move.kind == kernel.RETIRE:
            with frame.layer(TOP):
                frame.put(self.marks.cross(PREVIEW_COLOURS), self.spots[NAMES[move.squares[0]]])
        if move.kind in INTO_SHOO_KINDS:
            square = NAMES[move.squares[1]]
            self.marks.shoos(frame, [(square, shooers(snapshot.state, square))])
        else:
            self.marks.shoos(frame, threats(snapshot.state, move))
            ends = move.squares[3 if move.kind == kernel.CAPTURE else 1]
            taken = takers(snapshot.state, move)
            if taken:
                self.marks.shoos(frame, [(NAMES[ends], taken)])

    def _draw_shared(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if snapshot.candidates:
            self._draw_ways(frame, snapshot, snapshot.candidates[0])

    def _draw_ways(self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move) -> None:
        """Arrows for all certain effects; their ghosts are drawn with the pieces."""
        phases = self._phases(snapshot)
        steps = [step for phase in phases for step in phase]
        if not steps and (move.kind not in INTO_SHOO_KINDS or len(snapshot.candidates) > 1):
            return
        seen = preview_position(self._standing(snapshot.state), phases)
        around = {**seen.leaving, **seen.solid, **seen.coming}
        self.marks.ways(frame, move, steps, around, PREVIEW_COLOURS, TOP)

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        for line in self._lines(snapshot):
            self.marks.won(frame, line, snapshot.finish or 0.0, self.light_tile())

    # -- the menu -----------------------------------------------------------------------------

    def emblem(self, size_px: int) -> pygame.Surface:
        canvas = Canvas((size_px, size_px))
        board = Board.within(canvas, canvas.box.inset(canvas.width * EMBLEM_MARGIN))
        picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        picture.fill((0, 0, 0, 0))
        board.draw(picture, (self.looks[0].mark, self.looks[1].mark))
        frame = Frame(canvas)
        PieceLayer(board.spots(), board.cell, PieceSet(self.looks, board.cell_px)).put(
            frame, EMBLEM_PIECES
        )
        for blit in frame.blits:
            picture.blit(blit.surface, (blit.x, blit.y))
        return picture


def make_view(game: Game) -> ShooView:
    return ShooView(game)
