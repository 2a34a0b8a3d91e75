"""The arrangement of a page of options: a head, and questions with their answers below it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.ui.layout import column, grid, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, NAME_SIZE, TITLE_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, lay_out_choices
from tabletop.ui.widgets.page import PageScene

MARGIN: Final = 48.0
HEAD_HEIGHT: Final = 108.0
ROW_HEIGHT: Final = 150.0
"""The greatest height of one question with its answers, at text scale 100 %."""
GAP: Final = (56.0, 26.0)


def lay_out_options(
    page: PageScene, game: Text, choices: Sequence[ChoiceField], *, devices: bool = False
) -> None:
    """Sets the plates, labels and buttons of a page.

    The keys of the buttons are ``back``, ``done``, ``devices`` if they are asked for, and those of
    the choices.
    """
    canvas = page.canvas
    narrow = canvas.portrait  # the title is in a line of its own
    first = row(
        item("back", 92, cross_size=92, align="centre"),
        30,
        space() if narrow else "title",
        24,
        *((item("devices", 300), 24) if devices else ()),
        item("done", 300),
        size=HEAD_HEIGHT,
    )
    title = (17, item("title", HEAD_HEIGHT)) if narrow else ()
    columns = 1 if narrow else 2
    rows = -(-len(choices) // columns)
    high = min(1.5 * ROW_HEIGHT, canvas.context.scaled_length(ROW_HEIGHT, BODY_SIZE))
    questions = grid(
        ["choice"] * len(choices),
        columns=columns,
        gap=GAP,
        max_size=rows * (high + GAP[1]) - GAP[1],
    )
    sheet = column(first, *title, 34, questions, space(weight=0.01))
    boxes = sheet.place(canvas.box.inset(MARGIN))
    page.head = MARGIN + HEAD_HEIGHT + 17
    laid = lay_out_choices(canvas, choices, boxes.all("choice"))
    words = say("options.title", "{game}: options", game=game)
    page.plates = tuple(laid.plates)
    page.labels = (Label(words, boxes["title"], TITLE_SIZE, bold=True, most=2), *laid.labels)
    done = say("options.done", "Done")
    plug = say("options.devices", "Devices")
    page.buttons.replace(
        [
            PushButton("back", boxes["back"], icon="back"),
            *(PushButton("devices", box, plug, "plug") for box in boxes.all("devices")),
            PushButton("done", boxes["done"], done, "check", "main", NAME_SIZE - 2),
            *laid.buttons,
        ]
    )


def chosen_answer(choices: Iterable[ChoiceField], key: str) -> tuple[str, Any]:
    """The key of a choice and the chosen value, by the key of the button of an answer."""
    name, _, number = key.rpartition("=")
    choice = next(choice for choice in choices if choice.key == name)
    return name, choice.values[int(number)]
