"""The folders of files that come with the program."""

from importlib.resources import files
from pathlib import Path


def resource_folder(name: str) -> Path:
    """Where `assets` or `config` lies: inside the installed package, or in the checkout beside it.

    The folder need not exist: a missing file is reported by whoever reads it.
    """
    package = Path(str(files("tabletop")))
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
