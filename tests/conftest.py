"""Settings of all tests."""

import gc

import pytest
from hypothesis import settings

from tabletop.languages import keep_compiled_in
from tests.lanes import example_count
from tests.left_out import leave_out, lines_of

# No deadline: a slow machine is no error.
settings.register_profile("tabletop", deadline=None, max_examples=example_count(100))
settings.load_profile("tabletop")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_out(config, items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """The tests live to the end, so the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _catalogues_are_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    keep_compiled_in(tmp_path_factory.getbasetemp() / "languages")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for line in lines_of(config):
        terminalreporter.write_line(f"LEFT OUT {line}")
