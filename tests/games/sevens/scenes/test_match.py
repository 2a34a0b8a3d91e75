"""A match on the screen as a whole: pages above it, its end, and that it is taken up as it was."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from tabletop.games.sevens import GAME, SevensMatch
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import Pose, overlap_area
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.base import board_plan_for, work_area
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Press
from tabletop.input.devices import Device, DeviceHealth
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene
from tests.games.sevens.match_driver import scene_of
from tests.games.sevens.scene_match import (
    BROAD,
    TALL,
    TICK,
    WINDOWS,
    Glass,
    by_the_outline,
    is_in_its_outline,
    lay,
    looking,
    matched,
    peeking,
    unveiling,
)
from tests.games.sevens.scripted_match import (
    DIAMOND,
    guessing,
    tossed,
)


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_a_guess_taken_up_in_a_window_of_another_shape_agrees_as_before(
    table: AppContext, size: tuple[int, int], other: tuple[int, int]
) -> None:
    glass = Glass(table, guessing(), size=size)
    lay(glass.scene, DIAMOND)
    assert matched(glass.scene) == 7
    glass.choose("leave")
    table.store.flush()
    (kept,) = table.store.unfinished()
    again = Glass(table, SevensMatch.replay(kept.record), size=other)
    assert isinstance(again.scene.phase, GuessPhase)
    assert matched(again.scene) == 7
    again.wait(1)
    assert again.match.guess == glass.match.guess
    again.tap("done")
    assert again.match.turns[0].points == 7


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_a_window_pulled_to_another_shape_keeps_what_was_laid(
    size: tuple[int, int], other: tuple[int, int]
) -> None:
    with scene_of(guessing(), size=size) as scene:
        lay(scene, DIAMOND, but=3)
        told = scene.context.match.guess
        before = scene.phase.surface.picture() if scene.phase.surface else None
        for window in (other, size):
            scene.fit(Canvas(window))
            scene.update(TICK)
            assert matched(scene) == 6
            assert scene.context.match.guess == told
        assert scene.phase.surface is not None
        assert before is not None
        assert scene.phase.surface.picture().rounded() == before.rounded()


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_the_outline_of_piece_unveil_stays_with_what_is_laid(
    table: AppContext, size: tuple[int, int], other: tuple[int, int]
) -> None:
    glass = Glass(table, unveiling(), size=size)
    by_the_outline(glass.scene)
    assert is_in_its_outline(glass.scene)
    glass.stack.fit(Canvas(other))
    glass.wait(0.1)
    assert is_in_its_outline(glass.scene)
    again = Glass(table, SevensMatch.replay(glass.match.record()), size=size)
    assert is_in_its_outline(again.scene)


def test_the_outline_stays_on_the_board_however_the_pieces_lie() -> None:
    with scene_of(unveiling(), size=BROAD) as scene:
        surface = scene.phase.surface
        assert surface is not None
        work = work_area(board_plan_for(scene.context))
        ends = ((work.left + 1, work.bottom - 1.5), (work.right - 1, work.top + 1.5))
        for number, (x, y) in enumerate(ends):
            surface.pieces.put(number, Pose(x, y))
        scene.update(TICK)
        scene.fit(Canvas(TALL))
        scene.update(TICK)
        (shown,) = surface.outlines
        assert work_area(board_plan_for(scene.context)).keeps(shown.corners)
        assert len(surface.picture()) == 2


# -- pages above ----------------------------------------------------------------------------------


def test_a_piece_held_while_the_menu_opens_is_let_go(table: AppContext) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.0, -1.0))
    assert glass.held() == [5]
    glass.menu()
    assert glass.held() == []
    glass.up((0, 0))
    glass.tap("on")
    glass.wait(0.5)
    assert glass.held() == []
    assert len(glass.surface.picture()) == 7


def test_a_button_held_while_the_menu_opens_is_not_pressed_afterwards(table: AppContext) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    done = glass.place("done")
    glass.down(done)
    glass.menu()
    glass.tap("on")
    glass.up(done)
    assert glass.match.phase is Phase.GUESS
    assert not glass.scene.phase.buttons.held


def test_a_held_piece_is_let_go_when_the_window_changes(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.grip(0, (4.0, 0.0))
    assert glass.held() == [0]
    glass.stack.fit(Canvas((1920, 1200)))
    assert glass.held() == []


def test_a_piece_held_over_others_lies_on_none_after_the_window_changed(table: AppContext) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.9, 0.9))
    glass.surface.pieces.turn(5, 15)
    glass.wait(0.3)
    glass.stack.fit(Canvas(TALL))
    glass.wait(1)
    corners = [piece.corners for piece in glass.surface.picture().pieces]
    assert len(corners) == 7
    assert all(overlap_area(one, other) < 1e-3 for one, other in combinations(corners, 2))


def test_the_pause_stops_the_clock_and_covers_the_board(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.menu()
    assert glass.asked.covers
    assert isinstance(glass.asked, PausePage)
    assert glass.asked.note.key == "sevens.pause.still"
    left = glass.match.clock_left
    glass.wait(5)
    assert glass.match.clock_left == left
    glass.tap("on")
    glass.wait(1)
    assert left is not None
    assert glass.match.clock_left == pytest.approx(left - 1, abs=0.05)


@pytest.mark.parametrize("begun", [looking, guessing, peeking])
def test_no_question_lies_over_an_open_picture(
    table: AppContext, begun: Callable[[], SevensMatch]
) -> None:
    glass = Glass(table, begun())
    glass.choose("end")
    assert glass.asked.covers
    seen = set(glass.drawn().blits)
    wood = Frame(glass.scene.context.canvas)
    glass.scene.phase.draw_board_layer(wood)
    assert not seen & set(wood.blits)


def test_who_gives_up_is_chosen_by_name(table: AppContext) -> None:
    for seat in (0, 1):
        glass = Glass(table, guessing())
        glass.choose("end")
        assert glass.answers() == ["no", "up:1", "up:0", "both"]
        asked = glass.scene.phase.seat
        glass.tap(f"up:{seat}")
        if seat != asked:
            assert glass.match.outcome is None, "nobody gives up for another"
            glass.tap("yes")
        assert glass.match.outcome is not None
        assert glass.match.outcome.winners == (1 - seat,)
        assert glass.stack.top is glass.scene


def test_before_the_coin_has_fallen_there_is_one_way_out(table: AppContext) -> None:
    glass = Glass(table, SevensMatch(seed=1))
    glass.menu()
    assert "end" not in glass.answers()
    assert "leave" in glass.answers()


def test_both_may_stop_or_play_on(table: AppContext) -> None:
    glass = Glass(table, tossed())
    glass.choose("end", "no", "on")
    assert glass.match.phase is Phase.ARRANGE
    glass.choose("end", "both", "no")
    assert glass.match.phase is Phase.ARRANGE
    glass.choose("end", "both", "yes")
    assert glass.match.outcome is not None
    assert glass.match.outcome.winners == ()
    glass.menu()
    assert "end" not in glass.answers()


def test_the_volumes_are_reached_from_the_pause_where_their_page_is_there(
    table: AppContext,
) -> None:
    glass = Glass(table, guessing())
    glass.menu()
    assert "sound" not in glass.answers()
    glass.tap("on")
    page = Scene()
    glass.scene.context.sound = lambda: page
    glass.choose("sound")
    assert glass.stack.top is page


def test_pages_of_the_pause_lead_back_to_it_and_the_clock_stays_stopped(
    table: AppContext,
) -> None:
    glass = Glass(table, guessing())
    left = glass.match.clock_left
    glass.choose("players")
    glass.stack.handle(Press(source="keyboard", button=Key.BACK))
    assert isinstance(glass.stack.top, PausePage)
    glass.wait(3.0)
    assert glass.match.clock_left == left
    glass.tap("on")
    glass.wait(1.0)
    assert glass.match.clock_left != left


def test_sitting_is_changed_in_the_pause_and_kept(table: AppContext) -> None:
    glass = Glass(table, tossed(first=1))
    glass.choose("facing", "on")
    assert glass.scene.phase.turns == 2
    glass.tap("curtain")  # a button of the seat opposite, where it lies now
    glass.wait(0.1)
    assert glass.scene.phase.surface is not None
    assert glass.scene.phase.surface.enabled
    glass.choose("leave")
    table.store.flush()
    (kept,) = table.store.unfinished()
    start = MatchSetup(table, Scene, GAME.check_options({}))
    assert start.taken_up(kept.record, "one").context.facing
    glass = Glass(table, tossed(first=1), facing=True)
    glass.choose("facing", "on")
    assert not glass.scene.phase.turns


def test_the_loss_of_a_box_is_told_to_its_seat_and_so_is_its_return(table: AppContext) -> None:
    glass = Glass(table, guessing())
    seat = glass.scene.phase.seat
    box = Device("box", "serial", "Button box", "COM1", health=DeviceHealth.LIVE, buttons=4)
    table.devices.bindings.assign_seat("box", 1 - seat)
    table.devices.report(box)
    glass.wait(0.1)
    table.devices.report(replace(box, health=DeviceHealth.LOST, why="unplugged"))
    assert glass.scene.wakes_in() == 0
    glass.wait(0.1)
    assert "Button box" in glass.scene.phase.refusal_note
    assert not glass.scene.phase.warning
    table.devices.bindings.assign_seat("box", seat)
    table.devices.report(box)
    glass.wait(0.1)
    assert glass.scene.phase.warning.key == "sevens.device.back"


def test_laid_pieces_keep_their_colours_in_the_scoring(table: AppContext) -> None:
    glass = Glass(table, guessing())
    assert glass.match.target is not None
    lay(glass.scene, glass.match.target, but=0)
    glass.match.done(glass.match.now + 1)
    (turn,) = glass.match.turns
    assert glass.scene.context.laid_numbers(turn) == (1, 2, 3, 4, 5, 6)
