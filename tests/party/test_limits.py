import logging

from hypothesis import given
from hypothesis import strategies as st

from tabletop.party.limits import (
    MAX_ADDRESSES,
    CodeTries,
    LogLimit,
    Rate,
    RatesByAddress,
    ShortFormatter,
)
from tabletop.party.messages import CODE_TRIES, CODE_TRIES_PER_ADDRESS


def test_a_rate_allows_a_burst_and_then_so_many_a_second() -> None:
    rate = Rate(2, 5, 0.0)
    assert [rate.allows(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert [rate.allows(1.0) for _ in range(3)] == [True, True, False]


@given(st.lists(st.floats(0, 100), max_size=200))
def test_no_more_than_burst_and_rate_are_allowed(times: list[float]) -> None:
    rate = Rate(3, 10, 0.0)
    allowed = sum(rate.allows(now) for now in sorted(times))
    assert allowed <= 10 + 3 * max(times, default=0.0) + 1


def test_addresses_have_rates_of_their_own_and_old_ones_are_forgotten() -> None:
    rates = RatesByAddress(0.001, 1)
    assert rates.allows("first", 0.0)
    assert not rates.allows("first", 0.0)
    for number in range(MAX_ADDRESSES):
        assert rates.allows(str(number), 0.0)
    assert rates.allows("first", 0.0)


def test_wrong_codes_are_forgotten_after_a_minute() -> None:
    wrong = CodeTries(CODE_TRIES_PER_ADDRESS, CODE_TRIES)
    for second in range(CODE_TRIES_PER_ADDRESS):
        assert not wrong.too_many("here", second)
        wrong.add("here", second)
    assert wrong.too_many("here", 59.0)
    assert not wrong.too_many("there", 59.0)
    assert not wrong.too_many("here", 60.0)


def _record(text: str, at: float) -> logging.LogRecord:
    record = logging.LogRecord("x", logging.ERROR, "file", 1, text, None, None)
    record.created = at
    return record


def test_a_flood_of_log_lines_is_cut_and_counted() -> None:
    limit = LogLimit(3)
    assert sum(limit.filter(_record("trouble", 1000.0)) for _ in range(500)) == 3
    later = _record("trouble", 1100.0)
    assert limit.filter(later)
    assert "497" in later.getMessage()


def test_a_logged_error_tells_where_it_was_and_not_what_a_phone_sent() -> None:
    try:
        raise ValueError("token-of-somebody\nsecond line")
    except ValueError as problem:
        record = _record("it failed", 0.0)
        record.exc_info = (ValueError, problem, problem.__traceback__)
    line = ShortFormatter().format(record)
    assert "ValueError" in line
    assert "test_limits.py" in line
    assert "token-of-somebody" not in line
    assert "\n" not in line
    assert len(ShortFormatter().format(_record("x" * 10_000, 0.0))) < 1000
