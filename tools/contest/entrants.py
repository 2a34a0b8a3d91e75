"""Who plays in a contest, told in one word of text.

======================  =====================================================================
``Keen``                a level of this program, with its own budget (any beginning will do)
``full@0.1s``           a level with another budget: seconds, or ``@2000p`` play-outs
``full+explore=0.7``    with changed weights; several are joined by ``+``
``uct@1s``              plain UCT: random play-outs, UCB1
``looker``              looks one ply ahead: wins if it can, does not hand over a win, else any ply
``glancer``             looks one ply ahead and judges what it sees by the game's own guide
``random``              any ply
``in:FOLDER:Keen@1s``   the level of another checkout of this program, asked through its referee
``run:COMMAND@1s``      any program that speaks the referee's lines (see ``tabletop referee``)
======================  =====================================================================
"""

import re
import shlex
import sys
from dataclasses import dataclass
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Final

from tabletop.ai import LEVELS, Computer
from tabletop.ai.compilation import compilation_cache, guide_name
from tabletop.ai.weights import load_weights
from tabletop.engine import Game
from tabletop.engine.game import Options
from tools.contest.players import Anyhow, BadPlayer, Glancer, Looker, Own, Player
from tools.contest.program import Program

PLAIN: Final = ("uct", "looker", "glancer", "random")
SIMPLE: Final = ("looker", "glancer", "random")
"""Those that think about nothing, so that there is nothing to change in them."""
BUDGET: Final = re.compile(r"(?P<seconds>[0-9]+(\.[0-9]+)?)s?|(?P<playouts>[0-9]{1,9})p")


class BadEntrant(BadPlayer):
    """A word that names no player, with what is wrong."""


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

    def check(self, game: Game) -> None:
        """ValueError in words if it cannot play this game."""
        if game.kind != "board":
            raise BadEntrant(f"{game.title} is played live, and not in the arena")
        if self.weights:
            names = import_module(guide_name(game)).WEIGHTS
            load_weights(game, names).but(dict(self.weights))

    def sit_down(
        self, game: Game, seats: int, options: Options, seed: int, cache: Path | None = None
    ) -> Player:
        """A player for one game."""
        if self.kind == "looker":
            return Looker(seed)
        if self.kind == "glancer":
            return Glancer(game)
        if self.kind == "random":
            return Anyhow(seed)
        if self.kind == "run":
            words, folder = shlex.split(self.name), None
        elif self.kind == "in":
            words = [sys.executable, "-m", "tabletop", "referee"]
            folder = Path(self.folder)
        if self.kind in ("run", "in"):
            return Program(words, folder, game, seats, options, self._go(), self.seconds or 0.0)
        computer = Computer(
            game,
            LEVELS[-1] if self.kind == "uct" else self.name,
            seed,
            weights=dict(self.weights),
            uct=self.kind == "uct",
            wait=True,
            cache=compilation_cache(cache),
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
    told, mark, budget = text.rpartition("@")
    if text.startswith("run:") and not BUDGET.fullmatch(budget):
        told, mark = "", ""  # a command may have such signs of its own
    if not mark:
        told, budget = text, ""
    seconds, playouts = _budget(budget)
    if told.startswith("run:"):
        return Entrant(text, "run", _command(told[4:]), (), seconds, playouts)
    kind, rest, folder = "level", told, ""
    if told.startswith("in:"):
        kind, (folder, rest) = "in", _two(told[3:])
    name, *changes = rest.split("+")
    if kind == "level" and name in PLAIN:
        kind = name
    else:
        name = _level(name)
    if changes and (kind == "in" or kind in SIMPLE):
        raise BadEntrant(f"{told!r} has no weights that could be changed")
    if budget and kind in SIMPLE:
        raise BadEntrant(f"{name} needs no budget")
    return Entrant(text, kind, name, tuple(map(_weight, changes)), seconds, playouts, folder)


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise BadEntrant(f"run:{text} is no command: {problem}") from None
    if not words:
        raise BadEntrant("run:COMMAND needs a command")
    return text


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
    told = BUDGET.fullmatch(text)
    amount = float(told["seconds"] or told["playouts"]) if told else 0.0
    if told is None or not 0.0 < amount < 1e9:
        raise BadEntrant(f"@{text} is no budget; it is @0.5s or @2000p")
    return (amount, None) if told["seconds"] else (None, int(amount))


def _weight(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not name or not isfinite(number):
        raise BadEntrant(f"{text!r} is no weight; it is name=1.5")
    return name, number
