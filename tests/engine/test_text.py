"""Sentences that another language can say anew, and the values they travel in."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import BadNotation, Outcome, Refusal, Text, say


def test_a_text_is_the_sentence_it_reads_as() -> None:
    text = say("win", "{who} has {count} in a line.", who=say("red", "Red"), count=7)
    assert text == "Red has 7 in a line."
    assert hash(text) == hash("Red has 7 in a line.")
    assert (text.key, text.english) == ("win", "{who} has {count} in a line.")
    assert text.args == {"who": "Red", "count": 7}
    assert isinstance(text.args["who"], Text)


def test_a_text_without_names_may_hold_braces() -> None:
    assert say("braces", "Use { and }") == "Use { and }"


@given(st.text(), st.text(), st.integers())
def test_a_text_goes_to_another_process_whole(who: str, key: str, count: int) -> None:
    inner = say("who", "{name}", name=who)
    text = say(key, "{who}: {count}", who=inner, count=count)
    for other in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text), copy.copy(text)):
        assert type(other) is Text
        assert (other, other.key, other.english) == (text, text.key, text.english)
        assert other.args == text.args
        assert other.args["who"].key == "who"


def test_outcomes_and_refusals_keep_their_texts_on_the_way() -> None:
    reason = say("win", "{who} won.", who="Red")
    for value in (Outcome((0,), reason, (3, 1)), Refusal(reason, "4b")):
        sent = pickle.loads(pickle.dumps(value))
        assert sent == value
        assert hash(sent) == hash(value)
        assert (sent.reason.key, sent.reason.args) == ("win", {"who": "Red"})


def test_an_outcome_is_what_it_says() -> None:
    assert Outcome((0,), "Won.") == Outcome((0,), "Won.", ())
    assert Outcome((0,), "Won.") != Outcome((1,), "Won.")
    with pytest.raises(AttributeError):
        Outcome((0,), "Won.").winners = (1,)  # type: ignore[misc]


def test_bad_notation_always_has_a_sentence() -> None:
    own = say("shoo.bad", "No {what}", what="ply")
    assert BadNotation(own).reason is own
    plain = BadNotation("line 3: a second Game").reason
    assert (plain, plain.key) == ("line 3: a second Game", "notation.bad")
    assert BadNotation().reason == ""
    sent = pickle.loads(pickle.dumps(BadNotation(own)))
    assert (sent.reason, sent.reason.key) == (own, "shoo.bad")
