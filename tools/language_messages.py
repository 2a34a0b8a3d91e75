"""Reads the messages of the program from its source and from the figures of Sevens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Final

from tabletop.games.sevens.figures import FIGURE_HEAD, group_name, label_key

NOTE: Final = "NOTE"
"""Comments that begin so, right above a message, are for the translators."""

MAKERS: Final = {
    "say": (0, 1),
    "count": (0, 1, 2),
    "refusal": (1, 2),
    "complaint": (0, 1),
}
"""What makes messages: which argument is the key, which the English, which that for many."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message and the file that says it."""

    key: str
    english: str
    plural: str
    file: str
    line: int
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names in braces that a translation can use."""
        return names_in(self.english) | names_in(self.plural)

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing to translate: no words, or one name alone."""
        return not self.english or bool(re.fullmatch(r"\{\w+\}", self.english))


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A call that says what cannot be read from the source."""

    file: str
    line: int
    call: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.call}() says no literal key and English"


def names_in(sentence: str) -> frozenset[str]:
    """The names in braces of a sentence; ValueError where its braces are wrong."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def messages_of(root: Path, folder: str = "tabletop") -> tuple[list[Message], list[Unreadable]]:
    """All messages below a folder, by file and line, and the calls that cannot be read."""
    found: list[Message] = []
    wrong: list[Unreadable] = []
    paths = [*(root / folder).rglob("*.py"), *(root / folder).rglob("figures/*.txt")]
    for path in sorted(paths):
        name = path.relative_to(root).as_posix()
        reader = read if path.suffix == ".py" else read_figure_names
        for each in reader(path.read_text("utf-8"), name):
            if isinstance(each, Message):
                found.append(each)
            else:
                wrong.append(each)
    return found, wrong


def read(source: str, file: str) -> Iterator[Message | Unreadable]:
    """The messages of one file's source."""
    lines = source.splitlines()
    tree = ast.parse(source, file)
    makers, modules = _makers(tree), _modules(tree)
    for call, place in _calls(tree):
        if ast.unparse(call.func) in modules:
            yield Unreadable(file, call.lineno, ast.unparse(call.func))
        if not isinstance(call.func, ast.Name) or call.func.id not in makers:
            continue
        places = MAKERS[makers[call.func.id]]
        literals = [_literal(call, at, place) for at in places]
        if None in literals:
            if not _hands_on(call, places):
                yield Unreadable(file, call.lineno, call.func.id)
            continue
        key, english, *plural = (literal or "" for literal in literals)
        notes = _notes(lines, call.lineno) or _notes(lines, place.line)
        yield Message(key, english, "".join(plural), file, call.lineno, notes)


def read_figure_names(text: str, file: str) -> Iterator[Message]:
    """The names of a group of figures, and of each figure in it."""
    group = group_name(Path(file).name)
    yield Message(label_key("group", group), group, "", file, 1)
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("#") and (head := FIGURE_HEAD.fullmatch(line)):
            key = label_key("figure", head["name"])
            yield Message(key, head["name"], "", file, number, _notes(lines, number))


def _makers(tree: ast.Module) -> dict[str, str]:
    """What makes messages in a file, by the name that it has there: imported or its own."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tabletop.engine"):
            found |= {each.asname or each.name: each.name for each in node.names}
    if any(isinstance(node, ast.FunctionDef) and node.name == "say" for node in tree.body):
        found |= {name: name for name in ("say", "count")}  # where they are defined
    return {name: maker for name, maker in found.items() if maker in MAKERS}


def _modules(tree: ast.Module) -> set[str]:
    """What makes messages through a module, as ``text.say``: no keyword of ours, and not read."""
    named: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tabletop"):
            named |= {each.asname or each.name for each in node.names}
        elif isinstance(node, ast.Import):
            named |= {each.asname or each.name for each in node.names if "tabletop" in each.name}
    ours = named - _makers(tree).keys()
    return {f"{name}.{maker}" for name in ours for maker in MAKERS}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a call stands: the statements of its block before it, its line, its function."""

    before: Sequence[ast.stmt]
    line: int
    scope: ast.AST


def _calls(tree: ast.Module) -> list[tuple[ast.Call, _Place]]:
    """All calls in the order of the source."""
    found: list[tuple[ast.Call, _Place]] = []

    def walk(node: ast.AST, place: _Place) -> None:
        scope = node if isinstance(node, ast.FunctionDef) else place.scope
        for _, field in ast.iter_fields(node):
            children = field if isinstance(field, list) else [field]
            for at, child in enumerate(children):
                if isinstance(child, ast.stmt):
                    walk(child, _Place(children[:at], child.lineno, scope))
                elif isinstance(child, ast.AST):
                    if isinstance(child, ast.Call):
                        found.append((child, place))
                    walk(child, place)

    walk(tree, _Place((), 1, tree))
    return sorted(found, key=lambda call: (call[0].lineno, call[0].col_offset))


def _literal(call: ast.Call, at: int, place: _Place) -> str | None:
    """An argument's words: written there, or where its name gets its value just before."""
    if at >= len(call.args):
        return None
    argument = call.args[at]
    if isinstance(argument, ast.Name):
        for statement in reversed(place.before):
            given = _given(statement, argument.id)
            if given:
                argument = given[0] if isinstance(statement, ast.Assign) else argument
                break
        else:
            given = _given(place.scope, argument.id)
            argument = given[0] if len(given) == 1 else argument
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def _given(node: ast.AST, name: str) -> list[ast.expr]:
    """The values that a name is given in some code; of several names at once, all their values."""
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == name for to in _named(each.targets))
    ]


def _named(targets: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """What an assignment gives values to, one by one."""
    for target in targets:
        yield from target.elts if isinstance(target, ast.Tuple) else (target,)


def _hands_on(call: ast.Call, places: Sequence[int]) -> bool:
    """Whether a maker calls another with its own parameters; its callers are read instead."""
    passed = [call.args[at] for at in places if at < len(call.args)]
    words = [each.id for each in passed if isinstance(each, ast.Name)]
    return words[:2] == ["key", "english"]


def _notes(lines: Sequence[str], line: int) -> tuple[str, ...]:
    """The comment for translators that ends right above a line."""
    above: list[str] = []
    at = line - 2
    while at >= 0 and lines[at].strip().startswith("#"):
        above.insert(0, re.sub(r"^#\s*", "", lines[at].strip()))
        at -= 1
    starts = [number for number, text in enumerate(above) if text.startswith(NOTE)]
    return tuple(above[starts[0] :]) if starts else ()
