"""The page for larger words, shorter ways and speech: what is touched counts and is kept."""

import pytest

from tabletop.input.actions import Button
from tabletop.scenes.settings.settings_pages import (
    ACCESSIBILITY_ROWS,
    TEXT_SIZES,
    AccessibilityPage,
    AppearancePage,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tests.default_context import default_context
from tests.scenes.touches import SIZES as WINDOWS
from tests.scenes.touches import check_layout, press, tap


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> AccessibilityPage:
    scene = AccessibilityPage(table)
    scene.fit(Canvas(size))
    return scene


@pytest.mark.parametrize("number", range(len(TEXT_SIZES)))
def test_a_size_counts_at_once_and_is_kept(table: AppContext, number: int) -> None:
    scene = opened(table)
    assert tap(scene, f"look.text_size={number}") is None
    assert table.settings["look.text_size"] == TEXT_SIZES[number]
    assert table.ui_context.text_scale == TEXT_SIZES[number]
    assert table.store.flush()
    kept = (table.data_dir / "settings.toml").read_text("utf-8")
    assert f"text_size = {TEXT_SIZES[number]}" in kept


def test_a_size_of_the_files_is_shown_at_the_nearest(table: AppContext) -> None:
    table.settings = table.settings.but({"look.text_size": 180})
    assert opened(table).choices["look.text_size"].at == TEXT_SIZES.index(175)
    assert table.settings["look.text_size"] == 180


@pytest.mark.parametrize("key", ["look.reach", "speech.prompts"])
def test_the_others_are_turned_on_and_off(table: AppContext, key: str) -> None:
    table.speech.works = True
    scene = opened(table)
    tap(scene, f"{key}=1")
    assert table.settings.values[key] is True
    tap(scene, f"{key}=0")
    assert table.settings.values[key] is False


def test_speech_is_offered_only_where_a_program_can_speak(table: AppContext) -> None:
    assert "speech.prompts" not in opened(table).choices
    table.settings = table.settings.but({"speech.prompts": True, "kiosk.level": "kiosk"})
    assert "speech.prompts" not in opened(table).choices, "guests are not told what is missing"
    table.speech.works = True
    assert "speech.prompts" in opened(table).choices


def test_it_is_one_touch_from_the_page_about_the_look(table: AppContext) -> None:
    look = AppearancePage(table)
    look.fit(Canvas((1280, 800)))
    change = tap(look, "ease")
    assert isinstance(change, Push)
    assert isinstance(change.scene, AccessibilityPage)


def test_going_back_leaves_it(table: AppContext) -> None:
    assert tap(opened(table), "leave") == Pop()
    assert press(opened(table), Button.BACK) == Pop()


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", WINDOWS)
def test_it_fits_every_window_at_every_size(
    table: AppContext, size: tuple[int, int], percent: int
) -> None:
    table.speech.works = True
    with default_context(text_scale=percent):
        scene = opened(table, size)
        check_layout(scene, size)
        if min(size) >= 600 and percent == 100:
            answers = [one for one in scene.buttons.buttons if "=" in one.key]
            assert len(answers) == sum(len(row.values) for row in ACCESSIBILITY_ROWS.values())
