"""Games and their options on the command line."""

from collections.abc import Iterable

from tabletop.engine.game import Game, OptionValue


class CommandError(Exception):
    """A command that cannot be executed, and why, in one line."""


def read_options(game: Game, pairs: Iterable[str]) -> dict[str, OptionValue]:
    """Options written ``key=value``; ValueError for one that the game does not have."""
    options: dict[str, OptionValue] = {}
    known = {option.key: option for option in game.options}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"an option is written key=value, not {pair!r}")
        if key not in known:
            game.check_options({key: value})  # raises an error that names the available ones
        options[key] = known[key].read(value)
    return options


def error_text(problem: BaseException) -> str:
    """An exception's message in one line."""
    if isinstance(problem, OSError) and problem.strerror:
        name = f"{problem.filename}: " if problem.filename else ""
        return f"{name}{problem.strerror}"
    words = problem.args[0] if problem.args else type(problem).__name__
    return " ".join(str(words).split())
