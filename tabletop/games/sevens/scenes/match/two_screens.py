"""The screen of one's own on which the arranging player builds while a room sees something else.

A stage that shows the arranging player something else than the room, where there are screens.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from math import inf
from typing import Final, Protocol

from tabletop.engine import Text, say
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.dialogs import GuardedPage
from tabletop.games.sevens.scenes.match.phase_scene import MENU_KEY, PhaseScene, draw_banner
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.score_sheet import draw_score_strip
from tabletop.games.sevens.view.clock import draw_clock
from tabletop.games.sevens.view.layout import MatchLayout, layout_for
from tabletop.input.actions import CONTACT_ACTIONS, Action, Hover, Press, Twist
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import use_context, use_text_scale
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push, Scene, SceneStack
from tabletop.ui.draw.stones import stone
from tabletop.ui.draw.wood import ground
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.page import Plate, draw_round_button

ROOM_STONE_RADIUS: Final = 110.0
"""The radius of the arranging player's stone, for a room."""


class PrivateBoardHost(Protocol):
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


class PrivateScreen:
    """The board on that screen, and the pages that lie above it there.

    It changes as pages come and go. What has to lie above the picture for all, it hands on.
    """

    def __init__(self, stage: PrivateBoardHost, canvas: Canvas) -> None:
        self.canvas = canvas
        self._onward: Change = None
        with _near_text():
            self._stack = SceneStack(_PrivateBoardScene(stage, self._keep_secret), canvas)

    def handle(self, action: Action) -> Change:
        """What hands do there; gives what is for the picture that all see."""
        # Whatever window it came through, here it is the only one.
        with _near_text():
            self._stack.handle(replace(action, source="touch") if hasattr(action, "at") else action)
        return self._taken()

    def update(self, dt: float) -> Change:
        """Lets time go by for the match and for what lies above it."""
        with _near_text():
            self._stack.update(dt)
        return self._taken()

    def wakes_in(self) -> float:
        return self._stack.wakes_in()

    def draw(self, frame: Frame) -> None:
        with _near_text():
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
        if (
            isinstance(change, Push)
            and isinstance(change.scene, GuardedPage)
            and change.scene.secret
        ):
            return change
        self._onward = change or self._onward
        return None


def _near_text() -> AbstractContextManager[None]:
    """Words of a usual size meanwhile: who builds sits before that screen."""
    return use_text_scale(0, room=False)


class _PrivateBoardScene(Scene):
    """The board, below all pages."""

    def __init__(self, stage: PrivateBoardHost, sift: Callable[[Change], Change]) -> None:
        self._stage, self._sift = stage, sift

    def handle(self, action: Action, /) -> Change:
        return self._sift(self._stage.do(action))

    def update(self, dt: float, /) -> Change:
        return self._sift(self._stage.pass_time(dt))

    def wakes_in(self) -> float:
        return self._stage.rests()

    def draw(self, frame: Frame) -> None:
        self._stage.draw_board(frame)


def layout_for_room(desk: MatchContext) -> MatchLayout:
    """Where everything lies that a room sees meanwhile."""
    return layout_for(desk.window)


def draw_for_room(frame: Frame, desk: MatchContext, part: BasePhase) -> None:
    """Draws what a room sees meanwhile: who builds, the score, and the time if it is limited."""
    plan, canvas = layout_for_room(desk), frame.canvas
    name = desk.name(desk.match.arranger)
    board = plan.board
    Plate(board, radius=40).draw(frame)
    x, y = board.centre
    radius = min(ROOM_STONE_RADIUS, board.h * 0.16)
    frame.put(stone(desk.look(desk.match.arranger), radius * canvas.scale), (x, y - board.h * 0.2))
    said = say("sevens.apart.builds", "{name} builds a picture on another screen.", name=name)
    upper = Box(board.x + 60, y - board.h * 0.04, board.w - 120, board.h * 0.26)
    Label(said, upper, HEAD_SIZE, TEXT, True, "centre").draw(frame)
    below = Box(upper.x, upper.bottom, upper.w, board.h * 0.18)
    Label(_time_note(desk), below, BODY_SIZE, TEXT, False, "centre").draw(frame)
    if part.clock_runs:
        clock = part.clock
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_score_strip(frame, desk, plan.sheet)


def _time_note(desk: MatchContext) -> Text:
    match = desk.match
    return say(
        "sevens.computer.soon",
        "Soon {other} sees it, for {seconds} seconds.",
        other=desk.name(match.guesser),
        seconds=round(match.look_seconds),
    )


def draw_idle_screen(frame: Frame) -> None:
    """Draws what that screen shows while nothing is hidden."""
    canvas = frame.canvas
    said = say("sevens.apart.between", "Look at the large picture.")
    room = Box.around(canvas.box.centre, canvas.width - 160, canvas.height * 0.4)
    with _near_text():
        Label(said, room, NAME_SIZE * 1.4, TEXT, True, "centre").draw(frame)


class TwoScreenScene(PhaseScene):
    """While somebody builds on a screen of their own, keys and that screen's hands are theirs.

    Of the picture for all only the menu is touched then. The screen is asked for as long as a match
    lasts that a projector shows; where it comes or goes meanwhile, the pieces stay as they lie.
    """

    def __init__(self, desk: MatchContext, part: BasePhase) -> None:
        super().__init__(desk, part)
        self._apart: PrivateScreen | None = None
        self._hall = ButtonGroup()
        """The menu of the picture for all, while there are two."""

    # -- what a scene fills in ------------------------------------------------------------------

    def pass_time(self, dt: float, /) -> Change:
        """Lets time go by, whichever screen shows it."""
        return super().update(dt)

    def rests(self) -> float:
        """Seconds until something changes by itself, whichever screen shows it."""
        return super().wakes_in()

    # -- the two screens ------------------------------------------------------------------------

    def follow_screens(self) -> bool:
        """Asks for the second screen and follows its coming and going; whether that has changed."""
        desk, aside = self.desk, self.desk.table.aside
        lasts = desk.match.phase is not Phase.OVER
        if desk.for_a_room and lasts:
            aside.wanted = True
        elif aside.wanted:
            aside.release()
        hidden = desk.for_a_room and desk.match.phase is Phase.ARRANGE
        canvas = aside.canvas if hidden else None
        if canvas == desk.apart:
            return False
        if self._apart is not None:
            self._apart.close()
        self._let_go()
        desk.apart = canvas
        self._apart = PrivateScreen(self, canvas) if canvas is not None else None
        return True

    @property
    def _strays(self) -> bool:
        """Whether the second screen is another than the one that is shown on."""
        return self._apart is not None and self._apart.canvas != self.desk.table.aside.canvas

    def leave(self) -> None:
        self.desk.table.aside.release()

    def lay_out(self) -> None:
        super().lay_out()
        if self._apart is not None:
            with use_context(self.desk.table.ui_context):
                menu = PushButton(MENU_KEY, layout_for_room(self.desk).menu, icon="menu")
            self._hall.replace([menu])

    # -- what happens ---------------------------------------------------------------------------

    def do(self, action: Action, /) -> Change:
        """Does what hands do to the board, on whichever screen it is."""
        return super().handle(action)

    def handle(self, action: Action, /) -> Change:
        if self._apart is None:
            return self.do(action)
        if isinstance(action, CONTACT_ACTIONS):
            pressed = self._hall.press(action) == MENU_KEY
            return self._under(self.pause()) if pressed else None
        if isinstance(action, Press) and action.button is Key.MENU:
            return self._under(self.pause())
        return None if isinstance(action, Hover | Twist) else self.handle_secondary(action)

    def handle_secondary(self, action: Action, /) -> Change:
        if self._apart is None:
            return None
        change = self._under(self._apart.handle(action))
        self.writes = self._apart is not None and self._apart.writes
        return change

    def update(self, dt: float, /) -> Change:
        if self._apart is None:
            return self.pass_time(dt)
        change = self._apart.update(dt)
        self.follow()
        self.writes = self._apart is not None and self._apart.writes
        return self._under(change)

    def wakes_in(self) -> float:
        if self._apart is None:
            waiting = self.desk.table.aside.canvas is not None
            hidden = self.desk.for_a_room and self.desk.match.phase is Phase.ARRANGE
            return 0.0 if waiting and hidden else self.rests()
        return 0.0 if self._strays else min(self._apart.wakes_in(), inf)

    # -- drawing --------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        if self._apart is None:
            self.draw_board(frame)
        else:
            with use_context(self.desk.table.ui_context):
                self._draw_hall(frame)

    def draw_board(self, frame: Frame, /) -> None:
        """Puts the board and all about it on a frame."""
        super().draw(frame)

    def draw_secondary(self, frame: Frame) -> None:
        if self._apart is None:
            draw_idle_screen(frame)
        else:
            self._apart.draw(frame)

    def _draw_hall(self, frame: Frame) -> None:
        """Draws what all see while somebody builds on the other screen."""
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        plan = layout_for_room(self.desk)
        draw_for_room(frame, self.desk, self.part)
        draw_banner(frame, self.desk, self.desk.match.arranger, plan.near)
        for button in self._hall.buttons:
            pressed = button.key in self._hall.held.values()
            draw_round_button(frame, button, pressed=pressed, focused=False)
        Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=2).draw(frame)
