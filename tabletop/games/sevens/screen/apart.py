"""The screen of one's own on which the arranging player builds while a room sees something else."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final, Protocol

from tabletop.engine import Text, say
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.screen.clock_face import draw_clock
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.plan import Plan, plan_for
from tabletop.games.sevens.screen.score_strip import draw_strip
from tabletop.input.actions import Action
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import lettering
from tabletop.ui.scene import Change, Push, Scene, SceneStack
from tabletop.ui.sheet import Plate
from tabletop.ui.stones import stone
from tabletop.ui.theme import BODY_SIZE, HEAD_SIZE, NAME_SIZE, TEXT

STONE: Final = 110.0
"""The radius of the arranging player's stone, for a room."""


class Building(Protocol):
    """The stage of a match, as far as it is shown on a screen of one's own."""

    def do(self, action: Action, /) -> Change:
        """Does what hands do there."""
        ...

    def pass_time(self, dt: float, /) -> Change:
        """Lets time go by."""
        ...

    def rests(self) -> float:
        """Seconds until something changes by itself."""
        ...

    def draw_board(self, frame: Frame, /) -> None:
        """Puts the board and all about it on a frame."""
        ...


class Apart:
    """The board on that screen, and the pages that lie above it there.

    It changes as pages come and go. What has to lie above the picture for all, it hands on.
    """

    def __init__(self, stage: Building, canvas: Canvas) -> None:
        self.canvas = canvas
        self._onward: Change = None
        with _near():
            self._stack = SceneStack(_Board(stage, self._keep_secret), canvas)

    def handle(self, action: Action) -> Change:
        """What hands do there; gives what is for the picture that all see."""
        # Whatever window it came through, here it is the only one.
        with _near():
            self._stack.handle(replace(action, source="touch") if hasattr(action, "at") else action)
        return self._taken()

    def update(self, dt: float) -> Change:
        """Lets time go by for the match and for what lies above it."""
        with _near():
            self._stack.update(dt)
        return self._taken()

    def wakes_in(self) -> float:
        return self._stack.wakes_in()

    def draw(self, frame: Frame) -> None:
        with _near():
            self._stack.draw(frame)

    @property
    def writes(self) -> bool:
        """Whether keys write a name there just now."""
        return self._stack.running and self._stack.top.writes

    def close(self) -> None:
        """Takes away what lies above the board."""
        self._stack.close()

    def _taken(self) -> Change:
        change, self._onward = self._onward, None
        return change

    def _keep_secret(self, change: Change) -> Change:
        """Pages that tell of the picture stay here; all else is for everybody."""
        if isinstance(change, Push) and isinstance(change.scene, Page) and change.scene.secret:
            return change
        self._onward = change or self._onward
        return None


def _near() -> AbstractContextManager[None]:
    """Words of a usual size meanwhile: who builds sits before that screen."""
    return lettering(0, room=False)


class _Board(Scene):
    """The board, below all pages."""

    def __init__(self, stage: Building, sift: Callable[[Change], Change]) -> None:
        self._stage, self._sift = stage, sift

    def handle(self, action: Action, /) -> Change:
        return self._sift(self._stage.do(action))

    def update(self, dt: float, /) -> Change:
        return self._sift(self._stage.pass_time(dt))

    def wakes_in(self) -> float:
        return self._stage.rests()

    def draw(self, frame: Frame) -> None:
        self._stage.draw_board(frame)


def room_plan(desk: Desk) -> Plan:
    """Where everything lies that a room sees meanwhile."""
    return plan_for(desk.window)


def draw_for_room(frame: Frame, desk: Desk, part: Part) -> None:
    """Draws what a room sees meanwhile: who builds, the score, and the time if it is limited."""
    plan, canvas = room_plan(desk), frame.canvas
    name = desk.name(desk.match.arranger)
    board = plan.board
    Plate(board, radius=40).draw(frame)
    x, y = board.centre
    radius = min(STONE, board.h * 0.16)
    frame.put(stone(desk.look(desk.match.arranger), radius * canvas.scale), (x, y - board.h * 0.2))
    said = say("sevens.apart.builds", "{name} builds a picture on another screen.", name=name)
    upper = Box(board.x + 60, y - board.h * 0.04, board.w - 120, board.h * 0.26)
    Label(said, upper, HEAD_SIZE, TEXT, True, "centre").draw(frame)
    below = Box(upper.x, upper.bottom, upper.w, board.h * 0.18)
    Label(_soon(desk), below, BODY_SIZE, TEXT, False, "centre").draw(frame)
    if part.clock_runs:
        clock = part.clock
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_strip(frame, desk, plan.sheet)


def _soon(desk: Desk) -> Text:
    match = desk.match
    return say(
        "sevens.computer.soon",
        "Soon {other} sees it, for {seconds} seconds.",
        other=desk.name(match.guesser),
        seconds=round(match.look_seconds),
    )


def draw_between(frame: Frame) -> None:
    """Draws what that screen shows while nothing is hidden."""
    canvas = frame.canvas
    said = say("sevens.apart.between", "Look at the large picture.")
    room = Box.around(canvas.box.centre, canvas.width - 160, canvas.height * 0.4)
    with _near():
        Label(said, room, NAME_SIZE * 1.4, TEXT, True, "centre").draw(frame)
