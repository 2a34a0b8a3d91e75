"""The engine server, run in a thread of the test."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import IO, Any

import pytest

from tabletop.engine import Game
from tabletop.engine.analysis import Analysis, AnalysisRequest, Candidate
from tabletop.games import find_game
from tabletop.players import engine_server
from tabletop.players.engine_server import Analyst, EngineServer, ServerTools
from tabletop.players.protocol import (
    Answer,
    Ask,
    EngineHeartbeat,
    Message,
    Ready,
    SearchStatus,
    Stop,
    WarmUp,
    read_line,
    write_line,
)

SHOO = AnalysisRequest("shoo", 2, {}, level="Keen", seconds=60.0)
MANY = tuple(Candidate("+a1", 5, (0.5, 0.5), line=("+a2",)) for _ in range(8))


@dataclass
class SlowMind:
    """Thinks until it is stopped, unless it may play out nothing; tells what it thinks."""

    level: str
    log: list[Any]

    def think(
        self,
        state: Any,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Callable[[], bool] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        self.log.append((self.level, state, seconds, playouts))
        move, sims = str(state.moves()[0]), 0
        if self.level == "broken":
            raise IndexError("out of the board")
        while playouts is None and stop is not None and not stop():
            sims += 1
            time.sleep(0.002)
            if report is not None:
                report(Analysis(move, (0.5, 0.5), MANY, sims))
        return Analysis(move, (0.5, 0.5), MANY, sims)


@dataclass
class Talk:
    """The window's ends of the pipes."""

    to: IO[bytes]
    back: IO[bytes]
    thought: list[Any] = field(default_factory=list)
    made: list[tuple[str, str, int]] = field(default_factory=list)
    gone: Event = field(default_factory=Event)

    def say(self, *messages: Message) -> None:
        for message in messages:
            self.to.write(write_line(message))
        self.to.flush()

    def read(self) -> Message:
        return read_line(self.back.readline())

    def until(self, kind: type[Message], **wanted: object) -> Any:
        """The next message of a kind, or the next that says all this."""
        while True:
            message = self.read()
            if isinstance(message, kind) and all(
                getattr(message, key) == value for key, value in wanted.items()
            ):
                return message

    def answer(self, number: int) -> Answer:
        """The last word on a question."""
        while True:
            answer: Answer = self.until(Answer, number=number)
            if answer.progress.done:
                return answer


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setattr(engine_server, "HEARTBEAT_SECONDS", 0.02)
    monkeypatch.setattr(engine_server, "REPORT_SECONDS", 0.02)
    (to_it, lines), (out, back) = os.pipe()[::-1], os.pipe()[::-1]
    with ExitStack() as stack:
        to, read, write, hear = (
            stack.enter_context(os.fdopen(*end))
            for end in ((to_it, "wb"), (lines, "rb"), (out, "wb"), (back, "rb"))
        )
        talk = Talk(to, hear)

        def mind(game: Game, level: str, seed: int) -> Analyst:
            talk.made.append((game.key, level, seed))
            return SlowMind(level, talk.thought)

        tools = ServerTools(find_game, mind, lambda game: (game.key == "shoo", "too slow"))
        runs = Thread(target=EngineServer(tools, write).run, args=(read, talk.gone.set))
        runs.start()
        try:
            yield talk
        finally:
            to.close()
            runs.join(10)
            assert not runs.is_alive()


def test_it_says_first_that_it_listens(talk: Talk) -> None:
    assert talk.read() == Ready()


def test_it_ends_when_the_window_has_gone(talk: Talk) -> None:
    talk.to.close()
    assert talk.gone.wait(10)


def test_it_tells_what_it_thinks_while_it_thinks_and_answers_when_it_is_stopped(
    talk: Talk,
) -> None:
    talk.say(Ask(1, SHOO))
    first, second = talk.until(Answer), talk.until(Answer)
    assert not first.progress.done
    assert 0 < first.progress.thought.sims < second.progress.thought.sims
    assert len(first.progress.thought.candidates) == engine_server.REPORTED_CANDIDATES
    assert first.progress.thought.candidates[0].line == ()
    talk.say(Stop(1))
    last = talk.answer(1).progress.thought
    assert last is not None
    assert last.candidates == MANY


def test_it_shows_that_it_lives_and_gets_on_while_it_thinks(talk: Talk) -> None:
    talk.say(Ask(1, SHOO))
    assert talk.until(EngineHeartbeat).slices < talk.until(EngineHeartbeat).slices
    talk.say(Stop(1))
    talk.answer(1)


def test_questions_are_answered_in_turn_and_one_may_be_stopped_before_its_turn(
    talk: Talk,
) -> None:
    talk.say(Ask(1, SHOO), Ask(2, SHOO), Stop(2), Stop(1))
    assert [talk.answer(1).number, talk.answer(2).number] == [1, 2]


def test_it_thinks_about_the_position_that_was_asked_about(talk: Talk) -> None:
    first = find_game("shoo").start(2)
    move = first.moves()[3]
    talk.say(Ask(1, AnalysisRequest("shoo", 2, {}, plies=(str(move),), level="Keen", playouts=9)))
    talk.answer(1)
    assert talk.thought == [("Keen", first.play(move), None, 9)]


def test_one_mind_is_kept_for_a_match_and_few_in_all(talk: Talk) -> None:
    levels = [str(number) for number in range(engine_server.MAX_COMPUTERS + 1)]
    asked = ["0", "0", *levels, "0"]
    for number, level in enumerate(asked):
        talk.say(Ask(number, AnalysisRequest("shoo", 2, {}, level=level, playouts=1)))
        talk.answer(number)
    assert [level for _, level, _ in talk.made] == [*levels, "0"]


def test_the_minds_of_an_earlier_match_are_forgotten(talk: Talk) -> None:
    for number, seed in enumerate((1, 1, 2, 1)):
        talk.say(Ask(number, AnalysisRequest("shoo", 2, {}, level="Keen", seed=seed, playouts=1)))
        talk.answer(number)
    assert [seed for _, _, seed in talk.made] == [1, 2, 1]


def test_warming_a_game_that_begins_with_dice_thinks_about_what_they_show(talk: Talk) -> None:
    talk.say(WarmUp("super7"))
    assert talk.until(SearchStatus) == SearchStatus("super7", False, "too slow")
    assert [state.turn for _, state, _, _ in talk.thought] == [0]


def test_warming_thinks_a_little_and_tells_how_the_search_runs(talk: Talk) -> None:
    talk.say(WarmUp("shoo"), WarmUp("sevens"), WarmUp("chess"), WarmUp("trelawney"))
    assert talk.until(SearchStatus) == SearchStatus("shoo", True, "too slow")
    assert talk.until(SearchStatus) == SearchStatus("trelawney", False, "too slow")
    assert [playouts for _, _, _, playouts in talk.thought] == [1, 1]


def test_an_answer_tells_how_the_search_runs(talk: Talk) -> None:
    talk.say(Ask(1, AnalysisRequest("shoo", 2, {}, playouts=1)))
    assert talk.until(SearchStatus) == SearchStatus("shoo", True, "too slow")


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (AnalysisRequest("shoo", 2, {}, level="broken"), "IndexError: out of the board"),
        (AnalysisRequest("chess", 2, {}), "no game is called 'chess'"),
        (AnalysisRequest("shoo", 2, {"speed": 1}), "has no option 'speed'"),
        (AnalysisRequest("shoo", 2, {}, plies=("nonsense",)), "nonsense"),
    ],
)
def test_a_question_that_cannot_be_thought_about_costs_nobody_else(
    talk: Talk, question: AnalysisRequest, why: str
) -> None:
    talk.say(Ask(1, question), Ask(2, AnalysisRequest("shoo", 2, {}, playouts=1)))
    failed = talk.answer(1).progress
    assert failed.thought is None
    assert why in failed.problem
    assert talk.answer(2).progress.thought is not None


def test_lines_without_sense_are_passed_over(talk: Talk) -> None:
    talk.to.write(b"hello\n\n{}\n")
    talk.say(Ask(1, AnalysisRequest("shoo", 2, {}, playouts=1)))
    assert talk.answer(1).progress.thought is not None


def test_a_search_that_forgets_the_time_is_stopped(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_server, "MAX_OVERRUN_SECONDS", 0.05)
    talk.say(Ask(1, AnalysisRequest("shoo", 2, {}, seconds=0.01)))
    assert talk.answer(1).progress.thought is not None


def test_pondering_ends_by_itself(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_server, "MAX_OVERRUN_SECONDS", 0.05)
    monkeypatch.setattr(engine_server, "MAX_PONDER_SECONDS", 0.01)
    talk.say(Ask(1, AnalysisRequest("shoo", 2, {}, ponder=True)))
    assert talk.answer(1).progress.thought is not None
    assert talk.thought[0][2] == 0.01
