"""The record of a match: it replays to the same match, at any moment, or says what is wrong."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import BadNotation, IllegalMove, Record
from tabletop.engine.game import OptionValue
from tabletop.games.sevens import Picture, SevensMatch
from tabletop.games.sevens.rules.events import Arrangement, Card, Event
from tabletop.games.sevens.rules.match import Phase
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    elsewhere,
    go_on,
    guessed,
    look,
    play,
    seed_of,
    show,
    small_booklet,
    take_turn,
    tossed,
)
from tests.lanes import examples
from tests.random_games import read_or_complain


@pytest.fixture(autouse=True, scope="module")
def booklet() -> Iterator[None]:
    with small_booklet():
        yield


HOST = (("Host", "true"),)


def through_text(match: SevensMatch) -> SevensMatch:
    return SevensMatch.replay(Record.from_text(match.record().to_text()))


def busy() -> SevensMatch:
    """A match with every kind of event, up to its result."""
    options: dict[str, OptionValue] = {"arrange_seconds": 60, "tolerance": 0.25}
    match = SevensMatch(seed_of(Card.REGAIN, Card.UNVEIL), options=options, date="1 May", host=True)
    match.toss(0.25)
    match.report(3)
    match.deny(4)
    match.deny(5)
    match.arranged(20, 'Café {1}; 50% | "x"', DIAMOND.shifted((1 / 3, -2 / 7)))
    match.dispute(21, agreed=True)
    match.advance(81)
    assert match.events[-1].name == "drawn"
    look(match)
    assert match.target is not None
    match.told(95, guessed(match.target, 3))
    match.peek(100)
    match.advance(106)
    match.told(110, guessed(match.target, 5))
    match.told(111, Picture())
    match.told(112, guessed(match.target, 2))
    match.advance(500)
    match.go_on(501)
    take_turn(match, 7)
    return play_on(match)


def play_on(match: SevensMatch) -> SevensMatch:
    """From the end of the first round to the result."""
    for _ in range(4):
        go_on(match)
        take_turn(match, 3 + match.guesser, peek=True)
    go_on(match)
    return match


@cache
def whole() -> Record:
    return busy().record()


def test_a_record_is_the_whole_match() -> None:
    match = busy()
    again = through_text(match)
    assert vars(again) == vars(match)
    assert again.record() == match.record()
    names = {event.name for event in match.events}
    assert names >= {"toss", "report", "deny", "arranged", "disputed", "drawn", "look", "guess"}
    assert names >= {"peek", "on", "card", "done"}


def test_a_record_cut_after_any_event_stands_where_that_event_left_the_match() -> None:
    record = whole()
    for count in range(len(record.plies) + 1):
        cut = replace(
            record, plies=record.plies[:count], result="*", reason="", scores=(), extra=HOST
        )
        match = SevensMatch.replay(cut)
        assert tuple(map(str, match.events)) == record.plies[:count]
        assert match.now == (match.events[-1].at / 1000 if count else 0)
        assert vars(through_text(match)) == vars(match)
        if match.outcome is None:
            match.agree(match.now + 1)
            assert vars(through_text(match)) == vars(match)


def test_a_match_is_taken_up_at_the_moment_when_it_was_left() -> None:
    match = tossed()
    states = []
    show(match)
    doings: list[tuple[Callable[..., None], tuple[object, ...]]] = [
        (match.look, (20,)),
        (match.advance, (27.123,)),
        (match.advance, (30,)),
        (match.told, (40, FEWER)),
        (match.advance, (77.5,)),
        (match.peek, (78,)),
        (match.advance, (80,)),
        (match.advance, (84,)),
        (match.advance, (209.999,)),
        (match.advance, (210,)),
    ]
    for doing, given_with in doings:
        doing(*given_with)
        again = through_text(match)
        assert vars(again) == vars(match)
        states.append((again.phase, again.clock_left, again.look_left))
    assert [states[number] for number in (1, 4, 6, 9)] == [
        (Phase.LOOK, None, 2.877),
        (Phase.GUESS, 132.5, None),
        (Phase.PEEK, 130, 3),
        (Phase.SCORED, None, None),
    ]


def test_a_replayed_match_goes_on_as_the_first_would_have() -> None:
    match = play(tossed(11), [(3, 5)])
    again = through_text(match)
    for one in (match, again):
        play(one, [(5, 3), (4, 2)])
    assert vars(again) == vars(match)


def test_a_report_that_waits_still_waits_after_a_replay() -> None:
    match = tossed(host=True, arrange_seconds=60)
    match.report(20)
    match.advance(30)
    assert vars(through_text(match)) == vars(match)
    match.deny(31)
    again = through_text(match)
    assert again.pending is not None
    assert again.pending.asked is None
    again.deny(40)
    assert again.arrange_left == 40


@pytest.mark.parametrize("end", ["confirm", "resign", "agree"])
def test_ends_without_points_are_replayed(end: str) -> None:
    match = tossed()
    take_turn(match, 4)
    match.go_on(match.now)
    if end == "confirm":
        match.report(match.now)
        match.confirm(match.now + 1)
    elif end == "resign":
        match.resign(match.now, 1)
    else:
        match.agree(match.now)
    again = through_text(match)
    assert vars(again) == vars(match)
    assert again.outcome is not None


def test_a_guess_is_kept_to_the_ten_thousandth() -> None:
    match = tossed()
    show(match)
    look(match)
    match.told(30, elsewhere(DIAMOND, 3, (1 / 3, 1 / 7)))
    assert match.guess.pieces[3].corners[0] == (1.3333, 0.1429)
    assert through_text(match).guess == match.guess


@given(st.text(max_size=40), st.sampled_from([None, 0, 6]))
def test_any_name_that_is_taken_reads_back(name: str, unveil: int | None) -> None:
    match = tossed()
    try:
        match.arranged(1, name, DIAMOND)
    except IllegalMove:
        return
    made = Arrangement(match.name, DIAMOND, unveil)
    event = Event("arranged", 1000, str(made))
    assert not set(str(event)) & set(' {}"')
    assert Event.read(str(event)) == event
    assert Arrangement.read(event.carried) == made
    assert vars(through_text(match)) == vars(match)


def replayed(text: str) -> SevensMatch:
    return SevensMatch.replay(Record.from_text(text))


def damaged(change: dict[str, object]) -> str:
    with pytest.raises(BadNotation) as problem:
        SevensMatch.replay(replace(whole(), **change))  # type: ignore[arg-type]
    return problem.value.reason


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "shoo"}, "this is a record of 'shoo', not of 'sevens'"),
        ({"ruleset": 9}, "the record follows ruleset 9 of Sevens"),
        ({"seats": 3}, "the record cannot be played: Sevens is played by 2, not by 3"),
        ({"options": (("loose", "maybe"),)}, "the record cannot be played: option loose cannot be"),
        ({"options": (("lose", "true"),)}, "the record cannot be played: Sevens has no option"),
        ({"result": "0,1"}, "the record says the result is 0,1, its events say 0"),
        ({"scores": (9, 9)}, "the record says the result is"),
        ({"plies": ()}, "the record says the result is 0, its events say *"),
        ({"plies": ("look@5",)}, "event 0 of the record, 'look@5', is refused: There’s no"),
        ({"plies": ("toss@0:2",)}, "'2' is no seat"),
        ({"plies": ("toss",)}, "'toss' is no event"),
        ({"plies": ("toss@x",)}, "'toss@x' is no event"),
        ({"plies": ("throw@0:1",)}, "'throw' is nothing that happens"),
        ({"plies": ("toss@0:1", "arranged@9:x")}, "a picture has no name before it"),
        ({"plies": ("toss@0:1", "arranged@9:x|L0,0")}, "a picture cannot be read"),
        ({"plies": ("toss@0:1", f"arranged@9:|{DIAMOND}")}, "event 1 of the record"),
        ({"plies": ("toss@5:1", f"arranged@4:x|{DIAMOND}")}, "event 1 of the record"),
        ({"plies": ("toss@0:1", f"drawn@50:x|{DIAMOND}")}, "event 1 of the record"),
        ({"plies": ("toss@0:1", f"drawn@60000:x|{FEWER}")}, "event 1 of the record"),
        ({"plies": ("toss@0:1", f"arranged@9:x|{DIAMOND}", "look@10:x")}, "event 2 of the record"),
        ({"plies": ("toss@1000000000000:1",)}, "'toss@1000000000000:1' is no event"),
        ({"plies": ("toss@0:1", "look@999999999999")}, "event 1 of the record"),
        ({"extra": (*HOST, ("Now", "1000000000000"))}, "Now is milliseconds"),
        ({"extra": (*HOST, ("Now", "soon"))}, "Now is milliseconds"),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_words(change: dict[str, object], words: str) -> None:
    assert damaged(change).startswith(words)


def test_the_latest_moment_that_a_record_can_tell_is_replayed() -> None:
    match = tossed()
    match.advance(999_999_999.999)
    assert through_text(match).now == 999_999_999.999


def test_what_a_match_cannot_do_with_a_record_is_a_complaint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("out of all bounds")

    monkeypatch.setattr(SevensMatch, "look", fail)
    with pytest.raises(BadNotation, match=r"'look@\d+', is refused: out of all bounds"):
        SevensMatch.replay(whole())


def test_a_card_that_the_seed_did_not_draw_is_refused() -> None:
    plies = tuple(ply.replace(":regain", ":five") for ply in whole().plies)
    assert "it cannot have happened then" in damaged({"plies": plies})


def test_a_missing_draw_is_noticed() -> None:
    plies = tuple(ply for ply in whole().plies if not ply.startswith("drawn"))
    assert "is refused" in damaged({"plies": plies})


@examples(150)
@given(st.data())
def test_a_damaged_text_is_replayed_or_refused_in_words(data: st.DataObject) -> None:
    text = short_text()
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.text(max_size=2) | st.sampled_from(list('"[]{};|:@-,.0123456789LMSQP\n %')))
    text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    match = read_or_complain(replayed, text)
    if isinstance(match, SevensMatch):
        assert vars(through_text(match)) == vars(match)


@cache
def short_text() -> str:
    match = tossed()
    take_turn(match, 4, peek=True)
    match.go_on(match.now)
    show(match)
    return match.record().to_text()


PICTURES = [
    Picture(),
    FEWER,
    DIAMOND,
    guessed(DIAMOND, 2),
    DIAMOND.shifted((1 / 3, 50)),
    elsewhere(DIAMOND, 2, (0.15, 0.3)),
    Picture(DIAMOND.pieces[2:]),
]
TIMES = st.sampled_from([-3.0, 0.0, 0.0004, 0.1, 0.7, 5.0, 9.9996, 31.0, 200.0])
DOINGS = st.one_of(
    st.tuples(st.just("on the way")),
    st.tuples(st.just("on the way")),
    st.tuples(st.just("on the way")),
    st.tuples(st.just("toss"), st.sampled_from([None, 0, 1, 2])),
    st.tuples(
        st.just("arranged"),
        st.sampled_from(["Kite", "", "a b%|;"]),
        st.sampled_from(PICTURES),
        st.sampled_from([None, 0, 4, 6]),
    ),
    st.tuples(st.just("dispute"), st.booleans()),
    st.tuples(st.just("told"), st.sampled_from(PICTURES)),
    st.tuples(st.sampled_from(["report", "confirm", "deny", "look", "peek", "done"])),
    st.tuples(st.sampled_from(["go_on", "turn_card", "advance"])),
    st.tuples(st.just("resign"), st.sampled_from([0, 1])),
)


def further(match: SevensMatch, now: float) -> None:
    """What the match waits for."""
    if match.phase is Phase.TOSS:
        match.toss(now)
    elif match.phase is Phase.ARRANGE:
        five = match.piece_count == 5
        match.arranged(now, "Kite", FEWER if five else DIAMOND, 1 if match.must_unveil else None)
    elif match.phase is Phase.READY:
        match.look(now)
    elif match.phase is Phase.GUESS:
        match.done(now)
    elif match.phase is Phase.CARD and not match.card_turned:
        match.turn_card(now)
    else:
        match.go_on(now)


@examples(150)
@given(
    st.integers(0, 500),
    st.integers(0, 30),
    st.booleans(),
    st.sampled_from(["none", 30]),
    st.lists(st.tuples(TIMES, DOINGS), max_size=50),
)
def test_whatever_hands_do_is_done_or_refused_and_replays(
    seed: int,
    steps: int,
    host: bool,
    limit: str | int,
    doings: list[tuple[float, tuple[object, ...]]],
) -> None:
    match = SevensMatch(seed, options={"arrange_seconds": limit}, host=host)
    for _ in range(steps):
        with suppress(IllegalMove):
            further(match, match.now + 9)
    for later, (doing, *given_with) in doings:
        now, events, outcome = match.now, match.events, match.outcome
        with suppress(IllegalMove):
            if doing == "on the way":
                further(match, now + later)
            else:
                getattr(match, str(doing))(now + later, *given_with)
        assert match.now >= now
        assert match.outcome == outcome or outcome is None
        assert all(0 <= total <= 21 for total in match.totals)
        if match.events != events:
            assert match.events[-1].at <= match.milliseconds
    assert vars(through_text(match)) == vars(match)
