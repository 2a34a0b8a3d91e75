"""The tasks of the lesson of Sevens: pictures of a few pieces, and what is said about them."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.engine.text import Text, say
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, R2, Kind, Pose
from tabletop.games.sevens.rules.tally import PEEK_COST

Doing: TypeAlias = Literal["lay", "look", "peek", "rebuild"]
"""What a task asks for: a piece in its outline, the look, the peek, the whole picture."""

LOOK: Final = 5.0
"""Seconds that the learner sees the picture."""
PEEK: Final = 3.0
"""Seconds of the peek."""

TREE: Final = Picture.from_corners(
    [
        ("L", ((0, 1), (R2, 1 + R2), (-R2, 1 + R2))),
        ("M", ((0, 0), (1, 1), (-1, 1))),
        ("Q", ((-0.5, 1 + R2), (0.5, 1 + R2), (0.5, 2 + R2), (-0.5, 2 + R2))),
        ("P", ((-2.5, 3 + R2), (-1.5, 3 + R2), (-0.5, 2 + R2), (-1.5, 2 + R2))),
    ]
)
"""A fir on a slope: the pieces are joined one after the other."""
HOUSE: Final = Picture.from_corners(
    [
        ("M", ((0.5, -1), (1.5, 0), (-0.5, 0))),
        ("S", ((1, 1), (1, 0), (2, 1))),
        ("Q", ((0, 0), (1, 0), (1, 1), (0, 1))),
    ]
)
"""A house with a shed: the picture that is looked at and rebuilt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTask:
    """One step of the lesson."""

    doing: Doing
    words: Text
    done: Text
    other: Text
    """Why a touch is not what is asked for."""
    by_taps: Text | None = None
    """What to do at a table where pieces are moved by taps, where that differs."""
    kind: Kind = "Q"
    """Which piece is to be laid."""
    turn: float = 0.0
    """How far it lies turned from the way it belongs."""
    flipped: bool = False
    """It lies on its other side."""


TASKS: Final[tuple[PieceTask, ...]] = (
    PieceTask(
        doing="lay",
        kind="L",
        words=say("sevens.lesson.move", "Drag the large triangle into its dashed outline."),
        by_taps=say(
            "sevens.lesson.move.taps", "Touch the large triangle, then touch its dashed outline."
        ),
        other=say(
            "sevens.lesson.move.other",
            "Not there yet: the triangle belongs in the dashed outline, its tip up.",
        ),
        done=say("sevens.lesson.move.done", "It snaps to its neighbours. A fir tree grows!"),
    ),
    PieceTask(
        doing="lay",
        kind="Q",
        turn=45.0,
        words=say(
            "sevens.lesson.turn", "Touch the square to turn it. Then drag it into its outline."
        ),
        by_taps=say(
            "sevens.lesson.turn.taps",
            "Touch the square; touch it again to turn it; then touch its outline.",
        ),
        other=say(
            "sevens.lesson.turn.other",
            "Not there yet: turn the square until it stands straight, under the tree.",
        ),
        done=say("sevens.lesson.turn.done", "Every touch turns a piece a little. There: a trunk."),
    ),
    PieceTask(
        doing="lay",
        kind="P",
        flipped=True,
        words=say(
            "sevens.lesson.flip",
            "Touch the round flip sign beside the last piece, then drag it into its outline.",
        ),
        by_taps=say(
            "sevens.lesson.flip.taps",
            "Touch the round flip sign beside the last piece, then lay it in its outline.",
        ),
        other=say(
            "sevens.lesson.flip.other",
            "Not there yet: this piece has two sides, and only the other one fits.",
        ),
        done=say("sevens.lesson.flip.done", "So one builds pictures. The other player looks away!"),
    ),
    PieceTask(
        doing="look",
        words=say(
            "sevens.lesson.look", "Now you guess. Touch Look, and remember how the pieces lie."
        ),
        other=say("sevens.lesson.look.other", "Pieces rest now. First touch Look."),
        done=say(
            "sevens.lesson.look.done", "In a match you look for 10 seconds, then your clock runs."
        ),
    ),
    PieceTask(
        doing="peek",
        words=say("sevens.lesson.peek", "Forgotten? You may peek once in a turn: touch Peek."),
        other=say("sevens.lesson.peek.other", "You build in a moment. First touch Peek."),
        done=say(
            "sevens.lesson.peek.done", "A peek costs {cost} points of the round.", cost=PEEK_COST
        ),
    ),
    PieceTask(
        doing="rebuild",
        words=say(
            "sevens.lesson.rebuild",
            "Rebuild the house: drag all three pieces out, touch Done.",
        ),
        by_taps=say(
            "sevens.lesson.rebuild.taps",
            "Rebuild the house with all three pieces. Touch Done.",
        ),
        other=say(
            "sevens.lesson.rebuild.other",
            "Lay all three pieces outside the tray first, as they lay before.",
        ),
        done=say(
            "sevens.lesson.rebuild.done",
            "A point for each piece that lies as it did: with all seven, 7 at most.",
        ),
    ),
)
FAREWELL: Final = say(
    "sevens.lesson.end", "Build, look, rebuild: three rounds, and most points win. You know it all!"
)
LAID: Final[tuple[tuple[Kind, ...], ...]] = (("M",), ("M", "L"), ("M", "L", "Q"))
"""What lies there already when a piece is to be laid."""


def kinds_of(task: PieceTask, number: int) -> tuple[Kind, ...]:
    """The pieces on the board of a task, in the order of the set."""
    wanted = {*LAID[number], task.kind} if task.doing == "lay" else set(HOUSE.kinds)
    return tuple(dict.fromkeys(kind for kind in FULL_SET if kind in wanted))


def target_of(task: PieceTask, number: int) -> Picture:
    """The picture that a task leads to."""
    wanted = kinds_of(task, number)
    whole = TREE if task.doing == "lay" else HOUSE
    return Picture(tuple(piece for piece in whole.pieces if piece.kind in wanted))


def awry(task: PieceTask, pose: Pose, belongs: Pose) -> Pose:
    """How a task's piece lies before it is laid, at the place of `pose`."""
    flipped = belongs.flipped != task.flipped
    return Pose(pose.x, pose.y, (belongs.turn + task.turn) % 360, flipped)
