"""Whether all that is said to somebody at the table stands upright for them.

Two sit opposite each other, and in every kind of moment each text of the picture is looked at: what
lies in a seat's panel, or over the match on a page that one seat is asked on, is turned to that
seat; numbers on the board are turned to who is to move; and what is for all is there for both.
What need not be, is listed with the reason (`FOR_NOBODY`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.ui.core.canvas import Box
from tools.album.notes import NotingFrame, Rect, Written
from tools.album.rules import Fault, is_seen

FOR_NOBODY: Final[dict[str, str]] = {
    "engraved": "letters and figures at a board's edge name its places in records: they are cut "
    "into the wood, and nobody is asked anything by them",
}
"""What need not be turned to anybody, and why."""
LIGHTS: Final = 1
"""What is put on lower layers than this is the board itself."""
FIGURES: Final = 2
"""So few signs on a board are a figure or a letter, and no word."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Who is to read what on a picture; places in real pixels."""

    sides: tuple[int, ...]
    """The edges at which people sit."""
    acting: int
    """How who is to move sits."""
    panels: tuple[tuple[Rect, int], ...] = ()
    """The seats' panels as they are seen, and how each is turned."""
    board: Rect = (0, 0, 0, 0)
    asked: int | None = None
    """How who is asked by the topmost page sits; None if it is for all."""
    turning: bool = False
    """All of the `board` is turned to who acts; what the other one reads meanwhile may be turned to
    them, but does not lie before the one who acts."""
    apart: tuple[tuple[Rect, int], ...] = ()
    """Buttons of a page for all that say to each edge something else, and how each is turned."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text of several lines that was put at once."""

    text: str
    ink: Rect
    turns: int
    scene: int
    layer: int
    size: float
    """Pixels of an em, at a text scale of 100 %: a seat's own scale is its own choice."""


def fallen(frame: NotingFrame, reading: Reading) -> list[Fault]:
    """The texts that do not stand upright for whoever is to read them."""
    texts = list(said(frame))
    top = max((each.scene for each in texts), default=0)
    turned: defaultdict[str, set[int]] = defaultdict(set)
    for each in texts:
        turned[each.text].add(each.turns)
    found = []
    for each in texts:
        readers = _readers(each, reading, top)
        # What one alone is to read has to be upright itself; what all are, once for each.
        there = {each.turns} if len(readers) == 1 else turned[each.text]
        missing = readers - there
        if missing:
            edges = ", ".join(map(str, sorted(missing)))
            told = f"turned {each.turns}, to be read from edge {edges}"
            found.append(Fault("not upright", each.text, told, each.ink))
    # A page that one seat is asked on may lie over the panels: their words stand below it.
    texts = texts if reading.asked is None else list(said(frame, covered=True))
    for rect, turns in (*reading.panels, *reading.apart):
        if not any(each.turns == turns and _holds(rect, each.ink) for each in texts):
            found.append(Fault("nothing upright", "", f"for edge {turns}", rect))
    return found


def _readers(each: Said, reading: Reading, top: int) -> set[int]:
    """The edges from which a text is to be read; none for what is listed as for nobody."""
    everybody = set(reading.sides)
    if reading.turning:
        waits = each.turns in everybody and not _before_others(reading, each)
        return {each.turns if waits else reading.acting}
    if each.scene > 0:
        for rect, turns in reading.apart:
            if _holds(rect, each.ink):
                return {turns}
        asked = reading.asked is not None and each.scene == top
        return {reading.asked or 0} if asked else everybody
    for rect, turns in reading.panels:
        if _holds(rect, each.ink):
            return {turns}
    if _holds(reading.board, each.ink) and len(each.text) <= FIGURES:
        # A number on a light is for who is to move.
        return {reading.acting} if each.layer >= LIGHTS else set()
    return everybody


def _before_others(reading: Reading, each: Said) -> bool:
    """Whether a text lies in the third of the board that is opposite to whom it is turned to."""
    top, bottom = reading.board[1], reading.board[3]
    down = ((each.ink[1] + each.ink[3]) / 2 - top) / (bottom - top)
    return down < 1 / 3 if each.turns == 0 else down > 2 / 3


def said(frame: NotingFrame, *, covered: bool = False) -> Iterator[Said]:
    """The texts that are seen, each with all its lines; with those that are covered if told so."""
    lines: defaultdict[int, list[Written]] = defaultdict(list)
    for line in frame.written:
        if covered or is_seen(line, frame):
            lines[line.picture].append(line)
    for each in lines.values():
        first = each[0]
        yield Said(
            " ".join(" ".join(line.text.split()) for line in each),
            _around([line.ink for line in each]),
            first.turns,
            first.where.scene,
            first.where.layer,
            first.size * 100 / first.text_scale,
        )


def seen(box: Box, scale: float) -> Rect:
    """A box of the canvas in real pixels."""
    return box.x * scale, box.y * scale, box.right * scale, box.bottom * scale


def _around(rects: Sequence[Rect]) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _holds(rect: Rect, ink: Rect) -> bool:
    x, y = (ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2
    return rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3]
