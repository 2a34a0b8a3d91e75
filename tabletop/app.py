"""How an evening begins: the table, the window and all that is listened to are opened."""

import logging
import os
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from tabletop import __version__
from tabletop.engine import say
from tabletop.engine.saying import said_by
from tabletop.games import find_game, load_games
from tabletop.input.bindings import FILE_NAME as BINDINGS
from tabletop.input.bindings import Bindings
from tabletop.input.devices import Devices
from tabletop.input.diary import Diary
from tabletop.input.evening import Beginning
from tabletop.input.opening_hours import OpeningHours
from tabletop.input.pads import Pads
from tabletop.input.portions import PATIENCE
from tabletop.input.prepare import prepare
from tabletop.input.serial.source import Named, Serial
from tabletop.input.wake import wake
from tabletop.languages import keep_compiled_in
from tabletop.loop import App
from tabletop.players.computer import Computers, in_process
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.opening import Start, open_match, opening, told_whole
from tabletop.scenes.score_name import ask_name
from tabletop.settings import FILE_NAME as SETTINGS
from tabletop.settings import Settings, check_text
from tabletop.store import Store
from tabletop.store.mending import Check, is_damaged, mend
from tabletop.store.notes import ON_TABLE
from tabletop.store.on_table import take_away
from tabletop.supervision.caretaker import Caretaker, Charge
from tabletop.supervision.vitals import DeviceState, Standing
from tabletop.ui import garbage, mounting
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

__all__ = ["App", "NoDisplay", "begin_diary", "mended", "open_match", "open_table", "run_window"]

log = logging.getLogger(__name__)

LONGEST_HELD: Final = 6
"""Turns for which what is kept waits for a picture, while something moves."""
LONGEST_BEHIND: Final = 60
"""Turns for which it waits for a page that is still being made."""

SMALL_TEXTS: Final[Mapping[str, Check]] = {
    SETTINGS: check_text,
    FILE: mounting.check_text,
    BINDINGS: Bindings.check_text,
}
"""The small files of the data folder that are kept twice, and what finds damage in them."""

SMALL_FILES: Final = frozenset({FILE, BINDINGS})
"""What of the data folder belongs to how an evening begins; matches and figures do not."""


def mended(data_dir: Path) -> tuple[str, ...]:
    """Brings damaged small files of the data folder back; gives a sentence about each."""
    return mend(data_dir, SMALL_TEXTS)


def open_table(
    settings: Settings,
    data_dir: Path,
    problems: Sequence[str] = (),
    shelf: type[Store] = Store,
) -> Table:
    """The table with its store; what could not be opened is among its problems."""
    store = shelf.open(data_dir)
    glass = Pane(settings, data_dir / FILE, store.keep_file)
    bindings = Bindings(data_dir / BINDINGS, store.keep_file)
    for name, check in SMALL_TEXTS.items():
        if not is_damaged(data_dir / name, check):
            store.copy_file(data_dir / name)
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
        asks_name=ask_name,
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
    with Caretaker(settings, data_dir) as caretaker:

        def evening() -> int:
            return _evening(caretaker, data_dir, start, problems, on_frame, diary, devices)

        return caretaker.run(evening, polite=(NoDisplay,))


def _evening(
    caretaker: Caretaker,
    data_dir: Path,
    start: Start,
    problems: Sequence[str],
    on_frame: Callable[[float, Sequence[pygame.Rect]], None] | None,
    diary: Diary | None,
    devices: Sequence[Named],
) -> int:
    """From the opening of the window until all is closed, under a caretaker's eyes."""
    settings = caretaker.settings
    if caretaker.safe:
        from tabletop.ai.compiled import SWITCH

        os.environ[SWITCH] = "1"  # what compiles takes more memory than all else here
    pygame.font.init()
    # Most of the time that a window takes to open is waiting for the system.
    loading = Thread(target=load_games, name="loading", daemon=True)
    loading.start()
    display = Display(settings, data_dir)
    loading.join()
    keep_compiled_in(data_dir / "languages")
    table = open_table(settings, data_dir, problems)
    left = table.store.noted(ON_TABLE)
    caretaker.look_back(left)
    if left in caretaker.avoid:
        take_away(table.store, left)
    table.sounds = Sounds(Speaker())
    table.speech = Speech(find_voices)
    table.thinking = computers = open_computers(settings, data_dir)
    serial = _serial(table, () if caretaker.safe else devices)
    caretaker.begin(charge_of(table))
    table.problems += caretaker.problems
    table.lines = caretaker.lines
    hours = opening_hours(table)

    # What a turn keeps goes to the disk together, right before it is seen.
    table.store.pace()
    unseen = 0

    def secure() -> None:
        nonlocal unseen
        unseen = LONGEST_HELD
        table.store.secure()

    display.before = secure

    def turned(touched: bool) -> None:
        # Where something moves, its picture comes in one of the next turns: the first of a slide
        # looks like the one before it, and a page that is new is made by and by.
        nonlocal unseen
        unseen += 1
        shown = not app.behind and (unseen >= LONGEST_HELD or app.scenes.wakes_in() > 0)
        if shown or unseen >= LONGEST_BEHIND:
            unseen = 0
            table.store.release()
        caretaker.turned(touched)

    def drew(work: float, rects: Sequence[pygame.Rect]) -> None:
        caretaker.drew(work)
        garbage.settle()
        if on_frame is not None:
            on_frame(work, rects)

    garbage.hold()
    try:
        start = told_whole(start, table.store, caretaker.avoid)
        if diary is not None:
            begin_diary(diary, display, table, start)
        first = MenuScene(table)
        app = App(
            display,
            table,
            first,
            on_frame=drew,
            on_turn=turned,
            diary=diary,
            pads=Pads(table.devices),
            sources=[serial, hours],
            computers=computers,
            patience=PATIENCE,
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
        garbage.release()


def opening_hours(table: Table) -> OpeningHours:
    """The source that says when the table closes, by its settings as they are then."""
    return OpeningHours(lambda: table.settings["kiosk.hours"], table.tell)


def charge_of(table: Table) -> Charge:
    """The table as its caretaker sees it."""

    def end(code: int) -> None:
        if table.ending is None:
            table.ending = code
        wake()

    def standing() -> Standing:
        return Standing(
            devices=tuple(
                DeviceState(device.kind, device.name, device.health.value)
                for device in table.devices.all
            ),
            trouble=str(table.store.trouble or ""),
        )

    return Charge(end, standing, busy=lambda: bool(table.store.noted(ON_TABLE)))


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
    table.written = True
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
