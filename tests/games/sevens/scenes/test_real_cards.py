"""Serendipity cards of a real deck: who drew one says which it was."""

import pytest

from tabletop.engine import Record
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.phases import chance
from tabletop.games.sevens.scenes.phases.chance import CardPhase
from tabletop.input.actions import Button, Walk
from tests.games.sevens.match_driver import SIZES, blits, keys, press, scene_of, tap, wait
from tests.games.sevens.scenes.test_card import lying

PICKS = [f"pick:{card}" for card in Card]


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("card", list(Card))
def test_the_card_that_was_really_drawn_holds_and_is_recorded_as_typed(
    card: Card, facing: bool
) -> None:
    with scene_of(lying(Card.UNVEIL), facing=facing) as scene:
        match = scene.context.match
        tap(scene, "own")
        assert keys(scene) == [*PICKS, "back"]
        tap(scene, f"pick:{card}")
        assert not match.card_turned, "it can still be another one"
        tap(scene, "chosen")
        assert match.card_on_table == (1, card)
        assert match.source_of("card") == "typed"
        wait(scene, 1)
        tap(scene, "on")
        assert match.card_in_force == (1, card)
        again = SevensMatch.replay(Record.from_text(match.record().to_text()))
        assert again.card_in_force == (1, card)
        assert again.source_of("card") == "typed"


def test_another_card_can_be_touched_before_it_is_said() -> None:
    with scene_of(lying()) as scene:
        tap(scene, "own")
        tap(scene, "pick:regain")
        before = set(blits(scene))
        tap(scene, "pick:five")
        assert set(blits(scene)) != before
        tap(scene, "chosen")
        assert scene.context.match.card_on_table == (1, Card.FIVE)


def test_one_may_go_back_and_turn_the_card_on_the_table() -> None:
    with scene_of(lying(Card.SECONDS)) as scene:
        for by_key in (False, True):
            tap(scene, "own")
            if by_key:
                press(scene, Button.BACK)
            else:
                tap(scene, "back")
            assert keys(scene) == ["turn", "own"]
        tap(scene, "turn")
        assert scene.context.match.card_on_table == (1, Card.SECONDS)
        assert scene.context.match.source_of("card") == "screen"


def test_keys_alone_choose_a_card() -> None:
    with scene_of(lying(), speed="off") as scene:
        scene.handle(Walk(source="serial", seat=1, by=-1))
        press(scene, Button.OK)
        wait(scene, 1)
        for key in ("pick:seconds", "chosen"):
            while scene.phase.buttons.focus != key:
                scene.handle(Walk(source="serial", seat=1, by=1))
            press(scene, Button.OK)
        assert scene.context.match.card_on_table == (1, Card.SECONDS)
        assert scene.context.match.phase is Phase.CARD


def test_where_the_card_was_drawn_is_said_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.games.sevens.scenes.test_real_toss import read

    with scene_of(lying(), speed="off") as scene:
        tap(scene, "turn")
        assert chance.OWN_CARD not in read(scene, monkeypatch)
    with scene_of(lying(), speed="off") as scene:
        tap(scene, "own")
        tap(scene, "pick:regain")
        tap(scene, "chosen")
        assert chance.OWN_CARD in read(scene, monkeypatch)


@pytest.mark.parametrize("size", SIZES)
def test_the_four_cards_lie_apart_and_clear_of_the_buttons(size: tuple[int, int]) -> None:
    with scene_of(lying(), size=size) as scene:
        assert isinstance(scene.phase, CardPhase)
        tap(scene, "own")
        boxes = [button.box for button in scene.phase.buttons.buttons]
        for number, box in enumerate(boxes):
            assert box.x >= 0
            assert box.right <= scene.context.canvas.width
            for other in boxes[:number]:
                across = min(box.right, other.right) - max(box.x, other.x)
                down = min(box.bottom, other.bottom) - max(box.y, other.y)
                assert across <= 0 or down <= 0
        assert min(box.h for box in boxes[:4]) >= 280
