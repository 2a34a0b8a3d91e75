"""The menu: the games that are there, what was not finished, and what went wrong."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tabletop.app.navigation import build_page
from tabletop.app.opening import page_builder
from tabletop.engine import Record
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.scenes.destinations import ChangeSeats, ContinueMatch, OpenGame, OpenStart
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import headline
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.storage import StoredMatch
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Destination, Pop, Push, Scene, SceneStack
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.setups import teams
from tests.scenes.started_matches import opened, record
from tests.scenes.touches import (
    button,
    down,
    keys,
    nudge,
    press,
    tap,
    up,
)

BOARDS = [game for game in all_games() if game.kind == "board"]


def words(scene: PageScene) -> str:
    return " | ".join(label.text for label in scene.labels)


def pushed(change: Change) -> tuple[Scene | Destination, Callable[..., Change]]:
    assert isinstance(change, Push)
    return change.scene, change.then or (lambda _: None)


def test_there_is_a_card_for_every_game_and_nothing_else(table: AppContext) -> None:
    assert keys(opened(table)) == [
        *(f"game:{game.key}" for game in all_games()),
        "title",
        "language",
        "sound",
        "look",
        "devices",
        "close",
    ]


@pytest.mark.parametrize(
    ("count", "title"),
    [
        (1, "One game, one table."),
        (4, "Four games, one table."),
        (5, "Five games, one table."),
        (12, "12 games, one table."),
    ],
)
def test_the_title_counts(count: int, title: str) -> None:
    assert headline(count) == title


def test_a_card_leads_to_the_first_page_of_its_game(table: AppContext) -> None:
    for game in BOARDS:
        opens, _ = pushed(tap(opened(table), f"game:{game.key}"))
        assert opens == OpenGame(game)
        scene = build_page(table, OpenGame(game))
        assert isinstance(scene, QuickStartPage)
        assert scene.setup.game is game
        assert scene.setup.seats == game.seats[0]


def test_a_second_finger_on_another_card_is_not_confused(table: AppContext) -> None:
    menu_scene = opened(table)
    down(menu_scene, "game:shoo", contact=1)
    down(menu_scene, "game:super7", contact=2)
    opens, _ = pushed(up(menu_scene, "game:super7", contact=2))
    assert opens == OpenGame(find_game("super7"))
    assert menu_scene.buttons.held == {}
    assert up(menu_scene, "game:shoo", contact=1) is None


def test_keys_begin_at_the_game_played_last(table: AppContext) -> None:
    table.settings = table.settings.but({"play.last_game": "trelawney"})
    scene = opened(table)
    press(scene, Button.OK)
    assert scene.buttons.focus == "game:trelawney"
    nudge(scene, 1, 0)
    opens, _ = pushed(press(scene, Button.OK))
    assert opens == OpenGame(find_game("shoo"))


# -- matches to go on with ------------------------------------------------------------------


def test_the_newest_matches_can_go_on(table: AppContext) -> None:
    for number, key in enumerate(("shoo", "trelawney", "super7", "shout7")):
        table.store.save(record(key, number + 1), f"m{number}")
    going = [key for key in keys(opened(table, (1080, 1920))) if key.startswith("go:")]
    assert going == ["go:m3", "go:m2", "go:m1"]
    assert "Resume: Super Seven, turn 2" in words(opened(table, (1080, 1920)))


def test_a_match_goes_on_as_it_was(table: AppContext) -> None:
    table.store.save(record("trelawney", 4), "m")
    opens, then = pushed(tap(opened(table), "go:m"))
    assert isinstance(opens, ContinueMatch)
    assert opens.match_id == "m"
    assert [str(ply.move) for ply in opens.match.plies] == list(record("trelawney", 4).plies)
    assert then("menu") is None
    seats, _ = pushed(then(ChangeSeats(opens.setup)))
    assert isinstance(seats, OpenStart)
    assert seats.setup.facing
    assert teams(seats.setup) == (1, 2)


def test_forgetting_asks_first(table: AppContext) -> None:
    table.store.save(record(), "m")
    scene = opened(table)
    asked, then = pushed(tap(scene, "forget:m"))
    assert isinstance(asked, QuestionDialog)
    assert "Shoo, turn 3." in asked.detail
    then("keep")
    assert [kept.match_id for kept in table.store.unfinished()] == ["m"]
    then(None)
    assert "go:m" in keys(scene)
    then("forget")
    assert table.store.unfinished() == ()
    assert "go:m" not in keys(scene)


def test_coming_back_shows_what_was_saved_meanwhile(table: AppContext) -> None:
    scene = opened(table)
    table.store.save(record(plies=2), "m")
    scene.resume()
    assert "Resume: Shoo, turn 2" in words(scene)
    table.store.save(record(plies=5), "m")
    scene.resume()
    assert "Resume: Shoo, turn 5" in words(scene)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ruleset": 99}, "ruleset 99"),
        ({"game": "chess"}, "there is no game chess"),
        ({"plies": ("a1-z9",)}, "a1-z9"),
        ({"options": (("hush", "sing"),)}, "hush"),
        ({"clock": "sandglass"}, "sandglass"),
    ],
)
def test_a_match_that_cannot_be_replayed_is_said_and_not_offered(
    table: AppContext, change: dict[str, object], why: str
) -> None:
    table.store.save(record("trelawney", 2), "good")
    table.store.save(replace(record(), **change), "bad")  # type: ignore[arg-type]
    scene = opened(table)
    assert "go:good" in keys(scene)
    assert "go:bad" not in keys(scene)
    assert len(table.operator_notices) == 1
    assert why in table.operator_notices[0]
    assert table.problems == []
    assert why not in words(scene)
    scene.resume()
    assert len(table.operator_notices) == 1, "it is said once"
    assert {kept.match_id for kept in table.store.unfinished()} == {"good", "bad"}


def test_no_more_matches_are_read_than_can_be_shown(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        table.store.save(record(plies=2), f"m{number}")
    assert table.store.flush()
    read: list[str] = []
    from_text = Record.from_text

    def reading(text: str) -> Record:
        read.append(text)
        return from_text(text)

    monkeypatch.setattr(Record, "from_text", reading)
    scene = opened(table, (1080, 1920))
    scene.resume()
    assert [key for key in keys(scene) if key.startswith("go:")] == ["go:m39", "go:m38", "go:m37"]
    assert len(read) <= 2 * 4


def test_behind_matches_that_cannot_go_on_older_ones_are_found(table: AppContext) -> None:
    for number in range(3):
        table.store.save(record(plies=2), f"good{number}")
    for number in range(20):
        table.store.save(replace(record(), game="chess"), f"bad{number}")
    assert table.store.flush()
    scene = opened(table, (1080, 1920))
    going = [key for key in keys(scene) if key.startswith("go:")]
    assert going == ["go:good2", "go:good1", "go:good0"]


def test_among_strangers_the_shelf_is_not_even_read(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.store.save(record(plies=2), "m")
    table.settings = table.settings.but({"kiosk.level": "kiosk"})
    looked: list[int | None] = []
    unfinished = table.store.unfinished

    def looking(limit: int | None = None) -> tuple[StoredMatch, ...]:
        looked.append(limit)
        return unfinished(limit)

    monkeypatch.setattr(table.store, "unfinished", looking)
    scene = opened(table)
    scene.resume()
    assert looked == []
    table.settings = table.settings.but({"kiosk.level": "full"})
    scene.resume()
    assert "go:m" in keys(scene)


# -- problems -------------------------------------------------------------------------------


def test_problems_are_read_and_put_away_one_by_one(table: AppContext) -> None:
    scene = opened(table)
    assert "read" not in keys(scene)
    table.problems += ["The first thing went wrong.", "The second thing went wrong."]
    scene.update(0.1)
    assert "The first thing" in words(scene)
    tap(scene, "read")
    assert "The second thing" in words(scene)
    tap(scene, "read")
    assert "read" not in keys(scene)
    assert table.problems == []


# -- closing --------------------------------------------------------------------------------


def test_closing_asks_first(table: AppContext) -> None:
    for change in (tap(opened(table), "close"), press(opened(table), Button.BACK)):
        asked, then = pushed(change)
        assert isinstance(asked, QuestionDialog)
        assert asked.question == "Close the table?"
        assert then("stay") is None
        assert then(None) is None
        assert then("close") == Pop()


# -- the whole road -------------------------------------------------------------------------


def test_from_the_menu_into_a_match_and_back(table: AppContext) -> None:
    stack = SceneStack(MenuScene(table), Canvas((640, 400)), page_builder(table))

    def touch(key: str) -> None:
        scene = stack.top
        assert isinstance(scene, PageScene)
        at = button(scene, key).centre
        stack.handle(Down(source="touch", contact=5, at=at))
        stack.handle(Tap(source="touch", contact=5, at=at))

    touch("game:trelawney")
    touch("way:people")
    touch("start")
    match = stack.top
    assert isinstance(match, MatchScene)
    match.match.play("c3")
    match.session.mark_unsaved()
    match.refresh()
    stack.handle(Press(source="keyboard", button=Button.MENU))
    touch("leave")
    scene = stack.top
    assert isinstance(scene, MenuScene)
    assert "Trelawney’s Glory" in words(scene)
    touch("close")
    touch("close")
    assert not stack.running
