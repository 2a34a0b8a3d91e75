"""Fake engine processes that die, hang or cannot be started."""

import pytest

from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest
from tabletop.games import find_game
from tabletop.players.protocol import (
    Answer,
    Ask,
    EngineHeartbeat,
    Ready,
    SearchStatus,
    Stop,
    WarmUp,
)
from tabletop.system.child_process import ProcessEnded
from tests.players.fake_processes import LIMITS, PONDERED, SHOO, Bench, done, ready, thought

LEGAL = [str(move) for move in find_game("shoo").start(2).moves()]


def test_a_process_that_dies_over_a_question_is_asked_it_again() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.says(Answer(1, AnalysisProgress(thought("a1"))))
    bench.dies()
    assert len(bench.children) == 2
    assert bench.child.told == [WarmUp("shoo"), Ask(1, SHOO)]
    bench.says(Ready())
    bench.answers(1, "b1")
    assert bench.seen[1][-1] == done("b1")
    assert bench.health is not None
    assert bench.health.restarts == 1
    assert bench.health.slow == ""


def test_a_question_that_was_stopped_is_stopped_again() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.stop(1)
    bench.dies()
    assert bench.child.told[-2:] == [Ask(1, SHOO), Stop(1)]


def test_a_dropped_question_is_not_asked_again() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.drop(1)
    bench.dies()
    bench.says(Ready())
    assert bench.child.asked == []
    assert bench.seen == {}


def test_a_process_that_dies_at_rest_is_started_again() -> None:
    bench = ready()
    bench.dies()
    assert len(bench.children) == 2
    assert bench.child.told == [WarmUp("shoo")]


def test_a_process_that_says_nothing_is_given_up() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.wait(LIMITS.quiet)
    assert not bench.child.killed
    bench.wait(1)
    assert bench.children[0].killed
    assert bench.child.asked == [1]


def test_a_process_that_beats_but_gets_nowhere_is_given_up_later() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    patience = LIMITS.stuck + LIMITS.budgets * 2.0
    bench.wait(patience, *[EngineHeartbeat(5)] * int(patience))
    assert len(bench.children) == 1
    bench.wait(2, EngineHeartbeat(5), EngineHeartbeat(5))
    assert bench.children[0].killed
    assert bench.child.asked == [1]


def test_a_process_that_gets_on_may_take_its_time() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.wait(300, *[EngineHeartbeat(slices) for slices in range(300)])
    assert len(bench.children) == 1


def test_a_process_at_rest_may_be_silent() -> None:
    bench = ready()
    bench.wait(300)
    assert len(bench.children) == 1


def test_a_process_that_never_listens_is_given_up() -> None:
    bench = Bench()
    bench.worker.ask(1, SHOO)
    bench.wait(LIMITS.start + 2)
    assert bench.children[0].killed
    assert len(bench.children) == 2


def test_a_window_that_slept_blames_nobody() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.turn(3600.0)
    assert len(bench.children) == 1


def test_starts_that_fail_are_tried_after_growing_pauses() -> None:
    bench = Bench()
    bench.worker.warm("shoo")
    pauses = [0.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    assert [bench.fails() for _ in pauses] == pytest.approx(pauses, abs=0.13)


def test_a_process_that_worked_for_a_while_may_be_lost_at_any_time() -> None:
    bench = ready()
    for _ in range(20):
        bench.says(Ready(), SearchStatus("shoo", True))
        assert bench.fails() == 0
    assert bench.health is not None
    assert bench.health.slow == ""
    assert bench.health.restarts == 20


def test_a_process_that_others_kill_is_not_blamed_for_long() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    for number in range(1, 21):
        bench.says(ProcessEnded("it ended with -9", killed=True))
        assert len(bench.children) == number + 1
        bench.says(Ready())
    bench.answers(1)
    assert bench.seen[1] == [done("a1")]
    assert bench.health is not None
    assert bench.health.slow == ""


def test_people_are_told_why_nothing_can_be_started_until_it_can() -> None:
    bench = Bench()
    bench.worker.warm("shoo")
    for _ in range(LIMITS.in_vain):
        bench.fails()
    assert bench.health is not None
    assert "can’t start: no such file" in bench.health.slow
    bench.says(Ready(), SearchStatus("shoo", True))
    assert bench.health.slow == ""


def test_where_nothing_can_be_started_plies_are_guessed() -> None:
    bench = Bench()
    bench.worker.ask(1, SHOO)
    for _ in range(LIMITS.max_failures_before_fallback - 1):
        bench.fails()
    assert bench.seen == {}
    bench.dies("no such file")
    for number in (1, 2, 3):
        guessed = bench.until(number).thought
        assert guessed is not None
        assert guessed.guessed
        assert guessed.move in LEGAL
        assert bench.rung == number
        bench.worker.ask(number + 1, SHOO)


def test_a_question_over_which_every_process_dies_is_guessed() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    for _ in range(LIMITS.tries):
        bench.says(Ready(), SearchStatus("shoo", True))
        bench.dies()
    bench.says(Ready())
    assert bench.child.asked == []
    guessed = bench.until(1).thought
    assert guessed is not None
    assert guessed.guessed
    assert bench.health is not None
    assert "without thinking" in bench.health.slow
    bench.worker.ask(2, SHOO)
    bench.answers(2)
    assert bench.health.slow == ""


def test_what_was_thought_before_it_was_lost_is_better_than_a_guess() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    for number in range(LIMITS.tries):
        bench.says(Ready(), Answer(1, AnalysisProgress(thought(f"a{number}"))))
        bench.dies()
    assert bench.seen[1][-1] == done(f"a{LIMITS.tries - 1}")
    assert bench.child.asked == []


def test_a_search_that_fails_over_a_position_costs_a_guess() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.says(Answer(1, AnalysisProgress(None, done=True, problem="IndexError")))
    guessed = bench.until(1).thought
    assert guessed is not None
    assert guessed.move in LEGAL


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (AnalysisRequest("chess", 2, {}), "no game is called 'chess'"),
        (AnalysisRequest("sevens", 2, {}), "is played live"),
        (AnalysisRequest("shoo", 9, {}), "not by 9"),
        (AnalysisRequest("shoo", 2, {}, plies=("zz",)), "zz"),
        (AnalysisRequest("shoo", 2, {}, position="nonsense"), ""),
    ],
)
def test_a_question_without_sense_ends_with_a_problem(question: AnalysisRequest, why: str) -> None:
    bench = ready()
    bench.worker.ask(1, question)
    bench.says(Answer(1, AnalysisProgress(None, done=True, problem="?")))
    progress = bench.until(1)
    assert progress.thought is None
    assert why in progress.problem
    assert progress.problem


def test_pondering_that_came_to_nothing_is_no_problem() -> None:
    bench = ready()
    bench.worker.ask(1, PONDERED)
    bench.says(Answer(1, AnalysisProgress(None, done=True, problem="there is no ply to play")))
    assert bench.seen[1][-1].done
    assert bench.seen[1][-1].thought is None
