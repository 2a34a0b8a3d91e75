"""The table while a match is on: whoever's turn it is spells a ply, everybody sees what it does."""

from dataclasses import replace
from math import inf

from tabletop.engine import IllegalMove, Match, Ply, Spot, Text
from tabletop.games import view_of
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Press,
    Pull,
    Tap,
    Walk,
)
from tabletop.scenes.calls import Calls
from tabletop.scenes.course import Course
from tabletop.scenes.cursor import reachable, stepped
from tabletop.scenes.hand import Hand, Played, Refused, Thrown
from tabletop.scenes.keeping import Keeping
from tabletop.scenes.layout import layout
from tabletop.scenes.match_questions import ask_end
from tabletop.scenes.match_tools import SPOT, choice_buttons, tool_buttons
from tabletop.scenes.notices import Notices
from tabletop.scenes.panels import Panels, draw_panels, warm
from tabletop.scenes.pause import PauseScene
from tabletop.scenes.result import ResultScene
from tabletop.scenes.rules_page import RulesScene
from tabletop.scenes.sayings import LOOKING_TOUCH, UNDO_BOUND, looking_back
from tabletop.scenes.setup import Setup
from tabletop.ui.canvas import Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Pop, Push, Scene
from tabletop.ui.table import Table
from tabletop.ui.view import Choice, Showing, View
from tabletop.ui.widgets import Buttons
from tabletop.ui.wood import ground


class MatchScene(Scene):
    """One match from its first ply to its last, and backwards. Pops with "menu" or "seats"."""

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self._table = table
        self._setup = setup
        self._view: View = view_of(match.game)
        self.notices = Notices()
        self.buttons = Buttons()
        self._covered = False  # the result lies over the panels
        self._take(match, match_id)

    @property
    def match(self) -> Match:
        return self._match

    @property
    def view(self) -> View:
        return self._view

    @property
    def showing(self) -> Showing:
        """The moment that is on the table now."""
        return self._course.showing(self._hand, self.notices.refused, self._table.slow)

    def play(self, ply: str) -> None:
        """Plays a ply by its notation, as a hand would; "" throws the dice."""
        self._send(self._match.play(ply) if ply else self._match.roll())

    def rewind(self) -> None:
        """Goes back to before the first ply, to be stepped through from there."""
        self._course.at = 0
        self._course.seen = True
        self.notices.tell(looking_back(0, len(self._match.plies)), inf)

    # -- the scene --------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._hand.let_go()
        tray = self._view.tray_height
        self._layout = layout(canvas, self._match.seats, self._setup.facing, tray)
        self._view.fit(self._layout.places(self._match.options))
        warm(self._layout, has_tray=tray > 0)
        self._backdrop = ground(*canvas.size).copy()
        self._view.draw_base(self._backdrop)
        self._refresh()

    def resume(self) -> None:
        self._refresh()

    def leave(self) -> None:
        self._save()

    def wakes_in(self) -> float:
        return min(self._course.wakes_in(), self.notices.fades_in())

    def update(self, dt: float) -> Change:
        # The clock waits for what moves: nobody can think before they have seen it.
        if self._course.motion is None and self._match.tick(dt) is not None:
            self._ended()
        if self._course.run(dt, self._table.slow):
            self._refresh()
        self.notices.run(dt)
        if self._course.result_is_due:
            return self._show_result()
        return None

    def handle(self, action: Action) -> Change:
        match action:
            case Nudge() | Walk():
                self._step(action)
            case Press(button=button):
                return self._press(button)
            case Buzz(seat=seat):
                self._call(seat)
            case _:
                pressed = self.buttons.press(action)
                if pressed is not None:
                    return self._do(pressed)
                self._touch(action)
        self._refresh()
        return None

    def draw(self, frame: Frame) -> None:
        frame.put(self._backdrop, frame.canvas.box.centre)
        showing = self.showing
        if not self._covered:
            draw_panels(frame, self.panels, showing, choices=len(self._choices(showing)))
            with frame.layer(8):
                self.buttons.draw(frame)
        self._view.draw(frame, showing)
        with frame.layer(9):
            self.notices.draw(frame, self._layout)

    @property
    def panels(self) -> Panels:
        refused = self.notices.refused
        reason = refused.refusal.reason if refused else None
        return Panels(self._layout, self._view, self._setup, self._course, self._calls, reason)

    def _refresh(self) -> None:
        """Brings the buttons up to date with the moment."""
        showing = self.showing
        panel, has_tray = self._layout.panels[showing.seat], self._view.tray_height > 0
        given, called = self._choices(showing), self._calls.open
        choices = choice_buttons(panel, has_tray, given, call=called)
        calls = self._calls.buttons(self._layout, has_tray, len(given), showing.seat)
        self.buttons.replace((*choices, *calls, *tool_buttons(self._layout, self._course)))
        focus = f"{SPOT}{self._hand.cursor}"
        self.buttons.focus = focus if any(button.key == focus for button in choices) else None

    def _choices(self, showing: Showing) -> tuple[Choice, ...]:
        return () if self._course.still else self._view.choices(showing)

    # -- hands ------------------------------------------------------------------------------

    def _touch(self, action: Action) -> None:
        hand = self._hand
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case Pull(source=source, contact=contact, at=at) if not self._course.still:
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at) if not self._course.still:
                hand.consider(self._under(at) if at is not None else None)
            case _:
                pass

    def _spot(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.showing, at)

    def _under(self, at: Point) -> Spot | None:
        """The place under a pointer, on the board or as a choice's button."""
        button = self.buttons.at(at)
        if button is None:
            return self._spot(at)
        return button.key.removeprefix(SPOT) if button.key.startswith(SPOT) else None

    def _down(self, number: tuple[str, int], at: Point) -> None:
        if self.buttons.at(at) is not None:
            if not self._course.still:
                self._hand.consider(self._under(at))  # a choice held down shows what it does
            return
        self._hand.cursor = None
        if self._course.motion is not None:
            # Nobody has to wait: a touch shows the end at once. It does not count as a move too.
            self._course.hurry()
        elif self._course.at is not None:
            if self._spot(at) is not None:
                self.notices.tell(LOOKING_TOUCH, inf)
        elif self._match.outcome is None:
            self.notices.quiet()
            self._hand.down(number, self._spot(at))

    def _answer(self, result: Played | Thrown | Refused | None) -> None:
        match result:
            case Played(move=move):
                self._send(self._match.play(move))
            case Thrown():
                self._send(self._match.roll())
            case Refused():
                self.notices.refuse(result)
            case None:
                pass

    def _send(self, ply: Ply) -> None:
        self.notices.quiet()
        self._course.show(ply, self._table.slow)
        self._hand.reset(self._match.state)
        self._save()
        if self._match.outcome is not None:
            self._ended()
        self._refresh()

    # -- keys and buttons -------------------------------------------------------------------

    def _press(self, button: Button) -> Change:
        match button:
            case Button.OK:
                self._confirm()
            case Button.BACK if not self._hand.back():
                return self._pause()
            case Button.MENU:
                return self._pause()
            case Button.UNDO:
                self._undo()
            case Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST:
                self._look(button)
            case _:
                pass
        self._refresh()
        return None

    def _do(self, key: str) -> Change:
        kind, _, name = key.partition(":")
        if kind == "tool" and name == "result":
            return self._show_result()
        if kind == "tool":
            return self._press(Button[name.upper()])
        if kind == "call":
            self._call(int(name))
            return None
        if not self._course.still:
            self.notices.quiet()
            self._answer(self._hand.touch(name))
        self._refresh()
        return None

    def _confirm(self) -> None:
        """The OK key: touches the place under the cursor, or the only one there is."""
        open_spots = tuple(self._hand.open)
        if self._course.still:
            self._course.hurry()
            if self._match.outcome is None:
                self._course.at = None
                self.notices.quiet()
        elif self._hand.cursor is not None or len(open_spots) == 1:
            self.notices.quiet()
            where = self._reachable().get(self._hand.cursor or "")
            self._answer(self._hand.touch(self._hand.cursor or open_spots[0]))
            self._refresh()
            if where is not None and self._hand.cursor not in self._reachable():
                # The place has another name now (touched again it means "lay").
                self._hand.cursor = self._spot(where)
        else:
            self._step(Walk(by=1, source="keyboard"))

    def _step(self, action: Nudge | Walk) -> None:
        """The cursor goes on, and shows what touching its place would do."""
        if self._course.still:
            return
        hand = self._hand
        hand.cursor = stepped(action, self._reachable(), hand.open, hand.cursor)
        self._hand.consider(self._hand.cursor)

    def _reachable(self) -> dict[Spot, Point]:
        return reachable(self._view.points(self.showing), self.buttons.buttons)

    def _call(self, seat: int) -> None:
        """A seat calls out: a true call ends the match here and now."""
        if not self._calls.open:
            return
        wrong = self._calls.made(seat, self._hand)
        if wrong is not None:
            self.notices.tell(wrong)
        if self._match.outcome is not None:
            self._course.stop()
            self._ended()
        self._refresh()

    def _undo(self) -> None:
        self._course.stop()
        if self._course.at is not None:
            self._look(Button.LAST)
        elif self._hand.bound:
            self.notices.tell(UNDO_BOUND)
        elif not self._hand.back():
            try:
                self._match.undo()
            except IllegalMove as refused:
                self.notices.tell(Text("match.undo_refused", str(refused.reason)))
                return
            self._course.reopen()
            self.notices.quiet()
            self._hand.reset(self._match.state)
            self._save()

    def _look(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        self._hand.let_go()
        self._course.look(button, self._table.slow)
        if self._course.at is None:
            self.notices.quiet()
        else:
            self.notices.tell(looking_back(self._course.at, len(self._match.plies)), inf)

    # -- other scenes -----------------------------------------------------------------------

    def _pause(self) -> Change:
        self._hand.let_go()
        return Push(PauseScene(self._table, self._setup, self._match), self._after_pause)

    def _after_pause(self, answer: object) -> Change:
        match answer:
            case "rules":
                return Push(RulesScene(self._table, self._match.game))
            case "facing":
                self._setup = replace(self._setup, facing=not self._setup.facing)
                self.fit(self._layout.canvas)
            case "leave":
                return Pop("menu")
            case ("draw" | "resign") as end if self._match.outcome is None:
                return ask_end(self._match, str(end), self._ended)
            case _:
                pass
        self._refresh()
        return None

    def _ended(self) -> None:
        self._hand.let_go()
        self._course.end()
        self._save()
        self._refresh()

    def _show_result(self) -> Change:
        self._course.seen = True
        self._course.at = None
        self.notices.quiet()
        self._covered = True
        scene = ResultScene(self._setup, self._match, self._view.looks)
        return Push(scene, self._after_result)

    def _after_result(self, answer: object) -> Change:
        self._covered = False
        match answer:
            case "again":
                outcome = self._match.outcome
                won = self._setup.scored(outcome.winners if outcome else ())
                self._begin(won.rotated())
            case "look":
                self._course.at = len(self._match.plies)
                self.notices.tell(looking_back(self._course.at, self._course.at), inf)
            case "seats" | "menu":
                return Pop(answer)
            case _:
                pass
        self._refresh()
        return None

    def _begin(self, setup: Setup) -> None:
        """The next game of the series, at the same table."""
        self._setup = setup
        self._take(setup.start(self._table))
        self.notices.quiet()
        self.fit(self._layout.canvas)

    def _take(self, match: Match, match_id: str = "") -> None:
        self._match = match
        self._keeping = Keeping(self._table.store, self._setup, match, match_id)
        self._course = Course(match, self._view)
        self._calls = Calls(match, self._view, self._course)
        self._hand = Hand(match.game, match.state)

    def _save(self) -> None:
        self._keeping.save(self._setup, self._match)
