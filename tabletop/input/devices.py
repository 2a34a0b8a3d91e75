"""What records call the source of a throw: one word, such as ``reader:DR-1#A50285BI``.

All devices of the table, as people see them: what is plugged in, and how it fares.

Sources report here from the main thread while they are polled; pages read here.
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
    """A name fit for a record's header: letters, digits and a few signs, at most 40."""
    kept = "".join(sign if sign.isalnum() or sign in "-_.#" else "-" for sign in name)
    return kept[:40].strip("-") or "nameless"


def source_label(roll: Roll) -> str:
    """What a record calls the source of a throw, whatever the device calls itself."""
    if roll.source == "replay" or roll.label == SOURCE_REPLAYED:
        return SOURCE_REPLAYED
    name = roll.label.partition(":")[2] or roll.label or roll.device
    simulated = roll.simulated or roll.label.startswith(SOURCE_SIMULATED_PREFIX)
    return (SOURCE_SIMULATED_PREFIX if simulated else SOURCE_READER_PREFIX) + label_word(name)


def reader_name(label: str) -> str:
    """A reader's name as people know it, without what tells it from its twins in records."""
    return label.partition(":")[2].partition("#")[0]


DeviceKind: TypeAlias = Literal["serial", "pad", "keyboard", "touch"]

REPLAY_PREFIX: Final = "replay:"
"""What the URL of a recording begins with that is played in a device's place."""
RATE_WINDOW_SECONDS: Final = 5.0
"""Seconds over which the rate of a device is counted."""


class DeviceHealth(Enum):
    """How a device fares."""

    TRYING = "trying"
    """It was found, and is being asked who it is."""
    LIVE = "live"
    STALE = "stale"
    """It has been silent for longer than it should."""
    LOST = "lost"
    TOO_NEW = "too new"
    STRANGE = "strange"
    """Something is plugged in that speaks no language we know."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device at one moment."""

    key: str
    """Names it for good: by vendor, product and serial number, else by its place on the bus."""
    kind: DeviceKind
    name: str
    where: str
    """The port, or the URL."""
    driver: str = ""
    health: DeviceHealth = DeviceHealth.TRYING
    why: str = ""
    """Why it is lost, too new or strange, in words."""
    buttons: int = 0
    sides: int = 0
    """The sides of the dice that it reads; 0 if it reads none."""
    lamps: int = 0
    simulated: bool = False
    last: str = ""
    """The last thing it did, in words."""
    last_at: float = 0.0
    """The monotonic second of that; 0 if it has done nothing yet."""
    events: int = 0
    """How many events it has given."""
    errors: int = 0
    """How many of its lines could not be understood."""
    recording: str = ""
    """The file that its bytes are written to, if they are."""

    @property
    def reads_dice(self) -> bool:
        return self.sides > 0

    @property
    def works(self) -> bool:
        return self.health in (DeviceHealth.LIVE, DeviceHealth.STALE)

    @property
    def replayed(self) -> bool:
        """It is a recording that is played, of what a device did at another time."""
        return self.where.startswith(REPLAY_PREFIX)

    @property
    def label(self) -> str:
        """What records call its throws: one word, its name and what tells it from its twins.

        That is the serial number or the socket. One that people named by its URL has only its name.
        """
        if self.replayed:
            return SOURCE_REPLAYED
        kind = SOURCE_SIMULATED_PREFIX if self.simulated else SOURCE_READER_PREFIX
        bus, _, place = self.key.partition(":")
        twin = place.rpartition(":")[2] if bus == "usb" else place if bus == "path" else ""
        return kind + label_word(self.name) + (f"#{label_word(twin)}" if twin else "")


MAX_NAME_LENGTH: Final = 40
"""Signs of a device's name that are shown."""


def printable_text(words: str, most: int = MAX_NAME_LENGTH) -> str:
    """What a device says of itself, fit to be shown in a line; words that are so already stay.

    Signs that control something, turn the direction of writing or pile up marks are left out;
    of what is longer than `most` the middle is.
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
"""What can be asked of a device: test its lamps, write its bytes to a file or stop that."""


class Devices:
    """Changes as devices come, act and go."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.version = 0
        """Goes up whenever something changes that a page would show."""
        self._devices: dict[str, Device] = {}
        self._answers: dict[str, Callable[[DeviceCommand, str], None]] = {}
        self.opener: Callable[[str], None] | None = None
        """Opens a device by its URL; None while no source can."""

    @property
    def all(self) -> tuple[Device, ...]:
        """Every device seen since the start, in the order in which they came."""
        return tuple(self._devices.values())

    @property
    def readers(self) -> tuple[Device, ...]:
        """The dice readers that work now, in the order in which they came."""
        return tuple(device for device in self.all if device.reads_dice and device.works)

    def find(self, key: str) -> Device | None:
        return self._devices.get(key)

    def report(
        self, device: Device, answer: Callable[[DeviceCommand, str], None] | None = None
    ) -> None:
        """Puts a device in place of what was known of it; `answer` does what is asked of it."""
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
        """A device has just done something."""
        device = self._devices.get(key)
        if device is not None:
            done = replace(device, last=last, last_at=at, events=device.events + 1)
            self.report(done)

    def forget(self, key: str) -> None:
        """A device is taken off the list."""
        if self._devices.pop(key, None) is not None:
            self._answers.pop(key, None)
            self.version += 1

    def ask(self, key: str, command: DeviceCommand, words: str = "") -> None:
        """Asks a device for something; one that cannot do it does nothing."""
        answer = self._answers.get(key)
        if answer is not None:
            answer(command, words)

    def open(self, url: str) -> None:
        """Has a device opened that cannot be found, such as a recording (``replay:FILE``)."""
        if self.opener is not None:
            self.opener(url)
