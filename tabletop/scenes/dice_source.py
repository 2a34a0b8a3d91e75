"""The question by what the dice are to be thrown."""

from typing import Final

from tabletop.engine import Text, say
from tabletop.engine.match import SCREEN, TYPED
from tabletop.scenes.dice_words import source_words
from tabletop.scenes.throwing import AUTO, Dice
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Point
from tabletop.ui.widgets import Style

MOST: Final = 2
"""How many readers are offered by name."""


def ask_source(dice: Dice, turns: int = 0, about: Point | None = None) -> AskScene:
    """Asks it, and pops with what `Dice.choose` takes; with None to leave it as it is."""
    faces: list[tuple[str, Text]] = [
        (AUTO, say("dice.ask_auto", "A reader if there is one, else the screen")),
        (SCREEN, say("dice.ask_screen", "On the screen")),
        (TYPED, say("dice.ask_typed", "Real dice, typed in by hand")),
    ]
    for reader in dice.readers[:MOST]:
        words = say("dice.ask_reader", "Only {reader}", reader=source_words(reader.label))
        faces.append((reader.key, words))
    answers: Answers = tuple((key, words, _style(key == dice.chosen)) for key, words in faces)
    question = say("dice.ask", "How are the dice thrown?")
    detail = say("dice.ask_detail", "It can be changed at every throw.")
    return AskScene(question, detail, answers, turns, about)


def _style(chosen: bool) -> Style:
    return "chosen" if chosen else "plain"
