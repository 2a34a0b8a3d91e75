"""What a match lets people hear: what its plies do, whose turn it is, the clock and the end."""

import pytest

from tabletop.engine import TimeControl
from tabletop.engine.game import Outcome
from tabletop.engine.text import say
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.match import computer_matches as computers
from tests.scenes.match.dice_match import READER, roll
from tests.scenes.match.dice_match import begun as dice_begun
from tests.scenes.setups import make_setup
from tests.sound_listener import Ear, listening


def begun(
    table: AppContext,
    key: str = "trelawney",
    *,
    plies: str = "",
    clock: str = "none",
    speed: str = "normal",
) -> tuple[MatchScene, Ear]:
    """A match of two people at which somebody listens from its beginning."""
    table.settings = table.settings.but({"look.speed": speed})
    ear = listening(table)
    setup = make_setup(find_game(key), clock=TimeControl.read(clock))
    match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene, ear


def run(scene: MatchScene, seconds: float, step: float = 0.02) -> None:
    for _ in range(round(seconds / step)):
        scene.update(step)


def press(scene: MatchScene, button: Button) -> None:
    scene.handle(Press(source="keyboard", button=button))


def undo(scene: MatchScene) -> None:
    press(scene, Button.UNDO)


def test_who_begins_is_called_once(table: AppContext) -> None:
    scene, ear = begun(table)
    run(scene, 1.0)
    assert ear.names() == ["turn_1"]


def test_a_ply_is_heard_as_it_moves_and_then_the_next_seat_is_called(table: AppContext) -> None:
    scene, ear = begun(table)
    ear.names()
    scene.play("d4")
    assert ear.names() == []
    run(scene, 0.2)
    assert ear.names() == []
    run(scene, 0.3)
    assert ear.names() == ["placed", "turn_2"]
    run(scene, 2.0)
    assert ear.names() == []


def test_without_motion_a_ply_is_heard_once_as_it_lies(table: AppContext) -> None:
    scene, ear = begun(table, speed="off")
    ear.names()
    scene.play("d4")
    assert ear.names() == ["placed", "turn_2"]


def test_of_a_long_ply_without_motion_only_the_end_is_heard(table: AppContext) -> None:
    scene, ear = begun(table, plies="d4 e4", speed="off")
    ear.names()
    scene.play("f4<e4")
    assert ear.names() == ["placed", "turn_2"]


def test_a_ply_that_is_hurried_is_heard_once_as_it_lies(table: AppContext) -> None:
    scene, ear = begun(table, plies="d4")
    ear.names()
    scene.play("e4")
    press(scene, Button.OK)
    run(scene, 1.0)
    assert ear.names() == ["placed", "turn_1"]


def test_a_throw_is_shaken_and_falls_and_its_seat_is_called_only_once(table: AppContext) -> None:
    scene, ear = begun(table, "super7")
    assert ear.names() == ["turn_1"]
    scene.play("4+3")
    run(scene, 0.1)
    assert ear.names() == ["shaken"]
    run(scene, 2.0)
    assert ear.names() == ["landed"]


def test_what_is_taken_back_is_heard_and_its_seat_is_called_again(table: AppContext) -> None:
    scene, ear = begun(table, plies="d4", speed="off")
    ear.names()
    undo(scene)
    assert ear.names() == ["undo", "turn_1"]


def test_what_cannot_be_taken_back_is_refused(table: AppContext) -> None:
    scene, ear = begun(table, "super7", plies="4+3", speed="off")
    ear.names()
    undo(scene)
    assert ear.names() == ["refused"]


def test_a_throw_that_does_not_count_is_refused_each_time(table: AppContext) -> None:
    scene = dice_begun(table, READER)
    ear = listening(table)
    ear.names()
    for _ in range(2):
        roll(scene, 7, 1)
    assert ear.names() == ["refused", "refused"]


def test_looking_back_is_no_turn_and_a_step_onward_is_heard_again(table: AppContext) -> None:
    scene, ear = begun(table, plies="d4 e4")
    ear.names()
    for button in (Button.EARLIER, Button.EARLIER):
        press(scene, button)
        run(scene, 0.2)
    assert ear.names() == []
    press(scene, Button.LATER)
    run(scene, 0.5)
    assert ear.names() == ["placed"]


def test_a_clock_ticks_each_of_the_last_ten_seconds_and_twice_in_the_last_three(
    table: AppContext,
) -> None:
    scene, ear = begun(table, clock="sudden 12")
    ear.names()
    run(scene, 1.9)
    assert ear.names() == []
    run(scene, 7.0)  # to 3.1 s
    assert ear.names() == ["tick"] * 7
    run(scene, 3.0)  # to 0.1 s
    assert ear.names() == ["tick"] * 6


def test_a_clock_that_is_far_from_its_end_does_not_tick_for_the_next_seat(
    table: AppContext,
) -> None:
    scene, ear = begun(table, clock="sudden 12", speed="off")
    run(scene, 3.0)
    ear.names()
    scene.play("d4")
    run(scene, 1.0)
    assert ear.names() == ["placed", "turn_2"]


def test_time_that_runs_out_is_heard_before_the_winner_s_fanfare(table: AppContext) -> None:
    scene, ear = begun(table, clock="sudden 1")
    run(scene, 0.9)
    ear.names()
    run(scene, 0.3)
    assert ear.names() == ["time_up"]
    run(scene, 2.0)
    assert ear.names() == ["won"]


@pytest.mark.parametrize(("winners", "sound"), [((1,), "won"), ((), "draw"), ((0, 1), "draw")])
def test_an_end_is_heard_once(
    table: AppContext, winners: tuple[int, ...], sound: SoundName
) -> None:
    scene, ear = begun(table, plies="d4", speed="off")
    ear.names()
    scene.match.end(Outcome(winners, say("test.end", "They agreed")))
    run(scene, 1.0)
    assert ear.names() == [sound]


def test_a_finished_match_that_is_opened_again_is_quiet(table: AppContext) -> None:
    ear = listening(table)
    setup = make_setup(find_game("trelawney"))
    match = setup.start(table)
    match.resign(0)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    run(scene, 1.0)
    assert ear.names() == []


def test_nobody_calls_a_computer(table: AppContext) -> None:
    ear = listening(table)
    scene, _ = computers.begun(table, PERSON, computers.KEEN)
    assert ear.names() == ["turn_1"]
    scene.play("d4")
    computers.run(scene, 0.5)
    assert ear.names() == ["placed"]
    computers.run(scene, 2.0)
    assert ear.names() == ["placed", "turn_1"]


def test_a_hint_is_heard_when_it_is_shown(table: AppContext) -> None:
    ear = listening(table)
    scene, _ = computers.begun(table, PERSON, PERSON)
    ear.names()
    press(scene, Button.HINT)
    computers.run(scene, 3.0)
    assert ear.names() == ["hint"]


def test_what_a_seat_is_told_aside_is_heard_only_where_it_was_refused(table: AppContext) -> None:
    ear = listening(table)
    scene, _ = computers.begun(table, PERSON, computers.KEEN)
    ear.names()
    scene.handle(Press(source="serial", seat=1, button=Button.BACK))
    assert scene.notices.asides.get(1) == "A computer plays here now."
    scene.update(0.1)
    assert ear.names() == []
    scene.notices.deny_seat(0, say("test.no", "Not now"))
    assert scene.notices.asides.get(0) == "Not now"
    scene.update(0.1)
    assert ear.names() == ["refused"]
