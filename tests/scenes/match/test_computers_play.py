"""Computers at the table: they think, play when it is time, throw, call, and are kept."""

from itertools import pairwise
from math import inf

import pytest

from tabletop.engine import CHANCE, Match, TimeControl
from tabletop.games import all_games, find_game
from tabletop.players.player_spec import ADAPTIVE, PERSON
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.computers import (
    DOT_SECONDS,
    PACE_SECONDS,
    ComputerTurn,
    thinking_limit,
)
from tabletop.scenes.play.session import CALL_WAIT_SECONDS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame
from tests.scenes.match.computer_matches import (
    KEEN,
    PACE,
    SHARP,
    begun,
    first_of,
    line,
    plies,
    run,
    told,
)
from tests.scenes.match.dice_match import READER
from tests.scenes.match.dice_match import roll as throw
from tests.scenes.setups import players
from tools.album.scripted import think, thought

NO_ROOM = "/".join(["........."] * 9) + " B 6+6 3"
"""Nobody stands where a twelve could replace them, for the third time: Blue has to pass."""
BOARDS = [game.key for game in all_games() if game.kind == "board"]


def test_a_computer_is_asked_with_all_plies_once_a_person_has_played(table: AppContext) -> None:
    scene, asked = begun(table)
    run(scene, 3)
    assert asked.asked == []
    scene.play("c3")
    run(scene, 0.2)
    (question,) = asked.asked
    assert (question.game, question.seats, question.level) == ("trelawney", 2, KEEN.level)
    assert question.plies == ("c3",)
    assert question.options["declare"] is False
    assert (question.seconds, question.playouts, question.ponder) == (None, None, False)


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_it_plays_not_before_people_can_follow(table: AppContext, pace: str) -> None:
    scene, _ = begun(table)
    table.settings = table.settings.but({"computer.pace": pace})
    scene.play("c3")
    run(scene, PACE_SECONDS[pace] - 0.1)
    assert plies(scene) == ["c3"]
    run(scene, 0.2)
    assert len(plies(scene)) == 2


def test_the_wait_begins_when_the_motion_has_ended(table: AppContext) -> None:
    scene, _ = begun(table)
    table.settings = table.settings.but({"look.speed": "normal"})
    scene.play("c3")
    moved = 0
    while scene.snapshot.motion is not None:
        scene.update(0.05)
        moved += 1
    assert moved > 2
    run(scene, PACE - 0.2)
    assert len(plies(scene)) == 1
    run(scene, 0.4)
    assert len(plies(scene)) == 2


def test_it_thinks_as_long_as_it_needs_and_shows_that_it_does(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    lit = []
    for _ in range(8):
        run(scene, DOT_SECONDS)
        lit.append(scene.moment.panels[1].dots)
        assert line(scene, 1) == "The computer is thinking."
    assert set(lit) == {0, 1, 2, 3}
    assert plies(scene) == ["c3"]
    asked.slow = False
    run(scene, 0.1)
    assert len(plies(scene)) == 2
    assert scene.moment.panels[1].dots is None
    assert asked.waiting == set()


def test_while_it_thinks_the_picture_changes_at_most_four_times_a_second(table: AppContext) -> None:
    scene, _ = begun(table, slow=True)
    scene.play("c3")
    scene.update(0.0)
    pictures, wakes = [], []
    for _ in range(40):
        wakes.append(scene.wakes_in())
        scene.update(scene.wakes_in())
        frame = Frame(scene.board.layout.canvas)
        scene.draw(frame)
        pictures.append(tuple(blit for blit in frame.blits))
    changes = sum(one != other for one, other in pairwise(pictures))
    assert changes <= 4 * sum(wakes)
    assert len(wakes) / sum(wakes) <= 8


def test_the_table_looks_at_once_when_it_is_a_computer_s_turn(table: AppContext) -> None:
    scene, _ = begun(table)
    scene.play("c3")
    assert scene.wakes_in() == 0


def test_when_people_are_to_move_nothing_wakes_the_table(table: AppContext) -> None:
    scene, _ = begun(table)
    run(scene, 1)
    assert scene.wakes_in() == inf


def test_the_answer_to_a_position_that_is_gone_is_dropped(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.5)
    scene.match.undo()
    scene.play("c4")
    asked.slow = False
    run(scene, PACE + 0.2)
    assert [question.plies for question in asked.asked] == [("c3",), ("c4",)]
    assert asked.waiting == set()
    assert plies(scene)[0] == "c4"
    assert len(plies(scene)) == 2


def test_what_it_did_stays_marked_and_told_through_the_next_throw(table: AppContext) -> None:
    scene, _ = begun(table, key="super7", plies="1+3")
    scene.play(first_of(scene))
    run(scene, 6)
    assert scene.match.game.acting(scene.match.state) == 0
    placed = scene.match.plies[-1]
    assert placed.seat == 1
    assert scene.snapshot.marked is placed
    said = line(scene, 1)
    scene.play("")
    run(scene, 0.1)
    assert scene.match.plies[-1].seat == CHANCE
    assert scene.snapshot.marked is placed
    assert line(scene, 1) == said
    scene.play(first_of(scene))
    assert scene.snapshot.marked is None


def test_several_computers_each_tell_what_they_did(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, KEEN, SHARP, key="shout7")
    while scene.match.state.turn == 0:
        scene.play(first_of(scene))
    while scene.match.state.turn != 0:
        run(scene, PACE)
    assert line(scene, 1).startswith("White")
    assert line(scene, 2).startswith("Red")


@pytest.mark.parametrize("key", BOARDS)
def test_computers_alone_play_a_match_to_its_end(table: AppContext, key: str) -> None:
    scene, asked = begun(table, KEEN, SHARP, key=key)
    table.settings = table.settings.but({"computer.pace": "fast"})
    for _ in range(3000):
        scene.update(0.4)
        if scene.match.outcome is not None:
            break
    assert scene.match.outcome is not None
    scene.leave()
    assert asked.waiting == set()


def test_the_screen_throws_for_a_computer(table: AppContext) -> None:
    scene, asked = begun(table, KEEN, PERSON, key="super7")
    run(scene, 0.3)
    assert plies(scene) == []
    assert line(scene, 0) == "The computer rolls the dice."
    assert asked.asked == []
    run(scene, 0.6)
    assert scene.match.plies[0].source == "screen"
    assert [count.source for count in table.store.throws()] == ["screen"]


def test_people_throw_a_reader_for_a_computer(table: AppContext) -> None:
    table.devices.report(READER)
    scene, asked = begun(table, KEEN, PERSON, key="super7")
    run(scene, 5)
    assert plies(scene) == []
    assert line(scene, 0) == "Roll the real dice for the computer."
    throw(scene, 3, 4)
    assert plies(scene) == ["3+4"]
    run(scene, PACE + 0.2)
    assert asked.asked[0].plies == ("3+4",)
    assert len(plies(scene)) == 2


FOUR = "a1 b2 b1 c3 c1 d3 d1 e3"
"""Black has four in row 1 and is to move."""


def test_it_calls_its_own_five_at_the_end_of_the_wait(table: AppContext) -> None:
    scene, _ = begun(table, KEEN, PERSON, plies=FOUR, slow=True, declare=True)
    scene.play("e1")
    run(scene, CALL_WAIT_SECONDS - 0.7)
    early = scene.match.outcome
    assert early is None, "people may be quicker"
    run(scene, 0.5)
    late = scene.match.outcome
    assert late is not None
    assert late.winners == (0,)


def test_it_calls_nobody_else_s_five(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, KEEN, plies=FOUR, slow=True, declare=True)
    scene.play("e1")
    run(scene, CALL_WAIT_SECONDS + 3)
    assert scene.match.outcome is None


def test_with_a_clock_it_is_stopped_in_time(table: AppContext) -> None:
    scene, asked = begun(table, slow=True, clock="sudden 20")
    scene.play("c3")
    run(scene, 1.5)
    assert asked.stopped == [0]
    assert len(plies(scene)) == 2
    assert scene.match.outcome is None


@pytest.mark.parametrize("clock", ["none", "move 10", "sudden 60", "increment 30+5", "sudden 1"])
def test_no_ply_may_take_more_than_a_part_of_what_is_left(clock: str) -> None:
    running = TimeControl.read(clock).start(2)
    assert thinking_limit(running, 0) <= running.left[0] / 2


def test_while_people_look_back_it_neither_plays_nor_pays(table: AppContext) -> None:
    scene, _ = begun(table, clock="sudden 20")
    scene.play("c3")
    scene.rewind()
    left = scene.match.clock.left[1]
    run(scene, 5)
    assert plies(scene) == ["c3"]
    assert scene.match.clock.left[1] == left


def test_it_does_not_pay_while_people_are_to_throw_for_it(table: AppContext) -> None:
    table.devices.report(READER)
    scene, _ = begun(table, KEEN, PERSON, key="super7", clock="sudden 20")
    run(scene, 5)
    assert scene.match.clock.left == (20, 20)


def test_where_nobody_can_think_the_game_goes_on_all_the_same(table: AppContext) -> None:
    scene, asked = begun(table)
    asked.answers = lambda _: None
    scene.play("c3")
    run(scene, PACE + 0.2)
    assert len(plies(scene)) == 2
    assert told(scene) == "The computer can’t think right now: it makes any move."


def test_a_single_legal_ply_needs_no_thought(table: AppContext) -> None:
    asked = think(table, lambda _: None)
    match = Match(find_game("super7"), position=NO_ROOM)
    thinker = ComputerTurn(table.analysis, match)
    thinker.attend(0, KEEN)
    assert thinker.run(PACE, PACE) == "pass"
    assert asked.asked == []


def test_an_answer_that_is_no_ply_is_replaced_by_one(table: AppContext) -> None:
    scene, asked = begun(table)
    asked.answers = lambda _: thought("z99", 0.5, 0.5)
    scene.play("c3")
    run(scene, PACE + 0.2)
    assert len(plies(scene)) == 2
    assert told(scene) == "The computer can’t think right now: it makes any move."


def test_a_match_that_is_taken_up_goes_on_with_its_computers(table: AppContext) -> None:
    scene, _ = begun(table, ADAPTIVE, PERSON)
    run(scene, PACE + 0.2)
    scene.leave()
    record = table.store.unfinished()[0].record
    match = Match.replay(scene.match.game, record)
    assert players(Setup.of(match.game, match, record)) == (ADAPTIVE, PERSON)


def test_records_of_people_tell_nothing_of_computers(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, PERSON)
    scene.play("c3")
    assert "Fillers" not in dict(table.store.unfinished()[0].record.extra)
