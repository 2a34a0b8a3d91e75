"""A short run of the benchmark of the overview; speed is not checked."""

import pytest

from tools.bench import overview


@pytest.mark.slow
def test_each_viewer_sees_the_changes() -> None:
    found = overview.run(tables=3, viewers=2, seconds=2.0)
    assert (found["tables"], found["viewers"]) == (3, 2)
    assert found["changes"] >= 60
    assert found["seen"] >= 2
    assert 0 < found["p50_ms"] <= found["worst_ms"]
