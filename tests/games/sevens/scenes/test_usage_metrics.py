"""What of a match of Sevens is counted for the host."""

from collections import Counter

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Record
from tabletop.games.sevens.rules.match import GAME, Phase, SevensMatch
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Scene
from tests.games.sevens.puzzle_driver import CAT, SHIFTED, lay, puzzle_of
from tests.games.sevens.scripted_match import guessing, tossed
from tests.games.sevens.seatings import seating
from tests.games.sevens.single_player import wait


def told(table: AppContext) -> dict[tuple[str, str], int]:
    """All that was counted, by kind and what."""
    assert table.store.flush()
    found: Counter[tuple[str, str]] = Counter()
    for row in table.store.usage_counts():
        assert row.game in ("", GAME.key)
        found[row.kind, row.what] += row.times
    return dict(found)


def begun(table: AppContext, sitting: Seating | None = None) -> SevensScene:
    start = MatchSetup(table, Scene, GAME.check_options({}), sitting or Seating())
    scene = start.match()
    scene.fit(Canvas((1280, 800)))
    return scene


def taken_up(table: AppContext, record: Record, match_id: str = "one") -> SevensScene:
    scene = MatchSetup(table, Scene, GAME.check_options({})).taken_up(record, match_id)
    scene.fit(Canvas((1280, 800)))
    return scene


def test_a_match_counts_once_the_coin_is_tossed(table: AppContext) -> None:
    scene = begun(table)
    scene.update(0.1)
    assert told(table) == {}
    scene.context.match.toss(0.1, 0)
    scene.update(0.1)
    assert told(table) == {("begun", ""): 1, ("players", "2"): 1, ("language", "en"): 2}


@pytest.mark.parametrize(("match", "where"), [(tossed, "arrange"), (guessing, "guess")])
def test_a_match_that_is_left_is_told_by_its_phase(
    table: AppContext, match: object, where: str
) -> None:
    played: SevensMatch = match()  # type: ignore[operator]
    scene = begun(table)
    scene.context.match = played
    scene.update(0.1)
    scene.leave()
    assert told(table)["abandoned", where] == 1


def test_all_phases_but_the_last_can_be_counted() -> None:
    from tabletop.storage.usage_metrics import LIVE_MOMENTS

    assert set(LIVE_MOMENTS) == {phase.value for phase in Phase} - {Phase.OVER.value}


def test_a_match_that_is_given_up_ends(table: AppContext) -> None:
    scene = begun(table, seating(levels=(None, LEVELS[3])))
    scene.context.match.toss(0.0, 0)
    scene.update(100.0)
    scene.context.match.resign(1.0, 0)
    scene.update(0.1)
    scene.leave()
    found = told(table)
    assert found["begun", ""] == found["finished", ""] == found["players", "1"] == 1
    assert found["level", "keen"] == found["won", "keen computer"] == 1
    assert found["seconds", "120"] == 1
    assert not [what for kind, what in found if kind == "abandoned"]


def test_what_computers_play_among_themselves_is_none(table: AppContext) -> None:
    scene = begun(table, seating(levels=(LEVELS[1], LEVELS[2])))
    scene.context.match.toss(0.0, 0)
    scene.update(0.1)
    scene.leave()
    assert told(table) == {}


def test_one_that_is_taken_up_goes_on_and_was_begun_once(table: AppContext) -> None:
    scene = begun(table)
    scene.context.match.toss(0.0, 0)
    scene.update(0.1)
    scene.leave()
    assert table.store.flush()
    (kept,) = table.store.unfinished()
    scene = taken_up(table, kept.record, kept.match_id)
    scene.context.match.resign(1.0, 0)
    scene.update(0.1)
    scene.leave()
    found = told(table)
    assert found["begun", ""] == found["abandoned", "arrange"] == 1
    assert found["resumed", ""] == found["finished", ""] == 1
    assert not [what for kind, what in found if kind == "seconds"]


def test_a_puzzle_counts_once_a_piece_is_laid_and_once_it_is_done() -> None:
    with puzzle_of(SHIFTED) as scene:
        wait(scene, 1)
        assert told(scene.table) == {}
        lay(scene, 0, 1)
        assert told(scene.table) == {("alone", "puzzle begun"): 1}
        lay(scene, *range(7))
        wait(scene, 1)
        assert scene.puzzle.solved is not None
        assert told(scene.table)["alone", "puzzle finished"] == 1
        scene.puzzle.show(CAT)
        lay(scene, 0)
        found = told(scene.table)
    assert found == {("alone", "puzzle begun"): 2, ("alone", "puzzle finished"): 1}


def test_a_run_from_memory_is_finished_only_with_its_last_figure(table: AppContext) -> None:
    scene = SoloScene(table, GAME.check_options({}))
    scene.fit(Canvas((1280, 800)))
    scene.update(0.1)
    assert told(table) == {}
    scene.run.begin(scene.context.now)
    scene.update(0.1)
    scene.run.stop(scene.context.now)
    scene.update(0.1)
    assert told(table) == {("alone", "memory begun"): 1}


def test_a_refusal_is_counted_with_its_rule(table: AppContext) -> None:
    scene = begun(table)
    scene.context.match.toss(0.0, 0)
    scene.update(0.1)
    scene.phase.warn("Anna", "2")  # a name is no reason
    assert not [what for kind, what in told(table) if kind == "refused"]
    from tabletop.games.sevens.rules.match import NO_NAME

    scene.phase.warn(NO_NAME.reason, NO_NAME.rule)
    scene.phase.refuse()
    found = told(table)
    assert found["refused", NO_NAME.reason.key] == found["refused", "sevens.not_you"] == 1
    assert table.store.refusal_texts()[GAME.key, NO_NAME.reason.key].rule == NO_NAME.rule
