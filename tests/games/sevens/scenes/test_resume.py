"""Done, keys and clocks on the screen, and matches that were left and taken up again."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tabletop.games.sevens import SevensMatch, live
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, Seating
from tabletop.games.sevens.scenes.match import AUTOSAVE_SECONDS, SevensScene, with_seating
from tabletop.games.sevens.scenes.pause import SAVE_AND_LEAVE
from tabletop.games.sevens.scenes.phases.guessing import (
    CONFIRM_GUARD_SECONDS,
    GuessPhase,
    LookPhase,
    ReadyPhase,
)
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Nudge, Pull, Tap, Walk
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.core.scene import SceneStack
from tabletop.ui.text.label import Label
from tests.games.sevens.match_driver import button, scene_of, touch, wait
from tests.games.sevens.scene_match import Glass, key, lay, looking, matched, newest, over, peeking
from tests.games.sevens.scripted_match import (
    DIAMOND,
    guessing,
    play,
    show,
    tossed,
)


@pytest.mark.parametrize(
    ("match", "saves", "still"),
    [
        (SevensMatch(), False, ""),
        (over(), False, ""),
        (tossed(), True, "sevens.pause.covered"),
        (
            tossed(arrange_seconds=60),
            True,
            "sevens.pause.still",
        ),
    ],
    ids=["toss", "over", "arranging", "arranging in time"],
)
def test_the_pause_says_what_is_so(match: SevensMatch, saves: bool, still: str) -> None:
    with scene_of(match) as scene:
        assert scene.still.key == still
        assert (scene.pause_labels.get("leave") == SAVE_AND_LEAVE) == saves


# -- done -----------------------------------------------------------------------------------------


def test_a_double_tap_on_done_does_not_leave_pieces_in_the_tray(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.tap("done")
    glass.wait(0.1)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS
    assert "again" in glass.scene.phase.warning
    glass.wait(CONFIRM_GUARD_SECONDS)
    glass.tap("done")
    assert len(glass.match.turns) == 1


def test_another_warning_is_no_question_about_the_tray(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.scene.phase.warn("Not so")
    glass.wait(1)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS
    assert "again" in glass.scene.phase.warning


def test_an_old_answer_is_asked_for_again(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.tap("done")
    glass.wait(5)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS


def test_the_clock_scores_a_piece_in_the_hand_where_it_is(table: AppContext) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.5, 0.5))
    assert glass.held() == [5]
    assert matched(glass.scene) == 6
    left = glass.match.clock_left
    assert left is not None
    for _ in range(round(left) + 1):
        glass.stack.update(1.0)
    assert glass.match.phase is Phase.SCORED
    (turn,) = glass.match.turns
    assert (len(turn.guess), turn.score.matched) == (7, 6)


def test_a_piece_on_its_way_when_the_clock_ends_is_scored_where_it_is(table: AppContext) -> None:
    glass = Glass(table, guessing())
    left = glass.match.clock_left
    assert left is not None
    glass.stack.update(left - 0.3)
    sight, pieces = glass.surface.sight, glass.surface.pieces.pieces
    start, end = sight.to_canvas(pieces[0].pose.at), sight.to_canvas((8.0, 4.0))
    glass.down(start)
    glass.stack.handle(Pull(source="touch", contact=1, at=end, began=start))
    glass.stack.update(0.2)
    assert len(glass.match.guess) == 0, "it has come to rest, and was told"
    glass.stack.update(0.2)
    assert [len(turn.guess) for turn in glass.match.turns] == [1]


def test_the_seconds_of_a_peek_are_counted_when_they_change(table: AppContext) -> None:
    match = guessing()
    match.peek(match.now + 2.4)
    glass = Glass(table, match)
    said = glass.scene.phase.prompt
    assert "5 s" in said
    for number in (4, 3, 2, 1):
        for _ in range(20):
            before = glass.match.look_left
            assert before is not None
            if before <= number + 1e-6:
                break
            glass.stack.update(glass.scene.wakes_in() + 1e-4)
        assert glass.match.look_left == pytest.approx(number, abs=2e-3)
        assert f"{number} s" in glass.scene.phase.prompt


def test_the_keys_that_turn_and_flip_work_wherever_the_keys_stand(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.stack.handle(Walk(source="keyboard", by=1))
    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert glass.scene.phase.buttons.focus is not None
    before = glass.surface.pieces.pieces
    key(glass, Key.LATER)
    key(glass, Key.FLIP)
    after = glass.surface.pieces.pieces
    assert (after[0].pose.turn - before[0].pose.turn) % 360 == pytest.approx(45)
    assert after[6].pose.flipped != before[6].pose.flipped
    key(glass, Key.EARLIER)
    assert glass.surface.pieces.pieces[0].pose.turn % 360 == pytest.approx(before[0].pose.turn)


def test_only_one_thing_has_the_frame_of_the_keys(table: AppContext) -> None:
    glass = Glass(table, guessing())

    def framed() -> tuple[bool, bool]:
        """Whether a button has it, and whether a piece has."""
        return glass.scene.phase.buttons.focus is not None, glass.surface.hands.keyed

    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert framed() == (True, False)
    glass.stack.handle(Walk(source="keyboard", by=-1))
    assert framed() == (False, True)
    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert framed() == (True, False)


def test_keys_turn_nothing_behind_the_curtain_or_in_a_peek(table: AppContext) -> None:
    for match in (tossed(), peeking()):
        glass = Glass(table, match)
        before = glass.surface.pieces.pieces[6].pose
        key(glass, Key.FLIP)
        assert glass.surface.pieces.pieces[6].pose == before


# -- the time to build ----------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [False, True])
def test_it_is_said_when_the_booklet_chose(facing: bool) -> None:
    match = tossed(arrange_seconds=60)
    match.advance(61)
    with scene_of(match, facing=facing) as scene:
        assert isinstance(scene.phase, ReadyPhase)
        assert "Time was up: the booklet chose." in scene.phase.prompt
        assert "Time was up: the booklet chose." in scene.phase.other_prompt
    plain = tossed()
    show(plain)
    with scene_of(plain) as scene:
        assert "booklet" not in scene.phase.prompt + scene.phase.other_prompt


def test_a_look_that_was_left_goes_on_with_what_is_left_of_it(table: AppContext) -> None:
    glass = Glass(table, looking())
    glass.wait(4)
    glass.choose("leave")
    again = Glass(table, SevensMatch.replay(newest(table)))
    assert isinstance(again.scene.phase, LookPhase)
    assert again.match.look_left == pytest.approx(6, abs=0.1)
    again.wait(6.1)
    assert isinstance(again.scene.phase, GuessPhase)


def test_a_peek_that_was_left_goes_on_and_the_pieces_lie_as_they_lay(table: AppContext) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.tap("peek")
    glass.wait(2)
    glass.choose("leave")
    again = Glass(table, SevensMatch.replay(newest(table)))
    assert again.match.look_left == pytest.approx(3, abs=0.1)
    assert again.match.phase is Phase.PEEK
    again.wait(3.1)
    assert again.surface.enabled
    assert matched(again.scene) == 7


@pytest.mark.parametrize("begun", [looking, guessing, peeking])
def test_a_power_cut_gives_back_no_more_than_moments(
    table: AppContext, begun: Callable[[], SevensMatch]
) -> None:
    glass = Glass(table, begun())
    glass.wait(4.5)
    again = SevensMatch.replay(newest(table))
    assert glass.match.now - again.now <= AUTOSAVE_SECONDS + 0.1
    assert again.phase is glass.match.phase


def test_a_record_that_is_only_looked_at_is_not_put_on_the_shelf(table: AppContext) -> None:
    match = play(tossed(), [(7, 5), (4, 6), (4, 1)])
    for played, facing in ((match, False), (match, True), (over(), False)):
        scene = live.take_up(
            table,
            with_seating(played.record(), Seating.at_edges(FACING if facing else TOGETHER)),
            "copy",
        )
        stack = SceneStack(scene, Canvas((1280, 800)))
        for _ in range(100):
            stack.update(0.1)
        stack.close()
    bare = live.take_up(table, tossed().record(), "copy")
    SceneStack(bare, Canvas((1280, 800))).close()
    table.store.flush()
    assert (table.store.unfinished(), table.store.finished()) == ((), ())


def test_what_is_played_on_from_a_record_is_kept(table: AppContext) -> None:
    glass = Glass(table, tossed(), match_id="copy")
    glass.choose("end", "up:0")
    assert SevensMatch.replay(newest(table)).outcome == glass.match.outcome


def test_another_match_follows_one_that_was_taken_up(table: AppContext) -> None:
    match = play(tossed(look_seconds=15), [(7, 5), (4, 6), (4, 1)])
    glass = Glass(table, match, facing=True)
    glass.wait(1.5)
    glass.tap("again")
    scene = glass.stack.top
    assert isinstance(scene, SevensScene)
    assert scene is not glass.scene
    assert scene.context.match.phase is Phase.TOSS
    assert (scene.context.match.options["look_seconds"], scene.context.facing) == (15, True)
    glass.stack.close()
    table.store.flush()
    assert [kept.match_id for kept in table.store.unfinished()] == []


def test_a_second_frame_for_the_seat_opposite_draws_nothing_anew() -> None:
    match = SevensMatch(3)
    match.toss(0, 0)
    match.arranged(5, "House", booklet()[0].picture)
    match.look(6)
    match.advance(17)
    with scene_of(match, facing=True) as scene:
        assert scene.phase.turns == 2
        scene.update(0.0)
        screen = Screen(pygame.Surface((1280, 800)))
        for again in range(3):
            frame = Frame(scene.context.window)
            scene.draw(frame)
            assert bool(screen.show(frame)) == (again == 0)


# -- taps that come too soon ---------------------------------------------------------------------


def test_the_second_tap_of_a_double_tap_on_done_does_not_begin_the_look() -> None:
    match = SevensMatch(3)
    match.toss(0)
    with scene_of(match) as scene:
        match.arranged(5, "House", booklet()[0].picture)
        scene.update(0.0)
        look = button(scene, "look").box.centre
        for pause, phase in ((0.0, Phase.READY), (0.5, Phase.LOOK)):
            wait(scene, pause)
            touch(scene, look)
            assert match.phase is phase


# -- what is said at the toss ---------------------------------------------------------------------


def test_the_toss_says_how_long_the_look_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def label(text: str, *rest: Any, **more: Any) -> Label:
        said.append(text)
        return Label(text, *rest, **more)

    monkeypatch.setattr("tabletop.games.sevens.scenes.phases.chance.Label", label)
    with scene_of(SevensMatch(options={"look_seconds": 15})) as scene:
        scene.draw(Frame(scene.context.canvas))
    assert any("15 seconds" in text for text in said)


# -- while rebuilding ------------------------------------------------------------------------------


def test_done_is_the_main_button_only_when_all_pieces_lie(table: AppContext) -> None:
    glass = Glass(table, guessing())

    def done() -> str:
        return next(b.style for b in glass.scene.phase.buttons.buttons if b.key == "done")

    glass.wait(0.2)
    assert done() == "plain"
    lay(glass.scene, DIAMOND)
    glass.wait(0.2)
    assert done() == "main"


def test_a_step_of_rebuilding_can_be_taken_back(table: AppContext) -> None:
    glass = Glass(table, guessing())
    glass.wait(0.2)
    lay(glass.scene, DIAMOND)
    glass.wait(0.5)
    assert matched(glass.scene) == 7
    glass.tap("undo")
    glass.wait(1)
    assert len(glass.match.guess) == 0
    assert not any(b.key == "undo" and b.enabled for b in glass.scene.phase.buttons.buttons)


def test_a_piece_under_a_resting_finger_is_named(table: AppContext) -> None:
    glass = Glass(table, guessing())
    before = glass.scene.phase.prompt
    glass.down(glass.surface.sight.to_canvas(glass.surface.pieces.pieces[6].pose.at))
    glass.wait(1.5)
    assert "Parallelogram" in glass.scene.phase.prompt
    glass.stack.handle(Tap(source="touch", contact=1, at=glass.surface.sight.to_canvas((1.0, 1.0))))
    glass.wait(1.5)
    assert "Parallelogram" not in before + glass.scene.phase.prompt
