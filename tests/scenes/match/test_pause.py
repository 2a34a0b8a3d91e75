"""The pause offers what can be done, and tells what was chosen."""

import pytest

from tabletop.engine import Match, TimeControl
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup
from tabletop.ui.core.app_context import SECONDS_PER_ANIMATION_SECOND, AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop
from tabletop.ui.draw import annotations
from tabletop.ui.widgets.choice import SPEED_NAMES
from tests.default_context import default_context
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, press, tap

GAME = find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]
BLITZ = TimeControl("increment", 300, 5)


def paused(table: AppContext, setup: Setup) -> PauseScene:
    scene = PauseScene(table, setup, setup.start(table))
    scene.fit(Canvas((1280, 800)))
    return scene


@pytest.mark.parametrize("key", ["on", "rules", "draw", "resign", "facing", "leave"])
def test_it_pops_with_what_was_touched(table: AppContext, key: str) -> None:
    assert tap(paused(table, make_setup(GAME)), key) == Pop(key)


def test_going_back_plays_on(table: AppContext) -> None:
    assert press(paused(table, make_setup(GAME)), Button.BACK) == Pop("on")


def test_touching_the_speed_goes_through_all_and_keeps_it(table: AppContext) -> None:
    scene = paused(table, make_setup(GAME))
    seen = []
    for _ in SPEED_NAMES:
        assert tap(scene, "speed") is None
        speed = table.settings["look.speed"]
        seen.append(speed)
        assert SPEED_NAMES[speed] in button(scene, "speed").label
    assert sorted(seen) == sorted(SECONDS_PER_ANIMATION_SECOND)
    assert table.problems == []
    assert table.store.flush()
    assert 'speed = "' in (table.data_dir / "settings.toml").read_text()


def test_it_says_how_the_words_are_turned(table: AppContext) -> None:
    assert button(paused(table, make_setup(GAME)), "facing").label == "Words turned: no"
    turned = button(paused(table, make_setup(GAME, sides=FACING_SIDES)), "facing").label
    assert turned == "Words turned: yes"


def test_a_finished_match_cannot_be_given_up(table: AppContext) -> None:
    match = Match(GAME)
    match.resign(0)
    scene = PauseScene(table, make_setup(GAME), match)
    scene.fit(Canvas((1280, 800)))
    assert not {"draw", "resign"} & set(keys(scene))


def test_clocks_are_shown_and_said_to_stand(table: AppContext) -> None:
    with_clock = paused(table, make_setup(GAME, 4, clock=BLITZ))
    assert len(with_clock.clocks) == 4
    assert any("stand still" in label.text for label in with_clock.labels)
    without = paused(table, make_setup(GAME, 4))
    assert without.clocks == ()
    shown = [
        trace
        for blit in draw(with_clock).blits
        for trace in annotations.annotations_of(blit.surface)
    ]
    assert [isinstance(it, annotations.TextLine) and it.text == "5:00" for it in shown].count(
        True
    ) == 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int], game: object) -> None:
    chosen = next(known for known in all_games() if known is game)
    setup = make_setup(chosen, max(chosen.seats), clock=BLITZ, sides=FACING_SIDES)
    check_layout(paused(table, setup), size, least=80)


@pytest.mark.parametrize("size", SIZES)
def test_for_a_room_no_button_loses_its_words(table: AppContext, size: tuple[int, int]) -> None:
    table.settings = table.settings.but({"look.projector": True})
    with default_context(text_scale=100, projector=True):
        scene = PauseScene(
            table, make_setup(GAME, clock=BLITZ), make_setup(GAME, clock=BLITZ).start(table)
        )
        scene.fit(Canvas(size))
        shown = [
            trace
            for blit in draw(scene).blits
            for trace in annotations.annotations_of(blit.surface)
        ]
    said = " ".join(it.text for it in shown if isinstance(it, annotations.TextLine))
    for each in scene.buttons.buttons:
        assert all(word in said for word in str(each.label).split()), each.label
