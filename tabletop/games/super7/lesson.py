"""The lesson of Super Seven."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.super7.kernel import MIDDLE
from tabletop.games.super7.rules import Move, State

START: Final = "/".join(["........."] * 9) + " B - 0"


def _any(_: State, move: Move) -> bool:
    return not move.is_pass


def _wins(state: State, move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.side,)


LESSON: Final = Lesson(
    (
        Task(
            words=say("super7.lesson.throw", "You are Blue. Touch your dice to throw them."),
            position=START,
            plies=("1+3",),
            other=say("super7.lesson.throw.other", "First come the dice: touch them."),
            done=say(
                "super7.lesson.throw.done",
                "1 and 3 make 4. A 4 opens every square 4, and all of box 4 but its star.",
            ),
        ),
        Task(
            words=say("super7.lesson.place", "Touch a lit square: your counter goes there."),
            suits=_any,
            other=say("super7.lesson.place.other", "Touch one of the lit squares."),
            done=say(
                "super7.lesson.place.done",
                "That was your turn. Then Red throws. If nothing fits, you throw again.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.box",
                "Three in a row win a box. You threw 5: make three in box 5.",
            ),
            position=(
                "R......../........./BB......./..R....../....R..../........./.R......./"
                "........./......... B 2+3 1"
            ),
            suits=lambda state, move: bool(state.play(move).owners[move.code // 9]),
            other=say(
                "super7.lesson.box.other",
                "That fits your 5, but it wins no box: look at the two in box 5.",
            ),
            done=say(
                "super7.lesson.box.done",
                "The whole box is yours for good. Five counters anywhere in it win it too.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.star",
                "You threw 7. A 7 opens the stars: touch the star of any box.",
            ),
            position=(
                "R......../........./BBBBBBBBB/..R....../........./........./.R......./"
                "...B...../......... B 3+4 1"
            ),
            suits=lambda _, move: move.code % 9 == MIDDLE,
            other=say(
                "super7.lesson.star.other",
                "Box 7 would fit too, but take a star now: it is the middle of a box.",
            ),
            done=say(
                "super7.lesson.star.done",
                "Only 7 and 2 fill stars. A 2 fills any empty square you like.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.twelve",
                "You threw 12: touch a red counter, and yours takes its place.",
            ),
            position=(
                "R......../........./BBBBBBBBB/..R....../....B..../........./RR......./"
                "...B...../......... B 6+6 1"
            ),
            suits=_any,
            other=say("super7.lesson.twelve.other", "Touch one of the red counters that are lit."),
            done=say(
                "super7.lesson.twelve.done",
                "A 12 takes a counter away from Red, but never one in a box that is won.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.line",
                "Three boxes in a line win the game. You threw 11: win box 11!",
            ),
            position=(
                "BBBBBBBBB/.R......./RRRRRRRRR/...R...../BBBBBBBBB/..R....../.R......./"
                "....R..../B...B.... B 5+6 1"
            ),
            suits=_wins,
            other=say(
                "super7.lesson.line.other",
                "That fits your 11, but it does not win: make three across box 11.",
            ),
            done=say(
                "super7.lesson.line.done",
                "Boxes 3, 7 and 11 are yours, in a line: you win. Any five boxes win too.",
            ),
        ),
    ),
    say("super7.lesson.end", "Throw, place, win boxes, win the line. You know it all!"),
)
