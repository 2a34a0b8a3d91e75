"""The card of one game in the menu: its board, its name, what one does, and how many play."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.scenes.emblem import board_picture, looks_of
from tabletop.ui import art, traces
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.inks import Ink
from tabletop.ui.kept import kept
from tabletop.ui.label import Align, Label
from tabletop.ui.lettering import grown, percent
from tabletop.ui.palettes import DEFAULT, Palette
from tabletop.ui.theme import BLACK, FOCUS, SHADOW, WHITE, Colour, mix
from tabletop.ui.tongue import language

CARDS: Final = tuple(
    Ink(f"card {number + 1}", partial(Palette.card, number=number))
    for number in range(len(DEFAULT.cards))
)
"""The cards' colours in menu order; more games than colours begin anew."""

SIZES: Final = (66.0, 38.0, 32.0)
PAD: Final = 32.0
ROUND: Final = 36.0
THICK: Final = 14.0
FOOT: Final = 64.0
"""The height of the lowest line, with the players."""
LOW_PAD: Final = 14.0
LOW: Final = 5.0
"""A card so many times as broad as high is a line: the board, the name, who can play."""
NARROW: Final = 900.0
"""In a line shorter than this the players stand below the name."""
MARK_STEP: Final = 30.0
SHADOW_DEPTH: Final = 16.0


@dataclass(frozen=True, slots=True)
class Card:
    """One game's card. Three shapes: the board above the words, beside them, or in one line."""

    game: Game
    box: Box
    """The face; its thickness lies below."""
    title_lines: int = 2
    """Over how many lines the title may run."""
    bare: bool = False
    """The blurb is left out, so that large words have room."""
    sizes: tuple[float, float, float] = SIZES
    """Of the title, the blurb (0: left out) and the players: the same on all cards."""

    @property
    def key(self) -> str:
        """Its button's key."""
        return f"game:{self.game.key}"

    @property
    def colour(self) -> Colour:
        """The game's own, by its place in the menu."""
        return CARDS[(self.game.order - 1) % len(CARDS)]

    @property
    def upright(self) -> bool:
        """The board stands above the words."""
        return self.box.h >= 1.25 * self.box.w

    @property
    def low(self) -> bool:
        """All stands in one line, without a blurb."""
        return self.box.w >= LOW * self.box.h

    @property
    def words(self) -> Box:
        """The room of the title, the blurb and the foot, from the card's corner."""
        inner = Box(0, 0, self.box.w, self.box.h).inset(LOW_PAD if self.low else PAD)
        if self.low:
            left = self.board.right + PAD
            return Box(left, inner.y, inner.right - left - PAD, inner.h)
        if self.upright:
            height = min(self._words_height, inner.h * 0.62)
            return Box(inner.x, inner.bottom - height, inner.w, height)
        board = self.board
        left = board.right + PAD
        height = min(inner.h, self._words_height)
        return Box(left, inner.centre[1] - height / 2, inner.right - left, height)

    @property
    def _words_height(self) -> float:
        return grown(262.0 + 78.0 * self.title_lines, SIZES[1])

    @property
    def marked(self) -> bool:
        """There is room for a mark for every seat beside the number of players."""
        room = MARK_STEP * max(self.game.seats) + grown(172, SIZES[2])
        return not self.low and self.words.w >= room

    @property
    def board(self) -> Box:
        """The room of the board, a square from the card's corner."""
        inner = Box(0, 0, self.box.w, self.box.h).inset(LOW_PAD if self.low else PAD)
        if self.low:
            return Box(inner.x + LOW_PAD, inner.y, inner.h, inner.h)
        if self.upright:
            free = self.words.y - PAD
            side = min(self.box.w - 2 * 22, free)
            return Box.around((inner.centre[0], 22 + free / 2), side, side)
        side = min(inner.h, inner.w * 0.46)
        return Box(inner.x, inner.centre[1] - side / 2, side, side)

    @property
    def labels(self) -> tuple[Label, ...]:
        """All words, from the card's corner."""
        if self.low:
            return self._line
        area, high = self.words, self.foot
        foot = Box(area.x, area.bottom - high + 14, area.w, high - 14)
        lines = 0.0 if self.bare else min(grown(140.0, SIZES[1]), (area.h - high) * 0.46)
        blurb = Box(area.x, foot.y - 30 - lines, area.w, lines)
        under = foot.y - 20 if self.bare else blurb.y - 12
        title = Box(area.x, area.y, area.w, under - area.y)
        blurb = title if self.bare else blurb
        marks = MARK_STEP * max(self.game.seats) if self.marked else -12.0
        said = Box(area.x + marks + 12, foot.y, area.w - marks - 12, foot.h)
        soft = mix(self.colour, WHITE, 0.86)
        large, body, small = self.sizes
        name = self.game.title
        side: Align = "right" if self.marked else "left"
        # A narrow card breaks its sentences anyhow; beside the board each has a line of its own.
        said_of_it = () if self.bare or not body else self.game.blurb
        told = joined(" " if self.upright else "\n", *said_of_it)
        return (
            Label(name, title, large, WHITE, True, stands="bottom", most=self.title_lines),
            Label(told, blurb, body or SIZES[1], soft, most=2 * len(self.game.blurb)),
            Label(players(self.game), said, small, soft, align=side, most=1),
        )

    @property
    def foot(self) -> float:
        """The height of the lowest line, as large as words are set now."""
        return min(grown(FOOT, SIZES[2]), max(FOOT, 0.24 * self.words.h))

    @property
    def _line(self) -> tuple[Label, ...]:
        """The words of a card that is a line."""
        area, soft = self.words, mix(self.colour, WHITE, 0.86)
        large, _, small = self.sizes
        side: Align = "right"
        name = Box(area.x, area.y, 0.62 * area.w, area.h)
        said = Box(name.right + PAD, area.y, area.right - name.right - PAD, area.h)
        if area.w < NARROW:  # one above the other
            side = "left"
            name = Box(area.x, area.y, area.w, 0.58 * area.h)
            said = Box(area.x, name.bottom, area.w, 0.42 * area.h)
        return (
            Label(self.game.title, name, large, WHITE, True, most=1),
            Label("", name, SIZES[1], soft),
            Label(players(self.game), said, small, soft, align=side, most=2),
        )

    def draw(self, frame: Frame, *, pressed: bool, focused: bool) -> None:
        """Puts the card on the frame; pressed it sinks."""
        canvas = frame.canvas
        width, height, thick = canvas.px(self.box.w), canvas.px(self.box.h), canvas.px(THICK)
        radius = ROUND * canvas.scale
        x, y = self.box.centre
        middle = (x, y + thick / 2 / canvas.scale)
        side = mix(self.colour, BLACK, 0.45)
        frame.put(shadow(width, height + thick, radius, canvas.px(SHADOW_DEPTH)), middle)
        if focused:
            edge = canvas.px(9)
            around = (width + 2 * edge, height + thick + 2 * edge, radius + edge)
            frame.put(art.rounded(*around, FOCUS), middle)
        frame.put(art.rounded(width, height + thick, radius, side), middle)
        down = thick * 0.65 / canvas.scale if pressed else 0.0
        frame.put(face(canvas, self), (x, y + down))
        if pressed:
            frame.put(art.rounded(width, height, radius, WHITE, 34), (x, y + down))


def players(game: Game) -> Text:
    """How many people can play: one alone too, for computers take the other seats."""
    most = max(game.seats)
    if most == 2:
        return say("menu.players_two", "1 or 2 players")
    return say("menu.players", "1 to {most} players", most=most)


@kept(most=4)
def shadow(width: int, height: int, radius: float, depth: int) -> pygame.Surface:
    """What a card lies on: one picture for all cards, for it is slow to make."""
    return art.with_shadow(art.rounded(width, height, radius, SHADOW), depth, 0.9)


def face(canvas: Canvas, card: Card) -> pygame.Surface:
    """The upper side of a card with all that is on it. Cut once for every size and language."""
    return _face(canvas, card, language(), percent())


@kept(most=16)
def _face(canvas: Canvas, card: Card, language: str, percent: int) -> pygame.Surface:
    del language, percent  # the words have them; they keep the pictures apart
    width, height = canvas.px(card.box.w), canvas.px(card.box.h)
    picture = lit(width, height, ROUND * canvas.scale, card.colour)
    at_corner = Frame(canvas)
    _put_board(at_corner, card)
    for label in card.labels:
        label.draw(at_corner)
    _put_foot(at_corner, card)
    for blit in at_corner.blits:
        picture.blit(blit.surface, (blit.x, blit.y))
        traces.carry(picture, blit.surface, (blit.x, blit.y))
    return picture


def _put_board(frame: Frame, card: Card) -> None:
    canvas, board = frame.canvas, card.board
    pixels = canvas.px(board.w)
    frame.put(glow(round(pixels * 0.62)), board.centre)
    picture = board_picture(card.game, pixels)
    if picture is not None:
        frame.put(picture, board.centre)


def _put_foot(frame: Frame, card: Card) -> None:
    """The line above the players, and a mark for each seat."""
    if card.low:
        return
    canvas, area = frame.canvas, card.words
    soft = mix(card.colour, WHITE, 0.86)
    line = art.rounded(canvas.px(area.w), canvas.px(3), 1, mix(card.colour, WHITE, 0.38))
    frame.put(line, (area.centre[0], area.bottom - card.foot + 2))
    if not card.marked:
        return
    y = area.bottom - (card.foot - 14) / 2
    for seat, look in enumerate(looks_of(card.game)[: max(card.game.seats)]):
        mark = art.mark_picture(look.mark, 10.5 * canvas.scale, soft)
        frame.put(mark, (area.x + 12 + MARK_STEP * seat, y))


def lit(width: int, height: int, radius: float, colour: Colour) -> pygame.Surface:
    """A plate of a colour with light from above."""
    ramp = pygame.Surface((1, 8), pygame.SRCALPHA)
    for y in range(8):
        light = (
            mix(colour, WHITE, 0.10 - 0.06 * y) if y < 2 else mix(colour, BLACK, 0.025 * (y - 2))
        )
        ramp.set_at((0, y), (*light, 255))
    plate = pygame.transform.smoothscale(ramp, (width, height))
    plate.blit(
        art.rounded(width, height, radius, WHITE), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    return plate


@kept(most=16)
def glow(radius: int) -> pygame.Surface:
    """Light on a card behind its board."""
    small = art.blank(32, 32, WHITE)
    for x in range(32):
        for y in range(32):
            far = ((x - 15.5) ** 2 + (y - 15.5) ** 2) ** 0.5 / 15.5
            small.set_at((x, y), (255, 255, 255, round(64 * max(0.0, 1 - far) ** 1.4)))
    return pygame.transform.smoothscale(small, (2 * radius, 2 * radius))
