"""What stands at a place of Super Seven, for whoever asks.

What the table says in a game of Super Seven: what to do now, and what was done.
"""

from tabletop.engine import CHANCE, Ply, Spot, Text, say
from tabletop.games.super7.kernel import MAX_THROWS, MIDDLE
from tabletop.games.super7.messages import SEAT_NAMES, a_throw_first
from tabletop.games.super7.rules import SPOTS, Move, State
from tabletop.ui.board.glossary import SpotContents
from tabletop.ui.board.view import BoardSnapshot


def describe_spot(state: State, spot: Spot) -> SpotContents | None:
    """What stands on a square; the dice, too, are a place while they decide."""
    if spot == "roll" and state.turn == CHANCE:
        return SpotContents(say("super7.glossary.dice", "Your dice. Touch them to throw."))
    if spot not in SPOTS:
        return None
    box, square = divmod(SPOTS.index(spot), 9)
    owner = state.owners[box]
    if owner:
        who = SEAT_NAMES[owner - 1]
        words = say(
            "super7.glossary.won",
            "Box {box} belongs to {who}: nothing in it changes any more.",
            box=box + 3,
            who=who,
        )
        return SpotContents(words, owner - 1)
    colour = state.squares[SPOTS.index(spot)]
    if colour:
        who = SEAT_NAMES[colour - 1]
        words = say(
            "super7.glossary.counter",
            "Box {box}, square {square}: a counter of {who}.",
            box=box + 3,
            square=square + 3,
            who=who,
        )
        return SpotContents(words, colour - 1)
    if square == MIDDLE:
        words = say(
            "super7.glossary.star",
            "Box {box}, the star in the middle: its number is 7.",
            box=box + 3,
        )
        return SpotContents(words)
    words = say(
        "super7.glossary.empty",
        "Box {box}, square {square}: empty.",
        box=box + 3,
        square=square + 3,
    )
    return SpotContents(words, bare=True)


def prompt(snapshot: BoardSnapshot) -> Text:
    """What the acting seat can do now."""
    state: State = snapshot.state
    if state.outcome() is not None:
        return say("super7.view.over", "The game is over")
    if state.turn == CHANCE:
        return _throw(snapshot, state)
    total = sum(state.dice or ())
    if state.moves()[0].is_pass:
        return say("super7.view.must_pass", "{total} fits nowhere either: you pass", total=total)
    if total == 2:
        return say("super7.view.two", "A 2: touch any lit square")
    if total == 7:
        return say("super7.view.seven", "A 7: a lit star, or any in box 7")
    if total == 12:
        enemy = SEAT_NAMES[1 - state.side]
        return say("super7.view.twelve", "A 12: replace a lit counter of {enemy}", enemy=enemy)
    return _number(state, total)


def _number(state: State, total: int) -> Text:
    """What a plain number opens: its squares, its box, or both."""
    boxes = {move.code // 9 == total - 3 for move in state.moves()}
    throw = a_throw_first(total)
    if boxes == {True}:
        return say(
            "super7.view.box",
            "{throw}: touch a lit square in box {total}",
            throw=throw,
            total=total,
        )
    if boxes == {False}:
        return say(
            "super7.view.square",
            "{throw}: touch a lit {total}",
            throw=throw,
            total=total,
        )
    return say(
        "super7.view.number",
        "{throw}: a lit {total}, or any in box {total}",
        throw=throw,
        total=total,
    )


def _throw(snapshot: BoardSnapshot, state: State) -> Text:
    left = MAX_THROWS - state.throws
    if snapshot.lying:
        # NOTE for translators: {first} is the die that has been thrown already.
        return say(
            "super7.view.second", "{first} and …: now the second die", first=snapshot.lying[0]
        )
    if left == MAX_THROWS and snapshot.throwing == "reader":
        return say("super7.view.throw_real", "Throw the real dice")
    if left == MAX_THROWS and snapshot.throwing == "typed":
        return say("super7.view.throw_typed", "Throw your dice, then type them in")
    if left == MAX_THROWS:
        return say("super7.view.throw", "Touch your dice to throw them")
    last = snapshot.last
    if last is None or not last.move.is_throw:
        if left == 2:
            return say("super7.view.two_left", "Two throws left")
        return say("super7.view.one_left", "One throw left")
    total = sum(last.move.dice)
    if left == 2:
        return say("super7.view.again", "{total} fits nowhere: two throws left", total=total)
    return say("super7.view.once_more", "{total} fits nowhere: one throw left", total=total)


def describe_ply(ply: Ply) -> Text:
    """What a ply did, for the others at the table."""
    move: Move = ply.move
    before: State = ply.before
    after: State = ply.after
    who = SEAT_NAMES[before.side]
    if move.is_pass:
        return say("super7.told.pass", "{who} passed", who=who)
    if move.is_throw:
        total = sum(move.dice)
        if after.dice is None or after.moves()[0].is_pass:
            return say("super7.told.nowhere", "{who} threw {total}: no room", who=who, total=total)
        return say("super7.told.threw", "{who} threw {total}", who=who, total=total)
    box, here = divmod(move.code, 9)
    if after.outcome() is not None:
        return say("super7.told.won", "{who} won box {box} and the game", who=who, box=box + 3)
    if after.owners[box]:
        return say("super7.told.box", "{who} won box {box}", who=who, box=box + 3)
    if before.squares[move.code]:
        enemy = SEAT_NAMES[1 - before.side]
        return say(
            "super7.told.replaced",
            "{who} replaced {enemy} on {place}",
            who=who,
            enemy=enemy,
            place=str(move),
        )
    if here == MIDDLE:
        return say("super7.told.star", "{who} took the star of box {box}", who=who, box=box + 3)
    # NOTE for translators: {here} and {box} are the numbers of a square and of its box.
    return say(
        "super7.told.placed",
        "{who} took {here} in box {box}",
        who=who,
        here=here + 3,
        box=box + 3,
    )
