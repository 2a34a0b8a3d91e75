"""A series of games: who has won it, when it begins anew, and that it is kept."""

import pytest

from tabletop.engine import Match, Outcome
from tabletop.games import find_game
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import (
    Setup,
    champion,
    last_setup,
    next_game,
    shows_wins,
    won_words,
)
from tabletop.scenes.play.board import seat_note
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.opened_page import opened_page
from tests.scenes.setups import make_setup

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
CANVAS = Canvas((1280, 800))


@pytest.mark.parametrize(
    ("best_of", "won", "seat"),
    [
        (3, (1, 1), None),
        (3, (2, 1), 0),
        (3, (0, 2), 1),
        (5, (2, 2), None),
        (5, (2, 3), 1),
        (5, (2, 0), None),
        (7, (4, 4), None),  # shared wins brought both there
        (7, (5, 4), 0),
        (1, (1, 0), None),
        (0, (50, 0), None),
    ],
)
def test_a_series_is_won_by_whoever_has_won_most_of_its_games(
    best_of: int, won: tuple[int, ...], seat: int | None
) -> None:
    assert champion(make_setup(SHOO, won=won, best_of=best_of)) == seat


def test_the_winner_of_a_series_is_a_player_and_no_colour() -> None:
    setup = make_setup(SHOO, won=(2, 0), best_of=3, people=(1, 0), names=("Ada", "Ben"))
    assert champion(setup) == 1
    assert won_words(setup, SHOO, 1) == "Ben wins the series!"


def test_the_next_game_goes_on_counting_until_the_series_is_won() -> None:
    setup = make_setup(SHOO, best_of=3).scored((0,))
    after = next_game(setup)
    assert (after.won, after.people) == ((1, 0), (1, 0))
    won = after.scored((1,))  # the same player, whose colour has moved on
    assert won.won == (2, 0)
    assert next_game(won).won == ()
    assert next_game(won).best_of == 3


def test_after_a_game_that_stands_alone_nobody_has_won_anything() -> None:
    setup = make_setup(SHOO, best_of=1).scored((0,))
    assert next_game(setup).won == ()
    assert not shows_wins(setup)


def test_a_draw_moves_nobody_on() -> None:
    setup = make_setup(SHOUT, 3, won=(2, 1, 1), best_of=5)
    assert next_game(setup.scored(())).won == (2, 1, 1)


@pytest.mark.parametrize(("best_of", "line"), [(0, ""), (3, "3"), (99, "99")])
def test_a_series_is_kept_with_its_match(table: AppContext, best_of: int, line: str) -> None:
    setup = make_setup(SHOO, best_of=best_of)
    match = setup.start(table)
    record = setup.with_headers(match.record())
    assert dict(record.extra).get("BestOf", "") == line
    assert Setup.of(SHOO, match, record).best_of == best_of


@pytest.mark.parametrize("line", ["", "three", "-3", "100", "3,5", "٣"])
def test_a_damaged_length_is_a_series_without_an_end(table: AppContext, line: str) -> None:
    setup = make_setup(SHOO, best_of=5)
    match = setup.start(table)
    record = setup.with_headers(match.record())
    record = type(record).from_text(record.to_text().replace('"5"]', f'"{line}"]'))
    assert Setup.of(SHOO, match, record).best_of == 0


def test_the_settings_say_how_long_a_series_is_at_first(table: AppContext) -> None:
    table.settings = table.settings.but({"play.best_of": 5})
    assert last_setup(table, SHOO).best_of == 5


def ended(table: AppContext, setup: Setup, winner: int) -> tuple[MatchScene, ResultScene]:
    """A match that a seat has won, and the result over it."""
    table.settings = table.settings.but({"look.speed": "off"})
    match: Match = setup.start(table)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(CANVAS)
    match.end(Outcome((winner,), setup.game.title))
    shown = opened_page(table, scene.results.show())
    assert isinstance(shown, ResultScene)
    return scene, shown


def test_the_result_says_who_has_won_the_series_and_then_a_new_one_begins(
    table: AppContext,
) -> None:
    scene, result = ended(table, make_setup(SHOO, won=(1, 0), best_of=3), 0)
    said = [saying.words for saying in result.sayings()]
    assert "White wins the series!" in said
    scene.results.chosen(ResultAnswer("again"))
    assert scene.setup.won == ()
    assert scene.setup.best_of == 3


def test_the_result_of_a_game_within_a_series_says_who_has_won_that_game(table: AppContext) -> None:
    scene, result = ended(table, make_setup(SHOO, won=(1, 0), best_of=5), 0)
    assert "White wins!" in [saying.words for saying in result.sayings()]
    scene.results.chosen(ResultAnswer("again"))
    assert scene.setup.won == (2, 0)


def test_a_first_game_that_is_taken_up_again_says_no_more_than_before(table: AppContext) -> None:
    setup = make_setup(SHOO, best_of=1)
    match = setup.start(table)
    again = Setup.of(match.game, match, setup.with_headers(match.record()))
    for seat in (0, 1):
        assert str(seat_note(again, match, seat)) == str(seat_note(setup, match, seat))
