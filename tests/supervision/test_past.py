"""How often the program has died, and of what: told by pure values, and kept in a file."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.supervision import past
from tabletop.supervision.past import FILE_NAME, HOUR, MANY, REMEMBERED, SOON, Death, Past

NOON = 1_800_000_000.0

pasts = st.builds(
    Past,
    running=st.booleans(),
    restarts=st.integers(0, 10**6),
    deaths=st.lists(
        st.builds(Death, at=st.floats(allow_nan=False, allow_infinity=False), match=st.text()),
        max_size=REMEMBERED,
    ).map(tuple),
    aside=st.lists(st.text(), max_size=5).map(tuple),
)


def died(before: Past, now: float, match: str = "") -> Past:
    """After a start that finds the last one dead, with a match on the table."""
    assert before.running
    return before.begun(now).blamed(match, now)


def test_an_end_in_order_is_no_death() -> None:
    told = Past()
    for day in range(20):
        told = told.begun(NOON + day).ended()
    assert told == Past()


def test_three_deaths_in_five_minutes_with_the_same_match_set_it_aside() -> None:
    told = Past().begun(NOON)
    for number in (1, 2):
        told = died(told, NOON + 100 * number, "match")
        assert told.aside == ()
    assert died(told, NOON + 300, "match").aside == ("match",)


@pytest.mark.parametrize(
    "deaths",
    [
        [(0, "match"), (100, "other"), (200, "match")],
        [(0, "match"), (100, ""), (200, "match")],
        [(0, "match"), (SOON + 1, "match"), (SOON + 2, "match")],
        [(0, ""), (1, ""), (2, "")],
    ],
)
def test_nothing_else_sets_a_match_aside(deaths: list[tuple[float, str]]) -> None:
    told = Past().begun(NOON)
    for at, match in deaths:
        told = died(told, NOON + at, match)
    assert told.aside == ()


def test_a_clock_that_is_set_back_between_deaths_hides_none() -> None:
    told = Past().begun(NOON)
    for at in (100, 40, 70):
        told = died(told, NOON + at, "match")
    assert told.aside == ("match",)


def test_ten_deaths_in_an_hour_are_unsafe_and_an_hour_later_no_more() -> None:
    told = Past().begun(NOON)
    for number in range(MANY):
        assert not told.is_unsafe(NOON + 300 * number)
        told = died(told, NOON + 300 * number)
    last = NOON + 300 * (MANY - 1)
    assert told.is_unsafe(last)
    assert told.is_unsafe(NOON + HOUR)
    assert not told.is_unsafe(NOON + HOUR + 1)
    assert told.restarts == MANY


def test_what_is_remembered_has_an_end() -> None:
    told = Past().begun(NOON)
    for number in range(3 * REMEMBERED):
        for _ in range(3):
            told = died(told, NOON + number, f"match {number}")
    assert len(told.deaths) == REMEMBERED
    assert len(told.aside) <= REMEMBERED
    assert told.restarts == 9 * REMEMBERED


@given(pasts)
def test_what_is_written_is_read(told: Past) -> None:
    assert Past.from_text(told.to_text()) == told


@given(st.text() | st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["running", "restarts", "deaths", "aside", "at", "match"]), inner
    ),
).map(json.dumps))  # fmt: skip
def test_whatever_a_file_holds_is_read_or_is_a_value_error(text: str) -> None:
    try:
        told = Past.from_text(text)
    except ValueError:
        return
    told.is_unsafe(NOON)
    died(told.begun(NOON), NOON, "match")


def test_a_file_that_is_damaged_anyhow_never_stops_a_start(tmp_path: Path) -> None:
    whole = Past(True, 3, (Death(NOON, "a"), Death(NOON, "b")), ("c",)).to_text().encode()
    luck = random.Random(7)
    path = tmp_path / FILE_NAME
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(luck.randint(1, 8)):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        path.write_bytes(damaged[: luck.randint(0, len(damaged))])
        past.read(tmp_path).begun(NOON)
        path.unlink(missing_ok=True)


def test_a_damaged_file_is_set_aside_and_each_under_a_name_of_its_own(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE_NAME).write_bytes(b"\xff{")
        assert past.read(tmp_path) == Past()
        assert (tmp_path / f"supervision.damaged-{number}.json").read_bytes() == b"\xff{"
    past.write(tmp_path, Past(True))
    assert past.read(tmp_path) == Past(True)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    past.write(tmp_path / "file" / "folder", Past(True))
    assert past.read(tmp_path / "file" / "folder") == Past()
