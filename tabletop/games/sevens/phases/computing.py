"""What a computer player does besides moving pieces: it arranges, and looks."""

from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.levels import Talent, talent_of
from tabletop.games.sevens.computer.situations import arrangement, build_seconds
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.phases.building import BuildingPart
from tabletop.games.sevens.phases.curtain import draw_curtain
from tabletop.games.sevens.phases.looking import LookPart, ReadyPart, WatchingPart
from tabletop.games.sevens.phases.rebuilding import finish_button
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton

ABOUT: Final = 1.6
"""Seconds after which it looks at a picture that is ready."""
RECENT: Final = 24
"""Figures that computer players do not take again, of those that they took last."""
_TAKEN: Final = "sevens.figures"


class BuildPart(BuildingPart, WatchingPart):
    """A computer player arranges, behind a closed curtain: there is nothing to be seen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._left = build_seconds(desk.match, self._talent)

    @property
    def _talent(self) -> Talent:
        level = self.desk.level(self.seat)
        assert level is not None
        return talent_of(level)

    # -- what is said -------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self.desk.match.arranger

    @property
    def prompt(self) -> Text:
        name = self.desk.name(self.seat)
        events = self.desk.match.events
        if events and events[-1].name == "disputed":
            return say("sevens.dispute.agreed", "Agreed: {name} makes another picture.", name=name)
        return say("sevens.computer.builds", "{name} builds a picture.", name=name)

    @property
    def told(self) -> Text:
        match, other = self.desk.match, self.desk.name(self.desk.match.guesser)
        seconds = round(match.look_seconds)
        return say(
            "sevens.computer.soon",
            "Soon {other} sees it, for {seconds} seconds.",
            other=other,
            seconds=seconds,
        )

    # -- what is done -------------------------------------------------------------------------

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self._left = 0.0
        self._show()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._left -= dt
        if self._left <= 0 and self.desk.match.phase is Phase.ARRANGE:
            self._show()
        return change

    def _show(self) -> None:
        desk, match = self.desk, self.desk.match
        while match.pending is not None:
            match.deny(desk.now)  # it accuses nobody, also of what was said before it came
        self.give(arrangement(match, self._talent, taken(desk.table)))

    def give(self, made: Arrangement) -> None:
        """Shows what was made, and remembers that it was taken."""
        desk = self.desk
        desk.match.arranged(desk.now, made.name, made.picture, made.unveil)
        desk.table.chosen[_TAKEN] = (*taken(desk.table), made.name)[-RECENT:]

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))

    def draw_wood(self, frame: Frame) -> None:
        self.wood.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        label = say(
            "sevens.computer.cloth", "{name} builds a picture", name=self.desk.name(self.seat)
        )
        draw_curtain(frame, self.desk.plan.board, 0.0, label)


def taken(table: Table) -> tuple[str, ...]:
    """The figures that computer players took last, in any match at this table."""
    names = table.chosen.get(_TAKEN, ())
    return tuple(map(str, names)) if isinstance(names, tuple) else ()


class AboutToLookPart(ReadyPart):
    """The picture is ready, and a computer player is about to look at it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._left = ABOUT

    @property
    def prompt(self) -> Text:
        name, seconds = self.desk.name(self.seat), round(self.desk.match.look_seconds)
        return say(
            "sevens.computer.about",
            "{name} is about to look, for {seconds} seconds.",
            name=name,
            seconds=seconds,
        )

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        self._look()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._left -= dt
        if self._left <= 0 and self.desk.match.phase is Phase.READY:
            self._look()
        return change

    def _look(self) -> None:
        self.desk.match.look(self.desk.now)

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))


class ItLooksPart(LookPart):
    """A computer player looks: the picture, for as long as the look lasts."""

    @property
    def prompt(self) -> Text:
        name, thing = self.desk.name(self.seat), called(self.desk.match.name)
        return say("sevens.computer.looks", "{name} looks at “{thing}”.", name=name, thing=thing)

    def lay_buttons(self) -> list[PushButton]:
        return [finish_button(self.desk)]

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button
        self.desk.hurry()
        return None

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        desk, match = self.desk, self.desk.match
        if desk.hurries and match.phase is Phase.LOOK:
            # The rest of the look goes by at once.
            desk.now += match.look_left or 0.0
            match.advance(desk.now)
        return change

    def wakes_in(self) -> float:
        return 0.0 if self.desk.hurries else super().wakes_in()
