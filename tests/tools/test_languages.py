"""The catalogues contain every message, in every language."""

from pathlib import Path

import pygame
import pytest

from tabletop.ui.text import typesetting
from tools import language_files
from tools.language_files import SHELL, catalogue_faults, codes, folder_of, source_faults, update
from tools.language_messages import Message, Unreadable, messages_of, read

ROOT = Path(__file__).parents[2]
HEAD = "from tabletop.engine import count, say\n"


@pytest.fixture(scope="module")
def said() -> list[Message]:
    messages, unreadable = messages_of(ROOT)
    assert unreadable == []
    return messages


def found(source: str) -> list[tuple[str, str, str]]:
    each = list(read(HEAD + source, "tabletop/a.py"))
    assert all(isinstance(message, Message) for message in each), each
    return [(m.key, m.english, m.plural) for m in each if isinstance(m, Message)]


def message(key: str, english: str, plural: str = "", file: str = "tabletop/a.py") -> Message:
    return Message(key, english, plural, file, 1)


# -- the program's own ------------------------------------------------------------------------


def test_nothing_keeps_the_source_from_being_translated(said: list[Message]) -> None:
    assert list(source_faults(said, ())) == []
    assert len(said) > 1000


def test_english_german_french_and_spanish_are_there() -> None:
    assert {"de", "es", "fr"} <= set(codes())


@pytest.mark.parametrize("code", codes())
def test_every_language_says_everything(said: list[Message], code: str) -> None:
    faults = [str(fault) for fault in catalogue_faults(said, [code])]
    assert faults == [], f"{len(faults)} faults; tools/languages.py check {code} lists them"


@pytest.mark.parametrize("code", codes())
def test_the_fonts_have_every_sign_of_every_language(said: list[Message], code: str) -> None:
    pygame.font.init()
    signs = set("".join(each.english + each.plural for each in said))
    for path in ROOT.glob(f"tabletop/**/languages/{code}.po"):
        for entry in language_files.read(path, code):
            forms = entry.string if isinstance(entry.string, tuple | list) else [entry.string]
            signs |= set("".join(form or "" for form in forms)) if entry.id else set()
    signs -= {"\n"}
    for bold in (False, True):
        metrics = typesetting.font(20, bold).metrics("".join(sorted(signs)))
        missing = [sign for sign, size in zip(sorted(signs), metrics, strict=True) if size is None]
        assert missing == []


# -- reading the source -----------------------------------------------------------------------


def test_messages_are_read_wherever_they_stand() -> None:
    source = """
A = say("a", "All")
def told(n):
    return say("b", "{x} and "
        "more", x=say("c", "Inner")), count("d", "{n} one", "{n} many", n)
"""
    assert found(source) == [
        ("a", "All", ""),
        ("b", "{x} and more", ""),
        ("c", "Inner", ""),
        ("d", "{n} one", "{n} many"),
    ]


def test_words_that_were_given_a_name_just_before_are_read() -> None:
    source = """
def told(late):
    if late:
        words = "Late"
        return say("late", words)
    words = "Early"
    return say("early", words)
"""
    assert found(source) == [("late", "Late", ""), ("early", "Early", "")]


@pytest.mark.parametrize(
    "source",
    [
        'say(f"key.{n}", "Words")',
        'say("key", f"Words {n}")',
        'say("key", "Words " + more)',
        'say(name, "Words")',
        'def f(a):\n    words = "One"\n    if a:\n        words = "Two"\n    say("key", words)',
    ],
)
def test_what_cannot_be_read_is_told(source: str) -> None:
    assert [type(each) for each in read(HEAD + source, "tabletop/a.py")] == [Unreadable]


@pytest.mark.parametrize(
    "source",
    [
        'from tabletop.engine import text\ntext.say("a", "All")',
        'from tabletop import engine\nengine.count("a", "One", "Many", 1)',
        'import tabletop.engine.notation as s\ns.complaint("a", "All")',
        'import tabletop.engine\ntabletop.engine.say("a", "All")',
    ],
)
def test_a_message_that_is_made_through_a_module_is_told(source: str) -> None:
    assert [type(each) for each in read(source, "tabletop/a.py")] == [Unreadable]


def test_a_say_of_another_kind_is_none_of_ours() -> None:
    source = (
        "from itertools import count\nfrom tools.environment import say\nsay(x)\ncount(1, 2, 3)"
    )
    assert list(read(source, "tabletop/a.py")) == []


def test_notes_above_a_message_are_for_translators() -> None:
    source = """
def told():
    # a reason of our own
    # NOTE: {who} is a colour.
    # It stands alone.
    return Thing(
        say("a", "All"),
    )
"""
    (only,) = read(HEAD + source, "tabletop/a.py")
    assert isinstance(only, Message)
    assert only.notes == ("NOTE: {who} is a colour.", "It stands alone.")


def test_a_games_messages_lie_in_its_own_folder() -> None:
    assert folder_of("tabletop/games/shoo/messages.py") == Path("tabletop/games/shoo/languages")
    assert folder_of("tabletop/games/__init__.py") == SHELL
    assert folder_of("tabletop/scenes/home/menu_page.py") == SHELL


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([message("a", "One"), message("a", "Two")], "another English"),
        ([message("a", "One {x"), message("b", "Two")], "wrong braces"),
        ([message("a", "One {0}")], "names what is no name"),
        ([message("a", "One"), message("a", "One", file="tabletop/games/shoo/x.py")], "too"),
    ],
)
def test_faults_of_the_source_are_told(messages: list[Message], words: str) -> None:
    (fault,) = source_faults(messages, ())
    assert words in fault.words


# -- keeping the files ------------------------------------------------------------------------


def translated(root: Path, *pairs: tuple[str, str]) -> None:
    path = root / SHELL / "de.po"
    text = path.read_text("utf-8")
    for before, after in pairs:
        assert text.count(before) == 1, text
        text = text.replace(before, after)
    path.write_text(text, "utf-8")


def faults_of(messages: list[Message], root: Path) -> list[str]:
    return [fault.words for fault in catalogue_faults(messages, ["de"], root)]


RED = 'msgid "Red"\nmsgstr ""'
STONES = (
    'msgid "{n} stone of {who}"\nmsgid_plural "{n} stones of {who}"\nmsgstr[0] ""\nmsgstr[1] ""'
)
PLURAL = message("stones", "{n} stone of {who}", "{n} stones of {who}")


def test_a_language_is_begun_filled_and_kept_when_the_source_changes(tmp_path: Path) -> None:
    before = [message("red", "Red"), message("gone", "Gone"), PLURAL]
    assert update(before, ["de"], tmp_path) == [tmp_path / SHELL / "de.po"]
    assert len(faults_of(before, tmp_path)) == 3
    stones = STONES.replace('[0] ""', '[0] "ein Stein von {who}"')
    translated(
        tmp_path,
        ("# German.", "# Platz: seat\n# German."),
        (RED, RED.replace('msgstr ""', 'msgstr "Rot"')),
        ('msgid "Gone"\nmsgstr ""', 'msgid "Gone"\nmsgstr "Weg"'),
        (STONES, stones.replace('[1] ""', '[1] "{n} Steine von {who}"')),
    )
    assert faults_of(before, tmp_path) == []
    assert update(before, ["de"], tmp_path) == []
    after = [message("red", "Red!"), PLURAL, message("new", "New")]
    assert faults_of(after, tmp_path) == [
        "gone is no key of the source",
        "red has another English in the source",
        "new is missing",
    ]
    update(after, ["de"], tmp_path)
    assert faults_of(after, tmp_path) == ["red is fuzzy", "new is not translated"]
    text = (tmp_path / SHELL / "de.po").read_text("utf-8")
    assert text.startswith("# Platz: seat\n")
    assert '#~ msgstr "Weg"' in text
    assert "Date" not in text


@pytest.mark.parametrize(
    ("string", "words"),
    [
        ("{wer} ist da", "names that the English has not: wer"),
        ("ist da", "lacks who"),
        ("{who ist da", "wrong braces"),
    ],
)
def test_a_translation_keeps_the_names_of_the_english(
    tmp_path: Path, string: str, words: str
) -> None:
    messages = [message("here", "{who} is here")]
    update(messages, ["de"], tmp_path)
    entry = 'msgid "{who} is here"\nmsgstr ""'
    translated(tmp_path, (entry, entry.replace('""', f'"{string}"')))
    assert any(words in fault for fault in faults_of(messages, tmp_path))


def test_what_needs_no_translation_is_in_no_catalogue(tmp_path: Path) -> None:
    update([message("a", "{name}"), message("b", ""), message("", "{x}")], ["de"], tmp_path)
    assert "msgctxt" not in (tmp_path / SHELL / "de.po").read_text("utf-8")


def test_an_unknown_language_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for code in ("klingon", "pt-BR", "de/..", "qqq"):
        assert language_files.main(["update", code]) == 2
        assert code in capsys.readouterr().err


def test_a_catalogue_that_nobody_could_choose_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_files, "codes", lambda: ["de", "pt-BR"])
    assert language_files.main(["check"]) == 2
    assert "pt-BR" in capsys.readouterr().err
