"""The lesson of Trelawney's Glory."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.trelawney.rules import Move, State, neighbour_spot


def _lays(_: State, move: Move) -> bool:
    return move.target is None


def _shoves_out(state: State, move: Move) -> bool:
    if move.target is None or move.direction is None or move.drags:
        return False
    return neighbour_spot(state, move.target, move.direction).startswith("ring:")


def _wins(state: State, move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)


_LIES: Final = say(
    "trelawney.lesson.lies", "Your stone lies well. Now touch the white stone beside it."
)

LESSON: Final = Lesson(
    (
        Task(
            words=say(
                "trelawney.lesson.lay",
                "You are Black. Touch a square to lay a stone. Touch it again to leave it.",
            ),
            position="......../......../......../......../......../......../......../........ B 0",
            suits=_lays,
            other=say("trelawney.lesson.lay.other", "Here you only lay: touch your stone again."),
            done=say("trelawney.lesson.lay.done", "You lay one stone a turn, on any empty square."),
        ),
        Task(
            words=say(
                "trelawney.lesson.shove",
                "Shove! Lay next to a white stone, touch the white stone, then touch Shove.",
            ),
            position="......../......../...B..../....W.../..B...../.....W../......../........ B 4",
            suits=lambda _, move: move.target is not None and not move.drags,
            other=say(
                "trelawney.lesson.shove.other",
                "The rules allow it, but now you learn to shove: lay next to a white stone.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.shove.done",
                "Both stones moved on, and a second stone of yours filled the gap.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.drag",
                "Now pull: lay next to a white stone, touch the white stone, then touch Drag.",
            ),
            position="......../......../.....B../...W..../.....W../..B...../......../........ B 6",
            suits=lambda _, move: move.drags,
            other=say(
                "trelawney.lesson.drag.other",
                "The rules allow it, but now you learn to drag: lay next to a white stone.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.drag.done",
                "Your stone stepped back, the white one followed, and a second stone came.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.out",
                "Shove the stone at the edge off the board: lay beside it, touch it, then Shove.",
            ),
            position="......../......../...W..../.....B../.W....../....B.../......../........ B 6",
            suits=_shoves_out,
            other=say(
                "trelawney.lesson.out.other",
                "That is allowed, but it keeps the stone on the board: shove it over the edge.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.out.done",
                "It is out: it never comes back, and it blocks its place off the board.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.five",
                "Five in a row win. You have four: lay the fifth and leave it there.",
            ),
            position="......../......../......../....WW../...W..../.WBBBB../......../........ B 8",
            suits=lambda state, move: _lays(state, move) and _wins(state, move),
            other=say(
                "trelawney.lesson.five.other",
                "That would be a turn, but you can win now: make your four a five.",
            ),
            done=say(
                "trelawney.lesson.five.done",
                "Five in a straight line, also across corners: you win at once.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.block",
                "A white stone blocks your line. Lay beside it and move it out of the way!",
            ),
            position="......../......../...W..../..BBWBB./......../..W..W../......../........ B 8",
            suits=_wins,
            lit=("d4",),
            other=say(
                "trelawney.lesson.block.other",
                "That is allowed, but the white stone stays in your line: move that one.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.block.done",
                "Five again! But beware: if you shove White into a five, White wins.",
            ),
        ),
    ),
    say("trelawney.lesson.end", "Lay, shove, drag, and get five in a row. You know it all!"),
)
