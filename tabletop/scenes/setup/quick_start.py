"""The first page of a board game: the goal, who plays, and Start."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import Seat, Text, joined, say
from tabletop.input.actions import Action, PressKey, TakeSeat
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.catalogue import goal_picture, seat_looks
from tabletop.scenes.destinations import (
    ChangeSeats,
    OpenLesson,
    OpenOptions,
    OpenSeats,
    StartMatch,
)
from tabletop.scenes.match_setup import (
    Setup,
    against_computers,
    players_of,
    usual_computer,
    usual_edges,
    usual_seconds,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.last_players import last_players, offers_beginner, remember_players
from tabletop.ui.core.live_game import OpenPhones, OpenRules
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.theme.theme import game_colour
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene
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
    Pick,
    StartContent,
    StartSheet,
    Way,
    length_words,
    sitting_key,
)

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate, WaitView


class QuickStartPage(PageScene):
    """Everything that has to be chosen before a board game, on one page."""

    first_focus = "start"

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self._sheet = StartSheet()
        self.table = table
        # A new series begins: the order of players and the wins belong to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
        self._edges: tuple[int, ...] = ()  # of the people before the computer was chosen
        self._computer: PlayerSpec | None = None  # the one that was chosen on this page
        self._beginner = offers_beginner(table, setup.game)
        self._warm = False  # whether the engine has been started in advance

    def update(self, dt: float, /) -> Change:
        if not self._warm:
            self._warm = True
            self.table.analysis.warm(self.setup.game.key)
        return super().update(dt)

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
        game, alone = self.setup.game, bool(self.setup.computers)
        picks = self._levels() if alone else self._people()
        adaptive = self._opponent is not None and self._opponent.adaptive
        most = max(game.seats)
        people = (
            say("start.players", "{least} to {most} players", least=min(game.seats), most=most)
            if len(game.seats) > 1
            else TWO_PLAYERS
        )
        options = [] if self.table.kids_mode else [OPTIONS]
        quiet = [LEARN, RULES, SEATS_AND_NAMES, *options]
        if self.table.offers_phones:  # the longer words in the shorter line
            quiet = [LEARN, SEATS_AND_NAMES, RULES, *options, PHONES]
        return StartContent(
            title=game.title,
            goal=game.goal,
            colour=game_colour(game),
            picture=partial(goal_picture, game),
            ways=(
                Way("computer", PLAY_THE_COMPUTER, "computer"),
                Way("people", people, people=2 if len(game.seats) == 1 else 3),
            ),
            way="computer" if alone else "people",
            picks=picks,
            pick=self._level if alone else self._people_pick,
            more=more_levels(picks, self._level, adaptive=adaptive) if alone else None,
            start=START,
            note=self._note(),
            links=quiet,
            join=self.table.phones.link,
            length=length_words(usual_seconds(self.setup)),
        )

    @property
    def _opponent(self) -> PlayerSpec | None:
        """What the computers are; None if they differ."""
        players = {self.setup.player(seat) for seat in self.setup.computers}
        return players.pop() if len(players) == 1 else None

    @property
    def _level(self) -> str:
        """The key of the computers' level; empty if they differ or adapt."""
        only = self._opponent
        return "" if only is None or only.adaptive else only.level_key

    def _levels(self) -> tuple[Pick, ...]:
        return level_picks(self.table.strongest, beginner=self._beginner)

    @property
    def _people_pick(self) -> str:
        setup = self.setup
        return str(setup.seats) if len(setup.game.seats) > 1 else sitting_key(setup.around)

    def _people(self) -> tuple[Pick, ...]:
        """The number of players; where the game has only one, how they sit."""
        counts = self.setup.game.seats
        if len(counts) > 1:
            return tuple(
                Pick(str(number), say("seats.number", "{number}", number=number), people=number)
                for number in counts
            )
        return () if self.table.settings["look.projector"] else SITTING

    def _note(self) -> Text:
        """What happens after the touch of Start."""
        setup = self.setup
        names = [setup.name(seat) for seat in range(setup.seats)]
        persons = setup.persons
        if not persons:
            return WATCH
        if len(persons) == 1 and setup.computers:
            mine, own = names[persons[0]], persons[0] == 0
            if own:
                return say("start.you_first", "You play {seat} and move first", seat=mine)
            words = "You play {seat}; {first} moves first"
            return say("start.you", words, seat=mine, first=names[0])
        before = joined(", ", *names[:-1])
        together = say("start.and", "{names} and {last}", names=before, last=names[-1])
        return say("start.turns", "{names} take turns", names=together)

    # -- phones -------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case TakeSeat(seat=seat, name=name):
                self._seat_phone(seat, name)
                return None
            case PressKey(key="start"):
                return self._start()
        return super().handle(action)

    def _seat_phone(self, seat: Seat, name: str) -> None:
        """Somebody with a phone plays at a seat."""
        if seat >= self.setup.seats:
            return
        if self.setup.player(seat).is_computer:
            self.setup = self.setup.with_player(seat, PERSON)
        if name:
            self.setup = self.setup.with_name(seat, name)
        self.lay_out()

    def phone_state(self) -> object:
        return self.setup

    def phone_seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        from tabletop.scenes.play.phone_view import seat_plates

        return seat_plates(self.setup, seat_looks(self.setup.game), None, context)

    def phone_view(self, seat: Seat | None, context: UiContext) -> WaitView:
        """The game that is about to begin; who has a seat may start it."""
        from tabletop.party.views import PhoneButton, WaitView

        start = PhoneButton("start", context.plain(START), "main", "play")
        title, goal = context.plain(self.setup.game.title), context.plain(self.setup.game.goal)
        return WaitView(title, goal, () if seat is None else (start,))

    # -- what is chosen -----------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        game = self.setup.game
        match key:
            case "back":
                return self.back()
            case "learn":
                return Push(OpenLesson(game), self._learned)
            case "rules":
                return Push(OpenRules(game), self._learned)
            case "seats":
                return Push(OpenSeats(self.setup), self._changed)
            case "options":
                return Push(OpenOptions(self.setup), self._changed)
            case "phones":
                return Push(
                    OpenPhones(game.title, self.phone_seats, seat_looks(game)), self._changed
                )
            case "start":
                return self._start()
            case "list:levels":
                return self._ask_level()
            case _ if key.startswith(WAY_KEY):
                self._choose_way(key.removeprefix(WAY_KEY))
            case _ if key.startswith(PICK_KEY):
                self._pick(key.removeprefix(PICK_KEY))
        self.lay_out()
        return None

    def _choose_way(self, way: str) -> None:
        setup = self.setup
        if way == "people" and setup.computers:
            edges = self._edges or usual_edges(self.table)
            self.setup = setup.with_players(()).with_edges(edges)
        elif way == "computer" and not setup.computers:
            self._edges = setup.edges
            player = self._computer or usual_computer(last_players(self.table, setup.game))
            self.setup = against_computers(setup, player).at_most(self.table.strongest)

    def _pick(self, key: str) -> None:
        setup = self.setup
        if not setup.computers:
            if key in SITTING_EDGES:
                self.setup = replace(setup.with_edges(SITTING_EDGES[key]), one_way=False)
            else:
                self.setup = self._more_people(int(key))
            return
        level = level_of_key(key) or QUICK_LEVELS[0]
        self._set_level(PlayerSpec(level))

    def _more_people(self, seats: int) -> Setup:
        """So many people; those who come sit as the settings say."""
        before, usual = self.setup.edges, usual_edges(self.table)
        edges = (*before, *usual[len(before) :])[:seats]
        return self.setup.of_seats(seats).with_edges(edges)

    def _set_level(self, player: PlayerSpec) -> None:
        setup = self.setup
        self._computer = player
        for seat in setup.computers:
            setup = setup.with_player(seat, player)
        self.setup = setup.at_most(self.table.strongest)

    def _ask_level(self) -> Change:
        """All levels, with the one that adapts."""
        now = self.setup.player(self.setup.computers[0])

        def then(answer: object) -> Change:
            if isinstance(answer, str):
                level = level_of_key(answer)
                self._set_level(ADAPTIVE if level is None else PlayerSpec(level))
            self.lay_out()
            return None

        return Push(level_dialog(self.table.strongest, now.level, adaptive=now.adaptive), then)

    def _changed(self, answer: object) -> Change:
        """Takes what was chosen on the page of seats or of options."""
        if isinstance(answer, Setup):
            self.setup = answer
        self.lay_out()
        return None

    def _learned(self, wanted: object) -> Change:
        """Starts after a lesson, against a beginner-level computer or a friend."""
        if wanted == "computer":
            self.setup = against_computers(self.setup, PlayerSpec(LEVELS[0]))
        elif wanted == "friend":
            self.setup = self.setup.with_players(())
        else:
            return None
        self.lay_out()
        return self._start()

    def _start(self) -> Change:
        game = self.setup.game
        self.table.chosen[game.key] = self.setup.without_visitors
        played = players_of(self.setup)
        if played is not None:
            remember_players(self.table, game, played)
        self.table.remember_last_game(game.key)
        self.table.teach(game.key)

        def then(result: object) -> Change:
            if not isinstance(result, ChangeSeats):
                return Pop()
            series = result.setup.scored(result.winners).without_series
            self.setup = replace(series, options=self.setup.options, clock=self.setup.clock)
            self.lay_out()
            return None

        return Push(StartMatch(self.setup), then)
