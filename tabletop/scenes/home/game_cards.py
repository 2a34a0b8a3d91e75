"""The cards of the menu, one for each game, and the search for the grid that shows them best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Final

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.scenes.catalogue import board_picture
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.layout import Boxes, aspect, best_fitting, column, grid, item, padded, row
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import BLACK, FOCUS, WHITE, Colour, game_colour, mix

CARD_TEXT_SIZES: Final = (66.0, 38.0, 32.0)
CARD_PADDING: Final = 32.0
BOARD_PADDING: Final = 22.0
"""Above and beside a board that stands above the text."""
CARD_CORNER_RADIUS: Final = 36.0
CARD_THICKNESS: Final = 14.0
FOOT_HEIGHT: Final = 64.0
"""The height of the lowest line, which tells the number of players."""
ROW_CARD_PADDING: Final = 14.0
ROW_CARD_ASPECT: Final = 5.0
"""From this ratio of width to height on, a card is one line: board, title, players."""
NARROW_ROW_WIDTH: Final = 900.0
"""On a narrower line the players stand below the title."""
SHADOW_DEPTH: Final = 16.0


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game's card: the board above the text, beside it, or all in one line.

    The boxes of its parts are relative to the card's top left corner.
    """

    game: Game
    box: Box
    """The face; the visible thickness lies below it."""
    context: UiContext
    title_lines: int = 2
    """The greatest number of lines of the title."""
    bare: bool = False
    """Without a blurb, to leave room for large text."""
    sizes: tuple[float, float, float] = CARD_TEXT_SIZES
    """Text sizes of the title, the blurb (0: left out) and the players; the same on all cards."""

    @property
    def key(self) -> str:
        """The key of its button."""
        return f"game:{self.game.key}"

    @property
    def colour(self) -> Colour:
        return game_colour(self.game)

    @property
    def upright(self) -> bool:
        """Whether the board stands above the text."""
        return _is_upright(self.box)

    @property
    def low(self) -> bool:
        """Whether all stands in one line, without a blurb."""
        return _is_line(self.box)

    @property
    def board(self) -> Box:
        return _place_parts(self.box.w, self.box.h, self.title_lines, self.context)["board"]

    @property
    def words(self) -> Box:
        """The area of the title, the blurb and the players."""
        return _place_parts(self.box.w, self.box.h, self.title_lines, self.context)["words"]

    @property
    def _word_boxes(self) -> Boxes:
        return _place_words(self.words, self.low, self.bare, self.foot, self.context)

    @property
    def labels(self) -> tuple[Label, Label, Label]:
        """The title, the blurb and the players."""
        boxes, (large, body, small) = self._word_boxes, self.sizes
        soft = mix(self.colour, WHITE, 0.86)
        players, blurb = players_text(self.game), self.game.blurb
        if self.low:
            side: Align = "left" if self.words.w < NARROW_ROW_WIDTH else "right"
            return (
                Label(self.game.title, boxes["title"], large, WHITE, True, most=1),
                Label("", boxes["title"], CARD_TEXT_SIZES[1], soft),
                Label(players, boxes["players"], small, soft, align=side, most=2),
            )
        title = Label(self.game.title, boxes["title"], large, WHITE, True, stands="bottom")
        # Beside the board each sentence begins a new line; a narrow card wraps them anyway.
        shown = () if self.bare or not body else blurb
        told = joined(" " if self.upright else "\n", *shown)
        room = boxes["title" if self.bare else "blurb"]
        return (
            replace(title, most=self.title_lines),
            Label(told, room, body or CARD_TEXT_SIZES[1], soft, most=2 * len(blurb)),
            Label(players, boxes["players"], small, soft, most=1),
        )

    @property
    def foot(self) -> float:
        """The height of the lowest line."""
        return min(
            self.context.scaled_length(FOOT_HEIGHT, CARD_TEXT_SIZES[2]),
            max(FOOT_HEIGHT, 0.24 * self.words.h),
        )

    def draw(self, frame: Frame, *, pressed: bool, focused: bool) -> None:
        canvas = frame.canvas
        width, height = canvas.px(self.box.w), canvas.px(self.box.h)
        thick = canvas.px(CARD_THICKNESS)
        radius = CARD_CORNER_RADIUS * canvas.scale
        x, y = self.box.centre
        middle = (x, y + thick / 2 / canvas.scale)
        side = mix(self.colour, BLACK, 0.45)
        frame.put(
            shapes.rounded_shadow(width, height + thick, radius, canvas.px(SHADOW_DEPTH)), middle
        )
        if focused:
            edge = canvas.px(9)
            around = (width + 2 * edge, height + thick + 2 * edge, radius + edge)
            frame.put(shapes.rounded(*around, FOCUS), middle)
        frame.put(shapes.rounded(width, height + thick, radius, side), middle)
        down = thick * 0.65 / canvas.scale if pressed else 0.0
        frame.put(card_face(canvas, self), (x, y + down))
        if pressed:
            frame.put(shapes.rounded(width, height, radius, WHITE, 34), (x, y + down))


@lru_cache(maxsize=128)
def _place_parts(width: float, height: float, title_lines: int, context: UiContext) -> Boxes:
    """The board and the area of the text on a card of that size."""
    card = Box(0, 0, width, height)
    if _is_line(card):
        side = height - 2 * ROW_CARD_PADDING
        line = row(
            ROW_CARD_PADDING,
            item("board", side),
            CARD_PADDING,
            "words",
            CARD_PADDING,
            padding=ROW_CARD_PADDING,
        )
        return line.place(card)
    inner = card.inset(CARD_PADDING)
    words = context.scaled_length(262.0 + 78.0 * title_lines, CARD_TEXT_SIZES[1])
    if _is_upright(card):
        high = min(words, inner.h * 0.62)
        upright = column(
            BOARD_PADDING,
            aspect("board", padding=(BOARD_PADDING, 0, BOARD_PADDING, 0)),
            CARD_PADDING - BOARD_PADDING,
            padded("words", (CARD_PADDING, 0, CARD_PADDING, 0), size=high),
            CARD_PADDING,
        )
        return upright.place(card)
    side = min(inner.h, inner.w * 0.46)
    beside = row(
        item("board", side, cross_size=side, align="centre"),
        CARD_PADDING,
        item("words", cross_size=words, align="centre"),
    )
    return beside.place(inner)


@lru_cache(maxsize=128)
def _place_words(area: Box, low: bool, bare: bool, foot: float, context: UiContext) -> Boxes:
    """The title, the blurb and the players."""
    if low and area.w < NARROW_ROW_WIDTH:
        tree = column(item("title", 0.58 * area.h), item("players", 0.42 * area.h))
    elif low:
        tree = row(item("title", 0.62 * area.w), CARD_PADDING, "players")
    else:
        lines = context.scaled_length(140.0, CARD_TEXT_SIZES[1])
        blurb = item("blurb", min(lines, (area.h - foot) * 0.46))
        tree = column(
            "title",
            *((20,) if bare else (12, blurb, 30)),
            item("players", foot - 14),
        )
    return tree.place(area)


def _is_upright(box: Box) -> bool:
    return box.h >= 1.25 * box.w


def _is_line(box: Box) -> bool:
    return box.w >= ROW_CARD_ASPECT * box.h


def players_text(game: Game) -> Text:
    """How many people can play; one alone can, because computers take the other seats."""
    most = max(game.seats)
    if most == 2:
        return say("menu.players_two", "1 or 2 players")
    return say("menu.players", "1 to {most} players", most=most)


def card_face(canvas: Canvas, card: GameCard) -> pygame.Surface:
    """The face of a card with everything on it, cached by size and context."""
    return _render_face(canvas.with_context(canvas.context), card)


@surface_cache(most=16)
def _render_face(canvas: Canvas, card: GameCard) -> pygame.Surface:
    width, height = canvas.px(card.box.w), canvas.px(card.box.h)
    picture = shapes.lit_plate(width, height, CARD_CORNER_RADIUS * canvas.scale, card.colour)
    at_corner = Frame(canvas)
    _draw_board(at_corner, card)
    for label in card.labels:
        label.draw(at_corner)
    _draw_foot(at_corner, card)
    for blit in at_corner.blits:
        picture.blit(blit.surface, (blit.x, blit.y))
        annotations.copy_annotations(picture, blit.surface, (blit.x, blit.y))
    return picture


def _draw_board(frame: Frame, card: GameCard) -> None:
    canvas, board = frame.canvas, card.board
    pixels = canvas.px(board.w)
    frame.put(shapes.soft_glow(round(pixels * 0.62)), board.centre)
    picture = board_picture(card.game, pixels)
    if picture is not None:
        frame.put(picture, board.centre)


def _draw_foot(frame: Frame, card: GameCard) -> None:
    """The line above the players."""
    if card.low:
        return
    canvas, area = frame.canvas, card.words
    line = shapes.rounded(canvas.px(area.w), canvas.px(3), 1, mix(card.colour, WHITE, 0.38))
    frame.put(line, (area.centre[0], area.bottom - card.foot + 2))


CARD_GAP: Final = 28.0
MAX_CARD_WIDTH: Final = 560.0
LARGE_TEXT_SCALE: Final = 1.2
"""From this text scale on, text counts for more than boards in the score."""
NO_BLURB_WEIGHT: Final = 0.55
"""The score of cards without blurbs, as a share of that of full-size blurbs."""
FULL_TEXT_SIZES: Final = (
    1.05 * CARD_TEXT_SIZES[0],
    1.05 * CARD_TEXT_SIZES[1],
    1.05 * CARD_TEXT_SIZES[2],
)
"""A little above the nominal sizes, because sizes are rounded to pixels."""
MAX_CARD_ASPECT: Final = 2.0
"""The greatest ratio of height to width; a higher card would be mostly empty."""


def layout_cards(games: Sequence[Game], room: Box, canvas: Canvas) -> tuple[GameCard, ...]:
    """The cards in an area, in the grid with the best score."""
    if not games:
        return ()
    return _best_layout(tuple(games), room, canvas.with_context(canvas.context))


@lru_cache(maxsize=16)
def _best_layout(games: tuple[Game, ...], room: Box, canvas: Canvas) -> tuple[GameCard, ...]:
    # Typesetting takes 3 ms a grid, and the menu is laid out again for every language and text
    # size: the bounds avoid it for all but one or two grids.
    bare = (False, True) if _is_large_text(canvas.context) else (False,)
    grids = [
        card_grid(games, room, columns, lines, without, canvas.context)
        for columns in range(1, len(games) + 1)
        for lines in (1, 2)
        for without in bare
    ]
    cut: list[tuple[float, tuple[GameCard, ...]]] = []

    def full_size_score(grid: tuple[GameCard, ...]) -> float:
        return layout_score(_with_text_sizes(grid, FULL_TEXT_SIZES), room)

    def largest_size_score(grid: tuple[GameCard, ...]) -> float:
        return _score_bound(grid, room, canvas)

    def estimated_score(grid: tuple[GameCard, ...]) -> float:
        sized = equalise_text_sizes(grid, canvas, estimate=True)
        complete = all(label.estimate_size(canvas)[1] for card in sized for label in card.labels)
        score = layout_score(sized, room)
        if not complete:
            cut.append((score, grid))
        return score if complete else -inf

    def typeset(grid: tuple[GameCard, ...]) -> tuple[GameCard, ...] | None:
        sized = equalise_text_sizes(grid, canvas)
        if all_text_fits(sized, canvas):
            return sized
        cut.append((layout_score(sized, room), grid))
        return None

    best = best_fitting(
        grids,
        typeset,
        score=lambda cards: layout_score(cards, room),
        bounds=(full_size_score, largest_size_score, estimated_score),
    )
    if best is not None:
        return best
    # In very small windows text is cut in every grid.
    least_bad = max(cut, key=lambda scored: scored[0])[1] if cut else grids[0]
    return equalise_text_sizes(least_bad, canvas)


def _is_large_text(context: UiContext) -> bool:
    return context.scaled_length(1.0, CARD_TEXT_SIZES[1]) > LARGE_TEXT_SCALE


def _with_text_sizes(
    cards: tuple[GameCard, ...], sizes: tuple[float, float, float]
) -> tuple[GameCard, ...]:
    return tuple(replace(card, sizes=sizes) for card in cards)


def _score_bound(cards: tuple[GameCard, ...], room: Box, canvas: Canvas) -> float:
    """An upper bound of the score: with the largest sizes at which the text may fit."""
    largest = [[label.max_text_size(canvas) for label in card.labels] for card in cards]
    title, blurb, players = (
        canvas.context.unscaled_size(min(sizes) / canvas.scale)
        for sizes in zip(*largest, strict=True)
    )
    # A blurb that is left out scores higher than a very small one.
    sizes = title, max(blurb, NO_BLURB_WEIGHT * CARD_TEXT_SIZES[1]), players
    return layout_score(_with_text_sizes(cards, sizes), room)


def all_text_fits(cards: Sequence[GameCard], canvas: Canvas) -> bool:
    """Whether no text is cut on any card."""
    return all(label.typeset(canvas).complete for card in cards for label in card.labels)


def equalise_text_sizes(
    cards: tuple[GameCard, ...], canvas: Canvas, *, estimate: bool = False
) -> tuple[GameCard, ...]:
    """The cards with the same text sizes: those of the card with the least room.

    An estimate is much quicker.
    """

    def size(label: Label) -> tuple[int, bool]:
        """In pixels, and whether the text is complete."""
        if estimate:
            return label.estimate_size(canvas)
        lines = label.typeset(canvas)
        return lines.size, lines.complete

    titles, blurbs, players = zip(*(map(size, card.labels) for card in cards), strict=True)
    title, blurb, small = (
        canvas.context.unscaled_size(min(pixels for pixels, _ in sizes) / canvas.scale)
        for sizes in (titles, blurbs, players)
    )
    untold = any(card.low or card.bare for card in cards)
    if untold or not all(complete for _, complete in blurbs):
        blurb = 0.0  # a cut sentence is worse than none
    return _with_text_sizes(cards, (title, blurb, small))


def layout_score(cards: tuple[GameCard, ...], room: Box) -> float:
    """The score of a layout: for large boards, full-size text and little empty area."""
    card = cards[0]
    words = min(
        max(1.0, size) / full for size, full in zip(card.sizes, CARD_TEXT_SIZES, strict=True)
    )
    used = sum(card.box.w * card.box.h for card in cards) / max(1.0, room.w * room.h)
    if _is_large_text(card.context):
        # With large text the titles matter most; the blurb is also on the game's own page.
        title, blurb, small = (
            size / full for size, full in zip(card.sizes, CARD_TEXT_SIZES, strict=True)
        )
        words = min(title, small, blurb or NO_BLURB_WEIGHT)
        return float(words**3 * used**0.5 * card.board.w**0.3)
    # A small board above large text looks lost.
    lost = min(1.0, card.board.w / (0.6 * card.box.w)) if card.upright else 0.85
    return float(card.board.w * lost * words**0.8 * used**0.5)


def card_grid(
    games: Sequence[Game], room: Box, columns: int, lines: int, bare: bool, context: UiContext
) -> tuple[GameCard, ...]:
    """The cards in a grid of that many columns, centred in an area."""
    rows = -(-len(games) // columns)
    width = (room.w - CARD_GAP * (columns - 1)) / columns
    height = (room.h - CARD_GAP * (rows - 1)) / rows - CARD_THICKNESS
    if rows == 1:
        width = min(width, MAX_CARD_WIDTH)
    height = min(height, MAX_CARD_ASPECT * width)
    cards = grid(
        ["card"] * len(games),
        columns=columns,
        gap=(CARD_GAP, CARD_GAP + CARD_THICKNESS),
        row_height=height,
        # Aligned at the left, a last row with fewer cards would look as if a game were missing.
        last_row="centre",
        size=columns * width + (columns - 1) * CARD_GAP,
    )
    down = rows * (height + CARD_THICKNESS) + (rows - 1) * CARD_GAP
    boxes = column(row(cards, justify="centre", size=down), justify="centre").place(room)
    return tuple(
        GameCard(game, box, context, lines, bare)
        for game, box in zip(games, boxes.all("card"), strict=True)
    )
