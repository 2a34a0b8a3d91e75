"""A game with a scene of its own that shows itself beside the words of all games."""

import pytest

from tabletop.app.opening import page_builder
from tabletop.games import all_games
from tabletop.input.actions import Down
from tabletop.scenes.attract.captions import WELCOME_LIVE, rule_label
from tabletop.scenes.attract.scene import (
    MAX_LIVE_SECONDS,
    MIN_CAPTION_SECONDS,
    OFFER_QUESTION,
    AttractScene,
    LiveExhibit,
)
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push, SceneStack
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.attract.attract_mode import drawn, run, shown
from tests.scenes.touches import keys
from tests.sound_listener import listening

LIVE = [game.key for game in all_games() if game.kind == "live"]
pytestmark = pytest.mark.parametrize("key", LIVE)


def live_of(scene: AttractScene) -> LiveExhibit:
    assert isinstance(scene.shown, LiveExhibit)
    return scene.shown


def test_what_it_does_stands_beside_it_with_its_rule_long_enough_to_be_read(
    table: AppContext, key: str
) -> None:
    scene, _ = shown(table, key, speed="normal")
    one = live_of(scene)
    assert one.told == WELCOME_LIVE
    heads, stood, last = set[str](), 9.0, one.told
    for _ in range(900):
        scene.update(0.05)
        stood += 0.05
        if one.told != last:
            assert stood >= MIN_CAPTION_SECONDS
            last, stood = one.told, 0.0
            heads.add(one.told.head)
    assert len(heads) >= 3
    assert heads <= {rule_label(one.game, rule.number) for rule in one.game.rules}


def test_then_comes_the_next_game(table: AppContext, key: str) -> None:
    scene, _ = shown(table, key, "trelawney")
    while not isinstance(scene.shown, LiveExhibit):
        scene.update(0.25)
    lasted, one = 0.0, scene.shown
    while scene.shown is one:
        scene.update(0.25)
        lasted += 0.25
    assert scene.shown.game.key == "trelawney"
    assert 60 < lasted <= MAX_LIVE_SECONDS


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
def test_all_of_it_is_drawn_inside_its_part_of_the_window(
    table: AppContext, key: str, size: tuple[int, int]
) -> None:
    scene, _ = shown(table, key, size=size, speed="normal")
    run(scene, 20)
    one = live_of(scene)
    stage, scale = one.plan.stage, one.plan.canvas.scale
    texts = [one.plan.title, one.plan.blurb, one.plan.told, one.plan.call]
    for surface, x, y, _ in drawn(scene, size).blits:
        wide, high = surface.get_size()
        if (wide, high) == size:
            continue  # the table's ground
        middle = ((x + wide / 2) / scale, (y + high / 2) / scale)
        assert stage.holds(middle) or any(box.holds(middle) for box in texts)


def test_nothing_of_it_is_heard_or_kept(table: AppContext, key: str) -> None:
    def rows() -> tuple[str, ...]:
        table.store.flush()
        return table.store.read(lambda db: tuple(db.iterdump()), ())

    before, ear = rows(), listening(table)
    scene, _ = shown(table, key, speed="normal")
    run(scene, 60)
    scene.leave()
    assert rows() == before
    assert ear.names() == []


def test_a_touch_stops_it_and_leads_to_its_page(table: AppContext, key: str) -> None:
    scene, _ = shown(table, key, speed="normal")
    stack = SceneStack(MenuScene(table), Canvas((1280, 800)), page_builder(table))
    stack.apply(Push(scene))
    for _ in range(100):
        stack.update(0.05)
    before = [(id(s), x, y, a) for s, x, y, a in drawn(scene).blits]
    stack.handle(Down(source="touch", contact=1, at=(300.0, 300.0)))
    asked = stack.top
    assert isinstance(asked, QuestionDialog)
    assert asked.question == OFFER_QUESTION
    assert keys(asked) == ["new", "all"]
    for _ in range(40):
        stack.update(0.1)
    assert [(id(s), x, y, a) for s, x, y, a in drawn(scene).blits] == before
    stack.apply(asked.pressed("new"))
    assert not isinstance(stack.top, AttractScene | QuestionDialog)
