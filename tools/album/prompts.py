"""Whether whoever is to act can read what to do: in every moment of a match.

The prompt, or the refusal or hint in its place, is on the picture, large enough to be read, and no
other sentence is larger.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import SceneStack
from tools.album.notes import NotingFrame
from tools.album.rules import Fault, small
from tools.album.stage import Drawn
from tools.album.upright import said

SENTENCE: Final = 4
"""Fewer words than these are a name, a button or a headline."""
ROUNDING: Final = 1.5
"""Pixels by which a prompt may be smaller: letters have whole pixels."""


def prompts(frame: NotingFrame, drawn: Drawn) -> Iterator[Fault]:
    """What is wrong with the prompt of a match that lies open; nothing on other pages."""
    top = drawn.top if isinstance(drawn, SceneStack) else drawn
    if not isinstance(top, MatchScene) or top.moment.covered:
        return
    moment, layout = top.moment, top.board.layout
    seat = moment.board.seat
    panel, place = moment.panels[seat], layout.panels[seat]
    if not panel.active or not panel.line:
        return
    if top.agreements.pending.request is not None or top.projector.spotlight.on:
        return  # all are asked something else, or told what was just done
    if moment.notes.goal is not None:
        return  # the goal is read first
    wanted = _flat(place.context.translate(panel.line))
    texts = [text for text in said(frame) if text.scene == 0]
    own = [text.size for text in texts if wanted in _flat(text.text)]
    if not own:
        at = turn_point(place.box.centre, place.turns, place.about)
        x, y = frame.canvas.to_pixels(at)
        yield Fault("no prompt", panel.line, "", (x - 50, y - 20, x + 50, y + 20))
        return
    for fault in small(frame):
        words = fault.text.split()
        if len(words) >= SENTENCE or (len(words) > 1 and " ".join(words) in wanted):
            yield replace(fault, kind="small sentence")
    for text in texts:
        if _word_count(text.text) >= SENTENCE and text.size > max(own) + ROUNDING:
            told = f"{max(own):.0f} px, beside {text.size:.0f} px of {text.text!r}"
            yield Fault("small prompt", panel.line, told, text.ink)


def _word_count(text: str) -> int:
    """How many words a text has; a colon that stands alone is none."""
    return sum(any(map(str.isalnum, part)) for part in text.split())


def _flat(text: str) -> str:
    return " ".join(text.split())
