"""A dice reader that is unplugged repeatedly during a match of Super Seven."""

import gc
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from tabletop.app.navigation import new_match_scene
from tabletop.engine import CHANCE
from tabletop.games import find_game
from tabletop.input.actions import Action, Roll
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, Scene
from tools.bench.measured_app import WatchedApp, opened
from tools.bench.summaries import judged, milliseconds, percentile
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

GAME: Final = "super7"
PATIENCE: Final = 20.0
AWAY: Final = (0.0, 0.02, 0.1, 0.3, 0.6, 1.2)
"""Seconds for which the plug is out; the device says a throw again for 1.8 s."""
BEFORE: Final = (0.0, 0.0, 0.0003, 0.001, 0.004, 0.02)
"""Seconds from a throw to the plug's being pulled."""


class _Heard(SerialSource):
    """The real source, which notes the throws that it told of."""

    rolls: list[Roll]

    def start(self) -> None:
        self.rolls = []
        super().start()

    def poll(self) -> list[Action]:
        seen = super().poll()
        self.rolls += [action for action in seen if isinstance(action, Roll)]
        return seen


@dataclass(slots=True)
class _Evening:
    """The table, its reader, and what has become of the throws so far."""

    app: WatchedApp
    reader: PtyDevice
    source: _Heard
    fresh: Callable[[AppContext], Scene]
    luck: Random
    thrown: list[tuple[int, ...]] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    """What the records say of the throws, and by what they were made."""
    reconnects: list[float] = field(default_factory=list)
    silent: int = 0
    """How often what should come did not."""

    def until(self, done: Callable[[], bool]) -> None:
        """Turns the loop until it is so; what never comes is counted."""
        end = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > end:
                self.silent += 1
                return
            self.app.sleep_and_turn()

    @property
    def live(self) -> bool:
        return any(device.works for device in self.app.table.devices.all)

    def cycle(self) -> None:
        """A throw about the time at which the plug is pulled, and the ply that follows it."""
        scene: Any = self.app.scenes.top
        match = scene.match
        plies, told = len(match.plies), len(self.source.rolls)
        early = self.luck.random() < 0.7
        if early:
            self.throw()
            time.sleep(self.luck.choice(BEFORE))
        self.reader.unplug()
        self.until(lambda: not self.live)
        away = self.luck.choice(AWAY)
        self.wait(away / 2)
        if not early:
            self.throw()
        self.wait(away / 2)
        self.reader.plug()
        plugged = time.monotonic()
        self.until(lambda: self.live)
        self.reconnects.append(time.monotonic() - plugged)
        self.until(lambda: len(self.source.rolls) > told)
        if not self.source.rolls[-1].late:
            self.until(lambda: len(match.plies) > plies)
        self.played += [f"{ply.move} {ply.source}" for ply in match.plies[plies:]]
        self.place()

    def throw(self) -> None:
        self.thrown.append(self.reader.roll())

    def wait(self, seconds: float) -> None:
        """Turns the loop for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.app.step()

    def rest(self, threads: int) -> None:
        """Turns the loop until no more than so many threads run, 10 seconds at most: one that
        draws or saves ends by itself, one that leaks does not.
        """
        end = time.monotonic() + 10.0
        while threading.active_count() > threads and time.monotonic() < end:
            self.app.step()

    def place(self) -> None:
        """Plays on until dice are to be thrown; a match that has ended is followed by another."""
        scene: Any = self.app.scenes.top
        match = scene.match
        while match.outcome is None and match.state.turn != CHANCE:
            scene.play(str(self.luck.choice(match.state.moves())))
            self.app.step()
        if match.outcome is not None:
            self.app.scenes.apply(Reset(self.fresh(self.app.table)))
            self.app.step()


def measure(
    folder: Path, cycles: int, seed: int = 1, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """So many cycles in matches of Super Seven, whose dice are thrown by the reader alone."""
    place, found = folder / "reader", list[_Heard]()

    def fresh(table: AppContext) -> Scene:
        return new_match_scene(table, GAME, find_game(GAME).seats[0], {})

    def sources(table: AppContext) -> list[SerialSource]:
        found.append(_Heard(table.devices, wake, auto=False, named=[NamedDevice(str(place))]))
        return list(found)

    device = SimulatedDevice("bench", dice=2, seed=seed)
    given = {"look__speed": "off", **(changes or {})}
    with (
        opened(folder, fresh, sources, **given) as app,
        PtyDevice(device, place, own_power=True) as reader,
    ):
        evening = _Evening(app, reader, found[0], fresh, Random(seed))
        app.step()
        evening.until(lambda: evening.live)
        evening.cycle()
        before = _descriptors(), threading.active_count()
        for _ in range(1, cycles):
            evening.cycle()
        evening.wait(2 * 0.3)  # a throw that is said once more now would be one too many
        evening.rest(threads=before[1])
        after = _descriptors(), threading.active_count()
    return _judged(evening, before, after)


def _judged(evening: _Evening, before: tuple[int, int], after: tuple[int, int]) -> dict[str, Any]:
    told = [roll.values for roll in evening.source.rolls]
    late = sum(roll.late for roll in evening.source.rolls)
    on_time = [roll for roll in evening.source.rolls if not roll.late]
    wanted = [f"{'+'.join(map(str, roll.values))} {roll.label}" for roll in on_time]
    figures = {
        "what": "replugged in a match",
        "cycles": len(evening.reconnects),
        "throws": len(evening.thrown),
        "lost": max(0, len(evening.thrown) - len(told)),
        "doubled": max(0, len(told) - len(evening.thrown)),
        "wrong": sum(one != other for one, other in zip(told, evening.thrown, strict=False)),
        "late": late,
        "played_wrong": int(evening.played != wanted),
        "never_came": evening.silent,
        "reconnect_p50_ms": milliseconds(percentile(evening.reconnects, 0.5)),
        "reconnect_p99_ms": milliseconds(percentile(evening.reconnects, 0.99)),
        "descriptors_leaked": max(0, after[0] - before[0]),
        "threads_leaked": max(0, after[1] - before[1]),
    }
    zero = ("lost", "doubled", "wrong", "late", "played_wrong", "never_came")
    leaks = ("descriptors_leaked", "threads_leaked")
    return judged(figures, reconnect_p99_ms=250.0, **dict.fromkeys((*zero, *leaks), 0.0))


def _descriptors() -> int:
    """The number of open ports, pipes and sockets. Regular files are left out: a font stays open
    from its first use on. Garbage is collected first, so that what earlier code dropped does not
    count.
    """
    gc.collect()
    numbers = Path("/proc/self/fd").iterdir() if Path("/proc/self/fd").exists() else ()
    return sum(not each.is_file() for each in numbers)
