"""Killed at any moment, the program opens again with the very position that was seen last.

`TABLETOP_KILLS=500` kills it that often; the seconds to playing again are printed (`-s`).
"""

import os
import selectors
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tabletop.storage import Store
from tests.end_to_end.killed_program import Position

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("TABLETOP_KILLS", "6"))
MOST = 12
"""After so many pictures of other positions it is killed, at the latest."""
SECONDS = 4.0
"""Nor does it live longer than this after its first picture."""
SHORTLY = 0.08
"""Seconds in which it is killed after the picture that was waited for."""
PATIENCE = 60.0
"""Seconds in which a slow machine opens the table."""


@dataclass
class Life:
    """One program from its start to its death; it changes as lines come from it."""

    process: subprocess.Popen[bytes]
    pipe: int
    began: float = field(default_factory=time.monotonic)
    text: bytes = b""
    seen: list[Position | None] = field(default_factory=list)
    opened: float | None = None
    """After how many seconds the first picture came."""

    def watch(self, seconds: float) -> None:
        """Reads what it shows for so long, or until the pipe ends."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.pipe, selectors.EVENT_READ)
            while (left := until - time.monotonic()) > 0:
                if selector.select(left) and not self._read():
                    return

    def wait(self, positions: int, seconds: float = PATIENCE) -> None:
        """Waits until so many positions were seen, but no longer than that; for one there is."""
        until = time.monotonic() + seconds
        while len(self.seen) < positions and time.monotonic() < until:
            self.watch(0.005)
        assert self.seen, "no picture comes"

    def end(self) -> None:
        """Kills it and reads what it had shown by then."""
        assert self.process.poll() is None, "it has ended by itself"
        self.process.kill()
        self.process.wait()
        while self._read():
            pass

    def _read(self) -> bool:
        more = os.read(self.pipe, 65536)
        if more and self.opened is None:
            self.opened = time.monotonic() - self.began
        *lines, self.text = (self.text + more).split(b"\n")
        for line in lines:
            self.seen.append(None if line == b"null" else Position.read(line.decode()))
        return bool(more)


@contextmanager
def living(folder: Path, seed: int) -> Iterator[Life]:
    """The program on a data folder, playing by itself."""
    # Whoever kills it so often is no crash loop.
    (folder / "supervision.json").unlink(missing_ok=True)
    reads, writes = os.pipe()
    command = [
        sys.executable,
        "-m",
        "tests.end_to_end.killed_program",
        str(folder),
        str(writes),
        str(seed),
    ]
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | quiet,
        pass_fds=[writes],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        yield Life(process, reads)
    finally:
        process.kill()
        process.wait()
        os.close(reads)


def is_as_it_was(before: Position | None, after: Position | None) -> bool:
    """Whether the same lies there; a clock has stood, or gives back a little."""
    if before is None or after is None:
        return before is after
    clocks = zip(before.left, after.left, strict=True)
    return before.is_followed_by(after) and all(
        mine - 0.2 <= other <= mine + 6 for mine, other in clocks
    )


def is_a_step_on(before: Position | None, after: Position | None) -> bool:
    """Whether it died in the instant between keeping a step and handing over its picture."""
    if before is None or after is None or before.match_id != after.match_id:
        return False
    steps = after.plies - before.plies + (before.result == "*" != after.result)
    return steps == 1 or (after.plies == before.plies + 1 and after.result != "*")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="what it tells comes through a pipe of POSIX")
def test_killed_at_any_moment_it_goes_on_where_it_was_seen_last(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[sound]\nvolume = 0\n[look]\nspeed = "fast"\n')
    luck = Random(11)
    last: Position | None = None
    finished: set[str] = set()
    seen: Counter[str] = Counter()
    times: list[float] = []
    unseen = 0
    wrong: list[tuple[int, Position | None, Position | None]] = []
    for kill in range(KILLS + 1):
        with living(tmp_path, seed=kill) as life:
            if luck.random() < 0.15 and times and kill < KILLS:
                life.watch(luck.uniform(0.0, times[-1]))  # it dies while it opens
            else:
                life.wait(1)
                life.wait(luck.randint(1, MOST), SECONDS)
                life.watch(luck.uniform(0.0, SHORTLY))
            life.end()
            if life.seen:
                if is_a_step_on(last, life.seen[0]):
                    unseen += 1
                elif not is_as_it_was(last, life.seen[0]):
                    wrong.append((kill, last, life.seen[0]))
                last = life.seen[-1]
                seen.update(each.game for each in life.seen if each)
                assert life.opened is not None
                times.append(life.opened)
            # One that was given up before its first ply was never begun, and counts nowhere.
            ended = [each for each in life.seen if each and each.plies and each.result != "*"]
            finished |= {each.match_id for each in ended}
    with Store.open(tmp_path) as store:
        assert store.problems == ()
        assert store.flush()
        results = [result.match_id for result in store.results()]
    times.sort()
    words = "{} deaths; to the first picture again {:.2f} s at the median, {:.2f} s at the longest"
    print(words.format(KILLS, times[len(times) // 2], times[-1]))
    print(f"{len(results)} results; positions seen: {dict(seen)}")
    print(f"a step on: {unseen}; that differ: {wrong}")
    assert wrong == []
    assert unseen <= 1 + KILLS // 100
    assert len(results) == len(set(results))
    assert finished <= set(results)
    assert len(results) <= len(finished) + unseen
