import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action, Cancel, Down, Drop, Lost, Pull, Tap
from tabletop.input.tuio import (
    AliveMessage,
    BadDatagram,
    FrameAssembler,
    FrameNumberMessage,
    SetMessage,
    SourceMessage,
    parse_datagram,
)
from tests.input.conftest import Clock
from tests.input.tuio_client import Glass, bundle, frame, message, placed
from tests.lanes import examples

WHOLE = frame(7, {1: (0.5, 0.25), 2: (0.75, 1.0)}, source="frame@table")


def test_a_datagram_is_read_as_it_was_sent() -> None:
    assert parse_datagram(WHOLE) == [
        SourceMessage("frame@table"),
        AliveMessage((1, 2)),
        SetMessage(1, 0.5, 0.25),
        SetMessage(2, 0.75, 1.0),
        FrameNumberMessage(7),
    ]


def test_a_bundle_within_a_bundle_is_read_too() -> None:
    assert parse_datagram(bundle(bundle(message("alive", 4)), message("fseq", 1))) == [
        AliveMessage((4,)),
        FrameNumberMessage(1),
    ]


@pytest.mark.parametrize("size", [-4, -1, -2147483648, 0, 3, 2147483647])
def test_a_wrong_size_in_a_bundle_is_damage_and_not_for_ever(size: int) -> None:
    with pytest.raises(BadDatagram):
        parse_datagram(bundle() + struct.pack(">i", size) + b"")


def test_bundles_cannot_be_nested_without_end() -> None:
    deep = bundle()
    for _ in range(300):
        deep = bundle(deep)
    with pytest.raises(BadDatagram):
        parse_datagram(deep)


@pytest.mark.parametrize("end", range(len(WHOLE)))
def test_a_datagram_cut_anywhere_says_nothing_that_it_did_not_say(end: int) -> None:
    try:
        cut = parse_datagram(WHOLE[:end])
    except BadDatagram:
        return
    assert set(cut) <= {*parse_datagram(WHOLE), FrameNumberMessage(-1)}


pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"#bundle\0", b"/tuio/2Dcur\0", b",sifffff\0\0\0\0", b"set\0", b"\0" * 4]),
    st.builds(struct.pack, st.just(">i"), st.integers(-(2**31), 2**31 - 1)),
)
flips = st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=6)


def damaged(changes: list[tuple[int, int]]) -> bytes:
    data = bytearray(WHOLE)
    for place, value in changes:
        data[place] = value
    return bytes(data)


datagrams = st.one_of(
    st.binary(max_size=200),
    st.lists(pieces, max_size=12).map(b"".join),
    flips.map(damaged),
)


@given(st.lists(datagrams, max_size=8))
def test_no_datagram_raises_or_hangs(story: list[bytes]) -> None:
    glass = Glass(Clock())
    for data in story:
        for action in glass.later(0.01, data):
            assert isinstance(action, Down | Tap | Pull | Drop | Cancel | Lost)


sessions = st.integers(-2, 4)
numbers = st.integers(-3, 12) | st.sampled_from([200, 2**31 - 1, -(2**31)])
shares = st.floats(-0.5, 1.5, width=32) | st.just(float("nan"))
any_message = st.one_of(
    st.lists(sessions, max_size=4).map(lambda alive: message("alive", *alive)),
    st.builds(placed, sessions, shares, shares),
    st.builds(message, st.just("fseq"), numbers),
    st.builds(message, st.just("source"), st.sampled_from(["a", "b", ""])),
    st.builds(message, st.sampled_from(["", "set", "alive", "fseq"]), st.just("x")),
)
any_datagram = any_message | st.lists(any_message, max_size=6).map(lambda parts: bundle(*parts))
pauses = st.sampled_from([0.0, 0.01, 0.1, 1.5])


@examples(200)
@given(st.lists(st.tuples(pauses, any_datagram), max_size=40))
def test_in_any_order_every_down_is_ended_once_or_lives(story: list[tuple[float, bytes]]) -> None:
    glass = Glass(Clock())
    live: set[int] = set()

    def note(actions: list[Action]) -> None:
        for action in actions:
            match action:
                case Down(contact=contact):
                    assert contact not in live
                    live.add(contact)
                case Pull(contact=contact):
                    assert contact in live
                case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                    live.remove(contact)

    for pause, data in story:
        note(glass.later(pause, data))
    note(glass.later(5))
    assert not live


@given(st.lists(st.builds(SetMessage, st.integers(), st.just(0.5), st.just(0.5)), max_size=400))
def test_what_waits_for_the_end_of_a_frame_is_bounded(places: list[SetMessage]) -> None:
    frames = FrameAssembler()
    for place in places:
        assert frames.take(place) is None
    frames.take(AliveMessage(tuple({place.session for place in places})))
    changes = frames.take(FrameNumberMessage(1))
    assert changes is not None
    assert len(changes.there) <= 256
