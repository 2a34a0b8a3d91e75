"""The command line of `tools/release.py`: which steps are run, in which order."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Final

from tools.environment import ROOT, say, sent_home
from tools.release.workshop import ReleaseError, Workshop


@dataclass(frozen=True, slots=True)
class Step:
    """One artefact: how it is made and, if it can be started, how it is checked."""

    name: str
    words: str
    build: Callable[[Workshop], None]
    made: Callable[[Workshop], Path]
    needs: tuple[str, ...] = ()
    check: Callable[[Workshop], None] | None = None
    linux: bool = False
    """Made on Linux only."""


def main(arguments: Sequence[str]) -> int:
    """Runs the steps named, or all; 1 if one fails."""
    home = sent_home(ROOT / "tools" / "release.py", arguments, "check", ("hatchling", "pygame"))
    if home is not None:
        return home
    from tools.release.project import problems, read_project

    table = steps()
    given = build_parser(table).parse_args(arguments)
    project = read_project()
    shop = Workshop(project, given.out.absolute(), given.work.absolute(), given.quick)
    faults = problems(project)
    for fault in faults:
        say(fault)
    if faults:
        return 1
    chosen = given.steps or [
        name for name, step in table.items() if not step.linux or sys.platform == "linux"
    ]
    try:
        for name in () if given.no_build else ordered(table, chosen, shop):
            _run(f"build {name}", table[name].build, shop)
        if not given.no_check:
            for name in chosen:
                check = table[name].check
                if check is not None:
                    _run(f"check {name}", check, shop)
    except ReleaseError as error:
        say(str(error))
        return 1
    for path in sorted(shop.output.iterdir()):
        print(f"{path.stat().st_size / 2**20:8.1f} MB  {path.name}")
    return 0


def build_parser(table: dict[str, Step]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="release.py",
        description="Build the artefacts of a release, and play with each of them.",
        epilog="\n".join(f"{name:10}  {step.words}" for name, step in table.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "steps", nargs="*", choices=[*table, []], metavar="STEP", help="all if none is named"
    )
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--no-check", action="store_true", help="do not play with the artefacts")
    either.add_argument("--no-build", action="store_true", help="play with what is built already")
    parser.add_argument("--quick", action="store_true", help="compress less; for trials")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "release", metavar="DIR")
    return parser


def ordered(table: dict[str, Step], chosen: Sequence[str], shop: Workshop) -> list[str]:
    """The chosen steps and, before each, what it needs and what does not exist yet."""
    found: list[str] = []

    def add(name: str) -> None:
        for needed in table[name].needs:
            if needed in chosen or not table[needed].made(shop).exists():
                add(needed)
        if name not in found:
            found.append(name)

    for name in chosen:
        add(name)
    return found


def steps() -> dict[str, Step]:
    """All steps by name, in the order in which they are run."""
    from tools.release import trial
    from tools.release.bundle import build_archive, build_bundle, build_single_file
    from tools.release.debian import build_deb
    from tools.release.inventory import write_licences, write_sbom
    from tools.release.packages import build_packages

    papers = ("sbom", "licences")
    table: Final = (
        Step(
            "wheel",
            "wheel and sdist, each built twice",
            build_packages,
            lambda shop: shop.wheel,
            check=trial.check_wheel,
        ),
        Step(
            "bundle",
            "folder that needs no Python",
            build_bundle,
            lambda shop: shop.bundle,
            check=trial.check_bundle,
        ),
        Step("sbom", "components (CycloneDX)", write_sbom, lambda shop: shop.sbom, ("wheel",)),
        Step("licences", "licences", write_licences, lambda shop: shop.licences, ("wheel",)),
        Step(
            "archive",
            "the bundle as .tar.xz or .zip",
            build_archive,
            lambda shop: shop.archive,
            ("bundle", *papers),
            check=trial.check_archive,
        ),
        Step(
            "run",
            "one file that unpacks itself (Linux)",
            build_single_file,
            lambda shop: shop.single_file,
            ("bundle", *papers),
            check=trial.check_single_file,
            linux=True,
        ),
        Step(
            "deb",
            "Debian package (Linux)",
            build_deb,
            lambda shop: shop.deb,
            ("bundle", *papers),
            check=trial.check_deb,
            linux=True,
        ),
        Step("sums", "SHA256SUMS", write_sums, lambda shop: shop.sums),
    )
    return {step.name: step for step in table}


def write_sums(shop: Workshop) -> None:
    """Writes the checksums of all artefacts in the form of sha256sum."""
    lines = []
    for path in sorted(shop.output.iterdir()):
        if path.is_file() and path != shop.sums:
            with path.open("rb") as file:
                lines.append(f"{file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    shop.sums.write_text("".join(lines), "utf-8")


def _run(words: str, step: Callable[[Workshop], None], shop: Workshop) -> None:
    print(f"== {words}", flush=True)
    began = time.monotonic()
    step(shop)
    print(f"ok  {time.monotonic() - began:6.1f} s", flush=True)
