"""The Debian package: the bundle with desktop entry, icons, man page, kiosk unit, udev rules."""

import gzip
import os
import platform
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import file_digest
from pathlib import Path
from textwrap import fill, indent
from typing import Final

from tools.environment import ROOT
from tools.kiosk.system import users
from tools.release import documents
from tools.release.bundle import add_papers, size_of
from tools.release.project import Project, debian_architecture
from tools.release.workshop import Workshop, build_environment, run

NOBODY: Final = "The tabletop developers <tabletop@localhost.localdomain>"
"""The maintainer of a package if pyproject.toml names none."""
LIBRARIES: Final = ("libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2")
"""What SDL loads when it opens a window with X; everything else is in the bundle."""
RECOMMENDED: Final = (
    "libasound2 | libasound2t64",
    "libegl1",
    "libgl1",
    "libpulse0",
    "libwayland-client0",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libxkbcommon0",
    "libxss1",
)
DESCRIPTION: Final = (
    "The games are played by touch, mouse, keyboard, gamepad or button boxes, by people around one "
    "screen or against the computer. The package holds all that the program needs, Python included."
)
SUGGESTED: Final = ("cage", "seatd", "speech-dispatcher | espeak-ng")
OVERRIDES: Final[Mapping[str, str]] = {
    "custom-library-search-path": "The libraries of the bundle find each other beside them.",
    "embedded-library": "The package is one bundle for all releases of Debian and Ubuntu.",
    "hardening-no-pie": "The start program is that of PyInstaller.",
    "library-not-linked-against-libc": "Extension modules get what they need from Python.",
    "package-section-games-but-contains-no-game": (
        "The kiosk service and programs that ask the referee find the command in /usr/bin only."
    ),
    "unstripped-binary-or-object": "Stripping can damage libraries that auditwheel has changed.",
}
NO_ADDRESS: Final[Mapping[str, str]] = {
    "bogus-mail-host": "pyproject.toml names no maintainer.",
    "bogus-mail-host-in-debian-changelog": "pyproject.toml names no maintainer.",
}


def build_deb(shop: Workshop) -> None:
    add_papers(shop)
    tree = shop.work / "deb"
    make_tree(shop.project, shop.bundle, tree, shop.licences.read_text("utf-8"))
    level = "1" if shop.quick else "6"
    run(
        ("dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", tree, shop.deb),
        env=build_environment(shop.project),
    )
    shutil.rmtree(tree)


def make_tree(project: Project, bundle: Path, tree: Path, licences: str) -> None:
    """Lays out the contents of the package in an empty folder."""
    if tree.exists():
        shutil.rmtree(tree)
    program = tree / "usr/lib/tabletop"
    program.parent.mkdir(parents=True)
    shutil.copytree(bundle, program, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt"):  # they are in /usr/share/doc
        (program / name).unlink(missing_ok=True)
    link = tree / "usr/bin/tabletop"
    link.parent.mkdir(parents=True)
    link.symlink_to("../lib/tabletop/tabletop")
    for path, text in texts(project).items():
        _write(tree / path, text.encode())
    for path, text in compressed_texts(project, licences).items():
        _write(tree / path, gzip.compress(text.encode(), 9, mtime=project.epoch))
    for picture in (ROOT / "assets" / "icon").glob("tabletop-*.png"):
        size = picture.stem.rpartition("-")[2]
        place = tree / f"usr/share/icons/hicolor/{size}x{size}/apps/tabletop.png"
        _write(place, picture.read_bytes())
    _write(tree / "DEBIAN/conffiles", b"/etc/tabletop/kiosk.toml\n")
    _write(tree / "DEBIAN/control", control(project, size_of(tree)).encode())
    _write(tree / "DEBIAN/md5sums", md5sums(tree).encode())
    _set_modes(tree, project.epoch)


def texts(project: Project) -> dict[str, str]:
    """The text files of the package by their paths."""
    name = project.distribution
    return {
        f"usr/share/applications/{documents.APP_ID}.desktop": documents.desktop_entry(),
        f"usr/share/metainfo/{documents.APP_ID}.metainfo.xml": documents.metainfo(project),
        f"usr/share/doc/{name}/copyright": copyright_text(name),
        f"usr/share/lintian/overrides/{name}": overrides(project),
        "etc/tabletop/kiosk.toml": (ROOT / "config" / "kiosk.toml").read_text("utf-8"),
        "lib/systemd/system/tabletop.service": documents.kiosk_unit(),
        "lib/udev/rules.d/60-tabletop.rules": (
            ROOT / "tools" / "firmware" / "60-tabletop.rules"
        ).read_text("utf-8"),
        "usr/lib/sysusers.d/tabletop.conf": users(documents.kiosk_machine()),
    }


def compressed_texts(project: Project, licences: str) -> dict[str, str]:
    """The texts that are packed with gzip, by their paths."""
    day = format_datetime(datetime.fromtimestamp(project.epoch, UTC))
    entry = (
        f"{project.distribution} ({project.version}) stable; urgency=medium\n\n"
        f"  * Version {project.version}; see CHANGELOG.md of the project.\n\n"
        f" -- {project.maintainer or NOBODY}  {day}\n"
    )
    section = documents.MAN_SECTION
    return {
        f"usr/share/man/man{section}/tabletop.{section}.gz": documents.man_page(project),
        f"usr/share/doc/{project.distribution}/changelog.gz": entry,
        f"usr/share/doc/{project.distribution}/THIRD-PARTY-LICENSES.txt.gz": licences,
    }


def control(project: Project, size: int) -> str:
    library, version = platform.libc_ver()
    needed = [f"libc6 (>= {version})" if library == "glibc" else "libc6", *LIBRARIES]
    homepage = f"Homepage: {project.homepage}\n" if project.homepage else ""
    return (
        f"Package: {project.distribution}\n"
        f"Version: {project.version}\n"
        f"Architecture: {debian_architecture()}\n"
        f"Maintainer: {project.maintainer or NOBODY}\n"
        f"Installed-Size: {-(-size // 1024)}\n"
        f"Depends: {', '.join(needed)}\n"
        f"Recommends: {', '.join(RECOMMENDED)}\n"
        f"Suggests: {', '.join(SUGGESTED)}\n"
        "Section: games\n"
        "Priority: optional\n"
        f"{homepage}"
        f"Description: {documents.SYNOPSIS[0].lower()}{documents.SYNOPSIS[1:]}\n"
        f"{_paragraph(project.summary)} .\n{_paragraph(DESCRIPTION)}"
    )


def copyright_text(package: str) -> str:
    licence = (ROOT / "LICENSE").read_text("utf-8").rstrip()
    papers = f"/usr/share/doc/{package}/THIRD-PARTY-LICENSES.txt.gz"
    return f"{licence}\n\nThe licences of what the package holds besides are in\n{papers}\n"


def overrides(project: Project) -> str:
    """What lintian is to accept, with the reasons."""
    accepted = OVERRIDES if project.maintainer else {**OVERRIDES, **NO_ADDRESS}
    return "".join(
        f"# {why}\n{project.distribution}: {tag} *\n" for tag, why in sorted(accepted.items())
    )


def md5sums(tree: Path) -> str:
    lines = []
    for path in sorted(tree.rglob("*")):
        inside = path.relative_to(tree).as_posix()
        if path.is_file() and not path.is_symlink() and not inside.startswith(("DEBIAN/", "etc/")):
            with path.open("rb") as file:
                lines.append(f"{file_digest(file, 'md5').hexdigest()}  {inside}\n")
    return "".join(lines)


def _paragraph(text: str) -> str:
    """Lines of an extended description."""
    return indent(fill(text, 77), " ") + "\n"


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _set_modes(tree: Path, epoch: int) -> None:
    """Sets modes and times. Of the bundle only the start program and libraries are executable."""
    for path in [tree, *tree.rglob("*")]:
        if path.is_symlink():
            os.utime(path, (epoch, epoch), follow_symlinks=False)
            continue
        executable = path.is_dir() or path == tree / "usr/lib/tabletop/tabletop"
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (epoch, epoch))
