"""The real server process, real sockets: a match goes on whatever happens to either."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession

from tabletop.games import find_game
from tabletop.input.actions import TouchSpot
from tabletop.party.views import MatchView
from tabletop.scenes.destinations import OpenGame
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room

PATIENCE = 30.0
LOOPBACK = "127.0.0.1"


class Phone:
    """A phone with a thread of its own; it connects again when its connection ends."""

    def __init__(self, port: Callable[[], int], token: str) -> None:
        self._port = port
        self._token = token
        self._secret = ""
        self._chance = Random(token)
        self._send: Queue[dict[str, Any]] = Queue()
        self._closing = False
        self._dropping = False
        self.stalls = 0.0
        """The most seconds for which it reads nothing."""
        self.you: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.arrivals = 0
        self._thread = Thread(target=lambda: asyncio.run(self._live()), daemon=True)
        self._thread.start()

    def say(self, type: str, **fields: Any) -> None:
        self._send.put({"type": type, **fields})

    def drop(self) -> None:
        """Its connection is lost, and it connects again."""
        self._dropping = True

    def close(self) -> None:
        self._closing = True
        self._thread.join(5)

    async def _live(self) -> None:
        async with ClientSession() as session:
            while not self._closing:
                try:
                    await self._talk(session)
                except Exception:  # no server at the moment
                    await asyncio.sleep(0.1)

    async def _talk(self, session: ClientSession) -> None:
        url = f"http://{LOOPBACK}:{self._port()}"
        async with session.ws_connect(f"{url}/ws", headers={"Origin": url}) as socket:
            hello = {"token": self._token, "language": "en", "secret": self._secret}
            await socket.send_json({"type": "Connect", **hello})
            while not self._closing:
                if self._dropping:
                    self._dropping = False
                    return
                await asyncio.sleep(self._chance.random() * self.stalls)
                with suppress(Empty):
                    await socket.send_json(self._send.get_nowait())
                try:
                    message = await asyncio.wait_for(socket.receive(), 0.02)
                except TimeoutError:
                    continue
                if not isinstance(message.data, str):
                    return
                self._hear(msgspec.json.decode(message.data))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "Welcome":
                self._secret = message["secret"]
                self.arrivals += 1
            case "You":
                self.you = message
            case "View":
                self.view = message["view"]


class Evening:
    """A room in real time, and phones."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.phones: list[Phone] = []

    def until(self, there: Callable[[], object]) -> None:
        """Turns until something is there."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, (self.room.table.phones.state, self.phones[-1:])
            self.room.turn(0.02)
            time.sleep(0.01)

    def phone(self) -> Phone:
        state = self.room.table.phones
        self.phones.append(Phone(lambda: state.state.port, state.token))
        return self.phones[-1]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Room(tmp_path, party_on=True, party_port=0, party_host=LOOPBACK, look_speed="off") as room:
        found = Evening(room)
        found.until(lambda: room.table.phones.state.status == "open")
        yield found
        for phone in found.phones:
            phone.close()


def server_pid() -> int:
    """The process of the phone server, a child of this one."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            line = (folder / "cmdline").read_text()
        except OSError:
            continue
        if parent == os.getpid() and "party_process" in line:
            return int(folder.name)
    raise AssertionError("no server runs")


def seated(evening: Evening) -> tuple[Phone, Phone]:
    """Two phones at the seats of a match of Shoo that has begun."""
    room = evening.room
    room.app.scenes.apply(Push(OpenGame(find_game("shoo"))))
    ada, ben = evening.phone(), evening.phone()
    evening.until(lambda: ada.you and ben.you)
    ada.say("Sit", seat=0, name="Ada")
    ben.say("Sit", seat=1, name="Ben")
    evening.until(lambda: ada.you["seat"] == 0 and ben.you["seat"] == 1)
    evening.until(lambda: ada.view.get("choices"))
    ada.say("Choose", key="start")
    evening.until(lambda: isinstance(room.top, MatchScene))
    return ada, ben


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the process in /proc")
def test_a_match_by_phone_survives_the_end_of_the_server(evening: Evening) -> None:
    room = evening.room
    ada, ben = seated(evening)
    assert [room.scene.setup.own_names[seat] for seat in (0, 1)] == ["Ada", "Ben"]
    for _ in range(2):
        players = {0: ada, 1: ben}
        for _ in range(2):
            play(evening, players[room.scene.session.acting])
        before = ada.arrivals + ben.arrivals
        os.kill(server_pid(), signal.SIGKILL)
        evening.until(lambda before=before: ada.arrivals + ben.arrivals == before + 2)  # type: ignore[misc]
        evening.until(lambda: room.table.phones.state.status == "open")
        evening.until(lambda: all(phone.connected for phone in room.table.phones.state.phones))
    play(evening, players[room.scene.session.acting])
    assert len(room.match.plies) >= 5
    assert [ada.you["seat"], ben.you["seat"]] == [0, 1]


def test_phones_show_the_tables_last_view_however_their_network_was(evening: Evening) -> None:
    room, chance = evening.room, Random(11)
    ada, ben = seated(evening)
    for _ in range(12):
        for phone in (ada, ben):
            phone.stalls = chance.choice((0.0, 0.0, 0.05, 0.3))
        for _ in range(chance.randrange(1, 30)):  # at the table, faster than any phone
            lit = sorted(room.scene.snapshot.open)
            seat = room.scene.session.acting
            spot = chance.choice(lit)
            room.app.actions.waiting.append(TouchSpot(source="test", seat=seat, spot=spot))
            room.turn(chance.choice((0.001, 0.02, 0.2)))
            if chance.random() < 0.1:
                chance.choice((ada, ben)).drop()
        for phone in (ada, ben):
            phone.stalls = 0.0
        evening.until(lambda: all(shows_the_last(room, phone) for phone in (ada, ben)))


def shows_the_last(room: Room, phone: Phone) -> bool:
    """Whether a phone shows what the table would show it now."""
    view = room.top.phone_view(phone.you["seat"], replace(DEFAULT_CONTEXT, language="en"))
    assert isinstance(view, MatchView)
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    parts = "board", "active", "head"
    return [phone.view.get(part) for part in parts] == [said.get(part) for part in parts]


def play(evening: Evening, phone: Phone) -> None:
    """Touches what is lit until a ply is played; what was lit a moment ago may be refused."""
    room, chance = evening.room, Random(7)
    before = len(room.match.plies)
    touched = 0.0

    def played() -> bool:
        nonlocal touched
        now = time.monotonic()
        if now - touched > 0.4 and phone.view.get("active"):
            touched = now
            choices = [each["key"] for each in phone.view.get("choices", ())]
            if lit := spots(phone):
                phone.say("Touch", spot=chance.choice(lit))
            elif choices:
                phone.say("Choose", key=chance.choice(choices))
        return len(room.match.plies) > before

    evening.until(played)


def spots(phone: Phone) -> list[str]:
    found: list[str] = phone.view.get("board", {}).get("lit", [])
    return found
