"""Temporary messages: refusals and notices in a match, and device notices at the table's edge."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Final

from tabletop.engine import Seat, Text, joined, say
from tabletop.input.devices import Device, DeviceHealth
from tabletop.scenes.device_text import HEALTH_NAMES
from tabletop.scenes.play.session import MoveRefused
from tabletop.ui.board.table_layout import MARGIN, TableLayout
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CORAL, CREAM, PETROL, TEXT, TRAY

NOTICE_SECONDS: Final = 6.0
"""Seconds that a notice stays."""
MIN_NOTICE_SHRINK: Final = 0.8
"""The least share of its size to which a notice shrinks before it covers the board."""
LARGE_TEXT_FACTOR: Final = 1.2
"""From this multiple of the usual size on, a notice does not fit on its strip."""


@dataclass(slots=True)
class Notices:
    """At most one refusal or notice for all, and one for each seat, until they expire."""

    refused: MoveRefused | None = None
    refusals: int = 0
    """How often anybody was refused; each time plays a sound."""
    notice: Text | None = None
    _fading: Timer | None = None
    _asides: dict[Seat, tuple[Text, Timer]] = field(default_factory=dict)
    on_refusal: Callable[[Text, str], None] = lambda _reason, _rule: None
    """Called with each refusal that people read and the number of the rule, or ""."""

    def refuse(self, refused: MoveRefused) -> None:
        self.refused, self.notice = refused, None
        self.refusals += 1
        self.on_refusal(refused.refusal.reason, refused.refusal.rule)
        self._fading = Timer(NOTICE_SECONDS)

    def tell(self, notice: Text, seconds: float = NOTICE_SECONDS) -> None:
        self.refused, self.notice = None, notice
        self._fading = Timer(seconds)

    def deny(self, notice: Text) -> None:
        """Tells why something was not done, with a sound."""
        self.tell(notice)
        self.refusals += 1
        self.on_refusal(notice, "")

    def quiet(self) -> None:
        self.refused = self.notice = self._fading = None

    def tell_seat(self, seat: Seat, words: Text, seconds: float = NOTICE_SECONDS) -> None:
        """Says something to one seat alone, at its place."""
        self._asides[seat] = words, Timer(seconds)

    def deny_seat(self, seat: Seat, words: Text) -> None:
        """Tells one seat alone why something was not done, with a sound."""
        self.tell_seat(seat, words)
        self.refusals += 1
        self.on_refusal(words, "")

    @property
    def asides(self) -> dict[Seat, Text]:
        """What single seats are told."""
        return {seat: words for seat, (words, _) in self._asides.items()} if self._asides else {}

    def hush(self) -> None:
        """Removes what single seats are told."""
        self._asides.clear()

    def expires_in(self) -> float:
        """Seconds until the next words go; infinite where none do."""
        soonest = inf if self._fading is None else self._fading.length - self._fading.spent
        for _, timer in self._asides.values():
            soonest = min(soonest, timer.length - timer.spent)
        return soonest

    def run(self, dt: float) -> bool:
        """Lets time pass; True when some words have gone."""
        gone = False
        for seat, (_, timer) in tuple(self._asides.items()):
            timer.run(dt)
            if timer.done:
                del self._asides[seat]
                gone = True
        if self._fading is not None:
            self._fading.run(dt)
            if self._fading.done:
                self.quiet()
                gone = True
        return gone

    def draw(self, frame: Frame, layout: TableLayout, notice: Text, most: float = inf) -> None:
        """Puts the notice on a strip of its own, for those at the near edge.

        All others read it in their panels. `most`: its greatest size, at a text scale of 100 %.
        """
        if 0 not in layout.sides:
            return
        room = strip_room(layout, notice)
        with frame.in_context(frame.context.override(language=layout.language_at(0))):
            put_strip(frame, notice, room, min(BODY_SIZE, most))


def strip_room(layout: TableLayout, said: str) -> Box:
    """Where a notice lies; large text covers a part of the board."""
    strip, board = layout.notice, layout.board
    if (
        layout.canvas.context.projector
        or layout.canvas.context.scaled_size(BODY_SIZE) < LARGE_TEXT_FACTOR * BODY_SIZE
    ):
        return strip
    above = Box(board.x, 8, board.w, board.y - 16)
    if strip.y >= board.y and above.h > strip.h:  # a smaller board leaves room above it
        return above
    if strip.bottom <= board.y and _fits(layout, said):
        return strip
    height = min(0.3 * board.h, layout.canvas.context.scaled_length(layout.notice.h, BODY_SIZE))
    # A strip over the board's rim may begin above it: so fewer places are covered.
    top = min(strip.y, board.y + 8) if strip.bottom > board.y else board.y + 8
    return Box(board.x + 0.03 * board.w, top, 0.94 * board.w, height)


def _fits(layout: TableLayout, said: str) -> bool:
    """Whether large text fits on the strip, or almost."""
    label = Label(said, layout.notice.inset(8), BODY_SIZE, bold=True)
    size = label.typeset(layout.canvas).size
    return size >= MIN_NOTICE_SHRINK * layout.canvas.px(
        layout.canvas.context.scaled_size(BODY_SIZE)
    )


def put_strip(frame: Frame, said: str, box: Box, size: float = BODY_SIZE) -> None:
    """Draws text on a strip of its own width."""
    canvas = frame.canvas
    inner = Box.around(box.centre, box.w - 60, box.h - 16)
    label = Label(said, inner, size, CREAM, True, "centre")
    lines = label.typeset(canvas)
    height = max(canvas.px(min(box.h, 76)), lines.height + canvas.px(20))
    radius = min(height / 2, canvas.px(38))
    plate = shapes.rounded(lines.width + canvas.px(60), height, radius, PETROL, 240)
    frame.put(plate, box.centre)
    whole = (side / canvas.scale for side in plate.get_size())
    frame.touchable("notice", Box.around(box.centre, *whole))  # whatever part of the board it hides
    label.draw(frame)


DEVICE_NOTICE_SECONDS: Final = 10.0
"""Seconds that a device notice stays."""
MAX_DEVICE_NOTICES: Final = 2
"""How many are shown side by side; an older one makes room."""
DEVICE_NOTICE_SIZE: Final = 24.0
MIN_SHRINK: Final = 0.4
"""The least share of its size to which long text shrinks."""
MIN_SHRINK_BETWEEN_TOOLS: Final = 0.75
"""The least share of its size at which large text is set between the tools."""
MAX_SIZE_OVER_TOOLS: Final = 34.0
"""The greatest size of a line over the edge of the tools: their icons are still seen."""
DEVICE_NOTICE_PAD: Final = 24.0
BOARD_RIM_SHARE: Final = 0.025
"""The share of a board's height, at its edge, in which there are no places in play."""
CLEARANCE: Final = 8.0
"""Canvas units between a device notice and what is around it."""
LOST_STATES: Final = (DeviceHealth.LOST, DeviceHealth.TOO_NEW)


@dataclass(frozen=True, slots=True)
class _DeviceNotice:
    """A notice, its subject, and how long it has been shown."""

    what: Text | str
    about: str
    timer: Timer


class DeviceNotices:
    """Notices at the edge of the table about devices that are lost or back, and other problems."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.told: list[_DeviceNotice] = []
        """What is shown now."""
        self._known_problems = set(table.problems)
        self._version = -1
        self._health: dict[str, DeviceHealth] = {}
        self._watch(quietly=True)

    @property
    def words(self) -> Text:
        """All that is shown now."""
        return joined("   ·   ", *(told.what for told in self.told))

    def tell(self, what: Text | str, about: str = "") -> None:
        """Shows a notice; it replaces an older one with the same `about`.

        Without `about` only the same words replace each other, and so stay longer.
        """
        about = about or f"words:{what}"
        kept = [told for told in self.told if told.about != about]
        self.told = [*kept, _DeviceNotice(what, about, Timer(DEVICE_NOTICE_SECONDS))][
            -MAX_DEVICE_NOTICES:
        ]

    def wakes_in(self) -> float:
        """Seconds until a notice expires or a new one is due."""
        changed = self._table.devices.version != self._version
        if changed or not self._known_problems.issuperset(self._table.problems):
            return 0.0
        soonest = inf
        for told in self.told:
            soonest = min(soonest, told.timer.length - told.timer.spent)
        return soonest

    def run(self, dt: float) -> None:
        """Lets time pass, and adds notices about devices that have changed."""
        for told in self.told:
            told.timer.run(dt)
        if self.told:
            self.told = [told for told in self.told if not told.timer.done]
        changed = self._table.devices.version != self._version
        if changed or self._known_problems != set(self._table.problems):
            self._watch()

    def _watch(self, *, quietly: bool = False) -> None:
        devices = self._table.devices
        fresh = [told for told in self._table.problems if told not in self._known_problems]
        self._known_problems = set(self._table.problems)
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

    def _changed(self, device: Device, was: DeviceHealth) -> None:
        name: str = device.name
        if device.simulated:
            name = say("edge.simulated", "SIMULATED {name}", name=name)
        if device.health in LOST_STATES and was not in LOST_STATES:
            why = device.why or HEALTH_NAMES[device.health]
            self.tell(
                say("edge.lost", "{name} is disconnected: {why}.", name=name, why=why), device.key
            )
        elif device.health is DeviceHealth.LIVE and was in LOST_STATES:
            self.tell(say("edge.back", "{name} is back.", name=name), device.key)

    def draw(self, frame: Frame, layout: TableLayout) -> None:
        """Puts the words along every edge at which somebody sits, upright for them."""
        for turns in layout.sides:
            language = layout.language_at(turns) if len(layout.sides) > 1 else ""
            context = frame.context.override(language=language)
            with frame.turned(turns, layout.canvas.box.centre), frame.in_context(context):
                self._draw(frame, layout, turns)

    def _draw(self, frame: Frame, layout: TableLayout, turns: int) -> None:
        if frame.context.projector:
            self._draw_to_room(frame)
            return
        canvas, said = frame.canvas, self.words
        across, down = canvas.width, canvas.height
        if turns % 2:
            across, down = down, across
        room = across - 4 * MARGIN
        size = typesetting.fitting_size(
            said,
            canvas.px(min(frame.context.scaled_size(DEVICE_NOTICE_SIZE), MAX_SIZE_OVER_TOOLS)),
            canvas.px(room),
            True,
            MIN_SHRINK,
            context=frame.context,
        )
        ink = typesetting.line(said, size, TEXT, True, context=frame.context)
        height = max(canvas.px(MARGIN), round(size * 1.45))
        if height > canvas.px(MARGIN) and self._draw_between(frame, layout):
            return
        # Where there is no room between the tools, larger text covers them.
        plate = shapes.rounded(ink.get_width() + canvas.px(64), height, height / 2, TRAY, 235)
        dot = shapes.disc(canvas.px(7), CORAL)
        # A hair higher than the margin's middle: the picture may wander by 4 units (pixel shift).
        middle, y = canvas.width / 2, (canvas.height + down - MARGIN) / 2 - 2.2
        y -= max(0.0, height / canvas.scale - (MARGIN - 2)) / 2
        frame.put(plate, (middle, y))
        frame.put(dot, (middle - ink.get_width() / canvas.scale / 2 - 18, y))
        frame.put(ink, (middle, y))

    def _draw_between(self, frame: Frame, layout: TableLayout) -> bool:
        """Draws large text below the board, between the tools; False if it has no room."""
        room = between_tools(layout)
        inner = Box(
            room.x + 2 * DEVICE_NOTICE_PAD, room.y + 4, room.w - 3 * DEVICE_NOTICE_PAD, room.h - 8
        )
        label = Label(
            self.words, inner, DEVICE_NOTICE_SIZE, TEXT, bold=True, align="centre", most=3
        )
        canvas = frame.canvas
        if not room.h > MARGIN or label.typeset(canvas).size < MIN_SHRINK_BETWEEN_TOOLS * canvas.px(
            frame.context.scaled_size(DEVICE_NOTICE_SIZE)
        ):
            return False
        plate = shapes.rounded(canvas.px(room.w), canvas.px(room.h), canvas.px(20), TRAY, 235)
        frame.put(plate, room.centre)
        frame.put(shapes.disc(canvas.px(7), CORAL), (room.x + DEVICE_NOTICE_PAD, room.centre[1]))
        label.draw(frame)
        return True

    def _draw_to_room(self, frame: Frame) -> None:
        """Puts the newest of them in words that are large enough for a room.

        One line of them stands below the board; two reach over its edge.
        """
        canvas, said = frame.canvas, self.told[-1].what
        for high in (52.0, 116.0):
            box = Box(canvas.width * 0.05, canvas.height - high - 2, canvas.width * 0.9, high)
            room = Box(box.x + 70, box.y + 3, box.w - 96, box.h - 6)
            words = Label(said, room, DEVICE_NOTICE_SIZE, TEXT, bold=True, most=2)
            if words.typeset(canvas).complete:
                break
        plate = shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(20), TRAY, 245)
        frame.put(plate, box.centre)
        frame.put(shapes.disc(canvas.px(13), CORAL), (box.x + 38, box.centre[1]))
        words.draw(frame)


def between_tools(layout: TableLayout) -> Box:
    """The room below the board that is free of tools and panels; empty where people sit all round.

    There what lies at an edge belongs to whoever sits at it.
    """
    canvas, board = layout.canvas, layout.board
    top, bottom = board.bottom - BOARD_RIM_SHARE * board.h, canvas.height - CLEARANCE
    if layout.sides != (0,) or bottom <= top:
        return Box(board.x, bottom, 0.0, 0.0)
    left, right = board.x, board.right
    panels = [panel.box for panel in layout.panels]
    for box in (layout.menu_tools, layout.walk_tools, *panels):
        if box.bottom > top and box.centre[0] < board.centre[0]:
            left = max(left, box.right + CLEARANCE)
        elif box.bottom > top:
            right = min(right, box.x - CLEARANCE)
    return Box(left, top, max(0.0, right - left), bottom - top)
