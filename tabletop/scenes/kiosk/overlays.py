"""Who looks after a table at which nobody may be: it lets the operator in, and notices who left."""

from collections.abc import Iterable
from math import inf

from tabletop.input.actions import Action, Button, Opening, Press, Quit
from tabletop.scenes.kiosk.closing import ClosingTime
from tabletop.scenes.kiosk.idle_watcher import IdleWatcher
from tabletop.scenes.kiosk.operator_unlock import OperatorUnlock
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Reset, SceneStack


class KioskOverlays:
    """Stands between the table's people and its scenes. It changes as things happen.

    The main loop shows it every action before the scenes see it, and lets it live in every turn.
    Like all that lives there it looks at no clock.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.way_in = OperatorUnlock(table)
        self.closing = ClosingTime(table)
        self.idleness = IdleWatcher(table)
        self._unlocking = False
        """Whether the operator is unlocking: the idle prompt is not shown meanwhile."""

    def sift(self, action: Action, scenes: SceneStack, canvas: Canvas) -> Action | None:
        """What of an action is left for the scenes; None where nothing is."""
        if isinstance(action, Opening):
            self.closing.heard(action)
            return None
        if self._table.locked and _would_leave(action):
            return None
        left = self.way_in.sift(action, scenes, canvas)
        return left if left is None or self._unlocking else self.idleness.sift(left, scenes)

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives what shall happen to the scenes, each done before the next."""
        yield from self.way_in.run(seconds, scenes)
        yield from self.closing.run(seconds, scenes)
        self._unlocking = self.way_in.is_open(scenes)
        if self._notices:
            for change in self.idleness.run(seconds, scenes):
                if isinstance(change, Reset):  # nobody is here any more
                    self._table.reset_guest_settings()
                yield change

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        idle = self.idleness.wakes_in(scenes) if self._notices else inf
        return min(self.way_in.wakes_in(scenes), self.closing.wakes_in(scenes), idle)

    def draw(self, frame: Frame) -> None:
        """Draws the overlays above the scenes; the unlock feedback above the blackout too."""
        if self._notices:
            self.idleness.draw(frame)
        self.closing.draw(frame)
        self.way_in.draw(frame)

    @property
    def _notices(self) -> bool:
        """Whether it is noticed who has left: under a cover time stands still."""
        return not (self._table.cover.lies or self._table.operator or self._unlocking)


def _would_leave(action: Action) -> bool:
    """Whether an action would end the program or shrink its window."""
    if isinstance(action, Press):
        return action.button in (Button.FULLSCREEN, Button.BLANK, Button.STILL)
    return isinstance(action, Quit)
