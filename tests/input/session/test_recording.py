import json
import typing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.analysis import Analysis, AnalysisProgress, EngineHealth, EngineUpdate
from tabletop.input.actions import Action, Down, Quit
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.session import (
    BadRecording,
    RecordedTurn,
    SessionHeader,
    SessionRecording,
    encode_header,
    encode_run,
    encode_turn,
    read_recording,
)

numbers = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, numbers)
st.register_type_strategy(int, st.integers(-(2**63), 2**63))

BEGINNING = SessionHeader(
    program="0.1.0",
    date="2026-11-21",
    start=("play", "sevens", 2, {"look_seconds": 20}),
    settings={"window.width": 1280, "look.speed": "fast"},
    display=("window", 1280, 800),
    files={"displays.json": "{}\n"},
    problems=("A word.",),
)
HEAD = encode_header(BEGINNING)
DOWN: Action = Down(source="tuio", contact=3, at=(0.1, 1 / 3))
DEVICE = Device("a", "serial", "Box", "/dev/ttyX", health=DeviceHealth.LIVE, buttons=4, last_at=1.5)


def whole(*lines: str) -> list[bytes]:
    return [line.encode() + b"\n" for line in (HEAD, *lines)]


def refusal(lines: list[bytes]) -> str:
    """The error of these lines; "" for none."""
    try:
        read_recording(lines)
    except BadRecording as refused:
        return str(refused)
    return ""


thoughts = st.builds(
    Analysis, st.text(), st.lists(numbers, max_size=4).map(tuple), sims=st.integers(0, 10**12)
)
any_turn = st.builds(
    RecordedTurn,
    microseconds=st.integers(0, 3_600_000_000),
    actions=st.lists(
        st.one_of([st.from_type(kind) for kind in typing.get_args(Action)]), max_size=3
    ).map(tuple),
    seeds=st.lists(st.integers(), max_size=2).map(tuple),
    date=st.text(max_size=12),
    display=st.none() | st.tuples(st.text(), st.integers(1, 16384), st.integers(1, 16384)),
    notices=st.lists(st.text(), max_size=2).map(tuple),
    devices=st.lists(st.from_type(Device), max_size=2).map(tuple),
    removed=st.lists(st.text(), max_size=2).map(tuple),
    engine=st.builds(
        EngineUpdate,
        st.dictionaries(
            st.integers(0, 999),
            st.builds(AnalysisProgress, st.none() | thoughts, st.booleans(), st.text()),
        ),
        st.none() | st.builds(EngineHealth, st.booleans(), slow=st.text()),
    ),
)


def test_an_evening_is_read_exactly_as_it_was_written() -> None:
    full = RecordedTurn(
        16683, (DOWN, Quit(source="window")), (7, 2**48), notices=("Hm.",), devices=(DEVICE,)
    )
    moved = RecordedTurn(
        5, date="2026-11-22", display=("screen 0 800x600", 800, 600), removed=("a",)
    )
    lines = whole(encode_run(1, [16667, 2_000_000]), encode_turn(3, full), encode_turn(4, moved))
    assert read_recording(lines) == SessionRecording(
        BEGINNING, (RecordedTurn(16667), RecordedTurn(2_000_000), full, moved), cut=False
    )


@given(st.lists(any_turn, max_size=4))
def test_every_turn_survives_its_line(turns: list[RecordedTurn]) -> None:
    lines = [encode_turn(number, turn) for number, turn in enumerate(turns, start=1)]
    assert read_recording(whole(*lines)).turns == tuple(turns)


def test_a_run_costs_few_bytes_a_turn() -> None:
    assert len(encode_run(1, [16_667] * 60)) < 60 * 6 + 30


GOOD = encode_turn(1, RecordedTurn(16683, (DOWN,)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"turn": 2, "us"', "not a JSON object, or cut short"),
        ("[" * 100_000, "not a JSON object, or cut short"),
        ("", "not a JSON object, or cut short"),
        ("7", "not a JSON object"),
        ('{"turn": 2, "us": NaN}', "not a JSON object"),
        ('{"turn": 4, "us": 5}', "turn 2 should be here"),
        ('{"us": 5}', "turn 2 should be here"),
        ('{"turn": 2}', "Object missing required field `us`"),
        ('{"turn": 2, "us": -1}', "Expected `int` >= 0 - at `$.us`"),
        ('{"turn": 2, "us": 0.5}', "Expected `int`, got `float` - at `$.us`"),
        ('{"turn": 2, "us": 9999999999}', "Expected `int` <= 3600000000 - at `$.us`"),
        ('{"turn": 2, "us": 5, "x": 1}', "Object contains unknown field `x`"),
        ('{"turn": 2, "run": [1, "2"]}', "Expected `int`, got `str` - at `$.run"),
        ('{"turn": 2, "run": 5}', "Expected `array`, got `int` - at `$.run`"),
        ('{"turn": 2, "run": [5], "us": 5}', "Object contains unknown field `us`"),
        ('{"turn": 2, "us": 5, "do": [{"do": "Fly"}]}', "do is not one"),
        ('{"turn": 2, "us": 5, "seeds": [true]}', "Expected `int`, got `bool` - at `$.seeds"),
        ('{"turn": 2, "us": 5, "stage": ["window", 0, 5]}', "Expected `int` >= 1 - at `$.stage"),
        ('{"turn": 2, "us": 5, "devices": [{"key": "a"}]}', "Object missing required field `kind`"),
        (HEAD, "turn 2 should be here"),
    ],
)
def test_a_damaged_line_is_named_in_words(line: str, words: str) -> None:
    with pytest.raises(BadRecording) as refused:
        read_recording(whole(GOOD, line, GOOD))
    assert str(refused.value).startswith(f"line 3: {words}")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"", "line 1: nothing is written there"),
        (b"{}\n", "line 1: not the beginning of an evening"),
        (b"\xff\n", "line 1: not a JSON object, or cut short"),
        (b'{"evening": 2}\n', "line 1: written by another version of this program"),
        (b'{"evening": 1}\n', "line 1: Object missing required field `program`"),
        (HEAD.encode()[:-9] + b"\n", "line 1: not a JSON object, or cut short"),
        (
            HEAD.replace('"2026-11-21"', "3").encode() + b"\n",
            "line 1: Expected `str`, got `int`",
        ),
    ],
)
def test_a_damaged_beginning_is_refused_in_words(head: bytes, words: str) -> None:
    with pytest.raises(BadRecording) as refused:
        read_recording(head.splitlines(keepends=True))
    assert str(refused.value).startswith(words)


@pytest.mark.parametrize(
    "start",
    [
        ["record", 5],
        ["play"],
        ["title", 1],
        [1, 2, 3, 4],
        ["play", "shoo", None, {}],
        ["replay", "/etc/hosts"],
    ],
)
def test_what_no_command_line_asks_for_is_refused(start: list[object]) -> None:
    line = json.dumps(json.loads(HEAD) | {"start": start}).encode() + b"\n"
    assert refusal([line]).startswith("line 1: start cannot be read")
    for good in ([], ["title"], ["play", "shoo", 2, {}], ["record", "text"]):
        line = json.dumps(json.loads(HEAD) | {"start": good}).encode() + b"\n"
        assert refusal([line]) == ""


@given(st.data())
def test_what_a_power_cut_leaves_is_an_evening_up_to_there(data: st.DataObject) -> None:
    lines = whole(GOOD, encode_run(2, [5] * 9), encode_turn(11, RecordedTurn(5, notices=("x",))))
    text = b"".join(lines)
    end = data.draw(st.integers(len(lines[0]), len(text)))
    evening = read_recording(text[:end].splitlines(keepends=True))
    assert evening.turns == read_recording(lines).turns[: len(evening.turns)]
    assert evening.cut == (text[end - 1 : end] != b"\n")


@given(st.lists(st.binary(max_size=60), max_size=4))
def test_noise_never_gives_anything_but_words(noise: list[bytes]) -> None:
    with pytest.raises(BadRecording, match="line 1: "):
        read_recording([line + b"\n" for line in noise] or [b"\n"])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["key", "health", "do", "source", "us"]), inner, max_size=4
        )
    ),
)
turn_keys = ["us", "do", "run", "seeds", "stage", "told", "devices", "gone", "date"]


@given(st.dictionaries(st.sampled_from(turn_keys), json_values))
def test_a_line_of_anything_is_a_turn_or_refused(words: dict[str, object]) -> None:
    line = json.dumps({"turn": 1} | words)
    assert refusal(whole(line))[:8] in ("", "line 2: ")


@given(st.dictionaries(st.sampled_from(list(json.loads(HEAD))), json_values))
def test_a_beginning_of_anything_is_one_or_refused(words: dict[str, object]) -> None:
    line = json.dumps(json.loads(HEAD) | words).encode() + b"\n"
    assert refusal([line])[:8] in ("", "line 1: ")


def test_a_device_is_read_exactly_as_it_was() -> None:
    other = replace(DEVICE, health=DeviceHealth.TOO_NEW, simulated=True, why="9")
    line = encode_turn(1, RecordedTurn(0, devices=(DEVICE, other)))
    assert read_recording(whole(line)).turns[0].devices == (DEVICE, other)
