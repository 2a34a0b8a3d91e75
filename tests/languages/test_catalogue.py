"""Translations of texts: args, plurals, and missing ones."""

import logging
import sys
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import languages
from tabletop.engine import count, decimal, joined, listed, percent, say
from tabletop.languages import GettextCatalogue, LanguageRegistry, PseudoCatalogue, translate
from tests.languages.catalogues import GERMAN, write

WORDS = st.text("aeioubcdrst ", min_size=1, max_size=40).filter(lambda words: words.strip())


@pytest.fixture
def german(tiny: Path) -> GettextCatalogue:
    return GettextCatalogue([tiny / "de.po"])


def test_the_key_decides_and_not_the_english(german: GettextCatalogue) -> None:
    assert translate(say("t.open.door", "Open"), german) == "Öffnen"
    assert translate(say("t.open.state", "Open"), german) == "Offen"


def test_texts_in_a_text_are_translated_too(german: GettextCatalogue) -> None:
    text = say("t.won", "{who} has won.", who=say("t.red", "Red"))
    assert translate(text, german) == "Rot hat gewonnen."
    assert text == "Red has won."


def test_a_plain_string_stays_as_it_is(german: GettextCatalogue) -> None:
    assert translate("Open", german) == "Open"
    assert translate(say("t.won", "{who} has won.", who="Ada"), german) == "Ada hat gewonnen."


def test_what_nobody_translated_is_english_but_its_parts_are_not(german: GettextCatalogue) -> None:
    text = say("t.unknown", "{who} is here.", who=say("t.red", "Red"))
    assert translate(text, german) == "Rot is here."


def test_a_sentence_whose_english_has_changed_is_english_again(german: GettextCatalogue) -> None:
    assert translate(say("t.open.door", "Open it"), german) == "Open it"


def test_the_language_says_which_plural_a_number_takes(german: GettextCatalogue) -> None:
    stones = [count("t.stones", "{n} stone", "{n} stones", n) for n in (0, 1, 2, 5)]
    assert stones == ["0 stones", "1 stone", "2 stones", "5 stones"]
    assert [translate(text, german) for text in stones] == [
        "0 Steine",
        "ein Stein",
        "zwei Steine",
        "5 Steine",
    ]


def test_a_number_without_a_translation_takes_the_english_plural(german: GettextCatalogue) -> None:
    horses = [count("t.unknown", "{n} horse", "{n} horses", n) for n in (0, 1, 2)]
    english = ["0 horses", "1 horse", "2 horses"]
    assert [translate(text, german) for text in horses] == english
    assert [translate(text, GettextCatalogue([])) for text in horses] == english
    longer = [translate(text, PseudoCatalogue()) for text in horses]
    assert longer[1] == translate(say("t.one", "{n} horse", n=1), PseudoCatalogue())
    assert longer[2] == translate(say("t.two", "{n} horses", n=2), PseudoCatalogue())


def test_lists_and_joined_texts_are_said_part_by_part(german: GettextCatalogue) -> None:
    names = [say("t.red", "Red"), "Ada", say("t.open.state", "Open")]
    assert listed(names) == "Red, Ada and Open"
    assert translate(listed(names), german) == "Rot, Ada und Offen"
    assert translate(joined(" · ", *names), german) == "Rot · Ada · Offen"
    assert translate(joined(" {} ", *names), german) == "Rot {} Ada {} Offen"


def test_numbers_have_the_languages_point(german: GettextCatalogue) -> None:
    assert (decimal(1.25, 1), decimal(3, 0), decimal(0.5, 2)) == ("1.2", "3", "0.50")
    assert translate(decimal(12.5), german) == "12,5"
    assert str(percent(40)) == "40%"
    assert translate(percent(40), german) == "40 %"


@pytest.mark.parametrize("key", ["t.lost", "t.broken"])
def test_a_wrong_name_in_a_translation_gives_english_and_no_fault(
    german: GettextCatalogue, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    assert translate(say(key, "Lost {thing}", thing="it"), german) == "Lost it"
    assert key in caplog.text


def test_the_empty_text_is_not_the_head_of_the_file(german: GettextCatalogue) -> None:
    assert translate(say("", ""), german) == ""
    assert translate(say("t.empty", ""), german) == ""


def test_a_damaged_catalogue_leaves_the_others(tmp_path: Path) -> None:
    write(tmp_path, "de", {"t.red": ("Red", "Rot")})
    damaged = tmp_path / "damaged.po"
    damaged.write_bytes(b'msgid "Red"\nmsgstr \xff\xfe "R')
    catalogue = GettextCatalogue([damaged, tmp_path / "de.po", tmp_path / "gone.po"])
    assert translate(say("t.red", "Red"), catalogue) == "Rot"


def test_what_is_fuzzy_is_not_said(tmp_path: Path) -> None:
    more = '\n#, fuzzy\nmsgctxt "t.blue"\nmsgid "Blue"\nmsgstr "Grün"\n'
    path = write(tmp_path, "de", {}, more)
    assert translate(say("t.blue", "Blue"), GettextCatalogue([path])) == "Blue"


@given(WORDS, st.integers(0, 3))
def test_the_language_for_checks_is_longer_and_keeps_its_names(words: str, names: int) -> None:
    english = words + "".join(f" {{n{number}}} {words}" for number in range(names))
    args = {f"n{number}": number for number in range(names)}
    template = PseudoCatalogue().template(say("t.any", english, **args))
    plain = len(words) * (names + 1) + 2 * names
    found = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    assert found == list(args)
    taken = sum(len(f"{{n{number}}}") for number in range(names))
    assert len(template) - taken >= 1.4 * plain - 1
    assert len(template) - taken <= 1.4 * plain + 2


def test_the_language_for_checks_shows_what_came_through_no_catalogue() -> None:
    text = say("t.won", "{who} has won.", who="Ada")
    assert translate(text, PseudoCatalogue()).startswith("Ada ")
    assert "has" not in translate(text, PseudoCatalogue())
    assert translate(count("t.n", "{n} stone", "{n} stones", 2), PseudoCatalogue())[:2] == "2 "


def test_languages_are_found_by_their_files_and_their_own_names(tiny: Path) -> None:
    names = {language.code: language.name for language in languages.all_languages()}
    assert names == {"en": "English", "de": "Deutsch", "fr": "Français"}
    write(tiny, "pt_BR", {"language.name": ("English", "Português")})
    write(tiny, "it", {})  # unfinished
    languages.use_folders(tiny)
    assert languages.own_name("pt_BR") == "Português"
    assert not languages.has_language("it")
    assert languages.has_language("xx")
    assert all(language.code != "xx" for language in languages.all_languages())


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP"}, "en"),
        ({"LANG": "xx"}, "en"),
        ({"LC_MESSAGES": "", "LANG": "fr@euro"}, "fr"),
        ({}, "en"),
    ],
)
def test_the_machines_language_is_taken_where_the_table_has_it(
    tiny: Path, environment: dict[str, str], code: str
) -> None:
    assert languages.system_language(environment) == code


def test_a_compiled_catalogue_is_kept_known_by_its_files_and_made_anew_when_damaged(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    red = say("t.red", "Red")
    assert translate(red, GettextCatalogue([tiny / "de.po"], folder)) == "Rot"
    (kept,) = folder.iterdir()
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "polib", None)  # nothing reads the files
        assert translate(red, GettextCatalogue([tiny / "de.po"], folder)) == "Rot"
    write(tiny, "de", {"t.red": ("Red", "Dunkelrot")})
    assert translate(red, GettextCatalogue([tiny / "de.po"], folder)) == "Dunkelrot"
    write(tiny, "de", GERMAN)
    assert translate(red, GettextCatalogue([tiny / "de.po"], folder)) == "Rot"
    for damaged in (b"", b"nothing", kept.read_bytes()[:40]):
        kept.write_bytes(damaged)
        assert translate(red, GettextCatalogue([tiny / "de.po"], folder)) == "Rot"


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tiny: Path, tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("")
    german = GettextCatalogue([tiny / "de.po"], occupied / "kept")
    assert translate(say("t.red", "Red"), german) == "Rot"


def test_languages_that_were_made_ready_are_spoken_without_reading_their_files(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start() -> LanguageRegistry:
        found = LanguageRegistry()
        found.use_folders(tiny)
        found.keep_compiled_in(tmp_path / "kept")
        return found

    assert len(list(start().compile_all())) > 2, "no language is made ready at once"
    monkeypatch.setitem(sys.modules, "polib", None)  # nothing reads the files
    found = start()
    for code in ("de", "fr"):
        told = found.catalogue(code)
        assert told is not None
        assert translate(say("match.your_turn", "Your turn"), told) != "Your turn"
    assert len(list(found.compile_all())) == 2, "what is kept is only opened"
