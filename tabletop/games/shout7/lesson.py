"""The lesson of Shout 7."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.shout7.kernel import FIRST_LANDS, IS_CELL, SECOND_LANDS
from tabletop.games.shout7.rules import Move, State

EMPTY: Final = (
    "......../........./........../.........../............/............./............../"
    "{middle}/............../............./............/.........../........../........./........"
)
START: Final = EMPTY.format(middle="." * 15) + " B lay 63,63 0 0"


def _any(_: State, move: Move) -> bool:
    return not move.is_pass


def _fills_pits(_: State, move: Move) -> bool:
    push = move.push
    return move.is_push and not (IS_CELL[FIRST_LANDS[push]] or IS_CELL[SECOND_LANDS[push]])


def _wins(state: State, move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)


LESSON: Final = Lesson(
    (
        Task(
            words=say("shout7.lesson.first", "You are Black. Touch any cell to lay a piece there."),
            position=START,
            suits=_any,
            other=say("shout7.lesson.first.other", "Touch any cell inside the ring of pits."),
            done=say(
                "shout7.lesson.first.done", "Everyone begins with two pieces: yours come first."
            ),
        ),
        Task(
            words=say("shout7.lesson.second", "Touch a lit cell: your second piece goes there."),
            suits=_any,
            other=say("shout7.lesson.second.other", "Touch a cell next to your first piece."),
            done=say(
                "shout7.lesson.second.done",
                "Two neighbours. Now White lays two beside them, and the pushing begins.",
            ),
        ),
        Task(
            words=say(
                "shout7.lesson.push",
                "Push two: touch one white piece, then the other, then the lit arrow.",
            ),
            position=(
                "......../........./........../.........../............/............./"
                "......B......./......WB......./......W......./............./............/"
                ".........../........../........./........ B push 61,61 0 4"
            ),
            plies=("g7h7:sw",),
            other=say(
                "shout7.lesson.push.other",
                "The rules allow that way too; here, touch the lit arrow.",
            ),
            done=say(
                "shout7.lesson.push.done",
                "They moved on, and two of yours fill the gap. Now it is White's turn.",
            ),
            then=("g7h8:ne", "xi9"),
        ),
        Task(
            words=say(
                "shout7.lesson.convoy",
                "White pushed, then took a piece off, once a game. "
                "Push two white ones along their line.",
            ),
            suits=lambda _, move: move.is_convoy,
            other=say(
                "shout7.lesson.convoy.other",
                "That pushes them sideways: here, push along the line that they make.",
            ),
            done=say(
                "shout7.lesson.convoy.done",
                "A convoy goes two cells. Sideways, a pair goes one.",
            ),
        ),
        Task(
            words=say("shout7.lesson.pits", "Push both white pieces into the pits at the edge."),
            position=(
                "......../........./........../.........../............/............./"
                "............../.............../............../............./....W......./"
                "....BB...../...B....../...WW..../........ B push 60,60 0 9"
            ),
            suits=_fills_pits,
            other=say(
                "shout7.lesson.pits.other",
                "That is a way to push, but no way into two pits: push towards the edge.",
            ),
            done=say(
                "shout7.lesson.pits.done", "A pit holds one piece, and for good: it never moves."
            ),
        ),
        Task(
            words=say(
                "shout7.lesson.seven",
                "You have five in a line. Push the two white pieces away to make seven!",
            ),
            position=(
                "......../........./........../.........../............/............./"
                "......WB....../...BBBBBWW...../.......W....../............./............/"
                ".........../........../........./........ B push 57,59 0 21"
            ),
            suits=_wins,
            lit=("h9", "h10"),
            other=say(
                "shout7.lesson.seven.other",
                "That is allowed, but makes no seven: push the two at the end of your line.",
            ),
            done=say(
                "shout7.lesson.seven.done",
                "Seven in a line: shout it out, you win! Careful: a push can make White's, too.",
            ),
        ),
    ),
    say("shout7.lesson.end", "Push two, lay two, and get seven in a line. You know it all!"),
)
