"""Who plays at a seat: the question for one seat, and the page for all seats of a match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from tabletop.engine import Seat, Text, say
from tabletop.languages import all_languages, own_name
from tabletop.players.filler import Filler
from tabletop.scenes.emblem import looks_of
from tabletop.scenes.offered import offered_fillers
from tabletop.scenes.seat_sheet import SeatSheet
from tabletop.scenes.setup import Setup
from tabletop.ui import stones
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.sheet import Overlay, Plate, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import PushButton, Style

WIDTH: Final = 980.0
PAD: Final = 44.0
GAP: Final = 20.0
HEAD: Final = 78.0
DETAIL: Final = 72.0
LONG_DETAIL: Final = 116.0
"""With a reason why levels are weaker, which takes two lines."""
BUTTON: Final = 100.0

PACES: Final = {
    "slow": say("pace.slow", "slow"),
    "normal": say("pace.normal", "normal"),
    "fast": say("pace.fast", "fast"),
}
"""The paces of the computer players, in the order in which touching goes through them."""


def icon_of(filler: Filler) -> str:
    """The icon of whoever fills a seat."""
    return "computer" if filler.is_computer else "person"


def _answer(filler: Filler) -> Text:
    if filler.adaptive:
        return say("who.adaptive", "Adaptive: follows your results")
    return filler.words if not filler.is_computer else filler.name


class WhoScene(Overlay):
    """Asks who fills one seat, and pops with the `Filler`; with None to leave it as it is.

    A person's language can be changed on it, and in a match (`to_seat`) all that is that seat's
    own; it is in `setup` when the question has gone.
    """

    def __init__(
        self,
        table: Table,
        setup: Setup,
        seat: Seat,
        turns: int = 0,
        about: Point | None = None,
        *,
        to_seat: bool = False,
    ) -> None:
        """`to_seat`: the seat itself is asked, and so in its own language."""
        super().__init__(turns, about)
        self.table = table
        self.setup = setup
        self.seat = seat
        self.offered = offered_fillers(table)
        self.to_seat = to_seat
        self.language = setup.language(seat) if to_seat else ""

    @property
    def detail(self) -> str:
        """What one should know: why levels are weaker, or what they are."""
        slow = self.table.thinking.health.slow
        return slow or say("who.detail", "Computers from the gentlest to the strongest.")

    def lay_out(self) -> None:
        across, down = self.room
        width = min(grown(WIDTH, BUTTON_SIZE), across)
        # One column of people and of the adaptive level, the levels between them in two.
        levels = len(self.offered) - 2
        rows = 2 + (levels + 1) // 2
        said = LONG_DETAIL if self.table.thinking.health.slow else DETAIL
        height = min(
            2 * PAD + HEAD + said + rows * grown(BUTTON, BUTTON_SIZE) + (rows - 1) * GAP, down
        )
        plate = self.place(width, height)
        inner = plate.inset(PAD)
        who = self.setup.name(self.seat)
        question = say("who.question", "Who plays {who}?", who=who)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (
            Label(question, Box(inner.x, inner.y, inner.w, HEAD - 14), HEAD_SIZE, bold=True),
            Label(self.detail, Box(inner.x, inner.y + HEAD, inner.w, said - 24), BODY_SIZE, DIM),
        )
        area = Box(inner.x, inner.y + HEAD + said, inner.w, inner.h - HEAD - said)
        each = (area.h - (rows - 1) * GAP) / rows
        lines = stacked(area, [each] * rows, GAP)
        asks = (self._asks_language, self._asks_more)
        first = row(lines[0], 1 + sum(asks), GAP)
        places = [first[0]]
        places += [box for line in lines[1:-1] for box in row(line, 2, GAP)][:levels]
        places.append(lines[-1])
        now = self.setup.filler(self.seat)
        buttons = [
            self._button(number, box, _is_chosen(filler, now))
            for number, (filler, box) in enumerate(zip(self.offered, places, strict=True))
        ]
        more = [make(box) for make, box in zip(self._more(asks), first[1:], strict=True)]
        buttons[1:1] = more
        self.buttons.replace(buttons)

    @property
    def _asks_language(self) -> bool:
        """Whether there is a choice, and somebody who reads."""
        return len(all_languages()) > 1 and not self.setup.filler(self.seat).is_computer

    @property
    def _asks_more(self) -> bool:
        """Whether the seat is there to be asked for all that it has of its own."""
        return self.to_seat and not self.setup.filler(self.seat).is_computer

    def _more(self, asks: tuple[bool, bool]) -> list[Callable[[Box], PushButton]]:
        """What makes the buttons beside the one for people."""
        makers = (self._speaks, self._own)
        return [make for make, asked in zip(makers, asks, strict=True) if asked]

    def _own(self, box: Box) -> PushButton:
        words = say("who.own", "Name and help")
        return PushButton("own", box, words, "pencil", turns=self.turns, about=self.middle)

    def _speaks(self, box: Box) -> PushButton:
        name = own_name(self.setup.language(self.seat) or self.table.language)
        return PushButton("speaks", box, name, "globe", turns=self.turns, about=self.middle)

    def _button(self, number: int, box: Box, chosen: bool) -> PushButton:
        filler = self.offered[number]
        style: Style = "chosen" if chosen else "plain"
        single = not filler.is_computer or filler.adaptive
        icon = icon_of(filler) if single else ""
        return PushButton(
            f"who={number}",
            box,
            _answer(filler),
            icon,
            style,
            turns=self.turns,
            about=self.middle,
        )

    def pressed(self, key: str, /) -> Change:
        if key == "speaks":
            self.setup = self.setup.speaking_next(self.seat, self.table)
            if self.to_seat:
                self.language = self.setup.language(self.seat)
                with speaking(self.language or self.table.language):
                    self.lay_out()
            else:
                self.lay_out()
            return None
        if key == "own":
            return self._ask_own()
        filler = self.offered[int(key.partition("=")[2])]
        return Pop(filler.at_most(self.table.strongest))

    def _ask_own(self) -> Change:
        def then(answer: object) -> Change:
            if isinstance(answer, Setup):
                self.setup = answer
                self.language, self.turns = answer.language(self.seat), answer.side(self.seat)
            with speaking(self.language or self.table.language):
                self.lay_out()
            return None

        return Push(SeatSheet(self.table, self.setup, self.seat, self.wanted, playing=True), then)

    def back(self) -> Change:
        return Pop(None)


def _is_chosen(filler: Filler, now: Filler) -> bool:
    return filler.adaptive if now.adaptive else filler == now


class SeatsPage(Protocol):
    """A page that shows who fills the seats."""

    table: Table
    setup: Setup
    language: str

    def lay_out(self) -> None: ...


def ask_who(page: SeatsPage, seat: Seat) -> Change:
    """Asks who fills a seat, and shows the answer on the page."""

    def then(answer: object) -> Change:
        page.setup = replace(page.setup, languages=asked.setup.languages)
        if isinstance(answer, Filler):
            page.setup = page.setup.filled(seat, answer)
        page.lay_out()
        return None

    asked = WhoScene(page.table, page.setup, seat)
    asked.language = page.language
    return Push(asked, then)


class PlayersScene(Overlay):
    """Who plays at each seat of a running match, and how fast; pops with the new setup."""

    def __init__(self, table: Table, setup: Setup) -> None:
        super().__init__()
        self.table = table
        self.setup = setup
        self.seats: tuple[Box, ...] = ()
        """Where the seats' lines lie; a stone stands at the left end of each."""

    def lay_out(self) -> None:
        across, down = self.room
        width = min(grown(WIDTH, BUTTON_SIZE), across)
        rows = self.setup.seats + 2
        height = min(2 * PAD + HEAD + rows * grown(BUTTON, BUTTON_SIZE) + (rows - 1) * GAP, down)
        plate = self.place(width, height)
        inner = plate.inset(PAD)
        title = say("players.title", "Who plays?")
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (
            Label(title, Box(inner.x, inner.y, inner.w, HEAD - 14), HEAD_SIZE, bold=True, most=1),
        )
        area = Box(inner.x, inner.y + HEAD, inner.w, inner.h - HEAD)
        each = (area.h - (rows - 1) * GAP) / rows
        lines = stacked(area, [each] * rows, GAP)
        self.seats = tuple(lines[: self.setup.seats])
        buttons = [self._seat(seat, box) for seat, box in enumerate(self.seats)]
        buttons += [self._pace(lines[-2]), self._done(lines[-1])]
        self.buttons.replace(buttons)

    def _seat(self, seat: Seat, box: Box) -> PushButton:
        filler = self.setup.filler(seat)
        words = say(
            "players.seat",
            "{seat} · {filler}",
            seat=self.setup.name(seat),
            filler=filler.words,
        )
        place = Box(box.x + box.h + 8, box.y, box.w - box.h - 8, box.h)
        return PushButton(f"seat:{seat}", place, words, icon_of(filler))

    def _pace(self, box: Box) -> PushButton:
        pace = PACES[self.table.settings["computer.pace"]]
        words = say("players.pace", "Computers play: {pace}", pace=pace)
        return PushButton("pace", box, words, "later")

    def _done(self, box: Box) -> PushButton:
        return PushButton("done", box, say("players.done", "Play on"), "play", "main", NAME_SIZE)

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        if kind == "seat":
            return ask_who(self, int(number))
        if key == "pace":
            order = list(PACES)
            here = order.index(self.table.settings["computer.pace"])
            self.table.change("computer.pace", order[(here + 1) % len(order)])
            self.lay_out()
            return None
        return Pop(self.setup)

    def back(self) -> Change:
        return Pop(self.setup)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        looks = looks_of(self.setup.game)
        for seat, box in enumerate(self.seats):
            radius = box.h * 0.42
            at = (box.x + radius, box.centre[1])
            frame.put(stones.stone(looks[seat], radius * self.canvas.scale), at)
