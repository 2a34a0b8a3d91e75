#!/usr/bin/env python3
"""Plays computer players against each other and says who is better, and how sure that is.

    python3 tools/arena.py trelawney full@0.1s uct@0.1s --games 100 --until 0.8
    python3 tools/arena.py shoo Beginner Easy Steady --games 60 --neighbours
    python3 tools/arena.py shout7 full full+explore=0.7 --processes 2 --out shout7.jsonl

`tools/contest/entrants.py` lists what may enter. Every pair plays each opening from both sides.
Results are kept line by line in `--out`; the same command again goes on where it was stopped.
Several processes are a Dask cluster on this machine, or any other with `--cluster tcp://...`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.ai.compiled import use_folder
from tabletop.cli.words import read_options
from tabletop.games import find_game
from tools.contest.entrants import BadEntrant, read_entrant
from tools.contest.fixtures import Fixture, Result, fixtures, play
from tools.contest.ratings import Score, between, ratings

Play = Callable[[Sequence[Fixture], Callable[[Result], bool]], None]
"""Plays games and hands in each result, until it is told True: enough."""


def main(words: Sequence[str] | None = None) -> int:
    """The command; gives 0 if every pair that has a bar clears it."""
    told = _parser().parse_args(words)
    try:
        players = [read_entrant(text).text for text in told.players]
        game = find_game(told.game)
        options = game.check_options(read_options(game, told.option))
        seats = game.check_seats(told.seats)
    except (BadEntrant, KeyError, ValueError) as problem:
        print(f"arena: {problem.args[0] if problem.args else problem}", file=sys.stderr)
        return 2
    if told.cache:
        use_folder(Path(told.cache))
    pairs = list(pairwise(players))
    if not told.neighbours:
        pairs = list(combinations(players, 2))
    kept = read_results(told.out)
    clear = True
    with _players(told) as run:
        for a, b in pairs:
            planned = fixtures(
                told.game,
                (a, b),
                told.games,
                seats=seats,
                opening=told.opening,
                seed=told.seed,
                options=options,
            )
            keys = {one.key for one in planned}
            had = [result for key, result in kept.items() if key in keys]
            score = _pair(a, b, planned, had, told, run, kept)
            clear &= told.until is None or score.share >= told.until
    done = [result for result in kept.values() if set(result.players) <= set(players)]
    _report(done, pairs, told)
    return 0 if clear else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arena.py", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--games", type=int, default=100, help="games a pair (even)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--opening", type=int, default=2, help="random plies before they begin")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", type=float, help="stop when the 95 %% interval clears this")
    parser.add_argument("--neighbours", action="store_true", help="each against the next only")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cluster", help="a Dask scheduler, tcp://host:port")
    parser.add_argument("--out", type=Path, help="where results are kept, and found again")
    parser.add_argument("--cache", help="the folder of compiled functions")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    return parser


def read_results(path: Path | None) -> dict[str, Result]:
    """What was kept of earlier runs, by key; a line that was cut off is left out."""
    found: dict[str, Result] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            told = json.loads(line)
            told |= {name: tuple(told[name]) for name in ("players", "scores")}
            result = Result(**told)
        except (ValueError, TypeError, KeyError):
            continue
        found[result.key] = result
    return found


def _pair(
    a: str,
    b: str,
    planned: Sequence[Fixture],
    had: Sequence[Result],
    told: argparse.Namespace,
    run: Play,
    kept: dict[str, Result],
) -> Score:
    """Plays what is still to be played of a pair, and gives its score."""
    results = list(had)
    known = {result.key for result in had}

    def enough() -> bool:
        score = between(results, a, b)
        if told.until is None or score.games < 6 or score.games % 2:
            return False
        return bool(score.low > told.until or score.high < told.until)

    def hand_in(result: Result) -> bool:
        results.append(result)
        kept[result.key] = result
        if told.out is not None:
            with told.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result.told()) + "\n")
        if result.problem:
            print(result.problem, file=sys.stderr)
        return enough()

    left = [one for one in planned if one.key not in known]
    if left and not enough():
        run(left, hand_in)
    score = between(results, a, b)
    if not told.json:
        print(_line(a, b, score, told.until), flush=True)
    return score


def _line(a: str, b: str, score: Score, bar: float | None) -> str:
    told = f"{a} - {b}: {score.points:g} of {score.games}, {score.share:.0%}"
    told += f" ({score.low:.0%} to {score.high:.0%})"
    if bar is not None:
        told += f", bar {bar:.0%} {'met' if score.share >= bar else 'NOT met'}"
    return told


def _report(done: Sequence[Result], pairs: Iterable[tuple[str, str]], told: Any) -> None:
    table = ratings(done) if done else []
    if told.json:
        scores = [(a, b, between(done, a, b)) for a, b in pairs]
        summary = {
            "game": told.game,
            "pairs": [
                {
                    "a": a,
                    "b": b,
                    "games": score.games,
                    "share": round(score.share, 4),
                    "low": round(score.low, 4),
                    "high": round(score.high, 4),
                }
                for a, b, score in scores
            ],
            "ratings": [
                {"player": one.player, "elo": round(one.elo), "plus_minus": round(one.plus_minus)}
                for one in table
            ],
        }
        print(json.dumps(summary))
        return
    for one in table:
        print(f"{one.elo:+6.0f} ± {one.plus_minus:3.0f}  {one.games:4d} games  {one.player}")


@contextmanager
def _players(told: argparse.Namespace) -> Iterator[Play]:
    """What plays the games: this process, or a cluster."""
    if told.cluster is None and told.processes <= 1:
        yield _alone
        return
    import dask.distributed as dask

    client_of: Any = dask.Client
    local: Any = dask.LocalCluster
    if told.cluster is not None:
        with client_of(told.cluster) as client:
            yield lambda games, hand_in: _spread(client, games, hand_in)
        return
    with (
        local(n_workers=told.processes, threads_per_worker=1, dashboard_address=None) as cluster,
        client_of(cluster) as client,
    ):
        if told.cache:
            client.run(use_folder, Path(told.cache))
        yield lambda games, hand_in: _spread(client, games, hand_in)


def _alone(games: Sequence[Fixture], hand_in: Callable[[Result], bool]) -> None:
    for one in games:
        if hand_in(play(one)):
            return


def _spread(client: Any, games: Sequence[Fixture], hand_in: Callable[[Result], bool]) -> None:
    """Keeps every worker busy; few games are begun that nobody will need."""
    import dask.distributed as dask

    as_completed: Any = dask.as_completed
    waiting = iter(games)
    width = max(1, sum(client.nthreads().values()))
    running = as_completed(
        [
            client.submit(play, one, pure=False)
            for _, one in zip(range(width), waiting, strict=False)
        ]
    )
    enough = False
    for future in running:
        enough = hand_in(future.result()) or enough
        following = None if enough else next(waiting, None)
        if following is not None:
            running.add(client.submit(play, following, pure=False))


if __name__ == "__main__":
    sys.exit(main())
