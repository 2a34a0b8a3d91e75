"""Buttons that show only an icon are named while they are held or pointed at."""

from collections.abc import Callable

import pytest

from tabletop.games import find_game
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.input.actions import Action, Down, Hover
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.scene import Scene
from tests.scenes.touches import button
from tools.album.notes import NotingFrame

CANVAS = Canvas((1280, 800))
TOUCHES: dict[str, Callable[[Point], Action]] = {
    "held": lambda at: Down(source="touch", contact=1, at=at),
    "pointed": lambda at: Hover(source="mouse", at=at),
}


def written(scene: Scene) -> list[str]:
    frame = NotingFrame(CANVAS)
    scene.draw(frame)
    return [line.text for line in frame.written]


@pytest.mark.parametrize("how", TOUCHES)
def test_an_icon_of_a_page_is_named(table: AppContext, how: str) -> None:
    scene = MenuScene(table)
    scene.fit(CANVAS)
    assert "Language" not in written(scene)
    scene.handle(TOUCHES[how](button(scene, "language").centre))
    assert "Language" in written(scene)
    scene.handle(Hover(source="mouse", at=(2.0, 2.0)))
    assert ("Language" in written(scene)) == (how == "held")


@pytest.mark.parametrize("how", TOUCHES)
def test_the_menu_button_of_sevens_is_named(table: AppContext, how: str) -> None:
    scene = MatchSetup(table, Scene, find_game("sevens").check_options({})).match()
    scene.fit(CANVAS)
    scene.update(0.0)
    assert "Menu" not in written(scene)
    scene.handle(TOUCHES[how](scene.context.plan.menu.centre))
    assert "Menu" in written(scene)
