"""What a match of Sevens lets people hear besides pieces that snap."""

from tabletop.engine.text import say
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.view.board import AUTO_CLOSE_SECONDS
from tabletop.input.actions import Button
from tests.games.sevens.match_driver import press, scene_of, wait
from tests.sound_listener import listening

FIGURE = booklet()[0]


def arranging() -> SevensMatch:
    match = SevensMatch(1)
    match.toss(0, 0)
    return match


def looked() -> SevensMatch:
    """A match whose guesser has just begun to guess."""
    match = arranging()
    match.arranged(1, FIGURE.name, FIGURE.picture)
    match.look(2)
    match.advance(13)
    assert match.phase is Phase.GUESS
    return match


def test_the_coin_is_heard_to_fly_and_to_fall() -> None:
    with scene_of(SevensMatch(1)) as scene:
        ear = listening(scene.context.table)
        press(scene, Button.OK)
        assert ear.names() == ["coin"]
        wait(scene, 2.0)
        assert ear.names() == ["placed"]


def test_who_arranges_is_called_and_then_who_guesses() -> None:
    with scene_of(SevensMatch(1), speed="off") as scene:
        ear = listening(scene.context.table)
        match = scene.context.match
        match.toss(0, 1)
        wait(scene, 0.1)
        assert ear.names() == ["turn_2"]
        match.arranged(0.2, FIGURE.name, FIGURE.picture)
        wait(scene, 0.1)
        assert ear.names()[-1:] == ["turn_1"]
        wait(scene, 1.0)
        assert ear.names() == []


def test_the_curtain_is_heard_when_it_opens_and_closes() -> None:
    with scene_of(arranging()) as scene:
        wait(scene, 0.5)
        ear = listening(scene.context.table)
        assert isinstance(scene.phase, ArrangePhase)
        scene.phase.curtain.stays = True
        wait(scene, 0.5)
        assert ear.names().count("curtain") == 1
        wait(scene, AUTO_CLOSE_SECONDS + 3.0)
        assert ear.names().count("curtain") == 1


def test_a_clock_ticks_in_its_last_seconds_and_is_heard_to_run_out() -> None:
    with scene_of(looked()) as scene:
        ear = listening(scene.context.table)
        left = scene.context.match.clock_left
        assert left is not None
        wait(scene, left - 10.2)
        assert "tick" not in ear.names()
        wait(scene, 10.0)
        assert ear.names() == ["tick"] * 13
        wait(scene, 0.6)
        assert ear.names()[0] == "time_up"


def test_done_in_the_very_last_moment_is_in_time() -> None:
    with scene_of(looked()) as scene:
        left = scene.context.match.clock_left
        assert left is not None
        wait(scene, left - 0.15)
        ear = listening(scene.context.table)
        scene.context.match.done(scene.context.now)
        wait(scene, 0.1)
        heard = ear.names()
        assert "box" in heard
        assert "time_up" not in heard


def test_an_arranging_time_that_runs_out_is_heard() -> None:
    match = SevensMatch(1, options={"arrange_seconds": 60})
    match.toss(0, 0)
    with scene_of(match) as scene:
        ear = listening(scene.context.table)
        wait(scene, 59.5)
        assert "time_up" not in ear.names()
        wait(scene, 1.0)
        assert "time_up" in ear.names()
        assert match.phase is Phase.READY


def test_a_guess_that_is_scored_in_time_is_heard_as_that() -> None:
    with scene_of(looked()) as scene:
        ear = listening(scene.context.table)
        scene.context.match.done(scene.context.now + 0.1)
        wait(scene, 0.2)
        heard = ear.names()
        assert "box" in heard
        assert "time_up" not in heard


def test_a_match_that_is_given_up_has_a_winner_and_an_agreed_one_has_none() -> None:
    with scene_of(arranging()) as scene:
        ear = listening(scene.context.table)
        scene.context.match.resign(scene.context.now, 0)
        wait(scene, 0.2)
        assert ear.names() == ["won"]
    with scene_of(arranging()) as scene:
        ear = listening(scene.context.table)
        scene.context.match.agree(scene.context.now)
        wait(scene, 0.2)
        assert ear.names() == ["draw"]


def test_a_refusal_is_heard() -> None:
    with scene_of(arranging()) as scene:
        ear = listening(scene.context.table)
        scene.phase.warn(say("test.no", "No"))
        scene.phase.refuse()
        assert ear.names() == ["refused", "refused"]
