"""What lies at a place of Trelawney's Glory, for whoever asks.

What the table says while a turn is being made: to the acting seat, and to the other one.
"""

from functools import lru_cache
from typing import Any

from tabletop.engine import Ply, Spot, Text, say
from tabletop.games.trelawney.geometry import square_name
from tabletop.games.trelawney.messages import SEAT_NAMES
from tabletop.games.trelawney.rules import LETTERS, Move, State, neighbour_spot, pieces
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import BoardSnapshot, SpotButton

PLY_KINDS = ("lay", "shove", "drag")
"""Places that are no places on the board."""


def describe_spot(state: State, spot: Spot) -> SpotContents | None:
    """What lies on the board there, or beside it."""
    if spot in PLY_KINDS:
        return None
    letter = pieces(state).get(spot)
    seat = None if letter is None else LETTERS.index(letter)
    if spot.startswith("ring:"):
        if seat is None:
            return SpotContents(
                say("trelawney.glossary.ring", "Off the board: whatever is moved here is out.")
            )
        words = say(
            "trelawney.glossary.out",
            "Off the board: a stone of {who} that is out for good.",
            who=SEAT_NAMES[seat],
        )
        return SpotContents(words, seat)
    if seat is None:
        words = say("trelawney.glossary.empty", "{at}: nothing lies here.", at=spot)
        return SpotContents(words, bare=True)
    words = say(
        "trelawney.glossary.stone", "{at}: a stone of {who}.", at=spot, who=SEAT_NAMES[seat]
    )
    return SpotContents(words, seat)


def prompt(snapshot: BoardSnapshot) -> Text:
    """What the acting seat can do now."""
    state: State = snapshot.state
    if not snapshot.picked:
        if state.ply == 0:
            return say("trelawney.view.first", "Lay the first stone anywhere.")
        if state.ply == 1:
            return say("trelawney.view.second", "Lay a stone next to Black's.")
        if state.board:
            return say("trelawney.view.lay_point", "Lay a stone on an empty point.")
        return say("trelawney.view.lay_square", "Lay a stone on an empty square.")
    kinds = {ply_kind(move) for move in snapshot.candidates}
    if len(snapshot.picked) == 1:
        return _after_lay(state, snapshot, kinds)
    if kinds == {"shove", "drag"}:
        return say("trelawney.view.which", "Shove it or drag it: touch a dashed stone.")
    if kinds == {"shove"}:
        return say("trelawney.view.only_shove", "It can only be shoved: touch the dashed stone.")
    return say("trelawney.view.only_drag", "It can only be dragged: touch the dashed stone.")


def _after_lay(state: State, snapshot: BoardSnapshot, kinds: set[Spot]) -> Text:
    """What follows a stone that has been laid."""
    if kinds == {"lay"}:
        if is_winning(state, snapshot.candidates[0]):
            return say("trelawney.view.five", "Five in a line! Touch the stone again.")
        return say("trelawney.view.leave", "Touch the stone again to leave it there.")
    if "shove" not in kinds:
        return say("trelawney.view.drag_or_leave", "Drag, or leave it.")
    if "drag" not in kinds:
        return say("trelawney.view.shove_or_leave", "Shove, or leave it.")
    return say("trelawney.view.all", "Shove, drag, or leave it.")


def choices(snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
    """The open places that are words."""
    found = []
    if "shove" in snapshot.open:
        # NOTE for translators: a button.
        found.append(SpotButton("shove", say("trelawney.view.shove", "Shove"), "main"))
    if "drag" in snapshot.open:
        found.append(SpotButton("drag", say("trelawney.view.drag", "Drag"), "other"))
    if "lay" in snapshot.open:
        found.append(SpotButton("lay", say("trelawney.view.lay", "Just lay it"), "main"))
    return tuple(found)


def describe_ply(ply: Ply) -> Text:
    """What a ply did."""
    move: Move = ply.move
    who, here = SEAT_NAMES[ply.seat], square_name(move.square)
    if move.target is None or move.direction is None:
        return say("trelawney.view.told.lay", "{who} laid on {here}.", who=who, here=here)
    there = square_name(move.target)
    if move.drags:
        back = neighbour_spot(ply.before, move.square, move.direction ^ 1)
        if back.startswith("ring:"):
            return say(
                "trelawney.view.told.drag_out",
                "{who} dragged {there}, stepping off the board.",
                who=who,
                there=there,
            )
        return say(
            "trelawney.view.told.drag",
            "{who} dragged {there} to {here}.",
            who=who,
            there=there,
            here=here,
        )
    beyond = neighbour_spot(ply.before, move.target, move.direction)
    if beyond.startswith("ring:"):
        return say(
            "trelawney.view.told.shove_out",
            "{who} shoved {there} off the board.",
            who=who,
            there=there,
        )
    return say(
        "trelawney.view.told.shove",
        "{who} shoved {there} to {beyond}.",
        who=who,
        there=there,
        beyond=beyond,
    )


def ply_kind(move: Move) -> Spot:
    """The last place of a ply's spelling: `lay`, `shove` or `drag`."""
    if move.target is None:
        return "lay"
    return "drag" if move.drags else "shove"


@lru_cache(maxsize=64)
def is_winning(state: Any, move: Any) -> bool:
    """Whether a ply wins for its player."""
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)
