"""The pictures of rule cards: a part of the board, drawn by the game's own view."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil, floor
from typing import Any, Final

import pygame

from tabletop.engine import CHANCE, Game
from tabletop.engine.game import OptionValue
from tabletop.engine.rule_cards import CardMoment, RuleCard
from tabletop.games import view_of
from tabletop.scenes.catalogue import live_game
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import SHORT_SIDE, Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.layout import padded
from tabletop.ui.theme.theme import TRAY, WHITE

PROBE_PIXELS: Final = 1000
"""The board on which the share of the wanted part is measured."""
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
    """The board of one card, fitted so that the part it shows fills a picture."""

    def __init__(
        self, game: Game, card: RuleCard, width: int, height: int, context: UiContext
    ) -> None:
        """`width` and `height` are the most of a picture, in pixels."""
        self._game, self._card, self._context = game, card, context
        self._options: Mapping[str, OptionValue] = game.check_options(dict(card.options))
        edge = 2 * self._edge(min(width, height)) if card.corners else 0
        part = self._part(PROBE_PIXELS)
        fits = min((width - edge) / part.w, (height - edge) / part.h)
        pixels = max(8, floor(PROBE_PIXELS * fits))
        self._view = self._fitted(pixels)
        self._pixels = pixels
        box = self._part(pixels)
        self._area = pygame.Rect(round(box.x), round(box.y), max(1, round(box.w)), round(box.h))
        self.ply = card.ply(game)
        self.state = card.state(game)

    @staticmethod
    def _edge(side: int) -> int:
        return max(2, round(side * EDGE))

    def _fitted(self, pixels: int) -> Any:
        view = view_of(self._game)
        canvas = Canvas((pixels, pixels), self._context)
        view.fit(ViewLayout(canvas, canvas.box, {}, self._options, self._card.seats))
        return view

    def _part(self, pixels: int) -> Box:
        """The pixels of the wanted part on a board of that size."""
        if not self._card.corners:
            return Box(0, 0, pixels, pixels)
        view = self._fitted(pixels)
        scale = pixels / SHORT_SIDE
        places = [view.spots[spot] for spot in self._card.corners]
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
        base = _empty_board(
            self._game, self._card.options, self._card.seats, self._pixels, self._context
        )
        picture = shapes.blank(*self._area.size, TRAY)
        if self._card.corners:
            picture.fill((*TRAY, 255))
        picture.blit(base, (-self._area.x, -self._area.y))
        frame = Frame(Canvas((self._pixels, self._pixels), self._context))
        self._view.draw(frame, snapshot)
        _put(picture, frame, self._area.topleft)
        return self._framed(picture) if self._card.corners else picture

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


def _put(picture: pygame.Surface, frame: Frame, corner: tuple[int, int]) -> None:
    """Draws what a frame lists; `corner` is the frame's pixel at the picture's corner."""
    for blit in frame.blits:
        at = blit.x - corner[0], blit.y - corner[1]
        if blit.alpha == 255:
            picture.blit(blit.surface, at)
            continue
        blit.surface.set_alpha(blit.alpha)
        picture.blit(blit.surface, at)
        blit.surface.set_alpha(255)


@surface_cache(most=8)
def _empty_board(
    game: Game,
    options: tuple[tuple[str, OptionValue], ...],
    seats: int,
    pixels: int,
    context: UiContext,
) -> pygame.Surface:
    view = view_of(game)
    canvas = Canvas((pixels, pixels), context)
    chosen = game.check_options(dict(options))
    view.fit(ViewLayout(canvas, canvas.box, {}, chosen, seats))
    picture = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    picture.fill((*TRAY, 0))
    view.draw_base(picture)
    return picture


@surface_cache(most=96)
def card_picture(
    game: Game, card: RuleCard, moment: CardMoment, width: int, height: int, context: UiContext
) -> pygame.Surface:
    """A picture of a card, at most that large."""
    if card.drawing:
        return live_game(game).rule_picture(card.drawing, moment, width, height, context)
    board = RuleBoard(game, card, width, height, context)
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
    _put(picture, frame, (0, 0))
    used = picture.get_bounding_rect()
    return shapes.copy_surface(picture.subsurface(used)) if used.w else picture
