"""The operator's first page: all that can be set, looked at and done, and out again."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Final, NamedTuple

from tabletop.engine import Text, say
from tabletop.kiosk.door import Door
from tabletop.scenes.devices import DevicesScene
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.scenes.exporting import ExportScene
from tabletop.scenes.figures_page import FiguresPage
from tabletop.scenes.languages import LanguagesScene
from tabletop.scenes.look_page import LookPage
from tabletop.scenes.operator_log import LogScene
from tabletop.scenes.operator_pages import AccessPage, GamesPage, LoudnessPage, TimesPage
from tabletop.scenes.pin_page import ChooseScene
from tabletop.scenes.screen_page import ScreenPage
from tabletop.scenes.self_test import SelfTestScene
from tabletop.scenes.wiping import WipeScene
from tabletop.supervision.exits import CLOSED, RESTART
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Box
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Pop, Push, Scene
from tabletop.ui.sheet import Sheet, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE
from tabletop.ui.widgets import PushButton, Style

HIGHEST: Final = 210.0
"""The most that a tile is high, at the usual size of words."""
LEAST: Final = 300.0
"""The least that it is broad."""
ACROSS: Final = (4, 2)
"""How many stand in a row: no row is left half empty."""


class Tile(NamedTuple):
    """One thing on the page."""

    words: Text
    icon: str
    style: Style = "plain"


TILES: Final[Mapping[str, Tile]] = {
    "access": Tile(say("operator.access", "Who is here"), "lock"),
    "games": Tile(say("operator.games", "Games and levels"), "puzzle"),
    "times": Tile(say("operator.times", "Times"), "hourglass"),
    "loud": Tile(say("operator.loud", "Volume"), "call"),
    "look": Tile(say("operator.look", "Colours"), "look"),
    "language": Tile(say("operator.language", "Language"), "globe"),
    "screen": Tile(say("operator.screen", "Screen and margins"), "screen"),
    "devices": Tile(say("operator.devices", "Devices"), "plug"),
    "test": Tile(say("operator.test", "Self-test"), "check"),
    "figures": Tile(say("operator.figures", "Today's figures"), "bars"),
    "export": Tile(say("operator.export", "Take the data along"), "out"),
    "log": Tile(say("operator.log", "Log"), "book"),
    "pin": Tile(say("operator.pin", "Another PIN"), "pencil"),
    "wipe": Tile(say("operator.wipe", "Wipe the glass"), "finger"),
    "restart": Tile(say("operator.restart", "Start anew"), "again"),
    "quit": Tile(say("operator.quit", "End the program"), "stop"),
}


class OperatorScene(Sheet):
    """While it is there the table is the operator's. It goes by itself when nobody touches it."""

    patience = inf  # the way in counts for itself

    def __init__(self, table: Table, door: Door) -> None:
        super().__init__()
        self.table = table
        self.door = door
        table.operator = True
        table.operated("came in")
        self._opens: Mapping[str, Callable[[], Scene]] = {
            "access": lambda: AccessPage(table),
            "games": lambda: GamesPage(table),
            "times": lambda: TimesPage(table),
            "loud": lambda: LoudnessPage(table),
            "look": lambda: LookPage(table),
            "language": lambda: LanguagesScene(table),
            "screen": lambda: ScreenPage(table),
            "devices": lambda: DevicesScene(table),
            "test": lambda: SelfTestScene(table),
            "figures": lambda: FiguresPage(table),
            "export": lambda: ExportScene(table),
            "log": lambda: LogScene(table),
        }

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body = page.body
        self.labels = heading(
            page,
            say("operator.title", "The operator's pages"),
            say("operator.below", "They go by themselves after a minute without a touch."),
        )
        room = int((body.w + GAP) / (grown(LEAST, BODY_SIZE) + GAP))
        across = next((each for each in ACROSS if each <= room), 1)
        down = -(-len(TILES) // across)
        high = min(grown(HIGHEST, BODY_SIZE), (body.h - GAP * (down - 1)) / down)
        lines = stacked(Box(body.x, body.y, body.w, 0), [high] * down, GAP)
        places = [box for line in lines for box in row(line, across, GAP)]
        tiles = [
            PushButton(key, box, tile.words, tile.icon, tile.style, BODY_SIZE)
            for (key, tile), box in zip(TILES.items(), places, strict=False)
        ]
        self.buttons.replace([leave_button(page), *tiles])

    def pressed(self, key: str, /) -> Change:
        if key in self._opens:
            self.table.operated(f"opened {key}")
            return Push(self._opens[key]())
        match key:
            case "pin":
                return Push(ChooseScene(self.door), self._chosen)
            case "wipe":
                self.table.operated("wipes the glass")
                return Push(WipeScene())
            case "restart":
                return self._ask_end(RESTART)
            case "quit":
                # Also among friends: whoever starts a table anew would else open it again at once.
                return self._ask_end(CLOSED)
        return self.back()

    def _chosen(self, done: object) -> Change:
        if done is True:
            self.table.operated("set another PIN")
        return None

    def _ask_end(self, code: int) -> Change:
        """Asks before the program ends with that exit code."""
        again = code == RESTART
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
                self.table.operated("started the program anew" if again else "ended the program")
                self.table.ending = code
            return None

        return Push(AskScene(question, detail, answers), then)

    def back(self) -> Change:
        return Pop()

    def leave(self) -> None:
        # However it went, and be it by a fault: the table is the strangers' again.
        self.table.operated("left")
        self.table.operator = False
