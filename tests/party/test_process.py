"""The real process on real pipes."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import Any

import msgspec
from aiohttp import ClientSession
from msgspec.structs import replace

from tabletop.party.messages import (
    Acted,
    Beat,
    Failed,
    FromServer,
    Open,
    Opened,
    PhoneArrived,
    ToServer,
    Touch,
)
from tabletop.system import process
from tests.party.phone_table import OPEN, PATIENCE, TOKEN


class RunningServer:
    """The process, and what it says line by line."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        self.child = child
        self._told: Queue[FromServer | None] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self._told.put(msgspec.json.decode(line, type=FromServer))
        self._told.put(None)

    def say(self, message: ToServer) -> None:
        self.write(msgspec.json.encode(message) + b"\n")

    def write(self, line: bytes) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line)
        self.child.stdin.flush()

    def hear(self) -> FromServer | None:
        """The next message that is no heartbeat; None at the end."""
        while isinstance(message := self._told.get(timeout=PATIENCE), Beat):
            pass
        return message

    def hear_beat(self) -> None:
        while not isinstance(self._told.get(timeout=PATIENCE), Beat):
            pass


@contextmanager
def running() -> Iterator[RunningServer]:
    with subprocess.Popen(
        process.module_command("tabletop.cli.party_process"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=process.child_environment(),
    ) as child:
        try:
            yield RunningServer(child)
        finally:
            child.kill()


def opened(server: RunningServer, message: Open = OPEN) -> Opened:
    server.say(message)
    answer = server.hear()
    assert isinstance(answer, Opened), answer
    return answer


async def _join_and_touch(port: int) -> dict[str, Any]:
    url = f"http://127.0.0.1:{port}"
    async with ClientSession() as session:
        socket = await session.ws_connect(f"{url}/ws", headers={"Origin": url})
        await socket.send_json({"type": "Connect", "token": TOKEN, "language": "de"})
        welcome: dict[str, Any] = await socket.receive_json()
        await socket.send_json({"type": "Touch", "spot": "a1"})
        return welcome


def test_a_phone_reaches_the_table_through_the_process() -> None:
    with running() as server:
        port = opened(server).port
        welcome = asyncio.run(_join_and_touch(port))
        arrived, acted = server.hear(), server.hear()
    assert arrived == PhoneArrived(welcome["phone"], welcome["secret"], "de", known=False)
    assert acted == Acted(welcome["phone"], Touch("a1"))


def test_it_ends_with_its_input() -> None:
    with running() as server:
        opened(server)
        assert server.child.stdin is not None
        server.child.stdin.close()
        assert server.child.wait(PATIENCE) == 0


def test_it_survives_an_interrupt_and_lines_that_are_no_messages() -> None:
    with running() as server:
        opened(server)
        if sys.platform != "win32":
            server.child.send_signal(signal.SIGINT)
        for line in (b"\n", b"{}\n", b"[" * 50_000 + b"\n", b"\xff\n", b'{"type":"Tell"}\n'):
            server.write(line)
        server.hear_beat()
        server.hear_beat()
        assert server.child.poll() is None


def test_it_takes_the_next_port_if_another_program_has_the_wanted_one() -> None:
    with socket.socket() as other, running() as server:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        port = opened(server, replace(OPEN, port=taken)).port
        assert taken < port <= taken + 20


def test_it_says_in_the_tables_language_why_it_cannot_listen_and_ends() -> None:
    said = {}
    for language in ("en", "de"):
        with running() as server:
            server.say(replace(OPEN, host="203.0.113.9", language=language))
            answer = server.hear()
            assert isinstance(answer, Failed)
            said[language] = answer.why
            assert server.hear() is None
            assert server.child.wait(PATIENCE) == 0
    assert all("203.0.113.9" in why for why in said.values())
    assert said["en"] != said["de"]
