"""Who plays in a contest, told in one word of text.

======================  =====================================================================
``Keen``                a level of this program, with its own budget (any beginning will do)
``full@0.1s``           a level with another budget: seconds, or ``@2000p`` play-outs
``full+explore=0.7``    with changed weights; several are joined by ``+``
``uct@1s``              plain UCT: random play-outs, UCB1
``looker``              looks one ply ahead: wins if it can, does not hand over a win, else any ply
``random``              any ply
``in:FOLDER:Keen@1s``   the level of another checkout of this program, asked through its referee
``run:COMMAND@1s``      any program that speaks the referee's lines (see ``tabletop referee``)
======================  =====================================================================
"""

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from tabletop.ai import LEVELS, Computer
from tabletop.engine import Game
from tabletop.engine.game import Options, write_value

PLAIN: Final = ("uct", "looker", "random")


class BadEntrant(ValueError):
    """A word that names no player, with what is wrong."""


class Player(Protocol):
    """Somebody who is asked for plies in one game."""

    def choose(self, state: Any) -> Any:
        """One of the state's plies."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as it was told, before a game begins."""

    text: str
    kind: str
    name: str = ""
    weights: tuple[tuple[str, float], ...] = ()
    seconds: float | None = None
    playouts: int | None = None
    folder: str = ""

    def sit_down(self, game: Game, seats: int, options: Options, seed: int) -> Player:
        """A player for one game."""
        if self.kind == "looker":
            return Looker(seed)
        if self.kind == "random":
            return Anyhow(seed)
        if self.kind == "run":
            return Program(shlex.split(self.name), None, game, seats, options, self._go())
        if self.kind == "in":
            words = [sys.executable, "-m", "tabletop", "referee"]
            return Program(words, Path(self.folder), game, seats, options, self._go())
        computer = Computer(
            game,
            LEVELS[-1] if self.kind == "uct" else self.name,
            seed,
            weights=dict(self.weights),
            uct=self.kind == "uct",
            wait=True,
        )
        return Own(computer, self.seconds, self.playouts)

    def _go(self) -> str:
        words = ["go"]
        if self.kind == "in":
            words.append(f"level={self.name.replace(' ', '_')}")
        if self.seconds is not None:
            words.append(f"seconds={self.seconds:g}")
        if self.playouts is not None:
            words.append(f"playouts={self.playouts}")
        return " ".join(words)


def read_entrant(text: str) -> Entrant:
    """The player that a word names, or BadEntrant."""
    told, _, budget = text.partition("@") if not text.startswith("run:") else _last(text)
    seconds, playouts = _budget(budget)
    kind, rest = "level", told
    folder = ""
    for known in PLAIN:
        if told.partition("+")[0] == known:
            kind = known
    if told.startswith("run:"):
        return Entrant(text, "run", told[4:], (), seconds, playouts)
    if told.startswith("in:"):
        kind, (folder, rest) = "in", _two(told[3:])
    name, *changes = rest.split("+")
    weights = tuple(_weight(change) for change in changes)
    if kind in ("level", "in"):
        name = _level(name)
    return Entrant(text, kind, name, weights, seconds, playouts, folder)


def _last(text: str) -> tuple[str, str, str]:
    return text.rpartition("@") if "@" in text else (text, "", "")


def _two(text: str) -> tuple[str, str]:
    folder, mark, level = text.rpartition(":")
    if not mark:
        raise BadEntrant(f"in:FOLDER:LEVEL, not in:{text}")
    return folder, level


def _level(text: str) -> str:
    found = [name for name in LEVELS if name.lower().startswith(text.lower().replace("_", " "))]
    if not text or len(found) != 1:
        known = ", ".join((*LEVELS, *PLAIN))
        raise BadEntrant(f"{text!r} is no player; there are {known}, in:... and run:...")
    return str(found[0])


def _budget(text: str) -> tuple[float | None, int | None]:
    if not text:
        return None, None
    try:
        if text.endswith("p"):
            return None, int(text[:-1])
        return float(text.removesuffix("s")), None
    except ValueError:
        raise BadEntrant(f"@{text} is no budget; it is @0.5s or @2000p") from None


def _weight(text: str) -> tuple[str, float]:
    name, mark, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise BadEntrant(f"{text!r} is no weight; it is name=1.5{mark and ''}") from None


class Own:
    """A computer player of this program."""

    def __init__(self, computer: Computer, seconds: float | None, playouts: int | None) -> None:
        self._computer = computer
        self._seconds = seconds
        self._playouts = playouts

    def choose(self, state: Any) -> Any:
        return self._computer.choose(state, self._seconds, self._playouts)

    def close(self) -> None:
        """Nothing is held."""


class Anyhow:
    """Any ply, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: Any) -> Any:
        return self._rng.choice(list(state.moves()))

    def close(self) -> None:
        """Nothing is held."""


class Looker:
    """Looks one ply ahead: takes a win, never hands one over, else plays any ply."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: Any) -> Any:
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


class Program:
    """Another program, asked by the referee's lines."""

    def __init__(
        self,
        words: list[str],
        folder: Path | None,
        game: Game,
        seats: int,
        options: Options,
        go: str,
    ) -> None:
        self._go = go
        self._talk: subprocess.Popen[str] = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        told = [f"{key}={write_value(value)}" for key, value in options.items()]
        self._ask(" ".join(["game", game.key, f"seats={seats}", *told]))

    def choose(self, state: Any) -> Any:
        self._ask(f"position {state}")
        answer = self._ask(self._go)
        found = [move for move in state.moves() if str(move) == answer]
        if not found:
            raise BadEntrant(f"the program answered {answer!r}, which is no legal ply")
        return found[0]

    def close(self) -> None:
        self._talk.terminate()
        self._talk.wait()
        for stream in (self._talk.stdin, self._talk.stdout):
            if stream is not None:
                stream.close()

    def _ask(self, line: str) -> str:
        assert self._talk.stdin is not None
        assert self._talk.stdout is not None
        self._talk.stdin.write(line + "\n")
        self._talk.stdin.flush()
        answer = self._talk.stdout.readline().strip()
        if not answer.startswith("="):
            raise BadEntrant(f"the program answered {answer!r} to {line.split()[0]!r}")
        return answer[1:].strip()
