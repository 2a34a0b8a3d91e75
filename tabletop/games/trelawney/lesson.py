"""The lesson of Trelawney's Glory."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.trelawney.rules import Move, State, neighbour_spot

START: Final = "......../......../......../......../......../......../......../........ B 0"


def _lays(_: State, move: Move) -> bool:
    return move.target is None


def _shoves_out(state: State, move: Move) -> bool:
    if move.target is None or move.direction is None or move.drags:
        return False
    return neighbour_spot(state, move.target, move.direction).startswith("ring:")


def _wins(state: State, move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)


_LIES: Final = say("trelawney.lesson.lies", "Good. Now touch the white stone beside it.")

LESSON: Final = Lesson(
    (
        Task(
            words=say(
                "trelawney.lesson.lay",
                "You are Black. Touch a square to lay a stone. Touch it again to confirm.",
            ),
            position=START,
            suits=_lays,
            other=say("trelawney.lesson.lay.other", "Touch your stone again to confirm."),
            done=say(
                "trelawney.lesson.lay.done",
                "You lay one stone each turn, on any empty square.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.shove",
                "Shove: lay next to a white stone, touch the white stone, then touch Shove.",
            ),
            position="......../......../...B..../....W.../..B...../.....W../......../........ B 4",
            suits=lambda _, move: move.target is not None and not move.drags,
            other=say(
                "trelawney.lesson.shove.other",
                "You could play that. Here, lay next to a white stone and shove it.",
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
                "Drag: lay next to a white stone, touch the white stone, then touch Drag.",
            ),
            position="......../......../.....B../...W..../.....W../..B...../......../........ B 6",
            suits=lambda _, move: move.drags,
            other=say(
                "trelawney.lesson.drag.other",
                "You could play that. Here, lay next to a white stone and drag it.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.drag.done",
                "Your stone stepped back, White’s followed, and a second stone filled the gap.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.out",
                "Shove a stone off the board: lay beside it, touch it, then Shove.",
            ),
            position="......../......../...W..../.....B../.W....../....B.../......../........ B 6",
            suits=_shoves_out,
            other=say(
                "trelawney.lesson.out.other",
                "That keeps the stone on the board. Shove it over the edge.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.out.done",
                "It’s out for good, and blocks its place off the board.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.five",
                "Five in a line wins. You have four: lay the fifth and confirm.",
            ),
            position="......../......../......../....WW../...W..../.WBBBB../......../........ B 8",
            suits=lambda state, move: _lays(state, move) and _wins(state, move),
            other=say(
                "trelawney.lesson.five.other",
                "You could play that. But you can win: make your four a five.",
            ),
            done=say(
                "trelawney.lesson.five.done",
                "Five in a line, straight or diagonally: you win at once!",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.block",
                "A white stone blocks your line. Lay beside it and move it out of the way.",
            ),
            position="......../......../...W..../..BBWBB./......../..W..W../......../........ B 8",
            suits=_wins,
            lit=("d4",),
            other=say(
                "trelawney.lesson.block.other",
                "The white stone stays in your line. Move that one.",
            ),
            lies=_LIES,
            done=say(
                "trelawney.lesson.block.done",
                "Five again! But careful: if your shove gives White a five, White wins.",
            ),
        ),
        Task(
            words=say(
                "trelawney.lesson.play", "Now a real game: play your first three turns as you like."
            ),
            position=START,
            suits=lambda *_: True,
            other=say("trelawney.lesson.play.other", "Touch an empty square, then confirm."),
            done=say(
                "trelawney.lesson.play.done",
                "That’s how it goes on, until somebody has five in a line.",
            ),
            replies=(
                ("d4", "c4", "d3", "c3", "b5", "e2"),
                ("d3", "c4", "e4", "b3", "d5", "c2"),
            ),
        ),
    ),
    say("trelawney.lesson.end", "Lay, shove, drag, get five. That’s all you need to know!"),
)
