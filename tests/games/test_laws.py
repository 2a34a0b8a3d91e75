"""Properties of every board game; a new game is tested without changes here."""

import pickle
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import CHANCE, BadNotation, Game, IllegalMove, Match, Picker, Record, Text
from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, winners_of_result
from tests.lanes import examples
from tests.random_games import (
    BOARD_GAMES,
    SETTINGS,
    Moment,
    Played,
    Setting,
    damaged,
    pieces,
    play_match,
    play_random,
    play_written,
    pool,
    read_or_complain,
    settings_of,
    spell,
    spread,
)

BITS = 1 << 31
each_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.key)


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def played(request: pytest.FixtureRequest) -> Played:
    """Random games and the golden ones; the tests of one setting share them."""
    setting: Setting = request.param
    return Played(setting, (*(play_random(setting, s) for s in (0, 1)), *play_written(setting)))


def check_refusal(game: Game, refusal: Any) -> None:
    """A refusal is a sentence of the game's own that names one of its rules."""
    assert isinstance(refusal.reason, Text)
    assert refusal.reason.key != "refused.plain", "the game has no words for this"
    assert " " in refusal.reason.strip() == refusal.reason
    assert refusal.rule in {rule.number for rule in game.rules}


# Plies


def test_every_ply_is_there_once_and_in_the_same_order(played: Played) -> None:
    for moment in played.some(200):
        moves = list(moment.state.moves())
        assert len(set(moves)) == len(moves) == len(set(map(str, moves)))
        assert list(moment.state.moves()) == moves


def test_there_are_plies_until_the_end_and_none_after_it(played: Played) -> None:
    for moments in played.games:
        assert all(moment.state.outcome() is None for moment in moments[:-1])
        assert moments[-1].state.outcome() is not None
    for moment in played.some(200):
        assert (moment.state.outcome() is None) == bool(moment.state.moves())


def test_somebody_at_the_table_decides_or_the_dice_do(played: Played) -> None:
    game, table = played.setting.game, range(played.setting.seats)
    for moment in played.moments:
        assert moment.state.turn in table or moment.state.turn == CHANCE
        assert game.acting(moment.state) in table
        assert moment.state.turn in (CHANCE, game.acting(moment.state))


def test_winners_sit_at_the_table_and_the_reason_is_a_sentence(played: Played) -> None:
    for moments in played.games:
        outcome = moments[-1].state.outcome()
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert set(outcome.winners) <= set(range(played.setting.seats))
        assert isinstance(outcome.reason, Text)
        assert outcome.reason.endswith(".")
        assert len(outcome.scores) in (0, played.setting.seats)


def test_playing_changes_nothing(played: Played) -> None:
    for moment in played.some(24):
        state, before = moment.state, pickle.dumps(moment.state)
        moves = list(state.moves())
        after = [state.play(move) for move in moves]
        assert [state.play(move) for move in moves] == after
        assert (list(state.moves()), pickle.dumps(state)) == (moves, before)


# Texts


def test_every_ply_reads_back_and_fits_into_a_record(played: Played) -> None:
    for moment in played.some(90):
        for move in moment.state.moves():
            text = str(move)
            assert played.setting.game.read_move(text) == move
            assert text.isascii()
            assert not set(text) & set(" {};[\n\t")


def test_every_position_reads_back(played: Played) -> None:
    for moment in played.some(200):
        state, back = moment.state, played.setting.read(str(moment.state))
        assert back == state
        assert hash(back) == hash(state)
        assert str(back) == str(state)
        assert "\n" not in str(state)
        if state.position[RESULT] or not state.outcome():  # else its history has decided
            assert list(back.moves()) == list(state.moves())
            assert back.outcome() == state.outcome()


def test_states_are_equal_when_their_texts_are(played: Played) -> None:
    states = [moment.state for moment in played.moments]
    assert len(set(states)) == len(set(map(str, states)))


@each_game
def test_a_state_knows_its_options(game: Game) -> None:
    starts = [setting.start() for setting in settings_of(game)]
    assert len(set(starts)) == len(starts)


def test_everything_can_go_to_another_process(played: Played) -> None:
    for moment in played.some(40):
        state, moves = moment.state, list(moment.state.moves())
        back, back_moves, outcome = pickle.loads(pickle.dumps((state, moves, state.outcome())))
        assert (back, back_moves, outcome) == (state, moves, state.outcome())
        assert list(back.moves()) == moves
        assert back.outcome() == state.outcome()
        if outcome is not None:
            assert outcome.reason.key == state.outcome().reason.key
            assert outcome.reason.args == state.outcome().reason.args


# Matches


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def match(request: pytest.FixtureRequest) -> Match:
    """A whole match; the tests of one setting share it, and leave it as it is."""
    return play_match(request.param, 7)


def test_a_record_is_the_whole_match(match: Match) -> None:
    record = match.record()
    again = Match.replay(match.game, Record.from_text(record.to_text()))
    assert again.plies == match.plies
    assert again.state == match.state
    assert again.outcome == match.outcome
    assert (again.seats, again.options, again.seed) == (match.seats, match.options, match.seed)
    assert again.record() == record


def test_a_match_broken_off_goes_on_as_it_would_have(match: Match) -> None:
    plies = match.plies
    for kept in {len(plies) // 2, len(plies) - 2, 0}:
        thrown = sum(ply.seat == CHANCE for ply in plies[:kept])
        record = match.record()
        cut = replace(
            record,
            plies=record.plies[:kept],
            sources=record.sources[:thrown],
            result="*",
            reason="",
            scores=(),
        )
        again = Match.replay(match.game, cut)
        assert again.outcome is None
        for ply in plies[kept : kept + 6]:
            assert (again.roll() if ply.seat == CHANCE else again.play(ply.move)) == ply


def test_a_refused_ply_changes_nothing(match: Match) -> None:
    game, texts = match.game, pool(match.game.key).plies
    again = Match(game, match.seats, match.options, match.seed)
    luck, stops = Random(match.seed), set(spread(match.plies, 10))
    for ply in match.plies:
        if ply in stops:
            before = (again.state, again.plies, again.outcome, again.record())
            for text in ("no ply", *luck.sample(texts, 5)):
                refusal = game.why_not(again.state, text)
                if refusal is not None:
                    with pytest.raises(IllegalMove) as refused:
                        again.play(text)
                    assert (refused.value.reason, refused.value.rule) == (
                        refusal.reason,
                        refusal.rule,
                    )
            assert (again.state, again.plies, again.outcome, again.record()) == before
        again.play(ply.move, ply.source)
    for ply in spread(match.plies, 10):
        with pytest.raises(IllegalMove, match="The game is over"):
            again.play(ply.move)
    assert again.record() == match.record()


# Refusals


def test_what_is_legal_has_no_refusal_and_all_else_has_one(played: Played) -> None:
    game = played.setting.game
    luck, texts = Random(str(played.setting)), pool(game.key).plies
    for moment in played.some(18):
        legal = {str(move): move for move in moment.state.moves()}
        for text in spread(list(legal), 30):
            assert game.why_not(moment.state, text) is None
            assert game.why_not(moment.state, legal[text]) is None
        for text in (*luck.sample(texts, 40), "", "pass", "no ply", "\n"):
            refusal = game.why_not(moment.state, text)
            assert (refusal is None) == (text in legal), text
            if refusal is not None:
                check_refusal(game, refusal)


# Touches


def test_every_ply_can_be_touched_and_no_spelling_starts_another(played: Played) -> None:
    game = played.setting.game
    for moment in played.some(60):
        moves = list(moment.state.moves())
        words = {move: spell(game, moment.state, move) for move in moves}
        complete = {word: move for move, spelled in words.items() for word in spelled}
        assert len(complete) == sum(map(len, words.values()))
        assert all(words.values())
        assert () not in complete
        begun = {word[:n] for word in complete for n in range(len(word))}
        assert not begun & complete.keys()


def test_the_picker_takes_every_ply_as_it_is_spelled(played: Played) -> None:
    game = played.setting.game
    for moment in played.some(10):
        moves = moment.state.moves()
        picker = Picker(moves, lambda move, state=moment.state: spell(game, state, move))  # type: ignore[misc]
        for move in spread(moves, 12):
            for word in spell(game, moment.state, move):
                picker.go_to(())
                for spot in word[:-1]:
                    assert spot in picker.open
                    assert picker.pick(spot) is None
                    assert move in picker.candidates
                assert picker.completing(word[-1]) == picker.pick(word[-1]) == move


def test_a_wrong_touch_is_explained(played: Played) -> None:
    game = played.setting.game
    luck, spots = Random(str(played.setting)), pool(game.key).spots
    for moment in played.some(12):
        state, moves = moment.state, moment.state.moves()
        words = [word for move in moves for word in spell(game, state, move)]
        begun = {word[:n] for word in words for n in range(len(word) + 1)}
        for word in spread(words, 8):
            assert all(game.why_touch(state, word[:n]) is None for n in range(len(word) + 1))
        for start in ((), *luck.sample(words, min(4, len(words)))):
            for spot in luck.sample(spots, 12):
                touched = (*start[: luck.randint(0, len(start))], spot)
                refusal = game.why_touch(state, touched)
                assert (refusal is None) == (touched in begun), touched
                if refusal is not None:
                    check_refusal(game, refusal)


# What is seen


def test_what_a_ply_shows_is_what_it_does(played: Played) -> None:
    game = played.setting.game
    for moment in played.some(80):
        standing = pieces(game, moment.state)
        for move in spread(moment.state.moves(), 40):
            shown = dict(standing)
            for phase in game.effects(moment.state, move):
                for step in phase:
                    if step.start is not None:
                        assert shown.pop(step.start) == step.piece
                for step in phase:
                    if step.end is not None:
                        shown[step.end] = step.becomes or step.piece
            assert shown == pieces(game, moment.state.play(move)), move


def side_letter(moment: Moment) -> str:
    """The letter of the acting side, which every position text has as a part of its own."""
    (letter,) = (part for part in str(moment.state).split() if len(part) == 1 and part.isalpha())
    return letter.lower()


def test_winning_lines_lie_on_pieces_of_a_winner(played: Played) -> None:
    game = played.setting.game
    letters = {game.acting(moment.state): side_letter(moment) for moment in played.moments}
    for moments in played.games:
        *running, last = moments
        assert not any(game.lines(moment.state) for moment in running)
        standing, outcome = pieces(game, last.state), last.state.outcome()
        found = {standing[spot].lower() for line in game.lines(last.state) for spot in line}
        assert found <= {letters[seat] for seat in outcome.winners}


# Kernels


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_kernel_fills_whatever_buffer_it_starts_in(setting: Setting) -> None:
    choices = {option.key: option.choices for option in setting.game.options}
    first = setting.start().position
    dirty = [99] * setting.kernel.STATE_SIZE
    numbers = [
        value if type(value) is int else choices[key].index(value) for key, value in setting.options
    ]
    setting.kernel.start(dirty, setting.seats, numbers)
    assert tuple(dirty) == first


def test_the_header_of_a_position_says_what_the_state_says(played: Played) -> None:
    kernel, first = played.setting.kernel, played.setting.start().position[PLY]
    for moments in played.games:
        for number, moment in enumerate(moments, first):
            position, outcome = moment.state.position, moment.state.outcome()
            assert len(position) == kernel.STATE_SIZE > HEADER
            assert position[TURN] == moment.state.turn
            assert position[PLY] == number
            assert position[SEATS] == played.setting.seats
            assert bool(position[RESULT]) == bool(position[REASON])
            if position[RESULT]:
                assert winners_of_result(position[RESULT]) == outcome.winners


def test_a_kernel_needs_no_clean_buffers_and_leaves_the_position_alone(played: Played) -> None:
    kernel = played.setting.kernel
    for moment in played.some(12):
        moves, s = moment.state.moves(), list(moment.state.position)
        if not moves:
            continue
        for dirt in (0, -1, 99):
            room, scratch = [dirt] * kernel.MAX_MOVES, [dirt] * kernel.SCRATCH
            n = kernel.legal_moves(s, room, scratch)
            assert room[:n] == [move.code for move in moves]
            assert kernel.random_move(s, BITS // 3, scratch) in (-1, *room[:n])
        assert s == list(moment.state.position)


def test_a_random_ply_is_any_legal_ply_as_often_as_another(played: Played) -> None:
    kernel = played.setting.kernel
    small = [m.state for m in played.moments if 0 < len(m.state.moves()) <= 40]
    for state in spread(small, 2):
        codes, s = [move.code for move in state.moves()], list(state.position)
        asked = range(0, BITS, BITS // (20 * len(codes)))
        given = Counter(kernel.random_move(s, x, [0] * kernel.SCRATCH) for x in asked)
        given.pop(-1, None)
        assert set(given) == set(codes)
        assert max(given.values()) - min(given.values()) <= 3


# Any text


@each_game
@examples(150)
@given(data=st.data())
def test_any_text_is_a_ply_or_bad_notation(game: Game, data: st.DataObject) -> None:
    text = data.draw(st.text() | damaged(pool(game.key).plies))
    move = read_or_complain(game.read_move, text)
    if isinstance(move, BadNotation):
        assert isinstance(move.args[0], Text)
    else:
        assert str(move) == text


@each_game
@examples(150)
@given(data=st.data())
def test_any_text_is_a_position_or_bad_notation(game: Game, data: st.DataObject) -> None:
    setting = data.draw(st.sampled_from(settings_of(game)))
    text = data.draw(st.text() | damaged(pool(game.key).positions))
    state = read_or_complain(setting.read, text)
    if isinstance(state, BadNotation):
        assert isinstance(state.args[0], Text)
        return
    assert str(state) == text
    assert (state.outcome() is None) == bool(state.moves())
    for move in spread(state.moves(), 5):
        assert setting.read(str(state.play(move))) == state.play(move)
