from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action, Cancel, Down, Drop, Lost, Point, Pull, Tap
from tabletop.input.pointer import MAX_CONTACTS, ContactId, ContactTracker

WIDTH, HEIGHT = 1000.0, 700.0
BAR = 100.0  # on the left, where there is no canvas


def to_canvas(px: float, py: float) -> Point | None:
    """Half a unit a pixel, right of a bar."""
    inside = BAR <= px <= WIDTH and 0 <= py <= HEIGHT
    return ((px - BAR) / 2, py / 2) if inside else None


A, B = ContactId("touch", 1, 7), ContactId("touch", 1, 8)
MOUSE = ContactId("mouse", 0, 1)


@pytest.fixture
def tracker() -> ContactTracker:
    return ContactTracker(to_canvas)


def kinds(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


def test_a_finger_that_lifts_where_it_came_down_is_a_tap_there(tracker: ContactTracker) -> None:
    assert tracker.down(A, 300, 200, 0.0) == [Down(source="touch", contact=1, at=(100, 100))]
    assert tracker.move(A, 306, 208, 0.1) == []
    assert tracker.up(A, 306, 208, 0.2) == [Tap(source="touch", contact=1, at=(100, 100))]


def test_a_finger_that_goes_further_is_a_pull_and_a_drop_even_when_it_comes_back(
    tracker: ContactTracker,
) -> None:
    tracker.down(A, 300, 200, 0.0)
    began = (100.0, 100.0)
    assert tracker.move(A, 311, 200, 0.1) == [
        Pull(source="touch", contact=1, at=(105.5, 100), began=began)
    ]
    assert tracker.up(A, 300, 200, 0.2) == [
        Pull(source="touch", contact=1, at=began, began=began),
        Drop(source="touch", contact=1, at=began, began=began),
    ]


def test_a_drop_far_away_without_a_move_is_pulled_first(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    assert kinds(tracker.up(A, 500, 200, 0.2)) == ["Pull", "Drop"]


def test_the_drift_of_a_tap_grows_on_windows_of_more_than_1080_lines(
    tracker: ContactTracker,
) -> None:
    for height, drift in ((480, 10), (1080, 10), (2160, 20)):
        tracker.fit(height)
        tracker.down(A, 300, 200, 0.0)
        assert kinds(tracker.up(A, 300 + drift, 200, 0.2)) == ["Tap"]
        tracker.down(A, 300, 200, 0.0)
        assert kinds(tracker.up(A, 301 + drift, 200, 0.2)) == ["Pull", "Drop"]


def test_a_down_of_a_live_contact_is_a_move(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    assert kinds(tracker.down(A, 400, 200, 0.1)) == ["Pull"]
    assert len(tracker) == 1


def test_a_move_of_an_unknown_contact_is_a_down_and_an_up_is_nothing(
    tracker: ContactTracker,
) -> None:
    assert tracker.up(A, 300, 200, 0.0) == []
    assert kinds(tracker.move(A, 300, 200, 0.1)) == ["Down"]


def test_several_fingers_do_not_mix(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    tracker.down(B, 600, 400, 0.1)
    assert tracker.move(B, 700, 400, 0.2) == [
        Pull(source="touch", contact=2, at=(300, 200), began=(250, 200))
    ]
    assert tracker.up(A, 300, 200, 0.3) == [Tap(source="touch", contact=1, at=(100, 100))]
    assert tracker.up(B, 700, 400, 0.4) == [
        Drop(source="touch", contact=2, at=(300, 200), began=(250, 200))
    ]


def test_a_contact_shorter_than_20_ms_is_flicker(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 5000.0)
    assert kinds(tracker.up(A, 300, 200, 5000.019)) == ["Cancel"]
    tracker.down(A, 300, 200, 5001.0)
    assert kinds(tracker.up(A, 300, 200, 5001.020)) == ["Tap"]
    tracker.down(A, 300, 200, 5002.0)
    assert kinds(tracker.up(A, 900, 200, 5002.010)) == ["Cancel"]


def test_a_contact_that_may_have_come_earlier_has_the_benefit_of_the_doubt(
    tracker: ContactTracker,
) -> None:
    tracker.down(A, 300, 200, 1.0, since=0.9)
    assert kinds(tracker.up(A, 300, 200, 1.0)) == ["Tap"]


def test_a_click_is_never_flicker(tracker: ContactTracker) -> None:
    tracker.down(MOUSE, 300, 200, 0.0)
    assert tracker.up(MOUSE, 300, 200, 0.0) == [Tap(source="mouse", contact=1, at=(100, 100))]


def test_a_touch_that_begins_outside_the_canvas_is_dropped_even_when_it_comes_in(
    tracker: ContactTracker,
) -> None:
    assert tracker.down(A, 50, 200, 0.0) == []
    assert tracker.move(A, 300, 200, 0.1) == []
    assert tracker.up(A, 300, 200, 0.2) == []
    assert kinds(tracker.down(A, 300, 200, 0.3)) == ["Down"]


def test_a_contact_that_moves_out_goes_on_with_its_last_place_inside(
    tracker: ContactTracker,
) -> None:
    tracker.down(A, 300, 200, 0.0)
    tracker.move(A, 120, 200, 0.1)
    assert tracker.move(A, 20, 200, 0.2) == []
    assert tracker.up(A, 20, 200, 0.3) == [
        Drop(source="touch", contact=1, at=(10, 100), began=(100, 100))
    ]


def test_a_cancelled_contact_means_nothing_until_it_lifts(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    tracker.move(A, 400, 200, 0.1)
    assert tracker.cancel_all(0.2) == [Cancel(source="touch", contact=1, at=(150, 100))]
    assert tracker.move(A, 410, 200, 0.3) == []
    assert tracker.up(A, 410, 200, 0.4) == []
    assert kinds(tracker.move(A, 410, 200, 0.5)) == ["Down"]


def test_the_41st_contact_is_ignored_and_said_once(tracker: ContactTracker) -> None:
    for n in range(MAX_CONTACTS):
        assert kinds(tracker.down(ContactId("touch", 1, n), 300, 200, 0.0)) == ["Down"]
    assert tracker.down(ContactId("touch", 1, 90), 300, 200, 0.1) == [
        Lost(source="touch", reason="more than 40 contacts at once")
    ]
    assert tracker.down(ContactId("touch", 1, 91), 300, 200, 0.1) == []
    assert len(tracker) == MAX_CONTACTS
    tracker.up(ContactId("touch", 1, 0), 300, 200, 0.2)
    assert tracker.move(ContactId("touch", 1, 90), 300, 200, 0.3) == []  # too late to be a down
    assert kinds(tracker.down(ContactId("touch", 1, 92), 300, 200, 0.3)) == ["Down"]
    assert tracker.down(ContactId("touch", 1, 93), 300, 200, 0.3) == []
    tracker.cancel_all(0.4)
    for n in range(MAX_CONTACTS):
        tracker.down(ContactId("touch", 2, n), 300, 200, 0.5)
    assert kinds(tracker.down(ContactId("touch", 2, 90), 300, 200, 0.5)) == ["Lost"]


def test_a_contact_silent_while_others_act_is_cancelled(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    assert kinds(tracker.down(B, 300, 300, 30.0)) == ["Down"]
    assert tracker.up(B, 300, 300, 30.1) == [
        Tap(source="touch", contact=2, at=(100, 150)),
        Cancel(source="touch", contact=1, at=(100, 100)),
    ]


def test_a_finger_held_still_alone_or_moving_is_not_silent(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    assert tracker.move(A, 300, 200, 100.0) == []
    tracker.down(B, 600, 300, 120.0)
    tracker.move(A, 300, 200, 125.0)
    assert tracker.move(B, 600, 300, 149.0) == []
    assert len(tracker) == 2


def test_the_silent_one_is_cancelled_whoever_came_first(tracker: ContactTracker) -> None:
    tracker.down(A, 300, 200, 0.0)
    tracker.down(B, 600, 300, 10.0)
    tracker.move(A, 300, 200, 20.0)
    assert tracker.down(MOUSE, 400, 400, 41.0)[1:] == [
        Cancel(source="touch", contact=2, at=(250, 150))
    ]


def test_an_ignored_contact_whose_lifting_was_missed_is_forgotten(tracker: ContactTracker) -> None:
    tracker.down(A, 50, 200, 0.0)
    tracker.down(B, 300, 200, 31.0)
    assert kinds(tracker.move(A, 300, 300, 32.0)) == ["Down"]


Step: TypeAlias = Callable[[ContactTracker, float], list[Action]]

fingers = st.one_of(
    st.just(MOUSE), st.builds(ContactId, st.just("touch"), st.integers(1, 2), st.integers(0, 30))
)
pixels = st.one_of(st.sampled_from([0.0, 300.0, 305.0, 320.0]), st.floats(-50, 1100))


def _down(finger: ContactId, px: float, py: float) -> Step:
    return lambda tracker, now: tracker.down(finger, px, py, now)


def _move(finger: ContactId, px: float, py: float) -> Step:
    return lambda tracker, now: tracker.move(finger, px, py, now)


def _up(finger: ContactId, px: float, py: float) -> Step:
    return lambda tracker, now: tracker.up(finger, px, py, now)


def _cancel_all() -> Step:
    return lambda tracker, now: tracker.cancel_all(now)


def _crowd(first: int) -> Step:
    return lambda tracker, now: [
        action
        for n in range(first, first + 30)
        for action in tracker.down(ContactId("touch", 1, n), 300 + n, 300, now)
    ]


steps = st.one_of(
    st.builds(_down, fingers, pixels, pixels),
    st.builds(_move, fingers, pixels, pixels),
    st.builds(_up, fingers, pixels, pixels),
    st.builds(_cancel_all),
    st.builds(_crowd, st.integers(0, 30)),
)
pauses = st.one_of(st.floats(0, 0.05), st.floats(0, 40))


@given(st.lists(st.tuples(pauses, steps), max_size=60))
def test_whatever_happens_every_down_ends_exactly_once_or_lives(
    story: list[tuple[float, Step]],
) -> None:
    tracker = ContactTracker(to_canvas)
    live: dict[int, Down | Pull] = {}
    begun: Counter[int] = Counter()
    now = 0.0
    for pause, step in story:
        now += pause
        for action in step(tracker, now):
            match action:
                case Down():
                    begun[action.contact] += 1
                    live[action.contact] = action
                case Pull():
                    assert action.contact in live
                    live[action.contact] = action
                case Tap():
                    ended = live.pop(action.contact)
                    assert isinstance(ended, Down)
                    assert action.at == ended.at
                case Drop():
                    ended = live.pop(action.contact)
                    assert isinstance(ended, Pull)
                    assert (action.at, action.began) == (ended.at, ended.began)
                case Cancel():
                    del live[action.contact]
                case _:
                    assert isinstance(action, Lost)
        assert len(live) == len(tracker) <= MAX_CONTACTS
    assert not begun or max(begun.values()) == 1
    assert {action.contact for action in tracker.cancel_all(now) if isinstance(action, Cancel)} == (
        live.keys()
    )
