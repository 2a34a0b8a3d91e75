"""BITSI boxes, which send one letter for each edge."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.protocols import (
    BitsiDriver,
    ButtonEdge,
    Capabilities,
    DeviceEvent,
    Hello,
)
from tests.input.serial.boundaries import check_splits, heard, recorded

HELLO = Hello(name="BITSI box", firmware="", boot="", caps=Capabilities(buttons=8, text="btn:8"))
GREETING = b"BITSI mode, Ready!\r\n"


def edges(*steps: tuple[int, int]) -> list[DeviceEvent]:
    return [ButtonEdge(held=held, changed=changed) for held, changed in steps]


WHOLE: list[DeviceEvent] = [
    HELLO,
    *edges((1, 1), (0, 1), (2, 2), (0, 2)),
    *edges((128, 128), (129, 1), (131, 2), (3, 128), (2, 1), (0, 2)),
]


def test_a_recording_says_the_same_however_it_is_cut() -> None:
    check_splits(BitsiDriver, recorded("bitsi.bin"), WHOLE)


def test_the_greeting_presses_nothing() -> None:
    driver = BitsiDriver()
    assert heard(driver, GREETING) == [HELLO]
    assert driver.errors == 0
    assert driver.held == 0


def test_a_first_press_of_the_second_button_waits_for_what_follows() -> None:
    driver = BitsiDriver()
    assert heard(driver, b"B") == []
    assert driver.feed(b"b", 100.1) == [HELLO, *edges((2, 2), (0, 2))]


def test_long_after_the_opening_nothing_waits() -> None:
    driver = BitsiDriver()
    driver.begin(100.0)
    assert driver.feed(b"B", 106.0) == [HELLO, *edges((2, 2))]


def test_nothing_waits_once_the_box_has_shown_itself() -> None:
    assert heard(BitsiDriver(), b"Aa", b"B") == [HELLO, *edges((1, 1), (0, 1), (2, 2))]


def test_a_box_that_restarts_lets_go_of_all_and_says_who_it_is() -> None:
    driver = BitsiDriver()
    heard(driver, b"A")
    assert driver.feed(GREETING + b"C", 105.0) == [
        *edges((3, 2), (0, 3)),  # the greeting's first letter cannot be told from a press
        HELLO,
        *edges((4, 4)),
    ]


def test_a_greeting_that_never_ends_is_given_up() -> None:
    assert heard(BitsiDriver(), b"BI" + b"~" * 48 + b"A") == [HELLO, *edges((1, 1))]


def test_every_other_byte_is_an_error_and_line_ends_are_none() -> None:
    driver = BitsiDriver()
    assert heard(driver, b"A\r\nI9z\x00\xffa") == [HELLO, *edges((1, 1), (0, 1))]
    assert driver.errors == 5


def test_a_press_long_after_a_lost_release_is_a_press() -> None:
    driver = BitsiDriver()
    heard(driver, b"A")
    assert driver.feed(b"A", 100.5) == []
    assert driver.feed(b"A", 110.0) == edges((1, 1))


def test_it_is_known_at_once_and_its_silence_is_no_loss() -> None:
    driver = BitsiDriver()
    driver.begin(5.0)
    assert (driver.known, driver.refused) == (True, "")
    assert (driver.due(99.0), driver.wakes_in(99.0), driver.silent(1e6)) == (b"", inf, "")


@given(st.lists(st.binary(max_size=60), max_size=12))
def test_any_bytes_are_read_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    whole, cut = BitsiDriver(), BitsiDriver()
    assert heard(whole, b"".join(pieces)) == heard(cut, *pieces)
    assert whole.errors == cut.errors


@given(st.text(alphabet="AaBbHhI\nx", max_size=60))
def test_what_is_held_follows_from_the_edges(text: str) -> None:
    held = 0
    for event in heard(BitsiDriver(), text.encode()):
        if isinstance(event, ButtonEdge):
            assert event.held == held ^ event.changed
            held = event.held
