"""Attract mode starts without input; one touch leads to a match."""

from pathlib import Path

import pytest

from tabletop.scenes.attract.scene import (
    OFFER_QUESTION,
    OFFER_TIMEOUT_SECONDS,
    AttractScene,
    MatchExhibit,
)
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push, Scene
from tabletop.ui.display.display_transform import STEP_SECONDS
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.scenes.attract.attract_mode import alone
from tests.scenes.match.computer_matches import first
from tests.scenes.touches import asks
from tools.album.scripted import think

AFTER = 30
MIDDLE = (640, 400)


@pytest.fixture
def street(tmp_path: Path) -> Room:
    """A table among strangers, at its title, that offers one game."""
    room = Room(tmp_path, kiosk_level="kiosk", attract_after=AFTER)
    think(room.table, first)
    alone(room.table, "trelawney")
    room.app.scenes.apply(Push(TitleScene(room.table)))
    return room


def on_top(room: Room) -> Scene:
    """What lies on top, which is another scene each time it is asked."""
    return room.top


def wait(room: Room, seconds: float) -> None:
    for _ in range(round(seconds)):
        room.turn(1.0)


def shown(room: Room) -> MatchExhibit:
    """What plays itself, once it has come."""
    for _ in range(2 * AFTER):
        if isinstance(on_top(room), AttractScene):
            break
        room.turn(1.0)
    scene = on_top(room)
    assert isinstance(scene, AttractScene)
    assert isinstance(scene.shown, MatchExhibit)
    return scene.shown


def play_by_touch(room: Room, hands: Fingers, scene: MatchScene) -> None:
    """Touches one open place after the other until they are a ply."""
    plies = len(scene.match.plies)
    while len(scene.match.plies) == plies:
        spot = min(scene.snapshot.open)
        at = scene.view.points(scene.snapshot).get(spot)
        if at is None:
            hands.press(f"spot:{spot}")
        else:
            hands.tap(Canvas(room.display.picture.get_size()).to_pixels(at))


def test_from_the_empty_street_to_the_first_move(street: Room) -> None:
    with street as room:
        wait(room, AFTER - 2)
        assert isinstance(on_top(room), TitleScene)
        one = shown(room)
        while len(one.match.plies) < 3:
            room.turn(0.25)
        hands = Fingers(room)
        hands.tap(MIDDLE)
        assert asks(on_top(room), OFFER_QUESTION)
        plies = len(one.match.plies)
        hands.press("alone")
        scene = on_top(room)
        assert isinstance(scene, MatchScene)
        room.rest()
        seat = scene.match.game.acting(scene.match.state)
        assert scene.setup.persons == (seat,)
        play_by_touch(room, hands, scene)
        assert len(scene.match.plies) == plies + 1
        assert scene.match.plies[-1].seat == seat
        room.table.store.flush()
        assert len(room.newest.plies) == plies + 1


def test_who_only_looks_leaves_it_to_itself(street: Room) -> None:
    with street as room:
        one = shown(room)
        Fingers(room).tap(MIDDLE)
        wait(room, OFFER_TIMEOUT_SECONDS + 2)
        assert shown(room) is one
        hands = Fingers(room)
        hands.tap(MIDDLE)
        hands.press("all")
        assert isinstance(on_top(room), MenuScene)
        assert room.table.store.unfinished() == ()


def test_the_picture_wanders_whatever_the_settings_say(street: Room) -> None:
    with street as room:
        assert not room.table.settings["look.drift"]
        wait(room, AFTER + 2)
        assert isinstance(on_top(room), AttractScene)
        for _ in range(round(4 * STEP_SECONDS / 0.25)):
            room.turn(0.25)
        assert room.table.display_transform.shift != (0, 0)
        Fingers(room).tap(MIDDLE)
        assert asks(on_top(room), OFFER_QUESTION)
        assert room.table.display_transform.shift != (0, 0), "it jumped under the question"
        Fingers(room).press("all")
        room.turn()
        assert room.table.display_transform.shift == (0, 0)
