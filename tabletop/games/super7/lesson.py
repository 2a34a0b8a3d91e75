"""The lesson of Super Seven."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.super7.rules import Move, State

START: Final = "/".join(["........."] * 9) + " B - 0"


def _any(_: State, move: Move) -> bool:
    return not move.is_pass


def _wins_box(state: State, move: Move) -> bool:
    return bool(state.play(move).owners[move.code // 9])


LESSON: Final = Lesson(
    (
        Task(
            words=say("super7.lesson.throw", "You are Blue. Touch your dice to roll them."),
            position=START,
            plies=("1+3",),
            other=say("super7.lesson.throw.other", "First roll the dice: touch them."),
            done=say(
                "super7.lesson.throw.done",
                "You rolled 4: any square 4 is open, and all of box 4 except its star.",
            ),
        ),
        Task(
            words=say("super7.lesson.place", "Touch a lit square: your counter goes there."),
            suits=_any,
            other=say("super7.lesson.place.other", "Touch one of the lit squares."),
            done=say(
                "super7.lesson.place.done",
                "Then Red rolls. If nothing fits a roll, you roll again, up to three times.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.box",
                "Three in a line wins a box. You rolled 5: make three in box 5.",
            ),
            position=(
                "R......../........./BB......./..R....../....R..../........./.R......./"
                "........./......... B 2+3 1"
            ),
            suits=_wins_box,
            lit=("5.5",),
            other=say(
                "super7.lesson.box.other",
                "That fits your 5, but wins no box. Look at the two in box 5.",
            ),
            done=say("super7.lesson.box.done", "The whole box is yours for good."),
        ),
        Task(
            words=say(
                "super7.lesson.five",
                "Five counters win a box, too. You rolled 8: put your fifth in box 8.",
            ),
            position=(
                "R......../........./BBBBBBBBB/..R....../....R..../BBRRRBB../.R......./"
                "........./......... B 5+3 1"
            ),
            suits=_wins_box,
            other=say(
                "super7.lesson.five.other",
                "That fits your 8, but wins no box. Fill a free square of box 8.",
            ),
            done=say(
                "super7.lesson.five.done",
                "Five of nine: the box is yours. Any five boxes win the game, too.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.star",
                "You rolled 7: touch the star of any box, or any square of box 7.",
            ),
            position=(
                "R......../........./BBBBBBBBB/..R....../........./........./.R......./"
                "...B...../......... B 3+4 1"
            ),
            suits=_any,
            other=say("super7.lesson.star.other", "Touch a lit star, or a lit square of box 7."),
            done=say(
                "super7.lesson.star.done",
                "A 7 opens the stars and all of box 7. A 2 opens every empty square.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.twelve",
                "You rolled 12: touch a lit red counter. Yours replaces it.",
            ),
            position=(
                "R......../........./BBBBBBBBB/..R....../....B..../........./RR......./"
                "...B...../......... B 6+6 1"
            ),
            suits=_any,
            other=say("super7.lesson.twelve.other", "Touch one of Red’s lit counters."),
            done=say(
                "super7.lesson.twelve.done",
                "A 12 replaces one of Red’s counters, but none in a box that is won.",
            ),
        ),
        Task(
            words=say(
                "super7.lesson.play",
                "Now a real game: play two turns.",
            ),
            position=START,
            plies=("2+4", "5+5"),
            suits=_any,
            other=say("super7.lesson.play.other", "Touch your dice or a lit square."),
            done=say(
                "super7.lesson.play.done",
                "That’s how it goes on, until somebody has three boxes in a line.",
            ),
            replies=(("3+5",), ("8.7", "4.8", "5.8")),
        ),
    ),
    say("super7.lesson.end", "Roll, place, win boxes in a line. That’s all you need to know!"),
)
