"""The serendipity cards: who gets one, and what each of them does."""

from collections import Counter

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import Picture, SevensMatch, figures
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.messages import CARD_EFFECTS, CARD_NAMES
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import PeekRefund, Phase
from tabletop.games.sevens.rules.pieces import why_not_arranged
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    go_on,
    look,
    play,
    play_round,
    seed_of,
    show,
    take_turn,
    tossed,
)


def lost_by(seat: int, *cards: Card, peeks: tuple[bool, bool] = (False, False)) -> SevensMatch:
    """A match at the start of round 2, whose round 1 this seat has lost; it drew the first card."""
    match = tossed(seed_of(*cards))
    points = (3, 6) if seat == 0 else (6, 3)
    return play(match, [points], {0: peeks})


def test_the_loser_of_a_round_draws_a_card_that_lies_face_down_at_first() -> None:
    match = tossed(seed_of(Card.SECONDS))
    play_round(match, (3, 5), (False, False))
    match.go_on(match.now)
    assert match.phase is Phase.CARD
    assert (match.card_on_table, match.card_turned) == ((0, Card.SECONDS), False)
    with pytest.raises(IllegalMove, match="Turn the card over first"):
        match.go_on(match.now)
    match.turn_card(match.now)
    assert (match.phase, match.card_turned) == (Phase.CARD, True)
    with pytest.raises(IllegalMove, match="There’s no card to turn over"):
        match.turn_card(match.now)
    in_force = match.card_in_force
    assert in_force is None
    match.go_on(match.now)
    assert (match.phase, match.round) == (Phase.ARRANGE, 1)
    assert (match.card_in_force, match.card_on_table) == ((0, Card.SECONDS), None)


@pytest.mark.parametrize("points", [(3, 5), (5, 3)])
def test_the_card_goes_to_the_seat_with_fewer_points(points: tuple[int, int]) -> None:
    match = play(tossed(), [points])
    assert match.cards[0] is not None
    assert match.cards[0][0] == points.index(3)


def test_equal_points_deal_no_card() -> None:
    match = play(tossed(), [(4, 4)])
    assert (match.cards, match.phase, match.round) == ((None,), Phase.ARRANGE, 1)


def test_no_card_is_dealt_after_the_last_round() -> None:
    match = play(tossed(), [(4, 4), (4, 4), (4, 1)])
    assert match.cards == (None, None)
    assert match.phase is Phase.OVER


def test_cards_are_drawn_with_replacement_and_all_alike() -> None:
    pairs = Counter((events.draw_card(seed, 0), events.draw_card(seed, 1)) for seed in range(1600))
    assert len(pairs) == 16
    assert all(60 < number < 140 for number in pairs.values())


def test_every_card_has_a_name_and_says_what_it_does() -> None:
    assert set(CARD_NAMES) == set(CARD_EFFECTS) == set(Card)


# +5 Seconds


@pytest.mark.parametrize("holder", [0, 1])
def test_five_seconds_more_lengthen_the_holders_next_look_only(holder: int) -> None:
    match = lost_by(holder, Card.SECONDS, Card.SECONDS)
    for _ in range(2):
        expected = 15 if match.guesser == holder else 10
        assert match.look_seconds == expected
        show(match)
        match.look(match.now)
        assert match.look_left == expected
        match.advance(match.now + expected)
        assert match.phase is Phase.GUESS
        match.peek(match.now)
        assert match.look_left == 5
        match.advance(999 * match.now)
        go_on(match)
    assert match.look_seconds == 10


# Piece Unveil


@pytest.mark.parametrize("holder", [0, 1])
def test_the_arranger_must_choose_the_piece_that_is_unveiled(holder: int) -> None:
    match = lost_by(holder, Card.UNVEIL)
    for _ in range(2):
        if match.guesser != holder:
            assert not match.must_unveil
            with pytest.raises(IllegalMove, match="Nobody has Piece Unveil"):
                match.arranged(match.now, "Kite", DIAMOND, 3)
            take_turn(match, 3)
            assert match.unveiled is None
        else:
            assert match.must_unveil
            for wrong in (None, 7, -1):
                with pytest.raises(IllegalMove, match="Choose a piece"):
                    match.arranged(match.now, "Kite", DIAMOND, wrong)
            match.arranged(match.now, "Kite", DIAMOND, 6)
            assert match.unveiled == 6
            look(match)
            assert (match.phase, match.unveiled) == (Phase.GUESS, 6)
            match.peek(match.now)
            match.advance(match.now + 6)
            assert (match.phase, match.unveiled) == (Phase.GUESS, 6)
            match.told(match.now, Picture(DIAMOND.pieces[6:]))
            match.done(match.now)
            assert match.turns[-1].score.matched == 1
        match.go_on(match.now)
    assert not match.must_unveil


# 5 Piece Round


@pytest.mark.parametrize("holder", [0, 1])
def test_both_play_the_next_round_with_five_pieces(holder: int) -> None:
    match = lost_by(holder, Card.FIVE, Card.SECONDS)
    for _ in range(2):
        assert match.piece_count == 5
        with pytest.raises(IllegalMove, match="This round is played with 5 pieces: put 2 back"):
            match.arranged(match.now, "Kite", DIAMOND)
        with pytest.raises(IllegalMove, match="1 piece left"):
            match.arranged(match.now, "Kite", Picture(FEWER.pieces[1:]))
        match.arranged(match.now, "Boat", FEWER)
        assert match.pieces == (0, 1, 2, 3, 4)
        look(match)
        with pytest.raises(IllegalMove, match="isn’t a piece"):
            match.told(match.now, DIAMOND)
        match.told(match.now, FEWER.shifted((3, 3)))
        match.done(match.now)
        assert (match.turns[-1].score.matched, match.turns[-1].points) == (5, 5)
        go_on(match)
    assert match.piece_count == 7


def test_the_pieces_of_five_are_numbered_as_in_the_full_set() -> None:
    match = lost_by(0, Card.FIVE)
    match.arranged(match.now, "Barn", Picture((DIAMOND.pieces[1], *DIAMOND.pieces[3:])))
    assert match.pieces == (0, 3, 4, 5, 6)


@pytest.mark.parametrize("card", [Card.FIVE, Card.UNVEIL])
def test_a_figure_that_the_booklet_gives_respects_the_card(
    card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "booklet", lambda: (Figure("Kite", "Toys", 1, DIAMOND),))
    chosen = set()
    for seed in [seed for seed in range(200) if events.draw_card(seed, 0) is card][:12]:
        match = play(tossed(seed, first=1, arrange_seconds=300), [(3, 5)])
        assert match.arranger == 1
        match.advance(match.now + 300)
        assert (match.phase, match.name) == (Phase.READY, "Kite")
        assert match.target is not None
        assert why_not_arranged(match.target, match.piece_count, loose=False) is None
        chosen.add((match.pieces, match.unveiled))
        if card is Card.UNVEIL:
            assert match.unveiled in range(7)
        else:
            assert (len(match.target), match.unveiled) == (5, None)
    assert len(chosen) > 2


# Regain Sneak Points


@pytest.mark.parametrize(("pieces", "cost"), [(0, 0), (1, 1), (2, 2), (3, 2)], ids=lambda n: str(n))
def test_a_peek_that_was_paid_comes_back_as_it_cost(pieces: int, cost: int) -> None:
    match = tossed(seed_of(Card.REGAIN))
    play_round(match, (pieces, 7), (True, False))
    assert match.totals == (pieces - cost, 7)
    match.go_on(match.now)
    assert match.totals == (pieces - cost, 7), "the card lies face down"
    match.turn_card(match.now)
    assert list(match.regains) == [PeekRefund(seat=0, round=0, points=cost)]
    assert (match.regained(0), match.regained(1)) == (cost, 0)
    assert match.totals == (pieces, 7)
    assert match.points(0, 0) == pieces - cost


@pytest.mark.parametrize(("pieces", "cost"), [(0, 0), (1, 1), (2, 2), (6, 2)])
def test_without_a_peek_so_far_the_next_one_comes_back(pieces: int, cost: int) -> None:
    match = lost_by(0, Card.REGAIN, Card.SECONDS)
    assert list(match.regains) == []
    play_round(match, (pieces, 7), (True, True))
    assert list(match.regains) == [PeekRefund(0, 1, cost)]
    assert match.points(1, 0) == pieces - cost
    assert match.totals == (3 + pieces, 6 + 7 - 2)


def test_it_lapses_at_the_end_of_the_next_round() -> None:
    match = lost_by(0, Card.REGAIN, Card.SECONDS)
    play(match, [(3, 5)])
    play_round(match, (3, 5), (True, False))
    assert list(match.regains) == []
    assert match.totals == (3 + 3 + 1, 6 + 5 + 5)


def test_a_peek_that_was_paid_goes_before_the_next_one() -> None:
    match = lost_by(0, Card.REGAIN, Card.SECONDS, peeks=(True, False))
    play_round(match, (7, 7), (True, False))
    assert list(match.regains) == [PeekRefund(0, 0, 2)]


def test_the_latest_peek_comes_back() -> None:
    match = tossed(seed_of(Card.SECONDS, Card.REGAIN))
    play(match, [(3, 5), (1, 5)], {0: (True, False), 1: (True, False)})
    assert list(match.regains) == [PeekRefund(0, 1, 1)]


def test_a_peek_of_the_other_seat_does_not_come_back() -> None:
    match = lost_by(0, Card.REGAIN, peeks=(False, True))
    assert match.card_in_force == (0, Card.REGAIN)
    assert list(match.regains) == []


def test_no_peek_comes_back_twice() -> None:
    match = tossed(seed_of(Card.REGAIN, Card.REGAIN))
    play(match, [(3, 5), (3, 5)], {0: (True, False)})
    assert list(match.regains) == [PeekRefund(0, 0, 2)]
    play_round(match, (4, 5), (True, False))
    assert list(match.regains) == [PeekRefund(0, 0, 2), PeekRefund(0, 2, 2)]
    assert match.regained(0) == 4


def test_both_seats_can_regain() -> None:
    match = tossed(seed_of(Card.REGAIN, Card.REGAIN))
    play(match, [(3, 5), (6, 4)], {0: (True, True), 1: (False, True)})
    assert list(match.regains) == [PeekRefund(0, 0, 2), PeekRefund(1, 1, 2)]


def test_what_comes_back_never_changes_who_lost_a_round() -> None:
    match = lost_by(0, Card.REGAIN, Card.FIVE)
    play(match, [(6, 5)], {1: (False, False), 0: (True, False)})  # 4 to 5, and 2 come back
    assert list(match.regains) == [PeekRefund(0, 1, 2)]
    assert match.cards[1] == (0, Card.FIVE)


def test_a_regained_peek_counts_in_the_result() -> None:
    match = tossed(seed_of(Card.REGAIN))
    play(match, [(4, 3), (3, 3), (3, 3)], {0: (True, False)})
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (10, 9)
