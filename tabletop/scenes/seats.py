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
from tabletop.scenes.seat_pad import MOST_SHARING, SeatPad
from tabletop.scenes.seats_layout import BETWEEN, seat_places, single_column
from tabletop.scenes.setup import FACING, Setup
from tabletop.scenes.who_plays import ask_who
from tabletop.store import new_match_id
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice, ChoiceSheet
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.setup_choices import (
    clock_choice,
    count_choice,
    option_choice,
    sitting_choice,
)
from tabletop.ui.sheet import row
from tabletop.ui.table import Table
from tabletop.ui.theme import CARD_SIZE, HEAD_SIZE
from tabletop.ui.widgets import PushButton

MARGIN: Final = 56.0
HEAD: Final = 88.0
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
        )
        self.pads: tuple[SeatPad, ...] = ()
        if self._has_computers:
            table.thinking.warm(setup.game.key)

    @property
    def _has_computers(self) -> bool:
        """Whether computers can play this game."""
        return self.setup.game.kind == "board"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that can be chosen besides who shares a seat, from the general to the special."""
        setup, game = self.setup, self.setup.game
        count = (count_choice(game, setup.seats),) if len(game.seats) > 1 else ()
        options = (option_choice(option, setup.options[option.key]) for option in game.options)
        return (*count, sitting_choice(setup.facing), clock_choice(setup.clock), *options)

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas = self.canvas
        body = self._body()
        choices = {choice.key: choice for choice in self.choices}
        names = [f"seat:{seat}" for seat in range(self.setup.seats)]
        order = [*(["count"] if "count" in choices else []), *names]
        order += [key for key in choices if key != "count"]
        places = seat_places(order, body, START)
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
        in_order = {pad.seat: pad.buttons for pad in self.pads}
        answers = {part.buttons[0].key.rpartition("=")[0]: part.buttons for part in laid}
        buttons = self._frame_buttons(body)
        for key in order:
            buttons += answers[key] if key in answers else in_order[int(key[5:])]
        self.buttons.replace(buttons)

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, 2 * WIDEST + BETWEEN)
        top = 40 + HEAD + 36
        # In a very tall window the start button stays near what it starts.
        height = min(canvas.height - top - 56, 1700.0)
        return Box((canvas.width - width) / 2, top, width, height)

    def _title(self, body: Box) -> Label:
        left = body.x + HEAD + 36
        box = Box(left, 40, body.right - 2 * 240 - 2 * 32 - left, HEAD)
        return Label(self.setup.game.title, box, CARD_SIZE, bold=True, most=1)

    def _frame_buttons(self, body: Box) -> list[PushButton]:
        back = Box(body.x, 40, HEAD + 8, HEAD)
        rules = Box(body.right - 240, 40, 240, HEAD)
        width = body.w if single_column(body) else (body.w - BETWEEN) / 2
        start = Box(body.right - width, body.bottom - START, width, START)
        frame = [
            PushButton("back", back, icon="back"),
            PushButton("rules", rules, say("seats.rules", "Rules"), "book"),
            self._learn(rules.moved(-240 - 32, 0)),
        ]
        if self._has_computers and not self.setup.computers:
            start, alone = row(start, 2, ALONE_GAP)
            words = say("seats.alone", "Play the\ncomputer")
            sign = "computer" if alone.w > ALONE_SIGN else ""
            frame.append(PushButton("alone", alone, words, sign, "other", ALONE_SIZE))
        label = say("seats.start", "Start")
        return [*frame, PushButton("start", start, label, "play", "main", HEAD_SIZE)]

    def _learn(self, box: Box) -> PushButton:
        """The lesson: offered in colour where this table has neither taught nor played the game."""
        new = self.setup.game.key not in self.table.taught
        words = say("seats.learn", "Learn")
        return PushButton("learn", box, words, "finger", "other" if new else "plain")

    def _pad(self, seat: Seat, box: Box) -> SeatPad:
        setup, game = self.setup, self.setup.game
        name, look = game.seat_names[seat], looks_of(game)[seat]
        own = setup.language(seat)
        return SeatPad(
            seat,
            name,
            look,
            setup.team(seat),
            box,
            setup.filler(seat),
            asks=self._has_computers,
            language=own,
            own_name=own_name(own or self.table.language) if len(all_languages()) > 1 else "",
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
                self.setup = self.setup.filled(seat, other)
            case "speaks", _:
                self.setup = self.setup.speaking_next(int(key.partition(":")[2]), self.table)
            case _:
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _share(self, seat: int, by: int) -> None:
        teams = [self.setup.team(number) for number in range(self.setup.seats)]
        teams[seat] = min(MOST_SHARING, max(1, teams[seat] + by))
        self.setup = replace(self.setup, teams=tuple(teams))

    def _alone(self) -> Change:
        """Somebody is alone: computers take all other seats, and it begins."""
        self.setup = replace(
            self.setup, fillers=(PERSON, *(ADAPTIVE,) * (self.setup.seats - 1)), sides=()
        )
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
                teams = (*setup.teams, *(1,) * value)[:value]
                fillers = (*setup.fillers, *(PERSON,) * value)[:value] if setup.fillers else ()
                own = (*setup.languages, *("",) * value)[:value] if setup.languages else ()
                self.setup = replace(
                    setup, seats=value, teams=teams, fillers=fillers, languages=own
                )
            case "sitting":
                self.setup = replace(setup, sides=FACING if value else ())
            case "clock":
                self.setup = replace(setup, clock=value)
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
            played = scene.setup.scored(outcome.winners if outcome else ())
            self.setup = replace(self.setup, fillers=played.as_begun)
            self.lay_out()
            return None

        return Push(scene, then)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for pad in self.pads:
            pad.draw(frame)
