"""The page to take home: a finished match as one file that needs no network and no other file.

It is made of plain data, which `tabletop.scenes.play.take_home` and the folder of Sevens fill in.
Texts are translated here, and stand in the page as text only: names cannot become markup or code.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final, TypeAlias

from tabletop.engine import Diagram, Spot, Text, say
from tabletop.party.diagrams import diagram_json
from tabletop.party.views import Arrow, SeatPlate
from tabletop.system.resources import resource_folder

Translate: TypeAlias = Callable[[str], str]
Polygon: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class HomePly:
    """A ply, and the board after it."""

    said: str
    turn: int
    """The number of the turn that it belongs to, from 1."""
    pieces: Mapping[Spot, str]
    moved: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class HomeTurningPoint:
    ply: int
    """The number of plies after which the board is shown."""
    said: str


@dataclass(frozen=True, slots=True)
class HomeBoard:
    """A match of a board game, ply by ply."""

    diagram: Diagram
    start: Mapping[Spot, str]
    plies: tuple[HomePly, ...]
    line: tuple[Spot, ...] = ()
    """The places that decided it."""
    turning_points: tuple[HomeTurningPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class HomeFigure:
    """A picture of pieces, y downward."""

    title: str
    pieces: tuple[tuple[Polygon, str], ...]
    """The corners of each piece, and its colour as ``#rrggbb``."""


@dataclass(frozen=True, slots=True)
class HomeTurn:
    """A turn of a game of pictures: what was built, what was made of it, and the points."""

    title: str
    figures: tuple[HomeFigure, ...]
    said: str


@dataclass(frozen=True, slots=True)
class TakeHome:
    """What the page tells. Texts are `Text`, or plain strings where people typed them."""

    game: str
    """The key of the game, for the name of the file."""
    title: str
    headline: str
    line: str
    """What decided the match."""
    seats: tuple[SeatPlate, ...]
    board: HomeBoard | None = None
    turns: tuple[HomeTurn, ...] = ()


def with_names(text: str, names: Mapping[str, Text]) -> str:
    """A text that calls the sides with these keys by people's names."""
    if not isinstance(text, Text):
        return text
    if text.key in names:
        return names[text.key]
    parts = {key: part for key, part in text.args.items() if isinstance(part, Text)}
    return text.but(**{key: with_names(part, names) for key, part in parts.items()})


def take_home_page(page: TakeHome, language: str, translate: Translate) -> str:
    """The page as HTML in a language; `translate` gives the words of a `Text` in it."""

    def told(text: str) -> str:
        return escape(str(translate(text)))

    data = {
        "file": f"{_file_name(page.game)}.html",
        "match": None if page.board is None else _match_data(page, page.board, translate),
    }
    headline = str(translate(page.headline))
    return _template("page.html").substitute(
        language=escape(language),
        policy=_policy(),
        title=f"{escape(headline)} – {told(page.title)}",
        style=_style(),
        game=told(page.title),
        headline=escape(headline),
        line=told(page.line),
        seats="".join(_seat(seat) for seat in page.seats),
        body=_turns(page.turns, told) if page.board is None else _board(page.board, told),
        save=told(SAVE),
        icon_save=_icon("save"),
        data=_json_in_html(data),
        script=_script(),
    )


def _policy() -> str:
    """The content security policy of the page: only its own script and style."""
    script, style = (_digest(content) for content in (_script(), _style()))
    return (
        f"default-src 'none'; script-src '{script}'; style-src '{style}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


SAVE: Final = say("take_home.save", "Save this page")
NO_SCRIPT: Final = say(
    "take_home.noscript", "Open this page in a browser to step through the game."
)
TURNING_POINTS: Final = say("take_home.turning_points", "Turning points")
LABELS: Final = {
    "board": say("take_home.board", "Board"),
    "start": say("match.looking_start", "Start position"),
    "play": say("take_home.play", "Play"),
    "pause": say("take_home.pause", "Pause"),
}
CONTROLS: Final = {
    "controls": say("take_home.controls", "Step through the game"),
    "slider": say("take_home.turn", "Turn"),
    "first": say("take_home.first", "To the start"),
    "back": say("take_home.back", "Back"),
    "play": LABELS["play"],
    "forward": say("take_home.forward", "Forward"),
    "to_last": say("take_home.last", "To the end"),
}


def _match_data(page: TakeHome, board: HomeBoard, translate: Translate) -> dict[str, Any]:
    """What the script of the page reads. Sentences that recur stand there once."""
    words: dict[str, int] = {}
    plies = []
    standing = board.start
    for ply in board.plies:
        said = words.setdefault(str(translate(ply.said)), len(words))
        arrows = [[arrow.start, arrow.end] for arrow in ply.moved]
        plies.append([said, ply.turn, _changes(standing, ply.pieces), arrows])
        standing = ply.pieces
    return {
        "diagram": _slim(json.loads(diagram_json(board.diagram, translate))),
        "looks": [
            {"face": seat.face, "inlay": seat.inlay, "rim": seat.rim, "mark": seat.mark}
            for seat in page.seats
        ],
        "start": dict(board.start),
        "words": list(words),
        "plies": plies,
        "line": list(board.line),
        "points": [point.ply for point in board.turning_points],
        "labels": {key: str(translate(text)) for key, text in LABELS.items()},
    }


def _slim(diagram: dict[str, Any]) -> dict[str, Any]:
    """A diagram whose tiles are grouped: what some have in common, and where they are by spot.

    Names for screen readers are left out, and a square has no corners but says that it is one.
    """
    groups: dict[str, tuple[dict[str, Any], dict[Spot, Any]]] = {}
    for tile in diagram["tiles"]:
        like = {key: value for key, value in tile.items() if key not in NOT_COMMON}
        if _is_square(tile):
            like["square"] = 1
        elif "corners" in tile:
            like["corners"] = tile["corners"]
        groups.setdefault(repr(like), (like, {}))[1][tile["spot"]] = tile["centre"]
    return {**diagram, "tiles": list(groups.values())}


NOT_COMMON: Final = ("spot", "centre", "corners", "name")


def _is_square(tile: dict[str, Any]) -> bool:
    corners, half = tile.get("corners", []), tile.get("radius", 0.5)
    return len(corners) == SQUARE_CORNERS and all(
        abs(abs(at - middle) - half) < SQUARE_ERROR
        for corner in corners
        for at, middle in zip(corner, tile["centre"], strict=True)
    )


SQUARE_CORNERS: Final = 4
SQUARE_ERROR: Final = 0.002
"""In cells: what rounding makes of a square."""


def _changes(before: Mapping[Spot, str], after: Mapping[Spot, str]) -> dict[Spot, str]:
    """The letters that differ after a ply; empty where a piece has gone."""
    gone = {spot: "" for spot in before if spot not in after}
    return gone | {spot: letter for spot, letter in after.items() if before.get(spot) != letter}


def _board(board: HomeBoard, told: Translate) -> str:
    points = ""
    if board.turning_points:
        rows = "".join(
            f'<li><button type="button"><span class="no">{_turn_of(board, point)}</span>'
            f'<span class="text">{told(point.said)}</span>{_icon("on")}</button></li>'
            for point in board.turning_points
        )
        points = f'<section><h2>{told(TURNING_POINTS)}</h2><ul class="points">{rows}</ul></section>'
    return _template("board.html").substitute(
        {key: told(text) for key, text in CONTROLS.items()},
        noscript=told(NO_SCRIPT),
        last=len(board.plies),
        points=points,
        **{f"icon_{name}": _icon(name) for name in ICONS},
    )


def _turn_of(board: HomeBoard, point: HomeTurningPoint) -> int:
    return board.plies[point.ply - 1].turn if point.ply else 0


def _seat(seat: SeatPlate) -> str:
    look = f'fill="{escape(seat.inlay)}"'
    side = escape(seat.side)
    who = f"<span><b>{escape(seat.name)}</b>, {side}</span>" if seat.name else f"<b>{side}</b>"
    return (
        '<li><svg viewBox="-50 -50 100 100" aria-hidden="true"><circle r="46" '
        f'fill="{escape(seat.face)}" stroke="{escape(seat.rim)}" stroke-width="5"/>'
        f"{MARKS[seat.mark].format(look=look)}</svg>{who}</li>"
    )


MARKS: Final = {
    "disc": '<circle r="19" {look}/>',
    "diamond": '<path d="M0-24 24 0 0 24-24 0z" {look}/>',
    "triangle": '<path d="M0-24 24 17-24 17z" {look}/>',
    "square": '<path d="M-18-18h36v36h-36z" {look}/>',
}
ICONS: Final = {
    "first": '<path d="M18 5l-7 7 7 7M6 5v14"/>',
    "back": '<path d="M15 5l-7 7 7 7"/>',
    "play": '<path d="M7 4.500v15l13-7.500z" fill="currentColor" stroke-width="2"/>',
    "pause": '<path d="M8 5v14M16 5v14" stroke-width="4.500"/>',
    "on": '<path d="M9 5l7 7-7 7"/>',
    "last": '<path d="M6 5l7 7-7 7M18 5v14"/>',
    "save": '<path d="M12 3v12M6.500 10l5.500 5.500 5.500-5.500M4 20.500h16"/>',
}


def _icon(name: str) -> str:
    return (
        '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" '
        f'stroke-width="3" stroke-linecap="round" stroke-linejoin="round">{ICONS[name]}</svg>'
    )


def _turns(turns: Sequence[HomeTurn], told: Translate) -> str:
    """The turns of a game of pictures."""
    rows = "".join(
        f'<li><h2>{told(turn.title)}</h2><div class="figures">'
        f"{''.join(_figure(figure, told) for figure in turn.figures)}</div>"
        f"<p>{told(turn.said)}</p></li>"
        for turn in turns
    )
    return f'<ol class="turns">{rows}</ol>' if turns else ""


FIGURE_MARGIN: Final = 0.15
"""Round a figure, in units of its pieces."""
MIN_FIGURE_SIZE: Final = 4.0
"""A figure is not drawn larger than if it were as wide as this."""


def _figure(figure: HomeFigure, told: Translate) -> str:
    points = [at for corners, _ in figure.pieces for at in corners] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    size = max(max(xs) - min(xs), max(ys) - min(ys), MIN_FIGURE_SIZE) + 2 * FIGURE_MARGIN
    left, top = (max(xs) + min(xs) - size) / 2, (max(ys) + min(ys) - size) / 2
    pieces = "".join(
        f'<path d="{_path(corners)}" fill="{escape(colour)}" stroke="#F0E6CF" '
        'stroke-width=".05" stroke-linejoin="round"/>'
        for corners, colour in figure.pieces
    )
    title = told(figure.title)
    return (
        f'<figure><svg viewBox="{left:.3f} {top:.3f} {size:.3f} {size:.3f}" role="img" '
        f'aria-label="{title}">{pieces}</svg><figcaption>{title}</figcaption></figure>'
    )


def _path(corners: Polygon) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in corners) + "z"


def _file_name(key: str) -> str:
    return re.sub(r"[^a-z0-9-]", "", key.lower()) or "game"


def _json_in_html(data: object) -> str:
    """JSON that can stand in a `script` element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _digest(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _read(name: str) -> str:
    return Path(resource_folder("assets") / "take_home" / name).read_text("utf-8")


@cache
def _template(name: str) -> Template:
    return Template(_read(name))


@cache
def _script() -> str:
    return _compact(_read("board.js") + _read("page.js"))


@cache
def _style() -> str:
    return _compact(_read("style.css"))


def _compact(source: str) -> str:
    """A script or style without its indents, and without comments that are whole lines."""
    lines = (line.strip() for line in source.splitlines())
    return "\n".join(line for line in lines if line and not COMMENT_LINE.match(line))


COMMENT_LINE: Final = re.compile(r"//|/\*|\*(/| |$)")
