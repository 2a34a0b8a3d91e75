"""How a match is saved while it is played, counted for the host, and rated for the high scores."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Match, Record, Text
from tabletop.engine.match import SOURCE_REPLAYED, SOURCE_SIMULATED_PREFIX, SOURCE_TYPED
from tabletop.scenes.match_setup import Setup
from tabletop.storage import new_match_id, repository
from tabletop.storage.repository import MatchMetrics, match_stage, winner_kind
from tabletop.storage.scores import Disqualifier, ScoreEligibility
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import eligibility_text

CLOCK_SAVE_SECONDS: Final = 5.0
"""The most seconds of a running clock that a power cut may give back."""


class MatchAutosave:
    """Saves one match in the store as the current one, and counts it in the usage metrics.

    A match that is only looked at is not saved again.
    """

    def __init__(self, table: AppContext, setup: Setup, match: Match, match_id: str = "") -> None:
        self._table = table
        self._store = table.store
        self._match = match
        self._id = match_id or new_match_id()
        self._setup, self._headers = setup, setup.headers()
        """The setup that was saved last, and its headers, which are the same for many plies."""
        self._visitors = repository.visitors_of(table.store, self._id)
        self._tell_visitors(setup)
        self._kept = self._record(setup)
        self._since = 0.0
        """Seconds since it was last saved."""
        self._plies = len(match.plies)
        """How many there were when people sat down."""
        # A finished match is only looked at, and a resumed one began at another time.
        self._closed = match.outcome is not None
        self._metrics = MatchMetrics(self._store, match.game.key, self._id, fresh=not self._plies)
        repository.set_current_match(self._store, self._id, self._kept)

    @property
    def match_id(self) -> str:
        return self._id

    def run(self, dt: float) -> bool:
        self._metrics.seconds += dt
        self._since += dt
        running = self._match.clock.ticking and self._match.outcome is None
        return running and self._since >= CLOCK_SAVE_SECONDS

    def save(self, setup: Setup) -> None:
        """Saves what has changed. A match that was taken back to its start is forgotten."""
        # Counted before it is saved: after a crash in between, the end is counted once.
        self._count(setup)
        self._since = 0.0
        record = self._record(setup)
        if record == self._kept:
            return
        if self._match.plies or (setup.official and self._match.outcome is not None):
            self._store.save(record, self._id)
        elif self._kept.plies:
            self._store.forget(self._id)
        self._kept = record
        repository.set_current_match(self._store, self._id, record)

    def _record(self, setup: Setup) -> Record:
        if setup is not self._setup:
            self._setup, self._headers = setup, setup.headers()
            self._tell_visitors(setup)
        return replace(self._match.record(), extra=self._headers)

    def _tell_visitors(self, setup: Setup) -> None:
        """Notes who plays, before the result is stored; practice is nobody's."""
        told = self._table.event.state.joined and setup.after_practice is None
        visitors = setup.visitors if told and any(setup.visitors) else ()
        if visitors != self._visitors:
            self._visitors = visitors
            repository.set_visitors(self._store, self._id, visitors)

    def _count(self, setup: Setup) -> None:
        match = self._match
        if self._closed:
            return
        if len(match.plies) > self._plies or (match.outcome is not None and self._plies):
            people, languages = 0, list[str]()
            for seat in setup.persons:
                own = setup.own[seat]
                people += own.team
                languages.append(own.profile.language or self._table.language)
            self._metrics.go_on(people, setup.levels, languages)
        if match.outcome is not None:
            self._closed = True
            self._metrics.end(setup.levels, winner_kind(match.outcome.winners, setup.persons))

    def leave(self) -> None:
        repository.clear_current_match(self._store, self._id)

    def close(self) -> None:
        if not self._closed:
            stage = match_stage(len(self._match.plies), self._match.game.typical_plies)
            self._metrics.leave(stage)

    def count_refusal(self, reason: Text, rule: str) -> None:
        self._metrics.refuse(reason, rule)

    def count_hint(self) -> None:
        self._metrics.hint()


def won_alone(match: Match, setup: Setup) -> bool:
    """Whether the people of one seat, and nobody else, have won against computers."""
    outcome, persons = match.outcome, setup.persons
    alone = len(persons) == 1 and bool(setup.computers)
    return alone and outcome is not None and outcome.winners == persons


def rate_feat(match: Match, setup: Setup, match_id: str) -> ScoreEligibility:
    """What of a match counts now that it has ended: won in so many turns of one's own."""
    feat = setup.feat
    if feat.counts or not won_alone(match, setup):
        return feat
    for why in _disqualifiers(match, setup):
        feat = feat.spoiled(why)
    seat, computer = setup.persons[0], setup.player(setup.computers[0])
    turns = match.turns_until(len(match.plies), seat)
    return feat.won(computer.level_key, "turns", max(1, turns), match_id)


def _disqualifiers(match: Match, setup: Setup) -> tuple[Disqualifier, ...]:
    """What of a match as a whole keeps it from counting."""
    game, found = match.game, list[Disqualifier]()
    if setup.seats != 2:
        found.append("seats")
    if any(match.options[option.key] != option.default for option in game.options):
        found.append("options")
    if match.position:
        found.append("begun")
    if not _is_thrown(match.record()):
        found.append("dice")
    if match.state.outcome() is None:
        found.append("time")  # or somebody gave up: a board was never won
    return tuple(found)


def _is_thrown(record: Record) -> bool:
    """Whether all its dice were thrown, and nobody has said what they show."""
    known = (SOURCE_TYPED, SOURCE_REPLAYED, SOURCE_SIMULATED_PREFIX)
    sources = ",".join(record.sources).split(",")
    return not any(source.startswith(known) for source in sources)


def feat_note(match: Match, setup: Setup) -> Text | None:
    """What the result says of it: what counts, or why nothing does; None where nothing could."""
    return eligibility_text(setup.feat) if won_alone(match, setup) else None
