"""Sevens among the games: its page, its options, and what it is not."""

from collections.abc import Callable
from typing import Any

import pytest

from tabletop.engine import Match
from tabletop.engine.game import format_option_value
from tabletop.games import all_games, find_game
from tabletop.games.sevens import GAME
from tabletop.games.sevens.rules import match as refusals


def test_sevens_is_a_live_game_of_the_house() -> None:
    assert find_game("sevens") is GAME
    assert GAME in all_games()
    assert (GAME.kind, GAME.seats, str(GAME.title)) == ("live", (2,), "Sevens")


def test_its_page_has_the_rules_that_refusals_and_results_name() -> None:
    numbers = [rule.number for rule in GAME.rules]
    assert numbers == [str(number) for number in range(1, 13)]
    assert {why.rule for why in refusals.NOT_NOW.values()} <= set(numbers)
    assert {GAME.notation_rule, GAME.end_rule} <= set(numbers)
    assert all(rule.title.strip() and rule.body.strip() for rule in GAME.rules)


def test_the_options_are_those_of_the_rules_page() -> None:
    assert dict(GAME.check_options({})) == {
        "tolerance": 0.2,
        "silhouette_tolerance": 0.12,
        "loose": False,
        "seams": True,
        "arrange_seconds": "none",
        "look_seconds": 10,
        "peek_seconds": 5,
        "clock": "180-120-60",
    }


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.key)
def test_every_choice_of_an_option_has_a_text_that_reads_back(option: Any) -> None:
    assert option.default in option.choices
    assert len(option.names) in (0, len(option.choices))
    assert [option.read(format_option_value(choice)) for choice in option.choices] == list(
        option.choices
    )
    with pytest.raises(ValueError, match=f"option {option.key} cannot be"):
        GAME.check_options({option.key: 17})


@pytest.mark.parametrize(
    "wanted",
    [
        lambda: GAME.start(),
        lambda: GAME.read_move("look@5"),
        lambda: GAME.read_state(""),
        lambda: GAME.why_not(None, "look@5"),
        lambda: Match(GAME),
    ],
)
def test_what_only_board_games_have_is_refused_in_words(wanted: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="Sevens is played live and has no listed moves"):
        wanted()
