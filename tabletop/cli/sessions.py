"""The arguments ``--record`` and ``--playback``."""

import argparse
import os
import sys
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Any

from tabletop import __version__
from tabletop.cli.arguments import CommandError, error_text

if TYPE_CHECKING:
    from tabletop.input.session.recorder import SessionRecorder


def add_arguments(group: Any) -> None:
    """May stand before or after any command. Only arguments that are given are set."""
    only_given: Any = argparse.SUPPRESS
    group.add_argument(
        "--record",
        type=Path,
        default=only_given,
        metavar="FILE",
        help="record the session into a file",
    )
    group.add_argument(
        "--playback",
        type=Path,
        default=only_given,
        metavar="FILE",
        help="replay a recorded session at once and without a window, with an empty data folder "
        "unless --data-dir gives one",
    )
    group.add_argument(
        "--speed",
        type=_read_speed,
        default=only_given,
        metavar="N",
        help="with --playback: replay in a window, N times as fast as recorded",
    )


def check_arguments(arguments: argparse.Namespace, start: tuple[Any, ...] | None) -> None:
    if arguments.speed is not None and arguments.playback is None:
        raise CommandError("--speed goes with --playback")
    others = (start, arguments.record, arguments.demo)
    if arguments.playback is not None and any(other is not None for other in others):
        raise CommandError("--playback goes alone: the file has the arguments of the session")


def _read_speed(text: str) -> float:
    if not fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"a speed is a number such as 1 or 2.5, not {text}")
    return float(text)


def open_recorder(path: Path) -> "SessionRecorder":
    from tabletop.input.session.recorder import SessionRecorder

    try:
        return SessionRecorder(path)
    except OSError as problem:
        raise CommandError(error_text(problem)) from problem


def replay_session(arguments: argparse.Namespace) -> int:
    """Replays a recording, and prints its length."""
    if arguments.speed is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from tabletop.app import session_replay
    from tabletop.input.session.recording import BadRecording
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
