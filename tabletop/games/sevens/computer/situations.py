"""From a match to what its computer players go by."""

from tabletop.engine import Seat
from tabletop.games.sevens import figures
from tabletop.games.sevens.computer.choosing import chosen
from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.odds import Odds
from tabletop.games.sevens.computer.planning import Situation
from tabletop.games.sevens.loose.snapping import EIGHTH, REACH, Reach
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.rules.tally import PEEK_COST


def arrangement(match: SevensMatch, talent: Talent, recent: tuple[str, ...] = ()) -> Arrangement:
    """What an arranging computer player shows now; nothing twice in a match, or of the `recent`."""
    shown = [e.carried for e in match.events if e.name in ("arranged", "drawn")]
    used = {Arrangement.read(carried).name for carried in shown}
    return chosen(
        figures.booklet(),
        talent,
        Odds(match.seed, "figure", len(match.events)),
        count=match.piece_count,
        unveil=match.must_unveil,
        used=used.union(recent),
    )


def build_seconds(match: SevensMatch, talent: Talent) -> float:
    """How long it takes to arrange: a little less than the table allows, if it has a limit."""
    seconds = Odds(match.seed, "build", len(match.events)).between(0.8, 1.2)
    seconds *= 4.0 + 0.5 * talent.seconds
    limit = match.terms.arrange
    return seconds if limit is None else min(seconds, limit / 2000)


def situation(
    match: SevensMatch, talent: Talent, reach: Reach = REACH, step: float = EIGHTH
) -> Situation:
    """The turn of the guessing computer player; the picture must have been shown."""
    assert match.target is not None
    seat, (x, y) = match.guesser, match.target.middle
    terms = match.terms
    return Situation(
        match.target.shifted((-x, -y)),
        talent,
        match.seed,
        len(match.turns),
        match.look_seconds,
        terms.peek / 1000,
        match.round_seconds,
        0 if comes_back(match, seat) else PEEK_COST,
        terms.seams,
        match.unveiled,
        reach,
        step,
    )


def comes_back(match: SevensMatch, seat: Seat) -> bool:
    """Whether what a peek of the seat would cost now is given back."""
    return match.card_in_force == (seat, Card.REGAIN) and not match.regained(seat)
