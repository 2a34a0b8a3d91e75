"""The players of a contest: computer players of this program, and simple ones."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from tabletop.ai import Computer
from tabletop.ai.compilation import link_game
from tabletop.ai.search import MAX_SEATS, scratch_size
from tabletop.ai.weights import load_weights
from tabletop.engine import Game


class BadPlayer(ValueError):
    """A player that cannot be asked, or does not answer with a ply, and why, in words."""


class Player(Protocol):
    """Somebody who is asked for plies in one game."""

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        """One of the state's plies; `plies` are all that were played, throws too, in notation."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class Own:
    """A computer player of this program."""

    def __init__(self, computer: Computer, seconds: float | None, playouts: int | None) -> None:
        self._computer = computer
        self._seconds = seconds
        self._playouts = playouts

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        del plies
        return self._computer.choose(state, self._seconds, self._playouts)

    def close(self) -> None:
        """Nothing is held."""


class Anyhow:
    """Any ply, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        del plies
        return self._rng.choice(list(state.moves()))

    def close(self) -> None:
        """Nothing is held."""


class Looker:
    """Looks one ply ahead: takes a win, never hands one over, else plays any ply."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        del plies
        fair = []
        for move in state.moves():
            outcome = state.play(move).outcome()
            if outcome is None or not outcome.winners:
                fair.append(move)
            elif state.turn in outcome.winners:
                return move
        return self._rng.choice(fair or list(state.moves()))

    def close(self) -> None:
        """Nothing is held."""


class Glancer:
    """Looks one ply ahead: plays what the game's guide thinks best once it is played.

    As a person does who plays to win, it does not go in a circle while there is anything else to
    do. It changes, for it remembers one game.
    """

    def __init__(self, game: Game) -> None:
        self._been: set[str] = set()
        functions = link_game(game)
        self._guide = functions.guide
        self._w = load_weights(game, self._guide.WEIGHTS).w(self._guide.WEIGHTS)
        self._scratch = [0] * scratch_size(functions)

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        del plies
        best = max(state.moves(), key=lambda move: self._promise(state.turn, state.play(move)))
        self._been.add(_likeness(state.play(best)))
        return best

    def _promise(self, seat: int, after: Any) -> float:
        outcome = after.outcome()
        if outcome is not None and outcome.winners:
            return float(seat in outcome.winners)
        if outcome is not None or _likeness(after) in self._been:
            return -1.0
        values = [0.0] * MAX_SEATS
        self._guide.evaluate(list(after.position), values, self._scratch, self._w)
        return values[seat]

    def close(self) -> None:
        """Nothing is held."""


def _likeness(state: Any) -> str:
    """A position's text without the number of its ply, with which it ends."""
    return str(state).rpartition(" ")[0]
