"""The real main loop with a dummy display and a simulated clock."""

import os
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pygame

from tabletop.app.event import EventLink
from tabletop.app.main_loop import App
from tabletop.app.phones import Connect, PhoneLink
from tabletop.app.startup import begin_recording, open_app_context
from tabletop.engine import Match, Record
from tabletop.games import all_games
from tabletop.input.gamepad import Gamepads
from tabletop.input.hub import InputSource
from tabletop.input.session import SessionRecorder
from tabletop.players.engine_client import Engine, EngineService
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Settings, Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Scene
from tabletop.ui.display.window import Display
from tabletop.ui.widgets.page import PageScene
from tests.end_to_end.pointing import Pixel

TURN = 1 / 60
WINDOW = (1280, 800)


class Room:
    """A table that can be touched through posted events."""

    def __init__(
        self,
        data_dir: Path,
        size: tuple[int, int] = WINDOW,
        *,
        seed: int = 7,
        problems: tuple[str, ...] = (),
        diary: Path | None = None,
        sources: Callable[[AppContext], Sequence[InputSource]] = lambda _: (),
        brain: Engine | None = None,
        server: Connect | None = None,
        patience: float = inf,
        can_save: bool = True,
        **settings: Value,
    ) -> None:
        """Settings by their keys, `look_speed="off"` for `look.speed`.

        `diary` is the file to which the session is recorded; `sources` makes the devices
        that are listened to beside the window and the pads; `brain` thinks for the computers;
        `server` serves phones.
        After `patience` seconds of work in a turn the rest waits for the next. `can_save` says
        whether matches are expected to be saved at the end.
        """
        assert os.environ["SDL_VIDEODRIVER"] == "dummy"
        changes: dict[str, Value] = {"window.fullscreen": False, "look.speed": "fast"}
        changes |= {"window.width": size[0], "window.height": size[1]}
        changes |= {key.replace("_", ".", 1): value for key, value in settings.items()}
        self.time = 1000.0
        self._hurried = patience < inf
        self._can_save = can_save
        pygame.font.init()
        chosen = Settings().but(changes)
        self.display = Display(chosen, data_dir)
        self.table = open_app_context(chosen, data_dir, problems)
        self.table.seed = lambda: seed
        if diary is None:  # a replay shows the goals of the games again
            self.table.met.update(game.key for game in all_games())
        computers = None if brain is None else EngineService(brain)
        self.table.analysis = computers or self.table.analysis
        self.diary = None if diary is None else SessionRecorder(diary)
        if self.diary is not None:
            begin_recording(self.diary, self.display, self.table, None)
        self.event = EventLink(self.table, now=lambda: self.time, first_pause=0.01)
        menu = MenuScene(self.table)
        self.app = App(
            self.display,
            self.table,
            menu,
            now=lambda: self.time,
            recorder=self.diary,
            pads=Gamepads(self.table.devices, lambda: self.time),
            sources=sources(self.table),
            computers=computers,
            phones=PhoneLink(self.table, now=lambda: self.time, connect=server),
            event=self.event,
            prepares=False,
            patience=patience,
        )
        pygame.event.clear()
        self.turn()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program as closing the window does."""
        self.app.close()
        self.table.store.close()
        if self.diary is not None:
            self.diary.close()
            assert self.diary.trouble is None
        assert (self.table.store.trouble is None) == self._can_save
        pygame.event.clear()

    # -- time ---------------------------------------------------------------------------------

    def turn(self, seconds: float = TURN) -> None:
        """Time goes by, and the loop turns once, and at once again until all is drawn."""
        self.time += seconds
        self.app.turn()
        while self.app.screen.owed or (
            self._hurried and (self.app.behind or bool(self.app.actions.waiting))
        ):
            self.app.turn()

    def hear(self) -> None:
        """Turns until the scene on top takes touches."""
        while getattr(self.top, "ignores_touches", False):
            self.turn(0.1)

    def rest(self) -> None:
        """Turns until nothing moves any more."""
        for _ in range(400):
            if self.top.wakes_in() > 0:
                return
            self.turn(0.2)
        raise AssertionError("something moves for ever")

    def until(self, kind: type[Scene]) -> None:
        """Turns until a scene of this kind is on top."""
        for _ in range(400):
            if isinstance(self.top, kind):
                return
            self.turn(0.2)
        raise AssertionError(f"no {kind.__name__} comes, but a {type(self.top).__name__}")

    # -- what is there ------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        return self.app.scenes.top

    @property
    def scene(self) -> MatchScene:
        """The match on the table."""
        assert isinstance(self.top, MatchScene)
        return self.top

    @property
    def match(self) -> Match:
        return self.scene.match

    @property
    def picked(self) -> tuple[str, ...]:
        """The places touched so far."""
        return self.scene.snapshot.picked

    @property
    def said(self) -> str:
        """All words of the page on top."""
        assert isinstance(self.top, PageScene)
        return " | ".join(str(label.text) for label in self.top.labels)

    @property
    def warned(self) -> str:
        """What the operator is told."""
        return " | ".join(self.table.operator_warnings)

    @property
    def newest(self) -> Record:
        """What is kept of the match that was changed last."""
        store = self.table.store
        kept = max((*store.unfinished(), *store.finished()), key=lambda kept: kept.changed)
        return kept.record

    def pixels(self) -> bytes:
        """What is on the screen."""
        return pygame.image.tobytes(self.display.surface, "RGB")

    def button(self, key: str) -> Pixel:
        """Where a button of the scene on top lies in the picture."""
        buttons: Any = getattr(self.top, "buttons", None) or getattr(self.top, "_buttons", None)
        at = next(button.centre for button in buttons.buttons if button.key == key)
        return Canvas(self.display.picture.get_size()).to_pixels(at)

    # -- what happens to the window -----------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Somebody pulls at the window's corner."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.turn()
        assert self.display.surface.get_size() == size

    def lose_focus(self) -> None:
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        self.turn()
