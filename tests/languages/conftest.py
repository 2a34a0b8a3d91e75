from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop import languages
from tests.languages.catalogues import FRENCH, GERMAN, write


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A German and a French catalogue of a few words, in place of the program's own."""
    folder = tmp_path / "languages"
    folder.mkdir()
    write(folder, "de", GERMAN)
    write(folder, "fr", FRENCH)
    languages.use_folders(folder)
    yield folder
    languages.use_folders()
