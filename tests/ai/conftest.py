import os
from pathlib import Path

import pytest

from tabletop.ai.compilation import CompilationCache


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> CompilationCache:
    """A cache that all tests of a run share, in all its processes: each game is compiled once."""
    base = tmp_path_factory.getbasetemp()
    return CompilationCache(_run_folder(base) / "compiled")


def _run_folder(base: Path) -> Path:
    """The folder of the whole run; each process of pytest-xdist has one of its own inside it."""
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
