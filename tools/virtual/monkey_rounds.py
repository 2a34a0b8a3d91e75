"""Random input in kiosk mode, round by round: the faults that are looked for, and how."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pygame

from tabletop.settings import Value
from tabletop.settings.palettes import PALETTES
from tools.virtual.random_input import Deed, Monkey
from tools.virtual.virtual_table import VirtualTable

ROUND: Final = 2000
"""Events of a round: each begins with a fresh table, so that a failure is found again quickly."""
SLOW: Final = 0.1
"""Seconds of work that no turn of the loop may take."""
AT_ONCE: Final = (1, 1, 1, 1, 1, 1, 1, 6, 20, 40)
"""How many things are done before a turn of the loop: mostly one, sometimes by many hands."""
SIZES: Final = ((1280, 800), (1024, 600), (800, 1280), (1280, 720))


@dataclass(frozen=True, slots=True)
class Failure:
    """What must not be, and where it was."""

    what: str
    round: int
    event: int
    """The number of the event in its round."""
    deed: str
    scenes: str

    def __str__(self) -> str:
        where = f"round {self.round}, event {self.event} ({self.deed}), at {self.scenes}"
        return f"{self.what}\n  {where}"


@dataclass(slots=True)
class Tally:
    """What a hunt has seen. It grows as it goes on."""

    events: int = 0
    turns: int = 0
    frames: int = 0
    virtual: float = 0.0
    """Seconds that went by at the tables."""
    slowest: float = 0.0
    slowest_at: str = ""
    slow: dict[str, float] = field(default_factory=dict)
    """Where turns took too long, and the longest of them there."""
    scenes: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Takes what another has seen into account."""
        self.events += other.events
        self.turns += other.turns
        self.frames += other.frames
        self.virtual += other.virtual
        if other.slowest > self.slowest:
            self.slowest, self.slowest_at = other.slowest, other.slowest_at
        for where, work in other.slow.items():
            self.slow[where] = max(work, self.slow.get(where, 0.0))
        self.scenes += other.scenes
        self.deeds += other.deeds
        self.failures += other.failures


Spoil = Callable[[VirtualTable], None]
"""Plants a fault in a table, so that a test sees it found."""


def hunt(seed: int, number: int, events: int = ROUND, spoil: Spoil | None = None) -> Tally:
    """One round of a seed. It ends with the first failure, or after so many events."""
    luck = Random(f"{seed}:{number}")
    size, tally = luck.choice(SIZES), Tally()
    with (
        TemporaryDirectory(prefix="tabletop-monkey-") as folder,
        VirtualTable(Path(folder), size, f"{seed}:{number}", _settings(luck)) as table,
    ):
        if spoil is not None:
            spoil(table)
        monkey = Monkey(f"{seed}:{number}", table)
        began = table.app.time
        deeds = monkey.deeds()
        while True:
            at_once = list(islice(deeds, luck.choice(AT_ONCE)))
            problem = _do(table, at_once, tally)
            if problem:
                did = ", ".join(deed.name for deed in at_once)
                failure = Failure(problem, number, tally.events, did, _safely_seen(table))
                tally.failures.append(failure)
            if problem or tally.events >= events:
                break
        for where, work in tally.slow.items():
            what = f"a turn of {work * 1000:.0f} ms of work"
            tally.failures.append(Failure(what, number, tally.events, "", where))
        tally.frames = table.app.frames
        tally.virtual = table.app.time - began
    return tally


def _settings(luck: Random) -> dict[str, Value]:
    """A kiosk as somebody may have set it up."""
    return {
        "kiosk.level": luck.choice(("kiosk", "kiosk", "kid")),
        "look.speed": luck.choice(("normal", "fast", "off")),
        "look.motion": luck.choice(("full", "full", "reduced")),
        "look.palette": luck.choice(tuple(PALETTES)),
        "look.language": luck.choice(("en", "de", "fr", "es")),
        "look.text_size": luck.choice((100, 100, 140, 200)),
        "look.projector": luck.random() < 0.15,
        "look.reach": luck.random() < 0.15,
        "look.drift": luck.random() < 0.3,
        "look.board": luck.choice(("still", "turns")),
        "display.turn": luck.choice(("0", "0", "0", "90", "180")),
        "display.mirror": luck.random() < 0.1,
        "play.seating": luck.choice(("sides", "facing")),
        "pieces.hold": luck.choice(("drag", "drag", "tap")),
        "computer.pace": "fast",
        "attract.after": 20,
        "idle.page": 30,
    }


def _do(table: VirtualTable, deeds: list[Deed], tally: Tally) -> str:
    """Does some deeds within one turn, and gives what is wrong after it; nothing if all is well."""
    for deed in deeds:
        for event in deed.events:
            pygame.event.post(event)
        tally.events += len(deed.events)
        tally.deeds[deed.name] += 1
    tally.turns += 1
    where, size = _safely_seen(table), table.size
    try:
        work = table.app.go(max(deed.seconds for deed in deeds))
    except Exception as fault:  # too many in a row: the table has ended
        return f"a fault that ends it: {fault!r}"
    tally.scenes.update(type(scene).__name__ for scene in table.app.scenes.scenes)
    if size != table.laid_out_for:  # a screen was exchanged: all is drawn anew, and then made
        table.get_ready()
        return _wrong(table)
    moved = f"{where} -> {_safely_seen(table)}, {size}"
    if work > tally.slowest:
        tally.slowest, tally.slowest_at = work, moved
    if work > SLOW:
        tally.slow[moved] = max(work, tally.slow.get(moved, 0.0))
    return _wrong(table)


def _wrong(table: VirtualTable) -> str:
    """What must not be; nothing if all is well."""
    app, level = table.app, table.table.settings["kiosk.level"]
    if table.log.faults:
        return f"a fault: {table.log.faults[0]}"
    if not app.scenes.running:
        return "it has left"
    if level not in ("kiosk", "kid") or not table.table.locked:
        return f"it is no longer locked ({level})"
    if pygame.display.get_surface() is None:
        return "the window is gone"
    return ""


def _safely_seen(table: VirtualTable) -> str:
    return table.seen if table.app.scenes.running else "nothing"


def rounds(events: int) -> list[tuple[int, int]]:
    """The rounds of so many events: each round's number and events."""
    whole, rest = divmod(events, ROUND)
    counts = [ROUND] * whole + ([rest] if rest else [])
    return list(zip(range(len(counts)), counts, strict=False))
