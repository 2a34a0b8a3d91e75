"""Figures as Prometheus reads them, read back."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system.health import MetricFamily, MetricSample, render_metrics
from tests.supervision.exposed import read

names = st.from_regex(r"[a-zA-Z_:][a-zA-Z0-9_:]{0,20}", fullmatch=True).filter(
    lambda name: not name.endswith(("_sum", "_count"))
)
labels = st.dictionaries(st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,9}", fullmatch=True), st.text())
samples = st.lists(st.builds(MetricSample, value=st.floats(), labels=labels), max_size=4).map(
    lambda found: tuple({frozenset(each.labels.items()): each for each in found}.values())
)
families = st.lists(
    st.builds(MetricFamily, names, st.sampled_from(["gauge", "counter"]), st.text(), samples),
    max_size=4,
    unique_by=lambda family: family.name,
)


@given(families)
def test_whatever_is_told_is_read_back(told: list[MetricFamily]) -> None:
    found = read(render_metrics(told))
    assert list(found) == [family.name for family in told]
    for family in told:
        seen = found[family.name]
        assert (seen.kind, seen.help) == (family.kind, family.help)
        assert len(seen.samples) == len(family.samples)
        for sample in family.samples:
            value = seen.samples[family.name, frozenset(sample.labels.items())]
            assert value == sample.value or (math.isnan(value) and math.isnan(sample.value))


def test_a_summary_has_its_quantiles_and_its_sums() -> None:
    told = MetricFamily(
        "work", "summary", "Work.",
        (
            MetricSample(0.25, {"quantile": "0.5"}),
            MetricSample(12.5, ending="_sum"),
            MetricSample(3, ending="_count"),
        ),
    )  # fmt: skip
    assert render_metrics([told]) == (
        "# HELP work Work.\n# TYPE work summary\n"
        'work{quantile="0.5"} 0.25\nwork_sum 12.5\nwork_count 3\n'
    )


@pytest.mark.parametrize("name", ["", "7up", "a b", "a\nb", "ä"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        render_metrics([MetricFamily(name, "gauge", "", ())])
    with pytest.raises(ValueError, match="no name"):
        render_metrics([MetricFamily("good", "gauge", "", (MetricSample(1, {name: "x"}),))])
