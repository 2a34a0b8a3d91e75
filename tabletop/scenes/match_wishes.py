"""A match in which nobody decides alone what concerns others too: they are asked, and agree."""

from dataclasses import replace
from typing import Final

from tabletop.engine import CHANCE, IllegalMove, Match, Ply, Seat, joined
from tabletop.input.actions import Action, Button, Buzz, Press, Tap
from tabletop.scenes.consent import Wish
from tabletop.scenes.corner_pads import AGREE, CornerPads
from tabletop.scenes.match_glossary import GlossaryMatch
from tabletop.scenes.panels import Panels
from tabletop.scenes.setup import Setup
from tabletop.scenes.wish_plates import pads_for
from tabletop.scenes.wishes import (
    DECLINED,
    draw_wish,
    end_wish,
    pause_wish,
    seats_wish,
    undo_wish,
)
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.saying import Saying
from tabletop.ui.scene import Change
from tabletop.ui.table import Table

CALM: Final = 0.6
"""Seconds after the pads appear in which a button was pressed for something else."""
ON_BUTTONS: Final = 8
"""The layer of the pads: over the buttons that lie there else."""


class WishingMatch(GlossaryMatch):
    """Adds the wishes: for a pause, to take back, for a draw, to end it, to change who plays."""

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self.corner_pads = CornerPads()
        self._gone_back = False  # a ply was taken back, and nobody has played since
        super().__init__(table, setup, match, match_id)

    # -- asking ---------------------------------------------------------------------------------

    def _wish(self, wish: Wish) -> Change:
        """Somebody wishes something: where nobody else has to agree it is done at once."""
        if not wish.light:
            self._hand.let_go()
        if not self._asks_others or not wish.asked or self._consent.asks(wish):
            return self._grant(wish)
        self.corner_pads.show(())  # fingers on the pads of another wish mean nothing to this one
        self._refresh()
        return None

    @property
    def _asks_others(self) -> bool:
        """Whether others are there who could be asked, and the table asks at all."""
        return self._own_hands and len(self._setup.persons) > 1

    def _pause_for(self, seat: Seat | None) -> Change:
        """A seat's own button asks the others first, while they may be thinking."""
        if seat is None or self._match.outcome is not None:
            return self._pause(seat)
        return self._wish(pause_wish(self._setup, seat))

    def _wish_back(self, seat: Seat | None) -> Change:
        """Somebody wants to take a ply back; `seat` is whose own device asks, if that is known.

        Without a word a seat takes back its own last ply alone. Where nobody can know whose hand
        it was, it is the owner who is asked; people who sit side by side, and may share one mouse,
        are believed for one ply, and both asked for more.
        """
        last, people = self._last_person(), frozenset(self._setup.persons)
        if last is None or last.seat == CHANCE or not self._asks_others:
            return self._go_back(None)
        back, asked = last, people
        if seat is not None:
            back = self._own_ply(seat) or last
            asked = frozenset() if back is last and last.seat == seat else people
        elif any(self._setup.sides[: self._setup.seats]):
            asked = frozenset((last.seat,))
        elif not self._gone_back:
            asked = frozenset()
        return self._wish(undo_wish(self._setup, self._match, back, seat, asked))

    def _own_ply(self, seat: Seat) -> Ply | None:
        """The last ply of a seat, if no dice were thrown since."""
        for ply in reversed(self._match.plies):
            if ply.seat in (seat, CHANCE):
                return ply if ply.seat == seat else None
        return None

    def _ask_end(self, how: str, asker: Seat | None = None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result."""
        if how == "resign" or not self._asks_others:
            return super()._ask_end(how, asker)
        if how == "draw" and not self._agreed():
            return None  # a computer will not have it: nobody needs to be asked
        make = draw_wish if how == "draw" else end_wish
        return self._wish(make(self._setup, asker))

    def _hand_over(self, setup: Setup) -> Change:
        """Somebody else shall play at a seat."""
        fillers = [setup.filler(seat) for seat in range(setup.seats)]
        same = fillers == [self._setup.filler(seat) for seat in range(setup.seats)]
        if same or self._match.outcome is not None:
            return super()._hand_over(setup)  # only a language is another, or all is over
        return self._wish(seats_wish(self._setup, setup))

    # -- agreeing -------------------------------------------------------------------------------

    def _grant(self, wish: Wish) -> Change:
        """All who had to have agreed: it is done."""
        self._consent.drop()
        self._show_pads()
        match wish.kind:
            case "pause":
                return self._pause(wish.asker)
            case "undo":
                return self._go_back(wish.back)
            case "seats" if wish.setup is not None:
                return super()._hand_over(wish.setup)
            case "draw" if self._match.outcome is None:
                self._match.agree()
                self._ended()
            case "end" if self._match.outcome is None:
                self._match.stop()
                self._ended()
            case _:
                pass
        return None

    def _go_back(self, back: Ply | None) -> Change:
        """Takes back; it is said why, where that cannot be."""
        try:
            self._take_back(back)
        except IllegalMove as refused:
            self.notices.deny(joined("", refused.reason))
            return None
        self._gone_back = True
        self._consent.drop()
        self._course.reopen()
        self.notices.quiet()
        self._hand.reset(self._match.state)
        self._save()
        return None

    def _answers(self, action: Action) -> tuple[bool, Change]:
        """Whether a hand or a device answers a wish with this, and what comes of it."""
        taken, key = self.corner_pads.takes(action)
        wish = self._consent.wish
        if taken or wish is None or wish.light:
            return taken, self._answered_by(key)
        if action.seat is None:
            taken, key = self.corner_pads.keyed(action)
            return taken, self._answered_by(key)
        if action.seat not in self._consent.waits_for:
            return False, None
        match action:
            case Press(button=Button.BACK):
                self._decline(wish)
            case Press(button=Button.OK | Button.MENU) | Buzz():
                if isinstance(action, Buzz) and self._calls.open:
                    return False, None
                if self.corner_pads.age >= CALM and self._consent.agrees(action.seat):
                    return True, self._grant(wish)
            case _:
                return False, None
        return True, None

    def _answered_by(self, key: str | None) -> Change:
        """A pad was touched."""
        wish = self._consent.wish
        if key is None or wish is None:
            return None
        if not key.startswith(AGREE):
            self._decline(wish)
        elif self._consent.agrees(int(key.removeprefix(AGREE))):
            return self._grant(wish)
        return None

    def _decline(self, wish: Wish) -> None:
        """Somebody has said no, and who asked is told."""
        self._consent.drop()
        if wish.asker is None:
            self.notices.tell(DECLINED)
        else:
            self.notices.deny_aside(wish.asker, DECLINED)

    def _agrees(self, action: Action, seat: Seat | None) -> Wish | None:
        """The pause that another seat has asked for, if this one agrees to it now."""
        wish = self._consent.wish
        if wish is None or not wish.light or seat not in wish.asked:
            return None
        acting = self._match.game.acting(self._match.state)
        match action:
            case Press(button=Button.MENU):
                agrees = True
            case Press(button=Button.OK):
                agrees = seat != acting
            case Buzz(source=source) if source != "keyboard":
                agrees = self._calls.call is None and seat != acting
            case Tap(contact=contact, at=at):
                free = self._view.spot_at(self.showing, at) is None
                agrees = contact not in self.buttons.held and free
            case _:
                agrees = False
        return wish if agrees else None

    # -- the scene ------------------------------------------------------------------------------

    def _pause(self, asker: Seat | None = None) -> Change:
        """The pause comes, turned to who is known to have asked for it."""
        raise NotImplementedError

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self.corner_pads.wakes_in(self._consent.waits_for))

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        wish = self._consent.wish
        if wish is None and self.corner_pads.asked:
            self._refresh()  # its time is over
        if (
            self.corner_pads.run(dt, self._consent.waits_for)
            and wish is not None
            and change is None
        ):
            change = self._grant(wish)
            self._refresh()
        return change

    def fit(self, canvas: Canvas) -> None:
        self.corner_pads.show(())
        super().fit(canvas)

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        if not self._covered:
            with frame.layer(ON_BUTTONS):
                self.corner_pads.draw(frame)

    @property
    def panels(self) -> Panels:
        asked = frozenset(one.seat for one in self.corner_pads.asked if one.seat is not None)
        return replace(super().panels, asked=asked)

    def sayings(self) -> tuple[Saying, ...]:
        asked = dict.fromkeys((one.labels[0].text, one.language) for one in self.corner_pads.asked)
        wishes = (Saying(f"wish:{said}", said, spoken) for said, spoken in asked)
        return (*wishes, *super().sayings())

    def _refresh(self) -> None:
        super()._refresh()
        self._show_pads()
        if self.corner_pads.asked:
            kept = [b for b in self.buttons.buttons if not self.corner_pads.covers(b.centre)]
            self.buttons.replace(kept)

    def _show_pads(self) -> None:
        wish = self._consent.wish
        if wish is None or wish.light:
            if self.corner_pads.asked:
                self.corner_pads.show(())
            return
        asked = pads_for(self._layout, self._setup, wish, self._consent.agreed)
        if tuple(asked) != self.corner_pads.asked:
            self.corner_pads.show(asked)

    def _send(self, ply: Ply) -> None:
        """Whoever plays on has answered: what was asked about the moment before has gone."""
        wish, by_person = self._consent.wish, ply.seat in self._setup.persons
        self._gone_back = self._gone_back and not by_person
        thrown = ply.seat == CHANCE and wish is not None and wish.kind == "undo"
        if wish is not None and not wish.light and (by_person or thrown):
            self._consent.drop()
        super()._send(ply)

    def _take(self, match: Match, match_id: str = "") -> None:
        self._gone_back = False
        self.corner_pads.show(())
        super()._take(match, match_id)
