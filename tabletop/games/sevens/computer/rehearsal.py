"""Matches between computer players without a table: to see what levels come to."""

from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.planning import Done, Lay, Peek, finished, picture_at, planned
from tabletop.games.sevens.computer.situations import arrangement, build_seconds, situation
from tabletop.games.sevens.rules.match import Phase, SevensMatch


def rehearsed(match: SevensMatch, talents: tuple[Talent, Talent]) -> SevensMatch:
    """Plays a match to its end, the seats with these talents; gives the match."""
    while match.phase is not Phase.OVER:
        _step(match, talents)
    return match


def _step(match: SevensMatch, talents: tuple[Talent, Talent]) -> None:
    now, phase = match.now, match.phase
    match phase:
        case Phase.TOSS:
            match.toss(now)
        case Phase.ARRANGE:
            talent = talents[match.arranger]
            made = arrangement(match, talent)
            match.arranged(now + build_seconds(match, talent), made.name, made.picture, made.unveil)
        case Phase.READY:
            match.look(now)
            match.advance(now + match.look_seconds)
        case Phase.GUESS:
            _rebuild(match, talents[match.guesser])
        case Phase.SCORED:
            match.go_on(now)
        case Phase.CARD:
            match.turn_card(now)
            match.go_on(now)
        case _:
            raise AssertionError(f"a rehearsal does not come to {phase}")


def _rebuild(match: SevensMatch, talent: Talent) -> None:
    """A whole turn of guessing."""
    turn = situation(match, talent)
    steps = finished(planned(turn))
    for step in steps:
        if match.phase is not Phase.GUESS:
            return
        match step:
            case Lay():
                match.advance(match.now + step.seconds)
            case Peek():
                match.advance(match.now + step.think)
                if match.phase is Phase.GUESS:
                    match.peek(match.now)
                    match.advance(match.now + turn.peek)
            case Done():
                match.done(match.now)
        spent = turn.clock - (match.clock_left or 0.0)
        match.told(match.now, picture_at(steps, turn.peek, spent + 1e-6, turn.seen))
