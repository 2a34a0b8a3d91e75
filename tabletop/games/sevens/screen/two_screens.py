"""A stage that shows the arranging player something else than the room, where there are screens."""

from math import inf

from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.apart import Apart, draw_between, draw_for_room, room_plan
from tabletop.games.sevens.screen.bars import draw_banner
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.stage import MENU, Stage
from tabletop.input.actions import CONTACTS, Action, Hover, Press, Twist
from tabletop.input.actions import Button as Key
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.manner import in_manner
from tabletop.ui.scene import Change
from tabletop.ui.sheet import round_button
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets import Buttons, PushButton
from tabletop.ui.wood import ground


class TwoScreens(Stage):
    """While somebody builds on a screen of their own, keys and that screen's hands are theirs.

    Of the picture for all only the menu is touched then. The screen is asked for as long as a match
    lasts that a projector shows; where it comes or goes meanwhile, the pieces stay as they lie.
    """

    def __init__(self, desk: Desk, part: Part) -> None:
        super().__init__(desk, part)
        self._apart: Apart | None = None
        self._hall = Buttons()
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
        self._apart = Apart(self, canvas) if canvas is not None else None
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
            with in_manner(self.desk.table.manner):
                menu = PushButton(MENU, room_plan(self.desk).menu, icon="menu")
            self._hall.replace([menu])

    # -- what happens ---------------------------------------------------------------------------

    def do(self, action: Action, /) -> Change:
        """Does what hands do to the board, on whichever screen it is."""
        return super().handle(action)

    def handle(self, action: Action, /) -> Change:
        if self._apart is None:
            return self.do(action)
        if isinstance(action, CONTACTS):
            pressed = self._hall.press(action) == MENU
            return self._under(self.pause()) if pressed else None
        if isinstance(action, Press) and action.button is Key.MENU:
            return self._under(self.pause())
        return None if isinstance(action, Hover | Twist) else self.handle_beside(action)

    def handle_beside(self, action: Action, /) -> Change:
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
            with in_manner(self.desk.table.manner):
                self._draw_hall(frame)

    def draw_board(self, frame: Frame, /) -> None:
        """Puts the board and all about it on a frame."""
        super().draw(frame)

    def draw_beside(self, frame: Frame) -> None:
        if self._apart is None:
            draw_between(frame)
        else:
            self._apart.draw(frame)

    def _draw_hall(self, frame: Frame) -> None:
        """Draws what all see while somebody builds on the other screen."""
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        plan = room_plan(self.desk)
        draw_for_room(frame, self.desk, self.part)
        draw_banner(frame, self.desk, self.desk.match.arranger, plan.near)
        for button in self._hall.buttons:
            pressed = button.key in self._hall.held.values()
            round_button(frame, button, pressed=pressed, focused=False)
        Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=2).draw(frame)
