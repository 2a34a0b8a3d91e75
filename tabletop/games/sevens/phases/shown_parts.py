"""The parts of a match that computer players play for passers-by: nothing in them is touched."""

from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.planning import BESIDE, THINKING, Done, Lay, Step
from tabletop.games.sevens.computer.situations import arrangement
from tabletop.games.sevens.phases.card_art import RATIO, card_face
from tabletop.games.sevens.phases.card_turn import CardPart
from tabletop.games.sevens.phases.computing import BuildPart, taken
from tabletop.games.sevens.phases.over import OverPart
from tabletop.games.sevens.phases.part import NOTHING, Part
from tabletop.games.sevens.phases.parts import part_for
from tabletop.games.sevens.phases.rebuilding import RADIUS, RebuildPart, hand_mark
from tabletop.games.sevens.phases.scoring import ScorePart
from tabletop.games.sevens.phases.toss import TossPart
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.geometry import gap
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import AREA
from tabletop.games.sevens.screen.shown_desk import ShownDesk
from tabletop.games.sevens.surface.figure_art import numbers_of
from tabletop.games.sevens.surface.led_hand import LedHand
from tabletop.games.sevens.surface.wood import anchor, fresh_surface, plan_of
from tabletop.games.sevens.words import CARD_NAMES
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.lettering import least
from tabletop.ui.scene import Change
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0
UPPER: Final = 0.65
"""The share of a result's height that the headline and the score table have."""
TALL: Final = 1.3
"""From so much height over its width on, a card has its words below it."""
BROAD: Final = 0.52
"""The share of the board's width that a card has before a room."""
STANDS: Final = 1.6
"""Seconds for which a picture that is made is seen before anybody looks at it."""


class ShownTossPart(TossPart):
    """The coin, which nobody needs to touch."""

    def __init__(self, desk: ShownDesk) -> None:
        super().__init__(desk)
        self._asks = False

    @property
    def _by_readers(self) -> bool:
        return False

    @property
    def prompt(self) -> Text:
        if self._flight is None:
            return say("sevens.shown.toss", "A coin says who begins.")
        return super().prompt


class ShownCardPart(CardPart):
    """The card, which turns over by itself."""

    @property
    def prompt(self) -> Text:
        if self._flip is None:
            name = self.desk.name(self.seat)
            return say("sevens.shown.card", "{name} draws a serendipity card.", name=name)
        return super().prompt

    def lay_out(self) -> None:
        """There is less room below the card than where people play, and the head is beside it."""
        super().lay_out()
        plan, stage = self.desk.plan, self.desk.plan.stage
        if not plan.portrait:
            if least():  # a room can read the name on it only where it is broad
                wide = min((plan.board.h - GAP) * RATIO, plan.board.w * BROAD)
                x, y = self._box.x - GAP, self._box.centre[1]
                self._box = Box(x, y - wide / RATIO / 2, wide, wide / RATIO)
                card_face(self._card, self.desk.canvas.px(self._box.h))
            top = max(self._words.y, plan.head.bottom + GAP)
            self._words = Box(self._words.x, top, self._words.w, self._words.bottom - top)
        elif stage.h < TALL * stage.w:
            high = min(stage.h - 2 * GAP, stage.w * 0.42 / RATIO)
            wide = high * RATIO
            self._box = Box(stage.x + GAP, stage.centre[1] - high / 2, wide, high)
            left = self._box.right + 2 * GAP
            self._words = Box(left, stage.y, stage.right - left, stage.h)
            card_face(self._card, self.desk.canvas.px(high))

    def _draw_effect(self, frame: Frame) -> None:
        """Before a room the remark alone says what the card does."""
        if least():
            self._draw_text(frame, self._words, CARD_NAMES[self._card], NOTHING)
        else:
            super()._draw_effect(frame)


class ShownScorePart(ScorePart):
    """The points; before a room there is no place for names above the pictures."""

    @property
    def captions(self) -> tuple[Text, Text]:
        if not least():
            return super().captions
        # NOTE for translators: above the picture that was to be rebuilt, and above what was laid.
        return say("sevens.shown.picture", "Picture"), say("sevens.shown.guess", "Guess")


class ShownOverPart(OverPart):
    """The result; the pictures have all of the lower edge. A room sees no pictures: the table
    has their place, or nobody could read it."""

    @property
    def prompt(self) -> Text:
        return self.reason

    @property
    def told(self) -> Text:
        return NOTHING

    def lay_buttons(self) -> list[PushButton]:
        return []

    def places(self) -> tuple[Box, Box, Box]:
        plan = self.desk.plan
        top, sheet, wall = super().places()
        if plan.portrait:
            return top, sheet, wall
        stage = plan.stage
        if least():
            whole = stage.bottom - sheet.y
            top = Box(top.x, stage.y, top.w, stage.h)
            return top, Box(sheet.x, sheet.y, sheet.w, whole), Box(stage.x, stage.bottom, 0, 0)
        lower = stage.y + stage.h * UPPER
        top = Box(top.x, top.y, top.w, lower - GAP - top.y)
        sheet = Box(sheet.x, sheet.y, sheet.w, lower - GAP - sheet.y)
        return top, sheet, Box(stage.x, lower, stage.w, stage.bottom - lower)


class ShownBuildPart(BuildPart):
    """A computer player arranges before everybody's eyes: who guesses it has none."""

    def __init__(self, desk: ShownDesk) -> None:
        super().__init__(desk)
        self._left = inf
        self._pace = desk.build_seconds
        self.made: Arrangement = arrangement(desk.match, desk.talent(self.seat), taken(desk.table))
        self._plan = plan_of(desk)
        self._anchor: Point = (0.0, 0.0)
        self._begin()

    def _begin(self) -> None:
        """All pieces lie in the tray, and the hand has done nothing yet."""
        picture = self.made.picture
        x, y = picture.middle
        middle = picture.shifted((-x, -y))
        numbers = numbers_of(picture.kinds)
        self._plan = plan_of(self.desk)
        self._anchor = anchor(self._plan, Picture(), middle)
        surface = fresh_surface(self.desk, picture.kinds, numbers)
        surface.enabled = False
        self._hand = LedHand(surface.pieces, built(middle, self._pace))
        self.surface = surface

    @property
    def laid(self) -> int:
        """How many pieces the picture has so far."""
        return len(self.made.picture) - sum(isinstance(step, Lay) for step in self._hand.left)

    def fit(self) -> None:
        """On a board of another shape it begins anew."""
        self.desk.acting = self.seat
        if plan_of(self.desk) != self._plan:
            self._begin()
        super().fit()

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        if self.desk.match.phase is Phase.ARRANGE:
            step = self._hand.update(dt, self._anchor, still=self.desk.table.slow == 0)
            if isinstance(step, Done):
                self.give(self.made)
        return change

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self._hand.wakes_in())

    def draw_wood(self, frame: Frame) -> None:
        assert self.surface is not None
        self.surface.draw(frame)
        mark = hand_mark(self.desk.look(self.seat), RADIUS * frame.canvas.scale)
        frame.put(mark, self.surface.sight.to_canvas(self._hand.at))

    def draw_words(self, frame: Frame) -> None:
        """No curtain hides it."""


class ShownRebuildPart(RebuildPart):
    """A computer player rebuilds it, at a pace that one likes to watch."""

    @property
    def talent(self) -> Talent:
        assert isinstance(self.desk, ShownDesk)
        return self.desk.talent(self.seat)


def built(picture: Picture, pace: float) -> tuple[Step, ...]:
    """A picture piece by piece, a large one first, each beside one that lies."""
    pieces = picture.pieces
    left = sorted(range(len(pieces)), key=lambda number: -AREA[pieces[number].kind])
    order: list[int] = []
    while left:
        beside = (
            number
            for number in left
            if any(gap(pieces[number].corners, pieces[n].corners) <= BESIDE for n in order)
        )
        order.append(next(beside, left[0]))
        left.remove(order[-1])
    lays = (
        Lay(number, pace * THINKING, pace * (1 - THINKING), {number: pieces[number].pose})
        for number in order
    )
    return (*lays, Done(STANDS))


def shown_part(desk: ShownDesk, before: Part) -> Part:
    """The part for the match's phase, as `parts.part_for` gives it where people play."""
    match desk.match.phase:
        case Phase.TOSS:
            return ShownTossPart(desk)
        case Phase.SCORED:
            return ShownScorePart(desk)
        case Phase.CARD:
            return ShownCardPart(desk)
        case Phase.OVER:
            return ShownOverPart(desk)
        case Phase.ARRANGE:
            desk.acting = desk.match.arranger
            return ShownBuildPart(desk)
        case Phase.GUESS | Phase.PEEK:
            desk.acting = desk.match.guesser
            return before if isinstance(before, ShownRebuildPart) else ShownRebuildPart(desk)
        case _:
            return part_for(desk, before)
