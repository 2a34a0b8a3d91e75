"""The table speaks through the system's own program, never waits for it, and is quiet without."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop.ui.speech.speech import Speech, Utterance, find_voices, program_names
from tests.ui.speech.fake_speech_programs import program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of the test are scripts")

PATIENCE = 40.0
"""Seconds; what the programs here say lasts a minute, if it is not cut off."""


class Desk:
    """A folder of speech programs, and what they have noted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder / "notes.jsonl"
        self.made: list[Speech] = []

    def put(self, name: str, *, seconds: float = 0.0, code: int = 0) -> None:
        program(self.folder, name, self.notes, seconds=seconds, code=code)

    def speech(self, platform: str = "linux") -> Speech:
        made = Speech(lambda: find_voices(platform))
        self.made.append(made)
        return made

    def noted(self) -> list[Any]:
        if not self.notes.exists():
            return []
        return [json.loads(line) for line in self.notes.read_text("utf-8").splitlines()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Where nothing is on the path but what the test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    found = Desk(tmp_path)
    yield found
    for speech in found.made:
        speech.end(wait=PATIENCE)


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.01)


def test_words_are_said_in_their_language_and_volume(desk: Desk) -> None:
    desk.put("espeak-ng")
    speech = desk.speech()
    speech.say(Utterance("Rot. Du bist am Zug.", "de", 0.6))
    until(lambda: len(desk.noted()) == 1)
    name, words, heard = desk.noted()[0]
    assert name == "espeak-ng"
    assert words == ["-v", "de", "-a", "60", "--stdin"]
    assert heard == "Rot. Du bist am Zug."
    assert speech.works is True


def test_the_systems_service_is_asked_before_all_others(desk: Desk) -> None:
    desk.put("espeak-ng")
    desk.put("spd-say")
    desk.speech().say(Utterance("-C is no option here", "en_GB", 1.0))
    until(lambda: len(desk.noted()) == 1)
    name, words, _ = desk.noted()[0]
    assert name == "spd-say"
    assert words[-2:] == ["--", "-C is no option here"]
    assert words[words.index("-l") + 1] == "en"
    assert words[words.index("-i") + 1] == "100"


def test_parts_are_said_one_after_the_other(desk: Desk) -> None:
    desk.put("espeak-ng")
    desk.speech().say(Utterance("Eins", "de"), Utterance("two", "en"))
    until(lambda: len(desk.noted()) == 2)
    assert [heard for _, _, heard in desk.noted()] == ["Eins", "two"]


def test_the_newest_words_take_the_place_of_those_being_said(desk: Desk) -> None:
    desk.put("espeak-ng", seconds=60.0)
    speech = desk.speech()
    speech.say(Utterance("a long story", "en"), Utterance("that goes on", "en"))
    until(lambda: len(desk.noted()) == 1)
    speech.say(Utterance("Your turn", "en"))
    until(lambda: len(desk.noted()) == 2)  # the story would last longer than anybody waits here
    assert [heard for _, _, heard in desk.noted()] == ["a long story", "Your turn"]


def test_what_a_service_says_is_stopped_by_its_own_word(desk: Desk) -> None:
    desk.put("spd-say", seconds=60.0)
    speech = desk.speech()
    speech.say(Utterance("a long story", "en"))
    until(lambda: len(desk.noted()) == 1)
    desk.put("spd-say")
    speech.hush()
    until(lambda: len(desk.noted()) == 2)
    assert desk.noted()[1][1] == ["-C"]


def test_a_program_that_fails_makes_way_for_the_next(desk: Desk) -> None:
    desk.put("spd-say", code=1)
    desk.put("espeak-ng")
    speech = desk.speech()
    speech.say(Utterance("one", "en"))
    speech_notes = ["spd-say", "espeak-ng"]
    until(lambda: [name for name, *_ in desk.noted()] == speech_notes)
    speech.say(Utterance("two", "en"))
    until(lambda: len(desk.noted()) == 3)
    assert desk.noted()[2][0] == "espeak-ng"
    assert speech.works is True


def test_where_there_is_none_it_is_quiet_and_knows_it(desk: Desk) -> None:
    speech = desk.speech()
    assert speech.works is None
    speech.say(Utterance("Is anybody there?", "en"))
    until(lambda: speech.works is False)
    speech.say(Utterance("Nobody?", "en"))


def test_one_that_was_installed_meanwhile_is_found_when_speech_is_wanted_again(desk: Desk) -> None:
    speech = desk.speech()
    speech.prepare()
    until(lambda: speech.works is False)
    desk.put("espeak")
    speech.prepare()
    until(lambda: speech.works is True)


def test_when_all_have_failed_it_knows_that_nothing_speaks(desk: Desk) -> None:
    desk.put("espeak", code=3)
    speech = desk.speech()
    speech.say(Utterance("one", "en"))
    until(lambda: speech.works is False)


def test_ending_cuts_off_what_is_being_said(desk: Desk) -> None:
    desk.put("espeak-ng", seconds=60.0)
    speech = desk.speech()
    speech.say(Utterance("a long story", "en"))
    until(lambda: len(desk.noted()) == 1)
    thread = speech._thread
    speech.end(wait=PATIENCE)
    assert thread is not None
    assert not thread.is_alive()
    speech.say(Utterance("from the grave", "en"))
    assert len(desk.noted()) == 1


def test_without_a_place_to_look_nothing_is_ever_begun() -> None:
    speech = Speech()
    speech.say(Utterance("words", "en"))
    speech.prepare()
    speech.hush()
    speech.end(wait=0.0)
    assert speech.works is False


def test_a_mac_chooses_a_voice_of_the_language(desk: Desk) -> None:
    program_of_mac = desk.folder / "say"
    program_of_mac.write_text(
        f"#!{sys.executable}\n"
        "import json, sys\n"
        "if sys.argv[1:] == ['-v', '?']:\n"
        "    print('Alex                en_US    # Most people recognize me by my voice.')\n"
        "    print('Eddy (German)       de_DE    # Hallo! Ich bin Eddy.')\n"
        "else:\n"
        f"    with open({str(desk.notes)!r}, 'a', encoding='utf-8') as notes:\n"
        "        notes.write(json.dumps(['say', sys.argv[1:], sys.stdin.read()]) + chr(10))\n",
        "utf-8",
    )
    program_of_mac.chmod(0o755)
    desk.speech("darwin").say(Utterance("Hallo", "de", 0.5), Utterance("Salut", "fr", 0.5))
    until(lambda: len(desk.noted()) == 2)
    assert desk.noted()[0][1:] == [["-v", "Eddy (German)", "-f", "-"], "[[volm 0.50]] Hallo"]
    assert desk.noted()[1][1] == ["-f", "-"]


def test_windows_is_told_the_words_on_its_input_and_only_there(desk: Desk) -> None:
    desk.put("powershell")
    desk.speech("win32").say(Utterance("'; Remove-Item C:\\", "de", 0.25))
    until(lambda: len(desk.noted()) == 1)
    _, words, heard = desk.noted()[0]
    assert heard == "'; Remove-Item C:\\"
    assert "Remove-Item" not in " ".join(words)
    assert "'de'" in words[-1]
    assert "Volume = 25" in words[-1]


def test_a_program_called_say_elsewhere_is_none(desk: Desk) -> None:
    desk.put("say")
    assert find_voices("linux") == ()
    assert program_names("linux") == ("spd-say", "espeak-ng", "espeak")
