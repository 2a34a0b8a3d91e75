"""The one checked door: playing, taking back, throwing, ending."""

import pickle
from collections import Counter
from re import escape
from typing import Any

import pytest

from tabletop.engine import CHANCE, IllegalMove, Match, Outcome, Text
from tests.engine.race_game import RACE, finish


@pytest.fixture
def match() -> Match:
    return Match(RACE, seed=7)


def refusal(match: Match, move: object) -> IllegalMove:
    before = (match.state, match.plies, match.outcome, match.record())
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert (match.state, match.plies, match.outcome, match.record()) == before
    return refused.value


def test_plies_are_played_as_moves_or_as_their_texts(match: Match) -> None:
    match.play("d2")
    ply = match.play(match.state.moves()[0])
    assert str(match.state) == "2,0 1 -"
    assert (ply.seat, ply.move, str(ply.before), str(ply.after)) == (
        0,
        "keep",
        "0,0 0 2",
        "2,0 1 -",
    )
    assert [p.move for p in match.plies] == ["d2", "keep"]
    assert match.outcome is None


def test_a_refused_ply_says_why_and_by_which_rule(match: Match) -> None:
    early = refusal(match, "keep")
    assert (early.reason, early.rule, str(early)) == ("First throw the die", "1", early.reason)
    assert isinstance(early.reason, Text)
    assert refusal(match, "fly").reason == "'fly' is no ply of a race"
    assert isinstance(refusal(match, "fly").reason, Text)


@pytest.mark.parametrize("thing", [None, 42, b"keep", ("keep",), [], object])
def test_what_is_no_ply_at_all_is_refused_like_a_text(match: Match, thing: object) -> None:
    assert "is no ply of a race" in refusal(match, thing).reason


def test_nothing_is_played_once_the_rules_have_ended_the_match(match: Match) -> None:
    finish(match)
    assert match.outcome == Outcome((0,), "Fox arrived.", (6, 3))
    over = refusal(match, "d1")
    assert (over.reason, over.rule) == ("The game is over: Fox arrived.", "2")


def test_nothing_is_played_once_somebody_has_ended_the_match(match: Match) -> None:
    match.resign(0)
    over = refusal(match, "d1")
    assert (over.reason, over.rule) == ("The game is over: Fox resigned.", "2")
    with pytest.raises(IllegalMove, match="nothing to roll"):
        match.roll()


def test_a_refusal_can_go_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(IllegalMove("Not so", "3a")))
    assert (sent.reason, sent.rule, str(sent)) == ("Not so", "3a", "Not so")


# Dice


def throws(seed: int, count: int = 60) -> list[str]:
    match = Match(RACE, options={"goal": 20}, seed=seed)
    thrown: list[str] = []
    while match.outcome is None and len(thrown) < count:
        thrown.append(match.roll().move)
        match.play("keep")
    return thrown


@pytest.mark.parametrize("seed", ["abc", None, 1.5, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Match(RACE, seed=seed)


def test_throws_follow_from_the_seed() -> None:
    assert throws(7) == throws(7)
    assert len({tuple(throws(seed)) for seed in range(20)}) == 20


def test_throws_are_fair_between_seeds_and_within_one() -> None:
    faces = Counter(die for seed in range(200) for die in throws(seed))
    assert set(faces) == {"d1", "d2", "d3"}
    assert max(faces.values()) < 1.2 * min(faces.values())


def test_a_throw_is_a_ply_of_the_dice_and_tells_where_it_came_from(match: Match) -> None:
    thrown = match.roll()
    assert (thrown.seat, thrown.source) == (CHANCE, "screen")
    match.play("keep")
    assert match.play("d3", "tray").source == "tray"
    assert match.record().sources == ("screen", "tray")


def test_a_throw_by_hand_does_not_shift_the_later_ones() -> None:
    one, two = Match(RACE, seed=3), Match(RACE, seed=3)
    one.roll()
    two.play("d1")
    for match in (one, two):
        match.play("give")
    assert one.roll().move == two.roll().move


def test_only_the_dice_can_be_thrown_when_it_is_their_turn(match: Match) -> None:
    match.roll()
    with pytest.raises(IllegalMove, match="nothing to roll"):
        match.roll()


# Taking back


def test_the_last_ply_is_taken_back(match: Match) -> None:
    match.play("d2")
    after_throw = match.state
    match.play("keep")
    assert match.can_undo()
    assert match.undo().move == "keep"
    assert match.state == after_throw
    match.play("give")
    assert str(match.state) == "0,2 1 -"


def test_dice_that_were_thrown_stay_thrown(match: Match) -> None:
    match.play("d2")
    assert not match.can_undo()
    with pytest.raises(IllegalMove, match="taken back"):
        match.undo()
    match.play("keep")
    match.undo()
    with pytest.raises(IllegalMove, match="taken back"):
        match.undo()
    assert [ply.move for ply in match.plies] == ["d2"]


def test_there_is_nothing_to_take_back_at_the_start(match: Match) -> None:
    assert not match.can_undo()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.undo()


def test_a_ply_that_ended_the_game_can_be_taken_back_but_no_resignation(match: Match) -> None:
    finish(match)
    match.undo()
    assert match.outcome is None
    match.resign(1)
    assert not match.can_undo()
    with pytest.raises(IllegalMove, match="The game is over: Hen resigned"):
        match.undo()


# Ending


def test_who_gives_up_loses_to_all_others() -> None:
    match = Match(RACE, 3)
    assert match.resign(1) == Outcome((0, 2), "Hen resigned.") == match.outcome
    assert match.record().result == "0,2"


def test_a_draw_can_be_agreed(match: Match) -> None:
    assert match.agree() == Outcome((), "Draw agreed.") == match.outcome
    assert match.record().result == "draw"


def test_a_match_ends_only_once(match: Match) -> None:
    match.end(Outcome((1,), "Fox was disqualified."))
    for end in (match.agree, lambda: match.resign(0), lambda: match.end(Outcome((0,), "No"))):
        with pytest.raises(IllegalMove, match="The game is over: Fox was disqualified"):
            end()
    assert match.outcome == Outcome((1,), "Fox was disqualified.")


def test_a_match_that_the_rules_ended_cannot_be_ended_again(match: Match) -> None:
    finish(match)
    with pytest.raises(IllegalMove, match="The game is over: Fox arrived"):
        match.agree()


@pytest.mark.parametrize("winners", [(2,), (-1,), (0, 5)])
def test_nobody_wins_who_is_not_there(match: Match, winners: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        match.end(Outcome(winners, "So be it."))
    assert match.outcome is None


# Beginning


def test_a_match_can_begin_at_a_position() -> None:
    match = Match(RACE, 3, {"goal": 20}, position="5,18,0 1 2")
    match.play("keep")
    assert match.outcome == Outcome((1,), "Hen arrived.", (5, 20, 0))
    assert match.record().position == "5,18,0 1 2"


@pytest.mark.parametrize(
    ("seats", "options", "position", "complaint"),
    [
        (4, {}, "", "Race is played by 2, 3, not by 4"),
        (2, {"gaol": 6}, "", "Race has no option 'gaol'; did you mean goal?"),
        (2, {"goal": 7}, "", "option goal cannot be 7; it can be 6, 20"),
        (2, {}, "0,0,0 0 -", "'0,0,0 0 -' is no track"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(
    seats: int, options: dict[str, int], position: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=f"^{escape(complaint)}"):
        Match(RACE, seats, options, position=position)


def test_a_throw_belongs_to_the_turn_that_follows(match: Match) -> None:
    for ply in ("d2", "keep", "d1"):
        match.play(ply)
    assert [match.turns_until(count) for count in range(4)] == [0, 1, 1, 2]
    assert [match.turns_until(3, seat) for seat in (0, 1)] == [1, 1]
