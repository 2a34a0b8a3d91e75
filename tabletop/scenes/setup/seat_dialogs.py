"""The dialogs for one seat: its profile, and who plays there; and one for all seats of a match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from tabletop.engine import Seat, Text, percent, say
from tabletop.languages import all_languages, own_name
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.catalogue import offered_fillers, seat_looks
from tabletop.scenes.match_setup import Setup
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.layout import column, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    BUTTON_SIZE,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    SMALL_SIZE,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import NO, YES
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.text_entry import NameEntry

SEAT_DIALOG_WIDTH: Final = 1180.0
SEAT_DIALOG_PADDING: Final = 44.0
SEAT_DIALOG_GAP: Final = 18.0
SEAT_DIALOG_HEAD: Final = 104.0
SEAT_DIALOG_BUTTON: Final = 104.0
BUTTON_TEXT_SIZE: Final = 38.0

SEAT_TEXT_SIZES: Final = (0, 125, 150, 200)
"""A seat's text scales in percent, in the order in which touches cycle; 0: the table's."""
EXTRA_TIME_PERCENTS: Final = (0, 25, 50, 100, 200)
"""Extra time to think, in percent, in the order in which touches cycle."""


class SeatDialog(PageScene):
    """Asks for a seat's own name, language, text scale, edge and help. Pops with the new `Setup`.

    Before a match (not `playing`) also for extra time, another colour, and leaving the seat.
    """

    covers = False

    def __init__(
        self,
        table: AppContext,
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
        width = min(SEAT_DIALOG_WIDTH, across)
        keys = self._rows()
        height = min(
            2 * SEAT_DIALOG_PADDING
            + SEAT_DIALOG_HEAD
            + len(keys) * (SEAT_DIALOG_BUTTON + SEAT_DIALOG_GAP)
            - SEAT_DIALOG_GAP,
            down,
        )
        plate = self.place(width, height)
        stone = SEAT_DIALOG_HEAD - 24
        words = column(item("name of seat", 62), 4, item("note", 34), offset=(0, -14))
        boxes = column(
            row(
                item("stone", stone, cross_size=stone, offset=(0, -6)),
                24,
                words,
                size=SEAT_DIALOG_HEAD,
            ),
            column(*(row(*names, gap=SEAT_DIALOG_GAP) for names in keys), gap=SEAT_DIALOG_GAP),
            padding=SEAT_DIALOG_PADDING,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self._stone = boxes["stone"]
        note = say("seat.sheet.note", "All this stays with you when the colours change.")
        self.labels = (
            Label(self.setup.name(self.seat), boxes["name of seat"], HEAD_SIZE, bold=True, most=1),
            Label(note, boxes["note"], SMALL_SIZE, DIM, most=1),
        )
        faces = self._faces()
        self.buttons.replace(
            [self._button(key, boxes[key], *faces[key]) for names in keys for key in names]
        )

    def _button(
        self, key: str, box: Box, label: Text | str, icon: str, style: ButtonStyle
    ) -> PushButton:
        size = NAME_SIZE if key == "done" else BUTTON_TEXT_SIZE
        return PushButton(key, box, label, icon, style, size, turns=self.turns, about=self.middle)

    def _rows(self) -> list[tuple[str, ...]]:
        person = not self.setup.filler(self.seat).is_computer
        speaks = ("speaks",) if len(all_languages()) > 1 else ()
        rows: list[tuple[str, ...]] = [("elsewhere",)]
        if person:
            # In kids mode nobody types text that others read.
            named = () if self.table.kids_mode else ("name",)
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

    def _faces(self) -> dict[str, tuple[Text | str, str, ButtonStyle]]:
        """The label, icon and style of each button, by its key."""
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
                self._take(setup.with_next_language(seat, self.table))
            case "size":
                self._take(setup.sized(seat, _next_value(SEAT_TEXT_SIZES, setup.size(seat))))
            case "elsewhere":
                self._take(setup.seated(seat, setup.side(seat) + 1))
            case "time":
                self._take(
                    setup.aided(seat, replace(aid, time=_next_value(EXTRA_TIME_PERCENTS, aid.time)))
                )
            case "hints":
                self._take(setup.aided(seat, replace(aid, hints=not aid.hints)))
            case "help":
                self._take(setup.aided(seat, replace(aid, help=not aid.help)))
            case "colour":
                self.seat = (seat + 1) % setup.seats
                self._take(replace(setup.swapped(seat, self.seat), people=setup.people))
            case "up":
                return Pop(without_seat(setup, seat))
            case _:
                return Pop(setup)
        return None

    def _take(self, setup: Setup) -> None:
        """Takes a changed setup and lays out for the seat's edge, language and text scale."""
        self.setup = setup
        self.language = setup.language(self.seat)
        self.turns = setup.side(self.seat)
        self.lay_out_in_own_context(self.table.ui_context)

    def _ask_name(self) -> Change:
        def then(name: object) -> Change:
            if isinstance(name, str):
                self._take(self.setup.named(self.seat, name))
            return None

        board = NameEntry(self.setup.own_name(self.seat), self.turns, self.wanted)
        board.language = self.language
        return Push(board, then)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        context = frame.context.override(text_scale=self.setup.size(self.seat))
        with frame.in_context(context):
            super().draw_content(frame)
        look = seat_looks(self.setup.game)[self.seat]
        frame.put(shapes.stone(look, self._stone.w / 2 * self.canvas.scale), self._stone.centre)


def without_seat(setup: Setup, seat: Seat) -> Setup:
    """The setup without the people at a seat; later seats move up and keep their edges."""
    order = [other for other in range(setup.seats) if other != seat]
    last = setup.seats - 1
    for place, other in enumerate(order):
        if place != other:
            setup = setup.swapped(place, other)
    return replace(setup.of_seats(last), people=(), won=())


def _next_value(values: tuple[int, ...], now: int) -> int:
    """The next value, cyclically."""
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


PLAYER_DIALOG_WIDTH: Final = 980.0
PLAYER_DIALOG_PADDING: Final = 44.0
PLAYER_DIALOG_GAP: Final = 20.0
PLAYER_DIALOG_HEAD: Final = 78.0
DETAIL_HEIGHT: Final = 72.0
LONG_DETAIL_HEIGHT: Final = 116.0
"""With the reason why levels are weaker, in two lines."""
PLAYER_DIALOG_BUTTON: Final = 100.0

PACE_NAMES: Final = {
    "slow": say("pace.slow", "slow"),
    "normal": say("pace.normal", "normal"),
    "fast": say("pace.fast", "fast"),
}
"""The paces of computer players, in the order in which touches cycle."""


def player_icon(filler: PlayerSpec) -> str:
    return "computer" if filler.is_computer else "person"


def _player_label(filler: PlayerSpec) -> Text:
    if filler.adaptive:
        return say("who.adaptive", "Adaptive: follows your results")
    return filler.words if not filler.is_computer else filler.name


class PlayerDialog(PageScene):
    """Asks who plays at a seat. Pops with the new `Setup`.

    The language of a person can be changed on it, in a match (`to_seat`) the seat's whole profile.
    """

    covers = False

    def __init__(
        self,
        table: AppContext,
        setup: Setup,
        seat: Seat,
        turns: int = 0,
        about: Point | None = None,
        *,
        to_seat: bool = False,
    ) -> None:
        """`to_seat`: the people at the seat are asked, in their language."""
        super().__init__(turns, about)
        self.table = table
        self.setup = setup
        self.seat = seat
        self.offered = offered_fillers(table)
        self.to_seat = to_seat
        self.language = setup.language(seat) if to_seat else ""

    @property
    def detail(self) -> str:
        """A line below the question: why levels are weaker, or what they are."""
        slow = self.table.analysis.health.slow
        return slow or say("who.detail", "Computers from the gentlest to the strongest.")

    def lay_out(self) -> None:
        across, down = self.room
        width = min(self.canvas.context.scaled_length(PLAYER_DIALOG_WIDTH, BUTTON_SIZE), across)
        # People and the adaptive level have a row each, the levels between them two columns.
        levels = len(self.offered) - 2
        rows = 2 + (levels + 1) // 2
        said = LONG_DETAIL_HEIGHT if self.table.analysis.health.slow else DETAIL_HEIGHT
        height = min(
            2 * PLAYER_DIALOG_PADDING
            + PLAYER_DIALOG_HEAD
            + said
            + rows * self.canvas.context.scaled_length(PLAYER_DIALOG_BUTTON, BUTTON_SIZE)
            + (rows - 1) * PLAYER_DIALOG_GAP,
            down,
        )
        plate = self.place(width, height)
        more = self._more()
        pair = row("who", "who", gap=PLAYER_DIALOG_GAP)
        odd = [row("who", space(), gap=PLAYER_DIALOG_GAP)] * (levels % 2)
        boxes = column(
            item("question", PLAYER_DIALOG_HEAD - 14),
            14,
            item("detail", said - 24),
            24,
            column(
                row("who", *["more"] * len(more), gap=PLAYER_DIALOG_GAP),
                *[pair] * (levels // 2),
                *odd,
                "who",
                gap=PLAYER_DIALOG_GAP,
            ),
            padding=PLAYER_DIALOG_PADDING,
        ).place(plate)
        who = self.setup.name(self.seat)
        question = say("who.question", "Who plays {who}?", who=who)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (
            Label(question, boxes["question"], HEAD_SIZE, bold=True),
            Label(self.detail, boxes["detail"], BODY_SIZE, DIM),
        )
        now = self.setup.filler(self.seat)
        buttons = [
            self._button(number, box, _is_selected(filler, now))
            for number, (filler, box) in enumerate(zip(self.offered, boxes.all("who"), strict=True))
        ]
        buttons[1:1] = [make(box) for make, box in zip(more, boxes.all("more"), strict=True)]
        self.buttons.replace(buttons)

    @property
    def _asks_language(self) -> bool:
        """Whether there are several languages and a person at the seat."""
        return len(all_languages()) > 1 and not self.setup.filler(self.seat).is_computer

    @property
    def _asks_more(self) -> bool:
        """Whether a person at the seat is asked and may change the profile."""
        return self.to_seat and not self.setup.filler(self.seat).is_computer

    def _more(self) -> list[Callable[[Box], PushButton]]:
        """The functions that make the buttons beside the one for people."""
        offered = ((self._speaks, self._asks_language), (self._own, self._asks_more))
        return [make for make, asked in offered if asked]

    def _own(self, box: Box) -> PushButton:
        words = say("who.own", "Name and help")
        return PushButton("own", box, words, "pencil", turns=self.turns, about=self.middle)

    def _speaks(self, box: Box) -> PushButton:
        name = own_name(self.setup.language(self.seat) or self.table.language)
        return PushButton("speaks", box, name, "globe", turns=self.turns, about=self.middle)

    def _button(self, number: int, box: Box, chosen: bool) -> PushButton:
        filler = self.offered[number]
        style: ButtonStyle = "chosen" if chosen else "plain"
        single = not filler.is_computer or filler.adaptive
        icon = player_icon(filler) if single else ""
        return PushButton(
            f"who:{number}",
            box,
            _player_label(filler),
            icon,
            style,
            turns=self.turns,
            about=self.middle,
        )

    def pressed(self, key: str, /) -> Change:
        if key == "speaks":
            self.setup = self.setup.with_next_language(self.seat, self.table)
            if self.to_seat:
                self.language = self.setup.language(self.seat)
                self.lay_out_in_own_context(self.table.ui_context)
            else:
                self.lay_out()
            return None
        if key == "own":
            return self._ask_own()
        filler = self.offered[int(key.partition(":")[2])]
        chosen = filler.at_most(self.table.strongest)
        if chosen == self.setup.filler(self.seat):
            return Pop(self.setup)
        return Pop(self.setup.filled(self.seat, chosen))

    def _ask_own(self) -> Change:
        def then(answer: object) -> Change:
            if isinstance(answer, Setup):
                self.setup = answer
                self.language, self.turns = answer.language(self.seat), answer.side(self.seat)
            self.lay_out_in_own_context(self.table.ui_context)
            return None

        return Push(SeatDialog(self.table, self.setup, self.seat, self.wanted, playing=True), then)

    def back(self) -> Change:
        return Pop(self.setup)


def _is_selected(filler: PlayerSpec, now: PlayerSpec) -> bool:
    return filler.adaptive if now.adaptive else filler == now


class PlayerChooser(Protocol):
    """A page that shows who plays at the seats."""

    table: AppContext
    setup: Setup
    language: str

    def lay_out(self) -> None: ...


def ask_player(page: PlayerChooser, seat: Seat) -> Change:
    """Asks who plays at a seat, and shows the answer on the page."""

    def then(answer: object) -> Change:
        if isinstance(answer, Setup):
            page.setup = page.setup.speaking(seat, answer.language(seat))
            if answer.filler(seat) != page.setup.filler(seat):
                page.setup = page.setup.filled(seat, answer.filler(seat))
        page.lay_out()
        return None

    asked = PlayerDialog(page.table, page.setup, seat)
    asked.language = page.language
    return Push(asked, then)


class PlayersDialog(PageScene):
    """Who plays at each seat of a running match, and how fast. Pops with the new `Setup`."""

    covers = False

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        self.setup = setup
        self.stones: tuple[Box, ...] = ()
        """A square for each seat's stone."""

    def lay_out(self) -> None:
        across, down = self.room
        width = min(self.canvas.context.scaled_length(PLAYER_DIALOG_WIDTH, BUTTON_SIZE), across)
        rows = self.setup.seats + 2
        height = min(
            2 * PLAYER_DIALOG_PADDING
            + PLAYER_DIALOG_HEAD
            + rows * self.canvas.context.scaled_length(PLAYER_DIALOG_BUTTON, BUTTON_SIZE)
            + (rows - 1) * PLAYER_DIALOG_GAP,
            down,
        )
        plate = self.place(width, height)
        inner = plate.inset(PLAYER_DIALOG_PADDING)
        each = (inner.h - PLAYER_DIALOG_HEAD - (rows - 1) * PLAYER_DIALOG_GAP) / rows
        seat = row(item("stone", each), 8, "seat")
        boxes = column(
            item("title", PLAYER_DIALOG_HEAD - 14),
            14,
            column(*[seat] * self.setup.seats, "pace", "done", gap=PLAYER_DIALOG_GAP),
        ).place(inner)
        title = say("players.title", "Who plays?")
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (Label(title, boxes["title"], HEAD_SIZE, bold=True, most=1),)
        self.stones = tuple(boxes.all("stone"))
        buttons = [self._seat(seat, box) for seat, box in enumerate(boxes.all("seat"))]
        buttons += [self._pace(boxes["pace"]), self._done(boxes["done"])]
        self.buttons.replace(buttons)

    def _seat(self, seat: Seat, box: Box) -> PushButton:
        filler = self.setup.filler(seat)
        words = say(
            "players.seat",
            "{seat} · {filler}",
            seat=self.setup.name(seat),
            filler=filler.words,
        )
        return PushButton(f"seat:{seat}", box, words, player_icon(filler))

    def _pace(self, box: Box) -> PushButton:
        pace = PACE_NAMES[self.table.settings["computer.pace"]]
        words = say("players.pace", "Computers play: {pace}", pace=pace)
        return PushButton("pace", box, words, "later")

    def _done(self, box: Box) -> PushButton:
        return PushButton("done", box, say("players.done", "Play on"), "play", "main", NAME_SIZE)

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        if kind == "seat":
            return ask_player(self, int(number))
        if key == "pace":
            order = list(PACE_NAMES)
            here = order.index(self.table.settings["computer.pace"])
            self.table.change("computer.pace", order[(here + 1) % len(order)])
            self.lay_out()
            return None
        return Pop(self.setup)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        looks = seat_looks(self.setup.game)
        for seat, box in enumerate(self.stones):
            radius = box.h * 0.42
            at = (box.x + radius, box.centre[1])
            frame.put(shapes.stone(looks[seat], radius * self.canvas.scale), at)
