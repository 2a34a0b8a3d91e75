"""The file with the secret key of a table, which only its owner may read."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from tabletop.settings import sync_folder

FILE_NAME: Final = "hub.key"


class HubKey(msgspec.Struct, frozen=True):
    """What a table needs to sign its requests."""

    address: str
    """As in the setting ``event.hub``."""
    table: int
    key: str
    hub: str
    """The name of the event."""
    tables: int = 0


def read_key(folder: Path) -> HubKey | None:
    """The key of a data folder; None if there is none, or it makes no sense."""
    try:
        return msgspec.json.decode((folder / FILE_NAME).read_bytes(), type=HubKey)
    except (OSError, msgspec.DecodeError):
        return None


def write_key(folder: Path, key: HubKey) -> None:
    """Replaces the file as a whole; OSError."""
    path = folder / FILE_NAME
    fresh = path.with_suffix(".new")
    with suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(key))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(folder)


def delete_key(folder: Path) -> None:
    with suppress(FileNotFoundError):
        (folder / FILE_NAME).unlink()
