"""The command line: its arguments, and its errors. Nothing here imports what a command needs."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from re import fullmatch
from typing import NoReturn

from tabletop import __version__
from tabletop.engine.game import Game, OptionValue


class CommandError(Exception):
    """A command that cannot be executed, and why, in one line."""


def read_options(game: Game, pairs: Iterable[str]) -> dict[str, OptionValue]:
    """Options written ``key=value``; ValueError for one that the game does not have."""
    options: dict[str, OptionValue] = {}
    known = {option.key: option for option in game.options}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"an option is written key=value, not {pair!r}")
        if key not in known:
            game.check_options({key: value})  # raises an error that names the available ones
        options[key] = known[key].read(value)
    return options


@contextmanager
def command_errors(*kinds: type[Exception], where: str = "") -> Iterator[None]:
    """Raises exceptions of these kinds as CommandError, with their message after `where`."""
    try:
        yield
    except kinds as problem:
        raise CommandError(where + error_text(problem)) from problem


def error_text(problem: BaseException) -> str:
    """An exception's message in one line."""
    if isinstance(problem, OSError) and problem.strerror:
        name = f"{problem.filename}: " if problem.filename else ""
        return f"{name}{problem.strerror}"
    words = problem.args[0] if problem.args else type(problem).__name__
    return " ".join(str(words).split())


def counted(number: int, thing: str) -> str:
    """A number of things, as "1 event" or "2 events"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


class _Parser(argparse.ArgumentParser):
    """Raises errors as CommandError."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see {self.prog} --help)")


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; parsing it raises CommandError.

    `command` is the name of the command; "" without one.
    """
    parser = _Parser(
        prog="tabletop",
        allow_abbrev=False,
        description="Little-known board games round one screen. Without a command: play.",
    )
    parser.add_argument("--version", action="version", version=f"tabletop {__version__}")
    parser.set_defaults(command="", demo=None, data_dir=None, windowed=False, size=None)
    parser.set_defaults(record=None, playback=None, speed=None, projector=False, kiosk=False)
    _add_common(parser, "config")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    def command(name: str, words: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words, description=words, allow_abbrev=False)
        added.set_defaults(command=name)
        _add_common(added, "config_after")
        return added

    play = command("play", "Play one game at once, without the menu.")
    replay = command("replay", "Look at a match that was kept, ply by ply.")
    replay.add_argument("file", type=Path, metavar="FILE", help="its record")
    rules = command("rules", "Print the rules of a game.")
    perft = command("perft", "Count the ways to play, for each depth up to DEPTH plies.")
    for each in (play, rules, perft):
        each.add_argument("game", metavar="GAME", help="the key of a game; the README lists them")
    perft.add_argument("depth", type=int, metavar="DEPTH", help="1 or more")
    for each in (play, perft):
        each.add_argument("--seats", type=int, metavar="N", help="how many play")
        each.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="a way to play it; tabletop rules GAME lists them",
        )
    command("referee", "Answer other programs about the rules, line by line.")
    devices = command("devices", "Say what is plugged in, or what a device says.")
    devices.add_argument("--url", metavar="URL", help="listen to this one: a port, or socket://...")
    devices.add_argument(
        "--driver",
        default="ttl1",
        choices=("ttl1", "loose", "bbtk", "bitsi"),
        help="the language that it speaks",
    )
    devices.add_argument(
        "--live", action="store_true", help="say how each device fares, and whenever that changes"
    )
    devices.add_argument("--json", action="store_true", help="a line of JSON for each event")
    devices.add_argument("--seconds", type=float, metavar="N", help="end by itself after so long")
    command("doctor", "Say what this machine offers and what is missing.")
    operator = command("operator", "Set the operator's PIN, or end a wait.")
    pin = operator.add_mutually_exclusive_group()
    pin.add_argument(
        "--set-pin", action="store_true", help="ask for a new PIN, twice; what is typed is not seen"
    )
    pin.add_argument(
        "--unlock", action="store_true", help="end the wait that follows too many wrong PINs"
    )
    figures = command("figures", "Say how many played what, and what was refused.")
    figures.add_argument(
        "--day", type=_day, metavar="DAY", help="only this day, as 2026-11-21; else all days"
    )
    figures.add_argument(
        "--csv", type=Path, metavar="FILE", help="write them as a table, for a spreadsheet"
    )
    settings = command("settings", "Print the settings in force.")
    instead = settings.add_mutually_exclusive_group()
    instead.add_argument(
        "--default", action="store_true", help="print every setting with its comment instead"
    )
    instead.add_argument(
        "--example", choices=("kiosk", "party"), help="print a settings file to start from instead"
    )
    return parser


def _add_common(parser: argparse.ArgumentParser, config: str) -> None:
    """Arguments that may stand before or after the command. Only those given are set."""
    group = parser.add_argument_group("for all commands")
    add = partial(group.add_argument, default=argparse.SUPPRESS)
    flag = partial(add, action="store_true")
    add(
        "--config",
        dest=config,
        action="append",
        type=Path,
        metavar="FILE",
        help="a settings file; of several the later wins",
    )
    add("--data-dir", type=Path, metavar="DIR", help="the folder for matches and settings")
    flag("--windowed", help="do not fill the screen")
    add("--size", metavar="WxH", help="the window's size in pixels")
    flag("--projector", help="for a room: very large words, high contrast, the whole screen")
    flag(
        "--kiosk", help="among strangers: nothing leads out, no settings without the operator's PIN"
    )
    add(
        "--demo",
        type=Path,
        metavar="DIR",
        help="without a screen: play a random match of each game, a picture per ply into DIR",
    )
    add(
        "--device",
        dest=f"device_of_{config}",
        action="append",
        metavar="URL",
        help="a dice reader or button box, such as /dev/ttyUSB0, COM5 or socket://host:port; "
        "with its driver before it, as in loose=COM5, if it is not ttl1",
    )
    add("--record", type=Path, metavar="FILE", help="record the session into a file")
    add(
        "--playback",
        type=Path,
        metavar="FILE",
        help="replay a recorded session at once and without a window, with an empty data folder "
        "unless --data-dir gives one",
    )
    add(
        "--speed",
        type=_speed,
        metavar="N",
        help="with --playback: replay in a window, N times as fast as recorded",
    )


def _speed(text: str) -> float:
    if not fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"a speed is a number such as 1 or 2.5, not {text}")
    return float(text)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written 2026-11-21, not {text}") from None
