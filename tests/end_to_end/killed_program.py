"""The program playing by itself, and telling each position as it is handed to the picture.

Started by `test_deaths` as a process of its own, to be killed. A line for every picture that shows
another position than the one before.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pygame

from tabletop.__main__ import main
from tabletop.ai import LEVELS
from tabletop.app.main_loop import App
from tabletop.app.navigation import new_match_scene
from tabletop.engine import CHANCE, Record, TimeControl
from tabletop.games import all_games
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.window import wake
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.storage import new_match_id
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Pop, Push, Reset, Scene
from tabletop.ui.display.window import Display
from tests.scenes.setups import make_setup

TINY = "480x320"


@dataclass(frozen=True, slots=True)
class Position:
    """What a picture shows of a match."""

    match_id: str
    game: str
    plies: int
    check: int
    """Of all plies together."""
    result: str
    people: dict[str, str]
    """The lines of the record that say who sits where, and how."""
    left: list[float]
    """Seconds left by seat."""

    @classmethod
    def read(cls, line: str) -> "Position":
        return cls(**json.loads(line))

    def is_followed_by(self, other: "Position") -> bool:
        """Whether the other may be seen after this one by time alone."""
        mine, others = asdict(self), asdict(other)
        return {**mine, "left": []} == {**others, "left": []}


class Player:
    """Plays whatever lies on the table, a ply now and then. It changes as it goes on."""

    def __init__(self, app: App, pipe: int, seed: int) -> None:
        self._app, self._pipe = app, pipe
        self._table: AppContext = app.kiosk_overlays._table
        self._luck = Random(seed)
        self._line = self._told = b""

    def act(self) -> None:
        """Does what a person may do now, once in a while."""
        if not self._app.scenes.running or self._luck.random() > 0.5:
            return
        self._app.behind = True  # what a hand does is seen in the same turn
        top, scenes = self._app.scenes.top, self._app.scenes
        if isinstance(top, MatchScene):
            self._play(top)
        elif isinstance(top, SevensScene):
            if self._luck.random() < 0.1:
                scenes.apply(Pop())  # two computer players are at it, without any haste
        elif isinstance(top, TitleScene | MenuScene):
            scenes.apply(Reset(MenuScene(self._table)))
            scenes.apply(Push(self._begun()))
        elif isinstance(top, ResultScene):
            scenes.apply(Pop(self._luck.choice(["again", "menu"])))
        else:
            scenes.apply(Pop())

    def _play(self, scene: MatchScene) -> None:
        match = scene.match
        if match.outcome is not None and not scene.session.timeline.seen:
            return  # its line is drawn
        if match.outcome is not None:
            self._app.scenes.apply(scene.results.show())
        elif self._luck.random() < 0.04:
            self._app.scenes.apply(Pop("menu"))  # people leave
        elif match.state.turn == CHANCE:
            scene.play("")
        elif self._luck.random() < 0.1:
            match.resign(match.game.acting(match.state))
            scene.session.end()
            scene.refresh()
        else:
            scene.play(str(self._luck.choice(list(match.state.moves()))))

    def _begun(self) -> Scene:
        luck, table = self._luck, self._table
        game = luck.choice(all_games())
        if game.kind == "live":
            scene = new_match_scene(table, game.key, 2, {})
            assert isinstance(scene, SevensScene)
            seating = scene.context.seating
            scene.context.seating = seating.but(0, level=LEVELS[-1]).but(1, level=LEVELS[-2])
            return scene
        clock = TimeControl.read(luck.choice(["none", "increment 300+5", "move 60"]))
        seats = luck.choice(game.seats)
        setup = make_setup(game, seats, {}, clock, sides=tuple(range(seats)))
        setup = setup.with_name(luck.randrange(seats), luck.choice(["Anna", "Bo", "Jörg"]))
        return MatchScene(table, setup, setup.start(table), new_match_id())

    # -- what is seen -------------------------------------------------------------------------

    def look(self) -> None:
        """Takes in what is about to be handed to the picture, before it is kept: it takes long."""
        found = [self._position(scene) for scene in self._app.scenes.scenes]
        shown = next((each for each in reversed(found) if each is not None), None)
        self._line = json.dumps(None if shown is None else asdict(shown)).encode() + b"\n"

    def tell(self) -> None:
        """Says what is handed to the picture, if it is new."""
        if self._line != self._told:
            os.write(self._pipe, self._line)
            self._told = self._line

    def _position(self, scene: Scene) -> Position | None:
        if isinstance(scene, MatchScene):
            record = scene.session.setup.with_headers(scene.match.record())
            return _position(scene.session.keeper.match_id, record)
        if isinstance(scene, SevensScene):
            record = scene.context.match.record()
            return _position(self._table.store.get_note("on table"), record)
        return None


def _position(match_id: str, record: Record) -> Position:
    people = {key: value for key, value in record.extra if key in ("Sides", "Names", "Won")}
    check = crc32(" ".join(record.plies).encode())
    left = [round(seconds, 1) for seconds in record.left]
    plies = len(record.plies)
    return Position(match_id, record.game, plies, check, record.result, people, left)


def live(folder: Path, pipe: int, seed: int) -> int:
    """Runs the program until it is killed."""
    players: list[Player] = []
    turn, show, update = App.turn, Display.show, pygame.display.update

    def turned(app: App) -> None:
        if not players:
            players.append(Player(app, pipe, seed))
        elif not app.behind:  # a hand follows what is seen
            players[0].act()
        turn(app)

    def showed(display: Display, rects: Sequence[pygame.Rect]) -> None:
        if players:
            players[0].look()
        show(display, rects)

    def updated(*rects: Any) -> None:
        if players:
            players[0].tell()
        update(*rects)

    def nudge() -> None:
        while True:
            time.sleep(0.02)
            if players:
                wake()

    threading.Thread(target=nudge, daemon=True).start()
    App.turn = turned  # type: ignore[method-assign,assignment]
    Display.show = showed  # type: ignore[method-assign,assignment]
    pygame.display.update = updated
    arguments = ["--data-dir", str(folder), "--windowed", "--size", TINY]
    return main(arguments)


def run(arguments: Sequence[str]) -> int:
    folder, pipe, seed = arguments
    return live(Path(folder), int(pipe), int(seed))


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
