"""What a live game's folder offers the rest of the table, in its module `live`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeAlias

from tabletop.engine import Record, Text
from tabletop.engine.game import OptionValue
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Scene
from tabletop.ui.widgets.lesson_page import LessonPage

PageFactory: TypeAlias = Callable[[], Scene]
"""Makes a page anew, each time that somebody wants to see it."""


class LiveGame(Protocol):
    """A game that brings its own scenes, because its moves cannot be listed."""

    def opening(
        self,
        table: AppContext,
        rules: PageFactory,
        sound: PageFactory | None = None,
        match_rules: PageFactory | None = None,
    ) -> Scene:
        """The page that the menu opens.

        `rules` makes the page of the rules, `sound` the one of the volumes; a game cannot name
        them, for they lie above it. `match_rules` makes the rules that lie over a match, to
        which one goes back from them.
        """

    def begin(
        self,
        table: AppContext,
        options: Mapping[str, OptionValue],
        rules: PageFactory,
        sound: PageFactory | None = None,
    ) -> Scene:
        """A fresh match, without any page before it; ValueError for wrong options."""

    def take_up(
        self,
        table: AppContext,
        record: Record,
        match_id: str,
        rules: PageFactory,
        sound: PageFactory | None = None,
    ) -> Scene:
        """A kept match, where it was left; BadNotation says why it cannot go on."""

    def how_far(self, record: Record) -> Text:
        """How far a kept match has come, as ``round 2``; BadNotation as in `take_up`."""

    def shown(self, table: AppContext) -> Scene:
        """The game playing itself, for people who pass by: untouchable, silent and not kept.

        The scene has two attributes more: `remark`, the rule that is at work now (a `Remark` or
        None), and `done`, whether it has come to its end.
        """

    def lesson(self, table: AppContext) -> LessonPage:
        """The lesson of the game, at its first step."""

    def moments(self, table: AppContext, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
        """What there is to be seen, moment by moment: a name, and the scene until the next one."""
