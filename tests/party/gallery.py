"""Every page that a phone can show, with as much on it as there can be."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tabletop.party.messages import You
from tabletop.party.views import (
    Arrow,
    AudienceScore,
    Board,
    DiceState,
    FoundGame,
    GuessRound,
    Guest,
    HostGame,
    HostPanel,
    MatchView,
    PhoneButton,
    PieceShape,
    PiecesView,
    Question,
    ResultView,
    SavedGame,
    View,
    WaitView,
)
from tests.party.small_game import PLATES

SEATS: Final = (
    replace(PLATES[0], name="Ada", taken="phone", free=False, active=True),
    replace(PLATES[1], name="Ben", taken="away", free=False),
)
TOOLS: Final = (
    PhoneButton("undo", "Take back", icon="undo"),
    PhoneButton("hint", "Hint", icon="hint"),
    PhoneButton("pause", "Pause", icon="pause", enabled=False),
)
CHOICES: Final = (
    PhoneButton("pass", "Pass", "main"),
    PhoneButton("drop", "Drop a horse", note="Two are left"),
    PhoneButton("leave", "Leave", "danger"),
    PhoneButton("rules", "Rules", "quiet", icon="book"),
)
BOARD: Final = Board(
    "three",
    pieces={"a1": "B", "b2": "W", "c3": "B"},
    lit=("a2", "a3"),
    picked=("a1",),
    ghosts={"a2": "B"},
    arrows=(Arrow("a1", "a2"),),
    last=(Arrow("b1", "b2"),),
    hinted=("a3",),
)
MATCH: Final = MatchView(
    "three",
    "Three",
    BOARD,
    SEATS,
    active=True,
    head="Your turn",
    prompt="Touch a lit place.",
    told="Ben moved a stone.",
    note="Two in a row so far.",
    goal="Three in a row wins.",
    clock="4:32",
    choices=CHOICES,
    tools=TOOLS,
)
REFUSED: Final = replace(
    MATCH,
    board=replace(BOARD, refused=("b1",), reasons=("b2", "a1")),
    prompt="A stone lies beside it.",
    warning=True,
)
SCORE: Final = AudienceScore(340, 4, 14)
GUESS: Final = GuessRound(
    3, "move", 14, 20, 8, starts={"b2": ("b1", "c2")}, question="Where will White move?"
)
SHAPES: Final = (
    PieceShape("A", "large triangle", "#E4573D", ((1, 1), (3, 1), (1, 3)), picked=True),
    PieceShape("Q", "square", "#7A4FC4", ((4, 4), (5, 4), (5, 5), (4, 5)), mark="right"),
    PieceShape("t", "small triangle", "#D6589A", ((1, 7), (2, 7), (2, 8)), "tray", mark="wrong"),
)
PIECES: Final = PiecesView(
    "pieces",
    "Pieces",
    8,
    9,
    SEATS,
    active=True,
    private=True,
    head="Build a picture",
    prompt="All pieces must touch.",
    pieces=SHAPES,
    ghost=((2, 2), (4, 2), (2, 4)),
    targets=(((5, 1), (6, 1), (6, 2)),),
    board=(0, 0, 8, 6.6),
    tray=(0, 6.8, 8, 2.2),
    seconds=93,
    ticking=True,
    choices=(PhoneButton("done", "Done", "main", enabled=False, note="when all are placed"),),
    tools=(PhoneButton("pause", "Pause", icon="pause"),),
    entry="What is it?",
    entered="Fox",
)
PANEL: Final = HostPanel(
    "Three, move 24.",
    volume=60,
    games=(HostGame("three", "Three", "#D9472F"), HostGame("pieces", "Pieces", "#F4B23E")),
    next="pieces",
    guests=(Guest(1, "Ada", 0), Guest(2, "Ben", 1, away=40), Guest(3, "Noor")),
    reactions=True,
    joining=True,
)


SAVED: Final = SavedGame("K7W2X", "Three", "2026-11-21")
FOUND: Final = FoundGame(
    1,
    code="K7W2X",
    title="Three",
    date="2026-11-21",
    text="Turn 4. White’s turn.",
    seats=SEATS,
    board=replace(BOARD, lit=(), picked=(), ghosts={}, arrows=(), hinted=()),
    ready=True,
    note="The table asks first.",
)


def seated(seat: int | None = 0, *, host: bool = False) -> You:
    name = "Noor" if seat is None else SEATS[seat].name
    panel = PANEL if host else None
    return You(
        seat, name, "Three", SEATS, joined=True, host=host, reactions=seat is None, panel=panel
    )


VIEWS: Final[Mapping[str, tuple[You, View]]] = {
    "match": (seated(), MATCH),
    "refused": (seated(), REFUSED),
    "question": (
        seated(),
        replace(MATCH, question=Question("A draw?", CHOICES[0], CHOICES[1])),
    ),
    "dice to throw": (seated(), replace(MATCH, dice=DiceState((3, 6), throwable=True))),
    "dice thrown": (seated(), replace(MATCH, dice=DiceState((5, 3), lying=True, total=8))),
    "waiting": (seated(1), replace(MATCH, active=False, choices=())),
    "result": (
        seated(),
        ResultView(
            "three", "Three", "You win!", "In 24 moves.", SEATS, True, BOARD, CHOICES, "/home/x"
        ),
    ),
    "pieces": (seated(), PIECES),
    "pieces without a clock": (seated(), replace(PIECES, seconds=-1, ticking=False)),
    "curtain": (seated(1), replace(PIECES, curtain="Ada looks at the picture.", entry="")),
    "a move to guess": (
        seated(None),
        replace(MATCH, active=False, guess=GUESS, score=SCORE, choices=(), tools=()),
    ),
    "a move guessed": (
        seated(None),
        replace(
            MATCH,
            active=False,
            guess=replace(GUESS, given=("b2", "b1"), truth=("b2", "c2"), gained=2),
            score=SCORE,
        ),
    ),
    "a name to guess": (
        seated(None),
        PiecesView(
            "pieces",
            "Pieces",
            8,
            7,
            SEATS,
            outline=(SHAPES[0].corners, SHAPES[1].corners),
            guess=GuessRound(4, "name", 9, 15, 7, ("Duck", "Swan"), given=("Swan",)),
            score=SCORE,
        ),
    ),
    "wait": (seated(), WaitView("One moment.", "The next game is being picked.", CHOICES)),
}
