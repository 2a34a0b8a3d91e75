"""Settings of all tests."""

import pytest
from hypothesis import settings

from tests.lanes import example_count
from tests.left_out import leave_out, lines_of

# No deadline: a slow machine is no error.
settings.register_profile("tabletop", deadline=None, max_examples=example_count(100))
settings.load_profile("tabletop")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_out(config, items)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for line in lines_of(config):
        terminalreporter.write_line(f"LEFT OUT {line}")
