"""The name that a winner gives: its keys, where it stands, and who may see and clear it."""

from pathlib import Path

from tabletop.ai import LEVELS, level_names
from tabletop.app.opening import page_builder
from tabletop.scenes.attract.scene import (
    MAX_EXTRA_SECONDS,
    MAX_SLOW_SECONDS,
    SCORES_SECONDS,
    AttractScene,
    HighScoreExhibit,
    MatchExhibit,
)
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.stats.scores_page import ScoresPage
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.system.logs import redact
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import SceneStack
from tabletop.ui.widgets.text_entry import NameEntry
from tests.scenes.attract.attract_mode import alone
from tests.scenes.setups import change_setup
from tests.scenes.stats.won_match import (
    WINDOW,
    against,
    board,
    keys,
    play,
    sat_down,
    to_result,
    touch,
    write,
)

WHOLE_MATCH_SECONDS = MAX_SLOW_SECONDS + MAX_EXTRA_SECONDS
"""Seconds after which a match in attract mode is over in any case."""


def test_a_refused_name_is_not_taken_and_nothing_is_said_of_why(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "H1tler")
    entry = stack.top
    assert isinstance(entry, NameEntry)
    assert [label.text for label in entry.labels][-1] == "Choose another name."
    write(stack, "Kim")
    assert [name for name, *_ in board(kiosk)] == ["Kim"]


def test_who_wants_no_name_is_not_on_the_board(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "")
    assert isinstance(stack.top, ResultScene)
    assert "name" in keys(stack)
    assert board(kiosk) == []


def test_children_write_three_letters(kiosk: AppContext) -> None:
    kiosk.settings = kiosk.settings.but({"kiosk.level": "kid"})
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    assert not {"sign:1", "space"} & keys(stack)
    write(stack, "a1 nna")
    assert [name for name, *_ in board(kiosk)] == ["ANN"]


def test_the_keys_face_the_winners_seat_and_speak_its_language(kiosk: AppContext) -> None:
    setup = change_setup(against(person=1), sides=FACING_SIDES, languages=("", "de"))
    stack, scene = sat_down(kiosk, setup)
    play(scene, 1)
    result = to_result(stack)
    offered = [button for button in result._buttons.buttons if button.key == "name"]
    assert [button.turns for button in offered] == [2]
    touch(stack, "name")
    entry = stack.top
    assert isinstance(entry, NameEntry)
    assert (entry.turns, entry.language) == (2, "de")


def test_a_name_is_left_out_of_logs(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Quirinius")
    assert "Quirinius" not in redact("Quirinius has won")


def test_the_cup_in_the_menu_leads_to_the_board(kiosk: AppContext) -> None:
    stack = SceneStack(MenuScene(kiosk), WINDOW, page_builder(kiosk))
    touch(stack, "scores")
    assert isinstance(stack.top, ScoresPage)


def test_where_there_are_no_scores_there_is_no_cup(table: AppContext) -> None:
    assert "scores" not in keys(SceneStack(MenuScene(table), WINDOW, page_builder(table)))


def test_every_game_and_level_can_be_looked_at(kiosk: AppContext) -> None:
    stack = SceneStack(ScoresPage(kiosk), WINDOW, page_builder(kiosk))
    page = stack.top
    assert isinstance(page, ScoresPage)
    for game in page.games:
        touch(stack, f"game:{game.key}")
        assert page.labels[0].text == game.title
    seen = [page.level]
    for _ in LEVELS:
        touch(stack, "later")
        seen.append(page.level)
    assert list(dict.fromkeys(seen)) == [level_names(level).key for level in LEVELS]


def test_only_the_operator_clears_the_board(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    assert "clear" not in keys(stack)
    kiosk.operator = True
    stack = SceneStack(ScoresPage(kiosk, scene.match.game), WINDOW, page_builder(kiosk))
    assert board(kiosk)
    touch(stack, "clear")
    touch(stack, "clear")
    assert board(kiosk) == []
    kiosk.operator = False


def test_passers_by_see_the_board_after_its_game(kiosk: AppContext) -> None:
    alone(kiosk, "trelawney")
    attract = AttractScene(kiosk)
    attract.fit(WINDOW)
    attract.update(WHOLE_MATCH_SECONDS)
    assert isinstance(attract.shown, MatchExhibit)  # nobody has won yet
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    assert kiosk.store.flush()
    attract.update(WHOLE_MATCH_SECONDS)
    assert isinstance(attract.shown, HighScoreExhibit)
    attract.update(SCORES_SECONDS)
    assert isinstance(attract.shown, MatchExhibit)
    attract.leave()


def test_the_board_is_there_after_a_restart(kiosk: AppContext, tmp_path: Path) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    kiosk.store.close()
    with Store.open(tmp_path) as store:
        later = AppContext(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)
        assert [name for name, *_ in board(later)] == ["Anna"]
