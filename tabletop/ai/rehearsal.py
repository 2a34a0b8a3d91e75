"""Calls everything once that a search calls, so that it is compiled."""

from tabletop.ai.binding import Bound
from tabletop.ai.buffers import Search
from tabletop.ai.deepening import Deepening
from tabletop.ai.forest import Tree
from tabletop.ai.weights import plain, weights_of
from tabletop.engine import Game


def rehearse(bound: Bound, game: Game) -> None:
    """Searches a little in every way that a computer player of this game may."""
    weights = weights_of(game, bound.guide.WEIGHTS)
    position = game.start(game.seats[0]).position
    searches: list[Search] = []
    for how in (weights, plain(weights)):
        if how.method == "tree":
            searches.append(Tree(bound, how, position, 1, 1000))
        else:
            searches.append(Deepening(bound, how, position, 1 << 10))
    for search in searches:
        search.search(20)
        best = max(search.branches, key=lambda one: one.rank)
        bound.guide.same_throw(best.code)
        if isinstance(search, Deepening):
            search.remember([position])
        if isinstance(search, Tree):
            way = search.way_to(search.position, 1, best.code) or [best.code]
            search.follow(way, position)
