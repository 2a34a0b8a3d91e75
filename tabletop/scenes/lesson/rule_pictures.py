"""The pictures of rule cards: a part of the board, drawn by the game's own view."""

from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import Any, Final, TypeAlias

import pygame

from tabletop.engine import CHANCE, Game
from tabletop.engine.game import OptionValue
from tabletop.engine.rule_cards import CardMoment, RuleCard
from tabletop.games import view_of
from tabletop.scenes.catalogue import live_game
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.cache import surface_cache, time_limit
from tabletop.ui.core.canvas import SHORT_SIDE, Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.layout import padded
from tabletop.ui.theme.theme import TRAY, WHITE

PROBE_PIXELS: Final = 1000
"""The board on which the share of the wanted part is measured."""
SIDE_STEP: Final = 8
"""The sides of boards are multiples of this, in pixels."""
MAX_BASE_PIXELS: Final = 720
"""The side of the largest empty board that is drawn; larger ones, which take too long, are scaled
from it."""
CORNER_RADIUS: Final = 0.05
"""Of a part of a board, as a share of its shorter side."""
EDGE: Final = 0.018
"""The line round it, as such a share."""
EDGE_COLOUR: Final = (92, 62, 34)
SHADOW_DEPTH: Final = 0.02
TRAY_WIDTH: Final = 300.0
"""The width in canvas units for which a view says its tray's height."""
TRAY_MARGIN: Final = 26.0
"""Round a tray, for its light and shadow."""


class RuleBoard:
    """The board of one card, placed so that the part it shows fills a picture."""

    def __init__(self, game: Game, card: RuleCard, width: int, height: int, canvas: Canvas) -> None:
        """`width` and `height` are the most of a picture, in pixels; `canvas` is the page's."""
        self._game, self._card, self._canvas = game, card, canvas
        edge = 2 * self._edge(min(width, height)) if card.corners else 0
        part = self._part(PROBE_PIXELS)
        fits = min((width - edge) / part.w, (height - edge) / part.h)
        # In steps, so that cards with parts of the same extent share their pictures.
        side = max(1, floor(PROBE_PIXELS * fits / SIDE_STEP + 0.01)) * SIDE_STEP
        part = self._part(side)
        self._place = _Place(
            side, (round(part.x), round(part.y)), (max(1, round(part.w)), max(1, round(part.h)))
        )
        self._view = _fitted(game, card.options, card.seats, self._place, canvas)
        self.ply = card.ply(game)
        self.state = card.state(game)

    @staticmethod
    def _edge(side: int) -> int:
        return max(2, round(side * EDGE))

    def _part(self, side: int) -> Box:
        """The pixels of the wanted part on a board of that size."""
        card = self._card
        if not card.corners:
            return Box(0, 0, side, side)
        whole = _Place(side, (0, 0), (side, side))
        view = _fitted(self._game, card.options, card.seats, whole, self._canvas)
        scale = self._canvas.scale
        places = [view.spots[spot] for spot in card.corners]
        half = view.cell / 2
        left, right = min(x for x, _ in places) - half, max(x for x, _ in places) + half
        top, bottom = min(y for _, y in places) - half, max(y for _, y in places) + half
        return Box(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)

    @property
    def seconds(self) -> float:
        """The duration of the move's animation."""
        seconds: float = self._view.seconds(self.ply) if self.ply else 0.0
        return seconds

    def before(self) -> BoardSnapshot:
        card, game = self._card, self._game
        return BoardSnapshot(
            game,
            self.state,
            game.acting(self.state),
            picked=card.picked,
            open=card.open(game),
            candidates=tuple(
                move
                for move in self.state.moves()
                for word in game.spell(self.state, move)
                if card.picked and word[: len(card.picked)] == card.picked
            ),
            refused=card.refused,
        )

    def after(self) -> BoardSnapshot:
        if self.ply is None:
            return self.before()
        state = self.ply.after
        over = state.outcome() is not None
        seat = self.ply.seat if over or self.ply.seat == CHANCE else self._game.acting(state)
        return BoardSnapshot(self._game, state, seat, self.ply, finish=1.0 if over else None)

    def moving(self, spent: float) -> BoardSnapshot:
        """The snapshot after so many seconds of the animation."""
        if self.ply is None:
            return self.before()
        return replace(self.after(), last=None, finish=None, motion=PlyAnimation(self.ply, spent))

    def render(self, snapshot: BoardSnapshot) -> pygame.Surface:
        card = self._card
        base = _empty_board(self._game, card.options, card.seats, self._place, self._canvas)
        picture = base.copy()
        frame = Frame(self._canvas)
        self._view.draw(frame, snapshot)
        _put(picture, frame)
        return self._framed(picture) if card.corners else picture

    def _framed(self, picture: pygame.Surface) -> pygame.Surface:
        """A part of a board as a plate with rounded corners."""
        width, height = picture.get_size()
        edge, radius = self._edge(min(width, height)), min(width, height) * CORNER_RADIUS
        plate = shapes.rounded(
            width + 2 * edge, height + 2 * edge, radius + edge, EDGE_COLOUR
        ).copy()
        cut = shapes.masked(picture, shapes.rounded(width, height, radius, WHITE))
        plate.blit(cut, (edge, edge))
        return plate


def _put(picture: pygame.Surface, frame: Frame) -> None:
    """Draws what a frame lists."""
    for blit in frame.blits:
        if blit.alpha == 255:
            picture.blit(blit.surface, (blit.x, blit.y))
            continue
        blit.surface.set_alpha(blit.alpha)
        picture.blit(blit.surface, (blit.x, blit.y))
        blit.surface.set_alpha(255)


@dataclass(frozen=True, slots=True)
class _Place:
    """A part of a board, in pixels."""

    side: int
    """Of the whole board."""
    corner: tuple[int, int]
    """The upper left pixel of the part."""
    size: tuple[int, int]

    def at_most(self, side: int) -> "_Place":
        """The same part of a board that is no larger."""
        if self.side <= side:
            return self
        share = side / self.side
        (x, y), (width, height) = self.corner, self.size
        return _Place(
            side,
            (round(share * x), round(share * y)),
            (max(1, round(share * width)), max(1, round(share * height))),
        )


Chosen: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""Options that differ from their defaults."""


def _fitted(game: Game, chosen: Chosen, seats: int, place: _Place, canvas: Canvas) -> Any:
    """A view whose board has the part at the canvas' upper left corner."""
    view = view_of(game)
    x, y = place.corner
    scale = canvas.scale
    board = Box(-x / scale, -y / scale, place.side / scale, place.side / scale)
    view.fit(ViewLayout(canvas, board, {}, game.check_options(dict(chosen)), seats))
    return view


@surface_cache(most=24)
def _empty_board(
    game: Game, chosen: Chosen, seats: int, place: _Place, canvas: Canvas
) -> pygame.Surface:
    small = place.at_most(MAX_BASE_PIXELS)
    picture = pygame.Surface(small.size, pygame.SRCALPHA)
    picture.fill((*TRAY, 0 if place.corner == (0, 0) else 255))
    # In one go: for the frame budget the board would be drawn again in each of many turns.
    with time_limit(inf):
        _fitted(game, chosen, seats, small, canvas).draw_base(picture)
    return picture if small == place else pygame.transform.smoothscale(picture, place.size)


@surface_cache(most=96)
def card_picture(
    game: Game, card: RuleCard, moment: CardMoment, width: int, height: int, canvas: Canvas
) -> pygame.Surface:
    """A picture of a card, at most that large in pixels; `canvas` is the page's."""
    if card.drawing:
        return live_game(game).rule_picture(card.drawing, moment, width, height, canvas.context)
    board = RuleBoard(game, card, width, height, canvas)
    return board.render(board.before() if moment == "before" else board.after())


@surface_cache(most=16)
def tray_picture(game: Game, card: RuleCard, width: int, context: UiContext) -> pygame.Surface:
    """The tray of the seat that moves on a card: its dice, its stable."""
    view = view_of(game)
    height = view.tray_height + 2 * TRAY_MARGIN
    canvas = Canvas((ceil(SHORT_SIDE * width / (TRAY_WIDTH + 2 * TRAY_MARGIN)),) * 2, context)
    tray = padded("tray", TRAY_MARGIN).place(Box(0, 0, TRAY_WIDTH + 2 * TRAY_MARGIN, height))[
        "tray"
    ]
    state = card.state(game)
    seat = game.acting(state)
    seat = state.side if seat == CHANCE else seat
    options = game.check_options(dict(card.options))
    view.fit(ViewLayout(canvas, canvas.box, {seat: Tray(tray)}, options, card.seats))
    picture = pygame.Surface((width, canvas.px(height)), pygame.SRCALPHA)
    picture.fill((*TRAY, 0))
    frame = Frame(canvas)
    shown = BoardSnapshot(game, state, seat, picked=card.picked, open=card.open(game))
    view.draw_tray(frame, shown, seat)
    _put(picture, frame)
    used = picture.get_bounding_rect()
    return shapes.copy_surface(picture.subsurface(used)) if used.w else picture
