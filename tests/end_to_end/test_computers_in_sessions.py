"""Computer players in the main loop: recorded sessions, the menu, the engine process."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pygame
import pytest

from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.engine import CHANCE, Match
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down_alone
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.real_window import ROOT
from tests.players.stub_engine import SlowBrain

WINDOW = """
import sys, time
from pathlib import Path
from tabletop.app.startup import open_computers
from tabletop.engine.analysis import AnalysisRequest
from tabletop.settings import Settings

computers = open_computers(Settings(), Path(sys.argv[1]))
assert "subprocess" in sys.modules
number = computers.ask(AnalysisRequest("trelawney", 2, {}, level="Keen", playouts=20))
while not computers.progress(number).done:
    computers.hear(computers.news())
    time.sleep(0.01)
print(computers.progress(number).thought.sims, computers.health.running)
computers.close()
print([name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite", "numpy")])
"""


def anything(match: Match) -> str:
    """Any legal ply, the same for the same match; the dice are thrown."""
    if match.state.turn == CHANCE:
        return ""
    moves = match.state.moves()
    return str(moves[int(Random(f"me {len(match.plies)}").random() * len(moves))])


def wait_for_the_computer(room: Room) -> None:
    """Until the person is to act again."""
    for _ in range(600):
        room.turn()
        if room.match.outcome is not None or room.scene.snapshot.motion is not None:
            continue
        if room.match.game.acting(room.match.state) == 0:
            return
    raise AssertionError("the computer does not play")


@pytest.mark.parametrize("key", ["shoo", "shout7", "super7", "trelawney"])
def test_a_match_against_a_computer_is_lived_again_without_one(tmp_path: Path, key: str) -> None:
    path, brain = tmp_path / "evening.jsonl", SlowBrain()
    room = Room(tmp_path / "first", diary=path, brain=brain, computer_pace="fast")
    hands = Fingers(room)
    eye = sit_down_alone(room, hands, key)
    for _ in range(3):
        play(room, hands, eye, anything, 1)
        wait_for_the_computer(room)
    assert brain.asked
    room.rest()
    pixels, record = room.pixels(), room.newest
    room.close()
    folder = tmp_path / "again"
    folder.mkdir()
    playback = SessionReplay(load_recording(path), folder)
    playback.run()
    try:
        store = playback.table.store
        kept = max((*store.unfinished(), *store.finished()), key=lambda kept: kept.changed)
        assert kept.record == record
        assert pygame.image.tobytes(playback.surface, "RGB") == pixels
        assert playback.table.analysis.health.running
    finally:
        playback.close()


def test_computers_get_ready_once_the_menu_has_been_at_rest(tmp_path: Path) -> None:
    brain = SlowBrain()
    with Room(tmp_path, brain=brain) as room:
        room.turn(0.5)
        assert brain.warmed == []
        room.turn(2.0)
        assert len(brain.warmed) == 1
        for _ in range(5):
            room.turn(2.0)
        assert len(brain.warmed) == 1


def test_the_game_that_was_played_last_gets_ready(tmp_path: Path) -> None:
    brain = SlowBrain()
    with Room(tmp_path, brain=brain, play_last_game="super7") as room:
        room.turn(2.0)
        room.turn(2.0)
        assert brain.warmed == ["super7"]


@pytest.mark.slow
def test_the_windows_process_thinks_without_numba(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-2:] == ["20 True", "[]"]
