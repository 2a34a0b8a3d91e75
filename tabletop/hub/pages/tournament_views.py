"""Tournaments as pages show them: rounds with names and results, standings, the bracket."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tabletop.hub.games import SeatColours, game_name, seat_look
from tabletop.hub.tournament import (
    Pairing,
    ResultCorrected,
    ResultGiven,
    Standing,
    Tournament,
    TournamentRound,
    standings,
)
from tabletop.hub.tournaments import (
    HUB,
    MAX_LATE_SECONDS,
    round_name,
    start_words,
    time_words,
)

FORMATS: Final[Mapping[str, str]] = {
    "swiss": "Swiss",
    "round_robin": "Round robin",
    "knockout": "Knockout",
    "arena": "Arena",
    "pools": "Pools",
}
TIE_BREAKS: Final[Mapping[str, str]] = {
    "buchholz": "Buchholz",
    "buchholz_cut_1": "Buchholz cut 1",
    "sonneborn_berger": "Sonneborn-Berger",
    "direct": "Direct",
    "wins": "Wins",
}


TIE_BREAK_WORDS: Final[Mapping[str, str]] = {
    "Buchholz": "the points of all opponents together. Who met stronger ones is ahead.",
    "Buchholz cut 1": "the same without the weakest opponent.",
    "Sonneborn-Berger": "the points of those whom one has beaten, and half of a draw’s opponent.",
    "Direct": "the points of the games of those who are level, among themselves.",
}
"""What stands below a table."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    id: str
    name: str
    look: SeatColours
    score: str
    """What stands before or after the colon; ``+`` and ``−`` if somebody did not come."""
    state: str
    """``won``, ``lost``, ``open`` (not decided), ``even``."""


@dataclass(frozen=True, slots=True)
class PairingView:
    id: str
    players: tuple[PlayerView, ...]
    table: str
    note: str
    """What a person has done to the result; empty for a table's own."""
    at: str
    """When the last result came, as ``14:31``."""
    decided: bool
    games: int
    slot: int = 0


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    name: str
    pairings: tuple[PairingView, ...]
    byes: tuple[str, ...]
    requested: tuple[str, ...]
    """Who asked for a bye."""
    started: bool
    complete: bool

    @property
    def decided(self) -> int:
        return sum(each.decided for each in self.pairings)


@dataclass(frozen=True, slots=True)
class TournamentView:
    id: int
    name: str
    game: str
    kind: str
    """``Swiss, 16 players``."""
    status: str
    rounds: tuple[RoundView, ...]
    rounds_in_all: int | None
    standings: tuple[Standing, ...]
    tie_breaks: tuple[str, ...]
    knockout: bool
    over: bool
    next_name: str
    """``Round 3``: the next that can start; empty if there is none."""
    start_words: str
    """When it starts; empty if a referee starts it."""
    was_to_start: str
    """``at 14:30``: the time has passed, and a referee has to start it."""
    timed: bool
    """Whether it starts by itself, now or later."""

    @property
    def last(self) -> RoundView | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> RoundView | None:
        """The newest round that has started."""
        return next((each for each in reversed(self.rounds) if each.started), None)

    @property
    def coming(self) -> RoundView | None:
        """The round that is paired and has not started."""
        last = self.last
        return last if last is not None and not last.started else None


def view(number: int, state: Tournament, now: float) -> TournamentView:
    """All that pages show of a tournament."""
    following, starts = state.next_number, state.starts
    late = starts is not None and now - starts > MAX_LATE_SECONDS
    table = standings(state)
    here = sum(entrant.here for entrant in state.entrants.values())
    players = "1 player" if here == 1 else f"{here} players"
    created = state.created
    best_of = f", best of {created.best_of}" if created.best_of > 1 else ""
    when = _times(state)
    rounds = tuple(_round(state, each, when) for each in state.rounds)
    return TournamentView(
        id=number,
        name=created.name,
        game=created.game,
        kind=f"{game_name(created.game)}, {FORMATS[created.format]}{best_of}, {players}",
        status=state.status,
        rounds=rounds,
        rounds_in_all=state.number_of_rounds,
        standings=table,
        tie_breaks=tuple(TIE_BREAKS[kind] for kind, _ in table[0].tie_breaks) if table else (),
        knockout=created.format == "knockout",
        over=bool(rounds) and state.is_over,
        next_name=round_name(state, following) if following else "",
        start_words=start_words(state, now),
        was_to_start=time_words(starts, now) if starts is not None and late else "",
        timed=starts is not None or state.start_minutes is not None,
    )


def _times(state: Tournament) -> dict[str, str]:
    """When each event was, as ``14:31``, by its id."""
    found = {}
    for event in state.events:
        try:
            at = datetime.fromisoformat(event.at).astimezone()
        except ValueError:
            continue
        found[event.id] = f"{at:%H:%M}"
    return found


def _round(state: Tournament, each: TournamentRound, when: Mapping[str, str]) -> RoundView:
    return RoundView(
        number=each.number,
        name=round_name(state, each.number),
        pairings=tuple(_pairing(state, pairing, when) for pairing in each.pairings),
        byes=tuple(state.entrant(player).name for player in each.byes),
        requested=tuple(state.entrant(player).name for player in each.requested),
        started=each.started,
        complete=each.is_complete,
    )


def _pairing(state: Tournament, pairing: Pairing, when: Mapping[str, str]) -> PairingView:
    winner = pairing.winner
    last = pairing.games[-1] if pairing.games else None
    players = []
    for seat, player in enumerate(pairing.players):
        if not pairing.is_decided:
            told = "open"
        elif winner is None:
            told = "even"
        else:
            told = "won" if winner == player else "lost"
        players.append(
            PlayerView(
                player,
                state.entrant(player).name,
                seat_look(state.created.game, seat),
                _score(pairing, seat),
                told,
            )
        )
    return PairingView(
        id=pairing.id,
        players=tuple(players),
        table=pairing.table,
        note=_note(state, pairing),
        at=when.get(last.event, "") if last else "",
        decided=pairing.is_decided,
        games=len(pairing.games),
        slot=pairing.slot,
    )


def _score(pairing: Pairing, seat: int) -> str:
    if pairing.absent:
        return "−" if seat in pairing.absent else "+"
    if not pairing.games:
        return ""
    if len(pairing.players) > 2:
        return number_text(pairing.games[-1].scores[seat])
    return number_text(pairing.totals[seat])


def name_words(each: Standing) -> str:
    """A player in the standings, with the byes that were asked for, and whether gone."""
    notes = []
    if each.byes:
        rounds = ", ".join(str(number) for number in each.byes)
        notes.append(f"bye in round {rounds}" if len(each.byes) == 1 else f"byes in {rounds}")
    if not each.is_here:
        notes.append("has left")
    return f"{each.name} ({'; '.join(notes)})" if notes else each.name


def number_text(number: float | None) -> str:
    """``2½`` for 2.5; a dash for nothing."""
    if number is None:
        return "–"
    whole, rest = divmod(number, 1)
    if rest == 0:
        return f"{whole:.0f}"
    if rest == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{number:.2f}"


def _note(state: Tournament, pairing: Pairing) -> str:
    if len(pairing.players) == 1:
        return "Goes on without a match"
    if not pairing.games:
        return ""
    last = pairing.games[-1]
    gone = [state.entrant(pairing.players[seat]).name for seat in last.absent]
    if gone:
        return f"{' and '.join(gone)} not here"
    event = next(each for each in state.events if each.id == last.event)
    if isinstance(event, ResultCorrected | ResultGiven) and event.by != HUB:
        said = " : ".join(share_text(last.first_scores))
        by_table = last.corrected and said != " : ".join(share_text(last.scores))
        return f"{event.by}, table said {said}" if by_table else event.by
    return ""


def share_text(scores: tuple[float, ...]) -> list[str]:
    """A game's scores between two players, as points."""
    if len(scores) != 2:
        return [number_text(score) for score in scores]
    one, other = scores
    return ["½", "½"] if one == other else ["1", "0"] if one > other else ["0", "1"]


# -- the bracket ---------------------------------------------------------------------------------

BRACKET_WIDTH: Final = 1808
BRACKET_HEIGHT: Final = 860
BOX_HEIGHT: Final = 62.0
"""Of one name; a match has two."""


@dataclass(frozen=True, slots=True)
class Box:
    """A match in the bracket, in pixels of a projector page (1920x1080)."""

    x: float
    y: float
    width: float
    match: PairingView | None
    label: str = ""
    """``Final``, ``Third place``."""


@dataclass(frozen=True, slots=True)
class Bracket:
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    """Paths from the winner's row to the next match."""


def bracket(shown: TournamentView) -> Bracket | None:
    """The knockout from both sides to the middle; None for one of over 16 or under 2 players.

    Matches without players yet are empty boxes.
    """
    first = shown.rounds[0] if shown.rounds else None
    rounds = shown.rounds_in_all or 0
    if not shown.knockout or first is None or not 1 <= rounds <= 4:
        return None
    columns = 2 * rounds - 1
    gap = 26.0
    width = (BRACKET_WIDTH - gap * (columns - 1)) / columns
    width = min(width, 420.0)
    left = (BRACKET_WIDTH - columns * width - (columns - 1) * gap) / 2
    boxes: list[Box] = []
    lines: list[str] = []
    places: dict[tuple[int, int], tuple[float, float]] = {}
    for number in range(1, rounds + 1):
        count = 2 ** (rounds - number)
        known = (
            {}
            if number > len(shown.rounds)
            else {each.slot: each for each in shown.rounds[number - 1].pairings}
        )
        for slot in range(count):
            right = count > 1 and slot >= count // 2
            column = columns - number if right else number - 1
            in_side, per_side = (slot % (count // 2), count // 2) if count > 1 else (0, 1)
            x = left + column * (width + gap)
            y = BRACKET_HEIGHT * (in_side + 0.5) / per_side - BOX_HEIGHT
            places[number, slot] = x, y
            label = "Final" if count == 1 else ""
            boxes.append(Box(x, y, width, known.get(slot), label))
            if number > 1:
                for before in (2 * slot, 2 * slot + 1):
                    lines.append(
                        _line(
                            places[number - 1, before],
                            known_row(shown, number - 1, before),
                            (x, y),
                            before % 2,
                            width,
                        )
                    )
        if count == 1 and 1 in known:
            boxes.append(
                Box(
                    left + (rounds - 1) * (width + gap),
                    BRACKET_HEIGHT - 2 * BOX_HEIGHT,
                    width,
                    known[1],
                    "Third place",
                )
            )
    return Bracket(tuple(boxes), tuple(lines))


def known_row(shown: TournamentView, number: int, slot: int) -> float:
    """Where the line of a match begins, in rows: at its winner, or between both."""
    if number <= len(shown.rounds):
        for each in shown.rounds[number - 1].pairings:
            if each.slot == slot:
                for row, player in enumerate(each.players):
                    if player.state == "won":
                        return row + 0.5
    return 1.0


def _line(
    start: tuple[float, float], row: float, end: tuple[float, float], to_row: int, width: float
) -> str:
    y, to_y = start[1] + row * BOX_HEIGHT, end[1] + (to_row + 0.5) * BOX_HEIGHT
    x, to_x = (start[0] + width, end[0]) if start[0] < end[0] else (start[0], end[0] + width)
    middle = (x + to_x) / 2
    return f"M{x:.0f} {y:.0f}H{middle:.0f}V{to_y:.0f}H{to_x:.0f}"
