"""The page to take home from a finished match of Sevens: every picture beside its copy."""

from collections.abc import Sequence

from tabletop.engine import Text, count, joined, say
from tabletop.games.sevens.messages import SEAT_NAMES, TITLE
from tabletop.games.sevens.rules.match import GAME, SevensMatch, TurnScore
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.view.pieces import PIECE_COLOURS, piece_numbers
from tabletop.party.take_home import HomeFigure, HomeTurn, TakeHome, with_names
from tabletop.party.views import SeatPlate


def home_page(match: SevensMatch, seats: Sequence[SeatPlate]) -> TakeHome:
    """What the page tells about a match; its sentences name people as they called themselves."""
    own = {
        colour.key: joined("", plate.name)
        for colour, plate in zip(SEAT_NAMES, seats, strict=True)
        if plate.name
    }
    names = [own.get(colour.key, colour) for colour in SEAT_NAMES]
    outcome = match.outcome
    winners = outcome.winners if outcome is not None else ()
    headline = (
        TIE
        if len(winners) != 1
        else say("sevens.over.wins", "{name} wins!", name=names[winners[0]])
    )
    return TakeHome(
        game=GAME.key,
        title=TITLE,
        headline=headline,
        line=with_names(outcome.reason, own) if outcome is not None else "",
        seats=tuple(seats),
        turns=tuple(_turn(turn, names) for turn in match.turns),
    )


TIE = say("sevens.over.tie", "A draw")


def _turn(turn: TurnScore, names: Sequence[Text]) -> HomeTurn:
    builder, guesser = names[turn.arranger], names[turn.guesser]
    return HomeTurn(
        # NOTE: {name} is the name of a picture, as in Round 1: “Swan”
        say("sevens.home.turn", "Round {number}: “{name}”", number=turn.round + 1, name=turn.name),
        (
            _figure(say("sevens.home.built", "Built by {name}", name=builder), turn.target),
            _figure(say("sevens.home.rebuilt", "Rebuilt by {name}", name=guesser), turn.guess),
        ),
        count(
            "sevens.scoring.points",
            "{name}: 1 point.",
            "{name}: {n} points.",
            n=turn.points,
            name=guesser,
        ),
    )


def _figure(title: Text, picture: Picture) -> HomeFigure:
    numbers = piece_numbers(picture.kinds)
    return HomeFigure(
        title,
        tuple(
            (piece.corners, "#{:02x}{:02x}{:02x}".format(*PIECE_COLOURS[number]))
            for piece, number in zip(picture.pieces, numbers, strict=True)
        ),
    )
