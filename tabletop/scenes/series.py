"""A series of games: who leads, who has won it, and when the next one begins.

The question how long a series is.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tabletop.engine import Game, Seat, Text, joined, say
from tabletop.scenes.match_setup import Setup
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.widgets.choice import ChoiceField
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

SERIES_LENGTHS: Final = (0, 1, 3, 5, 7)
"""Of how many games a series can be the best; 0 for one without an end."""


def wins_needed(best_of: int) -> int:
    """How many games one has to win; 0 where a series is none, or has no end."""
    return best_of // 2 + 1 if best_of > 1 else 0


def champion(setup: Setup) -> Seat | None:
    """The seat of the player who has won the series; None while it goes on.

    Shared wins can bring several there at once: then it goes on until one of them is ahead.
    """
    least = wins_needed(setup.best_of)
    wins = [setup.wins(seat) for seat in range(setup.seats)]
    most = max(wins)
    if not least or most < least or wins.count(most) > 1:
        return None
    return wins.index(most)


def next_game(scored: Setup) -> Setup:
    """The setup of the game after one whose winners are counted already.

    After a series that was won, and after a game that stands alone, nobody has won anything.
    """
    if scored.best_of == 1 or champion(scored) is not None:
        scored = replace(scored, won=())
    return scored.rotated()


def shows_wins(setup: Setup) -> bool:
    """Whether games that were won are shown: from the second on, or where they lead to an end."""
    return setup.best_of != 1 and (bool(setup.won) or setup.best_of > 1)


def length_words(best_of: int) -> Text:
    """How long a series is, as an answer that can be chosen."""
    if best_of == 0:
        return say("series.open", "No end")
    if best_of == 1:
        return say("series.single", "One game")
    return say("series.best_of", "Best of {count}", count=best_of)


def series_words(best_of: int) -> Text:
    """The same on a button among others."""
    if best_of > 1:
        return length_words(best_of)
    return say("series.length", "Series: {length}", length=length_words(best_of))


def series_choice(best_of: int) -> ChoiceField:
    """How long a series is; a length from the settings is offered beside the usual ones."""
    lengths = SERIES_LENGTHS if best_of in SERIES_LENGTHS else (*SERIES_LENGTHS, best_of)
    names = tuple(map(length_words, lengths))
    return ChoiceField("series", say("series.label", "Series"), names, lengths, best_of)


def player_name(setup: Setup, game: Game, seat: Seat) -> Text:
    """What the people at a seat are called: by their own name, else by their colour."""
    own = setup.own_name(seat)
    return joined("", own) if own else game.seat_names[seat]


def won_words(setup: Setup, game: Game, seat: Seat) -> Text:
    """The headline after the game with which a seat has won the series."""
    # NOTE: {who} is a colour (Black, White, Red, Green, Blue) or a person's own name.
    return say("series.won", "{who} wins the series!", who=player_name(setup, game, seat))


def ask_series(best_of: int, chosen: Callable[[int], None]) -> Push:
    """Asks it over a match; `chosen` is told the answer. What it is now, looks likeliest."""
    answers: Answers = tuple(
        (str(length), length_words(length), "main" if length == best_of else "plain")
        for length in SERIES_LENGTHS
    )

    def then(answer: object) -> Change:
        if isinstance(answer, str):
            chosen(int(answer))
        return None

    question = say("series.ask", "How long is the series?")
    detail = say("series.ask_detail", "Whoever wins most of the games has won it.")
    return Push(QuestionDialog(question, detail, answers), then)
