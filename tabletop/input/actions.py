"""What a person did, whatever they did it with: the only events that scenes see."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
"""A place on the canvas, in its logical units (see `tabletop.ui.core.canvas`), y downward."""

DICE_CONTROL: Final = "dice"
"""What a `Signal` calls the dice of a reader, which has no control that could be pressed."""


NO_MINUTE: Final = -1
"""In place of a minute that does not come."""


class Button(Enum):
    """What keys and buttons mean."""

    OK = "OK"
    BACK = "BACK"
    MENU = "MENU"
    UNDO = "UNDO"
    EARLIER = "EARLIER"
    LATER = "LATER"
    FIRST = "FIRST"
    LAST = "LAST"
    FLIP = "FLIP"
    HINT = "HINT"
    FULLSCREEN = "FULLSCREEN"
    BLANK = "BLANK"
    """The host's: the picture goes dark."""
    STILL = "STILL"
    """The host's: the picture stands still."""
    OPERATOR = "OPERATOR"
    """The operator's, who has no glass to hold by its corners: asks for the PIN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Action:
    source: str
    """Who saw it: ``touch``, ``tuio``, ``mouse``, ``keyboard``, ``window``, ``beside``,
    ``serial``, ``pad``."""
    seat: int | None = None
    """Whose hand it was, where the device belongs to a seat; None where nobody can know."""
    when: float = 0.0
    """The monotonic second at which the device was heard; 0 where the order does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contact(_Action):
    contact: int
    """One number for one finger (or the mouse button) from its `Down` to its end."""
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Down(_Contact):
    """A finger or the button went down: the place answers at once, nothing is decided yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(_Contact):
    """It went up about where it came down (at most 10 px away). `at` is where it came down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull(_Contact):
    """It moved on, further than a tap may drift."""

    began: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(_Contact):
    """It went up after a `Pull`."""

    began: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(_Contact):
    """It ended without meaning anything: focus lost, display changed, silence, flicker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(_Action):
    """The mouse moved with no button down; `at` is None when it left the window."""

    at: Point | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Twist(_Action):
    """The wheel or the right button turns what lies at a place: steps clockwise, or back if < 0."""

    at: Point
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(_Action):
    """A key wrote a sign. Only scenes that ask for a text look at it; the key may mean more."""

    sign: str
    """One printable sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(_Action):
    """One step of the cursor: dx right, dy down, each -1, 0 or 1."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(_Action):
    """On to the next (+1) or previous (-1) place that can be touched."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(_Action):
    """A key or button with a meaning."""

    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class Buzz(_Action):
    """A seat calls out, by the key or the button that is its own."""

    seat: int
    """Who calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(_Action):
    """A device threw real dice, and they lie still."""

    device: str
    """The device's key (see `Device.key`)."""
    values: tuple[int, ...]
    """What the dice show, in the device's order; each is checked to be on a die of its `sides`."""
    sides: int = 6
    label: str = ""
    """What records and the fairness page call this source: one word, such as ``reader:DR-7f3a``."""
    late: bool = False
    """It was thrown more than two seconds ago: shown, but not played."""
    simulated: bool = False
    """No real dice: wherever it shows, the word SIMULATED stands beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(_Action):
    """A control of a device went down, whatever it means; only pages that learn look at it.

    While one learns, a throw of dice is told like this too, and not as a `Roll`.
    """

    device: str
    """The device's key (see `Device.key`)."""
    control: str
    """Its control: ``button:2``, ``axis:0+``, ``hat:0:up``, ``key:97``; `DICE` for a throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resized(_Action):
    """The window has another size (in real pixels), or is to be drawn anew."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(_Action):
    """A second window, for one player alone, is there with so many real pixels; (0, 0): no more."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposed(_Action):
    """The window's picture was lost and must be shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus(_Action):
    """The window got or lost the keyboard."""

    gained: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quit(_Action):
    """The window was asked to close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(_Action):
    """A source failed, and why."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(_Action):
    """The table opens or closes by its opening hours, or is to close soon."""

    open: bool
    left: int = 0
    """In so many minutes it will close; 0 while that is not soon."""
    again: int = NO_MINUTE
    """The minute of the week, from Monday on, at which it opens again, if that is known."""


CONTACT_ACTIONS: Final = (Down, Pull, Tap, Drop, Cancel)
"""What one finger does from its first touch to its end."""
SYSTEM_ACTIONS: Final = (Resized, Beside, Exposed, Focus, Quit, Lost, Opening)
"""What happens at a table at which nobody does anything."""

Action: TypeAlias = (
    Down
    | Tap
    | Pull
    | Drop
    | Cancel
    | Hover
    | Twist
    | Typed
    | Nudge
    | Walk
    | Press
    | Buzz
    | Roll
    | Signal
    | Resized
    | Beside
    | Exposed
    | Focus
    | Quit
    | Lost
    | Opening
)
