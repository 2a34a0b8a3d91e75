"""Canvases of tests in another context."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext


@contextmanager
def default_context(**values: Any) -> Iterator[None]:
    """Canvases that are made meanwhile without a context get this one."""
    with patch.object(Canvas.__init__, "__defaults__", (UiContext(**values),)):
        yield
