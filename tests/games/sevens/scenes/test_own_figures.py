"""The figures that a table has added: played, renamed and deleted in the booklet."""

from dataclasses import replace

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens.scenes.booklet import (
    OWN_GROUP,
    BookletPage,
    own_figures,
    rename_figure,
    save_figure,
)
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.scenes.puzzle import PuzzleScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push, Scene, SceneStack
from tests.games.sevens.scripted_match import DIAMOND


def names(table: AppContext) -> list[str]:
    assert table.store.flush()
    return [figure.name for figure in own_figures(table)]


def opened(table: AppContext, name: str) -> SceneStack:
    """The booklet of the start page, with an own figure shown in large."""
    page = OpeningPage(table, Scene)
    change = page.pressed("booklet")
    assert isinstance(change, Push)
    assert isinstance(change.scene, BookletPage)
    stack = SceneStack(change.scene, Canvas((1280, 800)))
    booklet = change.scene
    booklet.pressed(f"group:{list(booklet.groups).index(OWN_GROUP)}")
    booklet.pressed(f"figure:{[figure.name for figure in booklet.shown].index(name)}")
    return stack


def press(stack: SceneStack, key: str) -> None:
    stack.apply(stack.top.pressed(key))  # type: ignore[attr-defined]


def keys(stack: SceneStack) -> set[str]:
    return {button.key for button in stack.top.buttons.buttons}  # type: ignore[attr-defined]


@pytest.fixture
def two(table: AppContext) -> AppContext:
    for name in ("Kite", "Arrow"):
        save_figure(table, name, DIAMOND)
    assert table.store.flush()
    return table


def test_an_own_figure_is_deleted_after_a_question(two: AppContext) -> None:
    stack = opened(two, "Kite")
    press(stack, "delete")
    press(stack, "keep")
    assert names(two) == ["Kite", "Arrow"]
    press(stack, "delete")
    press(stack, "delete")
    assert names(two) == ["Arrow"]
    assert "delete" not in keys(stack), "the page of the group is shown again"


def test_without_its_last_figure_the_group_is_gone(table: AppContext) -> None:
    save_figure(table, "Kite", DIAMOND)
    stack = opened(table, "Kite")
    press(stack, "delete")
    press(stack, "delete")
    booklet = stack.top
    assert isinstance(booklet, BookletPage)
    assert OWN_GROUP not in booklet.groups
    assert booklet.shown


def test_an_own_figure_is_renamed(two: AppContext) -> None:
    stack = opened(two, "Kite")
    press(stack, "rename")
    page = stack.top
    assert isinstance(page, NamePage)
    page.letters.text = "Dragon"
    press(stack, "done")
    assert names(two) == ["Dragon", "Arrow"]
    assert own_figures(two)[0].picture == DIAMOND.rounded()


def test_a_name_that_is_taken_is_refused(two: AppContext) -> None:
    (kite, _) = own_figures(two)
    with pytest.raises(IllegalMove):
        rename_figure(two, kite, "Arrow")
    assert names(two) == ["Kite", "Arrow"]


def test_any_figure_is_played_as_a_puzzle(two: AppContext) -> None:
    stack = opened(two, "Kite")
    press(stack, "play")
    scene = stack.top
    assert isinstance(scene, PuzzleScene)
    assert scene.puzzle.figure.name == "Kite"


def test_guests_change_no_figures(two: AppContext) -> None:
    two = replace(two, settings=two.settings.but({"kiosk.level": "kiosk"}))
    assert two.locked
    found = keys(opened(two, "Kite"))
    assert "play" in found
    assert not {"rename", "delete"} & found
