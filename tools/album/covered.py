"""Controls, their words and lit places that something drawn later lies over, so that people cannot
see them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.scenes.kiosk.idle_watcher import OVERLAY_LAYER
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.board.view import TOP
from tabletop.ui.core.scene import SceneStack
from tools.album.notes import Laid, NotingFrame, Painted, Rect, Where
from tools.album.rules import Fault
from tools.album.stage import Drawn

GROUNDS: Final = re.compile(r"board|title|tray:\d+")
"""What has pieces, pictures or other controls on it."""
NAME: Final = "name"
"""The plate with the name of the place that a finger holds."""
PLATES: Final = frozenset({"goal", "notice", "closing", "idle:plate", NAME})
"""Plates with words, on which nothing else may lie."""
MAX_SHARE: Final = 0.25
"""The share of a control that may be covered: by a badge at its corner, or at its rim for some
seconds by the notice of a lost device, where large text has no other room."""
MAX_PLATE_SHARE: Final = 0.004
"""The same of a plate with words."""
RIM: Final = 24.0
"""Canvas units by which what is drawn for a control may reach out of it: its side, its focus."""
OPAQUE: Final = 128
"""The opacity from which something hides what is below it, of 255."""
MAX_PLACE_SHARE: Final = 0.5
"""The same of a lit place: large words and numbers reach over the rim of some."""
WHOLE: Final = 0.98
"""The share from which words are not to be seen at all: something else is shown in their place."""
PLACE_SIZE: Final = 0.7
"""The side of a lit place, in cells."""


@dataclass(frozen=True, slots=True)
class _Target:
    """What is to be seen and touched."""

    key: str
    rect: Rect
    where: Where
    rim: float
    """By so much what belongs to it reaches out of it, in pixels."""
    most: float = MAX_SHARE
    """The share of it that may be covered."""
    on_board: bool = False

    @property
    def plate(self) -> bool:
        return self.key in PLATES and not self.on_board


def covered(frame: NotingFrame, drawn: Drawn) -> Iterator[Fault]:
    """What lies over controls of the topmost scene, their words, and lit places of a match."""
    top = max((_depth(control) for control in frame.controls), default=0)
    controls = [
        control
        for control in frame.controls
        if _depth(control) == top and not GROUNDS.fullmatch(control.key)
    ]
    rim, seen = RIM * frame.canvas.scale, []
    for control in controls:
        most = MAX_PLATE_SHARE if control.key in PLATES else MAX_SHARE
        target = _Target(control.key, control.rect, control.where, rim, most)
        share = _share(target, _over(target, frame.painted, controls), frame.canvas.size)
        if share > most:
            yield Fault("covered", control.key, f": {share:.0%}", control.rect)
        else:
            seen.append(control)
    yield from _covered_words(frame, seen)
    for place in _lit_places(frame, drawn):
        share = _share(place, _over(place, frame.painted, controls), frame.canvas.size)
        if share > place.most:
            yield Fault("covered place", place.key, f": {share:.0%}", place.rect)


def _covered_words(frame: NotingFrame, controls: Sequence[Laid]) -> Iterator[Fault]:
    """Words of these controls that a picture lies over in part, even one of the same control."""
    for text in frame.written:
        x, y = (text.ink[0] + text.ink[2]) / 2, (text.ink[1] + text.ink[3]) / 2
        point = (x, y, x, y)
        own = (each for each in controls if each.where <= text.where)
        if not any(
            _within(point, each.rect) and each.where.scene == text.where.scene for each in own
        ):
            continue
        over = (
            each
            for each in frame.painted
            if each.where > text.where
            and each.where.scene == text.where.scene
            and each.opacity >= OPAQUE
            and _overlap(each.rect, text.ink)
            and each.bare  # words and plates: `rules.py`
        )
        share = _share(_Target(text.text, text.ink, text.where, 0.0), over, frame.canvas.size)
        if 0 < share < WHOLE:
            yield Fault("covered words", text.text, f": {share:.0%}", text.ink)


def _depth(control: Laid) -> int:
    """The scene of the stack that a control belongs to; what covers all of them is the topmost."""
    layer = control.where.layer
    return layer if layer >= OVERLAY_LAYER else control.where.scene


def _over(
    target: _Target, painted: Sequence[Painted], controls: Sequence[Laid]
) -> Iterator[Painted]:
    """What is drawn over a target and is no part of it."""
    around = _grown(target.rect, target.rim)
    for each in painted:
        if each.where <= target.where or each.opacity < OPAQUE:
            continue
        if not _overlap(each.rect, target.rect) or _belongs(each.owner, target, controls):
            continue
        if _within(each.rect, around) and not target.plate and not _is_other(each.owner, target):
            continue
        yield each


def _belongs(owner: Laid | None, target: _Target, controls: Sequence[Laid]) -> bool:
    """Whether something was drawn for the target itself, or for a button on it."""
    if owner is None:
        return False
    if target.on_board:
        return owner.key == NAME  # it goes when the finger lifts
    if owner.rect == target.rect:
        return owner.key == target.key
    return owner in controls and _within(owner.rect, target.rect)


def _is_other(owner: Laid | None, target: _Target) -> bool:
    """Whether something was drawn for another control that lies at the same place."""
    return owner is not None and owner.rect == target.rect and owner.key != target.key


def _share(target: _Target, over: Iterator[Painted], size: tuple[int, int]) -> float:
    """The share of a target that is hidden."""
    left, top, right, bottom = (round(value) for value in target.rect)
    box = pygame.Rect(left, top, right - left, bottom - top).clip((0, 0, *size))
    if not box.w or not box.h:
        return 0.0
    hidden = pygame.Mask(box.size)
    for each in over:
        x, y = each.corner
        mask = pygame.mask.from_surface(each.surface, OPAQUE * 255 // each.opacity - 1)
        hidden.draw(mask, (x - box.x, y - box.y))
    return float(hidden.count() / (box.w * box.h))


def _lit_places(frame: NotingFrame, drawn: Drawn) -> Iterator[_Target]:
    """The lit places of a match that lies open; of none while the goal is shown over them."""
    scene = drawn.top if isinstance(drawn, SceneStack) else drawn
    if not isinstance(scene, MatchScene) or scene.moment.covered or scene.goal.shown:
        return
    if scene.agreements.pending.request is not None:
        return  # pads lie over the board until all have answered
    view, board = scene.view, scene.snapshot
    cell = view.cell * frame.canvas.scale
    half, over = PLACE_SIZE * cell / 2, Where(TOP + 1, 0)
    for spot, at in view.points(board).items():
        if spot in board.open:
            x, y = frame.canvas.to_pixels(at)
            rect = (x - half, y - half, x + half, y + half)
            yield _Target(spot, rect, over, cell / 2, MAX_PLACE_SHARE, on_board=True)


def _grown(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _within(one: Rect, other: Rect) -> bool:
    return (
        one[0] >= other[0] - 1
        and one[1] >= other[1] - 1
        and one[2] <= other[2] + 1
        and one[3] <= other[3] + 1
    )


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 1
        and min(one[3], other[3]) - max(one[1], other[1]) > 1
    )
