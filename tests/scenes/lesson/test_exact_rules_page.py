"""The rules are all there, in order, on pages that hold them."""

import pytest

from tabletop.engine import Game, Rule, Text
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button
from tabletop.scenes.lesson import exact_rules_page
from tabletop.scenes.lesson.exact_rules_page import ExactRulesScene, flow_rules
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop
from tests.scenes.touches import SIZES, button, check_layout, draw, nudge, press, tap

SHOO = find_game("shoo")


def opened(
    table: AppContext, game: Game = SHOO, size: tuple[int, int] = (1280, 800)
) -> ExactRulesScene:
    scene = ExactRulesScene(table, game)
    scene.fit(Canvas(size))
    return scene


def joined(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_rule_is_on_a_page_and_every_page_fits(
    table: AppContext, size: tuple[int, int], game: Game
) -> None:
    scene = opened(table, game, size)
    shown: list[str] = []
    for page in range(scene.pages):
        scene.turn_to(page)
        check_layout(scene, size)
        body = scene.boxes["body"]
        for column in scene.columns[page * scene.across : (page + 1) * scene.across]:
            for item in column.items:
                assert item.y + item.height <= body.h + 0.5
                shown.append(item.text)
    told = joined(" ".join(shown))
    wanted = joined(" ".join(f"{rule.title} {rule.body}" for rule in scene.rules))
    assert told == wanted


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_the_designer_is_named(table: AppContext, game: Game) -> None:
    assert any(game.designer[1:] in label.text for label in opened(table, game).labels)


def test_a_rule_longer_than_a_column_goes_on_in_the_next() -> None:
    body = " ".join(f"word{number}" for number in range(2000))
    rule = Rule("1", Text("test.title", "Endless"), Text("test.body", body))
    columns = flow_rules(Canvas((1280, 800)), [rule], 700, 700, 0)
    assert len(columns) > 2
    assert joined(" ".join(item.text for column in columns for item in column.items)) == (
        f"Endless {body}"
    )


@pytest.mark.parametrize("words", range(60, 400, 9))
def test_the_last_line_of_a_rule_does_not_stand_alone_in_a_column(words: int) -> None:
    body = " ".join(f"word{number}" for number in range(words))
    rule = Rule("1", Text("test.title", "Long"), Text("test.body", body))
    *_, before, last = flow_rules(Canvas((1280, 800)), [rule], 700, 400, 0)
    assert before.items
    assert len(last.items[-1].text.splitlines()) > 1


def test_buttons_and_keys_turn_the_pages(table: AppContext) -> None:
    scene = opened(table)
    last = scene.pages - 1
    assert last > 1
    assert not button(scene, "earlier").enabled
    tap(scene, "later")
    assert scene.page == 1
    nudge(scene, 1, 0)
    assert scene.page == 2
    nudge(scene, -1, 0)
    tap(scene, "earlier")
    assert scene.page == 0
    nudge(scene, -1, 0)
    assert scene.page == 0
    press(scene, Button.LAST)
    assert scene.page == last
    assert not button(scene, "later").enabled
    press(scene, Button.LATER)
    assert scene.page == last
    press(scene, Button.FIRST)
    assert scene.page == 0


def test_it_pops_on_back_and_on_the_arrow(table: AppContext) -> None:
    assert press(opened(table), Button.BACK) == Pop()
    assert tap(opened(table), "leave") == Pop()


def test_the_page_that_is_read_stays_when_the_window_changes(table: AppContext) -> None:
    scene = opened(table)
    press(scene, Button.LAST)
    scene.fit(Canvas((300, 900)))
    assert scene.page == scene.pages - 1


def test_the_board_is_on_the_first_page_only(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Game, int]] = []
    monkeypatch.setattr(exact_rules_page, "board_picture", lambda *wanted: asked.append(wanted))
    scene = opened(table)
    draw(scene)
    assert len(asked) == 1
    tap(scene, "later")
    draw(scene)
    assert len(asked) == 1


def test_a_rule_that_fits_in_a_column_is_not_cut() -> None:
    rules = find_game("shout7").rules
    columns = flow_rules(Canvas((1280, 800)), rules, 840, 800, 0)
    assert len(columns) > 2
    for column in columns:
        assert [item.title for item in column.items] == [True, False] * (len(column.items) // 2)
