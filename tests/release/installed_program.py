"""Plays with an installed program: `tools/release.py` runs this for each artefact.

TABLETOP_INSTALLED is a JSON object: `command`, the words that start the program; `root`, the folder
that the program takes for `/`; `version`; `compiled`, whether the compiled search is waited for.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urlencode

import pytest

from tabletop.ai.compilation import DISABLE_COMPILATION_ENV
from tabletop.engine import Match
from tabletop.games import all_games, find_game
from tabletop.settings import FILE_NAME, Settings
from tests.end_to_end.expected_pages import Twin
from tests.end_to_end.pointing import Eye
from tests.end_to_end.real_window import ROOT, SIZE, Desk
from tests.end_to_end.requirements import lacking
from tests.end_to_end.test_games_by_mouse import pass_the_title, saved
from tools.simulated.hub_process import free_port

INSTALLED: dict[str, Any] = json.loads(os.environ["TABLETOP_INSTALLED"])
COMMAND: list[str] = INSTALLED["command"]
PROGRAM_ROOT = Path(INSTALLED["root"])
BOARDS = [game.key for game in all_games() if game.kind == "board"]
GAME = "shoo"
FIRST_START_SECONDS = 120.0
"""An interpreter without compiled modules on a loaded machine takes long."""
COMPILE_SECONDS = 1200.0
"""The compiler runs with the lowest priority, so it gets little of a loaded machine."""

window = pytest.mark.skipif(bool(lacking()), reason=lacking())


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that the program, whoever runs it, can write."""
    place = Path(mkdtemp(prefix="tabletop trial ä ", dir=PROGRAM_ROOT / "tmp"))
    place.chmod(0o777)
    (place / "data").mkdir()
    (place / "data").chmod(0o777)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Nothing of the checkout's: only what a login has."""
    given = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    home = inside(folder)
    path = os.environ["PATH"] if os.name == "nt" else "/usr/bin:/bin:/usr/sbin:/sbin"
    given |= {"HOME": home, "USERPROFILE": home, "PATH": path, "LANG": "C.UTF-8"}
    return given | {"SDL_AUDIODRIVER": "dummy", **more}


def inside(path: Path) -> str:
    """A path as the program sees it."""
    return str(Path("/", path.relative_to(PROGRAM_ROOT))) if os.name != "nt" else str(path)


def run(
    folder: Path,
    *words: str,
    said: str = "",
    seconds: float = FIRST_START_SECONDS,
    more: Mapping[str, str] | None = None,
) -> str:
    done = subprocess.run(
        [*COMMAND, "--data-dir", inside(folder / "data"), *words],
        cwd=folder,
        env=environment(folder, **(more or {})),
        input=said,
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_version_is_that_of_the_release(folder: Path) -> None:
    assert run(folder, "--version").strip() == f"tabletop {INSTALLED['version']}"


def test_doctor_finds_everything_and_nothing_of_the_checkout(folder: Path) -> None:
    report = run(folder, "doctor")
    assert "fail" not in report
    assert "fonts, sounds and textures are complete" in report
    assert "numba is missing" not in report
    assert "OpenCV is missing" not in report
    assert str(ROOT / "tabletop") not in report


def test_the_demo_plays_every_game(folder: Path) -> None:
    run(folder, "--demo", inside(folder / "demo"), "--size", "640x400", seconds=400)
    games = {path.name.split("-")[0] for path in (folder / "demo").glob("*.png")}
    assert games == {game.key for game in all_games()}


@pytest.mark.parametrize("game", BOARDS)
def test_the_referee_has_an_answer_of_the_computer(folder: Path, game: str) -> None:
    said = f"game {game}\nmoves\ngo seconds=0.3\nquit\n"
    # Without a compiler, which would go on after the referee; the match in a window tries that.
    plain = {DISABLE_COMPILATION_ENV: "1"}
    _, moves, ply, *_ = run(folder, "referee", said=said, more=plain).splitlines()
    assert ply.startswith("= ")
    assert ply.removeprefix("= ") in moves.split()


@pytest.mark.parametrize("example", ["kiosk", "party"])
def test_the_settings_files_come_with_it(folder: Path, example: str) -> None:
    text = run(folder, "settings", "--example", example)
    assert text == (ROOT / "config" / f"{example}.toml").read_text("utf-8")


def test_the_hub_makes_its_database(folder: Path) -> None:
    told = run(folder, "hub", "--add-user", "Mira", "--role", "referee")
    assert told.startswith("Mira (referee) logs in with the password ")
    assert (folder / "data" / "hub.db").is_file()


class HubPages:
    """A browser at the pages of a hub; an answer that is an error raises."""

    def __init__(self, port: int) -> None:
        self._at = f"http://127.0.0.1:{port}"
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self._token = ""

    def get(self, path: str) -> str:
        return self._shown(urllib.request.Request(self._at + path))

    def post(self, path: str, **fields: str) -> str:
        """Sends a form, with the token of the page before; gives the page that follows."""
        body = urlencode({**fields, "token": self._token}).encode()
        return self._shown(urllib.request.Request(self._at + path, body, {"Origin": self._at}))

    def _shown(self, asked: urllib.request.Request) -> str:
        with self._browser.open(asked, timeout=60) as answer:
            page = str(answer.read().decode("utf-8", "replace"))
        token = re.search(r'name="token" value="([^"]+)"', page)
        self._token = token[1] if token else self._token
        return page


def test_the_hub_serves_its_pages_and_stops_politely(folder: Path) -> None:
    port = free_port()
    words = ("hub", "--host", "127.0.0.1", "--port", str(port), "--no-announce")
    hub = subprocess.Popen(
        [*COMMAND, "--data-dir", inside(folder / "data"), *words, "--name", "Trial"],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert hub.stdout is not None
    try:
        told = ""
        while "pairing code" not in told:  # the last line
            line = hub.stdout.readline()
            assert line, "the hub has ended"
            told += line
        password = re.search(r"Log in as host with the password (\S+)", told)
        assert password is not None
        pages = HubPages(port)
        page = pages.get("/login")
        style = re.search(r'/static/[^"]+\.css', page)
        assert style is not None
        assert "{" in pages.get(style[0])
        assert "tabletop_hub_events_total" in pages.get("/metrics")
        pages.post("/login", name="host", password=password[1])
        # Pairings and papers come from libraries that are loaded when they are first needed.
        pages.post("/tournaments/new", name="Cup", game=GAME, format="swiss", clock="none")
        for names in ("Ada\nBo\nCem", "\n".join(f"Player {number}" for number in range(60))):
            pages.post("/tournaments/1/enter", names=names)
        assert "Player 59" in pages.post("/tournaments/1/start")
        assert pages.get("/tournaments/1/standings.pdf").startswith("%PDF")
        run(folder, "hub", "--backup", inside(folder / "data" / "fair.db"))
        assert (folder / "data" / "fair.db").is_file()
        hub.terminate()
        assert hub.wait(60) == (0 if os.name != "nt" else 1)
    finally:
        hub.kill()
        hub.wait()
        hub.stdout.close()
    assert "erased" in run(folder, "hub", "--erase", said="Trial\n")


def test_the_devices_of_the_machine_are_listed(folder: Path) -> None:
    run(folder, "devices")


@window
def test_a_match_against_the_computer_in_a_window(folder: Path) -> None:
    twin = Twin(folder / "twin", Settings(), SIZE)
    with Desk(folder, COMMAND, root=PROGRAM_ROOT, environment=environment(folder)) as desk:
        (desk.data / FILE_NAME).write_text('[look]\nspeed = "off"\nlanguage = "en"\n')
        desk.start()
        begun = twin.drawn(twin.title())
        desk.wait("the title", lambda: desk.shows(begun), FIRST_START_SECONDS)
        menu, page = twin.menu(), twin.start(GAME)
        opened, offered = twin.drawn(menu), twin.drawn(page)
        pass_the_title(desk, twin)
        desk.wait("the menu", lambda: desk.shows(opened))
        desk.click(twin.button(menu, f"game:{GAME}"))
        desk.wait("the first page of the game", lambda: desk.shows(offered))
        assert page.setup.computers, "a first visitor does not play against the computer"
        desk.click(twin.button(page, "start"))
        desk.click(twin.button(twin.begun(page.setup), "goal:0"))
        match = Match(find_game(GAME))
        eye = Eye(match, SIZE)
        for number in range(0, 4, 2):
            ply = str(next(iter(match.state.moves())))
            desk.click(eye.beside)
            desk.make(eye.gestures(ply))
            desk.wait(f"ply {number}", lambda: saved(desk) >= number + 1)  # noqa: B023
            desk.wait(
                "the computer's ply",
                lambda: saved(desk) >= number + 2,  # noqa: B023
                FIRST_START_SECONDS,
            )
            record = desk.record()
            assert record is not None
            for text in record.plies[number:]:
                match.play(text)
        children = desk.children()
        assert [words for words in children if "tabletop.ui.audio.mixer" in words], children
        assert [words for words in children if "tabletop.cli.engine_process" in words], children
        if INSTALLED["compiled"]:
            wait_for_compiled_search(desk)
        picture = os.environ.get("TABLETOP_TRIAL_PICTURE")
        if picture:
            import pygame

            pygame.image.save(desk.picture(), picture)
        desk.close_window()
        assert desk.ended() == 0
        assert desk.complaints == ""
    twin.close()


def wait_for_compiled_search(desk: Desk) -> None:
    """The computer's process compiles the game in the background when it is first played."""
    ready = f"compiled/{GAME}-*/ready"
    desk.wait("the compiled search", lambda: any(desk.data.glob(ready)), COMPILE_SECONDS)


@window
def test_a_kiosk_tells_its_service_manager_that_it_is_up(folder: Path) -> None:
    (folder / "kiosk.toml").write_text(run(folder, "settings", "--example", "kiosk"), "utf-8")
    name = f"\0tabletop-trial-{os.getpid()}"
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    with told:
        told.bind(name)  # an abstract address, which is the same in a chroot
        told.settimeout(0.5)
        given = environment(folder, NOTIFY_SOCKET=f"@{name[1:]}", WATCHDOG_USEC="4000000")
        with Desk(folder, COMMAND, root=PROGRAM_ROOT, environment=given) as desk:
            desk.start("--kiosk", "--config", inside(folder / "kiosk.toml"))
            heard = ""
            until = time.monotonic() + FIRST_START_SECONDS
            while time.monotonic() < until and not (
                "READY=1" in heard and heard.count("WATCHDOG=1") >= 2
            ):
                with suppress(TimeoutError):
                    heard += told.recv(4096).decode() + "\n"
            assert "READY=1" in heard, desk.complaints
            assert heard.count("WATCHDOG=1") >= 2, heard
            desk.close_window()  # a kiosk does not close
            time.sleep(1)
            assert desk.children() is not None
            desk.signal(signal.SIGTERM)
            assert desk.ended() == 0, desk.complaints
