"""The structure check, on a small package written for it."""

from pathlib import Path

import pytest

from tools import house
from tools.house import House, exceeded, measure


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "tabletop" / "room").mkdir(parents=True)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / "tabletop" / f"{name}.py").write_text(text)


def test_chains_of_classes_and_inherited_methods_are_followed_through_modules(root: Path) -> None:
    write(root, "room/__init__", "from tabletop.room.base import Base\n")
    write(root, "room/base", "class Base:\n    def a(self): ...\n    def b(self): ...\n")
    write(
        root, "one", "from tabletop.room import Base\nclass One(Base[int]):\n    def a(self): ...\n"
    )
    write(root, "two", "from .one import x\nfrom tabletop.one import One as O\nclass Two(O): ...\n")
    figures = measure(House(root))
    assert figures.longest_chain == 3
    assert figures.most_methods == 2
    assert (figures.modules, figures.largest_folder) == (4, 2)


def test_protocols_and_exceptions_are_no_levels(root: Path) -> None:
    write(root, "one", "class P(Protocol): ...\nclass A(P): ...\n")
    write(root, "two", "class E(ValueError): ...\nclass F(E): ...\nclass G(F): ...\n")
    assert measure(House(root)).longest_chain == 1


def test_names_are_counted_once_outside_games(root: Path) -> None:
    (root / "tabletop" / "games").mkdir()
    for name in ("one", "two", "games/one"):
        write(root, name, "class Same: ...\nclass _Own: ...\n")
    write(root, "games/two", "class State: ...\n")
    write(root, "games/three", "class State: ...\n")
    assert House(root).repeated == {"Same": ["tabletop.one", "tabletop.two"]}


def test_cycles_and_global_statements_are_found(root: Path) -> None:
    write(root, "one", "from tabletop.two import b\n")
    write(root, "two", "def f():\n    global b\n    from tabletop import one\n")
    write(root, "three", "from tabletop.one import b\n")
    built = House(root)
    assert built.cyclic() == ["tabletop.one", "tabletop.two"]
    assert measure(built).global_statements == 1


def test_a_limit_that_is_exceeded_fails_and_is_named(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "one", "from tabletop.one import x\n")
    assert house.main([str(root)]) == 1
    assert "cyclic_modules: 1, at most 0 allowed" in capsys.readouterr().out
    write(root, "one", "x = 1\n")
    assert house.main([str(root), "--details"]) == 0


def test_limits_in_force_are_above_their_goals() -> None:
    goals = vars(house.GOALS)
    assert all(goals[name] < limit for name, limit in house.ALLOWED.items())
    assert exceeded(house.GOALS) == []
