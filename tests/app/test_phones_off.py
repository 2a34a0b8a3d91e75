"""With phones off nothing of them is loaded, and no port is open."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, os, socket, sys
from pathlib import Path
from tabletop.games import find_game
from tabletop.scenes.destinations import OpenGame, StartMatch
from tabletop.scenes.match_setup import Setup
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room

def inet_sockets():
    found = 0
    for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            end = socket.socket(fileno=int(name))
        except OSError:
            continue
        found += end.family in (socket.AF_INET, socket.AF_INET6)
        end.detach()
    return found

with Room(Path(sys.argv[1]), party_on=sys.argv[2] == "on", party_host="127.0.0.1") as room:
    for key in ("shoo", "sevens"):
        room.app.scenes.apply(Push(OpenGame(find_game(key))))
        room.turn(0.1)
    room.app.scenes.apply(Push(StartMatch(Setup(find_game("shoo")))))
    for _ in range(5):
        room.turn(0.1)
    loaded = [name for name in sys.modules if name.startswith(("tabletop.party", "aiohttp"))]
    print(json.dumps({"loaded": loaded, "sockets": inet_sockets()}))
"""


def run(data_dir: Path, phones: str) -> dict[str, object]:
    """What the program has loaded and opened after a look at its pages and a match."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(data_dir), phones],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_nothing_of_phones_is_loaded_and_no_socket_is_open(tmp_path: Path) -> None:
    assert run(tmp_path, "off") == {"loaded": [], "sockets": 0}


def test_the_window_itself_never_loads_the_web_server(tmp_path: Path) -> None:
    loaded = run(tmp_path, "on")["loaded"]
    assert isinstance(loaded, list)
    assert "tabletop.party.table" in loaded
    assert [name for name in loaded if name.startswith("aiohttp")] == []
