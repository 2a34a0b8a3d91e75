"""Silences C libraries that write to standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silence_libraries() -> Iterator[None]:
    """Redirects descriptor 2 to nowhere; SDL's own error messages say more."""
    if sys.stderr is None:  # a program without a console
        yield
        return
    sys.stderr.flush()
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
