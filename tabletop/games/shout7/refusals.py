"""Why a ply or a touch of Shout 7 is refused."""

from tabletop.engine.game import Refusal, Word, WrongTouch
from tabletop.engine.notation import refusal
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.kernel import NAMES
from tabletop.games.shout7.messages import (
    CONVOY_RULE,
    PASS_RULE,
    PUSH_RULE,
    REMOVAL_RULE,
    ROOM_RULE,
    SETUP_RULE,
)
from tabletop.games.shout7.rules import Move, State


def refuse(state: State, move: Move) -> Refusal:
    if move.is_pass:
        return _refuse_pass(state)
    if state.stage == kernel.STAGE_LAY:
        if move.is_push:
            return refusal(
                SETUP_RULE,
                "shout7.refused.still_lay",
                "Everyone lays two pieces before the first push",
            )
        if move.is_removal:
            return refusal(
                SETUP_RULE,
                "shout7.refused.still_lay_off",
                "Nothing is taken off while pieces are laid",
            )
        return _refuse_lay(state, move.place)
    if state.stage == kernel.STAGE_REMOVE:
        if move.is_removal:
            return _refuse_removal(state, move.place)
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.must_remove",
            "First White takes a Black piece off a cell",
        )
    if move.is_push:
        return _refuse_push(state, move.push)
    if move.is_removal:
        return _refuse_late_removal(state)
    return refusal(
        PUSH_RULE, "shout7.refused.must_push", "The pieces are laid out: now push two neighbours"
    )


def _refuse_pass(state: State) -> Refusal:
    if state.stage == kernel.STAGE_LAY:
        return refusal(
            PASS_RULE,
            "shout7.refused.pass_lay",
            "There is a cell for your piece, so you may not pass",
        )
    if state.stage == kernel.STAGE_REMOVE:
        return refusal(
            PASS_RULE,
            "shout7.refused.pass_remove",
            "There is a Black piece to take off: no passing",
        )
    return refusal(
        PASS_RULE,
        "shout7.refused.pass_push",
        "There are two pieces you can push, so you may not pass",
    )


def _refuse_late_removal(state: State) -> Refusal:
    if state.seats > 2:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_never",
            "Only in a game of two is a piece taken off",
        )
    if state.ply < kernel.REMOVAL_PLY:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_early",
            "White takes a piece off right after White's first move, not before",
        )
    return refusal(
        REMOVAL_RULE, "shout7.refused.remove_late", "Only one piece is taken off in the whole game"
    )


def _refuse_removal(state: State, place: int) -> Refusal:
    name, piece = NAMES[place], state.at(place)
    if piece == kernel.EMPTY:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_empty",
            "{place} is empty: take a Black piece",
            place=name,
        )
    if piece != kernel.BLACK:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_own",
            "{place} is White: take a Black piece",
            place=name,
        )
    return refusal(
        REMOVAL_RULE,
        "shout7.refused.remove_pit",
        "The piece on {place} lies in a pit and stays there",
        place=name,
    )


def _refuse_lay(state: State, place: int) -> Refusal:
    name = NAMES[place]
    if state.pot(state.turn) == 0:
        return _pot_empty()
    if not kernel.IS_CELL[place]:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_pit",
            "{place} is a pit: pieces are laid on cells",
            place=name,
        )
    if state.at(place) != kernel.EMPTY:
        return refusal(SETUP_RULE, "shout7.refused.lay_taken", "{place} is taken", place=name)
    if state.ply == 2:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_black",
            "{place} is not next to a Black piece",
            place=name,
        )
    if state.ply % 2 == 0:
        return refusal(
            SETUP_RULE, "shout7.refused.lay_any", "{place} is not next to any piece", place=name
        )
    if any(move.is_pass for move in state.moves()):
        return refusal(
            PASS_RULE,
            "shout7.refused.lay_none",
            "No cell is left for your second piece, so you pass",
        )
    first = next(
        (p for p in range(kernel.PLACE_COUNT) if state.at(p) == state.turn + 1), kernel.OUTSIDE
    )
    if first == kernel.OUTSIDE:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_alone",
            "You have no first piece that {place} is next to",
            place=name,
        )
    if first in kernel.NEXT[6 * place : 6 * place + 6]:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_other",
            "{place} is next to your first piece, but it has to be next to one more piece too",
            place=name,
        )
    return refusal(
        SETUP_RULE,
        "shout7.refused.lay_own",
        "{place} is not next to your first piece on {first}",
        place=name,
        first=NAMES[first],
    )


def _pot_empty() -> Refusal:
    return refusal(PASS_RULE, "shout7.refused.pot_empty", "Your pot is empty, so you pass")


def _pot_short(state: State) -> Refusal | None:
    left = state.pot(state.turn)
    if left == 0:
        return _pot_empty()
    if left == 1:
        return refusal(
            PASS_RULE,
            "shout7.refused.pot_one",
            "Your pot holds one piece and a push needs two: you pass",
        )
    return None


def _refuse_push(state: State, push: int) -> Refusal:
    pair = push // 6
    pieces = pair // 3, kernel.PARTNER[pair]
    return (
        _pot_short(state)
        or _not_pushable(state, pieces[0])
        or _not_pushable(state, pieces[1])
        or _no_room(state, push)
    )


def _not_pushable(state: State, place: int) -> Refusal | None:
    """Why the mover may not push what stands on a place, whatever its neighbour."""
    name, piece = NAMES[place], state.at(place)
    if piece == kernel.EMPTY:
        if not kernel.IS_CELL[place]:
            return refusal(
                PUSH_RULE,
                "shout7.refused.pit_empty",
                "{place} is an empty pit: push two pieces that stand on cells",
                place=name,
            )
        return refusal(
            PUSH_RULE,
            "shout7.refused.empty",
            "{place} is empty: push two pieces that stand next to each other",
            place=name,
        )
    if not kernel.IS_CELL[place]:
        return refusal(
            ROOM_RULE,
            "shout7.refused.pitted",
            "The piece on {place} lies in a pit, and pieces in pits are never pushed",
            place=name,
        )
    if piece == state.turn + 1:
        return refusal(
            PUSH_RULE,
            "shout7.refused.own",
            "The piece on {place} is your own; you push only the others' pieces",
            place=name,
        )
    return None


def _no_room(state: State, push: int) -> Refusal:
    """Why two pushable neighbours cannot go that way."""
    first, second = kernel.FIRST_LANDS[push], kernel.SECOND_LANDS[push]
    if first == kernel.OUTSIDE:
        return refusal(CONVOY_RULE, "shout7.refused.one_pit", "Two pieces cannot go into one pit")
    convoy_backwards = push % 6 == push // 6 % 3 + 3
    nearest_first = (second, first) if convoy_backwards else (first, second)
    blocked = next(place for place in nearest_first if state.at(place) != kernel.EMPTY)
    name = NAMES[blocked]
    if not kernel.IS_CELL[blocked]:
        return refusal(
            ROOM_RULE,
            "shout7.refused.pit_full",
            "The pit {place} is full, so that way is blocked",
            place=name,
        )
    return refusal(
        ROOM_RULE, "shout7.refused.blocked", "{place} is taken, so that way is blocked", place=name
    )


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal:
    last = wrong.spot
    if wrong.complete:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_done",
            "Everything for this ply has been touched already",
        )
    if last == "pass":
        return _refuse_pass(state)
    if state.stage == kernel.STAGE_LAY:
        if last in kernel.PLACE_OF:
            return _refuse_lay(state, kernel.PLACE_OF[last])
        return refusal(
            SETUP_RULE, "shout7.refused.touch_lay", "Touch the cell where your piece goes"
        )
    if state.stage == kernel.STAGE_REMOVE:
        if last in kernel.PLACE_OF:
            return _refuse_removal(state, kernel.PLACE_OF[last])
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.touch_remove",
            "Touch the Black piece that White takes off",
        )
    return _pot_short(state) or _refuse_push_touch(state, (*wrong.begun, last))


def _refuse_push_touch(state: State, touched: Word) -> Refusal:
    places = tuple(kernel.PLACE_OF[spot] for spot in touched if spot in kernel.PLACE_OF)
    if len(places) == 3:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_way",
            "Two pieces are picked: now touch the way they go",
        )
    if len(places) < len(touched):
        if len(places) == 2 and touched[2] in kernel.DIRECTIONS:
            return _refuse_way(state, min(places), max(places), touched[2])
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_two",
            "First touch two neighbouring pieces, then the way",
        )
    if len(places) == 1:
        return _not_pushable(state, places[0]) or _cannot_start(state, places[0])
    return _refuse_second(state, *places)


def _refuse_second(state: State, first: int, second: int) -> Refusal:
    names = {"first": NAMES[first], "second": NAMES[second]}
    if first == second:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_same",
            "{first} is picked already: touch a second piece next to it",
            **names,
        )
    if state.at(second) != kernel.EMPTY and second not in kernel.NEXT[6 * first : 6 * first + 6]:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_apart",
            "{first} and {second} are not next to each other",
            **names,
        )
    return _not_pushable(state, second) or refusal(
        ROOM_RULE,
        "shout7.refused.pair_blocked",
        "{first} and {second} are blocked every way",
        **names,
    )


def _refuse_way(state: State, first: int, second: int, way: str) -> Refusal:
    pair = 3 * first + kernel.NEXT[6 * first : 6 * first + 3].index(second)
    return _refuse_push(state, 6 * pair + kernel.DIRECTIONS.index(way))


def _cannot_start(state: State, place: int) -> Refusal:
    """Why a piece of another player cannot be pushed with any neighbour."""
    around = [near for near in kernel.NEXT[6 * place : 6 * place + 6] if near != kernel.OUTSIDE]
    name = NAMES[place]
    if any(_not_pushable(state, near) is None for near in around):
        return refusal(
            ROOM_RULE,
            "shout7.refused.touch_blocked",
            "The piece on {place} is blocked with every neighbour it could be pushed with",
            place=name,
        )
    return refusal(
        PUSH_RULE,
        "shout7.refused.touch_lonely",
        "No piece that you may push stands next to {place}, and a push takes two",
        place=name,
    )
