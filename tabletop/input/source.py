"""What a device must do to be polled by the hub."""

from collections.abc import Iterable
from typing import Protocol

from tabletop.input.actions import Action


class Source(Protocol):
    """One device, or one family of devices, that makes actions."""

    @property
    def name(self) -> str:
        """What the table calls it when it fails."""
        ...

    def start(self) -> None:
        """Open it afresh, forgetting every contact; may raise, and is then tried again."""
        ...

    def poll(self) -> Iterable[Action]:
        """Give what happened since the last call; called every frame, so it never waits."""
        ...

    def stop(self) -> None:
        """Close it; harmless when it is closed or was never open."""
        ...
