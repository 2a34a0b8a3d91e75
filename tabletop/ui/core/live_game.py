"""What the module `live` of a game's folder offers: a game that brings its own scenes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tabletop.engine import Game, Record, Text
from tabletop.engine.game import OptionValue
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Destination, Scene
from tabletop.ui.widgets.lesson_page import LessonPage

PageFactory: TypeAlias = Callable[[], Scene | Destination]
"""Gives a page, each time that somebody wants to see it."""


@dataclass(frozen=True, slots=True)
class OpenRules(Destination):
    """The rules of a game. Result: as of its lesson, which the page can be left for."""

    game: Game
    playing: bool = False
    """Whether they lie over a match, to which people go back."""


@dataclass(frozen=True, slots=True)
class OpenSound(Destination):
    """The volumes."""


class LiveGame(Protocol):
    """A game that brings its own scenes, because its moves cannot be listed."""

    def opening(self, table: AppContext) -> Scene:
        """The page that the menu opens."""

    def begin(self, table: AppContext, options: Mapping[str, OptionValue]) -> Scene:
        """A fresh match, without any page before it; ValueError for wrong options."""

    def take_up(self, table: AppContext, record: Record, match_id: str) -> Scene:
        """A kept match, where it was left; BadNotation says why it cannot go on."""

    def how_far(self, record: Record) -> Text:
        """How far a kept match has come, as ``round 2``; BadNotation as in `take_up`."""

    def shown(self, table: AppContext) -> Scene:
        """The game playing itself in attract mode: untouchable, silent and not kept.

        The scene has two attributes more: `remark`, the rule that is at work now (a `RuleNote` or
        None), and `done`, whether it has come to its end.
        """

    def lesson(self, table: AppContext) -> LessonPage:
        """The lesson of the game, at its first step."""

    def moments(self, table: AppContext, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
        """All states of the game's scenes for the album: a name, and the scene."""
