"""What an event adds to the result of a match: codes, and what comes next at the table.

With the codes people keep the result on their phones. After a match of a tournament, and while
players are called, the result offers no other match.
"""

from collections.abc import Sequence
from typing import Final, Literal

from tabletop.engine import Seat, Text, joined, say
from tabletop.engine.record import Record
from tabletop.input.event import CALL_NOTE, PlayerCall, round_words
from tabletop.storage import outbox, repository
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import DIM, SMALL_SIZE, WHITE

DONE: Final = say("result.done", "Done")
CLAIM_WORDS: Final = say("result.claim", "Scan to keep this result")
CLAIM_SIDE: Final = 176.0
"""The side of a code on a page for one edge."""
CLAIM_GAP: Final = 18.0
CLAIM_WORDS_WIDTH: Final = 190.0
"""The least width of the words beside the codes."""


def claim_links(table: AppContext, match_id: str, record: Record) -> tuple[str, ...]:
    """By seat, the address at the event's hub with which its person keeps the result.

    "" for a computer player, and for a visitor who has it already; nothing without an event, and
    of a match that is not stored. Of the record only the lines that say who plays count.
    """
    event, secret = table.event.state, table.store.get_note(outbox.JOINED_NOTE)
    if not event.joined or not secret or not match_id:
        return ()
    found = outbox.claims(secret, match_id, record)
    visitors = (*repository.visitors_of(table.store, match_id), *[""] * len(found))
    return tuple(
        f"{event.url}/c/{claim}" if claim and not visitor else ""
        for claim, visitor in zip(found, visitors, strict=False)
    )


class ResultClaims:
    """The codes of the people at some seats."""

    def __init__(self, links: Sequence[str], names: Sequence[Text]) -> None:
        """By seat: the address of a code, "" for none, and what the player is called."""
        self._all, self._names = tuple(links), tuple(names)
        self.links = {seat: link for seat, link in enumerate(links) if link}
        """By the seats of people."""

    def of(self, seats: Sequence[Seat]) -> "ResultClaims":
        """Those of some seats."""
        links = [link if seat in seats else "" for seat, link in enumerate(self._all)]
        return ResultClaims(links, self._names)

    def draw(self, frame: Frame, area: Box) -> None:
        """The codes side by side or one below the other, with what they are for."""
        count, names = len(self.links), [item("name", 34)] * (len(self.links) > 1)
        wide = area.h - 38 * len(names)
        beside = area.w - count * (wide + CLAIM_GAP) >= CLAIM_WORDS_WIDTH
        if beside:
            codes = [column("code", *names, gap=4, size=wide)] * count
            tree = row("words", *codes, gap=CLAIM_GAP)
        else:
            codes = [column("code", *names, gap=4)] * count
            tree = column(row(*codes, gap=CLAIM_GAP), item("words", 42), gap=6)
        boxes = tree.place(area)
        for box, link in zip(boxes.all("code"), self.links.values(), strict=True):
            side = frame.canvas.px(min(box.w, box.h))
            picture = qr_picture(link, side)
            wide_side = picture.get_width()
            frame.put(shapes.rounded(wide_side, wide_side, 0.08 * wide_side, WHITE), box.centre)
            frame.put(picture, box.centre)
        for box, seat in zip(boxes.all("name"), self.links, strict=False):
            Label(self._names[seat], box, SMALL_SIZE, align="centre", most=1).draw(frame)
        align: Literal["right", "centre"] = "right" if beside else "centre"
        Label(CLAIM_WORDS, boxes["words"], SMALL_SIZE + 3, DIM, align=align, most=3).draw(frame)


class FollowingEvent:
    """What the event has planned at this table after a match."""

    def __init__(self, table: AppContext, match_id: str) -> None:
        self._store = table.store
        own = self._store.get_note(f"{outbox.MATCH_NOTE_PREFIX}{match_id}")
        self._of_tournament = bool(outbox.MatchOfEvent.read(own).pairing)
        self._call_text = ""
        self._call: PlayerCall | None = None
        self.look()

    @property
    def is_outdated(self) -> bool:
        """Whether others are called since `look` has read it."""
        return self._store.get_note(CALL_NOTE) != self._call_text

    def look(self) -> None:
        """Reads whose players are called now."""
        self._call_text = self._store.get_note(CALL_NOTE)
        self._call = PlayerCall.read(self._call_text)

    @property
    def ends_here(self) -> bool:
        """Whether the same people are not to begin another match."""
        return self._of_tournament or self._call is not None

    @property
    def words(self) -> Text:
        """Who plays here next; empty if nobody is called."""
        if self._call is None:
            return joined("")
        names = joined(" – ", *(seat.name for seat in self._call.seats))
        match = joined(", ", round_words(self._call.round), names)
        # NOTE as "Next here: Round 2, Ada – Bo".
        return say("result.next_here", "Next here: {match}", match=match)
