"""What of a match of Sevens counts among the high scores, and the name that is put there."""

from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.scene import Change
from tabletop.ui.winner import Winner


class Scored:
    """Looks on as a match is played against the computer. It changes as the match goes on."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._levels = desk.levels

    def look(self) -> None:
        """Sees who plays, and what was won once the match is over."""
        desk, match = self._desk, self._desk.match
        if not desk.table.has("scores.on"):
            return
        if desk.levels != self._levels:
            self._levels = desk.levels
            if match.phase is not Phase.TOSS:
                desk.feat = desk.feat.spoiled("others")
        if match.phase is Phase.OVER and won_alone(desk) and not desk.feat.counts:
            self._reckon()

    def _reckon(self) -> None:
        desk, outcome = self._desk, self._desk.match.outcome
        assert outcome is not None
        if any(desk.match.options[option.key] != option.default for option in GAME.options):
            desk.feat = desk.feat.spoiled("options")
        person = outcome.winners[0]
        level, points = desk.level(1 - person), outcome.scores[person] if outcome.scores else 0
        if level is not None and points > 0:
            key = level.key.removeprefix("level.")
            desk.feat = desk.feat.won(key, "points", points, desk.match_id)


def won_alone(desk: Desk) -> bool:
    """Whether a person has won against the computer."""
    outcome = desk.match.outcome
    people = tuple(seat for seat in (0, 1) if desk.level(seat) is None)
    return outcome is not None and len(people) == 1 and outcome.winners == people


def offers_name(desk: Desk) -> bool:
    """Whether whoever has won can put a name on the board."""
    return desk.feat.counts and not desk.named and desk.table.asks_name is not None


def ask_name(desk: Desk) -> Change:
    """Asks the winner, at the own seat."""
    outcome, ask = desk.match.outcome, desk.table.asks_name
    if outcome is None or ask is None:
        return None
    seat = outcome.winners[0]

    def back(name: str) -> Change:
        desk.named = desk.named or name
        return None

    turns, language = desk.sides[seat] % 4, desk.languages[seat]
    name, size = desk.names[seat], desk.sizes[seat]
    return ask(desk.table, Winner(GAME.key, desk.match_id, name, turns, language, size, back))
