"""The question how long a series is."""

from collections.abc import Callable

from tabletop.engine import say
from tabletop.scenes.series import LENGTHS, length_words
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change, Push


def ask_series(best_of: int, chosen: Callable[[int], None]) -> Push:
    """Asks it over a match; `chosen` is told the answer. What it is now, looks likeliest."""
    answers: Answers = tuple(
        (str(length), length_words(length), "main" if length == best_of else "plain")
        for length in LENGTHS
    )

    def then(answer: object) -> Change:
        if isinstance(answer, str):
            chosen(int(answer))
        return None

    question = say("series.ask", "How long is the series?")
    detail = say("series.ask_detail", "Whoever wins most of the games has won it.")
    return Push(AskScene(question, detail, answers), then)
