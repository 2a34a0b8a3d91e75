"""The pages behind the first one are ready before anybody opens them, and nothing is begun."""

import pytest

from tabletop.games import find_game
from tabletop.games.sevens.loose import tray
from tabletop.games.sevens.screen.opening import Opening
from tabletop.scenes import live_games
from tabletop.store.notes import ON_TABLE
from tabletop.store.tally import Tally
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Push
from tabletop.ui.table import Table

CANVAS = Canvas((1280, 800))


def opening(table: Table) -> Opening:
    page = live_games.opening(table, find_game("sevens"))
    assert isinstance(page, Opening)
    page.fit(CANVAS)
    return page


def test_nothing_is_begun_and_no_seed_is_taken(table: Table) -> None:
    seeds: list[int] = []
    table.seed = lambda: seeds.append(1) or 7  # type: ignore[func-returns-value]
    assert len(list(opening(table).preparing())) > 5, "in steps, for hands come at any time"
    assert seeds == []
    assert table.store.flush()
    assert table.store.noted(ON_TABLE) == ""
    assert table.store.unfinished() == ()
    assert Tally.of(table.store.figures()) == Tally()


@pytest.mark.parametrize("key", ["two", "puzzle"])
def test_pieces_have_their_places_when_a_page_opens(table: Table, key: str) -> None:
    page = opening(table)
    for _ in page.preparing():
        pass
    before = tray._poses.cache_info().misses
    change = page.pressed(key)
    assert isinstance(change, Push)
    change.scene.fit(CANVAS)
    change.scene.update(0.0)
    change.scene.draw(Frame(CANVAS))
    assert tray._poses.cache_info().misses == before
