"""The table while a match is on: whoever's turn it is spells a ply, everybody sees what it does."""

from dataclasses import replace
from math import inf

from tabletop.engine import Seat, Spot
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
    Roll,
    Tap,
    Walk,
)
from tabletop.scenes.cursor import reachable, stepped
from tabletop.scenes.dice_words import UNDO_DIE
from tabletop.scenes.hand import Played, Refused, Thrown
from tabletop.scenes.lessons import lesson_for
from tabletop.scenes.match_glossary import ASK
from tabletop.scenes.match_scored import ScoredMatch
from tabletop.scenes.match_tools import HINT_KEY, SPOT
from tabletop.scenes.pause import PauseScene
from tabletop.scenes.result import ResultScene
from tabletop.scenes.rules_page import RulesScene
from tabletop.scenes.sayings import LOOKING_TOUCH, UNDO_BOUND, looking_back, not_to_move, sits_out
from tabletop.scenes.series import next_game
from tabletop.scenes.series_question import ask_series
from tabletop.scenes.upright import only_person
from tabletop.ui.canvas import Point
from tabletop.ui.scene import Change, Pop, Push


class MatchScene(ScoredMatch):
    """One match from its first ply to its last, and backwards. Pops with "menu" or "seats"."""

    paused = False
    """True has it wait for somebody: no clock runs while nobody is known to be there."""

    def update(self, dt: float) -> Change:
        if self.paused:
            self.paused = False
            return self._pause()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self.paused else super().wakes_in()

    def handle(self, action: Action) -> Change:
        seat = self._whose.of(action, self._layout)
        self._wake(action)
        taken, change = self._answers(action)
        if not taken:
            taken, change = self._inquires(action)
        if taken:
            self._refresh()
            return change
        agreed = self._agrees(action, seat)
        stone = self._stone_at(action)
        if self._sits_out(action):
            self.notices.tell(sits_out(action.seat or 0))
        elif agreed is not None:
            change = self._grant(agreed)
        elif stone is not None:
            change = self._ask_who(stone) if isinstance(action, Tap) else None
        elif self._hurries(action, seat) or self._is_replaced(action):
            pass
        elif seat is None or not self._out_of_turn(action, seat):
            change = self._act(action, seat)
        self._refresh()
        return change

    def _act(self, action: Action, seat: Seat | None) -> Change:
        """What a hand does that may do it; `seat` is whose it is, where that is known."""
        match action:
            case Roll():
                self._rolled(action)
            case Nudge() | Walk():
                self._step(action, seat)
            case Press(button=button):
                # The reach of a finger is no owner: only a device's own button asks for a pause.
                return self._press(button, action.seat)
            case Buzz(seat=caller, source=source):
                if self._calls.call is None and source != "keyboard":
                    return self._confirm(caller)  # a box with one button
                self._call(caller)
            case _:
                pressed = self.buttons.press(action)
                return self._touch(action) if pressed is None else self._do(pressed)
        return None

    # -- whose hand it is -------------------------------------------------------------------

    @property
    def _acting(self) -> Seat:
        """The seat that is to move, or to throw."""
        return self._match.game.acting(self._match.state)

    def _sits_out(self, action: Action) -> bool:
        """Whether it was done with a device of a seat that nobody plays in this match."""
        does = isinstance(action, Press | Walk | Nudge | Buzz | Roll)
        if not does or action.source == "keyboard" or not self._own_hands:
            return False  # keys for the calls of four lie on every keyboard
        return (action.seat or 0) >= self._match.seats

    def _out_of_turn(self, action: Action, seat: Seat) -> bool:
        """Whether a seat's hand comes too early; then it does nothing, and the seat is told."""
        if not self._own_hands or self._match.outcome is not None:
            return False
        match action:
            case Press(button=Button.UNDO):
                early = not self._may_undo(seat)
            case Walk() | Nudge() | Press(button=Button.OK | Button.BACK):
                early = not self._calls.reaches(seat, action)
            case Buzz(source=source):
                early = self._calls.call is None and source != "keyboard"
            case Down(at=at):
                hit = self.buttons.at(at)
                early = hit is None or hit.key.startswith(SPOT)
            case Pull(contact=contact) | Tap(contact=contact) | Drop(contact=contact):
                return self._is_early(seat) and contact not in self.buttons.held
            case _:
                return False
        if isinstance(action, Press) and action.button is Button.UNDO:
            refused = early
        else:
            refused = early and self._is_early(seat)
        if refused:
            self.notices.deny_aside(seat, not_to_move(self._setup.name(self._acting)))
        return refused

    def _is_early(self, seat: Seat) -> bool:
        """While something moves or is looked back at, all hands are alike."""
        return seat != self._acting and not self._course.still

    def _may_undo(self, seat: Seat) -> bool:
        """Whether a seat has picked what it would take back; for a ply it may ask."""
        picked = bool(self._hand.picker.picked) and not self._course.still
        return not picked or seat == self._acting

    # -- fingers ----------------------------------------------------------------------------

    def _touch(self, action: Action) -> Change:
        hand = self._hand
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case Pull(source=source, contact=contact, at=at) if not self._course.still:
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                return self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                return self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at) if not self._course.still:
                hand.consider(self._under(at) if at is not None else None)
            case _:
                pass
        return None

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
        elif self._course.held:
            if self._layout.board.holds(at) and self.doing is not None:
                self.notices.tell(self.doing)
        elif self._match.outcome is None:
            self.notices.quiet()
            self._hand.down(number, self._spot(at))

    def _answer(self, result: Played | Thrown | Refused | None) -> Change:
        match result:
            case Played(move=move):
                self._send(self._match.play(move))
            case Thrown():
                return self._throw()
            case Refused():
                self.notices.refuse(result)
            case None:
                pass
        return None

    # -- keys and buttons -------------------------------------------------------------------

    def _press(self, button: Button, seat: Seat | None = None) -> Change:
        match button:
            case Button.OK:
                return self._confirm(seat)
            case Button.BACK if not self._hand.back():
                return self._pause_for(seat)
            case Button.MENU:
                return self._pause_for(seat)
            case Button.UNDO:
                return self._undo(seat)
            case Button.HINT:
                self._ask_hint(seat)
            case Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST:
                self._look(button)
            case _:
                pass
        return None

    def _do(self, key: str) -> Change:
        kind, _, name = key.partition(":")
        match kind:
            case "tool" if name == "result":
                return self._show_result()
            case "tool" if name == ASK:
                self.ask()
            case "tool":
                return self._press(Button[name.upper()])
            case "call":
                self._call(int(name))
            case "dice":
                return self._ask_dice(int(name))
            case _ if not self._course.still:
                self.notices.quiet()
                return self._answer(self._hand.touch(name))
        return None

    def _confirm(self, seat: Seat | None) -> Change:
        """The OK key: touches the place under the cursor, or the only one there is."""
        hand, caller = self._hand, self._acting if seat is None else seat
        open_spots, cursor = tuple(hand.open), hand.cursor
        if caller in self._calls.reached and self._calls.open:
            self._call(caller)
        elif self._course.at is not None and self._match.outcome is not None:
            return self._show_result()
        elif self._course.still:
            self._course.hurry()
            if self._match.outcome is None:
                self._course.at = None
                self.notices.quiet()
        elif cursor is not None and cursor in self._others():
            return self._do(cursor)
        elif cursor is not None or len(open_spots) == 1:
            self.notices.quiet()
            where = self._reachable().get(cursor or "")
            change = self._answer(hand.touch(cursor or open_spots[0]))
            self._refresh()
            if where is not None and hand.cursor not in self._reachable():
                # The place has another name now (touched again it means "lay").
                hand.cursor = self._spot(where)
            return change
        else:
            self._step(Walk(by=1, source="keyboard"), seat)
        return None

    def _step(self, action: Nudge | Walk, seat: Seat | None) -> None:
        """The cursor goes on, and shows what touching its place would do."""
        hand, walker = self._hand, self._acting if seat is None else seat
        if isinstance(action, Walk) and self._course.at is not None and self._match.outcome:
            self._look(Button.LATER if action.by > 0 else Button.EARLIER)
            return
        if self._course.still or (self._own_hands and walker != self._acting):
            self._calls.reach(walker)
            return
        self._calls.reached.discard(walker)  # its keys have left the call
        found = {button.key: button.centre for button in self.buttons.buttons}
        others = {key: found[key] for key in self._others() if key in found}
        if isinstance(action, Nudge):
            others.pop(HINT_KEY, None)  # in no direction from the board: on to it one walks
        hand.cursor = stepped(action, self._reachable(), hand.open, hand.cursor, others)
        hand.consider(hand.cursor)

    def _reachable(self) -> dict[Spot, Point]:
        return reachable(self._view.points(self.showing), self.buttons.buttons)

    def _undo(self, seat: Seat | None) -> Change:
        self._course.stop()
        if self._course.at is not None:
            self._look(Button.LAST)
        elif self._hand.bound:
            self.notices.deny(UNDO_BOUND)
        elif self.dice.lies:
            self.notices.deny(UNDO_DIE)
        elif not self._hand.back():
            return self._wish_back(seat)
        return None

    def _look(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        self._hand.let_go()
        self._course.look(button, self._slow)
        if self._course.at is None:
            self.notices.quiet()
        else:
            self.notices.tell(looking_back(self._course.at, len(self._match.plies)), inf)

    # -- other scenes -----------------------------------------------------------------------

    def _pause(self, asker: Seat | None = None) -> Change:
        self._consent.drop()
        self._hand.let_go()
        turns = self._layout.sides[0] if asker is None else self._layout.panels[asker].turns
        paused = PauseScene(self._table, self._setup, self._match, turns)

        def then(answer: object) -> Change:
            by = paused.asker
            if by is None and answer == "resign" and (asker is not None or paused.turned_round):
                by = only_person(self._setup, paused.turns)  # it is they who read the page
            return self._after_pause(answer, by)

        return Push(self._spoken_to(paused), then)

    def _after_pause(self, answer: object, asker: Seat | None = None) -> Change:
        """Does what was chosen; `asker` is whose own device chose it, where that is known."""
        match answer:
            case "rules":
                return Push(RulesScene(self._table, self._match.game, playing=True))
            case "learn":
                return Push(lesson_for(self._table, self._match.game, playing=True))
            case "facing":
                self._setup = self._setup.turned_round()
                self.fit(self._layout.canvas)
            case "players":
                return self._ask_players()
            case "series":
                return ask_series(self._setup.best_of, self._play_series)
            case "leave":
                return self._walk_away()
            case ("draw" | "resign" | "end") as end if self._match.outcome is None:
                return self._ask_end(str(end), asker)
            case _:
                pass
        self._refresh()
        return None

    def _play_series(self, best_of: int) -> None:
        self._setup = replace(self._setup, best_of=best_of)
        self._save()
        self._refresh()

    def _show_result(self) -> Change:
        self._course.seen = True
        self._course.at = None
        self.notices.quiet()
        self._covered = True
        scene = ResultScene(self._setup, self._match, self._view.looks, named=self._named)

        def then(answer: object) -> Change:
            return self._after_result(answer, scene.asked_from)

        return Push(self._spoken_to(scene), then)

    def _after_result(self, answer: object, turns: int = 0) -> Change:
        """Does what was chosen, at an edge that is turned so."""
        self._covered = False
        match answer:
            case "again":
                outcome = self._match.outcome
                won = self._setup.scored(outcome.winners if outcome else ())
                self._begin(next_game(won).at_most(self._table.strongest))
            case "name":
                return self._ask_name(self._after_review)
            case "review":
                return self._review(turns)
            case "look":
                self._course.at = len(self._match.plies)
                self.notices.tell(looking_back(self._course.at, self._course.at), inf)
            case "seats" | "menu":
                return Pop(answer)
            case _:
                pass
        self._refresh()
        return None
