"""The self-test: a light for everything that an evening needs, and what to do about it."""

from collections.abc import Callable
from math import inf
from sqlite3 import Connection
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import Action, Buzz, Nudge, Press, Roll, Walk
from tabletop.kiosk.checks import Finding, look_at_clock, look_at_disk
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.scenes.lights import LIGHT, put_light
from tabletop.scenes.touch_test import TouchTest
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import Plate, Sheet, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, DIM, NAME_SIZE, PANEL
from tabletop.ui.widgets import PushButton

MEASURED: Final = 3.0
"""Seconds for which the frame rate is measured."""
BEGINS: Final = 0.5
"""Seconds of these that do not count: the page's own pictures are made then."""
SMOOTH: Final = 55.0
JERKY: Final = 30.0
"""Frames a second, below which a picture is not smooth, or not to be watched."""
GIVEN_UP: Final = 10.0
"""Seconds after which a disk that has not answered is said to hang."""
ANSWERS: Final = 1.5
"""Seconds after which a sound device has said whether it is there."""
LOOKS: Final = 0.2
"""Seconds between two looks for an answer."""
HIGHEST: Final = 150.0
TALL: Final = 230.0
"""The most that a row is high, and where its words have little room beside its button."""
BROAD: Final = 1300.0
"""Rows that are broader have the words beside the name, others below it."""
MARK: Final = 140.0
"""The most that the light takes of a row's width."""
LARGEST: Final = 140.0
"""The most that a button is high."""
BUTTON: Final = 230.0
SOURCES: Final = ("serial", "pad")

NAMES: Final = {
    "touch": say("test.touch", "Touch"),
    "sound": say("test.sound", "Sound"),
    "dice": say("test.dice", "Dice"),
    "buttons": say("test.buttons", "Buttons"),
    "disk": say("test.disk", "Disk"),
    "clock": say("test.clock", "Clock"),
    "frames": say("test.frames", "Picture"),
}
"""What is tested, in the order of the page."""
ONE_MOMENT: Final = Finding("waiting", say("test.wait", "One moment ..."))
SILENT: Final = Finding(
    "red",
    say("test.silent", "Nothing is heard: look at the cable, the plug and the loudspeaker."),
)
NOT_YET: Final = Finding("waiting", say("test.not_yet", "Not tested yet."))


class SelfTestScene(Sheet):
    """Begins by itself with what needs nobody; for the rest there are buttons."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.found: dict[str, Finding] = {"touch": NOT_YET, "sound": NOT_YET}
        self._rows: dict[str, Box] = {}
        self._answers: dict[str, Finding] = {}
        """What the disk's thread has found out."""
        self._asks_ear = False
        self._since = 0.0
        """Seconds since a sound was played."""
        self._spent = 0.0
        self._frames = 0
        for key in ("disk", "clock", "frames"):
            self.found[key] = ONE_MOMENT
        self._look_at_devices()
        self._have_looked("disk", lambda: look_at_disk(table.data_dir))
        self._have_looked("clock", look_at_clock)

    def _have_looked(self, key: str, look: Callable[[], Finding]) -> None:
        """Has something looked at by the thread that may wait for the disk."""

        def work(_: Connection) -> None:
            self._answers[key] = look()

        self.table.store.write(work)

    def _look_at_devices(self) -> None:
        """What is plugged in, as far as it can be known before it is used."""
        known = [device for device in self.table.devices.all if device.works]
        plugged = [device for device in known if device.kind in SOURCES]
        throw = say("test.throw", "Throw the dice now.")
        press = say("test.press", "Press a button now.")
        no_dice = say("test.no_dice", "No reader is plugged in: dice are thrown on the screen.")
        no_box = say("test.no_box", "No box and no pad is plugged in: people touch the glass.")
        readers = any(device.kind == "serial" for device in plugged)
        self.found["dice"] = Finding("waiting", throw) if readers else Finding("amber", no_dice)
        self.found["buttons"] = Finding("waiting", press) if plugged else Finding("amber", no_box)

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        most = grown(HIGHEST if page.body.w > BROAD else TALL, BODY_SIZE)
        high = min(most, (page.body.h - GAP * (len(NAMES) - 1)) / len(NAMES))
        places = stacked(Box(page.body.x, page.body.y, page.body.w, 0), [high] * len(NAMES), GAP)
        self._rows = dict(zip(NAMES, places, strict=True))
        labels = [*heading(page, say("test.title", "Self-test"), self._below)]
        buttons = [leave_button(page)]
        for key, box in self._rows.items():
            labels += self._words(key, box)
            buttons += self._buttons(key, box)
        self.plates = tuple(Plate(box, PANEL) for box in places)
        self.labels = tuple(labels)
        self.buttons.replace(buttons)

    @property
    def _below(self) -> Text:
        lights = [finding.light for finding in self.found.values()]
        if "red" in lights:
            return say("test.red", "Something does not work.")
        if "waiting" in lights:
            return say("test.waiting", "Some of it has not been tested yet.")
        if "amber" in lights:
            return say("test.amber", "It can be played, but have a look at the triangles.")
        return say("test.green", "All is well.")

    def _parts(self, box: Box) -> tuple[Box, Box, Box]:
        """Where the name, the sentence and the buttons of a row lie."""
        left = box.x + min(box.h, MARK)
        most = min(grown(BUTTON, BODY_SIZE), 0.22 * box.w) * 2
        buttons = Box(box.right - most - 16, box.y + 12, most, min(box.h - 24, LARGEST))
        if box.w > BROAD:
            name = Box(left, box.y + 8, min(0.2 * box.w, grown(300.0, NAME_SIZE)), box.h - 16)
            return name, Box(name.right + 20, name.y, buttons.x - name.right - 44, name.h), buttons
        name = Box(
            left, box.y + 12, buttons.x - left - 24, min(grown(64.0, NAME_SIZE), 0.4 * box.h)
        )
        words = Box(left, name.bottom, name.w, box.bottom - 8 - name.bottom)
        return name, words, buttons

    def _words(self, key: str, box: Box) -> tuple[Label, Label]:
        name, words, buttons = self._parts(box)
        if not self._buttons(key, box):
            words = Box(words.x, words.y, buttons.right - words.x - 16, words.h)
        return (
            Label(NAMES[key], name, NAME_SIZE, bold=True, most=1),
            Label(self.found[key].words, words, BODY_SIZE, DIM, most=4),
        )

    def _buttons(self, key: str, box: Box) -> list[PushButton]:
        place = self._parts(box)[2]
        one, other = row(place, 2, 16)
        if key == "touch":
            return [PushButton("touch", place, say("test.try", "Try it"), "finger", size=BODY_SIZE)]
        if key == "sound" and self._asks_ear:
            heard = say("test.heard", "I heard it")
            nothing = say("test.nothing", "Nothing")
            return [
                PushButton("heard", one, heard, size=BODY_SIZE),
                PushButton("nothing", other, nothing, size=BODY_SIZE),
            ]
        if key == "sound":
            return [PushButton("sound", place, say("test.play", "Play it"), "call", size=BODY_SIZE)]
        return []

    # -- what happens -----------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Roll):
            thrown = joined(" ", *map(str, action.values))
            if action.simulated:
                words = "A simulated reader threw {thrown}."
                self._find("dice", Finding("amber", say("test.simulated", words, thrown=thrown)))
            else:
                words = "A reader threw {thrown}."
                self._find("dice", Finding("green", say("test.threw", words, thrown=thrown)))
            return None
        if action.source in SOURCES and isinstance(action, Press | Buzz | Walk | Nudge):
            self._find("buttons", Finding("green", say("test.pressed", "A button was felt.")))
            return None
        return super().handle(action)

    def _find(self, key: str, finding: Finding) -> None:
        self.found[key] = finding
        self.table.operated(f"self-test, {key}: {finding.light}, {finding.words}")
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "touch":
                return Push(TouchTest(), self._touched)
            case "sound":
                return self._play()
            case "heard":
                self._asks_ear = False
                self._find("sound", Finding("green", say("test.sounds", "It is heard.")))
                return None
            case "nothing":
                self._asks_ear = False
                self._find("sound", SILENT)
                return None
        return self.back()

    def _touched(self, finding: object) -> Change:
        if isinstance(finding, Finding):
            self._find("touch", finding)
        return None

    def _play(self) -> Change:
        if not self.table.loud:
            words = "All sounds are off on the page with the volume."
            self._find("sound", Finding("amber", say("test.quiet", words)))
        else:
            self.table.play("turn_1")
            self._asks_ear, self._since = True, 0.0
            self.found["sound"] = Finding("waiting", say("test.ask", "Was a sound heard?"))
            self.lay_out()
        return None

    # -- time -------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        self._since += dt
        self._frames += self._spent > BEGINS
        if self._asks_ear and self._since > ANSWERS and self.table.sounds.works is False:
            self._asks_ear = False
            words = "No sound device answers."
            self._find("sound", Finding("red", say("test.no_sound", words)))
        if self.found["frames"] is ONE_MOMENT and self._spent >= MEASURED:
            self._find("frames", judged_rate(self._frames / (self._spent - BEGINS)))
        for key in ("disk", "clock"):
            if self.found[key] is ONE_MOMENT and key in self._answers:
                self._find(key, self._answers[key])
            elif self.found[key] is ONE_MOMENT and self._spent >= GIVEN_UP:
                words = "The disk does not answer."
                self._find(key, Finding("red", say("test.hangs", words)))
        return None

    def wakes_in(self) -> float:
        if self.found["frames"] is ONE_MOMENT:
            return 0.0
        waits = any(self.found[key] is ONE_MOMENT for key in ("disk", "clock"))
        waits = waits or (self._asks_ear and self._since <= ANSWERS)
        return LOOKS if waits else inf

    # -- drawing ----------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for key, box in self._rows.items():
            side = min(LIGHT, 0.62 * box.h)
            # What is measured has to move, or nothing would be drawn.
            turns = self._spent if key == "frames" else 0.0
            at = (box.x + min(box.h, MARK) / 2, box.centre[1])
            put_light(frame, self.found[key].light, at, side, turns)


def judged_rate(rate: float) -> Finding:
    """The light for so many turns of the main loop a second."""
    number = round(rate)
    if rate < JERKY:
        words = "{rate} pictures a second: this machine is too slow, or too warm."
        return Finding("red", say("test.slow", words, rate=number))
    light = "green" if rate >= SMOOTH else "amber"
    return Finding(light, say("test.rate", "{rate} pictures a second.", rate=number))  # type: ignore[arg-type]
