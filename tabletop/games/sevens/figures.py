"""The booklet: figures of real things, read from texts that say how the pieces join.

A group of figures is one file in `figures/`. A figure is a paragraph:

    Sailing boat, 2
    L1 0 a at 0,0
    L2 180 b on L1.c + 0.5r,-1
    P flipped 45 d on L2.ab

First its name and difficulty (1 to 5), then a line for each piece: which one, `flipped` if it
lies on its other side, how far it is turned (degrees clockwise), and which of its points lies
where: at a place or on a point of a piece above, moved or not. Points are corners (`a`, `b`, ...,
as in `pieces.PLAIN`) or middles of edges (`ab`). `r` is the root of two, so all is exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from re import compile as pattern
from typing import Final

from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import (
    R2,
    Corners,
    Kind,
    Point,
    shape,
    shifted,
)

NAMES: Final[Mapping[str, Kind]] = {
    "L1": "L", "L2": "L", "M": "M", "S1": "S", "S2": "S", "Q": "Q", "P": "P",
}  # fmt: skip
"""What the texts call the seven pieces."""

HARDEST: Final = 5

_HEAD = pattern(r"(?P<name>[^,]+), (?P<difficulty>[1-5])")
_POINT = r"[a-d]{1,2}"
_LINE = pattern(
    rf"(?P<piece>L1|L2|M|S1|S2|Q|P)(?P<flipped> flipped)? (?P<turn>-?\d+) (?P<own>{_POINT}) "
    rf"(?:at|on (?P<other>L1|L2|M|S1|S2|Q|P)\.(?P<point>{_POINT}))"
    r"(?P<moved>(?: \+)? [-+.\dr]+,[-+.\dr]+)?"
)
_TERM = pattern(r"[-+]?(?:\d+(?:\.\d+)?r?|r)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the booklet."""

    name: str
    group: str
    difficulty: int
    """1: seen at once, to 5: hard to keep in mind."""
    picture: Picture


class BadFigure(ValueError):
    """A figure's text that cannot be read; says which line and why."""


@cache
def booklet() -> tuple[Figure, ...]:
    """All figures, group by group, in the order of their files."""
    folder = files(__package__) / "figures"
    texts = sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name)
    return tuple(
        figure
        for text in texts
        for figure in read_figures(text.read_text(encoding="utf-8"), _group(text.name))
    )


def _group(name: str) -> str:
    return name.removesuffix(".txt").replace("_", " ").capitalize()


def read_figures(text: str, group: str) -> Iterator[Figure]:
    """The figures of one file; lines that begin with # are comments. BadFigure says what is off."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for paragraph in "\n".join(lines).split("\n\n"):
        if paragraph.strip():
            yield _read_figure(paragraph.strip("\n").splitlines(), group)


def _read_figure(lines: list[str], group: str) -> Figure:
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise BadFigure(f"{lines[0]!r} is no name with a difficulty from 1 to {HARDEST}")
    name = head["name"]
    laid: dict[str, Corners] = {}
    for line in lines[1:]:
        try:
            piece, corners = _read_line(line.strip(), laid)
        except ValueError as problem:
            raise BadFigure(f"{name}: {line!r}: {problem}") from problem
        laid[piece] = corners
    missing = [piece for piece in NAMES if piece not in laid]
    if missing:
        raise BadFigure(f"{name}: {', '.join(missing)} missing")
    pieces = [(NAMES[piece], corners) for piece, corners in laid.items()]
    return Figure(name, group, int(head["difficulty"]), Picture.from_corners(pieces))


def _read_line(line: str, laid: Mapping[str, Corners]) -> tuple[str, Corners]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError("not a piece, a turn and a place")
    piece, kind = found["piece"], NAMES[found["piece"]]
    if piece in laid:
        raise ValueError(f"{piece} lies there already")
    corners = shape(kind, int(found["turn"]), bool(found["flipped"]))
    own = _point(corners, found["own"])
    x, y = _moved(found["moved"])
    if found["other"]:
        if found["other"] not in laid:
            raise ValueError(f"{found['other']} does not lie there yet")
        ox, oy = _point(laid[found["other"]], found["point"])
        x, y = x + ox, y + oy
    elif not found["moved"]:
        raise ValueError("at which place?")
    return piece, shifted(corners, (x - own[0], y - own[1]))


def _point(corners: Corners, name: str) -> Point:
    """A corner, or the middle of two."""
    places = ["abcd".index(letter) for letter in name]
    if max(places) >= len(corners):
        raise ValueError(f"no point {name!r} on a piece with {len(corners)} corners")
    chosen = [corners[place] for place in places]
    return sum(x for x, _ in chosen) / len(chosen), sum(y for _, y in chosen) / len(chosen)


def _moved(text: str | None) -> Point:
    if text is None:
        return 0.0, 0.0
    x, y = text.removeprefix(" +").strip().split(",")
    return _sum(x), _sum(y)


def _sum(text: str) -> float:
    """The value of terms such as ``1.5-0.5r``."""
    terms = _TERM.findall(text)
    if "".join(terms) != text:
        raise ValueError(f"{text!r} is no sum of numbers and multiples of r")
    return sum(_term(term) for term in terms)


def _term(text: str) -> float:
    if not text.endswith("r"):
        return float(text)
    number = text.removesuffix("r")
    return R2 * float(number + "1" if number in ("", "+", "-") else number)
