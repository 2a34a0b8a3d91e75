"""The first page of a board game: the goal, who plays, and Start."""

from dataclasses import replace
from functools import partial

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import Text, joined, say
from tabletop.players.player_spec import ADAPTIVE, PlayerSpec
from tabletop.scenes.catalogue import game_colour, goal_picture
from tabletop.scenes.destinations import ChangeSeats, OpenLesson, OpenOptions, OpenSeats, StartMatch
from tabletop.scenes.match_setup import (
    QUICK_LEVELS,
    Setup,
    against_computers,
    players_of,
    usual_edges,
)
from tabletop.scenes.setup.seat_dialogs import level_dialog
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.last_players import remember_players
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.start_page import (
    PICK_KEY,
    WAY_KEY,
    Link,
    Pick,
    StartContent,
    StartPage,
    Way,
)


class QuickStartPage(StartPage):
    """Everything that has to be chosen before a board game, on one page."""

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        # A new series begins: the order of players and the wins belong to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
        self._edges: tuple[int, ...] = ()  # of the people before the computer was chosen
        self._computer: PlayerSpec | None = None  # the one that was chosen on this page
        self._warm = False  # whether the engine has been started in advance

    def update(self, dt: float, /) -> Change:
        if not self._warm:
            self._warm = True
            self.table.analysis.warm(self.setup.game.key)
        return super().update(dt)

    # -- what is shown ------------------------------------------------------------------------

    def content(self) -> StartContent:
        game, alone = self.setup.game, bool(self.setup.computers)
        most = max(game.seats)
        people = (
            say("start.players", "{least} to {most} players", least=min(game.seats), most=most)
            if len(game.seats) > 1
            else say("start.two_players", "2 players")
        )
        quiet = [
            Link("learn", say("start.learn", "Learn in 1 minute"), "finger"),
            Link("rules", say("start.rules", "Rules"), "book"),
            Link("seats", say("start.seats", "Seats & names"), "person"),
        ]
        if not self.table.kids_mode:
            quiet.append(Link("options", say("start.options", "Options"), "switches"))
        return StartContent(
            title=game.title,
            goal=game.goal,
            colour=game_colour(game),
            picture=partial(goal_picture, game),
            ways=(
                Way("computer", say("start.computer", "Play the computer"), "computer"),
                Way("people", people, people=2 if len(game.seats) == 1 else 3),
            ),
            way="computer" if alone else "people",
            picks=self._levels() if alone else self._counts(),
            pick=self._level if alone else str(self.setup.seats),
            more=say("start.more_levels", "More levels") if alone else None,
            start=say("start.start", "Start"),
            note=self._note(),
            links=quiet,
        )

    @property
    def _level(self) -> str:
        """The key of the computers' level; empty if they differ or adapt."""
        players = {self.setup.player(seat) for seat in self.setup.computers}
        only = players.pop() if len(players) == 1 else ADAPTIVE
        return "" if only.adaptive else only.level_key

    def _levels(self) -> tuple[Pick, ...]:
        strongest = LEVELS.index(self.table.strongest)
        offered = [level for level in QUICK_LEVELS if LEVELS.index(level) <= strongest]
        return tuple(
            Pick(PlayerSpec(level).level_key, PlayerSpec(level).name, number + 1, len(QUICK_LEVELS))
            for number, level in enumerate(offered)
        )

    def _counts(self) -> tuple[Pick, ...]:
        counts = self.setup.game.seats
        if len(counts) == 1:
            return ()
        return tuple(
            Pick(str(number), say("seats.number", "{number}", number=number), people=number)
            for number in counts
        )

    def _note(self) -> Text:
        """What happens after the touch of Start."""
        setup = self.setup
        names = [setup.name(seat) for seat in range(setup.seats)]
        persons = setup.persons
        if not persons:
            return say("start.watch", "Watch the computers play")
        if len(persons) == 1 and setup.computers:
            mine, own = names[persons[0]], persons[0] == 0
            if own:
                return say("start.you_first", "You play {seat} and move first", seat=mine)
            words = "You play {seat}; {first} moves first"
            return say("start.you", words, seat=mine, first=names[0])
        before = joined(", ", *names[:-1])
        together = say("start.and", "{names} and {last}", names=before, last=names[-1])
        return say("start.turns", "{names} take turns", names=together)

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
            player = self._computer or PlayerSpec(QUICK_LEVELS[0])
            self.setup = against_computers(setup, player).at_most(self.table.strongest)

    def _pick(self, key: str) -> None:
        if not self.setup.computers:
            self.setup = self.setup.of_seats(int(key))
            return
        level = level_of_key(key) or QUICK_LEVELS[0]
        self._set_level(PlayerSpec(level))

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

        return Push(level_dialog(self.table, now), then)

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
        self.table.chosen[game.key] = self.setup
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
