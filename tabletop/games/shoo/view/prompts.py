"""What stands at a place of Shoo, for whoever asks.

What the view of Shoo says: what one can do now, why one must, and what was done.
"""

from collections.abc import Callable
from typing import Final

from tabletop.engine import Ply, Spot, Text, count, listed, say
from tabletop.games.shoo.geometry import HOMES, NAMES, SQUARE_OF
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    HUSH,
    MOUNT,
    MOVE_HORSE,
    REDROP,
    RETIRE,
    RIDE,
    STEP,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.messages import SEAT_NAMES
from tabletop.games.shoo.rules import (
    ANYWAY_SPOT,
    DISMOUNT_ANYWAY_SPOT,
    DISMOUNT_SPOT,
    HOLD_SPOT,
    LOOSE,
    PASS_SPOT,
    RETIRE_SPOT,
    RIDE_SPOT,
    STABLE_SPOT,
    STAY_SPOT,
    TRAVELERS_SPOT,
    Move,
    State,
    pieces,
    reserved,
    shooed,
    shooers,
)
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import BoardSnapshot, SpotButton
from tabletop.ui.widgets.buttons import ButtonStyle


def describe_spot(state: State, spot: Spot) -> SpotContents | None:
    """What stands on a square, or what the stable is."""
    if spot == STABLE_SPOT:
        return SpotContents(
            say("shoo.glossary.stable", "Your stable: horses that you can still put out.")
        )
    if spot not in SQUARE_OF:
        return None
    letter = pieces(state).get(spot)
    if letter is None:
        return _describe_empty(spot)
    if letter == LOOSE:
        return _describe_horse(state, spot)
    seat = "wb".index(letter.lower())
    who = SEAT_NAMES[seat]
    if letter.isupper():
        words = say(
            "shoo.glossary.rider", "{at}: a traveler of {who}, on a horse.", at=spot, who=who
        )
        return SpotContents(words, seat)
    words = say("shoo.glossary.foot", "{at}: a traveler of {who}, on foot.", at=spot, who=who)
    if spot not in shooed(state):
        return SpotContents(words, seat)
    why = say("shoo.glossary.shooed", "It is shooed: two or more enemies stand beside it.")
    return SpotContents(words, seat, (why,))


def _describe_empty(spot: Spot) -> SpotContents:
    for seat, home in enumerate(HOMES):
        if spot in (NAMES[square] for square in home):
            words = say(
                "shoo.glossary.home",
                "{at}: the home of {who}, and the goal of the other side.",
                at=spot,
                who=SEAT_NAMES[seat],
            )
            return SpotContents(words)
    return SpotContents(say("shoo.glossary.empty", "{at}: an empty square.", at=spot), bare=True)


def _describe_horse(state: State, spot: Spot) -> SpotContents:
    if spot == reserved(state):
        words = say(
            "shoo.glossary.locked", "{at}: a horse with a lock. It rests this turn.", at=spot
        )
    else:
        words = say("shoo.glossary.horse", "{at}: a free horse. Anybody may use it.", at=spot)
    return SpotContents(words)


BUTTONS: Final[tuple[tuple[Spot, Text, ButtonStyle], ...]] = (
    (RIDE_SPOT, say("shoo.view.ride", "Ride there"), "main"),
    (STAY_SPOT, say("shoo.view.stay", "Stay here"), "main"),
    (HOLD_SPOT, say("shoo.view.hold", "Hold it"), "main"),
    (DISMOUNT_SPOT, say("shoo.view.dismount", "Get off there"), "other"),
    (RETIRE_SPOT, say("shoo.view.retire", "Take it off"), "other"),
    (ANYWAY_SPOT, say("shoo.view.anyway", "Go anyway"), "main"),
    (DISMOUNT_ANYWAY_SPOT, say("shoo.view.off_anyway", "Get off anyway"), "other"),
    (PASS_SPOT, say("shoo.view.pass", "Pass"), "main"),
)
"""The places that are words, the likeliest first."""

MAX_NAMED_SQUARES: Final = 3
"""More squares than these are counted, not named."""


def choices(snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
    """The open places that are words, as buttons."""
    given = [entry for entry in BUTTONS if entry[0] in snapshot.open]
    return tuple(
        SpotButton(spot, label, "main" if len(given) == 1 else style)
        for spot, label, style in given
    )


def prompt(snapshot: BoardSnapshot) -> Text:
    """What the acting seat can do now, and why if it must."""
    state: State = snapshot.state
    if state.outcome() is not None:
        return say("shoo.view.over", "The game is over")
    touched = len(snapshot.picked)
    if touched == 0:
        return _at_first(state, snapshot)
    if touched == 1:
        return _after_one(state, snapshot)
    kinds = {move.kind for move in snapshot.candidates}
    if kinds == {CAPTURE}:
        if touched == 2:
            who = SEAT_NAMES[1 - state.turn]
            return say("shoo.view.put", "Where does the rider of {who} go?", who=who)
        if snapshot.open == {STAY_SPOT}:
            return say("shoo.view.only_stay", "You are on its horse")
        return say("shoo.view.ride_on", "Ride on, or stay here?")
    if RIDE in kinds:
        return say(
            "shoo.view.how", "Ride to {square}, or get off there?", square=snapshot.picked[1]
        )
    if kinds & {STEP_ANYWAY, DISMOUNT_ANYWAY}:
        return _anyway(state, snapshot.picked[1])
    return say("shoo.view.touch", "Touch a lit place")


def _at_first(state: State, snapshot: BoardSnapshot) -> Text:
    if PASS_SPOT in snapshot.open:
        return say("shoo.view.must_pass", "Nothing can be done: pass")
    troubled = shooed(state)
    if len(troubled) == 1:
        return _troubled(state, troubled[0], _is_stuck(snapshot, troubled[0]))
    if troubled:
        return say("shoo.view.several", "{who} are shooed: deal with one", who=_named(troubled))
    horse = any(pieces(state).get(spot) == LOOSE for spot in snapshot.open)
    if STABLE_SPOT in snapshot.open and horse:
        return say("shoo.view.all", "Touch a traveler, a horse or your stable")
    if STABLE_SPOT in snapshot.open:
        return say("shoo.view.no_horse", "Touch a traveler or your stable")
    if horse:
        return say("shoo.view.no_stable", "Touch a traveler or a horse")
    return say("shoo.view.traveler", "Touch one of your travelers")


def _named(spots: tuple[Spot, ...]) -> Text:
    """Squares by name, or how many travelers where they are many."""
    if len(spots) <= MAX_NAMED_SQUARES:
        return listed(spots)
    # NOTE for translators: in "4 travelers are shooed: deal with one" and "Shooed by 4 travelers".
    return count("shoo.view.count", "one traveler", "{n} travelers", n=len(spots))


def _is_stuck(snapshot: BoardSnapshot, spot: Spot) -> bool:
    """Whether a shooed traveler can only be taken up and put down again."""
    return any(
        move.kind == REDROP and NAMES[move.squares[0]] == spot for move in snapshot.candidates
    )


def _troubled(state: State, spot: Spot, stuck: bool) -> Text:
    by = _named(shooers(state, spot))
    if stuck:
        return say("shoo.view.stuck", "Shooed by {by}, and stuck: put it elsewhere", by=by)
    return say("shoo.view.shooed", "Shooed by {by}: move it to safety", by=by)


def _after_one(state: State, snapshot: BoardSnapshot) -> Text:
    first = snapshot.picked[0]
    if first == STABLE_SPOT:
        return say("shoo.view.drop", "Touch where the horse goes")
    if first == TRAVELERS_SPOT:
        return say("shoo.view.back", "Touch where it comes back")
    if first in shooed(state):
        return _troubled(state, first, _is_stuck(snapshot, first))
    kinds = {move.kind for move in snapshot.candidates}
    if pieces(state).get(first) == LOOSE:
        if MOVE_HORSE not in kinds:
            return say("shoo.view.horse_stands", "It cannot move: hold it, or take it off")
        if RETIRE in kinds:
            return say("shoo.view.horse", "Move it, hold it, or take it off")
        return say("shoo.view.far_horse", "Move the horse, or hold it")
    if kinds & {RIDE, DISMOUNT, DISMOUNT_ANYWAY}:
        if RIDE not in kinds:
            return say("shoo.view.off", "Get off on a lit square")
        if kinds == {RIDE}:
            return say("shoo.view.riding", "Ride to a lit square")
        return say("shoo.view.ride_or_off", "Ride, or get off: touch a lit square")
    return _on_foot(kinds)


def _on_foot(kinds: set[int]) -> Text:
    match MOUNT in kinds, CAPTURE in kinds:
        case True, True:
            return say("shoo.view.foot.both", "Step, mount, or take a rider's horse")
        case True, False:
            return say("shoo.view.foot.mount", "Step, or mount the lit horse")
        case False, True:
            return say("shoo.view.foot.capture", "Step, or take a rider's horse")
        case _:
            return say("shoo.view.foot", "Step to a lit square")


def _anyway(state: State, square: Spot) -> Text:
    by = _named(shooers(state, square))
    if state.position[HUSH] == TO_STABLE:
        return say("shoo.view.to_stable", "Shooed by {by}: off to the stable", by=by)
    return say("shoo.view.lose", "Shooed by {by}: you would lose the turn", by=by)


def describe_ply(ply: Ply) -> Text:
    """What a ply did, for the other side."""
    move: Move = ply.move
    who = SEAT_NAMES[ply.seat]
    first, second, _, last = (NAMES[square] for square in move.squares)
    if move.kind == CAPTURE:
        if move.rides_on:
            return say(
                "shoo.view.told.capture_on",
                "{who} took the horse on {taken} to {to}",
                who=who,
                taken=second,
                to=last,
            )
        return say("shoo.view.told.capture", "{who} took the horse on {at}", who=who, at=second)
    if move.kind in (STEP_ANYWAY, DISMOUNT_ANYWAY):
        if ply.before.position[HUSH] == TO_STABLE:
            return say("shoo.view.told.sent", "{who} was shooed off to the stable", who=who)
        return say("shoo.view.told.lost", "{who} was shooed on {at}, turn lost", who=who, at=second)
    tell = _PLY_SENTENCES.get(move.kind)
    if tell is None:
        return say("shoo.view.told.pass", "{who} had to pass", who=who)
    return tell(who, first, second)


_PLY_SENTENCES: Final[dict[int, Callable[[Text, Spot, Spot], Text]]] = {
    STEP: lambda who, _, to: say("shoo.view.told.step", "{who} stepped to {to}", who=who, to=to),
    MOUNT: lambda who, _, to: say(
        "shoo.view.told.mount", "{who} mounted the horse on {to}", who=who, to=to
    ),
    RIDE: lambda who, _, to: say("shoo.view.told.ride", "{who} rode to {to}", who=who, to=to),
    DISMOUNT: lambda who, _, to: say(
        "shoo.view.told.dismount", "{who} got off on {to}", who=who, to=to
    ),
    MOVE_HORSE: lambda who, _, to: say(
        "shoo.view.told.horse", "{who} moved a horse to {to}", who=who, to=to
    ),
    DROP: lambda who, at, _: say(
        "shoo.view.told.drop", "{who} put a horse on {at}", who=who, at=at
    ),
    HOLD: lambda who, at, _: say(
        "shoo.view.told.hold", "{who} holds the horse on {at}", who=who, at=at
    ),
    RETIRE: lambda who, at, _: say(
        "shoo.view.told.retire", "{who} took the horse off {at}", who=who, at=at
    ),
    REDROP: lambda who, start, to: say(
        "shoo.view.told.redrop", "{who} moved {start} back to {to}", who=who, start=start, to=to
    ),
    COME_BACK: lambda who, at, _: say(
        "shoo.view.told.back", "{who} came back on {at}", who=who, at=at
    ),
}
"""Sentences by the kind of a ply: who, its first square, its second."""
