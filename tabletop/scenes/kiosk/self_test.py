"""The self-test: a light for everything that an event needs, and what to do about it.

It includes a test of the touch screen with five marks.
"""

from collections.abc import Callable
from math import dist, inf
from sqlite3 import Connection
from typing import Final

from tabletop.engine import Text, decimal, joined, say
from tabletop.input.actions import Action, Button, Buzz, Down, Nudge, Press, Roll, Walk
from tabletop.system.health import CheckResult, check_clock, check_disk
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import LIGHT_SIZE, put_light
from tabletop.ui.layout import Node, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, BODY_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL, PETROL, TEXT
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
)

MARK_INSET: Final = 130.0
"""The distance of the outer marks from the edges."""
MAX_TOUCH_ERROR: Final = 110.0
"""A touch at a greater distance belongs to no mark."""
GOOD_TOUCH_ERROR: Final = 45.0
"""The greatest error of an exact touch: 14 mm on a 27-inch table."""
MARK_RADIUS: Final = 46.0
MARK_TEXT_WIDTH: Final = 1000.0


class TouchTest(PageScene):
    """The marks, one after the other. Pops with a `CheckResult`, or None if it was left before."""

    def __init__(self) -> None:
        super().__init__()
        self.off: list[float] = []
        """The error of each touch, in canvas units."""
        self.missed = 0

    @property
    def marks(self) -> tuple[Point, ...]:
        """The marks in the order in which they are touched."""
        whole = self.canvas.box
        x, y, right, bottom = MARK_INSET, MARK_INSET, whole.w - MARK_INSET, whole.h - MARK_INSET
        return (x, y), (right, y), (right, bottom), (x, bottom), whole.centre

    def lay_out(self) -> None:
        x, y = self.canvas.box.centre
        wide = min(MARK_TEXT_WIDTH, self.canvas.width - 4 * MARK_INSET)
        told = say("touch_test.told", "Touch the ring.")
        if self.missed:
            told = say("touch_test.missed", "That touch missed. Touch the ring again.")
        leave = say("touch_test.leave", "Cancel")
        self.labels = (
            Label(told, Box.around((x, y - 210), wide, 110), HEAD_SIZE, TEXT, True, "centre"),
        )
        box = Box.around((x, y + 220), min(420.0, wide), 100)
        self.buttons.replace([PushButton("leave", box, leave, "close", size=NAME_SIZE)])

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Press) and action.button is Button.BACK:
            return Pop(None)
        if isinstance(action, Down) and self.buttons.at(action.at) is None:
            return self._touched(action.at)
        return super().handle(action)

    def _touched(self, at: Point) -> Change:
        off = dist(at, self.marks[len(self.off)])
        if off > MAX_TOUCH_ERROR:
            self.missed += 1
            self.lay_out()
            return None
        self.off.append(off)
        if len(self.off) == len(self.marks):
            return Pop(touch_finding(max(self.off), self.missed))
        self.lay_out()
        return None

    def pressed(self, key: str, /) -> Change:
        del key
        return Pop(None)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        scale = frame.canvas.scale
        for number, at in enumerate(self.marks):
            if number < len(self.off):
                frame.put(shapes.disc(MARK_RADIUS * scale, PETROL), at)
            elif number == len(self.off):
                frame.put(shapes.ring(MARK_RADIUS * scale, 10 * scale, AMBER), at)
                frame.put(shapes.disc(8 * scale, AMBER), at)
            else:
                frame.put(shapes.ring(0.5 * MARK_RADIUS * scale, 4 * scale, DIM), at)


def touch_finding(off: float, missed: int) -> CheckResult:
    """The result for the greatest error, and the number of touches that missed their mark."""
    share = decimal(off / 10.8)
    if missed:
        words = "All five rings were felt, but other touches missed: {missed}."
        return CheckResult("amber", say("touch_test.some", words, missed=missed))
    if off > GOOD_TOUCH_ERROR:
        words = "Touches are off by up to {share}% of the height. Calibrate the touch screen."
        return CheckResult("amber", say("touch_test.off", words, share=share))
    return CheckResult(
        "green", say("touch_test.good", "All five rings were felt in the right place.")
    )


MEASURE_SECONDS: Final = 3.0
"""Seconds for which the frame rate is measured."""
WARMUP_SECONDS: Final = 0.5
"""Seconds of these that do not count: the page's own pictures are rendered then."""
SMOOTH_FPS: Final = 55.0
MIN_FPS: Final = 30.0
DISK_TIMEOUT_SECONDS: Final = 10.0
"""Seconds after which a disk without an answer is reported as hanging."""
SOUND_PROBE_SECONDS: Final = 1.5
"""Seconds within which a sound device reports whether it works."""
POLL_SECONDS: Final = 0.2
MAX_ROW_HEIGHT: Final = 150.0
MAX_NARROW_ROW_HEIGHT: Final = 230.0
"""The same if the text stands below the name."""
WIDE_ROW_WIDTH: Final = 1300.0
"""Wider rows have the text beside the name, others below it."""
MAX_LIGHT_WIDTH: Final = 140.0
MAX_BUTTON_HEIGHT: Final = 140.0
BUTTON_WIDTH: Final = 230.0
ONE_BUTTON_WIDTHS: Final = 1.3
"""The width of a single button in a narrow row, in widths of one of two."""
DICE_SOURCES: Final = ("serial", "pad")

TEST_NAMES: Final = {
    "touch": say("test.touch", "Touch"),
    "sound": say("test.sound", "Sound"),
    "dice": say("test.dice", "Dice"),
    "buttons": say("test.buttons", "Buttons"),
    "disk": say("test.disk", "Disk"),
    "clock": say("test.clock", "Clock"),
    "frames": say("test.frames", "Frame rate"),
}
"""The tests, in the order of the page."""
IN_PROGRESS: Final = CheckResult("waiting", say("test.wait", "One moment…"))
NO_SOUND: Final = CheckResult(
    "red",
    say("test.silent", "No sound. Check the cable, the plug and the loudspeaker."),
)
NOT_TESTED: Final = CheckResult("waiting", say("test.not_yet", "Not tested yet."))


class SelfTestScene(PageScene):
    """Starts the tests that need nobody by itself; the others have buttons."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.found = {"touch": NOT_TESTED, "sound": NOT_TESTED}
        self.found |= dict.fromkeys(("disk", "clock", "frames"), IN_PROGRESS)
        self._rows: dict[str, Box] = {}
        self._answers: dict[str, CheckResult] = {}
        """Results from the writer thread."""
        self._asks_if_heard = False
        self._since = 0.0
        """Seconds since a sound was played."""
        self._spent = 0.0
        self._measured = 0.0
        """Seconds for which pictures were counted."""
        self._frames = 0
        """Pictures drawn in them."""
        self._look_at_devices()
        self._start_check("disk", lambda: check_disk(table.data_dir))
        self._start_check("clock", check_clock)

    def _start_check(self, key: str, look: Callable[[], CheckResult]) -> None:
        """Runs a check in the writer thread, which may wait for the disk."""

        def work(_: Connection) -> None:
            self._answers[key] = look()

        self.table.store.write(work)

    def _look_at_devices(self) -> None:
        known = [device for device in self.table.devices.all if device.works]
        plugged = [device for device in known if device.kind in DICE_SOURCES]
        throw = say("test.throw", "Roll the dice now.")
        press = say("test.press", "Press a button now.")
        no_dice = say("test.no_dice", "No dice reader is connected. Dice roll on the screen.")
        no_box = say("test.no_box", "No buttons are connected. People touch the screen.")
        readers = any(device.reads_dice for device in plugged)
        boxes = any(device.kind == "pad" or device.buttons for device in plugged)
        self.found["dice"] = (
            CheckResult("waiting", throw) if readers else CheckResult("amber", no_dice)
        )
        self.found["buttons"] = (
            CheckResult("waiting", press) if boxes else CheckResult("amber", no_box)
        )

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        most = self.canvas.context.scaled_length(
            MAX_ROW_HEIGHT if page.body.w > WIDE_ROW_WIDTH else MAX_NARROW_ROW_HEIGHT, BODY_SIZE
        )
        count = len(TEST_NAMES)
        high = min(most, (page.body.h - PAGE_GAP * (count - 1)) / count)
        rows = column(
            *(self._row(key, page.body.w, high) for key in TEST_NAMES), gap=PAGE_GAP
        ).place(page.body)
        self._rows = dict(zip(TEST_NAMES, rows.all("row"), strict=True))
        buttons = [back_button(page)]
        places = iter(rows.all("button"))
        for key in TEST_NAMES:
            buttons += [
                PushButton(action, next(places), label, picture, size=BODY_SIZE)
                for action, label, picture in self._actions(key)
            ]
        names = zip(TEST_NAMES, rows.all("name"), rows.all("words"), strict=True)
        labels = [
            label
            for key, name, words in names
            for label in (
                Label(TEST_NAMES[key], name, NAME_SIZE, bold=True, most=1),
                Label(self.found[key].words, words, BODY_SIZE, DIM, most=4),
            )
        ]
        self.plates = tuple(Plate(box, PANEL) for box in self._rows.values())
        self.labels = (*page_heading(page, say("test.title", "Self-test"), self._below), *labels)
        self.buttons.replace(buttons)

    def _row(self, key: str, wide: float, high: float) -> Node:
        """A light, the name of a test, its result, and buttons if there are any."""
        context, actions = self.canvas.context, self._actions(key)
        light = min(high, MAX_LIGHT_WIDTH)
        across = wide > WIDE_ROW_WIDTH
        widths = 2 if across else max(ONE_BUTTON_WIDTHS, len(actions))
        room = min(context.scaled_length(BUTTON_WIDTH, BODY_SIZE), 0.22 * wide) * widths
        place = row(
            *["button"] * len(actions),
            gap=16,
            size=room,
            cross_size=min(high - 24, MAX_BUTTON_HEIGHT),
            offset=(0, 4 if across else 12),
        )
        end: tuple[Node | float, ...] = (24, place, 16) if actions else (32,)
        if across:
            name = item("name", min(0.2 * wide, context.scaled_length(300.0, NAME_SIZE)))
            parts: tuple[Node | str | float, ...] = (light, name, 20, "words", *end)
            return row(*parts, key="row", size=high, padding=(0, 8, 0, 8))
        tall = min(context.scaled_length(64.0, NAME_SIZE), 0.4 * high)
        heading = row("name", 0 if actions else room + 8, size=tall)
        told = column(heading, 8, "words", padding=(0, 8, 0, 4))
        return row(light, told, *end, key="row", size=high)

    def _actions(self, key: str) -> list[tuple[str, Text, str]]:
        """The key, label and icon of each button of a row."""
        if key == "touch":
            return [("touch", say("test.try", "Test"), "finger")]
        if key == "sound" and self._asks_if_heard:
            return [
                ("heard", say("test.heard", "I heard it"), ""),
                ("nothing", say("test.nothing", "I heard nothing"), ""),
            ]
        if key == "sound":
            return [("sound", say("test.play", "Play a sound"), "call")]
        return []

    @property
    def _below(self) -> Text:
        lights = [finding.light for finding in self.found.values()]
        if "red" in lights:
            return say("test.red", "Something doesn’t work.")
        if "waiting" in lights:
            return say("test.waiting", "Some tests are not done yet.")
        if "amber" in lights:
            return say("test.amber", "The table can be used. Check the triangles.")
        return say("test.green", "Everything works.")

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Roll):
            thrown = joined(" ", *map(str, action.values))
            result = CheckResult(
                "green", say("test.threw", "A dice reader rolled {thrown}.", thrown=thrown)
            )
            if action.simulated:
                words = "A simulated dice reader rolled {thrown}."
                result = CheckResult("amber", say("test.simulated", words, thrown=thrown))
            self._find("dice", result)
            return None
        if action.source in DICE_SOURCES and isinstance(action, Press | Buzz | Walk | Nudge):
            self._find(
                "buttons", CheckResult("green", say("test.pressed", "A button press was received."))
            )
            return None
        return super().handle(action)

    def _find(self, key: str, finding: CheckResult) -> None:
        self.found[key] = finding
        self.table.log_operator_action(f"self-test, {key}: {finding.light}, {finding.words}")
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "touch":
                return Push(TouchTest(), self._touched)
            case "sound":
                return self._play()
            case "heard" | "nothing":
                self._asks_if_heard = False
                heard = CheckResult("green", say("test.sounds", "Sound works."))
                self._find("sound", heard if key == "heard" else NO_SOUND)
                return None
        return self.back()

    def _touched(self, finding: object) -> Change:
        if isinstance(finding, CheckResult):
            self._find("touch", finding)
        return None

    def _play(self) -> Change:
        if not self.table.loud:
            words = "The sound is off. Turn up the volume first."
            self._find("sound", CheckResult("amber", say("test.quiet", words)))
        else:
            self.table.play("turn_1")
            self._asks_if_heard, self._since = True, 0.0
            self.found["sound"] = CheckResult("waiting", say("test.ask", "Did you hear a sound?"))
            self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        self._since += dt
        if self._spent > WARMUP_SECONDS and self.found["frames"] is IN_PROGRESS:
            self._measured += dt
        if (
            self._asks_if_heard
            and self._since > SOUND_PROBE_SECONDS
            and self.table.sounds.works is False
        ):
            self._asks_if_heard = False
            words = "No sound device is working."
            self._find("sound", CheckResult("red", say("test.no_sound", words)))
        if self.found["frames"] is IN_PROGRESS and self._spent >= MEASURE_SECONDS:
            self._find("frames", frame_rate_finding(self._frames / self._measured))
        for key in ("disk", "clock"):
            if self.found[key] is IN_PROGRESS and key in self._answers:
                self._find(key, self._answers[key])
            elif self.found[key] is IN_PROGRESS and self._spent >= DISK_TIMEOUT_SECONDS:
                words = "The disk doesn’t respond."
                self._find(key, CheckResult("red", say("test.hangs", words)))
        return None

    def wakes_in(self) -> float:
        if self.found["frames"] is IN_PROGRESS:
            return 0.0
        waits = any(self.found[key] is IN_PROGRESS for key in ("disk", "clock"))
        waits = waits or (self._asks_if_heard and self._since <= SOUND_PROBE_SECONDS)
        return POLL_SECONDS if waits else inf

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for key, box in self._rows.items():
            side = min(LIGHT_SIZE, 0.62 * box.h)
            # The light must move while frames are measured, or nothing would be drawn.
            turns = self._spent if key == "frames" else 0.0
            at = (box.x + min(box.h, MAX_LIGHT_WIDTH) / 2, box.centre[1])
            put_light(frame, self.found[key].light, at, side, turns)
        # Counted here and not in `update`: the loop may turn without drawing.
        if self._measured > 0:
            self._frames += 1


def frame_rate_finding(rate: float) -> CheckResult:
    """The result for a number of frames per second."""
    number = round(rate)
    if rate < MIN_FPS:
        words = "{rate} frames per second: this computer is too slow or too hot. Good: {good}."
        return CheckResult("red", say("test.slow", words, rate=number, good=round(SMOOTH_FPS)))
    told = "{rate} frames per second. {good} or more is good."
    words = say("test.rate", told, rate=number, good=round(SMOOTH_FPS))
    return CheckResult("green" if rate >= SMOOTH_FPS else "amber", words)
