"""The exact rules of a game in columns, page by page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tabletop.engine import Game, Rule, Text, say
from tabletop.games import rule_cards_of
from tabletop.input.actions import Action, Nudge, Press
from tabletop.input.actions import Button as Key
from tabletop.scenes.catalogue import board_picture
from tabletop.scenes.destinations import OpenLesson
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Swap
from tabletop.ui.layout import Boxes, column, item, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import LINE_SPACING
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    NAME_SIZE,
    PANEL_LINE,
    SMALL_SIZE,
    SOFT,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate

BADGE_SIZE: Final = 52.0
"""The diameter of a rule's number, for text of the usual size like all lengths here."""
BADGE_GAP: Final = 20.0
RULE_TITLE_SIZE: Final = 42.0
RULE_TEXT_SIZE: Final = BODY_SIZE - 3
RULE_GAP: Final = 30.0
"""The gap between two rules."""
RULE_TITLE_HEIGHT: Final = 68.0
"""From the top of a rule's title to its first line."""
GAP_BELOW_TITLE: Final = RULE_TITLE_HEIGHT - BADGE_SIZE


def badge_size(context: UiContext) -> float:
    return context.scaled_length(BADGE_SIZE, RULE_TITLE_SIZE)


def text_indent(context: UiContext) -> float:
    """From the left edge of a column to its text; none for large text, which needs the room."""
    large = context.scaled_size(RULE_TEXT_SIZE) >= 1.3 * RULE_TEXT_SIZE
    return 0.0 if large else badge_size(context) + BADGE_GAP


@dataclass(frozen=True, slots=True)
class ColumnItem:
    """Text in a column, `y` from its top: a rule's title with its number, or lines of the rule."""

    y: float
    height: float
    text: str
    number: str = ""
    title: bool = False

    def label(self, context: UiContext, column: Box) -> Label:
        indent = badge_size(context) + BADGE_GAP if self.title else text_indent(context)
        x, y, w, _ = column.moved(indent, self.y)
        if self.title:
            below = context.scaled_length(GAP_BELOW_TITLE, RULE_TITLE_SIZE)
            box = Box(x, y, w - indent, self.height - below)
            return Label(self.text, box, RULE_TITLE_SIZE, TEXT, bold=True, stands="middle")
        box = Box(x, y, w - indent, self.height)
        return Label(self.text, box, RULE_TEXT_SIZE, SOFT, stands="top")


@dataclass(slots=True)
class RulesColumn:
    """One column while it fills from the top."""

    height: float
    used: float = 0.0
    items: list[ColumnItem] = field(default_factory=list)

    @property
    def left(self) -> float:
        """The height that is left."""
        return self.height - self.used

    def put(self, height: float, text: str, number: str = "", *, title: bool = False) -> None:
        self.items.append(ColumnItem(self.used, height, text, number, title))
        self.used += height


def flow_rules(
    canvas: Canvas, rules: Sequence[Rule], width: float, height: float, kept: float
) -> list[RulesColumn]:
    """The rules in columns of that size, each whole where it can be.

    `kept` is the height that stays free at the top of the first column.
    """
    context = canvas.context
    columns = [RulesColumn(height, kept)]
    size = canvas.px(context.scaled_size(RULE_TEXT_SIZE))
    step = size * LINE_SPACING / canvas.scale
    pixels = int((width - text_indent(context)) * canvas.scale)
    for rule in rules:
        lines = list(typesetting.wrap_text(rule.body, size, pixels, context=context))
        head = _rule_title_height(canvas, rule.title, width)
        column = columns[-1]
        fits = column.left >= head + _body_height(len(lines), step)
        if not fits and column.used > 0:
            column = RulesColumn(height)
            columns.append(column)
        column.put(head, rule.title, rule.number, title=True)
        for part in _split_lines(lines, column.left, height, step):
            if _body_height(len(part), step) > column.left:
                column = RulesColumn(height)
                columns.append(column)
            column.put(_body_height(len(part), step), "\n".join(part))
        column.used += RULE_GAP
    return columns


def _rule_title_height(canvas: Canvas, title: str, width: float) -> float:
    """From the top of a rule's title to its first line; a large title may have two lines."""
    context = canvas.context
    size = context.scaled_size(RULE_TITLE_SIZE)
    box = Box(0, 0, width - badge_size(context) - BADGE_GAP, 2.3 * size)
    most = 1 if size < 1.3 * RULE_TITLE_SIZE else 2
    high = Label(title, box, RULE_TITLE_SIZE, TEXT, bold=True, most=most).text_height(canvas)
    return max(
        context.scaled_length(RULE_TITLE_HEIGHT, RULE_TITLE_SIZE),
        high + context.scaled_length(GAP_BELOW_TITLE, RULE_TITLE_SIZE),
    )


def _body_height(lines: int, step: float) -> float:
    return (lines + 0.1) * step


def _split_lines(lines: list[str], left: float, height: float, step: float) -> Iterator[list[str]]:
    """The lines, cut where a column ends; the last one does not stand alone in the next."""
    while lines:
        count = max(1, int(left / step - 0.1))
        if count > 2 and len(lines) == count + 1:
            count -= 1
        yield lines[:count]
        lines, left = lines[count:], height


PAGE_MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 108.0
FOOT_HEIGHT: Final = 104.0
COLUMN_GAP: Final = 72.0
LEARN_BUTTON_WIDTH: Final = 420.0
PAGE_BUTTON_WIDTH: Final = 300.0
MAX_COLUMN_WIDTH: Final = 860.0
"""Wider columns are hard to read; it grows with the text."""


class ExactRulesScene(PageScene):
    """The numbered rules of a game in columns, page by page.

    How moves are written is left out: `tabletop rules GAME` has it.
    """

    idle_timeout = 180.0

    def __init__(self, table: AppContext, game: Game, *, playing: bool = False) -> None:
        """`playing`: the page lies over a match."""
        super().__init__()
        self.table = table
        self.game = game
        self.playing = playing
        self.page = 0
        self.columns: list[RulesColumn] = []
        self.across = 1
        """The number of columns on a page."""
        self.boxes = self._frame()
        self.picture = self.boxes["body"]
        """The square of the board on the first page."""

    @property
    def alone(self) -> bool:
        """Whether no page with cards leads here, which has the button to the lesson."""
        return not rule_cards_of(self.game)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.game.rules if rule.number != self.game.notation_rule)

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.columns) // self.across))

    def lay_out(self) -> None:
        self.boxes = self._frame()
        body = self.boxes["body"]
        self.head = body.y - 14
        widest = self.canvas.context.scaled_length(MAX_COLUMN_WIDTH, BODY_SIZE)
        self.across = max(1, min(3, round((body.w + COLUMN_GAP) / (widest + COLUMN_GAP))))
        width = (body.w - COLUMN_GAP * (self.across - 1)) / self.across
        # The board has the first column to itself, where there are several.
        alone = self.across > 1
        side = round(min(width, body.h * (0.86 if alone else 0.42), 620))
        board = body._replace(w=width, h=body.h if alone else side)
        self.picture = Box.around(board.centre, side, side)
        kept = body.h if alone else side + 36
        self.columns = flow_rules(self.canvas, self.rules, width, body.h, kept)
        if not alone and not self.columns[0].items:  # no rule fits below it
            side = round(min(width, body.h * 0.86))
            self.picture = Box.around((board.centre[0], body.centre[1]), side, side)
        self.page = min(self.page, self.pages - 1)
        self._show()

    def _frame(self) -> Boxes:
        """The head, the body, and a foot with the buttons that turn the pages."""
        canvas, context = self.canvas, self.canvas.context
        # Large text gets more height, as far as the window has it.
        head = min(
            context.scaled_length(HEAD_HEIGHT, BODY_SIZE), max(HEAD_HEIGHT, 0.15 * canvas.height)
        )
        foot = min(
            context.scaled_length(FOOT_HEIGHT, NAME_SIZE), max(FOOT_HEIGHT, 0.12 * canvas.height)
        )
        width = min(canvas.width - 2 * PAGE_MARGIN, 3 * MAX_COLUMN_WIDTH + 2 * COLUMN_GAP)
        learn = min(context.scaled_length(LEARN_BUTTON_WIDTH, BODY_SIZE), 0.3 * canvas.width)
        turn = min(context.scaled_length(PAGE_BUTTON_WIDTH, NAME_SIZE), 0.36 * width)
        words = column(
            item("title", head * 0.6, offset=(0, -2)), head * 0.01, item("below", head * 0.39)
        )
        page = column(
            40,
            row(
                item("leave", 96, cross_size=92),
                32,
                words,
                32,
                item("learn", learn, cross_size=max(92.0, 0.8 * head)) if self.alone else None,
                size=head,
            ),
            28,
            "body",
            28,
            row(item("earlier", turn), 20, "page", 20, item("later", turn), size=foot),
            44,
            size=width,
        )
        return row(page, justify="centre").place(canvas.box)

    def _show(self) -> None:
        """Shows the present page."""
        context, boxes, designer = self.canvas.context, self.boxes, self.game.designer
        if not isinstance(designer, Text):
            designer = say("rules.by", "By {designer}", designer=designer)
        labels = [
            Label(self.game.title, boxes["title"], CARD_SIZE, bold=True, most=1),
            Label(designer, boxes["below"], BODY_SIZE - 6, DIM, most=1, spare=True),
        ]
        learn = say("rules.learn", "Learn by playing")
        buttons = [PushButton("leave", boxes["leave"], icon="back")]
        if self.alone:
            buttons.append(PushButton("learn", boxes["learn"], learn, "finger", "other"))
        if self.pages > 1:
            here = self.page + 1
            which = say("rules.page", "{page} of {pages}", page=here, pages=self.pages)
            labels.append(Label(which, boxes["page"], BODY_SIZE, DIM, align="centre", most=1))
            first, last = self.page == 0, here == self.pages
            earlier = PushButton("earlier", boxes["earlier"], say("rules.earlier", "Back"))
            later = PushButton("later", boxes["later"], say("rules.later", "Next"))
            buttons += [
                replace(earlier, size=NAME_SIZE, enabled=not first),
                replace(later, size=NAME_SIZE, enabled=not last, style="plain" if last else "main"),
            ]
        badges = []
        side = badge_size(context)
        shown = self.columns[self.page * self.across :]
        places = row(*["column"] * self.across, gap=COLUMN_GAP).place(boxes["body"]).all("column")
        for rules, place in zip(shown, places, strict=False):
            for text in rules.items:
                labels.append(text.label(context, place))
                if text.number:
                    badge = Box(place.x, place.y + text.y, side, side)
                    badges.append(Plate(badge, PANEL_LINE, side / 2))
                    number = Label(text.number, badge.inset(6), SMALL_SIZE, TEXT, True, "centre")
                    labels.append(number)
        self.plates, self.labels = tuple(badges), tuple(labels)
        self.buttons.replace(buttons)

    def handle(self, action: Action, /) -> Change:
        match action:
            case Nudge(dx=dx, dy=0) if dx:
                return self.turn_to(self.page + dx)
            case Press(button=Key.LATER):
                return self.turn_to(self.page + 1)
            case Press(button=Key.EARLIER):
                return self.turn_to(self.page - 1)
            case Press(button=Key.FIRST):
                return self.turn_to(0)
            case Press(button=Key.LAST):
                return self.turn_to(self.pages - 1)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier":
                return self.turn_to(self.page - 1)
            case "later":
                return self.turn_to(self.page + 1)
            case "learn":
                return Swap(OpenLesson(self.game, self.playing))
        return self.back()

    def turn_to(self, page: int) -> Change:
        self.page = min(max(page, 0), self.pages - 1)
        self._show()
        return None

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self.page == 0:
            picture = board_picture(self.game, self.canvas.px(self.picture.w))
            if picture is not None:
                frame.put(picture, self.picture.centre)
