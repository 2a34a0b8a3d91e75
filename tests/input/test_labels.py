import pytest

from tabletop.input.actions import Roll
from tabletop.input.devices import label_word, reader_name, source_label


def roll(label: str, *, simulated: bool = False, source: str = "serial") -> Roll:
    return Roll(source=source, device="k1", values=(4,), label=label, simulated=simulated)


@pytest.mark.parametrize(
    ("thrown", "label"),
    [
        (roll("reader:DR-1#A50285BI"), "reader:DR-1#A50285BI"),
        (roll("reader:DR-1", simulated=True), "simulated:DR-1"),
        (roll("simulated:DR-1"), "simulated:DR-1"),
        (roll("replayed"), "replayed"),
        (roll("reader:DR-1", source="replay"), "replayed"),
        (roll("my dice * 2"), "reader:my-dice---2"),
        (roll(""), "reader:k1"),
    ],
)
def test_a_throw_has_a_label_of_one_word(thrown: Roll, label: str) -> None:
    assert source_label(thrown) == label


def test_people_read_a_readers_name_without_its_serial_number() -> None:
    assert reader_name("reader:DR-1#A50285BI") == "DR-1"
    assert reader_name("simulated:tower") == "tower"


def test_a_name_without_a_letter_is_nameless() -> None:
    assert label_word("  ") == "nameless"
