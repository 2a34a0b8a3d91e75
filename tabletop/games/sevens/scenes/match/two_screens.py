"""Two displays: the arranging player builds on one, and the room watches the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from tabletop.engine import Text, say
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.dialogs import is_secret
from tabletop.games.sevens.scenes.match.phase_scene import MENU_KEY, draw_banner
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.score_sheet import draw_score_strip
from tabletop.games.sevens.view.clock import draw_clock
from tabletop.games.sevens.view.layout import MatchLayout, layout_for
from tabletop.input.actions import CONTACT_ACTIONS, Action, Hover, Press, Twist
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push, Scene, SceneStack
from tabletop.ui.draw.shapes import stone
from tabletop.ui.draw.wood import ground
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.page import Plate, draw_round_button

ROOM_STONE_RADIUS: Final = 110.0
"""The radius of the arranging player's stone on the primary display."""


class MatchBoard(Protocol):
    """A scene of a match whose board may be shown on either display."""

    context: MatchContext
    phase: BasePhase

    @property
    def head(self) -> Text:
        """How far the match has come."""

    def do(self, action: Action, /) -> Change:
        """Handles an action on the board."""

    def pass_time(self, dt: float, /) -> Change:
        """Lets time go by for the match."""

    def rests(self) -> float:
        """Seconds until something changes by itself."""

    def draw_board(self, frame: Frame, /) -> None:
        """Draws the board and all about it."""

    def follow(self) -> None:
        """Shows the phase that belongs to what has happened."""

    def pause(self) -> Change:
        """Asks what to do in the pause."""

    def let_go(self) -> None:
        """Hands let go of all pieces and buttons."""


class PrivateScreen:
    """The board on the secondary display, with the pages above it.

    Pages that everybody may see are handed on to the primary display.
    """

    def __init__(self, stage: MatchBoard, canvas: Canvas) -> None:
        self.canvas = canvas
        self._onward: Change = None
        # The arranging player sits close to that display.
        context = stage.context.window.context.override(projector=False)
        scene = _PrivateBoardScene(stage, self._keep_secret)
        self._stack = SceneStack(scene, canvas.with_context(context))

    def handle(self, action: Action) -> Change:
        """Handles an action there; gives a change for the primary display."""
        # On its own display every contact is a touch.
        self._stack.handle(replace(action, source="touch") if hasattr(action, "at") else action)
        return self._taken()

    def update(self, dt: float) -> Change:
        """Lets time go by for the match and the pages above it."""
        self._stack.update(dt)
        return self._taken()

    def wakes_in(self) -> float:
        return self._stack.wakes_in()

    def draw(self, frame: Frame) -> None:
        with frame.in_context(frame.context.override(projector=False)):
            self._stack.draw(frame)

    @property
    def writes(self) -> bool:
        """Whether keys are typing a name there."""
        return self._stack.running and self._stack.top.writes

    def close(self) -> None:
        """Closes the pages above the board."""
        self._stack.close()

    def _taken(self) -> Change:
        change, self._onward = self._onward, None
        return change

    def _keep_secret(self, change: Change) -> Change:
        """Keeps secret pages here, and hands on all others."""
        if isinstance(change, Push) and is_secret(change.scene):
            return change
        self._onward = change or self._onward
        return None


class _PrivateBoardScene(Scene):
    """The board, below all pages."""

    def __init__(self, stage: MatchBoard, sift: Callable[[Change], Change]) -> None:
        self._stage, self._sift = stage, sift

    def handle(self, action: Action, /) -> Change:
        return self._sift(self._stage.do(action))

    def update(self, dt: float, /) -> Change:
        return self._sift(self._stage.pass_time(dt))

    def wakes_in(self) -> float:
        return self._stage.rests()

    def draw(self, frame: Frame) -> None:
        self._stage.draw_board(frame)


def layout_for_room(context: MatchContext) -> MatchLayout:
    """The layout of the primary display meanwhile."""
    return layout_for(context.window)


def draw_for_room(frame: Frame, context: MatchContext, phase: BasePhase) -> None:
    """Draws who builds, the score, and the time if it is limited."""
    plan, canvas = layout_for_room(context), frame.canvas
    name = context.name(context.match.arranger)
    board = plan.board
    Plate(board, radius=40).draw(frame)
    x, y = board.centre
    radius = min(ROOM_STONE_RADIUS, board.h * 0.16)
    frame.put(
        stone(context.look(context.match.arranger), radius * canvas.scale), (x, y - board.h * 0.2)
    )
    said = say("sevens.apart.builds", "{name} builds a picture on another screen.", name=name)
    upper = Box(board.x + 60, y - board.h * 0.04, board.w - 120, board.h * 0.26)
    Label(said, upper, HEAD_SIZE, TEXT, True, "centre").draw(frame)
    below = Box(upper.x, upper.bottom, upper.w, board.h * 0.18)
    Label(_time_note(context), below, BODY_SIZE, TEXT, False, "centre").draw(frame)
    if phase.clock_runs:
        clock = phase.clock
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_score_strip(frame, context, plan.sheet)


def _time_note(context: MatchContext) -> Text:
    match = context.match
    return say(
        "sevens.computer.soon",
        "Soon {other} sees it, for {seconds} seconds.",
        other=context.name(match.guesser),
        seconds=round(match.look_seconds),
    )


def draw_idle_screen(frame: Frame) -> None:
    """Draws the secondary display while nothing is hidden."""
    canvas = frame.canvas
    said = say("sevens.apart.between", "Look at the large picture.")
    room = Box.around(canvas.box.centre, canvas.width - 160, canvas.height * 0.4)
    with frame.in_context(frame.context.override(projector=False)):
        Label(said, room, NAME_SIZE * 1.4, TEXT, True, "centre").draw(frame)


class TwoScreens:
    """Shows the board of a match on the primary display, or while somebody builds on another one.

    On the secondary display the arranging player builds; keys and touches there are theirs. On the
    primary display only the menu can be touched then. The secondary display is wanted as long as a
    projector shows the match; where it comes or goes meanwhile, the pieces stay as they lie.
    """

    def __init__(self, board: MatchBoard) -> None:
        self._board = board
        self._apart: PrivateScreen | None = None
        self._menu = ButtonGroup()
        """The menu of the primary display, while the board is on the other one."""

    @property
    def apart(self) -> bool:
        """Whether the board is on the secondary display."""
        return self._apart is not None

    @property
    def writes(self) -> bool:
        """Whether keys write a name on the secondary display."""
        return self._apart is not None and self._apart.writes

    def follow(self) -> bool:
        """Asks for the secondary display and follows its coming and going; whether that changed."""
        context, aside = self._board.context, self._board.context.table.secondary_display
        if context.for_a_room and context.match.phase is not Phase.OVER:
            aside.wanted = True
        elif aside.wanted:
            aside.release()
        canvas = aside.canvas if self._hidden else None
        if canvas == context.apart:
            return False
        if self._apart is not None:
            self._apart.close()
        self._board.let_go()
        context.apart = canvas
        self._apart = PrivateScreen(self._board, canvas) if canvas is not None else None
        return True

    @property
    def _hidden(self) -> bool:
        """Whether a picture is made that the room must not see."""
        context = self._board.context
        return context.for_a_room and context.match.phase is Phase.ARRANGE

    def release(self) -> None:
        """Gives the secondary display back."""
        self._board.context.table.secondary_display.release()

    def lay_out(self) -> None:
        if self._apart is not None:
            context = self._board.context
            menu = PushButton(MENU_KEY, layout_for_room(context).menu, icon="menu")
            self._menu.replace([menu])

    def handle(self, action: Action) -> Change:
        """An action on the primary display, while the board is on the other one."""
        if isinstance(action, CONTACT_ACTIONS):
            return self._board.pause() if self._menu.press(action) == MENU_KEY else None
        if isinstance(action, Press) and action.button is Key.MENU:
            return self._board.pause()
        return None if isinstance(action, Hover | Twist) else self.handle_secondary(action)

    def handle_secondary(self, action: Action) -> Change:
        """An action on the secondary display."""
        return None if self._apart is None else self._apart.handle(action)

    def update(self, dt: float) -> Change:
        """Lets time go by, while the board is on the secondary display."""
        assert self._apart is not None
        change = self._apart.update(dt)
        self._board.follow()
        return change

    def wakes_in(self) -> float:
        context = self._board.context
        if self._apart is None:
            waiting = context.table.secondary_display.canvas is not None
            return 0.0 if waiting and self._hidden else self._board.rests()
        if self._apart.canvas != context.table.secondary_display.canvas:
            return 0.0
        return self._apart.wakes_in()

    def draw(self, frame: Frame) -> None:
        """Draws the primary display, while the board is on the other one."""
        context = self._board.context
        with frame.in_context(context.window.context):
            frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
            plan = layout_for_room(context)
            draw_for_room(frame, context, self._board.phase)
            draw_banner(frame, context, context.match.arranger, plan.near)
            for button in self._menu.buttons:
                pressed = button.key in self._menu.held.values()
                draw_round_button(frame, button, pressed=pressed, focused=False)
            head = Label(self._board.head, plan.head, NAME_SIZE, TEXT, bold=True, most=2)
            head.draw(frame)

    def draw_secondary(self, frame: Frame) -> None:
        if self._apart is None:
            draw_idle_screen(frame)
        else:
            self._apart.draw(frame)
