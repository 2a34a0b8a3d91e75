"""The booklet of figures: its page, and the file of figures that this table has added.

The file has one figure a line: its name, percent-encoded, a tab, its difficulty, a tab, and
`str(Picture)`. Lines that cannot be read are reported, skipped, and left in the file.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, inf
from pathlib import Path
from typing import Final, TypeAlias, cast
from urllib.parse import quote, unquote

import pygame

from tabletop.engine import IllegalMove, Text, decimal, say
from tabletop.engine.notation import message_of
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure, figure_label
from tabletop.games.sevens.rules.match import checked_name
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, why_not_arranged
from tabletop.games.sevens.scenes.context import NO_TEXT
from tabletop.games.sevens.scenes.dialogs import NamePage, SpendSeconds, closing_warning
from tabletop.games.sevens.view.board import MIN_WORK_SIZE
from tabletop.games.sevens.view.layout import canvas_seen_from, pivot, rotated_box
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.input.actions import Action, Press
from tabletop.input.actions import Button as Key
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import Boxes, column, grid, item, padded, row, space, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BLACK,
    CARD_SIZE,
    CORAL_WORDS,
    CREAM,
    DIM,
    FOCUS,
    INK,
    TEXT,
    WHITE,
    active_palette,
    mix,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import PageGuard, PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

OWN_FIGURES_FILE: Final = "figures.txt"
OWN_GROUP: Final = say("sevens.group.own", "Made here")
MAX_OWN_FIGURES: Final = 200
DEFAULT_DIFFICULTY: Final = 3
"""The difficulty of a figure without a rating."""


def own_figures(table: AppContext) -> tuple[Figure, ...]:
    """The figures that this table has added; unreadable lines are reported."""
    path = table.data_dir / OWN_FIGURES_FILE
    try:
        text = table.store.file_text(path)
    except UnicodeDecodeError:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ()
    except OSError as problem:
        table.warn_operator(
            say("sevens.own.unread", "This table’s figures: {why}", why=str(problem))
        )
        return ()
    figures, bad = _read(text)
    if bad:
        for line, why in bad:
            table.warn_operator(
                say(
                    "sevens.own.bad",
                    "In this table’s figures, line {line} can’t be read and is skipped: {why}",
                    line=line,
                    why=why,
                )
            )
    return figures


def save_figure(table: AppContext, name: str, picture: Picture) -> Figure:
    """Adds a figure to this table's, or replaces the one of its name.

    IllegalMove: a bad name, too few pieces, too large, or no room. OSError if the file cannot be
    read. All other lines stay as they are.
    """
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None or len(picture) != len(FULL_SET):
        raise IllegalMove(
            why.reason
            if why
            else say("sevens.own.pieces", "A figure in the booklet needs all seven pieces."),
            "2",
        )
    _check_span(picture)
    figure = Figure(checked_name(name), OWN_GROUP, DEFAULT_DIFFICULTY, picture.rounded())
    path = table.data_dir / OWN_FIGURES_FILE
    table.store.keep_file(path, "".join(_with(figure, _lines(table.store, path))))
    return figure


def delete_figure(table: AppContext, name: str) -> None:
    """Removes a figure from this table's; all other lines stay as they are.

    IllegalMove or OSError if the file cannot be read.
    """
    path = table.data_dir / OWN_FIGURES_FILE
    kept = [line for line in _lines(table.store, path) if _name_in(line) != name]
    table.store.keep_file(path, "".join(kept))


def rename_figure(table: AppContext, figure: Figure, name: str) -> Figure:
    """Gives a figure of this table another name; IllegalMove: a bad name, or one that is taken."""
    new = replace(figure, name=checked_name(name))
    path = table.data_dir / OWN_FIGURES_FILE
    lines = _lines(table.store, path)
    if new.name != figure.name and new.name in map(_name_in, lines):
        raise IllegalMove(
            say("sevens.own.exists", "“{name}” is in the booklet already.", name=new.name), "2"
        )
    names = [_name_in(line) for line in lines]
    own = [
        _line(new) if each == figure.name else line for line, each in zip(lines, names, strict=True)
    ]
    table.store.keep_file(path, "".join(own))
    return new


def _line(figure: Figure) -> str:
    return f"{quote(figure.name, safe=' ')}\t{figure.difficulty}\t{figure.picture}\n"


def _check_span(picture: Picture) -> None:
    left, top, right, bottom = picture.span
    if right - left > MIN_WORK_SIZE[0] or bottom - top > MIN_WORK_SIZE[1]:
        raise IllegalMove(
            say(
                "sevens.own.large",
                "This figure is {width} by {height} units. A small board has room for "
                "{across} by {down}.",
                width=decimal(right - left),
                height=decimal(bottom - top),
                across=decimal(MIN_WORK_SIZE[0]),
                down=decimal(MIN_WORK_SIZE[1], 0),
            ),
            "2",
        )


def _lines(store: Store, path: Path) -> list[str]:
    """The lines of the file with their ends; empty without a file."""
    try:
        text = store.file_text(path)
    except FileNotFoundError:
        return []
    except UnicodeDecodeError as problem:
        raise IllegalMove(
            say(
                "sevens.own.bytes",
                "{file} isn’t valid UTF-8. Repair it before you add figures.",
                file=str(path),
            )
        ) from problem
    lines = text.splitlines(keepends=True)
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]


def _with(figure: Figure, lines: list[str]) -> list[str]:
    """The lines with a figure replaced or added."""
    own = _line(figure)
    names = [_name_in(line) for line in lines]
    if figure.name not in names:
        if len(set(names) - {None}) >= MAX_OWN_FIGURES:
            raise IllegalMove(
                say(
                    "sevens.own.full",
                    "There’s no room: this table already has {most} figures.",
                    most=MAX_OWN_FIGURES,
                ),
                "2",
            )
        return [*lines, own]
    place = names.index(figure.name)
    kept = [line for line, name in zip(lines, names, strict=True) if name != figure.name]
    return [*kept[:place], own, *kept[place:]]


def _name_in(line: str) -> str | None:
    """The name of the figure in a line; None if it has none."""
    try:
        return _read_line(line.rstrip()).name
    except ValueError:
        return None


@lru_cache(maxsize=2)
def _read(text: str) -> tuple[tuple[Figure, ...], tuple[tuple[int, str], ...]]:
    """The figures of a file, the last one of each name, and why lines are unreadable."""
    figures: dict[str, Figure] = {}
    bad = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            figure = _read_line(line)
        except ValueError as problem:
            bad.append((number, message_of(problem)))
        else:
            figures[figure.name] = figure
    return tuple(figures.values())[:MAX_OWN_FIGURES], tuple(bad)


def _read_line(line: str) -> Figure:
    """The figure of a line; ValueError (or BadNotation) says what is wrong."""
    parts = line.split("\t")
    if len(parts) != 3:
        raise ValueError(
            say(
                "sevens.own.parts",
                "a figure is a name, a difficulty and a picture, with tabs between",
            )
        )
    name = checked_name(unquote(parts[0]))
    if parts[1] not in map(str, range(1, MAX_DIFFICULTY + 1)):
        raise ValueError(
            say(
                "sevens.own.difficulty",
                "{text} is no difficulty from 1 to {most}",
                text=repr(parts[1][:40]),
                most=MAX_DIFFICULTY,
            )
        )
    picture = Picture.from_text(parts[2])
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None:
        raise ValueError(why.reason)
    return Figure(name, OWN_GROUP, int(parts[1]), picture)


MARGIN: Final = 40.0
SIDE_NOTE_WIDTH: Final = 72.0
"""The room for a hint to a seat at the side."""
HEAD_HEIGHT: Final = 92.0
GAP: Final = 22.0
GROUP_COLUMN_WIDTH: Final = 340.0
"""The width of the column of groups."""
MAX_GROUP_BUTTON_HEIGHT: Final = 96.0
FIGURE_CARD_SIZE: Final = (300.0, 330.0)
"""The approximate size of a card."""
CARD_FOOT_HEIGHT: Final = 84.0
NAME_HEIGHT: Final = 62.0
CARD_TEXT_SIZE: Final = 38.0
"""The text size of cards and groups."""
DOT_RADIUS: Final = 9.0


def booklet_layout(canvas: Canvas, groups: int, other: int = 0) -> Boxes:
    """The boxes for a canvas and a number of groups, as the reader sees it.

    With an `other` seat round the corner, in quarter turns clockwise, there is room for a hint to
    it.
    """
    left, right = MARGIN + SIDE_NOTE_WIDTH * (other == 1), MARGIN + SIDE_NOTE_WIDTH * (other == 3)
    said = min(560.0, (canvas.width - left - right) * 0.42)
    page = column("cards", GAP, row(
        item("earlier", 150), 20, item("number", 260), 20, item("later", 150),
        justify="centre", size=CARD_FOOT_HEIGHT,
    ))  # fmt: skip
    if canvas.portrait:
        rows, high = ceil(groups / 3), MAX_GROUP_BUTTON_HEIGHT - 12
        tabs = grid(["tab"] * groups, columns=3, gap=14, size=rows * (high + 14) - 14)
        figures = column(tabs, GAP, page)
    else:
        tab = item("tab", max_size=MAX_GROUP_BUTTON_HEIGHT)
        wide = canvas.context.scaled_length(GROUP_COLUMN_WIDTH, CARD_TEXT_SIZE)
        figures = row(column(*[tab] * groups, gap=12, size=wide), GAP, page)
    actions = row(
        "seams", "take", gap=GAP, key="actions",
        size=HEAD_HEIGHT + 8, cross_size=1100.0, align="centre",
    )  # fmt: skip
    return column(
        row(item("back", HEAD_HEIGHT + 8), 28, "title", 28, item("said", said), size=HEAD_HEIGHT),
        GAP,
        stack(figures, column(padded("large", 20), GAP, actions, 12)),
        padding=(left, MARGIN, right, MARGIN),
    ).place(canvas.box)


def _cells(box: Box, context: UiContext) -> Sequence[Box]:
    wide, tall = (context.scaled_length(size, CARD_TEXT_SIZE) for size in FIGURE_CARD_SIZE)
    across, down = max(1, round(box.w / wide)), max(1, round(box.h / tall))
    return grid(["cell"] * (across * down), columns=across, gap=GAP).place(box).all("cell")


def card_boxes(cell: Box, context: UiContext) -> Boxes:
    """The parts of a card: picture and name; the dots stand below them."""
    return column(
        padded("picture", (12, 10, 12, 0)),
        padded("name", (14, 0, 14, 0), size=context.scaled_length(NAME_HEIGHT, CARD_TEXT_SIZE)),
        14 + 4 * DOT_RADIUS,
    ).place(cell)


def draw_card(
    frame: Frame,
    box: Box,
    figure: Figure,
    picture: pygame.Surface | None,
    pressed: bool,
    focused: bool,
) -> None:
    canvas = frame.canvas
    width, height, thick = canvas.px(box.w), canvas.px(box.h), canvas.px(9)
    radius = 26 * canvas.scale
    if focused:
        edge = canvas.px(8)
        rim = shapes.rounded(width + 2 * edge, height + 2 * edge, radius + edge, FOCUS)
        frame.put(rim, box.centre)
    face = mix(CREAM, WHITE, 0.6) if pressed else CREAM
    slab = shapes.slab(width, height - thick, radius, face, mix(CREAM, BLACK, 0.45), thick)
    frame.put(slab, box.centre)
    boxes = card_boxes(box, frame.context)
    if picture is not None:
        frame.put(picture, boxes["picture"].centre)
    said = figure_label(figure.name)
    Label(said, boxes["name"], CARD_TEXT_SIZE, INK, True, "centre", most=1).draw(frame)
    draw_dots(frame, (box.centre[0], boxes["name"].bottom + 6), figure.difficulty)


def draw_dots(frame: Frame, at: Point, difficulty: int) -> None:
    """Draws a row of dots, as many of them full as the difficulty."""
    for number in range(MAX_DIFFICULTY):
        x = at[0] + (number - (MAX_DIFFICULTY - 1) / 2) * DOT_RADIUS * 3
        colour = INK if number < difficulty else mix(CREAM, INK, 0.2)
        frame.put(shapes.disc(DOT_RADIUS * frame.canvas.scale, colour), (x, at[1]))


AUTO_CLOSE_SECONDS: Final = 90.0
"""Seconds without a touch after which a booklet closes that others could see."""
COUNTDOWN_SECONDS: Final = 15
"""The last of these seconds are counted down."""
PICTURES_PER_UPDATE: Final = 2
"""Pictures rendered in one update."""
MAX_KEPT_PICTURES: Final = 48
"""The most rendered pictures kept."""
FIGURE_KEY: Final = "figure:"
GROUP_KEY: Final = "group:"

PictureRequest: TypeAlias = tuple[Picture, float, bool]
"""A picture to render: pixels per unit, and whether with seams."""


Bookmark: TypeAlias = tuple[str, int, Figure | None]
"""The group, the page, and the figure that is shown in large."""


class BookletPage(PageScene):
    """The booklet: to pick a figure, or to look at.

    With `pick` it pops with a figure or None. Without, seams are shown on request only.
    """

    def __init__(
        self,
        table: AppContext,
        *,
        pick: bool = False,
        turns: int = 0,
        hint: Text = NO_TEXT,
        hint_turns: int | None = None,
        spend: SpendSeconds | None = None,
        closes: bool = False,
        at_once: bool = False,
        play: Callable[[Figure], Change] | None = None,
    ) -> None:
        """`hint` stands beside the title; `turns`: quarter turns to the seat that picks.

        `hint_turns`: quarter turns to the seat that the hint is for. `spend` lets the time to build
        go by. `closes`: it closes when nobody touches it. `at_once`: the first touch of a figure
        takes it. `play` begins a figure as a puzzle.
        """
        super().__init__()
        self.guard: PageGuard = PageGuard()
        self._at_once = at_once
        self.head = 0.0 if turns else MARGIN + HEAD_HEIGHT + GAP / 2
        self._spend, self._closes = spend, closes
        self._left: float | None = inf
        self.expired = False
        """It has closed because nobody touched it."""
        self.pick, self.turns, self.hint = pick, turns, hint
        self.hint_turns = turns if hint_turns is None else hint_turns
        self.hint_language = ""
        """The hint's language; empty: the page's."""
        self._table, self._play = table, play
        self.groups: dict[str, list[Figure]] = {}
        self._load()
        self.group = next(iter(self.groups), "")
        self.page = 0
        self.large: Figure | None = None
        """The figure shown in large."""
        self.seams = pick
        self._rested = 0.0
        self._lay_plan()
        self._pictures: dict[PictureRequest, pygame.Surface] = {}
        self._missing: list[PictureRequest] = []
        self._painted_in = active_palette()

    def _load(self) -> None:
        """Reads the figures by their groups."""
        self.groups = {}
        for figure in (*figures.booklet(), *own_figures(self._table)):
            self.groups.setdefault(figure.group, []).append(figure)

    def _lay_plan(self) -> None:
        canvas = canvas_seen_from(self.canvas, self.turns)
        self._plan = booklet_layout(canvas, len(self.groups), (self.hint_turns - self.turns) % 4)
        self._cells = _cells(self._plan["cards"], canvas.context)

    # -- what is shown ------------------------------------------------------------------------

    @property
    def pages(self) -> int:
        return max(1, ceil(len(self.groups.get(self.group, ())) / len(self._cells)))

    @property
    def shown(self) -> Sequence[Figure]:
        count = len(self._cells)
        return self.groups.get(self.group, ())[self.page * count : (self.page + 1) * count]

    def lay_out(self) -> None:
        if self._painted_in is not active_palette():
            self._pictures.clear()
            self._painted_in = active_palette()
        self._lay_plan()
        plan = self._plan
        self.plates = ()
        if self._closes_in is not None:
            # Covers what others could see meanwhile.
            plate, label, stay = closing_warning(
                canvas_seen_from(self.canvas, self.turns).box, self._closes_in
            )
            self.plates, self.labels = (plate,), (label,)
            about = pivot(self.canvas, self.turns)
            self.buttons.replace([replace(stay, turns=self.turns, about=about)])
            return
        self.page = min(self.page, self.pages - 1)
        title: str = say("sevens.browse", "The booklet")
        if self.large is not None:
            title = figure_label(self.large.name)
        labels = [Label(title, plan["title"], CARD_SIZE, TEXT, bold=True, most=2)]
        if self.hint and self.hint_turns == self.turns:
            ink = CORAL_WORDS if self.pick else DIM
            labels.append(Label(self.hint, plan["said"], CARD_TEXT_SIZE, ink, align="right"))
        elif not self.hint:
            labels.append(Label(self._dots_said, plan["said"], CARD_TEXT_SIZE, DIM, align="right"))
        laid = [PushButton("back", plan["back"], icon="back")]
        if self.large is not None:
            laid += self._large_buttons()
        else:
            laid += [
                PushButton(
                    f"{GROUP_KEY}{number}",
                    box,
                    figure_label(name),
                    style="chosen" if name == self.group else "plain",
                    size=CARD_TEXT_SIZE,
                )
                for number, (name, box) in enumerate(zip(self.groups, plan.all("tab"), strict=True))
            ]
            if self.pages > 1:
                words = say("sevens.browse.page", "{page} of {pages}", page=self.page + 1,
                            pages=self.pages)  # fmt: skip
                labels.append(Label(words, plan["number"], CARD_TEXT_SIZE, DIM, align="centre"))
                last = self.page == self.pages - 1
                laid += [
                    PushButton("earlier", plan["earlier"], icon="earlier", enabled=self.page > 0),
                    PushButton("later", plan["later"], icon="later", enabled=not last),
                ]
            laid += [
                PushButton(f"{FIGURE_KEY}{n}", cell, figure_label(figure.name))
                for n, (figure, cell) in enumerate(zip(self.shown, self._cells, strict=False))
            ]
        self.labels = tuple(labels)
        about = pivot(self.canvas, self.turns)
        self.buttons.replace([replace(button, turns=self.turns, about=about) for button in laid])
        self._missing = [want for want in self._wanted() if want not in self._pictures]

    @property
    def _dots_said(self) -> Text:
        """What the dots of the figures mean."""
        if self.large is None:
            return say("sevens.browse.dots", "More dots, harder to build")
        level = self.large.difficulty
        return say("sevens.browse.level", "Difficulty: {level} of {most}", level=level,
                   most=MAX_DIFFICULTY)  # fmt: skip

    @property
    def _closes_in(self) -> int | None:
        """The last seconds before it closes; None before them."""
        left = ceil(AUTO_CLOSE_SECONDS - self._rested - 1e-9)
        return left if self._closes and left <= COUNTDOWN_SECONDS else None

    @property
    def bookmark(self) -> Bookmark:
        """What is shown, to be opened there again."""
        return self.group, self.page, self.large

    def open_at(self, bookmark: Bookmark) -> None:
        self.group, self.page, self.large = bookmark

    def _large_buttons(self) -> list[PushButton]:
        words = say("sevens.seams.hide", "Outline only")
        if not self.seams:
            words = say("sevens.seams.show", "Show pieces")
        laid = [("seams", words, "puzzle", "plain")]
        if self.pick:
            laid.append(("take", say("sevens.take", "Use this"), "check", "main"))
        else:
            own = self.large is not None and self.large.group == OWN_GROUP
            if own and not self._at_once and not self._table.locked:
                laid.append(("rename", say("sevens.own.rename", "Rename"), "pencil", "plain"))
                laid.append(("delete", say("sevens.own.delete", "Delete"), "close", "plain"))
            if self._play is not None:
                laid.append(("play", say("sevens.own.play", "Play as puzzle"), "play", "main"))
        box = self._plan["actions"]
        if len(laid) == 1:
            box = Box.around(box.centre, box.w / 2, box.h)
        boxes = row(*[key for key, *_ in laid], gap=GAP).place(box)
        return [
            PushButton(key, boxes[key], label, icon, cast("ButtonStyle", style))
            for key, label, icon, style in laid
        ]

    # -- what hands do ------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        warned, self._rested = self._closes_in is not None, 0.0
        if warned:
            self.lay_out()
            self.guard.restart()
            return None
        if self.large is None and isinstance(action, Press) and not self.guard.ignores(action):
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
            case "play" if self._play is not None and self.large is not None:
                return self._play(self.large)
            case "rename" if self.large is not None:
                page = NamePage(self.large.name, self.turns)
                return Push(page, self._renamed)
            case "delete" if self.large is not None:
                return Push(self._ask_delete(self.large), self._deleted)
            case _ if key.startswith(GROUP_KEY):
                self.group, self.page = tuple(self.groups)[int(key.removeprefix(GROUP_KEY))], 0
            case _ if self._at_once:
                return Pop(self.shown[int(key.removeprefix(FIGURE_KEY))])
            case _:
                self.large = self.shown[int(key.removeprefix(FIGURE_KEY))]
                self.seams = self.pick
                self.guard.restart()
        self.lay_out()
        return None

    def _ask_delete(self, figure: Figure) -> QuestionDialog:
        question = say("sevens.own.ask", "Delete “{name}”?", name=figure.name)
        detail = say("sevens.own.ask.detail", "It can’t be brought back.")
        answers: Answers = (
            ("keep", say("sevens.own.ask.keep", "Keep it"), "main"),
            ("delete", say("sevens.own.ask.delete", "Delete"), "plain"),
        )
        return QuestionDialog(question, detail, answers, self.turns)

    def _deleted(self, answer: object) -> Change:
        if answer == "delete" and self.large is not None:
            name = self.large.name
            self._change_own(lambda: delete_figure(self._table, name))
            self.large = None
            self.lay_out()
        return None

    def _renamed(self, name: object) -> Change:
        figure = self.large
        if isinstance(name, str) and figure is not None:

            def rename() -> None:
                self.large = rename_figure(self._table, figure, name)

            self._change_own(rename)
            self.lay_out()
        return None

    def _change_own(self, change: Callable[[], object]) -> None:
        """Changes this table's figures; the title line says why that is refused."""
        self.hint = NO_TEXT
        try:
            change()
        except IllegalMove as refused:
            self.hint = refused.reason if isinstance(refused.reason, Text) else NO_TEXT
        except OSError as problem:
            self.hint = say("sevens.own.unread", "This table’s figures: {why}", why=str(problem))
        self._load()
        if self.group not in self.groups:
            self.group, self.page = next(iter(self.groups), ""), 0

    def back(self) -> Change:
        if self.large is None:
            return Pop(None)
        self.large = None
        self.lay_out()
        self.guard.restart()
        return None

    def _turn(self, by: int) -> None:
        self.page = min(max(0, self.page + by), self.pages - 1)
        self.lay_out()

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self.pick:
            before = self._closes_in
            self._rested += dt
            self._left = self._spend(dt) if self._spend is not None else inf
            self.expired = self._closes and self._rested >= AUTO_CLOSE_SECONDS - 1e-9
            if self._left is None or self.expired:
                return Pop(None)
            if self._closes_in != before:
                self.lay_out()
        if self._missing:
            # Some at a time; old ones are dropped.
            for wanted in self._missing[:PICTURES_PER_UPDATE]:
                picture, unit, seams = wanted
                self._pictures[wanted] = figure_picture(picture, unit, seams=seams)
            self._missing = self._missing[PICTURES_PER_UPDATE:]
            seen = set(self._wanted())
            unseen = [each for each in self._pictures if each not in seen]
            for each in unseen[: max(0, len(self._pictures) - MAX_KEPT_PICTURES)]:
                del self._pictures[each]
        return None

    def wakes_in(self) -> float:
        if self._missing:
            return 0.0
        if not self.pick:
            return inf
        if not self._closes:
            return self._left or 0.0
        left = AUTO_CLOSE_SECONDS - self._rested
        until_said = left - min(COUNTDOWN_SECONDS, max(0, ceil(left - 1e-9) - 1))
        return min(until_said, self._left or 0.0)

    # -- what is seen -------------------------------------------------------------------------

    def _wanted(self) -> list[PictureRequest]:
        if self.large is not None:
            return [self._want(self.large, self._plan["large"], self.seams)]
        return [
            self._want(figure, card_boxes(cell, self.canvas.context)["picture"], self.pick)
            for figure, cell in zip(self.shown, self._cells, strict=False)
        ]

    def _want(self, figure: Figure, room: Box, seams: bool) -> PictureRequest:
        unit = fitting_unit(figure.picture, room.w, room.h) * self.canvas.scale
        return figure.picture, unit, seams

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        turned = frame.turned(self.turns, pivot(self.canvas, self.turns))
        with frame.header_lowered(self._lowered), turned:
            if self.large is not None and self._closes_in is None:
                self._draw_large(frame, self.large)
            self.draw_content(frame)
        if self.hint and self.hint_turns != self.turns:
            self._draw_hint(frame)

    def _draw_hint(self, frame: Frame) -> None:
        """Draws the hint at the edge of its seat."""
        canvas, turns = self.canvas, self.hint_turns
        about = pivot(canvas, turns)
        if (turns - self.turns) % 2:
            edge = column(
                space(), item("hint", SIDE_NOTE_WIDTH - 12), 12, padding=(MARGIN, 0, MARGIN, 0)
            )
            room = edge.place(canvas_seen_from(canvas, turns).box)["hint"]
        else:
            real = rotated_box(self._plan["said"], self.turns, pivot(canvas, self.turns))
            room = rotated_box(real, -turns, about)
        context = frame.context.override(language=self.hint_language)
        with frame.turned(turns, about), frame.in_context(context):
            Label(self.hint, room, CARD_TEXT_SIZE, CORAL_WORDS).draw(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if button.key.startswith(FIGURE_KEY):
            number = int(button.key.removeprefix(FIGURE_KEY))
            picture = self._pictures.get(self._wanted()[number])
            focused = button.key == self.buttons.focus
            pressed = self.is_held(button)
            draw_card(frame, button.box, self.shown[number], picture, pressed, focused)
        else:
            super().draw_one(frame, button)

    def _draw_large(self, frame: Frame, figure: Figure) -> None:
        box = self._plan["large"]
        Plate(box.inset(-20), CREAM, 40).draw(frame)
        picture = self._pictures.get(self._wanted()[0])
        if picture is not None:
            frame.put(picture, box.centre)
        draw_dots(frame, (box.right - 80, box.y + 20), figure.difficulty)
