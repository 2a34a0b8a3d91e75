"""Damaged catalogues and wrong translations do not stop the program."""

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import languages
from tabletop.engine import count, listed, say
from tabletop.languages import GettextCatalogue, translate
from tabletop.settings import Settings
from tabletop.ui.core.context import UiContext
from tests.lanes import examples
from tests.languages.catalogues import GERMAN, write

RED = say("t.red", "Red")
STONES = count("t.stones", "{n} stone", "{n} stones", 2)
WHOLE = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    'msgctxt "t.red"\nmsgid "Red"\nmsgstr "Rot"\n\n'
    'msgctxt "t.stones"\nmsgid "{n} stone"\nmsgid_plural "{n} stones"\n'
    'msgstr[0] "ein Stein"\nmsgstr[1] "{n} Steine"\n'
)
DAMAGE = {
    "a charset that was never filled in": ("charset=utf-8", "charset=CHARSET"),
    "plural forms that are none": ("plural=(n != 1)", "plural=(n !="),
    "plural forms without a number": ("nplurals=2", "nplurals=INTEGER"),
    "plural forms that divide by nothing": ("plural=(n != 1)", "plural=(n % 0)"),
    "a plural of no number": ("msgstr[1]", "msgstr[x]"),
    "a message that is cut off": ('msgstr "Rot"\n', 'msgstr "Rot\n'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_a_damaged_catalogue_leaves_the_table_speaking(
    tiny: Path, damage: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    name = '\nmsgctxt "language.name"\nmsgid "English"\nmsgstr "Dansk"\n'
    assert damage[0] in WHOLE
    (tiny / "da.po").write_text(WHOLE.replace(*damage) + name, "utf-8")
    languages.use_folders(tiny)
    context = UiContext(language="da")
    assert context.translate(RED) in ("Red", "Rot", "Ro")
    assert context.translate(STONES) in ("2 stones", "2 Steine")


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_the_shells_words_stay_when_a_games_catalogue_is_damaged(
    tmp_path: Path, damage: tuple[str, str]
) -> None:
    shell, game = tmp_path / "shell", tmp_path / "game"
    shell.mkdir()
    game.mkdir()
    files = [write(shell, "de", GERMAN), game / "de.po"]
    files[1].write_text(WHOLE.replace(*damage), "utf-8")
    for order in (files, files[::-1]):
        assert translate(say("t.open.door", "Open"), GettextCatalogue(order)) == "Öffnen"


@examples(150)
@given(st.data())
def test_whatever_a_file_has_become_something_is_said(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = WHOLE
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        upto = data.draw(st.integers(at, min(len(text), at + 12)))
        text = text[:at] + data.draw(st.text('"\\n=;:()%0[]#~ abcx', max_size=6)) + text[upto:]
    path = tmp_path_factory.getbasetemp() / "damaged.po"
    path.write_text(text, "utf-8")
    catalogue = GettextCatalogue([path])
    for asked in (RED, STONES, count("t.stones", "{n} stone", "{n} stones", 1)):
        assert isinstance(translate(asked, catalogue), str)


def test_of_one_message_in_two_files_the_first_is_said(tmp_path: Path) -> None:
    for name, word in (("first", "Rot"), ("second", "Dunkelrot")):
        (tmp_path / name).mkdir()
        write(tmp_path / name, "de", {"t.red": ("Red", word)})
    files = [tmp_path / "first" / "de.po", tmp_path / "second" / "de.po"]
    assert translate(RED, GettextCatalogue(files)) == "Rot"


@pytest.mark.parametrize("words", ["{n[0]} Stück", "{n.real.none} Stück", "{n:y} Stück"])
def test_a_translation_that_cannot_be_filled_in_is_english(
    tmp_path: Path, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    path = write(tmp_path, "de", {"t.pieces": ("{n} pieces", words)})
    assert translate(say("t.pieces", "{n} pieces", n=3), GettextCatalogue([path])) == "3 pieces"
    assert "t.pieces" in caplog.text


def test_only_what_the_setting_takes_is_offered(
    tiny: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for code in ("zh_Hans", "es_419", "pt-BR", "deutsch", "DE"):
        write(tiny, code, {"language.name": ("English", code.upper())})
    languages.use_folders(tiny)
    codes = [known.code for known in languages.all_languages()]
    assert codes == ["en", "de", "es_419", "fr", "zh_Hans"]
    for code in codes:
        assert Settings().but({"look.language": code})["look.language"] == code
    assert all(f"{code}.po is not" in caplog.text for code in ("pt-BR", "deutsch", "DE"))
    assert languages.system_language({"LANG": "pt-BR"}) == "en"


def test_a_language_has_one_kept_catalogue(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    GettextCatalogue([tiny / "de.po"], folder)
    GettextCatalogue([tiny / "fr.po"], folder)
    before = set(folder.iterdir())
    write(tiny, "de", {"t.red": ("Red", "Dunkelrot")})
    assert translate(RED, GettextCatalogue([tiny / "de.po"], folder)) == "Dunkelrot"
    after = set(folder.iterdir())
    assert len(after) == 2
    assert len(after & before) == 1  # the French one


def test_a_kept_catalogue_may_be_damaged_anywhere(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    GettextCatalogue([tiny / "de.po"], folder)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for at in range(0, 200, 3):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        assert isinstance(translate(RED, GettextCatalogue([tiny / "de.po"], folder)), str)


def test_the_machines_list_of_languages_is_asked_before_its_locale(tiny: Path) -> None:
    assert languages.system_language({"LANGUAGE": "ja:fr_CA:de", "LANG": "de_DE.UTF-8"}) == "fr"
    assert languages.system_language({"LANGUAGE": "en:de", "LANG": "de_DE.UTF-8"}) == "en"
    # LC_ALL=C asks for no translation.
    assert languages.system_language({"LANGUAGE": "de", "LC_ALL": "C"}) == "en"


def test_where_no_variable_names_a_language_the_system_is_asked(tiny: Path) -> None:
    assert languages.system_language({}, lambda: "fr_CH") == "fr"
    assert languages.system_language({"LANG": "de_DE.UTF-8"}, lambda: "fr_CH") == "de"
    assert languages.system_language({}, lambda: "") == "en"


def test_an_enumeration_of_nothing_is_empty() -> None:
    assert listed(()) == ""


def test_files_that_are_no_catalogues_do_not_count(tiny: Path) -> None:
    (tiny / "de.po.orig").write_bytes((tiny / "de.po").read_bytes())
    languages.use_folders(tiny)
    assert len(languages.all_languages()) == 3
