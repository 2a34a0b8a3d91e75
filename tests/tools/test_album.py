"""Every state of every album scene, drawn once for all checks of what is drawn."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import re
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import product
from typing import Final

import pygame
import pytest

from tabletop.languages import ENGLISH, PSEUDO
from tabletop.ui.core.cache import clear_all
from tabletop.ui.display.display_transform import MAX_SHIFT
from tabletop.ui.theme import theme
from tools.album.covered import covered
from tools.album.notes import NotingFrame, Rect
from tools.album.prompts import prompts
from tools.album.rules import faults
from tools.album.scenes import ALL
from tools.album.stage import stage, unpainted
from tools.colours_rendered import draw, fault_of

PALETTE: Final = "light"
"""The palette least like the usual one: a colour that does not follow the palette is found."""
LANDSCAPE: Final = (1280, 800)
PORTRAIT: Final = (1080, 1920)
CONTRAST_IN_ENGLISH: Final = ("sitting-sevens", "shown-sevens")
"""Longer words lie over pieces here: `test_colours.py` looks at these scenes in English."""
AT_EDGES: Final = ("title", "menu", "look", "seats-shout7", "facing-shoo", "lesson-shoo")
"""The scenes whose words and controls must keep away from the edge: one of each kind."""
TRANSLATED: Final = [
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
"""The scenes in which every word is looked up: one of each kind, and every game in a match."""
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
IN_PORTRAIT: Final = (*AT_EDGES, "match-shout7", "match-super7", "match-trelawney", "live-sevens")
"""The scenes that the fast lane draws in portrait too."""
UNACCENTED: Final = re.compile(r"[A-Za-z]*[aeiouyAEIOUYcnszCNSZ][A-Za-z]+|[A-Za-z]+[aeiouycnsz]\b")


def is_fast(scene: str, size: tuple[int, int]) -> bool:
    """Whether the fast lane draws it; the slow lane draws all."""
    if size == PORTRAIT:
        return scene in IN_PORTRAIT
    return scene == "large-shoo" or not (
        scene.startswith("large-") or scene in ("attract", *CONTRAST_IN_ENGLISH)
    )


SCENES_AND_SIZES: Final = [
    pytest.param(
        scene,
        size,
        id=f"{scene}-{size[0]}",
        marks=() if is_fast(scene, size) else (pytest.mark.slow,),
    )
    for scene in ALL
    for size in (LANDSCAPE, PORTRAIT)
]


@pytest.fixture
def palette() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    theme.switch_palette(PALETTE)
    yield
    theme.switch_palette("dark")


@pytest.mark.usefixtures("palette")
@pytest.mark.parametrize(("scene", "size"), SCENES_AND_SIZES)
def test_every_state_can_be_read(scene: str, size: tuple[int, int]) -> None:
    """Words fit, are translated, have enough contrast and keep away from the edge; nothing lies
    over a control.

    They are drawn in the pseudo-language, which is longer than all others. `tools/shots.py` draws
    more sizes and languages.
    """
    painted = size == LANDSCAPE
    states: list[str] = []
    wrong: list[str] = []
    if painted:
        clear_all()  # boards drawn without paint by an earlier test
    with (
        nullcontext() if painted else unpainted(),
        stage(size, PSEUDO) as made,
    ):
        shift = MAX_SHIFT * made.canvas.scale
        for state, drawn in ALL[scene](made):
            states.append(state)
            if painted:
                frame, seen = draw(drawn, made.canvas)
                lines = () if scene in CONTRAST_IN_ENGLISH else seen
                wrong += [f"{state}: {fault}" for line in lines if (fault := fault_of(line))]
                wrong += [f"{state}: English: {words}" for words in untranslated(scene, frame)]
            else:
                frame = NotingFrame(made.canvas)
                drawn.draw(frame)
            found = (*faults(frame), *prompts(frame, drawn), *covered(frame, drawn))
            wrong += [f"{state}: {fault}" for fault in found]
            if scene in AT_EDGES:
                near = at_the_edge(frame, size, shift)
                wrong += [f"{state}: at the edge: {what}" for what in near]
    assert wrong == []
    assert states or (scene.startswith("projector") and not painted), "no wall stands upright"
    assert len(set(states)) == len(states), "each state has a name of its own"


IN_LARGE_WORDS: Final = (
    *("phones", "projector", "projector-shout7", "projector-sevens", "sitting-sevens"),
    *("shown-sevens", "around-shout7", "facing-super7", "idle-super7"),
)
"""The scenes that were once wrong at 200 %; the others are drawn so by those called large."""


@pytest.mark.slow
@pytest.mark.usefixtures("palette")
@pytest.mark.parametrize(
    ("scene", "language", "size"),
    [
        *product(IN_LARGE_WORDS, (PSEUDO, "de"), (LANDSCAPE,)),
        ("around-super7", "fr", (1024, 600)),
        ("around-super7", "fr", (1080, 1920)),
        ("attract", "es", (1024, 600)),
        ("projector-sevens", "es", (1024, 600)),
        ("facing-trelawney", "es", (1080, 1920)),
        ("live-sevens", "de", (1024, 600)),
        ("projector-sevens", PSEUDO, (1024, 600)),
        ("idle-shoo", PSEUDO, (1024, 600)),
        ("idle-shoo", PSEUDO, (1280, 800)),
        ("match-shoo", PSEUDO, (1280, 800)),
        ("event", PSEUDO, (1024, 600)),
        ("event", "de", (1080, 1920)),
        ("event", "en", (1280, 800)),
        ("figures", "de", (1080, 1920)),
        ("operator", PSEUDO, (1080, 1920)),
    ],
)
def test_large_words_fit_too(scene: str, language: str, size: tuple[int, int]) -> None:
    wrong = []
    with unpainted(), stage(size, language, 200) as made:
        for state, drawn in ALL[scene](made):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            found = (*faults(frame), *prompts(frame, drawn), *covered(frame, drawn))
            wrong += [f"{state}: {fault}" for fault in found]
    assert wrong == []


# -- words that no catalogue has translated -------------------------------------------------------


def untranslated(scene: str, frame: NotingFrame) -> list[str]:
    if scene not in TRANSLATED:
        return []
    data = "|".join((NAMES, DATA[scene])) if scene in DATA else NAMES
    return sorted({line.text for line in frame.written if english_in(line.text, data)})


def english_in(words: str, data: str = NAMES) -> str:
    """What of some words has no accents, though the language for checks has them everywhere."""
    rest = re.sub(data, " ", words)
    plain = [word for word in re.findall(r"[^\W\d_]+", rest) if UNACCENTED.fullmatch(word)]
    return " ".join(plain)


def test_english_is_seen_where_it_is_left() -> None:
    assert english_in("Štááárt Start 7 c3>d4") == "Start"
    assert english_in("f9g10:sw 7") == ""
    assert english_in("on the table", "on") == "the table"


# -- words that a shifted picture would cut -------------------------------------------------------


@pytest.mark.usefixtures("palette")
def test_a_match_keeps_away_from_the_edge_in_english() -> None:
    """A notice in the pseudo-language is too long for it."""
    with unpainted(), stage(LANDSCAPE, ENGLISH) as made:
        for state, drawn in ALL["match-super7"](made):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            assert at_the_edge(frame, LANDSCAPE, MAX_SHIFT * made.canvas.scale) == [], state


def at_the_edge(frame: NotingFrame, size: tuple[int, int], shift: float) -> list[str]:
    """Words and controls so near to the edge that the pixel shift would cut them."""
    found = [(word.text, word.ink) for word in frame.written]
    found += [(control.key, control.rect) for control in frame.controls]
    return [what for what, rect in found if is_cut(rect, size, shift)]


def is_cut(rect: Rect, size: tuple[int, int], reach: float) -> bool:
    left, top, right, bottom = rect
    return min(left, top) < reach or right > size[0] - reach or bottom > size[1] - reach


def test_what_lies_at_the_edge_would_be_found() -> None:
    assert is_cut((3.9, 40, 80, 60), (200, 100), 4.0)
    assert is_cut((40, 40, 80, 96.1), (200, 100), 4.0)
    assert not is_cut((4, 4, 196, 96), (200, 100), 4.0)
