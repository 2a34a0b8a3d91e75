"""What stands beside a game that shows itself: its name, the rule at work, and the call."""

from dataclasses import dataclass
from typing import Final, Literal

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.engine.game import Remark
from tabletop.scenes.attract_plan import AttractPlan
from tabletop.ui import traces, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.label import SPACING, Label
from tabletop.ui.lettering import em, nominal
from tabletop.ui.sheet import Plate
from tabletop.ui.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    PANEL,
    PETROL,
    SKY_WORDS,
    TEXT,
    TITLE_SIZE,
    Colour,
)

RULE: Final = 40.0
"""The em of the rule's name."""
MOST_GROWN: Final = 1.3
"""It is so many times as large at most."""
BAR: Final = 10.0
PAD: Final = 30.0
FINGER: Final = 112.0
LETTERS: Final = 0.04
"""Seconds that a stranger takes for each letter, seeing it for the first time."""
LEAST: Final = 2.6
MOST: Final = 7.0

WATCH: Final = say("attract.watch", "The computer shows you how it goes")
TAKE_OVER: Final = say("attract.take_over", "Touch the table at any time and play on from there.")
JOIN_IN: Final = say("attract.join_in", "Touch the table at any time and play yourself.")


@dataclass(frozen=True, slots=True)
class Told:
    """What the plate says: which rule, and what it has just done."""

    head: str
    line: str

    @property
    def seconds(self) -> float:
        """How long people need to read it, and to look at the board."""
        return min(MOST, max(LEAST, 1.2 + LETTERS * (len(self.head) + len(self.line))))


WELCOME: Final = Told(WATCH, TAKE_OVER)
SKIPS: Final = Told(
    say("attract.skips_head", "Faster for a while"),
    say("attract.skips", "The middle of the game goes by quickly."),
)
WELCOME_LIVE: Final = Told(WATCH, JOIN_IN)
"""Of a game that cannot be played on from where it is."""


def told_of(game: Game, remark: Remark) -> Told:
    """A rule by its number and title, and what it did."""
    return Told(rule_words(game, remark.rule), remark.said)


def rule_words(game: Game, number: str) -> Text:
    """A rule of the game's page, by its number and its title."""
    title = next((rule.title for rule in game.rules if rule.number == number), None)
    if title is None:
        return say("attract.rule_bare", "Rule {number}", number=number)
    return say("attract.rule", "Rule {number}: {title}", number=number, title=title)


def draw_words(frame: Frame, plan: AttractPlan, game: Game, told: Told) -> None:
    """Puts all words: of the game, of the rule, and the call to touch."""
    Label(game.title, plan.title, TITLE_SIZE, bold=True, most=1).draw(frame)
    # Beside the name both stand in the middle of their row.
    stands: Literal["top", "middle"] = "middle" if plan.blurb.y == plan.title.y else "top"
    blurb = joined("\n", *game.blurb)
    Label(blurb, plan.blurb, BODY_SIZE + 4, DIM, stands=stands, spare=True).draw(frame)
    _draw_told(frame, plan.told, told)
    _draw_call(frame, plan.call)


def _draw_told(frame: Frame, box: Box, told: Told) -> None:
    Plate(box, PANEL).draw(frame)
    bar = Box(box.x + PAD * 0.6, box.y + PAD, BAR, box.h - 2 * PAD)
    Plate(bar, PETROL, BAR / 2).draw(frame)
    left = bar.right + PAD * 0.8
    width = box.right - PAD - left
    # However large words are: it has to leave the sentence its room.
    size = min(RULE, nominal(MOST_GROWN * RULE))
    canvas, high = frame.canvas, em(size)
    room = Box(left, box.y + PAD * 0.8, width, min(box.h * 0.44, 3.6 * high))
    rule = Label(told.head, room, size, SKY_WORDS, bold=True, stands="top", most=3)
    rule.draw(frame)
    top = room.y + rule.height_on(canvas) + 0.5 * high
    line = Box(left, top, width, box.bottom - PAD * 0.7 - top)
    _put_passing(frame, Label(told.line, line, CARD_SIZE - 8, TEXT, bold=True))


def _put_passing(frame: Frame, label: Label) -> None:
    """Puts bold words from the top of their box, of which only the last few are kept.

    Through a whole night hundreds of different sentences are said, each as large as a tenth of the
    window: in the caches of all words they would be a hundred megabytes and more.
    """
    canvas, lines = frame.canvas, label.set_on(frame.canvas)
    frame.meant(label.box)
    for number, text in enumerate(lines.lines):
        picture = _passing(text, lines.size, label.colour)
        if not lines.complete:
            traces.told_cut(picture)
        x = label.box.x + picture.get_width() / canvas.scale / 2
        down = (words.CAPITAL / 2 + number * SPACING) * lines.size
        frame.put(picture, (x, label.box.y + down / canvas.scale))


@kept(most=12)
def _passing(text: str, pixels: int, colour: Colour) -> pygame.Surface:
    return words.passing_line(text, pixels, colour, bold=True)


def _draw_call(frame: Frame, box: Box) -> None:
    """Puts the call with its finger, large: nobody has to come near to read it."""
    call = say("attract.call", "Touch to play")
    side = min(FINGER, box.h, box.w * 0.15)
    room = Box(box.x + side + PAD, box.y, box.w - side - PAD, box.h)
    label = Label(call, room, CARD_SIZE + 14, AMBER_WORDS, bold=True, most=1)
    wide = label.set_on(frame.canvas).width / frame.canvas.scale
    whole = side + PAD + wide
    left = box.centre[0] - whole / 2
    size = nominal(label.set_on(frame.canvas).size / frame.canvas.scale)
    at = Box(left + side + PAD, box.y, wide + 6, box.h)
    Label(call, at, size, AMBER_WORDS, bold=True, most=1).draw(frame)
    frame.put(icon("finger", frame.canvas.px(side), AMBER_WORDS), (left + side / 2, box.centre[1]))
