"""What is spoken of a match: what the acting seat's panel says, and where its keys stand."""

from collections.abc import Sequence

from tabletop.engine import Seat, Spot, Text, joined
from tabletop.scenes.panels import Panels
from tabletop.scenes.sayings import result_head
from tabletop.ui.glossary import meanings
from tabletop.ui.saying import Saying, focus_saying
from tabletop.ui.view import Showing
from tabletop.ui.widgets import Buttons


def match_sayings(
    panels: Panels, showing: Showing, notice: Text | None, cursor: Spot | None, buttons: Buttons
) -> tuple[Saying, ...]:
    """The words of this moment; while something moves there are none, for all is said after it."""
    if showing.motion is not None:
        return ()
    match = panels.course.match
    if match.outcome is not None and panels.course.at is None:
        head = result_head(match, match.outcome)
        return Saying("head", head), Saying("why", match.outcome.reason)
    found = [Saying("notice", notice or "")]
    found += _told(panels, showing)
    found += _asides(panels, showing.seat)
    if panels.course.at is None and not panels.setup.filler(showing.seat).is_computer:
        found += _asked(panels, showing)
    if cursor is not None and buttons.focus is None:
        found.append(_place(panels, showing, cursor))
    found += focus_saying(buttons.buttons, buttons.focus)
    return tuple(found)


def _asked(panels: Panels, showing: Showing) -> Sequence[Saying]:
    """What the acting seat's panel says."""
    said = panels.words(showing, showing.seat)
    own = panels.layout.panels[showing.seat].language
    whose = joined(". ", said.name, said.head) if said.head else said.name
    return Saying("turn", whose, own), Saying("line", said.line, own)


def _told(panels: Panels, showing: Showing) -> Sequence[Saying]:
    """What a computer has done, or what is looked back at; people saw each other's hands."""
    last = showing.last
    if last is None:
        return ()
    seat = showing.game.acting(last.before)
    looks_back = panels.course.at is not None
    if not looks_back and not panels.setup.filler(seat).is_computer:
        return ()
    own = panels.layout.panels[showing.seat].language
    return (Saying("told", panels.view.told(last), own),)


def _asides(panels: Panels, acting: Seat) -> Sequence[Saying]:
    """What other seats alone are told."""
    return [
        Saying(f"aside:{seat}", words, panels.layout.panels[seat].language)
        for seat, words in panels.asides.items()
        if seat != acting
    ]


def _place(panels: Panels, showing: Showing, cursor: Spot) -> Saying:
    """What stands where the keys are."""
    own = panels.layout.panels[showing.seat].language
    said = meanings(panels.view, showing, cursor)
    words = joined(", ", cursor, said[0].words) if said else cursor
    return Saying("focus", words, own)
