"""The options of a board game: where people sit, clock, series, and the game's own variants."""

from dataclasses import replace
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.scenes.destinations import OpenDevices
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.setup.seats_page import series_choice
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.layout import column, grid, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, HEAD_SIZE, TITLE_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import (
    SPEED_NAMES,
    ChoiceField,
    clock_choice,
    edges_choice,
    option_choice,
)
from tabletop.ui.widgets.page import PageScene

MARGIN: Final = 48.0
ROW_HEIGHT: Final = 150.0
"""The greatest height of one question with its answers, at text scale 100 %."""


_OFF, _ON = say("options.off", "Off"), say("options.on", "On")
SETTING_KEY: Final = "setting:"


def setting_choices(table: AppContext) -> tuple[ChoiceField, ...]:
    """The table's settings that belong to a match: they count for all games, and at once."""

    def asked(
        key: str, label: Text, names: tuple[Text, ...], values: tuple[Any, ...]
    ) -> ChoiceField:
        return ChoiceField(f"{SETTING_KEY}{key}", label, names, values, table.settings.values[key])

    speed, chances = say("options.speed", "Animation"), say("options.chances", "Winning chances")
    found = (
        asked("look.speed", speed, tuple(SPEED_NAMES.values()), tuple(SPEED_NAMES)),
        asked("computer.chance_bar", chances, (_OFF, _ON), (False, True)),
    )
    if table.settings["look.projector"]:
        return found  # nobody sits round it
    label = say("options.board", "Turn board to the player")
    return (*found, asked("look.board", label, (_OFF, _ON), ("still", "turns")))


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
        sitting: tuple[ChoiceField, ...]
        sitting = () if self.canvas.context.projector else (edges_choice(setup.edges, setup.seats),)
        chosen = setup.options
        options = (option_choice(option, chosen[option.key]) for option in setup.game.options)
        if sitting and any(setup.edges):
            words = say("options.facing", "Turn text to face players")
            facing = ChoiceField("facing", words, (_OFF, _ON), (True, False), setup.one_way)
            sitting = (*sitting, facing)
        own = (*sitting, clock_choice(setup.clock), series_choice(setup.best_of), *options)
        return own if self.table.locked else (*own, *setting_choices(self.table))

    def lay_out(self) -> None:
        canvas, choices = self.canvas, self.choices
        self.head = MARGIN + 108 + 17
        columns = 1 if canvas.portrait else 2
        high = min(1.5 * ROW_HEIGHT, canvas.context.scaled_length(ROW_HEIGHT, BODY_SIZE))
        narrow = canvas.portrait  # the title stands in a line of its own
        first = row(
            item("back", 92, cross_size=92, align="centre"),
            30,
            space() if narrow else "title",
            24,
            *(() if self.table.locked else (item("devices", 300), 24)),
            item("done", 300),
            size=108,
        )
        head = column(first, 17, item("title", 108), size=233) if narrow else first
        questions = grid(["choice"] * len(choices), columns=columns, gap=(56, 26), row_height=high)
        boxes = column(head, 34, questions, space()).place(canvas.box.inset(MARGIN))
        laid = [
            choice.laid_out(canvas, box)
            for choice, box in zip(choices, boxes.all("choice"), strict=True)
        ]
        title = say("options.title", "{game}: options", game=self.setup.game.title)
        self.plates = tuple(plate for part in laid for plate in part.plates)
        self.labels = (
            Label(title, boxes["title"], TITLE_SIZE, bold=True, most=2),
            *(label for part in laid for label in part.labels),
        )
        done = say("options.done", "Done")
        devices = say("options.devices", "Devices")
        self.buttons.replace(
            [
                PushButton("back", boxes["back"], icon="back"),
                *(PushButton("devices", box, devices, "plug") for box in boxes.all("devices")),
                PushButton("done", boxes["done"], done, "check", "main", HEAD_SIZE - 12),
                *(button for part in laid for button in part.buttons),
            ]
        )

    def back(self) -> Change:
        return Pop(self.setup)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "done"):
            return self.back()
        if key == "devices":
            return Push(OpenDevices())
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
            case "facing":
                self.setup = replace(setup, one_way=value)
            case _ if key.startswith(SETTING_KEY):
                self.table.change(key.removeprefix(SETTING_KEY), value)
            case _:
                option = key.removeprefix("option:")
                self.setup = replace(setup, options={**setup.options, option: value})
