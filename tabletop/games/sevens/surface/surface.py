"""A wooden board with a tray, on which pieces lie and hands move them."""

from collections.abc import Mapping, Sequence
from typing import Final

from tabletop.games.sevens.loose.moving import Happening
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import Point, length
from tabletop.games.sevens.surface.board import draw_board
from tabletop.games.sevens.surface.controls import RADIUS, TOUCH, Control, Controls
from tabletop.games.sevens.surface.figure_art import numbers_of
from tabletop.games.sevens.surface.hands import Hands, Hold
from tabletop.games.sevens.surface.scenery import Mark, Still, draw_pieces
from tabletop.games.sevens.surface.sight import BoardPlan, Sight, board_plan
from tabletop.games.sevens.table import PieceTable
from tabletop.input.actions import (
    Action,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Pull,
    Tap,
    Twist,
    Walk,
)
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame

__all__ = ["BoardPlan", "Mark", "Sight", "Surface", "board_plan"]

SAME: Final = 1e-6


class Surface:
    """A wooden board with a tray, on which pieces lie and hands move them.

    Actions come with the places where they really were on the canvas. It changes as hands do.
    """

    def __init__(
        self,
        pieces: PieceTable,
        *,
        step: float = 45.0,
        hold: Hold = "drag",
        numbers: Sequence[int] | None = None,
    ) -> None:
        """`numbers`: which pieces of the set these are, for their colours."""
        self.pieces = pieces
        self.hands = Hands(pieces, step, hold)
        kinds = [piece.kind for piece in pieces.pieces]
        self.numbers = tuple(numbers) if numbers is not None else numbers_of(kinds)
        self.marks: Mapping[int, Mark] = {}
        """What is said of pieces, by their numbers on the table."""
        self.outlines: tuple[Piece, ...] = ()
        """Dashed outlines to show: where a piece belongs."""
        self._enabled = True
        self._sight = Sight((0.0, 0.0), 1.0)
        self._controls = Controls()
        self._pressed: dict[int, Control | None] = {}
        """The control under each contact that came down on one; None once it has slipped off."""

    @property
    def sight(self) -> Sight:
        """How units lie on the canvas now."""
        return self._sight

    @property
    def enabled(self) -> bool:
        """False: hands are ignored, and what they held they let go."""
        return self._enabled

    @enabled.setter
    def enabled(self, on: bool) -> None:
        if self._enabled and not on:
            self.hands.let_go()
            self._pressed.clear()
        self._enabled = on

    @property
    def taken(self) -> int | None:
        """The piece that was taken up by a key or a tap."""
        return self.hands.taken

    @property
    def selected(self) -> int | None:
        """The piece beside which the controls are."""
        return self.hands.selected

    @property
    def controls(self) -> tuple[Control, ...]:
        """The controls that are to be seen now."""
        if not self._enabled:
            return ()
        pieces = self.pieces.pieces
        return tuple(control for control in self._controls.shown if not pieces[control.number].held)

    def unselect(self) -> None:
        """No piece is selected any more."""
        self.hands.lay_down()
        self.hands.selected, self.hands.keyed = None, False
        self._place_controls()

    def picture(self) -> Picture:
        """The pieces outside the tray; held ones where they are."""
        return self.pieces.picture()

    def fit(self, box: Box, turns: int, about: Point) -> None:
        """Fits the board to a box, given as seen by the seat that it is turned to.

        That is by so many quarter turns clockwise about a point of the window.
        """
        plan = board_plan(box.w / box.h)
        walls = self.pieces.walls
        if abs(walls.width - plan.width) > SAME or abs(walls.height - plan.height) > SAME:
            self.hands.let_go()
            tray = plan.tray if self.pieces.tray is not None else None
            self.pieces.set_walls(plan.width, plan.height, tray)
        self._sight = Sight.within(box, plan.width, plan.height, turns, about)
        self._controls.forget()
        self._place_controls()

    # Hands

    def handle(self, action: Action) -> bool:
        """What hands do here; True if it was for the surface."""
        if not self._enabled:
            return False
        taken = self._handle(action)
        if taken:
            self._place_controls()
        return taken

    def _handle(self, action: Action) -> bool:
        hands, sight = self.hands, self._sight
        match action:
            case Down(contact=contact, at=at):
                return self._down(contact, at)
            case Pull(contact=contact, at=at) if contact in self._pressed:
                control = self._pressed[contact]
                if control is not None and not self._on(control, at):
                    self._pressed[contact] = None
            case Tap(contact=contact) | Drop(contact=contact) if contact in self._pressed:
                self._do(self._pressed.pop(contact))
            case Cancel(contact=contact) if contact in self._pressed:
                del self._pressed[contact]
            case Pull(contact=contact, at=at) if hands.knows(contact):
                hands.pull(contact, sight.to_units(at))
            case Tap(contact=contact) if hands.knows(contact):
                hands.tap(contact)
            case Drop(contact=contact, at=at) if hands.knows(contact):
                hands.drop(contact, sight.to_units(at))
            case Cancel(contact=contact) if hands.knows(contact):
                hands.cancel(contact)
            case Twist(at=at, by=by):
                return hands.twist(sight.to_units(at), by)
            case Walk(by=by):
                hands.walk(by, self._way(action))
            case Nudge(dx=dx, dy=dy):
                return hands.nudge(*self._pointed(action, dx, dy))
            case Press(button=button):
                return hands.press(button)
            case _:
                return False
        return True

    def _down(self, contact: int, at: Point) -> bool:
        control = next((c for c in self.controls if self._on(c, at)), None)
        if control is not None:
            self._pressed[contact] = control
            return True
        place = self._sight.to_units(at)
        if not self.pieces.walls.keeps((place,)):
            return False
        self.hands.down(contact, place)
        return True

    def _way(self, action: Walk) -> int:
        """1 where keys point as the board lies, -1 where they point the other way."""
        return -1 if self._sight.turns == 2 and action.seat is None else 1

    def _pointed(self, action: Nudge, dx: int, dy: int) -> tuple[int, int]:
        """The way that keys point, on the board as its seat sees it.

        A seat's own box or pad points as that seat sees it, a keyboard as the screen does.
        """
        turns = self._sight.turns if action.seat is None else 0
        for _ in range(turns):
            dx, dy = dy, -dx
        return dx, dy

    def _on(self, control: Control, at: Point) -> bool:
        return length(self._sight.to_canvas(control.at), at) <= TOUCH

    def _do(self, control: Control | None) -> None:
        if control is None:
            return
        self.hands.selected = control.number
        self._controls.tapped(control.number)
        if control.deed == "flip":
            self.hands.flip()
        else:
            self.hands.turn(control.number, 1 if control.deed == "right" else -1)

    # Time

    def update(self, dt: float) -> list[Happening]:
        """Lets `dt` seconds go by, and gives what the pieces did in them."""
        self.hands.update(dt)
        self._controls.update(dt)
        happened = self.pieces.step(dt)
        self._place_controls()
        return happened

    def wakes_in(self) -> float:
        """Seconds until something here moves by itself."""
        return self._controls.wakes_in() if self.pieces.asleep else 0.0

    # What is seen

    def draw(self, frame: Frame) -> None:
        """Puts the board and all on it on a frame; for it no turn of the frame is needed."""
        walls, tray = self.pieces.walls, self.pieces.tray
        draw_board(frame, self._sight, walls.width, walls.height, tray)
        draw_pieces(frame, self._sight, self.pieces, self._still)

    @property
    def _still(self) -> Still:
        hands = self.hands
        return Still(
            self.numbers,
            self.marks,
            self.outlines,
            hands.selected if hands.keyed and self._enabled else None,
            hands.places if self._enabled else (),
            self.controls,
            tuple(control for control in self._pressed.values() if control is not None),
        )

    def _place_controls(self) -> None:
        self._controls.place(self.pieces, self.hands.selected, RADIUS / self._sight.unit, -1.0)
