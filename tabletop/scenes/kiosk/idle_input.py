"""Which input shows that somebody is there, and at which seat."""

from math import dist
from typing import Final, TypeAlias

from tabletop.engine import Seat
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Beside,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    Hover,
    Lost,
    Point,
    Pull,
    Quit,
    Resized,
    Roll,
    Tap,
)
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.ui.core.active_match import ActiveMatch

ContactId: TypeAlias = tuple[str, int]
"""A contact, by its source and its number."""

PASSIVE_ACTIONS: Final = (Hover, Cancel, Resized, Beside, Exposed, Focus, Quit, Lost)
"""What happens without anybody: a mouse moves by itself where a table trembles."""
MIN_MOVE_DISTANCE: Final = 40.0
"""The least movement of a contact that counts; resting fingers and water move less."""


class IdleInputTracker:
    """Whose each finger is. It changes as fingers come and go."""

    def __init__(self) -> None:
        self._fingers: dict[ContactId, tuple[Seat | None, Point]] = {}
        """The seat of each, and where it was when it was last counted."""
        self._used: set[ContactId] = set()
        """Those that have answered something: they mean nothing else until they are gone."""

    def forget(self) -> None:
        """Forgets all contacts: what they touched is no longer shown."""
        self._fingers.clear()
        self._used.clear()

    def whose(self, action: Action, match: ActiveMatch | None) -> Seat | None:
        """The seat that an action belongs to; of a contact, the one where it began."""
        if isinstance(action, CONTACT_ACTIONS) and not isinstance(action, Down):
            seat, _ = self._fingers.get(_number(action), (None, action.at))
            return seat
        seat = None
        # On the second window places are others, and it is nobody's own.
        if match is not None and action.source != SECONDARY_SOURCE:
            seat = match.whose(action)
            seat = seat if seat in match.people else None
        if isinstance(action, Down):
            self._fingers[_number(action)] = seat, action.at
        return seat

    def count(self, action: Action) -> bool:
        """Whether it shows that a person is there."""
        if not isinstance(action, CONTACT_ACTIONS):
            return not isinstance(action, PASSIVE_ACTIONS)
        number = _number(action)
        seat, counted = self._fingers.get(number, (None, action.at))
        if isinstance(action, Tap | Drop | Cancel):
            self._fingers.pop(number, None)
            return not isinstance(action, Cancel)
        if isinstance(action, Pull):
            if dist(counted, action.at) < MIN_MOVE_DISTANCE:
                return False
            self._fingers[number] = seat, action.at
        return True

    def is_used(self, action: Action) -> bool:
        """Whether a finger did it that has answered already."""
        if not isinstance(action, CONTACT_ACTIONS):
            return False
        used = _number(action) in self._used and not isinstance(action, Down)
        if not isinstance(action, Pull):
            self._used.discard(_number(action))
        if used and not isinstance(action, Pull):
            self._fingers.pop(_number(action), None)
        return used

    def use(self, action: Action) -> Action | None:
        """What is left of an action that has answered; a throw of real dice stays one."""
        if isinstance(action, Roll):
            return action
        if not isinstance(action, CONTACT_ACTIONS):
            return None
        if isinstance(action, Down | Pull):
            self._used.add(_number(action))
        if isinstance(action, Down):
            return None
        # It lay there before it had anything to answer: whatever it holds is let go.
        return Cancel(source=action.source, contact=action.contact, at=action.at)


def _number(action: Down | Pull | Tap | Drop | Cancel) -> ContactId:
    return action.source, action.contact
