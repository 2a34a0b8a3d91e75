"""The rule cards of all games: positions and moves that the engine accepts, and short texts."""

import pytest

from tabletop.engine import Game, Picker
from tabletop.engine.rule_cards import MAX_CARD_WORDS, RuleCard
from tabletop.games import all_games, rule_cards_of
from tabletop.ui.core.context import UiContext

CARDS = [(game, card) for game in all_games() for card in rule_cards_of(game)]
PLAYED = [(game, card) for game, card in CARDS if not card.drawing]
LANGUAGES = ("en", "de", "fr", "es")
MAX_TRANSLATED_WORDS = 14
"""Other languages need a few small words more."""


def name(value: Game | RuleCard) -> str:
    return value.key if isinstance(value, Game) else str(value.title)


each_card = pytest.mark.parametrize(("game", "card"), CARDS, ids=name)
each_played = pytest.mark.parametrize(("game", "card"), PLAYED, ids=name)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_game_has_cards_and_the_goal_is_the_first(game: Game) -> None:
    cards = rule_cards_of(game)
    assert cards[0].text == game.goal
    assert len({card.title for card in cards}) == len(cards) >= 6


@each_played
def test_the_position_is_one_and_the_move_is_legal(game: Game, card: RuleCard) -> None:
    state = card.state(game)
    assert str(state) == card.position
    ply = card.ply(game)
    if ply is not None:
        assert game.why_not(state, card.move) is None
        assert ply.after == state.play(ply.move)


@each_played
def test_lit_places_are_exactly_the_legal_ones(game: Game, card: RuleCard) -> None:
    state = card.state(game)
    length = len(card.picked)
    words = [word for move in state.moves() for word in game.spell(state, move)]
    begun = {word for word in words if word[:length] == card.picked}
    assert begun or not (card.lit or card.picked)
    if card.lit:
        assert card.open(game) == {word[length] for word in begun if len(word) > length}
    assert not card.open(game) & set(card.refused)


@each_played
def test_the_move_goes_on_with_what_was_touched(game: Game, card: RuleCard) -> None:
    if not (card.move and card.picked):
        return
    state = card.state(game)
    picker = Picker(state.moves(), lambda move: game.spell(state, move))
    picker.picked = card.picked
    assert game.read_move(card.move) in picker.candidates


@each_card
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_short(game: Game, card: RuleCard, language: str) -> None:
    del game
    text = UiContext(language=language).translate(card.text)
    words = [word for word in text.split() if any(letter.isalnum() for letter in word)]
    assert len(words) <= (MAX_CARD_WORDS if language == "en" else MAX_TRANSLATED_WORDS)
