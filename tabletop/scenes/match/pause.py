"""The pause: what can be done about a match besides playing on."""

from typing import Final

from tabletop.engine import Match, Seat, Text, joined, say
from tabletop.engine.clock import clock_text
from tabletop.input.actions import Action
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.destinations import OpenAppearance, OpenDevices, OpenSound
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.orientation import (
    TURN_KEY,
    language_at_side,
    next_side,
    reading_sides,
    turn_button,
)
from tabletop.scenes.series import series_words
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import stones
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL, TEXT
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.match_options import SPEED_NAMES
from tabletop.ui.widgets.page import PageScene, Plate, split_row

WIDTH: Final = 980.0
PAD: Final = 48.0
GAP: Final = 24.0
BUTTON: Final = 108.0
CLOCK: Final = 92.0
TURN_WIDTH: Final = 96.0
PROJECTOR_COLUMNS: Final = 4
"""So many buttons stand side by side where words are for a room."""
NARROW_WIDTH: Final = 1200.0
"""In less width half as many: more would lose their words, and be signs that nobody knows."""

HOST_ENTRIES: Final = ("devices", "look", "blank", "still")
"""What strangers do not find here."""
HIDDEN_FROM_KIDS: Final = (
    "draw",
    "resign",
    "end",
    "players",
    "series",
    "chances",
    "sound",
    "speed",
)
"""What children do not find besides: playing, learning and leaving is enough."""

YES, NO = say("yes", "yes"), say("no", "no")


class PauseScene(PageScene):
    """Stops the match, and pops with what shall happen to it."""

    covers = False

    def __init__(self, table: AppContext, setup: Setup, match: Match, turns: int = 0) -> None:
        super().__init__(turns)
        self.asker: Seat | None = None
        """Whose own device has pressed something last; None where nobody can know."""
        self.turned_round = False
        """Somebody has turned it to themselves."""
        self.table = table
        self.setup = setup
        self.match = match
        self.clocks: tuple[Box, ...] = ()
        """Where the seats' clocks are shown; none without a time control."""

    def lay_out(self) -> None:
        across, down = self.room
        width = (
            across
            if self.canvas.context.projector
            else min(self.canvas.context.scaled_length(WIDTH, BODY_SIZE), across)
        )
        rows = self._rows()
        clock = CLOCK + GAP if self.match.clock.ticking else 0.0
        head = 84.0
        taken = 2 * PAD + head + clock + (len(rows) - 1) * GAP
        each = min(self.canvas.context.scaled_length(BUTTON, BODY_SIZE), (down - taken) / len(rows))
        height = taken + len(rows) * each
        plate = self.place(width, height)
        inner = Box(plate.x + PAD, plate.y + PAD, plate.w - 2 * PAD, plate.h - 2 * PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self._head(Box(inner.x, inner.y - 6, inner.w, head - 14))
        clocks = Box(inner.x, inner.y + head, inner.w, CLOCK)
        self.clocks = tuple(split_row(clocks, self.match.seats, GAP)) if clock else ()
        round_box = Box(inner.right - TURN_WIDTH, inner.y - 14, TURN_WIDTH, head - 2)
        buttons = [
            *turn_button(self.canvas.context, self.setup, round_box, self.turns, self.middle)
        ]
        y = inner.y + head + clock
        for keys in rows:
            boxes = split_row(Box(inner.x, y, inner.w, each), len(keys), GAP)
            buttons += [self._button(key, box) for key, box in zip(keys, boxes, strict=True)]
            y += each + GAP
        self.buttons.replace(buttons)

    def _rows(self) -> list[tuple[str, ...]]:
        end = ("draw", "resign", "end") if self.setup.persons else ("draw", "end")
        rows: list[tuple[str, ...]] = [("on",), ("rules", "learn", "speed"), end]
        # A board turns only where people sit round it.
        board = ("board",) if self.setup.facing else ()
        # For a room all words are turned to it, wherever people sit.
        turned = ("facing", *board) if not self.table.settings["look.projector"] else ()
        rows += [(*turned, "devices"), ("players", "series", "chances")]
        rows += [("look", "sound"), ("leave",)]
        if self.match.outcome is not None:
            del rows[2]
        if self.table.settings["look.projector"]:
            rows.insert(-1, ("blank", "still"))
        rows = self._allowed(rows)
        across = PROJECTOR_COLUMNS if self.room[0] >= NARROW_WIDTH else PROJECTOR_COLUMNS // 2
        return rows if not self.canvas.context.projector else broad_rows(rows, across)

    def _allowed(self, rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The rows without what is not for strangers, and not for children."""
        table = self.table
        hidden = (HOST_ENTRIES if table.locked else ()) + (
            HIDDEN_FROM_KIDS if table.kids_mode else ()
        )
        left = [tuple(key for key in keys if key not in hidden) for keys in rows]
        return [keys for keys in left if keys]

    def _head(self, box: Box) -> None:
        title = Label(say("pause.title", "Paused"), box, HEAD_SIZE, bold=True, most=1)
        self.labels = (title,)
        if self.match.clock.ticking:
            still = say("pause.clock", "The clocks stand still.")
            room = box.w * 0.6 - (TURN_WIDTH + GAP) * (
                len(reading_sides(self.canvas.context, self.setup)) > 1
            )
            half = Box(box.x + box.w * 0.4, box.y, room, box.h)
            told = Label(still, half, BODY_SIZE, DIM, align="right", most=1, spare=True)
            self.labels = (title, told)

    def _button(self, key: str, box: Box) -> PushButton:
        label, picture, style = self._faces()[key]
        size = NAME_SIZE if key == "on" else 40.0
        turns, about = self.turns, self.middle
        return PushButton(key, box, label, picture, style, size, turns=turns, about=about)

    def _faces(self) -> dict[str, tuple[Text | str, str, ButtonStyle]]:
        """What each button says, its icon and its style."""
        speed = SPEED_NAMES[self.table.settings["look.speed"]]
        facing = YES if self.setup.facing else NO
        turns = YES if self.table.settings["look.board"] == "turns" else NO
        seen = YES if self.table.settings["computer.chance_bar"] else NO
        kept = say("pause.kept", "(the game is kept)")
        leave = say("pause.leave", "Leave")
        if not self.canvas.context.projector:
            leave = joined(" ", leave, kept)
        return {
            "on": (say("pause.on", "Play on"), "play", "main"),
            "rules": (say("pause.rules", "Rules"), "book", "plain"),
            "learn": (say("pause.learn", "Learn"), "finger", "plain"),
            "speed": (say("pause.speed", "Animation: {speed}", speed=speed), "later", "plain"),
            "draw": (say("pause.draw", "Offer a draw"), "draw", "plain"),
            "resign": (say("pause.resign", "Give up"), "flag", "plain"),
            "end": (say("pause.end", "End the game"), "stop", "plain"),
            "facing": (say("pause.turned", "Words turned: {yes}", yes=facing), "swap", "plain"),
            "board": (say("pause.board", "Board turns: {yes}", yes=turns), "turn", "plain"),
            "devices": (say("pause.devices", "Devices"), "plug", "plain"),
            "chances": (say("pause.chances", "Show chances: {yes}", yes=seen), "chances", "plain"),
            "players": (say("pause.players", "Who plays?"), "computer", "plain"),
            "sound": (say("pause.sound", "Sound"), "call", "plain"),
            "look": (say("pause.look", "Colours"), "look", "plain"),
            "series": (series_words(self.setup.best_of), "again", "plain"),
            "blank": (say("pause.blank", "Dark picture"), "moon", "plain"),
            "still": (say("pause.still", "Picture stands still"), "still", "plain"),
            "leave": (leave, "out", "plain"),
        }

    def handle(self, action: Action, /) -> Change:
        self.asker = action.seat
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key == TURN_KEY:
            self.turns, self.turned_round = (
                next_side(self.canvas.context, self.setup, self.turns),
                True,
            )
            self.language = language_at_side(self.canvas.context, self.setup, self.turns)
            self.lay_out_in_own_context(self.table.ui_context)
            return None
        if key == "devices":
            return Push(OpenDevices())
        if key == "look":
            return Push(OpenAppearance())
        if key == "sound":
            return Push(OpenSound())
        if key == "blank":
            self.table.cover.lay("dark")
            return None
        if key == "still":
            self.table.cover.lay("still")  # over the game, not over this page
            return Pop("on")
        if key == "board":
            still = self.table.settings["look.board"] == "still"
            self.table.change("look.board", "turns" if still else "still")
            self.lay_out()
            return None
        if key == "chances":
            self.table.change("computer.chance_bar", not self.table.settings["computer.chance_bar"])
            self.lay_out()
            return None
        if key != "speed":
            return Pop(key)
        order = list(SPEED_NAMES)
        here = order.index(self.table.settings["look.speed"])
        self.table.change("look.speed", order[(here + 1) % len(order)])
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop("on")

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        canvas, looks = self.canvas, seat_looks(self.match.game)
        for seat, box in enumerate(self.clocks):
            radius = box.h * 0.36
            text = clock_text(self.match.clock.left[seat])
            large = min(frame.context.scaled_size(NAME_SIZE), box.h)
            size = typesetting.fitting_size(
                text, canvas.px(large), canvas.px(box.w - 3 * radius), True, context=frame.context
            )
            picture = typesetting.tabular_line(text, size, TEXT, context=frame.context)
            x, y = box.x + radius + 4, box.centre[1]
            frame.put(stones.stone(looks[seat], radius * canvas.scale), (x, y))
            frame.put(picture, (x + radius + 20 + picture.get_width() / canvas.scale / 2, y))


def broad_rows(rows: list[tuple[str, ...]], across: int) -> list[tuple[str, ...]]:
    """The same buttons in as few rows as they fit in where all words are large."""
    first, *others = rows
    keys = [key for keys in others for key in keys]
    lines = -(-len(keys) // across)
    each = -(-len(keys) // lines)
    return [first, *(tuple(keys[at : at + each]) for at in range(0, len(keys), each))]
