"""Properties of the narration of every game, checked on random plies."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from inspect import getsource
from random import Random
from typing import Any, TypeAlias

from tabletop.engine import Game, RuleNote, Text
from tests.random_games import Setting, pieces, play_random, spread

MOST = 3
LONGEST = 62
"""Letters that a remark may have, with the longest names in it."""
OTHERS = 3
"""Plies of a position that are remarked on besides the one that was played."""


@dataclass(frozen=True)
class Told:
    """One ply, and one of the remarks on it."""

    game: Game
    before: Any
    move: Any
    after: Any
    remark: RuleNote

    @property
    def key(self) -> str:
        assert isinstance(self.remark.said, Text)
        return self.remark.said.key

    @property
    def args(self) -> Mapping[str, Any]:
        return self.remark.said.args

    @property
    def mover(self) -> int:
        return self.game.acting(self.before)

    def is_by(self, name: str = "who") -> bool:
        """Whether the remark names the side that made the ply."""
        return bool(self.args[name] == self.game.seat_names[self.mover])

    @cached_property
    def had(self) -> dict[str, str]:
        """What stood where before the ply."""
        return pieces(self.game, self.before)

    @cached_property
    def has(self) -> dict[str, str]:
        """What stands where after it."""
        return pieces(self.game, self.after)

    def __str__(self) -> str:
        return f"{self.before}  {self.move}  [{self.remark.rule}] {self.remark.said}"


Truths: TypeAlias = Mapping[str, Callable[[Told], bool]]
"""By the key of a remark: whether what it says is so."""


def remarked(game: Game, before: Any, move: Any) -> list[Told]:
    """The remarks on a legal ply."""
    after = before.play(move)
    return [Told(game, before, move, after, remark) for remark in game.rule_notes(before, move)]


def said(game: Game, before: Any, ply: str) -> list[tuple[str, str]]:
    """The remarks on a legal ply, each as its rule and its words."""
    assert game.why_not(before, ply) is None, ply
    return [
        (t.remark.rule, str(t.remark.said)) for t in remarked(game, before, game.read_move(ply))
    ]


def random_plies(
    settings: Sequence[Setting], count: int, seeds: Iterable[int] = (0, 1)
) -> Iterator[list[Told]]:
    """The remarks on plies of random games, played and possible ones, so many positions a game."""
    for setting in settings:
        for seed in seeds:
            luck = Random(f"{setting} {seed} remarks")
            *moments, _ = play_random(setting, seed)
            for moment in (*spread(moments[:-1], count), moments[-1]):
                moves = moment.state.moves()
                others = luck.sample(moves, min(OTHERS, len(moves)))
                for move in (moment.move, *others):
                    yield remarked(setting.game, moment.state, move)


def keys_of(game: Game) -> set[str]:
    """The keys of all remarks that a game's module writes out; not of words that stand in them."""
    source = getsource(import_module(f"{game.folder}.narration"))
    return set(re.findall(rf'\(\s*"({game.key}\.remark\.[a-z0-9_.]+)",\s*"[A-Z{{]', source))


def check(plies: Iterable[list[Told]], truths: Truths) -> set[str]:
    """Checks the remarks on plies, and gives the keys of those that were made."""
    seen: set[str] = set()
    for told in plies:
        assert 1 <= len(told) <= MOST
        assert len({str(each.remark.said) for each in told}) == len(told)
        for each in told:
            _check_one(each, truths)
            seen.add(each.key)
    return seen


def _check_one(told: Told, truths: Truths) -> None:
    assert told.remark.rule in {rule.number for rule in told.game.rules}, told
    outcome = told.after.outcome()
    if outcome is not None and told.remark.said == outcome.reason:
        return
    assert len(told.remark.said) <= LONGEST, told
    assert truths[told.key](told), told
