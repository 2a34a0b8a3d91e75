"""What one person alone has on the screen, whichever way they play."""

from math import inf
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.bars import draw_bars
from tabletop.games.sevens.desk import Desk
from tabletop.games.sevens.part import NOTHING, Part
from tabletop.games.sevens.plan import plan_for
from tabletop.games.sevens.scene import MENU, PauseScene
from tabletop.input.actions import Action, Nudge, Press, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.ask import Answers
from tabletop.ui.canvas import Canvas
from tabletop.ui.choice import draw_answer
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Push, Scene
from tabletop.ui.sheet import round_button
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets import Buttons, PushButton
from tabletop.ui.wood import ground

NAMES: Final = (say("sevens.alone.you", "You"), say("sevens.alone.booklet", "Booklet"))


class LoneDesk(Desk):
    """A desk with one person at it; the other seat is the booklet's."""

    def name(self, seat: Seat) -> Text:
        return NAMES[seat]


class AloneScene(Scene):
    """A part, the two bars, the head with its menu. The upper bar tells how things stand."""

    def __init__(self, desk: LoneDesk, part: Part) -> None:
        self.desk = desk
        self.part = part
        self._menu = Buttons()

    # -- what a scene fills in ----------------------------------------------------------------

    @property
    def head(self) -> Text:
        """What this is, in two words."""
        return NOTHING

    @property
    def told(self) -> Text:
        """What the booklet's bar says."""
        return NOTHING

    @property
    def still(self) -> Text:
        """What the pause says about the time."""
        return say("sevens.pause.still", "The clock stands still, and the picture is covered.")

    @property
    def answers(self) -> Answers:
        """What can be chosen in the pause besides playing on and leaving."""
        return ()

    def answered(self, answer: str, /) -> Change:
        """What one of the `answers` does."""
        raise NotImplementedError(answer)

    def follow(self) -> None:
        """Puts the part in place that belongs to what has happened."""

    def draw_column(self, frame: Frame) -> None:
        """Draws what stands beside the board."""

    def draw_answers(self, frame: Frame) -> None:
        """Draws the words on buttons whose keys are ``question=number``."""

    # -- what follows -------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.desk.plan = plan_for(canvas)
        self.lay_out()

    def lay_out(self) -> None:
        """Fits everything to the desk's plan."""
        self._menu.replace([PushButton(MENU, self.desk.plan.menu, icon="menu")])
        self.part.fit()

    def resume(self) -> None:
        self.lay_out()

    def handle(self, action: Action, /) -> Change:
        # Keys have one of their own for the menu: they must not come to stand on it unseen.
        keys = isinstance(action, Walk | Nudge | Press)
        if not keys and self._menu.press(action) == MENU:
            return self.pause()
        match action:
            case Press(button=Key.MENU):
                return self.pause()
            case Press(button=Key.BACK):
                return None if self._taken_back(action) else self.pause()
            case _:
                pass
        change = self.part.handle(action)
        self.follow()
        return change

    def _taken_back(self, action: Action) -> bool:
        """Whether there was a piece in the hand, which the key laid back."""
        surface = self.part.surface
        return surface is not None and surface.enabled and surface.handle(action)

    def update(self, dt: float, /) -> Change:
        self.desk.now += dt
        change = self.part.update(dt)
        self.follow()
        return change

    def wakes_in(self) -> float:
        return max(0.0, min(self.part.wakes_in(), inf))

    def pause(self) -> Change:
        """Stops the time, covers the board, and asks what shall be."""
        answers: Answers = (
            ("on", say("sevens.pause.on", "Play on"), "main"),
            *self.answers,
            ("leave", say("sevens.alone.leave", "Leave"), "plain"),
        )
        return Push(PauseScene(say("sevens.pause", "Paused"), self.still, answers), self._paused)

    def _paused(self, answer: object) -> Change:
        if answer == "leave":
            return Pop()
        if isinstance(answer, str) and answer != "on":
            change = self.answered(answer)
            self.follow()
            return change
        return None

    def draw(self, frame: Frame) -> None:
        desk, part, plan = self.desk, self.part, self.desk.plan
        frame.put(ground(*desk.canvas.size), desk.canvas.box.centre)
        part.draw_wood(frame)
        if part.shows_column:
            self.draw_column(frame)
        part.draw_words(frame)
        self._draw_buttons(frame)
        self.draw_answers(frame)
        Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=1).draw(frame)
        draw_bars(frame, desk, part.seat, part.prompt, self.told, part.warning)

    def _draw_buttons(self, frame: Frame) -> None:
        buttons = self.part.buttons
        answers = [button for button in buttons.buttons if "=" in button.key]
        for button in answers:
            pressed, focused = button.key in buttons.held.values(), button.key == buttons.focus
            draw_answer(frame, button, pressed=pressed, focused=focused)
        plain = [button for button in buttons.buttons if button not in answers]
        Buttons(plain, buttons.held, buttons.focus).draw(frame)
        for button in self._menu.buttons:
            pressed = button.key in self._menu.held.values()
            round_button(frame, button, pressed=pressed, focused=False)

    def leave(self) -> None:
        self.part.leave()
