"""The engine service changes only when the main loop applies its updates."""

from tabletop.engine.analysis import (
    AnalysisProgress,
    AnalysisRequest,
    AnalysisService,
    EngineHealth,
    EngineUpdate,
    NullAnalysisService,
)
from tabletop.players.engine_client import Engine, EngineService
from tests.players.fake_processes import done
from tests.players.stub_engine import SlowBrain

ASKED = AnalysisRequest("trelawney", 2, {})


def test_a_thought_is_seen_once_it_is_heard() -> None:
    computers = EngineService(Engine())
    number = computers.ask(ASKED)
    assert computers.progress(number) == AnalysisProgress(None)
    computers.hear(EngineUpdate({number: done("a1")}, EngineHealth(restarts=1)))
    assert computers.progress(number) == done("a1")
    assert computers.health.restarts == 1
    computers.hear(EngineUpdate())
    assert computers.health.restarts == 1


def test_asking_begins_at_once_and_the_answer_comes_by_turns() -> None:
    brain = SlowBrain(turns=3)
    computers = EngineService(brain)
    number = computers.ask(ASKED)
    assert brain.asked == [ASKED]
    seen = []
    for _ in range(4):
        computers.hear(computers.news())
        seen.append(computers.progress(number).done)
    assert seen == [False, False, False, True]


def test_a_thought_that_was_dropped_is_over() -> None:
    computers = EngineService(SlowBrain())
    number = computers.ask(ASKED)
    computers.drop(number)
    computers.drop(number)
    computers.stop(number)
    computers.hear(EngineUpdate({number: done("a1")}))
    assert computers.progress(number).done
    assert computers.progress(number).thought is None


def test_numbers_are_never_used_again() -> None:
    computers = EngineService(SlowBrain())
    first = computers.ask(ASKED)
    computers.drop(first)
    assert computers.ask(ASKED) != first


def test_closing_closes_who_thinks() -> None:
    brain = SlowBrain()
    EngineService(brain).close()
    assert brain.closed


def test_a_table_without_computers_says_so_at_once() -> None:
    nobody: AnalysisService = NullAnalysisService()
    numbers = [nobody.ask(ASKED), nobody.ask(ASKED)]
    assert len(set(numbers)) == 2
    nobody.stop(numbers[0])
    progress = nobody.progress(numbers[0])
    assert progress.done
    assert progress.problem == "No computer plays at this table."
