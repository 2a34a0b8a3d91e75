"""The first page of Sevens: a match or playing alone, and the ways on; and all options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from tabletop.ai import LEVELS, level_names, level_of_key
from tabletop.engine import Options, Seat, SeatProfile, Text, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.match import GAME, ROUNDS, MatchOptions, SevensMatch
from tabletop.games.sevens.rules.solitaire import FIGURES
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import SEATS, TOGETHER, MatchContext, Seating
from tabletop.games.sevens.scenes.lesson import SevensLesson
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.puzzle import PuzzleScene
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.games.sevens.view.view import LOOKS, make_view
from tabletop.input.actions import Action, PressKey, TakeSeat
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.last_players import (
    COMPUTER as COMPUTER_WAY,
)
from tabletop.ui.core.last_players import (
    DEFAULT_LEVEL_KEY,
    PEOPLE,
    LastPlayers,
    last_players,
    offers_beginner,
    remember_players,
)
from tabletop.ui.core.live_game import OpenLiveSeats, OpenPhones, PageFactory
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import game_colour
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, option_choice
from tabletop.ui.widgets.lesson_page import COMPUTER, FRIEND
from tabletop.ui.widgets.options_sheet import chosen_answer, lay_out_options
from tabletop.ui.widgets.page import PageGuard, PageScene
from tabletop.ui.widgets.player_lists import QUICK_LEVELS, level_dialog, level_picks, more_levels
from tabletop.ui.widgets.start_page import (
    LEARN,
    OPTIONS,
    PHONES,
    PICK_KEY,
    PLAY_THE_COMPUTER,
    RULES,
    SEATS_AND_NAMES,
    SITTING,
    SITTING_EDGES,
    START,
    TWO_PLAYERS,
    WATCH,
    WAY_KEY,
    Link,
    Pick,
    StartContent,
    StartSheet,
    Way,
    length_words,
    sitting_key,
)
from tabletop.ui.widgets.text_entry import clean_name

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate, WaitView


def prewarm_pages(start: MatchSetup, canvas: Canvas) -> Iterator[None]:
    """Prepares the pages that this one opens, step by step, so that they open at once."""
    figures.booklet()
    yield
    # With its own seed, so that real matches do not depend on what was prepared.
    table = replace(start.table, seed=lambda: 0)
    context = MatchContext(
        table, SevensMatch(options=start.options), rules=start.rules, sound=start.sound
    )
    context.sit(start.seating)
    match = SevensScene(context)
    yield
    yield from prewarm(match, canvas)
    puzzle = PuzzleScene(table, sound=start.sound)
    yield
    yield from prewarm(puzzle, canvas)
    yield from prewarm(BookletPage(table), canvas)
    yield from prewarm(SoloScene(table, start.options, sound=start.sound), canvas)


BUILD_SECONDS: Final = 60.0
"""How long a person usually builds a picture."""
COMPUTER_BUILD_SECONDS, COMPUTER_GUESS_SECONDS = 20.0, 16.0
CLOCK_SHARE: Final = 2 / 3
"""The share of the clock in which a person usually rebuilds a picture."""
TURN_SECONDS: Final = 30.0
"""How long handing over, scoring and the card usually take in a turn."""


def usual_match_seconds(options: Options, computers: int) -> float:
    """How long a match with so many computers usually takes."""
    terms, people = MatchOptions.of(options), SEATS - computers
    build = BUILD_SECONDS if terms.arrange is None else min(BUILD_SECONDS, terms.arrange / 1000)
    person = ROUNDS * build + CLOCK_SHARE * sum(terms.clocks) / 1000
    computer = ROUNDS * (COMPUTER_BUILD_SECONDS + COMPUTER_GUESS_SECONDS)
    shared = SEATS * ROUNDS * (TURN_SECONDS + terms.look / 1000)
    return people * person + computers * computer + shared


def usual_run_seconds(options: Options) -> float:
    """How long a run from memory alone usually takes."""
    terms = MatchOptions.of(options)
    clock = sum(terms.clocks) / len(terms.clocks) / 1000
    return FIGURES * (TURN_SECONDS + terms.look / 1000 + CLOCK_SHARE * clock)


MEMORY, PUZZLE = "memory", "puzzle"
LOOK_OPTION: Final = "look_seconds"


class OpeningPage(PageScene):
    """The page that the menu opens: who plays or what one plays alone, and Start."""

    first_focus = "start"

    def __init__(
        self,
        table: AppContext,
        rules: PageFactory,
        sound: PageFactory | None = None,
        match_rules: PageFactory | None = None,
    ) -> None:
        """`rules`, `sound` and `match_rules` give the pages of the rules and the volumes.

        `match_rules` are the rules shown over a match; None: the same.
        """
        super().__init__()
        self._sheet = StartSheet()
        self.guard = PageGuard()
        self.table = table
        self._rules = rules
        options = GAME.check_options({})
        self._beginner = offers_beginner(table, GAME)
        self.start = MatchSetup(table, match_rules or rules, options, Seating(), sound=sound)
        before = table.chosen.get(GAME.key)
        if isinstance(before, MatchSetup):
            self.start.options = before.options
            self.start.seating = before.seating.without_visitors
            self.start.way = before.way
        else:
            self._set_players(last_players(table, GAME))
        self.start.seating = self.start.seating.at_most(table.strongest)
        self._edges = Seating.by_settings(table).edges  # of people before the computer was chosen

    def _set_players(self, last: LastPlayers) -> None:
        start, alone = self.start, last.way in (MEMORY, PUZZLE)
        start.way = last.way if alone else ""
        if last.way == PEOPLE:
            start.seating = Seating.by_settings(self.table)
        else:
            level = level_of_key(last.level) or QUICK_LEVELS[0]
            start.seating = Seating().but(1, level=level)

    def _keep_choice(self) -> None:
        """The page offers the same when it is opened again."""
        self.table.chosen[GAME.key] = self.start

    @property
    def way(self) -> str:
        """The key of the chosen way to play."""
        start = self.start
        return start.way or (COMPUTER_WAY if start.seating.computers else PEOPLE)

    # -- what is shown ------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._sheet.lay_out(self, self.content())

    def draw_content(self, frame: Frame) -> None:
        self._sheet.draw_board(frame)
        super().draw_content(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        focused = button.key == self.buttons.focus
        self._sheet.draw_button(frame, button, pressed=self.is_held(button), focused=focused)

    def content(self) -> StartContent:
        picks, pick = self._picks()
        links = [LEARN, SEATS_AND_NAMES, RULES]
        if not self.table.kids_mode:
            links.append(OPTIONS)
        links.append(Link("booklet", say("sevens.start.booklet", "Booklet"), "puzzle"))
        if self.table.offers_phones:
            links.append(PHONES)
        return StartContent(
            title=GAME.title,
            goal=GAME.goal,
            colour=game_colour(GAME),
            picture=_emblem,
            ways=(
                Way(COMPUTER_WAY, PLAY_THE_COMPUTER, "computer"),
                Way(PEOPLE, TWO_PLAYERS, people=2),
                Way(MEMORY, say("sevens.start.memory", "Solo memory"), "eye"),
                Way(PUZZLE, say("sevens.start.puzzle", "Solo puzzle"), "puzzle"),
            ),
            way=self.way,
            picks=picks,
            pick=pick,
            more=more_levels(picks, pick) if self.way == COMPUTER_WAY else None,
            start=START,
            note=self._note(),
            links=links,
            length=self._length(),
            join=self.table.phones.link,
        )

    def _length(self) -> Text | None:
        """How long a match or a run takes; a puzzle is over when one wants."""
        start = self.start
        if self.way == PUZZLE:
            return None
        if self.way == MEMORY:
            return length_words(usual_run_seconds(start.options))
        return length_words(usual_match_seconds(start.options, start.seating.computers))

    def _picks(self) -> tuple[tuple[Pick, ...], str]:
        """What can be chosen for the way to play, and the key of what is."""
        start = self.start
        match self.way:
            case "computer":
                level = self._level
                # In a room four ways leave too little width for the longest name of a level.
                beginner = self._beginner and not self.canvas.context.projector
                picks = level_picks(self.table.strongest, beginner=beginner)
                return picks, level_names(level).key if level else ""
            case "people":
                room = self.canvas.context.projector
                return () if room else SITTING, sitting_key(start.seating.edges)
            case "memory":
                option = next(option for option in GAME.options if option.key == LOOK_OPTION)
                names = option.names or tuple(
                    say("sevens.start.seconds", "{n} s", n=value) for value in option.choices
                )
                looks = zip(option.choices, names, strict=True)
                picks = tuple(Pick(str(value), name) for value, name in looks)
                return picks, str(start.options[LOOK_OPTION])
        return (), ""

    @property
    def _level(self) -> str:
        """The computer's level; empty if there are two that differ."""
        levels = {each.level for each in self.start.seating.seats if each.level is not None}
        return levels.pop() if len(levels) == 1 else ""

    def _note(self) -> Text:
        """What happens after the touch of Start."""
        match self.way:
            case "memory":
                return say("sevens.start.memory_note", "Look at a picture, then rebuild it")
            case "puzzle":
                return say("sevens.start.puzzle_note", "Fill a silhouette with seven pieces")
        if self.start.seating.computers == SEATS:
            return WATCH
        return say("sevens.start.note", "A coin decides who builds first")

    # -- phones -------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case TakeSeat(seat=seat, name=name) if seat < SEATS:
                self._seat_phone(seat, name)
                return None
            case PressKey(key="start"):
                return self._start()
        return super().handle(action)

    def _seat_phone(self, seat: Seat, name: str) -> None:
        """Somebody with a phone plays at a seat, in a match and no solo game."""
        start = self.start
        start.way = ""
        start.seating = start.seating.but(seat, level=None)
        if name:
            profile = start.seating[seat].named(clean_name(name))
            start.seating = start.seating.but(seat, name=profile.name, visitor=profile.visitor)
        self.lay_out()

    def phone_state(self) -> object:
        return self.start.seating, self.way

    def phone_seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        from tabletop.games.sevens.scenes.phone_view import profile_plates

        return profile_plates(self.start.seating.seats, context)

    def phone_view(self, seat: Seat | None, context: UiContext) -> WaitView:
        """The game that is about to begin; who has a seat may start it."""
        from tabletop.party.views import PhoneButton, WaitView

        start = PhoneButton("start", context.plain(START), "main", "play")
        title, goal = context.plain(GAME.title), context.plain(GAME.goal)
        return WaitView(title, goal, () if seat is None else (start,))

    def preparing(self) -> Iterator[object]:
        yield from prewarm_pages(self.start, self.canvas)

    # -- what is chosen -----------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        start = self.start
        match key:
            case "back":
                return self.back()
            case "rules":
                return Push(self._rules(), self._learned)
            case "learn":
                return Push(SevensLesson(self.table), self._learned)
            case "start":
                return self._start()
            case "booklet":
                return Push(
                    BookletPage(
                        self.table,
                        play=lambda figure: Push(
                            PuzzleScene(self.table, figure, sound=start.sound)
                        ),
                    )
                )
            case "seats":
                return Push(OpenLiveSeats(GAME, start.seating.seats), self._seated)
            case "options":
                self._keep_choice()
                return Push(OptionsPage(self.table, start))
            case "phones":
                return Push(OpenPhones(GAME.title, self.phone_seats, LOOKS))
            case "list:levels":
                asked = level_dialog(self.table.strongest, self._level, adaptive=None)
                return Push(asked, self._levelled)
            case _ if key.startswith(WAY_KEY):
                self._choose_way(key.removeprefix(WAY_KEY))
            case _ if key.startswith(PICK_KEY):
                self._pick(key.removeprefix(PICK_KEY))
        self.lay_out()
        return None

    def _choose_way(self, way: str) -> None:
        self._keep_choice()
        start, seating = self.start, self.start.seating
        start.way = way if way in (MEMORY, PUZZLE) else ""
        if way == COMPUTER_WAY and not seating.computers:
            self._edges = seating.edges
            level = level_of_key(last_players(self.table, GAME).level) or QUICK_LEVELS[0]
            seating = seating.but(1, level=level).moved(TOGETHER)
            start.seating = seating.at_most(self.table.strongest)
        elif way == PEOPLE and seating.computers:
            start.seating = seating.but(0, level=None).but(1, level=None).moved(self._edges)

    def _pick(self, key: str) -> None:
        self._keep_choice()
        start = self.start
        match self.way:
            case "computer":
                self._set_level(key)
            case "people":
                start.seating = start.seating.moved(SITTING_EDGES[key])
            case "memory":
                set_option(start, LOOK_OPTION, int(key))

    def _set_level(self, key: str) -> None:
        seating, level = self.start.seating, level_of_key(key)
        for seat in range(SEATS):
            if seating[seat].is_computer and level is not None:
                seating = seating.but(seat, level=level)
        self.start.seating = seating.at_most(self.table.strongest)

    def _levelled(self, key: object) -> Change:
        if isinstance(key, str):
            self._keep_choice()
            self._set_level(key)
        self.lay_out()
        return None

    def _seated(self, profiles: tuple[SeatProfile, SeatProfile]) -> Change:
        self._keep_choice()
        self.start.seating = Seating(profiles)
        self.lay_out()
        return None

    def _learned(self, wanted: object) -> Change:
        """Begins a match after the lesson, against a computer player or a friend."""
        if wanted not in (COMPUTER, FRIEND):
            return None
        level = LEVELS[0] if wanted == COMPUTER else None
        seating = self.start.seating.but(0, level=None).but(1, level=level)
        self.start.seating = seating if wanted == FRIEND else seating.moved(TOGETHER)
        self.start.way = ""
        self.lay_out()
        return self._start()

    def _start(self) -> Change:
        self._keep_choice()
        start, level = self.start, self._level
        keys = level_names(level).key if level else DEFAULT_LEVEL_KEY
        remember_players(self.table, GAME, LastPlayers(self.way, SEATS, keys))
        match self.way:
            case "memory":
                return Push(SoloScene(self.table, start.options, sound=start.sound))
            case "puzzle":
                return Push(PuzzleScene(self.table, sound=start.sound))
        self.table.teach(GAME.key)
        return Push(start.match(), self._left)

    def _left(self, _: object) -> Change:
        """Others may play next."""
        self.start.seating = self.start.seating.without_visitors
        self.lay_out()
        return None


@surface_cache(most=4)
def _emblem(pixels: int) -> pygame.Surface | None:
    """The figure of the emblem with a shadow, in a square of so many pixels."""
    return shapes.with_shadow(make_view(GAME).emblem(pixels), max(2.0, pixels * 0.028), 0.8)


def set_option(start: MatchSetup, key: str, value: Any) -> None:
    start.options = GAME.check_options({**start.options, key: value})


class OptionsPage(PageScene):
    """The page of all options, and of how pieces are moved."""

    def __init__(self, table: AppContext, start: MatchSetup) -> None:
        super().__init__()
        self.guard = PageGuard()
        self.table = table
        self.start = start

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """Every option, then the settings for loose pieces."""
        options: Options = self.start.options
        settings = self.table.settings
        return (
            *(option_choice(option, options[option.key]) for option in GAME.options),
            ChoiceField(
                "set:pieces.hold",
                # NOTE for translators: a question; its answers are "By dragging" and "By two taps".
                say("sevens.hold", "Move pieces by"),
                (say("sevens.hold.drag", "Dragging"), say("sevens.hold.tap", "Two touches")),
                ("drag", "tap"),
                settings["pieces.hold"],
            ),
            ChoiceField(
                "set:pieces.turn_step",
                # NOTE for translators: a question; its answers are "45 degrees" and "15 degrees".
                say("sevens.step", "One touch turns a piece by"),
                (say("sevens.step.45", "45 degrees"), say("sevens.step.15", "15 degrees")),
                ("45", "15"),
                settings["pieces.turn_step"],
            ),
        )

    def lay_out(self) -> None:
        lay_out_options(self, GAME.title, self.choices)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "done"):
            return self.back()
        name, value = chosen_answer(self.choices, key)
        if name.startswith("set:"):
            self.table.change(name.removeprefix("set:"), value)
        else:
            set_option(self.start, name.removeprefix("option:"), value)
        self.lay_out()
        return None
