"""A reader of Prometheus' text format, written from its description, to read ours back."""

import re
from dataclasses import dataclass, field

_NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\.)*)"(?:,|$)')
_SAMPLE = re.compile(rf"({_NAME})(?:\{{(.*)\}})? (\S+)")
_ESCAPES = {r"\\": "\\", r"\"": '"', r"\n": "\n"}


@dataclass
class Read:
    """All that was read of one name."""

    kind: str
    help: str
    samples: dict[tuple[str, frozenset[tuple[str, str]]], float] = field(default_factory=dict)


def read(text: str) -> dict[str, Read]:
    """The families of an exposition; AssertionError where it is against the format."""
    assert text == "" or text.endswith("\n")
    families: dict[str, Read] = {}
    helps: dict[str, str] = {}
    for line in text.split("\n")[:-1]:
        if line.startswith("# HELP "):
            name, _, words = line.removeprefix("# HELP ").partition(" ")
            assert name not in helps, "a name is told twice"
            helps[name] = _unescaped(words)
        elif line.startswith("# TYPE "):
            name, kind = line.removeprefix("# TYPE ").split(" ")
            assert name not in families
            families[name] = Read(kind, helps[name])
        else:
            found = _SAMPLE.fullmatch(line)
            assert found, line
            family = next(
                families[base]
                for base in (found[1], found[1].removesuffix("_sum"),
                             found[1].removesuffix("_count"))
                if base in families
            )  # fmt: skip
            key = found[1], _labels(found[2] or "")
            assert key not in family.samples, "a number is told twice"
            family.samples[key] = float(found[3].replace("Inf", "inf"))
    return families


def _labels(text: str) -> frozenset[tuple[str, str]]:
    at, found = 0, []
    while at < len(text):
        label = _LABEL.match(text, at)
        assert label, text
        found.append((label[1], _unescaped(label[2])))
        at = label.end()
    return frozenset(found)


def _unescaped(text: str) -> str:
    return re.sub(r"\\.", lambda found: _ESCAPES[found[0]], text)
