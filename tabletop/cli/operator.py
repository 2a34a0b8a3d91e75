"""``tabletop operator``: sets the operator's PIN, or ends a wait."""

import argparse
import sys
from getpass import getpass
from pathlib import Path
from typing import Final

from tabletop.cli.arguments import CommandError
from tabletop.system.pin_lock import FILE_NAME, PinLock, pin_fault

PIN_STATE_TEXTS: Final = {
    "none": 'There is no PIN yet: tabletop --data-dir "{folder}" operator --set-pin',
    "damaged": (
        "The file with the PIN is damaged or another user's: "
        'tabletop --data-dir "{folder}" operator --set-pin'
    ),
    "set": "A PIN is set.",
}
"""The state of the PIN. An installed table has another data folder than the default."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--set-pin", action="store_true", help="ask for a new PIN, twice; what is typed is not seen"
    )
    group.add_argument(
        "--unlock", action="store_true", help="end the wait that follows too many wrong PINs"
    )


def run(arguments: argparse.Namespace, data_dir: Path) -> int:
    """Executes the command, or prints the state of the PIN; CommandError if it fails."""
    door = PinLock(data_dir / FILE_NAME)
    told = PIN_STATE_TEXTS[door.kind].format(folder=data_dir)
    if arguments.set_pin:
        return _set(door, _asked())
    if arguments.unlock:
        if door.kind == "damaged":
            raise CommandError(told)
        if not door.unlock():
            raise CommandError(f"{data_dir / FILE_NAME} cannot be written")
        print("The wait is over. A running table notices when it is asked for the PIN again.")
        return 0
    print(told)
    if door.failed:
        print(f"Wrong PINs in a row: {door.failed}; still to wait: {round(door.left)} s")
    return 0


def _asked() -> str:
    """The PIN, typed twice at a terminal, or read from standard input."""
    if not sys.stdin.isatty():
        pin = sys.stdin.readline().strip()
    else:
        pin = getpass("New PIN: ")
        if getpass("The same once more: ") != pin:
            raise CommandError("these were two different ones")
    why = pin_fault(pin)
    if why is not None:
        raise CommandError(str(why))
    return pin


def _set(door: PinLock, pin: str) -> int:
    door.set_pin(pin)
    door.wait()
    if door.answer() != "set":
        raise CommandError("the PIN could not be kept")
    print("The PIN is set. A running table notices when it is asked for the PIN again.")
    return 0
