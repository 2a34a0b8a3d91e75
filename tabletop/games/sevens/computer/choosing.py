"""What an arranging computer player shows: a figure of the booklet that suits its level."""

from collections.abc import Collection, Sequence
from itertools import combinations

from tabletop.games.sevens.computer.clarity import clarity
from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.odds import Odds
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.arrangement import why_not_arranged
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.picture import Picture

SHREWD = 0.5
"""The judgement from which a level leaves the other as little help as it may."""


def chosen(
    figures: Sequence[Figure],
    talent: Talent,
    odds: Odds,
    *,
    count: int,
    unveil: bool,
    used: Collection[str],
) -> Arrangement:
    """A figure, or `count` of its pieces, and the piece that is unveiled where one is asked for.

    None of the names in `used`, while there are others that suit.
    """
    figure = _figure(figures, talent, odds, used)
    picture = figure.picture
    if count < len(picture):
        picture = _some_of(picture, count, talent)
    picture = picture.rounded()
    return Arrangement(figure.name, picture, _shown(picture, talent) if unveil else None)


def _figure(figures: Sequence[Figure], talent: Talent, odds: Odds, used: Collection[str]) -> Figure:
    fresh = [figure for figure in figures if figure.name not in used]
    suiting = [figure for figure in fresh if figure.difficulty in talent.wants]
    return odds.one_of(suiting or fresh or figures)


def _some_of(picture: Picture, count: int, talent: Talent) -> Picture:
    """Pieces that hang together: plain ones from a simple player, the others from a shrewd one."""
    ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
    sign = -1 if talent.judgement < SHREWD else 1
    sets = sorted(
        combinations(range(len(picture)), count),
        key=lambda numbers: sign * sum(ease[number] for number in numbers),
    )
    some = (Picture(tuple(picture.pieces[number] for number in numbers)) for numbers in sets)
    fits = (part for part in some if why_not_arranged(part, count, loose=False) is None)
    return next(fits, Picture(picture.pieces[:count]))


def _shown(picture: Picture, talent: Talent) -> int:
    """The piece to be unveiled: the plainest from a shrewd player, it would be known anyway."""
    ease = [clarity(picture, number, seams=True) for number in range(len(picture))]
    best = max(ease) if talent.judgement >= SHREWD else min(ease)
    return ease.index(best)
