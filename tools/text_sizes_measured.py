"""The sizes of words on every page, at the usual and at the largest text scale."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.engine import Game
from tabletop.games import find_game
from tabletop.input.actions import Button
from tabletop.scenes.devices.devices_page import DevicesPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.settings.settings_pages import (
    AccessibilityPage,
    AppearancePage,
    LanguagePage,
    SoundPage,
)
from tabletop.scenes.setup.quick_start import QuickStartPage
from tools.album import draw, lessons, match, pages
from tools.album.match import BLITZ, PLIES, begun
from tools.album.notes import NotingFrame, Written
from tools.album.stage import Drawn, Stage, State, press, stage, touch, unpainted

Size: TypeAlias = tuple[int, int]
Page: TypeAlias = Callable[[Stage], Iterator[Drawn]]

BAR: Final = 150
"""Percent that the main words of every page are to reach."""
GAME: Final = "trelawney"
"""The game on whose pages words are measured: it has the longest name and the most to say."""
SHORTEST: Final = 3
"""Shorter words than this (numbers, signs) tell little."""


def _game() -> Game:
    return find_game(GAME)


def _rules(table: Stage) -> Iterator[Drawn]:
    page = RulesScene(table.table, _game())
    stack = table.shown(page)
    for _ in range(page.pages):
        yield stack
        press(stack, Button.LATER)


def _lesson(table: Stage) -> Iterator[Drawn]:
    for _, drawn in lessons.lessons(table, game=_game()):
        yield drawn


def _seats(table: Stage) -> Drawn:
    return table.shown(QuickStartPage(table.table, last_setup(table.table, _game())))


def _of(make: Callable[[Stage], Drawn]) -> Page:
    def page(table: Stage) -> Iterator[Drawn]:
        yield make(table)

    return page


def _moments(states: Callable[..., Iterator[State]], *names: str) -> Page:
    """Some moments of one of the album's scenes."""

    def page(table: Stage) -> Iterator[Drawn]:
        for name, drawn in states(table, game=_game()):
            if name in names:
                yield drawn
            if name == names[-1]:
                return

    return page


def _question(table: Stage, key: str) -> Drawn:
    stack = begun(table, _game(), plies=PLIES, clock=BLITZ)
    press(stack, Button.MENU)
    if key:
        touch(stack, key)
    return stack


PAGES: Final[Mapping[str, Page]] = MappingProxyType(
    {
        "menu": _of(lambda table: table.shown(MenuScene(table.table))),
        "seats": _of(_seats),
        "rules": _rules,
        "lesson": _lesson,
        "match": _of(lambda table: begun(table, _game(), plies=PLIES)),
        "match, refusal": _moments(match.match, "refused"),
        "match, notice": _moments(match.match, "looking-back"),
        "match, face to face": _moments(match.facing, "far-seat"),
        "glossary": _moments(match.match, "glossary"),
        "pause": _of(lambda table: _question(table, "")),
        "question": _of(lambda table: _question(table, "resign")),
        "result": _moments(pages.result, "time"),
        "review": _moments(pages.review, "better"),
        "words and reach": _of(lambda table: table.shown(AccessibilityPage(table.table))),
        "look": _of(lambda table: table.shown(AppearancePage(table.table))),
        "sound": _of(lambda table: table.shown(SoundPage(table.table))),
        "languages": _of(lambda table: table.shown(LanguagePage(table.table))),
        "devices": _of(lambda table: table.shown(DevicesPage(table.table))),
    }
)
"""The pages by what they are called."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What the words of a page reach, in percent of their usual size."""

    page: str
    size: Size
    language: str
    main: int
    """The middle one of all words of buttons and running text."""
    least: int
    """The one that grows least."""
    worst: str
    """Which word that is."""
    smallest: float
    """The size of the smallest words on the page, in canvas units of an em."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what was asked for; 1 if any page stays below the bar."""
    parser = argparse.ArgumentParser(prog="tools/text_sizes.py")
    parser.add_argument("--percent", type=int, default=200, metavar="N")
    parser.add_argument("--sizes", nargs="+", type=_size, default=((1280, 800), (1080, 1920)))
    parser.add_argument("--languages", nargs="+", default=("en",), metavar="CODE")
    parser.add_argument("--only", nargs="+", default=(), metavar="PAGE", help="parts of names")
    asked = parser.parse_args(arguments)
    draw.prepare()
    low = 0
    print(f"{'page':<22}{'window':>11} {'':3}{'main':>6}{'least':>7}{'smallest':>10}  least word")
    for page in PAGES:
        if asked.only and not any(part in page for part in asked.only):
            continue
        for size in asked.sizes:
            for language in asked.languages:
                found = reached(page, size, language, asked.percent)
                low += found.main < BAR
                shape = f"{size[0]}x{size[1]}"
                print(
                    f"{page:<22}{shape:>11} {language:3}{found.main:>5}%{found.least:>6}%"
                    f"{found.smallest:>10.1f}  {found.worst}"
                )
    return 1 if low else 0


def reached(page: str, size: Size, language: str, percent: int) -> Reached:
    """What the words of a page reach at so many percent."""
    usual, large = (sizes(page, size, language, each) for each in (100, percent))
    shares = {word: round(100 * large[word] / usual[word]) for word in usual if word in large}
    worst = min(shares, key=lambda word: shares[word])
    return Reached(
        page,
        size,
        language,
        round(median(shares.values())),
        shares[worst],
        worst,
        min(large.values()),
    )


def sizes(page: str, size: Size, language: str, percent: int) -> dict[str, float]:
    """The size of each word of a page, in canvas units; of one that is there twice the larger."""
    found: dict[str, float] = {}
    with unpainted(), stage(size, language) as made:
        made.set(look_text_size=percent)
        for drawn in PAGES[page](made):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            for line in frame.written:
                for word in _words(line):
                    now = line.size / made.canvas.scale
                    found[word] = max(now, found.get(word, 0.0))
    return found


def _words(line: Written) -> list[str]:
    """The words of a line that tell something."""
    return [word for word in line.text.split() if len(word) >= SHORTEST]


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)
