"""The language changed by touch, stored, and replayed."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop import __main__ as program
from tabletop import languages
from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.settings import Settings, load
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.languages.catalogues import FRENCH, GERMAN, write


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "languages"
    folder.mkdir()
    write(folder, "de", GERMAN)
    write(folder, "fr", FRENCH)
    languages.use_folders(folder)
    yield
    languages.use_folders()


def choose(room: Room, code: str) -> None:
    hands = Fingers(room)
    hands.tap(room.button("language"))
    hands.tap(room.button(f"look.language:{code}"))
    room.rest()


def test_two_touches_change_all_that_is_seen_and_two_more_change_it_back(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        room.rest()
        english = room.pixels()
        choose(room, "de")
        german = room.pixels()
        assert german != english
        choose(room, "en")
        assert room.pixels() == english
        choose(room, "de")
        assert room.pixels() == german
    assert load([tmp_path / "settings.toml"])[0]["look.language"] == "de"
    with Room(tmp_path, look_language="de") as room:
        room.rest()
        assert room.pixels() == german


def test_an_evening_in_several_languages_is_lived_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    room = Room(tmp_path, diary=path, look_language="fr")
    choose(room, "de")
    german = room.pixels()
    room.close()
    folder = tmp_path / "again"
    folder.mkdir()
    playback = SessionReplay(load_recording(path), folder)
    try:
        playback.run()
        assert playback.table.language == "de"
        assert pygame.image.tobytes(playback.surface, "RGB") == german
    finally:
        playback.close()


@pytest.mark.parametrize(("written", "code"), [("auto", "fr"), ("de", "de"), ("en", "en")])
def test_the_machines_language_is_said_outright_before_the_window_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, code: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    seen: list[Settings] = []

    def window(settings: Settings, *_: object, **__: object) -> int:
        seen.append(settings)
        return 0

    monkeypatch.setattr("tabletop.app.startup.run_window", window)
    (tmp_path / "settings.toml").write_text(f'[look]\nlanguage = "{written}"\n')
    assert program.main(["--data-dir", str(tmp_path)]) == 0
    assert [settings["look.language"] for settings in seen] == [code]
