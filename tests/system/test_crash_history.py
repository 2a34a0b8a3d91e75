"""The crash history, as a value and as a file."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system import crashes
from tabletop.system.crashes import (
    FILE_NAME,
    MAX_REMEMBERED,
    SAFE_MODE_CRASHES,
    SAFE_MODE_SECONDS,
    SAME_MATCH_SECONDS,
    CrashHistory,
    UncleanExit,
)

NOON = 1_800_000_000.0

pasts = st.builds(
    CrashHistory,
    running=st.booleans(),
    restarts=st.integers(0, 10**6),
    deaths=st.lists(
        st.builds(
            UncleanExit, at=st.floats(allow_nan=False, allow_infinity=False), match=st.text()
        ),
        max_size=MAX_REMEMBERED,
    ).map(tuple),
    aside=st.lists(st.text(), max_size=5).map(tuple),
)


def died(before: CrashHistory, now: float, match: str = "") -> CrashHistory:
    """After a start that finds a crash with this match open."""
    assert before.running
    return before.begun(now).with_last_match(match, now)


def test_an_end_in_order_is_no_death() -> None:
    told = CrashHistory()
    for day in range(20):
        told = told.begun(NOON + day).ended()
    assert told == CrashHistory()


def test_three_deaths_in_five_minutes_with_the_same_match_set_it_aside() -> None:
    told = CrashHistory().begun(NOON)
    for number in (1, 2):
        told = died(told, NOON + 100 * number, "match")
        assert told.aside == ()
    assert died(told, NOON + 300, "match").aside == ("match",)


@pytest.mark.parametrize(
    "deaths",
    [
        [(0, "match"), (100, "other"), (200, "match")],
        [(0, "match"), (100, ""), (200, "match")],
        [(0, "match"), (SAME_MATCH_SECONDS + 1, "match"), (SAME_MATCH_SECONDS + 2, "match")],
        [(0, ""), (1, ""), (2, "")],
    ],
)
def test_nothing_else_sets_a_match_aside(deaths: list[tuple[float, str]]) -> None:
    told = CrashHistory().begun(NOON)
    for at, match in deaths:
        told = died(told, NOON + at, match)
    assert told.aside == ()


def test_a_clock_that_is_set_back_between_deaths_hides_none() -> None:
    told = CrashHistory().begun(NOON)
    for at in (100, 40, 70):
        told = died(told, NOON + at, "match")
    assert told.aside == ("match",)


def test_ten_deaths_in_an_hour_are_unsafe_and_an_hour_later_no_more() -> None:
    told = CrashHistory().begun(NOON)
    for number in range(SAFE_MODE_CRASHES):
        assert not told.needs_safe_mode(NOON + 300 * number)
        told = died(told, NOON + 300 * number)
    last = NOON + 300 * (SAFE_MODE_CRASHES - 1)
    assert told.needs_safe_mode(last)
    assert told.needs_safe_mode(NOON + SAFE_MODE_SECONDS)
    assert not told.needs_safe_mode(NOON + SAFE_MODE_SECONDS + 1)
    assert told.restarts == SAFE_MODE_CRASHES


def test_what_is_remembered_has_an_end() -> None:
    told = CrashHistory().begun(NOON)
    for number in range(3 * MAX_REMEMBERED):
        for _ in range(3):
            told = died(told, NOON + number, f"match {number}")
    assert len(told.deaths) == MAX_REMEMBERED
    assert len(told.aside) <= MAX_REMEMBERED
    assert told.restarts == 9 * MAX_REMEMBERED


@given(pasts)
def test_what_is_written_is_read(told: CrashHistory) -> None:
    assert CrashHistory.from_text(told.to_text()) == told


@given(st.text() | st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["running", "restarts", "deaths", "aside", "at", "match"]), inner
    ),
).map(json.dumps))  # fmt: skip
def test_whatever_a_file_holds_is_read_or_is_a_value_error(text: str) -> None:
    try:
        told = CrashHistory.from_text(text)
    except ValueError:
        return
    told.needs_safe_mode(NOON)
    died(told.begun(NOON), NOON, "match")


def test_a_file_that_is_damaged_anyhow_never_stops_a_start(tmp_path: Path) -> None:
    whole = (
        CrashHistory(True, 3, (UncleanExit(NOON, "a"), UncleanExit(NOON, "b")), ("c",))
        .to_text()
        .encode()
    )
    luck = random.Random(7)
    path = tmp_path / FILE_NAME
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(luck.randint(1, 8)):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        path.write_bytes(damaged[: luck.randint(0, len(damaged))])
        crashes.read_history(tmp_path).begun(NOON)
        path.unlink(missing_ok=True)


def test_a_damaged_file_is_set_aside_and_each_under_a_name_of_its_own(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE_NAME).write_bytes(b"\xff{")
        assert crashes.read_history(tmp_path) == CrashHistory()
        assert (tmp_path / f"supervision.damaged-{number}.json").read_bytes() == b"\xff{"
    crashes.write_history(tmp_path, CrashHistory(True))
    assert crashes.read_history(tmp_path) == CrashHistory(True)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    crashes.write_history(tmp_path / "file" / "folder", CrashHistory(True))
    assert crashes.read_history(tmp_path / "file" / "folder") == CrashHistory()
