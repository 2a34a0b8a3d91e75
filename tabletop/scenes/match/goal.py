"""The goal of the game, shown when people meet the game, and later by a tool.

A ribbon says the goal to each side at which people sit, and the board marks it. In projector mode
the banner says it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import Final, Literal, TypeAlias

from tabletop.engine import Seat, say
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Down,
    Nudge,
    Press,
    Roll,
    TouchSpot,
    Walk,
)
from tabletop.scenes.match.glossary import GOAL_KEYS, Glossary
from tabletop.scenes.play.board import (
    GOAL_TOOL,
    MatchSnapshot,
    PanelNotes,
    preferences_at_side,
)
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.session import MatchEvent, Played
from tabletop.ui.board.goal import (
    GOAL_SIZE,
    covered_points,
    pulse_step,
    pulse_wakes_in,
    put_goal,
    put_ribbon,
    ribbon_boxes,
)
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.widgets.buttons import PushButton

GOAL_KEY: Final = "goal:"
"""The key of the ribbon's button at a side: ``goal:0``."""
GLOSSARY_PROMPT: Final = say("glossary.ask", "Touch anything to see what it is.")
GOT_IT: Final = say("goal.ok", "Got it")
PULSE_SECONDS: Final = 12.0
"""Seconds for which the marks of the goal move."""
MARKS_LAYER: Final = 6
RIBBON_LAYER: Final = 7
BESIDE_HEIGHT: Final = 0.155
"""The height of a ribbon that is not alone, as a share of the board's."""
RIBBON_GAP: Final = 0.02
"""The least distance of two ribbons, as a share of the board's side."""

Shown: TypeAlias = Literal["", "first", "asked"]
"""Whether the goal is shown: because people meet the game, or because somebody asked."""


class Goal(MatchFeature):
    """Shows the goal of the game: over the board before the first ply, and when it is asked for."""

    def __init__(self, parts: MatchParts, glossary: Glossary) -> None:
        super().__init__(parts)
        self._glossary = glossary
        self._spent = 0.0
        self._ribbons: dict[int, Box] = {}
        """By side: the ribbon as the people there see it."""
        self.shown: Shown = ""
        self._meet()

    def begin(self) -> None:
        self._meet()
        self._lay_out()

    def _meet(self) -> None:
        session = self._session
        meets = session.match.game.key not in self._table.met
        plays = bool(session.setup.persons) and not session.over
        self.shown = "first" if meets and plays and not session.match.plies else ""
        self._spent = 0.0

    def toggle(self) -> None:
        """The tool was touched: shows the goal, or hides it.

        While it is shown, the next place that is touched is explained.
        """
        if self.shown == "asked":
            self.close()
            return
        self.shown, self._spent = "asked", 0.0
        self._glossary.ask_next(True)
        self._lay_out()
        self._session.changed()

    def close(self) -> None:
        self._glossary.ask_next(False)
        self._hide()

    def _hide(self) -> None:
        if self.shown:
            self.shown = ""
            self._table.met.add(self._session.match.game.key)
            self._session.changed()

    @property
    def holds_back(self) -> bool:
        """Whether nobody is to play yet."""
        return self.shown == "first"

    @property
    def _seat(self) -> Seat:
        """The seat whose goal is marked."""
        return self._session.setup.next_person(self._session.acting)

    # -- the feature ------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        return bool(self.shown)

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Any touch hides the goal; one of a place where something can be done also does that."""
        del seat
        if not self.shown:
            return None
        match action:
            case Down(at=at):
                button = self._buttons.at(at)
                if button is not None and button.key.startswith(GOAL_KEYS):
                    return None
                if self.covers(at) or (button is None and self._is_idle(at)):
                    self.close()
                    return Handled()
                self._hide()
            case Walk() | Nudge() if self.shown == "asked":
                pass  # to the place that is to be explained
            case Press(button=Button.OK) if self._points_somewhere:
                self._hide()
            case Press(button=Button.OK | Button.BACK) | Buzz(source="keyboard"):
                self.close()
                return Handled()
            case Press() | Buzz() | Nudge() | Walk() | Roll() | TouchSpot(over=False):
                self.close()
        return None

    def _is_idle(self, at: Point) -> bool:
        """Whether a touch of the board here would be refused, before the goal has been read."""
        session, view = self._session, self._board.view
        return self.shown == "first" and (
            self._board.layout.board.holds(at)
            and view.spot_at(self._look(), at) not in session.hand.open
        )

    def covers(self, at: Point) -> bool:
        """Whether the ribbon lies over this place."""
        return any(
            box.holds(turn_point(at, -side, self._middle)) for side, box in self._ribbons.items()
        )

    @property
    def _points_somewhere(self) -> bool:
        """Whether OK asks about the place under the cursor."""
        cursor = self._session.hand.cursor
        return self.shown == "asked" and cursor is not None and not cursor.startswith(GOAL_KEYS)

    def on_event(self, event: MatchEvent) -> None:
        # Who asks for the goal while a computer thinks can read it to the end.
        persons = self._session.setup.persons
        if isinstance(event, Played) and (self.shown == "first" or event.ply.seat in persons):
            self.close()

    def update(self, dt: float) -> None:
        self._spent += dt

    def wakes_in(self) -> float:
        return pulse_wakes_in(self._spent) if self.shown and self._pulses else inf

    @property
    def _pulses(self) -> bool:
        return not self._table.still and self._spent < PULSE_SECONDS

    def clock_runs(self) -> bool:
        return not self.holds_back

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        """Nothing is lit for touching while people read what the game is about."""
        return replace(board, open=frozenset()) if self.holds_back else board

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        del board
        return replace(notes, goal=self._session.match.game.goal) if self.shown else notes

    def fit(self, canvas: Canvas) -> None:
        del canvas
        self._lay_out()

    @property
    def _middle(self) -> Point:
        """What the sides are turned about."""
        return self._board.layout.canvas.box.centre

    def _lay_out(self) -> None:
        """Places a ribbon for each side where it covers the fewest of the marked places."""
        self._ribbons = {}
        if not self.shown or self._board.room is not None:
            return
        setup = self._session.setup
        sides = sorted({setup.side(seat) for seat in setup.persons}) or [0]
        session, view = self._session, self._board.view
        match = session.match
        look = session.timeline.snapshot(session.hand, None, session.animation_scale)
        marks = match.game.goal_marks(match.state, self._seat)
        points = covered_points(view.points(look), marks)
        if self.shown == "asked":  # pieces are to be touched
            standing = match.game.pieces(match.state)
            pieces = (at for spot, at in view.points(look).items() if spot in standing)
            points = (*points, *pieces)
        least = inf
        high = max(self._height(side, alone=len(sides) == 1) for side in sides)
        for share in _shares(sides, high):
            ribbons = {side: self._ribbon(side, sides, share, high) for side in sides}
            covered = sum(
                box.inset(-0.55 * view.cell).holds(turn_point(at, -side, self._middle))
                for side, box in ribbons.items()
                for at in points
            )
            if covered < least:
                least, self._ribbons = covered, ribbons

    def _height(self, side: int, *, alone: bool) -> float:
        """The height that the words of a side need, as a share of the board's."""
        _, text_scale = preferences_at_side(self._context, self._session.setup, side)
        context = self._context.override(text_scale=text_scale)
        usual, most = (0.19, 0.44) if alone else (BESIDE_HEIGHT, 0.22)
        return min(context.scaled_length(usual, GOAL_SIZE), most)

    def _ribbon(self, side: int, sides: list[int], share: float, high: float) -> Box:
        """The ribbon of a side as its people see it; `share` is how far down the board it is.

        Beside another one it ends before that one's strip, and begins at the board's edge if its
        words are large.
        """
        board = self._board.layout.board
        x, y = turn_point(board.centre, -side, self._middle)
        wide, aside = 0.96, 0.0
        if _beside(sides):
            end = share - high / 2 - RIBBON_GAP
            wide = min(0.62 * high / BESIDE_HEIGHT, share + high / 2 - (1 - end))
            aside = min(0.0, end - wide / 2 - 0.5)
        at = (x + aside * board.w, y + (share - 0.5) * board.h)
        return Box.around(at, wide * board.w, high * board.h)

    @property
    def _context(self) -> UiContext:
        return self._board.layout.canvas.context

    def tools(self) -> Mapping[str, str]:
        """The tool that shows the goal, with its icon."""
        return {GOAL_TOOL: "close" if self.shown == "asked" else "goal"}

    def buttons(self) -> tuple[PushButton, ...]:
        """A button on each ribbon."""
        found = []
        for side, ribbon in self._ribbons.items():
            box = ribbon_boxes(ribbon)["button"]
            language, text_scale = preferences_at_side(self._context, self._session.setup, side)
            found.append(
                PushButton(
                    f"{GOAL_KEY}{side}",
                    box,
                    GOT_IT,
                    "check",
                    "main",
                    turns=side,
                    about=self._middle,
                    language=language,
                    text_scale=text_scale,
                )
            )
        return tuple(found)

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        if not self.shown:
            return
        match, view = self._session.match, self._board.view
        marks = match.game.goal_marks(match.state, self._seat)
        step = pulse_step(self._spent) if self._pulses else None
        with frame.layer(MARKS_LAYER):
            put_goal(
                frame, view.points(moment.board), view.cell, view.looks[self._seat], marks, step
            )
        setup, context = self._session.setup, frame.context
        for side, ribbon in self._ribbons.items():
            language, text_scale = preferences_at_side(context, setup, side)
            own = context.override(language=language, text_scale=text_scale)
            with frame.layer(RIBBON_LAYER), frame.turned(side, self._middle), frame.in_context(own):
                frame.touchable("goal", ribbon)
                put_ribbon(
                    frame,
                    ribbon,
                    match.game.goal,
                    GLOSSARY_PROMPT if self.shown == "asked" else None,
                    ends=not _beside(self._ribbons),
                )

    def sayings(self) -> tuple[Announcement, ...]:
        """The goal, to be spoken."""
        goal = self._session.match.game.goal
        if not self.shown:
            return ()
        more = (Announcement("ask", GLOSSARY_PROMPT),) if self.shown == "asked" else ()
        return (Announcement("goal", goal), *more)


def _shares(sides: list[int], high: float) -> tuple[float, ...]:
    """How far down the board ribbons may lie, as their people see it, the best first.

    `high`: the height of the highest, as a share of the board's.
    """
    if len(sides) == 1:
        return (0.5, 0.62, 0.72, 0.84, 0.30)
    if _beside(sides):
        return (0.87,)
    return (0.5 + (high + RIBBON_GAP) / 2, 0.74, 0.86)


def _beside(sides: Iterable[int]) -> bool:
    """Whether some of these sides meet at a corner."""
    return len({side % 2 for side in sides}) > 1
