"""The board with what is drawn on it: lit places, the lanes of a shove or drag, the last ply."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Spot, Step
from tabletop.games.trelawney import signs
from tabletop.games.trelawney.board import Plan, draw_board
from tabletop.games.trelawney.rules import LETTERS
from tabletop.games.trelawney.squares import spot
from tabletop.games.trelawney.ways import Way, by_target, way_of, ways
from tabletop.ui.board import LIGHT, PIECES, SIGNS, TOP, BoardView
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.theme import (
    AMBER,
    BLACK_LOOK,
    CREAM,
    INK,
    PETROL,
    WHITE_LOOK,
    Colour,
    SeatLook,
)
from tabletop.ui.tween import between
from tabletop.ui.view import Showing

TILE: Final = 0.92
"""Side of a lane's tile, in cells."""
LIT: Final = 0.98
LIFT: Final = 0.05
"""How much higher a lifted stone is seen, in cells."""
CHEVRON: Final = 0.27
ASIDE: Final = 0.37
"""How far from the middle of a place a token lies, in cells."""


class LanedBoard(BoardView):
    """The board in its tray, with lanes of coloured places on it."""

    looks = (BLACK_LOOK, WHITE_LOOK)
    letters = LETTERS

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.plan: Plan
        self.ground: dict[Spot, Point] = {}
        """The places of the board, without the ring."""

    def lay_out(self, board: Box) -> None:
        points = bool(self.places.options.get("intersections", False))
        self.plan = Plan.within(self.places.canvas, board, points)
        self.cell = self.plan.cell
        side = range(self.plan.side)
        self.spots = {spot(int(points), x, y): self.plan.at(x, y) for y in side for x in side}
        self.ground = {s: at for s, at in self.spots.items() if not s.startswith("ring:")}

    def draw_base(self, surface: pygame.Surface) -> None:
        draw_board(surface, self.plan)

    def look(self, letter: str) -> SeatLook:
        return self.looks[LETTERS.index(letter)]

    def light(self, spot: Spot, showing: Showing) -> pygame.Surface:
        del spot, showing
        if self.plan.points:
            return signs.lit_point(self.plan.px(0.22))
        return signs.lit_tile(self.plan.px(0.90))

    # -- while a turn is being made -----------------------------------------------------------

    def focus(self, showing: Showing) -> Spot | None:
        """The enemy stone that was touched, or over which a finger holds the stone just laid."""
        if len(showing.picked) > 1:
            return showing.picked[1]
        if showing.picked and showing.held is not None:
            aim = self.spot_at(showing, showing.held[1])
            return aim if aim in showing.open and aim in self.ground else None
        return None

    def previewed(self, showing: Showing) -> Way | None:
        """The way that letting go would go. Just laying is none: it must not hide the others."""
        if showing.preview is None:
            return None
        return way_of(showing.game, showing.state, showing.preview)

    def _draw_lights(self, frame: Frame, showing: Showing) -> None:
        if self.previewed(showing) is not None:
            return
        if not showing.picked:
            super()._draw_lights(frame, showing)
            return
        target = self.focus(showing)
        groups = by_target(ways(showing))
        if target is not None:
            self._put_choice(frame, groups.get(target, []))
            return
        lit = signs.lit_lane_tile(self.plan.px(LIT), AMBER)
        if "lay" in showing.open:
            frame.put(lit, self.spots[showing.picked[0]])
        for place, group in groups.items():
            frame.put(lit, self.spots[place])
            for way in group:
                step = way.leader if way.kind == "shove" else way.follower
                self.put_chevron(frame, step, way.colour, INK)

    def _put_choice(self, frame: Frame, group: Sequence[Way]) -> None:
        """The ways to move one enemy stone, each on the side where its ghost lies."""
        for way in group:
            self.put_lane(frame, (way.leader.start or "", way.ghost), way.colour)
            self.put_chevron(frame, way.leader, INK, way.colour)
            with frame.layer(SIGNS):
                frame.put(self.ghost(way.leader.piece, way.ghost), self.spots[way.ghost])
            self._put_tokens(frame, way)

    def _put_tokens(self, frame: Frame, way: Way) -> None:
        """Small stones at the rims of the other two places: what will lie there if it goes so."""
        a, b = self.spots[way.here], self.spots[way.target]
        dx, dy = b[0] - a[0], b[1] - a[1]
        if (dx, dy) < (0.0, 0.0):
            dx, dy = -dx, -dy
        aside = ASIDE * self.cell * (1.25 if dx and dy else 1.0)
        out = aside / hypot(dx, dy) * (1 if way.kind == "shove" else -1)
        with frame.layer(TOP):
            for place in self.row(way):
                if place in way.after:
                    x, y = self.spots[place]
                    picture = self.token(way.after[place], way.colour)
                    frame.put(picture, (x + dy * out, y - dx * out))

    def token(self, letter: str, colour: Colour) -> pygame.Surface:
        return signs.token(self.look(letter), self.plan.px(0.135), colour)

    def put_way(self, frame: Frame, way: Way) -> None:
        """One way with everything it does."""
        self.put_lane(frame, (way.ghost, *self.row(way)), way.colour)
        for step in (way.leader, way.follower):
            self.put_chevron(frame, step, INK, way.colour)
        with frame.layer(PIECES):
            for place, letter in way.after.items():
                frame.put(self.ghost(letter, place), self.spots[place])

    def row(self, way: Way) -> tuple[Spot, Spot]:
        """The two places behind the ghost's, the nearer one first."""
        return way.leader.start or "", way.follower.start or ""

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        del spot
        return signs.ghost_stone(self.look(letter), self.px(self.piece_radius))

    # -- what just happened -------------------------------------------------------------------

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        """A lane in petrol under the stones that moved; a ring where a stone was laid."""
        way = way_of(self.game, ply.before, ply.move)
        if way is not None:
            self.put_lane(frame, (way.ghost, *self.row(way)), PETROL)
            for step in (way.leader, way.follower):
                self.put_chevron(frame, step, CREAM, PETROL)
        laid = [step.end for phase in self.effects(ply) for step in phase if step.start is None]
        with frame.layer(SIGNS):
            for place in laid[-1:]:
                radius = self.piece_radius + self.cell * 0.035
                self.put_ring(frame, self.spots[place or ""], radius, PETROL, CREAM, 0.055)

    # -- the strokes --------------------------------------------------------------------------

    def put_lane(self, frame: Frame, places: Sequence[Spot], colour: Colour) -> None:
        """Coloured places, joined to each other."""
        row = [self.spots[place] for place in places]
        side = self.plan.px(TILE)
        with frame.layer(LIGHT):
            for at in row:
                frame.put(signs.lane_tile(side, colour), at)
            for a, b in pairwise(row):
                frame.put(signs.lane_joint(*heading(a, b), side, colour), between(a, b, 0.5))

    def put_chevron(self, frame: Frame, step: Step, colour: Colour, rim: Colour) -> None:
        """The head of an arrow between the two places of a step."""
        ends = self.spots[step.start or ""], self.spots[step.end or ""]
        head = signs.chevron(*heading(*ends), self.plan.px(CHEVRON), colour, rim)
        with frame.layer(TOP):
            frame.put(head, between(*ends, 0.5))


def heading(a: Point, b: Point) -> tuple[int, int]:
    """The direction from one place to another, y downward, each part -1, 0 or 1."""
    return (b[0] > a[0] + 1) - (b[0] < a[0] - 1), (b[1] > a[1] + 1) - (b[1] < a[1] - 1)
