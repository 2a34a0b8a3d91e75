"""Before the clock runs: the picture is ready, and then it is looked at for a few seconds."""

from math import inf
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.phases.curtain import draw_curtain
from tabletop.games.sevens.phases.page import SeatAsk
from tabletop.games.sevens.phases.part import WARNED, Clock, Part
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.wood import Wood
from tabletop.ui.ask import Answers
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import row, stacked
from tabletop.ui.theme import CREAM, HEAD_SIZE, RESULT_SIZE
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0
NARROW: Final = 300.0
"""The least width of a button that has room for two words in the size for a room."""


class WatchingPart(Part):
    """The guessing player before the bare board; there is nothing to move."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.wood = Wood(desk)

    @property
    def seat(self) -> Seat:
        return self.desk.match.guesser

    def lay_out(self) -> None:
        self.wood.fit(self.turns)


class ReadyPart(WatchingPart):
    """The picture lies under the curtain; the guessing player says when the look begins."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._stands = 0.0
        """Seconds for which it is still said that a disputed picture stands."""

    @property
    def prompt(self) -> Text:
        seconds = round(self.desk.match.look_seconds)
        if self._stands > 0:
            name = self.desk.name(self.desk.match.arranger)
            return say(
                "sevens.dispute.stands",
                "{name} says that it is real, so it stands. Touch Look when you are ready.",
                name=name,
            )
        if self.desk.exposed and not self._drawn:
            return say(
                "sevens.ready.room",
                "All may look again. {name}, touch Look: you see it for {seconds} seconds.",
                name=self.desk.name(self.seat),
                seconds=seconds,
            )
        if self._drawn:
            return say(
                "sevens.ready.drawn",
                "Time was up: the booklet chose. You see it for {seconds} seconds.",
                seconds=seconds,
            )
        return say(
            "sevens.ready",
            "Touch Look when you are ready. You see it for {seconds} seconds.",
            seconds=seconds,
        )

    @property
    def told(self) -> Text:
        name = self.desk.name(self.seat)
        if self._drawn:
            return say(
                "sevens.ready.drawn.told",
                "Time was up: the booklet chose. Now {name} looks.",
                name=name,
            )
        return say("sevens.ready.told", "Now {name} looks, and then rebuilds it.", name=name)

    @property
    def _drawn(self) -> bool:
        """Whether the time to arrange ran out."""
        events = self.desk.match.events
        return bool(events) and events[-1].name == "drawn"

    def lay_buttons(self) -> list[PushButton]:
        actions = self.desk.plan.actions
        dispute, look = row(actions, 2, GAP)
        # NOTE for translators: a narrow button; keep it on two lines.
        odd = say("sevens.dispute", "Not a\nreal thing?")
        if least() and actions.w < 2 * NARROW:
            # Beside each other they would have no room for words that large.
            dispute, look = stacked(actions, [(actions.h - GAP) / 2] * 2, GAP)
            odd = say("sevens.dispute.broad", "Not a real thing?")
        return [
            PushButton("dispute", dispute, odd, "unreal" if least() else "", size=38),
            PushButton("look", look, say("sevens.look", "Look"), "eye", "main", HEAD_SIZE),
        ]

    def pressed(self, key: str, /) -> Change:
        match = self.desk.match
        if key == "look":
            match.look(self.desk.now)
            return None
        name = self.desk.name(match.arranger)
        if self.desk.level(match.arranger) is not None:
            # It makes another one, but not for ever: its figures are the booklet's.
            match.dispute(self.desk.now, agreed=match.events[-2].name != "disputed")
            self._stands = WARNED
            return None
        question = say("sevens.dispute.ask", "Make another picture?")
        detail = say(
            "sevens.dispute.detail",
            "{name}, the other player says that “{thing}” is not a real thing.",
            name=name,
            thing=called(match.name),
        )
        yes = say("sevens.dispute.yes", "Agreed: another one")
        no = say("sevens.dispute.no", "No, it is real")
        answers: Answers = (("yes", yes, "plain"), ("no", no, "main"))
        scene = SeatAsk(self.desk, match.arranger, question, detail, answers)
        return Push(scene, self._disputed)

    def _disputed(self, answer: object) -> Change:
        if answer is not None:
            self.desk.match.dispute(self.desk.now, agreed=answer == "yes")
        if answer == "no":
            self._stands = WARNED
        return None

    def update(self, dt: float, /) -> Change:
        self._stands = max(0.0, self._stands - dt)
        return super().update(dt)

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self._stands if self._stands > 0 else inf)

    def draw_wood(self, frame: Frame) -> None:
        self.wood.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        board = self.desk.plan.board
        draw_curtain(frame, board, 0.0)
        name = Box(board.x + 60, board.centre[1] - 190, board.w - 120, 380)
        Label(called(self.desk.match.name), name, RESULT_SIZE, CREAM, True, "centre", most=2).draw(
            frame
        )


class LookPart(WatchingPart):
    """The picture itself, for as long as the look lasts."""

    @property
    def prompt(self) -> Text:
        return say(
            "sevens.looking", "{name}: remember how it lies.", name=called(self.desk.match.name)
        )

    @property
    def told(self) -> Text:
        name = self.desk.name(self.seat)
        return say("sevens.looking.told", "{name} looks at your picture.", name=name)

    @property
    def clock(self) -> Clock:
        match = self.desk.match
        left = match.look_left or 0.0
        # NOTE for translators: small, below the seconds left on a round clock.
        seconds = say("sevens.looking.clock", "to look")
        return Clock(left, match.look_seconds, seconds)

    def draw_wood(self, frame: Frame) -> None:
        match = self.desk.match
        self.wood.draw(frame)
        if match.target is not None:
            self.wood.draw_picture(frame, match.target, seams=match.terms.seams)

    @property
    def clock_runs(self) -> bool:
        return True
