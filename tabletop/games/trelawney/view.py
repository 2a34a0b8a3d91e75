"""How Trelawney's Glory looks on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Final

import pygame

from tabletop.engine import Game, Ply, Seat, Spot, Step, Text, Word
from tabletop.games.trelawney import glossary, prompts, signs
from tabletop.games.trelawney.board import draw_board
from tabletop.games.trelawney.bowl import bowl
from tabletop.games.trelawney.lanes import CHEVRON, LIFT, LIT, TILE, LanedBoard, heading
from tabletop.games.trelawney.rules import LETTERS, State, fives, pieces
from tabletop.games.trelawney.squares import name
from tabletop.games.trelawney.ways import endings, way_of, ways
from tabletop.ui import stones
from tabletop.ui.board import BOW, MARKS, MOVING, PIECES, SIGNS, TRAVEL
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.glossary import Named
from tabletop.ui.haste import by_and_by
from tabletop.ui.theme import AMBER, CORAL_DEEP, CREAM, INK, PETROL, SKY, WHITE
from tabletop.ui.tween import LANDS, between, drop, on_way
from tabletop.ui.view import Choice, Places, Showing

FADED: Final = 0.36
"""How plain the stones stay that are not in the winning line."""
EMBLEM: Final = "......../.....B../..BWWB../.WBBW.../..WBB.W./...W..../.......W/..W..... B 22"


class TrelawneyView(LanedBoard):
    """The board in its tray, the stones on and off it, and the bowls they come from."""

    tray_height = 130.0

    # -- places -----------------------------------------------------------------------------

    def points(self, showing: Showing) -> Mapping[Spot, Point]:
        """The board's places; one that means a word once a stone is laid goes by that word."""
        found = dict(self.ground)
        for place, word in self._words(showing).items():
            found.pop(place, None)
            found[word] = self.spots[place]
        return found

    def spot_at(self, showing: Showing, at: Point) -> Spot | None:
        named = self._words(showing)
        best, least = None, self.cell * 0.66
        for place, point in self.spots.items():
            away = dist(at, point)
            if away < self.cell:
                word = named.get(place, place)
                away *= 0.72 if place in named else 0.85 if word in showing.open else 1.0
                if away < least:
                    best, least = word, away
        return best

    def _words(self, showing: Showing) -> dict[Spot, Spot]:
        """The places that stand for words: touching the laid stone leaves it, a ghost is a way."""
        if not showing.picked:
            return {}
        here = showing.picked[0]
        if len(showing.picked) == 1:
            # A finger that still holds the stone slips easily; only another touch leaves it.
            held = showing.held is not None and showing.held[0] == here
            return {here: "lay"} if "lay" in showing.open and not held else {}
        return {way.ghost: way.kind for way in ways(showing) if way.kind in showing.open}

    # -- words ------------------------------------------------------------------------------

    def named(self, showing: Showing, spot: Spot) -> Named | None:
        return glossary.named(showing.state, spot)

    def prompt(self, showing: Showing) -> Text:
        return prompts.prompt(showing)

    def told(self, ply: Ply) -> Text:
        return prompts.told(ply)

    def choices(self, showing: Showing) -> tuple[Choice, ...]:
        return prompts.choices(showing)

    # -- stones -----------------------------------------------------------------------------

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        if spot.startswith("ring:"):
            return stones.sunk_stone(self.look(letter), self.px(self.cell * 0.36))
        return stones.stone(self.look(letter), self.px(self.piece_radius))

    def draw(self, frame: Frame, showing: Showing) -> None:
        if showing.finish is not None and self._lines(showing):
            # The line that won says enough; the mark of the last ply would lie across it.
            showing = replace(showing, last=None)
        super().draw(frame, showing)

    def is_lost(self, step: Step) -> bool:
        return (step.end or "").startswith("ring:")

    def _lifted(self, letter: str) -> pygame.Surface:
        return signs.lifted_stone(self.look(letter), self.px(self.piece_radius))

    def _draw_pieces(self, frame: Frame, showing: Showing) -> None:
        if showing.motion is not None:
            if showing.motion.spent > TRAVEL:
                self._draw_going(frame, showing.motion.ply)
            super()._draw_pieces(frame, showing)
            return
        standing = pieces(showing.state)
        if showing.finish is not None:
            self._put_final(frame, showing, standing)
            return
        way = self.previewed(showing)
        if way is not None:
            gone = {way.target, *way.after}
            standing = {spot: letter for spot, letter in standing.items() if spot not in gone}
            self.put_way(frame, way)
            self._put_endings(frame, showing)
        elif showing.picked:
            self._put_laid(frame, LETTERS[showing.seat], showing.picked[0])
        elif showing.preview is not None:
            # Nobody has laid it: a hint shows where it would be laid.
            place = name(showing.preview.square)
            with frame.layer(SIGNS):
                frame.put(self.ghost(LETTERS[showing.seat], place), self.spots[place])
        self._put_pieces(frame, standing)

    def _put_endings(self, frame: Frame, showing: Showing) -> None:
        """A way that ends the game shows the line: amber for one's own, coral for a gift."""
        for mine, line in endings(showing.game, showing.state, showing.preview):
            radius = self.piece_radius + self.cell * 0.05
            colours = (AMBER, INK) if mine else (CORAL_DEEP, CREAM)
            with frame.layer(SIGNS):
                for place in line:
                    self.put_ring(frame, self.spots[place], radius, *colours, 0.08)

    def _put_laid(self, frame: Frame, letter: str, place: Spot) -> None:
        """A stone that has been laid, and may still shove or drag: it is not quite set down."""
        x, y = self.spots[place]
        with frame.layer(MOVING):
            frame.put(self._lifted(letter), (x, y - self.cell * LIFT))

    def _draw_picked(self, frame: Frame, showing: Showing) -> None:
        if self.previewed(showing) is not None:
            return
        for lift, place in zip((LIFT, 0.0), showing.picked, strict=False):
            x, y = self.spots[place]
            radius = self.piece_radius + self.cell * (0.01 + lift)
            self.put_ring(frame, (x, y - self.cell * lift), radius, CREAM, INK, 0.05)

    def draw_preview(self, frame: Frame, showing: Showing) -> None:
        """Nothing more: stones, lane and ghosts of a preview are put with the pieces."""

    def _draw_shared(self, frame: Frame, showing: Showing) -> None:
        """Nothing more: both ways are shown by their lanes."""

    # -- a ply on its way ---------------------------------------------------------------------

    def _draw_going(self, frame: Frame, ply: Ply) -> None:
        way = way_of(self.game, ply.before, ply.move)
        if way is not None:
            self.put_lane(frame, (way.ghost, *self.row(way)), PETROL)

    def _put_travelling(
        self, frame: Frame, step: Step, ply: Ply, share: float, pieces: dict[Spot, str]
    ) -> None:
        del pieces
        end = self.spots[step.end or ""]
        if step.start is None:
            bowl_at = self.origin(step, ply)
            second = self.effects(ply)[0][0] != step
            self._put_landing(frame, step.piece, end, bowl_at if second else None, share)
            return
        lost = (step.end or "").startswith("ring:") and share > 0.85
        look = self.picture(step.piece, step.end or "" if lost else step.start)
        with frame.layer(MOVING):
            frame.put(look, on_way(self.spots[step.start], end, share, 0.0))

    def _put_landing(
        self, frame: Frame, letter: str, end: Point, start: Point | None, share: float
    ) -> None:
        """A stone that is laid: it comes down on its place, or flies there from the bowl."""
        x, y = end[0], end[1] - self.cell * LIFT * 5 * drop(share)
        if start is not None:
            x, y = on_way(start, end, share, BOW * self.cell)
        look = self.picture(letter, "") if share > LANDS else self._lifted(letter)
        with frame.layer(MOVING):
            frame.put(look, (x, y), min(1.0, share * 4))

    # -- the end ------------------------------------------------------------------------------

    def _put_final(self, frame: Frame, showing: Showing, standing: dict[Spot, str]) -> None:
        """The last position: what is not in the line steps back."""
        kept = {place for line in self._lines(showing) for place in line}
        shade = 1 - (1 - FADED) * min(1.0, (showing.finish or 0.0) * 2)
        with frame.layer(PIECES):
            for place, letter in standing.items():
                fades = kept and place not in kept and place in self.ground
                picture = self.picture(letter, place)
                frame.put(picture, self.spots[place], shade if fades else 1.0)

    def draw_finish(self, frame: Frame, showing: Showing) -> None:
        for line in self._lines(showing):
            row = [self.spots[place] for place in line]
            count = round((showing.finish or 0.0) * len(row))
            side = self.plan.px(TILE)
            with frame.layer(MARKS):
                for a, b in pairwise(row[:count]):
                    frame.put(signs.win_stroke(*heading(a, b), side), between(a, b, 0.5))
            with frame.layer(SIGNS):
                for at in row[:count]:
                    self.put_ring(
                        frame, at, self.piece_radius + self.cell * 0.035, AMBER, INK, 0.075
                    )

    def _lines(self, showing: Showing) -> tuple[Word, ...]:
        """The winning lines. The rules know none where fives are called: then those that stand."""
        state: State = showing.state
        found: tuple[Word, ...] = showing.game.lines(state) if showing.game.lines else ()
        called = bool(self.places.options.get("declare", False)) and state.outcome() is None
        if found or not called:
            return found
        standing = pieces(state)
        return tuple(line for letter in LETTERS for line in fives(standing, letter))

    # -- the seats ----------------------------------------------------------------------------

    def draw_tray(self, frame: Frame, showing: Showing, seat: Seat) -> None:
        del showing
        tray = self.places.trays.get(seat)
        if tray is not None and tray.box.h > 20:
            frame.put(self._bowl(tray.box, seat), tray.box.centre)

    def _bowl(self, box: Box, seat: Seat) -> pygame.Surface:
        height = min(box.h, self.tray_height) * 0.92
        width = min(box.w, height * 2.7)
        return bowl(self.looks[seat], self.px(width), self.px(height), self.px(height * 0.25))

    def _draw_cursor(self, frame: Frame, showing: Showing) -> None:
        at = self.points(showing).get(showing.cursor or "") or self.ground.get(showing.cursor or "")
        if at is not None:
            self.put_ring(frame, at, self.cell * 0.50, WHITE, INK, 0.07)

    # -- pictures made beforehand ---------------------------------------------------------------

    def preparing(self) -> Iterator[None]:
        return by_and_by(self._make_pictures)

    def _make_pictures(self) -> None:
        """Makes every picture that a game can need, so that none is made while a finger waits."""
        frame = Frame(self.places.canvas)
        for letter in LETTERS:
            for place in ("", "ring:0,0"):
                self.picture(letter, place)
            self._lifted(letter)
            self.ghost(letter, "")
        self.light("", Showing(self.game, None, 0))
        side, chevron = self.plan.px(TILE), self.plan.px(CHEVRON)
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        for colour, head, rim in ((AMBER, INK, AMBER), (SKY, INK, SKY), (PETROL, CREAM, PETROL)):
            signs.lane_tile(side, colour)
            for dx, dy in steps:
                signs.lane_joint(dx, dy, side, colour)
                signs.chevron(dx, dy, chevron, head, rim)
                if colour != PETROL:
                    signs.chevron(dx, dy, chevron, colour, INK)
                    for letter in LETTERS:
                        self.token(letter, colour)
        signs.lit_lane_tile(self.plan.px(LIT), AMBER)
        for dx, dy in steps:
            signs.win_stroke(dx, dy, side)
        grown = self.piece_radius + self.cell * 0.05
        for colour, rim in ((CORAL_DEEP, CREAM), (AMBER, INK)):
            self.put_ring(frame, (0, 0), grown, colour, rim, 0.08)
        for lift in (LIFT, 0.0):
            grown = self.piece_radius + self.cell * (0.01 + lift)
            self.put_ring(frame, (0, 0), grown, CREAM, INK, 0.05)
        self.put_ring(frame, (0, 0), self.piece_radius + self.cell * 0.035, PETROL, CREAM, 0.055)
        self.put_ring(frame, (0, 0), self.piece_radius + self.cell * 0.035, AMBER, INK, 0.075)
        self.put_ring(frame, (0, 0), self.cell * 0.50, WHITE, INK, 0.07)
        for seat, tray in self.places.trays.items():
            self._bowl(tray.box, seat)

    def emblem(self, size_px: int) -> pygame.Surface:
        """A small picture of the board in the middle of a game, for the menu."""
        small = LanedBoard(self.game)
        canvas = Canvas((size_px, size_px))
        small.places = Places(canvas, canvas.box)
        small.lay_out(canvas.box.inset(12))
        picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        draw_board(picture, small.plan, plain=True)
        for place, letter in pieces(self.game.read_state(EMBLEM)).items():
            look, radius = self.look(letter), small.px(small.piece_radius)
            lost = place.startswith("ring:")
            stone = stones.sunk_stone(look, radius) if lost else stones.stone(look, radius)
            picture.blit(stone, stone.get_rect(center=canvas.to_pixels(small.spots[place])))
        return picture


def make_view(game: Game) -> TrelawneyView:
    """A fresh view of the game."""
    return TrelawneyView(game)
