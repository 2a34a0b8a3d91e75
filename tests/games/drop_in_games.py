"""A folder with further games, put beside the real ones for some tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tabletop import games
from tabletop.engine import Game

FOLDER = Path(__file__).parent / "drop_in"


@contextmanager
def drop_in_games() -> Iterator[tuple[Game, ...]]:
    """Has the loader find the games of that folder too, as if they stood in `tabletop/games`."""
    before = {game.key for game in games.all_games()}
    path = games.__path__
    games.__path__ = [*path, str(FOLDER)]
    games.all_games.cache_clear()
    try:
        yield tuple(game for game in games.all_games() if game.key not in before)
    finally:
        games.__path__ = path
        games.all_games.cache_clear()
