"""The pages behind the first one are ready before anybody opens them, and nothing is begun."""

import pytest

from tabletop.games import find_game
from tabletop.games.sevens.pieces import space
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.scenes.catalogue import live_game
from tabletop.storage.tables import CURRENT_MATCH_NOTE
from tabletop.storage.usage_metrics import UsageReport
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Push, Scene

CANVAS = Canvas((1280, 800))


def opening(table: AppContext) -> OpeningPage:
    page = live_game(find_game("sevens")).opening(table)
    assert isinstance(page, OpeningPage)
    page.fit(CANVAS)
    return page


def test_nothing_is_begun_and_no_seed_is_taken(table: AppContext) -> None:
    seeds: list[int] = []
    table.seed = lambda: seeds.append(1) or 7  # type: ignore[func-returns-value]
    assert len(list(opening(table).preparing())) > 5, "in steps, for hands come at any time"
    assert seeds == []
    assert table.store.flush()
    assert table.store.get_note(CURRENT_MATCH_NOTE) == ""
    assert table.store.unfinished() == ()
    assert UsageReport.of(table.store.usage_counts()) == UsageReport()


@pytest.mark.parametrize("key", ["people", "puzzle"])
def test_pieces_have_their_places_when_a_page_opens(table: AppContext, key: str) -> None:
    page = opening(table)
    for _ in page.preparing():
        pass
    before = space._poses.cache_info().misses
    page.pressed(f"way:{key}")
    change = page.pressed("start")
    assert isinstance(change, Push)
    assert isinstance(change.scene, Scene)
    change.scene.fit(CANVAS)
    change.scene.update(0.0)
    change.scene.draw(Frame(CANVAS))
    assert space._poses.cache_info().misses == before
