"""Shout 7 on the table: which place lies under a finger, what is said, what a seat owns."""

from collections.abc import Mapping
from dataclasses import replace
from math import dist

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Text, say
from tabletop.games.shout7 import glossary, sayings
from tabletop.games.shout7.drawing import BoardDrawing
from tabletop.games.shout7.emblem import emblem_picture
from tabletop.games.shout7.rack import put_rack
from tabletop.games.shout7.ways import way_at, way_pulled, ways_of
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.glossary import Named
from tabletop.ui.view import Choice, Showing

PULLED = 0.5
"""How far a pair must be pulled before it goes a way, in cells."""
OWN_REACH = 0.6
FAVOUR = 0.8
"""An open place wins over a closed one that is nearer by less than this."""


class Shout7View(BoardDrawing):
    """The wooden hexagon, its pits, and the racks of two to four seats."""

    tray_height = 150.0

    # -- places -----------------------------------------------------------------------------

    def spot_at(self, showing: Showing, at: Point) -> Spot | None:
        """A place; while a pair is picked a way too: its arrow, its ghosts, or a pull that way."""
        ways = ways_of(showing.candidates, showing.picked)
        if not ways:
            touched = super().spot_at(showing, at)
            if showing.held is None:
                self.grip = touched or ""
            return touched
        pair = showing.picked
        if showing.held is not None and self.grip in pair:
            x, y = self.spots[self.grip]
            if dist((x, y), at) >= PULLED * self.cell:
                return way_pulled(ways, at[0] - x, at[1] - y)
            return pair[-1]
        found = way_at(ways, at, self.spots, self.cell)
        near = found[1] * FAVOUR if found else OWN_REACH * self.cell
        taken = min(pair, key=lambda name: dist(self.spots[name], at))
        if dist(self.spots[taken], at) < near:
            # The pair is one thing now, taken by either piece; the hand knows it by the last.
            self.grip = taken
            return pair[-1]
        spot = super().spot_at(showing, at)
        if found is None or spot is None:
            return found[0] if found else spot
        closed = spot not in pair and spot in self.lying(showing.state)
        return spot if closed and dist(self.spots[spot], at) < near else found[0]

    def points(self, showing: Showing) -> Mapping[Spot, Point]:
        """All places; while a pair is picked, the pair and the ways it can go."""
        ways = ways_of(showing.candidates, showing.picked)
        if not ways:
            return self.spots
        pair = {name: self.spots[name] for name in showing.picked}
        return pair | {way.spot: self.spots[way.arrow] for way in ways}

    # -- words ------------------------------------------------------------------------------

    def named(self, showing: Showing, spot: Spot) -> Named | None:
        return glossary.named(showing.state, spot)

    def prompt(self, showing: Showing) -> Text:
        return sayings.prompt(showing)

    def told(self, ply: Ply) -> Text:
        return sayings.told(ply)

    def choices(self, showing: Showing) -> tuple[Choice, ...]:
        if "pass" in showing.open:
            return (Choice("pass", say("shout7.view.pass", "Pass"), "main"),)
        return ()

    # -- pictures ---------------------------------------------------------------------------

    def draw(self, frame: Frame, showing: Showing) -> None:
        if showing.finish is not None:
            # The line that won says what happened; the last ply would only compete with it.
            showing = replace(showing, last=None)
        super().draw(frame, showing)

    def draw_tray(self, frame: Frame, showing: Showing, seat: Seat) -> None:
        """The seat's rack with the pieces left in its pot."""
        if seat in self.racks:
            put_rack(frame, self.racks[seat], self.looks[seat], self.pot_shown(showing, seat))

    def emblem(self, size_px: int) -> pygame.Surface:
        """The game in the middle of a match, for the menu."""
        return emblem_picture(size_px)

    def pot_shown(self, showing: Showing, seat: Seat) -> int:
        """The pieces lying in a rack: those on their way out of it or into it are not."""
        motion = showing.motion
        if motion is None:
            return int(showing.state.pot(seat))
        count = int(motion.ply.before.pot(seat))
        for way in self.journeys_of(motion.ply):
            if way.step.piece == self.letters[seat]:
                left = way.step.start is None and motion.spent >= way.begin
                back = way.step.end is None and motion.spent >= way.end
                count += back - left
        return count


def make_view(game: Game) -> Shout7View:
    """A fresh view of the game."""
    return Shout7View(game)
