"""TUIO as a touch frame sends it, and ways to damage it."""

import struct
from collections.abc import Mapping
from typing import Any

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder

from tabletop.input.actions import Action, Point
from tabletop.input.tuio import Datagram, TuioSource
from tests.input.conftest import Clock

SIZE = (1000, 500)
SENDER = ("127.0.0.1", 40000)
PROFILE = "/tuio/2Dcur"


def message(verb: str, *values: int | float | str, profile: str = PROFILE) -> bytes:
    builder = OscMessageBuilder(address=profile)
    for value in (verb, *values):
        builder.add_arg(value)
    return bytes(builder.build().dgram)


def placed(session: int, x: float, y: float) -> bytes:
    return message("set", session, float(x), float(y), 0.0, 0.0, 0.0)


def bundle(*parts: bytes) -> bytes:
    """Messages, or bundles, in one datagram."""
    builder = OscBundleBuilder(IMMEDIATELY)
    head = bytes(builder.build().dgram)
    return head + b"".join(struct.pack(">i", len(part)) + part for part in parts)


def frame(
    number: int,
    places: Mapping[int, tuple[float, float]],
    *,
    still: tuple[int, ...] = (),
    source: str = "",
) -> bytes:
    """A whole frame: the sessions with places have moved, those in `still` are only alive."""
    named = [message("source", source)] if source else []
    moved = [placed(session, x, y) for session, (x, y) in places.items()]
    alive = message("alive", *sorted({*places, *still}))
    return bundle(*named, alive, *moved, message("fseq", number))


def to_canvas(px: float, py: float) -> Point | None:
    return round(px, 3), round(py, 3)


class Mailbox:
    """An open port whose datagrams come from the test."""

    def __init__(self) -> None:
        self.waiting: list[Datagram] = []
        self.port = 3333

    def take(self, _most: int) -> list[Datagram]:
        taken, self.waiting = self.waiting, []
        return taken

    def close(self) -> None:
        self.waiting.clear()


class Glass:
    """A TUIO source, and a tracker that sends to it."""

    def __init__(self, clock: Clock, **options: Any) -> None:
        self.clock = clock
        self.mailbox = Mailbox()
        options = {"listen": lambda *_: self.mailbox} | options
        self.tuio = TuioSource(to_canvas, lambda: SIZE, clock, **options)
        self.tuio.start()

    def send(self, *datagrams: bytes, sender: tuple[str, int] = SENDER) -> list[Action]:
        """Datagrams come, and the loop turns."""
        self.mailbox.waiting += [Datagram(data, sender, self.clock()) for data in datagrams]
        return self.tuio.poll()

    def later(self, seconds: float, *datagrams: bytes) -> list[Action]:
        self.clock.tick(seconds)
        return self.send(*datagrams)
