"""A scripted match of Sevens with pictures of known score."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import GAME, Picture, SevensMatch, figures
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import shifted

DIAMOND = Picture.from_corners(
    [
        ("L", [(0, 0), (-2, 0), (0, -2)]),
        ("L", [(0, 0), (0, -2), (2, 0)]),
        ("M", [(0, 2), (-1, 1), (1, 1)]),
        ("S", [(1, 0), (2, 0), (1, 1)]),
        ("S", [(0, 0), (0, 1), (-1, 0)]),
        ("Q", [(0, 0), (1, 0), (1, 1), (0, 1)]),
        ("P", [(-2, 0), (-1, 0), (0, 1), (-1, 1)]),
    ]
)
"""The tangram's square, standing on a corner."""

FEWER = Picture(DIAMOND.pieces[:5])
"""Five of its pieces, in one part."""

RULES = [rule.number for rule in GAME.rules]

BOOKLET = tuple(
    Figure(f"Kite {number}", "Toys", 1, DIAMOND.shifted((number, 0))) for number in range(50)
)


@contextmanager
def small_booklet() -> Iterator[tuple[Figure, ...]]:
    """A booklet that new figures do not change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "booklet", lambda: BOOKLET)
        yield BOOKLET


def guessed(target: Picture, points: int) -> Picture:
    """A guess that is worth these points: so many pieces as they were, the others in the tray."""
    return Picture(target.pieces[:points])


def elsewhere(picture: Picture, number: int, by: tuple[float, float]) -> Picture:
    """The picture with one of its pieces moved."""
    moved = [
        (p.kind, shifted(p.corners, by) if i == number else p.corners)
        for i, p in enumerate(picture.pieces)
    ]
    return Picture.from_corners(moved)


def tossed(seed: int = 0, *, first: int = 0, host: bool = False, **options: object) -> SevensMatch:
    """A match in which the first picture is being made."""
    match = SevensMatch(seed, options=options, host=host)  # type: ignore[arg-type]
    match.toss(0, first)
    return match


def show(match: SevensMatch, target: Picture | None = None) -> None:
    """The arranging player makes a picture in ten seconds."""
    fitting = FEWER if match.piece_count == 5 else DIAMOND
    unveil = 2 if match.must_unveil else None
    match.arranged(match.now + 10, "Kite", target or fitting, unveil)


def look(match: SevensMatch) -> None:
    """The guessing player looks, to the end of the look."""
    match.look(match.now)
    match.advance(match.now + match.look_seconds)


def guessing(**options: object) -> SevensMatch:
    """A match whose first clock has just started, at 20 seconds."""
    match = tossed(**options)  # type: ignore[arg-type]
    show(match)
    look(match)
    return match


def refused(doing: Callable[[], None], rule: str) -> str:
    """The sentence by which a doing is refused, after this rule of the page."""
    with pytest.raises(IllegalMove) as problem:
        doing()
    assert problem.value.rule == rule
    assert rule in RULES
    return problem.value.reason


def take_turn(match: SevensMatch, points: int, *, peek: bool = False) -> None:
    """A whole turn, from arranging to the points, which are worth `points` before the peek."""
    show(match)
    look(match)
    if peek:
        match.peek(match.now + 1)
        match.advance(match.now + 5)
    assert match.target is not None
    match.told(match.now + 10, guessed(match.target, points))
    match.done(match.now + 5)


def go_on(match: SevensMatch) -> Card | None:
    """On to the next turn or the result; the card that was turned on the way, if any."""
    match.go_on(match.now + 5)
    card = None
    if match.phase is Phase.CARD:
        match.turn_card(match.now + 1)
        assert match.card_on_table is not None
        card = match.card_on_table[1]
        match.go_on(match.now + 4)
    return card


def play_round(match: SevensMatch, points: tuple[int, int], peeks: tuple[bool, bool]) -> None:
    """Both turns of a round, up to the second one's points; by seat."""
    for turn in (0, 1):
        seat = match.guesser
        take_turn(match, points[seat], peek=peeks[seat])
        if turn == 0:
            match.go_on(match.now + 5)


def play(
    match: SevensMatch,
    rounds: list[tuple[int, int]],
    peeks: dict[int, tuple[bool, bool]] | None = None,
) -> SevensMatch:
    """Whole rounds, whose guesses are worth these points by seat, and who peeks in which."""
    for number, points in enumerate(rounds):
        play_round(match, points, (peeks or {}).get(number, (False, False)))
        go_on(match)
    return match


def seed_of(*cards: Card) -> int:
    """A seed by which the losers of the first rounds draw these cards."""
    return next(
        seed
        for seed in range(1000)
        if all(events.draw_card(seed, i) == c for i, c in enumerate(cards))
    )
