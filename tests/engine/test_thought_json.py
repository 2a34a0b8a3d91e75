import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import say
from tabletop.engine.thought import Candidate, News, Progress, Question, ThinkingHealth, Thought
from tabletop.engine.thought_json import BadThought, read_words, words_of

whole = st.integers(-(2**63), 2**63)
number = st.floats(allow_nan=False, allow_infinity=False)
several = st.lists(number, max_size=4).map(tuple)
texts = st.lists(st.text(), max_size=4).map(tuple)
candidate = st.builds(Candidate, st.text(), whole, several, st.booleans(), texts)
thought = st.builds(
    Thought,
    st.text(),
    several,
    st.lists(candidate, max_size=3).map(tuple),
    whole,
    number,
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
progress = st.builds(Progress, st.none() | thought, st.booleans(), st.text())
health = st.builds(
    ThinkingHealth, st.booleans(), st.frozensets(st.text(), max_size=3), st.text(), whole
)
news = st.builds(
    News, st.dictionaries(st.integers(0, 10**9), progress, max_size=3), st.none() | health
)
question = st.builds(
    Question,
    st.text(),
    whole,
    st.dictionaries(st.text(), st.booleans() | whole | number | st.text(), max_size=3),
    st.text(),
    texts,
    st.text(),
    whole,
    st.none() | number,
    st.none() | whole,
    st.booleans(),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@given(st.one_of(question, thought, progress, health, news))
def test_every_value_survives_its_json(told: Any) -> None:
    line = json.dumps(words_of(told), allow_nan=False)
    assert read_words(type(told), json.loads(line)) == told


def test_what_is_usual_is_not_said() -> None:
    asked = Question("shoo", 2, {})
    assert words_of(asked) == {"game": "shoo", "seats": 2, "options": {}}
    assert words_of(Progress(None)) == {"thought": None}
    assert words_of(News()) == {}


def test_a_text_is_told_as_it_reads() -> None:
    told = words_of(Progress(None, done=True, problem=say("k", "No {what}.", what="luck")))
    assert type(told["problem"]) is str
    assert told["problem"] == "No luck."


GOOD = words_of(Question("shoo", 2, {"a": 1}, plies=("x",), seconds=1))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "not a JSON object"),
        ({**GOOD, "colour": 1}, "there is no colour"),
        ({key: GOOD[key] for key in ("game", "seats")}, "it lacks options"),
        ({**GOOD, "seats": True}, "seats cannot be read"),
        ({**GOOD, "seats": 2.0}, "seats cannot be read"),
        ({**GOOD, "seats": 2**64}, "seats cannot be read"),
        ({**GOOD, "seconds": float("inf")}, "seconds cannot be read"),
        ({**GOOD, "seconds": 10**400}, "seconds cannot be read"),
        ({**GOOD, "plies": "xy"}, "plies cannot be read"),
        ({**GOOD, "plies": ["x", 1]}, "plies cannot be read"),
        ({**GOOD, "options": {"a": []}}, "options cannot be read"),
        ({**GOOD, "ponder": 1}, "ponder cannot be read"),
    ],
)
def test_a_damaged_question_is_refused_by_name(words: Any, why: str) -> None:
    with pytest.raises(BadThought, match=why):
        read_words(Question, words)


def test_what_is_wrong_deep_inside_is_named() -> None:
    good = News({3: Progress(Thought("a", (0.5, 0.5), (Candidate("a", 1, (1.0,)),)))})
    words = words_of(good)
    words["progress"]["3"]["thought"]["candidates"][0]["visits"] = "many"
    why = "progress .*: thought .*: candidates .*: visits cannot be read"
    with pytest.raises(BadThought, match=why):
        read_words(News, words)


@given(st.sampled_from([Question, Thought, Progress, ThinkingHealth, News]), anything)
def test_anything_else_is_refused_and_nothing_worse(kind: Any, words: Any) -> None:
    with contextlib.suppress(BadThought):
        assert isinstance(read_words(kind, words), kind)


@given(question, st.sampled_from(["game", "seats", "options", "plies", "seconds"]), anything)
def test_a_question_with_one_strange_word_is_read_or_refused(
    asked: Question, key: str, word: Any
) -> None:
    words = {**words_of(asked), key: word}
    try:
        read = read_words(Question, words)
    except BadThought:
        return
    assert replace(read, **{key: getattr(asked, key)}) == asked
