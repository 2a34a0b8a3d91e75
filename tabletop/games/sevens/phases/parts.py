"""Which part of the match is on the screen in which phase."""

from tabletop.games.sevens.phases.arrange import ArrangePart
from tabletop.games.sevens.phases.card_turn import CardPart
from tabletop.games.sevens.phases.computing import AboutToLookPart, BuildPart, ItLooksPart
from tabletop.games.sevens.phases.guessing import GuessPart
from tabletop.games.sevens.phases.looking import LookPart, ReadyPart
from tabletop.games.sevens.phases.over import OverPart
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.phases.rebuilding import RebuildPart
from tabletop.games.sevens.phases.scoring import ScorePart
from tabletop.games.sevens.phases.toss import TossPart
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk

PARTS: dict[Phase, type[Part]] = {
    Phase.TOSS: TossPart,
    Phase.ARRANGE: ArrangePart,
    Phase.READY: ReadyPart,
    Phase.LOOK: LookPart,
    Phase.GUESS: GuessPart,
    Phase.PEEK: GuessPart,
    Phase.SCORED: ScorePart,
    Phase.CARD: CardPart,
    Phase.OVER: OverPart,
}


COMPUTERS: dict[Phase, type[Part]] = {
    Phase.ARRANGE: BuildPart,
    Phase.READY: AboutToLookPart,
    Phase.LOOK: ItLooksPart,
    Phase.GUESS: RebuildPart,
    Phase.PEEK: RebuildPart,
}
"""The parts in which a computer player is at work."""


def part_for(desk: Desk, before: Part | None = None) -> Part:
    """The part for the match's phase; a peek is a moment of guessing and keeps its part."""
    match = desk.match
    at_work = match.arranger if match.phase is Phase.ARRANGE else match.guesser
    desk.acting = at_work
    level = desk.level(at_work)
    wanted = PARTS[match.phase] if level is None else COMPUTERS.get(match.phase, PARTS[match.phase])
    keeps = isinstance(before, GuessPart) and before.level == level
    return before if keeps and type(before) is wanted else wanted(desk)
