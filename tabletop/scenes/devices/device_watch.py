"""What pages about devices have: a watch over the devices, and a listener for their controls."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.input.actions import Action, Press, Signal
from tabletop.input.actions import Button as Key
from tabletop.input.devices import RATE_WINDOW_SECONDS, Device
from tabletop.scenes.device_text import (
    break_long_words,
    device_name,
    elapsed_text,
    elapsed_text_changes_in,
    errors_text,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, CREAM, INK, NAME_SIZE, PANEL_ACTIVE, TEXT
from tabletop.ui.widgets.page import Plate

MAX_UPDATES_PER_SECOND: Final = 4.0
"""How often a second the page may change."""


class EventRates:
    """How many events each device gave in the last seconds. It changes as time goes by."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[tuple[float, int]]] = {}

    def note(self, devices: Iterable[Device], now: float) -> None:
        """Takes down how many events each device has given until now."""
        for device in devices:
            seen = self._seen.setdefault(device.key, deque())
            if not seen or seen[-1][1] != device.events:
                seen.append((now, device.events))
            while len(seen) > 1 and seen[1][0] <= now - RATE_WINDOW_SECONDS:
                seen.popleft()

    def lately(self, device: Device) -> int:
        """How many events it gave in the last seconds before it was last noted."""
        seen = self._seen.get(device.key)
        # The first was given before these seconds, or is where watching began.
        return max(0, device.events - seen[0][1]) if seen else 0

    def changes_in(self, now: float) -> float:
        """Seconds until a count falls because its events have become old."""
        times = [seen[1][0] for seen in self._seen.values() if len(seen) > 1]
        return max(0.0, min(times, default=inf) + RATE_WINDOW_SECONDS - now)


class DeviceWatch:
    """Looks at the devices of a page four times a second, while there is anything to see.

    The only clock read here is the one by which devices say when they acted.
    """

    def __init__(self, table: AppContext, now: Callable[[], float]) -> None:
        self.table = table
        self.now = now
        self.rates = EventRates()
        self._since = 0.0
        self._version = -1
        self._shown: Hashable = None

    def note(self, facts: Callable[[], Hashable]) -> None:
        """Remembers what is being laid out, so that only a change of it is laid out again."""
        self._look()
        self._shown = facts()

    def update(self, dt: float, facts: Callable[[], Hashable]) -> bool:
        """Lets time go by; whether the page shows something else now."""
        self._since += dt
        if self._since < 1 / MAX_UPDATES_PER_SECOND:
            return False
        self._since = 0.0
        self._look()
        return facts() != self._shown

    def _look(self) -> None:
        self.rates.note(self.table.devices.all, self.now())
        self._version = self.table.devices.version

    def wakes_in(self, watched: Iterable[Device]) -> float:
        """Seconds until what is shown of these devices may change."""
        if self.table.devices.version != self._version:
            wait = 0.0
        else:
            now = self.now()
            ages = [elapsed_text_changes_in(now - d.last_at) for d in watched if d.last_at]
            wait = min([*ages, self.rates.changes_in(now)])
        # Not sooner than it may look again, and never 0: that would mean that something moves.
        return max(wait, 1 / MAX_UPDATES_PER_SECOND - self._since, 0.01)

    # -- words that change by themselves --------------------------------------------------------

    def acted_words(self, device: Device) -> Text:
        """What a device did last, and when."""
        if not device.last_at:
            return say("devices.nothing", "Nothing heard from it yet")
        ago = elapsed_text(max(0.0, self.now() - device.last_at))
        last = break_long_words(device.last) or say("devices.something", "something")
        return say("devices.last", "{last}, {ago}", last=last, ago=ago)

    def busy_words(self, device: Device) -> Text:
        """What it did last, how busy it is and how badly understood, in a line."""
        parts = [self.acted_words(device)]
        if lately := self.rates.lately(device):
            events = count("devices.many", "{n} event", "{n} events", lately)
            words = "{events} in {seconds} s"
            parts.append(
                say("devices.lately", words, events=events, seconds=int(RATE_WINDOW_SECONDS))
            )
        if device.errors:
            parts.append(errors_text(device.errors))
        return joined(". ", *parts)

    def rate_words(self, device: Device) -> Text:
        """How busy a device is, and how well it is understood."""
        words = "{events} in the last {seconds} s, {errors}"
        events, errors = self.rates.lately(device), errors_text(device.errors)
        return say(
            "devices.rate", words, events=events, seconds=int(RATE_WINDOW_SECONDS), errors=errors
        )


FLASH_SECONDS: Final = 2.0
"""Seconds for which what was learnt flashes."""
BLINK_SECONDS: Final = 0.25
LISTEN_TIMEOUT_SECONDS: Final = 30.0
"""Seconds without a press after which it waits no more: a box that is meant may be broken, and
those who have only another one must be able to go on."""


class ControlListener:
    """Waits for a press on a device, and has the large words that say what it waits for.

    Only while it waits do devices tell of their controls, so that on the page itself they work
    as everywhere; whoever touches the page or goes back ends the waiting, and so
    does time.
    """

    def __init__(
        self,
        table: AppContext,
        learn: Callable[[str, str], None],
        first_message: Callable[[], Text],
    ) -> None:
        """`learn` is called with the device and control of a press, or with `DICE_CONTROL`.

        `first_message` is what is said when nothing is waited for.
        """
        self._table = table
        self._learn = learn
        self._first_message = first_message
        self.message: Text | str = first_message()
        self._flash = 0.0
        self._left = LISTEN_TIMEOUT_SECONDS

    @property
    def active(self) -> bool:
        """Whether it waits for a press."""
        return self._table.devices.bindings.learning

    def begin(self, message: Text) -> None:
        """Waits for a press from now on."""
        self._table.devices.bindings.learning = True
        self._flash, self._left = 0.0, LISTEN_TIMEOUT_SECONDS
        self.message = message

    def cancel(self) -> None:
        """Waits no more, as nothing was pressed."""
        self.settle(self._first_message())

    def settle(self, message: Text | str, *, flash: bool = False) -> None:
        """Waits no more, and says what came of it."""
        self._table.devices.bindings.learning = False
        self._flash = FLASH_SECONDS if flash else 0.0
        self.message = message
        bindings = self._table.devices.bindings
        if bindings.problem:
            self._table.tell(bindings.problem)
            self.message, bindings.problem = bindings.problem, ""

    def device_name(self, key: str) -> Text:
        """What a device is called."""
        device = self._table.devices.find(key)
        return say("devices.unknown", "a device") if device is None else device_name(device)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action) -> bool:
        """Whether the action was for it; the page is laid out then."""
        if not self.active:
            return False
        match action:
            case Signal(device=device, control=control):
                self._left = LISTEN_TIMEOUT_SECONDS
                self._learn(device, control)
                return True
            case Press(button=Key.BACK):
                self.cancel()
                return True
        return False

    def update(self, dt: float) -> bool:
        """Lets time go by; whether it looks different."""
        different = False
        if self.active:
            self._left -= dt
            if self._left <= 0:
                self.settle(say("learning.nobody", "Nothing was pressed, so nothing has changed."))
                different = True
        if self._flash > 0:
            bright = self.bright
            self._flash = max(0.0, self._flash - dt)
            different |= self.bright != bright
        return different

    def wakes_in(self) -> float:
        if self.active:
            return max(0.01, self._left)
        return max(0.01, self._flash % BLINK_SECONDS) if self._flash > 0 else inf

    def stop(self) -> None:
        """Ends the waiting when the page is closed."""
        self._table.devices.bindings.learning = False

    # -- what it looks like -----------------------------------------------------------------------

    @property
    def bright(self) -> bool:
        """Whether what was learnt flashes now; without motion it is bright all the while."""
        return self._flash > 0 if self._table.still else int(self._flash / BLINK_SECONDS) % 2 == 1

    def laid_out(self, box: Box) -> tuple[tuple[Plate, ...], tuple[Label, ...]]:
        """The words in a plate: amber while it waits, flashing when something was learnt."""
        if not self.message:
            return (), ()
        face = AMBER if self.active else CREAM if self.bright else PANEL_ACTIVE
        ink = INK if self.active or self.bright else TEXT
        words = Label(self.message, box.inset(28), NAME_SIZE, ink, bold=True, align="centre")
        return (Plate(box, face),), (words,)
