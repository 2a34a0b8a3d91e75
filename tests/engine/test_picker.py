"""Spelling a ply by touching places."""

import pytest

from tabletop.engine import Picker, Word

WORDS: dict[str, tuple[Word, ...]] = {
    "lay": (("c3", "lay"),),
    "shove": (("c3", "d4", "shove"),),
    "drag": (("c3", "d4", "drag"),),
    "pair": (("a1", "a2"), ("a2", "a1")),
    "pass": (("pass",),),
}


@pytest.fixture
def picker() -> Picker:
    return Picker(list(WORDS), WORDS.__getitem__)


def test_the_first_touches_of_all_plies_are_open(picker: Picker) -> None:
    assert picker.open == {"c3", "a1", "a2", "pass"}
    assert picker.candidates == tuple(WORDS)
    assert picker.picked == ()


def test_a_ply_is_played_by_its_last_touch(picker: Picker) -> None:
    assert picker.pick("c3") is None
    assert picker.open == {"lay", "d4"}
    assert list(picker.candidates) == ["lay", "shove", "drag"]
    assert picker.pick("d4") is None
    assert picker.open == {"shove", "drag"}
    assert list(picker.candidates) == ["shove", "drag"]
    assert picker.pick("drag") == "drag"
    assert (picker.open, picker.candidates) == (frozenset(), ("drag",))


def test_a_ply_can_have_several_spellings_and_is_a_candidate_once(picker: Picker) -> None:
    assert picker.pick("a2") is None
    assert list(picker.candidates) == ["pair"]
    assert picker.pick("a1") == "pair"


def test_one_touch_can_be_enough(picker: Picker) -> None:
    assert picker.completing("pass") == "pass"
    assert picker.pick("pass") == "pass"


def test_what_would_be_played_is_known_before_the_last_touch(picker: Picker) -> None:
    assert picker.completing("c3") is None
    picker.pick("c3")
    assert (picker.completing("lay"), picker.completing("d4")) == ("lay", None)
    assert picker.picked == ("c3",)


@pytest.mark.parametrize(("right", "wrong"), [((), "d4"), (("c3",), "c3"), (("pass",), "pass")])
def test_a_place_that_is_not_open_is_refused_and_changes_nothing(
    picker: Picker, right: Word, wrong: str
) -> None:
    for spot in right:
        picker.pick(spot)
    with pytest.raises(ValueError, match=f"no ply is spelled {' '.join((*right, wrong))}"):
        picker.pick(wrong)
    assert picker.picked == right


def test_touches_are_taken_back_one_by_one(picker: Picker) -> None:
    picker.pick("c3")
    picker.pick("d4")
    assert picker.back()
    assert picker.picked == ("c3",)
    assert picker.back()
    assert not picker.back()
    assert picker.open == {"c3", "a1", "a2", "pass"}


def test_a_word_can_be_begun_anew(picker: Picker) -> None:
    picker.pick("c3")
    picker.go_to(())
    assert picker.picked == ()
    assert picker.pick("a1") is None


def test_it_is_known_what_starts_a_ply(picker: Picker) -> None:
    assert picker.starts(())
    assert picker.starts(("c3", "d4"))
    assert picker.starts(("c3", "lay"))
    assert not picker.starts(("d4",))
    assert not picker.starts(("c3", "lay", "lay"))


def test_where_nothing_is_legal_nothing_is_open() -> None:
    picker = Picker([], WORDS.__getitem__)
    assert (picker.open, picker.candidates) == (frozenset(), ())
    with pytest.raises(ValueError, match="no ply is spelled"):
        picker.pick("c3")
