"""The match on the screen: the parts of its phases, one after the other, and what is round them."""

from collections.abc import Callable
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.bars import draw_bars
from tabletop.games.sevens.clock_face import draw_clock, warm_clock
from tabletop.games.sevens.desk import Desk
from tabletop.games.sevens.match import Phase, SevensMatch
from tabletop.games.sevens.part import Part
from tabletop.games.sevens.parts import part_for
from tabletop.games.sevens.plan import plan_for
from tabletop.games.sevens.score_strip import draw_strip
from tabletop.input.actions import Action, Cancel, Down, Drop, Press, Pull, Tap
from tabletop.input.actions import Button as Key
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Push, Scene
from tabletop.ui.sheet import round_button
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets import Buttons, PushButton, Style
from tabletop.ui.wood import ground

MENU: Final = "menu"
CONTACTS: Final = (Down, Pull, Tap, Drop, Cancel)


class SevensScene(Scene):
    """A match of two. Pops with "again" or None."""

    def __init__(self, desk: Desk, keep: Callable[[SevensMatch], None]) -> None:
        """`keep` is called with the match whenever something has happened in it."""
        self.desk = desk
        self._keep = keep
        self._kept = -1
        self.part: Part = part_for(desk)
        self._shown = self._moment()
        self._menu = Buttons()

    # -- laying out ---------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.desk.plan = plan_for(canvas)
        warm_clock(canvas, self.desk.plan.clock)
        self._fit()

    def _fit(self) -> None:
        self._menu.replace([PushButton(MENU, self.desk.plan.menu, icon="menu")])
        self.part.fit()

    def resume(self) -> None:
        self._fit()

    # -- what happens -------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        near = self.desk.near(action, self.part.seat)
        # The keys have one of their own for the pause, and must not find this button by walking.
        if isinstance(near, CONTACTS) and self._menu.press(near) == MENU:
            return self.pause()
        match action:
            case Press(button=Key.MENU):
                return self.pause()
            case Press(button=Key.BACK) if not self._part_takes(action):
                return self.pause()
            case Press(button=Key.BACK):
                return None
            case _:
                pass
        change = self.part.handle(action)
        self._follow()
        return change

    def _part_takes(self, action: Action) -> bool:
        """Whether the part had something to take back (a piece in the hand)."""
        surface = self.part.surface
        return surface is not None and surface.enabled and surface.handle(action)

    def update(self, dt: float, /) -> Change:
        desk, match = self.desk, self.desk.match
        due = match.next_due
        if due is not None and desk.now + dt >= due:
            self.part.tell()
        desk.now += dt
        match.advance(desk.now)
        self._follow()
        change = self.part.update(dt)
        self._follow()
        return change

    def _moment(self) -> tuple[object, ...]:
        match = self.desk.match
        return match.phase, match.round, match.turn_in_round, len(match.turns), match.arranger

    def _follow(self) -> None:
        """Puts the part in place that the match has come to, and keeps what happened."""
        moment = self._moment()
        if moment != self._shown:
            before, self._shown = self.part, moment
            self.part = part_for(self.desk, before)
            if self.part is not before:
                before.leave()
            self._fit()
        events = len(self.desk.match.events)
        if events != self._kept:
            self._kept = events
            self._keep(self.desk.match)

    def wakes_in(self) -> float:
        match = self.desk.match
        if self._moment() != self._shown:
            return 0.0  # a question above was answered, and the match has gone on
        waits = [self.part.wakes_in()]
        if match.next_due is not None:
            waits.append(match.next_due - self.desk.now)
        return max(0.0, min(waits, default=inf))

    # -- the pause ----------------------------------------------------------------------------

    def pause(self) -> Change:
        """Stops the time and asks what shall be."""
        match = self.desk.match
        answers: list[tuple[str, Text, Style]] = [("on", say("sevens.pause.on", "Play on"), "main")]
        if self.desk.rules is not None:
            answers.append(("rules", say("sevens.pause.rules", "Rules"), "plain"))
        words = "Sit on one side" if self.desk.facing else "Sit face to face"
        answers.append(("facing", say(f"sevens.pause.{self.desk.facing}", words), "plain"))
        if match.phase is not Phase.OVER:
            answers.append(("end", say("sevens.pause.end", "End the match"), "plain"))
        answers.append(("leave", say("sevens.pause.leave", "Leave (the match is kept)"), "plain"))
        still = say("sevens.pause.still", "The clock stands still, and the picture is covered.")
        turns = 2 if self.part.turned else 0
        scene = PauseScene(say("sevens.pause", "Paused"), still, tuple(answers), turns)
        return Push(scene, self._paused)

    def _paused(self, answer: object) -> Change:
        match answer:
            case "rules" if self.desk.rules is not None:
                return Push(self.desk.rules())
            case "facing":
                self.desk.facing = not self.desk.facing
                self._fit()
            case "end":
                return Push(self._ask_end(), self._ended)
            case "leave":
                return Pop()
            case _:
                pass
        return None

    def _ask_end(self) -> Scene:
        seat = self.part.seat
        question = say("sevens.end", "End this match?")
        detail = say("sevens.end.detail", "It cannot be taken up again.")
        no = say("sevens.end.no", "Play on")
        up = say("sevens.end.up", "{name} gives up", name=self.desk.name(seat))
        both = say("sevens.end.both", "Both stop: nobody wins")
        answers: Answers = (("no", no, "main"), ("up", up, "plain"), ("both", both, "plain"))
        return AskScene(question, detail, answers, 2 if self.part.turned else 0)

    def _ended(self, answer: object) -> Change:
        match = self.desk.match
        if match.phase is not Phase.OVER:
            if answer == "up":
                match.resign(self.desk.now, self.part.seat)
            elif answer == "both":
                match.agree(self.desk.now)
            self._follow()
        return None

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        desk, part, plan = self.desk, self.part, self.desk.plan
        middle = desk.canvas.box.centre
        frame.put(ground(*desk.canvas.size), middle)
        part.draw_wood(frame)
        with frame.turned(2 if part.turned else 0, middle):
            if part.shows_column:
                self._draw_column(frame)
            part.draw_words(frame)
            part.draw_buttons(frame)
            for button in self._menu.buttons:
                pressed = button.key in self._menu.held.values()
                round_button(frame, button, pressed=pressed, focused=False)
            words = Label(self._round(), plan.head, NAME_SIZE, TEXT, bold=True, most=1)
            words.draw(frame)
        draw_bars(frame, desk, part.seat, part.prompt, part.told, part.warning)

    def _round(self) -> Text:
        match = self.desk.match
        if match.phase is Phase.TOSS:
            return say("sevens.title", "Sevens")
        if match.phase is Phase.OVER:
            return say("sevens.after", "After the match")
        return say("sevens.round_of", "Round {number} of 3", number=match.round + 1)

    def _draw_column(self, frame: Frame) -> None:
        plan, clock = self.desk.plan, self.part.clock
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
        draw_strip(frame, self.desk, plan.sheet)

    def leave(self) -> None:
        self.part.tell()
        self.part.leave()
        self._keep(self.desk.match)


class PauseScene(AskScene):
    """The pause: what lies on the board is covered, so that nobody looks while the clock stands."""

    covers = True

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        with frame.turned(self.turns, self.middle):
            self.draw_content(frame)
