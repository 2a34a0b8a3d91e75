"""Every hold and drag has an alternative, named in docs/play/accessibility.md."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).resolve().parent.parent.parent
PROGRAM: Final = HOME / "tabletop"
PAGE: Final = HOME / "docs" / "play" / "accessibility.md"
FOLLOWS: Final = {"Pull", "Drop"}
"""What only those import who follow a finger from its first touch to its end."""
HOLD_CONSTANT: Final = re.compile(r"_?([A-Z]+_)*(HOLD|LONG_PRESS|LONG_TOUCH)_([A-Z]+_)*SECONDS")
"""The name of a constant that says how long something is held."""


def modules() -> list[Path]:
    return sorted(PROGRAM.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PROGRAM).as_posix()


def follows(tree: ast.Module) -> bool:
    """Whether a module looks at fingers that slide or that have slid."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "tabletop.input.actions"
        and FOLLOWS & {alias.name for alias in node.names}
        for node in ast.walk(tree)
    )


def counts(tree: ast.Module) -> bool:
    """Whether a module has a constant for how long something is held."""
    return any(
        isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and HOLD_CONSTANT.fullmatch(node.target.id)
        for node in tree.body
    )


def holding(paths: list[Path]) -> set[str]:
    """The modules in which something is held or dragged, or may be."""
    found = set()
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        if follows(tree) or counts(tree):
            found.add(name_of(path))
    return found


def listed() -> dict[str, list[str]]:
    """The modules on the page, each with what is said to be the other way."""
    text = PAGE.read_text("utf-8")
    part = text.partition("## Every hold and drag")[2].partition("\n## ")[0]
    ways: dict[str, list[str]] = {}
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        named = re.findall(r"`([\w/]+\.py)`", line)
        for name in named:
            if not name.startswith("tests/"):
                ways.setdefault(name, []).append(cells[1] if len(cells) == 3 else "handed on")
    return ways


def test_every_module_that_follows_a_finger_is_on_the_page() -> None:
    missing = holding(modules()) - set(listed())
    assert not missing, f"say in {PAGE.name} what the other way is: {sorted(missing)}"


def test_the_page_names_no_module_that_is_gone() -> None:
    assert not [name for name in listed() if not (PROGRAM / name).is_file()]


def test_every_hold_has_another_way_in_words() -> None:
    for name, ways in listed().items():
        assert all(len(way) > 5 for way in ways), name


@pytest.mark.parametrize(
    "source",
    [
        "from tabletop.input.actions import Down, Pull\n",
        "LONG_PRESS_SECONDS: Final = 0.9\n",
    ],
)
def test_a_new_hold_would_be_found(source: str) -> None:
    tree = ast.parse(source)
    assert follows(tree) or counts(tree)
