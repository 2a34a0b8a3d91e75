"""The list of all devices and their state, and the names of dice sources in records.

Sources report on the main thread while they are polled; pages read it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal, TypeAlias
from unicodedata import category, normalize

from tabletop.engine import say
from tabletop.engine.match import SOURCE_READER_PREFIX, SOURCE_REPLAYED, SOURCE_SIMULATED_PREFIX
from tabletop.input.actions import Roll
from tabletop.input.bindings import Bindings


def label_word(name: str) -> str:
    """A name fit for a record's header: letters, digits and a few other characters, at most 40."""
    kept = "".join(sign if sign.isalnum() or sign in "-_.#" else "-" for sign in name)
    return kept[:40].strip("-") or "nameless"


def source_label(roll: Roll) -> str:
    """The source of a throw for the record, whatever the device calls itself."""
    if roll.source == "replay" or roll.label == SOURCE_REPLAYED:
        return SOURCE_REPLAYED
    name = roll.label.partition(":")[2] or roll.label or roll.device
    simulated = roll.simulated or roll.label.startswith(SOURCE_SIMULATED_PREFIX)
    return (SOURCE_SIMULATED_PREFIX if simulated else SOURCE_READER_PREFIX) + label_word(name)


def reader_name(label: str) -> str:
    """A reader's name without the suffix that tells equal ones apart."""
    return label.partition(":")[2].partition("#")[0]


DeviceKind: TypeAlias = Literal["serial", "pad", "keyboard", "touch"]

REPLAY_PREFIX: Final = "replay:"
"""The prefix of the URL of a recording that is played instead of a device."""
RATE_WINDOW_SECONDS: Final = 5.0
"""Seconds over which a device's event rate is counted."""


class DeviceHealth(Enum):
    TRYING = "trying"
    """Found; it is being identified."""
    LIVE = "live"
    STALE = "stale"
    """Silent for longer than it should be."""
    LOST = "lost"
    TOO_NEW = "too new"
    STRANGE = "strange"
    """It speaks no known protocol."""


@dataclass(frozen=True, slots=True)
class Device:
    """The state of one device."""

    key: str
    """Permanent: vendor, product and serial number, or else its place on the bus."""
    kind: DeviceKind
    name: str
    where: str
    """The port, or the URL."""
    driver: str = ""
    health: DeviceHealth = DeviceHealth.TRYING
    why: str = ""
    """Why it is lost, too new or strange."""
    buttons: int = 0
    sides: int = 0
    """The sides of the dice that it reads; 0 if it reads none."""
    lamps: int = 0
    simulated: bool = False
    last: str = ""
    """Its last event, as text."""
    last_at: float = 0.0
    """The monotonic second of that; 0 for none."""
    events: int = 0
    """The number of its events."""
    errors: int = 0
    """The number of its unreadable lines."""
    recording: str = ""
    """The file that its bytes are written to, if any."""

    @property
    def reads_dice(self) -> bool:
        return self.sides > 0

    @property
    def works(self) -> bool:
        return self.health in (DeviceHealth.LIVE, DeviceHealth.STALE)

    @property
    def replayed(self) -> bool:
        """Whether it is a recording that is played."""
        return self.where.startswith(REPLAY_PREFIX)

    @property
    def label(self) -> str:
        """The source of its throws in records: one word, its name and what tells it from equal
        ones.

        That is the serial number or the place on the bus. One that was named by its URL has only
        its name.
        """
        if self.replayed:
            return SOURCE_REPLAYED
        kind = SOURCE_SIMULATED_PREFIX if self.simulated else SOURCE_READER_PREFIX
        bus, _, place = self.key.partition(":")
        twin = place.rpartition(":")[2] if bus == "usb" else place if bus == "path" else ""
        return kind + label_word(self.name) + (f"#{label_word(twin)}" if twin else "")


MAX_NAME_LENGTH: Final = 40
"""The longest device name that is shown."""


def printable_text(words: str, most: int = MAX_NAME_LENGTH) -> str:
    """A device's own text made fit for one line; printable text is returned as it is.

    Control characters, direction changes and stacked accents are left out, and the middle of what
    is longer than `most`.
    """
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in normalize("NFC", words)
        if sign.isspace() or (category(sign)[0] != "C" and category(sign) != "Mn")
    )
    kept = " ".join(kept.split())
    if len(kept) > most:
        kept = f"{kept[: (most - 2) // 2]}...{kept[len(kept) - (most - 3) // 2 :]}"
    return words if kept == words else kept


DeviceCommand: TypeAlias = Literal["lamp", "record", "stop", "close"]
"""A request to a device: test its lamps, or start or stop recording its bytes."""


class Devices:
    """All devices since the start."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.version = 0
        """Changes whenever a page would show something else."""
        self._devices: dict[str, Device] = {}
        self._answers: dict[str, Callable[[DeviceCommand, str], None]] = {}
        self.opener: Callable[[str], None] | None = None
        """Opens a device by its URL; None while no source can."""

    @property
    def all(self) -> tuple[Device, ...]:
        """In the order in which they were found."""
        return tuple(self._devices.values())

    @property
    def readers(self) -> tuple[Device, ...]:
        """The working dice readers, in the order in which they were found."""
        return tuple(device for device in self.all if device.reads_dice and device.works)

    def find(self, key: str) -> Device | None:
        return self._devices.get(key)

    def report(
        self, device: Device, answer: Callable[[DeviceCommand, str], None] | None = None
    ) -> None:
        """Replaces the state of a device; `answer` handles requests to it."""
        known = self._devices.get(device.key)
        if known is None or known.name != device.name:
            name = printable_text(device.name) or say("devices.nameless", "Nameless device")
            device = replace(device, name=name)
        if answer is not None:
            self._answers[device.key] = answer
        if known != device:
            self._devices[device.key] = device
            self.version += 1

    def note(self, key: str, last: str, at: float) -> None:
        """A device has sent an event."""
        device = self._devices.get(key)
        if device is not None:
            done = replace(device, last=last, last_at=at, events=device.events + 1)
            self.report(done)

    def forget(self, key: str) -> None:
        """Removes a device from the list."""
        if self._devices.pop(key, None) is not None:
            self._answers.pop(key, None)
            self.version += 1

    def ask(self, key: str, command: DeviceCommand, words: str = "") -> None:
        """Sends a request to a device; ignored if it cannot do it."""
        answer = self._answers.get(key)
        if answer is not None:
            answer(command, words)

    def open(self, url: str) -> None:
        """Opens a device that is not found automatically, such as a recording (``replay:FILE``)."""
        if self.opener is not None:
            self.opener(url)
