"""``tabletop doctor``: what this machine offers, and what is missing."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, Literal, TypeAlias

from tabletop import __version__
from tabletop.cli.arguments import error_text
from tabletop.settings import Settings

FindingLevel: TypeAlias = Literal["ok", "warn", "fail"]

MIN_FREE_BYTES: Final = 100 * 2**20
"""Bytes that should be free in the data folder; a match takes a few thousand."""


@dataclass(frozen=True, slots=True)
class Finding:
    level: FindingLevel
    name: str
    words: str

    def __str__(self) -> str:
        return f"{self.level:4}  {self.name:11}  {self.words}"


def run(settings: Settings, problems: Sequence[str], data_dir: Path) -> int:
    """Prints every finding; the exit code is 1 if something fails."""
    failed = False
    for finding in examine(settings, problems, data_dir):
        print(finding, flush=True)
        failed = failed or finding.level == "fail"
    return 1 if failed else 0


def examine(settings: Settings, problems: Sequence[str], data_dir: Path) -> Iterator[Finding]:
    """Runs all checks; no error stops it."""
    yield Finding("ok", "tabletop", f"{__version__}, in {Path(__file__).parent.parent}")
    yield Finding("ok", "python", f"{platform.python_version()} on {platform.platform()}")
    if not problems:
        yield Finding("ok", "settings", "all understood")
    for problem in problems:
        yield Finding("warn", "settings", problem)
    yield from _data_folder(data_dir)
    yield _pin(settings, data_dir)
    yield from _games()
    yield _computers(data_dir)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as problem:
        yield Finding("fail", "pygame", f"cannot be loaded: {error_text(problem)}")
        return
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    yield Finding("ok", "pygame", f"pygame-ce {pygame.version.ver}, SDL {sdl}")
    yield _assets()
    yield from _display(settings, data_dir)
    yield from _sound()
    yield _speech(settings)
    yield _phones(settings)
    pygame.quit()


def _data_folder(folder: Path) -> Iterator[Finding]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as trial:
            trial.write(b"tabletop")
    except OSError as problem:
        yield Finding(
            "fail", "data folder", f"{folder} cannot be written: {problem.strerror or problem}"
        )
        return
    free = shutil.disk_usage(folder).free
    level: FindingLevel = "ok" if free >= MIN_FREE_BYTES else "warn"
    yield Finding(level, "data folder", f"{folder}, {free // 2**20} MB free")
    yield _store(folder)


def _store(folder: Path) -> Finding:
    """Whether games can be saved. Makes no file that another user's table could not write."""
    from tabletop.storage import Store
    from tabletop.storage.database import FILE_NAME
    from tabletop.system.process import DataFolderInUse, InstanceLock

    if not (folder / FILE_NAME).exists():
        return Finding("ok", "store", "nothing is saved yet")
    if os.name == "posix" and folder.stat().st_uid != os.geteuid():
        words = f"{folder} belongs to {folder.owner()}: run this as that user"
        return Finding("warn", "store", words)
    try:
        lock = InstanceLock(folder)
    except DataFolderInUse:
        return Finding("ok", "store", "a table is running with this folder: see its /healthz")
    try:
        with Store.open(folder) as store:
            trouble, problems = store.trouble, store.problems
    finally:
        lock.close()
    if trouble is not None:
        return Finding("fail", "store", trouble)
    return Finding(
        "warn" if problems else "ok", "store", " ".join(problems) or "games can be saved"
    )


def _pin(settings: Settings, folder: Path) -> Finding:
    """Whether the operator can unlock a kiosk."""
    from tabletop.system.pin_lock import FILE_NAME, PinLock
    from tabletop.system.process import shell_command

    kind = PinLock(folder / FILE_NAME).kind
    if kind == "set":
        return Finding("ok", "PIN", "set")
    needed = settings["kiosk.level"] != "full" or kind == "damaged"
    state = "none" if kind == "none" else "damaged, or another user's file"
    command = shell_command(folder, "operator", "--set-pin")
    return Finding("warn" if needed else "ok", "PIN", f"{state}; set one: {command}")


def _games() -> Iterator[Finding]:
    from tabletop.games import all_games

    try:
        keys = ", ".join(game.key for game in all_games())
    except Exception as problem:  # a damaged game folder may raise anything
        yield Finding("fail", "games", f"cannot be loaded: {error_text(problem)}")
    else:
        yield Finding("ok" if keys else "fail", "games", keys or "none found")


def _assets() -> Finding:
    """Whether the fonts, sounds and textures are there and can be read; needs pygame."""
    import pygame

    from tabletop.ui.audio.sound_files import SOUND_NAMES, SOUNDS_FOLDER, BadSound, read_sound
    from tabletop.ui.draw.wood import ASSETS, TEXTURES
    from tabletop.ui.text.typesetting import FONT_FILES, FONTS

    bad = []
    pygame.font.init()
    for name in FONT_FILES.values():
        try:
            pygame.font.Font(FONTS / name, 20)
        except (OSError, pygame.error) as problem:
            bad.append(f"{FONTS / name}: {error_text(problem)}")
    for sound in SOUND_NAMES:
        try:
            read_sound(SOUNDS_FOLDER, sound)
        except BadSound as problem:
            bad.append(f"{SOUNDS_FOLDER}: {error_text(problem)}")
    for name in TEXTURES:
        try:
            pygame.image.load(ASSETS / "textures" / name)
        except (OSError, pygame.error) as problem:
            bad.append(f"{ASSETS / 'textures' / name}: {error_text(problem)}")
    if bad:
        return Finding("fail", "assets", "; ".join(bad))
    return Finding("ok", "assets", "fonts, sounds and textures are complete")


def _computers(folder: Path) -> Finding:
    """Whether computer players have their full strength."""
    from tabletop.ai.compilation import CompilationCache, can_compile
    from tabletop.cli.engine_process import COMPILED_FOLDER
    from tabletop.games import all_games

    if not can_compile():
        weak = "numba is missing or switched off: computer players are weaker than their levels say"
        return Finding("warn", "kernels", weak)
    cache = CompilationCache(folder / COMPILED_FOLDER)
    try:
        boards = [game for game in all_games() if game.kind == "board"]
        ready = [game.key for game in boards if cache.is_ready(game)]
    except Exception as problem:  # an unreadable game folder or data folder
        return Finding("fail", "kernels", f"cannot be looked at: {error_text(problem)}")
    later = [game.key for game in boards if game.key not in ready]
    told = [f"compiled: {', '.join(ready)}"] if ready else []
    if later:
        told.append(f"compiled when first needed: {', '.join(later)}")
    return Finding("ok", "kernels", "; ".join(told))


def _display(settings: Settings, data_dir: Path) -> Iterator[Finding]:
    import pygame

    from tabletop.system.logs import silence_libraries

    try:
        with silence_libraries():
            pygame.display.init()
        driver = pygame.display.get_driver()
        sizes = pygame.display.get_desktop_sizes()
    except pygame.error as problem:
        yield Finding("warn", "display", f"none can be opened: {problem}; --demo DIR needs none")
        return
    if driver in ("dummy", "offscreen"):
        yield Finding("warn", "display", f"SDL driver {driver}, which shows nothing")
    else:
        screens = ", ".join(f"{width}x{height}" for width, height in sizes)
        wanted = settings["window.display"]
        yield Finding("ok", "display", f"SDL driver {driver}, {screens}")
        if wanted >= len(sizes):
            yield Finding("warn", "display", f"window.display is {wanted}, there is no such screen")
    yield Finding("ok", "framebuffer", _framebuffer(settings, data_dir))
    if sizes:
        yield _picture(settings, data_dir, sizes)
    yield _projector(settings)
    yield from _touch()


def _picture(settings: Settings, data_dir: Path, sizes: Sequence[tuple[int, int]]) -> Finding:
    """How the picture will be placed on the screen at the next start."""
    from tabletop.ui.display import warp
    from tabletop.ui.display.display_transform import (
        DISPLAYS_FILE,
        WINDOWED_KEY,
        DisplayProfile,
        display_key,
        read_profiles,
    )

    known, problem = read_profiles(data_dir / DISPLAYS_FILE)
    if problem is not None:
        return Finding("warn", "picture", f"{problem}, in {data_dir / DISPLAYS_FILE}")
    number = settings["window.display"] if settings["window.display"] < len(sizes) else 0
    key = display_key(number, sizes[number]) if settings["window.fullscreen"] else WINDOWED_KEY
    mounting = known.get(key, DisplayProfile())
    viewport = mounting.viewport(sizes[number], settings)
    left, top, right, bottom = (f"{100 * share:g}" for share in viewport.margins)
    told = [
        f"turned by {90 * viewport.turns}°" if viewport.turns else "upright",
        "mirrored" if viewport.mirror else "not mirrored",
        f"dark margins of {left}, {top}, {right}, {bottom} % (left, top, right, bottom)"
        if any(viewport.margins)
        else "no margins",
        "corners as they are" if viewport.keystone is None else "pulled straight by its corners",
        "touches as the device has them"
        if viewport.calibration is None
        else "touches corrected by four crosses",
    ]
    where = "as the settings say" if mounting == DisplayProfile() else "as chosen on it"
    words = f"{key}, {where}: {', '.join(told)}"
    if viewport.keystone is not None and (trouble := warp.trouble()) is not None:
        return Finding("warn", "picture", f"{words}; {trouble}")
    return Finding("ok", "picture", words)


def _projector(settings: Settings) -> Finding:
    """Whether the next start is in projector mode, and what a projector needs."""
    from tabletop.ui.display import warp

    able = warp.opencv_installed()
    corners = "corners can be pulled" if able else "corners cannot be pulled: OpenCV is missing"
    if not settings["look.projector"]:
        return Finding("ok", "projector", f"not for a room (--projector makes it so); {corners}")
    palette = settings["look.palette"]
    told = f"for a room: very large words, palette {palette}; B blanks it, P freezes it"
    weak = not able or palette not in ("contrast", "light")
    more = "" if palette in ("contrast", "light") else "; contrast is better seen from far away"
    return Finding("warn" if weak else "ok", "projector", f"{told}; {corners}{more}")


def _framebuffer(settings: Settings, data_dir: Path) -> str:
    """The framebuffer of the next start, and the times measured at earlier ones."""
    from tabletop.ui.display.window import (
        FRAMEBUFFER_HINT,
        MEASUREMENTS_FILE,
        choose_framebuffer,
        measurement_key,
        read_measurements,
    )

    setting = settings["window.framebuffer"]
    measured = read_measurements(data_dir / MEASUREMENTS_FILE).get(measurement_key(), {})
    figures = ", ".join(f"{way} {1000 * took:.1f} ms" for way, took in sorted(measured.items()))
    why = (
        f"{setting}, {FRAMEBUFFER_HINT}={os.environ[FRAMEBUFFER_HINT]} is set"
        if FRAMEBUFFER_HINT in os.environ
        else setting
    )
    told = f"a full picture took: {figures}" if figures else "nothing measured yet"
    return f"{choose_framebuffer(setting, data_dir / MEASUREMENTS_FILE)} ({why}; {told})"


def _touch() -> Iterator[Finding]:
    from pygame._sdl2 import touch

    number = touch.get_num_devices()
    if number:
        yield Finding("ok", "touch", f"{number} device{'' if number == 1 else 's'}")
    else:
        later = "; some show up only at the first touch" if sys.platform != "win32" else ""
        yield Finding("ok", "touch", f"no device seen{later}. Mouse and keyboard play as well")


def _speech(settings: Settings) -> Finding:
    """The speech program for prompts, and whether prompts are on."""
    from tabletop.ui.speech.speech import find_voices, program_names

    found = ", ".join(voice.name for voice in find_voices())
    wanted = settings["speech.prompts"]
    if found:
        return Finding("ok", "speech", f"{found}; prompts are {'' if wanted else 'not '}spoken")
    names = ", ".join(program_names())
    return Finding("warn" if wanted else "ok", "speech", f"no speech program (looked for {names})")


def _phones(settings: Settings) -> Finding:
    """Whether phones may join, and where they reach this machine."""
    if not settings["party.on"]:
        return Finding("ok", "phones", "off (party.on): no port is open")
    if settings["kiosk.level"] != "full" and not settings["party.kiosk"]:
        return Finding("ok", "phones", "off in kiosk mode (party.kiosk): no port is open")
    if find_spec("aiohttp") is None:
        return Finding("fail", "phones", "cannot be let in: aiohttp is missing")
    from tabletop.system.addresses import machine_addresses

    host, port = settings["party.host"], settings["party.port"]
    addresses = machine_addresses()
    told = f"port {port}" if port else "any free port"
    if host and host not in addresses and not host.startswith("127."):
        return Finding(
            "warn", "phones", f"{told}; party.host is {host}, no address of this machine"
        )
    if not addresses:
        return Finding("warn", "phones", f"{told}; this machine is in no network")
    wifi = "with a QR code for the Wi-Fi" if settings["party.wifi_name"] else "no Wi-Fi QR code"
    return Finding("ok", "phones", f"{told} at {host or ', '.join(addresses)}; {wifi}")


def _sound() -> Iterator[Finding]:
    import pygame

    from tabletop.system.logs import silence_libraries

    try:
        from pygame._sdl2 import audio

        with silence_libraries():
            pygame.mixer.init()
        names = ", ".join(audio.get_audio_device_names(False))
    except (pygame.error, ImportError) as problem:
        yield Finding("ok", "sound", f"no device ({error_text(problem)}); no sound is played yet")
    else:
        yield Finding("ok", "sound", f"{names or 'no device'}; no sound is played yet")
