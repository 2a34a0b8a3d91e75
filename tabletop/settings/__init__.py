"""The table of settings, and the files that hold them."""

from tabletop.settings.files import (
    FILE_NAME,
    changed,
    check_text,
    damaged_name,
    default_text,
    load,
    read_text,
    save,
    sync_folder,
    write_atomically,
)
from tabletop.settings.schema import TABLE, Setting, Settings, SettingsError, Value, setting

__all__ = [
    "FILE_NAME",
    "TABLE",
    "Setting",
    "Settings",
    "SettingsError",
    "Value",
    "changed",
    "check_text",
    "damaged_name",
    "default_text",
    "load",
    "read_text",
    "save",
    "setting",
    "sync_folder",
    "write_atomically",
]
