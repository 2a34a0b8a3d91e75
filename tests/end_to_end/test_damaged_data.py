"""Whatever happens to the bytes of a data folder, the table opens, says so and keeps what it can.

`TABLETOP_DAMAGES=500` damages it that often.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tabletop.__main__ import main
from tabletop.app.main_loop import App
from tabletop.app.startup import CONFIG_FILE_CHECKS
from tabletop.input.devices import Bindings, ControlBinding
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.storage.database import is_damaged_file
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.display.display_transform import DISPLAYS_FILE as MOUNTINGS
from tests.lanes import slow_except
from tests.storage.make_old_database import MATCHES, make, played

DAMAGES = int(os.environ.get("TABLETOP_DAMAGES", "24"))
SETTINGS, BINDINGS = "settings.toml", "devices.json"
DATABASE, LOG, SLATE = "tabletop.sqlite3", "tabletop.sqlite3-wal", "tabletop.now"
FILES: Final = (DATABASE, LOG, SETTINGS, BINDINGS, MOUNTINGS, SLATE)
BOX = "serial:box"

Damage = Callable[[bytearray, Random], None]


def flip(content: bytearray, luck: Random) -> None:
    for _ in range(luck.choice([1, 1, 3, 20, 200])):
        content[luck.randrange(len(content))] ^= luck.randrange(1, 256)


def cut(content: bytearray, luck: Random) -> None:
    del content[luck.randrange(len(content)) :]


def zero(content: bytearray, luck: Random) -> None:
    begin = luck.randrange(len(content))
    end = min(len(content), begin + luck.choice([1, 16, 512, 4096, 100_000]))
    content[begin:end] = bytes(end - begin)


def swap(content: bytearray, luck: Random) -> None:
    size = min(len(content) // 2, luck.choice([1, 16, 512, 4096]))
    first, second = (luck.randrange(len(content) - size + 1) for _ in range(2))
    one, other = content[first : first + size], content[second : second + size]
    content[first : first + size], content[second : second + size] = other, one


def scribble(content: bytearray, luck: Random) -> None:
    content[:] = luck.randbytes(luck.randrange(2000))


DAMAGE: Final[tuple[Damage, ...]] = (flip, cut, zero, swap, scribble)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as a power cut leaves it: with much in it, and a log beside the database."""
    folder = tmp_path_factory.mktemp("sound")
    make(folder)
    used, copy = folder / "used", folder / "copy"
    used.mkdir()
    shutil.move(folder / DATABASE, used / DATABASE)
    with Store.open(used) as store:
        store.keep_file(used / SETTINGS, '[look]\npalette = "light"\n[sound]\nvolume = 0\n')
        bindings = Bindings(used / BINDINGS, store.keep_file)
        bindings.assign_function(BOX, "button:0", ControlBinding("undo", 1))
        kept = json.dumps({"window": {"turn": 180}, "screen 0 480x320": {"turn": 90}}, indent=1)
        store.keep_file(used / MOUNTINGS, kept + "\n")
        store.save(played("shoo", 12, Random(1)), "on the table")
        store.set_note("on table", "on the table")
        assert store.flush()
        copy.mkdir()
        for path in used.iterdir():  # while it is open, as the power takes it
            if path.name in FILES:
                shutil.copy(path, copy / path.name)
    assert sorted(path.name for path in copy.iterdir()) == sorted(FILES)
    return copy


class Opened:
    """The table as it opened, and what it said."""

    def __init__(self) -> None:
        self.table: AppContext | None = None
        self.said: list[str] = []
        self.plies: int | None = None
        """Of the match that lies there; None without one."""
        self.ids: set[str] = set()

    def run(self, app: App) -> int:
        """In place of the main loop: two turns of it."""
        for _ in range(2):
            app.turn()
        self.table = table = app.kiosk_overlays._table
        matches = [each for each in app.scenes.scenes if isinstance(each, MatchScene)]
        self.plies = len(matches[-1].match.plies) if matches else None
        kept = (*table.store.unfinished(), *table.store.finished())
        self.ids = {each.match_id for each in kept}
        self.said = [*table.problems, *table.operator_warnings]
        return 0


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Opened]:
    """Opens the program on a folder as people do."""

    def opener(folder: Path) -> Opened:
        seen = Opened()
        monkeypatch.setattr(App, "run", lambda app: seen.run(app))
        assert main(["--data-dir", str(folder), "--windowed", "--size", "480x320"]) == 0
        return seen

    return opener


def test_an_undamaged_folder_opens_with_the_match_on_the_table(
    sound: Path, tmp_path: Path, opened: Callable[[Path], Opened]
) -> None:
    folder = shutil.copytree(sound, tmp_path / "data")
    seen = opened(folder)
    assert (seen.said, seen.plies) == ([], 12)
    assert seen.table is not None
    assert seen.table.settings["look.palette"] == "light"


@pytest.mark.parametrize("seed", slow_except(range(DAMAGES), *range(6)))
def test_a_damaged_folder_opens(
    sound: Path, tmp_path: Path, opened: Callable[[Path], Opened], seed: int
) -> None:
    luck = Random(seed)
    folder = shutil.copytree(sound, tmp_path / "data")
    hit = folder / FILES[seed % len(FILES)]
    content = bytearray(hit.read_bytes())
    luck.choice(DAMAGE)(content, luck)
    hit.write_bytes(content)
    check = CONFIG_FILE_CHECKS.get(hit.name)
    unreadable = check is not None and is_damaged_file(hit, check)
    seen = opened(folder)
    table = seen.table
    assert table is not None
    # What the database, its log or the slate loses stands in another of them.
    assert seen.plies == 12
    if hit.name != DATABASE:
        assert seen.ids >= {f"{key}-{plies}" for key, plies in MATCHES} or hit.name == LOG
    if hit.name != SETTINGS or unreadable:
        assert table.settings["look.palette"] == "light"
    if hit.name != BINDINGS or unreadable:
        assert table.devices.bindings.controls(BOX)["button:0"] == ControlBinding("undo", 1)
    if unreadable:
        assert any(f"{hit.name} was damaged" in said for said in seen.said)
        aside = hit.with_name(f"{hit.stem}.damaged-1{hit.suffix}")
        assert aside.read_bytes() == bytes(content)
    again = opened(folder)
    assert not any("was damaged" in said for said in again.said)


def test_the_settings_are_as_they_were_kept_last(
    sound: Path, tmp_path: Path, opened: Callable[[Path], Opened]
) -> None:
    folder = shutil.copytree(sound, tmp_path / "data")
    by_hand = '[look]\npalette = "contrast"\n'
    (folder / SETTINGS).write_text(by_hand)
    assert opened(folder).said == []
    (folder / SETTINGS).write_bytes(b"")
    seen = opened(folder)
    assert seen.table is not None
    assert seen.table.settings["look.palette"] == "contrast"
    assert "settings.toml was damaged" in seen.said[0]
    assert (folder / SETTINGS).read_text() == by_hand
    (folder / SETTINGS).unlink()  # somebody wants them plain again
    plain = opened(folder)
    assert plain.table is not None
    assert plain.said == []
    assert plain.table.settings["look.palette"] == Settings()["look.palette"]


def test_everything_damaged_at_once_opens_too(
    sound: Path, tmp_path: Path, opened: Callable[[Path], Opened]
) -> None:
    folder = shutil.copytree(sound, tmp_path / "data")
    for number, name in enumerate(FILES):
        (folder / name).write_bytes(Random(number).randbytes(5000))
    seen = opened(folder)
    assert (seen.plies, seen.ids) == (None, set())
    assert len(seen.said) >= 3


@contextmanager
def full_disk() -> Iterator[None]:
    """Nothing more can be written to any file."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_with_a_full_disk_it_opens_with_all_that_can_be_read_and_says_so(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(sound, tmp_path / "data")
    Store.open(folder).close()
    told: list[str] = []

    def run(app: App) -> int:
        app.turn()
        table: AppContext = app.kiosk_overlays._table
        (match,) = (each for each in app.scenes.scenes if isinstance(each, MatchScene))
        assert len(table.store.unfinished()) == 3
        for _ in range(3):
            match.play(str(match.match.state.moves()[0]))
            table.change("look.palette", "contrast")
            app.turn()
        until = time.monotonic() + 20
        while not (table.store.trouble or table.operator_notices) and time.monotonic() < until:
            time.sleep(0.01)
        app.turn()
        told.extend(table.operator_warnings)
        assert len(match.match.plies) == 15
        return 0

    monkeypatch.setattr(App, "run", run)
    with full_disk():
        assert main(["--data-dir", str(folder), "--windowed", "--size", "480x320"]) == 0
    assert any("can’t be saved" in said for said in told)


def test_a_folder_that_is_none_opens_the_title_and_says_so(
    tmp_path: Path, opened: Callable[[Path], Opened]
) -> None:
    (tmp_path / "data").write_text("no folder")
    seen = opened(tmp_path / "data")
    assert seen.plies is None
    assert any("can’t be saved" in said for said in seen.said)
