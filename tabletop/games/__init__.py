"""The games. Each is a folder here; to add one, add a folder and change nothing else.

A folder's `__init__.py` defines ``GAME = Game(...)``. A board game has `kernel.py`, `rules.py`,
`lesson.py` and `view/view.py` beside it, a live game a `live.py` with its scenes. Views and scenes
are imported late, so that rules can be used without a screen.
"""

from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from tabletop.engine.game import Game, Lesson
from tabletop.engine.rule_cards import RuleCard


@cache
def all_games() -> tuple[Game, ...]:
    """Every game, in menu order."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    found: list[Game] = [import_module(f"{__name__}.{name}").GAME for name in names]
    return tuple(sorted(found, key=lambda game: game.order))


def load_games() -> None:
    """Imports every game with its view in advance. Errors are left to the first real use."""
    with suppress(Exception):
        for game in all_games():
            view_of(game)


def find_game(key: str) -> Game:
    """The game with this key; KeyError lists the known ones."""
    for game in all_games():
        if game.key == key:
            return game
    known = ", ".join(game.key for game in all_games())
    raise KeyError(f"no game is called {key!r}; the games are {known}")


def view_of(game: Game) -> Any:
    """A fresh view of a game (see `tabletop.ui.board.view.View`)."""
    return import_module(f"{__name__}.{game.key}.view.view").make_view(game)


def lesson_of(game: Game) -> Lesson:
    """The lesson of a board game."""
    lesson: Lesson = import_module(f"{__name__}.{game.key}.lesson").LESSON
    return lesson


def rule_cards_of(game: Game) -> tuple[RuleCard, ...]:
    """The rules of a game with pictures; none if its folder has no `rule_cards.py`."""
    name = f"{__name__}.{game.key}.rule_cards"
    if find_spec(name) is None:
        return ()
    cards: tuple[RuleCard, ...] = import_module(name).CARDS
    return cards


def live_of(game: Game) -> Any:
    """The scenes of a live game (see `tabletop.ui.core.live_game.LiveGame`)."""
    return import_module(f"{__name__}.{game.key}.live")
