"""The rules for other programs: a line protocol on standard input and output.

Similar to UCI and GTP: one command a line, one answer a line. An answer is ``= ...``, or ``?
reason`` if the command was refused and nothing has changed. Blank lines and lines that begin with
``#`` are not answered.
"""

import re
import sys
from collections.abc import Callable, Iterable
from math import isfinite
from pathlib import Path
from typing import Any, Final, TextIO

from tabletop.cli.arguments import error_text, read_options
from tabletop.engine.game import Game, OptionValue, Outcome
from tabletop.games import find_game

_OPTION_PATTERN: Final = re.compile(r"(\w+)=(.*?)(?:\s+(?=\w+=)|$)")
"""One word after ``go``; names of levels may have blanks in them."""


class Referee:
    """One game, controlled by lines of text."""

    def __init__(
        self, find: Callable[[str], Game] = find_game, data_dir: Path | None = None
    ) -> None:
        self.over = False
        """Whether ``quit`` was received."""
        self._find = find
        self._data_dir = data_dir
        self._game: Game | None = None
        self._seats = 2
        self._options: dict[str, OptionValue] = {}
        self._states: list[Any] = []
        self._computers: dict[tuple[str, str], Any] = {}
        self._commands: dict[str, Callable[[str], str]] = {
            "game": self._start,
            "position": self._position,
            "moves": self._moves,
            "play": self._play,
            "state": self._state,
            "result": self._result,
            "why": self._why,
            "go": self._go,
            "undo": self._undo,
            "quit": self._quit,
        }

    def answer(self, line: str) -> str | None:
        """The answer to one line; None if there is none."""
        words = line.strip()
        if not words or words.startswith("#"):
            return None
        name, _, rest = words.partition(" ")
        command = self._commands.get(name)
        if command is None:
            known = ", ".join(self._commands)
            return f"? there is no command {_one_line(name)!r}; there are {known}"
        try:
            said = command(rest.strip())
        except (ValueError, KeyError) as problem:
            return f"? {error_text(problem)}"
        except Exception as fault:  # a fault in one game must not end the referee
            return f"? fault: {type(fault).__name__}: {error_text(fault)}"
        return f"= {_one_line(said)}".rstrip()

    def _start(self, rest: str) -> str:
        key, *pairs = rest.split() or [""]
        game = self._find(key)
        seats = [pair.removeprefix("seats=") for pair in pairs if pair.startswith("seats=")]
        players = _number(seats[-1]) if seats else game.seats[0]
        options = read_options(game, [pair for pair in pairs if not pair.startswith("seats=")])
        state = game.start(players, **options)
        self._game, self._seats, self._options = game, players, options
        self._states = [state]
        return key

    def _position(self, rest: str) -> str:
        state = self._playing().read_state(rest, self._seats, **self._options)
        self._states = [state]
        return str(state)

    def _moves(self, _: str) -> str:
        self._playing()
        return " ".join(str(move) for move in self._states[-1].moves())

    def _play(self, rest: str) -> str:
        game = self._playing()
        if not rest:
            raise ValueError("play what? play PLY, or several plies separated by blanks")
        states = list(self._states)
        for text in rest.split():
            refusal = game.why_not(states[-1], text)
            if refusal is not None:
                raise ValueError(refusal.reason)
            states.append(states[-1].play(game.read_move(text)))
        self._states = states
        return str(states[-1])

    def _state(self, _: str) -> str:
        self._playing()
        return str(self._states[-1])

    def _result(self, _: str) -> str:
        self._playing()
        outcome: Outcome | None = self._states[-1].outcome()
        if outcome is None:
            return "-"
        seats = ",".join(str(seat) for seat in outcome.winners) or "draw"
        return f"{seats} {outcome.reason}"

    def _why(self, rest: str) -> str:
        refusal = self._playing().why_not(self._states[-1], rest)
        return f"{refusal.rule or '-'} {refusal.reason}" if refusal else "-"

    def _go(self, rest: str) -> str:
        game = self._playing()
        wishes = dict(_OPTION_PATTERN.findall(rest))
        if (
            wishes.keys() - {"level", "seconds", "playouts"}
            or _OPTION_PATTERN.sub("", rest).strip()
        ):
            raise ValueError("go how? go [level=LEVEL] [seconds=SECONDS] [playouts=NUMBER]")
        level = wishes.get("level", "").replace("_", " ")
        seconds = _seconds(wishes["seconds"]) if "seconds" in wishes else None
        playouts = _count(wishes["playouts"]) if "playouts" in wishes else None
        if game.kind != "board" or not game.folder:
            raise ValueError("no computer player")
        key = (game.key, level.lower())
        if key not in self._computers:
            from tabletop.ai import LEVELS, Computer  # imported only where it is used
            from tabletop.ai.compilation import compilation_cache
            from tabletop.cli.engine_process import COMPILED_FOLDER

            cache = compilation_cache(self._data_dir and self._data_dir / COMPILED_FOLDER)
            self._computers[key] = Computer(game, level or LEVELS[-1], cache=cache)
        return str(self._computers[key].choose(self._states[-1], seconds, playouts))

    def _undo(self, _: str) -> str:
        self._playing()
        if len(self._states) == 1:
            raise ValueError("there is nothing to take back")
        self._states.pop()
        return str(self._states[-1])

    def _quit(self, _: str) -> str:
        self.over = True
        return "goodbye"

    def _playing(self) -> Game:
        if self._game is None:
            raise ValueError("there is no game yet: game KEY [seats=N] [option=value]")
        return self._game


def run(
    lines: Iterable[str] | None = None, out: TextIO | None = None, data_dir: Path | None = None
) -> int:
    """Answers standard input, line by line, until ``quit`` or its end."""
    if lines is None:
        for stream in (sys.stdin, sys.stdout):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:  # a stream of a test may lack it
                reconfigure(encoding="utf-8", errors="backslashreplace")
    referee = Referee(data_dir=data_dir)
    for line in sys.stdin if lines is None else lines:
        answer = referee.answer(line)
        if answer is not None:
            print(answer, file=out or sys.stdout, flush=True)
        if referee.over:
            break
    return 0


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"seats={text[:20]} is no number of players") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (isfinite(seconds) and seconds > 0):
        raise ValueError(f"seconds={text[:20]} is no time to think")
    return seconds


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise ValueError(f"playouts={text[:20]} is no number of lines of play")
    return int(text)


def _one_line(words: str) -> str:
    return " ".join(words.split())
