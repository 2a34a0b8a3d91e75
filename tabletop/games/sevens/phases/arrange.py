"""Arranging: a picture is built behind the curtain, and gets a name."""

from collections.abc import Callable
from math import inf
from typing import Final

from tabletop.engine import IllegalMove, Seat, Text, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.arrange_pages import booklet_page, model_page, naming_page
from tabletop.games.sevens.phases.arrange_plan import (
    Bench,
    asked_for,
    draw_cloth,
    draw_side,
    lay_tools,
)
from tabletop.games.sevens.phases.dark import WARNING, draw_warning
from tabletop.games.sevens.phases.laying import lay_whole
from tabletop.games.sevens.phases.looked import answer_looked, ask_looked
from tabletop.games.sevens.phases.part import NOTHING
from tabletop.games.sevens.phases.unveiling import UnveilingPart
from tabletop.games.sevens.rules.arrangement import why_not_arranged
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.shelf.own_figures import keep_figure
from tabletop.input.actions import Action, Down, Focus, Press
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Push
from tabletop.ui.widgets import PushButton

SHORT: Final = 0.5
"""Seconds up to which a finger on the curtain's button was a tap, and gets told what to do."""
SAID: Final = 4.0
"""Seconds for which it is said what was done."""
LAYING: Final = 0.35
# NOTE for translators: in quotes stand the words on the two buttons.
CLOSED: Final = say(
    "sevens.arrange.cloth_touched",
    "The curtain is closed: hold “Hold to open”, or touch “Stay open”.",
)


class ArrangePart(UnveilingPart):
    """The arranging player's turn at the board."""

    shows_column = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.name = ""
        self.model: Figure | None = None
        """The figure of the booklet that is built after."""
        self._held = 0.0
        self._said: Text = NOTHING
        self._saying = 0.0
        self._to_other: Text = NOTHING
        """What the other seat is told, as long as the same is said to the arranger."""
        self._judge()
        events = desk.match.events
        if events and events[-1].name == "disputed":
            agreed = say(
                "sevens.dispute.agreed",
                "Agreed: {name} makes another picture.",
                name=desk.name(self.seat),
            )
            self.say(agreed, agreed)

    # -- what is said -------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self.desk.match.arranger

    @property
    def prompt(self) -> Text:
        if self._saying > 0:
            return self._said
        return self.taken_up or asked_for(self._bench)

    @property
    def told(self) -> Text:
        if self._saying > 0 and self._to_other:
            return self._to_other
        if self._bench.apart:
            # Whoever builds reads it there: the other sits before the picture that all see.
            return say(
                "sevens.apart.other",
                "{other} and all others see only that {name} builds.",
                other=self.desk.name(self.desk.match.guesser),
                name=self.desk.name(self.seat),
            )
        if self.desk.level(self.desk.match.guesser) is not None:
            return say(
                "sevens.arrange.waits",
                "{name} builds a picture. Computer players do not look.",
                name=self.desk.name(self.seat),
            )
        return say(
            "sevens.arrange.told",
            "Please look away: {name} builds a picture.",
            name=self.desk.name(self.seat),
        )

    @property
    def _bench(self) -> Bench:
        return Bench(
            self.desk,
            self.curtain,
            self.name,
            len(self._seen),
            self._why,
            self.unveiling,
            self.model,
            self.clock if self.clock_runs else None,
        )

    # -- what hands do ------------------------------------------------------------------------

    def lay_out(self) -> None:
        # Fingers that lay on the table before another page was shown may be gone by now.
        self._close()
        # The board is painted now, and not when the curtain begins to open.
        self.surface.draw(Frame(self.desk.glass))

    def lay_buttons(self) -> list[PushButton]:
        return lay_tools(self._bench)

    def handle(self, action: Action, /) -> Change:
        if self.curtain.opens_in is not None and self._stops(action):
            return None
        if not isinstance(action, Focus):
            self.curtain.touched()
        if self.unveiling and self._points(action):
            return None
        if isinstance(action, Down) and self._is_cloth(action):
            self.warn(CLOSED)
        change = super().handle(action)
        if isinstance(change, Push):
            # Nothing shows through a page that lies above this one.
            self._close()
        self.follow_curtain()
        return change

    def _is_cloth(self, action: Down) -> bool:
        """Whether a hand lands on the closed curtain, behind which it moves nothing."""
        near = self.desk.near(action, self.seat)
        return (
            not self.curtain.open and isinstance(near, Down) and self.desk.plan.board.holds(near.at)
        )

    def _stops(self, action: Action) -> bool:
        """Whether a hand calls off what is being counted: then all stays covered."""
        if not isinstance(action, Down | Press):
            return False
        self._close()
        self.follow_curtain()
        return True

    def follow_curtain(self) -> None:
        """The curtain goes as its button does, and hands work only before an open one."""
        self.curtain.held = "hold" in self.buttons.held.values()
        opening = self.curtain.opens_in is not None
        self.surface.enabled = self.curtain.open and not opening and not self.unveiling
        self.buttons.replace(self.lay_buttons())

    def _close(self) -> None:
        self.buttons.held.clear()
        self.curtain.close()
        # From a computer player nothing need be hidden; it may have taken or left its seat.
        self.curtain.lasts = self.curtain.stays = self._bench.uncovered
        self.curtain.waits = WARNING if self._bench.exposed else 0.0
        self.surface.enabled = False

    def pressed(self, key: str, /) -> Change:
        self._saying = 0.0
        doings: dict[str, Callable[[], Change]] = {
            "hold": self._let_go,
            "stay": self._stay,
            "name": self._ask_name,
            "booklet": self._browse,
            "keep": self._keep,
            "looked": self._report,
            "back": self._build_on,
            "done": self._done,
        }
        return doings[key]()

    def _let_go(self) -> Change:
        if self._held < SHORT:
            self.say(say("sevens.arrange.hold", "Keep your finger on it, or touch “Stay open”."))
        return None

    def _stay(self) -> Change:
        self.curtain.stays = not self.curtain.stays
        return None

    def say(self, words: Text, to_other: Text = NOTHING) -> None:
        """Says for a while what was done, and to the other seat too where it concerns both."""
        self._said, self._saying, self._to_other = words, SAID, to_other

    # -- the name and the booklet -------------------------------------------------------------

    def _ask_name(self) -> Change:
        return Push(naming_page(self.desk, self.name, self._spend), self._named)

    def _spend(self, dt: float) -> float | None:
        """Lets time go by while another page lies above: a limit to arranging holds there, too."""
        match = self.desk.match
        if match.arrange_left is None:
            return inf
        self.desk.now += dt
        match.advance(self.desk.now)
        return match.arrange_left

    def _named(self, name: object) -> Change:
        if isinstance(name, str):
            self.name = name
            self.fit()
        return None

    def _named_last(self, name: object) -> Change:
        self._named(name)
        return self._press("done") if isinstance(name, str) else None

    def _browse(self) -> Change:
        if self._bench.exposed and not self.surface.enabled:
            self.warn(
                say("sevens.arrange.browse", "Open the curtain first: all would see the booklet.")
            )
            return None
        return Push(booklet_page(self.desk, self._spend), self._browsed)

    def _browsed(self, figure: object) -> Change:
        if not isinstance(figure, Figure):
            return None
        scene = model_page(self.desk, figure, self._spend)
        return Push(scene, lambda how: self._modelled(figure, how))

    def _modelled(self, figure: Figure, how: object) -> Change:
        if how is None:
            return None
        self.name = figure.name
        self.model = figure if how == "build" else None
        if how == "lay":
            lay_whole(self.surface, figure.picture, LAYING * self.desk.table.slow)
            self._judge()
        self._build_on()
        self.fit()
        return None

    def _keep(self) -> Change:
        self.surface.unselect()
        table, picture = self.desk.table, self.surface.picture()
        if not self.name:
            raise IllegalMove(say("sevens.keep.name", "Give it a name first: touch Name"), "2")
        try:
            keep_figure(table, self.name, picture)
        except OSError as problem:
            table.tell(say("sevens.keep.failed", "It could not be kept: {why}", why=str(problem)))
        else:
            self.say(
                say(
                    "sevens.kept",
                    "“{name}” is in this table's booklet now.",
                    name=called(self.name),
                )
            )
        return None

    # -- the end of arranging -----------------------------------------------------------------

    def _done(self) -> Change:
        # A piece that is still held finds its place first.
        self.surface.hands.let_go()
        self._judge()
        if self._why is not None:
            raise IllegalMove(self._why.reason, self._why.rule)
        if not self.name:
            return Push(naming_page(self.desk, "", self._spend), self._named_last)
        if self.desk.match.must_unveil:
            self._close()
            self.unveiling = True
            self._mark()
        else:
            self.show(None)
        return None

    def show(self, unveil: int | None) -> None:
        self.desk.match.arranged(self.desk.now, self.name, self._seen, unveil)

    # -- a report of looking ------------------------------------------------------------------

    def _report(self) -> Change:
        self.desk.match.report(self.desk.now)
        return self._ask_looked()

    def _ask_looked(self) -> Change:
        self._close()
        return Push(ask_looked(self.desk), self._answered)

    def _answered(self, answer: object) -> Change:
        answer_looked(self.desk, answer)
        match = self.desk.match
        if match.phase is Phase.ARRANGE and match.pending is None:
            said = say(
                "sevens.looked.denied",
                "{other} says no: {name} goes on building.",
                other=self._bench.other,
                name=self.desk.name(self.seat),
            )
            self.say(said, said)
        return None

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._saying = max(0.0, self._saying - dt)
        self._held = self._held + dt if self.curtain.held else 0.0
        # A finger that rests on a piece is a hand at work, too.
        pieces, taken = self.surface.pieces.pieces, self.surface.taken
        busy = any(piece.held and piece.number != taken for piece in pieces)
        before = self.curtain.opens_in
        self.curtain.update(dt, self.desk.table.slow, busy=busy)
        if self.curtain.opens_in not in (before, None):
            self.desk.table.play("tick")
        self.follow_curtain()
        self._judge()
        match = self.desk.match
        if match.phase is Phase.ARRANGE and match.pending is not None:
            return self._ask_looked()
        return change

    def wakes_in(self) -> float:
        match = self.desk.match
        if match.phase is not Phase.ARRANGE or match.pending is not None:
            # What an answered question changed is followed at the next update.
            return 0.0
        saying = self._saying if self._saying > 0 else inf
        return min(super().wakes_in(), self.curtain.wakes_in(), saying)

    # -- the picture --------------------------------------------------------------------------

    def _judge(self) -> None:
        """Judges the picture as it lies; while a piece is in the hand the last word stands."""
        pieces = self.surface.pieces
        if any(piece.held for piece in pieces.pieces):
            return
        picture = pieces.picture()
        if picture == self._seen and self._seen.pieces:
            return
        match = self.desk.match
        self._seen = picture
        self._why = why_not_arranged(picture, match.piece_count, loose=match.terms.loose)
        self._mark()

    # -- what is seen -------------------------------------------------------------------------

    def draw_wood(self, frame: Frame) -> None:
        # Behind a closed curtain nothing is drawn that could be seen.
        if self.curtain.drawn > 0:
            self.surface.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        draw_cloth(frame, self._bench)
        draw_side(frame, self._bench)
        if self.curtain.opens_in is not None:
            with frame.layer(60):
                draw_warning(frame, self.desk, self.curtain.opens_in)
