"""Where coins and cards were thrown, in the record: told again exactly, or refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import BadNotation, IllegalMove, Record
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card, ThrowResult
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.phases.chance import describe_throw
from tabletop.input.actions import Roll
from tests.games.sevens.scripted_match import play_round, seed_of, tossed

READER = "reader:DR-7f3a"


def lying(seed: int = 0) -> SevensMatch:
    match = tossed(seed)
    play_round(match, (7, 5), (False, False))
    match.go_on(match.now + 5)
    assert match.phase is Phase.CARD
    return match


def again(match: SevensMatch) -> SevensMatch:
    return SevensMatch.replay(Record.from_text(match.record().to_text()))


@pytest.mark.parametrize("source", ["screen", "typed", READER, "simulated:Würfel-2"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_toss_is_played_again_from_its_record_with_its_source(source: str, first: int) -> None:
    match = SevensMatch(events.toss_coin(0))
    match.toss(1.5, first, source)
    told = again(match)
    assert (told.first, told.source_of("toss")) == (first, source)
    assert told.record() == match.record()


def test_what_the_screen_threw_is_written_as_it_always_was() -> None:
    match = SevensMatch(5)
    match.toss(0)
    assert str(match.events[0]) == f"toss@0:{events.toss_coin(5)}"
    card = lying(seed_of(Card.FIVE))
    card.turn_card(card.now)
    assert card.events[-1].carried == "five"
    assert again(card).source_of("card") == "screen"


@pytest.mark.parametrize("card", list(Card))
def test_a_drawn_card_is_played_again_whatever_the_seed_would_have_drawn(card: Card) -> None:
    for seed in range(4):
        match = lying(seed)
        match.turn_card(match.now + 1, card, "typed")
        match.go_on(match.now + 2)
        assert match.card_in_force == (1, card)
        told = again(match)
        assert told.card_in_force == (1, card)
        assert told.events == match.events
        assert told.piece_count == (5 if card is Card.FIVE else 7)


def test_a_drawn_card_leaves_the_chances_after_it_as_they_were() -> None:
    cards = []
    for drawn in (None, Card.REGAIN):
        match = lying(seed_of(Card.UNVEIL, Card.SECONDS))
        match.turn_card(match.now, drawn, "screen" if drawn is None else "typed")
        match.go_on(match.now)
        play_round(match, (7, 5), (False, False))
        match.go_on(match.now)
        match.turn_card(match.now)
        assert match.card_on_table is not None
        cards.append(match.card_on_table[1])
    assert cards == [Card.SECONDS, Card.SECONDS]


def test_on_the_screen_only_the_seed_draws() -> None:
    match = lying(seed_of(Card.UNVEIL))
    with pytest.raises(ValueError, match="needs a source"):
        match.turn_card(match.now, Card.FIVE)
    assert not match.card_turned
    match.turn_card(match.now)
    record = match.record()
    forged = replace(record, plies=(*record.plies[:-1], record.plies[-1].replace("unveil", "five")))
    with pytest.raises(BadNotation, match="cannot have happened"):
        SevensMatch.replay(forged)


@pytest.mark.parametrize(
    "source", ["", "two words", "a|b", "{note}", 'a"b', "x" * 61, "a\nb", "\x07"]
)
def test_a_source_that_no_record_could_keep_changes_nothing(source: str) -> None:
    match = SevensMatch(1)
    with pytest.raises(ValueError, match="one word"):
        match.toss(0, 1, source)
    assert (match.phase, match.first, match.events) == (Phase.TOSS, None, ())
    match = lying()
    before = match.cards
    with pytest.raises(ValueError, match="one word"):
        match.turn_card(match.now, Card.FIVE, source)
    assert match.cards == before
    assert not match.card_turned


@pytest.mark.parametrize(
    "ply",
    ["toss@0:1|", "toss@0:2|typed", "toss@0:|typed", "toss@0:1|screen", "toss@0:1|a|b", "toss@0"],
)
def test_a_toss_that_cannot_be_is_refused_with_words(ply: str) -> None:
    record = replace(SevensMatch(1).record(), plies=(ply,))
    with pytest.raises(BadNotation):
        SevensMatch.replay(record)


@pytest.mark.parametrize("carried", ["joker|typed", "|typed", "five|", "five|screen", "joker"])
def test_a_card_that_cannot_be_is_refused_with_words(carried: str) -> None:
    match = lying(seed_of(Card.UNVEIL))
    record = match.record()
    ply = f"card@{match.milliseconds}:{carried}"
    with pytest.raises(BadNotation):
        SevensMatch.replay(replace(record, plies=(*record.plies, ply)))


def test_a_card_is_turned_once_whoever_drew_it() -> None:
    match = lying()
    match.turn_card(match.now, Card.FIVE, "typed")
    with pytest.raises(IllegalMove):
        match.turn_card(match.now, Card.UNVEIL, "typed")
    assert match.card_on_table == (1, Card.FIVE)


@given(st.text(max_size=80))
def test_any_text_is_a_throw_or_is_refused(text: str) -> None:
    try:
        thrown = ThrowResult.read(text)
    except ValueError:
        return
    assert ThrowResult.read(str(thrown)) == thrown


def test_a_reader_is_told_by_its_name_and_not_by_its_serial_number() -> None:
    roll = Roll(source="serial", device="k", values=(4,), label="reader:DR-1#A50285BI")
    assert describe_throw(roll) == "DR-1 shows 4: even."
