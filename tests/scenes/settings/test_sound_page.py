"""The page of volumes: what is touched counts, is kept and is heard at once."""

import pytest

from tabletop.games import find_game
from tabletop.input.actions import Button
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.settings.settings_pages import (
    PROMPT_NAMES,
    VOLUME_NAMES,
    VOLUME_ROWS,
    VOLUME_STEPS,
    SoundPage,
    VolumeSetting,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import OpenSound
from tabletop.ui.core.scene import Pop, Push
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, check_layout, keys, press, tap
from tests.sound_listener import Ear, listening


def opened(table: AppContext) -> tuple[SoundPage, Ear]:
    ear = listening(table)
    scene = SoundPage(table)
    scene.fit(Canvas((1280, 800)))
    return scene, ear


@pytest.mark.parametrize("key", VOLUME_ROWS)
@pytest.mark.parametrize("number", range(len(VOLUME_STEPS)))
def test_a_touch_counts_at_once_and_is_kept(
    table: AppContext, key: VolumeSetting, number: int
) -> None:
    scene, _ = opened(table)
    assert tap(scene, f"{key}={number}") is None
    assert table.settings[key] == VOLUME_STEPS[number]
    chosen = [b.key for b in scene.buttons.buttons if b.style == "chosen" and key in b.key]
    assert chosen == [f"{key}={number}"]
    assert table.store.flush()
    assert f"{key.partition('.')[2]} = {VOLUME_STEPS[number]}" in (
        table.data_dir / "settings.toml"
    ).read_text("utf-8")


@pytest.mark.parametrize("key", [key for key, row in VOLUME_ROWS.items() if row.sample is not None])
def test_a_change_is_heard_as_loud_as_it_is_now(table: AppContext, key: VolumeSetting) -> None:
    scene, ear = opened(table)
    tap(scene, f"{key}=1")
    expected = 0.3 if key == "sound.volume" else 0.6 * 0.3
    ((sample, volume),) = ear.heard
    assert sample == VOLUME_ROWS[key].sample
    assert volume == pytest.approx(expected)


def test_the_music_is_played_as_loud_as_was_touched(table: AppContext) -> None:
    scene, ear = opened(table)
    tap(scene, "sound.music=3")
    tap(scene, "sound.volume=3")
    tap(scene, "sound.music=0")
    assert ear.music == [pytest.approx(0.6), pytest.approx(1.0), 0.0]


def test_silence_is_two_touches_from_the_menu(table: AppContext) -> None:
    menu = MenuScene(table)
    menu.fit(Canvas((1280, 800)))
    assert tap(menu, "sound") == Push(OpenSound())
    page = SoundPage(table)
    page.fit(Canvas((1280, 800)))
    tap(page, "sound.volume=0")
    ear = listening(table)
    table.play("placed")
    assert ear.heard == [("placed", 0.0)]


def test_it_can_be_reached_from_the_pause(table: AppContext) -> None:
    setup = make_setup(find_game("shout7"))
    pause = PauseScene(table, setup, setup.start(table))
    pause.fit(Canvas((1280, 800)))
    assert tap(pause, "sound") == Push(OpenSound())


def test_a_volume_from_a_file_is_shown_at_the_nearest_step_and_stays(table: AppContext) -> None:
    table.settings = table.settings.but({"sound.dice": 55})
    scene, _ = opened(table)
    assert scene.choices["sound.dice"].at == 2
    assert table.settings["sound.dice"] == 55


def test_it_says_when_there_is_no_device_and_looks_again(table: AppContext) -> None:
    scene, ear = opened(table)
    assert any("No sound device" in label.text for label in scene.labels)
    assert scene.wakes_in() < 1
    ear.works = True
    scene.update(0.5)
    assert not any("No sound device" in label.text for label in scene.labels)
    assert scene.wakes_in() == float("inf")


def test_speech_is_turned_on_here_and_kept(table: AppContext) -> None:
    table.speech.works = True
    scene, _ = opened(table)
    tap(scene, "speech.prompts=1")
    assert table.settings["speech.prompts"] is True
    assert table.store.flush()
    assert "prompts = true" in (table.data_dir / "settings.toml").read_text("utf-8")
    tap(scene, "speech.prompts=0")
    assert table.settings["speech.prompts"] is False


def test_speech_is_offered_only_where_a_program_can_speak(table: AppContext) -> None:
    scene, _ = opened(table)
    assert "speech.prompts" not in scene.choices
    table.speech.works = True
    assert "speech.prompts" in scene.choices


def test_going_back_leads_back(table: AppContext) -> None:
    scene, ear = opened(table)
    assert tap(scene, "leave") == Pop()
    assert ear.names() == ["touch"]
    assert press(scene, Button.BACK) == Pop()


def test_buttons_of_pages_are_counted_to_be_heard_and_those_of_this_one_are_not(
    table: AppContext,
) -> None:
    menu = MenuScene(table)
    menu.fit(Canvas((1280, 800)))
    tap(menu, "devices")
    assert menu.presses == 1
    scene, _ = opened(table)
    tap(scene, "sound.dice=0")
    assert scene.presses == 0


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    table.speech.works = True
    scene, _ = opened(table)
    check_layout(scene, size)
    if min(size) >= 600:
        assert len(keys(scene)) == 1 + len(VOLUME_ROWS) * len(VOLUME_NAMES) + len(PROMPT_NAMES)
