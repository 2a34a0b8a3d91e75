"""The real program on a virtual display, with ten fingers by TUIO."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from tabletop.app.session_replay import load_recording
from tabletop.engine import Record
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.phases.chance import TossPhase
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.widgets.text_entry import CHARACTER_KEY, DONE
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.real_window import ROOT, SIZE, Desk
from tests.end_to_end.record_follower import Follower
from tests.end_to_end.tangram_hands import Tangram
from tests.end_to_end.touch_team import Team, arrange_together
from tests.input.tuio_client import frame

PACE = 0.016
"""Seconds between two frames of the touch frame."""


class TouchFrame:
    """A touch frame over the screen, which sends what it sees."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._address = ("127.0.0.1", port)
        self._number = 0
        self._sessions: dict[int, int] = {}
        self._last: Mapping[int, Pixel] = {}

    def show(self, fingers: Mapping[int, Pixel]) -> None:
        """One frame; a finger that was away is another session when it comes back."""
        for finger in fingers.keys() - self._sessions.keys():
            self._sessions[finger] = 1000 + self._number * 100 + finger
        for finger in self._sessions.keys() - fingers.keys():
            del self._sessions[finger]
        self._number += 1
        self._last = fingers
        moved = {
            self._sessions[finger]: (x / SIZE[0], y / SIZE[1]) for finger, (x, y) in fingers.items()
        }
        self._socket.sendto(frame(self._number, moved, source="test@table"), self._address)
        time.sleep(PACE)

    def again(self) -> None:
        """The same frame, as frames send it when nothing moves."""
        self.show(self._last)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def touch_frame(port: int) -> Iterator[TouchFrame]:
    opened = TouchFrame(port)
    yield opened
    opened.close()


@pytest.mark.slow
def test_ten_fingers_by_tuio_and_the_evening_lived_again(
    tmp_path: Path, port: int, touch_frame: TouchFrame
) -> None:
    config, evening = tmp_path / "tuio.toml", tmp_path / "evening.jsonl"
    config.write_text(f'[input]\ntuio = "loopback"\ntuio_port = {port}\n')
    start = ["--windowed", "--size", "x".join(map(str, SIZE)), "--config", str(config)]
    start += ["--record", str(evening), "play", "sevens", "--option", "loose=true"]
    with Desk(tmp_path) as desk:
        desk.start(*start)
        follower = Follower(evening, tmp_path / "along")
        tangram = Tangram(cast(Any, follower), cast(Any, None))

        def until(what: str, seen: object) -> None:
            assert callable(seen)
            follower.until(what, seen, touch_frame.again)

        team = Team(tangram, touch_frame.show, until)
        toss(team)
        arrange_together(team)
        assert team.most == 10
        picture = str(tangram.surface.picture())
        until("the same picture", lambda: desk.shows(follower.picture()))
        team.press("done")
        until("a page for the name", lambda: isinstance(follower.top, NamePage))
        for key in (f"{CHARACTER_KEY}a", DONE):
            until(key, partial(follower.hears, key))
            team.tap(follower.button(key))
        until("a picture that is made", lambda: phase(follower) is Phase.READY)
        desk.wait("the record", lambda: told(desk.record()) == tangram.match.record().plies)
        desk.close_window()
        assert desk.ended() == 0, desk.complaints
        assert desk.complaints == ""
        record = desk.record()
    follower.playback.close()
    assert record is not None
    assert [ply.partition("@")[0] for ply in record.plies] == ["toss", "arranged"]
    assert record.plies[1].endswith(picture)
    again = Desk(tmp_path / "again")
    done = lived_again(evening, again.data)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{len(load_recording(evening).turns)} turns, ")
    assert again.record() == record


def toss(team: Team) -> None:
    """Touches the coin, sees it land, and goes on."""
    part = team.tangram.phase
    assert isinstance(part, TossPhase)
    team.ready()
    team.tap(Canvas(SIZE).to_pixels(part.middle))
    team.wait("the coin", lambda: any(b.key == "on" for b in part.buttons.buttons))
    team.press("on")
    team.wait("the board", lambda: team.tangram.match.phase is Phase.ARRANGE)


def phase(follower: Follower) -> Phase | None:
    top = follower.top
    return top.context.match.phase if isinstance(top, SevensScene) else None


def told(record: Record | None) -> tuple[str, ...]:
    return () if record is None else record.plies


def lived_again(evening: Path, data_dir: Path) -> subprocess.CompletedProcess[str]:
    """The written evening in a program without a screen."""
    run = [sys.executable, "-m", "tabletop", "--playback", str(evening)]
    bare = {k: v for k, v in os.environ.items() if not k.startswith("SDL_") and k != "DISPLAY"}
    return subprocess.run(
        [*run, "--data-dir", str(data_dir)],
        cwd=ROOT,
        env=bare,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
