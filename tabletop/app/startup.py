"""Start-up: opens the store, the window, the devices and the engine, then runs the main loop."""

import logging
import os
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from tabletop import __version__
from tabletop.app.event import EventLink
from tabletop.app.main_loop import App
from tabletop.app.opening import first_scene
from tabletop.app.phones import PhoneLink
from tabletop.app.start_request import StartRequest, resolve_start
from tabletop.engine import say
from tabletop.engine.notation import message_of
from tabletop.games import find_game, load_games
from tabletop.input.devices import BINDINGS_FILE_NAME, Bindings, Devices
from tabletop.input.gamepad import Gamepads
from tabletop.input.hub import TURN_BUDGET_SECONDS
from tabletop.input.opening_hours import OpeningHoursSource
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.session import SessionHeader, SessionRecorder
from tabletop.input.window import set_sdl_hints, wake
from tabletop.languages import keep_compiled_in
from tabletop.players.engine_client import EngineService, start_engine_service
from tabletop.scenes.destinations import ShowMenu
from tabletop.settings import FILE_NAME as SETTINGS
from tabletop.settings import Settings, check_text
from tabletop.storage import Store
from tabletop.storage.database import TextCheck, is_damaged_file, restore_damaged_files
from tabletop.storage.repository import clear_current_match
from tabletop.storage.tables import CURRENT_MATCH_NOTE
from tabletop.system import process
from tabletop.system.health import DeviceState, TableStatus
from tabletop.system.supervisor import SupervisedProgram, Supervisor
from tabletop.ui.audio.sounds import MixerClient, Sounds
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.display import display_transform
from tabletop.ui.display.display_transform import DISPLAYS_FILE, DisplayTransform
from tabletop.ui.display.window import Display, NoDisplay
from tabletop.ui.speech.speech import Speech, find_voices

__all__ = [
    "App",
    "NoDisplay",
    "begin_recording",
    "open_app_context",
    "restore_config_files",
    "run_window",
]

log = logging.getLogger(__name__)

MAX_HELD_TURNS: Final = 6
"""Turns for which writes wait for a picture while something moves."""
MAX_BEHIND_TURNS: Final = 60
"""Turns for which writes wait for a page that is still being rendered."""

CONFIG_FILE_CHECKS: Final[Mapping[str, TextCheck]] = {
    SETTINGS: check_text,
    DISPLAYS_FILE: display_transform.check_profiles_text,
    BINDINGS_FILE_NAME: Bindings.check_text,
}
"""The configuration files that have backups, and what checks each for damage."""

RECORDED_FILES: Final = frozenset({DISPLAYS_FILE, BINDINGS_FILE_NAME})
"""The files of the data folder that a recording holds; matches and metrics are not among them."""


def restore_config_files(data_dir: Path) -> tuple[str, ...]:
    """Restores damaged configuration files; gives a message about each."""
    return restore_damaged_files(data_dir, CONFIG_FILE_CHECKS)


def open_app_context(
    settings: Settings,
    data_dir: Path,
    problems: Sequence[str] = (),
    shelf: type[Store] = Store,
) -> AppContext:
    """The app context with its store; errors are warnings for the operator."""
    store = shelf.open(data_dir)
    display_transform = DisplayTransform(settings, data_dir / DISPLAYS_FILE, store.keep_file)
    bindings = Bindings(data_dir / BINDINGS_FILE_NAME, store.keep_file)
    for name, check in CONFIG_FILE_CHECKS.items():
        if not is_damaged_file(data_dir / name, check):
            store.copy_file(data_dir / name)
    troubles = [trouble for trouble in (display_transform.problem, bindings.problem) if trouble]
    bindings.problem = ""
    table = AppContext(
        settings,
        store,
        data_dir,
        today=lambda: date.today().isoformat(),
        seed=lambda: random.SystemRandom().getrandbits(48),
        devices=Devices(bindings),
        display_transform=display_transform,
    )
    for warning in (*problems, *store.problems, *troubles):
        table.warn_operator(warning)
    return table


def run_window(
    settings: Settings,
    data_dir: Path,
    *,
    start: StartRequest = None,
    problems: Sequence[str] = (),
    recorder: SessionRecorder | None = None,
    devices: Sequence[NamedDevice] = (),
) -> int:
    """Opens the window and runs until it is closed; gives the exit code. May raise NoDisplay.

    `start` is None for the title, ("play", key, seats, options) or ("replay", path). `recorder`
    records the session; the caller closes it. `devices` are opened in addition to those in the
    settings. DataFolderInUse if another program uses the data folder.
    """
    set_sdl_hints()
    with Supervisor(settings, data_dir) as caretaker:

        def session() -> int:
            return _run_session(caretaker, data_dir, start, problems, recorder, devices)

        return caretaker.run(session, polite=(NoDisplay,))


def _run_session(
    caretaker: Supervisor,
    data_dir: Path,
    start: StartRequest,
    problems: Sequence[str],
    recorder: SessionRecorder | None,
    devices: Sequence[NamedDevice],
) -> int:
    """Runs one session under the supervisor, from opening the window until all is closed."""
    settings = caretaker.settings
    if caretaker.safe:
        from tabletop.ai.compilation import DISABLE_COMPILATION_ENV

        os.environ[DISABLE_COMPILATION_ENV] = (
            "1"  # compilation takes more memory than everything else
        )
    pygame.font.init()
    # Opening a window is mostly waiting for the system.
    loading = Thread(target=load_games, name="loading", daemon=True)
    loading.start()
    display = Display(settings, data_dir)
    loading.join()
    keep_compiled_in(data_dir / "languages")
    table = open_app_context(settings, data_dir, problems)
    left = table.store.get_note(CURRENT_MATCH_NOTE)
    caretaker.record_last_match(left)
    if left in caretaker.avoid:
        clear_current_match(table.store, left)
    table.sounds = Sounds(MixerClient())
    table.speech = Speech(find_voices)
    table.analysis = computers = open_computers(settings, data_dir)
    serial = _serial(table, () if caretaker.safe else devices)
    event = EventLink(table, metrics=caretaker.metrics, restarts=lambda: caretaker.recent_crashes)
    caretaker.begin(supervised_program(table, lambda: event.unsent))
    table.operator_notices += caretaker.problems  # which has logged them
    table.log_lines = caretaker.lines
    hours = opening_hours_source(table)

    # The writes of a turn go to the disk together, right before its picture is shown.
    table.store.hold_writes()
    unseen = 0

    def secure() -> None:
        nonlocal unseen
        unseen = MAX_HELD_TURNS
        table.store.write_journal()

    display.before = secure

    def turned(touched: bool) -> None:
        # While something moves, the next picture comes in one of the next turns; a new page is
        # rendered in several.
        nonlocal unseen
        unseen += 1
        shown = not app.behind and (unseen >= MAX_HELD_TURNS or app.scenes.wakes_in() > 0)
        if shown or unseen >= MAX_BEHIND_TURNS:
            unseen = 0
            table.store.release()
        caretaker.turn_ended(touched=touched, trouble=table.store.trouble or "")

    process.disable_gc()
    try:
        start = resolve_start(start, table.store, caretaker.avoid)
        if recorder is not None:
            begin_recording(recorder, display, table, start)
        app = App(
            display,
            table,
            ShowMenu(),
            on_frame=caretaker.frame_drawn,
            on_turn=turned,
            recorder=recorder,
            pads=Gamepads(table.devices),
            sources=[serial, hours],
            computers=computers,
            phones=PhoneLink(table, allowed=not caretaker.safe),
            event=event,
            patience=TURN_BUDGET_SECONDS,
            over=partial(first_scene, table, start),
        )
        return app.run()
    finally:
        computers.close()
        table.sounds.end(wait=1.0)
        table.speech.end(wait=1.0)
        table.store.close()
        if table.store.trouble:
            log.error("%s", table.store.trouble)
        display.close()
        process.unfreeze_objects()


def opening_hours_source(table: AppContext) -> OpeningHoursSource:
    """The source of opening hours; it reads the settings each time."""
    return OpeningHoursSource(
        lambda: table.settings["kiosk.plan"] or table.settings["kiosk.hours"],
        table.warn_operator,
        override=lambda: table.settings["kiosk.today"],
    )


def supervised_program(
    table: AppContext, unsent: Callable[[], int] = lambda: 0
) -> SupervisedProgram:
    """The program as the supervisor sees it; `unsent`: how many events wait for a hub."""

    def end(code: int) -> None:
        if table.exit_code is None:
            table.exit_code = code
        wake()

    def standing() -> TableStatus:
        return TableStatus(
            devices=tuple(
                DeviceState(device.kind, device.name, device.health.value)
                for device in table.devices.all
            ),
            trouble=table.store.trouble or "",
            warnings=tuple(table.operator_notices),
            unsent=unsent(),
        )

    return SupervisedProgram(
        end, standing, busy=lambda: bool(table.store.get_note(CURRENT_MATCH_NOTE))
    )


def open_computers(settings: Settings, data_dir: Path) -> EngineService:
    """The engine service; its process starts when it is needed."""
    asked, there = settings["computer.cores"], os.cpu_count() or 1
    cores = asked or max(1, there - 1)
    ponders = settings["computer.ponder"]
    return start_engine_service(data_dir, cores, find_game, wake, ponders=ponders)


def _serial(table: AppContext, devices: Sequence[NamedDevice]) -> SerialSource:
    """The serial devices of the settings and the command line."""
    named = list(devices)
    mode = table.settings["devices.serial"]
    for text in table.settings["devices.urls"].split() if mode != "off" else ():
        try:
            named.append(NamedDevice.read(text))
        except ValueError as problem:
            table.warn_operator(say("devices.urls", "devices.urls: {why}", why=message_of(problem)))
    # Devices of the command line are opened whatever the settings say.
    return SerialSource(table.devices, wake, auto=mode == "auto", named=named)


def begin_recording(
    recorder: SessionRecorder, display: Display, table: AppContext, start: StartRequest
) -> None:
    """Records the start of the session, before any input."""
    table.session_recorded = True
    table.seed, table.today = recorder.seeds(table.seed), recorder.dates(table.today)
    paths = [table.data_dir / name for name in sorted(RECORDED_FILES)]
    recorder.begin(
        SessionHeader(
            program=__version__,
            date=table.today(),
            start=start or (),
            settings=table.settings.listed,
            display=(display.key, *display.surface.get_size()),
            files={
                path.name: path.read_text("utf-8", "replace") for path in paths if path.is_file()
            },
            problems=tuple(table.problems),
        )
    )
