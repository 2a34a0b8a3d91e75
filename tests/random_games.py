"""Board games with all their options, played at random and from golden files."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from tabletop.engine import CHANCE, BadNotation, Game, Match, Spot, State
from tabletop.engine.game import OptionValue, format_option_value
from tabletop.engine.kernel import Kernel
from tabletop.games import all_games
from tests.games.drop_in_games import drop_in_games
from tests.golden_files import golden_lines, playthroughs, setting_of
from tests.lanes import example_count

with drop_in_games():
    BOARD_GAMES = tuple(game for game in all_games() if game.kind == "board")
LONGEST = 2_000
"""Plies after which a random game is taken to be one that never ends."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to play one game."""

    key: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def game(self) -> Game:
        return game_of(self.key)

    @property
    def kernel(self) -> Kernel:
        kernel: Kernel = import_module(f"{self.game.folder}.kernel")
        return kernel

    def start(self) -> Any:
        return self.game.start(self.seats, **dict(self.options))

    def read(self, text: str) -> Any:
        return self.game.read_state(text, self.seats, **dict(self.options))

    def match(self, seed: int = 0) -> Match:
        return Match(self.game, self.seats, dict(self.options), seed)

    def __str__(self) -> str:
        given = (f"{key}={format_option_value(value)}" for key, value in self.options)
        return " ".join((self.key, str(self.seats), *given))


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of a game, and the ply that was played there; None at the end."""

    state: Any
    move: Any


@dataclass(frozen=True, slots=True)
class Played:
    """A setting, and some whole games of it."""

    setting: Setting
    games: tuple[tuple[Moment, ...], ...]

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(moment for game in self.games for moment in game)

    def some(self, count: int) -> Sequence[Moment]:
        """Moments from all parts of all games, the ends among them: `count` in the slow lane."""
        share = -(-example_count(count) // len(self.games))
        return [moment for game in self.games for moment in spread(game, share)]


def game_of(key: str) -> Game:
    return next(game for game in BOARD_GAMES if game.key == key)


def settings_of(game: Game) -> list[Setting]:
    """Every number of players with every choice of options."""
    choices = [[(option.key, value) for value in option.choices] for option in game.options]
    return [Setting(game.key, seats, given) for seats in game.seats for given in product(*choices)]


SETTINGS = [setting for game in BOARD_GAMES for setting in settings_of(game)]


def play_random(setting: Setting, seed: int) -> tuple[Moment, ...]:
    """A whole game; with an odd seed, rare kinds of plies are played as often as common ones."""
    luck = Random(f"{setting} {seed}")
    state = setting.start()
    moments: list[Moment] = []
    while moves := state.moves():
        assert len(moments) < LONGEST, f"{setting} does not end"
        if seed % 2:
            kind = luck.choice(sorted({kind_of(move) for move in moves}))
            moves = [move for move in moves if kind_of(move) == kind]
        move = luck.choice(moves)
        moments.append(Moment(state, move))
        state = state.play(move)
    return (*moments, Moment(state, None))


def play_written(setting: Setting) -> Iterator[tuple[Moment, ...]]:
    """The golden games of a setting."""
    for name in playthroughs(setting.game):
        head, *rows, _ = golden_lines(setting.game, name)
        seats, options = setting_of(setting.game, iter(head.text.split()))
        if (seats, options) != (setting.seats, dict(setting.options)):
            continue
        state = setting.start()
        moments: list[Moment] = []
        for row in rows:
            move = setting.game.read_move(row.text.split("\t")[0])
            moments.append(Moment(state, move))
            state = state.play(move)
        yield (*moments, Moment(state, None))


def play_match(setting: Setting, seed: int) -> Match:
    """A whole match through the checked door, its dice thrown from its seed."""
    luck, match = Random(f"{setting} match {seed}"), setting.match(seed)
    while match.outcome is None:
        assert len(match.plies) < LONGEST, f"{setting} does not end"
        if match.state.turn == CHANCE:
            match.roll()
        else:
            match.play(str(luck.choice(match.state.moves())))
    return match


def kind_of(move: Any) -> str:
    """What sort of ply it is, by the look of its notation."""
    return re.sub(r"[a-z]?[0-9]+", "#", str(move))


def spread(items: Sequence[T], count: int) -> list[T]:
    """So many of some things (all, if there are fewer), evenly spread, the last among them."""
    if len(items) <= count:
        return list(items)
    return [items[(i + 1) * len(items) // count - 1] for i in range(count)]


@dataclass(frozen=True, slots=True)
class Pool:
    """What was written and touched in some games of one game, under several settings."""

    plies: tuple[str, ...]
    positions: tuple[str, ...]
    spots: tuple[Spot, ...]


@cache
def pool(key: str) -> Pool:
    """Plies, positions and touches, most of them impossible at any given moment."""
    game = game_of(key)
    plies: dict[str, None] = {}
    positions: dict[str, None] = {}
    spots: dict[Spot, None] = {}
    for setting in spread(settings_of(game), 8):
        for moment in spread(play_random(setting, 1), 40):
            positions[str(moment.state)] = None
            moves = spread(moment.state.moves(), 60)
            plies.update((str(move), None) for move in moves)
            for move in moves:
                spots.update(
                    (spot, None) for word in spell(game, moment.state, move) for spot in word
                )
    return Pool(tuple(plies), tuple(positions), (*spots, "", "nowhere"))


def spell(game: Game, state: State, move: Any) -> tuple[tuple[Spot, ...], ...]:
    return game.spell(state, move)


def pieces(game: Game, state: State) -> dict[Spot, str]:
    return dict(game.pieces(state))


def read_or_complain(read: Callable[[str], T], text: str) -> T | BadNotation:
    """What a text says, or the complaint about it."""
    try:
        return read(text)
    except BadNotation as complaint:
        return complaint


def damaged(texts: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts that were right, with some places replaced, dropped or put in."""
    letters = st.sampled_from(sorted(set("".join(texts))) + list(" 0-,/\u00e9\u0661\x00"))

    def damage(text: str, changes: list[tuple[int, int, str]]) -> str:
        for at, length, put in changes:
            start = at % (len(text) + 1)
            text = text[:start] + put + text[start + length :]
        return text

    change = st.tuples(st.integers(0, 400), st.integers(0, 2), letters | st.just(""))
    return st.builds(damage, st.sampled_from(texts), st.lists(change, min_size=1, max_size=3))
