"""A question with a few answers: all side by side, or one button that cycles through them.

The choices before a match are `ChoiceField` values.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tabletop.engine import Game, Option, Text, TimeControl, count, decimal, say
from tabletop.engine.game import OptionValue
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.layout import Boxes, column, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import DIM, INK, TEXT, TRAY
from tabletop.ui.widgets.buttons import TRAY_RADIUS, ButtonStyle, PushButton
from tabletop.ui.widgets.page import Plate

LABEL_HEIGHT: Final = 44.0
"""The height of the label at 100 percent."""
LABEL_SIZE: Final = 32.0
MAX_LABEL_SHARE: Final = 0.4
"""The greatest share of the height for the label."""
PROJECTOR_MAX_LABEL_SHARE: Final = 0.6
"""The same in projector mode, where the label may have two lines."""
ANSWER_SIZE: Final = 36.0
MIN_ANSWER_SIZE: Final = 26.0
"""If answers had to be smaller, one button cycles through them."""


@dataclass(slots=True)
class ChoiceWidgets:
    """The laid out parts of a question."""

    plates: list[Plate] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    buttons: list[PushButton] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A question, its answers, and the chosen value."""

    key: str
    label: Text
    names: tuple[Text, ...]
    values: tuple[Any, ...]
    chosen: Any

    @property
    def at(self) -> int:
        """The index of the chosen value."""
        return self.values.index(self.chosen)

    def laid_out(self, canvas: Canvas, box: Box) -> ChoiceWidgets:
        """The label above the answers, in a box; the keys of buttons are ``key=index``."""
        head = min(label_height(canvas.context), MAX_LABEL_SHARE * box.h)
        boxes = self._arranged(box, head, gap=8)
        above = Label(self.label, boxes["label"], LABEL_SIZE, DIM, most=1)
        if canvas.context.projector and not above.typeset(canvas).complete:
            # In projector mode no text may be small.
            head = min(2 * label_height(canvas.context), PROJECTOR_MAX_LABEL_SHARE * box.h)
            boxes = self._arranged(box, head, gap=4)
            above = replace(above, box=boxes["label"], most=2)
        area = boxes["tray"]
        named = [
            Label(name, words, ANSWER_SIZE, TEXT, True, "centre")
            for name, words in zip(self.names, boxes.all("words"), strict=True)
        ]
        if any(not is_readable(canvas, label) for label in named):
            return self._one(above, area)
        # Answers have about the same size, limited by the longest.
        sizes = [
            canvas.context.unscaled_size(label.typeset(canvas).size / canvas.scale)
            for label in named
        ]
        named = [
            replace(label, size=min(size, 1.2 * min(sizes)))
            for label, size in zip(named, sizes, strict=True)
        ]
        laid = ChoiceWidgets([Plate(area, TRAY, TRAY_RADIUS)], [above])
        for number, (label, part) in enumerate(zip(named, boxes.all("answer"), strict=True)):
            chosen = number == self.at
            style: ButtonStyle = "chosen" if chosen else "plain"
            button = PushButton(f"{self.key}={number}", part, label.text, style=style)
            laid.buttons.append(button)
            laid.labels.append(replace(label, colour=INK) if chosen else label)
        return laid

    def _arranged(self, box: Box, head: float, gap: float) -> Boxes:
        """The label above a tray with an answer for each value."""
        answer = stack("answer", padded("words", (12, 8, 12, 16)))
        return column(
            padded("label", (0, 0, 0, gap), size=head),
            row(*[answer] * len(self.values), gap=4, padding=4, key="tray"),
        ).place(box)

    def _one(self, above: Label, area: Box) -> ChoiceWidgets:
        name = self.names[self.at]
        button = PushButton(f"{self.key}={(self.at + 1) % len(self.values)}", area, name, "later")
        room = padded("name", (24, 8, area.h * 0.8, 8)).place(area)["name"]
        return ChoiceWidgets([], [above, Label(name, room, ANSWER_SIZE, TEXT, bold=True)], [button])


def lay_out_choices(
    canvas: Canvas, choices: Iterable[ChoiceField], boxes: Iterable[Box]
) -> ChoiceWidgets:
    """The parts of several questions, each in its box."""
    whole = ChoiceWidgets()
    for choice, box in zip(choices, boxes, strict=True):
        laid = choice.laid_out(canvas, box)
        whole.plates += laid.plates
        whole.labels += laid.labels
        whole.buttons += laid.buttons
    return whole


def label_height(context: UiContext) -> float:
    """The height of the label above a tray."""
    return context.scaled_length(LABEL_HEIGHT, LABEL_SIZE)


def is_readable(canvas: Canvas, label: Label) -> bool:
    """Whether the text is complete and large enough."""
    lines = label.typeset(canvas)
    return lines.complete and lines.size >= int(
        canvas.context.scaled_size(MIN_ANSWER_SIZE) * canvas.scale
    )


CLOCKS: Final = (
    TimeControl(),
    TimeControl("move", 60),
    TimeControl("sudden", 600),
    TimeControl("increment", 300, 5),
)

SPEED_NAMES: Final = {
    "slow": say("speed.slow", "Slow"),
    "normal": say("speed.normal", "Normal"),
    "fast": say("speed.fast", "Fast"),
    "off": say("speed.off", "Off"),
}
"""The values of the setting `look.speed`, the slowest first."""

YES, NO = say("choice.yes", "On"), say("choice.no", "Off")


def count_choice(game: Game, seats: int) -> ChoiceField:
    """The number of seats."""
    names = tuple(say("seats.number", "{number}", number=number) for number in game.seats)
    return ChoiceField("count", say("seats.count", "Players"), names, game.seats, seats)


def option_choice(option: Option, chosen: OptionValue) -> ChoiceField:
    names = option.names or tuple(option_value_text(value) for value in option.choices)
    return ChoiceField(f"option:{option.key}", option.label, names, option.choices, chosen)


def option_value_text(value: OptionValue) -> Text:
    """The name of a value that the game does not name."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, float):
        return decimal(value, len(str(value).partition(".")[2]))
    return say("choice.value", "{value}", value=value)


def edges_choice(sides: tuple[int, ...], seats: int) -> ChoiceField:
    """The edges at which people sit: the usual arrangements, or their own."""
    ways: dict[tuple[int, ...], Text] = {
        (0,) * seats: say("seats.one_side", "Same side"),
        (0, 2, 2, 0)[:seats]: say("seats.facing", "Face to face"),
    }
    if seats > 2:
        ways[(0, 1, 2, 3) if seats == 4 else (0, 1, 3)] = say("seats.around", "Round the table")
    now = sides[:seats] or (0,) * seats
    if now not in ways:
        ways[now] = say("seats.as_sat", "As seated")
    words = say("seats.sitting", "Seating")
    return ChoiceField("sitting", words, tuple(ways.values()), tuple(ways), now)


def clock_choice(chosen: TimeControl) -> ChoiceField:
    """The clock; one from the settings is offered beside the usual ones."""
    clocks = CLOCKS if chosen in CLOCKS else (*CLOCKS, chosen)
    names = tuple(clock_text(clock) for clock in clocks)
    return ChoiceField("clock", say("seats.clock", "Clock"), names, clocks, chosen)


def clock_text(clock: TimeControl) -> Text:
    """A time control in words."""
    match clock.kind:
        case "none":
            return say("clock.none", "None")
        case "move":
            return say("clock.move", "{time} per move", time=_duration_text(clock.seconds))
        case "sudden":
            return say("clock.sudden", "{time} each", time=_duration_text(clock.seconds))
        case "increment":
            time, added = _duration_text(clock.seconds), decimal(clock.added, 0)
            return say("clock.increment", "{time} + {added} s", time=time, added=added)


def _duration_text(seconds: float) -> Text:
    minutes, rest = divmod(round(seconds), 60)
    if rest:
        return say("time.seconds", "{seconds} s", seconds=round(seconds))
    return count("time.minutes", "{n} minute", "{n} minutes", minutes)
