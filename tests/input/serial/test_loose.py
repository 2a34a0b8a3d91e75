"""Lines without a checksum."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceEvent,
    DiceEvent,
    Hello,
    LooseDriver,
    plain_capabilities,
)
from tests.input.serial.boundaries import check_splits, heard, recorded


def hello(buttons: int, sides: int) -> Hello:
    return Hello(name="loose device", firmware="", boot="", caps=plain_capabilities(buttons, sides))


def told(*lines: str) -> list[DeviceEvent]:
    """The events of the lines, without the Hello."""
    events = heard(LooseDriver(), *(f"{line}\n".encode() for line in lines))
    return [event for event in events if not isinstance(event, Hello)]


WHOLE: list[DeviceEvent] = [
    hello(0, 6),
    DiceEvent(sides=6, values=(4,)),
    DiceEvent(sides=6, values=(2,)),
    hello(8, 6),
    ButtonEdge(held=1, changed=1),
    ButtonEdge(held=0, changed=1),
    DiceEvent(sides=6, values=(6,)),
    DiceEvent(sides=6, values=(3, 5)),
    DiceEvent(sides=6, values=(1, 2)),
    ButtonEdge(held=2, changed=2),
    ButtonEdge(held=0, changed=2),
    hello(8, 20),
    DiceEvent(sides=20, values=(17,)),
]


def test_a_recording_says_the_same_however_it_is_cut() -> None:
    check_splits(LooseDriver, recorded("loose.bin"), WHOLE)


def test_what_is_no_throw_and_no_button_is_counted_as_an_error() -> None:
    driver = LooseDriver()
    heard(driver, recorded("loose.bin"))
    assert driver.errors == 2  # "ready" and "ROLL 7"


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("4", (4,)),
        ("  4\t", (4,)),
        ("ROLL 4", (4,)),
        ("ROLL:4", (4,)),
        ("Roll\t4", (4,)),
        ("D6: 4", (4,)),
        ("d6 4", (4,)),
        ("3+5", (3, 5)),
        ("3 + 5", (3, 5)),
        ("3,5", (3, 5)),
        ("ROLL 3 5", (3, 5)),
        ("1 2 3 4 5 6", (1, 2, 3, 4, 5, 6)),
    ],
)
def test_a_throw_can_be_said_in_many_ways(line: str, values: tuple[int, ...]) -> None:
    assert told(line) == [DiceEvent(sides=6, values=values)]


def test_a_line_that_is_not_wholly_a_throw_is_none() -> None:
    for line in ("0", "7", "04", "-4", "4.0", "D64", "ROLL4", "ROLL", "D6:", "D1: 1", "3+", "3++5"):
        assert told(line) == [], line
    for line in ("4 dice", "$4 ROLL d6 1 2734*24", "1 2 3 4 5 6 1", "ROLL 4;", "\u0664", "D0: 0"):
        assert told(line) == [], line


def test_other_dice_are_held_to_their_own_sides() -> None:
    assert told("D2: 2", "D2: 3", "D20: 20", "D20: 21") == [
        DiceEvent(sides=2, values=(2,)),
        DiceEvent(sides=20, values=(20,)),
    ]


def test_the_first_button_is_number_one_and_there_are_eight() -> None:
    assert told("BTN 1 DOWN", "BTN 8 DOWN") == [
        ButtonEdge(held=1, changed=1),
        ButtonEdge(129, changed=128),
    ]
    assert told("BTN 0 DOWN", "BTN 9 DOWN", "BTN 2", "BTN 2 SIDEWAYS", "BTN2 DOWN") == []


def test_a_box_that_tells_again_and_again_what_is_held_presses_once() -> None:
    driver = LooseDriver()
    events = [driver.feed(b"BTN 1 DOWN\n", 10 + 0.5 * n) for n in range(6)]
    assert [len(some) for some in events] == [2, 0, 0, 0, 0, 0]  # the first with its Hello


def test_a_press_long_after_a_lost_release_is_a_press() -> None:
    driver = LooseDriver()
    driver.feed(b"BTN 1 DOWN\n", 10.0)
    assert driver.feed(b"BTN 1 DOWN\n", 15.0) == [ButtonEdge(held=1, changed=1)]


def test_a_release_of_what_is_up_is_no_news() -> None:
    assert told("BTN 1 UP", "BTN 1 UP") == []


def test_a_box_without_dice_is_no_reader_until_it_throws() -> None:
    driver = LooseDriver()
    assert driver.feed(b"BTN 1 DOWN\n", 1.0)[0] == hello(8, 0)
    assert driver.feed(b"4\n", 2.0) == [hello(8, 6), DiceEvent(sides=6, values=(4,))]
    assert plain_capabilities(8, 6).text == "btn:8,roll:6"
    assert driver.feed(b"4\n", 3.0) == [DiceEvent(sides=6, values=(4,))]


def test_it_is_known_at_once_asks_nothing_and_its_silence_is_no_loss() -> None:
    driver = LooseDriver()
    driver.begin(5.0)
    assert (driver.known, driver.refused) == (True, "")
    assert (driver.due(99.0), driver.wakes_in(99.0), driver.silent(1e6)) == (b"", inf, "")
    assert driver.lamp(0, "ff8800") == b""


def test_noise_between_the_lines_costs_no_more_than_the_line_it_touches() -> None:
    lines = recorded("loose.bin").splitlines(keepends=True)
    noisy = b"".join(b"\xff\x00\x80*garbage*\x07\n" + line for line in lines)
    assert heard(LooseDriver(), noisy) == WHOLE
    assert (
        heard(LooseDriver(), b"\xfe\xff" + b"".join(lines)) == WHOLE
    )  # "ready" said nothing anyway


def test_a_line_without_an_end_is_forgotten_and_the_next_one_is_read() -> None:
    for length in (96, 97, 98, 100_000):
        data = b" " * (length - 1) + b"4\n5\n"
        values = [(4,), (5,)] if length <= 96 else [(5,)]
        whole = [hello(0, 6), *(DiceEvent(sides=6, values=value) for value in values)]
        assert heard(LooseDriver(), data) == whole
        assert heard(LooseDriver(), data[:50], data[50:97], data[97:]) == whole


@given(st.lists(st.binary(max_size=120), max_size=12))
def test_any_bytes_are_read_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    whole, cut = LooseDriver(), LooseDriver()
    assert heard(whole, b"".join(pieces)) == heard(cut, *pieces)
    assert whole.errors == cut.errors
    assert len(cut._line) <= 96


@given(
    st.text(alphabet="0123456789+, RrOoLDd:BTN UPOWN\n", max_size=80),
)
def test_whatever_comes_out_is_on_a_die_or_a_button(text: str) -> None:
    for event in heard(LooseDriver(), text.encode()):
        if isinstance(event, DiceEvent):
            assert all(1 <= value <= event.sides for value in event.values)
            assert 1 <= len(event.values) <= 6
        elif isinstance(event, ButtonEdge):
            assert event.held < 256
            assert event.changed in (1, 2, 4, 8, 16, 32, 64, 128)
