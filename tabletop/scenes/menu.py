"""The menu: the boards on the table, and the matches that were not finished."""

from typing import Final

from tabletop.engine import BadNotation, Game, Match, Text, say
from tabletop.games import all_games, find_game
from tabletop.scenes.ask import AskScene
from tabletop.scenes.label import Label
from tabletop.scenes.match import MatchScene
from tabletop.scenes.menu_card import Card
from tabletop.scenes.menu_layout import lay_cards
from tabletop.scenes.seats import SeatsScene, setup_for
from tabletop.scenes.sheet import Plate, Sheet, round_button, row
from tabletop.scenes.table import Setup, Table
from tabletop.scenes.unfinished import Unfinished
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.theme import AMBER, CORAL, NAME_SIZE, PANEL, TITLE_SIZE
from tabletop.ui.widgets import PushButton

MARGIN: Final = 56.0
CLOSE: Final = 88.0
STRIP: Final = 96.0
"""The height of a line below the cards: matches to go on with, or a problem."""
GAP: Final = 24.0
LEAST_GOING: Final = 440.0
"""The least width of a match to go on with."""
MOST_GOING: Final = 3


class MenuScene(Sheet):
    """The first screen. Popping it closes the table."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.games = tuple(game for game in all_games() if game.kind == "board")
        self.unfinished = Unfinished(table)
        self.cards: tuple[Card, ...] = ()
        self._shown_problem = ""

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas = self.canvas
        tall = canvas.height > 1.2 * canvas.width
        area = canvas.box.inset(MARGIN)
        self.plates, self.labels = (), ()
        top, bottom = self._head(area), area.bottom + 16
        buttons: list[PushButton] = []
        if self.table.problems:
            bottom -= STRIP
            buttons.append(self._problem(Box(area.x, bottom, area.w, STRIP)))
            bottom -= GAP
        self._shown_problem = self.table.problems[0] if self.table.problems else ""
        across = 1 if tall else max(1, int((area.w + GAP) / (LEAST_GOING + GAP)))
        going = self.unfinished.newest(MOST_GOING if tall else min(MOST_GOING, across))
        rows = len(going) if tall else min(1, len(going))
        if going:
            bottom -= rows * (STRIP + GAP) - GAP
            places = _going_places(Box(area.x, bottom, area.w, STRIP), len(going), tall)
            for kept, place in zip(going, places, strict=True):
                buttons += _going_buttons(kept.match_id, kept.words, place)
            bottom -= GAP + 4
        self.cards = lay_cards(self.games, Box(area.x, top, area.w, bottom - top))
        last = self.table.settings["play.last_game"]
        cards = [
            # The keys begin at the game that was played last.
            PushButton(card.key, card.box, style="chosen" if card.game.key == last else "plain")
            for card in self.cards
        ]
        close = Box(area.right - CLOSE, area.y - 12, CLOSE, CLOSE)
        self.buttons.replace([*cards, *buttons, PushButton("close", close, icon="close")])
