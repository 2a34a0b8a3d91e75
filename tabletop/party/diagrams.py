"""The drawings of boards as files for phones."""

from collections.abc import Callable
from dataclasses import fields
from hashlib import sha256
from typing import Any, Final

import msgspec

from tabletop.engine import Diagram, Text

DECIMALS: Final = 3
"""Of lengths, in cells."""
KEY_LENGTH: Final = 16


def diagram_json(diagram: Diagram, translate: Callable[[str], str]) -> bytes:
    """A diagram as JSON, with the names of pieces in one language.

    The fields have the names of `Diagram`; those with their default values are left out.
    """
    return msgspec.json.encode(_plain(diagram, translate))


def diagram_key(content: bytes) -> str:
    """A short name of a file, which stands for this content only."""
    return sha256(content).hexdigest()[:KEY_LENGTH]


def _plain(value: Any, translate: Callable[[str], str]) -> Any:
    if isinstance(value, Text):
        return translate(value)
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, tuple):
        return [_plain(part, translate) for part in value]
    if value is None or isinstance(value, str | int):
        return value
    return {
        field.name: _plain(getattr(value, field.name), translate)
        for field in fields(value)
        if getattr(value, field.name) != field.default
    }
