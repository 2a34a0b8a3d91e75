"""The visitors of a kiosk: people who play, look or leave, and the operator."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tabletop.scenes.match.scene import MatchScene
from tools.virtual import posted_events
from tools.virtual.posted_events import Place
from tools.virtual.random_input import Deed, Monkey, buttons_of, open_spots, place_of, touchable
from tools.virtual.virtual_table import STEP, VirtualTable

THINKS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds that people look before they touch."""
LONG: Final = 0.25
"""Seconds from turn to turn where nobody is there: as much as the loop lets animations have."""
LEADS_ON: Final = ("start", "computer", "play", "again", "ready", "go", "done", "next", "yes", "ok")
"""What buttons that lead into a game and through it are called, or begin with."""
LEADS_BACK: Final = ("back", "menu", "leave", "close")


class Visitor:
    """Somebody at the table, who sees what a person sees. It changes as it comes and goes."""

    def __init__(self, luck: Random, table: VirtualTable) -> None:
        self._luck = luck
        self._table = table
        self._finger = 1_000_000 + luck.randrange(1_000_000)
        self.seen: set[str] = set()
        """The names of the scenes that were on top."""

    # -- what hands do --------------------------------------------------------------------------

    def touch(self, at: Place) -> Iterator[Deed]:
        """Touches a place as people do."""
        self._finger += 1
        yield Deed("touch", [posted_events.down(at, self._finger)], STEP)
        yield Deed("touch", [posted_events.up(at, self._finger)], STEP)

    def wait(self, seconds: float, step: float = STEP) -> Iterator[Deed]:
        """Looks on."""
        end = self._table.app.time + seconds
        while self._table.app.time < end:
            moves = self._table.app.scenes.wakes_in() <= 0
            yield Deed("waits", [], step if moves else 2.0)

    def button(self, *names: str) -> Place | None:
        """Where the first button of the topmost scene lies whose name begins with one of these."""
        buttons = [button for button in buttons_of(self._table.top) if button.enabled]
        for name in names:
            fitting = [b for b in buttons if str(b.key).startswith(name)]
            if fitting:
                return place_of(self._table, self._luck.choice(fitting).centre)
        return None

    # -- who comes ------------------------------------------------------------------------------

    def plays(self, touches: int) -> Iterator[Deed]:
        """Plays some game sensibly, for so many touches, and starts again where one is over."""
        for _ in range(touches):
            yield from self.wait(self._luck.choice(THINKS))
            yield from self.touch(self._next())

    def _next(self) -> Place:
        """Where somebody touches who wants to play."""
        top = self._table.top
        self.seen.add(type(top).__name__)
        spots = list(_open_spots(self._table))
        if spots and self._luck.random() < 0.9:
            return self._luck.choice(spots)
        games = self.button("game:")
        if games is not None and self._luck.random() < 0.9:
            return games
        on = self.button(*self._luck.sample(LEADS_ON, len(LEADS_ON)))
        if on is not None and self._luck.random() < 0.7:
            return on
        anything = list(touchable(self._table))
        middle = (self._luck.uniform(0.2, 0.8), self._luck.uniform(0.2, 0.8))
        return self._luck.choice(anything) if anything else middle

    def leaves(self) -> Iterator[Deed]:
        """Goes back to where the next one begins, as polite people do."""
        for _ in range(12):
            back = self.button(*LEADS_BACK)
            if back is None:
                return
            yield from self.touch(back)
            yield from self.wait(1.0)

    def bangs(self, deeds: int) -> Iterator[Deed]:
        """A child that wants to see what happens."""
        # Nobody exchanges the screen of a kiosk: its pictures are made for one size.
        monkey = Monkey(self._luck.getrandbits(40), self._table, resizes=False).deeds()
        for _ in range(deeds):
            deed = next(monkey)
            yield Deed(deed.name, deed.events, max(deed.seconds, STEP / 4))

    def nobody(self, seconds: float) -> Iterator[Deed]:
        """Nobody is there."""
        yield from self.wait(seconds, LONG)

    def operator(self, pin: str) -> Iterator[Deed]:
        """The operator comes in, looks at some pages and leaves; or forgets to."""
        self._finger += 2
        corners = ((0.01, 0.01), (0.99, 0.99))
        numbers = (self._finger - 1, self._finger)
        pairs = list(zip(corners, numbers, strict=True))
        yield Deed("corners", [posted_events.down(at, number) for at, number in pairs], STEP)
        yield from self.wait(3.5)
        yield Deed("corners", [posted_events.up(at, number) for at, number in pairs], STEP)
        yield from self.wait(1.0)
        for digit in pin:
            key = self.button(f"digit:{digit}")
            if key is not None:
                yield from self.touch(key)
        enter = self.button("enter", "ok", "done")
        if enter is not None:
            yield from self.touch(enter)
        yield from self.wait(2.0)
        for _ in range(self._luck.randrange(4, 14)):
            self.seen.add(type(self._table.top).__name__)
            if not self._table.table.operator:
                return
            yield from self.touch(self._harmless())
            yield from self.wait(self._luck.choice(THINKS))
        if self._luck.random() < 0.5:
            yield from self.leaves()

    def _harmless(self) -> Place:
        """A button of the operator's that neither quits, restarts nor unlocks."""
        buttons = [button for button in buttons_of(self._table.top) if button.enabled]
        keys = [b for b in buttons if not any(word in str(b.key) for word in HARMS)]
        return place_of(self._table, self._luck.choice(keys).centre) if keys else (0.5, 0.5)


HARMS: Final = ("quit", "restart", "level", "pin", "hours", "game")
"""Parts of the names of the operator's buttons that a day in virtual time must not touch."""


def _open_spots(table: VirtualTable) -> Iterator[Place]:
    """The places on the board that begin or go on with a ply, and the choices that are words."""
    scene = table.top
    if not isinstance(scene, MatchScene) or scene.session.timeline.busy:
        return
    hand = scene.session.hand
    spots = open_spots(scene)
    points = list(spots.values())
    if not hand.open or len(spots) < len(hand.open):
        choices = (b for b in buttons_of(scene) if str(b.key).startswith(("spot:", "choice")))
        points += [button.centre for button in choices]
    for at in points:
        yield place_of(table, at)
