"""Missing or damaged parts and faults are reported, and the match is kept."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import _lru_cache_wrapper
from pathlib import Path

import pygame
import pytest

from tabletop.__main__ import main
from tabletop.app.main_loop import MAX_CONSECUTIVE_FAULTS, App
from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.settings import FILE_NAME
from tabletop.storage import Store
from tabletop.storage.database import FILE_NAME as STORE_NAME
from tabletop.ui.core import cache
from tabletop.ui.text import typesetting
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

ROOT = Path(__file__).parents[2]
UNKNOWN = 99
"""A ruleset that no game has reached yet."""


class Started:
    """What the command line has opened: the scene on top after two pictures, behind the title."""

    def __init__(self) -> None:
        self.app: App | None = None

    @property
    def menu(self) -> MenuScene:
        assert self.app is not None
        assert isinstance(self.app.scenes.top, MenuScene)
        return self.app.scenes.top

    @property
    def warned(self) -> str:
        """What the operator is told; people at the menu are told nothing."""
        menu = self.menu
        assert menu.table.problems == []
        return " | ".join(menu.table.operator_warnings)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Lets the program start as it does for people, but stops it after two pictures."""
    kept = Started()

    def run(app: App) -> int:
        kept.app = app
        for _ in range(2):
            app.turn()
            while app.behind:
                app.turn()
            if isinstance(app.scenes.top, TitleScene):
                app.scenes.handle(Press(source="keyboard", button=Button.OK))
        return 0

    monkeypatch.setattr(App, "run", run)
    return kept


def start(folder: Path, *arguments: str) -> int:
    return main(["--data-dir", str(folder), "--windowed", *arguments])


def some_record(plies: int = 6) -> Record:
    match = Match(find_game("trelawney"))
    for _ in range(plies):
        match.play(PLAYERS["trelawney"](match))
    return match.record()


# -- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'[look]\nspede = "slow"\n', "did you mean look.speed?"),
        (b'[look]\nspeed = "slwo"\n', "look.speed cannot be"),
        (b"[look\n", ":1"),
        (b"\xff\xfe\x00\x01" * 50, FILE_NAME),
        (b"[window]\nwidth = 3\n", "window.width cannot be 3"),
    ],
)
def test_a_settings_file_with_a_mistake_is_said_and_the_table_opens(
    tmp_path: Path, started: Started, content: bytes, words: str
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert start(tmp_path) == 0
    assert words in started.warned
    assert (tmp_path / FILE_NAME).read_bytes() == content


def test_a_sound_start_says_nothing(tmp_path: Path, started: Started) -> None:
    assert start(tmp_path) == 0
    assert started.warned == ""


# -- records --------------------------------------------------------------------------------------


def test_a_record_of_an_unknown_version_is_refused_in_one_line(
    tmp_path: Path, started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(replace(some_record(), ruleset=UNKNOWN).to_text())
    assert start(tmp_path, "replay", str(file)) == 2
    assert started.app is None
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"ruleset {UNKNOWN}" in told


def test_a_kept_match_of_an_unknown_version_is_not_offered_but_said_and_kept(
    tmp_path: Path, started: Started
) -> None:
    with Store.open(tmp_path) as store:
        store.save(replace(some_record(), ruleset=UNKNOWN), "later")
        store.save(replace(some_record(), game="chess"), "other")
        store.save(some_record(), "good")
    assert start(tmp_path) == 0
    assert [going.match_id for going in started.menu.unfinished.going] == ["good"]
    warned = started.warned
    assert f"ruleset {UNKNOWN}" in warned
    assert "chess" in warned
    with Store.open(tmp_path) as store:
        assert {kept.match_id for kept in store.unfinished()} == {"later", "other", "good"}


def test_a_record_is_shown_from_its_start(tmp_path: Path, started: Started) -> None:
    file = tmp_path / "match.txt"
    file.write_text(some_record(25).to_text())
    assert start(tmp_path, "replay", str(file)) == 0
    assert started.app is not None
    scene = started.app.scenes.top
    assert isinstance(scene, MatchScene)
    assert scene.match.outcome is not None
    assert scene.snapshot.state == scene.match.first
    started.app.scenes.close()
    with Store.open(tmp_path) as store:
        assert (*store.finished(), *store.unfinished()) == (), "looking at it has made a copy"


# -- what is missing ------------------------------------------------------------------------------


@pytest.fixture
def _no_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(typesetting, "FONTS", tmp_path / "fonts")
    forget_letters()
    yield
    forget_letters()


@pytest.mark.usefixtures("_no_fonts")
def test_without_its_fonts_the_table_still_draws_and_says_so(
    tmp_path: Path, started: Started
) -> None:
    assert start(tmp_path) == 0
    assert "font" in started.warned


@pytest.mark.usefixtures("_no_fonts")
def test_without_its_fonts_a_match_can_be_played(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        play(room, hands, sit_down(room, hands, "shout7"), PLAYERS["shout7"], 40)
        room.until(ResultScene)
        room.turn(2.0)
        assert len(set(room.pixels())) > 50


def forget_letters() -> None:
    """Whatever was measured or drawn with a font is to be done anew."""
    cache.clear_all()
    modules = [module for name, module in sys.modules.items() if name.startswith("tabletop.")]
    for thing in (thing for module in modules for thing in vars(module).values()):
        if isinstance(thing, _lru_cache_wrapper):
            thing.cache_clear()


def test_without_a_screen_there_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    left_out = ("SDL_", "DISPLAY", "WAYLAND")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
    environment.pop("XDG_RUNTIME_DIR", None)  # without one, libwayland would have its own say
    if not sys.platform.startswith("linux"):
        environment["SDL_VIDEODRIVER"] = "none"
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", "--data-dir", str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("tabletop: no screen can be opened")
    assert done.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_said_and_one_can_play(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Room(tmp_path / "file" / "data", can_save=False) as room:
        assert "Games can’t be saved" in room.warned
        hands = Fingers(room)
        play(room, hands, sit_down(room, hands, "trelawney"), PLAYERS["trelawney"], 3)


def test_a_damaged_shelf_is_set_aside_and_said(tmp_path: Path, started: Started) -> None:
    (tmp_path / STORE_NAME).write_bytes(b"not a database" * 100)
    assert start(tmp_path) == 0
    assert "was damaged" in started.warned
    assert len(list(tmp_path.glob("*damaged*"))) == 1


# -- faults of our own ----------------------------------------------------------------------------


def test_a_fault_in_a_scene_leads_to_the_menu_with_a_sentence_and_the_match_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "trelawney")
        play(room, hands, eye, PLAYERS["trelawney"], 4)
        monkeypatch.setattr(room.scene.view, "draw", broken)
        for gesture in eye.gestures(PLAYERS["trelawney"](eye.match)):
            hands.make(gesture)
            if isinstance(room.top, MenuScene):
                break
        assert isinstance(room.top, MenuScene)
        assert "Something went wrong" in room.said
        assert "a fault on the table" in caplog.text
        (going,) = room.top.unfinished.going
        assert going.where == "turn 4"
        hands.press("read")
        hands.press(f"go:{going.match_id}")
        again = Eye(room.match, WINDOW)
        play(room, hands, again, PLAYERS["trelawney"], 3)
        assert len(room.newest.plies) == 7


@pytest.mark.parametrize("where", ["spot_at", "seconds", "points", "prompt", "choices"])
def test_a_fault_anywhere_in_a_view_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "shout7")
        play(room, hands, eye, PLAYERS["shout7"], 4)
        gestures = eye.gestures(PLAYERS["shout7"](eye.match))
        monkeypatch.setattr(room.scene.view.upright, where, broken)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0))
        room.turn()
        for gesture in gestures:
            if isinstance(room.top, MatchScene):
                hands.make(gesture)
        room.turn()
        assert isinstance(room.top, MenuScene)
        (going,) = room.top.unfinished.going
        assert going.where in ("turn 2", "turn 3")


def test_a_menu_that_cannot_be_drawn_ends_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    monkeypatch.setattr(MenuScene, "draw", broken)
    room.app.screen.forget()
    for _ in range(MAX_CONSECUTIVE_FAULTS - 1):
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        room.turn()
    with pytest.raises(RuntimeError, match="broken"):
        room.turn()
    room.close()


def broken(*_: object) -> None:
    raise RuntimeError("broken for the test")
