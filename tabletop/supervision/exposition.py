"""Figures as Prometheus reads them, in its text format 0.0.4."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf, isnan
from re import fullmatch
from typing import Final, Literal, TypeAlias

CONTENT: Final = "text/plain; version=0.0.4; charset=utf-8"

Kind: TypeAlias = Literal["counter", "gauge", "summary"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One number, and what it is of."""

    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
    ending: str = ""
    """What a summary's sums end with: ``_sum``, ``_count``."""


@dataclass(frozen=True, slots=True)
class Family:
    """All numbers of one name."""

    name: str
    kind: Kind
    help: str
    samples: tuple[Sample, ...]


def exposition(families: Iterable[Family]) -> str:
    """The text; ValueError for a name that cannot be one."""
    return "".join(f"{line}\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterable[str]:
    if not fullmatch(r"[a-zA-Z_:][a-zA-Z0-9_:]*", family.name):
        raise ValueError(f"no name of a figure: {family.name!r}")
    words = family.help.replace("\\", r"\\").replace("\n", r"\n")
    yield f"# HELP {family.name} {words}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        yield f"{family.name}{sample.ending}{_labels(sample.labels)} {_number(sample.value)}"


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    told = []
    for name, value in labels.items():
        if not fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]*", name):
            raise ValueError(f"no name of a label: {name!r}")
        escaped = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
        told.append(f'{name}="{escaped}"')
    return f"{{{','.join(told)}}}"


def _number(value: float) -> str:
    if isnan(value):
        return "NaN"
    if value in (inf, -inf):
        return "+Inf" if value > 0 else "-Inf"
    return repr(value)
