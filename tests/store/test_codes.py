"""Which match belongs to which code, and for how long."""

from pathlib import Path

import pytest

from tabletop.kiosk.codes import read_code
from tabletop.store import Store
from tabletop.store.codes import DAYS, code_of, forget_code, match_of

TODAY = "2030-01-01"


def test_a_match_has_one_code_for_as_long_as_it_is_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        assert read_code(code) == code
        assert match_of(store, code) == "one"
        assert code_of(store, "one", 8, TODAY) == code
        other = code_of(store, "two", 7, TODAY)  # with the same luck
        assert other != code
    with Store.open(tmp_path) as store:
        assert (match_of(store, code), match_of(store, other)) == ("one", "two")


@pytest.mark.parametrize(("later", "kept"), [("2030-01-31", True), ("2030-02-01", False)])
def test_codes_go_when_they_are_too_old(tmp_path: Path, later: str, kept: bool) -> None:
    assert DAYS == 30
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        store.flush()
        code_of(store, "two", 8, later)
        assert bool(match_of(store, code)) == kept
        assert bool(store.noted("code of one")) == kept


def test_a_code_that_is_shown_again_is_young_again(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        code_of(store, "one", 7, "2030-01-25")
        store.flush()
        code_of(store, "two", 8, "2030-02-20")
        assert match_of(store, code) == "one"


@pytest.mark.parametrize("today", ["", "yesterday", "1970-01-01"])
def test_a_clock_that_says_nonsense_takes_nobodys_code_away(tmp_path: Path, today: str) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        store.flush()
        code_of(store, "two", 8, today)
        assert match_of(store, code) == "one"


def test_a_forgotten_code_leaves_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        code = code_of(store, "one", 7, TODAY)
        forget_code(store, code)
        assert match_of(store, code) == ""
        assert store.noted("code of one") == ""
        assert match_of(store, "K7W2X") == ""
