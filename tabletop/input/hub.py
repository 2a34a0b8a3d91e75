"""All sources as one."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from tabletop.input.actions import Action, Buzz, Cancel, Down, Drop, Lost, Pull, Tap
from tabletop.input.portions import Portions
from tabletop.input.source import Source

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
"""Seconds before a failed source is tried again; each further failure doubles them."""
LONGEST_PAUSE = 30.0
"""The longest of these pauses, and how long a source must hold for the next to be short again."""


@dataclass(slots=True)
class _Member:
    """A source and how it fares."""

    source: Source
    running: bool = False
    reported: bool = False
    pause: float = 0.0
    retry_at: float = float("-inf")
    well_since: float = float("inf")
    live: dict[int, Down | Pull] = field(default_factory=dict)
    """The last word of each contact that has not ended."""


class Hub:
    """Polls every source; one that fails is reported once and tried again, and the others go on."""

    name = "hub"

    def __init__(
        self,
        sources: Sequence[Source],
        now: Callable[[], float] = time.monotonic,
        patience: float = inf,
    ) -> None:
        """`patience` is how many seconds of work one `portion` is at most; the rest waits."""
        self._members = [_Member(source) for source in sources]
        self._now = now
        self._portions = Portions(patience)

    def start(self) -> None:
        """Open nothing yet: the first `poll` does, so that a failure is reported like any other."""

    def poll(self) -> list[Action]:
        """What happened at every source since the last call; calls in the order of their time."""
        return in_time([action for member in self._members for action in self._poll(member)])

    def portion(self) -> Iterator[Action]:
        """Polls; what has happened comes one by one, as much of it as there is patience for."""
        self._portions.add(self.poll())
        return self._portions.take()

    @property
    def more(self) -> bool:
        """Whether some of what has happened waits for the next portion."""
        return self._portions.more

    def stop(self) -> None:
        """Close every source, whatever state it is in."""
        for member in self._members:
            self._close(member)

    def _poll(self, member: _Member) -> list[Action]:
        now = self._now()
        if not member.running and now < member.retry_at:
            return []
        seen: list[Action] = []
        # Any error, for a driver that trips over a byte must not end the evening for the others.
        try:
            if not member.running:
                member.source.start()
                member.running = True
            # One by one: what was seen before a failure in the middle still counts.
            for action in member.source.poll():
                seen.append(action)
                _note(member.live, action)
        except Exception as error:
            return [*seen, *self._fail(member, error, now)]
        if member.reported or member.well_since > now:
            log.info("%s works", member.source.name)
            member.reported = False
            member.well_since = now
        return seen

    def _fail(self, member: _Member, error: Exception, now: float) -> list[Action]:
        held = now - member.well_since > LONGEST_PAUSE
        member.pause = (
            FIRST_PAUSE if held or not member.pause else min(2 * member.pause, LONGEST_PAUSE)
        )
        member.retry_at = now + member.pause
        member.well_since = float("inf")
        self._close(member)
        # Its contacts end here, since it will have forgotten them when it starts afresh.
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


def in_time(actions: list[Action]) -> list[Action]:
    """The same actions, the calls among them in the order in which they were made.

    Sources are polled one after the other, which must not decide who called first.
    """
    places = [number for number, action in enumerate(actions) if isinstance(action, Buzz)]
    calls = sorted((actions[number] for number in places), key=lambda call: call.when)
    for number, call in zip(places, calls, strict=True):
        actions[number] = call
    return actions


def _note(live: dict[int, Down | Pull], action: Action) -> None:
    match action:
        case Down() | Pull():
            live[action.contact] = action
        case Tap() | Drop() | Cancel():
            live.pop(action.contact, None)
        case _:
            pass
