"""Response pads of the Black Box ToolKit."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.protocols import BbtkDriver, ButtonEdge, Capabilities, DeviceEvent, Hello
from tests.input.serial.boundaries import check_splits, heard, recorded

HELLO = Hello(
    name="BBTK response pad", firmware="", boot="", caps=Capabilities(buttons=10, text="btn:10")
)
WHOLE: list[DeviceEvent] = [
    HELLO,
    ButtonEdge(held=1, changed=1, ms=1234),
    ButtonEdge(held=0, changed=1, ms=1301),
    ButtonEdge(held=512, changed=512, ms=2000),
    ButtonEdge(held=514, changed=2, ms=2004),
    ButtonEdge(held=2, changed=512, ms=2100),
    ButtonEdge(held=0, changed=2, ms=2160),
]


def test_a_recording_says_the_same_however_it_is_cut() -> None:
    check_splits(BbtkDriver, recorded("bbtk.bin"), WHOLE)


def test_sensors_are_understood_and_mean_nothing() -> None:
    driver = BbtkDriver()
    assert heard(driver, b"C P [ 10\r\nM R ] 11\r\n") == [HELLO]
    assert driver.errors == 0


def test_a_line_of_another_shape_is_an_error() -> None:
    lines = (b"A P 1", b"A P 1 x", b"A X 1 5", b"B P 1 5", b"A P 11 5", b"A P [ 5", b"a p 1 5")
    for line in (*lines, b"A  P 1 5", b"A P 1 -5", b"A P 1 12345678901", b"A P 1 5 6", b"xA P 1 5"):
        driver = BbtkDriver()
        assert heard(driver, line + b"\r\n") == [], line
        assert driver.errors == 1


def test_noise_costs_no_more_than_the_line_it_touches() -> None:
    lines = recorded("bbtk.bin").splitlines(keepends=True)
    noisy = b"\xffA P\x00 1\r\n".join(lines)
    assert heard(BbtkDriver(), noisy) == WHOLE


def test_a_pad_is_told_to_tell_its_edges_soon_after_it_is_opened() -> None:
    driver = BbtkDriver()
    driver.begin(10.0)
    assert driver.due(10.0) == b""
    assert 0 < driver.wakes_in(10.0) <= 0.1
    assert driver.due(10.15) == b"X"
    assert driver.due(10.2) == b""
    assert driver.due(10.35) == b"MOD3\r\n"
    assert driver.due(99.0) == b""
    assert driver.wakes_in(99.0) == inf


def test_its_silence_is_no_loss() -> None:
    driver = BbtkDriver()
    driver.begin(0.0)
    assert driver.known
    assert driver.silent(1e6) == ""
    assert driver.lamp(0, "ffffff") == b""


@given(st.lists(st.binary(max_size=120), max_size=12))
def test_any_bytes_are_read_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    whole, cut = BbtkDriver(), BbtkDriver()
    assert heard(whole, b"".join(pieces)) == heard(cut, *pieces)
    assert whole.errors == cut.errors


@given(st.lists(st.from_regex(r"[AC] [PR] [0-9\[] [0-9]{1,4}\r\n", fullmatch=True)))
def test_only_ten_buttons_come_out_and_ups_only_after_downs(lines: list[str]) -> None:
    held = 0
    for event in heard(BbtkDriver(), "".join(lines).encode()):
        if isinstance(event, ButtonEdge):
            assert event.changed.bit_count() == 1
            assert event.held == held ^ event.changed
            held = event.held
            assert held < 1024
