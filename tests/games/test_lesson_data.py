"""The lessons: positions parse, plies are legal, texts are short."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop.engine import CHANCE, Game, Text
from tabletop.engine.game import MAX_TASK_WORDS, Lesson, Task, refuse_in_lesson
from tabletop.games import all_games, find_game, lesson_of

BOARDS = [game for game in all_games() if game.kind == "board"]
every_game = pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
MOST = 24
"""The most words of an answer."""


def lesson(game: Game) -> Lesson:
    found = lesson_of(game)
    assert isinstance(found, Lesson)
    return found


def plies(game: Game, task: Task, state: Any) -> Iterator[Any]:
    """All plies that solve a task."""
    if state.turn == CHANCE:
        yield from (game.read_move(ply) for ply in task.plies)
    else:
        yield from task.solutions(state)


def reached(game: Game, task: Task, state: Any) -> Iterator[Any]:
    """The positions after a task, however it was solved, and what follows was played."""
    for move in plies(game, task, state):
        assert move in state.moves()
        after = state.play(move)
        for text in task.then:
            ply = game.read_move(text)
            assert ply in after.moves(), (str(move), text)
            after = after.play(ply)
        yield after


@every_game
def test_every_way_through_a_lesson_can_be_played(game: Game) -> None:
    states: set[Any] = set()
    for task in lesson(game).tasks:
        if task.position:
            states = {game.read_state(task.position)}
            assert {str(state) for state in states} == {task.position}
        assert states
        for state in states:
            assert game.acting(state) == 0, "the learner sits at the first seat"
            assert any(True for _ in plies(game, task, state)), (task.words, str(state))
        states = {after for state in states for after in reached(game, task, state)}


@every_game
def test_it_has_five_to_eight_steps_of_few_words(game: Game) -> None:
    found = lesson(game)
    assert 5 <= len(found.tasks) <= 8
    for task in found.tasks:
        assert 0 < len(task.words.split()) <= MAX_TASK_WORDS, task.words
        for words in (task.done, task.other, task.lies or task.other):
            assert 0 < len(words.split()) <= MOST, words
            assert words.endswith((".", "!")), words


@every_game
def test_every_sentence_has_a_key_of_its_own(game: Game) -> None:
    found = lesson(game)
    said: list[Text] = [found.farewell]
    for task in found.tasks:
        said += [task.words, task.done, task.other]
    assert len({text.key for text in said}) == len(said)
    assert all(text.key.startswith(f"{game.key}.lesson.") for text in said)


@every_game
def test_the_last_step_begins_a_real_game(game: Game) -> None:
    last = lesson(game).tasks[-1]
    assert last.position == str(game.start())
    assert last.replies
    state = game.start()
    for move in state.moves():
        assert last.counts(state, move) or state.turn == CHANCE


@every_game
def test_no_sentence_names_a_place_by_its_coordinates(game: Game) -> None:
    found = lesson(game)
    for task in found.tasks:
        for words in (task.words, task.done, task.other, task.lies or task.other):
            assert not re.search(r"\b[a-o]\d{1,2}\b", words), words


def test_a_forbidden_touch_is_judged_by_the_game_and_an_allowed_one_by_the_task() -> None:
    shoo = find_game("shoo")
    task = lesson(shoo).tasks[0]
    state = shoo.read_state(task.position)
    forbidden = shoo.why_touch(state, ("a7",))
    assert forbidden is not None
    assert refuse_in_lesson(shoo, task, state, ("a7",)).reason == forbidden.reason
    assert refuse_in_lesson(shoo, task, state, ("stable",)).reason == task.other
    # Another piece that could move is no wrong second touch, but a beginning that is not asked for.
    assert refuse_in_lesson(shoo, task, state, ("g3", "stable")).reason == task.other


def test_once_a_stone_lies_the_game_says_that_it_stays() -> None:
    trelawney = find_game("trelawney")
    task = lesson(trelawney).tasks[1]
    state = trelawney.read_state(task.position)
    assert trelawney.why_touch(state, ("d2",)) is None  # it could be laid there at first
    bound = trelawney.why_touch(state, ("c3", "d2"))
    assert bound is not None
    assert refuse_in_lesson(trelawney, task, state, ("c3", "d2")) == bound
    assert refuse_in_lesson(trelawney, task, state, ("d2",)).reason == task.other
