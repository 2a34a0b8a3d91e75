"""The benchmarks run and report what they promise; speed is not checked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tabletop.engine import Match
from tabletop.games import all_games, find_game
from tools.bench import __main__ as bench
from tools.bench import (
    frames,
    keystone,
    machine,
    moves,
    pieces_frames,
    press,
    rest,
    size,
    start,
    touch,
)
from tools.bench.posted_fingers import some_word
from tools.bench.summaries import judged, percentile, summary
from tools.environment import ROOT

SMALL: dict[str, Any] = {"window__fullscreen": False, "window__width": 640, "window__height": 400}
KEYS = [game.key for game in all_games() if game.kind == "board"]
SUMMARY = {"count", "median_ms", "p99_ms", "worst_ms"}
WINDOW = {"size", "driver", "framebuffer"}
JUDGED = {"bars", "met"}


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    # The window notes in the environment how it draws; other tests are to choose for themselves.
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")


def holds(told: dict[str, Any], *promised: set[str]) -> None:
    assert set().union(*promised) <= set(told)
    assert json.loads(json.dumps(told)) == told


def test_a_percentile_is_one_of_the_values() -> None:
    hundred = [float(n) for n in range(100, 0, -1)]
    assert percentile(hundred, 0.99) == 99
    assert percentile(hundred, 1.0) == 100
    assert percentile([7.0], 0.99) == 7
    assert percentile([], 0.99) == 0


def test_a_summary_is_in_milliseconds() -> None:
    told = {"count": 3, "median_ms": 2.0, "p99_ms": 9.0, "worst_ms": 9.0}
    assert summary([0.009, 0.001, 0.002]) == told
    assert summary([])["count"] == 0


def test_a_bar_is_met_up_to_itself_and_one_missed_is_enough() -> None:
    assert judged({"a": 2.0, "b": 1.0}, a=2.0, b=1.0)["met"]
    assert not judged({"a": 2.0, "b": 1.1}, a=2.0, b=1.0)["met"]


def test_the_machine_is_named() -> None:
    holds(machine.facts(), {"cpus", "load", "system", "python", "pygame", "sdl"})


@pytest.mark.parametrize("key", KEYS)
def test_moves_of_every_game_are_timed(key: str) -> None:
    told = moves.measure(find_game(key), games=1, longest=4)
    holds(told, SUMMARY, JUDGED, {"game", "games", "worst_again_ms", "plies_mean", "plies_most"})
    assert 0 < told["count"] <= 4


def test_what_rules_remember_is_forgotten_before_a_position_is_timed() -> None:
    from tabletop.games.shoo import rules

    def sizes() -> list[int]:
        caches = (found for found in vars(rules).values() if hasattr(found, "cache_info"))
        return [cache.cache_info().currsize for cache in caches]

    find_game("shoo").start().moves()
    assert sum(sizes()) > 0
    moves.forget(find_game("shoo"))
    assert sum(sizes()) == 0


@pytest.mark.parametrize("key", KEYS)
def test_a_word_is_of_a_ply_that_can_be_played(key: str) -> None:
    from random import Random

    game = find_game(key)
    match = Match(game, game.seats[0], {}, 3)
    ply, word = some_word(match, Random(1))
    assert word
    assert match.play(ply) if ply else match.roll()


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_frames_of_every_game_are_timed_and_the_slowest_named(key: str, tmp_path: Path) -> None:
    told = frames.measure(tmp_path, key, seconds=0.4, changes=SMALL)
    holds(told, SUMMARY, WINDOW, JUDGED, {"game", "plies", "outright", "late", "cpu_p99_ms"})
    assert told["size"] == "640x400"
    assert told["slowest"][0].keys() >= {"ms", "cpu_ms", "doing", "rects", "area", "stages_ms"}
    assert told["stages"]["paint"].keys() == SUMMARY
    assert pygame.display.get_surface() is None


@pytest.mark.slow
def test_frames_of_a_turned_picture_are_touched_where_they_look(tmp_path: Path) -> None:
    mounted = {**SMALL, "display__turn": "90", "display__mirror": True}
    told = frames.measure(tmp_path, "trelawney", seconds=0.4, changes=mounted)
    assert (told["turn"], told["mirror"]) == (90, True)
    assert told["outright"] == []
    assert told["stages"]["turn"].keys() == SUMMARY


@pytest.mark.slow
def test_frames_of_a_picture_that_is_pulled_by_its_corners_are_timed(tmp_path: Path) -> None:
    told = keystone.measure(tmp_path, "trelawney", seconds=0.4, changes=SMALL)
    holds(told, SUMMARY, WINDOW, JUDGED, {"whole"})
    assert told["outright"] == []
    assert told["stages"]["turn"].keys() == SUMMARY
    assert told["whole"]["count"] == keystone.WHOLE


@pytest.mark.slow
def test_a_profile_names_functions(tmp_path: Path) -> None:
    told = frames.measure(tmp_path, "shout7", seconds=0.2, profile=True, changes=SMALL)
    holds(told["profile"][0], {"where", "function", "calls", "own_ms", "with_calls_ms"})


@pytest.mark.slow
@pytest.mark.parametrize("key", ["", "trelawney"])
def test_rest_is_measured_in_the_menu_and_in_a_match(key: str, tmp_path: Path) -> None:
    told = rest.measure(tmp_path, key, seconds=0.2, settles=0.2, changes=SMALL)
    holds(told, WINDOW, JUDGED, {"scene", "cpu_percent", "frames", "turns", "seconds"})
    assert told["scene"] == (key or "menu")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="pseudo-terminals")
def test_a_press_on_a_box_is_followed_until_it_shows(tmp_path: Path) -> None:
    told = press.measure(tmp_path, presses=3, changes=SMALL)
    holds(told, SUMMARY, WINDOW, JUDGED, {"unchanged"})
    assert told["count"] + told["unchanged"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_a_touch_is_followed_until_it_shows(key: str, tmp_path: Path) -> None:
    told = touch.measure(tmp_path, key, touches=1, changes={**SMALL, "look.speed": "off"})
    holds(told, SUMMARY, WINDOW, JUDGED, {"frames_to_change", "unchanged", "unchanged_spots"})
    assert told["count"] + told["unchanged"] >= 1


@pytest.mark.slow
def test_frames_with_three_loose_pieces_in_motion_are_timed(tmp_path: Path) -> None:
    told = pieces_frames.measure(tmp_path, rounds=1, changes=SMALL)
    holds(told, SUMMARY, WINDOW, JUDGED, {"cpu_p99_ms", "frames"})
    assert told["frames"] >= pieces_frames.TURNS


@pytest.mark.slow
def test_a_start_is_timed_to_its_first_frame() -> None:
    told = start.measure(dict(os.environ), 1, ("--size", "640x400"))
    holds(told, JUDGED, {"size", "driver", "count", "median_ms", "worst_ms", "reached_ms"})
    assert (told["size"], told["count"]) == ("640x400", 1)
    assert list(told["reached_ms"]) == ["python", "imports", "first frame"]


def test_imports_are_told_by_module_and_package() -> None:
    holds(
        size.measure("import json", 1),
        {"count", "median_ms", "modules", "slowest_ms", "packages_ms"},
    )


def test_only_whole_lines_of_import_times_count() -> None:
    text = "import time: self [us] | cumulative | imported package\n"
    text += "import time:      1500 |       2500 |   json.decoder\nnoise | 3 | x\n"
    assert size.told_imports(text) == {"json.decoder": 1.5}


def test_each_measurement_is_a_line_of_json_and_a_missed_bar_tells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(size, "run", lambda: {"count": 1})
    monkeypatch.setattr(moves, "run", lambda: {"runs": [{"met": True}, {"met": False}]})
    out = tmp_path / "all.json"
    assert bench.main(["size"]) == 0
    assert bench.main(["size", "moves", "--out", str(out)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["bench"] for line in lines] == ["size", "size", "moves"]
    assert all("cpus" in line["machine"] for line in lines)
    assert json.loads(out.read_text("utf-8")) == lines[1:]


def test_an_unknown_measurement_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        bench.main(["frame"])
    assert "there is no frame; there are start, rest, frames" in capsys.readouterr().err


@pytest.mark.slow
def test_nothing_but_json_goes_to_the_standard_output() -> None:
    greeted = {key: value for key, value in os.environ.items() if "PROMPT" not in key}
    words = [sys.executable, str(ROOT / "tools" / "bench"), "size"]
    done = subprocess.run(words, env=greeted, capture_output=True, text=True, check=True)
    assert [json.loads(line)["bench"] for line in done.stdout.splitlines()] == ["size"]
