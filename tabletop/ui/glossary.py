"""What stands at a place of a board, and what the marks there mean, in words."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias, runtime_checkable

from tabletop.engine import Seat, Spot, Text, say
from tabletop.ui.view import Showing, View

Sign: TypeAlias = Literal["piece", "light", "last", "why", "note"]
"""What a sentence is about: whose piece it is, the light, the last move, a refusal, the rest."""

LIGHT: Final = say("glossary.light", "The light says that you may touch it now.")
LAST: Final = say("glossary.last", "The dark green mark shows the last move.")
WHY: Final = say("glossary.why", "The red ring says that this was not possible.")
NO_LIGHT: Final = say("glossary.dark", "It is not lit: there is nothing to do here now.")
WAY: Final = say("glossary.way", "Touch here to finish this move.")


@dataclass(frozen=True, slots=True)
class Named:
    """What stands at a place, as its game calls it."""

    words: Text
    seat: Seat | None = None
    """Whose it is."""
    notes: tuple[Text, ...] = ()
    """What else is to be said of it."""
    bare: bool = False
    """Nothing lies there: a hand that rests on it is not taken for a question."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One sentence about a place."""

    sign: Sign
    words: Text
    seat: Seat | None = None
    """Whose stone stands beside the sentence."""


@runtime_checkable
class Names(Protocol):
    """A view that can say what stands at its places; what cannot is told by its marks alone."""

    def named(self, showing: Showing, spot: Spot) -> Named | None:
        """What stands there; None where there is no such place."""


def meanings(view: View, showing: Showing, spot: Spot) -> tuple[Meaning, ...]:
    """All that there is to be said of a place at this moment, what stands there first."""
    named = view.named(showing, spot) if isinstance(view, Names) else None
    found: list[Meaning] = []
    if named is not None:
        found.append(Meaning("piece", named.words, named.seat))
        if named.seat is not None:
            found.append(Meaning("note", owner_words(showing, view, named.seat)))
        found += [Meaning("note", words) for words in named.notes]
    elif spot in showing.open:
        return (Meaning("light", WAY),)
    if spot in showing.refused:
        found.append(Meaning("why", WHY))
    if spot in touched_last(showing):
        found.append(Meaning("last", LAST))
    if spot in showing.open:
        found.append(Meaning("light", LIGHT))
    elif showing.open and spot not in showing.picked:
        found.append(Meaning("note", NO_LIGHT))
    return tuple(found)


def is_bare(view: View, showing: Showing, spot: Spot) -> bool:
    """Whether there is nothing at a place that a long touch could ask about."""
    named = view.named(showing, spot) if isinstance(view, Names) else None
    marked = spot in showing.open or spot in showing.refused or spot in touched_last(showing)
    return named is not None and named.bare and not marked


def owner_words(showing: Showing, view: View, seat: Seat) -> Text:
    """The mark by which a seat's pieces are known, whatever colours one sees."""
    who = showing.game.seat_names[seat]
    match view.looks[seat].mark:
        case "disc":
            return say("glossary.mark.disc", "{who} has the round mark.", who=who)
        case "diamond":
            return say("glossary.mark.diamond", "{who} has the diamond.", who=who)
        case "triangle":
            return say("glossary.mark.triangle", "{who} has the triangle.", who=who)
        case _:
            return say("glossary.mark.square", "{who} has the square.", who=who)


def touched_last(showing: Showing) -> frozenset[Spot]:
    """The places that the last ply changed."""
    ply, effects = showing.marked or showing.last, showing.game.effects
    if ply is None or effects is None or showing.motion is not None:
        return frozenset()
    steps = (step for phase in effects(ply.before, ply.move) for step in phase)
    return frozenset(spot for step in steps for spot in (step.start, step.end) if spot)
