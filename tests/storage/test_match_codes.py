"""Which match belongs to which code, and which codes are dropped."""

from pathlib import Path

import pytest

from tabletop.storage import Store, match_codes
from tabletop.storage.match_codes import code_date, code_of, forget_code, match_of, parse_code

TODAY = "2030-01-01"


def test_a_match_has_one_code_for_as_long_as_it_is_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        assert parse_code(code) == code
        assert match_of(store, code) == "one"
        assert code_of(store, "one", 8, TODAY) == code
        other = code_of(store, "two", 7, TODAY)  # with the same seed
        assert other != code
    with Store.open(tmp_path) as store:
        assert (match_of(store, code), match_of(store, other)) == ("one", "two")


@pytest.mark.parametrize("today", ["2091-01-01", "1970-01-01", "", "yesterday"])
def test_a_clock_that_jumps_takes_nobodys_code_away(tmp_path: Path, today: str) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        store.flush()
        other = code_of(store, "two", 8, today)
        assert match_of(store, code) == "one"
        assert (code_date(store, code), code_date(store, other)) == (TODAY, today)


def test_where_there_are_very_many_the_oldest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert match_codes.MAX_CODES == 2000
    monkeypatch.setattr(match_codes, "MAX_CODES", 3)
    with Store.open(tmp_path) as store:
        store.set_note("code TTTTT", "zero 2030-01-01")  # given before they were counted
        store.set_note("code of zero", "TTTTT")
        given = [code_of(store, f"m{n}", n, f"{2040 - n}-01-01") for n in range(3)]
        assert store.get_note("code of zero") == ""
        assert [match_of(store, code) for code in ("TTTTT", *given)] == ["", "m0", "m1", "m2"]
    with Store.open(tmp_path) as store:
        code_of(store, "m0", 7, TODAY)  # used again, it counts as new
        last = code_of(store, "m3", 9, TODAY)
        assert [match_of(store, code) for code in (*given, last)] == ["m0", "", "m2", "m3"]
        assert store.get_note("code of m1") == ""


def test_a_forgotten_code_leaves_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        forget_code(store, code)
        assert match_of(store, code) == ""
        assert store.get_note("code of one") == ""
        assert match_of(store, "K7W2X") == ""
