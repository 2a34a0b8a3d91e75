"""A serendipity card on the screen: it lies face down, is turned over, is read."""

import pygame
import pytest

from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.messages import CARD_NAMES
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.view.cards import CARD_RATIO, card_back, card_face
from tabletop.input.actions import Button
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tests.games.sevens.match_driver import (
    SIZES,
    blits,
    ink,
    keys,
    press,
    scene_of,
    tap,
    touch,
    wait,
)
from tests.games.sevens.scripted_match import play_round, seed_of, tossed
from tools.album.notes import NotingFrame


def shown_texts(scene: SevensScene) -> list[str]:
    """Everything that is written on the screen."""
    frame = NotingFrame(scene.context.window)
    scene.draw(frame)
    return [each.text for each in frame.written]


def lying(card: Card = Card.UNVEIL, loser: int = 1) -> SevensMatch:
    """A match with the first round's card on the table, face down."""
    match = tossed(seed_of(card))
    play_round(match, (7, 5) if loser == 1 else (5, 7), (False, False))
    match.go_on(match.now + 5)
    assert match.phase is Phase.CARD
    return match


def test_the_loser_is_asked_to_turn_its_card() -> None:
    for loser in (0, 1):
        with scene_of(lying(loser=loser)) as scene:
            assert scene.phase.seat == loser
            assert "Touch your card" in scene.phase.prompt
            assert scene.context.name(loser) in scene.phase.other_prompt
            assert scene.wakes_in() == float("inf")


@pytest.mark.parametrize("card", list(Card))
def test_the_button_turns_it_and_then_goes_on(card: Card) -> None:
    with scene_of(lying(card)) as scene:
        assert CARD_NAMES[card] not in scene.phase.other_prompt
        tap(scene, "turn")
        assert scene.context.match.card_turned
        assert keys(scene) == []  # while it turns
        wait(scene, 1)
        assert scene.phase.prompt == CARD_NAMES[card]
        assert CARD_NAMES[card] in scene.phase.other_prompt
        tap(scene, "on")
        assert (scene.context.match.phase, scene.context.match.round) == (Phase.ARRANGE, 1)


def test_a_refund_is_told_for_the_round_of_its_peek_and_its_card_is_used_up() -> None:
    match = tossed(seed_of(Card.REGAIN))
    play_round(match, (5, 7), (True, False))
    match.go_on(match.now + 5)
    with scene_of(match) as scene:
        tap(scene, "turn")
        wait(scene, 1)
        assert "+2" in scene.phase.other_prompt
        assert "round 1" in scene.phase.other_prompt
        tap(scene, "on")
        assert match.card_in_force == (0, Card.REGAIN)
        assert CARD_NAMES[Card.REGAIN] not in shown_texts(scene)


def test_a_refund_to_come_keeps_its_card_until_the_peek() -> None:
    match = tossed(seed_of(Card.REGAIN))
    play_round(match, (5, 7), (False, False))
    match.go_on(match.now + 5)
    match.turn_card(match.now)
    match.go_on(match.now)
    assert match.card_refund is None
    with scene_of(match) as scene:
        assert CARD_NAMES[Card.REGAIN] in shown_texts(scene)
    play_round(match, (5, 5), (True, False))
    assert match.card_refund is not None


@pytest.mark.parametrize("facing", [False, True])
def test_a_touch_on_the_card_turns_it(facing: bool) -> None:
    with scene_of(lying(), facing=facing) as scene:
        board = scene.context.plan.board
        touch(scene, (board.right - 10, board.y + 10))
        assert not scene.context.match.card_turned  # beside the card
        touch(scene, (board.x + 200, board.centre[1]))
        assert scene.context.match.card_turned


def test_the_keys_turn_it_and_go_on() -> None:
    with scene_of(lying(), speed="off") as scene:
        press(scene, Button.OK)
        assert scene.context.match.card_turned
        press(scene, Button.OK)
        press(scene, Button.OK)
        assert scene.context.match.phase is Phase.ARRANGE


def test_it_turns_before_the_eyes() -> None:
    with scene_of(lying()) as scene:
        tap(scene, "turn")
        seen = set()
        for _ in range(6):
            scene.update(0.07)
            seen.add(frozenset(blit for blit in blits(scene)))
        assert len(seen) == 6
        wait(scene, 1)
        assert scene.wakes_in() == float("inf")


def test_a_card_that_was_turned_before_the_match_was_left_lies_open() -> None:
    match = lying()
    match.turn_card(match.now + 1)
    with scene_of(match) as scene:
        assert keys(scene) == ["on"]


def test_faces_and_back_are_of_one_size_and_unlike_each_other() -> None:
    with scene_of(lying()):
        pictures = [card_back(280), *(card_face(card, 280, UiContext()) for card in Card)]
        assert len({picture.get_size() for picture in pictures}) == 1
        width, height = pictures[0].get_size()
        assert (height - width) == pytest.approx(280 * (1 - CARD_RATIO), abs=12)
        drawn = {pygame.image.tobytes(picture, "RGBA") for picture in pictures}
        assert len(drawn) == 5


@pytest.mark.parametrize("size", SIZES)
def test_words_and_card_lie_apart_inside_the_window(size: tuple[int, int]) -> None:
    for card in Card:
        with scene_of(lying(card), size=size, speed="off") as scene:
            tap(scene, "turn")
            words, wood = Frame(scene.context.canvas), Frame(scene.context.canvas)
            scene.phase.draw_words(words)
            scene.phase.draw_board_layer(wood)
            (lies,) = wood.blits
            for blit in words.blits:
                assert not ink(blit).colliderect(ink(lies))
                assert ink(blit).clip((0, 0), size) == ink(blit)
