"""Why a ply or a touch of Shoo is refused.

Each function gives a refusal, or None if there is no reason to refuse.
"""

from collections.abc import Iterable
from functools import lru_cache

from tabletop.engine.game import Refusal, Spot, Word, WrongTouch
from tabletop.engine.notation import refusal
from tabletop.engine.text import Text, say
from tabletop.games.shoo import kernel, messages, rules
from tabletop.games.shoo.kernel import (
    BOTH_HOMES,
    IN_GOAL,
    NAMES,
    SQUARE_OF,
    SQUARES,
    near_squares,
    slide_squares,
)
from tabletop.games.shoo.messages import SEAT_NAMES
from tabletop.games.shoo.rules import Move, State


def impossible(move: Move) -> Refusal | None:
    """Why a ply is legal in no position; None if it can be."""
    kind = move.kind
    start, to, _, _ = move.squares
    if kind in (kernel.STEP, kernel.STEP_ANYWAY):
        return _too_far(start, to)
    if kind == kernel.MOUNT:
        return _in_base(to, messages.RIDING_RULE) or _no_neighbour(start, to, messages.RIDING_RULE)
    if kind in (kernel.DISMOUNT, kernel.DISMOUNT_ANYWAY):
        return _in_base(start, messages.RIDING_RULE) or _no_neighbour(
            start, to, messages.RIDING_RULE
        )
    if kind in (kernel.RIDE, kernel.MOVE_HORSE):
        return no_slide(
            start, to, messages.RIDING_RULE if kind == kernel.RIDE else messages.HORSES_RULE
        )
    if kind in (kernel.DROP, kernel.HOLD, kernel.RETIRE):
        return _in_base(start, messages.HORSES_RULE)
    if kind == kernel.CAPTURE:
        return _impossible_capture(move)
    if kind == kernel.REDROP:
        return _same_place(start, to) or _back_in_base(to)
    if kind == kernel.COME_BACK:
        return _back_in_base(start)
    return None


def _too_far(start: int, to: int) -> Refusal | None:
    if to in near_squares(start):
        return None
    return refusal(
        messages.WALKING_RULE,
        "shoo.refused.far",
        "On foot, a traveller goes one square.",
        places=(NAMES[to], NAMES[start]),
    )


def _no_neighbour(start: int, to: int, rule: str) -> Refusal | None:
    if to in near_squares(start):
        return None
    return refusal(
        rule,
        "shoo.refused.apart",
        "Those two squares don’t touch.",
        places=(NAMES[to], NAMES[start]),
    )


def _in_base(square: int, rule: str) -> Refusal | None:
    if square not in BOTH_HOMES:
        return None
    return refusal(
        rule,
        "shoo.refused.base",
        "Horses can’t enter a home base.",
        places=(NAMES[square],),
    )


def _back_in_base(square: int) -> Refusal | None:
    if square not in BOTH_HOMES:
        return None
    return refusal(
        messages.DEALING_RULE,
        "shoo.refused.redrop.base",
        "Travellers come back outside the bases.",
        places=(NAMES[square],),
    )


def _same_place(start: int, to: int) -> Refusal | None:
    if start != to:
        return None
    return refusal(
        messages.DEALING_RULE,
        "shoo.refused.redrop.same",
        "It’s shooed there. Choose another square.",
        places=(NAMES[to],),
    )


def no_slide(start: int, to: int, rule: str) -> Refusal | None:
    """Why no horse can slide from one square to the other on an empty board; None if it can."""
    passed = slide_squares(start, to)
    based = _in_base(start, rule) or _in_base(to, rule)
    if based:
        return based
    if not passed:
        return refusal(
            rule,
            "shoo.refused.line",
            "Horses go straight or diagonally.",
            places=(NAMES[to], NAMES[start]),
        )
    for square in passed:
        if square in BOTH_HOMES:
            return refusal(
                rule,
                "shoo.refused.crossing",
                "Horses can’t cross a home base.",
                places=(NAMES[square], NAMES[to]),
            )
    return None


def _impossible_capture(move: Move) -> Refusal | None:
    capturer, rider, put, to = move.squares
    problem = _in_base(rider, messages.RIDING_RULE) or _no_neighbour(
        capturer, rider, messages.CAPTURING_RULE
    )
    if problem:
        return problem
    if put not in near_squares(rider):
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.put.far",
            "The rider goes next to its horse.",
            places=(NAMES[put], NAMES[rider]),
        )
    if put == capturer:
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.put.capturer",
            "Your own traveller is still there.",
            places=(NAMES[put],),
        )
    if to == rider:
        return None
    if put in slide_squares(rider, to):
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.ride_on.put",
            "The rider that you moved off is in the way.",
            places=(NAMES[to], NAMES[put]),
        )
    return no_slide(rider, to, messages.RIDING_RULE)


def piece_at(state: State, square: int) -> int:
    """What stands on a square, by the kernel's numbers."""
    return state.position[kernel.BOARD + square]


def occupant(state: State, square: int) -> Text:
    """What stands on a square, in words."""
    piece = piece_at(state, square)
    if piece == kernel.EMPTY:
        # NOTE for translators: what stands on a square, in "c3 is taken: a horse stands there".
        return say("shoo.piece.none", "nothing")
    if piece == kernel.HORSE:
        return say("shoo.piece.horse", "a horse")
    if piece >= kernel.RIDER:
        return say("shoo.piece.rider", "{who}’s rider", who=SEAT_NAMES[piece - kernel.RIDER])
    return say("shoo.piece.foot", "{who}’s traveller", who=SEAT_NAMES[piece - kernel.FOOT])


def no_walker(state: State, square: int) -> Refusal | None:
    """Why a square is not where one of one's own travelers on foot can start."""
    piece, here, me = piece_at(state, square), NAMES[square], state.turn
    if piece == kernel.FOOT + me:
        return None
    if piece == kernel.RIDER + me:
        return refusal(
            messages.RIDING_RULE,
            "shoo.refused.walk.rider",
            "That traveller is on a horse: it rides ({square}~…) or dismounts ({square}/…).",
            square=here,
        )
    if piece == kernel.HORSE:
        return refusal(
            messages.HORSES_RULE,
            "shoo.refused.walk.horse",
            "That horse has no rider. To move it, write h:{square}-….",
            square=here,
        )
    return _not_yours(state, square)


def no_rider(state: State, square: int) -> Refusal | None:
    """Why a square is not where one of one's own riders can start."""
    piece, here, me = piece_at(state, square), NAMES[square], state.turn
    if piece == kernel.RIDER + me:
        return None
    if piece == kernel.FOOT + me:
        return refusal(
            messages.RIDING_RULE,
            "shoo.refused.ride.foot",
            "That traveller is on foot.",
            places=(here,),
        )
    if piece == kernel.HORSE:
        return refusal(
            messages.RIDING_RULE,
            "shoo.refused.ride.horse",
            "That horse has no rider. Mount it first.",
            places=(here,),
        )
    return _not_yours(state, square)


def _not_yours(state: State, square: int) -> Refusal:
    if piece_at(state, square) == kernel.EMPTY:
        return refusal(
            messages.WALKING_RULE,
            "shoo.refused.start.empty",
            "That square is empty.",
            places=(NAMES[square],),
        )
    return refusal(
        messages.WALKING_RULE,
        "shoo.refused.start.enemy",
        "That traveller belongs to {who}.",
        places=(NAMES[square],),
        who=SEAT_NAMES[1 - state.turn],
    )


def no_free_horse(state: State, square: int) -> Refusal | None:
    """Why there is no free horse on a square: none at all, a rider, or one that is reserved."""
    piece = piece_at(state, square)
    if piece == kernel.HORSE:
        return reserved_horse(state, square)
    if piece == kernel.RIDER + state.turn:
        return refusal(
            messages.HORSES_RULE,
            "shoo.refused.horse.own",
            "Your own traveller rides that horse.",
            places=(NAMES[square],),
        )
    if piece == kernel.RIDER + 1 - state.turn:
        return refusal(
            messages.HORSES_RULE,
            "shoo.refused.horse.enemy",
            "That horse isn’t free: {who} rides it.",
            places=(NAMES[square],),
            who=SEAT_NAMES[1 - state.turn],
        )
    if piece == kernel.EMPTY:
        return refusal(
            messages.HORSES_RULE,
            "shoo.refused.horse.empty",
            "There’s no horse there.",
            places=(NAMES[square],),
        )
    return refusal(
        messages.HORSES_RULE,
        "shoo.refused.horse.none",
        "There’s no horse there, but {what}.",
        places=(NAMES[square],),
        what=occupant(state, square),
    )


def reserved_horse(state: State, square: int) -> Refusal | None:
    """Why a horse cannot be used by the side to move."""
    if rules.reserved(state) != NAMES[square]:
        return None
    return refusal(
        messages.HORSES_RULE,
        "shoo.refused.horse.reserved",
        "{who} locked that horse for this turn.",
        places=(NAMES[square],),
        who=SEAT_NAMES[1 - state.turn],
    )


def occupied(state: State, square: int, rule: str) -> Refusal | None:
    """Why nothing can come to a square: something is there."""
    if piece_at(state, square) == kernel.EMPTY:
        return None
    return refusal(
        rule,
        "shoo.refused.taken",
        "That square is taken by {what}.",
        places=(NAMES[square],),
        what=occupant(state, square),
    )


def blocked(state: State, passed: Iterable[int], rule: str, left: int = -1) -> Refusal | None:
    """Why a horse cannot slide along squares; `left` is one that its new rider has just left."""
    for square in passed:
        if square != left and piece_at(state, square) != kernel.EMPTY:
            return refusal(
                rule,
                "shoo.refused.blocked",
                "Something is in the way: {what}.",
                places=(NAMES[square],),
                what=occupant(state, square),
            )
    return None


def leaves_goal(state: State, start: int, to: int) -> Refusal | None:
    """Why a traveler cannot go from one square to the other: it would leave its goal."""
    goal = IN_GOAL[SQUARES * state.turn : SQUARES * (state.turn + 1)]
    if state.position[kernel.LEAVE_HOME] or not goal[start] or goal[to]:
        return None
    return refusal(
        messages.WALKING_RULE,
        "shoo.refused.arrived",
        "A traveller in the goal stays there.",
        places=(NAMES[start], NAMES[to]),
    )


def shoo_ahead(state: State, square: int, written: str) -> Refusal | None:
    """Why nobody can step or dismount to a square; `written` is the ply that goes there anyway."""
    near = rules.shooers(state, NAMES[square])
    if not near:
        return None
    if state.position[kernel.HUSH] == kernel.REFUSE:
        return refusal(
            messages.SHOOING_RULE,
            "shoo.refused.shooed",
            "You can’t step next to two enemies.",
            places=(NAMES[square], *near),
        )
    return refusal(
        messages.HUSH_RULE,
        "shoo.refused.shooed.dare",
        "Two enemies stand beside that square. To go there anyway, write {written}.",
        places=(NAMES[square], *near),
        written=written,
    )


def no_shoo_ahead(state: State, square: int, written: str) -> Refusal | None:
    """Why a ply with a question mark is none: the choice is not played, or there is no shoo."""
    near = rules.shooers(state, NAMES[square])
    if not near:
        return refusal(
            messages.HUSH_RULE,
            "shoo.refused.calm",
            "No two enemies stand beside that square. Write {written}.",
            places=(NAMES[square],),
            written=written,
        )
    if state.position[kernel.HUSH] == kernel.REFUSE:
        return refusal(
            messages.SHOOING_RULE,
            "shoo.refused.shooed.strict",
            "At this table, you can’t step next to two enemies.",
            places=(NAMES[square], *near),
        )
    return None


# Asked for each drawing of a picked traveler.
@lru_cache(maxsize=64)
def closed_by_shoo(state: State, spot: Spot) -> frozenset[Spot]:
    """The near squares to which a traveler could walk if no two enemies stood beside them."""
    start = SQUARE_OF[spot]
    kind = kernel.DISMOUNT if piece_at(state, start) >= kernel.RIDER else kernel.STEP
    closed = set()
    for to in near_squares(start):
        if not rules.shooers(state, NAMES[to]):
            continue
        refused = refuse(state, rules.make_move(kind, start, to))
        if refused is not None and refused.rule in (messages.SHOOING_RULE, messages.HUSH_RULE):
            closed.add(NAMES[to])
    return frozenset(closed)


def only_pass(state: State) -> Refusal:
    troubled = rules.shooed(state)
    if troubled:
        return refusal(
            messages.DEALING_RULE,
            "shoo.refused.only_pass.shooed",
            "Your shooed traveller has nowhere to go: pass.",
            places=troubled,
        )
    return refusal(
        messages.TURN_RULE,
        "shoo.refused.only_pass",
        "You can’t move anything: pass.",
    )


def deal_first(state: State, troubled: tuple[str, ...]) -> Refusal:
    if len(troubled) == 1:
        return refusal(
            messages.DEALING_RULE,
            "shoo.refused.deal.one",
            "Your traveller is shooed. Move it first.",
            places=(troubled[0], *rules.shooers(state, troubled[0])),
        )
    return refusal(
        messages.DEALING_RULE,
        "shoo.refused.deal.many",
        "Your travellers are shooed. Move one of them first.",
        places=(*troubled, *sorted({by for spot in troubled for by in rules.shooers(state, spot)})),
    )


def _cannot_walk(state: State, start: int) -> bool:
    """Whether a shooed traveler can only be taken up and put down again."""
    plies = rules.legal_moves(state).values()
    return any(ply.kind == kernel.REDROP and ply.squares[0] == start for ply in plies)


def stuck(start: int) -> Refusal:
    return refusal(
        messages.DEALING_RULE,
        "shoo.refused.stuck",
        "It can’t walk away. Put it on a lit square near your home.",
        places=(NAMES[start],),
    )


def no_redrop(state: State, start: int, to: int) -> Refusal | None:
    ways = [ply for ply in rules.legal_moves(state).values() if ply.squares[0] == start]
    if ways and ways[0].kind != kernel.REDROP:
        return refusal(
            messages.DEALING_RULE,
            "shoo.refused.redrop.free",
            "It can walk away: touch a lit square beside it.",
            places=(NAMES[start],),
        )
    return _no_refuge(state, to, [ply.squares[1] for ply in ways])


def _no_refuge(state: State, to: int, refuges: list[int]) -> Refusal | None:
    """Why a traveler who comes back cannot be put on a square."""
    taken = occupied(state, to, messages.DEALING_RULE)
    if taken:
        return taken
    near = rules.shooers(state, NAMES[to])
    if near:
        return refusal(
            messages.DEALING_RULE,
            "shoo.refused.redrop.shooed",
            "Two or more enemies stand beside that square.",
            places=(NAMES[to], *near),
        )
    return refusal(
        messages.DEALING_RULE,
        "shoo.refused.redrop.ring",
        "That’s too far out. Choose a lit square nearer home.",
        places=(NAMES[to], *[NAMES[square] for square in refuges]),
    )


def no_way_back(state: State, to: int) -> Refusal | None:
    """Why a traveler does not come back from the stable to a square."""
    refuges = [
        ply.squares[0] for ply in rules.legal_moves(state).values() if ply.kind == kernel.COME_BACK
    ]
    return _no_refuge(state, to, refuges)


_ON_FOOT = (kernel.STEP, kernel.STEP_ANYWAY, kernel.MOUNT, kernel.CAPTURE, kernel.REDROP)


def refuse(state: State, move: Move) -> Refusal | None:
    """Why a ply is not legal in a running game; None if nothing speaks against it."""
    never = impossible(move)
    if never:
        return never
    plies = [known.kind for known in rules.legal_moves(state).values()]
    if plies == [kernel.PASS]:
        return only_pass(state)
    if move.kind == kernel.PASS:
        return _no_pass(state)
    troubled = rules.shooed(state)
    if troubled:
        return _while_shooed(state, move, troubled)
    return _in_turn(state, move)


def _no_pass(state: State) -> Refusal:
    troubled = rules.shooed(state)
    if troubled:
        return deal_first(state, troubled)
    return refusal(
        messages.TURN_RULE,
        "shoo.refused.pass",
        "You can’t pass: there is something you can move.",
    )


def _while_shooed(state: State, move: Move, troubled: tuple[str, ...]) -> Refusal | None:
    start, to, _, _ = move.squares
    if move.kind not in _ON_FOOT:
        return deal_first(state, troubled)
    stranger = no_walker(state, start)
    if stranger:
        return stranger
    if NAMES[start] not in troubled:
        return deal_first(state, troubled)
    if move.kind == kernel.REDROP:
        return no_redrop(state, start, to)
    if _cannot_walk(state, start):
        return stuck(start)
    near = rules.shooers(state, NAMES[to])
    if (
        move.kind in (kernel.STEP, kernel.STEP_ANYWAY)
        and near
        and piece_at(state, to) == kernel.EMPTY
    ):
        return refusal(
            messages.SHOOING_RULE,
            "shoo.refused.from_shoo_to_shoo",
            "Two or more enemies stand beside that square too.",
            places=(NAMES[to], *near),
        )
    return _in_turn(state, move)


def _in_turn(state: State, move: Move) -> Refusal | None:
    """Why a ply is refused by its own kind."""
    kind = move.kind
    start, to, _, _ = move.squares
    if kind in (kernel.STEP, kernel.STEP_ANYWAY):
        return no_walker(state, start) or _step(state, move)
    if kind == kernel.MOUNT:
        return no_walker(state, start) or _mount(state, start, to)
    if kind == kernel.CAPTURE:
        return no_walker(state, start) or no_capture(state, start, to) or _put(state, move)
    if kind == kernel.RIDE:
        return no_rider(state, start) or blocked(
            state, slide_squares(start, to), messages.RIDING_RULE
        )
    if kind in (kernel.DISMOUNT, kernel.DISMOUNT_ANYWAY):
        taken = no_rider(state, start) or occupied(state, to, messages.RIDING_RULE)
        return taken or _shoo(state, move)
    if kind == kernel.MOVE_HORSE:
        return no_free_horse(state, start) or blocked(
            state, slide_squares(start, to), messages.HORSES_RULE
        )
    if kind == kernel.HOLD:
        return no_free_horse(state, start)
    if kind == kernel.RETIRE:
        return no_free_horse(state, start) or refusal(
            messages.HORSES_RULE,
            "shoo.refused.retire.far",
            "You can’t remove that horse: none of your travellers is beside it.",
            places=(NAMES[start],),
        )
    if kind == kernel.DROP:
        return no_horse_left(state) or occupied(state, start, messages.HORSES_RULE)
    if kind == kernel.COME_BACK:
        return nobody_off(state) or no_way_back(state, start)
    return no_walker(state, start) or refusal(
        messages.DEALING_RULE,
        "shoo.refused.redrop.calm",
        "That traveller isn’t shooed, so it stays.",
        places=(NAMES[start],),
    )


def _step(state: State, move: Move) -> Refusal | None:
    start, to, _, _ = move.squares
    there = piece_at(state, to)
    if there != kernel.HORSE:
        taken = leaves_goal(state, start, to) or occupied(state, to, messages.WALKING_RULE)
        return taken or _shoo(state, move)
    return (
        leaves_goal(state, start, to)
        or reserved_horse(state, to)
        or refusal(
            messages.RIDING_RULE,
            "shoo.refused.step.horse",
            "A free horse is there. To mount it, write {start}^{to}.",
            start=NAMES[start],
            to=NAMES[to],
        )
    )


def _shoo(state: State, move: Move) -> Refusal | None:
    """Why a step or a dismount is refused because of a shoo, or the lack of one."""
    if move.kind in (kernel.STEP, kernel.DISMOUNT):
        return shoo_ahead(state, move.squares[1], f"{move}?")
    return no_shoo_ahead(state, move.squares[1], str(move)[:-1])


def _mount(state: State, start: int, to: int) -> Refusal | None:
    if piece_at(state, to) == kernel.RIDER + 1 - state.turn:
        return leaves_goal(state, start, to) or refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.mount.enemy",
            "{who} rides that horse. To capture it, write {start}*{to}@ and where the rider goes.",
            who=SEAT_NAMES[1 - state.turn],
            start=NAMES[start],
            to=NAMES[to],
        )
    return leaves_goal(state, start, to) or no_free_horse(state, to)


def no_capture(state: State, start: int, rider: int) -> Refusal | None:
    """Why a traveler on foot cannot capture on a square, wherever the rider were put."""
    there = piece_at(state, rider)
    if there != kernel.RIDER + 1 - state.turn:
        if there == kernel.HORSE:
            return refusal(
                messages.CAPTURING_RULE,
                "shoo.refused.capture.horse",
                "That horse has no rider. Mount it.",
                places=(NAMES[rider],),
            )
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.capture.none",
            "No enemy rider is there to capture.",
            places=(NAMES[rider],),
        )
    outside = leaves_goal(state, start, rider)
    if outside:
        return outside
    if any(
        ply.kind == kernel.CAPTURE and ply.squares[1] == rider
        for ply in rules.legal_moves(state).values()
    ):
        return None
    return refusal(
        messages.CAPTURING_RULE,
        "shoo.refused.capture.full",
        "No empty square for the rider: you can’t capture it.",
        places=(NAMES[rider],),
    )


def _put(state: State, move: Move) -> Refusal | None:
    start, rider, put, to = move.squares
    return occupied(state, put, messages.CAPTURING_RULE) or blocked(
        state, slide_squares(rider, to), messages.RIDING_RULE, left=start
    )


def no_horse_left(state: State) -> Refusal | None:
    if rules.horses_in_stables(state)[state.turn]:
        return None
    return refusal(messages.HORSES_RULE, "shoo.refused.stable.empty", "Your stable is empty.")


def nobody_off(state: State) -> Refusal | None:
    if rules.off_board(state)[state.turn]:
        return None
    if state.position[kernel.HUSH] == kernel.TO_STABLE:
        return refusal(
            messages.HUSH_RULE,
            "shoo.refused.nobody_off",
            "None of your travellers is in the stable.",
        )
    return refusal(
        messages.HUSH_RULE,
        "shoo.refused.no_travelers_stable",
        "At this table, no traveller goes to the stable.",
    )


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal | None:
    right, spot = wrong.begun, wrong.spot
    if wrong.complete:
        return _not_there()
    if not right:
        return _wrong_start(state, spot)
    if len(right) == 1:
        return _wrong_second(state, right[0], spot)
    if len(right) == 2:
        return _wrong_third(state, right, spot)
    return _wrong_ride_on(state, right, spot)


def _not_there() -> Refusal:
    return refusal(
        messages.NOTATION_RULE,
        "shoo.refused.touch.elsewhere",
        "Touch a lit square.",
    )


def _wrong_start(state: State, spot: Spot) -> Refusal | None:
    if spot == rules.PASS_SPOT:
        return refuse(state, rules.make_move(kernel.PASS))
    if len(rules.legal_moves(state)) == 1 and kernel.PASS in rules.legal_moves(state):
        return only_pass(state)
    troubled = rules.shooed(state)
    if troubled and spot in (rules.STABLE_SPOT, rules.TRAVELERS_SPOT):
        return deal_first(state, troubled)
    if spot == rules.STABLE_SPOT:
        return no_horse_left(state) or _no_room(messages.HORSES_RULE)
    if spot == rules.TRAVELERS_SPOT:
        return nobody_off(state) or _no_room(messages.DEALING_RULE)
    if spot not in SQUARE_OF:
        return refusal(
            messages.TURN_RULE,
            "shoo.refused.touch.begin",
            "Touch a traveller, a horse or your stable.",
        )
    return _wrong_first_square(state, SQUARE_OF[spot], troubled)


def _no_room(rule: str) -> Refusal:
    return refusal(rule, "shoo.refused.touch.no_room", "There’s no square for it.")


def _wrong_first_square(state: State, square: int, troubled: tuple[Spot, ...]) -> Refusal | None:
    piece = piece_at(state, square)
    if piece == kernel.FOOT + 1 - state.turn:
        return no_walker(state, square)
    if troubled and NAMES[square] not in troubled:
        return deal_first(state, troubled)
    if piece == kernel.RIDER + 1 - state.turn:
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.touch.enemy_rider",
            "To capture that horse, first touch your traveller beside it.",
            places=(NAMES[square],),
        )
    if piece == kernel.EMPTY:
        return refusal(
            messages.TURN_RULE,
            "shoo.refused.touch.empty",
            "That square is empty. Touch a traveller, a horse or your stable.",
            places=(NAMES[square],),
        )
    if piece == kernel.HORSE:
        return no_free_horse(state, square)
    closed = sorted(closed_by_shoo(state, NAMES[square]))
    if closed:
        near = {spot for to in closed for spot in rules.shooers(state, to)}
        return refusal(
            messages.SHOOING_RULE,
            "shoo.refused.touch.closed",
            "It can’t step to the marked squares: two enemies stand beside them.",
            places=(*closed, *sorted(near)),
        )
    return refusal(
        messages.RIDING_RULE if piece >= kernel.RIDER else messages.WALKING_RULE,
        "shoo.refused.touch.stuck",
        "That traveller has nowhere to go.",
        places=(NAMES[square],),
    )


def _wrong_second(state: State, first: Spot, spot: Spot) -> Refusal | None:
    if spot not in SQUARE_OF:
        return _wrong_word(state, first, spot)
    to = SQUARE_OF[spot]
    if first == rules.STABLE_SPOT:
        return refuse(state, rules.make_move(kernel.DROP, to))
    if first == rules.TRAVELERS_SPOT:
        return refuse(state, rules.make_move(kernel.COME_BACK, to))
    if first == rules.PASS_SPOT:
        return only_pass(state)
    start = SQUARE_OF[first]
    if start == to:
        return refusal(
            messages.TURN_RULE,
            "shoo.refused.touch.same",
            "It’s already there. Touch where it goes.",
            places=(spot,),
        )
    troubled, own = rules.shooed(state), (kernel.FOOT + state.turn, kernel.RIDER + state.turn)
    if troubled and spot not in troubled and piece_at(state, to) in own:
        return deal_first(state, troubled)  # it was touched to go in place of the first
    piece = piece_at(state, start)
    if piece == kernel.HORSE:
        return refuse(state, rules.make_move(kernel.MOVE_HORSE, start, to))
    if piece == kernel.RIDER + state.turn:
        return _wrong_ride(state, start, to)
    return _wrong_walk(state, start, to)


def _wrong_word(state: State, first: Spot, spot: Spot) -> Refusal | None:
    """Why something that is no square cannot be touched second."""
    start = SQUARE_OF.get(first)
    if start is None or spot not in (rules.HOLD_SPOT, rules.RETIRE_SPOT):
        return refusal(
            messages.NOTATION_RULE,
            "shoo.refused.touch.square",
            "Touch a lit square next.",
        )
    if spot == rules.RETIRE_SPOT:
        return refuse(state, rules.make_move(kernel.RETIRE, start))
    return no_free_horse(state, start)


def _wrong_ride(state: State, start: int, to: int) -> Refusal | None:
    """Why a rider can neither ride nor dismount to a square."""
    taken = occupied(state, to, messages.RIDING_RULE)
    if taken:
        return taken
    ride = rules.make_move(kernel.RIDE, start, to)
    if to in near_squares(start) and impossible(ride):
        return refuse(state, rules.make_move(kernel.DISMOUNT, start, to))
    return refuse(state, ride)


def _wrong_walk(state: State, start: int, to: int) -> Refusal | None:
    """Why a traveler on foot cannot go to a square."""
    if _cannot_walk(state, start):
        if to in near_squares(start):
            return stuck(start)
        return refuse(state, rules.make_move(kernel.REDROP, start, to))
    there = piece_at(state, to)
    if there == kernel.HORSE and to in near_squares(start):
        return refuse(state, rules.make_move(kernel.MOUNT, start, to))
    if there == kernel.RIDER + 1 - state.turn and to in near_squares(start):
        return no_capture(state, start, to)
    return impossible(rules.make_move(kernel.STEP, start, to)) or refuse(
        state, rules.make_move(kernel.STEP, start, to)
    )


def _wrong_third(state: State, right: Word, spot: Spot) -> Refusal | None:
    """Why a spot cannot follow two that can."""
    if right[0] not in SQUARE_OF or right[1] not in SQUARE_OF:
        return _not_there()
    start, to = SQUARE_OF[right[0]], SQUARE_OF[right[1]]
    if piece_at(state, to) == kernel.RIDER + 1 - state.turn:
        return _wrong_put(state, start, to, spot)
    if piece_at(state, start) == kernel.RIDER + state.turn and rules.make_move(
        kernel.RIDE, start, to
    ).code in rules.legal_moves(state):
        return refusal(
            messages.RIDING_RULE,
            "shoo.refused.touch.how",
            "Ride or dismount? Choose one first.",
            places=(right[1],),
        )
    if rules.shooers(state, right[1]):
        return refusal(
            messages.HUSH_RULE,
            "shoo.refused.touch.anyway",
            "Two enemies stand there. Choose “Go anyway”, or another square.",
            places=(right[1], *rules.shooers(state, right[1])),
        )
    return _not_there()


def _wrong_put(state: State, start: int, rider: int, spot: Spot) -> Refusal | None:
    """Why the rider of a captured horse cannot be put on a spot."""
    if spot not in SQUARE_OF:
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.touch.put",
            "Put {who}’s rider on an empty square beside its horse.",
            who=SEAT_NAMES[1 - state.turn],
            places=(NAMES[rider],),
        )
    return refuse(state, rules.make_capture(start, rider, SQUARE_OF[spot]))


def _wrong_ride_on(state: State, right: Word, spot: Spot) -> Refusal | None:
    """Why a capturer cannot ride on to a spot."""
    squares = [SQUARE_OF.get(name, -1) for name in right]
    if len(right) > 3 or min(squares) < 0:
        return _not_there()
    if spot not in SQUARE_OF or spot == right[1]:
        return refusal(
            messages.CAPTURING_RULE,
            "shoo.refused.touch.ride_on",
            "Touch where you ride on to, or choose “Stay here”.",
        )
    return refuse(state, rules.make_capture(squares[0], squares[1], squares[2], SQUARE_OF[spot]))
