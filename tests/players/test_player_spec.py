"""Player specifications as text, and the adaptive level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import LEVELS
from tabletop.players.player_spec import ADAPTIVE, DEFAULT_LEVEL, PERSON, PLAYER_CHOICES, PlayerSpec


@pytest.mark.parametrize("filler", [*PLAYER_CHOICES, PlayerSpec(LEVELS[-1], adaptive=True)])
def test_it_is_read_as_it_was_written(filler: PlayerSpec) -> None:
    assert PlayerSpec.read(str(filler)) == filler


@given(st.text())
def test_any_text_is_somebody(text: str) -> None:
    filler = PlayerSpec.read(text)
    assert filler == PERSON or filler.level in LEVELS


def test_a_level_that_is_gone_becomes_the_usual_one() -> None:
    assert PlayerSpec.read("Grandmother") == PlayerSpec(DEFAULT_LEVEL)
    assert PlayerSpec.read("adaptive:Grandmother") == ADAPTIVE
    assert PlayerSpec.read("person") == PERSON


def test_it_says_who_it_is() -> None:
    assert PERSON.words == "Person"
    assert PlayerSpec(LEVELS[3]).words == "Computer: Hard"
    assert PlayerSpec(LEVELS[2], adaptive=True).words == "Adapts to you: Medium"
    assert PlayerSpec(LEVELS[2], adaptive=True).name == "Medium"


def test_an_adaptive_level_goes_up_after_a_person_s_win_and_down_after_a_loss() -> None:
    up = ADAPTIVE.after(people_won=True)
    assert up == PlayerSpec(LEVELS[LEVELS.index(DEFAULT_LEVEL) + 1], adaptive=True)
    assert up.after(people_won=False) == ADAPTIVE


def test_it_stays_within_the_levels() -> None:
    filler = ADAPTIVE
    for _ in range(20):
        filler = filler.after(people_won=True)
    assert filler.level == LEVELS[-1]
    for _ in range(20):
        filler = filler.after(people_won=False)
    assert filler.level == LEVELS[0]


def test_a_level_that_was_chosen_stays() -> None:
    assert PlayerSpec(LEVELS[2]).after(people_won=True) == PlayerSpec(LEVELS[2])
