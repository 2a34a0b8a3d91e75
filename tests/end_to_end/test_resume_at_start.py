"""A match that was not left is resumed at the next start."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame

from tabletop.app.navigation import first_scene
from tabletop.app.opening import page_builder
from tabletop.app.start_request import StartRequest, resolve_start
from tabletop.app.startup import open_app_context
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Button, Press
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.settings import Settings
from tabletop.storage import Result
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push, Scene, SceneStack
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

TITLE = ("title",)


def sit(room: Room, plies: int) -> None:
    """Plays so many plies of Shoo."""
    hands = Fingers(room)
    eye = sit_down(room, hands, "shoo")
    if plies:
        play(room, hands, eye, PLAYERS["shoo"], plies)


@contextmanager
def next_start(
    folder: Path, avoid: frozenset[str] = frozenset()
) -> Iterator[tuple[StartRequest, AppContext]]:
    """What the next start begins with, and its table."""
    table = open_app_context(Settings(), folder)
    try:
        yield resolve_start(None, table.store, avoid), table
    finally:
        table.store.close()


def on_table(table: AppContext, start: StartRequest) -> tuple[Scene, SceneStack]:
    """The scene that the start opens."""
    scene = first_scene(table, start)
    assert scene is not None
    stack = SceneStack(TitleScene(table), Canvas((1280, 800)), page_builder(table))
    stack.apply(Push(scene))
    return scene, stack


def test_a_program_that_is_ended_from_outside_goes_on_with_the_match(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        record = room.match.record()
        room.app.end()
        room.turn()
        assert not room.app.scenes.running
    with next_start(tmp_path) as (start, table):
        scene, _ = on_table(table, start)
        assert isinstance(scene, MatchScene)
        assert scene.match.record() == record
        assert not scene.paused
        (kept,) = table.store.unfinished()
        assert table.store.get_note("on table") == kept.match_id


def test_a_match_that_people_leave_is_not_there_any_more(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        hands = Fingers(room)
        room.app.scenes.handle(Press(source="keyboard", button=Button.MENU))
        hands.press("leave")
        assert room.table.store.get_note("on table") == ""
    with next_start(tmp_path) as (start, table):
        assert start == TITLE
        assert len(table.store.unfinished()) == 1


def test_a_window_that_people_close_leaves_the_match_too(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        room.turn()
        assert not room.app.scenes.running
    with next_start(tmp_path) as (start, _):
        assert start == TITLE


def test_people_who_have_sat_down_find_their_seats_before_the_first_ply(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 0)
        room.scene.session.setup = room.scene.session.setup.with_name(0, "Anna")
        room.scene.session.mark_unsaved()
        room.scene.refresh()
    with next_start(tmp_path) as (start, table):
        scene, _ = on_table(table, start)
        assert isinstance(scene, MatchScene)
        assert (scene.match.plies, scene.session.setup.own_names[0]) == ((), "Anna")
        assert table.store.unfinished() == ()


def test_a_match_to_be_avoided_is_kept_and_not_opened(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        match_id = room.table.store.get_note("on table")
    with next_start(tmp_path, frozenset({match_id})) as (start, table):
        assert start == TITLE
        assert [kept.match_id for kept in table.store.unfinished()] == [match_id]


def test_a_match_that_cannot_go_on_is_said(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        match_id = room.table.store.get_note("on table")
        store = room.table.store
        strange = replace(store.find(match_id), ruleset=99)
    with next_start(tmp_path) as (_, table):
        table.store.save(strange, match_id)
        scene = first_scene(table, resolve_start(None, table.store))
        assert isinstance(scene, TitleScene)
        assert "can’t be resumed" in table.operator_notices[-1]
        assert table.problems == []


def test_a_clock_stands_as_it_stood_and_waits_for_somebody(tmp_path: Path) -> None:
    with Room(tmp_path, play_clock="sudden 300") as room:
        sit(room, 2)
        seat = room.match.game.acting(room.match.state)
        for _ in range(60):
            room.turn(0.2)
        # Nobody has touched it since: as after a power cut.
        found = room.table.store.find(room.table.store.get_note("on table"))
        left = room.match.clock.left[seat]
        assert left <= found.left[seat] <= left + 5.2
    with next_start(tmp_path) as (start, table):
        scene, stack = on_table(table, start)
        assert isinstance(scene, MatchScene)
        assert scene.wakes_in() == 0
        stack.update(30.0)
        assert isinstance(stack.top, PauseScene)
        assert abs(scene.match.clock.left[seat] - left) < 0.01


def test_a_match_that_has_ended_lies_there_with_its_result(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 2)
        room.match.resign(0)
        room.scene.session.end()
        room.scene.refresh()
        room.until(ResultScene)
        ended = room.table.store.get_note("on table")
        assert [result.match_id for result in _results(room)] == [ended]
    with next_start(tmp_path) as (start, table):
        scene, _ = on_table(table, start)
        assert isinstance(scene, MatchScene)
        assert scene.match.outcome is not None


def _results(room: Room) -> tuple[Result, ...]:
    assert room.table.store.flush()
    return room.table.store.results()


def test_the_next_game_of_a_series_takes_the_place_of_the_last(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 2)
        before = room.table.store.get_note("on table")
        room.match.resign(0)
        room.scene.session.end()
        room.scene.refresh()
        room.until(ResultScene)
        room.app.scenes.apply(Pop(ResultAnswer("again")))
        after = room.table.store.get_note("on table")
        assert after not in ("", before)
        room.scene.play(str(room.match.state.moves()[0]))
    with next_start(tmp_path) as (start, _):
        assert start is not None
        assert start[:2] == ("on table", after)


def test_a_record_that_is_only_looked_at_does_not_come_back(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        sit(room, 4)
        text = room.match.record().to_text()
        scene = first_scene(room.table, ("record", text))
        assert isinstance(scene, MatchScene)
        assert room.table.store.get_note("on table") == ""
        scene.fit(Canvas((1280, 800)))
        scene.play(str(scene.match.state.moves()[0]))
        assert room.table.store.get_note("on table") == scene.session.keeper.match_id


def test_a_match_of_sevens_lies_there_again(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        hands.press("game:sevens")
        hands.press("start")
        scene = room.top
        assert isinstance(scene, SevensScene)
        for _ in range(20):
            room.turn(0.2)
        record = scene.context.match.record()
        assert room.table.store.get_note("on table") != ""
    with next_start(tmp_path) as (start, table):
        again, _ = on_table(table, start)
        assert isinstance(again, SevensScene)
        assert again.context.match.record().plies == record.plies
        again.leave()
        assert table.store.get_note("on table") == ""
