"""Calls all functions of a search once, so that numba compiles or loads them."""

from tabletop.ai.linker import LinkedGame
from tabletop.ai.search import AlphaBetaSearch, MctsSearch, Search
from tabletop.ai.weights import load_weights, plain_uct_weights
from tabletop.engine import Game


def warm_up(bound: LinkedGame, game: Game) -> None:
    """Runs a short search of each kind that a computer player of this game uses."""
    weights = load_weights(game, bound.guide.WEIGHTS)
    position = game.start(game.seats[0]).position
    searches: list[Search] = []
    for how in (weights, plain_uct_weights(weights)):
        if how.method == "tree":
            searches.append(MctsSearch(bound, how, position, 1, 1000))
        else:
            searches.append(AlphaBetaSearch(bound, how, position, 1 << 10))
    for search in searches:
        search.search(20)
        best = max(search.branches, key=lambda one: one.rank)
        bound.guide.same_throw(best.code)
        if isinstance(search, AlphaBetaSearch):
            search.remember([position])
        if isinstance(search, MctsSearch):
            way = search.way_to(search.position, 1, best.code) or [best.code]
            search.follow(way, position)
