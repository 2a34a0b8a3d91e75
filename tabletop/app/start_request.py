"""What the program is to open with."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeAlias

from tabletop.storage import Store, repository

StartRequest: TypeAlias = tuple[Any, ...] | None
"""None for the menu, ("title",), ("play", key, seats, options), ("replay", path),
("record", text) or ("on table", match id, text)."""


def resolve_start(
    start: StartRequest, store: Store | None = None, avoid: Collection[str] = frozenset()
) -> StartRequest:
    """The request with the text of its record in place of a file name; else the title.

    Where nothing was asked for, the match that lay on the table of that store when the program
    died: it comes back, unless it is to be avoided.
    """
    match start:
        case None:
            left = None if store is None else repository.load_current_match(store)
            if left is None or left[0] in avoid:
                return ("title",)
            return "on table", left[0], left[1].to_text()
        case ("replay", path):
            return "record", Path(path).read_text(encoding="utf-8")
        case _:
            return start
