"""The words of the wishes that seats must agree to."""

from collections.abc import Iterable
from typing import Final

from tabletop.engine import CHANCE, Match, Ply, Seat, Text, count, say
from tabletop.scenes.consent import Wish
from tabletop.scenes.setup import Setup

NO: Final = say("consent.no", "No")
AGREED: Final = say("consent.agreed", "Agreed")
HOW: Final = say("consent.how", "Hold both names at once, or touch one after the other.")
HOW_MANY: Final = say("consent.how_many", "Hold all names at once, or touch one after the other.")
HOW_ALONE: Final = say("consent.how_alone", "Only your touch is needed.")
DECLINED: Final = say("consent.declined", "Not agreed: the game goes on")
WAITS: Final = say("consent.waits", "The others are to agree.")


def how_with(yes: Text, people: int) -> Text:
    """The same where everybody who is asked has an own pad, on which stands `yes`."""
    # NOTE: {yes} is what stands on the pads: Take it back, A draw, End it, Change it.
    if people == 2:
        words = "Both hold “{yes}” at once, or touch it one after the other."
        return say("consent.how_own", words, yes=yes)
    words = "All hold “{yes}” at once, or touch it one after the other."
    return say("consent.how_own_many", words, yes=yes)


def pause_wish(setup: Setup, asker: Seat) -> Wish:
    """A seat wants a pause: one other is to agree, and need not stop thinking to read of it."""
    others = frozenset(seat for seat in setup.persons if seat != asker)
    words = "{who} asks for a pause: press pause too, or touch here"
    return Wish(
        "pause",
        asker,
        others,
        say("consent.asks", words, who=setup.name(asker)),
        say("consent.asked", "You asked for a pause: the others are to agree"),
        say("consent.pause", "Pause"),
    )


def undo_wish(
    setup: Setup, match: Match, back: Ply, asker: Seat | None, asked: Iterable[Seat]
) -> Wish:
    """Somebody wants to go back to before the ply `back`, which may be another's."""
    since = next(n for n, ply in enumerate(reversed(match.plies), 1) if ply is back)
    moves = sum(ply.seat != CHANCE for ply in match.plies[-since:])
    if asker is None:
        one = "Take the last move back?"
        question = count("consent.undo_open", one, "Take the last {n} moves back?", moves)
    else:
        one = "{who} asks to take the last move back"
        many = "{who} asks to take the last {n} moves back"
        question = count("consent.undo", one, many, moves, who=setup.name(asker))
    return Wish(
        "undo",
        asker,
        frozenset(asked) - {asker},
        question,
        say("consent.undo_told", "You asked to take a move back: the others are to agree"),
        say("consent.undo_yes", "Take it back"),
        back=back,
    )


def draw_wish(setup: Setup, asker: Seat | None) -> Wish:
    """Somebody offers a draw."""
    question = say("consent.draw_open", "Call it a draw?")
    if asker is not None:
        question = say("consent.draw", "{who} offers a draw", who=setup.name(asker))
    return Wish(
        "draw",
        asker,
        frozenset(setup.persons) - {asker},
        question,
        say("consent.draw_told", "You offered a draw: the others are to agree"),
        say("consent.draw_yes", "A draw"),
    )


def end_wish(setup: Setup, asker: Seat | None) -> Wish:
    """Somebody wants to end the game without a result."""
    question = say("consent.end_open", "End this game without a result?")
    if asker is not None:
        words = "{who} wants to end this game without a result"
        question = say("consent.end", words, who=setup.name(asker))
    return Wish(
        "end",
        asker,
        frozenset(setup.persons) - {asker},
        question,
        say("consent.end_told", "You asked to end this game: the others are to agree"),
        say("consent.end_yes", "End it"),
    )


def seats_wish(setup: Setup, other: Setup) -> Wish:
    """Seats shall be filled as in `other` from now on; nobody can know who wants that."""
    changed = [s for s in range(setup.seats) if setup.filler(s) != other.filler(s)]
    one = "Change who plays at one seat?"
    question = count("consent.seats", one, "Change who plays at {n} seats?", len(changed))
    if len(changed) == 1:
        (seat,) = changed
        filler, who = other.filler(seat), setup.name(seat)
        question = say("consent.seats_person", "Shall a person play {who} from now on?", who=who)
        if filler.is_computer:
            words = "Shall a computer ({level}) play {who} from now on?"
            question = say("consent.seats_computer", words, level=filler.name, who=who)
    return Wish(
        "seats",
        None,
        frozenset(setup.persons),
        question,
        say("consent.seats_told", "You asked to change who plays: the others are to agree"),
        say("consent.seats_yes", "Change it"),
        setup=other,
    )
