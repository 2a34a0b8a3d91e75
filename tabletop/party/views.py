"""What a phone shows: frozen values that the table makes and the server passes on as JSON.

All texts are in the phone's language already. Spots are the names of places as in
`tabletop.engine`; positions are not sent, the phone has them from the game's diagram
(`tabletop.engine.diagram`).
"""

from collections.abc import Callable, Iterable
from typing import Literal, Protocol, TypeAlias

import msgspec

ChoiceStyle: TypeAlias = Literal["main", "plain", "quiet", "danger"]


class _View(msgspec.Struct, frozen=True, omit_defaults=True):
    pass


class PhoneButton(_View, frozen=True):
    """A button. The phone answers with `messages.Choose(key)`."""

    key: str
    label: str
    style: ChoiceStyle = "plain"
    icon: str = ""
    """The name of an icon of the phone pages; "" for none."""
    enabled: bool = True
    note: str = ""
    """A smaller second line: what happens next, or why it is not enabled."""


class LabelledButton(Protocol):
    """A button of the window, as far as a phone can show it."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def style(self) -> str: ...
    @property
    def enabled(self) -> bool: ...


def phone_buttons(
    buttons: Iterable[LabelledButton], translate: Callable[[str], str]
) -> tuple[PhoneButton, ...]:
    """The enabled buttons with words, each key once."""
    found = {
        button.key: PhoneButton(
            button.key,
            translate(button.label),
            "main" if button.style == "main" else "plain",
            button.icon,
        )
        for button in buttons
        if button.label and button.enabled
    }
    return tuple(found.values())


class SeatPlate(_View, frozen=True):
    """A seat as every phone sees it."""

    number: int
    side: str
    """What the side is called: Black."""
    name: str
    """Who plays there; "" if nobody has said."""
    face: str
    """The colours as ``#rrggbb``."""
    inlay: str
    rim: str
    mark: str
    """disc, diamond, triangle or square."""
    taken: Literal["", "phone", "computer", "away"] = ""
    """By whom: "" for the people at the table; away: a phone that is not connected now."""
    free: bool = False
    """Whether a phone may take the seat without asking."""
    active: bool = False
    """Whether the seat is to act."""


class Question(_View, frozen=True):
    """Something that this seat is asked: agree to a pause, an undo, a draw."""

    text: str
    yes: PhoneButton
    no: PhoneButton | None = None


class Arrow(_View, frozen=True):
    """From one spot to another; `start` is "" for a piece that comes from the supply."""

    start: str
    end: str


class DiceState(_View, frozen=True):
    values: tuple[int, ...] = ()
    """The dice of the last throw, or those of an unfinished one."""
    throwable: bool = False
    """Whether this phone may throw now: it sends `messages.Throw`."""
    lying: bool = False
    """Whether `values` belong to a throw that still counts for the turn."""
    total: int = 0
    """Shown large beside the dice; 0 if they are not added up."""


class Board(_View, frozen=True):
    """A moment of a board game, complete: the phone keeps nothing of the moment before."""

    diagram: str
    """The key of the diagram; the phone fetches it once from ``/diagram/KEY.json``."""
    turns: int = 0
    """Quarter turns clockwise by which the board is turned so that it is upright for this phone."""
    pieces: dict[str, str] = {}
    """The letters of the pieces by spot."""
    lit: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    ghosts: dict[str, str] = {}
    """The letters of previewed pieces by spot."""
    arrows: tuple[Arrow, ...] = ()
    """Of the preview."""
    last: tuple[Arrow, ...] = ()
    """What the last ply moved or laid."""
    refused: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    """The places that decided the game, once it is over."""


class GuessRound(_View, frozen=True):
    """What spectators may guess, and until when."""

    number: int
    """Goes up with every new guess."""
    kind: Literal["move", "name"]
    """A move is guessed by touching its first and last place, a name by one of `answers`."""
    seconds: float
    """Time left when the view was made."""
    total: float
    worth: int
    """Points now."""
    answers: tuple[str, ...] = ()
    starts: dict[str, tuple[str, ...]] = {}
    """For a move: the last places by first place. A first place without any is the whole guess."""
    question: str = ""
    """What is asked: ``Where will White move?``"""
    given: tuple[str, ...] = ()
    """What this phone has guessed."""
    truth: tuple[str, ...] = ()
    """The right answer, once it is known."""
    gained: int = 0


class AudienceScore(_View, frozen=True):
    points: int
    place: int
    of: int


class WaitView(_View, frozen=True, tag="wait"):
    """Nothing to play: the table shows a menu, a lesson or a page."""

    title: str
    text: str
    choices: tuple[PhoneButton, ...] = ()


class MatchView(_View, frozen=True, tag="board"):
    """A match of a board game as one seat, or the audience, sees it."""

    game: str
    title: str
    board: Board
    seats: tuple[SeatPlate, ...]
    active: bool = False
    """Whether this phone's seat is to act."""
    head: str = ""
    """Who is to move: ``Your turn``."""
    prompt: str = ""
    """What to do now, or why something was refused."""
    warning: bool = False
    """Whether `prompt` is a refusal."""
    told: str = ""
    """What the others did last."""
    note: str = ""
    """How far this seat has come."""
    goal: str = ""
    clock: str = ""
    dice: DiceState | None = None
    choices: tuple[PhoneButton, ...] = ()
    """The seat's choices that are no places of the board: pass, shove, drop a horse."""
    tools: tuple[PhoneButton, ...] = ()
    """Take back, hint, pause, call."""
    question: Question | None = None
    guess: GuessRound | None = None
    score: AudienceScore | None = None
    over: bool = False
    plies: int | None = None
    """How many were played: a touch that comes after the next one was not meant for it."""


class ResultView(_View, frozen=True, tag="result"):
    """The end of a match."""

    game: str
    title: str
    headline: str
    line: str
    seats: tuple[SeatPlate, ...]
    won: bool = False
    """Whether this phone's seat has won."""
    board: Board | None = None
    choices: tuple[PhoneButton, ...] = ()
    take_home: str = ""
    """The path of the page to take home; "" if there is none."""
    score: AudienceScore | None = None


class PieceShape(_View, frozen=True):
    """A piece of Sevens, in board units."""

    key: str
    kind: str
    colour: str
    corners: tuple[tuple[float, float], ...]
    where: Literal["board", "tray", "hand"] = "board"
    picked: bool = False
    mark: Literal["", "wrong", "right"] = ""
    """A sign on it: it is in the way or missing, or lies as it should."""


class PiecesView(_View, frozen=True, tag="pieces"):
    """A phase of a live game with pieces that are dragged, turned and flipped.

    Coordinates are units of `width` x `height`, y downward; the phone sends its contacts in them.
    """

    game: str
    title: str
    width: float
    height: float
    seats: tuple[SeatPlate, ...]
    active: bool = False
    private: bool = False
    """Whether nobody else sees this: the phone says so, and hides it when it is laid down."""
    head: str = ""
    prompt: str = ""
    warning: bool = False
    pieces: tuple[PieceShape, ...] = ()
    ghost: tuple[tuple[float, float], ...] = ()
    """Where the dragged piece will snap to."""
    outline: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Silhouettes to look at, filled together by the even-odd rule: a polygon may be a hole."""
    targets: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Where pieces belong: dashed, below the pieces."""
    curtain: str = ""
    """Not empty: a closed curtain hangs before the board, with these words."""
    board: tuple[float, float, float, float] = (0, 0, 0, 0)
    """x, y, width and height of the part that is the board."""
    tray: tuple[float, float, float, float] = (0, 0, 0, 0)
    seconds: float = -1
    """Seconds left when the view was made; negative without a limit."""
    ticking: bool = False
    hides: bool = False
    """Whether the phone covers the board when `seconds` are over, without waiting for the table."""
    note: str = ""
    """How the match stands."""
    choices: tuple[PhoneButton, ...] = ()
    tools: tuple[PhoneButton, ...] = ()
    entry: str = ""
    """Not empty: the phone asks for a line of text under this label; see `messages.Write`."""
    entered: str = ""
    question: Question | None = None
    guess: GuessRound | None = None
    score: AudienceScore | None = None


class SavedGame(_View, frozen=True):
    """The code of a match that this phone played; the phone keeps it."""

    code: str
    title: str
    date: str
    """As 2026-11-21."""


class FoundGame(_View, frozen=True):
    """What the table answers to `messages.FindGame`: a saved match, or why there is none."""

    number: int
    """Goes up with every answer."""
    refused: str = ""
    """Why no match can be resumed; everything below is empty then."""
    code: str = ""
    title: str = ""
    date: str = ""
    """When it was saved, as 2026-11-21."""
    text: str = ""
    """How far it is, and whose turn it is."""
    seats: tuple[SeatPlate, ...] = ()
    board: Board | None = None
    """None for games without a board."""
    ready: bool = False
    """Whether the table would ask now whether to resume it."""
    note: str = ""
    """What happens then, what is to be done now, or why not now."""


class HostGame(_View, frozen=True):
    """A game that the host may start."""

    key: str
    title: str
    colour: str
    """``#rrggbb``."""


class Guest(_View, frozen=True):
    """A phone as the host sees it."""

    phone: int
    name: str
    seat: int | None = None
    """None: it watches."""
    away: float = -1
    """For how many seconds it has not been connected; negative while it is."""


class HostPanel(_View, frozen=True):
    """What the host's phone shows beside the view: what `messages.Host` changes."""

    text: str
    """What the table shows now: ``Shoo, move 24.``"""
    paused: bool = False
    blanked: bool = False
    volume: int = 0
    """Percent."""
    games: tuple[HostGame, ...] = ()
    next: str = ""
    """The key of the game that was chosen to come next."""
    guests: tuple[Guest, ...] = ()
    reactions: bool = False
    """Whether the audience may send reactions."""
    joining: bool = False
    """Whether new phones may join."""


View: TypeAlias = WaitView | MatchView | ResultView | PiecesView
