"""The signs on the board of Shout 7: a picked pair and its ways, the last ply, the winning line."""

from itertools import pairwise
from typing import Final

from tabletop.engine import Ply, Spot
from tabletop.games.shout7 import signs
from tabletop.games.shout7.board import PIT_RADIUS
from tabletop.games.shout7.pieces import CELLS, PIECE, PiecesDrawing
from tabletop.games.shout7.places import DIRECTIONS
from tabletop.games.shout7.ways import Way, way_of, ways_of
from tabletop.ui.board import LIGHT, SIGNS, TOP
from tabletop.ui.frame import Frame
from tabletop.ui.theme import AMBER, CREAM, INK, PETROL, WHITE
from tabletop.ui.tween import between
from tabletop.ui.view import Showing

BADGE: Final = 0.33
"""How far right of and below a place's middle the small own piece lies, in cells."""


class BoardDrawing(PiecesDrawing):
    """The board with its pieces and the signs on them."""

    # -- the signs of a push ----------------------------------------------------------------

    def _draw_picked(self, frame: Frame, showing: Showing) -> None:
        if len(showing.picked) == 1:
            super()._draw_picked(frame, showing)

    def _draw_shared(self, frame: Frame, showing: Showing) -> None:
        """A picked pair in its capsule, and every way it can go, all at once."""
        ways = ways_of(showing.candidates, showing.picked)
        if not ways:
            return
        pieces = self.lying(showing.state)
        self._put_capsule(frame, ways[0])
        coming: dict[Spot, set[str]] = {}
        for way in ways:
            for start, end in zip(way.starts, way.ends, strict=True):
                coming.setdefault(end, set()).add(pieces[start])
        with frame.layer(LIGHT):
            for spot, letters in coming.items():
                frame.put(self._arrival(letters, spot), self.spots[spot])
        with frame.layer(SIGNS):
            for way in ways:
                number = DIRECTIONS.index(way.spot)
                frame.put(signs.push_arrow(self.unit, number), self.spots[way.arrow])
            for spot in showing.picked:
                x, y = self.spots[spot]
                at = x + BADGE * self.cell, y + BADGE * self.cell
                frame.put(signs.badge(self.unit, self.looks[showing.seat]), at)

    def _put_capsule(self, frame: Frame, way: Way) -> None:
        glow, line = signs.capsule(self.unit, way.move.push // 6 % 3)
        at = between(self.spots[way.starts[0]], self.spots[way.starts[1]], 0.5)
        with frame.layer(LIGHT):
            frame.put(glow, at)
        with frame.layer(SIGNS):
            frame.put(line, at)

    def draw_preview(self, frame: Frame, showing: Showing) -> None:
        """The whole ply as it would be: the pair where it arrives, the own pieces where it was."""
        ply = Ply(showing.seat, showing.preview, showing.state, showing.state)
        for step in (step for phase in self.effects(ply) for step in phase):
            spot = step.end or step.start or ""
            with frame.layer(LIGHT):
                frame.put(self._arrival({step.piece}, spot), self.spots[spot])
            if step.end is None:
                with frame.layer(SIGNS):
                    frame.put(signs.gone(self.unit, AMBER, INK), self.spots[spot])
        if showing.preview.is_push and showing.held is None:
            self._put_push(frame, way_of(showing.preview))

    def _put_push(self, frame: Frame, way: Way) -> None:
        """Arrows in the gaps between where the pair is and where it goes."""
        steps = list(zip(way.starts, way.ends, strict=True))
        if way.convoy:
            # The front piece leaves a gap to the near end, where the arrow of the way lies.
            front = next(start for start, end in steps if end != way.arrow)
            steps = [(front, way.arrow)]
        arrow = signs.push_arrow(self.unit, DIRECTIONS.index(way.spot))
        for start, end in steps:
            with frame.layer(TOP):
                frame.put(arrow, between(self.spots[start], self.spots[end], 0.5))

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        """Petrol rings where pieces came to lie, and one arrow for the pair."""
        steps = [step for phase in self.effects(ply) for step in phase]
        for step in steps:
            if step.end is None:
                with frame.layer(SIGNS):
                    frame.put(signs.gone(self.unit, PETROL, CREAM), self.spots[step.start or ""])
                continue
            radius = PIECE if step.end in CELLS else PIT_RADIUS
            with frame.layer(SIGNS):
                at = self.spots[step.end]
                self.put_ring(frame, at, (radius + 0.03) * self.cell, PETROL, CREAM, 0.06)
        if ply.move.is_push:
            self._put_trail(frame, ply, way_of(ply.move))

    def _put_trail(self, frame: Frame, ply: Ply, way: Way) -> None:
        """The arrow lies over the pieces; those it runs across show their marks on top."""
        a = between(self.spots[way.starts[0]], self.spots[way.starts[1]], 0.5)
        b = between(self.spots[way.ends[0]], self.spots[way.ends[1]], 0.5)
        arrow = signs.trail(self.unit, DIRECTIONS.index(way.spot), 2 if way.convoy else 1)
        with frame.layer(SIGNS):
            # A convoy's arrow runs a little further, so that no piece's mark hides its head.
            frame.put(arrow, between(a, b, 0.56 if way.convoy else 0.5))
            for step in (step for phase in self.effects(ply) for step in phase):
                if step.end in CELLS:
                    mark = signs.plain_mark(self.look(step.piece), PIECE * self.unit)
                    frame.put(mark, self.spots[step.end])

    # -- the end, the keys ------------------------------------------------------------------

    def draw_finish(self, frame: Frame, showing: Showing) -> None:
        lines = showing.game.lines(showing.state) if showing.game.lines else ()
        share = showing.finish or 0.0
        for line in lines:
            self._put_line(frame, line, round(share * len(line)))
        if not lines:
            deciding = self._deciding(showing)
            for spot in deciding[: round(share * len(deciding))]:
                with frame.layer(SIGNS):
                    radius = (PIT_RADIUS + 0.05) * self.cell
                    self.put_ring(frame, self.spots[spot], radius, AMBER, INK, 0.08)

    def _put_line(self, frame: Frame, line: tuple[Spot, ...], count: int) -> None:
        shown = line[:count]
        with frame.layer(LIGHT):
            for spot in shown:
                frame.put(signs.win_plate(self.unit, spot in CELLS), self.spots[spot])
            for rim in (True, False):
                for a, b in pairwise(shown):
                    way = signs.way_between(self.spots[a], self.spots[b])
                    bar = signs.win_bar(self.unit, way, rim)
                    frame.put(bar, between(self.spots[a], self.spots[b], 0.5))
            for spot in shown:
                face = signs.win_face(self.unit, spot in CELLS)
                frame.put(face, self.spots[spot])

    def _draw_cursor(self, frame: Frame, showing: Showing) -> None:
        at = self.points(showing).get(showing.cursor or "")
        if at is not None:
            self.put_ring(frame, at, self.cell * 0.5, WHITE, INK, 0.07)
