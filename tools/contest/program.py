"""Another program as a player, asked through ``tabletop referee``."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any, Final

from tabletop.engine import Game
from tabletop.engine.game import Options, format_option_value
from tools.contest.players import BadPlayer

PATIENCE: Final = 120.0
"""Seconds that an answer may take beside ten budgets; the program may have to compile first."""


class Program:
    """A player that is told every ply, so that it knows what repeats and may keep its tree."""

    def __init__(
        self,
        words: list[str],
        folder: Path | None,
        game: Game,
        seats: int,
        options: Options,
        go: str,
        seconds: float,
    ) -> None:
        """BadPlayer or OSError if it cannot be started, or does not know the game."""
        self._go = go
        self._patience = PATIENCE + 10 * seconds
        self._known = 0
        self._talk = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd=folder,
            start_new_session=True,
        )
        told = [f"{key}={format_option_value(value)}" for key, value in options.items()]
        try:
            self._ask(" ".join(["game", game.key, f"seats={seats}", *told]))
        except BadPlayer:
            self.close()
            raise

    def choose(self, state: Any, plies: Sequence[str]) -> Any:
        """Its ply; BadPlayer if it answers with anything else, or with nothing."""
        if self._known < len(plies):
            self._ask(f"play {' '.join(plies[self._known :])}")
            self._known = len(plies)
        answer = self._ask(self._go)
        for move in state.moves():
            if str(move) == answer:
                return move
        raise BadPlayer(f"the program answered {answer[:80]!r}, which is no legal ply")

    def close(self) -> None:
        """Ends it, and whatever it has begun."""
        self._end()
        self._talk.wait()
        for stream in (self._talk.stdin, self._talk.stdout):
            if stream is not None:
                with suppress(OSError):  # what it has not read any more
                    stream.close()

    def _ask(self, line: str) -> str:
        assert self._talk.stdin is not None
        assert self._talk.stdout is not None
        late = Timer(self._patience, self._end)
        late.daemon = True
        late.start()
        try:
            self._talk.stdin.write(line + "\n")
            self._talk.stdin.flush()
            answer = self._talk.stdout.readline().strip()
        except OSError as problem:
            raise BadPlayer(f"the program has gone: {problem.strerror}") from None
        finally:
            late.cancel()
        if not answer:
            raise BadPlayer(f"the program said nothing to {line.split()[0]!r}")
        if not answer.startswith("="):
            raise BadPlayer(f"the program answered {answer[:80]!r} to {line.split()[0]!r}")
        return answer[1:].strip()

    def _end(self) -> None:
        with suppress(OSError):  # it has ended by itself
            if hasattr(os, "killpg"):
                os.killpg(self._talk.pid, signal.SIGKILL)
            else:
                self._talk.kill()
