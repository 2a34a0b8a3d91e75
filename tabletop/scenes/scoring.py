"""What counts among the high scores of a game against computers, and how that is said."""

from tabletop.ai import LEVELS
from tabletop.engine import Match, Record, Text
from tabletop.engine.match import REPLAYED, SIMULATED, TYPED
from tabletop.players.filler import Filler
from tabletop.scenes.setup import Setup
from tabletop.store.feats import Feat, Spoilt
from tabletop.ui.feat_words import feat_words


def level_key(filler: Filler) -> str:
    """A computer player's level, as scores have it."""
    return filler.name.key.removeprefix("level.")


def level_name(key: str) -> Text:
    """What a level is called."""
    return next(level for level in LEVELS if level.key == f"level.{key}")


def won_alone(match: Match, setup: Setup) -> bool:
    """Whether the people of one seat, and nobody else, have won against computers."""
    outcome, persons = match.outcome, setup.persons
    alone = len(persons) == 1 and bool(setup.computers)
    return alone and outcome is not None and outcome.winners == persons


def reckoned(match: Match, setup: Setup, match_id: str) -> Feat:
    """What of a match counts now that it has ended: won in so many turns of one's own."""
    feat = setup.feat
    if feat.counts or not won_alone(match, setup):
        return feat
    for why in _spoilt(match, setup):
        feat = feat.spoiled(why)
    seat, computer = setup.persons[0], setup.filler(setup.computers[0])
    turns = sum(ply.seat == seat for ply in match.plies)
    return feat.won(level_key(computer), "turns", max(1, turns), match_id)


def _spoilt(match: Match, setup: Setup) -> tuple[Spoilt, ...]:
    """What of a match as a whole keeps it from counting."""
    game, found = match.game, list[Spoilt]()
    if setup.seats != 2:
        found.append("seats")
    if any(match.options[option.key] != option.default for option in game.options):
        found.append("options")
    if match.position:
        found.append("begun")
    if not _is_thrown(match.record()):
        found.append("dice")
    if match.state.outcome() is None:
        found.append("time")  # or somebody gave up: a board was never won
    return tuple(found)


def _is_thrown(record: Record) -> bool:
    """Whether all its dice were thrown, and nobody has said what they show."""
    known = (TYPED, REPLAYED, SIMULATED)
    sources = ",".join(record.sources).split(",")
    return not any(source.startswith(known) for source in sources)


def counted(match: Match, setup: Setup) -> Text | None:
    """What the result says of it: what counts, or why nothing does; None where nothing could."""
    return feat_words(setup.feat) if won_alone(match, setup) else None
