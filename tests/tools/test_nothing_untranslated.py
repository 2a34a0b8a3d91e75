"""Every word that people read has come through a catalogue: no English is left in between."""

import re
from typing import Final

import pygame
import pytest

from tabletop.languages import PSEUDO
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.context import use_language
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations
from tools.album.scenes import ALL
from tools.album.stage import stage, unpainted

SCENES: Final = [
    "title",
    "menu",
    "seats-shoo",
    "match-shout7",
    "match-super7",
    "match-trelawney",
    "facing-shoo",
    "questions-super7",
    "result-shoo",
    "review-trelawney",
    "rules-sevens",
    "live-sevens",
    "devices",
    "teaching",
    "screens",
    "fairness",
    "look",
    "lesson-shoo",
    "lesson-sevens",
]
"""One of each kind, and every game in a match."""
NAMES: Final = r"English|Deutsch|Español|Français|\b[a-o]\d+\S*"
"""Names of languages, and plies in their notation."""
SYSTEM: Final = (
    r"The settings could not be kept: \[\w+ \d+\] No space left on device: 'settings\.toml'"
    r"|DR-7f3a: it was unplugged"
)
DEVICES: Final = (
    r"\bBox A\b|\bDR-7f3a\b|\bDice tow(?:er of the long|\.\.\.long|\.\.\.)? ?table\b"
    r"|\bD\.\.\.long table\b"
    r"|\bGamepad F310\b|\bCOM5\b|/dev/tty\w+|\bbox-a\.jsonl\b|\bsdl\b|\bttl/2\b"
    r"|: it was unplugged$|: it speaks (?=ttl)|\bbutton \d went down\b"
)
LOST: Final = r"\b(?:Box A|DR-7f3a)\b|: it was unplugged\b"
DATA: Final = {
    # What devices say of themselves, what the system says, what people have typed.
    "title": r"^Tabletop$",
    "menu": SYSTEM,
    "seats-shoo": r"\bnumba is not installed: the computer players think$|^slower and play weaker$",
    "facing-shoo": LOST,
    "questions-super7": LOST,
    "live-sevens": r"^Cat\|$",
    "devices": DEVICES,
    "teaching": DEVICES,
    "fairness": DEVICES,
}
UNACCENTED: Final = re.compile(r"[A-Za-z]*[aeiouyAEIOUYcnszCNSZ][A-Za-z]+|[A-Za-z]+[aeiouycnsz]\b")


class Read(Frame):
    """A frame that reads the words put on it."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.words: set[str] = set()

    def put(self, picture: pygame.Surface, at: Point, alpha: float = 1.0) -> None:
        self.words |= {
            ink.text
            for ink in annotations.annotations_of(picture)
            if isinstance(ink, annotations.TextLine)
        }
        super().put(picture, at, alpha)


def english_in(words: str, data: str = NAMES) -> str:
    """What of some words has no accents, though the language for checks has them everywhere."""
    rest = re.sub(data, " ", words)
    plain = [word for word in re.findall(r"[^\W\d_]+", rest) if UNACCENTED.fullmatch(word)]
    return " ".join(plain)


@pytest.mark.parametrize("scene", SCENES)
def test_every_word_of_a_scene_came_through_a_catalogue(scene: str) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    found: dict[str, str] = {}
    data = "|".join((NAMES, DATA[scene])) if scene in DATA else NAMES
    with unpainted(), stage((1280, 800), PSEUDO) as made, use_language(PSEUDO):
        for state, drawn in ALL[scene](made):
            frame = Read(made.canvas)
            drawn.draw(frame)
            found |= {words: state for words in frame.words if english_in(words, data)}
    assert found == {}


def test_english_is_seen_where_it_is_left() -> None:
    assert english_in("Štááárt Start 7 c3>d4") == "Start"
    assert english_in("f9g10:sw 7") == ""
    assert english_in("on the table", "on") == "the table"
