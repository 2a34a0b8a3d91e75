"""The end of arranging for whom the card Piece Unveil asks: which piece the other one shall see."""

from collections.abc import Sequence

from tabletop.engine import IllegalMove, Refusal
from tabletop.games.sevens.loose.spread import FINGER
from tabletop.games.sevens.phases.building import BuildingPart
from tabletop.games.sevens.phases.curtain import Curtain
from tabletop.games.sevens.phases.laying import laid_out, strays
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.surface import Mark, Surface
from tabletop.games.sevens.surface.wood import fresh_surface
from tabletop.input.actions import Action, Drop, Nudge, Press, Tap, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.scene import Change


class UnveilingPart(BuildingPart):
    """A board behind a curtain, on which a piece can be pointed at."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.surface: Surface = fresh_surface(desk, FULL_SET, range(len(FULL_SET)))
        self.surface.enabled = False
        self.curtain = Curtain()
        self.unveiling = False
        """The picture is made; it is asked which piece the guessing player shall see."""
        self.pointed: int | None = None
        """The piece that the keys point at, to be unveiled."""
        self._seen = Picture()
        self._why: Refusal | None = None

    def show(self, unveil: int | None) -> None:
        """The picture is made; `unveil` is the piece to be seen, as it stands in the picture."""
        raise NotImplementedError

    def _build_on(self) -> Change:
        self.unveiling, self.pointed = False, None
        self._mark()
        return None

    def _points(self, action: Action) -> bool:
        """What a hand does that chooses the piece to be unveiled; False if it does not."""
        if not self.curtain.open or self.curtain.drawn < 1:
            return False
        table = self.surface.pieces
        out = laid_out(table)
        match action:
            case Tap(at=at, contact=contact) | Drop(at=at, contact=contact):
                if contact in self.buttons.held:
                    return False
                number = table.piece_at(self.surface.sight.to_units(at), FINGER)
            case Walk(by=by):
                self._point_on(out, by)
                return True
            case Press(button=Key.OK) if self.pointed is not None:
                number = self.pointed
            case Nudge():
                self.pointed = None
                self._mark()
                return False
            case _:
                return False
        if number not in out:
            return False
        try:
            # Of one kind the pieces stand in the picture as they are numbered.
            self.show(out.index(number))
        except IllegalMove as refused:
            self.warn(refused.reason, refused.rule)
        return True

    def _point_on(self, out: Sequence[int], by: int) -> None:
        """The keys point at the next piece, and after the last one walk the buttons."""
        usable = [button.key for button in self.buttons.buttons if button.enabled]
        focus, ends = self.buttons.focus, (0, -1) if by > 0 else (-1, 0)
        if focus is not None and focus != usable[ends[1]]:
            self.buttons.press(Walk(source="keyboard", by=by))
        elif self.pointed is not None and self.pointed == out[ends[1]]:
            self.pointed, self.buttons.focus = None, usable[ends[0]]
        else:
            self.buttons.focus = None
            place = out.index(self.pointed) + by if self.pointed is not None else ends[0]
            self.pointed = out[place]
        self._mark()

    def _mark(self) -> None:
        """Marks the pieces that keep the picture from being shown, or the one pointed at."""
        table = self.surface.pieces
        marks: dict[int, Mark] = {}
        if self.pointed is not None:
            marks[self.pointed] = "agrees"
        elif self._why is not None and len(self._seen) == self.desk.match.piece_count:
            marks = dict.fromkeys(strays(table), "overlap")
        self.surface.marks = marks
