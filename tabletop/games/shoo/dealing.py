"""Why a shooed traveler, or one that comes back, is not dealt with as asked."""

from tabletop.engine.saying import refusal
from tabletop.engine.state import Refusal
from tabletop.engine.text import listed
from tabletop.games.shoo.hindrances import occupied
from tabletop.games.shoo.kernel import COME_BACK, REDROP
from tabletop.games.shoo.notation import NAMES
from tabletop.games.shoo.rules import State, legal, shooed, shooers
from tabletop.games.shoo.words import DEALING, TURN


def only_pass(state: State) -> Refusal:
    """Why nothing but a pass is possible."""
    troubled = shooed(state)
    if troubled:
        return refusal(
            DEALING,
            "shoo.refused.only_pass.shooed",
            "Shooed on {squares} and nowhere to go or to be put: all you can do is pass",
            squares=listed(troubled),
        )
    return refusal(
        TURN, "shoo.refused.only_pass", "Nothing of yours can move: all you can do is pass"
    )


def deal_first(state: State, troubled: tuple[str, ...]) -> Refusal:
    """Why a turn must be about a shooed traveler."""
    if len(troubled) == 1:
        return refusal(
            DEALING,
            "shoo.refused.deal.one",
            "Your traveler on {square} is shooed by {shooers}: deal with it first",
            square=troubled[0],
            shooers=listed(shooers(state, troubled[0])),
        )
    return refusal(
        DEALING,
        "shoo.refused.deal.many",
        "Your travelers on {squares} are shooed: deal with one of them first",
        squares=listed(troubled),
    )


def stuck(start: int) -> Refusal:
    """Why a shooed traveler cannot walk."""
    return refusal(
        DEALING,
        "shoo.refused.stuck",
        "Your traveler on {square} is shooed and cannot get away on foot: take it up and put it "
        "down near your home base",
        square=NAMES[start],
    )


def no_redrop(state: State, start: int, to: int) -> Refusal | None:
    """Why a shooed traveler is not taken up, or not put down there."""
    ways = [ply for ply in legal(state).values() if ply.squares[0] == start]
    if ways and ways[0].kind != REDROP:
        return refusal(
            DEALING,
            "shoo.refused.redrop.free",
            "Your traveler on {square} can get away on foot ({ply} for one), so it is not taken up",
            square=NAMES[start],
            ply=str(ways[0]),
        )
    return _no_refuge(state, to, [ply.squares[1] for ply in ways])


def _no_refuge(state: State, to: int, refuges: list[int]) -> Refusal | None:
    """Why a traveler who comes back cannot be put on a square."""
    taken = occupied(state, to, DEALING)
    if taken:
        return taken
    near = shooers(state, NAMES[to])
    if near:
        return refusal(
            DEALING,
            "shoo.refused.redrop.shooed",
            "{square} is shooed: {shooers} stand next to it",
            square=NAMES[to],
            shooers=listed(near),
        )
    return refusal(
        DEALING,
        "shoo.refused.redrop.ring",
        "{square} is too far out: nearer to your home base there is room on {squares}",
        square=NAMES[to],
        squares=listed([NAMES[square] for square in refuges]),
    )


def no_way_back(state: State, to: int) -> Refusal | None:
    """Why a traveler does not come back from the stable to a square."""
    refuges = [ply.squares[0] for ply in legal(state).values() if ply.kind == COME_BACK]
    return _no_refuge(state, to, refuges)
