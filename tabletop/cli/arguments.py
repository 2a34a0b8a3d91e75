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
        description="Board games for one shared screen. Without a command: play.",
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
    replay = command("replay", "Replay a saved match, ply by ply.")
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
            help="an option of the game; tabletop rules GAME lists them",
        )
    command("referee", "Answer other programs about the rules, line by line.")
    devices = command("devices", "List the connected devices, or show what one device sends.")
    devices.add_argument(
        "--url", metavar="URL", help="listen to this device: a port, or socket://..."
    )
    devices.add_argument(
        "--driver",
        default="ttl1",
        choices=("ttl1", "loose", "bbtk", "bitsi"),
        help="the protocol that it speaks",
    )
    devices.add_argument(
        "--live", action="store_true", help="show the state of each device, and every change"
    )
    devices.add_argument("--json", action="store_true", help="a line of JSON for each event")
    devices.add_argument("--seconds", type=float, metavar="N", help="stop after N seconds")
    command("doctor", "Check this computer and report what is missing.")
    operator = command("operator", "Set the operator's PIN, or lift the lockout after wrong PINs.")
    pin = operator.add_mutually_exclusive_group()
    pin.add_argument(
        "--set-pin", action="store_true", help="ask twice for a new PIN, without showing it"
    )
    pin.add_argument(
        "--unlock", action="store_true", help="lift the lockout that follows too many wrong PINs"
    )
    figures = command(
        "figures", "Report how many people played what, and which moves were refused."
    )
    figures.add_argument(
        "--day",
        type=_day,
        metavar="DAY",
        help="only this day, such as 2026-11-21; default: all days",
    )
    figures.add_argument("--csv", type=Path, metavar="FILE", help="write a table for a spreadsheet")
    hub = command("hub", "Serve an event of many tables: results, tournaments, an overview.")
    hub.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="default: that of TABLETOP_HUB_DATABASE, or a file in the data folder; "
        "postgresql://USER@HOST/NAME for a fair",
    )
    hub.add_argument("--host", default="", metavar="ADDRESS", help="listen at this address only")
    hub.add_argument("--port", type=int, default=8707, metavar="N", help="default: 8707")
    hub.add_argument(
        "--url",
        default="",
        metavar="ADDRESS",
        help="where browsers reach the hub, if it is in a container or behind a web server",
    )
    hub.add_argument("--name", default="", metavar="NAME", help="the name of the event")
    hub.add_argument(
        "--no-announce", action="store_true", help="do not let tables in the network find the hub"
    )
    hub.add_argument(
        "--add-user",
        default="",
        metavar="NAME",
        help="let somebody of the staff in, or give them a new password, and print it; then end",
    )
    hub.add_argument(
        "--role",
        choices=("staff", "referee", "manager"),
        default="",
        help="of that user; default: as before, or staff",
    )
    hub.add_argument(
        "--backup", type=Path, metavar="FILE", help="copy the database to a new file; then end"
    )
    hub.add_argument(
        "--erase",
        action="store_true",
        help="after the event: erase all names, once you type the name of the event; then end",
    )
    settings = command("settings", "Print the settings in effect.")
    instead = settings.add_mutually_exclusive_group()
    instead.add_argument(
        "--default",
        action="store_true",
        help="print every setting with its default value and comment",
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
        help="a settings file; of several, the last one wins",
    )
    add("--data-dir", type=Path, metavar="DIR", help="the folder for matches and settings")
    flag("--windowed", help="run in a window")
    add("--size", metavar="WxH", help="the window's size in pixels")
    flag("--projector", help="for an audience: very large text, high contrast, full screen")
    flag("--kiosk", help="for the public: nothing leads out, settings need the operator's PIN")
    add(
        "--demo",
        type=Path,
        metavar="DIR",
        help="without a screen: play a random match of each game, one picture per ply into DIR",
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
