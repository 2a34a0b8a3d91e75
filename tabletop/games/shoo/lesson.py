"""The lesson of Shoo."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.shoo.kernel import DROP, MOUNT, NAMES, RIDE, STEP, near_squares
from tabletop.games.shoo.rules import Move, State, pieces, shooed

START: Final = (
    "bbb....../bbb....../bbb....../........./........./........./......www/......www/......www "
    "w 4,5 0,0 - 0"
)


def _drops_beside(state: State, move: Move) -> bool:
    standing = pieces(state)
    beside = (standing.get(NAMES[square]) for square in near_squares(move.squares[0]))
    return move.kind == DROP and "w" in beside


def _rides_far(_: State, move: Move) -> bool:
    start, end = move.squares[:2]
    return move.kind == RIDE and end not in near_squares(start)


def _wins(state: State, move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winners == (state.turn,)


LESSON: Final = Lesson(
    (
        Task(
            words=say(
                "shoo.lesson.step", "You are White. Touch a traveler, then a lit square beside it."
            ),
            position=START,
            suits=lambda _, move: move.kind == STEP,
            other=say("shoo.lesson.step.other", "Horses come next: first walk with a traveler."),
            done=say(
                "shoo.lesson.step.done",
                "On foot: one step, in any direction. One thing a turn.",
            ),
            then=("c7-d6",),
        ),
        Task(
            words=say(
                "shoo.lesson.drop",
                "Horses are faster. Touch your stable, then a lit square beside a traveler.",
            ),
            suits=_drops_beside,
            other=say(
                "shoo.lesson.drop.other",
                "The rules allow it, but now put a horse beside one of your travelers.",
            ),
            done=say(
                "shoo.lesson.drop.done",
                "Horses belong to nobody. For one turn nobody but you may use it.",
            ),
            then=("d6-d5",),
        ),
        Task(
            words=say(
                "shoo.lesson.mount", "Mount it: touch a traveler beside the horse, then the horse."
            ),
            suits=lambda _, move: move.kind == MOUNT,
            other=say(
                "shoo.lesson.mount.other",
                "The rules allow it, but a horse is waiting: mount it with a traveler beside it.",
            ),
            done=say("shoo.lesson.mount.done", "Mounting is a whole turn. The next one rides."),
            then=("b7-c6",),
        ),
        Task(
            words=say(
                "shoo.lesson.ride", "Ride: touch your rider, then a lit square far down a line."
            ),
            suits=_rides_far,
            other=say(
                "shoo.lesson.ride.other",
                "The rules allow it, but now ride far: your horse goes as far as it likes.",
            ),
            done=say(
                "shoo.lesson.ride.done",
                "A rider goes straight or across corners, over empty squares.",
            ),
        ),
        Task(
            words=say(
                "shoo.lesson.shoo",
                "Two travelers beside an enemy shoo it. Bring your second one beside Black's.",
            ),
            position=(
                "........./........./.....b.../........./....b..../.....w.../..w....../"
                "........./......... w 4,5 0,0 - 20"
            ),
            suits=lambda state, move: move.kind == STEP and bool(shooed(state.play(move))),
            lit=("e5",),
            other=say(
                "shoo.lesson.shoo.other",
                "That is allowed, but shoos nobody: two of yours must stand beside e5.",
            ),
            done=say(
                "shoo.lesson.shoo.done", "Shoo! Before anything else, Black must move that one."
            ),
        ),
        Task(
            words=say(
                "shoo.lesson.flee",
                "Now yours is shooed: two enemies stand beside it. Step to a lit square.",
            ),
            position=(
                "........./........./........./....b.b../.....w.../........./........./"
                "..w....../......... w 4,5 0,0 - 20"
            ),
            suits=lambda *_: True,
            other=say("shoo.lesson.flee.other", "First bring the shooed traveler to safety."),
            done=say(
                "shoo.lesson.flee.done",
                "Safe. Nobody steps to a square with two enemies beside it.",
            ),
        ),
        Task(
            words=say(
                "shoo.lesson.goal",
                "Fill Black's home to win. Get off your horse into the last free square.",
            ),
            position=(
                "www....../www....../ww......./...W...../........./........./....b..../"
                ".......bb/..b...... w 3,5 0,0 - 40"
            ),
            suits=_wins,
            lit=("c7",),
            other=say(
                "shoo.lesson.goal.other",
                "That is allowed, but leaves the goal open: get off on the last free square.",
            ),
            done=say(
                "shoo.lesson.goal.done",
                "All nine are home: you win! Horses must stay outside.",
            ),
        ),
    ),
    say(
        "shoo.lesson.end",
        "Walk, ride, shoo, and fill the far corner. Horses can also be captured, held or retired: "
        "the rules page says how.",
    ),
)
