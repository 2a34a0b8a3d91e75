"""The choices before a match as `ChoiceField` values."""

from typing import Final

from tabletop.engine import Game, Option, Text, TimeControl, count, decimal, say
from tabletop.engine.game import OptionValue
from tabletop.ui.widgets.choice import ChoiceField

CLOCKS: Final = (
    TimeControl(),
    TimeControl("move", 60),
    TimeControl("sudden", 600),
    TimeControl("increment", 300, 5),
)

SPEED_NAMES: Final = {
    "slow": say("speed.slow", "slow"),
    "normal": say("speed.normal", "normal"),
    "fast": say("speed.fast", "fast"),
    "off": say("speed.off", "off"),
}
"""The values of the setting `look.speed`, the slowest first."""

YES, NO = say("choice.yes", "Yes"), say("choice.no", "No")


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
        (0,) * seats: say("seats.one_side", "All on one side"),
        (0, 2, 2, 0)[:seats]: say("seats.facing", "Face to face"),
    }
    if seats > 2:
        ways[(0, 1, 2, 3) if seats == 4 else (0, 1, 3)] = say("seats.around", "Round the table")
    now = sides[:seats] or (0,) * seats
    if now not in ways:
        ways[now] = say("seats.as_sat", "As you sat down")
    words = say("seats.sitting", "You sit")
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
            return say("clock.move", "{time} a move", time=_duration_text(clock.seconds))
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
