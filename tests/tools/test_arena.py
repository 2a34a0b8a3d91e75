"""The arena command: output, stored results, and when it stops."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import arena
from tools.contest.fixtures import Fixture, Result
from tools.contest.results import keep, read_results

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Fixture]:
    """The games that were played; the first seat's name says who wins: the player `looker`."""
    found: list[Fixture] = []

    def play(one: Fixture, cache: Path | None = None) -> Result:
        found.append(one)
        scores = tuple(float(player == "looker") for player in one.players)
        return Result(one.key, one.game, one.players, scores, 9, "a line", 0.0)

    monkeypatch.setattr(arena, "play", play)
    return found


def test_the_summary_says_what_was_played(
    played: list[Fixture], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["trelawney", "looker", "random", "--games", "4", "--json"]
    assert arena.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"] == [
        {"a": "looker", "b": "random", "games": 4, "share": 1.0, "low": 0.5101, "high": 1.0}
    ]
    assert [one["player"] for one in told["ratings"]] == ["looker", "random"]
    assert len(played) == 4


def test_what_was_kept_is_not_played_again(
    played: list[Fixture], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "kept.jsonl"
    words = ["trelawney", "looker", "random", "--out", str(out), "--games"]
    arena.main([*words, "4"])
    arena.main([*words, "8"])
    assert len(played) == 8 == len({one.key for one in played})
    assert "8 of 8" in capsys.readouterr().out.splitlines()[-3]


def test_a_line_that_was_cut_off_costs_one_game_and_no_other(
    played: list[Fixture], tmp_path: Path
) -> None:
    out = tmp_path / "kept.jsonl"
    words = ["trelawney", "looker", "random", "--out", str(out), "--games", "4"]
    arena.main(words)
    out.write_text(out.read_text()[:-20])
    arena.main(words)
    assert len(played) == 5
    assert len(read_results(out)) == 4
    out.write_text(out.read_text().rstrip("\n"))  # whole, but for its end
    arena.main([*words[:-1], "6"])
    assert len(played) == 7
    assert len(read_results(out)) == 6


def test_results_of_other_games_in_the_same_file_do_not_count(
    played: list[Fixture], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kept.jsonl"
    keep(out, Result("x", "shoo", ("looker", "random"), (0.0, 1.0), 5, "", 0.0))
    arena.main(["trelawney", "looker", "random", "--out", str(out), "--games", "2", "--json"])
    assert json.loads(capsys.readouterr().out)["pairs"][0]["games"] == 2
    assert len(played) == 2


def test_it_stops_when_the_interval_clears_the_bar(
    played: list[Fixture], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["trelawney", "looker", "random", "--games", "100", "--until"]
    assert arena.main([*words, "0.6"]) == 0
    assert len(played) == 6  # six of six are 61 % at least
    assert "bar 60% met" in capsys.readouterr().out
    played.clear()
    assert arena.main(["trelawney", "random", "looker", *words[3:], "0.6"]) == 1
    assert len(played) == 6
    assert "NOT met" in capsys.readouterr().out


def test_neighbours_meet_only_their_neighbours(played: list[Fixture]) -> None:
    players = ["looker", "random", "Beginner"]
    arena.main(["trelawney", *players, "--games", "2", "--neighbours"])
    assert {frozenset(one.players) for one in played} == {
        frozenset(("looker", "random")),
        frozenset(("random", "Beginner")),
    }


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess", "looker", "random"], "no game is called 'chess'"),
        (["sevens", "looker", "random"], "played live"),
        (["trelawney", "looker", "nobody"], "'nobody' is no player"),
        (["trelawney", "looker"], "two players"),
        (["trelawney", "looker", "looker"], "each of them once"),
        (["trelawney", "looker", "full+wit=2"], "wit"),
        (["trelawney", "looker", "random", "--seats", "3"], "Trelawney"),
        (["trelawney", "looker", "random", "--option", "size=3"], "size"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena.main(words) == 2
    assert why in capsys.readouterr().err


def test_no_games_are_no_contest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arena.main(["trelawney", "looker", "random", "--games", "0"])
    assert "no number of games" in capsys.readouterr().err


def test_a_failure_is_told_and_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert arena.main(["trelawney", "random", "run:no-such-program", "--games", "2"]) == 0
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 2
    assert "no-such-program" in told.err
    assert "2 lost by a failure" in told.out


def arena_process(*words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "tools" / "arena.py"), *words],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_a_cluster_on_this_machine_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = ["trelawney", "looker", "random", "--games", "4", "--json"]
    ran = arena_process(*words, "--processes", "2", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    alone: Callable[..., Any] = arena_process
    assert (
        json.loads(ran.stdout)["pairs"]
        == json.loads(alone(*words, folder=tmp_path).stdout)["pairs"]
    )


def test_without_dask_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda _: None)
    assert arena.main(["trelawney", "looker", "random", "--processes", "2"]) == 2
    assert "pip install distributed" in capsys.readouterr().err
