"""The bundle that needs no Python: a folder, its archive, and one file that unpacks itself."""

import gzip
import lzma
import os
import shutil
import tarfile
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from tools.environment import ROOT
from tools.release.project import PROGRAM
from tools.release.workshop import ReleaseError, Workshop, build_environment, run

SPEC: Final = ROOT / "tools" / "release" / "bundle.spec"
STUB: Final = ROOT / "tools" / "release" / "unpack.sh"


def build_bundle(shop: Workshop) -> None:
    """Runs PyInstaller, and adds the licences and the SBOM."""
    command = (
        *(shop.bundle_python(), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", shop.bundle.parent, "--workpath", shop.work / "bundle-build", SPEC),
    )
    run(command, env=build_environment(shop.project))
    said = run((shop.bundle / PROGRAM, "--version")).strip()
    if said != f"tabletop {shop.project.version}":
        raise ReleaseError(f"the bundle says {said!r}, not version {shop.project.version}")


def add_papers(shop: Workshop) -> None:
    """Puts licences and SBOM into the bundle's folder."""
    for path in (ROOT / "LICENSE", shop.licences, shop.sbom):
        shutil.copyfile(path, shop.bundle / path.name)


def build_archive(shop: Workshop) -> None:
    add_papers(shop)
    stem = shop.project.bundle_stem
    if shop.archive.suffix == ".zip":
        with ZipFile(shop.archive, "w", ZIP_DEFLATED) as archive:
            for path in bundle_files(shop.bundle):
                archive.write(path, f"{stem}/{path.relative_to(shop.bundle).as_posix()}")
        return
    with lzma.open(shop.archive, "wb", preset=0 if shop.quick else 6) as packed:
        write_tar(packed, shop.bundle, stem, shop.project.epoch)


def build_single_file(shop: Workshop) -> None:
    """A shell script with a gzip archive behind it: it needs sh, tail, gzip and tar only."""
    add_papers(shop)
    part = shop.single_file.with_suffix(".part")
    with part.open("wb") as file:
        file.write(stub_text(shop.project.bundle_stem, digest_of(shop.bundle)).encode())
        level = 1 if shop.quick else 9
        with gzip.GzipFile("", "wb", level, file, mtime=shop.project.epoch) as packed:
            write_tar(packed, shop.bundle, "tabletop", shop.project.epoch)
    part.chmod(0o755)
    part.replace(shop.single_file)


def stub_text(stem: str, digest: str) -> str:
    """The script at the head of the single file, which unpacks into `stem-digest`."""
    text = STUB.read_text("utf-8").replace("@NAME@", stem).replace("@DIGEST@", digest)
    return text.replace("@LINES@", str(text.count("\n") + 1))


def write_tar(target: gzip.GzipFile | lzma.LZMAFile, folder: Path, name: str, epoch: int) -> None:
    """Writes a folder as a tar that depends on nothing but its files and the time given."""
    with tarfile.open(fileobj=target, mode="w|", format=tarfile.GNU_FORMAT) as archive:

        def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
            info.uid = info.gid = 0
            info.uname = info.gname = "root"
            info.mtime = epoch
            info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
            return info

        for path in (folder, *bundle_files(folder)):
            inside = name if path == folder else f"{name}/{path.relative_to(folder).as_posix()}"
            archive.add(path, inside, recursive=False, filter=plain)


def bundle_files(folder: Path) -> Iterator[Path]:
    """Everything in a folder, folders before what they hold, without compiled Python files."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted([*folders, *names]):
            yield Path(place, name)


def digest_of(folder: Path) -> str:
    """Twelve digits that depend on the names and contents of all files in a folder."""
    digest = sha256()
    for path in bundle_files(folder):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        if path.is_file():
            with path.open("rb") as file:
                digest.update(file_digest(file, "sha256").digest())
    return digest.hexdigest()[:12]


def size_of(folder: Path) -> int:
    """Bytes of all files of a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
