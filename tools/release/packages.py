"""The wheel and the sdist: each is built twice, and both builds must be identical."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tools.release.workshop import ReleaseError, Workshop, build_environment, run


def build_packages(shop: Workshop) -> None:
    shop.output.mkdir(parents=True, exist_ok=True)
    for kind, wanted in (("wheel", shop.wheel), ("sdist", shop.sdist)):
        with TemporaryDirectory(prefix="tabletop-release-") as folder:
            first, second = (_build(shop, kind, Path(folder) / number) for number in "12")
            if first.name != wanted.name:
                raise ReleaseError(f"the {kind} is called {first.name}, not {wanted.name}")
            if first.read_bytes() != second.read_bytes():
                raise ReleaseError(f"two builds of the {kind} differ")
            shutil.copyfile(first, wanted)
    version = wheel_version(shop.wheel)
    if version != shop.project.version:
        raise ReleaseError(f"the wheel says version {version}, not {shop.project.version}")


def wheel_version(wheel: Path) -> str:
    with ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode("utf-8").splitlines()
    return next(line for line in lines if line.startswith("Version: ")).partition(" ")[2]


def _build(shop: Workshop, kind: str, folder: Path) -> Path:
    command = (sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder)
    run(command, cwd=shop.project.root, env=build_environment(shop.project))
    (built,) = folder.iterdir()
    return built
