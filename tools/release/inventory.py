"""The components of a release: the SBOM (CycloneDX) and the licences of all dependencies."""

import ast
import json
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

from tools.release.project import normalised
from tools.release.workshop import ReleaseError, Workshop, run

LICENCES: Final = Path(__file__).parent / "licences"
"""The licences of packages whose wheels have none, by the name of the package."""
_LICENCE_FILE: Final = re.compile(r"(LICEN[CS]ES?|COPYING|NOTICE|LGPL|GPL)\b.*", re.IGNORECASE)
_CODE: Final = (".py", ".pyc", ".pyi", ".html")
_RULE: Final = "=" * 80


@dataclass(frozen=True, slots=True)
class Component:
    """A dependency that is part of a bundle."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]
    kind: str = "pypi"
    """The type of its package URL: pypi, deb or generic."""

    @property
    def purl(self) -> str:
        space = "debian/" if self.kind == "deb" else ""
        return f"pkg:{self.kind}/{space}{self.name}@{self.version}"


def installed_components(python: Path) -> list[Component]:
    """Everything that is installed in an environment, by name."""
    words = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = run((python, "-c", words)).strip()
    found = (component(each) for each in distributions(path=[folder]))
    return sorted(found, key=lambda each: each.name)


def component(distribution: Distribution) -> Component:
    name = normalised(distribution.metadata["Name"])
    return Component(
        name, distribution.version, _licence_name(distribution), _licence_texts(name, distribution)
    )


def python_component() -> Component:
    """The interpreter, which is part of the bundle."""
    version = ".".join(map(str, sys.version_info[:3]))
    library = Path(sysconfig.get_path("stdlib"))
    places = (library / "LICENSE.txt", library.parent.parent / "LICENSE.txt")
    debian = Path(f"/usr/share/doc/python3.{sys.version_info[1]}/copyright")
    texts = [place.read_text("utf-8") for place in (*places, debian) if place.is_file()][:1]
    return Component("cpython", version, "PSF-2.0", tuple(texts), "generic")


def system_components(contents: Path) -> list[Component]:
    """The packages of Debian or Ubuntu whose libraries PyInstaller has copied into the bundle.

    `contents`: the COLLECT-00.toc of PyInstaller. Empty where dpkg does not manage the system.
    """
    if shutil.which("dpkg-query") is None:
        return []
    names = set()
    for source in system_libraries(contents):
        owner = _owner(source)
        if owner is not None:
            names.add(owner)
    return [_debian_component(name) for name in sorted(names)]


def system_libraries(contents: Path) -> Iterator[Path]:
    """The shared libraries of the system in the bundle, with all links resolved."""
    # PyInstaller writes a tuple of literals.
    (entries,) = ast.literal_eval(contents.read_text("utf-8"))[:1]
    for _, source, kind in entries:
        if kind == "BINARY" and source.startswith(("/lib", "/usr/lib")):
            yield Path(source).resolve()


def write_sbom(shop: Workshop) -> None:
    """Writes the SBOM of the wheel's environment, and of the bundle if there is one."""
    command = (
        *(shop.tools_python(), "-m", "cyclonedx_py", "environment"),
        *("--pyproject", shop.project.root / "pyproject.toml", "--mc-type", "application"),
        *("--output-reproducible", "--spec-version", "1.6", "--output-format", "JSON"),
        shop.installed_python(),
    )
    document = json.loads(run(command))
    complete_sbom(document, shop.project.version, bundled_components(shop))
    missing = missing_components(document, shop.project.dependencies)
    if missing:
        raise ReleaseError(f"the SBOM lacks {', '.join(missing)}")
    shop.sbom.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", "utf-8")


def complete_sbom(document: dict[str, Any], version: str, bundled: Iterable[Component]) -> None:
    """Adds the version and what the bundle holds besides Python packages."""
    main = document["metadata"]["component"]
    main["version"] = version
    own = normalised(main["name"])
    components = [
        each for each in document.get("components", []) if normalised(each["name"]) != own
    ]
    for each in bundled:
        components.append(
            {
                "type": "library",
                "bom-ref": each.purl,
                "name": each.name,
                "version": each.version,
                "purl": each.purl,
                "licenses": [{"license": {"name": each.licence}}],
            }
        )
    document["components"] = components


def missing_components(document: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """The dependencies that an SBOM does not list."""
    listed = {normalised(each["name"]) for each in document["components"]}
    return sorted(set(names) - listed)


def bundled_components(shop: Workshop) -> list[Component]:
    """What a bundle of this system holds besides Python packages."""
    contents = bundle_contents(shop)
    return [python_component(), *(system_components(contents) if contents.exists() else ())]


def bundle_contents(shop: Workshop) -> Path:
    """The list of files that PyInstaller leaves beside the bundle."""
    return shop.work / "bundle-build" / "bundle" / "COLLECT-00.toc"


def write_licences(shop: Workshop) -> None:
    own = normalised(shop.project.distribution)
    packages = [each for each in installed_components(shop.installed_python()) if each.name != own]
    text = licences_text([*packages, *bundled_components(shop)])
    shop.licences.write_text(text, "utf-8")


def licences_text(components: Iterable[Component]) -> str:
    """All licences in one text; ReleaseError if a component has none."""
    given = list(components)
    silent = [each.name for each in given if not each.texts]
    if silent:
        raise ReleaseError(
            f"no text of a licence was found for {', '.join(silent)}; "
            "add it to tools/release/licences/NAME.txt"
        )
    parts = [
        "tabletop is under the MIT licence (LICENSE). It comes with the software listed here,\n"
        "under the licences that follow.\n",
        "".join(f"{each.name} {each.version}: {each.licence}\n" for each in given),
    ]
    for each in given:
        parts.append(f"{_RULE}\n{each.name} {each.version}\n{_RULE}\n")
        parts += [text.strip("\n") + "\n" for text in each.texts]
    return "\n".join(parts)


def _field(distribution: Distribution, name: str) -> str:
    """A field of the metadata; empty if it is not there."""
    values = distribution.metadata.get_all(name) or []
    return str(values[0]).strip() if values else ""


def _licence_name(distribution: Distribution) -> str:
    expression = _field(distribution, "License-Expression")
    if expression:
        return expression
    said = _field(distribution, "License")
    if said and "\n" not in said and len(said) < 60:
        return said
    classifiers = distribution.metadata.get_all("Classifier") or []
    named = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License :: ")]
    return ", ".join(named) or "see its text"


def _licence_texts(name: str, distribution: Distribution) -> tuple[str, ...]:
    texts = []
    for file in distribution.files or ():
        if _LICENCE_FILE.fullmatch(file.name) and not file.name.endswith(_CODE):
            texts.append(Path(str(file.locate())).read_text("utf-8", "replace"))
    kept = LICENCES / f"{name}.txt"
    if kept.is_file():
        texts.append(kept.read_text("utf-8"))
    said = _field(distribution, "License")
    if not texts and "\n" in said:
        texts.append(said)
    return tuple(dict.fromkeys(texts))


def _owner(path: Path) -> str | None:
    """The Debian package that owns a file; None if no package does."""
    # Where /lib is a link to /usr/lib, dpkg knows some files below the one, some below the other.
    for place in (path, Path(str(path).removeprefix("/usr"))):
        try:
            return run(("dpkg-query", "--search", place)).partition(":")[0]
        except ReleaseError:
            continue
    return None


@cache
def _debian_component(name: str) -> Component:
    said = run(("dpkg-query", "--show", "--showformat", "${Version}\n", name)).splitlines()
    copyright_file = Path(f"/usr/share/doc/{name}/copyright")
    text = copyright_file.read_text("utf-8", "replace") if copyright_file.is_file() else ""
    licences = dict.fromkeys(re.findall(r"^License: (\S.*)$", text, re.MULTILINE))
    return Component(
        name, said[0], ", ".join(licences) or "see its text", (text,) if text else (), "deb"
    )
