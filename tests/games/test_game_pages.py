"""The description of each game: rules page, menu entry and options."""

import pytest

from tabletop.engine import Game
from tests.random_games import BOARD_GAMES

each_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.key)


@each_game
def test_the_rules_page_has_what_the_game_refers_to(game: Game) -> None:
    numbers = [rule.number for rule in game.rules]
    assert len(set(numbers)) == len(numbers) > 0
    assert {game.notation_rule, game.end_rule} <= set(numbers)
    assert all(rule.title.strip() and rule.body.strip() for rule in game.rules)


@each_game
def test_the_menu_can_say_everything_about_a_game(game: Game) -> None:
    assert len(game.blurb) == 2
    assert len(game.seat_names) >= max(game.seats)
    assert len(set(game.seat_names)) == len(game.seat_names)
    for option in game.options:
        assert option.default in option.choices
        assert len(option.names) in (0, len(option.choices))
        assert [option.read(str(value)) for value in option.choices] == list(option.choices)


def test_games_are_told_apart() -> None:
    assert len({game.key for game in BOARD_GAMES}) == len(BOARD_GAMES)
    assert len({game.title for game in BOARD_GAMES}) == len(BOARD_GAMES)


@each_game
def test_wrong_numbers_of_players_and_wrong_options_are_named(game: Game) -> None:
    for seats in (0, 1, 5, -1, 2.0, "2", True):
        with pytest.raises(ValueError, match="is played by"):
            game.start(seats=seats)
    with pytest.raises(ValueError, match="has no option 'colour'"):
        game.start(colour="green")
    for option in game.options:
        for value in ("perhaps", 17, None, 0.5):
            with pytest.raises(ValueError, match=f"option {option.key} cannot be"):
                game.start(**{option.key: value})
        with pytest.raises(ValueError, match=f"did you mean {option.key}"):
            game.start(**{option.key + "s": option.default})
