"""The guessing player's turn: the clock, what hands tell, the peek and its price."""

import pytest

from tabletop.games.sevens import Picture
from tabletop.games.sevens.rules.match import Phase
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    elsewhere,
    guessing,
    look,
    play,
    refused,
    show,
    take_turn,
    tossed,
)


def test_an_expired_clock_scores_what_was_last_told() -> None:
    match = guessing()
    held = elsewhere(
        DIAMOND, 2, (0.9, 0.9)
    ).rounded()  # a piece in the hand, not yet where it belongs
    match.told(199.9, held)
    match.advance(500)
    assert (match.phase, match.now) == (Phase.SCORED, 500)
    assert (match.turns[0].guess, match.turns[0].points) == (held, 6)


def test_what_is_told_at_or_after_the_end_is_ignored() -> None:
    match = guessing()
    match.told(60, FEWER)
    match.told(200, DIAMOND)
    assert (match.phase, match.turns[0].points) == (Phase.SCORED, 5)
    match.told(300, Picture())
    assert match.guess == FEWER


def test_only_changes_are_recorded() -> None:
    match = guessing()
    for now in (30, 31, 32, 33):
        match.told(now, FEWER)
    match.told(34, DIAMOND)
    match.told(35, FEWER)
    assert [e.at for e in match.events if e.name == "guess"] == [30000, 34000, 35000]


def test_one_motion_is_one_event() -> None:
    match = guessing()
    for frame in range(60):
        match.told(30 + frame / 60, DIAMOND.shifted((frame / 60, 0)))
    match.told(40, DIAMOND)
    told = [e for e in match.events if e.name == "guess"]
    assert [e.at for e in told] == [30983, 40000]
    assert Picture.from_text(told[0].carried) == DIAMOND.shifted((59 / 60, 0)).rounded()


def test_a_motion_back_to_where_it_began_is_no_event() -> None:
    match = guessing()
    match.told(30, FEWER)
    before = match.events
    match.told(40, DIAMOND)
    match.told(40.2, FEWER)
    assert match.events == before
    match.told(40.3, DIAMOND)
    assert [e.at for e in match.events if e.name == "guess"] == [30000, 40300]


def test_a_turn_with_all_pieces_in_the_tray_is_worth_nothing() -> None:
    match = guessing()
    match.done(30)
    assert (match.turns[0].guess, match.turns[0].points) == (Picture(), 0)


def test_a_peek_shows_the_picture_for_five_seconds_while_the_clock_runs() -> None:
    match = guessing()
    assert match.can_peek
    match.peek(50)
    assert (match.phase, match.look_left, match.clock_left) == (Phase.PEEK, 5, 150)
    assert match.next_due == 55
    match.advance(54.5)
    assert (match.phase, match.clock_left, match.can_peek) == (Phase.PEEK, 145.5, False)
    match.advance(55)
    assert (match.phase, match.look_left, match.clock_left) == (Phase.GUESS, None, 145)
    assert (match.peek_used, match.can_peek, match.next_due) == (True, False, 200)


def test_hands_are_ignored_during_a_peek() -> None:
    match = guessing()
    match.told(30, FEWER)
    match.peek(40)
    match.told(42, DIAMOND)
    assert match.guess == FEWER
    refused(lambda: match.done(43), "4")
    assert match.phase is Phase.PEEK
    match.done(46)
    assert match.turns[0].guess == FEWER


def test_there_is_one_peek_in_a_turn_and_another_in_the_next() -> None:
    match = guessing()
    match.peek(30)
    assert refused(lambda: match.peek(32), "4") == "You’ve already peeked this turn."
    refused(lambda: match.peek(50), "4")
    match.done(51)
    match.go_on(52)
    show(match)
    look(match)
    assert match.can_peek
    match.peek(match.now)
    assert match.phase is Phase.PEEK


def test_a_peek_ends_with_the_clock() -> None:
    match = guessing()
    match.told(150, FEWER)
    match.peek(197)
    assert (match.look_left, match.clock_left, match.next_due) == (3, 3, 200)
    match.advance(201)
    assert (match.phase, match.turns[0].peeked, match.turns[0].points) == (Phase.SCORED, True, 3)


@pytest.mark.parametrize(("pieces", "cost"), [(0, 0), (1, 1), (2, 2), (3, 2), (7, 2)])
def test_a_peek_costs_two_points_but_never_more_than_there_are(pieces: int, cost: int) -> None:
    match = tossed()
    take_turn(match, pieces, peek=True)
    turn = match.turns[0]
    assert (turn.score.points, turn.cost, turn.points) == (pieces, cost, pieces - cost)
    assert match.totals == (0, pieces - cost)


def test_the_loser_is_judged_after_the_peek_is_paid() -> None:
    match = play(tossed(), [(5, 6)], {0: (False, True)})
    assert match.cards[0] is not None
    assert match.cards[0][0] == 1


def test_the_options_say_how_exact_one_must_be() -> None:
    off = elsewhere(DIAMOND, 2, (0.4, 0.4))  # half of it by the best shift
    for tolerance, points in ((0.2, 6), (0.4, 7)):
        match = guessing(tolerance=tolerance)
        match.told(30, off)
        match.done(31)
        assert match.turns[0].points == points
