"""The golden files of the games: counts of plies, and games played out.

``perft.txt`` has a line for each setting: ``SEATS OPTIONS : COUNT COUNT ...``, where OPTIONS are
``key=value`` or ``-``, and COUNT is how many ways there are to play one ply, two plies and so on.
``wins.txt`` and ``best.txt`` are read by the tools that prove them.
Every other file is a game: its setting as ``seats=2 key=value``, then a line for each ply with the
position after it, a tab between, and ``= WINNERS REASON`` (``-`` for a draw).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from tabletop.engine.game import Game, OptionValue, Outcome

OTHERS = ("perft.txt", "wins.txt", "best.txt")
"""Files that hold no game; `tools/prove.py` and `tools/prove_dice.py` read the last two."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a golden file."""

    file: Path
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.file.parent.parent.name}/{self.file.stem}:{self.number}: {self.text}"


def golden_lines(game: Game, name: str) -> list[Line]:
    """All lines of one golden file but the empty ones and the comments."""
    file = _folder(game) / name
    lines = (Line(file, n, text) for n, text in enumerate(_read(file), 1))
    return [line for line in lines if line.text.strip() and not line.text.startswith("#")]


def playthroughs(game: Game) -> list[str]:
    """The files that hold a game."""
    return sorted(f.name for f in _folder(game).glob("*.txt") if f.name not in OTHERS)


def setting_of(game: Game, words: Iterator[str]) -> tuple[int, dict[str, OptionValue]]:
    """Seats and options that ``seats=2 key=value`` say; what is not said is the default."""
    known = {option.key: option for option in game.options}
    seats, options = 2, {option.key: option.default for option in game.options}
    for word in words:
        key, _, value = word.partition("=")
        if key == "seats":
            seats = int(value)
        else:
            options[key] = known[key].read(value)
    return seats, options


def check_playthrough(game: Game, name: str) -> None:
    """Plays a golden game: every ply is legal, every position and the end are as written."""
    head, *rows, last = golden_lines(game, name)
    seats, options = setting_of(game, iter(head.text.split()))
    state = game.start(seats, **options)
    for row in rows:
        ply, _, position = row.text.partition("\t")
        refusal = game.why_not(state, ply)
        assert refusal is None, f"{row}: {refusal}"
        state = state.play(game.read_move(ply))
        assert str(state) == position, row
    assert last.text == written(state.outcome()), last


def written(outcome: Outcome | None) -> str:
    """The last line of a golden game."""
    if outcome is None:
        return "the game goes on"
    return f"= {','.join(map(str, outcome.winners)) or '-'} {outcome.reason}"


def _folder(game: Game) -> Path:
    (folder,) = import_module(game.folder).__path__
    return Path(folder) / "golden"


@cache
def _read(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()
