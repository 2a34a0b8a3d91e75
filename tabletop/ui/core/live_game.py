"""What games with scenes of their own (`kind="live"`) share with the rooms of `scenes`.

The protocol of such a game's module `live`, the pages of other rooms that its scenes open, and
what is said of a high score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import pygame

from tabletop.engine import Game, Record, SeatProfile, Text, count, joined, say
from tabletop.engine.game import OptionValue
from tabletop.engine.rule_cards import CardMoment
from tabletop.storage.scores import MIN_STREAK, Disqualifier, ScoreEligibility, ScoreMeasure
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Destination, Scene
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.lesson_page import LessonPage

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate

PageFactory: TypeAlias = Callable[[], Scene | Destination]


@dataclass(frozen=True, slots=True)
class OpenRules(Destination):
    """The rules of a game. Result: that of its lesson, which the page can lead to."""

    game: Game
    playing: bool = False
    """They were opened from a match and return to it."""


@dataclass(frozen=True, slots=True)
class OpenSound(Destination):
    """The volumes."""


@dataclass(frozen=True, slots=True)
class CallForHelp(Destination):
    """Calls a host of the event that this table has joined."""

    turns: int = 0
    """Quarter turns clockwise from the near edge to the one where it was asked for."""


HELP_ENTRY: Final = (say("help.call", "Call a host"), "question")
HELP_SENT: Final = say("help.sent", "A host has been called")
"""Label and icon of the entry of a menu that calls a host, and the label once one is called."""


def help_entry(table: AppContext) -> tuple[Text, str]:
    """The entry as it now is."""
    return (HELP_SENT, HELP_ENTRY[1]) if table.event.state.help == "sent" else HELP_ENTRY


@dataclass(frozen=True, slots=True)
class OpenLiveSeats(Destination):
    """Who plays at each seat of such a game. Result: the new profiles by seat."""

    game: Game
    profiles: tuple[SeatProfile, ...]


@dataclass(frozen=True, slots=True)
class OpenPhones(Destination):
    """How phones join, and who has joined; lets them in if they were off."""

    title: Text
    """The game that is about to begin, or goes on."""
    seats: Callable[[UiContext], Sequence[SeatPlate]]
    """The seats that phones may take, in a language."""
    looks: tuple[SeatLook, ...]
    """By seat."""


class LiveGame(Protocol):
    """The module `live` of a game with its own scenes, because its moves cannot be listed."""

    def opening(self, table: AppContext) -> Scene:
        """The page that the menu opens."""

    def begin(
        self,
        table: AppContext,
        options: Mapping[str, OptionValue],
        profiles: Sequence[SeatProfile] = (),
        match_id: str = "",
    ) -> Scene:
        """A new match, without any page before it; raises ValueError for wrong options.

        `profiles`: who sits where; empty: people by the settings. Without an id it gets a new one.
        """

    def take_up(self, table: AppContext, record: Record, match_id: str) -> Scene:
        """Continues a saved match; raises BadNotation if that is impossible."""

    def how_far(self, record: Record) -> Text:
        """The progress of a saved match, as ``round 2``; raises BadNotation as `take_up`."""

    def phone_seats(self, record: Record, context: UiContext) -> tuple[SeatPlate, ...]:
        """Who plays a saved match, in a phone's language."""

    def shown(self, table: AppContext) -> Scene:
        """The game playing itself in attract mode: without input and sound, and not saved.

        The scene has two more attributes: `remark`, the rule that applies now (a `RuleNote` or
        None), and `done`, whether it has ended.
        """

    def lesson(self, table: AppContext) -> LessonPage:
        """The lesson of the game, at its first step."""

    def rule_picture(
        self, drawing: str, moment: CardMoment, width: int, height: int, context: UiContext
    ) -> pygame.Surface:
        """A picture of a rule card, at most that large in pixels."""

    def moments(self, table: AppContext, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
        """All states of the game's scenes for the album: a name, and the scene."""


@dataclass(frozen=True, slots=True)
class EnterHighScore(Destination):
    """Asks for a name after a win against the computer, and shows the high scores with it.

    Result: the name; "" or None for none.
    """

    game: str
    match_id: str
    name: str
    """The name of the player so far; "" for none."""
    turns: int
    """Quarter turns clockwise from the near edge to the player's."""


DISQUALIFIED: Final[Mapping[Disqualifier, Text]] = {
    "hint": say("scores.why.hint", "No high score: a hint was shown."),
    "help": say("scores.why.help", "No high score: the computer helped."),
    "undo": say("scores.why.undo", "No high score: a move was taken back."),
    "others": say("scores.why.others", "No high score: the players changed during the game."),
    "begun": say("scores.why.begun", "No high score: somebody else began the game."),
    "options": say("scores.why.options", "No high score: the game had special rules."),
    "dice": say("scores.why.dice", "No high score: dice were entered by hand."),
    "seats": say("scores.why.seats", "No high score: only two-player games count."),
    "time": say("scores.why.time", "No high score: the game wasn’t played to the end."),
}


def eligibility_text(feat: ScoreEligibility) -> Text | None:
    """What is said of a win; None if there was no high score to win."""
    if feat.spoilt:
        return DISQUALIFIED[feat.spoilt[0]]
    if not feat.counts:
        return None
    won = win_text(feat.way, feat.number)
    return won if feat.wins < MIN_STREAK else joined(" ", won, streak_text(feat.wins))


def win_text(way: ScoreMeasure, number: int) -> Text:
    if way == "points":
        return count("scores.won.points", "Won with {n} point.", "Won with {n} points.", number)
    return count("scores.won.turns", "Won in {n} turn.", "Won in {n} turns.", number)


def streak_text(wins: int) -> Text:
    return count("scores.row", "{n} win in a row.", "{n} wins in a row.", wins)
