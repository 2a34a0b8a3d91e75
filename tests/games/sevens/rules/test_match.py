"""A match from the toss to the result: its rounds, its phases, its ends."""

from collections.abc import Callable

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules.match import Phase
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    RULES,
    go_on,
    guessing,
    look,
    play,
    refused,
    show,
    take_turn,
    tossed,
)


def test_the_score_table_of_the_sheet_comes_out() -> None:
    match = play(tossed(first=0), [(7, 5), (4, 6), (4, 1)])
    table = [(match.points(n, 0), match.points(n, 1)) for n in range(3)]
    assert table == [(7, 5), (4, 6), (4, 1)]
    assert match.totals == (15, 12)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (15, 12))
    assert match.outcome.reason == "Blue 15, Red 12."
    assert match.phase is Phase.OVER


def test_equal_sums_are_a_tie_with_both_as_winners() -> None:
    match = play(tossed(), [(4, 4), (3, 3), (2, 2)])
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0, 1), (9, 9))
    assert match.cards == (None, None)


@pytest.mark.parametrize("first", [0, 1])
def test_player_one_arranges_first_in_every_round(first: int) -> None:
    match = tossed(first=first)
    arrangers = []
    for _ in range(6):
        arrangers.append((match.round, match.turn_in_round, match.arranger, match.guesser))
        take_turn(match, 3)
        go_on(match)
    assert arrangers == [
        (n, turn, (first + turn) % 2, (first + turn + 1) % 2) for n in range(3) for turn in (0, 1)
    ]


def test_the_seed_tosses_the_coin_where_nobody_does() -> None:
    firsts = []
    for seed in range(40):
        match = SevensMatch(seed)
        match.toss(0)
        again = SevensMatch(seed)
        again.toss(5)
        assert match.first == again.first
        firsts.append(match.first)
    assert set(firsts) == {0, 1}


def test_a_turn_goes_from_phase_to_phase() -> None:
    match = SevensMatch()
    assert (match.phase, match.first, match.next_due) == (Phase.TOSS, None, None)
    match.toss(1, 0)
    assert (match.phase, match.arrange_left, match.next_due) == (Phase.ARRANGE, None, None)
    assert match.pieces == tuple(range(7))
    match.arranged(31, "  A  kite ", DIAMOND)
    assert (match.phase, match.name, match.target) == (Phase.READY, "A kite", DIAMOND)
    match.look(40)
    assert (match.phase, match.look_left, match.next_due) == (Phase.LOOK, 10, 50)
    match.advance(49.999)
    assert str(match.phase) == "look"
    match.advance(50)
    look_left, left = match.look_left, match.clock_left
    assert (match.phase, look_left, left) == (Phase.GUESS, None, 180)
    match.told(100, FEWER)
    clock_left = match.clock_left
    assert (clock_left, match.guess) == (130, FEWER)
    match.done(101.5)
    assert (match.phase, match.clock_left, match.next_due) == (Phase.SCORED, None, None)
    turn = match.turns[0]
    assert (turn.round, turn.arranger, turn.guesser, turn.name) == (0, 0, 1, "A kite")
    assert (turn.target, turn.guess) == (DIAMOND, FEWER)
    assert (turn.score.matched, turn.peeked, turn.cost, turn.points) == (5, False, 0, 5)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [("180-120-60", (180, 120, 60)), ("90-60-45", (90, 60, 45)), ("300-240-180", (300, 240, 180))],
)
def test_each_round_has_its_own_clock(clock: str, seconds: tuple[int, ...]) -> None:
    match = tossed(clock=clock)
    for number in range(3):
        for _ in range(2):
            show(match)
            look(match)
            began = match.now
            assert (match.clock_left, match.round_seconds) == (seconds[number], seconds[number])
            match.advance(began + seconds[number] - 0.001)
            assert match.next_due == began + seconds[number]
            match.advance(began + seconds[number])
            assert match.phase is Phase.SCORED
            go_on(match)
    assert match.phase is Phase.OVER


def test_time_never_runs_backwards() -> None:
    match = guessing()
    match.advance(100)
    match.told(3, FEWER)
    assert (match.now, match.events[-1].at) == (100, 100000)
    match.advance(-5)
    assert match.now == 100


@pytest.mark.parametrize("now", [float("nan"), float("inf"), -1e300])
def test_a_time_that_is_none_is_named(now: float) -> None:
    match = tossed()
    with pytest.raises(ValueError, match="a time is seconds"):
        match.advance(now)
    assert match.now == 0


def test_a_wrong_option_is_named_with_what_it_can_be() -> None:
    with pytest.raises(ValueError, match=r"cannot be 0\.5; it can be 0\.1, 0\.15, 0\.2,"):
        SevensMatch(options={"tolerance": 0.5})
    with pytest.raises(ValueError, match="no option 'seam'; did you mean seams"):
        SevensMatch(options={"seam": True})
    with pytest.raises(ValueError, match="a seed is a whole number"):
        SevensMatch("7")  # type: ignore[arg-type]


def test_giving_up_and_agreeing_to_stop_end_the_match_at_any_time() -> None:
    for seat in (0, 1):
        match = guessing()
        match.resign(30, seat)
        assert match.outcome is not None
        assert match.outcome.winners == (1 - seat,)
        assert match.outcome.reason == f"{('Blue', 'Red')[seat]} resigned."
    match = SevensMatch()
    match.agree(1)
    assert match.outcome is not None
    assert (match.outcome.winners, match.phase, match.next_due) == ((), Phase.OVER, None)


def test_giving_up_ends_a_report_too() -> None:
    match = tossed()
    match.report(1)
    assert match.pending is not None
    match.resign(2, 0)
    assert match.pending is None


def test_a_turn_does_not_end_before_its_peek_does() -> None:
    match = guessing()
    match.peek(match.now)
    with pytest.raises(IllegalMove, match="The peek isn’t over yet"):
        match.done(match.now + 1)
    match.done(match.now + 5)
    assert match.phase is Phase.SCORED


def test_points_of_finished_turns_stay_when_a_match_is_left() -> None:
    match = tossed()
    take_turn(match, 4)
    match.agree(match.now)
    assert match.outcome is not None
    assert match.outcome.scores == (0, 4)


def doings(match: SevensMatch) -> dict[str, Callable[[], None]]:
    now = match.now
    return {
        "toss": lambda: match.toss(now),
        "arranged": lambda: match.arranged(now, "Kite", DIAMOND),
        "dispute": lambda: match.dispute(now, agreed=False),
        "report": lambda: match.report(now),
        "confirm": lambda: match.confirm(now),
        "deny": lambda: match.deny(now),
        "look": lambda: match.look(now),
        "told": lambda: match.told(now, FEWER),
        "peek": lambda: match.peek(now),
        "done": lambda: match.done(now),
        "go_on": lambda: match.go_on(now),
        "turn_card": lambda: match.turn_card(now),
        "resign": lambda: match.resign(now, 0),
        "agree": lambda: match.agree(now),
    }


POSSIBLE = {
    Phase.TOSS: "toss",
    Phase.ARRANGE: "arranged report",
    Phase.READY: "dispute look",
    Phase.LOOK: "",
    Phase.GUESS: "told peek done",
    Phase.PEEK: "told",
    Phase.SCORED: "told go_on",
    Phase.CARD: "turn_card",
}


def at(phase: Phase) -> SevensMatch:
    """A match that waits in a phase."""
    match = SevensMatch()
    steps: list[Callable[[], None]] = [
        lambda: match.toss(0, 0),
        lambda: show(match),
        lambda: match.look(20),
        lambda: match.advance(30),
        lambda: match.peek(31),
        lambda: match.advance(999),
        lambda: match.go_on(999),
        lambda: take_turn(match, 3),
        lambda: match.go_on(match.now),
    ]
    for step in steps:
        if match.phase is phase:
            return match
        step()
    return match


@pytest.mark.parametrize("phase", POSSIBLE)
def test_each_doing_has_its_phases_and_is_refused_in_words_elsewhere(phase: Phase) -> None:
    assert at(phase).phase is phase
    possible = [*POSSIBLE[phase].split(), "resign", "agree"]
    for doing in doings(at(phase)):
        match = at(phase)
        before = vars(match).copy()
        if doing in possible:
            doings(match)[doing]()
        else:
            with pytest.raises(IllegalMove) as problem:
                doings(match)[doing]()
            assert len(problem.value.reason) > 10
            assert problem.value.rule in RULES
            assert vars(match) == before


def test_nothing_is_possible_once_the_match_is_over() -> None:
    match = SevensMatch()
    match.agree(0)
    for doing in doings(match).values():
        assert refused(doing, "7").startswith("The match is over: ")


def test_a_coin_shows_a_seat_and_only_seats_give_up() -> None:
    match = SevensMatch()
    refused(lambda: match.toss(0, 2), "1")
    refused(lambda: match.resign(0, 2), "7")
    assert match.events == ()
