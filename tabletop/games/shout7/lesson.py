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
            words=say(
                "shout7.lesson.first", "You are Black. Touch any place to lay your first piece."
            ),
            position=START,
            suits=_any,
            other=say("shout7.lesson.first.other", "Touch any place inside the ring of pits."),
            done=say("shout7.lesson.first.done", "Everyone begins with two pieces on the board."),
        ),
        Task(
            words=say(
                "shout7.lesson.second", "Your second piece goes beside it: touch a lit place."
            ),
            suits=_any,
            other=say("shout7.lesson.second.other", "Touch a place next to your first piece."),
            done=say(
                "shout7.lesson.second.done",
                "White lays two beside yours. Then the pushing begins.",
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
                "You could push that way too. Here, touch the lit arrow.",
            ),
            done=say(
                "shout7.lesson.push.done",
                "You push two white pieces, and two of yours take their places.",
            ),
            then=("g7h8:ne", "xi9"),
        ),
        Task(
            words=say(
                "shout7.lesson.convoy",
                "White pushed, then used its one-time removal. "
                "Push two white pieces along their line.",
            ),
            suits=lambda _, move: move.is_convoy,
            other=say(
                "shout7.lesson.convoy.other",
                "That pushes them sideways. Here, push along the line that they make.",
            ),
            done=say(
                "shout7.lesson.convoy.done",
                "Along their line they go two places; sideways only one.",
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
                "That way doesn’t fill two pits. Push them towards the edge.",
            ),
            done=say(
                "shout7.lesson.pits.done", "A pit holds one piece for good. It never moves again."
            ),
        ),
        Task(
            words=say(
                "shout7.lesson.seven",
                "You have five in a line. Push the two white pieces away to make seven.",
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
                "That makes no seven. Push the two at the end of your line.",
            ),
            done=say(
                "shout7.lesson.seven.done",
                "Seven in a line: you win! Careful: your push can complete White’s line.",
            ),
        ),
        Task(
            words=say(
                "shout7.lesson.play",
                "Now a real game: lay your two pieces, then push when it’s your turn.",
            ),
            position=START,
            suits=lambda *_: True,
            other=say("shout7.lesson.play.other", "Touch one of the lit places."),
            done=say(
                "shout7.lesson.play.done",
                "That’s how it goes on, until somebody has seven in a line.",
            ),
            replies=(
                ("h8", "h9", "i8", "g8", "h7", "i9", "g7"),
                ("g8", "h9", "i9", "h7", "g7", "i8", "h8"),
            ),
        ),
    ),
    say("shout7.lesson.end", "Push two, lay two, get seven. That’s all you need to know!"),
)
