"""The lesson of Sevens: real pieces on the real board, looked at, laid, and counted."""

from tabletop.engine import say
from tabletop.games.sevens.learning.board import LessonBoard
from tabletop.games.sevens.learning.tasks import LOOK, PEEK
from tabletop.games.sevens.rules.score import agreement
from tabletop.games.sevens.surface.surface import Surface
from tabletop.input.actions import CONTACTS, Action, Buzz, Down, Nudge, Press, Tap, Twist, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.scene import Change, Pop


class SevensLesson(LessonBoard):
    """One learner, alone with the pieces."""

    # -- what hands do ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        change: Change = None
        match action:
            case Buzz(source=source) if source != "keyboard":
                change = self._key(Press(source=action.source, button=Key.OK))
            case Press() | Walk() | Nudge():
                change = self._key(action)
            case _ if isinstance(action, (*CONTACTS, Twist)):
                change = self._finger(action)
            case _:
                pass
        if change is None:
            self._enable()
            self.refresh()
        return change

    def _finger(self, action: Action) -> Change:
        on_button = isinstance(action, Down) and self.buttons.at(action.at) is not None
        contact = getattr(action, "contact", None)
        if on_button or contact in self.buttons.held:
            key = self.buttons.press(action)
            return None if key is None else self._do(key)
        surface = self.surface
        if surface is None:
            return None
        if isinstance(action, Tap) and self._asks and self._misses(surface, action):
            self.say_why(self.task.other)
        surface.handle(action)
        return None

    def _misses(self, surface: Surface, tap: Tap) -> bool:
        """Whether a tap on the board meets nothing that it could move."""
        at = surface.sight.to_units(tap.at)
        if not surface.pieces.walls.keeps((at,)):
            return False
        if not surface.enabled:
            return True
        near = any(abs(c.at[0] - at[0]) + abs(c.at[1] - at[1]) < 1 for c in surface.controls)
        return not near and surface.taken is None and surface.pieces.piece_at(at, 0.2) is None

    def _do(self, key: str) -> Change:
        match key:
            case "look":
                self._shown = LOOK if self.task.doing == "look" else PEEK
                self._lay_pieces(self.target)
            case "done":
                self._count()
            case _:
                return self.pressed(key)
        return None

    def _count(self) -> None:
        """Compares what was rebuilt with the picture, as a match does."""
        surface, task = self.surface, self.task
        if surface is None:
            return
        laid = surface.picture()
        matched = len(agreement(self.target, laid).pairs)
        if matched == len(self.target):
            self._solve()
        elif len(laid) < len(self.target):
            self.say_why(task.other)
        else:
            words = say(
                "sevens.lesson.counted",
                "{n} of {all} pieces lie as they did. Move the others, or go back and look.",
                n=matched,
                all=len(self.target),
            )
            self.say_why(words)

    # -- keys ------------------------------------------------------------------------------------

    def _key(self, action: Press | Walk | Nudge) -> Change:
        surface = self.surface
        if surface is not None and surface.enabled:
            if surface.taken is not None or self._is_for_pieces(action):
                surface.handle(action)
                return None
            if isinstance(action, Walk) and self.buttons.focus is None:
                self._walk(surface, action)
                return None
        return self._key_on_buttons(action)

    def _is_for_pieces(self, action: Press | Walk | Nudge) -> bool:
        if not isinstance(action, Press) or self.surface is None:
            return False
        if action.button is Key.OK:
            return self.buttons.focus is None and self.surface.hands.keyed
        return action.button in (Key.FLIP, Key.EARLIER, Key.LATER) and self.surface.hands.keyed

    def _walk(self, surface: Surface, action: Walk) -> None:
        """Through the pieces, then on to the buttons."""
        hands = surface.hands
        last = len(surface.pieces.pieces) - 1 if action.by > 0 else 0
        if hands.keyed and hands.selected == last:
            surface.unselect()
            self.buttons.press(action)
        else:
            surface.handle(action)

    def _key_on_buttons(self, action: Press | Walk | Nudge) -> Change:
        if isinstance(action, Walk) and self._leaves_buttons(action):
            self.buttons.focus = None
            return self._key(action)
        if not isinstance(action, Press):
            if self.surface is not None:
                self.surface.unselect()
            self.buttons.press(action)
            return None
        match action.button:
            case Key.OK if self.buttons.focus is not None:
                return self._do(self.buttons.focus)
            case Key.OK if self.solved or self.over:
                return self._do(self.main)
            case Key.OK:
                main = next((b.key for b in self.buttons.buttons if b.style == "main"), None)
                return None if main is None or self.task.doing == "rebuild" else self._do(main)
            case Key.BACK | Key.MENU:
                return Pop()
            case Key.UNDO:
                return self._do("earlier")
            case _:
                return None

    def _leaves_buttons(self, action: Walk) -> bool:
        keys = [button.key for button in self.buttons.buttons if button.enabled]
        enabled = self.surface is not None and self.surface.enabled
        return enabled and self.buttons.focus == keys[-1 if action.by > 0 else 0]
