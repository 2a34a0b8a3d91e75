"""Before a match: who sits where, and how the game is to be played."""

from dataclasses import replace
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, Seat, TimeControl, say
from tabletop.languages import all_languages, own_name
from tabletop.players.filler import ADAPTIVE, PERSON, Filler
from tabletop.scenes.emblem import looks_of
from tabletop.scenes.lessons import lesson_for
from tabletop.scenes.match import MatchScene
from tabletop.scenes.rules_page import RulesScene
from tabletop.scenes.seat_pad import MOST_SHARING, OWN, SeatPad, draw_own
from tabletop.scenes.seat_sheet import SeatSheet
from tabletop.scenes.seats_edges import (
    CORNER,
    MINE,
    ROOM,
    SIT,
    draw_mine,
    edge_buttons,
    sat_down,
    side_of_corner,
)
from tabletop.scenes.seats_layout import BETWEEN, seat_places, single_column
from tabletop.scenes.series import series_choice
from tabletop.scenes.setup import FACING, Setup
from tabletop.scenes.who_plays import ask_who
from tabletop.store import new_match_id
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice, ChoiceSheet
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.reach import near
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.setup_choices import (
    clock_choice,
    count_choice,
    option_choice,
    table_choice,
)
from tabletop.ui.sheet import row
from tabletop.ui.table import Table
from tabletop.ui.theme import CARD_SIZE, HEAD_SIZE
from tabletop.ui.widgets import PushButton

MARGIN: Final = ROOM + 14.0
HEAD: Final = 84.0
TOP: Final = ROOM + 12.0
BELOW_HEAD: Final = 18.0
TOOL: Final = 240.0
"""How broad the buttons at the top are, where there is room."""
START: Final = 124.0
WIDEST: Final = 900.0
"""A column wider than this pulls apart what belongs together."""
HEIGHTS: Final = (
    (100.0, 132.0, 30.0),
    (92.0, 120.0, 22.0),
    (80.0, 104.0, 16.0),
    (66.0, 88.0, 12.0),
)
"""Buttons, seat plates and gaps, from roomy to tight."""

ALONE_GAP: Final = 20.0
ALONE_SIZE: Final = 38.0
ALONE_SIGN: Final = 300.0
"""A narrower button has no room for its sign."""

_played: Final[dict[str, Setup]] = {}
"""How each game was played last, by its key, while the program runs."""


def setup_for(table: Table, game: Game) -> Setup:
    """How the game was played last; at first, as the settings say."""
    if game.key in _played:
        return _played[game.key]
    settings = table.settings
    return Setup(
        game,
        game.seats[0],
        game.check_options({}),
        TimeControl.read(settings["play.clock"]),
        FACING if settings["play.seating"] == "facing" else (),
        best_of=settings["play.best_of"],
    )


def forget_setups() -> None:
    """Every game is offered as the settings say again."""
    _played.clear()


class SeatsScene(ChoiceSheet):
    """Who plays and how, up to the button that starts the match."""

    def __init__(self, table: Table, setup: Setup) -> None:
        super().__init__()
        self.table = table
        # A new series begins here: who sat where and who won belongs to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
        self.pads: tuple[SeatPad, ...] = ()
        self._sat = 0  # how often somebody has sat down at an edge
        self._warm = False  # whether the computer players get ready for it

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that can be chosen besides who shares a seat, from the general to the special."""
        setup, game = self.setup, self.setup.game
        count = (count_choice(game, setup.seats),) if len(game.seats) > 1 else ()
        if self.table.for_kids:
            return count
        options = (option_choice(option, setup.options[option.key]) for option in game.options)
        # Where a room looks on, all words stand upright for it, wherever people sit.
        sitting = () if least() else (table_choice(setup.sides, setup.seats),)
        series = series_choice(setup.best_of)
        return (*count, *sitting, clock_choice(setup.clock), series, *options)

    def update(self, dt: float, /) -> Change:
        if not self._warm:
            self._warm = True
            self.table.thinking.warm(self.setup.game.key)
        return super().update(dt)

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas = self.canvas
        body = self._body()
        choices = {choice.key: choice for choice in self.choices}
        names = [f"seat:{seat}" for seat in range(self.setup.seats)]
        order = [*(["count"] if "count" in choices else []), *names]
        order += [key for key in choices if key != "count"]
        column = body.w if single_column(body) else (body.w - BETWEEN) / 2
        more = {key: choice.more_height(canvas, column) for key, choice in choices.items()}
        places = seat_places(order, body, START, more)
        laid = [choices[key].laid_out(canvas, box) for key, box in places.items() if key in choices]
        self.pads = tuple(self._pad(int(key[5:]), places[key]) for key in names)
        self.plates = (
            *(pad.plate for pad in self.pads),
            *(plate for part in laid for plate in part.plates),
        )
        self.labels = (
            self._title(body),
            *(label for pad in self.pads for label in pad.labels),
            *(label for part in laid for label in part.labels),
        )
        in_order = {pad.seat: (pad.own, *pad.buttons) for pad in self.pads}
        answers = {part.buttons[0].key.rpartition("=")[0]: part.buttons for part in laid}
        buttons = self._frame_buttons(body)
        for key in order:
            buttons += answers[key] if key in answers else in_order[int(key[5:])]
        if not self.table.settings["look.projector"]:  # nobody stands at a projector's edges
            buttons += edge_buttons(canvas, self.setup)
        self.buttons.replace(buttons)

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, 2 * WIDEST + BETWEEN)
        top = TOP if near() else TOP + HEAD + BELOW_HEAD
        below = HEAD + BELOW_HEAD if near() else 0.0  # in reach mode the head lies at the foot
        # In a very tall window the start button stays near what it starts.
        height = min(canvas.height - top - TOP - below, 1700.0)
        return Box((canvas.width - width) / 2, top, width, height)

    @property
    def _head_at(self) -> float:
        return self.canvas.height - TOP - HEAD if near() else TOP

    def _title(self, body: Box) -> Label:
        left = body.x + HEAD + 36
        box = Box(left, self._head_at, body.right - 2 * self._tool(body) - 2 * 24 - left, HEAD)
        return Label(self.setup.game.title, box, CARD_SIZE, bold=True, most=1)

    def _frame_buttons(self, body: Box) -> list[PushButton]:
        tool = self._tool(body)
        back = Box(body.x, self._head_at, HEAD + 8, HEAD)
        rules = Box(body.right - tool, self._head_at, tool, HEAD)
        width = body.w if single_column(body) else (body.w - BETWEEN) / 2
        start = Box(body.right - width, body.bottom - START, width, START)
        frame = [
            PushButton("back", back, icon="back"),
            PushButton("rules", rules, say("seats.rules", "Rules"), "book"),
            self._learn(rules.moved(-tool - 24, 0)),
        ]
        if not self.setup.computers:
            start, alone = row(start, 2, ALONE_GAP)
            words = say("seats.alone", "Play the\ncomputer")
            sign = "computer" if alone.w > ALONE_SIGN else ""
            frame.append(PushButton("alone", alone, words, sign, "other", ALONE_SIZE))
        label = say("seats.start", "Start")
        return [*frame, PushButton("start", start, label, "play", "main", HEAD_SIZE)]

    def _tool(self, body: Box) -> float:
        return min(TOOL, body.w * 0.22)

    def _learn(self, box: Box) -> PushButton:
        """The lesson: offered in colour where this table has neither taught nor played the game."""
        new = self.setup.game.key not in self.table.taught
        words = say("seats.learn", "Learn")
        return PushButton("learn", box, words, "finger", "other" if new else "plain")

    def _pad(self, seat: Seat, box: Box) -> SeatPad:
        setup, game = self.setup, self.setup.game
        name = setup.own_name(seat) or game.seat_names[seat]
        look = looks_of(game)[seat]
        own = setup.language(seat)
        return SeatPad(
            seat,
            name,
            look,
            setup.team(seat),
            box,
            setup.filler(seat),
            language=own,
            own_name=own_name(own or self.table.language) if len(all_languages()) > 1 else "",
            aid=setup.aid(seat),
            strongest=self.table.strongest,
        )

    # -- what is chosen ---------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        match key.partition(":")[0], key:
            case "back", _:
                return self.back()
            case "rules", _:
                return Push(RulesScene(self.table, self.setup.game), self._learned)
            case "learn", _:
                return Push(lesson_for(self.table, self.setup.game), self._learned)
            case "start", _:
                return self._start()
            case "alone", _:
                return self._alone()
            case "who", _:
                return ask_who(self, int(key.partition(":")[2]))
            case ("fewer" | "more") as way, _:
                self._share(int(key.partition(":")[2]), 1 if way == "more" else -1)
            case ("weaker" | "stronger") as way, _:
                seat = int(key.partition(":")[2])
                other = self.setup.filler(seat).moved(1 if way == "stronger" else -1)
                self.setup = self.setup.filled(seat, other.at_most(self.table.strongest))
            case "sit", _:
                self._sit(int(key.removeprefix(SIT)))
            case "corner", _:
                self._sit(side_of_corner(self.setup, int(key.removeprefix(CORNER))))
            case (("mine" | "own"), _):
                return self._ask_own(int(key.partition(":")[2]))
            case "speaks", _:
                self.setup = self.setup.speaking_next(int(key.partition(":")[2]), self.table)
            case _:
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _sit(self, side: int) -> None:
        """The next person sits down at an edge."""
        self.setup = sat_down(self.setup, side, self._sat)
        self._sat += 1

    def _ask_own(self, seat: Seat) -> Change:
        """Asks a seat, toward where it sits, for all that it has of its own."""

        def then(answer: object) -> Change:
            if isinstance(answer, Setup):
                self.setup = answer
            self.lay_out()
            return None

        return Push(SeatSheet(self.table, self.setup, seat), then)

    def _share(self, seat: int, by: int) -> None:
        teams = [self.setup.team(number) for number in range(self.setup.seats)]
        teams[seat] = min(MOST_SHARING, max(1, teams[seat] + by))
        self.setup = replace(self.setup, teams=tuple(teams))

    def _alone(self) -> Change:
        """Somebody is alone: computers take all other seats, and it begins."""
        self.setup = replace(
            self.setup,
            fillers=(PERSON, *(ADAPTIVE,) * (self.setup.seats - 1)),
            sides=self.setup.sides[:1] * self.setup.seats,
        ).at_most(self.table.strongest)
        self.lay_out()
        return self._start()

    def _learned(self, wanted: object) -> Change:
        """Who has learned the game plays at once: with a computer that begins too, or a friend."""
        others = {"computer": Filler(LEVELS[0]), "friend": PERSON}
        if not isinstance(wanted, str) or wanted not in others:
            return None
        fillers = (PERSON, *(others[wanted],) * (self.setup.seats - 1))
        sides = self.setup.sides if wanted == "friend" else ()
        self.setup = replace(self.setup, fillers=fillers, sides=sides)
        self.lay_out()
        return self._start()

    def _choose(self, key: str, number: str) -> None:
        choice = next(choice for choice in self.choices if choice.key == key)
        value: Any = choice.values[int(number)]
        setup = self.setup
        match key:
            case "count":
                self.setup = setup.of_seats(value)
            case "sitting":
                sides = value if any(value) else ()
                self.setup = replace(setup, sides=sides, one_way=False)
                self._sat = 0
            case "clock":
                self.setup = replace(setup, clock=value)
            case "series":
                self.setup = replace(setup, best_of=value)
            case _:
                option = key.removeprefix("option:")
                self.setup = replace(setup, options={**setup.options, option: value})

    def _start(self) -> Change:
        game = self.setup.game
        _played[game.key] = self.setup
        self.table.begin_with(game.key)
        self.table.teach(game.key)
        match = self.setup.start(self.table)
        scene = MatchScene(self.table, self.setup, match, new_match_id())

        def then(wanted: object) -> Change:
            if wanted != "seats":
                return Pop()
            outcome = scene.match.outcome
            played = scene.setup.scored(outcome.winners if outcome else ()).as_begun
            self.setup = replace(played, options=self.setup.options, clock=self.setup.clock)
            self._sat = 0
            self.lay_out()
            return None

        return Push(scene, then)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        if button.key.startswith(MINE):
            look = looks_of(self.setup.game)[int(button.key.removeprefix(MINE))]
            draw_mine(frame, button, look, pressed=pressed, focused=focused)
        elif button.key.startswith(OWN):
            draw_own(frame, button, pressed=pressed, focused=focused)
        else:
            super().draw_one(frame, button)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for pad in self.pads:
            pad.draw(frame)
