"""The arranging player: pictures and names, disputes, reports of looking, the time limit."""

from collections.abc import Iterator

import pytest

from tabletop.games.sevens import Picture, SevensMatch
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.match import LookingReport, Phase
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    elsewhere,
    guessing,
    look,
    refused,
    show,
    small_booklet,
    tossed,
)


@pytest.fixture
def booklet() -> Iterator[tuple[Figure, ...]]:
    with small_booklet() as drawn:
        yield drawn


@pytest.mark.parametrize(
    ("name", "rule", "reason"),
    [
        ("", "2", "Say what the picture is."),
        (" \n ", "2", "Say what the picture is."),
        ("a\x00b", "2", "Use only plain letters and signs in a name."),
        ("\ud800", "2", "Use only plain letters and signs in a name."),
        ("x" * 41, "2", "A name has at most 40 letters."),
    ],
)
def test_a_picture_needs_a_plain_name(name: str, rule: str, reason: str) -> None:
    match = tossed()
    assert refused(lambda: match.arranged(3, name, DIAMOND), rule) == reason
    assert (match.phase, match.target, match.events[1:]) == (Phase.ARRANGE, None, ())


@pytest.mark.parametrize(
    ("picture", "rule", "reason"),
    [
        (FEWER, "2", "2 pieces left."),
        (elsewhere(DIAMOND, 6, (0.5, 0)), "9", "Two pieces overlap. Move one."),
        (elsewhere(DIAMOND, 6, (-9, 0)), "9", "Some pieces don’t touch yet. Join them up."),
    ],
)
def test_an_unfit_picture_is_not_taken(picture: Picture, rule: str, reason: str) -> None:
    match = tossed()
    assert refused(lambda: match.arranged(3, "Kite", picture), rule) == reason
    assert (match.phase, match.now) == (Phase.ARRANGE, 3)


def test_a_loose_table_takes_a_picture_in_parts() -> None:
    match = tossed(loose=True)
    match.arranged(3, "Stars", elsewhere(DIAMOND, 6, (-9, 0)))
    assert match.phase is Phase.READY


def test_corners_out_of_all_bounds_are_refused_in_words() -> None:
    match = tossed()
    far = DIAMOND.shifted((1e14, 0))
    nowhere = DIAMOND.shifted((float("nan"), 0))
    assert refused(lambda: match.arranged(3, "Kite", far), "9")
    assert refused(lambda: match.arranged(3, "Kite", nowhere), "9")
    match = guessing()
    assert refused(lambda: match.told(30, DIAMOND.shifted((1e14, 0))), "9")
    assert match.guess == Picture()


def test_a_disputed_picture_is_made_anew_if_both_agree() -> None:
    match = tossed()
    show(match)
    match.dispute(12, agreed=False)
    assert (match.phase, match.target) == (Phase.READY, DIAMOND)
    match.dispute(13, agreed=True)
    assert (match.phase, match.target, match.name) == (Phase.ARRANGE, None, "")
    assert (match.arranger, match.events[-1].name) == (0, "disputed")
    show(match)
    match.look(40)
    refused(lambda: match.dispute(41, agreed=True), "2")


def test_a_confirmed_report_loses_the_match() -> None:
    match = tossed(first=1)
    match.report(3)
    waiting = match.pending
    assert waiting == LookingReport(by=1, against=0, asked=0)
    match.confirm(5)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "Blue looked while the picture was being made."
    assert (match.pending, match.phase) == (None, Phase.OVER)


def test_a_denied_report_is_dropped_where_there_is_no_host() -> None:
    match = tossed()
    match.report(3)
    refused(lambda: match.report(4), "8")
    refused(lambda: match.arranged(4, "Kite", DIAMOND), "8")
    match.deny(5)
    assert (match.pending, match.phase, match.outcome) == (None, Phase.ARRANGE, None)
    show(match)
    assert match.phase is Phase.READY


@pytest.mark.parametrize("guilty", [True, False])
def test_the_host_decides_a_report_that_is_denied(guilty: bool) -> None:
    match = tossed(host=True)
    match.report(3)
    match.deny(5)
    waiting = match.pending
    assert waiting == LookingReport(by=0, against=1, asked=None)
    if guilty:
        match.confirm(6)
        assert match.outcome is not None
        assert match.outcome.winners == (0,)
    else:
        match.deny(6)
        assert (match.pending, match.phase) == (None, Phase.ARRANGE)


def test_looking_is_reported_only_while_the_picture_is_made() -> None:
    match = SevensMatch()
    refused(lambda: match.report(0), "8")
    match.toss(0)
    refused(lambda: match.confirm(1), "8")
    refused(lambda: match.deny(1), "8")
    show(match)
    refused(lambda: match.report(20), "8")
    look(match)
    refused(lambda: match.report(40), "8")


def test_the_arranging_limit_draws_a_figure_of_the_booklet(booklet: tuple[Figure, ...]) -> None:
    match = tossed(arrange_seconds=60)
    assert (match.arrange_left, match.next_due) == (60, 60)
    match.advance(59.999)
    assert match.phase is Phase.ARRANGE
    match.advance(75)
    assert (match.phase, match.events[-1].at) == (Phase.READY, 60000)
    assert (match.name, match.target) in [(f.name, f.picture) for f in booklet]


def test_another_figure_is_drawn_after_a_dispute_and_with_another_seed(
    booklet: tuple[Figure, ...],
) -> None:
    names = []
    for seed in range(8):
        match = tossed(seed, arrange_seconds=60)
        match.advance(60)
        names.append(match.name)
        match.dispute(61, agreed=True)
        assert match.next_due == 121
        match.advance(121)
        names.append(match.name)
    assert len(set(names)) > 8


def test_the_arranging_time_stands_still_while_a_report_waits() -> None:
    match = tossed(arrange_seconds=60)
    match.report(20)
    match.advance(500)
    assert (match.phase, match.arrange_left, match.next_due) == (Phase.ARRANGE, 40, None)
    match.deny(600)
    assert (match.arrange_left, match.next_due) == (40, 640)
