"""A match in which one may ask what a place means: by a long touch, or by the sign and a touch."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine import Spot, Text, say
from tabletop.input.actions import Action, Button, Cancel, Down, Drop, Press, Pull, Tap
from tabletop.scenes.glossary import GlossaryScene, Place
from tabletop.scenes.match_seats import SharedMatch
from tabletop.scenes.match_tools import SPOT, TOOL_KEY
from tabletop.ui.canvas import Point
from tabletop.ui.glossary import is_bare, meanings
from tabletop.ui.scene import Change, Push

HOLD: Final = 0.6
"""Seconds after which a finger that does not move asks what it lies on."""
ASK: Final = "ask"
ASKING: Final[Text] = say("glossary.ask", "Touch a place, and read what it is")


class GlossaryMatch(SharedMatch):
    """Adds the answers to "what is this?"."""

    _pressing: tuple[tuple[str, int], Point, float] | None = None
    """The finger that rests on the board: which, where, and for how long."""
    _asks = False
    """The next place that is touched is asked about."""
    _used: tuple[str, int] | None = None
    """The finger that asked: it means nothing else until it comes down again."""

    def _inquires(self, action: Action) -> tuple[bool, Change]:
        """Whether an action asks, and what comes of it; else it means what it always means."""
        match action:
            case Down(source=source, contact=contact, at=at):
                return self._points_at((source, contact), at)
            case Pull() | Tap() | Drop() | Cancel():
                self._pressing = None
                return (action.source, action.contact) == self._used, None
            case Press(button=Button.OK) if self._asks and self._hand.cursor is not None:
                return self._asks_by_key(self._hand.cursor)
            case Press(button=Button.BACK) if self._asks:
                self._ask_no_more()
                return True, None
            case _:
                return False, None

    def _points_at(self, number: tuple[str, int], at: Point) -> tuple[bool, Change]:
        """A finger came down. Asking, it does nothing else, whether there is an answer or not."""
        self._pressing = self._used = None
        button, place = self.buttons.at(at), self._place(at)
        if not self._asks:
            if button is None and place is not None:
                self._pressing = number, at, 0.0
            return False, None
        if button is not None and not button.key.startswith(SPOT):
            if button.key != f"{TOOL_KEY}{ASK}":
                self._ask_no_more()
            return False, None
        self._ask_no_more()
        self._used = number
        spot = place if button is None else button.key.removeprefix(SPOT)
        return True, self._explain(spot, at)

    def _asks_by_key(self, cursor: Spot) -> tuple[bool, Change]:
        """The keys' own touch: it asks about a place, and does what a button says."""
        if cursor in self._others():
            self._ask_no_more()
            return False, None
        self._ask_no_more()
        centres = {button.key: button.centre for button in self.buttons.buttons}
        middle = self._layout.board.centre
        return True, self._explain(cursor, centres.get(f"{SPOT}{cursor}", middle))

    def ask(self) -> None:
        """The sign was touched: the next place is explained; touched again, it is not."""
        if self._asks:
            self._ask_no_more()
        else:
            self._asks = True
            self.notices.tell(ASKING)

    def _ask_no_more(self) -> None:
        self._asks = False
        if self.notices.notice == ASKING:
            self.notices.quiet()

    def resume(self) -> None:
        """What rested on the board before another scene lay over it asks nothing now."""
        self._pressing = self._used = None
        super().resume()

    def _place(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.showing, at)

    def _explain(self, spot: Spot | None, at: Point) -> Change:
        """The plate with what is to be said of a place, towards whoever acts."""
        showing = self.showing
        said = meanings(self._view, showing, spot) if spot is not None else ()
        if not said:
            return None
        panel = self._layout.panels[showing.seat]
        where = self._view.points(showing).get(spot or "", at)
        place = Place(where, self._view.cell * 0.55)
        looks = self._view.looks
        scene = GlossaryScene(said, looks, place, panel.turns, panel.language)
        scene.percent = panel.percent
        return Push(scene)

    @property
    def _tools(self) -> Mapping[str, str]:
        return {**super()._tools, ASK: "close" if self._asks else "ask"}

    def wakes_in(self) -> float:
        soonest = super().wakes_in()
        return soonest if self._pressing is None else min(soonest, HOLD - self._pressing[2] + 0.001)

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if change is not None or self._pressing is None:
            return change
        number, at, spent = self._pressing
        self._pressing = number, at, spent + dt
        if spent + dt < HOLD:
            return None
        self._pressing = None
        place = self._place(at)
        if place is not None and is_bare(self._view, self.showing, place):
            return None  # a palm rests there, and nobody waits for it
        self._hand.cancel(number)
        change = self._explain(place, at)
        self._refresh()
        return change
