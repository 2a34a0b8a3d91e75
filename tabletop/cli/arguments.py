"""The arguments of the commands, and the errors of a command line.

Nothing here imports what a command needs to run.
"""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from re import fullmatch
from typing import Any, Final

from tabletop.engine.game import Game, OptionValue

ONLY_GIVEN: Final[Any] = argparse.SUPPRESS
"""The default of arguments that may stand before or after a command: set only if given."""


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


def add_session_arguments(group: Any) -> None:
    group.add_argument(
        "--record",
        type=Path,
        default=ONLY_GIVEN,
        metavar="FILE",
        help="record the session into a file",
    )
    group.add_argument(
        "--playback",
        type=Path,
        default=ONLY_GIVEN,
        metavar="FILE",
        help="replay a recorded session at once and without a window, with an empty data folder "
        "unless --data-dir gives one",
    )
    group.add_argument(
        "--speed",
        type=_speed,
        default=ONLY_GIVEN,
        metavar="N",
        help="with --playback: replay in a window, N times as fast as recorded",
    )


def _speed(text: str) -> float:
    if not fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"a speed is a number such as 1 or 2.5, not {text}")
    return float(text)


def add_device_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", metavar="URL", help="listen to this one: a port, or socket://...")
    parser.add_argument(
        "--driver",
        default="ttl1",
        choices=("ttl1", "loose", "bbtk", "bitsi"),
        help="the language that it speaks",
    )
    parser.add_argument(
        "--live", action="store_true", help="say how each device fares, and whenever that changes"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each event")
    parser.add_argument("--seconds", type=float, metavar="N", help="end by itself after so long")


def add_operator_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--set-pin", action="store_true", help="ask for a new PIN, twice; what is typed is not seen"
    )
    group.add_argument(
        "--unlock", action="store_true", help="end the wait that follows too many wrong PINs"
    )


def add_figures_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--day", type=_day, metavar="DAY", help="only this day, as 2026-11-21; else all days"
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write them as a table, for a spreadsheet"
    )


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written 2026-11-21, not {text}") from None
