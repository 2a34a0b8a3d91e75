"""Two phones that play a match: ``python -m tools.bench.phone_players PORT TOKEN SECONDS``.

They touch places that the table lights, one at a time, after the board has been still. At the end
they print as JSON when each touch was sent, by `time.perf_counter`.
"""

import asyncio
import json
import sys
import time
from random import Random
from typing import Any, Final

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

STILL: Final = 0.25
"""Seconds without a new view before a touch, so that the next change is the touch's own."""
PLAYERS: Final = 2


class Player:
    """A phone that holds a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.socket: ClientWebSocketResponse | None = None
        self.view: dict[str, Any] = {}
        self.at = 0.0
        """When the view came."""
        self.seated = asyncio.Event()

    async def say(self, type: str, **fields: Any) -> None:
        assert self.socket is not None
        await self.socket.send_str(json.dumps({"type": type, **fields}))

    async def read(self) -> None:
        assert self.socket is not None
        async for frame in self.socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            message = msgspec.json.decode(frame.data)
            if message["type"] == "View":
                self.view, self.at = message["view"], time.perf_counter()
            elif message["type"] == "You" and message["seat"] == self.seat:
                self.seated.set()

    def next_act(self, luck: Random) -> tuple[str, dict[str, Any]] | None:
        """What can be done now; None if it is not this player's turn."""
        if not self.view.get("active"):
            return None
        dice = self.view.get("dice") or {}
        if dice.get("throwable"):
            return "Throw", {}
        acts: list[tuple[str, dict[str, Any]]] = [
            ("Touch", {"spot": spot}) for spot in self.view["board"].get("lit", ())
        ]
        acts += [("Choose", {"key": each["key"]}) for each in self.view.get("choices", ())]
        return luck.choice(acts) if acts else None


async def play(port: int, token: str, seconds: float) -> list[float]:
    """When each touch was sent."""
    url = f"http://127.0.0.1:{port}"
    players = [Player(seat) for seat in range(PLAYERS)]
    sessions: list[ClientSession] = []
    for player in players:
        connector = TCPConnector(local_addr=(f"127.0.2.{1 + player.seat}", 0))
        sessions.append(ClientSession(connector=connector))
        player.socket = await sessions[-1].ws_connect(f"{url}/ws", headers={"Origin": url})
        await player.say("Connect", token=token, language="en")
    reading = [asyncio.create_task(player.read()) for player in players]
    for player in players:
        await player.say("Sit", seat=player.seat, name=f"Player {player.seat}")
        await player.seated.wait()
    print("ready", flush=True)
    touches, luck = [], Random(1)
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        await asyncio.sleep(0.01)
        if now - max(player.at for player in players) < STILL:
            continue
        for player in players:
            if (act := player.next_act(luck)) is not None:
                player.at = time.perf_counter()  # one touch, one answer
                touches.append(player.at)
                await player.say(act[0], **act[1])
                break
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    for session in sessions:
        await session.close()
    return touches


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))))
