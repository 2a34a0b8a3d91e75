"""What the table says while a turn is being made: to the acting seat, and to the other one."""

from functools import lru_cache
from typing import Any

from tabletop.engine import Ply, Spot, Text, say
from tabletop.games.trelawney.rules import Move, State, beside
from tabletop.games.trelawney.squares import name
from tabletop.games.trelawney.words import SEAT_NAMES
from tabletop.ui.view import Choice, Showing


def prompt(showing: Showing) -> Text:
    """What the acting seat can do now."""
    state: State = showing.state
    if not showing.picked:
        if state.ply == 0:
            return say("trelawney.view.first", "Lay the first stone anywhere.")
        if state.ply == 1:
            return say("trelawney.view.second", "Lay a stone next to Black's.")
        if state.board:
            return say("trelawney.view.lay_point", "Lay a stone on an empty point.")
        return say("trelawney.view.lay_square", "Lay a stone on an empty square.")
    kinds = {kind(move) for move in showing.candidates}
    if len(showing.picked) == 1:
        return _after_lay(state, showing, kinds)
    if kinds == {"shove", "drag"}:
        return say("trelawney.view.which", "Shove it or drag it: touch a dashed stone.")
    if kinds == {"shove"}:
        return say("trelawney.view.only_shove", "It can only be shoved: touch the dashed stone.")
    return say("trelawney.view.only_drag", "It can only be dragged: touch the dashed stone.")


def _after_lay(state: State, showing: Showing, kinds: set[Spot]) -> Text:
    """What follows a stone that has been laid."""
    if kinds == {"lay"}:
        if wins(state, showing.candidates[0]):
            return say("trelawney.view.five", "Five in a line! Touch the stone again.")
        return say("trelawney.view.leave", "Touch the stone again to leave it there.")
    if "shove" not in kinds:
        return say("trelawney.view.drag_or_leave", "Drag, or leave it.")
    if "drag" not in kinds:
        return say("trelawney.view.shove_or_leave", "Shove, or leave it.")
    return say("trelawney.view.all", "Shove, drag, or leave it.")


def choices(showing: Showing) -> tuple[Choice, ...]:
    """The open places that are words."""
    found = []
    if "shove" in showing.open:
        # NOTE for translators: a button.
        found.append(Choice("shove", say("trelawney.view.shove", "Shove"), "main"))
    if "drag" in showing.open:
        found.append(Choice("drag", say("trelawney.view.drag", "Drag"), "other"))
    if "lay" in showing.open:
        found.append(Choice("lay", say("trelawney.view.lay", "Just lay it"), "main"))
    return tuple(found)


def told(ply: Ply) -> Text:
    """What a ply did."""
    move: Move = ply.move
    who, here = SEAT_NAMES[ply.seat], name(move.square)
    if move.target is None or move.direction is None:
        return say("trelawney.view.told.lay", "{who} laid on {here}.", who=who, here=here)
    there = name(move.target)
    if move.drags:
        back = beside(ply.before, move.square, move.direction ^ 1)
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
    beyond = beside(ply.before, move.target, move.direction)
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


def kind(move: Move) -> Spot:
    """The last place of a ply's spelling: `lay`, `shove` or `drag`."""
    if move.target is None:
        return "lay"
    return "drag" if move.drags else "shove"


@lru_cache(maxsize=64)
def wins(state: Any, move: Any) -> bool:
    """Whether a ply wins for its player."""
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)
