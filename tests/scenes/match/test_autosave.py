"""What the store holds follows the match, and nothing is kept that was only looked at."""

from tabletop.games import find_game
from tabletop.scenes.play.persistence import MatchAutosave
from tabletop.ui.core.app_context import AppContext
from tests.scenes.setups import make_setup

SETUP = make_setup(find_game("trelawney"))


def kept_plies(table: AppContext) -> list[tuple[str, ...]]:
    return [kept.record.plies for kept in table.store.unfinished()]


def test_every_ply_is_kept(table: AppContext) -> None:
    match = SETUP.start(table)
    keeping = MatchAutosave(table, SETUP, match)
    for ply in ("c3", "d4"):
        match.play(ply)
        keeping.save(SETUP)
    assert kept_plies(table) == [("c3", "d4")]


def test_a_match_that_never_began_is_not_kept(table: AppContext) -> None:
    match = SETUP.start(table)
    MatchAutosave(table, SETUP, match).save(SETUP)
    assert kept_plies(table) == []


def test_a_match_taken_back_to_its_start_is_no_longer_offered(table: AppContext) -> None:
    match = SETUP.start(table)
    keeping = MatchAutosave(table, SETUP, match)
    match.play("c3")
    keeping.save(SETUP)
    match.undo()
    keeping.save(SETUP)
    assert kept_plies(table) == []


def test_a_match_that_is_only_looked_at_is_not_kept_again(table: AppContext) -> None:
    match = SETUP.start(table)
    match.play("c3")
    MatchAutosave(table, SETUP, match).save(SETUP)
    assert kept_plies(table) == []


def test_a_match_that_goes_on_stays_the_same_match(table: AppContext) -> None:
    match = SETUP.start(table)
    match.play("c3")
    table.store.save(SETUP.with_headers(match.record()), "one")
    keeping = MatchAutosave(table, SETUP, match, "one")
    match.play("d4")
    keeping.save(SETUP)
    assert kept_plies(table) == [("c3", "d4")]
