"""Random input, malicious or meaningless; a seed gives the same input again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pygame

from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.canvas import Point
from tabletop.ui.widgets.buttons import PushButton
from tools.virtual import posted_events
from tools.virtual.exit_keys import EXITS
from tools.virtual.posted_events import Place
from tools.virtual.virtual_table import VirtualTable

KEYS: Final = tuple(
    sorted({getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")})
)
MODS: Final = (0, pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LSHIFT, pygame.KMOD_LGUI)
WINDOW: Final = (
    pygame.QUIT,
    pygame.WINDOWCLOSE,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWSHOWN,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWMOVED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWENTER,
    pygame.WINDOWLEAVE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESIZED,
    pygame.WINDOWDISPLAYCHANGED,
    pygame.WINDOWTAKEFOCUS,
    pygame.ACTIVEEVENT,
    pygame.APP_TERMINATING,
    pygame.APP_LOWMEMORY,
    pygame.APP_WILLENTERBACKGROUND,
    pygame.APP_DIDENTERFOREGROUND,
    pygame.KEYMAPCHANGED,
    pygame.CLIPBOARDUPDATE,
    pygame.RENDER_TARGETS_RESET,
    pygame.AUDIODEVICEREMOVED,
)
SIGNS: Final = "aZ09 .!\N{NO-BREAK SPACE}\N{LATIN SMALL LETTER E WITH ACUTE}\N{SNOWMAN}" + (
    "\N{ARABIC LETTER ALEF}\N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH JOINER}\N{PILE OF POO}\x7f"
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{CJK UNIFIED IDEOGRAPH-4E2D}"
)
PALM: Final = 50
"""Contacts of a palm, or of two with their sleeves."""
LEFT: Final = 60
"""Fingers that may go on lying on the glass."""
HOLD: Final = 3.4
"""Seconds for which corners are held, a little longer than the operator has to."""

Events = list[pygame.event.Event]


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done before the next turn of the loop, and how much time goes by with it."""

    name: str
    events: Events
    seconds: float = 1 / 60


class Monkey:
    """Makes mischief, always the same for the same seed and table. It changes as it does so."""

    def __init__(self, seed: object, table: VirtualTable, *, resizes: bool = True) -> None:
        """`resizes`: the window gets other sizes, too, as when a screen is exchanged."""
        self._resizes = resizes
        self._luck = Random(str(seed))
        self._table = table
        self._number = 0
        self._lying: list[tuple[int, Place]] = []
        """Fingers that were never lifted."""
        self._deeds: tuple[tuple[int, Callable[[], Iterator[Deed]]], ...] = (
            (30, self._tap),
            (40, self._button),
            (10, self._drag),
            (4, self._drag_off),
            (2, self._palm),
            (3, self._leave_finger),
            (6, self._lift),
            (1, self._corners),
            (10, self._key),
            (6, self._exit),
            (3, self._writes),
            (6, self._mouse),
            (4, self._window),
            (2, self._pads),
            (1, self._drops),
            (1, self._waits),
            (4, self._lets_go_by),
        )

    def deeds(self) -> Iterator[Deed]:
        """One after the other, without end."""
        weights = [weight for weight, _ in self._deeds]
        while True:
            (_, make), *_ = self._luck.choices(self._deeds, weights)
            yield from make()

    # -- fingers --------------------------------------------------------------------------------

    def _finger(self) -> int:
        self._number += 1
        return self._number

    def _place(self) -> Place:
        """Anywhere, and often at an edge."""
        luck = self._luck
        at = [luck.random(), luck.random()]
        if luck.random() < 0.15:
            at[luck.randrange(2)] = luck.choice((0.0, 0.002, 0.998, 1.0))
        return at[0], at[1]

    def _target(self) -> Place:
        """On a button of the topmost scene, or on a place of its board, if it has any."""
        spots = list(touchable(self._table))
        return self._luck.choice(spots) if spots else self._place()

    def _tapped(self, name: str, at: Place, count: int = 1) -> Iterator[Deed]:
        for _ in range(count):
            number = self._finger()
            yield Deed(name, [posted_events.down(at, number)], self._luck.choice((0.03, 0.08, 0.4)))
            yield Deed(name, [posted_events.up(at, number)])

    def _tap(self) -> Iterator[Deed]:
        yield from self._tapped("tap", self._place(), self._luck.choice((1, 1, 1, 2, 5)))

    def _button(self) -> Iterator[Deed]:
        yield from self._tapped("button", self._target(), self._luck.choice((1, 1, 1, 1, 2)))

    def _drag(self) -> Iterator[Deed]:
        start, end = self._target(), self._luck.choice((self._place, self._target))()
        yield from self._dragged("drag", start, end, lifted=self._luck.random() < 0.95)

    def _drag_off(self) -> Iterator[Deed]:
        start = self._target()
        beyond = self._luck.choice(((-0.2, 0.5), (1.2, 0.3), (0.4, -0.1), (0.7, 1.3)))
        yield from self._dragged("drag off the edge", start, beyond, lifted=False)

    def _dragged(self, name: str, start: Place, end: Place, *, lifted: bool) -> Iterator[Deed]:
        number, steps = self._finger(), self._luck.choice((1, 3, 8))
        yield Deed(name, [posted_events.down(start, number)])
        for step in range(1, steps + 1):
            share = step / steps
            at = tuple(a + (b - a) * share for a, b in zip(start, end, strict=True))
            yield Deed(name, [posted_events.move((at[0], at[1]), number)])
        if lifted:
            yield Deed(name, [posted_events.up(end, number)])
        else:
            self._lie(number, end)

    def _palm(self) -> Iterator[Deed]:
        x, y = self._place()
        luck = self._luck
        numbers = [self._finger() for _ in range(luck.choice((5, PALM)))]
        at = {n: (x + luck.gauss(0, 0.08), y + luck.gauss(0, 0.08)) for n in numbers}
        yield Deed("palm", [posted_events.down(at[n], n) for n in numbers], 0.2)
        if luck.random() < 0.5:
            yield Deed(
                "palm", [posted_events.move((at[n][0] + 0.03, at[n][1]), n) for n in numbers], 0.2
            )
        if luck.random() < 0.9:
            yield Deed("palm", [posted_events.up(at[n], n) for n in numbers])

    def _leave_finger(self) -> Iterator[Deed]:
        number, at = self._finger(), self._place()
        self._lie(number, at)
        yield Deed("a finger stays", [posted_events.down(at, number)])

    def _lie(self, number: int, at: Place) -> None:
        self._lying = [*self._lying[-LEFT + 1 :], (number, at)]

    def _lift(self) -> Iterator[Deed]:
        if self._lying:
            number, at = self._lying.pop(self._luck.randrange(len(self._lying)))
            if self._luck.random() < 0.2:
                number += 100_000  # one that never came down
            yield Deed("lift", [posted_events.up(at, number)])

    def _corners(self) -> Iterator[Deed]:
        """Two opposite corners are held, and some digits touched."""
        corners = self._luck.choice((((0.0, 0.0), (1.0, 1.0)), ((1.0, 0.0), (0.0, 1.0))))
        inside = [(0.01 + 0.98 * x, 0.01 + 0.98 * y) for x, y in corners]
        numbers = [self._finger(), self._finger()]
        pairs = list(zip(inside, numbers, strict=True))
        yield Deed("corners", [posted_events.down(at, number) for at, number in pairs], 0.5)
        for _ in range(4):
            yield Deed("corners", [], HOLD / 4)
        yield Deed("corners", [posted_events.up(at, number) for at, number in pairs], 0.3)
        for _ in range(self._luck.randrange(12)):
            yield from self._tapped("digits", self._target())

    # -- keys, the mouse, the window ------------------------------------------------------------

    def _key(self) -> Iterator[Deed]:
        mod = self._luck.choice(MODS) | self._luck.choice(MODS)
        code = self._luck.choice(KEYS)
        pressed = posted_events.key(code, mod, self._luck.choice((*SIGNS, "", "", "")))
        yield Deed("key", list(pressed[: self._luck.choice((1, 2, 2, 2))]))

    def _exit(self) -> Iterator[Deed]:
        name = self._luck.choice(tuple(EXITS))
        mod, code = EXITS[name]
        yield Deed(name, list(posted_events.key(code, mod)))

    def _writes(self) -> Iterator[Deed]:
        for _ in range(self._luck.randrange(1, 20)):
            sign = self._luck.choice(SIGNS)
            more = posted_events.event(pygame.TEXTINPUT, text=sign * self._luck.choice((1, 40)))
            yield Deed("writes", [*posted_events.key(self._luck.choice(KEYS), 0, sign), more])

    def _mouse(self) -> Iterator[Deed]:
        size = self._table.display.surface.get_size()
        at, button = self._target(), self._luck.randrange(1, 6)
        yield Deed("mouse", [posted_events.mouse(pygame.MOUSEMOTION, at, size)])
        yield Deed("mouse", [posted_events.mouse(pygame.MOUSEBUTTONDOWN, at, size, button)], 0.1)
        if self._luck.random() < 0.3:
            to = self._place()
            yield Deed("mouse", [posted_events.mouse(pygame.MOUSEMOTION, to, size)])
        if self._luck.random() < 0.9:
            yield Deed("mouse", [posted_events.mouse(pygame.MOUSEBUTTONUP, at, size, button)])
        turned = posted_events.event(pygame.MOUSEWHEEL, x=0, y=self._luck.choice((-3, -1, 1, 400)))
        yield Deed("wheel", [turned])

    def _window(self) -> Iterator[Deed]:
        kind = self._luck.choice(WINDOW)
        if self._resizes and kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            size = self._luck.choice(((1280, 800), (1024, 600), (800, 1280), (640, 480)))
            pygame.display.set_mode(size, pygame.RESIZABLE)
        x, y = self._table.display.surface.get_size()
        fields: dict[str, Any] = {"window": None, "x": x, "y": y, "gain": 0, "state": 1}
        yield Deed(pygame.event.event_name(kind), [posted_events.event(kind, **fields)])

    def _pads(self) -> Iterator[Deed]:
        luck, pad = self._luck, self._luck.randrange(-1, 4)
        kinds: tuple[tuple[int, dict[str, Any]], ...] = (
            (pygame.JOYBUTTONDOWN, {"button": luck.randrange(40)}),
            (pygame.JOYBUTTONUP, {"button": luck.randrange(40)}),
            (pygame.JOYAXISMOTION, {"axis": luck.randrange(8), "value": luck.uniform(-1.2, 1.2)}),
            (pygame.JOYHATMOTION, {"hat": 0, "value": (luck.randrange(-1, 2), 1)}),
            (pygame.JOYDEVICEREMOVED, {}),
        )
        kind, fields = luck.choice(kinds)
        yield Deed("pad", [posted_events.event(kind, instance_id=pad, joy=pad, **fields)])

    def _drops(self) -> Iterator[Deed]:
        yield Deed("drop", [posted_events.event(pygame.DROPFILE, file="/etc/passwd")])
        yield Deed("drop", [posted_events.event(pygame.DROPTEXT, text=SIGNS * 50)])

    # -- time -----------------------------------------------------------------------------------

    def _waits(self) -> Iterator[Deed]:
        """So long that the table asks who is there, or shows itself to passers-by."""
        longest = self._luck.choice((30.0, 130.0, 400.0))
        spent = 0.0
        while spent < longest:
            yield Deed("waits", [], 2.0)
            spent += 2.0

    def _lets_go_by(self) -> Iterator[Deed]:
        if self._luck.random() < 0.05:
            # A machine that slept, or a clock that somebody set.
            self._table.app.time += self._luck.choice((3600.0, 90_000.0, -3600.0))
            yield Deed("the clock jumps", [])
        for _ in range(self._luck.randrange(1, 12)):
            yield Deed("time", [], self._luck.choice((0.1, 0.3)))


def buttons_of(scene: Any) -> tuple[PushButton, ...]:
    """The buttons of a scene, if it has any."""
    found = getattr(scene, "buttons", None) or getattr(scene, "_buttons", None)
    return tuple(getattr(found, "buttons", ()))


def place_of(table: VirtualTable, at: Point) -> Place:
    """A place of the canvas as a share of the window."""
    glass, size = table.table.display_transform, table.display.surface.get_size()
    x, y = glass.now.to_window(*glass.canvas.to_pixels(at))
    return x / size[0], y / size[1]


def open_spots(scene: Any) -> dict[str, Point]:
    """The places on a match's board that begin or go on with a ply, and where they lie."""
    if not isinstance(scene, MatchScene):
        return {}
    places = scene.view.points(scene.snapshot)
    return {spot: places[spot] for spot in sorted(scene.session.hand.open) if spot in places}


def touchable(table: VirtualTable) -> Iterator[Place]:
    """Where the topmost scene can be touched, in shares of the window."""
    points = [button.centre for button in buttons_of(table.top)]
    for at in (*points, *open_spots(table.top).values()):
        yield place_of(table, at)
