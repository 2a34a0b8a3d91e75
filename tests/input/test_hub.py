from collections.abc import Iterator

import pytest

from tabletop.input.actions import Action, Cancel, Down, Lost, Quit, Tap
from tabletop.input.hub import FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS, Hub
from tests.input.conftest import Clock


class Wire:
    """A device that is controlled by the test."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.broken: Exception | None = None
        self.next: list[Action] = []
        self.starts = 0
        self.polls = 0

    def start(self) -> None:
        self.starts += 1

    def poll(self) -> Iterator[Action]:
        self.polls += 1
        yield from self.next
        self.next = []
        if self.broken:
            raise self.broken

    def stop(self) -> None:
        if self.broken:
            raise self.broken


@pytest.fixture
def wire() -> Wire:
    return Wire("dice")


def test_all_sources_are_heard_in_their_order(clock: Clock) -> None:
    first, second = Wire("first"), Wire("second")
    first.next, second.next = [Quit(source="first")], [Quit(source="second")]
    hub = Hub([first, second], clock)
    assert hub.poll() == [Quit(source="first"), Quit(source="second")]
    assert hub.poll() == []
    assert (first.starts, first.polls) == (1, 2)


def test_a_source_that_fails_is_reported_once_and_the_others_go_on(
    wire: Wire, clock: Clock
) -> None:
    other = Wire("other")
    hub = Hub([wire, other], clock)
    wire.broken = OSError("no such port")
    assert hub.poll() == [Lost(source="dice", reason="no such port")]
    for _ in range(100):
        other.next = [Quit(source="other")]
        assert hub.poll() == [Quit(source="other")]
        clock.tick(1)


def test_a_failure_without_words_is_named_by_its_kind(wire: Wire, clock: Clock) -> None:
    wire.broken = TimeoutError()
    assert Hub([wire], clock).poll() == [Lost(source="dice", reason="TimeoutError")]


def test_a_failed_source_is_tried_again_less_and_less_often(wire: Wire, clock: Clock) -> None:
    hub = Hub([wire], clock)
    wire.broken = OSError("no such port")
    hub.poll()
    clock.tick(FIRST_RETRY_SECONDS / 2)
    hub.poll()
    assert wire.starts == 1
    clock.tick(FIRST_RETRY_SECONDS / 2)
    hub.poll()
    assert wire.starts == 2
    clock.tick(FIRST_RETRY_SECONDS)
    hub.poll()
    assert wire.starts == 2
    for _ in range(1000):
        clock.tick(1)
        hub.poll()
    assert 1000 / MAX_RETRY_SECONDS <= wire.starts < 45


def test_a_source_that_works_again_is_heard_and_its_next_failure_reported(
    wire: Wire, clock: Clock
) -> None:
    hub = Hub([wire], clock)
    wire.broken = OSError("unplugged")
    hub.poll()
    wire.broken = None
    wire.next = [Quit(source="dice")]
    clock.tick(FIRST_RETRY_SECONDS)
    assert hub.poll() == [Quit(source="dice")]
    wire.broken = OSError("unplugged")
    assert hub.poll() == [Lost(source="dice", reason="unplugged")]


def test_a_source_that_comes_and_goes_is_not_reported_ever_faster(wire: Wire, clock: Clock) -> None:
    hub = Hub([wire], clock)
    told = 0
    for _ in range(1000):
        wire.broken = OSError("loose plug") if wire.polls % 2 else None
        told += len(hub.poll())
        clock.tick(0.5)
    assert told < 30


def test_after_a_long_good_time_a_failed_source_is_soon_tried_again(
    wire: Wire, clock: Clock
) -> None:
    hub = Hub([wire], clock)
    for _ in range(10):
        hub.poll()
        clock.tick(2 * MAX_RETRY_SECONDS)
        wire.broken = OSError("unplugged")
        assert len(hub.poll()) == 1
        wire.broken = None
        clock.tick(FIRST_RETRY_SECONDS)
        polls = wire.polls
        hub.poll()
        assert wire.polls == polls + 1


def test_what_was_seen_before_the_failure_counts_and_its_contacts_end(
    wire: Wire, clock: Clock
) -> None:
    hub = Hub([wire], clock)
    down = Down(source="touch", contact=1, at=(1, 1))
    tap = Tap(source="touch", contact=1, at=(1, 1))
    held = Down(source="touch", contact=2, at=(5, 5))
    wire.next = [down, tap, held]
    wire.broken = OSError("unplugged")
    assert hub.poll() == [
        down,
        tap,
        held,
        Cancel(source="touch", contact=2, at=(5, 5)),
        Lost(source="dice", reason="unplugged"),
    ]
    clock.tick(MAX_RETRY_SECONDS)
    assert hub.poll() == []


def test_stopping_stops_every_source_even_past_one_that_cannot(wire: Wire, clock: Clock) -> None:
    other = Wire("other")
    hub = Hub([wire, other], clock)
    hub.poll()
    wire.broken = OSError("unplugged")
    hub.stop()
