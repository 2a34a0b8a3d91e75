"""Clocks count for the acting seat, and each problem is reported once."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.input.window import WindowSource
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.storage import Store
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import sit_down
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS
from tests.sound_listener import listening


def test_the_time_before_a_ply_is_its_players_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Room(tmp_path, play_clock="sudden 60", look_speed="off") as room:
        sit_down(room, Fingers(room), "trelawney")
        room.turn(0.5)
        before = room.match.clock.left
        press_key(monkeypatch, room, 1.5)
        assert len(room.match.plies) == 1
        left = room.match.clock.left
        assert left[0] == pytest.approx(before[0] - 1.5)
        assert left[1] == before[1]


def test_a_ply_begins_to_move_at_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Room(tmp_path) as room:
        sit_down(room, Fingers(room), "trelawney")
        room.turn(0.5)
        press_key(monkeypatch, room, 1.5)
        motion = room.scene.snapshot.motion
        assert motion is not None
        assert motion.spent == 0


def press_key(monkeypatch: pytest.MonkeyPatch, room: Room, after: float) -> None:
    """After some time the OK key plays a ply."""
    scene, ply = room.scene, PLAYERS["trelawney"](room.match)
    monkeypatch.setattr(scene, "handle", lambda _: scene.play(ply))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    room.turn(after)


def test_a_last_ply_that_is_taken_back_leads_to_no_result(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit_down(room, Fingers(room), "trelawney")
        while room.match.outcome is None:
            plies = len(room.match.plies)
            room.scene.play(PLAYERS["trelawney"](room.match))
            room.turn()
        room.app.scenes.handle(Press(source="keyboard", button=Button.UNDO))
        for _ in range(30):
            room.turn(0.2)
        assert isinstance(room.top, MatchScene)
        assert len(room.match.plies) == plies


def test_saving_that_does_not_work_is_told_to_the_operator_while_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    words = "Games can’t be saved: the disk is full."
    with Room(tmp_path) as room:
        with monkeypatch.context() as patched:
            patched.setattr(Store, "trouble", words)
            for _ in range(3):
                room.turn(2.0)
            assert isinstance(room.top, MenuScene)
            assert words not in room.said
            assert room.table.problems == []
            assert room.table.operator_warnings == (words,)
            assert [line.getMessage() for line in caplog.records].count(words) == 1
        room.turn(2.0)
        assert words not in room.table.operator_warnings


def test_the_same_fault_of_a_source_waits_to_be_read_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(window: WindowSource) -> None:
        raise OSError("gone")

    with Room(tmp_path) as room:
        for _ in range(3):
            with monkeypatch.context() as patched:
                patched.setattr(WindowSource, "poll", broken)
                room.turn(60.0)
            room.turn(60.0)
        assert room.table.problems == ["window: gone"]


@pytest.mark.parametrize("key", ["shout7", "super7", "trelawney", "shoo"])
def test_a_damaged_kept_match_with_a_null_character_does_not_stop_the_menu(
    tmp_path: Path, key: str
) -> None:
    record = replace(Match(find_game(key)).record(), plies=("c3\0",))
    with Store.open(tmp_path) as store:
        store.save(record, "damaged")
    with Room(tmp_path) as room:
        room.turn()
        assert "A kept game is not offered" not in room.said
        assert len(room.table.operator_notices) == 1


def test_what_plays_is_got_ready_only_after_the_first_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []

    def drawn(*_: object) -> None:
        done.append("drawn")
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    with Room(tmp_path) as room:
        monkeypatch.setattr(listening(room.table), "prepare", lambda: done.append("prepared"))
        monkeypatch.setattr(room.app, "_on_frame", drawn)
        monkeypatch.setattr(room.app, "behind", True)
        room.app.run()
    assert done == ["drawn", "prepared"]
