from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.party.messages import FromPhone, FromServer, ToPhone, ToServer
from tabletop.party.views import View
from tests.party.strategies import values_of

UNIONS: dict[str, Any] = {
    "from a phone": FromPhone,
    "to a phone": ToPhone,
    "to the server": ToServer,
    "from the server": FromServer,
    "view": View,
}
KINDS = [
    pytest.param(union, kind, id=f"{name}: {kind.__name__}")
    for name, union in UNIONS.items()
    for kind in get_args(union)
]


@pytest.mark.parametrize(("union", "kind"), KINDS)
@given(data=st.data())
def test_every_message_is_one_line_and_survives_it(
    union: Any, kind: Any, data: st.DataObject
) -> None:
    message = data.draw(values_of(kind))
    line = msgspec.json.encode(message)
    assert b"\n" not in line
    assert msgspec.json.decode(line, type=union) == message


@pytest.mark.parametrize(("union", "kind"), KINDS)
@given(data=st.data())
def test_half_a_message_and_unknown_fields_are_refused(
    union: Any, kind: Any, data: st.DataObject
) -> None:
    line = msgspec.json.encode(data.draw(values_of(kind)))
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(line[: data.draw(st.integers(0, len(line) - 1))], type=union)
    if union is not View:  # views go to phones only
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(line[:-1] + b',"more":1}', type=union)
