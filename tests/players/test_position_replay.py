import pytest

from tabletop.engine import BadNotation
from tabletop.engine.analysis import AnalysisRequest
from tabletop.games import find_game
from tabletop.players.engine_server import PositionReplay, fallback_move

TRELAWNEY = find_game("trelawney")


def played(plies: int, seed: int = 0) -> tuple[AnalysisRequest, object]:
    """A random match, as a question and as the state that it leads to."""
    state, texts = TRELAWNEY.start(2), []
    for number in range(plies):
        moves = state.moves()
        move = moves[(seed + 7 * number) % len(moves)]
        texts.append(str(move))
        state = state.play(move)
    return AnalysisRequest("trelawney", 2, {}, plies=tuple(texts)), state


def test_a_match_is_played_again_to_the_same_state() -> None:
    past = PositionReplay()
    for plies, seed in ((0, 0), (6, 0), (9, 0), (4, 0), (8, 3), (0, 0)):
        question, state = played(plies, seed)
        assert past.state(TRELAWNEY, question) == state


def test_a_match_that_begins_at_a_position_goes_on_from_there() -> None:
    _, state = played(6)
    question = AnalysisRequest("trelawney", 2, {}, position=str(state))
    past = PositionReplay()
    assert str(past.state(TRELAWNEY, question)) == str(state)
    assert past.state(TRELAWNEY, AnalysisRequest("trelawney", 2, {})) == TRELAWNEY.start(2)


def test_other_options_are_another_match() -> None:
    past = PositionReplay()
    option = TRELAWNEY.options[0]
    other = next(choice for choice in option.choices if choice != option.default)
    for options in ({}, {option.key: other}, {}):
        question = AnalysisRequest("trelawney", 2, options)
        assert past.state(TRELAWNEY, question) == TRELAWNEY.start(2, **options)


def test_a_ply_that_is_not_legal_is_named_and_does_no_harm() -> None:
    past = PositionReplay()
    good, state = played(3)
    bad = AnalysisRequest("trelawney", 2, {}, plies=(*good.plies, good.plies[0]))
    with pytest.raises(BadNotation, match="ply 3"):
        past.state(TRELAWNEY, bad)
    assert past.state(TRELAWNEY, good) == state


def test_a_guess_is_legal_and_the_same_for_the_same_question() -> None:
    question, state = played(5)
    first = fallback_move(find_game, question)
    assert first == fallback_move(find_game, question)
    assert first.thought is not None
    assert first.thought.move in {str(move) for move in TRELAWNEY.read_state(str(state)).moves()}
    assert first.thought.values == (0.5, 0.5)
