"""Called fives (rule 11): a line wins when its owner calls it while it stands."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine.game import Call, Options, Spot
from tabletop.engine.state import Seat
from tabletop.engine.text import Text, say
from tabletop.games.trelawney.rules import LETTERS, fives
from tabletop.games.trelawney.words import SEAT_NAMES


def stands(standing: Mapping[Spot, str], seat: Seat) -> bool:
    """Whether a seat has a line of five or more among some pieces."""
    return bool(fives(standing, LETTERS[seat]))


def won(seat: Seat) -> Text:
    """Why the match is over."""
    return say("trelawney.end.called", "{who} called five.", who=SEAT_NAMES[seat])


def wrong(seat: Seat) -> Text:
    """What a wrong call is answered; it costs nothing."""
    return say("trelawney.call.wrong", "No five of {who} stands now", who=SEAT_NAMES[seat])


FIVE: Final = Call(
    word=say("trelawney.call", "Five!"),
    wait=say("trelawney.call.wait", "A five? Call it now."),
    true=stands,
    won=won,
    wrong=wrong,
)


def call(options: Options) -> Call | None:
    """What may be called: fives, where they do not win by themselves."""
    return FIVE if options["declare"] else None
