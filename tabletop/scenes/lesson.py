"""A lesson on a game's own board: the learner plays, and wrong touches are explained."""

from tabletop.engine import Spot
from tabletop.input.actions import (
    CONTACTS,
    Action,
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
from tabletop.input.actions import Button as Key
from tabletop.scenes.cursor import reachable, stepped
from tabletop.scenes.hand import ROLL, Played, Refused, Thrown
from tabletop.scenes.lesson_board import HELPED, LessonBoard
from tabletop.scenes.match_tools import SPOT
from tabletop.ui.canvas import Point
from tabletop.ui.scene import Change, Pop


class LessonScene(LessonBoard):
    """One learner, one board, one step after the other."""

    # -- hands ------------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        change: Change = None
        match action:
            case Press(button=button):
                change = self._press(button)
            case Buzz(source=source) if source != "keyboard":
                change = self._confirm()
            case Nudge() | Walk():
                self._step(action)
            case Roll() if self.live and self.hand.dice:
                self._answer(self.hand.touch(ROLL))
            case _ if isinstance(action, (*CONTACTS, Hover)):
                key = self.buttons.press(action)
                change = self._touch(action) if key is None else self._do(key)
            case _:
                pass
        self._sounds.look()
        if change is None:
            self.refresh()
        return change

    def _touch(self, action: Action) -> Change:
        hand = self.hand
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case _ if not self.live:
                pass
            case Pull(source=source, contact=contact, at=at):
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at):
                hand.consider(self._spot(at) if at is not None else None)
            case _:
                pass
        return None

    def _spot(self, at: Point) -> Spot | None:
        return self._view.spot_at(self.showing, at)

    def _down(self, number: tuple[str, int], at: Point) -> None:
        if self.buttons.at(at) is not None:
            return
        self.hand.cursor = None
        if self._hurried():
            return  # nobody has to wait, and the touch means nothing else
        if self.live:
            self.refused = None
            self.hand.down(number, self._spot(at))

    def _hurried(self) -> bool:
        """Whether something moved; then it is shown where it ends."""
        if self._motion.motion is None:
            return False
        self._motion.hurry()
        self._arrived()
        return True

    def _answer(self, result: Played | Thrown | Refused | None) -> None:
        match result:
            case Played(move=move):
                self._play(str(move))
            case Thrown():
                self._play(self.course.task.plies[0])
            case Refused(refusal=refusal):
                self.refused = result
                self.table.play("refused")
                self.wrong += 1
                self.say_why(refusal.reason)
            case None:
                pass

    def _play(self, text: str) -> None:
        ply = self.course.match.play(text)
        self.refused = None
        self.say_done(self.course.task.done)
        self._show(ply)

    # -- keys and buttons -------------------------------------------------------------------------

    def _press(self, button: Key) -> Change:
        match button:
            case Key.OK:
                return self._confirm()
            case Key.BACK | Key.UNDO if self.live and self.hand.back():
                return None
            case Key.BACK if self.lies:
                return self.pressed("earlier")
            case Key.BACK | Key.MENU:
                return Pop()
            case Key.UNDO | Key.EARLIER:
                return self.pressed("earlier")
            case Key.LATER if not self.over:
                return self.pressed("next")
            case Key.HINT:
                self.wrong = max(self.wrong, HELPED)
            case _:
                pass
        return None

    def _do(self, key: str) -> Change:
        if key.startswith(SPOT):
            self._answer(self.hand.touch(key.removeprefix(SPOT)))
            return None
        return self.pressed(key)

    def _confirm(self) -> Change:
        """The OK key: the place or the button under the cursor, or the only way there is."""
        if self._hurried():
            return None
        focus, cursor = self.buttons.focus, self.hand.cursor
        if focus is not None:
            return self._do(focus)
        if self.solved or self.over:
            return self.pressed(self.main)
        if cursor is not None or len(self.hand.open) == 1:
            self._answer(self.hand.touch(cursor or next(iter(self.hand.open))))
        else:
            self._step(Walk(by=1, source="keyboard"))
        return None

    def _step(self, action: Nudge | Walk) -> None:
        """The cursor goes on, over the open places and the buttons."""
        buttons = [button for button in self.buttons.buttons if button.enabled]
        ways = {b.key: b.centre for b in buttons if not b.key.startswith(SPOT)}
        points = reachable(self._view.points(self.showing), buttons) if self.live else {}
        here = self.buttons.focus if self.buttons.focus in ways else self.hand.cursor
        open_spots = self.hand.open if self.live else frozenset()
        found = stepped(action, points, open_spots, here, ways)
        named = f"{SPOT}{found}"
        keys = [button.key for button in buttons]
        self.buttons.focus = found if found in ways else named if named in keys else None
        self.hand.cursor = None if found in ways else found
        self.hand.consider(self.hand.cursor)
