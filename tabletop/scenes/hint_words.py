"""What a hint says: why the ply that is shown is good, in one short sentence."""

from typing import Any, Final

from tabletop.engine import Game, Seat, Text, say
from tabletop.engine.thought import Candidate
from tabletop.scenes.turning import percents

THROW: Final = say("hint.throw", "Throw the dice.")
NOT_YET: Final = say("hint.not_yet", "The computer players are not ready: no hint this time.")
FINISH: Final = say("hint.finish", "Finish the turn that you have begun.")
OFF: Final = say("hint.off", "Hints are switched off at this table.")
COMPUTER: Final = say("hint.computer", "The computer is to move: it needs no hint.")

MOST: Final = 2
"""More reasons than these make no short sentence."""
SURE: Final = 0.99
NEVER: Final = 0.01


def why(game: Game, state: Any, best: Candidate, seat: Seat) -> Text:
    """What speaks for a ply, as the end of a sentence that begins with it."""
    moves = state.moves()
    if len(moves) == 1:
        # NOTE: goes on from "This ..." (a move) and "Better is what the board shows: it ...".
        # No capital, no stop.
        return say("hint.only", "is the only move there is")
    reasons = merits(game, state, best.move)[:MOST]
    if len(reasons) > 1:
        # NOTE: two reasons for a move, as "makes four in a row" and "wins a box".
        return say("hint.two", "{one} and {other}", one=reasons[0], other=reasons[1])
    if reasons:
        return reasons[0]
    return chance_words(best, seat)


def chance_words(best: Candidate, seat: Seat) -> Text:
    """What the search thinks of a ply that has no plain merits."""
    share = best.values[seat]
    if best.proven and share > SURE:
        # NOTE: goes on from "This ..." (a move) and "Better is what the board shows: it ...".
        # No capital, no stop.
        return say("hint.wins", "wins, whatever the others do")
    if best.proven and share < NEVER:
        # NOTE: goes on from "This ..." (a move) and "Better is what the board shows: it ...".
        # No capital, no stop.
        return say("hint.lost", "is as good as any now")
    percent = percents(best.values)[seat]
    # NOTE: goes on from "This ..." (a move) and "Better is what the board shows: it ...".
    # No capital, no stop.
    return say("hint.chances", "gives the best chance, {percent} %", percent=percent)


def merits(game: Game, state: Any, move: str) -> tuple[Text, ...]:
    """What the game itself says for a ply; nothing where it has no words."""
    if game.merits is None:
        return ()
    return tuple(game.merits(state, game.read_move(move)))


def hint_words(reason: Text) -> Text:
    """The whole sentence, as ``This makes four in a row.``; the board shows what is meant."""
    # NOTE: "This" is a move that is lit on the board; {why} is as "makes four in a row".
    return say("hint.why", "This {why}.", why=reason)


def thinking_words(dots: int) -> Text:
    """That the table thinks about a hint; the dots move."""
    # Not stops: after a gap one of them would look like a slip at the sentence's end.
    return say("hint.thinking", "Looking for a good move {dots}", dots="·" * (1 + dots % 3))


ALL_DOTS: Final = thinking_words(2)
"""The same where dots do not move."""
