"""Shout 7 on the table: which place lies under a finger, what is shown, said and cues."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from math import dist
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, count, say
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.kernel import DIRECTIONS, IS_CELL, NAMES, PLACE_OF
from tabletop.games.shout7.messages import SEAT_NAMES
from tabletop.games.shout7.rules import LETTERS, Move, State
from tabletop.games.shout7.view.board import (
    PIT_RADIUS,
    SHADOWS,
    board_shadow,
    draw_board,
    emblem_picture,
    hexes_in,
    piece_in_pit,
)
from tabletop.games.shout7.view.pieces import (
    PieceMotion,
    PushChoice,
    Rack,
    arrival_ghost,
    capsule_glow,
    capsule_line,
    lamp_rim,
    last_push_arrow,
    lifted_piece,
    lit_dimple,
    piece_mark,
    piece_motions,
    pieces_at,
    pulled_direction,
    push_arrow,
    push_choice,
    push_choice_at,
    push_choices,
    pushable_rim,
    put_rack,
    rack_picture,
    removal_mark,
    shared_end,
    way_between,
    win_bar,
    win_face,
    win_plate,
)
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.board.marks import SpotContents
from tabletop.ui.board.view import (
    CARRY_HEIGHT,
    LIGHT,
    MOVING,
    SIGNS,
    TOP,
    BoardSnapshot,
    BoardView,
    ViewLayout,
)
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import lerp, point_on_path
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK_LOOK,
    CREAM,
    GREEN_LOOK,
    INK,
    PETROL,
    RED_LOOK,
    WHITE,
    WHITE_LOOK,
    SeatLook,
)


def _describe_pit(owner: int, *, counts: bool) -> SpotContents:
    if not owner and counts:
        return SpotContents(say("shout7.glossary.pit", "A pit: it holds one piece for good."))
    if not owner:
        words = "A pit: it holds one piece for good. Pieces in pits count in no line."
        return SpotContents(say("shout7.glossary.pit_out", words))
    who = SEAT_NAMES[owner - 1]
    words = say(
        "shout7.glossary.full", "A pit with one of {who}’s pieces: it never moves.", who=who
    )
    return SpotContents(words, owner - 1)


def _lay_prompt(state: State) -> Text:
    if state.ply == 0:
        return say("shout7.view.lay.black.1", "Lay your first piece anywhere.")
    if state.ply == 1:
        return say("shout7.view.lay.black.2", "Lay your second piece next to it.")
    if state.ply == 2:
        return say("shout7.view.lay.white.1", "Lay a piece next to a black one.")
    if state.ply % 2 == 0:
        return say("shout7.view.lay.1", "Lay a piece next to any other.")
    return say("shout7.view.lay.2", "Lay it next to yours and another piece.")


def _why_pass(state: State) -> Text:
    if state.stage == kernel.STAGE_LAY:
        return say("shout7.view.pass.lay", "No place is left for your piece: pass.")
    if state.pot(state.turn) < 2:
        return say("shout7.view.pass.pot", "You have fewer than two pieces left: pass.")
    return say("shout7.view.pass.push", "You can’t push any two: pass.")


@lru_cache(maxsize=256)
def _ending_warning(state: State, move: Move) -> Text | None:
    """A warning if a ply would end the game."""
    after = state.play(move)
    end = after.outcome()
    if end is None or not after.lines():
        return None
    if state.turn in end.winners:
        return say("shout7.view.wins", "Seven in a line: that wins!")
    return say(
        "shout7.view.loses",
        "Careful: your push completes {who}’s line.",
        who=SEAT_NAMES[end.winners[0]],
    )


def _describe_push(who: Text, way: PushChoice) -> Text:
    match sum(not IS_CELL[PLACE_OF[end]] for end in way.ends):
        case 2:
            return say("shout7.view.told.pits", "{who} pushed two pieces into pits.", who=who)
        case 1:
            return say("shout7.view.told.pit", "{who} pushed two pieces, one into a pit.", who=who)
    if way.convoy:
        return say("shout7.view.told.convoy", "{who} pushed two pieces along their line.", who=who)
    return say("shout7.view.told.push", "{who} pushed two pieces.", who=who)


PIECE_RADIUS: Final = 0.415
PIT_PIECE_RADIUS: Final = 0.285
MAX_STRONG_LIGHTS: Final = 40
"""With more open places than this, each is lit less."""
FADED_ALPHA: Final = 0.38
CELL_NAMES: Final = frozenset(name for place, name in enumerate(NAMES) if IS_CELL[place])


MIN_PULL = 0.5
"""The least drag of a pair, in cells."""
PAIR_TOUCH_RADIUS = 0.6
OPEN_SPOT_FACTOR = 0.8
"""The advantage in cells of an open place over a closed one."""


def _advised(snapshot: BoardSnapshot[State, Move]) -> bool:
    """Whether the preview is a hint, of which nothing has been touched yet."""
    return bool(snapshot.hinted) and not snapshot.picked


def _is_lay(ply: Ply[State, Move]) -> bool:
    return ply.before.stage == kernel.STAGE_LAY and not ply.move.is_pass


def _push_prompt(state: State) -> Text:
    if state.ply < 3 * state.seats:
        return _first_push_prompt(state)
    if state.seats > 2:
        return say("shout7.view.push.many", "Pick two pieces side by side, none yours.")
    if state.turn == kernel.BLACK - 1:
        return say("shout7.view.push.white", "Pick two white pieces side by side.")
    return say("shout7.view.push.black", "Pick two black pieces side by side.")


def _first_push_prompt(state: State) -> Text:
    """The prompt of a seat's first push: what happens after it is told too."""
    if state.seats > 2:
        words = "Push two enemy pieces: yours take their places."
        return say("shout7.view.first_push.many", words)
    if state.turn == kernel.BLACK - 1:
        words = "Push two white pieces: yours take their places."
        return say("shout7.view.first_push.white", words)
    words = "Push two black pieces: yours take their places."
    return say("shout7.view.first_push.black", words)


class Shout7View(BoardView):
    """The view of Shout 7."""

    looks: tuple[SeatLook, ...] = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK)
    letters = LETTERS[1:]
    tray_height = 150.0
    racks: dict[Seat, Rack]
    unit: float
    """The distance of neighbours in real pixels."""
    grip: Spot = ""
    """The last touched piece of the picked pair, where drags start."""

    def lay_out(self, board: Box) -> None:
        self.hexes = hexes_in(board)
        self.cell = self.hexes.cell
        self.spots = self.hexes.spots()

    def fit(self, places: ViewLayout) -> None:
        super().fit(places)
        self.unit = round(self.cell * places.canvas.scale, 1)
        seats = {seat: tray for seat, tray in places.trays.items() if seat < places.seats}
        self.racks = {seat: Rack(tray, places.seats) for seat, tray in seats.items()}

    @property
    def piece_radius(self) -> float:
        return self.cell * PIECE_RADIUS

    def preparing(self) -> Iterator[None]:
        scale = self.places.canvas.scale
        for number in range(len(SHADOWS)):
            yield from in_slices(partial(board_shadow, self.unit, scale, number))
        yield from in_slices(self._make_pictures)

    def draw_base(self, surface: pygame.Surface) -> None:
        scale = self.places.canvas.scale
        middle = self.hexes.centre[0] * scale, self.hexes.centre[1] * scale
        draw_board(surface, middle, self.unit, scale)

    # -- pictures ---------------------------------------------------------------------------

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        if spot in CELL_NAMES:
            return shapes.stone(self.piece_looks[letter], round(PIECE_RADIUS * self.unit, 1))
        return piece_in_pit(
            self.piece_looks[letter],
            round(PIT_PIECE_RADIUS * self.unit, 1),
            round(PIT_RADIUS * self.unit, 1),
        )

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        return self._arrival({letter}, spot)

    def light(self, spot: Spot, snapshot: BoardSnapshot[State, Move]) -> pygame.Surface | None:
        del spot
        if snapshot.state.stage == kernel.STAGE_LAY:
            return lit_dimple(self.unit, len(snapshot.open) <= MAX_STRONG_LIGHTS)
        if snapshot.state.stage == kernel.STAGE_REMOVE or snapshot.picked:
            return lamp_rim(self.unit)
        return pushable_rim(self.unit)

    def _lifted(self, letter: str, *, small: bool = False) -> pygame.Surface:
        radius = (PIT_PIECE_RADIUS if small else PIECE_RADIUS) * self.unit
        return lifted_piece(self.piece_looks[letter], round(radius, 1))

    def _arrival(self, letters: set[str], spot: Spot) -> pygame.Surface:
        look = self.piece_looks[min(letters)] if len(letters) == 1 else None
        return arrival_ghost(self.unit, look, self._radius(spot))

    def _radius(self, spot: Spot) -> float:
        return round(
            (PIECE_RADIUS if spot in CELL_NAMES else PIT_PIECE_RADIUS) * self.unit * 0.96, 1
        )

    def _make_pictures(self) -> None:
        unit = self.unit
        a_cell, a_pit = "h8", "a1"
        for letter in self.letters[: self.places.seats]:
            for spot in (a_cell, a_pit):
                self.picture(letter, spot)
                self._arrival({letter}, spot)
                self._lifted(letter, small=spot == a_pit)
            piece_mark(self.piece_looks[letter], PIECE_RADIUS * unit)
        for way in range(6):
            push_arrow(unit, way)
            last_push_arrow(unit, way, 1)
            last_push_arrow(unit, way, 2)
        for axis in range(3):
            capsule_glow(unit, axis)
            capsule_line(unit, axis)
        for spot in (a_cell, a_pit):
            self._arrival(set(), spot)
        for make in (pushable_rim, lamp_rim, removal_mark):
            make(unit)
        for seat, rack in self.racks.items():
            rack_picture(rack, self.looks[seat], 0, self.places.canvas.scale)
        for strong in (True, False):
            lit_dimple(unit, strong)

    # -- lights and pieces ------------------------------------------------------------------

    def seconds(self, ply: Ply[State, Move]) -> float:
        return max((way.end for way in self.journeys_of(ply)), default=0.0)

    def cues(self, ply: Ply[State, Move]) -> tuple[Cue, ...]:
        """The sounds of a ply: the pair slides, then each piece is laid."""
        cues: dict[float, Cue] = {}
        for way in self.journeys_of(ply):
            if way.step.end is None:
                cues[way.begin] = Cue(way.begin, "shooed")
            else:
                if way.step.start is not None:
                    cues[way.begin] = Cue(way.begin, "slid")
                cues[way.end] = Cue(way.end, "placed")
        return tuple(cues[at] for at in sorted(cues))

    def journeys_of(self, ply: Ply[State, Move]) -> tuple[PieceMotion, ...]:
        convoy = ply.move.is_push and push_choice(ply.move).convoy
        return piece_motions(self.effects(ply), convoy)

    def origin(self, step: Step, ply: Ply[State, Move]) -> Point | None:
        del step
        rack = self.racks.get(self._mover(ply))
        return rack.front(ply.before.pot(ply.seat)) if rack else None

    def exit(self, step: Step, ply: Ply[State, Move]) -> Point | None:
        owner = self.letters.index(step.piece)
        rack = self.racks.get(owner)
        return rack.front(ply.before.pot(owner) + 1) if rack else None

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if snapshot.motion is not None:
            self._draw_moving(frame, snapshot.motion.ply, snapshot.motion.spent)
            return
        pieces = dict(self.game.pieces(snapshot.state))
        if snapshot.finish is not None:
            # The pieces that did not decide the game fade.
            alpha = 1 - (1 - FADED_ALPHA) * min(1.0, 2 * snapshot.finish)
            self._put_pieces(frame, pieces, frozenset(self._deciding(snapshot)), alpha)
            return
        pair = snapshot.picked if len(snapshot.picked) == 2 else ()
        if snapshot.held is not None and pair:
            start = self.spots[self.grip if self.grip in pair else snapshot.held[0]]
            at = snapshot.held[1]
            for spot in pair:
                x, y = self.spots[spot]
                moved = x + at[0] - start[0], y + at[1] - start[1]
                with frame.layer(MOVING):
                    frame.put(self._lifted(pieces.pop(spot)), moved)
        elif snapshot.preview is not None and not _advised(snapshot):
            if snapshot.preview.is_push:
                for spot in push_choice(snapshot.preview).starts:
                    pieces.pop(spot)
            elif snapshot.preview.is_removal:
                pieces.pop(NAMES[snapshot.preview.place])
        self._put_pieces(frame, pieces)

    def _draw_moving(self, frame: Frame, ply: Ply[State, Move], spent: float) -> None:
        still, moving = pieces_at(dict(self.game.pieces(ply.before)), self.journeys_of(ply), spent)
        self._put_pieces(frame, still)
        for way in moving:
            step, share = way.step, way.share(spent)
            start = self.spots.get(step.start or "") or self.origin(step, ply)
            end = self.spots.get(step.end or "") or self.exit(step, ply)
            with frame.layer(MOVING):
                if start is not None and end is not None:
                    drops = step.end is not None and step.end not in CELL_NAMES and share > 0.85
                    at = point_on_path(
                        start, end, share, 0.0 if way.pushed else CARRY_HEIGHT * self.cell
                    )
                    frame.put(self._lifted(step.piece, small=drops), at)
                elif end is not None:
                    frame.put(self._lifted(step.piece), end, share)
                elif start is not None:
                    frame.put(self._lifted(step.piece), start, 1 - share)

    def _deciding(self, snapshot: BoardSnapshot[State, Move]) -> list[Spot]:
        """The places that decided the game: the lines, or the winners' pieces in the pits."""
        lines = snapshot.game.lines(snapshot.state)
        if lines:
            return [spot for line in lines for spot in line]
        end = snapshot.state.outcome()
        pieces = self.game.pieces(snapshot.state)
        won = {self.letters[seat] for seat in end.winners} if end and end.scores else set()
        return [spot for spot, letter in pieces.items() if letter in won and spot not in CELL_NAMES]

    # -- the signs of a push ----------------------------------------------------------------

    def _draw_picked(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if len(snapshot.picked) == 1:
            super()._draw_picked(frame, snapshot)

    def _draw_shared(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """A picked pair in its capsule, and an arrow for every way it can go."""
        ways = push_choices(snapshot.candidates, snapshot.picked)
        if not ways:
            return
        self._put_capsule(frame, ways[0])
        for way in ways:
            with frame.layer(LIGHT):
                frame.put(lit_dimple(self.unit, True), self.spots[way.arrow])
            with frame.layer(SIGNS):
                arrow = push_arrow(self.unit, DIRECTIONS.index(way.spot))
                frame.put(arrow, self.spots[way.arrow])

    def _put_capsule(self, frame: Frame, way: PushChoice) -> None:
        """The ring round the pair of a push."""
        axis = way.move.push // 6 % 3
        middle = lerp(self.spots[way.starts[0]], self.spots[way.starts[1]], 0.5)
        with frame.layer(LIGHT):
            frame.put(capsule_glow(self.unit, axis), middle)
        with frame.layer(SIGNS):
            frame.put(capsule_line(self.unit, axis), middle)

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move) -> None:
        """The whole ply as it would be: the pair where it arrives, the own pieces where it was.

        A push that is advised leaves the pair in its place, because it is to be touched there.
        """
        if move.is_push and _advised(snapshot):
            self._put_advice(frame, snapshot, push_choice(move))
            return
        ply = Ply(snapshot.seat, move, snapshot.state, snapshot.state)
        for step in (step for phase in self.effects(ply) for step in phase):
            spot = step.end or step.start or ""
            with frame.layer(LIGHT):
                frame.put(self._arrival({step.piece}, spot), self.spots[spot])
            if step.end is None:
                with frame.layer(SIGNS):
                    frame.put(removal_mark(self.unit, AMBER, INK), self.spots[spot])
        if move.is_push and snapshot.held is None:
            self._put_push(frame, push_choice(move))

    def _put_advice(self, frame: Frame, snapshot: BoardSnapshot, way: PushChoice) -> None:
        pieces = self.game.pieces(snapshot.state)
        self._put_capsule(frame, way)
        for start, end in zip(way.starts, way.ends, strict=True):
            with frame.layer(LIGHT):
                if end == way.arrow:
                    frame.put(lit_dimple(self.unit, True), self.spots[end])
                else:
                    frame.put(self._arrival({pieces[start]}, end), self.spots[end])
        with frame.layer(SIGNS):
            frame.put(push_arrow(self.unit, DIRECTIONS.index(way.spot)), self.spots[way.arrow])

    def _put_push(self, frame: Frame, way: PushChoice) -> None:
        """Arrows in the gaps between where the pair is and where it goes."""
        steps = list(zip(way.starts, way.ends, strict=True))
        if way.convoy:
            # The front piece leaves a gap, where the arrow lies.
            front = next(start for start, end in steps if end != way.arrow)
            steps = [(front, way.arrow)]
        arrow = push_arrow(self.unit, DIRECTIONS.index(way.spot))
        for start, end in steps:
            with frame.layer(TOP):
                frame.put(arrow, lerp(self.spots[start], self.spots[end], 0.5))

    def draw_last(self, frame: Frame, ply: Ply[State, Move]) -> None:
        """Rings around arrived pieces, and one arrow for the pair.

        Who lays the second piece has just laid the first: both are ringed.
        """
        steps = [step for phase in self.effects(ply) for step in phase]
        if _is_lay(ply):
            letter, standing = self.letters[ply.seat], self.game.pieces(ply.after)
            steps = [Step(letter, None, spot) for spot in standing if standing[spot] == letter]
        for step in steps:
            if step.end is None:
                with frame.layer(SIGNS):
                    frame.put(removal_mark(self.unit, PETROL, CREAM), self.spots[step.start or ""])
                continue
            # On a piece it leaves the glow round it free: the piece may be pushed next.
            radius = PIECE_RADIUS - 0.07 if step.end in CELL_NAMES else PIT_RADIUS + 0.03
            with frame.layer(SIGNS):
                at = self.spots[step.end]
                self.put_ring(frame, at, radius * self.cell, PETROL, CREAM, 0.06)
        if ply.move.is_push:
            self._put_trail(frame, ply, push_choice(ply.move))

    def _put_trail(self, frame: Frame, ply: Ply[State, Move], way: PushChoice) -> None:
        """The arrow lies over the pieces; those it runs across show their marks on top."""
        a = lerp(self.spots[way.starts[0]], self.spots[way.starts[1]], 0.5)
        b = lerp(self.spots[way.ends[0]], self.spots[way.ends[1]], 0.5)
        arrow = last_push_arrow(self.unit, DIRECTIONS.index(way.spot), 2 if way.convoy else 1)
        with frame.layer(SIGNS):
            # A convoy's arrow is a little longer, so that no mark hides its head.
            frame.put(arrow, lerp(a, b, 0.56 if way.convoy else 0.5))
            for step in (step for phase in self.effects(ply) for step in phase):
                if step.end in CELL_NAMES:
                    mark = piece_mark(self.piece_looks[step.piece], PIECE_RADIUS * self.unit)
                    frame.put(mark, self.spots[step.end])

    # -- the end, the keys ------------------------------------------------------------------

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        lines = snapshot.game.lines(snapshot.state)
        share = snapshot.finish or 0.0
        for line in lines:
            self._put_line(frame, line, round(share * len(line)))
        if not lines:
            deciding = self._deciding(snapshot)
            for spot in deciding[: round(share * len(deciding))]:
                with frame.layer(SIGNS):
                    radius = (PIT_RADIUS + 0.05) * self.cell
                    self.put_ring(frame, self.spots[spot], radius, AMBER, INK, 0.08)

    def _put_line(self, frame: Frame, line: tuple[Spot, ...], count: int) -> None:
        shown = line[:count]
        with frame.layer(LIGHT):
            for spot in shown:
                frame.put(win_plate(self.unit, spot in CELL_NAMES), self.spots[spot])
            for rim in (True, False):
                for a, b in pairwise(shown):
                    way = way_between(self.spots[a], self.spots[b])
                    bar = win_bar(self.unit, way, rim)
                    frame.put(bar, lerp(self.spots[a], self.spots[b], 0.5))
            for spot in shown:
                face = win_face(self.unit, spot in CELL_NAMES)
                frame.put(face, self.spots[spot])

    def _draw_cursor(
        self, frame: Frame, snapshot: BoardSnapshot[State, Move], cursor: Spot
    ) -> None:
        at = self.points(snapshot).get(cursor)
        if at is not None:
            self.put_ring(frame, at, self.cell * 0.5, WHITE, INK, 0.07)

    # -- places -----------------------------------------------------------------------------

    def spot_at(self, snapshot: BoardSnapshot[State, Move], at: Point) -> Spot | None:
        """A place; while a pair is picked a way too: its arrow, its ghosts, or a pull that way."""
        ways = push_choices(snapshot.candidates, snapshot.picked)
        if not ways:
            touched = super().spot_at(snapshot, at)
            if snapshot.held is None:
                self.grip = touched or ""
            return touched
        pair = snapshot.picked
        if snapshot.held is not None and self.grip in pair:
            x, y = self.spots[self.grip]
            if dist((x, y), at) >= MIN_PULL * self.cell:
                return pulled_direction(ways, at[0] - x, at[1] - y)
            return pair[-1]
        shared = shared_end(ways, at, self.spots, self.cell)
        if shared is not None:
            return shared  # two pushes end there: the seat is asked for an arrow
        found = push_choice_at(ways, at, self.spots, self.cell)
        near = found[1] * OPEN_SPOT_FACTOR if found else PAIR_TOUCH_RADIUS * self.cell
        taken = min(pair, key=lambda name: dist(self.spots[name], at))
        if dist(self.spots[taken], at) < near:
            # The pair is one piece now; it is known by the last picked place.
            self.grip = taken
            return pair[-1]
        spot = super().spot_at(snapshot, at)
        if found is None or spot is None:
            return found[0] if found else spot
        closed = spot not in pair and spot in self.game.pieces(snapshot.state)
        return spot if closed and dist(self.spots[spot], at) < near else found[0]

    def points(self, snapshot: BoardSnapshot[State, Move]) -> Mapping[Spot, Point]:
        """All places; while a pair is picked, the pair and the ways it can go."""
        ways = push_choices(snapshot.candidates, snapshot.picked)
        if not ways:
            return self.spots
        pair = {name: self.spots[name] for name in snapshot.picked}
        return pair | {way.spot: self.spots[way.arrow] for way in ways}

    # -- words ------------------------------------------------------------------------------

    def named(self, snapshot: BoardSnapshot[State, Move], spot: Spot) -> SpotContents | None:
        state: State = snapshot.state
        if spot.startswith("tray:"):
            seat = int(spot.removeprefix("tray:"))
            words = count(
                "shout7.glossary.tray",
                "{who} has one piece left to lay.",
                "{who} has {n} pieces left to lay, two after each push.",
                n=state.pot(seat),
                who=SEAT_NAMES[seat],
            )
            return SpotContents(words, seat)
        place = PLACE_OF.get(spot)
        if place is None:
            return None
        owner = state.at(place)
        if not IS_CELL[place]:
            return _describe_pit(owner, counts=bool(state.position[kernel.PITS_COUNT]))
        if not owner:
            return SpotContents(
                say("shout7.glossary.empty", "{at}: an empty place.", at=spot), bare=True
            )
        who = SEAT_NAMES[owner - 1]
        return SpotContents(
            say("shout7.glossary.piece", "{at}: {who}’s piece.", at=spot, who=who), owner - 1
        )

    def score(self, snapshot: BoardSnapshot[State, Move], seat: Seat) -> Text | None:
        # NOTE for translators: a note at a seat; no-break spaces keep it on one line.
        motion = snapshot.motion
        left = (motion.ply.before if motion is not None else snapshot.state).pot(seat)
        return count(
            "shout7.view.score", "1\u00a0piece\u00a0left", "{n}\u00a0pieces\u00a0left", n=left
        )

    def prompt(self, snapshot: BoardSnapshot[State, Move]) -> Text:
        state: State = snapshot.state
        if state.outcome() is not None:
            return say("shout7.view.over", "The game is over.")
        if snapshot.preview is not None:
            warning = _ending_warning(state, snapshot.preview)
            if warning is not None:
                return warning
        if "pass" in snapshot.open:
            return _why_pass(state)
        if state.stage == kernel.STAGE_LAY:
            return _lay_prompt(state)
        if state.stage == kernel.STAGE_REMOVE:
            return say(
                "shout7.view.remove",
                "Take one black piece off: once, because Black began.",
            )
        if len(snapshot.picked) == 1:
            return say("shout7.view.partner", "Touch the piece beside it.")
        if len(snapshot.picked) == 2:
            return say("shout7.view.way", "Choose a direction.")
        return _push_prompt(state)

    def describe_turn(self, plies: Sequence[Ply[State, Move]]) -> Text:
        if len(plies) > 1 and plies[-1].move.is_removal and plies[-2].move.is_push:
            return say(
                "shout7.view.told.both",
                "{who} pushed two pieces, then took a black one off. "
                "Only once, because Black began.",
                who=SEAT_NAMES[plies[-1].seat],
            )
        if len(plies) > 1 and all(_is_lay(ply) for ply in plies[-2:]):
            who = SEAT_NAMES[plies[-1].seat]
            return say("shout7.view.told.lay_two", "{who} laid two pieces.", who=who)
        return self.describe_ply(plies[-1])

    def describe_ply(self, ply: Ply[State, Move]) -> Text:
        who, move = SEAT_NAMES[ply.seat], ply.move
        if move.is_pass:
            return say("shout7.view.told.pass", "{who} passed.", who=who)
        if move.is_removal:
            return say(
                "shout7.view.told.remove",
                "{who} took a black piece off.",
                who=who,
            )
        if not move.is_push:
            return say(
                "shout7.view.told.lay",
                "{who} laid a piece.",
                who=who,
            )
        way = push_choice(move)
        return _describe_push(who, way)

    # -- pictures ---------------------------------------------------------------------------

    def draw(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if snapshot.finish is not None:
            # The winning line is marked instead.
            snapshot = replace(snapshot, last=None)
        super().draw(frame, snapshot)

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot[State, Move], seat: Seat) -> None:
        """The seat's rack with the pieces left in its pot."""
        if seat in self.racks:
            put_rack(frame, self.racks[seat], self.looks[seat], self.pot_shown(snapshot, seat))

    def emblem(self, size_px: int) -> pygame.Surface:
        return emblem_picture(size_px)

    def pot_shown(self, snapshot: BoardSnapshot[State, Move], seat: Seat) -> int:
        """The number of pieces in a rack without those that travel."""
        motion = snapshot.motion
        if motion is None:
            return int(snapshot.state.pot(seat))
        count = int(motion.ply.before.pot(seat))
        for way in self.journeys_of(motion.ply):
            if way.step.piece == self.letters[seat]:
                left = way.step.start is None and motion.spent >= way.begin
                back = way.step.end is None and motion.spent >= way.end
                count += back - left
        return count


def make_view(game: Game) -> Shout7View:
    return Shout7View(game)
