import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.analysis import Analysis, AnalysisProgress, AnalysisRequest, BadAnalysisJson
from tabletop.players.protocol import (
    Answer,
    Ask,
    EngineHeartbeat,
    Message,
    Ready,
    SearchStatus,
    Stop,
    WarmUp,
    read_line,
    write_line,
)

ASKED = Ask(7, AnalysisRequest("shoo", 2, {"variant": "sheet"}, plies=("a1", "b2"), seconds=0.5))
THOUGHT = Answer(7, AnalysisProgress(Analysis("a1", (0.25, 0.75)), done=True))
whole = st.integers(-(2**63), 2**63)
message = st.one_of(
    st.builds(Ask, whole, st.just(ASKED.question)),
    st.builds(Answer, whole, st.just(THOUGHT.progress)),
    st.builds(Stop, whole),
    st.builds(EngineHeartbeat, whole),
    st.builds(WarmUp, st.text()),
    st.builds(SearchStatus, st.text(), st.booleans(), st.text()),
    st.just(Ready()),
)


@given(message)
def test_every_message_is_one_line_and_survives_it(told: Message) -> None:
    line = write_line(told)
    assert line.count(b"\n") == 1
    assert read_line(line) == told


@given(message, st.data())
def test_half_a_line_is_refused(told: Message, data: st.DataObject) -> None:
    line = write_line(told)
    with pytest.raises(BadAnalysisJson):
        read_line(line[: data.draw(st.integers(0, len(line) - 1))])


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"[]\n",
        b'{"number":1}\n',
        b"null\n",
        b"Traceback (most recent call last):\n",
        b'{"type":"Stop","number":1,"slices":2}\n',
        b'{"type":"Stop","number":"1"}\n',
        b'{"type":"Ready","number":2}\n',
        b'{"type":"Ask","number":1}\n',
        b'{"type":"Answer","number":1,"progress":{}}\n',
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_message_is_refused(line: bytes) -> None:
    with pytest.raises(BadAnalysisJson):
        read_line(line)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(line: bytes) -> None:
    try:
        read_line(line + b"\n")
    except BadAnalysisJson:
        return


def test_what_cannot_be_said_is_not_half_said() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_line(Ask(1, AnalysisRequest("shoo", 2, {}, seconds=float("inf"))))
