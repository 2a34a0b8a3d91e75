"""The tangram pieces under many hands: do they keep their laws, are they quick, do they snap well.

``python tools/bench/pieces.py [--drags 10000] [--seeds 3]`` prints all as lines of JSON.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, inf, pi, sin, sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, Literal

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.pieces.space import Zone, tray_poses
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    Picture,
    Point,
    Pose,
    centroid,
    gap,
    overlap_area,
    turned,
)
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.view.board import board_plan
from tools.bench.summaries import judged, summary

DRAGS: Final = 10_000
SEEDS: Final = 3
WIDTH: Final = 16.0
HEIGHT: Final = 9.0
TRAY: Final = Zone(0.0, 0.0, 3.2, HEIGHT)
FRAME: Final = 1 / 60
PATIENCE: Final = 4.0
"""Seconds after which a table that does not sleep is given up."""
FINGERS: Final = 5
FRAMES: Final = 2000

LAWS: Final = {"worst_overlap": 0.02, "worst_outside": 1e-6, "longest_to_sleep_s": 2.0}
BARS: Final = {"p99_ms": 2.0, "with_hands_p99_ms": 8.0}
STROKES: Final = {"missed_percent": 5.0}


def run(drags: int = DRAGS, seeds: int = SEEDS) -> dict[str, Any]:
    """Random hands, the time of a step, and how much of what people rebuild counts."""
    errors = [
        Errors(relative=relative, spread=spread)
        for relative in ("neighbour", "picture")
        for spread in ("even", "rim", "bell")
    ]
    return {
        "runs": [
            handled(drags),
            stepped(FRAMES),
            *(rebuilt([figure.picture for figure in booklet()], seeds, each) for each in errors),
        ]
    }


def new_table() -> PieceTable:
    """A table with all pieces in a tray on its left."""
    return PieceTable(WIDTH, HEIGHT, FULL_SET, tray_poses(FULL_SET, TRAY), tray=TRAY)


def settle(table: PieceTable) -> float:
    """Lets time go by until nothing moves, and gives the seconds; infinite if that never is."""
    spent = 0.0
    while not table.asleep:
        table.step(FRAME)
        spent += FRAME
        if spent > PATIENCE:
            return inf
    return spent


# Random hands


@dataclass(slots=True)
class Laws:
    """The worst that was seen while hands were at the table; it grows."""

    worst_overlap: float = 0.0
    worst_outside: float = 0.0
    longest_to_sleep_s: float = 0.0
    rests: int = 0

    def note(self, table: PieceTable, seconds: float) -> None:
        """Looks at a table at rest."""
        pieces = [piece.corners for piece in table.pieces]
        points = [at for corners in pieces for at in corners]
        out = max(max(-x, x - table.walls.width, -y, y - table.walls.height) for x, y in points)
        shared = max(overlap_area(a, b) for a, b in combinations(pieces, 2))
        self.worst_overlap = max(self.worst_overlap, shared)
        self.worst_outside = max(self.worst_outside, out)
        self.longest_to_sleep_s = max(self.longest_to_sleep_s, seconds)
        self.rests += 1


def handled(drags: int, seed: int = 1) -> dict[str, Any]:
    """So many random drags with several fingers, turns and flips; the laws at every rest."""
    luck, table, laws = Random(seed), new_table(), Laws()
    done = 0
    while done < drags:
        done += _handful(table, luck)
        table.let_go()
        seconds = settle(table)
        laws.note(table, seconds)
        if luck.random() < 0.02:
            table.set_walls(WIDTH, HEIGHT, TRAY)
            for number in range(len(FULL_SET)):
                table.send_home(number)
            laws.note(table, settle(table))
    figures = {
        "drags": done,
        "rests": laws.rests,
        "worst_overlap": laws.worst_overlap,
        "worst_outside": laws.worst_outside,
        "longest_to_sleep_s": round(laws.longest_to_sleep_s, 3),
    }
    return {"what": "random hands", **judged(figures, **LAWS)}


def _handful(table: PieceTable, luck: Random) -> int:
    """Some fingers at once take pieces, move, turn and flip them and let go; how many did."""
    fingers: dict[int, Point] = {}
    aims: dict[int, Point] = {}
    for finger in range(luck.randint(1, FINGERS)):
        piece = luck.choice(table.pieces)
        at = _near(luck, piece.pose.at, 0.4)
        if table.lift(finger, at) is not None:
            fingers[finger] = at
            other = luck.choice(table.pieces).pose.at
            anywhere = luck.uniform(-1, WIDTH + 1), luck.uniform(-1, HEIGHT + 1)
            aims[finger] = _near(luck, other, 2.0) if luck.random() < 0.7 else anywhere
    count = len(fingers)
    for _ in range(luck.randint(1, 8)):
        for finger, at in fingers.items():
            share = luck.uniform(0, 0.7)
            fingers[finger] = between(at, aims[finger], share)
            table.drag(finger, fingers[finger])
        _program(table, luck)
        doing = luck.random()
        if doing < 0.15:
            by = luck.choice((45, -45, 15, luck.uniform(-90, 90)))
            table.turn(luck.randrange(len(FULL_SET)), by)
        elif doing < 0.2:
            table.flip(luck.randrange(len(FULL_SET)))
        elif doing < 0.3 and fingers:
            finger = luck.choice(list(fingers))
            table.drop(finger)
            del fingers[finger]
        for _ in range(luck.randint(0, 4)):
            table.step(luck.choice((FRAME, FRAME, FRAME / 2, 0.05, 0.4)))
    return count


def _program(table: PieceTable, luck: Random) -> None:
    """Now and then the program puts, sends or lays pieces, or the table gets another size."""
    doing, number = luck.random(), luck.randrange(len(FULL_SET))
    walls = table.walls
    at = luck.uniform(-1, walls.width + 1), luck.uniform(-1, walls.height + 1)
    pose = Pose(*at, luck.choice((0.0, 45.0, 90.0, luck.uniform(0, 360))), luck.random() < 0.5)
    if doing < 0.03:
        table.put(number, pose)
    elif doing < 0.06:
        table.send(number, pose)
    elif doing < 0.08:
        figure = luck.choice(booklet()).picture
        picture = figure.shifted((at[0] - figure.middle[0], at[1] - figure.middle[1]))
        table.lay({n: piece.pose for n, piece in enumerate(picture.pieces)}, luck.choice((0, 0.3)))
    elif doing < 0.1:
        ratio = luck.choice((0.5, 0.99, 1.2, 1.48, 1.66, 2.2))
        plan = board_plan(ratio)
        table.set_walls(plan.width, plan.height, plan.tray)


def between(start: Point, end: Point, share: float) -> Point:
    """The point after that share of the way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _near(luck: Random, at: Point, spread: float) -> Point:
    return at[0] + luck.uniform(-spread, spread), at[1] + luck.uniform(-spread, spread)


# The time of a step


def stepped(frames: int, seed: int = 1) -> dict[str, Any]:
    """Frames in which three hands carry pieces and ask where they would snap, and let them go."""
    luck, table = Random(seed), new_table()
    spent: list[float] = []
    whole: list[float] = []
    for number in range(3, 7):
        table.place(number, Pose(6.0 + 2 * number % 5, 2.0 + number, 45.0 * number))
    held: list[int] = []
    for frame in range(frames):
        began = perf_counter()
        if frame % 60 == 0:
            table.let_go()
            held = [n for n in range(3) if table.lift(n, table.pieces[n].pose.at) is not None]
        for finger in held:
            x = 8 + 4 * sin(frame / 40 + finger * 2) + luck.uniform(-0.02, 0.02)
            table.drag(finger, (x, 4.5 + 3 * cos(frame / 37 + finger)))
        before = perf_counter()
        table.step(FRAME)
        ended = perf_counter()
        spent.append(ended - before)
        for finger in held:
            table.snap_preview(finger)
        whole.append(perf_counter() - began)
    extra = {f"with_hands_{name}": value for name, value in summary(whole).items()}
    return {"what": "step", **judged({**summary(spent), **extra}, **BARS)}


# What people rebuild


@dataclass(frozen=True, slots=True)
class Errors:
    """How far a hand is from where it should be, relative to the pieces already laid."""

    distance: float = 0.2
    """Units at most."""
    degrees: float = 6.0
    """At most."""
    relative: Literal["neighbour", "picture"] = "neighbour"
    """Judged by one touching piece, or by all that are laid."""
    spread: Literal["even", "rim", "bell"] = "even"
    """All errors alike, always the greatest, or mostly small ones."""

    def off(self, luck: Random) -> tuple[Point, float]:
        """One error: a way and a turn."""
        if self.spread == "bell":
            size = min(self.distance, abs(luck.gauss(0, self.distance / 2)))
            turn = max(-self.degrees, min(self.degrees, luck.gauss(0, self.degrees / 2)))
        else:
            rim = self.spread == "rim"
            size = self.distance * (1.0 if rim else sqrt(luck.random()))
            turn = self.degrees * (luck.choice((-1, 1)) if rim else luck.uniform(-1, 1))
        angle = luck.uniform(0, 2 * pi)
        return (size * cos(angle), size * sin(angle)), turn


def rebuilt(pictures: Sequence[Picture], seeds: int, errors: Errors) -> dict[str, Any]:
    """People rebuild each picture so many times: the share of pieces that counts."""
    began = perf_counter()
    missed = pieces = whole = 0
    for number, seed in ((n, s) for n in range(len(pictures)) for s in range(seeds)):
        target = pictures[number]
        guess = rebuild(target, Random(f"{number}:{seed}"), errors)
        matched = score(target, guess).matched
        pieces += len(target)
        missed += len(target) - matched
        whole += matched == len(target)
    figures = {
        "pictures": len(pictures),
        "seeds": seeds,
        "missed_percent": round(100 * missed / max(1, pieces), 2),
        "whole_percent": round(100 * whole / max(1, len(pictures) * seeds), 2),
        "seconds": round(perf_counter() - began, 1),
    }
    how = f"{errors.spread} errors relative to the {errors.relative}"
    return {"what": f"strokes, {how}", **judged(figures, **STROKES)}


def rebuild(target: Picture, luck: Random, errors: Errors) -> Picture:
    """A person lays the pieces of a picture one by one, each a little wrong."""
    table = new_table()
    middle = (TRAY.right + WIDTH) / 2 - target.middle[0], HEIGHT / 2 - target.middle[1]
    numbers = _numbers(target)
    laid: list[int] = []
    for k in laying_order(target, luck):
        goal = target.pieces[k].pose
        if laid:
            goal = _as_laid(target, table, numbers, _related(target, laid, k, luck, errors), goal)
        else:
            goal = replace(goal, x=goal.x + middle[0], y=goal.y + middle[1])
        (x, y), turn = errors.off(luck)
        stroke(table, numbers[k], replace(goal, x=goal.x + x, y=goal.y + y, turn=goal.turn + turn))
        laid.append(k)
    return table.picture()


def _numbers(target: Picture) -> list[int]:
    """For each piece of a picture the number it has on the table."""
    free = list(range(len(FULL_SET)))
    found = []
    for piece in target.pieces:
        number = next(n for n in free if FULL_SET[n] == piece.kind)
        free.remove(number)
        found.append(number)
    return found


def laying_order(target: Picture, luck: Random) -> Iterator[int]:
    """The pieces in a random order, each touching one before it, if one does."""
    left = list(range(len(target)))
    laid: list[int] = []
    while left:
        touching = [k for k in left if any(_touch(target, k, other) for other in laid)]
        chosen = luck.choice(touching or left)
        left.remove(chosen)
        laid.append(chosen)
        yield chosen


def _touch(target: Picture, one: int, other: int) -> bool:
    return gap(target.pieces[one].corners, target.pieces[other].corners) < 1e-3


def _related(
    target: Picture, laid: Sequence[int], k: int, luck: Random, errors: Errors
) -> Sequence[int]:
    """The laid pieces by which the hand judges where the next one goes."""
    if errors.relative == "picture":
        return laid
    return [luck.choice([other for other in laid if _touch(target, k, other)] or list(laid))]


def _as_laid(
    target: Picture, table: PieceTable, numbers: Sequence[int], by: Sequence[int], goal: Pose
) -> Pose:
    """Where a piece should lie, moved and turned as the laid ones are, on average."""
    pairs = [(target.pieces[k].pose, table.pieces[numbers[k]].pose) for k in by]
    turns = [(now.turn - then.turn + 180) % 360 - 180 for then, now in pairs]
    # A symmetric piece may lie turned by its symmetry: what is left is how wrong it lies.
    turn = sum((each + 22.5) % 45 - 22.5 for each in turns) / len(turns)
    then = centroid([pose.at for pose, _ in pairs])
    now = centroid([pose.at for _, pose in pairs])
    (x, y), *_ = turned([(goal.x - then[0], goal.y - then[1])], turn)
    return replace(goal, x=now[0] + x, y=now[1] + y, turn=goal.turn + turn)


def stroke(table: PieceTable, number: int, goal: Pose) -> None:
    """A finger takes a piece, turns and flips it as it must, carries it to a pose and lets go."""
    start = table.pieces[number].pose
    if start.flipped != goal.flipped:
        table.flip(number)
        settle(table)
    start = table.pieces[number].pose
    assert table.lift(1, start.at) == number, "another piece lies over this one"
    table.turn(number, (goal.turn - start.turn + 180) % 360 - 180)
    steps = 6
    for k in range(1, steps + 1):
        share = k / steps
        table.drag(1, between(start.at, goal.at, share))
        table.step(FRAME)
    table.drop(1)
    settle(table)


def main(arguments: Sequence[str]) -> int:
    """Measures all and prints it; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--drags", type=int, default=DRAGS)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    given = parser.parse_args(arguments)
    runs = run(given.drags, given.seeds)["runs"]
    for each in runs:
        print(json.dumps(each))
    return 0 if all(each["met"] for each in runs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
