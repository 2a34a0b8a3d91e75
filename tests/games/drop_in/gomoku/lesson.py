"""The lesson of Five in a Row: one task."""

from tabletop.engine.game import Lesson, Task
from tabletop.engine.text import say

LESSON = Lesson(
    tasks=(
        Task(
            words=say("gomoku.task", "Lay a fifth stone in the row."),
            done=say("gomoku.done", "Five in a row!"),
            other=say("gomoku.other", "That is not the end of the row."),
            position="........./" * 4 + "WWWW...../........./........./.BBBB..../......... B",
            plies=("a2", "f2"),
        ),
    ),
    farewell=say("gomoku.farewell", "Now you know the game."),
)
