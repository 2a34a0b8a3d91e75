"""Pages that show devices as they are at this moment, and draw only when a word changes."""

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.input.devices import WHAT, Device
from tabletop.scenes.device_words import ago_words, changes_in, errors_words, tidy
from tabletop.ui.choice import ChoiceSheet
from tabletop.ui.scene import Change
from tabletop.ui.table import Table

RATE: Final = 4.0
"""How often a second the page may change."""


class Rates:
    """How many events each device gave in the last seconds. It changes as time goes by."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[tuple[float, int]]] = {}

    def note(self, devices: Iterable[Device], now: float) -> None:
        """Takes down how many events each device has given until now."""
        for device in devices:
            seen = self._seen.setdefault(device.key, deque())
            if not seen or seen[-1][1] != device.events:
                seen.append((now, device.events))
            while len(seen) > 1 and seen[1][0] <= now - WHAT:
                seen.popleft()

    def lately(self, device: Device) -> int:
        """How many events it gave in the last seconds before it was last noted."""
        seen = self._seen.get(device.key)
        # The first was given before these seconds, or is where watching began.
        return max(0, device.events - seen[0][1]) if seen else 0

    def changes_in(self, now: float) -> float:
        """Seconds until a count falls because its events have become old."""
        times = [seen[1][0] for seen in self._seen.values() if len(seen) > 1]
        return max(0.0, min(times, default=inf) + WHAT - now)


class WatchingSheet(ChoiceSheet):
    """A page about devices; it looks at them four times a second, while there is anything to see.

    The only clock read here is the one by which devices say when they acted.
    """

    def __init__(self, table: Table, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.table = table
        self.now = now
        self.rates = Rates()
        self._since = 0.0
        self._version = -1
        self._shown: Hashable = None

    def facts(self) -> Hashable:
        """All that the page shows and that may change by itself."""
        raise NotImplementedError

    def watched(self) -> tuple[Device, ...]:
        """The devices that are shown."""
        raise NotImplementedError

    def note(self) -> None:
        """Remembers what is being laid out, so that only a change of it is laid out again."""
        self.rates.note(self.table.devices.all, self.now())
        self._version = self.table.devices.version
        self._shown = self.facts()

    def update(self, dt: float, /) -> Change:
        self._since += dt
        if self._since >= 1 / RATE:
            self._since = 0.0
            self._version = self.table.devices.version
            self.rates.note(self.table.devices.all, self.now())
            if self.facts() != self._shown:
                self.lay_out()
        return None

    def wakes_in(self) -> float:
        if self.table.devices.version != self._version:
            wait = 0.0
        else:
            now = self.now()
            ages = [changes_in(now - d.last_at) for d in self.watched() if d.last_at]
            wait = min([*ages, self.rates.changes_in(now)])
        # Not sooner than it may look again, and never 0: that would mean that something moves.
        return max(wait, 1 / RATE - self._since, 0.01)

    # -- words that change by themselves --------------------------------------------------------

    def acted_words(self, device: Device) -> Text:
        """What a device did last, and when."""
        if not device.last_at:
            return say("devices.nothing", "Nothing heard from it yet")
        ago = ago_words(max(0.0, self.now() - device.last_at))
        last = tidy(device.last) or say("devices.something", "something")
        return say("devices.last", "{last}, {ago}", last=last, ago=ago)

    def busy_words(self, device: Device) -> Text:
        """What it did last, how busy it is and how badly understood, in a line."""
        parts = [self.acted_words(device)]
        if lately := self.rates.lately(device):
            events = count("devices.many", "{n} event", "{n} events", lately)
            words = "{events} in {seconds} s"
            parts.append(say("devices.lately", words, events=events, seconds=int(WHAT)))
        if device.errors:
            parts.append(errors_words(device.errors))
        return joined(". ", *parts)

    def rate_words(self, device: Device) -> Text:
        """How busy a device is, and how well it is understood."""
        words = "{events} in the last {seconds} s, {errors}"
        events, errors = self.rates.lately(device), errors_words(device.errors)
        return say("devices.rate", words, events=events, seconds=int(WHAT), errors=errors)
