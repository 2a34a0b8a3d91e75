"""The pause: what can be done about a match besides playing on."""

from typing import Final

from tabletop.engine import Match, Text, joined, say
from tabletop.scenes.devices import DevicesScene
from tabletop.scenes.emblem import looks_of
from tabletop.scenes.look_page import SPEEDS, LookPage
from tabletop.scenes.sayings import clock_words
from tabletop.scenes.setup import Setup
from tabletop.scenes.sound_page import SoundPage
from tabletop.ui import stones, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.sheet import Overlay, Plate, row
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL, TEXT
from tabletop.ui.widgets import PushButton, Style

WIDTH: Final = 980.0
PAD: Final = 48.0
GAP: Final = 24.0
BUTTON: Final = 108.0
CLOCK: Final = 92.0

YES, NO = say("yes", "yes"), say("no", "no")


class PauseScene(Overlay):
    """Stops the match, and pops with what shall happen to it."""

    def __init__(self, table: Table, setup: Setup, match: Match) -> None:
        super().__init__()
        self.table = table
        self.setup = setup
        self.match = match
        self.clocks: tuple[Box, ...] = ()
        """Where the seats' clocks are shown; none without a time control."""

    def lay_out(self) -> None:
        across, down = self.room
        width = min(WIDTH, across)
        rows = self._rows()
        clock = CLOCK + GAP if self.match.clock.ticking else 0.0
        head = 84.0
        taken = 2 * PAD + head + clock + (len(rows) - 1) * GAP
        each = min(BUTTON, (down - taken) / len(rows))
        height = taken + len(rows) * each
        plate = self.place(width, height)
        inner = Box(plate.x + PAD, plate.y + PAD, plate.w - 2 * PAD, plate.h - 2 * PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self._head(Box(inner.x, inner.y - 6, inner.w, head - 14))
        clocks = Box(inner.x, inner.y + head, inner.w, CLOCK)
        self.clocks = tuple(row(clocks, self.match.seats, GAP)) if clock else ()
        buttons, y = [], inner.y + head + clock
        for keys in rows:
            boxes = row(Box(inner.x, y, inner.w, each), len(keys), GAP)
            buttons += [self._button(key, box) for key, box in zip(keys, boxes, strict=True)]
            y += each + GAP
        self.buttons.replace(buttons)

    def _rows(self) -> list[tuple[str, ...]]:
        end = ("draw", "resign") if self.setup.persons else ("draw",)
        rows: list[tuple[str, ...]] = [("on",), ("rules", "learn", "speed"), end]
        rows += [("facing", "devices"), ("players", "chances"), ("look", "sound"), ("leave",)]
        if self.match.outcome is not None:
            del rows[2]
        return rows

    def _head(self, box: Box) -> None:
        title = Label(say("pause.title", "Paused"), box, HEAD_SIZE, bold=True, most=1)
        self.labels = (title,)
        if self.match.clock.ticking:
            still = say("pause.clock", "The clocks stand still.")
            half = Box(box.x + box.w * 0.4, box.y, box.w * 0.6, box.h)
            self.labels = (title, Label(still, half, BODY_SIZE, DIM, align="right", most=1))

    def _button(self, key: str, box: Box) -> PushButton:
        label, picture, style = self._faces()[key]
        size = NAME_SIZE if key == "on" else 40.0
        return PushButton(key, box, label, picture, style, size)

    def _faces(self) -> dict[str, tuple[Text | str, str, Style]]:
        """What each button says, its icon and its style."""
        speed = SPEEDS[self.table.settings["look.speed"]]
        facing = YES if self.setup.facing else NO
        seen = YES if self.table.settings["computer.chance_bar"] else NO
        kept = say("pause.kept", "(the game is kept)")
        leave = joined(" ", say("pause.leave", "Leave"), kept)
        return {
            "on": (say("pause.on", "Play on"), "play", "main"),
            "rules": (say("pause.rules", "Rules"), "book", "plain"),
            "learn": (say("pause.learn", "Learn"), "finger", "plain"),
            "speed": (say("pause.speed", "Animation: {speed}", speed=speed), "later", "plain"),
            "draw": (say("pause.draw", "Offer a draw"), "draw", "plain"),
            "resign": (say("pause.resign", "Give up"), "flag", "plain"),
            "facing": (say("pause.facing", "Face to face: {yes}", yes=facing), "swap", "plain"),
            "devices": (say("pause.devices", "Devices"), "plug", "plain"),
            "chances": (say("pause.chances", "Show chances: {yes}", yes=seen), "chances", "plain"),
            "players": (say("pause.players", "Who plays?"), "computer", "plain"),
            "sound": (say("pause.sound", "Sound"), "call", "plain"),
            "look": (say("pause.look", "Colours"), "look", "plain"),
            "leave": (leave, "out", "plain"),
        }

    def pressed(self, key: str, /) -> Change:
        if key == "devices":
            return Push(DevicesScene(self.table))
        if key == "look":
            return Push(LookPage(self.table))
        if key == "sound":
            return Push(SoundPage(self.table))
        if key == "chances":
            self.table.change("computer.chance_bar", not self.table.settings["computer.chance_bar"])
            self.lay_out()
            return None
        if key != "speed":
            return Pop(key)
        order = list(SPEEDS)
        here = order.index(self.table.settings["look.speed"])
        self.table.change("look.speed", order[(here + 1) % len(order)])
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop("on")

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        canvas, looks = self.canvas, looks_of(self.match.game)
        for seat, box in enumerate(self.clocks):
            radius = box.h * 0.36
            text = clock_words(self.match.clock.left[seat])
            size = words.fitting(text, canvas.px(NAME_SIZE), canvas.px(box.w - 3 * radius), True)
            picture = words.figures(text, size, TEXT)
            x, y = box.x + radius + 4, box.centre[1]
            frame.put(stones.stone(looks[seat], radius * canvas.scale), (x, y))
            frame.put(picture, (x + radius + 20 + picture.get_width() / canvas.scale / 2, y))
