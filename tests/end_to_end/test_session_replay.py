"""Recorded sessions replay to the same matches and the same picture."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.__main__ import main
from tabletop.app.main_loop import App
from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.engine import CHANCE
from tabletop.input.actions import Action, Roll
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.hub import Hub
from tabletop.party.messages import Choose, Host, Touch
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.app_context import AppContext
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.real_window import ROOT
from tests.end_to_end.scripted_players import PLAYERS
from tests.party.fake_server import FakeServer, FakeServers

PORTRAIT = (720, 1100)
READER = Device("dice", "serial", "DR-1", "/dev/dice", health=DeviceHealth.LIVE, sides=6)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def lived_again(path: Path, tmp_path: Path, room: Room) -> None:
    """Ends an evening and lives it again, to the same match on the shelf and on the screen."""
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
    finally:
        playback.close()


@pytest.mark.parametrize("key", sorted(PLAYERS))
def test_a_match_in_a_window_that_changes(path: Path, tmp_path: Path, key: str) -> None:
    room = Room(tmp_path / "first", diary=path)
    hands = Fingers(room)
    eye = sit_down(room, hands, key)
    play(room, hands, eye, PLAYERS[key], 5)
    room.resize(PORTRAIT)
    room.rest()
    play(room, hands, Eye(room.match, PORTRAIT), PLAYERS[key], 3)
    lived_again(path, tmp_path, room)


def test_settings_that_people_change_and_the_way_back_to_the_menu(
    path: Path, tmp_path: Path
) -> None:
    room = Room(tmp_path / "first", diary=path)
    hands, keys = Fingers(room), Keys(room)
    eye = sit_down(room, hands, "shoo", facing=True)
    play(room, hands, eye, PLAYERS["shoo"], 3)
    for key in (pygame.K_ESCAPE, pygame.K_DOWN, pygame.K_DOWN, pygame.K_ESCAPE, pygame.K_u):
        keys.press(key)
        room.turn(0.5)
    room.table.today = lambda: "2031-01-01"
    room.lose_focus()
    room.rest()
    lived_again(path, tmp_path, room)


class Dice:
    """A dice reader that throws when it is told."""

    name = "serial"

    def __init__(self, room: Room) -> None:
        self._room = room
        self.thrown: list[tuple[int, ...]] = []

    def start(self) -> None:
        self._room.table.devices.report(READER)

    def poll(self) -> list[Action]:
        thrown, self.thrown = self.thrown, []
        for values in thrown:
            self._room.table.devices.note(READER.key, str(values), self._room.time)
        return [
            Roll(
                source="serial", device=READER.key, values=values, label=READER.label, when=1e9 + 1
            )
            for values in thrown
        ]

    def stop(self) -> None:
        self._room.table.devices.forget(READER.key)


def test_real_dice_fall_as_they_fell(path: Path, tmp_path: Path) -> None:
    room = Room(tmp_path / "first", diary=path)
    dice = Dice(room)
    room.app.hub = Hub([room.app.window, dice], lambda: room.time)
    hands = Fingers(room)
    eye = sit_down(room, hands, "super7")
    for number in range(4):
        assert room.match.state.turn == CHANCE
        dice.thrown.append((1 + number, 6 - number))
        for _ in range(300):
            if room.match.state.turn != CHANCE:
                break
            room.turn(0.05)
        room.rest()
        play(room, hands, eye, PLAYERS["super7"], 1)
    assert set(room.newest.sources) == {"reader:DR-1"}
    assert [count.source for count in room.table.store.throws()] == ["reader:DR-1"]
    lived_again(path, tmp_path, room)


def test_what_is_thrown_again_is_not_counted_as_thrown_by_a_reader(
    path: Path, tmp_path: Path
) -> None:
    room = Room(tmp_path / "first", diary=path)
    dice = Dice(room)
    room.app.hub = Hub([room.app.window, dice], lambda: room.time)
    sit_down(room, Fingers(room), "super7")
    dice.thrown.append((3, 4))
    room.turn()
    room.rest()
    (then,) = room.table.store.throws()
    room.close()
    playback = SessionReplay(load_recording(path), tmp_path / "first")
    playback.run()
    counted = {count.source: (count.throws, count.faces) for count in playback.table.store.throws()}
    playback.close()
    told = (then.throws, then.faces)
    assert counted == {"reader:DR-1": told, "replayed": told}


def test_devices_come_and_go_in_the_middle_of_the_turn_in_which_they_did(
    path: Path, tmp_path: Path
) -> None:
    def watched(app: App, table: AppContext) -> list[tuple[float, int]]:
        """The time that goes by, and how many readers work as it does."""
        seen: list[tuple[float, int]] = []
        update = app.scenes.update

        def noted(dt: float) -> None:
            seen.append((dt, len(table.devices.readers)))
            update(dt)

        app.scenes.update = noted  # type: ignore[method-assign]
        return seen

    room = Room(tmp_path / "first", diary=path)
    app, devices = room.app, room.table.devices
    dice = Dice(room)
    app.hub = Hub([app.window, dice], lambda: room.time)
    then = watched(app, room.table)
    sit_down(room, Fingers(room), "super7")
    for plugged in (False, True, False):
        poll = app.hub.poll

        def unplugged(plugged: bool = plugged, poll: Callable[[], list[Action]] = poll) -> Any:
            devices.report(
                replace(READER, health=DeviceHealth.LIVE if plugged else DeviceHealth.LOST)
            )
            return poll()

        app.hub.poll = unplugged  # type: ignore[method-assign]
        room.turn()
        app.hub.poll = poll  # type: ignore[method-assign]
        for _ in range(7):
            room.turn(0.1)
    assert {count for _, count in then} == {0, 1}
    room.close()
    folder = tmp_path / "again"
    folder.mkdir()
    playback = SessionReplay(load_recording(path), folder)
    again = watched(playback.app, playback.table)
    playback.run()
    playback.close()
    assert again[-len(then) :] == then


# -- the command line ---------------------------------------------------------------------------


@pytest.fixture
def written(path: Path, tmp_path: Path) -> Path:
    """The file of a short evening."""
    room = Room(tmp_path / "first", diary=path)
    play(room, Fingers(room), sit_down(room, Fingers(room), "shout7"), PLAYERS["shout7"], 2)
    room.close()
    return path


def test_an_evening_is_lived_unseen_and_says_how_long_it_was(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = load_recording(written).turns
    assert main(["--playback", str(written)]) == 0
    seconds = sum(turn.microseconds for turn in turns) / 1_000_000
    assert capsys.readouterr() == (f"{len(turns)} turns, {seconds:.1f} seconds\n", "")


def test_it_is_lived_in_a_window_at_a_speed(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--playback", str(written), "--speed", "1000"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(load_recording(written).turns)} turns")


def test_the_own_shelf_is_left_alone(written: Path, tmp_path: Path) -> None:
    given = tmp_path / "given"
    before = {path.name for path in tmp_path.iterdir()}
    assert main(["--playback", str(written)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == before
    assert main(["--playback", str(written), "--data-dir", str(given)]) == 0
    assert any(given.iterdir())


def test_a_damaged_evening_is_refused_with_its_line(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    written.write_bytes(b"".join([*lines[:3], lines[3][:-3] + b"\n", *lines[4:]]))
    assert main(["--playback", str(written)]) == 2
    assert capsys.readouterr() == (
        "",
        f"tabletop: {written}: line 4: not a JSON object, or cut short\n",
    )


def test_an_evening_that_a_power_cut_ended_is_lived_up_to_there(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written.write_bytes(written.read_bytes()[:-5])
    assert main(["--playback", str(written)]) == 0
    out, err = capsys.readouterr()
    assert out
    assert err == f"tabletop: {written}: the last line is cut short, and left out\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--speed", "2"], "--speed goes with --playback"),
        (["--playback", "FILE", "--speed", "0"], "a speed is a number such as 1 or 2.5, not 0"),
        (["--playback", "FILE", "--record", "x"], "--playback goes alone"),
        (["--playback", "FILE", "play", "shoo"], "--playback goes alone"),
        (["--playback", "nowhere"], "nowhere: No such file or directory"),
        (["--record", "nowhere/x"], "nowhere/x: No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    written: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    given = [str(written) if word == "FILE" else word for word in arguments]
    assert main(given) == 2
    assert words in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="killed as a power cut does")
def test_a_power_cut_leaves_an_evening(path: Path, tmp_path: Path) -> None:
    program = subprocess.Popen(
        [
            *(sys.executable, "-m", "tabletop", "--windowed", "--record", str(path)),
            *("--data-dir", str(tmp_path / "data"), "play", "shoo"),
        ],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
    )
    until = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert program.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    program.send_signal(signal.SIGKILL)
    program.wait()
    evening = load_recording(path)
    assert evening.header.start == ("play", "shoo", 2, {})
    assert evening.turns
    folder = tmp_path / "again"
    folder.mkdir()
    playback = SessionReplay(evening, folder)
    playback.run()
    assert not isinstance(playback.app.scenes.top, MenuScene)
    playback.close()


def test_what_phones_do_is_recorded_and_their_secrets_are_not(path: Path, tmp_path: Path) -> None:
    servers = FakeServers()
    room = Room(tmp_path / "first", diary=path, server=servers, party_wifi_password="hunter22")
    hands = Fingers(room)
    sit_down(room, hands, "shoo")
    server, token = open_phones(room, hands, servers)
    server.join(1, 0, "Ada")
    server.join(2, 1, "Ben", "de")
    server.act(1, Host("claim"))
    room.turn(0.2)
    room.turn(0.2)
    hands.press("claim")
    hands.press("yes")
    server.act(1, Host("volume", number=15))
    room.turn(0.2)
    hands.press("done")
    room.turn(0.2)
    hands.press("on")
    plies = play_by_phone(room, servers, 3)
    server.die()
    until = room.time + 10
    while servers.last is server:
        assert room.time < until, "no new server is started"
        room.turn(0.3)
    for number in (1, 2):
        servers.last.arrive(number, known=True)
    plies += play_by_phone(room, servers, 2)
    assert plies == 5
    assert room.table.settings["sound.volume"] == 15
    room.rest()
    lived_again(path, tmp_path, room)
    written = path.read_text("utf-8")
    assert token
    for secret in (token, "secret 1", "hunter22"):
        assert secret not in written


def open_phones(room: Room, hands: Fingers, servers: FakeServers) -> tuple[FakeServer, str]:
    """Opens the page of phones from the pause of a match."""
    Keys(room).press(pygame.K_ESCAPE)
    room.turn(0.5)
    hands.press("phones")
    room.turn(0.2)
    room.turn(0.2)
    return servers.last, room.table.phones.token


def play_by_phone(room: Room, servers: FakeServers, plies: int) -> int:
    """Touches what lights up on the phone of the seat to move; gives the number of plies."""
    before = len(room.match.plies)
    for _ in range(20 * plies):
        room.turn(0.4)
        room.turn(0.2)  # on a slow machine the second phone is shown its view one turn later
        if len(room.match.plies) == before + plies:
            break
        acting = room.scene.session.acting
        view = servers.last.view(1 + acting)
        lit = [spot for spot in view["board"].get("lit", ()) if spot not in room.picked]
        if lit:
            servers.last.act(1 + acting, Touch(lit[-1]))
        elif choices := view.get("choices"):
            servers.last.act(1 + acting, Choose(choices[0]["key"]))
    return len(room.match.plies) - before
