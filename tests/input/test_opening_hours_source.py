"""The opening hours source reports each change once."""

from datetime import datetime, timedelta

from tabletop.engine import Text
from tabletop.input.actions import Action, Opening
from tabletop.input.opening_hours import OpeningHoursSource
from tabletop.settings import Settings
from tabletop.settings.weekly_hours import MINUTES_PER_DAY

FRIDAY = datetime(2026, 11, 27, 21, 45)


class Clock:
    """A time of day that the test moves, and a setting."""

    def __init__(self, hours: str = "fri 14:00-22:00 sat 10:00-24:00") -> None:
        self.time, self.spent, self.hours = FRIDAY, 0.0, hours
        self.override = ""
        self.told: list[Text] = []
        self.source = OpeningHoursSource(
            lambda: self.hours,
            self.told.append,
            override=lambda: self.override,
            today=lambda: self.time,
            now=lambda: self.spent,
        )

    def go(self, minutes: float) -> list[Action]:
        self.time += timedelta(minutes=minutes)
        self.spent += 60 * minutes
        return self.source.poll()


def test_the_last_ten_minutes_are_counted_truly() -> None:
    clock = Clock()
    said = [action for _ in range(14 * 60 * 2) for action in clock.go(0.5)]
    again = 5 * MINUTES_PER_DAY + 600
    assert [(each.open, each.left, each.again) for each in said if isinstance(each, Opening)] == [
        *((True, left, -1) for left in range(10, 0, -1)),
        (False, 0, again),
        (True, 0, -1),
    ]


def test_a_table_that_starts_at_night_is_closed_at_once() -> None:
    clock = Clock()
    clock.time += timedelta(hours=1)
    (said,) = clock.source.poll()
    assert said == Opening(source="opening hours", open=False, again=5 * MINUTES_PER_DAY + 600)


def test_the_operator_decides_against_the_plan_for_a_while() -> None:
    clock = Clock()
    clock.override = "open 2026-11-27T23:00"
    said = [action for _ in range(79) for action in clock.go(1.0)]
    assert [(each.open, each.left) for each in said if isinstance(each, Opening)] == [
        (True, left) for left in range(10, 0, -1)
    ] + [(False, 0)]
    clock.override = "closed"
    clock.go(12 * 60)
    assert clock.go(1.0) == []
    clock.override = ""
    (opened,) = clock.go(1.0)
    assert isinstance(opened, Opening)
    assert opened.open


def test_a_table_without_hours_can_be_closed() -> None:
    clock = Clock("")
    clock.override = "closed 2026-11-28T10:00"
    (said,) = clock.go(1.0)
    assert said == Opening(source="opening hours", open=False, again=5 * MINUTES_PER_DAY + 600)
    (later,) = clock.go(13 * 60)
    assert isinstance(later, Opening)
    assert later.open


def test_without_hours_it_says_nothing() -> None:
    clock = Clock("")
    assert not [action for _ in range(100) for action in clock.go(10.0)]


def test_other_hours_count_at_once() -> None:
    clock = Clock("")
    clock.go(1.0)
    clock.hours = "mon 10:00-18:00"
    (said,) = clock.go(1.0)
    assert isinstance(said, Opening)
    assert not said.open


def test_hours_that_cannot_be_read_are_told_and_leave_the_table_open() -> None:
    clock = Clock("never")
    assert clock.go(1.0) == []
    assert "never" in clock.told[0]


def test_the_clock_is_not_looked_at_in_every_turn() -> None:
    clock = Clock()
    clock.source.poll()
    clock.time += timedelta(hours=3)
    clock.spent += 0.5
    assert clock.source.poll() == []
    clock.spent += 0.6
    assert len(clock.source.poll()) == 1


def test_a_clock_that_is_set_back_opens_the_table_again() -> None:
    clock = Clock()
    clock.go(60.0)
    clock.time -= timedelta(hours=1)
    clock.spent += 2.0
    (said,) = clock.source.poll()
    assert isinstance(said, Opening)
    assert said.open


def test_the_setting_takes_such_hours() -> None:
    hours = "mon-fri 09:00-12:00 14:00-18:00 sat 20:00-02:00"
    assert Settings().but({"kiosk.hours": hours})["kiosk.hours"] == hours
