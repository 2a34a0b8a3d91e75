"""What every scene of Sevens has: a part, the two bars, the head with its menu, and the pause."""

from math import inf
from threading import Thread
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.phases.part import NOTHING, Part
from tabletop.games.sevens.rules import silhouette
from tabletop.games.sevens.screen.bars import draw_bars
from tabletop.games.sevens.screen.desk import Desk
from tabletop.input.actions import CONTACTS, Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.saying import Saying, focus_saying
from tabletop.ui.scene import Change, Pop, Push, Scene
from tabletop.ui.sheet import confirming, round_button
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets import Buttons, PushButton
from tabletop.ui.wood import ground

MENU: Final = "menu"


class Stage(Scene):
    """One part at a time, and what is round it."""

    def __init__(self, desk: Desk, part: Part) -> None:
        self.desk = desk
        self.part = part
        self._menu = Buttons()
        self._laid_for: Seat | None = None
        """The seat for which all was laid out."""
        Thread(target=_warm, daemon=True).start()

    # -- what a scene fills in ----------------------------------------------------------------

    @property
    def head(self) -> Text:
        """What this is, or how far it has come, in a few words."""
        return NOTHING

    @property
    def told(self) -> Text:
        """What the other seat's bar says."""
        return self.part.told

    @property
    def answers(self) -> Answers:
        """What can be chosen in the pause besides playing on and leaving."""
        return ()

    @property
    def leaving(self) -> Text:
        """What the pause calls leaving."""
        return say("sevens.alone.leave", "Leave")

    @property
    def still(self) -> Text:
        """What the pause says about the time and the board."""
        if self.part.clock_runs:
            return say("sevens.pause.still", "The clock stands still, and the picture is covered.")
        if self.part.surface is not None:
            return say("sevens.pause.covered", "The picture is covered.")
        return NOTHING

    def answered(self, answer: str, /) -> Change:
        """What one of the `answers` does."""
        raise NotImplementedError(answer)

    def refuses(self, action: Action, /) -> bool:
        """Whether an action is by a hand that is not asked now."""
        del action  # here anybody may do anything
        return False

    def follow(self) -> None:
        """Puts the part in place that belongs to what has happened."""

    def draw_column(self, frame: Frame) -> None:
        """Draws what stands beside the board, turned as all words are."""

    def draw_answers(self, frame: Frame) -> None:
        """Draws the words on buttons whose keys are ``question=number``."""

    # -- what follows -------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._let_go()
        self.desk.window = canvas
        self.follow()
        self.lay_out()

    def lay_out(self) -> None:
        """Fits everything to the desk's plan, which is that of the seat that is asked."""
        seat = self.part.seat
        self.desk.acting = self._laid_for = seat
        with self.desk.manner_of(seat):
            self._menu.replace([PushButton(MENU, self.desk.plan.menu, icon="menu")])
            self.part.fit()

    def resume(self) -> None:
        self.lay_out()

    def handle(self, action: Action, /) -> Change:
        with self.desk.manner_of(self.part.seat):
            change = self._handled(action)
        if self._laid_for != self.part.seat:
            self.lay_out()  # another seat is asked now
        return self._under(change)

    def _under(self, change: Change) -> Change:
        """The same change; nothing is held on here under a page that comes to lie above."""
        if isinstance(change, Push):
            self._let_go()
            seat = self.part.seat
            change.scene.language = change.scene.language or self.desk.language(seat)
            change.scene.percent = change.scene.percent or self.desk.size(seat)
        return change

    def _let_go(self) -> None:
        self._menu.held.clear()
        self.part.let_go()

    def _handled(self, action: Action) -> Change:
        if self.refuses(action):
            return None
        action, desk = confirming(action), self.desk
        near = desk.near(action, self.part.seat)
        # The keys have one of their own for the pause, and must not find this button by walking.
        mine = desk.apart is None
        if mine and isinstance(near, CONTACTS) and self._menu.press(near) == MENU:
            return self.pause()
        match action:
            case Press(button=Key.MENU):
                return self.pause()
            case Press(button=Key.BACK):
                back = self._taken_back(action) or self.part.step_back()
                return None if back else self.pause()
            case _:
                pass
        if self.part.deaf and self._presses(near):
            return None
        change = self.part.handle(action)
        self.follow()
        return change

    def _presses(self, near: Action) -> bool:
        """Whether an action would press a button of the part."""
        match near:
            case Down(at=at):
                return self.part.buttons.at(at) is not None
            case Press(button=Key.OK):
                return True
            case _:
                return False

    def show(self, part: Part, *, first: bool = False) -> None:
        """Puts another part in the place of the present one; the first may be touched at once."""
        if part is not self.part:
            self.part = part
            if not first:
                part.hush()
        self.lay_out()

    def _taken_back(self, action: Action) -> bool:
        """Whether there was a piece in the hand, which the key laid back."""
        surface = self.part.surface
        return surface is not None and surface.enabled and surface.handle(action)

    def update(self, dt: float, /) -> Change:
        with self.desk.manner_of(self.part.seat):
            change = self._updated(dt)
        if self._laid_for != self.part.seat:
            self.lay_out()
        return self._under(change)

    def _updated(self, dt: float) -> Change:
        """Lets time go by for the match and for its part."""
        desk, match = self.desk, self.desk.match
        due = match.next_due
        if due is not None and desk.now + dt >= due:
            self.part.tell()
        desk.now += dt
        match.advance(desk.now)
        self.follow()
        change = self.part.update(dt)
        self.follow()
        return change

    def wakes_in(self) -> float:
        due = self.desk.match.next_due
        return max(0.0, min(self.part.wakes_in(), inf if due is None else due - self.desk.now))

    # -- the pause ----------------------------------------------------------------------------

    def pause(self) -> Change:
        """Stops the time, covers the board, and asks what shall be."""
        answers: Answers = (
            ("on", say("sevens.pause.on", "Play on"), "main"),
            *self._sound(),
            *self.answers,
            ("leave", self.leaving, "plain"),
        )
        paused = say("sevens.pause", "Paused")
        return Push(CoveringAsk(paused, self.still, answers, self.turns), self._paused)

    def _sound(self) -> Answers:
        """What leads to the volumes, where somebody has brought their page."""
        if self.desk.sound is None:
            return ()
        return (("sound", say("sevens.pause.sound", "Sound"), "plain"),)

    @property
    def turns(self) -> int:
        """Quarter turns of what is asked of the acting seat."""
        return self.part.turns

    def _paused(self, answer: object) -> Change:
        if answer == "leave":
            return Pop()
        if answer == "sound" and self.desk.sound is not None:
            return Push(self.desk.sound())
        if isinstance(answer, str) and answer != "on":
            change = self.answered(answer)
            self.follow()
            return change
        return None

    def sayings(self) -> tuple[Saying, ...]:
        """What the seat that is asked is told; not what counts down beside a clock."""
        part, language = self.part, self.desk.language(self.part.seat)
        focus = focus_saying(part.buttons.buttons, part.buttons.focus)
        if part.counts:
            return focus
        return (Saying("prompt", part.warning or part.prompt, language), *focus)

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        with self.desk.manner_of(self.part.seat):
            self._draw(frame)
            draw_bars(frame, self.desk, self.part, self.told)

    def _draw(self, frame: Frame) -> None:
        """Draws what is turned to the acting seat, in its language."""
        desk, part, plan = self.desk, self.part, self.desk.plan
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        part.draw_wood(frame)
        with frame.turned(self.turns, desk.about(part.seat)):
            if part.shows_column:
                self.draw_column(frame)
            part.draw_words(frame)
            part.draw_buttons(frame)
            self.draw_answers(frame)
            for button in self._menu.buttons if desk.apart is None else ():
                pressed = button.key in self._menu.held.values()
                round_button(frame, button, pressed=pressed, focused=False)
            lines = 2 if plan.alone else 1
            Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=lines).draw(frame)


def _warm() -> None:
    """Reads what no frame should wait for: the library that compares silhouettes, the booklet."""
    silhouette.warm()
    booklet()


class CoveringAsk(AskScene):
    """A question that covers the board, so that nobody looks at it while the clock stands."""

    covers = True

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        with frame.turned(self.turns, self.middle):
            self.draw_content(frame)
