"""The release tool: versions, papers of the Debian package, inventory, archives."""

import argparse
import configparser
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tabletop
from tabletop.cli.arguments import build_parser
from tabletop.games import all_games
from tabletop.system import process
from tools.release import bundle, debian, documents, inventory, project
from tools.release.command import build_parser as release_parser
from tools.release.command import ordered, steps
from tools.release.workshop import ReleaseError, Workshop

ROOT = Path(__file__).resolve().parents[2]
PROJECT = project.read_project(ROOT)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="made on Linux only")


def needs(program: str) -> pytest.MarkDecorator:
    reason = f"{program} cannot be found"
    return pytest.mark.skipif(shutil.which(program) is None, reason=reason)


@pytest.fixture
def fake_bundle(tmp_path: Path) -> Path:
    """A folder like that of the bundle, whose program says its arguments."""
    folder = tmp_path / "bundle" / "tabletop"
    (folder / "_internal" / "__pycache__").mkdir(parents=True)
    (folder / "_internal" / "library.so").write_text("library")
    (folder / "_internal" / "__pycache__" / "old.pyc").write_text("old")
    (folder / "LICENSE").write_text("MIT")
    program = folder / "tabletop"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    return folder


@pytest.fixture
def shop(tmp_path: Path, fake_bundle: Path) -> Workshop:
    """A workshop with that bundle and short papers."""
    made = Workshop(PROJECT, tmp_path / "dist", tmp_path, quick=True)
    assert made.bundle == fake_bundle
    made.output.mkdir()
    made.licences.write_text("licences\n")
    made.sbom.write_text("{}\n")
    return made


# -- versions -------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_program() -> None:
    assert PROJECT.version == tabletop.__version__
    assert project.problems(PROJECT) == []


def test_a_citation_of_another_version_is_refused(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CITATION.cff"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    (fault,) = project.problems(replace(PROJECT, root=tmp_path, version="99.0"))
    assert "CITATION.cff" in fault


def test_a_version_without_a_section_in_the_changelog_is_refused() -> None:
    text = "## [Unreleased]\n\n- new\n\n## [1.0.0] - 2026-12-01\n\n- old\n\n## [0.9.0]\n"
    assert project.changelog_section(text, "1.0.0") == "- old"
    assert project.changelog_section(text, "0.9.0") == ""
    assert project.changelog_section(text, "1.0") == ""


@pytest.mark.parametrize(
    ("words", "name"),
    [("Foo_bar>=2,<3", "foo-bar"), ("a.b[c]; python_version < '3'", "a-b"), ("x", "x")],
)
def test_the_name_of_a_requirement(words: str, name: str) -> None:
    assert project.requirement_name(words) == name


# -- steps ----------------------------------------------------------------------------------------


def test_what_a_step_needs_is_made_before_it_if_it_is_not_there(tmp_path: Path) -> None:
    table = steps()
    empty = Workshop(PROJECT, tmp_path / "dist", tmp_path / "work")
    assert ordered(table, ["deb"], empty) == ["bundle", "wheel", "sbom", "licences", "deb"]
    assert ordered(table, ["sums"], empty) == ["sums"]


def test_what_is_there_is_not_made_again(shop: Workshop) -> None:
    assert ordered(steps(), ["archive"], shop) == ["archive"]
    assert ordered(steps(), ["archive", "sbom"], shop) == ["wheel", "sbom", "archive"]


def test_steps_are_chosen_by_name() -> None:
    given = release_parser(steps()).parse_args(["wheel", "deb", "--no-check"])
    assert (given.steps, given.no_check) == (["wheel", "deb"], True)
    with pytest.raises(SystemExit):
        release_parser(steps()).parse_args(["nonsense"])


# -- man page, desktop entry, metadata ------------------------------------------------------------


def test_the_man_page_has_every_command_and_option() -> None:
    page = documents.man_page(PROJECT).replace(r"\-", "-")
    parser = build_parser()
    names = [name for name, _, _ in documents.commands(parser)]
    assert {"play", "referee", "doctor"} <= {*names}
    for name, command, words in documents.commands(parser):
        assert f".SS {name}" in page
        assert words in page
        for each in (parser, command):
            for action in each._actions:
                listed = [option for option in action.option_strings if "help" not in option]
                for option in listed:
                    assert option == "-h" or rf"\fB{option}\fR" in page
                if listed and "-h" not in listed and action.help != argparse.SUPPRESS:
                    assert (action.help or "") in page
    for game in all_games():
        assert rf"\fB{game.key}\fR" in page


@needs("man")
def test_man_accepts_the_page(tmp_path: Path) -> None:
    page = tmp_path / "tabletop.6"
    page.write_text(documents.man_page(PROJECT), "utf-8")
    words = ("man", "--warnings", "--local-file", str(page))
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "--data-dir" in done.stdout or "data" in done.stdout


def test_the_desktop_entry_starts_the_command_of_the_package() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read_string(documents.desktop_entry())
    group = entry["Desktop Entry"]
    assert (group["Exec"], group["Icon"], group["Terminal"]) == ("tabletop", "tabletop", "false")
    assert [str(game.title) for game in all_games()] == group["Keywords"].split(";")[:5]


@needs("desktop-file-validate")
def test_the_desktop_entry_is_valid(tmp_path: Path) -> None:
    file = tmp_path / f"{documents.APP_ID}.desktop"
    file.write_text(documents.desktop_entry(), "utf-8")
    done = subprocess.run(("desktop-file-validate", file), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("homepage", ["", "https://tabletop.example.org/"])
def test_the_metadata_names_program_games_and_release(homepage: str, tmp_path: Path) -> None:
    text = documents.metainfo(replace(PROJECT, homepage=homepage))
    root = ElementTree.fromstring(text)
    assert root.findtext("launchable") == f"{documents.APP_ID}.desktop"
    assert [each.text for each in root.iter("li")] == [str(game.title) for game in all_games()]
    release = root.find("releases/release")
    assert release is not None
    assert release.get("version") == tabletop.__version__
    pictures = [each.text or "" for each in root.iter("image")]
    assert bool(pictures) == bool(homepage)
    for address in pictures:
        assert (ROOT / "docs" / "pictures" / address.rpartition("/")[2]).is_file()
    if shutil.which("appstreamcli"):
        file = tmp_path / "tabletop.metainfo.xml"
        file.write_text(text, "utf-8")
        words = ("appstreamcli", "validate", "--no-net", str(file))
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_the_unit_of_the_package_starts_its_command() -> None:
    unit = documents.kiosk_unit()
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    assert "/usr/bin/tabletop --kiosk --config /etc/tabletop/kiosk.toml" in line
    assert "docs" not in unit


# -- the Debian package ---------------------------------------------------------------------------


@on_linux
def test_the_tree_of_the_package(shop: Workshop, tmp_path: Path) -> None:
    tree = tmp_path / "deb"
    debian.make_tree(PROJECT, shop.bundle, tree, "licences")
    name = PROJECT.distribution
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if not path.is_dir()}
    assert {
        "DEBIAN/control",
        "etc/tabletop/kiosk.toml",
        "lib/systemd/system/tabletop.service",
        "lib/udev/rules.d/60-tabletop.rules",
        "usr/bin/tabletop",
        "usr/lib/tabletop/_internal/library.so",
        "usr/lib/tabletop/tabletop",
        f"usr/share/applications/{documents.APP_ID}.desktop",
        f"usr/share/metainfo/{documents.APP_ID}.metainfo.xml",
        "usr/share/icons/hicolor/256x256/apps/tabletop.png",
        "usr/share/man/man6/tabletop.6.gz",
        f"usr/share/doc/{name}/THIRD-PARTY-LICENSES.txt.gz",
        f"usr/share/doc/{name}/changelog.gz",
        f"usr/share/doc/{name}/copyright",
    } <= files
    assert not [each for each in files if "__pycache__" in each or ".wants/" in each]
    assert (tree / "usr/bin/tabletop").resolve() == tree / "usr/lib/tabletop/tabletop"
    modes = {stat.S_IMODE(path.lstat().st_mode) for path in tree.rglob("*") if path.is_dir()}
    assert modes == {0o755}
    program = stat.S_IMODE((tree / "usr/lib/tabletop/tabletop").stat().st_mode)
    library = stat.S_IMODE((tree / "usr/lib/tabletop/_internal/library.so").stat().st_mode)
    assert (program, library) == (0o755, 0o644)
    kept = (tree / "DEBIAN/conffiles").read_text().split()
    assert kept == ["/" + each for each in sorted(files) if each.startswith("etc/")]


def test_the_control_file_is_in_the_form_of_debian() -> None:
    text = debian.control(PROJECT, 4097)
    fields = dict(line.split(": ", 1) for line in text.splitlines() if line[0] not in " \t")
    assert (fields["Package"], fields["Version"]) == (PROJECT.distribution, tabletop.__version__)
    assert fields["Installed-Size"] == "5"
    assert all(len(line) < 80 for line in text.splitlines() if line.startswith(" "))


@on_linux
@needs("dpkg-deb")
def test_dpkg_builds_the_package(shop: Workshop) -> None:
    debian.build_deb(shop)
    words = ("dpkg-deb", "--field", str(shop.deb), "Package", "Version")
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said == f"Package: {PROJECT.distribution}\nVersion: {tabletop.__version__}\n"


@on_linux
@needs("dpkg-deb")
def test_two_packages_of_one_bundle_are_identical(shop: Workshop) -> None:
    debian.build_deb(shop)
    first = shop.deb.read_bytes()
    for path in shop.bundle.rglob("*"):
        os.utime(path, (1, 1))
    debian.build_deb(shop)
    assert shop.deb.read_bytes() == first


# -- archives -------------------------------------------------------------------------------------


@on_linux
def test_two_archives_of_one_bundle_are_identical(shop: Workshop) -> None:
    bundle.build_archive(shop)
    first = shop.archive.read_bytes()
    for path in shop.bundle.rglob("*"):
        os.utime(path, (1, 1))
    bundle.build_archive(shop)
    assert shop.archive.read_bytes() == first
    with tarfile.open(shop.archive) as archive:
        names = archive.getnames()
    assert f"{PROJECT.bundle_stem}/{shop.licences.name}" in names
    assert not [name for name in names if "__pycache__" in name]


@on_linux
def test_the_single_file_unpacks_itself_once(shop: Workshop, tmp_path: Path) -> None:
    bundle.build_single_file(shop)
    cache = tmp_path / "a place with blanks"
    given = {"PATH": "/usr/bin:/bin", "TABLETOP_UNPACK_DIR": str(cache)}

    def start() -> subprocess.CompletedProcess[str]:
        words = (str(shop.single_file), "--some", "words with blanks")
        return subprocess.run(words, env=given, capture_output=True, text=True, check=True)

    first = start()
    assert first.stdout == "--some words with blanks\n"
    assert "unpacking" in first.stderr
    second = start()
    assert (second.stdout, second.stderr) == (first.stdout, "")
    (unpacked,) = cache.iterdir()
    assert unpacked.name.startswith(PROJECT.bundle_stem)


@on_linux
def test_a_cut_single_file_leaves_nothing_behind(shop: Workshop, tmp_path: Path) -> None:
    bundle.build_single_file(shop)
    shop.single_file.write_bytes(shop.single_file.read_bytes()[:-200])
    given = {"PATH": "/usr/bin:/bin", "TABLETOP_UNPACK_DIR": str(tmp_path / "cache")}
    done = subprocess.run((str(shop.single_file),), env=given, capture_output=True, check=False)
    assert done.returncode != 0
    assert list((tmp_path / "cache").iterdir()) == []


# -- inventory ------------------------------------------------------------------------------------


def test_the_sbom_must_list_every_dependency() -> None:
    document = {
        "metadata": {"component": {"name": PROJECT.distribution}},
        "components": [{"name": name.replace("-", "_")} for name in PROJECT.dependencies],
    }
    inventory.complete_sbom(document, "1.2.3", [inventory.python_component()])
    assert document["metadata"] == {"component": {"name": PROJECT.distribution, "version": "1.2.3"}}
    assert inventory.missing_components(document, PROJECT.dependencies) == []
    names = [each["name"] for each in json.loads(json.dumps(document))["components"]]
    assert names[-1] == "cpython"
    del document["components"][0]  # type: ignore[attr-defined]
    assert inventory.missing_components(document, PROJECT.dependencies) == [PROJECT.dependencies[0]]


def test_every_dependency_has_the_text_of_its_licence() -> None:
    components = {each.name: each for each in inventory.installed_components(Path(sys.executable))}
    text = inventory.licences_text([components[name] for name in PROJECT.dependencies])
    for name in PROJECT.dependencies:
        assert f"\n{name} {components[name].version}\n" in text


def test_a_component_without_a_licence_is_refused() -> None:
    silent = inventory.Component("silent", "1", "MIT", ())
    with pytest.raises(ReleaseError, match="silent"):
        inventory.licences_text([silent])


# -- the program in a bundle ----------------------------------------------------------------------


def test_programs_of_the_system_do_not_load_the_libraries_of_a_bundle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    assert process.system_environment()["LD_LIBRARY_PATH"] == "/bundle"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "LD_LIBRARY_PATH" not in process.system_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/own")
    given = process.system_environment()
    assert given["LD_LIBRARY_PATH"] == "/own"
    assert "LD_LIBRARY_PATH_ORIG" not in given
