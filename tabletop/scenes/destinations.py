"""The pages that scenes open, as frozen values.

A scene returns one inside `Push`, `Swap` or `Reset`, and `tabletop/app/navigation.py` makes the
page, so that the rooms under `tabletop/scenes` do not import each other. "Result" is what the page
pops with.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.ai.match_analysis import ReviewAnalysis
from tabletop.engine import Game, Match, Seat
from tabletop.input.event import PlayerCall
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.notices import DeviceNotices
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.scene import Destination
from tabletop.ui.theme.theme import SeatLook

# -- home ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShowMenu(Destination):
    """The menu of games."""


@dataclass(frozen=True, slots=True)
class ShowTitle(Destination):
    """The title, which lies over the menu."""


@dataclass(frozen=True, slots=True)
class ShowAttract(Destination):
    """The games playing themselves, which lie over the menu."""


@dataclass(frozen=True, slots=True)
class OpenGame(Destination):
    """The first page of a game: who plays, and how."""

    game: Game


@dataclass(frozen=True, slots=True)
class OpenCodeEntry(Destination):
    """Asks for the code of a saved match."""


# -- matches ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenStart(Destination):
    """The first page of a board game with these choices."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class OpenSeats(Destination):
    """Who plays, and how, before a match."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class OpenOptions(Destination):
    """The clock, the series and the variants of a game. Result: the new `Setup`."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class StartMatch(Destination):
    """A fresh match. Result: `ChangeSeats`, or anything else for the menu."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class ResumeSaved(Destination):
    """A saved match, by its id; the title if it cannot be resumed."""

    match_id: str


@dataclass(frozen=True, slots=True)
class ContinueMatch(Destination):
    """A match as it stands. Result: as of `StartMatch`."""

    setup: Setup
    match: Match
    match_id: str


@dataclass(frozen=True, slots=True)
class ChangeSeats:
    """The result of a match: people want to choose seats and options for another one."""

    setup: Setup
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowResult(Destination):
    """The result over its match. Result: `ResultAnswer`."""

    setup: Setup
    match: Match
    looks: Sequence[SeatLook]
    named: bool
    """Whoever has won is in the high scores already."""
    seen: bool
    """It was shown before: it takes touches at once."""
    following: Setup
    """The setup of the next game."""
    analysis: ReviewAnalysis | None
    """Goes on while the result is shown, to find the turning point."""
    strongest: str
    """The strongest level that is offered."""
    device_notices: DeviceNotices
    """Shown on the result too, where it covers the match."""
    take_home: bool = False
    """Phones can fetch a page of the match."""
    match_id: str = ""


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """again, easier, harder, keep, name, review, look, seats, home or menu."""

    key: str
    turns: int = 0
    """Quarter turns clockwise from the near edge to the one that it was chosen at."""


@dataclass(frozen=True, slots=True)
class OpenReview(Destination):
    """The review of a match. Result: the number of plies to play on from, or None."""

    match: Match
    analysis: ReviewAnalysis
    setup: Setup
    turns: int
    """Quarter turns clockwise from the near edge to the one that it is turned to."""
    seat: Seat | None = None
    """Whose worst ply is shown first; None: the first turning point."""
    practises: bool = True
    """Whether people may play on from a moment."""


@dataclass(frozen=True, slots=True)
class OpenPlayer(Destination):
    """Asks the people at a seat of a match who plays there. Result: the new `Setup`."""

    setup: Setup
    seat: Seat
    turns: int
    about: Point
    """Where the middle of the dialog should lie."""


@dataclass(frozen=True, slots=True)
class OpenPlayers(Destination):
    """Asks who plays at all seats of a match. Result: the new `Setup`."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class OpenLesson(Destination):
    """The lesson of a game. Result: whom to play with, ``computer`` or ``friend``, or None."""

    game: Game
    playing: bool = False
    """Whether it lies over a match, to which people go back."""


# -- events of many tables ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenEvent(Destination):
    """Joins an event, or leaves it."""


@dataclass(frozen=True, slots=True)
class OpenSignUp(Destination):
    """Signs visitors up for a tournament of the event."""


@dataclass(frozen=True, slots=True)
class ShowPlayerCall(Destination):
    """Calls the players of a match of a tournament to this table."""

    call: PlayerCall


@dataclass(frozen=True, slots=True)
class StartCalledMatch(Destination):
    """The match whose players have come."""

    call: PlayerCall


# -- settings, devices, statistics --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenLanguage(Destination):
    """Choice of the language."""


@dataclass(frozen=True, slots=True)
class OpenAppearance(Destination):
    """Colours, text size and motion."""


@dataclass(frozen=True, slots=True)
class OpenDevices(Destination):
    """The connected devices."""


@dataclass(frozen=True, slots=True)
class OpenTakeHome(Destination):
    """The QR code of the page to take home from the match that has ended."""


@dataclass(frozen=True, slots=True)
class OpenDisplay(Destination):
    """How the picture lies on the screen."""


@dataclass(frozen=True, slots=True)
class OpenScores(Destination):
    """The high scores."""

    game: Game | None = None
    match_id: str = ""
    """The match whose line is marked."""
    result: object = None
    """What the page pops with."""


@dataclass(frozen=True, slots=True)
class OpenUsage(Destination):
    """The usage metrics of the last days."""
