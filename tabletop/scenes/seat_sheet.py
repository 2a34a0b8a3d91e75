"""What a seat has of its own: its name, its words, its help, its place; asked toward that seat."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Seat, Text, percent, say
from tabletop.languages import all_languages, own_name
from tabletop.scenes.emblem import looks_of
from tabletop.scenes.name_board import NameBoard
from tabletop.scenes.setup import Setup
from tabletop.ui import stones
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import lettering
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.setup_choices import NO, YES
from tabletop.ui.sheet import Overlay, Plate, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import DIM, HEAD_SIZE, NAME_SIZE, PANEL, SMALL_SIZE
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import PushButton, Style

WIDTH: Final = 1180.0
PAD: Final = 44.0
GAP: Final = 18.0
HEAD: Final = 104.0
BUTTON: Final = 104.0
BUTTON_WORDS: Final = 38.0

SIZES: Final = (0, 125, 150, 200)
"""Text sizes of a seat, in the order in which touching goes through them; 0 is the table's."""
TIMES: Final = (0, 25, 50, 100, 200)
"""Extra time to think, in percent, in the same way."""


class SeatSheet(Overlay):
    """Everything that one seat can have of its own. Pops with the changed `Setup`.

    Before a match (not `playing`) it can be given more time, another colour, or up altogether.
    """

    def __init__(
        self,
        table: Table,
        setup: Setup,
        seat: Seat,
        about: Point | None = None,
        *,
        playing: bool = False,
    ) -> None:
        super().__init__(setup.side(seat), about)
        self.table = table
        self.setup = setup
        self.seat = seat
        self.playing = playing
        self.language = setup.language(seat)
        self._stone: Box

    def lay_out(self) -> None:
        across, down = self.room
        width = min(WIDTH, across)
        keys = self._rows()
        height = min(2 * PAD + HEAD + len(keys) * (BUTTON + GAP) - GAP, down)
        plate = self.place(width, height)
        inner = plate.inset(PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self._stone = Box(inner.x, inner.y - 6, HEAD - 24, HEAD - 24)
        left = self._stone.right + 24
        words = Box(left, inner.y - 14, inner.right - left, 62)
        below = Box(left, words.bottom + 4, words.w, 34)
        note = say("seat.sheet.note", "All this stays with you when the colours change.")
        self.labels = (
            Label(self.setup.name(self.seat), words, HEAD_SIZE, bold=True, most=1),
            Label(note, below, SMALL_SIZE, DIM, most=1),
        )
        area = Box(inner.x, inner.y + HEAD, inner.w, inner.h - HEAD)
        each = (area.h - GAP * (len(keys) - 1)) / len(keys)
        lines = stacked(area, [each] * len(keys), GAP)
        faces = self._faces()
        self.buttons.replace(
            [
                self._button(key, box, *faces[key])
                for names, line in zip(keys, lines, strict=True)
                for key, box in zip(names, row(line, len(names), GAP), strict=True)
            ]
        )

    def _button(self, key: str, box: Box, label: Text | str, icon: str, style: Style) -> PushButton:
        size = NAME_SIZE if key == "done" else BUTTON_WORDS
        return PushButton(key, box, label, icon, style, size, turns=self.turns, about=self.middle)

    def _rows(self) -> list[tuple[str, ...]]:
        person = not self.setup.filler(self.seat).is_computer
        speaks = ("speaks",) if len(all_languages()) > 1 else ()
        rows: list[tuple[str, ...]] = [("elsewhere",)]
        if person:
            # Children write nothing that others read.
            named = () if self.table.for_kids else ("name",)
            rows = [row for row in ((*named, *speaks), ("size", "elsewhere")) if row]
        helped = person and self.setup.game.kind == "board"
        timed = person and self.setup.clock.kind != "none" and not self.playing
        aids = (*(("time",) if timed else ()), *(("hints", "help") if helped else ()))
        if aids:
            rows.append(aids)
        if not self.playing:
            up = ("up",) if self.setup.seats > self.setup.game.seats[0] else ()
            rows.append(("colour", *up))
        return [*rows, ("done",)]

    def _faces(self) -> dict[str, tuple[Text | str, str, Style]]:
        """What each button says, its icon and its style."""
        setup, seat = self.setup, self.seat
        name, aid, size = setup.own_name(seat), setup.aid(seat), setup.size(seat)
        now = self.table.settings["look.text_size"]
        called = say("seat.sheet.name", "Name: {name}", name=name)
        as_all = say("seat.sheet.size_table", "Words: as for all")
        sized = say("seat.sheet.size", "Words: {percent}", percent=percent(size or now))
        time = say("seat.sheet.time", "More time: {percent}", percent=percent(aid.time))
        hints = say("seat.sheet.hints", "May ask for hints: {yes}", yes=YES if aid.hints else NO)
        help_ = say("seat.sheet.help", "Is shown a good move: {yes}", yes=YES if aid.help else NO)
        return {
            "name": (called if name else say("seat.sheet.nameless", "Name"), "pencil", "plain"),
            "speaks": (own_name(setup.language(seat) or self.table.language), "globe", "plain"),
            "size": (sized if size else as_all, "book", "plain"),
            "elsewhere": (say("seat.sheet.elsewhere", "Sit at the next edge"), "turn", "plain"),
            "time": (time, "later", "plain"),
            "hints": (hints, "hint", "plain"),
            "help": (help_, "computer", "plain"),
            "colour": (say("seat.sheet.colour", "Change colours"), "swap", "plain"),
            "up": (say("seat.sheet.up", "Stand up"), "out", "plain"),
            "done": (say("seat.sheet.done", "Done"), "check", "main"),
        }

    def pressed(self, key: str, /) -> Change:
        setup, seat = self.setup, self.seat
        aid = setup.aid(seat)
        match key:
            case "name":
                return self._ask_name()
            case "speaks":
                self._take(setup.speaking_next(seat, self.table))
            case "size":
                self._take(setup.sized(seat, _next(SIZES, setup.size(seat))))
            case "elsewhere":
                self._take(setup.seated(seat, setup.side(seat) + 1))
            case "time":
                self._take(setup.aided(seat, replace(aid, time=_next(TIMES, aid.time))))
            case "hints":
                self._take(setup.aided(seat, replace(aid, hints=not aid.hints)))
            case "help":
                self._take(setup.aided(seat, replace(aid, help=not aid.help)))
            case "colour":
                self.seat = (seat + 1) % setup.seats
                self._take(replace(setup.swapped(seat, self.seat), people=setup.people))
            case "up":
                return Pop(left(setup, seat))
            case _:
                return Pop(setup)
        return None

    def _take(self, setup: Setup) -> None:
        """Shows what has changed, toward where the seat is now and in its own manner."""
        self.setup = setup
        self.language = setup.language(self.seat)
        self.turns = setup.side(self.seat)
        with speaking(self.language or self.table.language):
            self.lay_out()

    def _ask_name(self) -> Change:
        def then(name: object) -> Change:
            if isinstance(name, str):
                self._take(self.setup.named(self.seat, name))
            return None

        board = NameBoard(self.setup.own_name(self.seat), self.turns, self.wanted)
        board.language = self.language
        return Push(board, then)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        with lettering(self.setup.size(self.seat)):
            super().draw_content(frame)
        look = looks_of(self.setup.game)[self.seat]
        frame.put(stones.stone(look, self._stone.w / 2 * self.canvas.scale), self._stone.centre)


def left(setup: Setup, seat: Seat) -> Setup:
    """The same without the people at a seat: those after it move up, at their own edges."""
    order = [other for other in range(setup.seats) if other != seat]
    last = setup.seats - 1
    for place, other in enumerate(order):
        if place != other:
            setup = setup.swapped(place, other)
    return replace(setup.of_seats(last), people=(), won=())


def _next(values: tuple[int, ...], now: int) -> int:
    """The value after the one that holds now, round and round."""
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]
