import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.protocols import FrameDecoder, crc8, frame_body
from tests.input.serial.spoken import line


@pytest.mark.parametrize(
    ("body", "checksum"),
    [
        (b"123456789", 0xF4),
        (b"4 ROLL d6 1 2734", 0x24),
        (b"1 BTN 02 02 2430", 0x66),
        (b"0 HELLO ttl/1 buttonbox 1.0 c899 btn:4,roll:6,led:1,ack", 0xC6),
        (b"", 0),
    ],
)
def test_the_checksum_is_that_of_the_test_vectors(body: bytes, checksum: int) -> None:
    assert crc8(body) == checksum


def test_a_body_is_framed() -> None:
    assert frame_body("4 ROLL d6 1 2734") == b"$4 ROLL d6 1 2734*24\r\n"


def test_a_line_may_end_with_either_sign_both_or_the_next_line() -> None:
    for end in (b"\r\n", b"\n", b"\r", b"\n\r", b"$"):
        assert FrameDecoder().feed(line("one", end))[0] == [b"one"]
    assert FrameDecoder().feed(line("one", b"") + line("two", b"") + line("three")) == (
        [b"one", b"two", b"three"],
        0,
    )


def test_a_line_waits_for_its_end() -> None:
    frames = FrameDecoder()
    assert frames.feed(line("one", b"")) == ([], 0)
    assert frames.feed(b"\n") == ([b"one"], 0)


@pytest.mark.parametrize(
    "wrong",
    [
        b"$one*00\r\n",  # another checksum
        b"$4 BTN 0 1 0*7a\r\n",  # the right checksum, in small letters
        line("one", b" \r\n"),
        line("one", b"\0\r\n"),
        line("on\0e"),
        line("on\x7fe"),
        line("on\xe9"),
        line("on\te"),
        line(""),
        line("x" * 97),
        b"$one*\r\n",
        b"$one\r\n",
        b"$$\r\n",
    ],
)
def test_a_wrong_line_costs_only_itself(wrong: bytes) -> None:
    bodies, errors = FrameDecoder().feed(line("before") + wrong + line("after"))
    assert bodies == [b"before", b"after"]
    assert errors == wrong.count(b"$")


def test_a_cut_line_costs_only_itself() -> None:
    whole = line("1 BTN 02 02 2430")
    for cut in range(1, len(whole) - 2):
        assert FrameDecoder().feed(whole[:cut] + line("next")) == ([b"next"], 1), cut


def test_a_body_may_have_96_signs() -> None:
    assert FrameDecoder().feed(line("x" * 96))[0] == [b"x" * 96]


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.sampled_from([line("1 BTN 02 02 2430"), line("x"), b"$", b"*", b"\r\n", b"$x*"]),
            st.text("$* xAF09\r\n", max_size=120).map(str.encode),
        ),
        max_size=12,
    ),
    st.data(),
)
def test_it_makes_no_difference_how_the_bytes_are_cut(
    pieces: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(pieces)
    in_one = FrameDecoder().feed(whole + b"\n")
    for size in (1, data.draw(st.integers(1, 40))):
        frames = FrameDecoder()
        bodies, errors = [], 0
        for at in range(0, len(whole) + 1, size):
            found, wrong = frames.feed((whole + b"\n")[at : at + size])
            assert len(frames._rest) <= 100
            bodies += found
            errors += wrong
        assert (bodies, errors) == in_one
