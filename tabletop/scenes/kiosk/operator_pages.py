"""The operator's pages: settings, export, log, cleaning the screen, and how the program ends."""

import json
from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf
from typing import Any, Final, NamedTuple

from tabletop.ai import LEVELS
from tabletop.engine import Text, joined, percent, say
from tabletop.games import all_games
from tabletop.input.actions import Action
from tabletop.scenes.destinations import (
    OpenAppearance,
    OpenDevices,
    OpenDisplay,
    OpenLanguage,
    OpenScores,
    OpenUsage,
)
from tabletop.scenes.kiosk.pin_page import ChoosePin, PinPad
from tabletop.scenes.kiosk.self_test import SelfTestScene
from tabletop.storage.export import DataExport
from tabletop.system.pin_lock import PinLock
from tabletop.system.process import EXIT_CLOSED, EXIT_RESTART
from tabletop.ui.core.app_context import OPERATOR_LOG_NOTE, AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import OpenSound
from tabletop.ui.core.scene import Change, Destination, Pop, Push, Scene
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    HEAD_SIZE,
    PANEL,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import ANSWER_SIZE, ChoiceField, label_height
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGER_WIDTH,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
    pager,
    paginate,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog, seconds_to_next_figure

EXPORT_POLL_SECONDS: Final = 0.2
"""Seconds between two looks whether it is done."""
MAX_EXPORT_SECONDS: Final = 600.0
"""Seconds for which it holds the operator's time open at the most: a stick may hang."""
SCORES_KEY: Final = "scores"
EXPORT_RUNNING_TEXT: Final = say("export.writing", "It is being written ...")


def export_dialog(table: AppContext) -> QuestionDialog:
    """Starts writing the data and tells how it went."""
    progress = _ExportProgress(table)

    def chosen(key: str) -> Change:
        return Push(OpenScores()) if key == SCORES_KEY else Pop(key)

    answers: Answers = (("done", say("export.close", "Done"), "main"),)
    title = say("export.title", "Take the data along")
    dialog = QuestionDialog(title, EXPORT_RUNNING_TEXT, answers, chosen=chosen)
    dialog.keeps_operator_unlocked = True
    dialog.spend = lambda seconds: progress.run(dialog, seconds)
    dialog.update(0.0)
    return dialog


class _ExportProgress:
    """Shows an export in a dialog. Its end is logged even after the dialog was closed."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._export = DataExport(table.store, table.data_dir, ended=self._log)
        self._told: Text | None = None
        self._spent = 0.0

    def run(self, dialog: QuestionDialog, seconds: float) -> float:
        """Lets time go by; gives the seconds until the next look."""
        self._spent += seconds
        said = self._export.said
        if said is not None and said is not self._told:
            self._told = dialog.detail = said
            if self._table.has("scores.on") and not self._export.failed:
                # Only once they are exported can the names of an event be forgotten there.
                names = say("export.scores", "High scores and names")
                dialog.answers = (*dialog.answers, (SCORES_KEY, names, "plain"))
            dialog.lay_out()
        dialog.keeps_operator_unlocked = self._told is None and self._spent < MAX_EXPORT_SECONDS
        return EXPORT_POLL_SECONDS if self._told is None else inf

    def _log(self, said: Text) -> None:
        """Called in the thread of the export, maybe long after the page was closed."""
        table = self._table
        table.store.on_release(lambda: table.log_operator_action(f"took the data along: {said}"))


CLEANING_SECONDS: Final = 30.0
"""Seconds without touches."""
COUNTDOWN_RADIUS: Final = 260.0
CLEANING_TEXT_WIDTH: Final = 1100.0


class ScreenCleaningScene(Scene):
    """Counts down, and ignores all input.

    Below it lie the operator's pages, so the way in is shut too: a cloth that covers two corners
    opens nothing.
    """

    idle_timeout = inf

    def __init__(self) -> None:
        self.left = CLEANING_SECONDS
        self.canvas = Canvas((1280, 800))

    def fit(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def handle(self, action: Action, /) -> Change:
        del action
        return None

    def update(self, dt: float, /) -> Change:
        self.left -= dt
        return Pop() if self.left <= 0 else None

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self.left)

    def draw(self, frame: Frame) -> None:
        canvas = self.canvas
        x, y = canvas.box.centre
        frame.put(ground(*canvas.size), (x, y))
        radius = min(COUNTDOWN_RADIUS, 0.3 * min(canvas.width, canvas.height))
        middle = (x, y - 0.12 * canvas.height)
        frame.put(shapes.disc(radius * canvas.scale, PANEL), middle)
        frame.put(shapes.ring(radius * canvas.scale, 10 * canvas.scale, AMBER), middle)
        number = typesetting.tabular_line(
            str(max(0, ceil(self.left))),
            canvas.px(1.1 * radius),
            AMBER_WORDS,
            context=frame.context,
        )
        frame.put(number, middle)
        room = Box.around(
            (x, middle[1] + radius + 120), min(CLEANING_TEXT_WIDTH, canvas.width - 96), 160
        )
        told = say("wipe.told", "Wipe the glass now: touches mean nothing until the end.")
        Label(told, room, HEAD_SIZE, TEXT, True, "centre", most=2).draw(frame)


LOG_LINE_HEIGHT: Final = 52.0
LOG_PADDING: Final = 24.0
MAX_LOG_LINE: Final = 160


class LogScene(PageScene):
    """The log, the newest lines first, in pages. Always English, for remote support."""

    turns_pages = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.operators = True
        """Whether it shows what operators did, and not all that was logged."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What can be read, the newest first."""
        if self.operators:
            return tuple(reversed(self.table.store.get_note(OPERATOR_LOG_NOTE).splitlines()))
        return tuple(format_log_line(line) for line in reversed(self.table.log_lines()))

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 1)
        self.head = page.band
        lines, high = self.lines, self.canvas.context.scaled_length(LOG_LINE_HEIGHT, SMALL_SIZE)
        inner = page.body.inset(LOG_PADDING)
        each = max(1, int(inner.h / high))
        self.page, pages, here = paginate(len(lines), self.page, each)
        turn, turned = pager(page, self.page, pages)
        below = say("log.below", "The newest first.")
        if not lines:
            below = say("log.none", "Nothing yet.")
        head = page_heading(page, self._title, below, PAGER_WIDTH if turn else 0.0)
        places = column(*(item("line", high) for _ in range(each))).place(inner).all("line")
        words = [
            Label(joined("", lines[number]), box, SMALL_SIZE, most=1)
            for number, box in zip(here, places, strict=False)
        ]
        self.plates = (Plate(page.body, PANEL),)
        self.labels = (*head, *turned, *words)
        other = say("log.all", "All that was logged")
        if not self.operators:
            other = say("log.operators", "What operators did")
        switch = PushButton("other", page.foot[0], other, "book")
        self.buttons.replace([back_button(page), *turn, switch])

    @property
    def _title(self) -> Text:
        return say("log.title", "Log") if not self.operators else say("log.done", "Operators' log")

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier" | "later":
                self.page += 1 if key == "later" else -1
            case "other":
                self.operators, self.page = not self.operators, 0
            case _:
                return self.back()
        self.lay_out()
        return None


def format_log_line(line: str) -> str:
    """A line of the log as a person reads it: when, how bad, and what."""
    try:
        words = json.loads(line)
        text = f"{words['time'][5:19]} {words['level']} {words['said']}"
    except (ValueError, TypeError, KeyError):
        text = line
    text = " ".join(text.split())
    return text if len(text) <= MAX_LOG_LINE else text[: MAX_LOG_LINE - 3] + "..."


MAX_WIDTH: Final = 1300.0
TWO_COLUMN_WIDTH: Final = 1500.0
"""A body that is broader has two columns."""
COLUMN_GAP: Final = 48.0
ANSWERS_HEIGHT: Final = 104.0
MIN_QUESTION_HEIGHT: Final = 116.0
"""Lower questions than this stand in two columns, where there is room for them."""
OFF_LABEL, ON_LABEL = say("operator.off", "Off"), say("operator.on", "On")
GAME_KEY: Final = "game:"
IDLE_KEY: Final = "idle:"

ACCESS_LEVEL_NAMES: Final = {
    "full": say("operator.full", "Friends"),
    "kiosk": say("operator.kiosk", "Strangers"),
    "kid": say("operator.kid", "Children"),
}
WHEN_NAMES: Final = {
    "never": say("operator.never", "never"),
    "kiosk": say("operator.in_kiosk", "not among friends"),
    "always": say("operator.always", "always"),
}
TIMEOUT_CHOICES: Final = (30, 60, 120, 300)
COUNTDOWN_CHOICES: Final = (10, 20, 30, 60)
GAME_TIMEOUT_CHOICES: Final = (0, 60, 120, 300, 600)
"""Seconds that a game may be left alone; 0: as long as the game says itself."""
LOUDNESS_CHOICES: Final = (0, 25, 50, 75, 100)


def seconds_text(seconds: int) -> Text:
    """A time on a button."""
    if seconds % 60:
        return say("operator.seconds", "{seconds} s", seconds=seconds)
    return say("operator.minutes", "{minutes} min", minutes=seconds // 60)


class Questions:
    """The questions of one page of settings. Each answer is set at once."""

    title: Text

    def __init__(self, table: AppContext) -> None:
        self.table = table

    @property
    def below(self) -> Text:
        """What is said below the title."""
        return say("operator.page_below", "What you touch here counts at once.")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """What is asked, and what is chosen now."""
        raise NotImplementedError

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        """Buttons below: key, words and icon of each."""
        return ()

    def choose(self, key: str, value: Any) -> None:
        """Sets what was touched."""
        self.table.change(key, value)

    def other(self, key: str) -> Change:
        """What a button does that is no answer."""
        del key
        return Pop()

    def named(self, key: str, label: Text, names: Mapping[str, Text]) -> ChoiceField:
        """A question about a setting with a name for each value."""
        return ChoiceField(
            key, label, tuple(names.values()), tuple(names), self.table.settings.values[key]
        )

    def seconds(self, key: str, label: Text, usual: Sequence[int]) -> ChoiceField:
        """A question about a setting in seconds; what stands in a file is offered too."""
        now = int(self.table.settings.values[key])
        return seconds_choice(key, label, usual, now)


class QuestionsPage(PageScene):
    """Questions one below the other, in two columns where there is room."""

    def __init__(self, questions: Questions) -> None:
        super().__init__()
        self.questions = questions

    def lay_out(self) -> None:
        questions, context = self.questions, self.canvas.context
        page = layout_page(self.canvas, len(questions.more))
        self.head = page.band
        body, choices = page.body, questions.choices
        alone = (body.h - PAGE_GAP * (len(choices) - 1)) / len(choices)
        two = body.w > TWO_COLUMN_WIDTH and len(choices) > 3
        across = 2 if two or (alone < MIN_QUESTION_HEIGHT and body.w > 1000) else 1
        down = -(-len(choices) // across)
        high = (body.h - PAGE_GAP * (down - 1)) / down
        each = min(high, label_height(context) + context.scaled_length(ANSWERS_HEIGHT, ANSWER_SIZE))
        gap = min(high - each, PAGE_GAP) + PAGE_GAP
        columns = [
            column(*["choice"] * count, gap=gap, size=count * (each + gap) - gap)
            for count in _column_lengths(len(choices), down)
        ]
        widest = context.scaled_length(MAX_WIDTH, ANSWER_SIZE)
        tree = row(*(column(one, max_size=widest) for one in columns), gap=COLUMN_GAP)
        labels = [*page_heading(page, questions.title, questions.below)]
        buttons, plates = [back_button(page)], []
        for choice, box in zip(choices, tree.place(body).all("choice"), strict=True):
            laid = choice.laid_out(self.canvas, box)
            labels += laid.labels
            plates += laid.plates
            buttons += laid.buttons
        buttons += [
            PushButton(key, box, words, icon)
            for (key, words, icon), box in zip(questions.more, page.foot, strict=True)
        ]
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        questions = self.questions
        asked = next((choice for choice in questions.choices if choice.key == name), None)
        if asked is None:
            return self.back() if key == "leave" else questions.other(key)
        questions.choose(name, asked.values[int(number)])
        self.lay_out()
        return None


def _column_lengths(count: int, longest: int) -> list[int]:
    """How many questions stand in each column."""
    return [min(longest, count - start) for start in range(0, count, longest)]


def seconds_choice(key: str, label: Text, usual: Sequence[int], now: int) -> ChoiceField:
    """Which of the usual times it is, or another that is set."""
    values = tuple(sorted({*usual, now}))
    own = say("operator.own_time", "its own")
    names = tuple(seconds_text(value) if value else own for value in values)
    return ChoiceField(key, label, names, values, now)


class AccessQuestions(Questions):
    """The access level, and what the table does while nobody is there."""

    title = say("operator.access", "Who is here")

    @property
    def below(self) -> Text:
        """When the table is open, which is set in a file."""
        hours = self.table.settings["kiosk.hours"] or say("operator.day_and_night", "always")
        return say("operator.hours", "Open {hours}: kiosk.hours in the settings.", hours=hours)

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        asked = say("operator.level", "The table stands among")
        shows = say("operator.attracts", "When nobody is here, it shows how its games go")
        leaves = say("operator.notices", "It notices when people have left")
        scores = say("operator.scores", "It keeps a list of the best")
        return (
            self.named("kiosk.level", asked, ACCESS_LEVEL_NAMES),
            self.named("attract.on", shows, WHEN_NAMES),
            self.named("idle.on", leaves, WHEN_NAMES),
            self.named("scores.on", scores, WHEN_NAMES),
        )


class GamesQuestions(Questions):
    """Which games are offered, and how strong computers play."""

    title = say("operator.games", "Games and levels")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        off = self.off
        games = tuple(
            ChoiceField(
                f"{GAME_KEY}{game.key}",
                game.title,
                (OFF_LABEL, ON_LABEL),
                (False, True),
                game.key not in off,
            )
            for game in all_games()
        )
        label = say("operator.strongest", "The strongest computer")
        keys = tuple(level.key.rpartition(".")[2] for level in LEVELS)
        now = self.table.settings["kiosk.strongest"]
        chosen = now if now in keys else keys[-1]
        return (*games, ChoiceField("kiosk.strongest", label, LEVELS, keys, chosen))

    @property
    def off(self) -> tuple[str, ...]:
        """The games that are not offered."""
        return tuple(self.table.settings["kiosk.games_off"].split())

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(GAME_KEY):
            super().choose(key, value)
            return
        game = key.removeprefix(GAME_KEY)
        off = [*(each for each in self.off if each != game), *([] if value else [game])]
        self.table.change("kiosk.games_off", " ".join(off))


class TimesQuestions(Questions):
    """After how long the table takes people to have left."""

    title = say("operator.times", "Times")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        games = tuple(
            seconds_choice(
                f"{IDLE_KEY}{game.key}",
                say("operator.patience", "{game} untouched", game=game.title),
                GAME_TIMEOUT_CHOICES,
                self.game_timeouts.get(game.key, 0),
            )
            for game in all_games()
        )
        page = say("operator.idle_page", "Any other page untouched")
        title = say("operator.attract_after", "The title, until games play themselves")
        countdown = say("operator.countdown", "To answer that one is still playing")
        return (
            *games,
            self.seconds("idle.page", page, TIMEOUT_CHOICES),
            self.seconds("attract.after", title, TIMEOUT_CHOICES),
            self.seconds("idle.countdown", countdown, COUNTDOWN_CHOICES),
        )

    @property
    def game_timeouts(self) -> dict[str, int]:
        """The seconds that are set for single games."""
        pairs = (each.partition("=") for each in self.table.settings["idle.times"].split())
        return {game: int(seconds) for game, _, seconds in pairs}

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(IDLE_KEY):
            super().choose(key, value)
            return
        times = {**self.game_timeouts, key.removeprefix(IDLE_KEY): int(value)}
        said = " ".join(f"{game}={seconds}" for game, seconds in times.items() if seconds)
        self.table.change("idle.times", said)


class LoudnessQuestions(Questions):
    """How loud the table is, and how loud people may make it."""

    title = say("operator.loud", "Volume")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        settings = self.table.settings
        return (
            _loudness_choice(
                "sound.volume", say("operator.volume", "Now"), settings["sound.volume"]
            ),
            _loudness_choice(
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
        return Push(OpenSound()) if key == "mixer" else Pop()


def _loudness_choice(key: str, label: Text, now: int) -> ChoiceField:
    values = tuple(sorted({*LOUDNESS_CHOICES, now}))
    return ChoiceField(key, label, tuple(percent(value) for value in values), values, now)


MAX_TILE_HEIGHT: Final = 210.0
"""The most that a tile is high, at the usual size of words."""
MIN_TILE_WIDTH: Final = 300.0
"""The least that it is broad."""
TILES_PER_ROW: Final = (4, 2)
"""How many stand in a row: no row is left half empty."""


class OperatorTile(NamedTuple):
    """One thing on the page."""

    words: Text
    icon: str
    style: ButtonStyle = "plain"


OPERATOR_TILES: Final[Mapping[str, OperatorTile]] = {
    "access": OperatorTile(say("operator.access", "Who is here"), "lock"),
    "games": OperatorTile(say("operator.games", "Games and levels"), "puzzle"),
    "times": OperatorTile(say("operator.times", "Times"), "hourglass"),
    "loud": OperatorTile(say("operator.loud", "Volume"), "call"),
    "look": OperatorTile(say("operator.look", "Colours"), "look"),
    "language": OperatorTile(say("operator.language", "Language"), "globe"),
    "screen": OperatorTile(say("operator.screen", "Screen and margins"), "screen"),
    "devices": OperatorTile(say("operator.devices", "Devices"), "plug"),
    "test": OperatorTile(say("operator.test", "Self-test"), "check"),
    "figures": OperatorTile(say("operator.figures", "Today's figures"), "bars"),
    "export": OperatorTile(say("operator.export", "Take the data along"), "out"),
    "log": OperatorTile(say("operator.log", "Log"), "book"),
    "pin": OperatorTile(say("operator.pin", "Another PIN"), "pencil"),
    "wipe": OperatorTile(say("operator.wipe", "Wipe the glass"), "finger"),
    "restart": OperatorTile(say("operator.restart", "Start anew"), "again"),
    "quit": OperatorTile(say("operator.quit", "End the program"), "stop"),
}


class OperatorPage(PageScene):
    """Unlocks the table while it is open. `OperatorUnlock` closes it when nobody touches it."""

    idle_timeout = inf  # `OperatorUnlock` counts for itself
    of_operator = True

    def __init__(self, table: AppContext, door: PinLock) -> None:
        super().__init__()
        self.table = table
        self.door = door
        table.operator = True
        table.log_operator_action("came in")
        self._opens: Mapping[str, Callable[[], Scene | Destination]] = {
            "access": lambda: QuestionsPage(AccessQuestions(table)),
            "games": lambda: QuestionsPage(GamesQuestions(table)),
            "times": lambda: QuestionsPage(TimesQuestions(table)),
            "loud": lambda: QuestionsPage(LoudnessQuestions(table)),
            "look": OpenAppearance,
            "language": OpenLanguage,
            "screen": OpenDisplay,
            "devices": OpenDevices,
            "test": lambda: SelfTestScene(table),
            "figures": OpenUsage,
            "export": lambda: export_dialog(table),
            "log": lambda: LogScene(table),
        }

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        self.labels = page_heading(
            page,
            say("operator.title", "The operator's pages"),
            say("operator.below", "They go by themselves after a minute without a touch."),
        )
        least = self.canvas.context.scaled_length(MIN_TILE_WIDTH, BODY_SIZE)
        room = int((body.w + PAGE_GAP) / (least + PAGE_GAP))
        across = next((each for each in TILES_PER_ROW if each <= room), 1)
        down = -(-len(OPERATOR_TILES) // across)
        high = min(
            self.canvas.context.scaled_length(MAX_TILE_HEIGHT, BODY_SIZE),
            (body.h - PAGE_GAP * (down - 1)) / down,
        )
        places = grid(
            ["tile"] * len(OPERATOR_TILES), columns=across, gap=PAGE_GAP, row_height=high
        ).place(body)
        tiles = [
            PushButton(key, box, tile.words, tile.icon, tile.style, BODY_SIZE)
            for (key, tile), box in zip(OPERATOR_TILES.items(), places.all("tile"), strict=True)
        ]
        self.buttons.replace([back_button(page), *tiles])

    def pressed(self, key: str, /) -> Change:
        if key in self._opens:
            self.table.log_operator_action(f"opened {key}")
            return Push(self._opens[key]())
        match key:
            case "pin":
                return Push(PinPad(ChoosePin(self.door)), self._chosen)
            case "wipe":
                self.table.log_operator_action("wipes the glass")
                return Push(ScreenCleaningScene())
            case "restart":
                return self._ask_end(EXIT_RESTART)
            case "quit":
                # With this exit code a service manager does not restart the program.
                return self._ask_end(EXIT_CLOSED)
        return self.back()

    def _chosen(self, done: object) -> Change:
        if done is True:
            self.table.log_operator_action("set another PIN")
        return None

    def _ask_end(self, code: int) -> Change:
        """Asks before the program ends with that exit code."""
        again = code == EXIT_RESTART
        question = say("operator.restart_question", "Start the program anew?")
        if not again:
            question = say("operator.quit_question", "End the program?")
        detail = say("operator.end_detail", "Games that are not finished are kept.")
        stay = say("operator.end_no", "Stay")
        yes = (
            say("operator.restart_yes", "Start anew") if again else say("operator.quit_yes", "End")
        )
        answers: Answers = (("stay", stay, "main"), ("end", yes, "plain"))

        def then(answer: object) -> Change:
            if answer == "end":
                self.table.log_operator_action(
                    "started the program anew" if again else "ended the program"
                )
                self.table.exit_code = code
            return None

        return Push(QuestionDialog(question, detail, answers), then)

    def back(self) -> Change:
        return Pop()

    def leave(self) -> None:
        # Locks the table again, also after a fault.
        self.table.log_operator_action("left")
        self.table.operator = False
