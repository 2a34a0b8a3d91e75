#!/usr/bin/env python3
"""Plays computer players against each other; says who is better, and how sure that is.

    python3 tools/arena.py trelawney full@0.1s uct@0.1s --games 100 --until 0.8
    python3 tools/arena.py shoo Beginner Easygoing Steady --games 60 --neighbours
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
from functools import partial
from importlib.util import find_spec
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.cli.arguments import read_options
from tabletop.engine import Game
from tabletop.games import find_game
from tools.contest import entrants
from tools.contest.entrants import BadEntrant, read_entrant
from tools.contest.fixtures import USUAL_SEED, Fixture, Result, fixtures, play
from tools.contest.ratings import Score, between, ratings
from tools.contest.results import keep, read_results

PlayOne = Callable[[Fixture], Result]
Play = Callable[[Sequence[Fixture], Callable[[Result], bool]], None]
"""Plays games and hands in each result, until it is told True: enough."""


def main(words: Sequence[str] | None = None) -> int:
    """The command; gives 0 if every pair that has a bar clears it, 2 if it cannot be played."""
    told = _parser().parse_args(words)
    try:
        game = find_game(told.game)
        players = _entered(told.players, game)
        options = game.check_options(read_options(game, told.option))
        seats = game.check_seats(told.seats)
    except (BadEntrant, KeyError, ValueError) as problem:
        print(f"arena: {problem.args[0] if problem.args else problem}", file=sys.stderr)
        return 2
    if (told.cluster or told.processes > 1) and find_spec("distributed") is None:
        print("arena: several processes need Dask: pip install distributed", file=sys.stderr)
        return 2
    pairs = list(pairwise(players))
    if not told.neighbours:
        pairs = list(combinations(players, 2))
    if told.out is not None:
        told.out.parent.mkdir(parents=True, exist_ok=True)
    kept = read_results(told.out)
    done: list[Result] = []
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
            results = [kept[one.key] for one in planned if one.key in kept]
            score = _pair(a, b, planned, results, told, run)
            clear &= told.until is None or score.share >= told.until
            done += results
    _report(done, pairs, told)
    return 0 if clear else 1


def _entered(texts: Sequence[str], game: Game) -> list[str]:
    """The players, checked; ValueError in words."""
    if len(texts) < 2 or len(set(texts)) < len(texts):
        raise BadEntrant("two players at least are needed, and each of them once")
    for text in texts:
        read_entrant(text).check(game)
    return list(texts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="arena.py",
        description=__doc__.split("\n")[0],
        epilog=entrants.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="one of the board games, by its key")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more; see below")
    parser.add_argument("--games", type=_count, default=100, help="games a pair (even)")
    parser.add_argument("--seats", type=int, default=2, help="at the board, filled in turn")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="of the game")
    parser.add_argument("--opening", type=int, default=2, help="random plies before they begin")
    parser.add_argument("--seed", type=int, default=USUAL_SEED, help="other openings and dice")
    parser.add_argument("--until", type=float, help="stop when the 95 %% interval clears this")
    parser.add_argument("--neighbours", action="store_true", help="each against the next only")
    parser.add_argument("--processes", type=int, default=1, help="games played side by side")
    parser.add_argument("--cluster", help="a Dask scheduler, tcp://host:port")
    parser.add_argument("--out", type=Path, help="where results are kept, and found again")
    parser.add_argument("--cache", help="the folder of compiled functions")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games")
    return int(text)


def _pair(
    a: str,
    b: str,
    planned: Sequence[Fixture],
    results: list[Result],
    told: argparse.Namespace,
    run: Play,
) -> Score:
    """Plays what is still to be played of a pair, adds it to `results`, and gives the score."""
    known = {result.key for result in results}

    def enough() -> bool:
        score = between(results, a, b)
        if told.until is None or score.games < 6 or score.games % 2:
            return False
        return bool(score.low > told.until or score.high < told.until)

    def hand_in(result: Result) -> bool:
        results.append(result)
        if told.out is not None:
            keep(told.out, result)
        if result.problem:
            print(result.problem, file=sys.stderr)
        return enough()

    left = [one for one in planned if one.key not in known]
    if left and not enough():
        run(left, hand_in)
    score = between(results, a, b)
    if not told.json:
        failed = sum(bool(result.problem) for result in results)
        print(_line(a, b, score, told.until, failed), flush=True)
    return score


def _line(a: str, b: str, score: Score, bar: float | None, failed: int) -> str:
    told = f"{a} - {b}: {score.points:g} of {score.games}, {score.share:.0%}"
    told += f" ({score.low:.0%} to {score.high:.0%})"
    if failed:
        told += f", {failed} lost by a failure"
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
    play_one = partial(play, cache=Path(told.cache) if told.cache else None)
    if told.cluster is None and told.processes <= 1:
        yield partial(_alone, play_one)
        return
    import dask.distributed as dask

    client_of: Any = dask.Client
    local: Any = dask.LocalCluster
    if told.cluster is not None:
        with client_of(told.cluster) as client:
            yield partial(_spread, client, play)
        return
    with (
        local(n_workers=told.processes, threads_per_worker=1, dashboard_address=None) as cluster,
        client_of(cluster) as client,
    ):
        yield partial(_spread, client, play_one)


def _alone(play_one: PlayOne, games: Sequence[Fixture], hand_in: Callable[[Result], bool]) -> None:
    for one in games:
        if hand_in(play_one(one)):
            return


def _spread(
    client: Any,
    play_one: PlayOne,
    games: Sequence[Fixture],
    hand_in: Callable[[Result], bool],
) -> None:
    """Keeps every worker busy; few games are begun that nobody will need."""
    import dask.distributed as dask

    as_completed: Any = dask.as_completed
    waiting = iter(games)
    width = max(1, sum(client.nthreads().values()))
    running = as_completed(
        [
            client.submit(play_one, one, pure=False)
            for _, one in zip(range(width), waiting, strict=False)
        ]
    )
    enough = False
    for future in running:
        enough = hand_in(future.result()) or enough
        following = None if enough else next(waiting, None)
        if following is not None:
            running.add(client.submit(play_one, following, pure=False))


if __name__ == "__main__":
    sys.exit(main())
