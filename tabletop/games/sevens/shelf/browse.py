"""The booklet on the screen: groups of figures, page by page, and each of them large."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, inf
from typing import Final, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.naming import Spend
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.phases.part import NOTHING
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.screen.plan import pivot, seen_from, turned_box
from tabletop.games.sevens.shelf.browse_plan import (
    EDGE,
    GAP,
    HEAD,
    MARGIN,
    BrowsePlan,
    draw_card,
    draw_dots,
    picture_room,
    plan_browsing,
)
from tabletop.games.sevens.shelf.own_figures import own_figures
from tabletop.games.sevens.surface.figure_art import figure_picture, fitting_unit
from tabletop.input.actions import Action, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Plate
from tabletop.ui.table import Table
from tabletop.ui.theme import CARD_SIZE, CORAL_WORDS, CREAM, DIM, TEXT, now
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import PushButton, Style
from tabletop.ui.wood import ground

PATIENCE: Final = 20.0
"""Seconds without a hand after which the booklet of an arranging player closes by itself."""
COUNTED: Final = 5
"""Of these, the last seconds that are counted aloud."""
AT_ONCE: Final = 2
"""Figures that are drawn in one step, so that a page is never long in coming."""
KEPT: Final = 48
"""Pictures that are kept for pages that are opened again."""
FIGURE: Final = "figure:"
GROUP: Final = "group:"

Wanted: TypeAlias = tuple[Picture, float, bool]
"""A figure's picture that is to be seen: with pixels for a unit, and whether with its seams."""


class BrowseScene(Page):
    """The booklet. To pick from it: pops with a figure, or with None.

    To look at: the seams of a figure are shown on wish only, and the page stays until it is left.
    """

    def __init__(
        self,
        table: Table,
        *,
        pick: bool = False,
        turns: int = 0,
        hint: Text = NOTHING,
        hint_turns: int | None = None,
        spend: Spend | None = None,
    ) -> None:
        """`hint` stands beside the title; `turns`: quarter turns to the seat that picks.

        `hint_turns`: quarter turns to the seat that the hint is for, if it is another.
        """
        super().__init__()
        self.head = 0.0 if turns else MARGIN + HEAD + GAP / 2
        self._spend = spend
        self._left: float | None = inf
        self.pick, self.turns, self.hint = pick, turns, hint
        self.hint_turns = turns if hint_turns is None else hint_turns
        self.hint_language = ""
        """In which language the seat that the hint is for reads it; empty: as the page."""
        self.groups = _grouped((*figures.booklet(), *own_figures(table)))
        self.group = next(iter(self.groups), "")
        self.page = 0
        self.large: Figure | None = None
        """The figure that is shown large."""
        self.seams = pick
        self._rested = 0.0
        self._plan = self._planned()
        self._pictures: dict[Wanted, pygame.Surface] = {}
        self._missing: list[Wanted] = []
        self._painted_in = now()

    def _planned(self) -> BrowsePlan:
        """The plan for whoever picks; with room at an edge where the hint's seat sits round it."""
        canvas = seen_from(self.canvas, self.turns)
        return plan_browsing(canvas, len(self.groups), (self.hint_turns - self.turns) % 4)

    # -- what is shown ------------------------------------------------------------------------

    @property
    def pages(self) -> int:
        """How many pages the group has."""
        return max(1, ceil(len(self.groups.get(self.group, ())) / len(self._plan.cells)))

    @property
    def shown(self) -> Sequence[Figure]:
        """The figures of this page."""
        count = len(self._plan.cells)
        return self.groups.get(self.group, ())[self.page * count : (self.page + 1) * count]

    def lay_out(self) -> None:
        if self._painted_in is not now():
            self._pictures.clear()
            self._painted_in = now()
        self._plan = plan = self._planned()
        self.page = min(self.page, self.pages - 1)
        title = (
            say("sevens.browse", "The booklet") if self.large is None else called(self.large.name)
        )
        labels = [Label(title, plan.title, CARD_SIZE, TEXT, bold=True, most=2)]
        said = self._said
        if said and not (said is self.hint and self.hint_turns != self.turns):
            labels.append(
                Label(said, plan.said, 38, CORAL_WORDS if self.pick else DIM, align="right")
            )
        self.plates = ()
        laid = [PushButton("back", plan.back, icon="back")]
        if self.large is None:
            laid += self._tabs() + self._turners()
            if self.pages > 1:
                words = say("sevens.browse.page", "{page} of {pages}", page=self.page + 1,
                            pages=self.pages)  # fmt: skip
                labels.append(Label(words, plan.number, 38, DIM, align="centre"))
            laid += [
                PushButton(f"{FIGURE}{n}", cell, called(figure.name))
                for n, (figure, cell) in enumerate(zip(self.shown, plan.cells, strict=False))
            ]
        else:
            laid += self._large_buttons()
        self.labels = tuple(labels)
        turned = {"turns": self.turns, "about": pivot(self.canvas, self.turns)}
        self.buttons.replace([replace(button, **turned) for button in laid])  # type: ignore[arg-type]
        self._missing = [want for want in self._wanted() if want not in self._pictures]

    @property
    def _said(self) -> Text:
        left = ceil(PATIENCE - self._rested - 1e-9)
        if self.pick and left <= COUNTED:
            return say("sevens.browse.closes", "Closes in {left}", left=left)
        return self.hint

    def _tabs(self) -> list[PushButton]:
        buttons = []
        for number, (name, box) in enumerate(zip(self.groups, self._plan.tabs, strict=True)):
            style: Style = "chosen" if name == self.group else "plain"
            buttons.append(PushButton(f"{GROUP}{number}", box, called(name), style=style, size=38))
        return buttons

    def _turners(self) -> list[PushButton]:
        if self.pages == 1:
            return []
        plan = self._plan
        return [
            PushButton("earlier", plan.earlier, icon="earlier", enabled=self.page > 0),
            PushButton("later", plan.later, icon="later", enabled=self.page < self.pages - 1),
        ]

    def _large_buttons(self) -> list[PushButton]:
        seams, take = self._plan.deeds
        if not self.pick:
            seams = Box.around(((seams.x + take.right) / 2, seams.centre[1]), seams.w, seams.h)
        words = say("sevens.seams.hide", "Hide the seams")
        if not self.seams:
            words = say("sevens.seams.show", "Show the seams")
        laid = [PushButton("seams", seams, words, "puzzle")]
        if self.pick:
            laid.append(PushButton("take", take, say("sevens.take", "Take it"), "check", "main"))
        return laid

    # -- what hands do ------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        self._rested = 0.0
        if self.large is None and isinstance(action, Press) and not self.ignores(action):
            turned = {Key.EARLIER: -1, Key.LATER: 1}.get(action.button)
            if turned is not None:
                self._turn(turned)
                return None
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "back":
                return self.back()
            case "earlier" | "later":
                self._turn(1 if key == "later" else -1)
            case "seams":
                self.seams = not self.seams
            case "take":
                return Pop(self.large)
            case _ if key.startswith(GROUP):
                self.group, self.page = tuple(self.groups)[int(key.removeprefix(GROUP))], 0
            case _:
                self.large = self.shown[int(key.removeprefix(FIGURE))]
                self.seams = self.pick
                self.hush()
        self.lay_out()
        return None

    def back(self) -> Change:
        if self.large is None:
            return Pop(None)
        self.large = None
        self.lay_out()
        self.hush()
        return None

    def _turn(self, by: int) -> None:
        self.page = min(max(0, self.page + by), self.pages - 1)
        self.lay_out()

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self.pick:
            before = self._said
            self._rested += dt
            self._left = self._spend(dt) if self._spend is not None else inf
            if self._left is None or self._rested >= PATIENCE - 1e-9:
                return Pop(None)
            if self._said != before:
                self.lay_out()
        if self._missing:
            self._draw_missing()
        return None

    def _draw_missing(self) -> None:
        """Makes some of the pictures that are not there yet; old ones that are not seen go."""
        for wanted in self._missing[:AT_ONCE]:
            self._pictures[wanted] = _drawn(wanted)
        self._missing = self._missing[AT_ONCE:]
        seen = set(self._wanted())
        unseen = [each for each in self._pictures if each not in seen]
        for each in unseen[: max(0, len(self._pictures) - KEPT)]:
            del self._pictures[each]

    def wakes_in(self) -> float:
        if self._missing:
            return 0.0
        if not self.pick:
            return inf
        left = PATIENCE - self._rested
        until_said = left - min(COUNTED, max(0, ceil(left - 1e-9) - 1))
        return min(until_said, self._left or 0.0)

    # -- what is seen -------------------------------------------------------------------------

    def _wanted(self) -> list[Wanted]:
        """The pictures of this page."""
        if self.large is not None:
            return [self._want(self.large, self._plan.large, self.seams)]
        cells = zip(self.shown, self._plan.cells, strict=False)
        return [self._want(figure, picture_room(cell), self.pick) for figure, cell in cells]

    def _want(self, figure: Figure, room: Box, seams: bool) -> Wanted:
        unit = fitting_unit(figure.picture, room.w, room.h) * self.canvas.scale
        return figure.picture, unit, seams

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        turned = frame.turned(self.turns, pivot(self.canvas, self.turns))
        with frame.headed(self._lowered), turned:
            if self.large is not None:
                self._draw_large(frame, self.large)
            self.draw_content(frame)
        if self.hint and self.hint_turns != self.turns and self._said is self.hint:
            self._draw_hint(frame)

    def _draw_hint(self, frame: Frame) -> None:
        """Draws the hint at the edge of the seat that it is for, turned to it."""
        canvas, turns = self.canvas, self.hint_turns
        if (turns - self.turns) % 2:
            seen = seen_from(canvas, turns)
            room = Box(MARGIN, seen.height - EDGE, seen.width - 2 * MARGIN, EDGE - 12)
        else:
            box = self._plan.said
            mine, its = pivot(canvas, self.turns), pivot(canvas, turns)
            real = turned_box(box, self.turns, mine)
            room = turned_box(real, -turns, its)
        with frame.turned(turns, pivot(canvas, turns)), speaking(self.hint_language):
            Label(self.hint, room, 38, CORAL_WORDS).draw(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if button.key.startswith(FIGURE):
            number = int(button.key.removeprefix(FIGURE))
            picture = self._pictures.get(self._wanted()[number])
            focused = button.key == self.buttons.focus
            pressed = self.is_held(button)
            draw_card(frame, button.box, self.shown[number], picture, pressed, focused)
        else:
            super().draw_one(frame, button)

    def _draw_large(self, frame: Frame, figure: Figure) -> None:
        box = self._plan.large
        Plate(box.inset(-20), CREAM, 40).draw(frame)
        picture = self._pictures.get(self._wanted()[0])
        if picture is not None:
            frame.put(picture, box.centre)
        draw_dots(frame, (box.right - 80, box.y + 20), figure.difficulty)


def _grouped(booklet: Iterable[Figure]) -> Mapping[str, Sequence[Figure]]:
    groups: dict[str, list[Figure]] = {}
    for figure in booklet:
        groups.setdefault(figure.group, []).append(figure)
    return groups


def _drawn(wanted: Wanted) -> pygame.Surface:
    picture, unit, seams = wanted
    return figure_picture(picture, unit, seams=seams)
