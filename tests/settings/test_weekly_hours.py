"""Opening hours: the state of every minute of the week."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.settings.weekly_hours import (
    DAYS,
    MINUTES_PER_DAY,
    MINUTES_PER_WEEK,
    BadHours,
    WeeklyHours,
    clock_text,
    minute_of_week,
    parse_hours,
)

EVENT = "fri 14:00-22:00 sat 10:00-24:00 sun 10:00-18:00"

minutes = st.integers(0, MINUTES_PER_WEEK - 1)
times = st.tuples(st.integers(0, MINUTES_PER_DAY - 1), st.integers(1, MINUTES_PER_DAY)).filter(
    lambda p: p[0] != p[1]
)
parts = st.lists(
    st.tuples(st.lists(st.sampled_from(DAYS), min_size=1, max_size=3), times), max_size=6
)


def at(day: str, time: str) -> int:
    hour, _, minute = time.partition(":")
    return DAYS.index(day) * MINUTES_PER_DAY + int(hour) * 60 + int(minute)


@pytest.mark.parametrize(
    ("day", "time", "expected"),
    [
        ("fri", "13:59", False),
        ("fri", "14:00", True),
        ("fri", "21:59", True),
        ("fri", "22:00", False),
        ("sat", "23:59", True),
        ("sun", "00:00", False),
        ("mon", "12:00", False),
    ],
)
def test_an_event_from_friday_to_sunday(day: str, time: str, expected: bool) -> None:
    assert parse_hours(EVENT).is_open(at(day, time)) is expected


def test_the_same_hours_every_day_need_no_day() -> None:
    hours = parse_hours("10:00-18:00")
    assert [hours.is_open(at(day, "12:00")) for day in DAYS] == [True] * 7
    assert not any(hours.is_open(at(day, "18:00")) for day in DAYS)


def test_hours_go_past_midnight_and_past_sunday() -> None:
    hours = parse_hours("sun 20:00-02:00")
    assert hours.is_open(at("sun", "23:00"))
    assert hours.is_open(at("mon", "01:59"))
    assert not hours.is_open(at("mon", "02:00"))
    assert hours.until_change(at("sun", "23:00")) == 180


def test_days_in_a_row_and_two_openings_a_day() -> None:
    hours = parse_hours("sat-mon 09:00-12:00 14:00-18:00")
    assert [day for day in DAYS if hours.is_open(at(day, "15:00"))] == ["mon", "sat", "sun"]
    assert not hours.is_open(at("sat", "13:00"))


def test_without_hours_it_is_always_open_and_never_changes() -> None:
    assert parse_hours("").is_open(0)
    assert parse_hours("").until_change(0) is None
    assert parse_hours("00:00-24:00").until_change(5) is None


@pytest.mark.parametrize(
    "text",
    ["mon", "10:00", "10:00-", "25:00-26:00", "10:60-11:00", "10:00-10:00", "mon-xyz 10:00-11:00",
     "mon tue 10:00-11:00", "00:00-24:01", "monday 10:00-11:00", "10:00-18:00 fri"],
)  # fmt: skip
def test_what_cannot_be_meant_is_told(text: str) -> None:
    with pytest.raises(BadHours):
        parse_hours(text)


@given(st.text(st.sampled_from("0123456789:- monfri"), max_size=60))
def test_whatever_stands_there_is_read_or_told(text: str) -> None:
    try:
        hours = parse_hours(text)
    except BadHours:
        return
    assert all(0 <= begin < end <= MINUTES_PER_WEEK for begin, end in hours.spans)


@given(parts)
def test_a_minute_is_open_if_and_only_if_some_part_says_so(
    said: list[tuple[list[str], tuple[int, int]]],
) -> None:
    text = " ".join(
        f"{day} {clock_text(begin)}-{clock_text(end)}"
        for days, (begin, end) in said
        for day in days
    )
    expected = set[int]()
    for days, (begin, end) in said:
        for day in days:
            length = (end - begin) % MINUTES_PER_DAY or MINUTES_PER_DAY
            start = DAYS.index(day) * MINUTES_PER_DAY + begin
            expected |= {(start + minute) % MINUTES_PER_WEEK for minute in range(length)}
    hours = parse_hours(text)
    assert {m for m in range(MINUTES_PER_WEEK) if hours.is_open(m)} == (
        expected if said else set(range(MINUTES_PER_WEEK))
    )


@given(parts, minutes)
def test_until_the_next_change_nothing_changes_and_then_it_does(
    said: list[tuple[list[str], tuple[int, int]]], minute: int
) -> None:
    text = " ".join(
        f"{days[0]} {clock_text(begin)}-{clock_text(end)}" for days, (begin, end) in said
    )
    hours = parse_hours(text)
    away = hours.until_change(minute)
    if away is None:
        assert all(
            hours.is_open(each) == hours.is_open(minute) for each in range(0, MINUTES_PER_WEEK, 7)
        )
        return
    assert 0 < away <= MINUTES_PER_WEEK
    before = [hours.is_open((minute + each) % MINUTES_PER_WEEK) for each in range(away)]
    assert before == [hours.is_open(minute)] * away
    assert hours.is_open((minute + away) % MINUTES_PER_WEEK) != hours.is_open(minute)


@given(parts)
def test_hours_are_written_as_they_are_read(
    said: list[tuple[list[str], tuple[int, int]]],
) -> None:
    text = " ".join(
        f"{days[0]} {clock_text(begin)}-{clock_text(end)}" for days, (begin, end) in said
    )
    hours = parse_hours(text)
    assert parse_hours(str(hours)) == hours


def test_a_week_begins_on_monday() -> None:
    assert minute_of_week(datetime(2026, 11, 23, 0, 1)) == 1
    assert minute_of_week(datetime(2026, 11, 22, 23, 59)) == MINUTES_PER_WEEK - 1
    assert WeeklyHours(((0, 1),)).is_open(0)
