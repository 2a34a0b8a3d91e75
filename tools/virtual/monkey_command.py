"""The command line of `tools/monkey.py`."""

import argparse
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from tools.virtual.monkey_rounds import ROUND, Failure, Tally, hunt, rounds

ROUNDS: Final = 20
"""So many rounds one process lives through."""
TELL: Final = 30.0
"""Seconds between two words about how far it is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Hunts as asked; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="monkey.py", description="A monkey at the kiosk.")
    parser.add_argument("--events", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=None, help="what all of it follows from")
    parser.add_argument("--round", type=int, default=None, help="this round of the seed alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at a failure")
    asked = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    began = time.monotonic()
    chosen = rounds(asked.events)
    if asked.round is not None:
        chosen = [(asked.round, min(asked.events, ROUND))]
    found = run_rounds(seed, chosen, asked.jobs, keep_going=asked.keep_going)
    _tell(found, seed, time.monotonic() - began)
    return 1 if found.failures else 0


def run_rounds(
    seed: int, chosen: Sequence[tuple[int, int]], jobs: int, *, keep_going: bool
) -> Tally:
    """These rounds, some at once; after a failure no new ones begin."""
    found, told = Tally(), time.monotonic()
    # Sets of words are gone through in another order in every process, unless it is told not to.
    os.environ["PYTHONHASHSEED"] = "0"
    for first in range(0, len(chosen), jobs * ROUNDS):
        # Fresh processes by and by, and not by `max_tasks_per_child`: a pool that replaces its
        # processes can stand still for ever (python/cpython#115634).
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            some = chosen[first : first + jobs * ROUNDS]
            running = [pool.submit(hunt, seed, number, count) for number, count in some]
            for done in as_completed(running):
                if done.cancelled():
                    continue
                one = done.result()
                found.add(one)
                for failure in one.failures:
                    print(_with_its_seed(failure, seed), flush=True)
                if found.failures and not keep_going:
                    for waiting in running:
                        waiting.cancel()
        if found.failures and not keep_going:
            break
        if time.monotonic() - told > TELL:
            told = time.monotonic()
            print(f"{found.events} events, {len(found.failures)} failures", flush=True)
    return found


def _tell(found: Tally, seed: int, seconds: float) -> None:
    rate = found.events / max(seconds, 0.001)
    print(f"seed {seed}: {found.events} events in {seconds:.0f} s ({rate:.0f} a second), ", end="")
    print(f"{found.turns} turns, {found.frames} frames, {found.virtual / 3600:.1f} virtual hours")
    print(f"slowest turn {found.slowest * 1000:.1f} ms of work: {found.slowest_at}")
    print("scenes:", ", ".join(f"{name} {n}" for name, n in found.scenes.most_common()))
    print(f"{len(found.deeds)} kinds of deeds; {len(found.failures)} failures")
    for failure in found.failures:
        print(_with_its_seed(failure, seed))


def _with_its_seed(failure: Failure, seed: int) -> str:
    return f"{failure}\n  again: tools/monkey.py --seed {seed} --round {failure.round}"
