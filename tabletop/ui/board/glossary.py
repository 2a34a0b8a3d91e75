"""What stands at a place of a board, and what the marks there mean, in words."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias, runtime_checkable

from tabletop.engine import Seat, Spot, Text, say
from tabletop.ui.board.view import BoardSnapshot, View

NoteKind: TypeAlias = Literal["piece", "light", "last", "why", "note"]
"""What a sentence is about: whose piece it is, the light, the last move, a refusal, the rest."""

LIGHT_NOTE: Final = say("glossary.light", "The light says that you may touch it now.")
LAST_PLY_NOTE: Final = say("glossary.last", "The dark green mark shows the last move.")
REFUSED_NOTE: Final = say("glossary.why", "The red ring says that this was not possible.")
NOT_LIT_NOTE: Final = say("glossary.dark", "It is not lit: there is nothing to do here now.")
FINISH_NOTE: Final = say("glossary.way", "Touch here to finish this move.")


@dataclass(frozen=True, slots=True)
class SpotContents:
    """What stands at a place, as its game calls it."""

    words: Text
    seat: Seat | None = None
    """Whose it is."""
    notes: tuple[Text, ...] = ()
    """What else is to be said of it."""
    bare: bool = False
    """Nothing lies there: a hand that rests on it is not taken for a question."""


@dataclass(frozen=True, slots=True)
class SpotNote:
    """One sentence about a place."""

    sign: NoteKind
    words: Text
    seat: Seat | None = None
    """Whose stone stands beside the sentence."""


@runtime_checkable
class DescribesSpots(Protocol):
    """A view that can say what stands at its places; what cannot is told by its marks alone."""

    def named(self, snapshot: BoardSnapshot, spot: Spot) -> SpotContents | None:
        """What stands there; None where there is no such place."""


def meanings(view: View, snapshot: BoardSnapshot, spot: Spot) -> tuple[SpotNote, ...]:
    """All that there is to be said of a place at this moment, what stands there first."""
    named = view.named(snapshot, spot) if isinstance(view, DescribesSpots) else None
    found: list[SpotNote] = []
    if named is not None:
        found.append(SpotNote("piece", named.words, named.seat))
        if named.seat is not None:
            found.append(SpotNote("note", owner_text(snapshot, view, named.seat)))
        found += [SpotNote("note", words) for words in named.notes]
    elif spot in snapshot.open:
        return (SpotNote("light", FINISH_NOTE),)
    if spot in snapshot.refused:
        found.append(SpotNote("why", REFUSED_NOTE))
    if spot in last_changed_spots(snapshot):
        found.append(SpotNote("last", LAST_PLY_NOTE))
    if spot in snapshot.open:
        found.append(SpotNote("light", LIGHT_NOTE))
    elif snapshot.open and spot not in snapshot.picked:
        found.append(SpotNote("note", NOT_LIT_NOTE))
    return tuple(found)


def is_empty_spot(view: View, snapshot: BoardSnapshot, spot: Spot) -> bool:
    """Whether there is nothing at a place that a long touch could ask about."""
    named = view.named(snapshot, spot) if isinstance(view, DescribesSpots) else None
    marked = (
        spot in snapshot.open or spot in snapshot.refused or spot in last_changed_spots(snapshot)
    )
    return named is not None and named.bare and not marked


def owner_text(snapshot: BoardSnapshot, view: View, seat: Seat) -> Text:
    """The mark by which a seat's pieces are known, whatever colours one sees."""
    who = snapshot.game.seat_names[seat]
    match view.looks[seat].mark:
        case "disc":
            return say("glossary.mark.disc", "{who} has the round mark.", who=who)
        case "diamond":
            return say("glossary.mark.diamond", "{who} has the diamond.", who=who)
        case "triangle":
            return say("glossary.mark.triangle", "{who} has the triangle.", who=who)
        case _:
            return say("glossary.mark.square", "{who} has the square.", who=who)


def last_changed_spots(snapshot: BoardSnapshot) -> frozenset[Spot]:
    """The places that the last ply changed."""
    ply, effects = snapshot.marked or snapshot.last, snapshot.game.effects
    if ply is None or snapshot.motion is not None:
        return frozenset()
    steps = (step for phase in effects(ply.before, ply.move) for step in phase)
    return frozenset(spot for step in steps for spot in (step.start, step.end) if spot)
