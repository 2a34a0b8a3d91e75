"""Devices that do everything wrong: valid events come out once and in order."""

import random
import threading
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceEvent,
    Hello,
)
from tests.input.serial.spoken import HELLO, line
from tests.input.serial.wire import Ear, Wire, listening


@pytest.fixture
def ear(wire: Wire) -> Iterator[Ear]:
    with listening(wire.path) as ear:
        wire.wait_for(b"?\n")
        wire.say(HELLO)
        ear.wait_for(Hello)
        yield ear


def seqs(events: list[DeviceEvent]) -> list[int]:
    return [event.seq for event in events if isinstance(event, ButtonEdge | DiceEvent)]


def press(number: int) -> bytes:
    return line(f"{number} BTN {number % 16:X} 1 {number * 10}")


def test_one_byte_at_a_time(wire: Wire, ear: Ear) -> None:
    for byte in b"".join(map(press, range(1, 6))):
        wire.say_bytes(bytes([byte]))
        time.sleep(0.0005)
    ear.wait_for(ButtonEdge, 5)
    assert seqs(ear.events) == [1, 2, 3, 4, 5]


def test_cut_and_merged_lines_noise_and_nuls(wire: Wire, ear: Ear) -> None:
    chance = random.Random(7)
    whole = []
    said = bytearray()
    for number in range(1, 400):
        good = press(number)
        match chance.randrange(7):
            case 0:
                said += good[: chance.randrange(1, len(good) - 2)]
                continue
            case 1:
                said += good[:-2] + line("9 TILT")  # its end is lost
            case 2:
                said += chance.randbytes(chance.randrange(60)).replace(b"$", b"") + good
            case 3:
                place = chance.randrange(2, len(good) - 4)
                said += good[:place] + b"\0" + good[place:]
                continue
            case 4:
                said += b"\0\0" + good + b"\0"
            case 5:
                said += good + good + b"\r\n" + good
            case _:
                said += good
        whole.append(number)
    wire.say_bytes(bytes(said) + press(400))
    ear.wait_for(ButtonEdge(0, 1, 400, 4000))
    assert seqs(ear.events) == [*whole, 400]


def test_throws_whose_acknowledgements_are_lost(wire: Wire, ear: Ear) -> None:
    for number in range(1, 6):
        for _ in range(7):
            wire.say(f"{number} ROLL d6 3 {number * 10}")
            assert wire.wait_for(b"\n").startswith(b"A %d\n" % number)
    ear.wait_for(DiceEvent, 5)
    assert seqs(ear.listen()) == [1, 2, 3, 4, 5]


def test_restarts_with_the_same_boot_number(wire: Wire, ear: Ear) -> None:
    wire.say("1 BTN 1 1 500", "2 BTN 0 1 600")
    wire.say(HELLO, "1 BTN 1 1 501", "2 ROLL d6 5 800")
    wire.say(HELLO.replace("c899", "0001"), "1 BTN 1 1 500", "2 BTN 2 2 90")
    ear.wait_for(Hello, 2)
    ear.wait_for(ButtonEdge, 4)
    kinds = [(type(e).__name__, getattr(e, "seq", 0)) for e in ear.events]
    assert kinds == [
        ("Hello", 0),
        ("ButtonEdge", 1),
        ("ButtonEdge", 2),
        ("ButtonEdge", 1),
        ("DiceEvent", 2),
        ("Hello", 0),
        ("ButtonEdge", 2),
    ]


def test_a_flood_of_rubbish_drowns_nothing(wire: Wire, ear: Ear) -> None:
    chance = random.Random(3)
    rubbish = [chance.randbytes(20000) for _ in range(8)]
    rubbish += [b"$" * 20000, b"$1 BTN 1 1 1*" * 1500, b"$" + b"x" * 20000, b"*00\r\n" * 4000]
    tracemalloc.start()
    try:
        for number in range(1, 201):
            wire.say_bytes(rubbish[number % len(rubbish)] + b"\n" + press(number))
            if number == 20:
                ear.listen()
                before = tracemalloc.get_traced_memory()[0]
                tracemalloc.reset_peak()
        ear.wait_for(ButtonEdge, 200)
        assert tracemalloc.get_traced_memory()[1] - before < 3_000_000
    finally:
        tracemalloc.stop()
    assert seqs(ear.events) == list(range(1, 201))
    assert ear.port.status.bytes > 4_000_000 / 2


def test_twenty_five_unpluggings_lose_no_throw(wire: Wire, ear: Ear) -> None:
    threads = threading.active_count()
    for cycle in range(1, 26):
        throw = f"{cycle} ROLL d6 3 {cycle * 10}"
        wire.say_bytes(line(throw)[: cycle % 20])  # unplugged in mid-line
        wire.unplug()
        ear.wait_for(DeviceLost, cycle)
        wire.plug()
        wire.say(HELLO, throw)
        ear.wait_for(DeviceBack, cycle)
        ear.wait_for(DiceEvent, cycle)
        wire.wait_for(b"A %d\n" % cycle)
    assert seqs(ear.events) == list(range(1, 26))
    assert threading.active_count() == threads
