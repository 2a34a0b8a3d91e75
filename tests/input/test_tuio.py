from collections import Counter

import pytest

from tabletop.input.actions import Cancel, Down, Drop, Pull, Tap
from tabletop.input.pointer import MAX_CONTACTS
from tabletop.input.tuio import MAX_TRACKERS, RESTART_FRAMES, Datagram
from tests.input.conftest import Clock
from tests.input.posted_events import kinds
from tests.input.tuio_client import SENDER, Glass, bundle, frame, message, placed


@pytest.fixture
def glass(clock: Clock) -> Glass:
    return Glass(clock)


def test_a_finger_comes_moves_and_lifts(glass: Glass) -> None:
    assert glass.send(frame(1, {5: (0.25, 0.5)})) == [
        Down(source="tuio", contact=1, at=(250.0, 250.0))
    ]
    assert glass.later(0.1, frame(2, {5: (0.5, 0.5)})) == [
        Pull(source="tuio", contact=1, at=(500.0, 250.0), began=(250.0, 250.0))
    ]
    assert glass.later(0.1, frame(3, {})) == [
        Drop(source="tuio", contact=1, at=(500.0, 250.0), began=(250.0, 250.0))
    ]


def test_a_finger_that_stays_is_a_tap_and_one_of_19_ms_is_flicker(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.25, 0.5)}))
    assert kinds(glass.later(0.02, frame(2, {}))) == ["Tap"]
    glass.later(1, frame(3, {6: (0.25, 0.5)}))
    assert kinds(glass.later(0.019, frame(4, {}))) == ["Cancel"]


def test_alive_decides_whatever_set_says(glass: Glass) -> None:
    stray = bundle(message("alive", 5), placed(9, 0.1, 0.1), message("fseq", 1))
    assert glass.send(stray) == []
    assert kinds(glass.send(bundle(placed(5, 0.5, 0.5), message("fseq", 2)))) == ["Down"]
    gone = bundle(message("alive"), placed(5, 0.9, 0.9), message("fseq", 3))
    assert kinds(glass.later(0.1, gone)) == ["Tap"]


def test_the_order_within_a_bundle_does_not_matter(glass: Glass) -> None:
    parts = [message("fseq", 1), placed(5, 0.25, 0.5), message("alive", 5), message("source", "a")]
    assert kinds(glass.send(bundle(*parts))) == ["Down"]
    glass.later(0.1)
    assert kinds(glass.send(frame(2, {}, source="a"))) == ["Tap"]


def test_messages_without_a_bundle_make_a_frame_when_its_number_comes(glass: Glass) -> None:
    assert glass.send(message("source", "loose"), message("alive", 5), placed(5, 0.1, 0.1)) == []
    assert kinds(glass.send(message("fseq", 1))) == ["Down"]


def test_a_bundle_without_a_number_counts_as_it_comes(glass: Glass) -> None:
    assert kinds(glass.send(bundle(message("alive", 5), placed(5, 0.5, 0.5)))) == ["Down"]


def test_frames_out_of_order_are_dropped(glass: Glass) -> None:
    glass.send(frame(10, {5: (0.5, 0.5)}))
    assert glass.send(frame(9, {})) == []
    assert glass.later(0.1, frame(10, {5: (0.5, 0.5)})) == []
    assert kinds(glass.later(0.1, frame(11, {}))) == ["Tap"]


@pytest.mark.parametrize("far", [-9, 0, 1, 399])
def test_a_number_far_back_is_a_tracker_that_began_anew(glass: Glass, far: int) -> None:
    glass.send(frame(500, {5: (0.5, 0.5)}))
    begun = glass.later(0.1, frame(far, {5: (0.1, 0.1)}))
    assert begun == [
        Cancel(source="tuio", contact=1, at=(500.0, 250.0)),
        Down(source="tuio", contact=2, at=(100.0, 50.0)),
    ]
    assert kinds(glass.later(0.1, frame(far + 1, {}))) == ["Tap"]


def test_a_tracker_that_begins_anew_soon_is_heard_after_a_few_frames(glass: Glass) -> None:
    glass.send(frame(90, {5: (0.5, 0.5)}))
    heard = [kinds(glass.later(0.02, frame(each, {1: (0.1, 0.1)}))) for each in range(1, 20)]
    assert heard[RESTART_FRAMES - 2 : RESTART_FRAMES + 1] == [[], ["Cancel", "Down"], []]
    assert kinds(glass.later(0.1, frame(20, {}))) == ["Tap"]


def test_frames_that_are_late_between_others_never_begin_anew(glass: Glass) -> None:
    glass.send(frame(50, {5: (0.5, 0.5)}))
    for number in range(2 * RESTART_FRAMES):
        assert glass.later(0.01, frame(20 + number, {1: (0.1, 0.1)})) == []
        assert glass.later(0.01, frame(51 + number, {}, still=(5,))) == []
    # The same number twice is not a sequence.
    for _ in range(2 * RESTART_FRAMES):
        assert glass.later(0.01, frame(20, {1: (0.1, 0.1)})) == []


def test_trackers_that_fell_silent_with_fingers_make_room_for_others(glass: Glass) -> None:
    for number in range(2 * MAX_TRACKERS):
        name = f"crashed-{number}"
        assert kinds(glass.later(1.1, frame(1, {5: (0.5, 0.5)}, source=name)))[-1] == "Down"
    assert kinds(glass.later(0.1, frame(1, {5: (0.5, 0.5)}, source="last"))) == ["Down"]


def test_no_tracker_pushes_out_one_whose_fingers_live(glass: Glass) -> None:
    for number in range(MAX_TRACKERS):
        glass.send(frame(1, {5: (0.5, 0.5)}, source=f"lives-{number}"))
    assert glass.send(frame(1, {5: (0.5, 0.5)}, source="one too many")) == []
    assert kinds(glass.later(0.1, frame(2, {}, source="lives-0"))) == ["Tap"]


def test_a_number_of_minus_one_begins_the_count_anew_and_ends_no_finger(glass: Glass) -> None:
    glass.send(frame(50, {5: (0.5, 0.5)}))
    assert glass.later(0.1, frame(-1, {}, still=(5,))) == []
    assert kinds(glass.later(0.1, frame(3, {5: (0.6, 0.5)}))) == ["Pull"]
    assert glass.send(frame(2, {})) == []


def test_a_second_of_silence_cancels_all(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.5, 0.5), 6: (0.1, 0.1)}))
    assert glass.later(1.0) == []
    assert kinds(glass.later(0.01)) == ["Cancel", "Cancel"]
    # The same finger, still there, is ignored until it lifts.
    assert glass.send(frame(2, {5: (0.7, 0.7)})) == []
    assert glass.send(frame(3, {})) == []
    assert kinds(glass.send(frame(4, {7: (0.7, 0.7)}))) == ["Down"]


def test_a_tracker_that_comes_back_counting_from_the_start_has_other_fingers(glass: Glass) -> None:
    glass.send(frame(60, {5: (0.5, 0.5)}))
    assert kinds(glass.later(3, frame(1, {5: (0.2, 0.2)}))) == ["Cancel", "Down"]


def test_a_frame_that_waited_while_the_loop_was_busy_is_not_silence(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.5, 0.5)}))
    for number in (2, 3, 4):
        glass.clock.tick(0.8)
        data = frame(number, {}, still=(5,))
        glass.mailbox.waiting.append(Datagram(data, SENDER, glass.clock()))
    assert glass.tuio.poll() == []


def test_a_finger_at_rest_is_not_silent_while_others_act(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.5, 0.5)}))
    for number in range(2, 100):
        moved = {6: (0.1, number / 200)}
        assert "Cancel" not in kinds(glass.later(0.5, frame(number, moved, still=(5,))))


def test_several_trackers_do_not_mix(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.25, 0.5)}, source="left"))
    assert kinds(glass.send(frame(900, {5: (0.75, 0.5)}, source="right"))) == ["Down"]
    glass.clock.tick(0.1)
    (ended,) = glass.send(frame(2, {}, source="left"))
    assert ended == Tap(source="tuio", contact=1, at=(250.0, 250.0))
    assert kinds(glass.send(frame(901, {}, source="right"))) == ["Tap"]


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf"), -0.01, 1.01, 1e30])
def test_places_beyond_the_screen_are_dropped(glass: Glass, wrong: float) -> None:
    assert glass.send(frame(1, {5: (wrong, 0.5)})) == []
    assert glass.send(frame(2, {5: (0.5, wrong)})) == []
    assert kinds(glass.send(frame(3, {5: (0.5, 1.0)}))) == ["Down"]
    assert glass.send(frame(4, {5: (wrong, 0.5)})) == []
    assert glass.later(0.1, frame(5, {})) == [Tap(source="tuio", contact=1, at=(500.0, 500.0))]


def test_other_profiles_are_left_aside(glass: Glass) -> None:
    for profile in ("/tuio/2Dobj", "/tuio/2Dblb", "/tuio/3Dcur", "/tuio/2Dcurs"):
        alive = message("alive", 5, profile=profile)
        moved = message("set", 5, 0.5, 0.5, 0.0, 0.0, 0.0, profile=profile)
        assert glass.send(bundle(alive, moved, message("fseq", 1, profile=profile))) == []
    assert glass.tuio.damaged == 0


def test_what_is_not_about_fingers_is_said_once_and_nonsense_about_fingers_is_not_that(
    glass: Glass, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "tabletop.input.tuio"):
        assert glass.send(placed(5, float("nan"), 0.5)) == []
        assert glass.send(bundle(placed(5, 7.0, 0.5), message("moved", 5))) == []
        assert caplog.messages == []
        for _ in range(3):
            glass.send(bundle(message("alive", 5, profile="/tuio/2Dobj")))
        assert len(caplog.messages) == 1


def test_the_41st_finger_is_one_too_many_and_that_is_said(glass: Glass) -> None:
    crowd = {session: (session / 50, 0.5) for session in range(MAX_CONTACTS + 1)}
    assert Counter(kinds(glass.send(frame(1, crowd)))) == {"Down": MAX_CONTACTS, "Lost": 1}


def test_a_lost_focus_ends_every_finger(glass: Glass) -> None:
    glass.send(frame(1, {5: (0.5, 0.5)}))
    glass.tuio.cancel()
    assert kinds(glass.tuio.poll()) == ["Cancel"]
    assert glass.later(0.1, frame(2, {5: (0.7, 0.7)})) == []


def test_fingers_of_all_sources_have_numbers_of_their_own(clock: Clock) -> None:
    numbers = iter(range(70, 80))
    first, second = Glass(clock, numbers=numbers), Glass(clock, numbers=numbers)
    (one,) = first.send(frame(1, {5: (0.5, 0.5)}))
    (two,) = second.send(frame(1, {5: (0.5, 0.5)}))
    assert isinstance(one, Down)
    assert isinstance(two, Down)
    assert (one.contact, two.contact) == (70, 71)
