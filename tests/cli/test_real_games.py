"""The commands with every game."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.cli.referee import Referee
from tabletop.cli.rules import page, perft
from tabletop.games import all_games
from tests.lanes import examples

ROOT = Path(__file__).parent.parent.parent
KEYS = [game.key for game in all_games() if game.kind == "board"]
each_game = pytest.mark.parametrize("key", KEYS)


@each_game
def test_the_first_perft_is_the_number_of_first_plies(key: str) -> None:
    referee = Referee()
    referee.answer(f"game {key}")
    moves = str(referee.answer("moves")).split()[1:]
    state = next(game for game in all_games() if game.key == key).start()
    assert perft(state, 1) == len(moves) > 0


@each_game
def test_a_random_game_goes_through_the_referee_and_back(key: str) -> None:
    referee = Referee()
    referee.answer(f"game {key}")
    seen = [referee.answer("state")]
    for number in range(40):
        moves = str(referee.answer("moves")).split()[1:]
        if not moves:
            break
        assert referee.answer("result") == "= -"
        ply = moves[number * 7919 % len(moves)]
        assert referee.answer(f"why {ply}") == "= -"
        seen.append(referee.answer(f"play {ply}"))
    assert referee.answer(f"position {str(seen[-1])[2:]}") == seen[-1]
    referee.answer(f"game {key}")
    for text in seen:
        assert referee.answer(f"position {str(text)[2:]}") == text


@each_game
def test_the_rules_page_is_narrow_and_numbered(key: str) -> None:
    game = next(game for game in all_games() if game.key == key)
    lines = page(game, 60).splitlines()
    assert max(map(len, lines)) <= 60
    for rule in game.rules:
        assert any(line.startswith(f"{rule.number}. ") for line in lines)


@each_game
@examples(60)
@given(command=st.sampled_from(["play", "why", "position", "game"]), text=st.text(max_size=30))
def test_no_text_makes_a_game_fail(key: str, command: str, text: str) -> None:
    referee = Referee()
    referee.answer(f"game {key}")
    answer = str(referee.answer(f"{command} {text}"))
    assert answer.startswith(("? ", "= "))
    assert not answer.startswith("? fault")


def test_the_referee_speaks_through_pipes_whatever_bytes_come() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", "referee"],
        cwd=ROOT,
        input=f"\n# hello\ngame {KEYS[0]}\r\nplay \xff\xfe\nwhy \0\nresult".encode("latin-1"),
        capture_output=True,
    )
    answers = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert [answer[:2] for answer in answers] == ["= ", "? ", "= ", "= "]
    assert (answers[0], answers[3]) == (f"= {KEYS[0]}", "= -")
