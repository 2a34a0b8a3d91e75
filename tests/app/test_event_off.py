"""With no hub joined nothing of the event is loaded, and no socket is open."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, os, socket, sys, threading
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

with Room(Path(sys.argv[1])) as room:
    room.app.scenes.apply(Push(OpenGame(find_game("shoo"))))
    room.turn(0.1)
    room.app.scenes.apply(Push(StartMatch(Setup(find_game("shoo")))))
    for _ in range(5):
        room.turn(0.5)
    names = ("tabletop.event", "zeroconf", "tabletop.hub", "tabletop.app.event_facts")
    loaded = [name for name in sys.modules if name.startswith(names)]
    threads = [thread.name for thread in threading.enumerate() if "event" in thread.name]
    print(json.dumps({"loaded": loaded, "sockets": inet_sockets(), "threads": threads}))
"""


def test_nothing_of_the_event_is_loaded_and_no_socket_is_open(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found == {"loaded": [], "sockets": 0, "threads": []}
