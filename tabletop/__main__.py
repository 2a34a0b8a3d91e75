"""The command line: reads arguments and settings, and runs the command.

What a command needs is imported when it runs: the window opens without the referee, and the referee
answers without pygame.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from io import TextIOWrapper
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Any, Final

from tabletop import __version__, languages
from tabletop.cli.arguments import (
    CommandError,
    build_parser,
    command_errors,
    error_text,
    read_options,
)
from tabletop.cli.settings_check import mistake_in
from tabletop.engine import BadNotation, Game
from tabletop.settings import FILE_NAME, Settings, SettingsError, Value, default_text, load
from tabletop.system.process import EXIT_INTERRUPTED
from tabletop.system.resources import resource_folder

if TYPE_CHECKING:
    from tabletop.input.serial.source import NamedDevice
    from tabletop.input.session import SessionRecorder

EXIT_REFUSED = 2
"""The exit code of a command that cannot be carried out."""
PROJECTOR_SETTINGS: dict[str, Value] = {"look.palette": "contrast"}
"""The defaults under --projector; settings files win."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carries out one command line and gives its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # for consoles with few characters
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = build_parser().parse_args(argv)
        return COMMANDS[arguments.command](arguments)
    except CommandError as problem:
        print(f"tabletop: {error_text(problem)}", file=sys.stderr)
        return EXIT_REFUSED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of a pipe has closed it (`tabletop rules shoo | head`). Without this Python
        # reports the error again when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as done:  # after --help and --version
        return int(done.code or 0)


def _play_game(arguments: argparse.Namespace) -> int:
    game, seats, options = _chosen(arguments)
    return _open(arguments, ("play", game.key, seats, options))


def _replay(arguments: argparse.Namespace) -> int:
    from tabletop.engine import Match, Record

    path: Path = arguments.file
    # The window reads it again. Errors are found here so that they appear in the terminal.
    with command_errors(OSError), command_errors(BadNotation, where=f"{path}: "):
        try:
            record = Record.from_text(path.read_text("utf-8"))
        except UnicodeDecodeError as problem:
            raise CommandError(f"{path}: is not text, so it is no record") from problem
        Match.replay(_find(record.game), record)
    return _open(arguments, ("replay", path))


def _rules(arguments: argparse.Namespace) -> int:
    from tabletop.cli import rules

    return rules.print_rules(_find(arguments.game))


def _perft(arguments: argparse.Namespace) -> int:
    from tabletop.cli.rules import print_perft

    game, seats, options = _chosen(arguments)
    if game.kind != "board":
        raise CommandError(f"{game.title} has no list of moves that could be counted")
    if arguments.depth < 1:
        raise CommandError(f"DEPTH is 1 or more, not {arguments.depth}")
    return print_perft(game, arguments.depth, seats, options)


def _referee(arguments: argparse.Namespace) -> int:
    from tabletop.cli import referee

    return referee.run(data_dir=_data_dir(arguments))


def _hub(arguments: argparse.Namespace) -> int:
    from tabletop.cli import hub

    options = hub.HubOptions(
        _data_dir(arguments),
        arguments.database or os.environ.get(hub.DATABASE_ENV, ""),
        arguments.host,
        arguments.port,
        arguments.name,
        announce=not arguments.no_announce,
        url=arguments.url,
    )
    if arguments.add_user:
        return hub.set_password(options, arguments.add_user, arguments.role)
    if arguments.backup is not None:
        return hub.back_up(options, arguments.backup)
    if arguments.erase:
        return hub.erase(options)
    return hub.run(options)


def _doctor(arguments: argparse.Namespace) -> int:
    from tabletop.cli import doctor

    settings, problems = _load(arguments)
    return doctor.run(settings, problems, _data_dir(arguments))


def _figures(arguments: argparse.Namespace) -> int:
    from tabletop.cli.operator import print_figures

    return print_figures(arguments, _data_dir(arguments))


def _operator(arguments: argparse.Namespace) -> int:
    from tabletop.cli.operator import run_operator

    return run_operator(arguments, _data_dir(arguments))


def _settings(arguments: argparse.Namespace) -> int:
    from tabletop.settings import TABLE

    if arguments.default:
        print(default_text(), end="")
        return 0
    if arguments.example:
        example = resource_folder("config") / f"{arguments.example}.toml"
        print(example.read_text("utf-8"), end="")
        return 0
    settings, problems = _load(arguments)
    for entry in TABLE:
        print(f"{entry.key} = {entry.shown(settings.values[entry.key])}")
    for problem in problems:
        print(f"tabletop: {problem}", file=sys.stderr)
    return EXIT_REFUSED if problems else 0


def _devices(arguments: argparse.Namespace) -> int:
    from tabletop.cli import devices

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    named = _named(arguments) if arguments.live else ()
    settings, _ = _load(arguments)
    return devices.run(arguments, named, _data_dir(arguments), settings)


def _open(arguments: argparse.Namespace, start: tuple[Any, ...] | None = None) -> int:
    """Opens the window, plays the demonstration, or replays a recorded session."""
    if arguments.speed is not None and arguments.playback is None:
        raise CommandError("--speed goes with --playback")
    others = (start, arguments.record, arguments.demo)
    if arguments.playback is not None and any(other is not None for other in others):
        raise CommandError("--playback goes alone: the file has the arguments of the session")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if arguments.playback is not None:
        _load(arguments)
        return _replay_session(arguments)
    from tabletop.system import process

    process.disable_gc()  # what is loaded now stays
    from tabletop.app import startup

    try:
        restore_config_files = (
            () if arguments.demo is not None else startup.restore_config_files(_data_dir(arguments))
        )
        settings, problems = _load(arguments)
        problems = (*restore_config_files, *problems)
        if arguments.demo is not None:
            return _demo(settings, arguments.demo)
        more: dict[str, Any] = {"problems": problems, "devices": _named(arguments)}
        if arguments.record is None:
            return startup.run_window(settings, _data_dir(arguments), start=start, **more)
        with closing(_open_recorder(arguments.record)) as recorder:
            return startup.run_window(
                settings, _data_dir(arguments), start=start, recorder=recorder, **more
            )
    except process.DataFolderInUse as problem:
        raise CommandError(str(problem)) from problem
    except startup.NoDisplay as problem:
        raise CommandError(
            f"no screen can be opened ({error_text(problem)}); "
            "tabletop --demo DIR plays without one and keeps the pictures"
        ) from problem
    finally:
        process.unfreeze_objects()


def _open_recorder(path: Path) -> "SessionRecorder":
    from tabletop.input.session import SessionRecorder

    with command_errors(OSError):
        return SessionRecorder(path)


def _replay_session(arguments: argparse.Namespace) -> int:
    """Replays a recording, and prints its length."""
    if arguments.speed is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from tabletop.app import session_replay
    from tabletop.input.session import BadRecording
    from tabletop.ui.display.window import NoDisplay

    path: Path = arguments.playback
    try:
        recording = session_replay.load_recording(path)
        if recording.header.program != __version__:
            version = recording.header.program
            print(f"tabletop: {path}: written by version {version}", file=sys.stderr)
        if recording.cut:
            print(f"tabletop: {path}: the last line is cut short, and left out", file=sys.stderr)
        with session_replay.replay_data_folder(arguments.data_dir) as folder:
            turns, seconds = session_replay.run_replay(recording, folder, arguments.speed)
    except (BadRecording, session_replay.ReplayDiverged) as problem:
        raise CommandError(f"{path}: {error_text(problem)}") from problem
    except OSError as problem:
        raise CommandError(error_text(problem)) from problem
    except NoDisplay as problem:
        raise CommandError(f"no screen can be opened ({error_text(problem)})") from problem
    print(f"{turns} turns, {seconds:.1f} seconds")
    return 0


def _named(arguments: argparse.Namespace) -> "Sequence[NamedDevice]":
    """The devices that the command line names."""
    from tabletop.input.serial.source import NamedDevice

    places = ("device_of_config", "device_of_config_after")
    with command_errors(ValueError, where="--device: "):
        return [
            NamedDevice.read(text) for place in places for text in getattr(arguments, place, ())
        ]


def _demo(settings: Settings, directory: Path) -> int:
    from tabletop.app.demo import run_demo

    with command_errors(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        return run_demo(settings, directory, (settings["window.width"], settings["window.height"]))


def _load(arguments: argparse.Namespace) -> tuple[Settings, tuple[str, ...]]:
    """The settings of the files and of the command line, and what is wrong in the files."""
    given = [*getattr(arguments, "config", ()), *getattr(arguments, "config_after", ())]
    with command_errors(OSError):  # a wrong path, not a damaged file
        for path in given:
            path.stat()
    changes: dict[str, Value] = {}
    plain = Settings()
    if arguments.projector:
        plain = plain.but(PROJECTOR_SETTINGS)
        changes |= {"look.projector": True, "window.fullscreen": True}
    settings, problems = load([_data_dir(arguments) / FILE_NAME, *given], plain, mistake_in)
    if arguments.kiosk:
        changes["window.fullscreen"] = True
        if settings["kiosk.level"] == "full":
            changes["kiosk.level"] = "kiosk"
    if arguments.size is not None:
        size = fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", arguments.size)
        if size is None:
            raise CommandError(f"a size is written 1280x800, not {arguments.size}")
        changes |= {"window.width": int(size[1]), "window.height": int(size[2])}
    if arguments.windowed or arguments.size is not None:
        changes["window.fullscreen"] = False
    if settings["look.language"] == languages.AUTO:
        # Explicit from here on: a recorded session must not depend on the machine that replays it.
        changes["look.language"] = languages.system_language()
    with command_errors(SettingsError):
        return settings.but(changes), problems


def _data_dir(arguments: argparse.Namespace) -> Path:
    if arguments.data_dir is not None:
        return Path(arguments.data_dir)
    from platformdirs import user_data_path

    return user_data_path("tabletop", appauthor=False)


def _find(key: str) -> Game:
    from tabletop.games import find_game

    with command_errors(KeyError):
        return find_game(key)


def _chosen(arguments: argparse.Namespace) -> tuple[Game, int, dict[str, Any]]:
    """The game, seats and options of a command, all of them possible."""
    game = _find(arguments.game)
    with command_errors(ValueError):
        options = read_options(game, arguments.option)
        seats = game.check_seats(game.seats[0] if arguments.seats is None else arguments.seats)
        if game.kind == "board":
            game.start(seats, **options)
        else:
            game.check_options(options)
    return game, seats, options


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "": _open,
    "play": _play_game,
    "replay": _replay,
    "rules": _rules,
    "perft": _perft,
    "referee": _referee,
    "devices": _devices,
    "doctor": _doctor,
    "operator": _operator,
    "figures": _figures,
    "hub": _hub,
    "settings": _settings,
}


if __name__ == "__main__":
    sys.exit(main())
