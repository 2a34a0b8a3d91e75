"""What the operator sets: who is here, the games, the times, how loud it may be."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Text, percent, say
from tabletop.games import all_games
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.scenes.sound_page import SoundPage
from tabletop.ui.canvas import Box
from tabletop.ui.choice import SIZE, Choice, ChoiceSheet, label_height
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Push
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton

WIDEST: Final = 1300.0
BROAD: Final = 1500.0
"""A body that is broader has two columns."""
BETWEEN: Final = 48.0
ANSWERS: Final = 104.0
LEAST: Final = 116.0
"""Lower questions than this stand in two columns, where there is room for them."""
OFF, ON = say("operator.off", "Off"), say("operator.on", "On")
GAME: Final = "game:"
IDLE: Final = "idle:"

LEVEL_NAMES: Final = {
    "full": say("operator.full", "Friends"),
    "kiosk": say("operator.kiosk", "Strangers"),
    "kid": say("operator.kid", "Children"),
}
ALWAYS: Final = {
    "never": say("operator.never", "never"),
    "kiosk": say("operator.in_kiosk", "not among friends"),
    "always": say("operator.always", "always"),
}
SECONDS: Final = (30, 60, 120, 300)
COUNTDOWNS: Final = (10, 20, 30, 60)
PATIENCES: Final = (0, 60, 120, 300, 600)
"""Seconds that a game may be left alone; 0: as long as the game says itself."""
LOUD: Final = (0, 25, 50, 75, 100)


def seconds_words(seconds: int) -> Text:
    """A time on a button."""
    if seconds % 60:
        return say("operator.seconds", "{seconds} s", seconds=seconds)
    return say("operator.minutes", "{minutes} min", minutes=seconds // 60)


class QuestionsPage(ChoiceSheet):
    """Questions one below the other, in two columns where there is room. Each answer counts."""

    title: Text

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def below(self) -> Text:
        """What is said below the title."""
        return say("operator.page_below", "What you touch here counts at once.")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is asked, and what is chosen now."""
        raise NotImplementedError

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        """Buttons below: key, words and icon of each."""
        return ()

    def choose(self, key: str, value: Any) -> None:
        """Sets what was touched."""
        self.table.change(key, value)

    def other(self, _: str, /) -> Change:
        """What a button does that is no answer."""
        return self.back()

    def lay_out(self) -> None:
        page = page_for(self.canvas, len(self.more))
        self.head = page.band
        body, choices = page.body, self.choices
        alone = (body.h - GAP * (len(choices) - 1)) / len(choices)
        two = body.w > BROAD and len(choices) > 3
        across = 2 if two or (alone < LEAST and body.w > 1000) else 1
        down = -(-len(choices) // across)
        high = (body.h - GAP * (down - 1)) / down
        wide = min(grown(WIDEST, SIZE), (body.w - BETWEEN * (across - 1)) / across)
        each = min(high, label_height() + grown(ANSWERS, SIZE))
        labels = [*heading(page, self.title, self.below)]
        buttons, plates = [leave_button(page)], []
        for number, choice in enumerate(choices):
            x = body.x + number // down * (wide + BETWEEN)
            y = body.y + number % down * (each + min(high - each, GAP) + GAP)
            laid = choice.laid_out(self.canvas, Box(x, y, wide, each))
            labels += laid.labels
            plates += laid.plates
            buttons += laid.buttons
        buttons += [
            PushButton(key, box, words, icon)
            for (key, words, icon), box in zip(self.more, page.foot, strict=True)
        ]
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        asked = next((choice for choice in self.choices if choice.key == name), None)
        if asked is None:
            return self.back() if key == "leave" else self.other(key)
        self.choose(name, asked.values[int(number)])
        self.lay_out()
        return None

    def named(self, key: str, label: Text, names: Mapping[str, Text]) -> Choice:
        """A question about a setting with a name for each value."""
        return Choice(
            key, label, tuple(names.values()), tuple(names), self.table.settings.values[key]
        )

    def seconds(self, key: str, label: Text, usual: Sequence[int]) -> Choice:
        """A question about a setting in seconds; what stands in a file is offered too."""
        now = int(self.table.settings.values[key])
        return seconds_choice(key, label, usual, now)


def seconds_choice(key: str, label: Text, usual: Sequence[int], now: int) -> Choice:
    """Which of the usual times it is, or another that is set."""
    values = tuple(sorted({*usual, now}))
    own = say("operator.own_time", "its own")
    names = tuple(seconds_words(value) if value else own for value in values)
    return Choice(key, label, names, values, now)


class AccessPage(QuestionsPage):
    """For whom the table is: friends at home, strangers, or children; and what it does alone."""

    title = say("operator.access", "Who is here")

    @property
    def below(self) -> Text:
        """When the table is open, which is set in a file."""
        hours = self.table.settings["kiosk.hours"] or say("operator.day_and_night", "always")
        return say("operator.hours", "Open {hours}: kiosk.hours in the settings.", hours=hours)

    @property
    def choices(self) -> tuple[Choice, ...]:
        asked = say("operator.level", "The table stands among")
        shows = say("operator.attracts", "When nobody is here, it shows how its games go")
        leaves = say("operator.notices", "It notices when people have left")
        scores = say("operator.scores", "It keeps a list of the best")
        return (
            self.named("kiosk.level", asked, LEVEL_NAMES),
            self.named("attract.on", shows, ALWAYS),
            self.named("idle.on", leaves, ALWAYS),
            self.named("scores.on", scores, ALWAYS),
        )


class GamesPage(QuestionsPage):
    """Which games are offered, and how strong computers play."""

    title = say("operator.games", "Games and levels")

    @property
    def choices(self) -> tuple[Choice, ...]:
        off = self.off
        games = tuple(
            Choice(f"{GAME}{game.key}", game.title, (OFF, ON), (False, True), game.key not in off)
            for game in all_games()
        )
        label = say("operator.strongest", "The strongest computer")
        keys = tuple(level.key.rpartition(".")[2] for level in LEVELS)
        now = self.table.settings["kiosk.strongest"]
        chosen = now if now in keys else keys[-1]
        return (*games, Choice("kiosk.strongest", label, LEVELS, keys, chosen))

    @property
    def off(self) -> tuple[str, ...]:
        """The games that are not offered."""
        return tuple(self.table.settings["kiosk.games_off"].split())

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(GAME):
            super().choose(key, value)
            return
        game = key.removeprefix(GAME)
        off = [*(each for each in self.off if each != game), *([] if value else [game])]
        self.table.change("kiosk.games_off", " ".join(off))


class TimesPage(QuestionsPage):
    """After how long the table takes people to have left."""

    title = say("operator.times", "Times")

    @property
    def choices(self) -> tuple[Choice, ...]:
        games = tuple(
            seconds_choice(
                f"{IDLE}{game.key}",
                say("operator.patience", "{game} untouched", game=game.title),
                PATIENCES,
                self.patiences.get(game.key, 0),
            )
            for game in all_games()
        )
        page = say("operator.idle_page", "Any other page untouched")
        title = say("operator.attract_after", "The title, until games play themselves")
        countdown = say("operator.countdown", "To answer that one is still playing")
        return (
            *games,
            self.seconds("idle.page", page, SECONDS),
            self.seconds("attract.after", title, SECONDS),
            self.seconds("idle.countdown", countdown, COUNTDOWNS),
        )

    @property
    def patiences(self) -> dict[str, int]:
        """The seconds that are set for single games."""
        pairs = (each.partition("=") for each in self.table.settings["idle.times"].split())
        return {game: int(seconds) for game, _, seconds in pairs}

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(IDLE):
            super().choose(key, value)
            return
        times = {**self.patiences, key.removeprefix(IDLE): int(value)}
        said = " ".join(f"{game}={seconds}" for game, seconds in times.items() if seconds)
        self.table.change("idle.times", said)


class LoudnessPage(QuestionsPage):
    """How loud the table is, and how loud people may make it."""

    title = say("operator.loud", "Volume")

    @property
    def choices(self) -> tuple[Choice, ...]:
        settings = self.table.settings
        return (
            _loudness("sound.volume", say("operator.volume", "Now"), settings["sound.volume"]),
            _loudness(
                "kiosk.loudest", say("operator.loudest", "At most"), settings["kiosk.loudest"]
            ),
        )

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        return (("mixer", say("operator.mixer", "Each kind of sound"), "switches"),)

    def choose(self, key: str, value: Any) -> None:
        super().choose(key, value)
        self.table.play("placed")

    def other(self, key: str, /) -> Change:
        return Push(SoundPage(self.table)) if key == "mixer" else self.back()


def _loudness(key: str, label: Text, now: int) -> Choice:
    values = tuple(sorted({*LOUD, now}))
    return Choice(key, label, tuple(percent(value) for value in values), values, now)
