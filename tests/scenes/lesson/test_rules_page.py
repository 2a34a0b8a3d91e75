"""The rules with pictures: all cards are there, and each plays its move."""

import pytest

from tabletop.app.navigation import build_page
from tabletop.engine import Game
from tabletop.games import all_games, find_game, rule_cards_of
from tabletop.input.actions import Button
from tabletop.scenes.destinations import OpenLesson
from tabletop.scenes.lesson.exact_rules_page import ExactRulesScene
from tabletop.scenes.lesson.rules_page import RuleCardScene, RulesScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Pop, Push, Swap
from tests.default_context import default_context
from tests.games.drop_in_games import drop_in_games
from tests.scenes.touches import SIZES, button, check_layout, draw, nudge, press, tap

SHOO = find_game("shoo")
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)


def opened(table: AppContext, game: Game = SHOO, size: tuple[int, int] = (1280, 800)) -> RulesScene:
    scene = RulesScene(table, game)
    scene.fit(Canvas(size))
    return scene


def shown(scene: RulesScene) -> list[str]:
    """The keys of the cards on the page."""
    return [one.key for one in scene.buttons.buttons if one.key.startswith("card:")]


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("size", SIZES)
@each_game
def test_every_card_is_on_a_page_and_every_page_fits(
    table: AppContext, size: tuple[int, int], game: Game, percent: int
) -> None:
    scene = RulesScene(table, game)
    seen: list[str] = []
    with default_context(text_scale=percent):
        scene.fit(Canvas(size))
        for _ in range(scene.pages):
            check_layout(scene, size, least=50)
            seen += shown(scene)
            press(scene, Button.LATER)
    assert seen == [f"card:{number}" for number in range(len(rule_cards_of(game)))]


def test_six_cards_are_side_by_side_in_a_wide_window_and_one_column_in_a_high_one(
    table: AppContext,
) -> None:
    assert len(shown(opened(table, size=(1280, 800)))) == 6
    high = opened(table, size=(1080, 1920))
    boxes = [button(high, key).box for key in shown(high)]
    assert len(boxes) >= 3
    assert len({box.x for box in boxes}) == 1


def test_large_text_gets_fewer_cards(table: AppContext) -> None:
    scene = RulesScene(table, SHOO)
    scene.fit(Canvas((1280, 800), UiContext(text_scale=200)))
    assert 1 <= len(shown(scene)) < 6


def test_buttons_and_keys_turn_the_pages(table: AppContext) -> None:
    scene = opened(table)
    first = shown(scene)
    assert not button(scene, "earlier").enabled
    tap(scene, "later")
    assert shown(scene) != first
    press(scene, Button.LAST)
    assert not button(scene, "later").enabled
    press(scene, Button.FIRST)
    assert shown(scene) == first
    press(scene, Button.LATER)
    press(scene, Button.EARLIER)
    assert shown(scene) == first


def test_arrows_reach_the_cards_and_turn_the_page_at_the_edge(table: AppContext) -> None:
    scene = opened(table)
    first = shown(scene)
    for _ in range(8):
        nudge(scene, 0, 1)
        nudge(scene, -1, 0)
    assert scene.buttons.focus in first
    for _ in range(4):
        nudge(scene, 1, 0)
    assert shown(scene) != first


def test_it_pops_to_where_it_was_opened_from(table: AppContext) -> None:
    assert press(opened(table), Button.BACK) == Pop()
    assert tap(opened(table), "leave") == Pop()


@each_game
def test_it_leads_to_the_lesson_and_to_the_exact_text(table: AppContext, game: Game) -> None:
    scene = opened(table, game)
    assert tap(scene, "learn") == Swap(OpenLesson(game, playing=False))
    more = tap(scene, "more")
    assert isinstance(more, Push)
    assert isinstance(more.scene, ExactRulesScene)


def test_a_page_is_shown_at_once_and_its_pictures_one_by_one(table: AppContext) -> None:
    scene = opened(table)
    counts = []
    for _ in range(8):
        counts.append(len(draw(scene).blits))
        if scene.wakes_in() == 0:
            scene.update(1 / 60)
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert scene.wakes_in() > 1


def test_pictures_of_other_pages_are_made_in_advance_in_steps(table: AppContext) -> None:
    scene = opened(table)
    assert len(list(scene.preparing())) >= len(scene.cards) - 6


@each_game
def test_a_touched_card_is_shown_large_and_plays_its_move(table: AppContext, game: Game) -> None:
    push = tap(opened(table, game), "card:1")
    assert isinstance(push, Push)
    scene = push.scene
    assert isinstance(scene, RuleCardScene)
    check_layout(scene, (1280, 800))
    pictures = set()
    for _ in range(400):
        pictures |= {id(blit.surface) for blit in draw(scene).blits}
        if scene.wakes_in() > 100:
            break
        scene.update(1 / 30)
    if len(scene.card.moments) > 1:
        assert len(pictures) > 2
        tap(scene, "again")
        assert scene.wakes_in() < 100
    assert press(scene, Button.BACK) == Pop(1)


def test_the_move_of_a_card_is_a_cut_where_motion_is_reduced(table: AppContext) -> None:
    table.settings = table.settings.but({"look.motion": "reduced"})
    scene = RuleCardScene(table, SHOO, 1)
    scene.fit(Canvas((1280, 800)))
    before = {id(blit.surface) for blit in draw(scene).blits}
    scene.update(2.0)
    assert {id(blit.surface) for blit in draw(scene).blits} != before
    draw(scene)
    assert scene.wakes_in() > 100


def test_one_can_go_from_card_to_card_and_comes_back_to_its_page(table: AppContext) -> None:
    page = opened(table)
    push = tap(page, "card:0")
    assert isinstance(push, Push)
    assert isinstance(push.scene, RuleCardScene)
    assert push.then is not None
    card = push.scene
    card.fit(Canvas((1280, 800)))
    for _ in range(7):
        press(card, Button.LATER)
    back = press(card, Button.BACK)
    assert back == Pop(7)
    push.then(7)
    assert "card:7" in shown(page)


def test_the_words_of_a_card_are_spoken(table: AppContext) -> None:
    scene = RuleCardScene(table, SHOO, 2)
    scene.fit(Canvas((1280, 800)))
    said = [one.words for one in scene.sayings()]
    assert said[:2] == [scene.card.title, scene.card.text]


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("size", SIZES)
@each_game
def test_every_card_alone_fits(
    table: AppContext, size: tuple[int, int], game: Game, percent: int
) -> None:
    with default_context(text_scale=percent):
        for number in range(len(rule_cards_of(game))):
            check_layout(RuleCardScene(table, game, number), size)


def test_a_game_without_cards_has_its_exact_text(table: AppContext) -> None:
    with drop_in_games():
        page = build_page(table, OpenRules(find_game("gomoku")))
    assert isinstance(page, ExactRulesScene)
