"""Where the cards of the menu lie."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final

from tabletop.engine import Game
from tabletop.scenes.menu_card import SIZES, THICK, Card
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import grown, least, nominal, percent
from tabletop.ui.tongue import language

GAP: Final = 28.0
WIDEST: Final = 560.0
LARGE: Final = 1.2
"""From so many times the usual size on, words count for more than boards."""
BARE: Final = 0.55
"""What leaving out the sentences of all cards is worth, as a share of their size."""
FULL: Final = (1.05 * SIZES[0], 1.05 * SIZES[1], 1.05 * SIZES[2])
"""Somewhat more than the words' full sizes, which are rounded to pixels."""
TALLEST: Final = 2.0
"""A card higher than so many times its width would be mostly empty."""


def lay_cards(games: Sequence[Game], room: Box, canvas: Canvas) -> tuple[Card, ...]:
    """The cards in a room, in the grid that shows them best."""
    # What all words are measured with stands beside the arguments.
    return _laid(tuple(games), room, canvas, language(), percent(), least()) if games else ()


@lru_cache(maxsize=16)
def _laid(
    games: tuple[Game, ...], room: Box, canvas: Canvas, _: str, __: int, ___: float
) -> tuple[Card, ...]:
    # Words are set in the best grid alone: in each it would cost 3 ms, and the menu is laid out
    # anew whenever people choose another language or size of words.
    bare = (False, True) if grown(1.0, SIZES[1]) > LARGE else (False,)
    grids = [
        _grid(games, room, count, lines, without)
        for count in range(1, len(games) + 1)
        for lines in (1, 2)
        for without in bare
    ]
    # The most promising first: all promise what they are worth with words in full size, few are
    # asked what they can be worth, fewer how words would about be set, and one or two are set.
    promising = [(-_worth(_worded(grid, FULL), room), at, 0) for at, grid in enumerate(grids)]
    heapify(promising)
    found, best, cut = grids[0], 0.0, [(0.0, 0)]
    while promising:
        promised, number, asked = heappop(promising)
        if best >= -promised:
            return found  # none of the others can be worth more
        grid = grids[number]
        if asked == 0:
            heappush(promising, (-_at_best(grid, room, canvas), number, 1))
        elif asked == 1:
            way, said = _about_evened(grid, canvas)
            if said:
                heappush(promising, (-_worth(way, room), number, 2))
            else:
                cut.append((_worth(way, room), -number))
        else:
            way = evened(grid, canvas)
            worth = _worth(way, room)
            if not _all_said(way, canvas):
                cut.append((worth, -number))
            elif worth > best:
                found, best = way, worth
    return found if best else evened(grids[-max(cut)[1]], canvas)


def _worded(cards: tuple[Card, ...], sizes: tuple[float, float, float]) -> tuple[Card, ...]:
    """The cards with words in these sizes."""
    return tuple(replace(card, sizes=sizes) for card in cards)


def _at_best(cards: tuple[Card, ...], room: Box, canvas: Canvas) -> float:
    """What a layout is worth at most: with its words as large as they may perhaps be set."""
    set_ = [[label.at_most_on(canvas) / canvas.scale for label in card.labels] for card in cards]
    title, blurb, players = (nominal(min(sizes)) for sizes in zip(*set_, strict=True))
    # Left out it counts for more than set very small.
    sizes = title, max(blurb, BARE * SIZES[1]), players
    return _worth(_worded(cards, sizes), room)


def _about_evened(cards: tuple[Card, ...], canvas: Canvas) -> tuple[tuple[Card, ...], bool]:
    """About how `evened` gives them, and whether no word has to be left out on any card."""
    way = _evened(
        cards, [[label.about_on(canvas) for label in card.labels] for card in cards], canvas
    )
    return way, all(label.about_on(canvas)[1] for card in way for label in card.labels)


def _all_said(cards: Sequence[Card], canvas: Canvas) -> bool:
    """Whether no word had to be left out on any card."""
    return all(label.set_on(canvas).complete for card in cards for label in card.labels)


def evened(cards: tuple[Card, ...], canvas: Canvas) -> tuple[Card, ...]:
    """The cards with their words in the same sizes: those of the card with least room."""
    set_ = [[label.set_on(canvas) for label in card.labels] for card in cards]
    return _evened(
        cards, [[(lines.size, lines.complete) for lines in card] for card in set_], canvas
    )


def _evened(
    cards: tuple[Card, ...], set_: Sequence[Sequence[tuple[int, bool]]], canvas: Canvas
) -> tuple[Card, ...]:
    """With words that are set in such pixels, whole or cut: title, sentence, players."""
    sizes = [[nominal(size / canvas.scale) for size, _ in card] for card in set_]
    title, blurb, players = (min(size) for size in zip(*sizes, strict=True))
    untold = any(card.low or card.bare for card in cards)
    if untold or not all(whole for _, (_, whole), _ in set_):
        blurb = 0.0  # half a sentence is worse than none, in a window of a few hundred pixels
    return _worded(cards, (title, blurb, players))


def _worth(cards: tuple[Card, ...], room: Box) -> float:
    """How well a layout shows its games: large boards, words in full size, no room left empty."""
    card = cards[0]
    words = min(max(1.0, size) / full for size, full in zip(card.sizes, SIZES, strict=True))
    used = sum(card.box.w * card.box.h for card in cards) / max(1.0, room.w * room.h)
    if grown(1.0, SIZES[1]) > LARGE:
        # Who needs large words reads names; the sentence below them is on the game's own page.
        title, blurb, small = (size / full for size, full in zip(card.sizes, SIZES, strict=True))
        words = min(title, small, blurb or BARE)
        return float(words**3 * used**0.5 * card.board.w**0.3)
    # A small board above large words looks lost.
    lost = min(1.0, card.board.w / (0.6 * card.box.w)) if card.upright else 0.85
    return float(card.board.w * lost * words**0.8 * used**0.5)


def _grid(
    games: Sequence[Game], room: Box, columns: int, lines: int, bare: bool
) -> tuple[Card, ...]:
    rows = -(-len(games) // columns)
    width = (room.w - GAP * (columns - 1)) / columns
    height = (room.h - GAP * (rows - 1)) / rows - THICK
    if rows == 1:
        width = min(width, WIDEST)
    height = min(height, TALLEST * width)
    across = columns * width + (columns - 1) * GAP
    down = rows * (height + THICK) + (rows - 1) * GAP
    left, top = room.x + (room.w - across) / 2, room.y + (room.h - down) / 2
    # A last row with fewer cards stands in the middle, or a game would seem to be missing.
    full = len(games) // columns * columns
    indent = (rows * columns - len(games)) * (width + GAP) / 2
    return tuple(
        Card(
            game,
            Box(
                left + at % columns * (width + GAP) + (indent if at >= full else 0.0),
                top + at // columns * (height + THICK + GAP),
                width,
                height,
            ),
            lines,
            bare,
        )
        for at, game in enumerate(games)
    )
