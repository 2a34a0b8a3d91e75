"""The pages that the program should show, drawn by the test."""

from pathlib import Path
from typing import TypeVar

import pygame

from tabletop.app.opening import page_builder
from tabletop.app.startup import open_app_context
from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.input.actions import Down, Tap
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.scenes.result.scene import INPUT_GUARD_SECONDS, ResultScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.settings import Settings
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.core.scene import Push, Scene, SceneStack
from tabletop.ui.theme import theme
from tabletop.ui.widgets.buttons import ButtonGroup
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.end_to_end.pointing import Eye, Pixel

S = TypeVar("S", bound=PageScene)


class Twin:
    """Scenes like the program's. It touches nothing, and is never touched."""

    def __init__(self, folder: Path, settings: Settings, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(size)
        self._canvas = Canvas(size)
        theme.switch_palette(settings["look.palette"])  # a window of an earlier test had its own
        self.table = open_app_context(settings, folder)

    def close(self) -> None:
        self.table.store.close()

    def keep(self, record: Record, match_id: str) -> None:
        """Puts a match on the shelf."""
        self.table.store.save(record, match_id)

    def title(self) -> TitleScene:
        return self.fitted(TitleScene(self.table))

    def menu(self) -> MenuScene:
        return self.fitted(MenuScene(self.table))

    def asking(self, menu: MenuScene) -> QuestionDialog:
        """The question before the table closes."""
        change = menu.pressed("close")
        assert isinstance(change, Push)
        assert isinstance(change.scene, QuestionDialog)
        return self.fitted(change.scene)

    def paused(self, record: Record) -> PauseScene:
        """The pause of a match."""
        match = Match.replay(find_game(record.game), record)
        return self.fitted(PauseScene(self.table, Setup.of(match.game, match, record), match))

    def start(self, key: str) -> QuickStartPage:
        """The first page of a game."""
        return self.fitted(QuickStartPage(self.table, last_setup(self.table, find_game(key))))

    def begun(self, setup: Setup) -> MatchScene:
        """A match at its first ply, which shows the goal of the game."""
        scene = MatchScene(self.table, setup, setup.start(self.table), "twin")
        scene.fit(self._canvas)
        return scene

    def finished(self, record: Record) -> SceneStack:
        """The result of a match, over its board."""
        game = find_game(record.game)
        match = Match.replay(game, record)
        setup = Setup.of(game, match, record)
        below = MatchScene(self.table, setup, match, "twin")
        stack = SceneStack(below, self._canvas, page_builder(self.table))
        at = Eye(match, self._canvas.size, facing=setup.facing).tool("result")
        place = self._canvas.to_canvas(*at) or (0.0, 0.0)
        stack.handle(Down(source="twin", contact=1, at=place))
        stack.handle(Tap(source="twin", contact=1, at=place))
        stack.update(INPUT_GUARD_SECONDS)
        return stack

    def button(self, scene: Scene, key: str) -> Pixel:
        """Where a button lies."""
        group = (
            scene._buttons if isinstance(scene, ResultScene) else getattr(scene, "buttons", None)
        )
        assert isinstance(group, ButtonGroup)
        buttons = group.buttons
        at = next(button.centre for button in buttons if button.key == key)
        return self._canvas.to_pixels(at)

    def drawn(self, scenes: Scene | SceneStack) -> pygame.Surface:
        """The whole picture."""
        surface = pygame.Surface(self._canvas.size)
        frame = Frame(self._canvas)
        scenes.draw(frame)
        Screen(surface).show(frame)
        return surface

    def fitted(self, scene: S) -> S:
        """A page, laid out for the window."""
        scene.fit(self._canvas)
        return scene
