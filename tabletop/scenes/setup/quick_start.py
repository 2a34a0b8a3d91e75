"""The first page of a board game: the goal, who plays, and Start."""

from dataclasses import replace
from functools import partial
from typing import Final

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import Text, joined, say
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.catalogue import board_picture, game_colour
from tabletop.scenes.destinations import ChangeSeats, OpenLesson, OpenOptions, OpenSeats, StartMatch
from tabletop.scenes.match_setup import Setup
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.start_page import (
    PICK_KEY,
    WAY_KEY,
    Link,
    Pick,
    StartContent,
    StartPage,
    Way,
)

EASY, MEDIUM, HARD = LEVELS[1:4]
QUICK_LEVELS: Final = (EASY, MEDIUM, HARD)
"""The levels on the page itself; all others are behind "More levels"."""


class QuickStartPage(StartPage):
    """Everything that has to be chosen before a board game, on one page."""

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        # A new series begins: the order of players and the wins belong to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
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
            picture=partial(board_picture, game),
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
            case "more":
                return self._ask_level()
            case _ if key.startswith(WAY_KEY):
                self._choose_way(key.removeprefix(WAY_KEY))
            case _ if key.startswith(PICK_KEY):
                self._pick(key.removeprefix(PICK_KEY))
        self.lay_out()
        return None

    def _choose_way(self, way: str) -> None:
        setup = self.setup
        if way == "people":
            self.setup = setup.with_players(())
        elif not setup.computers:
            self.setup = against_computers(setup, PlayerSpec(EASY)).at_most(self.table.strongest)

    def _pick(self, key: str) -> None:
        if not self.setup.computers:
            self.setup = self.setup.of_seats(int(key))
            return
        level = level_of_key(key) or EASY
        self._set_level(PlayerSpec(level))

    def _set_level(self, player: PlayerSpec) -> None:
        setup = self.setup
        for seat in setup.computers:
            setup = setup.with_player(seat, player)
        self.setup = setup.at_most(self.table.strongest)

    def _ask_level(self) -> Change:
        """All levels, with the one that adapts."""
        strongest = LEVELS.index(self.table.strongest)
        levels = [PlayerSpec(level) for level in LEVELS[: strongest + 1]]
        offered = {player.level_key: player for player in levels} | {"adaptive": ADAPTIVE}
        now = self.setup.player(self.setup.computers[0])
        answers: Answers = tuple(
            (
                key,
                say("start.adaptive", "Adapts to you") if player.adaptive else player.name,
                "chosen"
                if (player.adaptive, player.level_key if not player.adaptive else "")
                == (now.adaptive, now.level_key if not now.adaptive else "")
                else "plain",
            )
            for key, player in offered.items()
        )

        def then(answer: object) -> Change:
            if isinstance(answer, str) and answer in offered:
                self._set_level(offered[answer])
            self.lay_out()
            return None

        question = say("start.ask_level", "How strong is the computer?")
        words = "“Adapts to you” gets stronger when you win and easier when you lose."
        detail = say("start.ask_level_detail", words)
        return Push(QuestionDialog(question, detail, answers), then)

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
        self.table.remember_last_game(game.key)
        self.table.teach(game.key)

        def then(result: object) -> Change:
            if not isinstance(result, ChangeSeats):
                return Pop()
            played = result.setup.scored(result.winners).without_series
            self.setup = replace(played, options=self.setup.options, clock=self.setup.clock)
            self.lay_out()
            return None

        return Push(StartMatch(self.setup), then)


def against_computers(setup: Setup, player: PlayerSpec) -> Setup:
    """The setup with a person at the first seat and this player at all others."""
    others = (player,) * (setup.seats - 1)
    return setup.with_players((PERSON, *others)).with_edges(setup.edges[:1] * setup.seats)
