"""Trays of entries, as the pages of a pause have them: one tray for each question.

Above them are the title and one large button. An entry is a button with its icon above its words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Text
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, Node, column, item, row
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import BODY_SIZE, DIM, TEXT
from tabletop.ui.widgets.buttons import PushButton, draw_button

WIDTH: Final = 1480.0
PORTRAIT_WIDTH: Final = 1000.0
MIN_LANDSCAPE: Final = 1250.0
MIN_ROOM_LANDSCAPE: Final = 1500.0
"""In a narrower window the trays stand one below the other; the second in projector mode."""
MIN_THREE_ACROSS: Final = 1200.0
"""From this width on three entries of a room are side by side."""
PAD: Final = 44.0
GAP: Final = 24.0
HEAD: Final = 150.0
"""The height of the line with the large button."""
CLOCK: Final = 84.0
TRAY_TITLE: Final = 62.0
TRAY_GAP: Final = 14.0
ENTRY: Final = 152.0
"""The wanted height of an entry."""
LOW_ENTRY: Final = 112.0
"""The same where an entry is so wide that its words are beside its icon."""
TURN_WIDTH: Final = 96.0
RESUME_SIZE: Final = 68.0
"""The text size of the large button."""
ENTRY_SIZE: Final = 40.0
MIN_SIZE_BESIDE_ICON: Final = 0.55
"""Words that would be smaller than this share of their size have no icon."""


@dataclass(frozen=True, slots=True)
class EntryTray:
    """Entries that answer the same question."""

    title: str
    rows: tuple[tuple[str, ...], ...]

    def without(self, hidden: tuple[str, ...]) -> "EntryTray":
        rows = (tuple(key for key in keys if key not in hidden) for keys in self.rows)
        return EntryTray(self.title, tuple(keys for keys in rows if keys))


@dataclass(frozen=True, slots=True)
class TrayLayout:
    """How trays are arranged in a room.

    The tree has the boxes `title`, `on` (the large button), `turn`, `stopped` and `clock` (where
    they are wanted), and for each tray `tray` and `question`, for each entry `entry`.
    """

    trays: tuple[EntryTray, ...]
    """In the lines in which they are arranged."""
    tree: Node
    width: float


def tray_layout(
    context: UiContext,
    room: tuple[float, float],
    trays: Sequence[EntryTray],
    *,
    turn: bool = False,
    note: bool = False,
    clocks: int = 0,
) -> TrayLayout:
    """Arranges trays in a room of that width and height.

    `turn`: with room for a button that turns the page; `note`: for a line above the trays;
    `clocks`: for so many clocks in that line.
    """
    room_width, down = room
    tall = down > room_width * 1.12
    portrait = tall or room_width < (MIN_ROOM_LANDSCAPE if context.projector else MIN_LANDSCAPE)
    shown = tuple(trays)
    if portrait and not tall and context.projector:
        every = tuple(key for tray in trays for keys in tray.rows for key in keys)
        shown = (EntryTray("", _in_lines(every, 3 if room_width >= MIN_THREE_ACROSS else 2)),)
    elif portrait:
        across = 2 if context.projector else 3
        shown = tuple(EntryTray(e.title, _in_lines(sum(e.rows, ()), across)) for e in trays)
    wanted = context.scaled_length(PORTRAIT_WIDTH if portrait else WIDTH, BODY_SIZE)
    width = room_width if context.projector else min(wanted, room_width)
    grown = context.scaled_length(1.0, BODY_SIZE)
    entry = min(1.45, grown) * (150.0 if portrait else ENTRY)
    if portrait and context.projector:
        entry = LOW_ENTRY
    title = min(1.6, grown) * TRAY_TITLE

    def tray(each: EntryTray, **options: float) -> Node:
        rows = [row(*["entry"] * len(keys), gap=TRAY_GAP) for keys in each.rows]
        return column(
            item("question", title if each.title else 0.0),
            *[replace(line, size=entry) for line in rows],
            gap=TRAY_GAP,
            key="tray",
            padding=(14, 4, 14, 26),
            **options,  # type: ignore[arg-type]
        )

    if portrait:
        middle = column(*[replace(tray(each), size="content") for each in shown], gap=GAP)
    else:
        # A tray that has several entries side by side is wider.
        least = 0.4 if context.projector else 2.0
        wide = [least + max(map(len, each.rows)) for each in shown]
        middle = row(*[tray(e, weight=w) for e, w in zip(shown, wide, strict=True)], gap=GAP)
    turning = (item("turn", TURN_WIDTH, cross_size=TURN_WIDTH, align="centre"),) if turn else ()
    heads: tuple[Node | float | str, ...]
    head = min(1.3, grown) * HEAD
    if tall:
        heads = (row("title", *turning, gap=GAP, size=head * 0.6), item("on", head))
    else:
        heads = (
            row(item("title", weight=0.3), *turning, item("on", weight=0.7), gap=GAP, size=head),
        )
    line: tuple[Node, ...] = ()
    if note or clocks:
        stopped = item("stopped", weight=1.6)
        line = (row(stopped, *["clock"] * clocks, gap=GAP, size=CLOCK),)
    tree = column(
        *heads, *line, replace(middle, size="content"), gap=GAP, padding=(PAD, PAD, PAD, PAD)
    )
    return TrayLayout(shown, tree, width)


def _in_lines(keys: tuple[str, ...], most: int) -> tuple[tuple[str, ...], ...]:
    return tuple(keys[at : at + most] for at in range(0, len(keys), most))


def entry_buttons(
    canvas: Canvas,
    layout: TrayLayout,
    boxes: Boxes,
    entry: Callable[[str], tuple[Text, str]],
    *,
    turns: int,
    about: Point,
) -> list[PushButton]:
    """The buttons of all entries. The words of a tray have one size, the largest that all fit in.

    `entry` gives the label and the icon of a key.
    """
    found: list[PushButton] = []
    rest = iter(boxes.all("entry"))
    for tray in layout.trays:
        buttons = [
            PushButton(key, next(rest), *entry(key), size=ENTRY_SIZE, turns=turns, about=about)
            for keys in tray.rows
            for key in keys
        ]
        pixels = min(_entry_parts(canvas, button)[1].typeset(canvas).size for button in buttons)
        size = min(ENTRY_SIZE, canvas.context.unscaled_size(pixels / canvas.scale))
        found += [replace(button, size=size) for button in buttons]
    return found


def _entry_parts(canvas: Canvas, button: PushButton) -> tuple[Box | None, Label]:
    """Where the icon of an entry is, None if its words need the room, and its words."""
    box = button.box
    align: Align = "left"
    if box.w < 2.1 * box.h:
        align = "centre"
        tree = column(item("sign", weight=0.52), item("words", weight=0.48), padding=(0, 6, 0, 4))
    else:
        tree = row(12, item("sign", min(0.62 * box.h, 0.24 * box.w)), 14, "words")
    boxes, ink = tree.place(box.inset(7.0)), TEXT if button.enabled else DIM
    words = Label(button.label, boxes["words"], ENTRY_SIZE, ink, True, align, most=2)
    found = words.typeset(canvas)
    least = MIN_SIZE_BESIDE_ICON * canvas.px(canvas.context.scaled_size(ENTRY_SIZE))
    if found.complete and found.size >= least:
        return boxes["sign"], replace(words, size=button.size)
    return None, Label(button.label, box.inset(4.0), button.size, ink, True, "centre")


def draw_entry(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """The icon above the words, or beside them where the entry is wide; else only the words."""
    draw_button(frame, replace(button, label="", icon=""), pressed=pressed, focused=focused)
    canvas = frame.canvas
    sign, words = _entry_parts(canvas, button)
    if sign is not None:
        side = canvas.px(min(60.0, sign.h * 0.9, sign.w))
        frame.put(icon(button.icon, side, words.colour), sign.centre)
    words.draw(frame)
