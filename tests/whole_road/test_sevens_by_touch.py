"""Matches of Sevens by posted fingers, from the menu to the result, in the real main loop."""

from pathlib import Path

import pytest

from tabletop.games.sevens import luck
from tabletop.games.sevens.cards import Card
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.match import Phase, SevensMatch
from tabletop.games.sevens.opening import Opening
from tabletop.scenes.menu import MenuScene

from .fingers import Fingers
from .room import Room
from .tangram import Tangram

PORTRAIT = (1080, 1920)
SEED = next(seed for seed in range(99) if Card.FIVE not in {luck.card(seed, 0), luck.card(seed, 1)})
SHEET = ((7, 5), (4, 6), (4, 1))
"""The points of players 1 and 2 in the score table of the designers' sheet."""


def open_sevens(room: Room, hands: Fingers, *, facing: bool = False) -> Tangram:
    """From the menu to the coin."""
    hands.press("game:sevens")
    assert isinstance(room.top, Opening)
    if facing:
        hands.press("sitting=1")
    hands.press("two")
    tangram = Tangram(room, hands)
    assert tangram.match.phase is Phase.TOSS
    return tangram


def toss(tangram: Tangram) -> None:
    """Touches the coin, sees it land, and goes on."""
    tangram.toss()
    assert tangram.match.phase is Phase.ARRANGE


def rebuild(tangram: Tangram, points: int) -> None:
    """Looks, lays so many pieces where they belong, leaves the others in the tray, and is done."""
    match = tangram.match
    tangram.press("look")
    tangram.wait_for(Phase.GUESS)
    target = match.target
    assert target is not None
    tangram.build(target, tuple(range(points)))
    tangram.press("done")
    if match.phase is Phase.GUESS:  # pieces in the tray are asked about once
        tangram.press("done")
    assert match.phase is Phase.SCORED


def go_on(tangram: Tangram) -> None:
    """Sees the scoring to its end, and the card turned if there is one."""
    match, before = tangram.match, len(tangram.match.events)
    for _ in range(12):
        if match.phase not in (Phase.SCORED, Phase.CARD):
            break
        tangram.lead_on()
    assert match.phase in (Phase.ARRANGE, Phase.OVER)
    assert len(match.events) > before


@pytest.mark.parametrize(
    "size", [(1280, 800), PORTRAIT], ids=["landscape", "portrait face to face"]
)
def test_the_score_table_of_the_sheet_comes_out(tmp_path: Path, size: tuple[int, int]) -> None:
    with Room(tmp_path, size, seed=SEED) as room:
        hands = Fingers(room)
        tangram = open_sevens(room, hands, facing=size == PORTRAIT)
        toss(tangram)
        match = tangram.match
        first = match.first
        assert first is not None
        for number, (one, two) in enumerate(SHEET):
            # Player one arranges first, so player two guesses first.
            for points in (two, one):
                figure = booklet()[7 * number + points]
                if match.piece_count == 7:
                    tangram.arrange(figure)
                else:
                    tangram.arrange(figure, leave=(3, 4))
                rebuild(tangram, points)
                assert match.turns[-1].points == points
                go_on(tangram)
        assert match.phase is Phase.OVER
        outcome = match.outcome
        assert outcome is not None
        assert outcome.winners == (first,)
        assert (match.totals[first], match.totals[1 - first]) == (15, 12)
        kept = room.newest
        assert SevensMatch.replay(kept).totals == match.totals
        for _ in range(40):  # the result is deaf while hands are still busy with the game
            room.turn(0.1)
        tangram.press("menu")
        room.turn()
        assert isinstance(room.top, Opening)
        hands.press("back")
        assert isinstance(room.top, MenuScene)
        assert room.top.unfinished.going == ()
