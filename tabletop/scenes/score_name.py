"""Putting a name on the board of high scores: what any game asks for once somebody has won."""

from tabletop.games import find_game
from tabletop.scenes.score_entry import ScoreEntry
from tabletop.scenes.scores_page import ScoresPage
from tabletop.store.scores import naming
from tabletop.supervision import discretion
from tabletop.ui.scene import Change, Push
from tabletop.ui.table import Table
from tabletop.ui.winner import Winner


def ask_name(table: Table, winner: Winner) -> Change:
    """Asks at the winner's seat, puts the name to the win, and shows the board."""
    entry = ScoreEntry(table, winner.name, winner.turns)
    entry.language, entry.percent = winner.language, winner.percent

    def then(name: object) -> Change:
        if not isinstance(name, str) or not name:
            return winner.back("")
        discretion.hide((name,))
        table.store.write(naming(winner.match_id, name, table.settings["kiosk.event"]))
        page = ScoresPage(table, find_game(winner.game), winner.match_id)
        return Push(page, lambda _: winner.back(name))

    return Push(entry, then)
