"""The dialogs for one seat: its profile, and who plays there; and one for all seats of a match."""

from dataclasses import replace
from functools import partial
from typing import Final, Protocol, TypeVar

from tabletop.engine import Seat, Text, count, percent, say
from tabletop.languages import all_languages, own_name
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.catalogue import offered_players, seat_looks
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
from tabletop.ui.widgets.player_lists import language_dialog
from tabletop.ui.widgets.text_entry import NameEntry, seat_name_prompt

SEAT_DIALOG_WIDTH: Final = 1180.0
SEAT_DIALOG_PADDING: Final = 44.0
SEAT_DIALOG_GAP: Final = 18.0
SEAT_DIALOG_HEAD: Final = 104.0
SEAT_DIALOG_BUTTON: Final = 104.0
BUTTON_TEXT_SIZE: Final = 38.0

SEAT_TEXT_SIZES: Final = (0, 125, 150, 200)
"""A seat's text scales in percent, in the order in which touches cycle; 0: the table's."""
MAX_TEAM: Final = 4
"""How many people can share a seat."""
EXTRA_TIME_PERCENTS: Final = (0, 25, 50, 100, 200)
"""Extra time to think, in percent, in the order in which touches cycle."""


_Value = TypeVar("_Value", int, str)


class SeatDialog(PageScene):
    """Asks for the help of a seat. Pops with the new `Setup`.

    In a match (`playing`) also for name, language, text scale and edge, which have their own page
    before it; there it asks how many share the seat, for extra time, another colour, and leaving.
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
        note = say("seat.sheet.note", "These choices stay with you when the colours change.")
        self.labels = (
            Label(self.setup.name(self.seat), boxes["name of seat"], HEAD_SIZE, bold=True, most=1),
            Label(note, boxes["note"], SMALL_SIZE, DIM, most=1),
        )
        faces = self._faces()
        button = partial(PushButton, turns=self.turns, about=self.middle)
        done = button("done", boxes["done"], *faces["done"], style="main", size=NAME_SIZE)
        self.buttons.replace(
            [
                button(key, boxes[key], *faces[key], size=BUTTON_TEXT_SIZE)
                for names in keys[:-1]
                for key in names
            ]
            + [done]
        )

    def _rows(self) -> list[tuple[str, ...]]:
        person = not self.setup.player(self.seat).is_computer
        rows: list[tuple[str, ...]] = []
        if person and self.playing:
            # In kids mode nobody types text that others read.
            named = () if self.table.kids_mode else ("name",)
            speaks = ("speaks",) if len(all_languages()) > 1 else ()
            rows = [row for row in ((*named, *speaks), ("size", "elsewhere")) if row]
        elif self.playing:
            rows = [("elsewhere",)]
        elif person:
            rows = [("team",)]
        helped = person and self.setup.game.kind == "board"
        timed = person and self.setup.clock.kind != "none" and not self.playing
        aids = (*(("time",) if timed else ()), *(("hints", "help") if helped else ()))
        if aids:
            rows.append(aids)
        if not self.playing:
            up = ("up",) if self.setup.seats > self.setup.game.seats[0] else ()
            rows.append(("colour", *up))
        return [*rows, ("done",)]

    def _faces(self) -> dict[str, tuple[Text | str, str]]:
        """The label and icon of each button, by its key."""
        setup, seat = self.setup, self.seat
        name, aid, size = setup.own_names[seat], setup.aids[seat], setup.text_scale(seat)
        called = say("seat.sheet.name", "Name: {name}", name=name)
        language = own_name(setup.language(seat) or self.table.language)
        as_all = say("seat.sheet.size_table", "Text size: default")
        sized = say("seat.sheet.size", "Text size: {percent}", percent=percent(size))
        time = say("seat.sheet.time", "Extra time: {percent}", percent=percent(aid.time))
        hints = say("seat.sheet.hints", "Hints: {yes}", yes=YES if self._may_ask else NO)
        help_ = say("seat.sheet.help", "Always suggest moves: {yes}", yes=YES if aid.help else NO)
        return {
            "name": (called if name else say("seat.sheet.nameless", "Name"), "pencil"),
            "speaks": (language, "globe"),
            "size": (sized if size else as_all, "book"),
            "team": (
                count("seat.sheet.team", "One person", "Team of {n}", setup.team(seat)),
                "person",
            ),
            "elsewhere": (say("seat.sheet.elsewhere", "Move to the next edge"), "turn"),
            "time": (time, "later"),
            "hints": (hints, "hint"),
            "help": (help_, "computer"),
            "colour": (say("seat.sheet.colour", "Swap colours"), "swap"),
            "up": (say("seat.sheet.up", "Leave seat"), "out"),
            "done": (say("seat.sheet.done", "Done"), "check"),
        }

    @property
    def _may_ask(self) -> bool:
        """Whether the seat may ask for hints."""
        return self.setup.aids[self.seat].may_ask(self.table.settings["computer.hints"])

    def pressed(self, key: str, /) -> Change:
        setup, seat = self.setup, self.seat
        aid = setup.aids[seat]
        match key:
            case "name":
                return self._ask_name()
            case "speaks":
                return self._ask_language()
            case "team":
                self._take(setup.with_team(seat, setup.team(seat) % MAX_TEAM + 1))
            case "size":
                self._take(
                    setup.with_text_scale(
                        seat, _next_value(SEAT_TEXT_SIZES, setup.text_scale(seat))
                    )
                )
            case "elsewhere":
                self._take(setup.with_edge(seat, setup.side(seat) + 1))
            case "time":
                more = _next_value(EXTRA_TIME_PERCENTS, aid.time)
                self._take(setup.with_aid(seat, replace(aid, time=more)))
            case "hints":
                self._take(setup.with_aid(seat, replace(aid, hints=not self._may_ask)))
            case "help":
                self._take(setup.with_aid(seat, replace(aid, help=not aid.help)))
            case "colour":
                self.seat = (seat + 1) % setup.seats
                self._take(replace(setup.swapped(seat, self.seat), people=setup.people))
            case "up":
                return Pop(without_seat(setup, seat))
            case _:
                return Pop(setup)
        return None

    def _ask_language(self) -> Change:
        def then(code: object) -> Change:
            if isinstance(code, str):
                own = "" if code == self.table.language else code
                self._take(self.setup.with_language(self.seat, own))
            return None

        now = self.setup.language(self.seat)
        asked = language_dialog(now or self.table.language, self.turns, self.wanted)
        asked.language = self.language
        return Push(asked, then)

    def _take(self, setup: Setup) -> None:
        """Takes a changed setup and lays out for the seat's edge, language and text scale."""
        self.setup = setup
        self.language = setup.language(self.seat)
        self.turns = setup.side(self.seat)
        self.lay_out_in_own_context(self.table.ui_context)

    def _ask_name(self) -> Change:
        def then(name: object) -> Change:
            if isinstance(name, str):
                self._take(self.setup.with_name(self.seat, name))
            return None

        prompt = seat_name_prompt(self.table)
        board = NameEntry(self.setup.own_names[self.seat], self.turns, self.wanted, prompt)
        board.language = self.language
        return Push(board, then)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        context = frame.context.override(text_scale=self.setup.text_scale(self.seat))
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


def _next_value(values: tuple[_Value, ...], now: _Value) -> _Value:
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
    "slow": say("pace.slow", "Slow"),
    "normal": say("pace.normal", "Normal"),
    "fast": say("pace.fast", "Fast"),
}
"""The paces of computer players, in the order in which touches cycle."""


def player_icon(filler: PlayerSpec) -> str:
    return "computer" if filler.is_computer else "person"


def _place_plate(page: PageScene, rows: int, words: float = 0.0) -> Box:
    """The plate for a title, `words` of that height below it, and so many rows of buttons."""
    context = page.canvas.context
    width = context.scaled_length(PLAYER_DIALOG_WIDTH, BUTTON_SIZE)
    buttons = rows * context.scaled_length(PLAYER_DIALOG_BUTTON, BUTTON_SIZE)
    gaps = (rows - 1) * PLAYER_DIALOG_GAP
    height = 2 * PLAYER_DIALOG_PADDING + PLAYER_DIALOG_HEAD + words + buttons + gaps
    across, down = page.room
    return page.place(min(width, across), min(height, down))


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
        self.offered = offered_players(table)
        self.to_seat = to_seat
        self.language = setup.language(seat) if to_seat else ""

    @property
    def detail(self) -> str:
        """A line below the question: why levels are weaker, or what they are."""
        slow = self.table.analysis.health.slow
        return slow or say("who.detail", "Computer levels, easiest first.")

    def lay_out(self) -> None:
        setup, seat = self.setup, self.seat
        # People and the adaptive level have a row each, the levels between them two columns.
        levels = len(self.offered) - 2
        said = LONG_DETAIL_HEIGHT if self.table.analysis.health.slow else DETAIL_HEIGHT
        plate = _place_plate(self, 2 + (levels + 1) // 2, said)
        more: list[tuple[str, Text | str, str]] = []
        if not setup.player(seat).is_computer:
            if len(all_languages()) > 1:
                name = own_name(setup.language(seat) or self.table.language)
                more.append(("speaks", name, "globe"))
            if self.to_seat:
                more.append(("own", say("who.own", "Name and help"), "pencil"))
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
                row(row("who", weight=2.0), "back", gap=PLAYER_DIALOG_GAP),
                gap=PLAYER_DIALOG_GAP,
            ),
            padding=PLAYER_DIALOG_PADDING,
        ).place(plate)
        question = say("who.question", "Who plays {who}?", who=setup.name(seat))
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (
            Label(question, boxes["question"], HEAD_SIZE, bold=True),
            Label(self.detail, boxes["detail"], BODY_SIZE, DIM),
        )
        button = partial(PushButton, turns=self.turns, about=self.middle)
        person, *others = (
            button(f"who:{number}", box, *self._face(self.offered[number]))
            for number, box in enumerate(boxes.all("who"))
        )
        beside = (
            button(key, box, label, icon)
            for (key, label, icon), box in zip(more, boxes.all("more"), strict=True)
        )
        back = button("back", boxes["back"], say("who.back", "Back"), "back")
        self.buttons.replace([person, *beside, *others, back])

    def _face(self, player: PlayerSpec) -> tuple[Text, str, ButtonStyle]:
        """The label, icon and style of a player's button."""
        now = self.setup.player(self.seat)
        style: ButtonStyle = "plain"
        if player.adaptive if now.adaptive else player == now:
            style = "chosen"
        if player.adaptive:
            return say("who.adaptive", "Adapts to you"), "computer", style
        return player.name, "" if player.is_computer else "person", style

    def pressed(self, key: str, /) -> Change:
        if key == "speaks":
            return self._ask_language()
        if key == "own":
            return self._ask_own()
        if key == "back":
            return self.back()
        chosen = self.offered[int(key.partition(":")[2])].at_most(self.table.strongest)
        return Pop(self.setup.with_player(self.seat, chosen))

    def _ask_language(self) -> Change:
        def then(code: object) -> Change:
            if isinstance(code, str):
                own = "" if code == self.table.language else code
                self.setup = self.setup.with_language(self.seat, own)
                if self.to_seat:
                    self.language = own
            self.lay_out_in_own_context(self.table.ui_context)
            return None

        now = self.setup.language(self.seat)
        asked = language_dialog(now or self.table.language, self.turns, self.wanted)
        asked.language = self.language
        return Push(asked, then)

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
            page.setup = page.setup.with_language(seat, answer.language(seat))
            if answer.player(seat) != page.setup.player(seat):
                page.setup = page.setup.with_player(seat, answer.player(seat))
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
        self._stones: list[Box] = []

    def lay_out(self) -> None:
        setup = self.setup
        rows = setup.seats + 2
        plate = _place_plate(self, rows)
        inner = plate.inset(PLAYER_DIALOG_PADDING)
        each = (inner.h - PLAYER_DIALOG_HEAD - (rows - 1) * PLAYER_DIALOG_GAP) / rows
        boxes = column(
            item("title", PLAYER_DIALOG_HEAD - 14),
            14,
            column(
                *[row(item("stone", each), 8, "seat")] * setup.seats,
                "pace",
                "done",
                gap=PLAYER_DIALOG_GAP,
            ),
        ).place(inner)
        title = say("players.title", "Players")
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (Label(title, boxes["title"], HEAD_SIZE, bold=True, most=1),)
        self._stones = boxes.all("stone")
        pace = PACE_NAMES[self.table.settings["computer.pace"]]
        pace = say("players.pace", "Computer speed: {pace}", pace=pace)
        done = say("players.done", "Done")
        self.buttons.replace(
            [
                *(self._seat_button(seat, box) for seat, box in enumerate(boxes.all("seat"))),
                PushButton("pace", boxes["pace"], pace, "later"),
                PushButton("done", boxes["done"], done, "check", "main", NAME_SIZE),
            ]
        )

    def _seat_button(self, seat: Seat, box: Box) -> PushButton:
        name, player = self.setup.name(seat), self.setup.player(seat)
        words = say("players.seat", "{seat} · {filler}", seat=name, filler=player.words)
        return PushButton(f"seat:{seat}", box, words, player_icon(player))

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        if kind == "seat":
            return ask_player(self, int(number))
        if key == "pace":
            now = self.table.settings["computer.pace"]
            self.table.change("computer.pace", _next_value(tuple(PACE_NAMES), now))
            self.lay_out()
            return None
        return Pop(self.setup)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        looks = seat_looks(self.setup.game)
        for seat, box in enumerate(self._stones):
            radius = box.h * 0.42
            at = (box.x + radius, box.centre[1])
            frame.put(shapes.stone(looks[seat], radius * self.canvas.scale), at)
