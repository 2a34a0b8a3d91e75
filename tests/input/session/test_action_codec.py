import json
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action
from tabletop.input.session import BadRecording, decode_action, encode_action

numbers = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, numbers)
st.register_type_strategy(int, st.integers(-(2**63), 2**63))


@pytest.mark.parametrize("kind", typing.get_args(Action))
def test_every_kind_of_action_is_read_exactly_as_it_was(kind: type[Action]) -> None:
    @given(st.from_type(kind))
    def survives(action: Action) -> None:
        line = json.dumps(encode_action(action), allow_nan=False)
        assert "\n" not in line
        assert decode_action(json.loads(line)) == action

    survives()


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (7, "an action is not a JSON object"),
        ({"source": "window"}, "do is not one of Down, Tap"),
        ({"do": "Fly", "source": "window"}, "do is not one of Down, Tap"),
        ({"do": ["Quit"], "source": "window"}, "do is not one of Down, Tap"),
        ({"do": "Quit"}, "Object missing required field `source`"),
        ({"do": "Quit", "source": 5}, "Expected `str`, got `int` - at `$.source`"),
        ({"do": "Quit", "source": "window", "x": 1}, "Quit has no x"),
        ({"do": "Hover", "source": "mouse", "at": [1]}, "Expected `array` of length 2"),
        ({"do": "Hover", "source": "mouse", "at": [1, True]}, "Expected `float`, got `bool`"),
        ({"do": "Hover", "source": "mouse", "at": [1, 10**400]}, "Number out of range"),
        (
            {"do": "Walk", "source": "keyboard", "by": 1.5},
            "Expected `int`, got `float` - at `$.by`",
        ),
        (
            {"do": "Press", "source": "keyboard", "button": "X"},
            "Invalid enum value",
        ),
        (
            {"do": "Focus", "source": "window", "gained": 1},
            "Expected `bool`, got `int` - at `$.gained`",
        ),
        (
            {"do": "Resized", "source": "window", "size": [1, 0.5]},
            "Expected `int`, got `float` - at `$.size",
        ),
        (
            {"do": "Quit", "source": "window", "when": "now"},
            "Expected `float`, got `str` - at `$.when`",
        ),
    ],
)
def test_what_is_no_action_is_refused_in_words(words: object, refusal: str) -> None:
    with pytest.raises(BadRecording) as refused:
        decode_action(words)
    assert str(refused.value).startswith(refusal)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
kinds = st.sampled_from([kind.__name__ for kind in typing.get_args(Action)])
fields = st.sampled_from(["source", "at", "contact", "by", "seat", "when", "values", "button"])


@given(
    json_values
    | st.builds(lambda kind, rest: rest | {"do": kind}, kinds, st.dictionaries(fields, json_values))
)
def test_any_other_value_is_an_action_or_refused(words: object) -> None:
    try:
        action = decode_action(words)
    except BadRecording:
        return
    assert decode_action(json.loads(json.dumps(encode_action(action)))) == action
