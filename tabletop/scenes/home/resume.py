"""The stored matches that can be resumed, and how one is opened as a scene."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import BadNotation, Game, Match, Record, Text, say
from tabletop.games import find_game
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import ChangeSeats, ContinueMatch, OpenSeats
from tabletop.scenes.match_setup import Setup
from tabletop.storage import StoredMatch
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Destination, Push, Scene

MAX_OFFERED: Final = 3
"""At most this many are shown in the menu, the newest first."""


@dataclass(frozen=True, slots=True)
class ResumableMatch:
    """An unfinished match that can be resumed."""

    match_id: str
    game: Game
    where: Text
    """The progress in words: ``move 12``."""
    record: Record

    @property
    def words(self) -> Text:
        """The label of its button."""
        words = "Go on: {game}, {where}"
        return say("menu.go_on", words, game=self.game.title, where=self.where)

    @property
    def words_in_two(self) -> Text:
        """The label in two lines, for a narrow button."""
        words = "{game}\nGo on at {where}"
        return say("menu.go_on_two", words, game=self.game.title, where=self.where)

    @property
    def told(self) -> Text:
        """A sentence that describes the match."""
        return say("menu.which", "{game}, {where}.", game=self.game.title, where=self.where)


class ResumableMatches:
    """The newest matches that can be resumed. Call `look` after a match was saved or deleted."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._told: set[tuple[str, str]] = set()
        """The unreadable matches that were reported, each in the state it had then."""
        self._tried: dict[tuple[str, str], ResumableMatch | None] = {}
        self.going: tuple[ResumableMatch, ...] = ()
        self.look()

    def look(self) -> None:
        """Reads the stored matches. One that cannot be replayed is reported once and kept.

        In locked mode none is shown. No more are read than can be shown: after an event there
        are hundreds, and each costs time at every return to the menu.
        """
        if self._table.locked:
            self._tried, self.going = {}, ()
            return
        limit = MAX_OFFERED
        while not self._look_at(self._table.store.unfinished(limit), limit):
            limit *= 2

    def _look_at(self, newest: Sequence[StoredMatch], limit: int) -> bool:
        """Takes the resumable ones of the newest matches; False if more have to be read."""
        tried: dict[tuple[str, str], ResumableMatch | None] = {}
        for kept in newest:
            known = (kept.match_id, kept.changed)
            tried[known] = (
                self._tried[known] if known in self._tried else self._try(*known, kept.record)
            )
        self._tried = tried
        self.going = tuple(going for going in tried.values() if going is not None)[:MAX_OFFERED]
        return len(self.going) == MAX_OFFERED or len(newest) < limit

    def find(self, match_id: str) -> ResumableMatch:
        return next(going for going in self.going if going.match_id == match_id)

    def _try(self, match_id: str, changed: str, record: Record) -> ResumableMatch | None:
        try:
            return resumable_match(match_id, record)
        except BadNotation as problem:
            self._tell((match_id, changed), problem.reason)
            return None

    def _tell(self, known: tuple[str, str], why: str) -> None:
        if known not in self._told:
            self._told.add(known)
            words = "A kept game is not offered: {why}"
            self._table.problems.append(say("menu.kept_bad", words, why=why))


def resumable_match(match_id: str, record: Record) -> ResumableMatch:
    """A stored match to resume; BadNotation if its record cannot be replayed."""
    game = _game_of(record)
    return ResumableMatch(match_id, game, _progress_text(game, record), record)


def _game_of(record: Record) -> Game:
    try:
        return find_game(record.game)
    except KeyError:
        words = "there is no game {game} here"
        raise BadNotation(say("menu.game_gone", words, game=record.game)) from None


def _progress_text(game: Game, record: Record) -> Text:
    if game.kind == "live":
        return live_game(game).how_far(record)
    return say("menu.at_move", "move {ply}", ply=len(Match.replay(game, record).plies))


def resume_match(table: AppContext, going: ResumableMatch) -> Scene | Destination:
    """The scene of a stored match, with its setup; BadNotation if it cannot be replayed."""
    if going.game.kind == "live":
        return live_game(going.game).take_up(table, going.record, going.match_id)
    match = Match.replay(going.game, going.record)
    return ContinueMatch(Setup.of(going.game, match, going.record), match, going.match_id)


def after_match(result: object) -> Change:
    """What follows a match that was opened from the menu: the seats page or the menu."""
    return Push(OpenSeats(result.setup)) if isinstance(result, ChangeSeats) else None
