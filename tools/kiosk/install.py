#!/usr/bin/env python3
"""Makes this machine a kiosk that opens the table when it is switched on, and nothing else.

``sudo python3 tools/kiosk/install.py [--dry-run] [--user NAME] [--session cage|x11] [--uninstall]``
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tools.environment import ROOT, interpreter, say
from tools.kiosk.machine import NEEDED, Machine, Refused, Wish, check, check_system, look_at
from tools.kiosk.plan import File, lay, planned, take_away
from tools.kiosk.unit import DATA

AFTER = (
    ("systemd-sysusers", "tabletop.conf"),
    ("systemd-tmpfiles", "--create", "tabletop.conf"),
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--subsystem-match=input", "--subsystem-match=tty"),
    ("sysctl", "--quiet", "--load=/etc/sysctl.d/50-tabletop.conf"),
)
"""What is run when all lies there, so that the machine takes notice of it."""
AFTER_ALL = (
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
)
"""The same, when all is gone."""


def main(arguments: Sequence[str]) -> int:
    """Does what is asked for, and says what it did; 2 where it cannot be done."""
    given = build_parser().parse_args(arguments)
    wish = Wish(given.user, given.session, given.root.absolute(), given.dry_run)
    try:
        check_system(wish)
        machine = look_at(wish, ROOT, interpreter(ROOT / ".venv", windows=False))
        if given.uninstall:
            return _uninstall(wish)
        check(wish, machine)
        return _install(wish, machine, show=given.dry_run)
    except Refused as refused:
        say(str(refused))
    except BrokenPipeError:
        # Whoever read our output has gone. Python would complain once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        say(f"{problem.filename or 'Something'}: {problem.strerror or problem}")
    return 2


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="install.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--user", default="tabletop", metavar="NAME", help="who runs the table")
    parser.add_argument(
        "--session",
        choices=sorted(NEEDED),
        default="cage",
        help="cage for one screen, x11 for two, or where cage does not run",
    )
    parser.add_argument("--uninstall", action="store_true", help="make it a plain machine again")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="another root than this machine's, such as an image for an SD card",
    )
    return parser


def _install(wish: Wish, machine: Machine, *, show: bool) -> int:
    things = planned(machine, wish.session)
    for told in lay(wish.root, things, dry=wish.dry):
        print(told)
    if show:
        for thing in things:
            if isinstance(thing, File) and thing.own:
                print(f"\n--- {thing.path}\n{thing.text}", end="")
        print()
    _run(AFTER, wish)
    _tell(wish)
    return 0


def _uninstall(wish: Wish) -> int:
    if wish.here:
        _run((("systemctl", "disable", "--now", "tabletop.service"),), wish)
    for told in take_away(wish.root, dry=wish.dry):
        print(told)
    _run(AFTER_ALL, wish)
    say(f"The games and settings in {DATA} stay, and so does the user. Restart the machine.")
    return 0


def _run(commands: Sequence[Sequence[str]], wish: Wish) -> None:
    """Runs commands on this machine; for another root or a trial only says them."""
    for command in commands:
        words = " ".join(command)
        if not wish.here:
            print(f"would run   {words}")
            continue
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
        except OSError as problem:
            say(f"{words}: {problem.strerror}")
        else:
            print(f"{'run' if done == 0 else f'failed ({done})':11} {words}")


def _tell(wish: Wish) -> None:
    """What is left to be done by hand."""
    say(
        f"The table opens when the machine starts, or now: systemctl start tabletop\n"
        f"The operator's PIN, without which nobody comes in:\n"
        f"  sudo -u {wish.user} {interpreter(ROOT / '.venv', windows=False)} -m tabletop "
        f"--data-dir {DATA} operator --set-pin\n"
        f"How it fares: systemctl status tabletop; what it logs: {DATA}/logs"
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
