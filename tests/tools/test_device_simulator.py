"""The simulated device, correct and faulty."""

import re

import pytest

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceEvent,
    DiceEvent,
    Heartbeat,
    Hello,
    Ttl1Driver,
)
from tools.simulated.device import SimulatedDevice
from tools.simulated.line import checksum, framed


def device(**wants: int | bool | str) -> SimulatedDevice:
    made = SimulatedDevice(seed=5, **wants)  # type: ignore[arg-type]
    made.power_on(0.0)
    return made


def lines(data: bytes) -> list[str]:
    """The bodies of whole lines; each must be summed rightly."""
    found = []
    for line in data.decode("ascii").splitlines():
        framed = re.fullmatch(r"\$([^$*]+)\*([0-9A-F]{2})", line)
        assert framed is not None, line
        assert checksum(framed[1].encode()) == int(framed[2], 16)
        found.append(framed[1])
    return found


def until(made: SimulatedDevice, end: float, now: float = 0.0) -> list[str]:
    """What it says up to a second, asked whenever it wants to be."""
    said = []
    while now <= end:
        said += lines(made.due(now))
        now += max(made.wakes_in(now), 0.001)
    return said


def test_the_checksum_is_that_of_the_protocol() -> None:
    assert checksum(b"123456789") == 0xF4
    assert framed("4 ROLL d6 1 2734") == b"$4 ROLL d6 1 2734*24\r\n"


def test_it_says_who_it_is_at_the_start_and_when_asked_however_the_question_is_cut() -> None:
    made = device(name="box", buttons=2, lamps=3)
    (hello,) = lines(made.due(0.0))
    assert hello == f"0 HELLO ttl/1 box 1.0 {made.boot:04x} btn:2,roll:6,led:3,ack,sim"
    made.feed(b"?", 0.1)
    assert made.due(0.1) == b""
    made.feed(b"\r\n", 0.2)
    assert lines(made.due(0.2)) == [hello]


def test_edges_have_masks_and_only_edges_are_said() -> None:
    made = device()
    made.due(0.0)
    made.press(1, 0.5)
    made.press(1, 0.6)
    made.press(3, 0.7)
    made.release(1, 0.8)
    made.release(1, 0.9)
    assert lines(made.due(0.9)) == ["1 BTN 02 02 500", "2 BTN 0A 08 700", "3 BTN 08 02 800"]
    with pytest.raises(ValueError, match="no button 4"):
        made.press(4, 1.0)


def test_it_beats_after_a_second_of_silence() -> None:
    made = device()
    made.press(0, 0.5)
    assert until(made, 3.6)[2:] == ["1 BEAT 01 1500", "1 BEAT 01 2500", "1 BEAT 01 3500"]


def test_a_throw_is_said_again_until_it_is_acknowledged_and_six_times_at_most() -> None:
    made = device()
    assert made.roll((3, 4), 0.0) == (3, 4)
    said = [body for body in until(made, 5.0) if "ROLL" in body]
    assert said == ["1 ROLL d6 3+4 0"] * 7
    made.roll((2,), 6.0)
    made.due(6.0)
    made.feed(b"A 1\nA 2\n", 6.2)
    assert not any("ROLL" in body for body in until(made, 9.0, 6.2))
    assert made.acknowledged == [1, 2]


def test_acknowledgements_can_be_lost() -> None:
    made = device()
    made.lose_acks = 1
    made.roll((2,), 0.0)
    made.due(0.0)
    made.feed(b"A 1\n", 0.1)
    assert [body for body in until(made, 0.35, 0.1) if "ROLL" in body] == ["1 ROLL d6 2 0"]
    made.feed(b"A 1\n", 0.4)
    assert not any("ROLL" in body for body in until(made, 3.0, 0.4))


def test_its_own_throws_come_from_its_seed() -> None:
    one, two = device(dice=2), device(dice=2)
    assert [one.roll(None, 0.0) for _ in range(20)] == [two.roll(None, 0.0) for _ in range(20)]
    assert {value for _ in range(99) for value in one.roll(None, 0.0)} == set(range(1, 7))


def test_lamps_are_lit_by_mask_or_by_colour() -> None:
    made = device(lamps=2)
    made.feed(b"L 2\n", 0.0)
    assert made.lamps == ["000000", "ffffff"]
    made.feed(b"L 0 ff8800\nL 9 ffffff\nL x\n\x00\xff\n" + b"x" * 500 + b"\n", 0.0)
    assert made.lamps == ["ff8800", "ffffff"]


def test_numbers_go_on_at_one_after_65535() -> None:
    made = device()
    made.seq = 65534
    for button in range(3):
        made.press(button, 0.1)
    assert [body.split()[0] for body in made.said] == ["65535", "1", "2"]


def test_a_restart_begins_another_boot_and_forgets() -> None:
    made = device()
    boot = made.boot
    made.press(0, 0.1)
    made.roll(None, 0.1)
    made.power_on(1.0)
    assert made.boot != boot
    assert (made.held, made.seq) == (0, 0)
    assert not any("ROLL" in body for body in until(made, 3.0, 1.0))


def test_a_board_with_a_bootloader_is_deaf_for_a_while() -> None:
    made = SimulatedDevice()
    made.power_on(0.0, deaf=1.5)
    made.feed(b"?\n", 0.1)
    assert made.due(0.1) == b""
    assert [body.split()[1] for body in until(made, 2.2, 1.6)] == ["BEAT"]


def test_without_power_nothing_that_is_done_to_it_counts() -> None:
    made = device()
    made.power_off()
    made.press(0, 1.0)
    made.roll((1,), 1.0)
    made.feed(b"?\n", 1.0)
    assert made.due(9.0) == b""
    assert made.said == []


def test_faults_happen_to_as_many_lines_as_were_asked_for() -> None:
    made = device()
    made.due(0.0)
    made.line.cut = 1
    made.press(0, 0.1)
    made.press(1, 0.2)
    whole = framed("2 BTN 03 02 200")
    cut = made.due(0.2).removesuffix(whole)
    assert framed("1 BTN 01 01 100").startswith(cut)
    assert b"*" not in cut or len(cut) < len(framed("1 BTN 01 01 100")) - 3
    made.line.merge = made.line.twice = 1
    made.release(0, 0.3)
    made.release(1, 0.4)
    once = framed("3 BTN 02 01 300").rstrip()
    assert made.due(0.4) == once + once + framed("4 BTN 00 02 400")
    made.line.noise(100)
    made.line.nul(3)
    noise = made.due(0.5)
    assert (len(noise), noise[-3:]) == (103, b"\x00\x00\x00")
    made.silence(1.0, 0.6)
    made.press(0, 0.7)
    assert made.due(0.7) == b""
    made.press(1, 1.7)
    assert lines(made.due(1.7)) == ["6 BTN 03 02 1700"]


def test_bytes_can_drip() -> None:
    made = device()
    made.line.drip = 0.01
    said, now = b"", 0.0
    while len(said) < 40:
        piece = made.due(now)
        assert len(piece) <= 1
        said += piece
        now += max(made.wakes_in(now), 0.001)
    assert said.startswith(b"$0 HELLO")
    assert now > 0.3


def test_a_flood_is_as_fast_as_it_says_and_leaves_lines_whole() -> None:
    made = device()
    made.due(0.0)
    made.line.flood(1.0, 1e6, 0.0)
    made.press(0, 0.5)
    data = b"".join(made.due(step / 100) for step in range(1, 201))
    assert 0.9e6 < len(data) < 1.1e6
    assert framed("1 BTN 01 01 500") in data


def test_a_driver_understands_all_it_says_through_noise_and_cuts() -> None:
    made = device(dice=2)
    driver = Ttl1Driver()
    driver.begin(0.0)
    now, heard = 0.0, list[DeviceEvent]()
    for step in range(400):
        now += 0.02
        if step % 10 == 0:
            made.press(0, now) if step % 20 else made.release(0, now)
        if step % 90 == 45:
            made.line.cut = made.lose_acks = 1
            made.line.noise(50)
            made.roll(None, now)
        heard += driver.feed(made.due(now), now)
        made.feed(driver.due(now), now)
    throws = [event for event in heard if isinstance(event, DiceEvent)]
    said = [body.split()[3] for body in made.said if "ROLL" in body]
    assert ["+".join(map(str, throw.values)) for throw in throws] == said
    assert len(said) == 4
    edges = [event for event in heard if isinstance(event, ButtonEdge)]
    assert len(edges) == sum("BTN" in body for body in made.said)
    assert isinstance(heard[0], Hello)
    assert heard[0].caps.simulated
    assert not any(isinstance(event, Heartbeat) for event in heard)
