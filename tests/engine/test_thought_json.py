import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.engine import say
from tabletop.engine.analysis import (
    Analysis,
    AnalysisProgress,
    AnalysisRequest,
    BadAnalysisJson,
    Candidate,
    EngineHealth,
    EngineUpdate,
    from_json,
    to_json,
)

whole = st.integers(-(2**63), 2**63 - 1)
number = st.floats(allow_nan=False, allow_infinity=False)
several = st.lists(number, max_size=4).map(tuple)
texts = st.lists(st.text(), max_size=4).map(tuple)
candidate = st.builds(Candidate, st.text(), whole, several, st.booleans(), texts)
thought = st.builds(
    Analysis,
    st.text(),
    several,
    st.lists(candidate, max_size=3).map(tuple),
    whole,
    number,
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
progress = st.builds(AnalysisProgress, st.none() | thought, st.booleans(), st.text())
health = st.builds(
    EngineHealth, st.booleans(), st.frozensets(st.text(), max_size=3), st.text(), whole
)
news = st.builds(
    EngineUpdate, st.dictionaries(st.integers(0, 10**9), progress, max_size=3), st.none() | health
)
question = st.builds(
    AnalysisRequest,
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
    line = json.dumps(to_json(told), allow_nan=False)
    assert from_json(type(told), json.loads(line)) == told


def test_what_is_usual_is_not_said() -> None:
    asked = AnalysisRequest("shoo", 2, {})
    assert to_json(asked) == {"game": "shoo", "seats": 2, "options": {}}
    assert to_json(AnalysisProgress(None)) == {"thought": None}
    assert to_json(EngineUpdate()) == {}


def test_a_text_is_told_as_it_reads() -> None:
    told = to_json(AnalysisProgress(None, done=True, problem=say("k", "No {what}.", what="luck")))
    assert type(told["problem"]) is str
    assert told["problem"] == "No luck."


GOOD = to_json(AnalysisRequest("shoo", 2, {"a": 1}, plies=("x",), seconds=1))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "Expected `object`"),
        ({**GOOD, "colour": 1}, "unknown field `colour`"),
        ({key: GOOD[key] for key in ("game", "seats")}, "missing required field `options`"),
        ({**GOOD, "seats": True}, r"\$\.seats"),
        ({**GOOD, "seats": 2.0}, r"\$\.seats"),
        ({**GOOD, "seats": 2**64}, r"\$\.seats"),
        ({**GOOD, "seconds": float("inf")}, r"\$\.seconds"),
        ({**GOOD, "seconds": 10**400}, r"\$\.seconds"),
        ({**GOOD, "plies": "xy"}, r"\$\.plies"),
        ({**GOOD, "plies": ["x", 1]}, r"\$\.plies"),
        ({**GOOD, "options": {"a": []}}, r"\$\.options"),
        ({**GOOD, "ponder": 1}, r"\$\.ponder"),
    ],
)
def test_a_damaged_question_is_refused_by_name(words: Any, why: str) -> None:
    with pytest.raises(BadAnalysisJson, match=why):
        from_json(AnalysisRequest, words)


def test_what_is_wrong_deep_inside_is_named() -> None:
    good = EngineUpdate(
        {3: AnalysisProgress(Analysis("a", (0.5, 0.5), (Candidate("a", 1, (1.0,)),)))}
    )
    words = to_json(good)
    words["progress"]["3"]["thought"]["candidates"][0]["visits"] = "many"
    why = r"\$\.progress.*\.thought\.candidates.*\.visits"
    with pytest.raises(BadAnalysisJson, match=why):
        from_json(EngineUpdate, words)


@given(
    st.sampled_from([AnalysisRequest, Analysis, AnalysisProgress, EngineHealth, EngineUpdate]),
    anything,
)
def test_anything_else_is_refused_and_nothing_worse(kind: Any, words: Any) -> None:
    with contextlib.suppress(BadAnalysisJson):
        assert isinstance(from_json(kind, words), kind)


@given(question, st.sampled_from(["game", "seats", "options", "plies", "seconds"]), anything)
def test_a_question_with_one_strange_word_is_read_or_refused(
    asked: AnalysisRequest, key: str, word: Any
) -> None:
    words = {**to_json(asked), key: word}
    try:
        read = from_json(AnalysisRequest, words)
    except BadAnalysisJson:
        return
    assert replace(read, **{key: getattr(asked, key)}) == asked
