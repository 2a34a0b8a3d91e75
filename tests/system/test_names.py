import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system.names import (
    MAX_NAME_GRAPHEMES,
    MAX_TEXT_CHARACTERS,
    clean_name,
    clean_text,
    graphemes,
)

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FLAG = "\U0001f1e9\U0001f1ea"
THUMB = "\U0001f44d\U0001f3fd"
HEART = "❤\ufe0f"
GROWING = "\ufb2c"
"""NFC makes three characters of this one."""
NOTES = "\u200d".join("\U0001d160" * 4)
NASTY = st.sampled_from(
    "\ufb2c\U0001d160\u202e\u2066\u200f\u200d\u200b\ufe0f\u0301\u0345\u115f\u3164\u0bbe\u1161\x00\n\ue000\ud800é가"
)
names = st.text(st.characters() | NASTY | st.sampled_from(FAMILY + FLAG + THUMB), max_size=64)


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("e\u0301", "é"),
        ("Zoë", "Zoë"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("ग्रन्थि", "ग्रन्थि"),
        ("한국어", "한국어"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\u202eb\u2066c\u200bd\u00ade\ufefff", "abcdef"),
        ("a\x00b\x1bc\u2028d", "abc d"),
        ("\u0301\u0302Ada", "Ada"),
        ("q" + "\u0301\u0302\u0303\u0304\u0305\u0306" * 3, "q\u0301\u0302\u0303"),
        ("a\u200db", "ab"),
        ("\u3164\u115f\u2800", ""),
        ("\u200d\ufe0f", ""),
        ("abcdefghijklmnop", "abcdefghijkl"),
        ("abcdefghijk lmnop", "abcdefghijk"),
        ("e\u0301" * 20, "é" * 12),
        (FAMILY * 20, FAMILY * 9),  # of seven characters each
        (FLAG * 20, FLAG * 12),
        (THUMB * 20, THUMB * 12),
        (HEART * 20, HEART * 12),
    ],
)
def test_a_name_is_cleaned_and_cut_to_twelve_letters(typed: str, clean: str) -> None:
    assert clean_name(typed) == clean


@pytest.mark.parametrize("one", [FAMILY, FLAG, THUMB, HEART, "é", "ä\u0323", "กำ"[:1], "नि", "각"])
def test_what_people_see_as_one_letter_is_one(one: str) -> None:
    assert list(graphemes(one)) == [one]
    assert list(graphemes(f"x{one}y")) == ["x", one, "y"]


@given(names)
def test_a_clean_name_is_harmless_and_stays_as_it_is(typed: str) -> None:
    name = clean_name(typed)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert len(list(graphemes(name))) <= MAX_NAME_GRAPHEMES
    assert len(name) <= MAX_TEXT_CHARACTERS
    assert name == name.strip()
    assert "  " not in name
    for sign in name:
        assert sign == "\u200d" or unicodedata.category(sign) not in (
            *("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"),
        )
        assert unicodedata.bidirectional(sign) not in (
            *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
        )
    assert not name or unicodedata.category(name[0]) not in ("Mn", "Me", "Mc")


@pytest.mark.parametrize("typed", [GROWING * MAX_TEXT_CHARACTERS, (NOTES * 10)[:64]])
def test_a_text_stays_as_short_as_a_message_may_be(typed: str) -> None:
    for cleaned in (clean_text(typed), clean_name(typed)):
        assert cleaned
        assert len(cleaned) <= MAX_TEXT_CHARACTERS
        assert clean_text(cleaned) == cleaned


@given(names)
def test_a_joiner_stays_only_inside_an_emoji(typed: str) -> None:
    name = clean_text(typed)
    parts = name.split("\u200d")
    assert all(parts) or parts == [""]
    assert all(unicodedata.category(part[0]) in ("So", "Sm") for part in parts[1:])


@given(st.text(st.characters(categories=("Lu", "Ll", "Nd")), max_size=12))
def test_letters_and_digits_stay(typed: str) -> None:
    normal = unicodedata.normalize("NFC", typed)
    assert clean_name(typed) == normal
