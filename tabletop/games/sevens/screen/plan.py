"""Where everything of a match lies: the board, two bars, the clock, the score table, the buttons.

All as the acting seat sees it from the lower edge. For the seat opposite the whole plan is turned
by half, so that every word faces whoever is asked to act.
"""

from dataclasses import dataclass
from typing import Final

from tabletop.ui.canvas import Box, Canvas

MARGIN: Final = 32.0
GAP: Final = 24.0
BAR: Final = 96.0
"""The height of a seat's bar."""
MENU: Final = 92.0
ACTIONS: Final = 156.0
"""The height of the buttons for the acting seat."""
COLUMN: Final = (380.0, 540.0)
"""The least and the greatest width of the column beside the board."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Boxes in canvas units, as seen by the acting seat."""

    canvas: Canvas
    board: Box
    near: Box
    """The acting seat's bar."""
    far: Box
    """The other seat's bar; its words are turned where the two sit face to face."""
    head: Box
    """What round it is."""
    menu: Box
    clock: Box
    sheet: Box
    """The score table."""
    actions: Box
    """The buttons of the acting seat."""

    @property
    def portrait(self) -> bool:
        return self.canvas.height > 1.12 * self.canvas.width

    @property
    def stage(self) -> Box:
        """Board and column together: for what needs the whole table, the scoring for one."""
        if self.portrait:
            return Box(self.board.x, self.head.bottom + GAP, self.board.w, self._stage_height)
        right = self.canvas.width - MARGIN
        return Box(self.board.x, self.board.y, right - self.board.x, self._stage_height)

    @property
    def _stage_height(self) -> float:
        top = self.head.bottom + GAP if self.portrait else self.board.y
        return self.near.y - GAP - top


def plan_for(canvas: Canvas) -> Plan:
    """The plan for a window."""
    return _tall(canvas) if canvas.height > 1.12 * canvas.width else _broad(canvas)


def _broad(canvas: Canvas) -> Plan:
    width, height = canvas.width, canvas.height
    column = min(COLUMN[1], max(COLUMN[0], width * 0.275))
    right = Box(width - MARGIN - column, MARGIN, column, height - 2 * MARGIN)
    across = right.x - GAP - MARGIN
    far = Box(MARGIN, MARGIN - 4, across, BAR)
    near = Box(MARGIN, height - MARGIN - BAR + 4, across, BAR)
    board = Box(MARGIN, far.bottom + GAP, across, near.y - far.bottom - 2 * GAP)
    menu = Box(right.right - MENU, right.y - 4, MENU, MENU)
    head = Box(right.x, right.y - 4, column - MENU - GAP, MENU)
    actions = Box(right.x, right.bottom - ACTIONS + 4, column, ACTIONS)
    sheet_height = 262.0
    sheet = Box(right.x, actions.y - GAP - sheet_height, column, sheet_height)
    clock = Box(right.x, head.bottom + GAP, column, sheet.y - head.bottom - 2 * GAP)
    return Plan(canvas, board, near, far, head, menu, clock, sheet, actions)


def _tall(canvas: Canvas) -> Plan:
    width, height = canvas.width, canvas.height
    across = width - 2 * MARGIN
    far = Box(MARGIN, MARGIN - 4, across, BAR)
    head = Box(MARGIN, far.bottom + GAP, across - MENU - GAP, MENU)
    menu = Box(width - MARGIN - MENU, head.y, MENU, MENU)
    strip = min(300.0, max(230.0, height * 0.15))
    clock = Box(MARGIN, head.bottom + GAP * 0.6, across * 0.36, strip)
    sheet = Box(clock.right + GAP, clock.y, across - clock.w - GAP, strip)
    actions = Box(MARGIN, height - MARGIN - ACTIONS + 4, across, ACTIONS)
    near = Box(MARGIN, actions.y - GAP - BAR, across, BAR)
    board = Box(MARGIN, sheet.bottom + GAP, across, near.y - sheet.bottom - 2 * GAP)
    return Plan(canvas, board, near, far, head, menu, clock, sheet, actions)
