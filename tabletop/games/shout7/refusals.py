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
                "Everyone lays two pieces before the first push.",
            )
        if move.is_removal:
            return refusal(
                SETUP_RULE,
                "shout7.refused.still_lay_off",
                "No piece is taken off yet.",
            )
        return _refuse_lay(state, move.place)
    if state.stage == kernel.STAGE_REMOVE:
        if move.is_removal:
            return _refuse_removal(state, move.place)
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.must_remove",
            "First take a black piece off the board.",
        )
    if move.is_push:
        return _refuse_push(state, move.push)
    if move.is_removal:
        return _refuse_late_removal(state)
    return refusal(PUSH_RULE, "shout7.refused.must_push", "Push two neighbouring pieces.")


def _refuse_pass(state: State) -> Refusal:
    if state.stage == kernel.STAGE_LAY:
        return refusal(
            PASS_RULE,
            "shout7.refused.pass_lay",
            "You can’t pass: there is room for your piece.",
        )
    if state.stage == kernel.STAGE_REMOVE:
        return refusal(
            PASS_RULE,
            "shout7.refused.pass_remove",
            "You can’t pass: take a black piece off first.",
        )
    return refusal(
        PASS_RULE,
        "shout7.refused.pass_push",
        "You can’t pass: there are two pieces to push.",
    )


def _refuse_late_removal(state: State) -> Refusal:
    if state.seats > 2:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_never",
            "A piece is taken off only when two play.",
        )
    if state.ply < kernel.REMOVAL_PLY:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_early",
            "White takes a piece off only after White’s first move.",
        )
    return refusal(
        REMOVAL_RULE, "shout7.refused.remove_late", "Only one piece is taken off in a game."
    )


def _refuse_removal(state: State, place: int) -> Refusal:
    name, piece = NAMES[place], state.at(place)
    if piece == kernel.EMPTY:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_empty",
            "That place is empty. Touch a black piece.",
            places=(name,),
        )
    if piece != kernel.BLACK:
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.remove_own",
            "That piece is yours. Touch a black one.",
            places=(name,),
        )
    return refusal(
        REMOVAL_RULE,
        "shout7.refused.remove_pit",
        "A piece in a pit stays there.",
        places=(name,),
    )


def _refuse_lay(state: State, place: int) -> Refusal:
    name = NAMES[place]
    if state.pot(state.turn) == 0:
        return _pot_empty()
    if not kernel.IS_CELL[place]:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_pit",
            "That’s a pit. Lay your piece on the board.",
            places=(name,),
        )
    if state.at(place) != kernel.EMPTY:
        return refusal(
            SETUP_RULE, "shout7.refused.lay_taken", "That place is taken.", places=(name,)
        )
    if state.ply == 2:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_black",
            "Lay your piece next to a black one.",
            places=(name,),
        )
    if state.ply % 2 == 0:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_any",
            "Lay your piece next to another one.",
            places=(name,),
        )
    if any(move.is_pass for move in state.moves()):
        return refusal(
            PASS_RULE,
            "shout7.refused.lay_none",
            "No place is left for your second piece: you pass.",
        )
    first = next(
        (p for p in range(kernel.PLACE_COUNT) if state.at(p) == state.turn + 1), kernel.OUTSIDE
    )
    if first == kernel.OUTSIDE:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_alone",
            "You have no first piece to lay beside.",
            places=(name,),
        )
    if first in kernel.NEXT[6 * place : 6 * place + 6]:
        return refusal(
            SETUP_RULE,
            "shout7.refused.lay_other",
            "It must also touch another player’s piece.",
            places=(name,),
        )
    return refusal(
        SETUP_RULE,
        "shout7.refused.lay_own",
        "Lay it next to your first piece.",
        places=(name, NAMES[first]),
    )


def _pot_empty() -> Refusal:
    return refusal(PASS_RULE, "shout7.refused.pot_empty", "You have no pieces left: you pass.")


def _pot_short(state: State) -> Refusal | None:
    left = state.pot(state.turn)
    if left == 0:
        return _pot_empty()
    if left == 1:
        return refusal(
            PASS_RULE,
            "shout7.refused.pot_one",
            "A push needs two pieces, and you have one: you pass.",
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
                "That pit is empty. Touch a piece to push.",
                places=(name,),
            )
        return refusal(
            PUSH_RULE,
            "shout7.refused.empty",
            "That place is empty. Touch a piece to push.",
            places=(name,),
        )
    if not kernel.IS_CELL[place]:
        return refusal(
            ROOM_RULE,
            "shout7.refused.pitted",
            "Pieces in pits are never pushed.",
            places=(name,),
        )
    if piece == state.turn + 1:
        return refusal(
            PUSH_RULE,
            "shout7.refused.own",
            "That piece is yours. Push two that aren’t.",
            places=(name,),
        )
    return None


def _no_room(state: State, push: int) -> Refusal:
    """Why two pushable neighbours cannot go that way."""
    first, second = kernel.FIRST_LANDS[push], kernel.SECOND_LANDS[push]
    if first == kernel.OUTSIDE:
        return refusal(CONVOY_RULE, "shout7.refused.one_pit", "A pit holds only one piece.")
    convoy_backwards = push % 6 == push // 6 % 3 + 3
    nearest_first = (second, first) if convoy_backwards else (first, second)
    blocked = next(place for place in nearest_first if state.at(place) != kernel.EMPTY)
    name = NAMES[blocked]
    if not kernel.IS_CELL[blocked]:
        return refusal(
            ROOM_RULE,
            "shout7.refused.pit_full",
            "That pit is full.",
            places=(name,),
        )
    return refusal(
        ROOM_RULE, "shout7.refused.blocked", "That way is blocked by this piece.", places=(name,)
    )


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal:
    last = wrong.spot
    if wrong.complete:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_done",
            "This move is already complete.",
        )
    if last == "pass":
        return _refuse_pass(state)
    if state.stage == kernel.STAGE_LAY:
        if last in kernel.PLACE_OF:
            return _refuse_lay(state, kernel.PLACE_OF[last])
        return refusal(
            SETUP_RULE, "shout7.refused.touch_lay", "Touch the place where your piece goes."
        )
    if state.stage == kernel.STAGE_REMOVE:
        if last in kernel.PLACE_OF:
            return _refuse_removal(state, kernel.PLACE_OF[last])
        return refusal(
            REMOVAL_RULE,
            "shout7.refused.touch_remove",
            "Touch the black piece to take off.",
        )
    return _pot_short(state) or _refuse_push_touch(state, (*wrong.begun, last))


def _refuse_push_touch(state: State, touched: Word) -> Refusal:
    places = tuple(kernel.PLACE_OF[spot] for spot in touched if spot in kernel.PLACE_OF)
    if len(places) == 3:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_way",
            "Choose a direction: touch an arrow.",
            places=tuple(NAMES[place] for place in places[2:]),
        )
    if len(places) < len(touched):
        if len(places) == 2 and touched[2] in kernel.DIRECTIONS:
            return _refuse_way(state, min(places), max(places), touched[2])
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_two",
            "First touch two neighbouring pieces.",
        )
    if len(places) == 1:
        return _not_pushable(state, places[0]) or _cannot_start(state, places[0])
    return _refuse_second(state, *places)


def _refuse_second(state: State, first: int, second: int) -> Refusal:
    pair = NAMES[first], NAMES[second]
    if first == second or state.at(second) == kernel.EMPTY:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_same",
            "Touch a second piece beside this one.",
            places=pair,
        )
    if second not in kernel.NEXT[6 * first : 6 * first + 6]:
        return refusal(
            PUSH_RULE,
            "shout7.refused.touch_apart",
            "Those two don’t touch. Choose a piece beside the first.",
            places=pair,
        )
    return _not_pushable(state, second) or refusal(
        ROOM_RULE,
        "shout7.refused.pair_blocked",
        "These two are blocked every way.",
        places=pair,
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
            "That piece is blocked with every neighbour.",
            places=(name,),
        )
    return refusal(
        PUSH_RULE,
        "shout7.refused.touch_lonely",
        "That piece has no neighbour to push with it.",
        places=(name,),
    )
