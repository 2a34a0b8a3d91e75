"""The options of a board game: where people sit, clock, series, and the game's own variants."""

from dataclasses import replace
from typing import Any, Final

from tabletop.engine import say
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.setup.seats_page import series_choice
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import column, grid, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, HEAD_SIZE, TITLE_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, clock_choice, edges_choice, option_choice
from tabletop.ui.widgets.page import PageScene

MARGIN: Final = 48.0
ROW_HEIGHT: Final = 150.0
"""The greatest height of one question with its answers, at text scale 100 %."""


class OptionsPage(PageScene):
    """Pops with the changed `Setup`."""

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        self.setup = setup

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        setup = self.setup
        # In projector mode all text is upright, wherever people sit.
        sitting = () if self.canvas.context.projector else (edges_choice(setup.edges, setup.seats),)
        chosen = setup.options
        options = (option_choice(option, chosen[option.key]) for option in setup.game.options)
        return (*sitting, clock_choice(setup.clock), series_choice(setup.best_of), *options)

    def lay_out(self) -> None:
        canvas, choices = self.canvas, self.choices
        columns = 1 if canvas.portrait else 2
        high = min(1.5 * ROW_HEIGHT, canvas.context.scaled_length(ROW_HEIGHT, BODY_SIZE))
        head = row(
            item("back", 92, cross_size=92, align="centre"),
            30,
            "title",
            24,
            item("done", 300),
            size=108,
        )
        questions = grid(["choice"] * len(choices), columns=columns, gap=(56, 26), row_height=high)
        boxes = column(head, 34, questions, space()).place(canvas.box.inset(MARGIN))
        laid = [
            choice.laid_out(canvas, box)
            for choice, box in zip(choices, boxes.all("choice"), strict=True)
        ]
        title = say("options.title", "{game}: options", game=self.setup.game.title)
        self.plates = tuple(plate for part in laid for plate in part.plates)
        self.labels = (
            Label(title, boxes["title"], TITLE_SIZE, bold=True, most=1),
            *(label for part in laid for label in part.labels),
        )
        done = say("options.done", "Done")
        self.buttons.replace(
            [
                PushButton("back", boxes["back"], icon="back"),
                PushButton("done", boxes["done"], done, "check", "main", HEAD_SIZE - 12),
                *(button for part in laid for button in part.buttons),
            ]
        )

    def back(self) -> Change:
        return Pop(self.setup)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "done"):
            return self.back()
        name, _, number = key.rpartition("=")
        choice = next(choice for choice in self.choices if choice.key == name)
        self._choose(name, choice.values[int(number)])
        self.lay_out()
        return None

    def _choose(self, key: str, value: Any) -> None:
        setup = self.setup
        match key:
            case "sitting":
                self.setup = replace(setup.with_edges(value), one_way=False)
            case "clock":
                self.setup = replace(setup, clock=value)
            case "series":
                self.setup = replace(setup, best_of=value)
            case _:
                option = key.removeprefix("option:")
                self.setup = replace(setup, options={**setup.options, option: value})
