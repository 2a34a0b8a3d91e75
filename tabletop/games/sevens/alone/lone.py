"""What one person alone has on the screen, whichever way they play."""

from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.stage import Stage
from tabletop.store.figures import Figure

# NOTE for translators: the name of the one person who plays.
NAMES: Final = (say("sevens.alone.you", "You"), say("sevens.alone.booklet", "Booklet"))


class LoneDesk(Desk):
    """A desk with one person at it; the other seat is the booklet's."""

    def name(self, seat: Seat) -> Text:
        return NAMES[seat]

    def tell_host(self, what: str) -> None:
        """Counts something that one person alone did, as ``puzzle begun``."""
        self.table.store.count(Figure("alone", GAME.key, what))


class AloneScene(Stage):
    """The stage of one person. The booklet's bar tells how things stand."""

    patience = 150.0

    desk: LoneDesk
