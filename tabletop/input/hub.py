"""All input sources as one, with retries, and the queue of actions for the main loop."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tabletop.input.actions import Action, Buzz, Cancel, Down, Drop, Lost, Pull, Tap

log = logging.getLogger(__name__)


class InputSource(Protocol):
    """One device, or one family of devices, that makes actions."""

    @property
    def name(self) -> str:
        """Its name in error messages."""
        ...

    def start(self) -> None:
        """Opens it afresh, without contacts; may raise, and is then tried again."""
        ...

    def poll(self) -> Iterable[Action]:
        """The actions since the last call; called every frame, so it never blocks."""
        ...

    def stop(self) -> None:
        """Closes it; may be called when it is closed."""
        ...


TURN_BUDGET_SECONDS: Final = 0.03
"""Seconds of work after which further actions wait for the next turn of the loop."""
MAX_WAITING_ACTIONS: Final = 500
"""With more waiting actions than this, all are handled at once."""


class ActionQueue:
    """Actions that wait to be handled, in order.

    Forty fingers can cause more actions than can be handled in one frame. What exceeds the time
    budget of a turn waits for the next one, so that frames are drawn in between.
    """

    def __init__(self, budget: float, now: Callable[[], float] = time.perf_counter) -> None:
        """`budget`: seconds of work in one turn; with infinity nothing waits."""
        self._budget = budget
        self._now = now
        self.waiting: deque[Action] = deque()

    def take(self) -> Iterator[Action]:
        """The actions for this turn one by one: at least one if any waits, until the time is up.

        The time that the caller takes for each is counted. One that raised an error is not given
        again.
        """
        until = self._now() + self._budget
        while self.waiting:
            yield self.waiting.popleft()
            if len(self.waiting) < MAX_WAITING_ACTIONS and self._now() >= until:
                return


FIRST_RETRY_SECONDS = 0.5
"""Seconds before a failed source is tried again; each further failure doubles them."""
MAX_RETRY_SECONDS = 30.0
"""The longest of these pauses, and how long a source must work for the next to be short again."""


@dataclass(slots=True)
class _Member:
    """A source and its state."""

    source: InputSource
    running: bool = False
    reported: bool = False
    pause: float = 0.0
    retry_at: float = float("-inf")
    well_since: float = float("inf")
    live: dict[int, Down | Pull] = field(default_factory=dict)
    """The last action of each contact that has not ended."""


class Hub:
    """Polls every source; one that fails is reported once and retried, and the others go on.

    The first poll starts the sources, so that a failure to start is reported as any other.
    """

    def __init__(
        self, sources: Sequence[InputSource], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._members = [_Member(source) for source in sources]
        self._now = now

    def add(self, source: InputSource) -> None:
        """Polls one more source from now on."""
        self._members.append(_Member(source))

    def poll(self) -> list[Action]:
        """The actions of all sources since the last call; calls in the order of their time."""
        found: list[Action] = []
        for member in self._members:
            found += self._poll(member)
        return order_calls(found) if len(found) > 1 else found

    def stop(self) -> None:
        for member in self._members:
            self._close(member)

    def _poll(self, member: _Member) -> list[Action]:
        now = self._now()
        if not member.running and now < member.retry_at:
            return []
        seen: list[Action] = []
        # Any error: a driver's fault must not stop the other devices.
        try:
            if not member.running:
                member.source.start()
                member.running = True
            # One by one: actions before a failure in the middle still count.
            for action in member.source.poll():
                seen.append(action)
                match action:
                    case Down() | Pull():
                        member.live[action.contact] = action
                    case Tap() | Drop() | Cancel():
                        member.live.pop(action.contact, None)
                    case _:
                        pass
        except Exception as error:
            return [*seen, *self._fail(member, error, now)]
        if member.reported or member.well_since > now:
            log.info("%s works", member.source.name)
            member.reported = False
            member.well_since = now
        return seen

    def _fail(self, member: _Member, error: Exception, now: float) -> list[Action]:
        held = now - member.well_since > MAX_RETRY_SECONDS
        member.pause = (
            FIRST_RETRY_SECONDS
            if held or not member.pause
            else min(2 * member.pause, MAX_RETRY_SECONDS)
        )
        member.retry_at = now + member.pause
        member.well_since = float("inf")
        self._close(member)
        # Its contacts end here, because it will have lost them when it starts again.
        ended: list[Action] = [
            Cancel(source=last.source, contact=last.contact, at=last.at)
            for last in member.live.values()
        ]
        member.live.clear()
        if member.reported:
            return ended
        member.reported = True
        log.error("%s failed", member.source.name, exc_info=error)
        reason = str(error) or type(error).__name__
        return [*ended, Lost(source=member.source.name, reason=reason)]

    def _close(self, member: _Member) -> None:
        member.running = False
        try:
            member.source.stop()
        except Exception:
            log.debug("%s did not close", member.source.name, exc_info=True)


def order_calls(actions: list[Action]) -> list[Action]:
    """The same actions, with calls among them in the order of their time.

    The order of polling must not decide who called first.
    """
    places = [number for number, action in enumerate(actions) if isinstance(action, Buzz)]
    calls = sorted((actions[number] for number in places), key=lambda call: call.when)
    for number, call in zip(places, calls, strict=True):
        actions[number] = call
    return actions
