"""The events of a device's lines, rule by rule."""

import pytest

from tabletop.input.serial.protocols import (
    ButtonEdge,
    Capabilities,
    DeviceFault,
    DiceEvent,
    Heartbeat,
    Hello,
    RepeatFilter,
    Ttl1Driver,
)
from tests.input.serial.spoken import HELLO, Host, line, met

BOX = Hello("box", "1.0", "c899", Capabilities(4, 6, 2, True, False, "btn:4,roll:6,led:2,ack"))


def test_the_questions_come_after_50_ms_one_second_and_two() -> None:
    driver = Ttl1Driver()
    driver.begin(10.0)
    asked = [at for at in range(3000) if driver.due(10 + at / 1000 + 1e-6) == b"?\n"]
    assert asked == [50, 1000, 2000]


def test_a_host_that_slept_asks_once() -> None:
    driver = Ttl1Driver()
    driver.begin(10.0)
    assert driver.due(12.5) == b"?\n"
    assert driver.due(12.6) == b""
    assert driver.wakes_in(12.6) == float("inf")


def test_nobody_is_asked_who_has_said_it() -> None:
    host = Host()
    assert host.hear(HELLO) == [BOX]
    assert host.driver.known
    assert host.driver.wakes_in(host.now) == float("inf")
    host.hear_bytes(b"", after=2)
    assert host.taken() == b""


def test_a_device_that_says_nothing_for_three_seconds_is_not_ours() -> None:
    host = Host()
    host.hear("1 BTN 1 1 10", after=2.9)
    assert host.driver.silent(host.now) == ""
    assert host.driver.silent(host.now + 0.2) == "no device there speaks ttl/1"


def test_a_known_device_is_stale_after_three_and_a_half_seconds_and_given_up_after_five() -> None:
    host = met()
    heard = host.now
    assert (host.driver.stale(heard + 3.4), host.driver.stale(heard + 3.6)) == (False, True)
    assert host.driver.silent(heard + 4.9) == ""
    assert host.driver.silent(heard + 5.1) == "nothing received for five seconds"
    host.hear_bytes(b"$noise*00\r\n", after=4)
    assert host.driver.last_line_at == heard
    host.hear("7 WHATEVER")
    assert host.driver.last_line_at == host.now


def test_events_come_as_they_were_said() -> None:
    said = ("1 BTN 02 02 2430", "2 ROLL d6 1+6 2734", "3 ERR sensor 2 is dark", "3 BEAT 2 4000")
    assert met().hear(*said) == [
        ButtonEdge(2, 2, 1, 2430),
        DiceEvent(6, (1, 6), 2, 2734),
        DeviceFault("sensor 2 is dark"),
        Heartbeat(2, 4000),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "BTN 1 1 10",
        "01 BTN 1 1 10",
        "65536 BTN 1 1 10",
        "-1 BTN 1 1 10",
        "1  BTN 1 1 10",
        " 1 BTN 1 1 10",
        "1 BTN 1 1 10 ",
        "1",
        "1 ",
        "0 BTN 1 1 10",
        "1 BTN 1 1",
        "1 BTN 10 1 10",  # the fifth of four buttons
        "1 BTN 1 10 10",
        "1 BTN 1 000000001 10",
        "1 BTN 1 0x1 10",
        "1 BTN 1 1 4294967296",
        "1 BTN 1 1 -1",
        "1 BTN 1 1 1.5",
        "0 ROLL d6 1 10",
        "1 ROLL d6 7 10",
        "1 ROLL d6 0 10",
        "1 ROLL d6 1+ 10",
        "1 ROLL d6 +1 10",
        "1 ROLL d6 1+7 10",
        "1 ROLL d8 1 10",
        "1 ROLL 6 1 10",
        "1 ROLL d6 1",
        "1 ROLL d6 01 10",
        "1 BEAT 10 10",
        "1 BEAT 1",
        "0 ERR text",
        "1 ERR",
        "1 HELLO ttl/1 box 1.0 c899 btn:4",
        "0 HELLO ttl/1 box 1.0 c89 btn:4",
        "0 HELLO ttl/1 box 1.0 c899",
        "0 HELLO",
        "0 HELLO morse/1 box 1.0 c899 btn:4",
    ],
)
def test_nothing_comes_of_a_wrong_line(wrong: str) -> None:
    host = met()
    assert host.hear(wrong) == []
    assert host.driver.errors == 1
    assert host.taken() == b""
    assert host.hear("1 BTN 1 1 20") == [ButtonEdge(1, 1, 1, 20)]


def test_unknown_verbs_and_more_fields_are_no_mistakes() -> None:
    host = met()
    assert host.hear("1 TILT 90 10", "2 BTN 1 1 10 and more", "3 btn 1 1 10") == [
        ButtonEdge(1, 1, 2, 10)
    ]
    assert host.driver.errors == 0
    assert host.driver.last_seq == 3


def test_abilities_that_we_do_not_know_are_passed_over() -> None:
    hello = Host().hear("0 HELLO ttl/1.7 d 2 00FF btn:x,fan:3,roll:20,sim,btn:2 more fields")[0]
    assert isinstance(hello, Hello)
    assert hello.caps == Capabilities(2, 20, 0, False, True, "btn:x,fan:3,roll:20,sim,btn:2")


@pytest.mark.parametrize("version", ["ttl/2", "ttl/10", "ttl/0", "ttl/1x", "ttl/2.1"])
def test_of_a_device_that_is_too_new_nothing_is_guessed(version: str) -> None:
    host = Host()
    host.hear("1 ROLL d6 1 10")
    host.taken()
    words = f"it speaks {version}, which is newer than ttl/1"
    assert host.hear(f"0 HELLO {version} what ever", HELLO, "2 BTN 1 1 20") == [DeviceFault(words)]
    assert host.driver.refused == words
    assert host.hear(HELLO, "3 ROLL d6 1 30", after=4) == []
    assert (host.taken(), host.driver.wakes_in(host.now)) == (b"", float("inf"))


def test_what_came_before_the_hello_is_given_with_it() -> None:
    host = Host()
    assert host.hear("1 ROLL d6 3 10", "2 BTN 1 1 20", "2 BTN F0 1 20", after=0.01) == []
    assert host.hear("1 ROLL d6 3 10", after=0.3) == []
    assert b"A" not in host.taken()
    assert host.hear(HELLO, "3 BTN 0 1 900") == [
        DiceEvent(6, (3,), 1, 10),
        ButtonEdge(1, 1, 2, 20),
        BOX,
        ButtonEdge(0, 1, 3, 900),
    ]
    assert host.driver.errors == 1
    assert host.taken() == b"A 1\n"


def test_a_repeat_is_dropped_and_a_throw_acknowledged_again() -> None:
    host = met()
    throw = "9 ROLL d6 2 500"
    assert host.hear(throw) == [DiceEvent(6, (2,), 9, 500)]
    assert host.taken() == b"A 9\n"
    for _ in range(6):  # each copy renews the five seconds
        assert host.hear(throw, after=4.9) == []
        assert host.taken() == b"A 9\n"
    assert host.hear(throw, after=5.1) != []


def test_repeats_are_known_across_restarts_and_openings() -> None:
    repeats = RepeatFilter()
    host = met(repeats)
    assert len(host.hear("9 ROLL d6 2 500", "10 BTN 1 1 600")) == 2
    assert host.hear("0 HELLO ttl/1 box 1.0 0002 btn:4,roll:6", "9 ROLL d6 2 500")[1:] == []
    again = Host(repeats, host.now + 1)
    assert again.hear("9 ROLL d6 2 500", HELLO, "10 BTN 1 1 600") == [BOX]
    assert again.taken() == b"A 9\n"


def test_what_was_never_given_out_is_no_repeat_at_the_next_opening() -> None:
    repeats = RepeatFilter()
    Host(repeats).hear("9 ROLL d6 2 500")
    assert len(Host(repeats).hear(HELLO, "9 ROLL d6 2 500")) == 2


def test_a_hello_is_given_once_in_five_seconds() -> None:
    host = met()
    assert host.hear(HELLO, HELLO) == []
    assert host.hear(HELLO, after=5.5) == [BOX]


def test_the_late_copy_of_a_throw_clears_nothing() -> None:
    host = met()
    host.hear("20 BTN 3 2 5000")
    (late,) = host.hear("10 ROLL d6 4 2500")
    assert isinstance(late, DiceEvent)
    assert late.age == pytest.approx(2.51)
    assert (host.driver.held, host.driver.last_seq, host.driver.last_ms) == (3, 20, 5000)
    assert host.hear("20 ROLL d6 4 4900") != []  # told by the beat's number already
    assert host.driver.held == 3


@pytest.mark.parametrize(
    ("throw", "held"),
    [("4 ROLL d6 1 2000", 3), ("3 ROLL d6 1 2000", 0), ("4 ROLL d6 1 1999", 0)],
)
def test_sixteen_lines_and_three_seconds_are_late_and_more_is_a_restart(
    throw: str, held: int
) -> None:
    host = met()
    host.hear("20 BTN 3 2 5000")
    assert len(host.hear(throw)) == 1
    assert host.driver.held == held


def test_copies_before_the_hello_renew_the_five_seconds_too() -> None:
    host = Host()
    host.hear("1 ROLL d6 3 10")
    host.hear("1 ROLL d6 3 10", after=2.5)
    assert len(host.hear(HELLO)) == 2
    assert host.hear("1 ROLL d6 3 10", after=4.8) == []


def test_lines_and_clocks_wrap_round() -> None:
    host = met()
    host.hear("65535 BTN 3 2 4294967295")
    host.hear("1 TILT")
    host.hear("65534 ROLL d6 4 4294966000")
    assert host.driver.held == 3
    host.hear("2 ROLL d6 1 5")
    assert (host.driver.held, host.driver.last_seq, host.driver.last_ms) == (3, 2, 5)


@pytest.mark.parametrize(
    "back",
    [
        HELLO.replace("c899", "0001"),
        "19 TILT",
        "21 ROLL d6 1 4999",
        "3 ROLL d6 1 4999",
        "20 ROLL d6 1 1999",
        "19 ROLL d6 1 5001",
        "0 BEAT 0 5001",
        "40000 TILT",
    ],
)
def test_a_device_that_goes_back_has_restarted(back: str) -> None:
    host = met()
    host.hear("20 BTN 3 2 5000")
    assert host.driver.held == 3
    host.hear(back)
    assert host.driver.held == 0


def test_lost_edges_heal_without_making_events() -> None:
    host = met()
    host.hear("1 BTN 1 1 10")
    assert host.hear("5 BTN 6 4 50") == [ButtonEdge(6, 4, 5, 50)]
    assert host.driver.held == 6
    assert host.hear("7 BEAT 0 1500") == [Heartbeat(0, 1500)]
    assert host.driver.held == 0


def test_a_throw_that_was_on_its_way_for_long_says_so() -> None:
    host = met()
    host.hear("1 BEAT 0 1000", after=1)
    host.hear("1 BEAT 0 2000", after=1.01)
    event = host.hear("2 ROLL d6 1 2500", after=3.0)[0]
    assert isinstance(event, DiceEvent)
    assert event.age == pytest.approx(2.51)


def test_a_device_that_beats_before_anything_happened_has_not_restarted() -> None:
    host = met()
    host.hear("0 BEAT 1 1000", after=1)
    host.hear("0 BEAT 1 2000", after=4)  # on its way for three seconds
    event = host.hear("1 ROLL d6 1 2100", after=0.1)[0]
    assert isinstance(event, DiceEvent)
    assert event.age == pytest.approx(3.0)


def test_a_throw_is_late_whenever_it_comes() -> None:
    for beats in range(25, 35):
        host = met()
        for second in range(1, beats):
            host.hear(f"{second} BEAT 0 {second * 1000}", after=1)
        event = host.hear(f"{beats} ROLL d6 1 {beats * 1000 - 900}", after=3.1)[0]
        assert isinstance(event, DiceEvent)
        assert event.age == pytest.approx(3.0)


def test_a_clock_that_goes_wrong_by_half_a_percent_makes_no_throw_late() -> None:
    host = met()
    for second in range(1, 1200):
        host.hear(f"{second} BEAT 0 {second * 995}", after=1)
    event = host.hear(f"1200 ROLL d6 1 {1200 * 995}", after=1)[0]
    assert isinstance(event, DiceEvent)
    assert event.age < 0.5


def test_lamps_are_lit_where_there_are_any() -> None:
    driver = met().driver
    assert driver.lamp(1, "ff8800") == b"L 1 ff8800\n"
    assert driver.lamp(2, "ff8800") == driver.lamp(-1, "ff8800") == driver.lamp(0, "red") == b""
    assert Host().driver.lamp(0, "ff8800") == b""


def test_its_introduction_is_kept_as_it_came() -> None:
    assert met().driver.introduction == line(HELLO)


def test_little_is_remembered_of_a_device_that_babbles() -> None:
    repeats = RepeatFilter()
    host = met(repeats)
    for number in range(60):
        host.hear(*(f"{n} ERR {number}" for n in range(1, 1001)), after=0.01)
    assert len(repeats) <= 32768
    host.hear("1 ERR a", after=6)
    assert len(repeats) == 1
    silent = Host()
    for number in range(6):
        silent.hear(*(f"{n} ERR {number}" for n in range(1, 1001)), after=0.01)
    assert len(silent.driver.unconfirmed) == 4096


def test_the_words_of_a_fault_are_told_with_all_their_blanks() -> None:
    host = met()
    assert host.hear("1 ERR tray  2:  dark") == [DeviceFault("tray  2:  dark")]
    assert host.hear("2 ERR   ", "3  ERR x", "4 BTN  1 1 10") == []
