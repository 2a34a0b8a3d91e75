"""How an evening begins: the table, the window and all that is listened to are opened."""

import logging
import os
import random
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Final

import pygame

from tabletop import __version__
from tabletop.engine import say
from tabletop.engine.saying import said_by
from tabletop.games import find_game
from tabletop.input.bindings import FILE_NAME as BINDINGS
from tabletop.input.bindings import Bindings
from tabletop.input.devices import Devices
from tabletop.input.diary import Diary
from tabletop.input.evening import Beginning
from tabletop.input.pads import Pads
from tabletop.input.prepare import prepare
from tabletop.input.serial.source import Named, Serial
from tabletop.input.wake import wake
from tabletop.languages import keep_compiled_in
from tabletop.loop import App
from tabletop.players.computer import Computers, in_process
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.opening import Start, open_match, opening, told_whole
from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.ui.display import Display, NoDisplay
from tabletop.ui.manner import in_manner
from tabletop.ui.mounting import FILE
from tabletop.ui.pane import Pane
from tabletop.ui.scene import Push
from tabletop.ui.sound import Sounds
from tabletop.ui.speaker import Speaker
from tabletop.ui.speech import Speech
from tabletop.ui.table import Table
from tabletop.ui.voices import find_voices

__all__ = ["App", "NoDisplay", "begin_diary", "open_match", "open_table", "run_window"]

log = logging.getLogger(__name__)

SMALL_FILES: Final = frozenset({FILE, BINDINGS})
"""What of the data folder belongs to how an evening begins; matches and figures do not."""


def open_table(
    settings: Settings,
    data_dir: Path,
    problems: Sequence[str] = (),
    shelf: type[Store] = Store,
) -> Table:
    """The table with its store; what could not be opened is among its problems."""
    store = shelf.open(data_dir)
    glass = Pane(settings, data_dir / FILE)
    bindings = Bindings(data_dir / BINDINGS)
    troubles = [trouble for trouble in (glass.problem, bindings.problem) if trouble]
    bindings.problem = ""
    return Table(
        settings,
        store,
        data_dir,
        today=lambda: date.today().isoformat(),
        seed=lambda: random.SystemRandom().getrandbits(48),
        problems=[*problems, *store.problems, *troubles],
        devices=Devices(bindings),
        glass=glass,
    )


def run_window(
    settings: Settings,
    data_dir: Path,
    *,
    start: Start = None,
    problems: Sequence[str] = (),
    on_frame: Callable[[float, Sequence[pygame.Rect]], None] | None = None,
    diary: Diary | None = None,
    devices: Sequence[Named] = (),
) -> int:
    """Opens the window and plays until it is closed; gives the exit code. NoDisplay without one.

    `start` is None for the title, ("play", key, seats, options) or ("replay", path). `diary` is
    where the evening is written down; it stays open. `devices` are opened beside those that the
    settings name.
    """
    prepare()
    pygame.font.init()
    display = Display(settings, data_dir)
    keep_compiled_in(data_dir / "languages")
    table = open_table(settings, data_dir, problems)
    table.sounds = Sounds(Speaker())
    table.speech = Speech(find_voices)
    table.thinking = computers = open_computers(settings, data_dir)
    serial = _serial(table, devices)
    try:
        start = told_whole(start)
        if diary is not None:
            begin_diary(diary, display, table, start)
        first = MenuScene(table)
        app = App(
            display,
            table,
            first,
            on_frame=on_frame,
            diary=diary,
            pads=Pads(table.devices),
            sources=[serial],
            computers=computers,
        )
        opened = opening(table, start)
        if opened is not None:
            with in_manner(table.manner):
                app.scenes.apply(Push(opened))
        return app.run()
    finally:
        computers.close()
        table.sounds.end(wait=1.0)
        table.speech.end(wait=1.0)
        table.store.close()
        if table.store.trouble:
            log.error("%s", table.store.trouble)
        display.close()


def open_computers(settings: Settings, data_dir: Path) -> Computers:
    """The computer players, whose process begins when somebody needs it."""
    asked, there = settings["computer.cores"], os.cpu_count() or 1
    cores = asked or max(1, there - 1)
    ponders = settings["computer.ponder"]
    return in_process(data_dir, cores, find_game, wake, ponders=ponders)


def _serial(table: Table, devices: Sequence[Named]) -> Serial:
    """The serial devices that the settings and the command line ask for."""
    named = list(devices)
    mode = table.settings["devices.serial"]
    for text in table.settings["devices.urls"].split() if mode != "off" else ():
        try:
            named.append(Named.read(text))
        except ValueError as problem:
            table.tell(say("devices.urls", "devices.urls: {why}", why=said_by(problem)))
    # Whoever names a device at the start wants it, whatever the settings say of all others.
    return Serial(table.devices, auto=mode == "auto", named=named)


def begin_diary(diary: Diary, display: Display, table: Table, start: Start) -> None:
    """Writes down how the evening begins, before anybody has touched anything."""
    table.seed, table.today = diary.seeds(table.seed), diary.dates(table.today)
    paths = [table.data_dir / name for name in sorted(SMALL_FILES)]
    diary.begin(
        Beginning(
            program=__version__,
            date=table.today(),
            start=start or (),
            settings=table.settings.values,
            stage=(display.key, *display.surface.get_size()),
            files={
                path.name: path.read_text("utf-8", "replace") for path in paths if path.is_file()
            },
            problems=tuple(table.problems),
        )
    )
