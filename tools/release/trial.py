"""Installs each artefact in a fresh place and runs `tests/release/installed_program.py` with it."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final
from zipfile import ZipFile

from tools.environment import ROOT
from tools.release.documents import APP_ID
from tools.release.installers import (
    INSTALLERS,
    PLAYER,
    as_player,
    player_python,
    read_only,
)
from tools.release.project import PROGRAM
from tools.release.workshop import ReleaseError, Workshop, run

TESTS: Final = "tests/release/installed_program.py"
SUITE: Final = "bookworm"
MIRROR: Final = "http://deb.debian.org/debian"
SETTINGS: Final = {"/etc/tabletop", "/etc/tabletop/kiosk.toml"}
"""What `apt remove` leaves: files of settings go with `apt purge`."""


def play(
    shop: Workshop,
    command: Sequence[str | Path],
    root: Path = Path("/"),
    *,
    compiled: bool = True,
) -> None:
    """Runs the tests of an installed program; they also draw the pages that it must show.

    `compiled`: wait for the compiled search, which takes minutes on a busy machine.
    """
    about = {
        "command": [str(word) for word in command],
        "root": str(root),
        "version": shop.project.version,
        "compiled": compiled,
    }
    tests = (sys.executable, "-m", "pytest", "-n", "0", "-q", TESTS)
    told = {**os.environ, "TABLETOP_INSTALLED": json.dumps(about)}
    done = subprocess.run(tests, cwd=ROOT, env=told, check=False)
    if done.returncode:
        raise ReleaseError(f"{command[-1]} does not play as it should")


def check_wheel(shop: Workshop) -> None:
    """The wheel as each installer puts it into a folder that the player cannot write."""
    python = player_python()
    for name, install in INSTALLERS.items():
        print(f"installed by {name}", flush=True)
        with TemporaryDirectory(prefix="tabletop release ü ") as folder:
            Path(folder).chmod(0o755)
            command = install(shop, python, Path(folder, name))
            with read_only(Path(folder)):
                play(shop, (*as_player(), command), compiled=name == "pip")


def check_bundle(shop: Workshop) -> None:
    play(shop, (shop.bundle / PROGRAM,))


def check_archive(shop: Workshop) -> None:
    """The unpacked archive holds what the bundle holds, and starts."""
    with TemporaryDirectory(prefix="tabletop release ü ") as folder:
        if shop.archive.suffix == ".zip":
            with ZipFile(shop.archive) as archive:
                archive.extractall(folder)
        else:
            with tarfile.open(shop.archive) as archive:
                archive.extractall(folder, filter="tar")
        _assert_version(shop, Path(folder) / shop.project.bundle_stem / PROGRAM)


def check_single_file(shop: Workshop) -> None:
    """The file unpacks itself at the first start, and only then; it plays."""
    with TemporaryDirectory(prefix="tabletop-release-") as folder:
        # Later starts find the unpacked folder there.
        os.environ["TABLETOP_UNPACK_DIR"] = folder
        try:
            _assert_version(shop, shop.single_file)
            (unpacked,) = Path(folder).iterdir()
            before = unpacked.stat().st_mtime_ns
            _assert_version(shop, shop.single_file)
            if unpacked.stat().st_mtime_ns != before:
                raise ReleaseError("the single file has unpacked itself twice")
            command = ("/usr/bin/env", f"TABLETOP_UNPACK_DIR={folder}", shop.single_file)
            play(shop, command, compiled=False)  # the bundle's trial has waited for it
        finally:
            del os.environ["TABLETOP_UNPACK_DIR"]


def check_deb(shop: Workshop) -> None:
    """Installs the package in a new Debian without Python, plays there, and removes it again."""
    check_papers(shop)
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        raise ReleaseError("the Debian package is tried by root with mmdebstrap installed")
    with fresh_debian(shop) as root:
        before = files_of(root)
        shutil.copyfile(shop.deb, root / "tmp" / shop.deb.name)
        _apt(root, "update")
        _apt(root, "install", f"/tmp/{shop.deb.name}")
        if (root / "usr/bin/python3").exists():
            raise ReleaseError("Python was installed with the package")
        enabled = root / "etc/systemd/system/multi-user.target.wants/tabletop.service"
        if enabled.is_symlink():
            raise ReleaseError("the kiosk is enabled")
        user = f"--userspec={PLAYER}:{PLAYER}"
        play(shop, ("chroot", user, root, "/usr/bin/tabletop"), root)
        for word, kept in (("remove", SETTINGS), ("purge", set())):
            _apt(root, word, shop.project.distribution)
            left = {name for name in files_of(root) - before if is_ours(name)} - kept
            if left:
                raise ReleaseError(f"apt {word} leaves {', '.join(sorted(left))}")


def check_papers(shop: Workshop) -> None:
    """lintian, AppStream and the desktop entry, as far as their tools are installed."""
    tools = {
        "lintian": ("--fail-on", "error", "--no-tag-display-limit", str(shop.deb)),
        "appstreamcli": ("validate", "--no-net", f"usr/share/metainfo/{APP_ID}.metainfo.xml"),
        "desktop-file-validate": (f"usr/share/applications/{APP_ID}.desktop",),
    }
    with TemporaryDirectory(prefix="tabletop-release-") as folder:
        run(("dpkg-deb", "--extract", shop.deb, folder))
        for name, words in tools.items():
            if shutil.which(name) is None:
                raise ReleaseError(f"{name} is not installed")
            said = run((name, *words), cwd=Path(folder))
            print(said, end="")


@contextmanager
def fresh_debian(shop: Workshop) -> Iterator[Path]:
    """The root of a minimal Debian; it is made once and copied for each use."""
    kept = shop.work / f"debian-{SUITE}"
    if not kept.exists():
        part = Path(mkdtemp(dir=shop.work))
        part.chmod(0o755)
        words = ("--variant=minbase", "--include=ca-certificates", SUITE, part, MIRROR)
        run(("mmdebstrap", *words))
        part.rename(kept)
    root = shop.work / "debian"
    try:
        shutil.rmtree(root, ignore_errors=True)
        run(("cp", "--archive", "--reflink=auto", kept, root))
        # Certificates and name servers of this machine, which a company's network may need.
        for name in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
            if Path(name).is_file():
                place = root / name.lstrip("/")
                place.unlink(missing_ok=True)
                shutil.copyfile(name, place)
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


def files_of(root: Path) -> set[str]:
    return {f"/{path.relative_to(root)}" for path in root.rglob("*")}


def is_ours(name: str) -> bool:
    """Whether a file in a system belongs to the package rather than to apt or a library."""
    kept = ("/tmp/", "/var/lib/apt/", "/var/lib/dpkg/", "/var/cache/", "/var/log/")
    return "tabletop" in name and not name.startswith(kept)


def _apt(root: Path, *words: str) -> None:
    quiet = ("--yes", "--quiet", "--no-install-recommends", "-o", "APT::Sandbox::User=root")
    given = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
    given |= {name: value for name, value in os.environ.items() if name.endswith("_proxy")}
    run(("chroot", root, "apt-get", *quiet, *words), env=given)


def _assert_version(shop: Workshop, program: Path) -> None:
    said = run((program, "--version")).strip()
    if said != f"tabletop {shop.project.version}":
        raise ReleaseError(f"{program.name} says {said!r}, not version {shop.project.version}")
