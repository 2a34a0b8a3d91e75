"""The booklet: figures of real things, read from texts that say how the pieces join.

A group of figures is one file in `figures/`. A figure is a paragraph:

    Sailing boat, 2
    L1 0 a at 0,0
    L2 180 b on L1.c + 0.5r,-1
    P flipped 45 d on L2.ab

First its name and difficulty (1 to 5), then a line for each piece: which one, `flipped` if it
lies on its other side, its turn (degrees clockwise), and which of its points lies where: at a
position or on a point of a piece above, shifted or not. Points are corners (`a`, `b`, ..., as in
`pieces.BASE_CORNERS`) or middles of edges (`ab`). `r` is the root of two, so all is exact.

Names in records, and names that people give, are plain strings; `figure_label` translates those
of the booklet. A comment ``# NOTE ...`` above a figure is for its translators.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from re import compile as pattern
from typing import Final

from tabletop.engine.text import Text
from tabletop.games.sevens.rules.pieces import SQRT2, Corners, Kind, Picture, Point, shape, shifted

PIECE_NAMES: Final[Mapping[str, Kind]] = {
    "L1": "L", "L2": "L", "M": "M", "S1": "S", "S2": "S", "Q": "Q", "P": "P",
}  # fmt: skip
"""The names of the seven pieces in the texts."""

MAX_DIFFICULTY: Final = 5

FIGURE_HEAD: Final = pattern(r"(?P<name>[^,]+), (?P<difficulty>[1-5])")
"""The first line of a figure."""
_POINT = r"[a-d]{1,2}"
_LINE = pattern(
    rf"(?P<piece>L1|L2|M|S1|S2|Q|P)(?P<flipped> flipped)? (?P<turn>-?\d+) (?P<own>{_POINT}) "
    rf"(?:at|on (?P<other>L1|L2|M|S1|S2|Q|P)\.(?P<point>{_POINT}))"
    r"(?P<moved>(?: \+)? [-+.\dr]+,[-+.\dr]+)?"
)
_NOT_IN_KEYS = pattern(r"\W+")
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
    """A figure's text that cannot be read, with the line and the reason."""


@cache
def booklet() -> tuple[Figure, ...]:
    """All figures, group by group, in the order of their files."""
    folder = files(__package__) / "figures"
    texts = sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name)
    return tuple(
        figure
        for text in texts
        for figure in read_figures(text.read_text("utf-8"), group_name(text.name))
    )


def group_name(file: str) -> str:
    """The name of the group that a file holds."""
    return file.removesuffix(".txt").replace("_", " ").capitalize()


def read_figures(text: str, group: str) -> Iterator[Figure]:
    """The figures of one file; lines that begin with # are comments. BadFigure for a wrong line."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for paragraph in "\n".join(lines).split("\n\n"):
        if paragraph.strip():
            yield _read_figure(paragraph.strip("\n").splitlines(), group)


def _read_figure(lines: list[str], group: str) -> Figure:
    head = FIGURE_HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise BadFigure(f"{lines[0]!r} is no name with a difficulty from 1 to {MAX_DIFFICULTY}")
    name = head["name"]
    laid: dict[str, Corners] = {}
    for line in lines[1:]:
        try:
            piece, corners = _read_line(line.strip(), laid)
        except ValueError as problem:
            raise BadFigure(f"{name}: {line!r}: {problem}") from problem
        laid[piece] = corners
    missing = [piece for piece in PIECE_NAMES if piece not in laid]
    if missing:
        raise BadFigure(f"{name}: {', '.join(missing)} missing")
    pieces = [(PIECE_NAMES[piece], corners) for piece, corners in laid.items()]
    return Figure(name, group, int(head["difficulty"]), Picture.from_corners(pieces))


def _read_line(line: str, laid: Mapping[str, Corners]) -> tuple[str, Corners]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError("not a piece, a turn and a place")
    piece, kind = found["piece"], PIECE_NAMES[found["piece"]]
    if piece in laid:
        raise ValueError(f"{piece} lies there already")
    corners = shape(kind, int(found["turn"]), bool(found["flipped"]))
    own = _point(corners, found["own"])
    moved = (found["moved"] or "0,0").removeprefix(" +").strip()
    x, y = map(_sum, moved.split(","))
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


def _sum(text: str) -> float:
    """The value of terms such as ``1.5-0.5r``."""
    terms = _TERM.findall(text)
    if "".join(terms) != text:
        raise ValueError(f"{text!r} is no sum of numbers and multiples of r")
    total = 0.0
    for term in terms:
        number = term.removesuffix("r")
        value = float(number + "1" if number in ("", "+", "-") else number)
        total += value if number == term else SQRT2 * value
    return total


def figure_label(name: str) -> str:
    """A figure's or group's name, translatable; other names stay as they are."""
    return _labels().get(name, name)


@cache
def _labels() -> Mapping[str, Text]:
    """The names of the booklet by their English. `tools/language_messages.py` reads the same."""
    names = {figure.name: "figure" for figure in booklet()}
    names |= {figure.group: "group" for figure in booklet()}
    return {name: Text(label_key(kind, name), name) for name, kind in names.items()}


def label_key(kind: str, name: str) -> str:
    """The key of a name in the catalogues: ``sevens.figure.hot_air_balloon``."""
    return f"sevens.{kind}.{_NOT_IN_KEYS.sub('_', name).lower()}"
