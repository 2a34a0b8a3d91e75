"""Devices that are lost while a page covers the match, or in the menu."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from tabletop.app.navigation import new_match_scene
from tabletop.input.actions import Action, Lost
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.hub import InputSource
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.notices import DEVICE_NOTICE_SECONDS
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers, Keys

WHY = "it was unplugged"
BOX = Device("k1", "serial", "box", "/dev/one", "ttl/1", DeviceHealth.LIVE, buttons=4)


class Cable:
    """The source of one box, whose plug can be pulled."""

    name = "cable"

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.happened: list[Action] = []
        self._table.devices.report(BOX)

    def start(self) -> None:
        self.happened.clear()

    def poll(self) -> list[Action]:
        done, self.happened = self.happened, []
        for action in done:
            lost = isinstance(action, Lost)
            self._table.devices.report(
                replace(BOX, health=DeviceHealth.LOST, why=WHY) if lost else BOX
            )
        return [action for action in done if isinstance(action, Lost)]

    def stop(self) -> None:
        """There is nothing to close."""

    def pull(self) -> None:
        self.happened.append(Lost(source=BOX.name, reason=WHY))

    def push(self) -> None:
        self._table.devices.report(BOX)


@pytest.fixture
def cables() -> list[Cable]:
    return []


@pytest.fixture
def room(tmp_path: Path, cables: list[Cable]) -> Iterator[Room]:
    def sources(table: AppContext) -> list[InputSource]:
        cables.append(Cable(table))
        return [*cables]

    with Room(tmp_path, sources=sources) as opened:
        yield opened


def seat(room: Room) -> MatchScene:
    room.app.scenes.apply(Push(new_match_scene(room.table, "shoo", 2, {})))
    room.turn()
    room.rest()
    return room.scene


def assert_seen(room: Room, match: MatchScene, cable: Cable) -> None:
    """A loss is seen by itself, though nobody does anything, and goes by itself."""
    before = room.pixels()
    cable.pull()
    for _ in range(3):
        room.turn()
    lost = match.edge.words
    assert lost.startswith(BOX.name)
    assert WHY in lost
    assert room.pixels() != before
    cable.push()
    for _ in range(3):
        room.turn()
    assert match.edge.words.startswith(BOX.name)
    assert WHY not in match.edge.words
    for _ in range(round(DEVICE_NOTICE_SECONDS) + 2):
        room.turn(1.0)
    assert match.edge.words == ""
    assert room.pixels() == before


def test_a_box_that_dies_under_the_pause_is_seen(room: Room, cables: list[Cable]) -> None:
    match = seat(room)
    Keys(room).press(pygame.K_m)
    assert isinstance(room.top, PauseScene)
    assert_seen(room, match, cables[0])


def test_a_box_that_dies_under_the_result_is_seen(room: Room, cables: list[Cable]) -> None:
    match = seat(room)
    match.match.resign(0)
    match.session.end()
    match.refresh()
    room.until(ResultScene)
    room.hear()
    room.rest()
    assert_seen(room, match, cables[0])
    cables[0].pull()
    room.turn()
    Fingers(room).press("again")
    assert room.top is match
    assert match.match.plies == ()


def test_the_menu_says_it_at_once_and_takes_it_back(room: Room, cables: list[Cable]) -> None:
    cable = cables[0]
    room.turn()
    before = room.pixels()
    for _ in range(20):  # many unplugs are no pile
        cable.pull()
        room.turn()
    for _ in range(2):
        room.turn(2.0)
    assert "box: it was unplugged" in room.said
    assert room.table.problems == ["box: it was unplugged"]
    assert room.pixels() != before
    cable.push()
    for _ in range(2):
        room.turn(2.0)
    assert room.table.problems == []
    assert room.pixels() == before
