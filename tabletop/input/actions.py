"""The input events that scenes see, the same for all devices."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
"""Canvas units (see `tabletop.ui.core.canvas`), y downward."""

DICE_CONTROL: Final = "dice"
"""The control of a `Signal` for a throw of dice."""


NO_MINUTE: Final = -1


class Button(Enum):
    """The functions of keys and buttons."""

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
    STILL = "STILL"
    OPERATOR = "OPERATOR"
    """The operator's, on tables without touch: asks for the PIN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Action:
    source: str
    """The source: ``touch``, ``tuio``, ``mouse``, ``keyboard``, ``window``, ``beside``, ``serial``,
    ``pad``, ``phone``."""
    seat: int | None = None
    """The seat that the device belongs to; None if unknown."""
    when: float = 0.0
    """Monotonic seconds of the input; 0 where the order does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contact(_Action):
    contact: int
    """Identifies a finger or the mouse button from its `Down` to its end."""
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Down(_Contact):
    """A finger or the button went down. Shown at once; nothing is decided yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(_Contact):
    """It went up within 10 px of where it came down. `at` is where it came down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull(_Contact):
    """It moved further than a tap may."""

    began: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(_Contact):
    """It went up after a `Pull`."""

    began: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(_Contact):
    """It ended without effect: focus lost, display changed, silence, flicker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(_Action):
    """The mouse moved with no button down; `at` is None when it left the window."""

    at: Point | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Twist(_Action):
    """The wheel or the right button: steps clockwise, negative for counter-clockwise."""

    at: Point
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(_Action):
    """A key wrote a character. Only text entry uses it; the key may have a `Press` as well."""

    sign: str
    """One printable character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(_Action):
    """One step of the cursor: dx right, dy down, each -1, 0 or 1."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(_Action):
    """To the next (+1) or previous (-1) place that can be touched."""

    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(_Action):
    """A key or button with a function."""

    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class Buzz(_Action):
    """A seat's own key or button."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(_Action):
    """A device threw real dice, and they lie still."""

    device: str
    """See `Device.key`."""
    values: tuple[int, ...]
    """In the device's order; each is checked against `sides`."""
    sides: int = 6
    label: str = ""
    """The source in records and on the fairness page: one word, such as ``reader:DR-7f3a``."""
    late: bool = False
    """Thrown more than two seconds ago: shown, but not played."""
    simulated: bool = False
    """Not real dice: shown with the word SIMULATED."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(_Action):
    """A control of a device went down; used by pages that assign controls.

    While such a page is open, a throw of dice is a `Signal` too, and not a `Roll`.
    """

    device: str
    """See `Device.key`."""
    control: str
    """``button:2``, ``axis:0+``, ``hat:0:up``, ``key:97``, or `DICE_CONTROL` for a throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resized(_Action):
    """The window has a new size in pixels, or must be drawn anew."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(_Action):
    """The secondary window has a size in pixels; (0, 0): it is closed."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposed(_Action):
    """The window's content was lost and must be shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchSpot(_Action):
    """A place of the board, touched by name on a device that shows the board itself."""

    spot: str
    over: bool = False
    """The finger only rests on it: what a touch would do is shown. "" ends that."""
    plies: int | None = None
    """How many plies had been played on the board that was touched, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressKey(_Action):
    """A button of the scene, pressed by its key on a device that shows it itself."""

    key: str
    plies: int | None = None
    """As with `TouchSpot`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteText(_Action):
    """A line of text that a page has asked for, written on a device."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(_Action):
    """Somebody takes a seat at a device of their own."""

    seat: int
    name: str
    language: str = ""
    """A language code; "" for the program's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(_Action):
    """Who took a seat by `TakeSeat` gives it up: people at the table play it again."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskForSeat(_Action):
    """Somebody at a device asks for a seat that another device holds: the table is asked."""

    seat: int
    phone: int
    """See `Phone.number`."""
    name: str
    holder: str
    """The name of who holds it; "" if none was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToResume(_Action):
    """Somebody at a device asks to resume a saved match here: the table is asked."""

    phone: int
    """See `Phone.number`."""
    name: str
    code: str
    """The code of the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCommand(_Action):
    """The host's remote control changes something about the table, not about a match."""

    command: Literal["volume", "next", "reactions"]
    text: str = ""
    """A game's key, ``on`` or ``off``."""
    number: int = 0
    """A volume in percent."""


ReactionKind: TypeAlias = Literal["heart", "laugh", "wow", "star", "bang"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(_Action):
    """A spectator shows what they think of it. It changes nothing but the picture."""

    kind: ReactionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class HubOrder(_Action):
    """The hub of an event asks something of this table."""

    order: int
    """Its number."""
    command: str
    """As JSON (`tabletop.event.messages.Command`); empty if this version does not know it."""
    why: str = ""
    """What is wrong with an unknown one, in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus(_Action):
    """The window got or lost the keyboard focus."""

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
    """The opening hours begin or end, or will end soon."""

    open: bool
    left: int = 0
    """Minutes until it closes; 0 while that is not soon."""
    again: int = NO_MINUTE
    """The minute of the week, from Monday on, at which it opens again, if that is known."""


CONTACT_ACTIONS: Final = (Down, Pull, Tap, Drop, Cancel)
"""The actions of one finger."""
OFF_SCREEN_SOURCES: Final = frozenset({"beside", "phone"})
"""Sources whose contacts have places of their own, not of the table's screen."""
SYSTEM_ACTIONS: Final = (Resized, Beside, Exposed, Focus, Quit, Lost, Opening, HubOrder)
"""Actions that no person causes."""

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
    | TouchSpot
    | PressKey
    | WriteText
    | TakeSeat
    | LeaveSeat
    | AskForSeat
    | AskToResume
    | HostCommand
    | Reaction
    | HubOrder
    | Resized
    | Beside
    | Exposed
    | Focus
    | Quit
    | Lost
    | Opening
)
