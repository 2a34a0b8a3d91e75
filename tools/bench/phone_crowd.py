"""A process full of phones: ``python -m tools.bench.phone_crowd OPTIONS``.

Each phone joins from an address of its own and sends messages at an even pace, as people never do.
At the end it prints as JSON how many were sent, and the seconds from a touch to the view that
answers it, where the table answers each.
"""

import asyncio
import itertools
import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from tools.bench.summaries import summary

SETTLES: Final = 1.0
"""Seconds between the last phone's arrival and the first message, and after the last."""
REACTIONS: Final = ("heart", "laugh", "wow", "star", "bang")


class Options(msgspec.Struct, frozen=True):
    """What the phones are told."""

    port: int
    token: str
    phones: int
    rate: float
    """Messages of each phone a second."""
    seconds: float
    joins: bool = False
    """Whether they join as spectators; else each message is a touch of a place of its own."""


@dataclass(slots=True)
class Crowd:
    """What all phones have done."""

    sent: int = 0
    views: int = 0
    lost: int = 0
    """Connections that ended before their time."""
    answered: list[float] = field(default_factory=list)


def main(text: str) -> None:
    """Runs the phones and prints what became of it."""
    options = msgspec.json.decode(text, type=Options)
    crowd = asyncio.run(_run(options))
    print(
        json.dumps(
            {
                "sent": crowd.sent,
                "views": crowd.views,
                "lost": crowd.lost,
                "answers": summary(crowd.answered),
            }
        )
    )


async def _run(options: Options) -> Crowd:
    crowd = Crowd()
    begin = asyncio.get_running_loop().create_future()
    joined = [asyncio.Event() for _ in range(options.phones)]
    phones = [
        asyncio.create_task(_phone(number, options, crowd, joined[number], begin))
        for number in range(options.phones)
    ]
    for each in joined:
        await each.wait()
    await asyncio.sleep(SETTLES)
    print("ready", flush=True)
    begin.set_result(time.perf_counter())
    await asyncio.gather(*phones)
    return crowd


async def _phone(
    number: int,
    options: Options,
    crowd: Crowd,
    joined: asyncio.Event,
    begin: "asyncio.Future[float]",
) -> None:
    url = f"http://127.0.0.1:{options.port}"
    connector = TCPConnector(local_addr=(f"127.0.1.{1 + number}", 0))
    async with (
        ClientSession(connector=connector) as session,
        session.ws_connect(f"{url}/ws", headers={"Origin": url}) as socket,
    ):
        await _say(socket, "Connect", token=options.token, language="en")
        await socket.receive()  # the welcome
        if options.joins:
            await _say(socket, "Sit", seat=None, name=f"Phone {number}")
        joined.set()
        sent: dict[str, float] = {}
        reading = asyncio.create_task(_read(socket, crowd, sent))
        began = await begin
        try:
            for count in itertools.count():
                due = began + (count + number / options.phones) / options.rate
                if due > began + options.seconds:
                    break
                await asyncio.sleep(due - time.perf_counter())
                await _act(socket, options, number, count, sent)
                crowd.sent += 1
            await asyncio.sleep(SETTLES)
        except ConnectionError:
            crowd.lost += 1
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading


async def _act(
    socket: ClientWebSocketResponse,
    options: Options,
    number: int,
    count: int,
    sent: dict[str, float],
) -> None:
    if not options.joins:
        spot = f"{number}.{count}"
        sent[spot] = time.perf_counter()
        await _say(socket, "Touch", spot=spot)
    elif count % 2:
        await _say(socket, "React", kind=REACTIONS[count % 5])
    else:
        await _say(socket, "GuessMove", number=count, answer=[f"a{count % 9}", "b2"])


async def _read(socket: ClientWebSocketResponse, crowd: Crowd, sent: dict[str, float]) -> None:
    async for frame in socket:
        now = time.perf_counter()
        if frame.type is WSMsgType.TEXT:
            message = msgspec.json.decode(frame.data)
            if message["type"] == "View":
                crowd.views += 1
                if (at := sent.pop(message["view"].get("title"), None)) is not None:
                    crowd.answered.append(now - at)


async def _say(socket: ClientWebSocketResponse, type: str, **fields: Any) -> None:
    await socket.send_str(json.dumps({"type": type, **fields}))


if __name__ == "__main__":
    main(sys.argv[1])
