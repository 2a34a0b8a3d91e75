"""Words at the table's edge: trouble with devices, for everybody and in nobody's way."""

from dataclasses import dataclass
from math import inf
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.devices import Device, Health
from tabletop.scenes.device_words import STATES
from tabletop.scenes.layout import MARGIN, Layout
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, least
from tabletop.ui.table import Table
from tabletop.ui.theme import CORAL, TEXT, TRAY
from tabletop.ui.tongue import speaking
from tabletop.ui.tween import Timer

STAYS: Final = 10.0
"""Seconds that a word stays at the edge."""
MOST: Final = 2
"""How many stand side by side; an older one makes room."""
SIZE: Final = 24.0
LEAST: Final = 0.4
"""The least share of their size to which long words may shrink."""
WORTH: Final = 0.75
"""The least share of their size at which large words stand between the tools."""
PAD: Final = 24.0
RIM: Final = 0.025
"""The share of a board's height, at its edge, in which there are no places in play."""
EDGE: Final = 8.0
"""Between such words and all about them."""
GONE: Final = (Health.LOST, Health.TOO_NEW)


@dataclass(frozen=True, slots=True)
class _Word:
    """One of them, what it is about, and how long it has stood."""

    what: Text | str
    about: str
    timer: Timer


class Edge:
    """What has happened to the devices since the match began, as it happens."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: list[_Word] = []
        self._heard = set(table.problems)
        self._version = -1
        self._health: dict[str, Health] = {}
        self._watch(quietly=True)

    @property
    def words(self) -> Text:
        """All that stands there now."""
        return joined("   ·   ", *(told.what for told in self._told))

    def tell(self, what: Text | str, about: str = "") -> None:
        """Puts a word there; said again it stays longer. Of words about the same, the last is true.

        `about` names what it is about; words about nothing do not replace each other.
        """
        about = about or f"words:{what}"
        kept = [told for told in self._told if told.about != about]
        self._told = [*kept, _Word(what, about, Timer(STAYS))][-MOST:]

    def wakes_in(self) -> float:
        """Seconds until something goes, or is to be said."""
        devices = self._table.devices
        if devices.version != self._version or not self._heard.issuperset(self._table.problems):
            return 0.0
        timers = [told.timer for told in self._told]
        return min((timer.length - timer.spent for timer in timers), default=inf)

    def run(self, dt: float) -> None:
        """Lets time pass, and hears what is new."""
        for told in self._told:
            told.timer.run(dt)
        self._told = [told for told in self._told if not told.timer.done]
        self._watch()

    def _watch(self, *, quietly: bool = False) -> None:
        devices = self._table.devices
        fresh = [told for told in self._table.problems if told not in self._heard]
        self._heard = set(self._table.problems)
        # What a device's own state tells is not said a second time in the source's words.
        names = tuple(f"{device.name}:" for device in devices.all)
        for problem in fresh:
            if not problem.startswith(names):
                self.tell(problem)
        if devices.version == self._version:
            return
        self._version = devices.version
        for device in devices.all:
            was = self._health.get(device.key)
            self._health[device.key] = device.health
            if not quietly and was is not None and was is not device.health:
                self._changed(device, was)

    def _changed(self, device: Device, was: Health) -> None:
        name: str = device.name
        if device.simulated:
            name = say("edge.simulated", "SIMULATED {name}", name=name)
        if device.health in GONE and was not in GONE:
            why = device.why or STATES[device.health]
            self.tell(say("edge.lost", "{name} is lost: {why}", name=name, why=why), device.key)
        elif device.health is Health.LIVE and was in GONE:
            self.tell(say("edge.back", "{name} is back", name=name), device.key)

    def draw(self, frame: Frame, layout: Layout) -> None:
        """Puts the words along every edge at which somebody sits, upright for them."""
        if not self._told:
            return
        for turns in layout.sides:
            language = layout.language_at(turns) if len(layout.sides) > 1 else ""
            with frame.turned(turns, layout.canvas.box.centre), speaking(language):
                self._draw(frame, layout, turns)

    def _draw(self, frame: Frame, layout: Layout, turns: int) -> None:
        if least():
            self._draw_to_room(frame)
            return
        canvas, said = frame.canvas, self.words
        across, down = canvas.width, canvas.height
        if turns % 2:
            across, down = down, across
        room = across - 4 * MARGIN
        size = words.fitting(said, canvas.px(em(SIZE)), canvas.px(room), True, LEAST)
        ink = words.line(said, size, TEXT, True)
        height = max(canvas.px(MARGIN), round(size * 1.45))
        if height > canvas.px(MARGIN) and self._draw_between(frame, layout):
            return
        # Where there is no room between the tools, larger words reach over them for a while.
        plate = art.rounded(ink.get_width() + canvas.px(64), height, height / 2, TRAY, 235)
        dot = art.disc(canvas.px(7), CORAL)
        # A hair higher than the margin's middle: the picture may wander by 4 units (`ui/drift.py`).
        middle, y = canvas.width / 2, (canvas.height + down - MARGIN) / 2 - 2.2
        y -= max(0.0, height / canvas.scale - (MARGIN - 2)) / 2
        frame.put(plate, (middle, y))
        frame.put(dot, (middle - ink.get_width() / canvas.scale / 2 - 18, y))
        frame.put(ink, (middle, y))

    def _draw_between(self, frame: Frame, layout: Layout) -> bool:
        """Puts large words below the board, between the tools; False where they have no room."""
        room = between_tools(layout)
        inner = Box(room.x + 2 * PAD, room.y + 4, room.w - 3 * PAD, room.h - 8)
        label = Label(self.words, inner, SIZE, TEXT, bold=True, align="centre", most=3)
        canvas = frame.canvas
        if not room.h > MARGIN or label.set_on(canvas).size < WORTH * canvas.px(em(SIZE)):
            return False
        plate = art.rounded(canvas.px(room.w), canvas.px(room.h), canvas.px(20), TRAY, 235)
        frame.put(plate, room.centre)
        frame.put(art.disc(canvas.px(7), CORAL), (room.x + PAD, room.centre[1]))
        label.draw(frame)
        return True

    def _draw_to_room(self, frame: Frame) -> None:
        """Puts the newest of them in words that are large enough for a room.

        One line of them stands below the board; two reach over its edge.
        """
        canvas, said = frame.canvas, self._told[-1].what
        for high in (52.0, 116.0):
            box = Box(canvas.width * 0.05, canvas.height - high - 2, canvas.width * 0.9, high)
            room = Box(box.x + 70, box.y + 3, box.w - 96, box.h - 6)
            words = Label(said, room, SIZE, TEXT, bold=True, most=2)
            if words.set_on(canvas).complete:
                break
        plate = art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(20), TRAY, 245)
        frame.put(plate, box.centre)
        frame.put(art.disc(canvas.px(13), CORAL), (box.x + 38, box.centre[1]))
        words.draw(frame)


def between_tools(layout: Layout) -> Box:
    """The room below the board that is free of tools and panels; empty where people sit all round.

    There what lies at an edge belongs to whoever sits at it.
    """
    canvas, board = layout.canvas, layout.board
    top, bottom = board.bottom - RIM * board.h, canvas.height - EDGE
    if layout.sides != (0,) or bottom <= top:
        return Box(board.x, bottom, 0.0, 0.0)
    left, right = board.x, board.right
    panels = [panel.box for panel in layout.panels]
    for box in (layout.menu_tools, layout.walk_tools, *panels):
        if box.bottom > top and box.centre[0] < board.centre[0]:
            left = max(left, box.right + EDGE)
        elif box.bottom > top:
            right = min(right, box.x - EDGE)
    return Box(left, top, max(0.0, right - left), bottom - top)
