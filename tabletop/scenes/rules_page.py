"""The rules of a game, to be read at the table."""

from typing import Final

from tabletop.engine import Game, Text, say
from tabletop.input.actions import Action, Nudge, Press
from tabletop.input.actions import Button as Key
from tabletop.scenes.emblem import board_picture
from tabletop.scenes.lessons import lesson_for
from tabletop.scenes.rules_columns import Column, badge, flow
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Swap
from tabletop.ui.sheet import Plate, Sheet
from tabletop.ui.table import Table
from tabletop.ui.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    NAME_SIZE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets import PushButton

MARGIN: Final = 56.0
HEAD: Final = 108.0
FOOT: Final = 104.0
BETWEEN: Final = 72.0
"""From column to column."""
LEARN: Final = 240.0
"""The width of the button that leads to the lesson."""
WAY: Final = 300.0
"""The width of the buttons that turn the pages."""
WIDEST: Final = 860.0
"""A column wider than this is hard to read; wider for larger words."""


class RulesScene(Sheet):
    """The numbered rules of a game in columns, page by page."""

    patience = 180.0

    def __init__(self, table: Table, game: Game, *, playing: bool = False) -> None:
        """`playing`: it lies over a match, to which one goes back."""
        super().__init__()
        self.table = table
        self.game = game
        self.playing = playing
        self.page = 0
        self.columns: list[Column] = []
        self.across = 1
        """Columns on a page."""
        self.picture = Box(0, 0, 0, 0)
        """Where the board is shown on the first page."""

    @property
    def pages(self) -> int:
        """How many there are in this window."""
        return max(1, -(-len(self.columns) // self.across))

    def lay_out(self) -> None:
        body = self._body()
        self.head = body.y - 14
        widest = grown(WIDEST, BODY_SIZE)
        self.across = max(1, min(3, round((body.w + BETWEEN) / (widest + BETWEEN))))
        width = (body.w - BETWEEN * (self.across - 1)) / self.across
        # The board has the first column to itself, where there are several.
        alone = self.across > 1
        side = round(min(width, body.h * (0.86 if alone else 0.42), 620))
        column = Box(body.x, body.y, width, body.h if alone else side)
        self.picture = Box.around(column.centre, side, side)
        kept = body.h if alone else side + 36
        self.columns = flow(self.canvas, self.game.rules, width, body.h, kept)
        if not alone and not self.columns[0].items:  # no rule fits below it
            side = round(min(width, body.h * 0.86))
            self.picture = Box.around((column.centre[0], body.centre[1]), side, side)
        self.page = min(self.page, self.pages - 1)
        self._show()

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, 3 * WIDEST + 2 * BETWEEN)
        top = 40 + self._head_height + 28
        height = canvas.height - top - self._foot_height - 72
        return Box((canvas.width - width) / 2, top, width, height)

    @property
    def _head_height(self) -> float:
        """Larger words have a higher head, as far as the window can spare that."""
        return min(grown(HEAD, BODY_SIZE), max(HEAD, 0.15 * self.canvas.height))

    @property
    def _foot_height(self) -> float:
        return min(grown(FOOT, NAME_SIZE), max(FOOT, 0.12 * self.canvas.height))

    def _show(self) -> None:
        """Sets what the present page shows."""
        body = self._body()
        width = (body.w - BETWEEN * (self.across - 1)) / self.across
        labels, badges = self._heading(body), []
        here = self.columns[self.page * self.across : (self.page + 1) * self.across]
        for number, column in enumerate(here):
            x = body.x + number * (width + BETWEEN)
            for item in column.items:
                labels.append(item.label(x, body.y, width))
                if item.number:
                    side = badge()
                    round_ = Box(x, body.y + item.y, side, side)
                    badges.append(Plate(round_, PANEL_LINE, side / 2))
                    labels.append(
                        Label(item.number, round_.inset(6), SMALL_SIZE, TEXT, True, "centre")
                    )
        self.plates = tuple(badges)
        self.labels = tuple(labels)
        self.buttons.replace(self._buttons(body))

    def _heading(self, body: Box) -> list[Label]:
        x = body.x + 96 + 32
        room = body.right - x - self._learn - 32
        head = self._head_height
        title = Box(x, 38, room, head * 0.6)
        below = Box(x, 40 + head * 0.61, room, head * 0.39)
        labels = [
            Label(self.game.title, title, CARD_SIZE, bold=True, most=1),
            Label(self._by(), below, BODY_SIZE - 6, DIM, most=1, spare=True),
        ]
        if self.pages > 1:
            words = say(
                "rules.page", "Page {page} of {pages}", page=self.page + 1, pages=self.pages
            )
            way = self._way(body) + 20
            foot = Box(body.x + way, self._foot(), body.w - 2 * way, self._foot_height)
            labels.append(Label(words, foot, BODY_SIZE, DIM, align="centre", most=1))
        return labels

    def _by(self) -> Text:
        designer = self.game.designer
        if isinstance(designer, Text):
            return designer
        return say("rules.by", "By {designer}", designer=designer)

    def _foot(self) -> float:
        return self.canvas.height - self._foot_height - 44

    @property
    def _learn(self) -> float:
        return min(grown(LEARN, BODY_SIZE), 0.24 * self.canvas.width)

    def _way(self, body: Box) -> float:
        """The width of the buttons that turn the pages."""
        return min(grown(WAY, NAME_SIZE), 0.36 * body.w)

    def _buttons(self, body: Box) -> list[PushButton]:
        learn = Box(body.right - self._learn, 40, self._learn, max(92.0, 0.8 * self._head_height))
        buttons = [
            PushButton("leave", Box(body.x, 40, 96, 92), icon="back"),
            PushButton("learn", learn, say("rules.learn", "Learn"), "finger", "other"),
        ]
        if self.pages > 1:
            first, last = self.page == 0, self.page == self.pages - 1
            y, w, high = self._foot(), self._way(body), self._foot_height
            buttons += [
                PushButton(
                    "earlier",
                    Box(body.x, y, w, high),
                    say("rules.earlier", "Back"),
                    size=NAME_SIZE,
                    enabled=not first,
                ),
                PushButton(
                    "later",
                    Box(body.right - w, y, w, high),
                    say("rules.later", "Next"),
                    style="plain" if last else "main",
                    size=NAME_SIZE,
                    enabled=not last,
                ),
            ]
        return buttons

    def handle(self, action: Action, /) -> Change:
        match action:
            case Nudge(dx=dx, dy=0) if dx:
                return self._turn(self.page + dx)
            case Press(button=Key.LATER):
                return self._turn(self.page + 1)
            case Press(button=Key.EARLIER):
                return self._turn(self.page - 1)
            case Press(button=Key.FIRST):
                return self._turn(0)
            case Press(button=Key.LAST):
                return self._turn(self.pages - 1)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier":
                return self._turn(self.page - 1)
            case "later":
                return self._turn(self.page + 1)
            case "learn":
                return Swap(lesson_for(self.table, self.game, playing=self.playing))
        return self.back()

    def _turn(self, page: int) -> Change:
        self.page = min(max(page, 0), self.pages - 1)
        self._show()
        return None

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self.page == 0:
            picture = board_picture(self.game, self.canvas.px(self.picture.w))
            if picture is not None:
                frame.put(picture, self.picture.centre)
