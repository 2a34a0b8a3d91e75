"""What stands at a place of Shout 7, for whoever asks.

What the table says during a game of Shout 7: to the one who acts, and to the others.
"""

from functools import lru_cache
from typing import Final

from tabletop.engine import Ply, Spot, Text, say
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.geometry import DIRECTIONS, IS_CELL, NAMES, PLACE_OF
from tabletop.games.shout7.messages import SEAT_NAMES
from tabletop.games.shout7.rules import Move, State
from tabletop.games.shout7.view.marks import PushChoice, push_choice
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import BoardSnapshot


def describe_spot(state: State, spot: Spot) -> SpotContents | None:
    """What stands on a cell, or lies in a pit."""
    place = PLACE_OF.get(spot)
    if place is None:
        return None
    owner = state.at(place)
    if not IS_CELL[place]:
        return _describe_pit(owner)
    if not owner:
        return SpotContents(
            say("shout7.glossary.empty", "{at}: an empty cell.", at=spot), bare=True
        )
    who = SEAT_NAMES[owner - 1]
    return SpotContents(
        say("shout7.glossary.piece", "{at}: a piece of {who}.", at=spot, who=who), owner - 1
    )


def _describe_pit(owner: int) -> SpotContents:
    if not owner:
        return SpotContents(say("shout7.glossary.pit", "A pit: it holds one piece, and for good."))
    who = SEAT_NAMES[owner - 1]
    words = say("shout7.glossary.full", "A pit with a piece of {who}: it never moves.", who=who)
    return SpotContents(words, owner - 1)


DIRECTION_NAMES: Final = {
    # NOTE for translators: used only in "Black pushed two east" and its like.
    "e": say("shout7.view.e", "east"),
    "ne": say("shout7.view.ne", "north-east"),
    "nw": say("shout7.view.nw", "north-west"),
    "w": say("shout7.view.w", "west"),
    "sw": say("shout7.view.sw", "south-west"),
    "se": say("shout7.view.se", "south-east"),
}
assert set(DIRECTION_NAMES) == set(DIRECTIONS)


def prompt(snapshot: BoardSnapshot) -> Text:
    """What the acting seat can do now."""
    state: State = snapshot.state
    if state.outcome() is not None:
        return say("shout7.view.over", "The game is over")
    if snapshot.preview is not None:
        warning = _ending_warning(state, snapshot.preview)
        if warning is not None:
            return warning
    if "pass" in snapshot.open:
        return _why_pass(state)
    if state.stage == kernel.STAGE_LAY:
        return _lay_prompt(state)
    if state.stage == kernel.STAGE_REMOVE:
        return say("shout7.view.remove", "Take one Black piece off the board")
    if len(snapshot.picked) == 1:
        return say("shout7.view.partner", "Now touch the piece beside it")
    if len(snapshot.picked) == 2:
        return say("shout7.view.way", "Choose a way to push")
    return say("shout7.view.push", "Push two that are not yours: touch one")


def _lay_prompt(state: State) -> Text:
    if state.ply == 0:
        return say("shout7.view.lay.black.1", "Lay your first piece on any cell")
    if state.ply == 1:
        return say("shout7.view.lay.black.2", "Lay your second piece next to it")
    if state.ply == 2:
        return say("shout7.view.lay.white.1", "Lay a piece next to a Black one")
    if state.ply % 2 == 0:
        return say("shout7.view.lay.1", "Lay a piece next to any other")
    return say("shout7.view.lay.2", "Lay one next to yours and another piece")


def _why_pass(state: State) -> Text:
    if state.stage == kernel.STAGE_LAY:
        return say("shout7.view.pass.lay", "No cell is left for your piece: pass")
    if state.pot(state.turn) < 2:
        return say("shout7.view.pass.pot", "Your pot has no two pieces left: pass")
    return say("shout7.view.pass.push", "No pair can be pushed: pass")


@lru_cache(maxsize=256)
def _ending_warning(state: State, move: Move) -> Text | None:
    """What a ply would end the game with, if it would."""
    after = state.play(move)
    end = after.outcome()
    if end is None or not after.lines():
        return None
    if state.turn in end.winners:
        return say("shout7.view.wins", "Seven in a line: that wins!")
    return say(
        "shout7.view.loses", "Careful: that makes seven for {who}", who=SEAT_NAMES[end.winners[0]]
    )


def describe_ply(ply: Ply) -> Text:
    """What a ply did, for the others."""
    who, move = SEAT_NAMES[ply.seat], ply.move
    if move.is_pass:
        return say("shout7.view.told.pass", "{who} passed", who=who)
    if move.is_removal:
        return say(
            "shout7.view.told.remove",
            "{who} took a Black piece off {cell}",
            who=who,
            cell=NAMES[move.place],
        )
    if not move.is_push:
        return say(
            "shout7.view.told.lay", "{who} laid a piece on {cell}", who=who, cell=NAMES[move.place]
        )
    way = push_choice(move)
    return _describe_push(who, way)


def _describe_push(who: Text, way: PushChoice) -> Text:
    compass = DIRECTION_NAMES[way.spot]
    match sum(not IS_CELL[PLACE_OF[end]] for end in way.ends):
        case 2:
            return say("shout7.view.told.pits", "{who} pushed two into pits", who=who)
        case 1:
            return say(
                "shout7.view.told.pit", "{who} pushed {way}, one into a pit", who=who, way=compass
            )
    if way.convoy:
        return say("shout7.view.told.convoy", "{who} pushed a convoy {way}", who=who, way=compass)
    return say("shout7.view.told.push", "{who} pushed two {way}", who=who, way=compass)
