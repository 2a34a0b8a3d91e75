"""The work of each frame while a match is played with its animations."""

from cProfile import Profile
from itertools import count
from pathlib import Path
from pstats import Stats
from random import Random
from time import perf_counter
from typing import Any, Final

from tabletop.app.navigation import new_match_scene
from tabletop.games import all_games
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, Scene
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import Drawn, WatchedApp, opened, window_facts
from tools.bench.posted_fingers import Fingers
from tools.bench.summaries import judged, milliseconds, percentile, summary

SECONDS: Final = 30.0
SLOWEST: Final = 5
BAR: Final = 8.0
"""Milliseconds for a frame at up to 1080 lines; twice that above."""
AFTER: Final = 60
"""Turns for which the result is looked at before the next match."""


def run(
    seconds: float = SECONDS, profile: bool = False, turn: str = "0", mirror: bool = False
) -> dict[str, Any]:
    """Frames of every board game, at each size of screen, on a picture turned by some degrees."""
    mounted = {"display__turn": turn, "display__mirror": mirror}
    found = []
    for size in sizes():
        for game in (game.key for game in all_games() if game.kind == "board"):
            with screen(size) as environment:
                found.append(
                    inside(
                        "frames",
                        environment,
                        key=game,
                        seconds=seconds,
                        profile=profile,
                        changes=mounted,
                    )
                )
    return {"runs": found}


def measure(
    folder: Path,
    key: str,
    seconds: float,
    seed: int = 1,
    profile: bool = False,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """Plays random matches of a game for so long, and gives what its frames cost."""
    luck = Random(seed)
    seats = next(game for game in all_games() if game.key == key).seats[0]

    def fresh(table: AppContext) -> Scene:
        return new_match_scene(table, key, seats, {})

    watch = Profile()
    with opened(folder, fresh, **(changes or {})) as app:
        about = window_facts(app)
        plies, outright = _play(app, fresh, luck, seconds, watch if profile else None)
        frames = app.frames
    bar = BAR if min(map(int, about["size"].split("x"))) <= 1080 else 2 * BAR
    told = summary([frame.seconds for frame in frames])
    result = {
        "game": key,
        **about,
        **judged(told, p99_ms=bar),
        "cpu_p99_ms": milliseconds(percentile([frame.cpu for frame in frames], 0.99)),
        "whole_window": sum(frame.area > 0.99 for frame in frames),
        "plies": plies,
        "outright": outright,
        "late": sum(frame.seconds > bar / 1000 for frame in frames),
        "stages": _by_stage(frames),
        "slowest": [_told(frame) for frame in _slowest(frames)],
    }
    return {**result, "profile": hot(watch)} if profile else result


def _play(
    app: WatchedApp, fresh: Any, luck: Random, seconds: float, watch: Profile | None
) -> tuple[int, list[str]]:
    """Plays matches one after another; gives the plies, and those that could not be touched."""
    step = app.step if watch is None else lambda: watch.runcall(app.step)
    end, plies, outright = perf_counter() + seconds, 0, list[str]()
    with app.stages_timed():
        for number in count(1):
            if number > 1:
                app.scenes.apply(Reset(fresh(app.table)))
            scene: Any = app.scenes.top
            fingers = Fingers(scene, app.table.display_transform, luck)
            app.doing = f"open match {number}"
            step()
            for app.doing in fingers.deeds():
                step()
                if perf_counter() > end:
                    break
            else:
                app.doing = "end"
                while app.scenes.top is scene and scene.wakes_in() == 0.0:
                    step()
                app.doing = "result"
                for _ in range(AFTER):
                    step()
            plies, outright = plies + fingers.plies, outright + fingers.outright
            if perf_counter() > end:
                break
    return plies, outright


def _slowest(frames: list[Drawn]) -> list[tuple[int, Drawn]]:
    numbered = sorted(enumerate(frames), key=lambda each: -each[1].seconds)
    return numbered[:SLOWEST]


def _told(numbered: tuple[int, Drawn]) -> dict[str, Any]:
    number, frame = numbered
    return {
        "frame": number,
        "ms": milliseconds(frame.seconds),
        "cpu_ms": milliseconds(frame.cpu),
        "doing": frame.doing,
        "rects": frame.rects,
        "area": round(frame.area, 3),
        "stages_ms": {stage: milliseconds(spent) for stage, spent in frame.stages.items()},
    }


def _by_stage(frames: list[Drawn]) -> dict[str, Any]:
    stages = dict.fromkeys(stage for frame in frames for stage in frame.stages)
    return {
        stage: summary([frame.stages[stage] for frame in frames if stage in frame.stages])
        for stage in stages
    }


def hot(watch: Profile, most: int = 25) -> list[dict[str, Any]]:
    """The functions in which most of the time went, calls below them not counted."""
    rows = []
    for (file, line, name), (_, calls, own, below, _) in Stats(watch).stats.items():  # type: ignore[attr-defined]
        where = f"{'/'.join(Path(file).parts[-3:])}:{line}"
        rows.append(
            {
                "where": where,
                "function": name,
                "calls": calls,
                "own_ms": milliseconds(own),
                "with_calls_ms": milliseconds(below),
            }
        )
    return sorted(rows, key=lambda row: -float(row["own_ms"]))[:most]
