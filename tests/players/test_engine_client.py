"""The engine client sends one request after the other to a fake process."""

from tabletop.engine.analysis import AnalysisProgress, EngineHealth
from tabletop.players.protocol import Answer, Ask, Ready, SearchStatus, Stop, WarmUp
from tests.players.fake_processes import PONDERED, SHOO, Bench, done, ready, thought


def test_nothing_is_started_before_somebody_asks() -> None:
    bench = Bench()
    bench.wait(60)
    assert bench.children == []
    assert bench.health is None


def test_warming_starts_the_process_and_names_each_game_once() -> None:
    bench = Bench()
    for game in ("shoo", "shout7", "shoo"):
        bench.worker.warm(game)
    assert len(bench.children) == 1
    assert bench.child.told == [WarmUp("shoo"), WarmUp("shout7")]


def test_a_question_is_asked_at_once_and_its_answer_is_news_once() -> None:
    bench = Bench()
    bench.worker.ask(1, SHOO)
    assert bench.child.told == [Ask(1, SHOO)]
    bench.says(Ready(), Answer(1, AnalysisProgress(thought("a1"))))
    bench.answers(1, "b1")
    bench.turn(1.0)
    assert bench.seen == {1: [AnalysisProgress(thought("a1")), done("b1")]}
    assert bench.health == EngineHealth(running=True)


def test_of_several_words_in_one_turn_the_last_counts() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.says(
        Answer(1, AnalysisProgress(thought("a1", 1))), Answer(1, AnalysisProgress(thought("a2", 2)))
    )
    assert bench.seen == {1: [AnalysisProgress(thought("a2", 2))]}


def test_questions_are_asked_one_after_the_other() -> None:
    bench = ready()
    for number in (1, 2, 3):
        bench.worker.ask(number, SHOO)
    for number in (1, 2, 3):
        assert bench.child.asked == list(range(1, number + 1))
        bench.answers(number)
    assert sorted(bench.seen) == [1, 2, 3]


def test_a_thought_is_stopped_once() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.stop(1)
    bench.worker.stop(1)
    assert bench.child.stopped == [1]
    bench.answers(1)
    assert bench.seen[1] == [done("a1")]


def test_a_question_that_waits_is_stopped_when_its_turn_comes() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.ask(2, SHOO)
    bench.worker.stop(2)
    assert bench.child.stopped == []
    bench.answers(1)
    assert bench.child.told[-2:] == [Ask(2, SHOO), Stop(2)]


def test_a_dropped_thought_is_stopped_and_never_heard_of_again() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.ask(2, SHOO)
    bench.worker.drop(1)
    assert bench.child.stopped == [1]
    assert bench.child.asked == [1]
    bench.says(Answer(1, AnalysisProgress(thought("a1"))))
    bench.answers(1)
    assert bench.seen == {}
    assert bench.child.asked == [1, 2]


def test_a_dropped_question_that_waits_is_not_asked() -> None:
    bench = ready()
    for number in (1, 2, 3):
        bench.worker.ask(number, SHOO)
    bench.worker.drop(2)
    bench.answers(1)
    assert bench.child.asked == [1, 3]


def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.answers(1)
    bench.worker.ask(2, SHOO)
    bench.answers(1, "z9")
    assert 2 not in bench.seen
    assert len(bench.seen[1]) == 1


def test_pondering_gives_way_to_any_other_question() -> None:
    bench = ready()
    bench.worker.ask(1, PONDERED)
    bench.worker.ask(2, SHOO)
    assert bench.child.stopped == [1]
    bench.answers(1)
    assert bench.child.asked == [1, 2]
    assert bench.seen[1] == [done("a1")]


def test_pondering_waits_for_all_others() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.ask(2, PONDERED)
    bench.worker.ask(3, SHOO)
    bench.answers(1)
    bench.answers(3)
    assert bench.child.asked == [1, 3, 2]


def test_only_the_newest_pondering_waits() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.ask(2, PONDERED)
    bench.worker.ask(3, PONDERED)
    bench.answers(1)
    bench.turn()
    assert bench.child.asked == [1, 3]
    assert bench.seen[2] == [AnalysisProgress(None, done=True)]


def test_nothing_is_heard_of_what_was_dropped_in_the_same_turn() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.worker.ask(2, PONDERED)
    bench.worker.ask(3, PONDERED)  # with which the second is over
    bench.worker.drop(2)
    bench.turn()
    assert bench.seen == {}


def test_one_that_ponders_thinks_on_after_its_own_ply() -> None:
    bench = ready(ponders=True)
    bench.worker.ask(1, SHOO)
    bench.answers(1, "+a1")
    last = bench.child.told[-1]
    assert isinstance(last, Ask)
    assert last.question.plies == ("+a1",)
    assert last.question.ponder
    bench.worker.ask(2, SHOO)
    assert bench.child.stopped == [last.number]
    bench.answers(last.number)
    assert bench.child.asked == [1, last.number, 2]
    assert sorted(bench.seen) == [1]


def test_a_stop_that_comes_late_does_not_stop_the_next_pondering() -> None:
    bench = ready(ponders=True)
    bench.worker.ask(1, SHOO)
    bench.answers(1, "+a1")
    first = bench.child.asked[-1]
    bench.worker.ask(2, SHOO)
    bench.answers(first)
    bench.answers(2, "+a1")
    assert bench.child.stopped == [first]
    assert bench.child.asked[-1] not in (first, 1, 2)


def test_one_that_does_not_ponder_rests() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    bench.answers(1, "+a1")
    assert bench.child.asked == [1]


def test_health_tells_of_compiled_searches_and_of_what_makes_them_slow() -> None:
    bench = ready()
    bench.says(SearchStatus("shoo", False, "Numba is missing."), SearchStatus("shout7", True))
    assert bench.health is not None
    assert bench.health.compiled == {"shout7"}
    assert bench.health.slow == "Numba is missing."
    bench.says(SearchStatus("shoo", True))
    assert bench.health.compiled == {"shoo", "shout7"}
    assert bench.health.slow == ""


def test_closing_ends_the_process_and_nothing_begins_again() -> None:
    bench = ready()
    bench.worker.ask(1, SHOO)
    child = bench.child
    bench.worker.close()
    assert child.closed
    bench.wait(60)
    assert bench.children == [child]
