"""The buttons of a match: the tools at the edge, and the acting seat's choices."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from tabletop.engine import CHANCE, say
from tabletop.scenes.course import Course
from tabletop.scenes.dice_words import room_words, strip_words
from tabletop.scenes.layout import GAP, TOOL, Layout, Panel
from tabletop.scenes.seat_panel import choice_boxes
from tabletop.scenes.throwing import Dice
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.lettering import least
from tabletop.ui.view import Choice
from tabletop.ui.widgets import PushButton, draw_button

SPOT = "spot:"
TOOL_KEY = "tool:"
HINT_KEY = f"{TOOL_KEY}hint"
WALK = ("first", "earlier", "later", "last")
"""The tools that step through the plies."""
NOTHING: Mapping[str, str] = MappingProxyType({})
STRIP_SIZE = 28.0
"""The words at the foot of a tray are no headline."""


def tool_buttons(
    layout: Layout, course: Course, more: Mapping[str, str] = NOTHING
) -> list[PushButton]:
    """Menu, undo and `more`, each with its icon; first, earlier, later and last ply."""
    plies, about = len(course.match.plies), layout.canvas.box.centre
    if course.match.outcome is not None:
        # One word cannot stand upright for all; a sign can.
        word, sign = (say("match.result", "Result"), "") if len(layout.sides) == 1 else ("", "star")
        second = PushButton(f"{TOOL_KEY}result", Box(0, 0, 1, 1), word, sign, "main", 38)
        left = _row(layout.menu_tools, ("menu",), last=second)
    else:
        names = ("menu", "undo", *more)
        off = () if plies else ("undo",)
        left = _row(layout.menu_tools, names, disabled=off, pictures=more)
    left = [replace(tool, turns=layout.menu_turns, about=about) for tool in left]
    if plies == 0:
        return left
    count = course.count
    ends: list[str] = []
    if count == 0:
        ends += ["first", "earlier"]
    if count == plies:
        ends += ["later", "last"]
    right = _row(layout.walk_tools, WALK, disabled=ends)
    return left + [replace(tool, turns=layout.walk_turns, about=about) for tool in right]


def choice_buttons(
    panel: Panel, has_tray: bool, choices: Sequence[Choice], *, call: bool = False
) -> list[PushButton]:
    """The acting seat's choices, turned to it; `call` keeps room for a call."""
    boxes = choice_boxes(panel, has_tray, len(choices), call=call)
    return [
        PushButton(
            f"{SPOT}{choice.spot}",
            box,
            choice.label,
            choice.icon,
            choice.style,
            turns=panel.turns,
            about=panel.about,
            language=panel.language,
            percent=panel.percent,
        )
        for choice, box in zip(choices, boxes, strict=True)
    ]


def dice_buttons(layout: Layout, course: Course, dice: Dice) -> list[PushButton]:
    """At the foot of each tray: by what its dice are thrown. Touching it changes that.

    Looking back it says where the last dice came from.
    """
    if not dice.dice:
        return []
    label = dice.source.label
    if course.at is not None:
        thrown = [ply for ply in course.match.plies[: course.at] if ply.seat == CHANCE]
        label = thrown[-1].source if thrown else label
    return [
        PushButton(
            dice.key(seat),
            panel.as_tray().foot,
            room_words(label) if least() else strip_words(label, broad=panel.wide),
            "dice",
            size=STRIP_SIZE,
            turns=panel.turns,
            about=panel.about,
            language=panel.language,
            percent=panel.percent,
        )
        for seat, panel in enumerate(layout.panels)
    ]


def warm_tools(layout: Layout) -> None:
    """Makes the signs of all tools before anybody waits for them; a match begins without some."""
    frame = Frame(layout.canvas)
    for room, names in ((layout.menu_tools, ("menu", "undo", "hint")), (layout.walk_tools, WALK)):
        for off in ((), names):
            for tool in _row(room, names, disabled=off):
                draw_button(frame, tool, pressed=False, focused=False)


def _row(
    room: Box,
    tools: Iterable[str],
    *,
    disabled: Sequence[str] = (),
    pictures: Mapping[str, str] = NOTHING,
    last: PushButton | None = None,
) -> list[PushButton]:
    """Square buttons side by side, smaller where the room is narrow."""
    names = tuple(tools)
    side = min(TOOL, room.h, (room.w - GAP * (len(names) - 1)) / len(names))
    gap = min(GAP, side * 0.2)
    y = room.y + (room.h - side) / 2
    row = [
        PushButton(
            f"{TOOL_KEY}{name}",
            Box(room.x + number * (side + gap), y, side, side),
            icon=pictures.get(name, name),
            enabled=name not in disabled,
        )
        for number, name in enumerate(names)
    ]
    if last is not None:
        x = room.x + len(names) * (side + gap)
        box = Box(x, y, min(300.0 if least() else 240.0, room.right - x), side)
        row.append(PushButton(last.key, box, last.label, last.icon, last.style, last.size))
    return row
