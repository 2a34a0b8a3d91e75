"""The cost of computer players: their first answers, and a window in which they keep playing."""

import os
import signal
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pygame

from tabletop.ai import LEVELS
from tabletop.app.startup import open_app_context
from tabletop.cli.engine_process import COMPILED_FOLDER
from tabletop.engine import CHANCE, Match
from tabletop.engine.analysis import AnalysisRequest
from tabletop.games import all_games, find_game
from tabletop.input.window import set_sdl_hints, wake
from tabletop.players.engine_client import EngineService, start_engine_service
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.settings import Settings
from tabletop.storage import new_match_id
from tabletop.system import process
from tabletop.ui.core.scene import Reset
from tabletop.ui.display.window import Display
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import Drawn, WatchedApp, window_facts
from tools.bench.summaries import judged, milliseconds, percentile, summary

GAMES: Final = 1000
FAST: Final = 60
"""How many times faster than the clock the window's time goes, so that nobody waits a night."""
FIRST: Final = 3.0
READY: Final = 1.5
LATE: Final = 1 / 60
LONGEST: Final = 4 * 3600.0
"""Seconds after which the many games are given up."""
PATIENCE: Final = 120.0
"""Seconds after which an answer is given up."""
MOST_FRAMES: Final = 1000
"""Frames of one game, on the average, of which the times are kept."""
TURNS_A_PLY: Final = 4
"""Turns of the loop between two plies of the control, about as many as the computers need."""
REST_OF_CONTROL: Final = 0.003
"""Seconds between two turns of the control: about 200 frames a second, as with the computers."""
LONGEST_GAME: Final = 400
"""Plies after which a game of the control ends as a draw: any plies lead nowhere in some games."""
REASONS: Final = ("by_own_work", "for_want_of_a_core", "by_the_host", "otherwise")
OWN, WANT, STOLEN, OTHERWISE = REASONS
LOOKS: Final = 0.002
"""Seconds between two looks at whether there is an answer."""


def run(games: int = GAMES) -> dict[str, Any]:
    """First answers on a fresh installation, readiness with the cache full, and many games."""
    found = [first_answers(), ready()]
    with screen(sizes()[0]) as environment:
        found.append(inside("computers", environment, longest=LONGEST, games=games))
    return {"runs": found}


# First answers


@contextmanager
def _thinking(folder: Path) -> Iterator[EngineService]:
    computers = start_engine_service(folder, 1, find_game, lambda: None)
    try:
        yield computers
    finally:
        computers.close()
        _end_builders(folder)


def _end_builders(folder: Path) -> None:
    """Ends what still compiles for a folder; it outlives whoever began it, and is not needed."""
    for told in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            words = told.read_bytes().decode(errors="replace").split("\0")
            if "tabletop.ai.compilation" in words and str(folder / COMPILED_FOLDER) in words:
                os.kill(int(told.parent.name), signal.SIGKILL)


def _wait(computers: EngineService, until: Any) -> float:
    """Seconds until something is so, as the loop would see it."""
    began = time.perf_counter()
    while not until():
        if time.perf_counter() - began > PATIENCE:
            return PATIENCE
        time.sleep(LOOKS)
        computers.hear(computers.news())
    return time.perf_counter() - began


def _first_question(key: str, level: str) -> AnalysisRequest:
    game = find_game(key)
    match = Match(game, game.seats[0], seed=3)
    while match.state.turn == CHANCE:
        match.roll()
    plies = tuple(str(ply.move) for ply in match.plies)
    return AnalysisRequest(key, game.seats[0], dict(match.options), "", plies, level, 1)


def first_answers() -> dict[str, Any]:
    """From the start of the process, nothing compiled, to the first ply: each level, each game."""
    told: dict[str, float] = {}
    for game in all_games():
        for level in LEVELS if game.kind == "board" else ():
            with TemporaryDirectory(prefix="tabletop-bench-") as folder:
                seconds = _answered(Path(folder), game.key, level)
            told[f"{game.key}, {level}"] = round(seconds, 3)
    worst = max(told.values())
    return {"part": "first ply", **judged({"worst_s": worst, "all_s": told}, worst_s=FIRST)}


def _answered(folder: Path, key: str, level: str) -> float:
    with _thinking(folder) as computers:
        number = computers.ask(_first_question(key, level))
        return _wait(computers, lambda: computers.progress(number).done)


def ready() -> dict[str, Any]:
    """From the start of the process to a compiled search that is loaded, the cache being full."""
    told: dict[str, float] = {}
    with TemporaryDirectory(prefix="tabletop-bench-") as name:
        folder = Path(name)
        for game in all_games():
            if game.kind != "board":
                continue
            _compiled_within(folder, game.key)  # fills the cache
            told[game.key] = round(_compiled_within(folder, game.key), 3)
    worst = max(told.values())
    return {"part": "ready", **judged({"worst_s": worst, "all_s": told}, worst_s=READY)}


def _compiled_within(folder: Path, key: str) -> float:
    spent = 0.0
    with _thinking(folder) as computers:
        while key not in computers.health.compiled and spent < PATIENCE:
            number = computers.ask(
                AnalysisRequest(key, find_game(key).seats[0], {}, level=LEVELS[0], playouts=1)
                if find_game(key).start().turn != CHANCE
                else _first_question(key, LEVELS[0])
            )
            spent += _wait(computers, lambda n=number: computers.progress(n).done)
            spent += _wait_a_moment(computers)
    return spent


def _wait_a_moment(computers: EngineService) -> float:
    """Lets what was said after the answer come in."""
    began = time.perf_counter()
    time.sleep(0.01)
    computers.hear(computers.news())
    return time.perf_counter() - began


# Many games


class _FastApp(WatchedApp):
    """The main loop with a clock that goes faster."""

    def __init__(self, display: Display, table: Any, first: MatchScene, computers: EngineService):
        super().__init__(display, table, first)
        self._computers = computers
        began = time.perf_counter()
        self._now = lambda: began + (time.perf_counter() - began) * FAST
        wait = self.window.wait
        self.window.wait = lambda seconds: wait(seconds / FAST)  # type: ignore[method-assign]

    def draw_and_turn(self) -> None:
        """A turn that draws though nothing moves, as it does where dots show that one thinks."""
        time.sleep(REST_OF_CONTROL)
        self._stale = True
        self.turn()


def measure(folder: Path, games: int, *, control: bool = False) -> dict[str, Any]:
    """Plays so many matches of Beginners in a window, all games in turn.

    As a `control` no process thinks: the loop itself plays any ply, at about the same pace. The
    frames that are late then are not the computer players' doing.
    """
    boards = [game.key for game in all_games() if game.kind == "board"]
    keys = cycle(boards)
    settings = Settings().but(
        {"window.framebuffer": "software", "computer.pace": "fast", "look.speed": "off"}
    )
    set_sdl_hints()
    process.disable_gc()  # as the program does while it opens
    pygame.font.init()
    display = Display(settings, folder)
    table = open_app_context(settings, folder)
    for key in boards if not control else ():
        _compiled_within(folder, key)
    computers = start_engine_service(folder, 1, find_game, wake)
    table.analysis = computers
    sizes_of_us: list[int] = []
    seen = _Seen(games)
    plies = 0
    began = time.perf_counter()
    try:
        app = _FastApp(display, table, _fresh(table, next(keys), people=control), computers)
        app.turn()
        for number in range(games):
            if number:
                app.scenes.apply(Reset(_fresh(table, next(keys), people=control)))
            scene: Any = app.scenes.top
            while scene.match.outcome is None:
                if control:
                    app.draw_and_turn()
                else:
                    app.sleep_and_turn()
                if control and app.turns % TURNS_A_PLY == 0 and scene.match.outcome is None:
                    _play_any(scene)
            if control:
                app.draw_and_turn()  # the computers have drawn the end when they see it
            plies += len(scene.match.plies)
            seen.take(app.frames)
            if number % 10 == 9:
                sizes_of_us.append(_rss())
            if number % 50 == 49:
                _tell(number + 1, seen, sizes_of_us[-1], time.perf_counter() - began)
        about = window_facts(app)
        app.close()
    finally:
        computers.close()
        table.store.close()
        display.close()
        process.unfreeze_objects()
    half = sizes_of_us[len(sizes_of_us) // 4 :]
    return {
        "part": "games",
        "games": games,
        "plies": plies,
        "seconds": round(time.perf_counter() - began, 1),
        **about,
        **summary(seen.seconds),
        "p999_ms": milliseconds(percentile(seen.seconds, 0.999)),
        "late": len(seen.late),
        **_reasons(seen.late),
        "restarts": computers.health.restarts,
        "rss_mb": [round(size / 1e6, 1) for size in sizes_of_us[:: max(1, len(sizes_of_us) // 10)]],
        "rss_growth_mb": round((half[-1] - half[0]) / 1e6, 1) if half else 0.0,
    }


class _Seen:
    """What is kept of the frames of many games: as little as can be, for memory is measured too.

    It changes as games are played.
    """

    def __init__(self, games: int) -> None:
        self._times = array("d", bytes(8 * games * MOST_FRAMES))
        self.count = 0
        self._first = 60
        """So many frames more are those of a window that opens, and are not counted."""
        self.late: list[Drawn] = []

    @property
    def seconds(self) -> Sequence[float]:
        """All of them, copied: not while memory is measured."""
        return self._times[: self.count]

    def take(self, frames: list[Drawn]) -> None:
        """Counts these frames, and empties the list."""
        for frame in frames[self._first :]:
            if self.count < len(self._times):
                self._times[self.count] = frame.seconds
                self.count += 1
            if frame.seconds > LATE:
                self.late.append(frame)
        self._first = max(0, self._first - len(frames))
        frames.clear()


def _tell(games: int, seen: _Seen, size: int, seconds: float) -> None:
    """Says how far it is, for it takes the better part of an hour."""
    late = f"{seen.count} frames, {len(seen.late)} late {_reasons(seen.late)}"
    print(f"{games} games, {seconds:.0f} s, {late}, {size / 1e6:.1f} MB", file=sys.stderr)


def _reasons(late: list[Drawn]) -> dict[str, int]:
    """Why frames were late: their own work, a core that others had, the host, or something else.

    Computer players can only take a core, from the loop or from the X server. Where the machine is
    a guest, its host may take one away from all of them.
    """
    told = dict.fromkeys(REASONS, 0)
    for frame in late:
        told[_reason(frame)] += 1
    return {f"late_{reason}": number for reason, number in told.items()}


def _reason(frame: Drawn) -> str:
    if frame.cpu > LATE:
        return OWN
    if frame.seconds - frame.queued - frame.served <= LATE:
        return WANT
    return STOLEN if frame.seconds - frame.stolen <= LATE else OTHERWISE


def _play_any(scene: Any) -> None:
    """Plays any ply, or throws the dice, in the loop's own process."""
    match = scene.match
    if len(match.plies) >= LONGEST_GAME:
        scene.session.agree()
    elif match.state.turn == CHANCE:
        scene.play("")
    else:
        moves = match.state.moves()
        scene.play(str(moves[len(match.plies) * 7919 % len(moves)]))


def _fresh(table: Any, key: str, *, people: bool = False) -> MatchScene:
    game = find_game(key)
    seats = game.seats[0]
    fillers = () if people else (PlayerSpec(LEVELS[0]),) * seats
    setup = Setup(game, seats, game.check_options({})).with_players(fillers)
    return MatchScene(table, setup, setup.start(table), new_match_id())


def _rss() -> int:
    """Bytes of this process that are in memory; 0 where nobody tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
