import io
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action, Button, Down, Lost, Point, Press, Quit
from tabletop.input.recording import (
    BadRecording,
    Recorder,
    Replay,
    read_line,
    read_recording,
    to_line,
)

from .conftest import Clock

numbers = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, numbers)
any_action = st.one_of([st.from_type(kind) for kind in typing.get_args(Action)])


class Story:
    """A source that tells one list of actions a poll."""

    name = "story"

    def __init__(self, *polls: list[Action]) -> None:
        self._polls = list(polls)
        self.told: list[str] = []

    def start(self) -> None:
        self.told.append("start")

    def poll(self) -> list[Action]:
        return self._polls.pop(0)

    def stop(self) -> None:
        self.told.append("stop")


@pytest.mark.parametrize("kind", typing.get_args(Action))
def test_every_kind_of_action_survives_its_line(kind: type[Action]) -> None:
    @given(st.floats(0, 1e6), st.from_type(kind))
    def survives(at: float, action: Action) -> None:
        line = to_line(at, action)
        assert "\n" not in line
        assert read_line(line) == (round(at, 6), action)
        assert read_line(line.encode()) == (round(at, 6), action)

    survives()


def test_a_recording_plays_again_at_its_times(clock: Clock) -> None:
    point: Point = (1.5, 2.25)
    down: Action = Down(source="touch", contact=1, at=point)
    ok: Action = Press(source="keyboard", button=Button.OK)
    story = Story([down], [], [ok, Quit(source="window")])
    file = io.StringIO()
    recorder = Recorder(story, file, clock)
    clock.tick(100)
    recorder.start()
    seen = []
    for _ in range(3):
        clock.tick(0.25)
        seen += recorder.poll()
    recorder.stop()
    assert story.told == ["start", "stop"]
    assert len(seen) == 3

    replay = Replay(file.getvalue().splitlines(), clock)
    clock.tick(100)
    replay.start()
    assert replay.poll() == []
    clock.tick(0.25)
    assert replay.poll() == [down]
    clock.tick(0.25)
    assert (replay.poll(), replay.finished) == ([], False)
    clock.tick(0.25)
    assert (replay.poll(), replay.finished) == ([ok, Quit(source="window")], True)
    assert replay.poll() == []


def test_a_full_disk_is_told_once_and_the_evening_goes_on(clock: Clock) -> None:
    class Full(io.StringIO):
        def write(self, _text: str, /) -> int:
            raise OSError("disk full")

    quit_: Action = Quit(source="window")
    recorder = Recorder(Story([quit_], [quit_]), Full(), clock)
    assert recorder.poll() == [quit_, Lost(source="recorder", reason="disk full")]
    assert recorder.poll() == [quit_]


GOOD = '{"t": 1.0, "do": "Quit", "source": "window"}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"t": 1.0, "do": "Qu', "not a JSON object, or cut short"),
        (b'{"t": 1.0, "do": "\xff"}', "not a JSON object, or cut short"),
        ("[" * 100_000, "not a JSON object, or cut short"),
        ("7", "not a JSON object"),
        ('{"do": "Quit", "source": "window"}', "t is not a time in seconds"),
        ('{"t": NaN, "do": "Quit", "source": "window"}', "t is not a time in seconds"),
        ('{"t": -1, "do": "Quit", "source": "window"}', "t is not a time in seconds"),
        ('{"t": 1, "do": "Fly", "source": "window"}', "do is not one of Down, Tap"),
        ('{"t": 1, "do": ["Quit"], "source": "window"}', "do is not one of Down, Tap"),
        ('{"t": 1, "do": "Quit"}', "Quit lacks source"),
        ('{"t": 1, "do": "Quit", "source": 5}', "source is not text"),
        ('{"t": 1, "do": "Quit", "source": "window", "x": 1}', "Quit has no x"),
        ('{"t": 1, "do": "Hover", "source": "mouse", "at": [1]}', "at is not two numbers"),
        ('{"t": 1, "do": "Hover", "source": "mouse", "at": [1, true]}', "at is not two numbers"),
        ('{"t": 1, "do": "Walk", "source": "keyboard", "by": 1.5}', "by is not a whole number"),
        ('{"t": 1, "do": "Press", "source": "keyboard", "button": "X"}', "button is not one of OK"),
        ('{"t": 1, "do": "Focus", "source": "window", "gained": 1}', "gained is neither true nor"),
        (
            '{"t": 1, "do": "Resized", "source": "window", "size": [1, 0.5]}',
            "size is not two whole",
        ),
        ('{"t": 0.5, "do": "Quit", "source": "window"}', "earlier than the line before it"),
    ],
)
def test_a_damaged_line_is_named_in_words(line: str | bytes, words: str) -> None:
    with pytest.raises(BadRecording) as refused:
        Replay([GOOD, "", line, GOOD])
    assert str(refused.value).startswith(f"line 3: {words}")


@given(any_action, st.data())
def test_a_line_cut_anywhere_is_refused_in_words(action: Action, data: st.DataObject) -> None:
    line = to_line(1.0, action)
    cut = line[: data.draw(st.integers(1, len(line) - 1))]
    with pytest.raises(BadRecording, match="line 1: "):
        read_recording([cut])


@given(st.one_of(st.text(min_size=1), st.binary(min_size=1)))
def test_noise_never_gives_anything_but_words(noise: str | bytes) -> None:
    if noise.strip():
        with pytest.raises(BadRecording, match="line 1: "):
            read_recording([noise])
