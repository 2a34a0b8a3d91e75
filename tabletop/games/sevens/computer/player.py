"""What computer players do in a match: choosing pictures, and the situation they guess in.

Also whole matches between computer players, to measure the levels.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from tabletop.engine import Seat
from tabletop.games.sevens import figures
from tabletop.games.sevens.computer.levels import RandomSource, Skill
from tabletop.games.sevens.computer.memory import clarity
from tabletop.games.sevens.computer.planning import (
    DoneStep,
    GuessSituation,
    LayStep,
    PeekStep,
    picture_at,
    plan_turn,
    run_to_end,
)
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.pieces.placement import DEFAULT_REACH, EIGHTH_TURN_DEGREES, SnapReach
from tabletop.games.sevens.rules.chance import Card
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.picture import Picture, why_not_arranged
from tabletop.games.sevens.rules.score_table import PEEK_COST

SHREWD_JUDGEMENT = 0.5
"""From this judgement on a level gives its opponent as little help as possible."""


def choose_arrangement(
    figures: Sequence[Figure],
    skill: Skill,
    odds: RandomSource,
    *,
    count: int,
    unveil: bool,
    used: Collection[str],
) -> Arrangement:
    """A figure, or `count` of its pieces, and the piece to be unveiled where one is asked for.

    Names in `used` are avoided as long as other figures suit.
    """
    figure = _figure(figures, skill, odds, used)
    picture = figure.picture
    if count < len(picture):
        picture = _some_of(picture, count, skill)
    picture = picture.rounded()
    return Arrangement(figure.name, picture, _shown(picture, skill) if unveil else None)


def _figure(
    figures: Sequence[Figure], skill: Skill, odds: RandomSource, used: Collection[str]
) -> Figure:
    fresh = [figure for figure in figures if figure.name not in used]
    suiting = [figure for figure in fresh if figure.difficulty in skill.wants]
    return odds.one_of(suiting or fresh or figures)


def _some_of(picture: Picture, count: int, skill: Skill) -> Picture:
    """Connected pieces: the plain ones, or from a shrewd player the others."""
    ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
    sign = -1 if skill.judgement < SHREWD_JUDGEMENT else 1
    sets = sorted(
        combinations(range(len(picture)), count),
        key=lambda numbers: sign * sum(ease[number] for number in numbers),
    )
    some = (Picture(tuple(picture.pieces[number] for number in numbers)) for numbers in sets)
    fits = (part for part in some if why_not_arranged(part, count, loose=False) is None)
    return next(fits, Picture(picture.pieces[:count]))


def _shown(picture: Picture, skill: Skill) -> int:
    """The piece to be unveiled: from a shrewd player the one that is easiest anyway."""
    ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
    best = max(ease) if skill.judgement >= SHREWD_JUDGEMENT else min(ease)
    return ease.index(best)


def arrangement_for(match: SevensMatch, skill: Skill, recent: tuple[str, ...] = ()) -> Arrangement:
    """The picture to show now; none that was shown in this match or is in `recent`."""
    shown = [e.carried for e in match.events if e.name in ("arranged", "drawn")]
    used = {Arrangement.read(carried).name for carried in shown}
    return choose_arrangement(
        figures.booklet(),
        skill,
        RandomSource(match.seed, "figure", len(match.events)),
        count=match.piece_count,
        unveil=match.must_unveil,
        used=used.union(recent),
    )


def build_seconds(match: SevensMatch, skill: Skill) -> float:
    """Seconds for arranging, within the limit of the match."""
    seconds = RandomSource(match.seed, "build", len(match.events)).between(0.8, 1.2)
    seconds *= 4.0 + 0.5 * skill.seconds
    limit = match.terms.arrange
    return seconds if limit is None else min(seconds, limit / 2000)


def guess_situation(
    match: SevensMatch,
    skill: Skill,
    reach: SnapReach = DEFAULT_REACH,
    step: float = EIGHTH_TURN_DEGREES,
) -> GuessSituation:
    """The situation of the guesser; the picture must have been shown."""
    assert match.target is not None
    seat, (x, y) = match.guesser, match.target.middle
    terms = match.terms
    return GuessSituation(
        match.target.shifted((-x, -y)),
        skill,
        match.seed,
        len(match.turns),
        match.look_seconds,
        terms.peek / 1000,
        match.round_seconds,
        0 if peek_is_refunded(match, seat) else PEEK_COST,
        terms.seams,
        match.unveiled,
        reach,
        step,
    )


def peek_is_refunded(match: SevensMatch, seat: Seat) -> bool:
    """Whether a peek of the seat would be refunded now."""
    return match.card_in_force == (seat, Card.REGAIN) and not match.regained(seat)


def play_to_end(match: SevensMatch, skills: tuple[Skill, Skill]) -> SevensMatch:
    """Plays a match between two skills to its end."""
    while match.phase is not Phase.OVER:
        _play_step(match, skills)
    return match


def _play_step(match: SevensMatch, skills: tuple[Skill, Skill]) -> None:
    now, phase = match.now, match.phase
    match phase:
        case Phase.TOSS:
            match.toss(now)
        case Phase.ARRANGE:
            skill = skills[match.arranger]
            made = arrangement_for(match, skill)
            match.arranged(now + build_seconds(match, skill), made.name, made.picture, made.unveil)
        case Phase.READY:
            match.look(now)
            match.advance(now + match.look_seconds)
        case Phase.GUESS:
            _rebuild(match, skills[match.guesser])
        case Phase.SCORED:
            match.go_on(now)
        case Phase.CARD:
            match.turn_card(now)
            match.go_on(now)
        case _:
            raise AssertionError(f"a rehearsal does not come to {phase}")


def _rebuild(match: SevensMatch, skill: Skill) -> None:
    """Plays a turn of guessing."""
    turn = guess_situation(match, skill)
    steps = run_to_end(plan_turn(turn))
    for step in steps:
        if match.phase is not Phase.GUESS:
            return
        match step:
            case LayStep():
                match.advance(match.now + step.seconds)
            case PeekStep():
                match.advance(match.now + step.think)
                if match.phase is Phase.GUESS:
                    match.peek(match.now)
                    match.advance(match.now + turn.peek)
            case DoneStep():
                match.done(match.now)
        spent = turn.clock - (match.clock_left or 0.0)
        match.told(match.now, picture_at(steps, turn.peek, spent + 1e-6, turn.seen))
