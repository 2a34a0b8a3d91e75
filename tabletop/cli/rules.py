"""For the terminal: a game's rules page, and perft."""

from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from tabletop.engine.game import Game, Option, OptionValue, format_option_value
from tabletop.engine.text import Text


def page(game: Game, width: int = 80) -> str:
    """The rules of a game as text, with its options."""
    return "\n".join(_lines(game, max(20, width))) + "\n"


def print_rules(game: Game) -> int:
    """Prints the rules page as wide as the terminal, up to a readable width."""
    print(page(game, min(80, get_terminal_size().columns)), end="")
    return 0


def _lines(game: Game, width: int) -> Iterator[str]:
    yield str(game.title)
    yield "=" * len(game.title)
    by = game.designer if isinstance(game.designer, Text) else f"By {game.designer}"
    *first, last = [str(number) for number in game.seats]
    number = f"{', '.join(first)} or {last}" if first else last
    players = f"player{'' if game.seats == (1,) else 's'}"
    yield fill(f"{by}. For {number} {players}.", width)
    for rule in game.rules:
        yield ""
        yield fill(f"{rule.number}. {rule.title}", width)
        for paragraph in str(rule.body).splitlines():
            yield fill(paragraph, width, initial_indent="   ", subsequent_indent="   ")
    if game.options:
        yield ""
        yield "Options"
    for option in game.options:
        words = f"{option.key}={_choices(option)}"
        yield fill(words, width, initial_indent="   ", subsequent_indent="      ")
        yield fill(str(option.label), width, initial_indent="      ", subsequent_indent="      ")


def _choices(option: Option) -> str:
    """The choices, the default marked."""
    return " | ".join(
        format_option_value(choice) + (" (usual)" if choice == option.default else "")
        for choice in option.choices
    )


def perft(state: Any, depth: int) -> int:
    """The number of sequences of `depth` plies from a state, with throws of dice.

    Equal numbers at all depths show that two implementations of the rules agree.
    """
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)


def print_perft(game: Game, depth: int, seats: int, options: dict[str, OptionValue]) -> int:
    state = game.start(seats, **options)
    for plies in range(1, depth + 1):
        print(plies, perft(state, plies), flush=True)
    return 0
