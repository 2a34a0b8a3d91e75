"""The options of a board game: where people sit, clock, series, and the game's own variants."""

from dataclasses import replace
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.scenes.destinations import OpenDevices
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.setup.seats_page import series_choice
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.choice import (
    SPEED_NAMES,
    ChoiceField,
    clock_choice,
    edges_choice,
    option_choice,
)
from tabletop.ui.widgets.options_sheet import chosen_answer, lay_out_options
from tabletop.ui.widgets.page import PageScene

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
        devices = not self.table.locked
        lay_out_options(self, self.setup.game.title, self.choices, devices=devices)

    def back(self) -> Change:
        return Pop(self.setup)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "done"):
            return self.back()
        if key == "devices":
            return Push(OpenDevices())
        self._choose(*chosen_answer(self.choices, key))
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
