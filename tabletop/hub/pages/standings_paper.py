"""The standings on paper: those of all games, and those of a tournament."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Paragraph

from tabletop.hub.games import game_name
from tabletop.hub.pages.paper import TABLE_WIDTH, load_fonts, pdf, style, table, text
from tabletop.hub.pages.tournament_views import TournamentView, name_words, number_text
from tabletop.hub.standings import GameStandings, Standings
from tabletop.hub.visitors import shown_name

WIDTHS: Final = (16 * mm, 80 * mm, 24 * mm, 20 * mm, 20 * mm, 20 * mm)
PLACE_WIDTH: Final = 16 * mm
MAX_NUMBER_WIDTH: Final = 26 * mm
NUMBERS_SHARE: Final = 0.65
"""The most of a line that points and tie-breaks take together."""


def standings_pdf(known: Standings, event_name: str, day: str, now: float, fonts: Path) -> bytes:
    """The standings of all games, each on a page of its own."""
    load_fonts(fonts)
    foot = f"{event_name} · {_when(now)}"
    return pdf(f"{event_name}: standings", foot, _story(known, event_name, day))


def tournament_pdf(
    shown: TournamentView, locations: Mapping[str, str], now: float, fonts: Path
) -> bytes:
    """The standings of a tournament after the round that has started last, and who still plays.

    `locations`: where tables stand, by their names.
    """
    load_fonts(fonts)
    return pdf(shown.name, f"{shown.name} · {_when(now)}", _tournament_story(shown, locations))


def _when(now: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(now))


def _tournament_story(shown: TournamentView, locations: Mapping[str, str]) -> Iterator[Flowable]:
    done = shown.running.name if shown.running else "Before the first round"
    yield text(shown.name, style(24, bold=True, after=2 * mm))
    yield text(f"{shown.kind}. {done}.", style(11, after=4 * mm))
    rows = [
        (
            f"{each.place}.",
            name_words(each),
            number_text(each.points),
            *(number_text(value) for _, value in each.tie_breaks),
        )
        for each in shown.standings
    ]
    narrow = style(8, right=True)
    names = (text(name.replace("-", "- "), narrow) for name in shown.tie_breaks)
    head: list[str | Paragraph] = ["", "Player", "Points", *names]
    numbers = len(head) - 2
    wide = min(MAX_NUMBER_WIDTH, NUMBERS_SHARE * TABLE_WIDTH / numbers)
    name = TABLE_WIDTH - PLACE_WIDTH - numbers * wide
    yield table(head, rows, (PLACE_WIDTH, name, *(wide,) * numbers))
    called = [
        each
        for each in (shown.running.pairings if shown.running else ())
        if each.table and not each.decided
    ]
    if called:
        yield text("Who plays where", style(15, bold=True, after=3 * mm))
    for each in called:
        where = ", ".join(filter(None, (f"Table {each.table}", locations.get(each.table))))
        players = " – ".join(player.name for player in each.players)
        yield text(f"{where}: {players}", style(11, after=1.5 * mm))


def _story(known: Standings, event_name: str, day: str) -> Iterator[Flowable]:
    head = f"{event_name}, {day}" if day else event_name
    if not known.games:
        yield text(head, style(20, bold=True, after=4 * mm))
        yield text("No results yet.", style(12))
    for number, each in enumerate(known.games):
        if number:
            yield PageBreak()
        yield text(head, style(12, after=1 * mm))
        yield text(game_name(each.game), style(24, bold=True, after=2 * mm))
        yield text(f"{each.matches} games, {each.rated} of them rated", style(11, after=4 * mm))
        yield from _tables(each)


def _tables(each: GameStandings) -> Iterator[Flowable]:
    if each.people:
        rows = [
            (row.place, shown_name(row.name), row.rating, row.won, row.drawn, row.lost)
            for row in each.people
        ]
        yield table(("", "Name", "Rating", "Won", "Drawn", "Lost"), rows, WIDTHS)
    if each.against_computer:
        yield text("Against the computer", style(15, bold=True, after=3 * mm))
        solo = [
            ("", shown_name(row.name), row.level, row.games, row.won, "")
            for row in each.against_computer
        ]
        yield table(("", "Name", "Level", "Games", "Won", ""), solo, WIDTHS)
