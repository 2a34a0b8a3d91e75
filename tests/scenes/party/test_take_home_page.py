"""The page after a match: the code appears when it is ready; spectators see their points."""

from dataclasses import replace

import pytest

from tabletop.input.phones import PhonesState
from tabletop.scenes.party.take_home_page import MAX_STANDINGS, TakeHomePage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame

OPEN = PhonesState(status="open", addresses=("192.0.2.7",), port=8000)
POINTS = tuple((f"Guest {number}", 90 - number) for number in range(12))
SIZES = ((1280, 800), (1080, 1920), (1024, 600))


def page(table: AppContext, size: tuple[int, int] = SIZES[0]) -> TakeHomePage:
    opened = TakeHomePage(table)
    opened.fit(Canvas(size, table.ui_context))
    return opened


def words(opened: TakeHomePage) -> list[str]:
    return [str(label.text) for label in opened.labels]


def pictures(opened: TakeHomePage) -> int:
    frame = Frame(opened.canvas)
    opened.draw(frame)
    return len(frame.blits)


def test_the_code_appears_by_itself(table: AppContext) -> None:
    table.phones.report(OPEN)
    opened = page(table)
    before = pictures(opened)
    table.phones.show_home("/home/key-en")
    assert opened.wakes_in() == 0
    opened.update(0.01)
    assert pictures(opened) > before
    assert opened.wakes_in() > 1


@pytest.mark.parametrize("size", SIZES)
def test_the_best_spectators_are_listed_on_the_page(
    table: AppContext, size: tuple[int, int]
) -> None:
    table.phones.report(replace(OPEN, standings=POINTS))
    table.phones.show_home("/home/key-en")
    opened = page(table, size)
    shown = [said for said in words(opened) if "Guest" in said]
    assert len(shown) == MAX_STANDINGS
    assert shown[0].startswith("1.")
    for label in opened.labels:
        assert label.typeset(opened.canvas).complete
        assert label.box.bottom <= opened.canvas.height


def test_without_phones_it_says_so(table: AppContext) -> None:
    assert any("off" in said for said in words(page(table)))
