"""Hypothesis strategies for the messages, made from their types."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@cache
def values_of(type_: Any) -> st.SearchStrategy[Any]:
    """Valid values of a type that msgspec can decode."""
    return _values(inspect.type_info(type_))


def _values(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.StructType():
            fields = {
                field.name: _values(field.type)
                if field.required
                else st.just(_default(field)) | _values(field.type)
                for field in info.fields
            }
            return st.builds(info.cls, **fields)
        case inspect.UnionType():
            return st.one_of(*map(_values, info.types))
        case inspect.LiteralType():
            return st.sampled_from(sorted(info.values, key=str))
        case inspect.IntType():
            return st.integers(
                -(2**53) if info.ge is None else info.ge, 2**53 if info.le is None else info.le
            )
        case inspect.FloatType():
            return st.floats(info.ge, info.le, allow_nan=False, allow_infinity=False)
        case inspect.StrType():
            return st.text(max_size=12 if info.max_length is None else min(12, info.max_length))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.VarTupleType():
            most = 3 if info.max_length is None else info.max_length
            return st.lists(_values(info.item_type), max_size=most).map(tuple)
        case inspect.TupleType():
            return st.tuples(*map(_values, info.item_types))
        case inspect.DictType():
            return st.dictionaries(_values(info.key_type), _values(info.value_type), max_size=3)
        case inspect.RawType():
            return _JSON.map(lambda value: msgspec.Raw(msgspec.json.encode(value)))
    raise TypeError(f"no strategy for {info}")


def _default(field: inspect.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory()
