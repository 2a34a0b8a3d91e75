"""The main loop: what happened, what it changes, what it looks like."""

import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame

from tabletop.engine import BadNotation, Match, Record, TimeControl
from tabletop.engine.game import OptionValue
from tabletop.games import find_game
from tabletop.input.actions import Action, Button, Exposed, Lost, Press, Quit, Resized
from tabletop.input.hub import Hub
from tabletop.input.prepare import prepare
from tabletop.input.window import Window
from tabletop.scenes import live_games
from tabletop.scenes.match import MatchScene
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.setup import Setup
from tabletop.settings import Settings
from tabletop.store import Store, new_match_id
from tabletop.ui import words
from tabletop.ui.canvas import Canvas
from tabletop.ui.display import Display, NoDisplay
from tabletop.ui.frame import Frame, Screen
from tabletop.ui.scene import Push, Reset, Scene, SceneStack
from tabletop.ui.sound import Mixer, Sounds
from tabletop.ui.table import Table

__all__ = ["App", "NoDisplay", "open_table", "run_window"]

log = logging.getLogger(__name__)

RATE: Final = 60.0
"""Frames a second while something moves."""
HEARTBEAT: Final = 2.0
"""Seconds after which the loop turns even if nothing happens."""
LONGEST_STEP: Final = 0.25
"""Seconds that one turn may count for animations, after the machine was busy elsewhere."""
LONGEST_REST: Final = 3 * HEARTBEAT
"""Seconds that one turn may count at rest: a machine that slept must not cost anybody the game."""
LEAST_SIDE: Final = 90
"""Pixels; a smaller window shows a part of what would fit this."""
MOST_FAULTS: Final = 5
"""Faults in a row after which the program gives up; the match is kept."""

Start: TypeAlias = tuple[Any, ...] | None


class App:
    """Runs scenes until none is left."""

    def __init__(
        self,
        display: Display,
        table: Table,
        first: Scene,
        *,
        now: Callable[[], float] = time.monotonic,
        on_frame: Callable[[float, Sequence[pygame.Rect]], None] | None = None,
    ) -> None:
        """`on_frame` is told the seconds of work and the rectangles of every frame drawn."""
        self._display = display
        self._table = table
        self._now = now
        self._on_frame = on_frame
        self._canvas = _canvas(display.surface)
        self._window = Window(
            lambda x, y: self._canvas.to_canvas(x, y),
            now,
            drift=table.settings["input.drift_px"],
            flicker=table.settings["input.flicker_ms"] / 1000,
        )
        self._hub = Hub([self._window], now)
        self._screen = Screen(display.surface)
        self.scenes = SceneStack(first, self._canvas)
        self._last = now()
        self._stale = True
        self._faults = 0
        self._heard = set(table.store.problems)
        """What the store has said already; the table's problems began with it."""

    def run(self) -> int:
        """Turns until the last scene has gone; gives the exit code."""
        try:
            while self.scenes.running:
                self._sleep()
                self.turn()
        finally:
            self.scenes.close()
        return 0

    def turn(self) -> None:
        """One turn of the loop: what happened, what it changes, what changed on the screen."""
        began = time.perf_counter()
        now = self._now()
        dt, self._last = now - self._last, now
        rest = self._wakes_in()
        due = rest <= dt
        try:
            # First the time that went by: it belongs to what was there before the actions, to the
            # clock of the seat that has played now and not to the ply that begins to move.
            self.scenes.update(min(dt, LONGEST_STEP if rest == 0 else LONGEST_REST))
            actions = self._hub.poll()
            for action in actions:
                self._handle(action)
            self._listen()
            if self.scenes.running and (actions or due or self._stale):
                self._draw(began)
            self._faults = 0
        except Exception as fault:  # whatever goes wrong, the table stays open and says so
            self._recover(fault)

    def _wakes_in(self) -> float:
        return self.scenes.top.wakes_in() if self.scenes.running else 0.0

    def _sleep(self) -> None:
        if self._stale:
            return
        rest = self._wakes_in()
        spent = self._now() - self._last
        wait = max(1 / RATE - spent, 0.0) if rest <= 0 else min(HEARTBEAT, rest - spent + 0.001)
        if wait > 0:
            self._window.wait(wait)

    def _handle(self, action: Action) -> None:
        match action:
            case Quit():
                self.scenes.close()
            case Resized():
                self._fit()
            case Exposed():
                self._screen.forget()
                self._stale = True
            case Press(button=Button.FULLSCREEN):
                self._display.toggle()
                self._fit()
            case Lost(source=source, reason=reason):
                self._table.tell(f"{source}: {reason}")
            case _:
                self.scenes.handle(action)

    def _listen(self) -> None:
        """What went wrong on the shelf since the last turn is told once, wherever people are."""
        store = self._table.store
        said = {*store.problems, *((store.trouble,) if store.trouble else ())}
        for problem in sorted(said - self._heard):
            self._table.tell(problem)
            self._stale = True
        self._heard = said

    def _fit(self) -> None:
        """The window has another size: everything is laid out anew, nothing is lost."""
        surface = self._display.surface
        self._screen.forget(surface)
        self._stale = True
        # A window also tells of the size that it has already, as it does when it opens.
        if (canvas := _canvas(surface)) != self._canvas:
            self._canvas = canvas
            self.scenes.fit(canvas)

    def _draw(self, began: float) -> None:
        frame = Frame(self._canvas)
        self.scenes.draw(frame)
        self._table.problems += words.take_problems()
        rects = self._screen.show(frame)
        if rects:
            pygame.display.update(rects)
        self._stale = False
        if self._on_frame is not None:
            self._on_frame(time.perf_counter() - began, rects)

    def _recover(self, fault: Exception) -> None:
        log.exception("a fault on the table")
        self._faults += 1
        if self._faults >= MOST_FAULTS:
            raise fault
        words_said = "Something went wrong, and the table has gone back to the menu. "
        self._table.tell(words_said + "The game is kept.")
        self._screen.forget()
        self._stale = True
        self.scenes.apply(Reset(MenuScene(self._table)))


def _canvas(surface: pygame.Surface) -> Canvas:
    width, height = surface.get_size()
    return Canvas((max(LEAST_SIDE, width), max(LEAST_SIDE, height)))


def open_table(settings: Settings, data_dir: Path, problems: Sequence[str] = ()) -> Table:
    """The table with its store; what could not be opened is among its problems."""
    store = Store.open(data_dir)
    return Table(
        settings,
        store,
        data_dir,
        today=lambda: date.today().isoformat(),
        seed=lambda: random.SystemRandom().getrandbits(48),
        problems=[*problems, *store.problems],
    )


def run_window(
    settings: Settings,
    data_dir: Path,
    *,
    start: Start = None,
    problems: Sequence[str] = (),
    on_frame: Callable[[float, Sequence[pygame.Rect]], None] | None = None,
) -> int:
    """Opens the window and plays until it is closed; gives the exit code. NoDisplay without one.

    `start` is None for the menu, ("play", key, seats, options) or ("replay", path).
    """
    prepare()
    pygame.font.init()
    display = Display(settings, data_dir)
    table = open_table(settings, data_dir, problems)
    table.sounds = Sounds(Mixer())
    try:
        first = MenuScene(table)
        app = App(display, table, first, on_frame=on_frame)
        opened = _opened(table, start)
        if opened is not None:
            app.scenes.apply(Push(opened))
        return app.run()
    finally:
        table.store.close()
        if table.store.trouble:
            log.error("%s", table.store.trouble)
        display.close()


def _opened(table: Table, start: Start) -> Scene | None:
    """The match that the command line asks for."""
    match start:
        case ("play", key, seats, options):
            return open_match(table, str(key), int(seats), options)
        case ("replay", path):
            record = Record.from_text(Path(path).read_text(encoding="utf-8"))
            try:
                game = find_game(record.game)
            except KeyError as unknown:
                raise BadNotation(str(unknown.args[0])) from unknown
            if game.kind == "live":
                return live_games.take_up(table, game, record, new_match_id())
            match = Match.replay(game, record)
            scene = MatchScene(table, Setup.of(game, match, record), match, new_match_id())
            scene.rewind()
            return scene
        case _:
            return None


def open_match(table: Table, key: str, seats: int, options: Mapping[str, OptionValue]) -> Scene:
    """A fresh match of a game, as the settings have it."""
    game = find_game(key)
    if game.kind == "live":
        game.check_seats(seats)
        return live_games.begin(table, game, options)
    clock = TimeControl.read(table.settings["play.clock"])
    facing = table.settings["play.seating"] == "facing"
    setup = Setup(game, seats, options, clock, facing)
    return MatchScene(table, setup, setup.start(table), new_match_id())
