"""What a machine is like, as far as a kiosk needs to know it.

Written for Python 3.9, as the machine's own Python may be older than the game's.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.environment import is_ready

NEEDED = {
    "cage": (("cage", "cage"), ("seatd", "seatd")),
    "x11": (
        ("Xorg", "xserver-xorg"),
        ("openbox", "openbox"),
        ("xauth", "xauth"),
        ("xset", "x11-xserver-utils"),
    ),
}
"""The programs of each session, and the packages of Debian that bring them."""
SBIN = ("/usr/local/sbin", "/usr/sbin", "/sbin")
GROUPS = ("video", "seat", "render", "dialout", "uucp", "audio")
"""Groups to which screens, graphics, serial ports and sound belong, here or there."""
DEBIAN = ("video", "render", "dialout", "audio")


class Refused(Exception):
    """Why a machine is not made a kiosk, in words."""


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    user: str
    session: str
    root: Path
    """The root of the file system; another one than / for an image, or for a trial."""
    dry: bool

    @property
    def meant(self) -> bool:
        """Whether it is about this machine, also in a trial."""
        return self.root == Path("/")

    @property
    def here(self) -> bool:
        """Whether this machine is changed."""
        return not self.dry and self.meant


@dataclass(frozen=True)
class Machine:
    """One machine, and the program on it."""

    checkout: Path
    python: Path
    user: str
    group: str
    """The user's own group."""
    groups: tuple[str, ...]
    """Whose things the user may use besides."""
    keyboard: str
    """The layout of its keyboard, as `de`; empty where nobody has said it."""
    program: str = ""
    """The command of an installed program; empty where the checkout is run by `python`."""

    @property
    def at_home(self) -> bool:
        """Whether the program or its Python lies in a home, which the service must then see."""
        places = (str(self.checkout), str(self.python), str(self.python.resolve()))
        return any(place.startswith(("/home/", "/root/", "/run/user/")) for place in places)


def look_at(wish: Wish, checkout: Path, python: Path) -> Machine:
    """The machine under the root of a wish; Refused if its user cannot be one."""
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,30}", wish.user):
        raise Refused(f"{wish.user!r} can be no user's name.")
    if wish.user == "root":
        raise Refused("Not as root: cage refuses it, and a game has no business with such rights.")
    users = _entries(wish.root / "etc/passwd")
    groups = _entries(wish.root / "etc/group")
    own = wish.user
    if wish.user in users:
        numbers = {fields[2]: name for name, fields in groups.items() if len(fields) > 2}
        own = numbers.get(users[wish.user][3], wish.user)
    there = tuple(name for name in GROUPS if name in groups) if groups else DEBIAN
    return Machine(checkout, python, wish.user, own, there, _keyboard(wish.root))


def check_system(wish: Wish) -> None:
    """Refused where nothing here can be changed by us."""
    if not sys.platform.startswith("linux"):
        raise Refused(
            "This is for Linux with systemd. docs/host/kiosk.md tells how Windows is set up."
        )
    if not wish.meant:
        return
    if not Path("/run/systemd/system").is_dir():
        raise Refused("systemd does not run here, and this tool needs it.")
    if wish.here and os.geteuid() != 0:
        raise Refused("Only root may do that: sudo python3 tools/kiosk/install.py")


def check(wish: Wish, machine: Machine) -> None:
    """Refused where this machine lacks what a kiosk needs."""
    if not wish.meant:
        return
    path = os.pathsep.join([os.environ.get("PATH", ""), *SBIN])
    missing = [
        package for name, package in NEEDED[wish.session] if not shutil.which(name, path=path)
    ]
    if missing:
        raise Refused(
            f"Something is missing. On Debian and Raspberry Pi OS: sudo apt install "
            f"{' '.join(missing)}"
        )
    if not is_ready(machine.checkout, "play"):
        raise Refused(
            "The game is not set up yet. As the owner of this folder run: "
            "python3 tools/play.py --version"
        )
    # The interpreter may lie elsewhere, such as in somebody's ~/.pyenv.
    shut = closed(machine.checkout, machine.user) or closed(
        machine.python.resolve().parent, machine.user
    )
    if shut is not None:
        raise Refused(
            f"{machine.user} may not enter {shut} and could not start the game. Move the "
            "checkout to /opt/tabletop and set it up there."
        )


def closed(checkout: Path, user: str) -> Path | None:
    """The first folder on the way to the program that a user cannot pass; None if there is none."""
    for folder in reversed((checkout, *checkout.parents)):
        mode = folder.stat()
        if not mode.st_mode & stat.S_IXOTH and folder.owner() != user:
            return folder
    return None


def _entries(path: Path) -> dict[str, list[str]]:
    """The lines of /etc/passwd and its like, by their first field."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {line.split(":")[0]: line.split(":") for line in lines if ":" in line}


def _keyboard(root: Path) -> str:
    """What Debian says of the keyboard."""
    try:
        text = (root / "etc/default/keyboard").read_text("utf-8", "replace")
    except OSError:
        return ""
    found = re.search(r'^XKBLAYOUT="?([a-z]{2}(?:,[a-z]{2})*)"?\s*$', text, re.MULTILINE)
    return found[1] if found else ""
