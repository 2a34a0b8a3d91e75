"""Pages that nobody touches, evenings that are lived again, and Sevens without its people."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pygame
import pytest

from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.games import find_game
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Action, Buzz
from tabletop.scenes.attract.scene import ALL, AttractScene
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.idle_watcher import SavedCodePage
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.players.stub_engine import SlowBrain
from tests.scenes.kiosk.idle_table import (
    COUNTDOWN,
    GAME,
    PATIENCE,
    asked,
    at_panel,
    begun,
    code_shown,
    question,
    wait,
)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table among strangers, at which nothing moves longer than a moment."""
    with Room(tmp_path, kiosk_level="kiosk", look_speed="off") as opened:
        yield opened


# -- pages ------------------------------------------------------------------------------------


def test_a_page_gives_way_to_the_title_and_that_to_the_games_that_show_themselves(
    room: Room,
) -> None:
    hands = Fingers(room)
    hands.press(f"game:{GAME}")
    wait(room, 59)
    assert not isinstance(room.top, TitleScene)
    wait(room, 2)
    assert isinstance(room.top, TitleScene)
    wait(room, 61)
    assert isinstance(room.top, AttractScene)


def test_at_home_nothing_is_asked_and_nothing_goes(tmp_path: Path) -> None:
    with Room(tmp_path, look_speed="off") as room:
        begun(room)
        wait(room, 1000, 5.0)
        assert isinstance(room.top, MatchScene)
        assert question(room) is None
        assert room.app.kiosk_overlays.idle_watcher.wakes_in(room.app.scenes) == inf


def test_a_hand_that_trembles_over_a_mouse_is_nobody(room: Room) -> None:
    begun(room)
    for x in range(round(PATIENCE)):
        pygame.event.post(
            pygame.event.Event(
                pygame.MOUSEMOTION, pos=(600 + x % 2, 400), rel=(1, 0), buttons=(0, 0, 0)
            )
        )
        room.turn(1.0)
    room.turn(1.0)
    assert asked(room) == {0, 1}


def test_the_settings_say_how_long_a_game_waits(tmp_path: Path) -> None:
    times = f"shoo=500 {GAME}=30"
    with Room(tmp_path, idle_on="always", idle_times=times, idle_countdown=5) as room:
        begun(room)
        wait(room, 29)
        assert question(room) is None
        wait(room, 2)
        assert asked(room) == {0, 1}
        wait(room, 6)
        assert isinstance(room.top, TitleScene)


def test_an_evening_of_which_people_went_away_is_lived_again(tmp_path: Path) -> None:
    diary, again = tmp_path / "evening.jsonl", tmp_path / "again"
    brain = SlowBrain()
    with Room(tmp_path, diary=diary, brain=brain, kiosk_level="kiosk", look_speed="off") as room:
        hands, _ = begun(room, 3)
        wait(room, PATIENCE + 5)
        hands.tap(at_panel(room, 0))
        wait(room, COUNTDOWN)
        assert room.scene.stand_ins.minded == {1}
        code = code_shown(room)
        hands.press("on:0")
        assert code_shown(room) == code
    again.mkdir()
    playback = SessionReplay(load_recording(diary), again)
    playback.run()
    try:
        top = playback.app.scenes.top
        assert isinstance(top, SavedCodePage)
        assert top.code == code
    finally:
        playback.close()


def test_under_the_hosts_cover_no_time_goes_by(tmp_path: Path) -> None:
    with Room(tmp_path, idle_on="always", look_speed="off") as room:
        begun(room)
        wait(room, PATIENCE - 10)
        Keys(room).press(pygame.K_b)
        wait(room, 3 * PATIENCE)
        Keys(room).press(pygame.K_b)
        room.turn(1.0)
        assert question(room) is None


# -- Sevens -----------------------------------------------------------------------------------


def sevens(room: Room) -> tuple[Fingers, SevensScene]:
    """Two people sit face to face, the coin has fallen, and one builds."""
    room.table.settings = room.table.settings.but({"play.seating": "facing"})
    scene = find_begin(room)
    hands = Fingers(room)
    scene.context.match.toss(scene.context.now, 0)
    wait(room, 3)
    assert scene.context.match.phase is Phase.ARRANGE
    return hands, scene


def find_begin(room: Room) -> SevensScene:
    scene = live_game(find_game("sevens")).begin(room.table, {})
    assert isinstance(scene, SevensScene)
    room.app.scenes.apply(Push(scene))
    room.turn()
    return scene


def at_strip(scene: SevensScene, seat: int) -> tuple[int, int]:
    """Where the people of a seat touch the word that a computer plays for them."""
    assert scene.on_table is not None
    place = next(place for place in scene.on_table.places if seat in place.seats)
    at = turn_point(place.strip.centre, place.turns, place.about)
    return scene.context.window.to_pixels(at)


def test_a_left_match_of_sevens_comes_back_by_its_code(room: Room) -> None:
    hands, scene = sevens(room)
    wait(room, 240 + 1)
    assert asked(room) == {0, 1}
    wait(room, COUNTDOWN + 1)
    hands.tap((600, 400))
    room.turn()
    assert isinstance(room.top, SavedCodePage)
    code = room.top.code
    hands.press("done:0")
    room.turn()
    assert isinstance(room.top, AttractScene)
    hands.tap((600, 400))
    hands.press(ALL)
    hands.press("code")
    for sign in code:
        hands.press(f"sign:{sign}")
    hands.press("done")
    again = room.app.scenes.scenes[1]
    assert isinstance(again, SevensScene)
    assert again.context.match.seed == scene.context.match.seed
    assert again.context.seating.edges == (0, 2)
    assert again.context.match.phase is Phase.ARRANGE


def test_a_seat_of_sevens_is_minded_and_handed_back(room: Room) -> None:
    hands, scene = sevens(room)
    playing = scene.on_table
    assert playing is not None
    gone = scene.phase.seat
    for _ in range(24):
        wait(room, 10)
        # A box with a button is that seat's, wherever it stands.
        scene_of_app(room, Buzz(source="serial", seat=1 - gone))
    room.turn(0.5)
    assert asked(room) == {gone}
    wait(room, COUNTDOWN + 1)
    assert playing.minded == {gone}
    assert scene.context.level(gone) is not None
    assert "Players" not in dict(room.newest.extra)
    hands.tap(at_strip(scene, gone))
    assert not playing.minded
    assert scene.context.level(gone) is None


def scene_of_app(room: Room, action: Action) -> None:
    """Something is done with a device."""
    left = room.app.kiosk_overlays.sift(action, room.app.scenes, room.app._canvas)
    if left is not None:
        room.app.scenes.handle(left)
