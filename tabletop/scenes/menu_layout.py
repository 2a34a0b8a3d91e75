"""Where the cards of the menu lie."""

from collections.abc import Sequence
from typing import Final

from tabletop.engine import Game
from tabletop.scenes.menu_card import THICK, Card
from tabletop.ui.canvas import Box

GAP: Final = 28.0
WIDEST: Final = 560.0
TALLEST: Final = 1.95
"""A card higher than so many times its width would be mostly empty."""


def lay_cards(games: Sequence[Game], room: Box) -> tuple[Card, ...]:
    """The cards in a room, in as many columns as show the boards largest."""
    if not games:
        return ()
    layouts = [_grid(games, room, columns) for columns in range(1, len(games) + 1)]
    # An uneven last row looks like a game that is missing.
    even = [cards for columns, cards in enumerate(layouts, 1) if len(games) % columns == 0]
    return max(even, key=_worth)


def _worth(cards: tuple[Card, ...]) -> float:
    card = cards[0]
    return card.board.w * (1.25 if card.upright else 1.0) + 0.1 * card.words.w


def _grid(games: Sequence[Game], room: Box, columns: int) -> tuple[Card, ...]:
    rows = -(-len(games) // columns)
    width = (room.w - GAP * (columns - 1)) / columns
    height = (room.h - GAP * (rows - 1)) / rows - THICK
    if rows == 1:
        width = min(width, WIDEST)
    height = min(height, TALLEST * width)
    across = columns * width + (columns - 1) * GAP
    down = rows * (height + THICK) + (rows - 1) * GAP
    left, top = room.x + (room.w - across) / 2, room.y + (room.h - down) / 2
    return tuple(
        Card(
            game,
            Box(
                left + at % columns * (width + GAP),
                top + at // columns * (height + THICK + GAP),
                width,
                height,
            ),
        )
        for at, game in enumerate(games)
    )
