"""A computer player guesses: it thinks, and its hand lays the pieces before people's eyes."""

from math import ceil
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.games.sevens.computer.levels import Talent, talent_of
from tabletop.games.sevens.computer.planning import (
    Done,
    Lay,
    Peek,
    Situation,
    Step,
    Working,
    planned,
)
from tabletop.games.sevens.computer.situations import situation
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.loose.snapping import Reach
from tabletop.games.sevens.phases.guessing import GuessPart
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import Pose
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.led_hand import LedHand
from tabletop.ui import art
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.scene import Change
from tabletop.ui.theme import INK, WHITE, SeatLook
from tabletop.ui.widgets import PushButton

AT_ONCE: Final = 2
"""Slices of thinking in a frame: some milliseconds."""
RADIUS: Final = 46.0
"""Of the hand's mark, in canvas units."""
FINISH: Final = "finish"


def finish_button(desk: Desk) -> PushButton:
    """Ends what a computer player does here, as it would have ended by itself."""
    label = say("sevens.computer.finish", "Finish now")
    return PushButton(FINISH, desk.plan.actions, label, "last", size=48)


class RebuildPart(GuessPart):
    """A computer player's turn at the board, its peek included. No hand but its own is heard."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        settings = desk.table.settings
        reach = Reach(settings["pieces.snap_units"], settings["pieces.snap_degrees"])
        step = float(settings["pieces.turn_step"])
        self._turn: Situation = situation(desk.match, self.talent, reach, step)
        self._working: Working | None = planned(self._turn)
        self._hand: LedHand | None = None
        self._thought = 0.0
        """Seconds for which it has been thinking of its steps."""

    @property
    def talent(self) -> Talent:
        """How well it remembers, and how fast it is."""
        assert self.level is not None
        return talent_of(self.level)

    # -- what is said -------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        match, name = self.desk.match, self.desk.name(self.seat)
        if self.peeking:
            left = ceil((match.look_left or 0.0) - 1e-6)
            return say(
                "sevens.computer.peeks", "{name} peeks: {left} s more.", name=name, left=left
            )
        thing, laid = called(match.name), len(self.surface.picture())
        if self._hand is None or (not laid and not self._hand.holds):
            return say(
                "sevens.computer.thinks", "{name} thinks of “{thing}”.", name=name, thing=thing
            )
        if not self._left:
            return say("sevens.computer.looks_over", "{name} looks it over.", name=name)
        return say("sevens.computer.rebuilds", "{name} rebuilds “{thing}”.", name=name, thing=thing)

    # -- what is done -------------------------------------------------------------------------

    def lay_out(self) -> None:
        super().lay_out()
        self.surface.enabled = False

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        if self.desk.match.phase is Phase.GUESS:
            self._think(dt)
            hand = self._hand
            if hand is not None and self.desk.hurries:
                self._finish(hand)
            elif hand is not None:
                self._follow(hand.update(dt, self._anchor, still=self.desk.table.slow == 0))
        return change

    def _think(self, dt: float) -> None:
        """Works a little at what it is going to do, until that is known."""
        if self._working is None:
            return
        self._thought += dt
        try:
            for _ in range(AT_ONCE):
                next(self._working)
        except StopIteration as over:
            self._working = None
            self._hand = LedHand(self.surface.pieces, over.value, self._thought)

    def _follow(self, step: Peek | Done | None) -> None:
        """Peeks, or ends the turn, when its hand comes to that."""
        match, now = self.desk.match, self.desk.now
        if step is not None:
            self.tell()
        if isinstance(step, Peek) and match.can_peek:
            match.peek(now)
        elif isinstance(step, Done):
            match.done(now)

    def _finish(self, hand: LedHand) -> None:
        """All that is left, at once, with the time that it would have taken."""
        desk, match = self.desk, self.desk.match
        left, gone = list(hand.left), hand.spent
        while left and match.phase is Phase.GUESS:
            # Up to a peek or the end of the clock: then the match must know how the pieces lie.
            poses, seconds = _until_stop(left, (match.clock_left or 0.0) + gone)
            hand.lay_now(poses, self._anchor)
            self.tell()
            stop = left.pop(0) if left else None
            self._spend(max(0.0, seconds - gone))
            gone = 0.0
            if isinstance(stop, Peek) and match.can_peek:
                match.peek(desk.now)
                self._spend(match.look_left or 0.0)
            elif isinstance(stop, Done) and match.phase is Phase.GUESS:
                match.done(desk.now)

    def _spend(self, seconds: float) -> None:
        self.desk.now += seconds
        self.desk.match.advance(self.desk.now)

    def wakes_in(self) -> float:
        if self.desk.match.phase is not Phase.GUESS:
            return super().wakes_in()
        if self._hand is None or self.desk.hurries:
            return 0.0
        return min(super().wakes_in(), self._hand.wakes_in())

    # -- what is seen -------------------------------------------------------------------------

    def draw_wood(self, frame: Frame) -> None:
        super().draw_wood(frame)
        if self._hand is not None and not self.peeking:
            mark = hand_mark(self.desk.look(self.seat), RADIUS * frame.canvas.scale)
            frame.put(mark, self.surface.sight.to_canvas(self._hand.at))


def _until_stop(left: list[Step], clock: float) -> tuple[dict[int, Pose], float]:
    """What is laid before the next peek or the end, and the seconds of that; taken off `left`."""
    poses: dict[int, Pose] = {}
    spent = 0.0
    while left:
        step = left[0]
        seconds = step.seconds if isinstance(step, Lay) else step.think
        if spent + seconds > clock:
            left.clear()
            return poses, clock
        spent += seconds
        if not isinstance(step, Lay):
            return poses, spent
        poses |= step.poses
        left.pop(0)
    return poses, clock


@kept(most=8)
def hand_mark(look: SeatLook, radius: float) -> pygame.Surface:
    """The hand of a computer player: a pointing finger in a ring of its seat's colour."""
    return art.layered(
        art.disc(radius, WHITE),
        art.disc(radius * 0.92, look.face),
        art.disc(radius * 0.76, WHITE),
        icon("finger", max(6, round(radius * 1.1)), INK),
    )
