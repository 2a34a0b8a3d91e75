"""The files of a kiosk, and how they are installed and removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.kiosk import session, system, unit
from tools.kiosk.machine import Machine

LIST = "/etc/tabletop/kiosk-installed"
"""The list of what was laid there, for whoever takes it away."""
BEFORE = ".before-tabletop"
"""What the name of somebody else's file ends with that lay where ours had to."""
MARK = "Written by tools/kiosk/install.py, which writes it anew."


@dataclass(frozen=True)
class File:
    """A file that is to lie there."""

    path: str
    text: str
    mode: int = 0o644
    own: bool = True
    """Whether it is ours. What is not is laid there once, and belongs to the host from then on."""


@dataclass(frozen=True)
class Link:
    """A link that is to lie there."""

    path: str
    to: str


def planned(machine: Machine, kind: str) -> tuple[File | Link, ...]:
    """All that a kiosk needs, in the order in which it is laid down."""
    return (*_of_session(machine, kind), *_of_system(machine))


def _of_session(machine: Machine, kind: str) -> Iterator[File | Link]:
    root = "/etc/systemd/system"
    yield File("/etc/sysusers.d/tabletop.conf", _marked(system.users(machine)))
    yield File("/etc/tmpfiles.d/tabletop.conf", _marked(system.folders(machine)))
    shipped = machine.checkout / "config/kiosk.toml"
    yield File(unit.CONFIG, shipped.read_text("utf-8"), own=False)
    if kind == "x11":
        yield File(session.SERVER, _marked(session.server(machine)), 0o755)
        yield File(unit.SESSION, _marked(session.launcher(machine)), 0o755)
        yield File(session.OPENBOX, session.openbox())
        yield File("/etc/X11/xorg.conf.d/50-tabletop.conf", _marked(session.xorg()))
        yield File(f"{root}/tabletop-x.service", _marked(session.x_service()))
    yield File(f"{root}/tabletop.service", _marked(unit.service(machine, kind)))
    yield Link(f"{root}/multi-user.target.wants/tabletop.service", f"{root}/tabletop.service")


def _of_system(machine: Machine) -> Iterator[File | Link]:
    rules = machine.checkout / "tools/firmware/60-tabletop.rules"
    yield File("/etc/udev/rules.d/60-tabletop.rules", rules.read_text("utf-8"))
    yield File("/etc/udev/rules.d/61-tabletop-kiosk.rules", _marked(system.pads(machine)))
    yield File("/etc/udev/rules.d/62-tabletop-sticks.rules", _marked(system.sticks(machine)))
    yield File("/etc/systemd/logind.conf.d/50-tabletop.conf", _marked(system.logind()))
    yield File("/etc/systemd/system.conf.d/50-tabletop.conf", _marked(system.manager()))
    yield File("/etc/sysctl.d/50-tabletop.conf", _marked(system.kernel()))
    for target in system.NEVER:
        yield Link(f"/etc/systemd/system/{target}", "/dev/null")


def lay(root: Path, things: tuple[File | Link, ...], *, dry: bool) -> Iterator[str]:
    """Lays it all down under a root, and tells of each thing what was done.

    What was laid there before and is not wanted any more is taken away.
    """
    known = listed(root)
    for thing in things:
        place = _under(root, thing.path)
        if _lies(place, thing):
            yield f"unchanged   {thing.path}"
            continue
        there = place.exists() or place.is_symlink()
        if isinstance(thing, File) and not thing.own and there:
            yield f"kept        {thing.path}"
            continue
        aside = there and thing.path not in known
        if not dry:
            _put(place, thing, aside=aside)
        kept = f" (what lay there is now {Path(thing.path).name}{BEFORE})" if aside else ""
        yield f"{'would write' if dry else 'written':11} {thing.path}{kept}"
    own = [thing.path for thing in things if isinstance(thing, Link) or thing.own]
    for path in known:
        if path not in own:
            yield from _take(root, path, dry=dry)
    if not dry:
        _put(_under(root, LIST), File(LIST, "".join(f"{path}\n" for path in own)), aside=False)


def take_away(root: Path, *, dry: bool) -> Iterator[str]:
    """Takes away all that was laid there, and brings back what had to make room for it."""
    for path in reversed(listed(root)):
        yield from _take(root, path, dry=dry)
    if not dry:
        _under(root, LIST).unlink(missing_ok=True)


def listed(root: Path) -> tuple[str, ...]:
    """What was laid there before."""
    try:
        return tuple(_under(root, LIST).read_text("utf-8").splitlines())
    except OSError:
        return ()


def _take(root: Path, path: str, *, dry: bool) -> Iterator[str]:
    place = _under(root, path)
    before = place.with_name(place.name + BEFORE)
    if not dry:
        place.unlink(missing_ok=True)
        if before.is_symlink() or before.exists():
            before.rename(place)
    yield f"{'would go' if dry else 'taken away':11} {path}"


def _lies(place: Path, thing: File | Link) -> bool:
    """Whether it lies there already, just so."""
    if isinstance(thing, Link):
        return place.is_symlink() and str(place.readlink()) == thing.to
    try:
        same = not place.is_symlink() and place.read_bytes() == thing.text.encode()
        return same and place.stat().st_mode & 0o777 == thing.mode
    except OSError:
        return False


def _put(place: Path, thing: File | Link, *, aside: bool) -> None:
    """Puts a thing in its place, whole or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if aside:
        place.rename(place.with_name(place.name + BEFORE))
    fresh = place.with_name(f".{place.name}.tabletop")
    fresh.unlink(missing_ok=True)
    if isinstance(thing, Link):
        fresh.symlink_to(thing.to)
    else:
        fresh.write_text(thing.text, "utf-8")
        fresh.chmod(thing.mode)
    fresh.replace(place)


def _under(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _marked(text: str) -> str:
    """The text with a word of where it comes from; behind the first line of a script."""
    first, _, rest = text.partition("\n")
    if first.startswith("#!"):
        return f"{first}\n# {MARK}\n{rest}"
    return f"# {MARK}\n{text}"
