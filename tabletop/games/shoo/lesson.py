"""The lesson of Shoo."""

from typing import Final

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say
from tabletop.games.shoo.kernel import CAPTURE, DROP, MOUNT, NAMES, RIDE, STEP, near_squares
from tabletop.games.shoo.rules import Move, State, pieces, shooed

START: Final = (
    "bbb....../bbb....../bbb....../........./........./........./......www/......www/......www "
    "w 4,5 0,0 - 0"
)


def _drops_beside(state: State, move: Move) -> bool:
    standing = pieces(state)
    beside = (standing.get(NAMES[square]) for square in near_squares(move.squares[0]))
    return move.kind == DROP and "w" in beside


LESSON: Final = Lesson(
    (
        Task(
            words=say(
                "shoo.lesson.step",
                "You are White. Touch a traveller, then a lit square beside it.",
            ),
            position=START,
            suits=lambda _, move: move.kind == STEP,
            other=say("shoo.lesson.step.other", "Horses come next. First, step with a traveller."),
            done=say(
                "shoo.lesson.step.done",
                "On foot you go one step, in any direction. One action per turn.",
            ),
            then=("c7-d6",),
        ),
        Task(
            words=say(
                "shoo.lesson.drop",
                "Horses are faster. Touch your stable, then a lit square beside a traveller.",
            ),
            suits=_drops_beside,
            other=say(
                "shoo.lesson.drop.other",
                "You could play that. Here, put a horse beside one of your travellers.",
            ),
            done=say(
                "shoo.lesson.drop.done",
                "Horses belong to nobody. But for one turn Black can’t use this one.",
            ),
            then=("d6-d5",),
        ),
        Task(
            words=say(
                "shoo.lesson.mount", "Mount it: touch a traveller beside the horse, then the horse."
            ),
            suits=lambda _, move: move.kind == MOUNT,
            other=say(
                "shoo.lesson.mount.other",
                "You could play that. Here, mount the horse with a traveller beside it.",
            ),
            done=say("shoo.lesson.mount.done", "Mounting takes your turn. Ride on your next one."),
            then=("b7-c6",),
        ),
        Task(
            words=say(
                "shoo.lesson.ride", "Ride: touch your rider, then any lit square, near or far."
            ),
            suits=lambda _, move: move.kind == RIDE,
            other=say("shoo.lesson.ride.other", "You could play that. Here, ride with your rider."),
            done=say(
                "shoo.lesson.ride.done",
                "A rider goes any distance, straight or diagonally. "
                "No horse enters a home base: step off into it.",
            ),
        ),
        Task(
            words=say(
                "shoo.lesson.capture",
                "Capture a horse: touch your traveller, then Black’s rider. "
                "Choose where that traveller goes.",
            ),
            position=(
                "........./........./........./........./...B...../....w..../........./"
                ".......w./......w.. w 4,4 0,0 - 20"
            ),
            suits=lambda _, move: move.kind == CAPTURE,
            lit=("d5",),
            other=say(
                "shoo.lesson.capture.other",
                "You could play that. Here, take the horse from Black’s rider.",
            ),
            done=say(
                "shoo.lesson.capture.done",
                "The horse is yours, and you may ride on at once. Black walks.",
            ),
        ),
        Task(
            words=say(
                "shoo.lesson.shoo",
                "Two travellers beside an enemy on foot shoo it. Bring your second beside Black’s.",
            ),
            position=(
                "........./........./.....b.../........./....b..../.....w.../..w....../"
                "........./......... w 4,5 0,0 - 20"
            ),
            suits=lambda state, move: move.kind == STEP and bool(shooed(state.play(move))),
            lit=("e5",),
            other=say(
                "shoo.lesson.shoo.other",
                "That shoos nobody: two of yours must stand beside the ringed traveller.",
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
            other=say("shoo.lesson.flee.other", "First bring the shooed traveller to safety."),
            done=say("shoo.lesson.flee.done", "Safe. You can’t step next to two enemies."),
        ),
        Task(
            words=say("shoo.lesson.play", "Now a real game: play your first three turns."),
            position=START,
            suits=lambda *_: True,
            other=say("shoo.lesson.play.other", "Touch a traveller, a horse or your stable."),
            done=say(
                "shoo.lesson.play.done",
                "That’s how it goes on, until all nine of one side have arrived.",
            ),
            replies=(("c7-d6", "c8-d8"), ("b7-c6", "c8-d7", "b8-c7")),
        ),
    ),
    say(
        "shoo.lesson.end",
        "That’s all you need to know! You can also lock a horse or remove it: see the rules.",
    ),
)
