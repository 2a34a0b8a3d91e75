"""The command line of evenings: ``--record`` and ``--playback``."""

import argparse
import os
import sys
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Any

from tabletop import __version__
from tabletop.cli.words import Refused, reason

if TYPE_CHECKING:
    from tabletop.input.diary import Diary


def add_arguments(group: Any) -> None:
    """What may stand before or after any command. Only what is given is noted."""
    only_given: Any = argparse.SUPPRESS
    group.add_argument(
        "--record",
        type=Path,
        default=only_given,
        metavar="FILE",
        help="write the evening down, to be lived again",
    )
    group.add_argument(
        "--playback",
        type=Path,
        default=only_given,
        metavar="FILE",
        help="live an evening again that was written down, unseen and at once, on an empty shelf "
        "unless --data-dir gives one",
    )
    group.add_argument(
        "--speed",
        type=_read_speed,
        default=only_given,
        metavar="N",
        help="with --playback: in a window, N times as fast as it was",
    )


def check(arguments: argparse.Namespace, start: tuple[Any, ...] | None) -> None:
    """Refuses what does not go together."""
    if arguments.speed is not None and arguments.playback is None:
        raise Refused("--speed goes with --playback")
    others = (start, arguments.record, arguments.demo)
    if arguments.playback is not None and any(other is not None for other in others):
        raise Refused("--playback goes alone: the file says how the evening began")


def _read_speed(text: str) -> float:
    if not fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"a speed is a number such as 1 or 2.5, not {text}")
    return float(text)


def diary(path: Path) -> "Diary":
    """The file in which the evening is written down."""
    from tabletop.input.diary import Diary

    try:
        return Diary(path)
    except OSError as problem:
        raise Refused(reason(problem)) from problem


def playback(arguments: argparse.Namespace) -> int:
    """Lives a written evening again, and says how long it was."""
    if arguments.speed is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from tabletop import playback as again
    from tabletop.app import NoDisplay
    from tabletop.input.recording import BadRecording

    path: Path = arguments.playback
    try:
        evening = again.read(path)
        if evening.beginning.program != __version__:
            version = evening.beginning.program
            print(f"tabletop: {path}: written by version {version}", file=sys.stderr)
        if evening.cut:
            print(f"tabletop: {path}: the last line is cut short, and left out", file=sys.stderr)
        with again.folder(arguments.data_dir) as folder:
            turns, seconds = again.run_playback(evening, folder, arguments.speed)
    except (BadRecording, again.OtherWay) as problem:
        raise Refused(f"{path}: {reason(problem)}") from problem
    except OSError as problem:
        raise Refused(reason(problem)) from problem
    except NoDisplay as problem:
        raise Refused(f"no screen can be opened ({reason(problem)})") from problem
    print(f"{turns} turns, {seconds:.1f} seconds")
    return 0
