"""Trelawney's Glory on the table: what lies under a finger, what is shown, said and heard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot
from typing import Any, Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, Word, joined, say
from tabletop.games.trelawney.kernel import SQUARE_NAMES, spot_name
from tabletop.games.trelawney.messages import SEAT_NAMES
from tabletop.games.trelawney.rules import (
    LETTERS,
    Move,
    State,
    fives,
    neighbour_spot,
    pieces,
    spell,
)
from tabletop.games.trelawney.view.cards import CardPicture, draw_card, lane_of
from tabletop.games.trelawney.view.pieces import (
    BoardLayout,
    chevron,
    draw_board,
    ghost_stone,
    lane_joint,
    lane_tile,
    lifted_stone,
    lit_lane_tile,
    lit_point,
    lit_tile,
    stone_bowl,
    token,
    win_stroke,
)
from tabletop.ui.board.marks import SpotContents
from tabletop.ui.board.view import (
    CARRY_HEIGHT,
    LIGHT,
    MARKS,
    MOVING,
    PHASE_SECONDS,
    PIECES,
    SIGNS,
    TOP,
    BoardSnapshot,
    BoardView,
    ChoiceCard,
    SpotButton,
    ViewLayout,
)
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.tween import SETTLE_START, drop, lerp, point_on_path
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK_LOOK,
    CORAL_DEEP,
    CREAM,
    INK,
    PETROL,
    SKY,
    WHITE,
    WHITE_LOOK,
    Colour,
)

SHOVE: Final = say("trelawney.view.shove", "Shove")
DRAG: Final = say("trelawney.view.drag", "Drag")
LEAVE: Final = say("trelawney.view.lay", "Leave it there")
CARD_NOTES: Final = {
    # NOTE for translators: beside "Shove" and "Drag" on a card.
    "shove": say("trelawney.choice.shove", "push it away"),
    "drag": say("trelawney.choice.drag", "pull it along"),
}
WINNING: Final = {
    # NOTE for translators: buttons.
    "shove": say("trelawney.choice.shove_wins", "Shove and win"),
    "drag": say("trelawney.choice.drag_wins", "Drag and win"),
    "lay": say("trelawney.choice.lay_wins", "Leave it there and win"),
}
TITLES: Final = {"shove": SHOVE, "drag": DRAG, "lay": LEAVE}
MAX_CARD_TARGETS: Final = 2
"""With more enemy stones to move than these, one is touched before there are cards."""
PLY_KINDS = ("lay", "shove", "drag")
"""Places that are no places on the board."""


def _after_lay(kinds: set[Spot]) -> Text:
    """What can follow a stone that has been laid, besides leaving it."""
    if "shove" not in kinds:
        return say("trelawney.view.drag_or_leave", "Drag, or leave it there.")
    if "drag" not in kinds:
        return say("trelawney.view.shove_or_leave", "Shove, or leave it there.")
    return say("trelawney.view.all", "Shove, drag, or leave it there.")


def can_only_stay(snapshot: BoardSnapshot[State, Move]) -> bool:
    """Whether a stone has been laid that cannot shove or drag."""
    return len(snapshot.candidates) == 1 and snapshot.candidates[0].target is None


@lru_cache(maxsize=64)
def is_winning(state: Any, move: Any) -> bool:
    """Whether a ply wins for its player."""
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)


@lru_cache(maxsize=64)
def plies_from(state: Any, here: Spot) -> Mapping[Word, Move]:
    """The legal plies that lay a stone on this place, by their words."""
    words = ((spell(state, move)[0], move) for move in state.moves())
    return {word: move for word, move in words if word[0] == here}


def is_winning_lay(snapshot: BoardSnapshot[State, Move]) -> bool:
    """Whether a stone has been laid that wins once it is confirmed."""
    return can_only_stay(snapshot) and is_winning(snapshot.state, snapshot.candidates[0])


@dataclass(frozen=True, slots=True)
class StoneMove:
    """One shove or drag of one enemy stone."""

    kind: Spot
    """`shove` or `drag`: the touch that chooses it."""
    here: Spot
    """Where the stone was laid."""
    target: Spot
    """The enemy stone."""
    leader: Step
    """The stone that goes on to the vacant place; the other one follows it."""
    follower: Step
    second: Step | None
    """The second lay; none where a line in the delay ends the turn."""

    @property
    def ghost(self) -> Spot:
        """The vacant place that the way leads to."""
        return self.leader.end or ""

    @property
    def lane(self) -> tuple[Spot, Spot, Spot]:
        """The ghost's place and the two behind it, the nearer one first."""
        return self.ghost, self.leader.start or "", self.follower.start or ""

    @property
    def arrow(self) -> Step:
        """The step between whose places its arrow lies, before an enemy stone is chosen."""
        return self.leader if self.kind == "shove" else self.follower

    @property
    def colour(self) -> Colour:
        return AMBER if self.kind == "shove" else SKY

    @property
    def after(self) -> dict[Spot, str]:
        """What lies on the places of the way in the end."""
        steps = (self.leader, self.follower, self.second)
        return {step.end: step.piece for step in steps if step is not None and step.end}


def stone_move(game: Game, state: State, move: Move) -> StoneMove | None:
    """The way that a ply goes; None if it only lays."""
    if move.target is None:
        return None
    phases = game.effects(state, move)
    leader, follower = phases[1]
    second = phases[2][0] if len(phases) > 2 else None
    here, target, kind = spell(state, move)[0]
    return StoneMove(kind, here, target, leader, follower, second)


def open_stone_moves(snapshot: BoardSnapshot[State, Move]) -> tuple[StoneMove, ...]:
    """The ways that are still open once a stone is laid; none before."""
    if not snapshot.picked:
        return ()
    found: list[StoneMove] = []
    for move in snapshot.candidates:
        way = stone_move(snapshot.game, snapshot.state, move)
        if way is not None:
            found.append(way)
    return tuple(found)


@lru_cache(maxsize=64)
def ending_lines(game: Game, state: State, move: Move) -> tuple[tuple[bool, Word], ...]:
    """The lines that would end the game after a ply, and whether each is the mover's own."""
    after = state.play(move)
    outcome = after.outcome()
    if outcome is None:
        return ()
    return tuple((state.turn in outcome.winners, line) for line in game.lines(after))


TILE_SIZE: Final = 0.92
"""Side of a lane's tile, in cells."""
LIT_TILE_SIZE: Final = 0.98
LIFT_HEIGHT: Final = 0.05
"""How much higher a lifted stone is seen, in cells."""
CHEVRON_SIZE: Final = 0.27
CHEVRON_REACH: Final = 0.24
"""How far from the middle of an arrow a touch is meant for it, in cells."""
TOKEN_OFFSET: Final = 0.37
"""How far from the middle of a place a token lies, in cells."""


def heading(a: Point, b: Point) -> tuple[int, int]:
    """The direction from one place to another, y downward, each part -1, 0 or 1."""
    return (b[0] > a[0] + 1) - (b[0] < a[0] - 1), (b[1] > a[1] + 1) - (b[1] < a[1] - 1)


FADED_ALPHA: Final = 0.36
"""The alpha of stones that are not in the winning line."""
EMBLEM: Final = "......../.....B../..BWWB../.WBBW.../..WBB.W./...W..../.......W/..W..... B 22"


class TrelawneyView(BoardView):
    """The board in its tray, the stones on and off it, and the bowls they come from."""

    looks = (BLACK_LOOK, WHITE_LOOK)
    letters = LETTERS
    tray_height = 130.0

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.plan: BoardLayout
        self.ground: dict[Spot, Point] = {}
        """The places of the board, without the ring."""

    def lay_out(self, board: Box) -> None:
        points = bool(self.places.options.get("intersections", False))
        self.plan = BoardLayout.within(self.places.canvas, board, points)
        self.cell = self.plan.cell
        side = range(self.plan.side)
        self.spots = {spot_name(int(points), x, y): self.plan.at(x, y) for y in side for x in side}
        self.ground = {s: at for s, at in self.spots.items() if not s.startswith("ring:")}

    def draw_base(self, surface: pygame.Surface) -> None:
        draw_board(surface, self.plan)

    def light(self, spot: Spot, snapshot: BoardSnapshot[State, Move]) -> pygame.Surface:
        del spot, snapshot
        if self.plan.points:
            return lit_point(self.px(self.cell * 0.22))
        return lit_tile(self.px(self.cell * 0.90))

    # -- while a turn is being made -----------------------------------------------------------

    def focus(self, snapshot: BoardSnapshot[State, Move]) -> Spot | None:
        """The enemy stone that was touched, or over which a finger holds the stone just laid."""
        if len(snapshot.picked) > 1:
            return snapshot.picked[1]
        if snapshot.picked and snapshot.held is not None:
            aim = self.spot_at(snapshot, snapshot.held[1])
            return aim if aim in snapshot.open and aim in self.ground else None
        return None

    def previewed(self, snapshot: BoardSnapshot[State, Move]) -> StoneMove | None:
        """The way that releasing would play; None for just laying."""
        if snapshot.preview is None:
            return None
        return stone_move(snapshot.game, snapshot.state, snapshot.preview)

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if self.previewed(snapshot) is not None:
            return
        if not snapshot.picked:
            super()._draw_lights(frame, snapshot)
            return
        target = self.focus(snapshot)
        ways = open_stone_moves(snapshot)
        if target is not None:
            self._put_choice(frame, [way for way in ways if way.target == target])
            return
        lit = lit_lane_tile(self.px(self.cell * LIT_TILE_SIZE), AMBER)
        if "lay" in snapshot.open:
            frame.put(lit, self.spots[snapshot.picked[0]])
        for place in dict.fromkeys(way.target for way in ways):
            frame.put(lit, self.spots[place])
        for way in ways:
            self.put_chevron(frame, way.arrow, way.colour, INK)

    def _put_choice(self, frame: Frame, group: Sequence[StoneMove]) -> None:
        """The ways to move one enemy stone, each on the side where its ghost lies."""
        for way in group:
            self.put_lane(frame, (way.leader.start or "", way.ghost), way.colour)
            self.put_chevron(frame, way.leader, INK, way.colour)
            with frame.layer(SIGNS):
                frame.put(self.ghost(way.leader.piece, way.ghost), self.spots[way.ghost])
            self._put_tokens(frame, way)

    def _put_tokens(self, frame: Frame, way: StoneMove) -> None:
        """Small stones at the rims of the other two places: what will lie there if it goes so."""
        a, b = self.spots[way.here], self.spots[way.target]
        dx, dy = b[0] - a[0], b[1] - a[1]
        if (dx, dy) < (0.0, 0.0):
            dx, dy = -dx, -dy
        aside = TOKEN_OFFSET * self.cell * (1.25 if dx and dy else 1.0)
        out = aside / hypot(dx, dy) * (1 if way.kind == "shove" else -1)
        with frame.layer(TOP):
            for place in way.lane[1:]:
                if place in way.after:
                    x, y = self.spots[place]
                    picture = self.token(way.after[place], way.colour)
                    frame.put(picture, (x + dy * out, y - dx * out))

    def token(self, letter: str, colour: Colour) -> pygame.Surface:
        return token(self.piece_looks[letter], self.px(self.cell * 0.135), colour)

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return ghost_stone(self.piece_looks[letter], self.px(self.piece_radius))

    # -- what just happened -------------------------------------------------------------------

    def draw_last(self, frame: Frame, ply: Ply[State, Move]) -> None:
        """A lane in petrol under the stones that moved; a ring where a stone was laid."""
        way = stone_move(self.game, ply.before, ply.move)
        if way is not None:
            self.put_lane(frame, way.lane, PETROL)
            for step in (way.leader, way.follower):
                self.put_chevron(frame, step, CREAM, PETROL)
        laid = self.effects(ply)[0][0] if way is None or way.second is None else way.second
        radius = self.piece_radius + self.cell * 0.035
        with frame.layer(SIGNS):
            self.put_ring(frame, self.spots[laid.end or ""], radius, PETROL, CREAM, 0.055)

    # -- the strokes --------------------------------------------------------------------------

    def put_lane(self, frame: Frame, places: Sequence[Spot], colour: Colour) -> None:
        """Coloured places, joined to each other."""
        row = [self.spots[place] for place in places]
        side = self.px(self.cell * TILE_SIZE)
        with frame.layer(LIGHT):
            for at in row:
                frame.put(lane_tile(side, colour), at)
            for a, b in pairwise(row):
                frame.put(lane_joint(*heading(a, b), side, colour), lerp(a, b, 0.5))

    def put_chevron(self, frame: Frame, step: Step, colour: Colour, rim: Colour) -> None:
        """The head of an arrow between the two places of a step."""
        ends = self.spots[step.start or ""], self.spots[step.end or ""]
        head = chevron(*heading(*ends), self.px(self.cell * CHEVRON_SIZE), colour, rim)
        with frame.layer(TOP):
            frame.put(head, self._between(step))

    def _between(self, step: Step) -> Point:
        return lerp(self.spots[step.start or ""], self.spots[step.end or ""], 0.5)

    # -- places -----------------------------------------------------------------------------

    def points(self, snapshot: BoardSnapshot[State, Move]) -> Mapping[Spot, Point]:
        """The board's places; one that means a word once a stone is laid goes by that word."""
        found = dict(self.ground)
        for place, word in self._words(snapshot).items():
            found.pop(place, None)
            found[word] = self.spots[place]
        return found

    def spot_at(self, snapshot: BoardSnapshot[State, Move], at: Point) -> Spot | None:
        named = self._words(snapshot)
        if "lay" in named.values():
            for way in open_stone_moves(snapshot):
                if dist(at, self._between(way.arrow)) < self.cell * CHEVRON_REACH:
                    return way.target  # not the laid stone beside it, which would end the turn
        best, least = None, self.cell * 0.66
        for place, point in self.spots.items():
            away = dist(at, point)
            if away < self.cell:
                word = named.get(place, place)
                away *= 0.72 if place in named else 0.85 if word in snapshot.open else 1.0
                if away < least:
                    best, least = word, away
        return best

    def _words(self, snapshot: BoardSnapshot[State, Move]) -> dict[Spot, Spot]:
        """The places that stand for words: touching the laid stone leaves it, a ghost is a way."""
        if not snapshot.picked:
            return {}
        here = snapshot.picked[0]
        if len(snapshot.picked) == 1:
            # A finger that still holds the stone may slip, so only another touch leaves it.
            held = snapshot.held is not None and snapshot.held[0] == here
            return {here: "lay"} if "lay" in snapshot.open and not held else {}
        return {
            way.ghost: way.kind for way in open_stone_moves(snapshot) if way.kind in snapshot.open
        }

    # -- words ------------------------------------------------------------------------------

    def named(self, snapshot: BoardSnapshot[State, Move], spot: Spot) -> SpotContents | None:
        state: State = snapshot.state
        if spot.startswith("tray:"):
            owner = int(spot.removeprefix("tray:"))
            words = "{who}’s stones. Lay them on the board."
            return SpotContents(say("trelawney.glossary.tray", words, who=SEAT_NAMES[owner]), owner)
        if spot in PLY_KINDS:
            return None
        letter = pieces(state).get(spot)
        seat = None if letter is None else LETTERS.index(letter)
        if spot.startswith("ring:"):
            if seat is None:
                return SpotContents(
                    say("trelawney.glossary.ring", "Off the board: a stone that goes here is out.")
                )
            words = say(
                "trelawney.glossary.out",
                "Off the board: {who}’s stone, out for good.",
                who=SEAT_NAMES[seat],
            )
            return SpotContents(words, seat)
        if seat is None:
            words = say("trelawney.glossary.empty", "{at}: an empty square.", at=spot)
            return SpotContents(words, bare=True)
        if seat == 0:
            words = say("trelawney.glossary.black", "{at}: a black stone.", at=spot)
        else:
            words = say("trelawney.glossary.white", "{at}: a white stone.", at=spot)
        return SpotContents(words, seat)

    def prompt(self, snapshot: BoardSnapshot[State, Move]) -> Text:
        state: State = snapshot.state
        if not snapshot.picked:
            if state.ply == 0:
                return say("trelawney.view.first", "Lay the first stone anywhere.")
            if state.ply == 1:
                return say("trelawney.view.second", "Lay a stone next to Black’s.")
            if state.board:
                return say("trelawney.view.lay_point", "Lay a stone on an empty point.")
            return say("trelawney.view.lay_square", "Lay a stone on an empty square.")
        if can_only_stay(snapshot):
            if is_winning_lay(snapshot):
                return say("trelawney.view.five", "Five in a line! Touch the stone again.")
            return say("trelawney.view.leave", "Touch your stone again to confirm.")
        kinds = {spell(state, move)[0][-1] for move in snapshot.candidates}
        if len(snapshot.picked) == 1 and self.cards(snapshot):
            return say("trelawney.view.what_now", "What now?")
        if len(snapshot.picked) == 1:
            return _after_lay(kinds)
        if kinds == {"shove", "drag"}:
            return say("trelawney.view.which", "Shove or drag? Touch a dashed stone.")
        if kinds == {"shove"}:
            return say(
                "trelawney.view.only_shove", "You can only shove it: touch the dashed stone."
            )
        return say("trelawney.view.only_drag", "You can only drag it: touch the dashed stone.")

    def describe_ply(self, ply: Ply[State, Move]) -> Text:
        move: Move = ply.move
        who, other = SEAT_NAMES[ply.seat], SEAT_NAMES[1 - ply.seat]
        way = stone_move(self.game, ply.before, move)
        if way is None:
            return say("trelawney.view.told.lay", "{who} laid a stone.", who=who)
        out = way.ghost.startswith("ring:")
        if move.drags and out:
            words = "{who}’s new stone went off the board and dragged {other}’s one step."
            told = say("trelawney.view.told.drag_out", words, who=who, other=other)
        elif move.drags:
            words = "{who} laid a stone and dragged {other}’s one step."
            told = say("trelawney.view.told.drag", words, who=who, other=other)
        elif out:
            words = "{who} laid a stone and shoved {other}’s off the board."
            told = say("trelawney.view.told.shove_out", words, who=who, other=other)
        else:
            words = "{who} laid a stone and shoved {other}’s one step."
            told = say("trelawney.view.told.shove", words, who=who, other=other)
        if way.second is None:
            return told
        second = say("trelawney.view.told.second", "A second stone filled the gap.")
        return joined(" ", told, second)

    def choices(self, snapshot: BoardSnapshot[State, Move]) -> tuple[SpotButton, ...]:
        found = []
        if "shove" in snapshot.open:
            found.append(SpotButton("shove", SHOVE, "main"))
        if "drag" in snapshot.open:
            found.append(SpotButton("drag", DRAG, "other"))
        if "lay" in snapshot.open:
            label = WINNING["lay"] if is_winning_lay(snapshot) else LEAVE
            found.append(SpotButton("lay", label, "main"))
        return tuple(found)

    # -- cards --------------------------------------------------------------------------------

    max_cards = 2 * MAX_CARD_TARGETS + 1

    def cards(self, snapshot: BoardSnapshot[State, Move]) -> tuple[ChoiceCard, ...]:
        """Shove and drag of up to two enemy stones, and leaving the stone where it lies."""
        if not snapshot.picked or can_only_stay(snapshot):
            return ()
        state, here = snapshot.state, snapshot.picked[0]
        words = plies_from(state, here)
        moving = [word for word in words if len(word) > 2]
        if len({word[1] for word in moving}) > MAX_CARD_TARGETS:
            moving = [word for word in moving if word[1:2] == snapshot.picked[1:2]]
        if not moving:
            return ()
        order = sorted(moving, key=lambda word: (word[1], word[2] == "drag"))
        return tuple(
            ChoiceCard(word, (WINNING if is_winning(state, words[word]) else TITLES)[word[-1]])
            for word in (*order, (here, "lay"))
            if word in words
        )

    def draw_card(
        self,
        frame: Frame,
        snapshot: BoardSnapshot[State, Move],
        card: ChoiceCard,
        box: Box,
        turns: int,
    ) -> None:
        state, kind = snapshot.state, card.word[-1]
        move = plies_from(state, card.word[0])[card.word]
        wins = snapshot.tells_wins and is_winning(state, move)
        looks = self.piece_looks
        laid = {**pieces(state), card.word[0]: LETTERS[state.turn]}
        way = stone_move(self.game, state, move)
        if way is None:
            lane = lane_of(self._spare_lane(snapshot, turns), laid, looks)
            draw_card(frame, CardPicture(TITLES[kind], None, None, lane, wins), box)
            return
        places, step, direction = self._lane_places(state, move, turns)
        gone = {place: letter for place, letter in laid.items() if place not in way.lane}
        after = lane_of(places, {**gone, **way.after}, looks)
        starts = [places.index(one.start or "") for one in (way.leader, way.follower)]
        forward = step if kind == "shove" else -step
        after = replace(
            after,
            lit=tuple(place in way.lane for place in places),
            colour=way.colour,
            arrows=tuple(starts),
            step=forward,
        )
        before = lane_of(places, laid, looks)
        targets = {other.word[1] for other in self.cards(snapshot) if len(other.word) > 2}
        dx, dy = direction
        arrow = direction if kind == "shove" else (-dx, -dy)
        shown = CardPicture(
            TITLES[kind], CARD_NOTES[kind], before, after, wins, arrow if len(targets) > 1 else None
        )
        draw_card(frame, shown, box)

    def _lane_places(
        self, state: State, move: Move, turns: int
    ) -> tuple[tuple[Spot, ...], int, tuple[int, int]]:
        """The four places of a lane from left to right or from top to bottom.

        Also whether the laid stone looks to the right (1) or to the left (-1) at the enemy stone,
        and in which direction. The board is turned by so many quarter turns.
        """
        k, target = move.direction, move.target
        if k is None or target is None:
            return (SQUARE_NAMES[move.square],), 1, (0, 0)
        places = (
            neighbour_spot(state, move.square, k ^ 1),
            SQUARE_NAMES[move.square],
            SQUARE_NAMES[target],
            neighbour_spot(state, target, k),
        )
        ends = (turn_point(self.spots[place], turns, (0, 0)) for place in places[1:3])
        direction = heading(*ends)
        backward = direction < (0, 0)
        return (places[::-1], -1, direction) if backward else (places, 1, direction)

    def _spare_lane(self, snapshot: BoardSnapshot[State, Move], turns: int) -> tuple[Spot, ...]:
        """The lane that stays as it is: that of the first card."""
        first = self.cards(snapshot)[0].word
        state = snapshot.state
        move = plies_from(state, first[0])[first]
        return self._lane_places(state, move, turns)[0]

    # -- stones -----------------------------------------------------------------------------

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        if spot.startswith("ring:"):
            return shapes.sunk_stone(self.piece_looks[letter], self.px(self.cell * 0.36))
        return shapes.stone(self.piece_looks[letter], self.px(self.piece_radius))

    def draw(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if snapshot.finish is not None and self._lines(snapshot):
            # The winning line is marked instead.
            snapshot = replace(snapshot, last=None)
        super().draw(frame, snapshot)

    def is_lost(self, step: Step) -> bool:
        return (step.end or "").startswith("ring:")

    def _lifted(self, letter: str) -> pygame.Surface:
        return lifted_stone(self.piece_looks[letter], self.px(self.piece_radius))

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if snapshot.motion is not None:
            ply = snapshot.motion.ply
            going = stone_move(self.game, ply.before, ply.move)
            if going is not None and snapshot.motion.spent > PHASE_SECONDS:
                self.put_lane(frame, going.lane, PETROL)
            super()._draw_pieces(frame, snapshot)
            return
        standing = pieces(snapshot.state)
        if snapshot.finish is not None:
            self._put_final(frame, snapshot, standing)
            return
        way = self.previewed(snapshot)
        if way is not None:
            gone = {way.target, *way.after}
            standing = {spot: letter for spot, letter in standing.items() if spot not in gone}
            self.put_lane(frame, way.lane, way.colour)
            for step in (way.leader, way.follower):
                self.put_chevron(frame, step, INK, way.colour)
            with frame.layer(PIECES):
                for place, letter in way.after.items():
                    frame.put(self.ghost(letter, place), self.spots[place])
            self._put_endings(frame, snapshot, snapshot.preview)
        elif snapshot.carried is not None and not snapshot.picked:
            self._put_carried(frame, snapshot, snapshot.carried)
        elif snapshot.picked:
            # The laid stone may still shove or drag.
            x, y = self.spots[snapshot.picked[0]]
            with frame.layer(MOVING):
                at = x, y - self.cell * LIFT_HEIGHT
                frame.put(self._lifted(LETTERS[snapshot.seat]), at)
            if is_winning_lay(snapshot):
                self._put_endings(frame, snapshot, snapshot.candidates[0])
        elif snapshot.preview is not None:
            # A hint shows where a stone would be laid.
            place = SQUARE_NAMES[snapshot.preview.square]
            with frame.layer(SIGNS):
                frame.put(self.ghost(LETTERS[snapshot.seat], place), self.spots[place])
        self._put_pieces(frame, standing)

    def _put_carried(self, frame: Frame, snapshot: BoardSnapshot[State, Move], at: Point) -> None:
        """A new stone under the finger that carries it, and where it would be laid."""
        letter, beneath = LETTERS[snapshot.seat], self.spot_at(snapshot, at)
        if beneath is not None and beneath in snapshot.open:
            with frame.layer(LIGHT):
                frame.put(lane_tile(self.px(self.cell * TILE_SIZE), AMBER), self.spots[beneath])
            with frame.layer(SIGNS):
                frame.put(self.ghost(letter, beneath), self.spots[beneath])
        with frame.layer(TOP):
            frame.put(self._lifted(letter), at)

    def _put_endings(
        self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move | None
    ) -> None:
        """A ply that ends the game shows the line: amber for one's own, coral for a gift."""
        for mine, line in ending_lines(snapshot.game, snapshot.state, move):
            radius = self.piece_radius + self.cell * 0.05
            colours = (AMBER, INK) if mine else (CORAL_DEEP, CREAM)
            with frame.layer(SIGNS):
                for place in line:
                    self.put_ring(frame, self.spots[place], radius, *colours, 0.08)

    def _draw_picked(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        if self.previewed(snapshot) is not None:
            return
        for lift, place in zip((LIFT_HEIGHT, 0.0), snapshot.picked, strict=False):
            x, y = self.spots[place]
            radius = self.piece_radius + self.cell * (0.01 + lift)
            self.put_ring(frame, (x, y - self.cell * lift), radius, CREAM, INK, 0.05)

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot[State, Move], move: Move) -> None:
        """Nothing: the preview is drawn with the pieces."""

    def _draw_shared(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        """Nothing: both ways are shown by their lanes."""

    # -- a ply on its way ---------------------------------------------------------------------

    def _put_travelling(
        self, frame: Frame, step: Step, ply: Ply[State, Move], share: float, pieces: dict[Spot, str]
    ) -> None:
        del pieces
        end = self.spots[step.end or ""]
        if step.start is not None:
            lost = (step.end or "").startswith("ring:") and share > 0.85
            look = self.picture(step.piece, step.end or "" if lost else step.start)
            with frame.layer(MOVING):
                frame.put(look, point_on_path(self.spots[step.start], end, share, 0.0))
            return
        # The second stone comes from the bowl.
        bowl_at = self.origin(step, ply) if self.effects(ply)[0][0] != step else None
        if bowl_at is not None:
            at = point_on_path(bowl_at, end, share, CARRY_HEIGHT * self.cell)
        else:
            at = end[0], end[1] - self.cell * LIFT_HEIGHT * 5 * drop(share)
        look = self.picture(step.piece, "") if share > SETTLE_START else self._lifted(step.piece)
        with frame.layer(MOVING):
            frame.put(look, at, min(1.0, share * 4))

    # -- the end ------------------------------------------------------------------------------

    def _put_final(
        self, frame: Frame, snapshot: BoardSnapshot[State, Move], standing: dict[Spot, str]
    ) -> None:
        """The final position, with the stones outside the line faded."""
        line = {place for line in self._lines(snapshot) for place in line}
        kept = line and line | (self.spots.keys() - self.ground.keys())
        shade = 1 - (1 - FADED_ALPHA) * min(1.0, (snapshot.finish or 0.0) * 2)
        self._put_pieces(frame, standing, kept, shade)

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot[State, Move]) -> None:
        for line in self._lines(snapshot):
            row = [self.spots[place] for place in line]
            count = round((snapshot.finish or 0.0) * len(row))
            side = self.px(self.cell * TILE_SIZE)
            with frame.layer(MARKS):
                for a, b in pairwise(row[:count]):
                    frame.put(win_stroke(*heading(a, b), side), lerp(a, b, 0.5))
            with frame.layer(SIGNS):
                for at in row[:count]:
                    self.put_ring(
                        frame, at, self.piece_radius + self.cell * 0.035, AMBER, INK, 0.075
                    )

    def _lines(self, snapshot: BoardSnapshot[State, Move]) -> tuple[Word, ...]:
        """The winning lines; where fives are called, those on the board."""
        state: State = snapshot.state
        found: tuple[Word, ...] = snapshot.game.lines(state)
        called = bool(self.places.options.get("declare", False)) and state.outcome() is None
        if found or not called:
            return found
        standing = pieces(state)
        return tuple(line for letter in LETTERS for line in fives(standing, letter))

    # -- the seats ----------------------------------------------------------------------------

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot[State, Move], seat: Seat) -> None:
        del snapshot
        tray = self.places.trays.get(seat)
        if tray is not None and tray.box.h > 20:
            frame.put(self._bowl(tray.box, seat), tray.box.centre)

    def _bowl(self, box: Box, seat: Seat) -> pygame.Surface:
        height = min(box.h, self.tray_height) * 0.92
        width = min(box.w, height * 2.7)
        return stone_bowl(self.looks[seat], self.px(width), self.px(height), self.px(height * 0.25))

    def _draw_cursor(
        self, frame: Frame, snapshot: BoardSnapshot[State, Move], cursor: Spot
    ) -> None:
        at = self.points(snapshot).get(cursor) or self.ground.get(cursor)
        if at is not None:
            self.put_ring(frame, at, self.cell * 0.50, WHITE, INK, 0.07)

    # -- pictures made beforehand ---------------------------------------------------------------

    def preparing(self) -> Iterator[None]:
        return in_slices(self._make_pictures)

    def _make_pictures(self) -> None:
        frame = Frame(self.places.canvas)
        for letter in LETTERS:
            for place in ("", "ring:0,0"):
                self.picture(letter, place)
            self._lifted(letter)
            self.ghost(letter, "")
        self.light("", BoardSnapshot(self.game, self.game.start(), 0))
        side, chevron_px = self.px(self.cell * TILE_SIZE), self.px(self.cell * CHEVRON_SIZE)
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        for colour, head, rim in ((AMBER, INK, AMBER), (SKY, INK, SKY), (PETROL, CREAM, PETROL)):
            lane_tile(side, colour)
            for dx, dy in steps:
                lane_joint(dx, dy, side, colour)
                chevron(dx, dy, chevron_px, head, rim)
                if colour != PETROL:
                    chevron(dx, dy, chevron_px, colour, INK)
                    for letter in LETTERS:
                        self.token(letter, colour)
        lit_lane_tile(self.px(self.cell * LIT_TILE_SIZE), AMBER)
        for dx, dy in steps:
            win_stroke(dx, dy, side)
        for margin, colour, rim, width in (
            (0.05, CORAL_DEEP, CREAM, 0.08),
            (0.05, AMBER, INK, 0.08),
            (0.01 + LIFT_HEIGHT, CREAM, INK, 0.05),
            (0.01, CREAM, INK, 0.05),
            (0.035, PETROL, CREAM, 0.055),
            (0.035, AMBER, INK, 0.075),
        ):
            radius = self.piece_radius + self.cell * margin
            self.put_ring(frame, (0, 0), radius, colour, rim, width)
        self.put_ring(frame, (0, 0), self.cell * 0.50, WHITE, INK, 0.07)
        for seat, tray in self.places.trays.items():
            self._bowl(tray.box, seat)

    def emblem(self, size_px: int) -> pygame.Surface:
        small = TrelawneyView(self.game)
        canvas = Canvas((size_px, size_px))
        small.fit(ViewLayout(canvas, canvas.box.inset(12)))
        picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        draw_board(picture, small.plan, plain=True)
        for place, letter in pieces(self.game.read_state(EMBLEM)).items():
            look, radius = self.piece_looks[letter], small.px(small.piece_radius)
            lost = place.startswith("ring:")
            stone = shapes.sunk_stone(look, radius) if lost else shapes.stone(look, radius)
            picture.blit(stone, stone.get_rect(center=canvas.to_pixels(small.spots[place])))
        return picture


def make_view(game: Game) -> TrelawneyView:
    return TrelawneyView(game)
