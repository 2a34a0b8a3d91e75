"""What is wrong with where words lie: cut, one over another, out of their box or the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tabletop.ui.text.typesetting import CAPITAL_HEIGHT
from tools.album.notes import Laid, NotingFrame, Rect, Written

SLIVER: Final = 0.1
"""By this share of its size a text may reach over another, or out of its box."""
ACCENTS: Final = 0.36
"""By this share of its size it may reach over its box's upper and lower edge."""
LEAST: Final = 90
"""Capitals are at least the picture's short side divided by this."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with one text of one picture."""

    kind: str
    text: str
    what: str
    """The other text or the control it collides with, or by how much it is wrong."""
    rect: Rect
    """Where, in real pixels."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.text!r}{' ' * bool(self.what)}{self.what}"


def faults(frame: NotingFrame) -> list[Fault]:
    """All that is wrong with the words on a frame."""
    seen, found = [], []
    for text in frame.written:
        hidden = _hidden(text, frame.faces)
        if hidden == 1.0:
            continue
        seen.append(text)
        if hidden > 0:
            found.append(Fault("half hidden", text.text, "", text.ink))
        found += _alone(text, frame)
        found += _for_a_room(text)
    found += _together(seen)
    return found


def small(frame: NotingFrame) -> list[Fault]:
    """The texts that are smaller than they should be to be read at a glance."""
    least = min(frame.canvas.size) / LEAST
    return [
        Fault(
            "small", text.text, f"{CAPITAL_HEIGHT * text.size:.1f} px, least {least:.1f}", text.ink
        )
        for text in frame.written
        if CAPITAL_HEIGHT * text.size < least - 0.5
    ]


def is_seen(text: Written, frame: NotingFrame) -> bool:
    """Whether anything of a text is to be seen, or something lies over it."""
    return _hidden(text, frame.faces) < 1.0


def _for_a_room(text: Written) -> Iterator[Fault]:
    """In projector mode no word may be smaller than a room can read it."""
    least = text.min_size
    if text.size < least - 1:
        capitals = f"{CAPITAL_HEIGHT * text.size:.1f} px, least {CAPITAL_HEIGHT * least:.1f}"
        yield Fault("too small for a room", text.text, capitals, text.ink)


def _alone(text: Written, frame: NotingFrame) -> Iterator[Fault]:
    if text.cut:
        yield Fault("cut", text.text, "", text.ink)
    width, height = frame.canvas.size
    if _out(text.ink, (0, 0, width, height), 1, 1):
        yield Fault("leaves the picture", text.text, "", text.ink)
    along, across = max(2.0, SLIVER * text.size), max(2.0, ACCENTS * text.size)
    if text.turns % 2:
        along, across = across, along
    if text.box is not None and _out(text.ink, text.box, along, across):
        yield Fault("leaves its box", text.text, "", text.ink)
    ground = _ground(text, frame.faces)
    if ground is not None and _out(text.ink, ground.rect, 1, 1):
        yield Fault("leaves its plate", text.text, "", text.ink)
    own = _ground(text, frame.controls)
    if own is not None and ground is not None and own.where < ground.where:
        # On a plate that reaches over the control's edge it is none of the control's words.
        own = own if _within(ground.rect, own.rect) else None
    if own is not None and _out(text.ink, own.rect, 1, 1):
        yield Fault("leaves its control", text.text, own.key, text.ink)
    for control in frame.controls:
        if control is own or control.where.scene != text.where.scene:
            continue
        if own is not None and _within(own.rect, control.rect):
            continue
        if _overlap(text.ink, control.rect, text.size) and not _covers(control, text, frame.faces):
            yield Fault("lies on a control", text.text, control.key, text.ink)


def _together(texts: Sequence[Written]) -> Iterator[Fault]:
    for one, other in combinations(texts, 2):
        if one.picture == other.picture or one.where.scene != other.where.scene:
            continue
        if _overlap(one.ink, other.ink, min(one.size, other.size)):
            yield Fault("overlaps", one.text, repr(other.text), one.ink)


def _ground(text: Written, laid: Sequence[Laid]) -> Laid | None:
    """The topmost face or control below a text that its middle lies on."""
    x, y = (text.ink[0] + text.ink[2]) / 2, (text.ink[1] + text.ink[3]) / 2
    under = [
        one
        for one in laid
        if one.where <= text.where
        and one.where.scene == text.where.scene
        and one.rect[0] <= x <= one.rect[2]
        and one.rect[1] <= y <= one.rect[3]
        and min(one.rect[2] - one.rect[0], one.rect[3] - one.rect[1]) >= CAPITAL_HEIGHT * text.size
    ]
    return max(under, key=lambda one: one.where, default=None)


def _hidden(text: Written, faces: Sequence[Laid]) -> float:
    """How much of a text lies under faces that were put later; by another scene does not count."""
    left, top, right, bottom = text.ink
    whole = max(1.0, (right - left) * (bottom - top))
    most = 0.0
    for face in faces:
        if face.where <= text.where:
            continue
        w = min(right, face.rect[2]) - max(left, face.rect[0])
        h = min(bottom, face.rect[3]) - max(top, face.rect[1])
        if w > SLIVER * text.size and h > SLIVER * text.size:
            share = min(1.0, w * h / whole)
            if face.where.scene != text.where.scene:
                share = 1.0 if share > 0.98 else 0.0
            most = max(most, 1.0 if share > 0.98 else share)
    return most


def _covers(control: Laid, text: Written, faces: Sequence[Laid]) -> bool:
    """Whether a plate of the text's own lies over the control, as under a word to everybody."""
    ground = _ground(text, faces)
    return ground is not None and ground.where > control.where


def _out(ink: Rect, box: Rect, along: float, across: float) -> bool:
    return (
        ink[0] < box[0] - along
        or ink[2] > box[2] + along
        or ink[1] < box[1] - across
        or ink[3] > box[3] + across
    )


def _within(one: Rect, other: Rect) -> bool:
    return not _out(one, other, 1, 1)


def _overlap(one: Rect, other: Rect, size: int) -> bool:
    least = max(1.5, SLIVER * size)
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > least and down > least
