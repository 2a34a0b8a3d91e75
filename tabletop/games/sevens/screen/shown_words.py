"""Which rule of Sevens is at work in a match that is shown, in one short sentence."""

from collections.abc import Callable, Mapping
from typing import Final

from tabletop.engine import Remark, Text, say
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.phases.shown_parts import ShownBuildPart
from tabletop.games.sevens.rules import tally
from tabletop.games.sevens.rules.cards import FEWER_PIECES, Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.standing import ROUNDS
from tabletop.games.sevens.rules.tally import PEEK_COST
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.words import (
    AGREEING,
    ARRANGING,
    CARDS,
    GUESSING,
    LOOKING,
    LYING,
    PEEK,
    POINTS,
    SAME,
    TOSS,
    WINNING,
)

BEGUN: Final = 2
"""Pieces that are laid while it is still told what is done at all."""


def remark(desk: Desk, part: Part) -> Remark:
    """What the rules do at this moment."""
    return _REMARKS[desk.match.phase](desk, part)


def _toss(desk: Desk, part: Part) -> Remark:
    del desk, part
    return Remark(TOSS, say("sevens.remark.toss", "A coin says who is player one."))


# -- a picture is made ----------------------------------------------------------------------------


def _arranging(desk: Desk, part: Part) -> Remark:
    who, other = desk.name(desk.match.arranger), desk.name(desk.match.guesser)
    laid = part.laid if isinstance(part, ShownBuildPart) else 0
    fewer = desk.match.piece_count == FEWER_PIECES
    if fewer and laid <= BEGUN:
        said = say("sevens.remark.five", "That card: a round with only five pieces.")
        return Remark(CARDS, said)
    if laid <= BEGUN:
        said = say(
            "sevens.remark.arranging", "{who} builds something from the real world.", who=who
        )
        return Remark(ARRANGING, said)
    if laid <= 2 * BEGUN:
        said = say("sevens.remark.lying", "Pieces touch each other, but never overlap.")
        return Remark(LYING, said)
    said = say("sevens.remark.looking_away", "{other} must not look meanwhile.", other=other)
    return Remark(LOOKING, said)


def _ready(desk: Desk, part: Part) -> Remark:
    del part
    match = desk.match
    who, seconds = desk.name(match.guesser), round(match.look_seconds)
    if match.card_in_force == (match.guesser, Card.SECONDS):
        longer = say(
            "sevens.remark.longer",
            "By the card {who} has {seconds} seconds to look.",
            who=who,
            seconds=seconds,
        )
        return Remark(CARDS, longer)
    look = say(
        "sevens.remark.look",
        "{who} sees the picture for {seconds} seconds.",
        who=who,
        seconds=seconds,
    )
    return Remark(GUESSING, look)


# -- it is rebuilt --------------------------------------------------------------------------------


def _guessing(desk: Desk, part: Part) -> Remark:
    match, who = desk.match, desk.name(desk.match.guesser)
    laid = 0 if part.surface is None else len(part.surface.picture())
    if match.unveiled is not None and laid <= BEGUN:
        said = say(
            "sevens.remark.unveiled", "By the card {who} sees the place of one piece.", who=who
        )
        return Remark(CARDS, said)
    if laid <= BEGUN:
        said = say(
            "sevens.remark.memory", "Now {who} rebuilds it from memory, against the clock.", who=who
        )
        return Remark(GUESSING, said)
    said = say("sevens.remark.agrees", "A piece counts if it lies as in the picture.")
    return Remark(AGREEING, said)


def _peeking(desk: Desk, part: Part) -> Remark:
    del part
    said = say(
        "sevens.remark.peek",
        "{who} peeks once more, for {cost} points.",
        who=desk.name(desk.match.guesser),
        cost=PEEK_COST,
    )
    return Remark(PEEK, said)


# -- the points -----------------------------------------------------------------------------------


def _scored(desk: Desk, part: Part) -> Remark:
    match = desk.match
    counted = any(button.key == "on" for button in part.buttons.buttons)
    score = match.turns[-1].score
    if counted and score.same_silhouette and score.matched < score.points:
        same = say("sevens.remark.same", "The same shape counts in full, however it is laid.")
        return Remark(SAME, same)
    loser = tally.loser(match.turns, match.round) if match.turn_in_round else None
    if counted and loser is not None and match.round < ROUNDS - 1:
        lost = say(
            "sevens.remark.lost",
            "{who} has fewer points in this round: that brings a card.",
            who=desk.name(loser),
        )
        return Remark(CARDS, lost)
    return Remark(POINTS, say("sevens.remark.points", "A point for each piece that lies right."))


def _card(desk: Desk, part: Part) -> Remark:
    match, card = desk.match, desk.match.card_on_table
    assert card is not None
    if part.buttons.buttons and match.card_turned:
        return Remark(CARDS, EFFECTS[card[1]])
    draws = say("sevens.remark.draws", "{who} draws one of four cards.", who=desk.name(card[0]))
    return Remark(CARDS, draws)


def _over(desk: Desk, part: Part) -> Remark:
    del desk, part
    return Remark(WINNING, say("sevens.remark.sums", "The points of all three rounds decide."))


EFFECTS: Final[Mapping[Card, Text]] = {
    Card.UNVEIL: say("sevens.remark.card.unveil", "It will show the place of one piece."),
    Card.REGAIN: say("sevens.remark.card.regain", "It gives back what a peek has cost."),
    Card.SECONDS: say("sevens.remark.card.seconds", "It will make one look 5 seconds longer."),
    Card.FIVE: say("sevens.remark.card.five", "The next round has five pieces, for both."),
}
"""What each card does, in a few words."""

_REMARKS: Final[Mapping[Phase, Callable[[Desk, Part], Remark]]] = {
    Phase.TOSS: _toss,
    Phase.ARRANGE: _arranging,
    Phase.READY: _ready,
    Phase.LOOK: _ready,
    Phase.GUESS: _guessing,
    Phase.PEEK: _peeking,
    Phase.SCORED: _scored,
    Phase.CARD: _card,
    Phase.OVER: _over,
}
