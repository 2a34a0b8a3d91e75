"""A sixth game is one folder: with nothing else it is on the menu, taught, played and won."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.ai import Computer
from tabletop.ai.compilation import DISABLE_COMPILATION_ENV
from tabletop.engine import Analysis, AnalysisRequest, Game, Match
from tabletop.games import all_games, lesson_of
from tabletop.players.engine_server import PositionReplay
from tabletop.scenes.result.scene import ResultScene
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.games.drop_in_games import FOLDER, drop_in_games
from tools.album.scripted import think


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setenv(DISABLE_COMPILATION_ENV, "1")
    with drop_in_games() as (found,):
        yield found


@pytest.fixture
def room(game: Game, tmp_path: Path) -> Iterator[Room]:
    """A window whose menu has the game."""
    with Room(tmp_path) as opened:
        yield opened


def play(room: Room, eye: Eye, ply: str) -> None:
    for gesture in eye.gestures(ply):
        Fingers(room).make(gesture)
    room.rest()
    eye.match.play(ply)


def test_it_is_one_small_folder(game: Game) -> None:
    (folder,) = (path for path in FOLDER.iterdir() if path.is_dir())
    lines = [line for file in folder.rglob("*.py") for line in file.read_text().splitlines()]
    assert folder.name == game.key
    assert len(lines) < 250
    assert len(all_games()) == 6


def test_two_people_play_it_in_the_window(room: Room, game: Game) -> None:
    hands = Fingers(room)
    hands.press("game:gomoku")
    hands.press("way:people")
    hands.press("start")
    room.rest()
    eye = Eye(Match(game), WINDOW)
    for ply in ("e5", "e6", "d5", "d6", "c5", "c6", "b5", "b6"):
        play(room, eye, ply)
    hands.make(eye.gestures("f5")[0])
    room.until(ResultScene)
    record = room.newest
    assert record.plies[-1] == "f5"
    outcome = Match.replay(game, record).outcome
    assert outcome is not None
    assert outcome.reason == "Black has five in a row."


def test_one_person_plays_it_against_a_computer(room: Room, game: Game) -> None:
    computer = Computer(game, seed=1)

    def answer(question: AnalysisRequest) -> Analysis:
        return computer.think(PositionReplay().state(game, question), playouts=60)

    asked = think(room.table, answer)
    hands = Fingers(room)
    hands.press("game:gomoku")
    hands.press("way:computer")
    hands.press("start")
    room.rest()
    eye = Eye(Match(game), WINDOW)
    for _ in range(3):
        play(room, eye, str(eye.match.state.moves()[40]))
        for _ in range(20):
            room.turn(0.2)
        answered = room.match.plies[len(eye.match.plies)]
        assert answered.seat == 1
        eye.match.play(str(answered.move))
    assert len(asked.asked) >= 3


def test_a_computer_sees_the_row_that_wins(game: Game) -> None:
    (task,) = lesson_of(game).tasks
    state = game.read_state(task.position)
    move = Computer(game, seed=1).choose(state, playouts=3000)
    assert str(move) in task.plies
