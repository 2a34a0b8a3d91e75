"""What people have of their own goes with them: into records, through series, from seat to seat."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import Match, Record, TimeControl
from tabletop.games import find_game
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match_setup import FACING_SIDES, SeatAid, Setup
from tabletop.scenes.play.board import PanelNotes, panel_texts, result_head
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.text_entry import MAX_NAME_LENGTH, clean_name
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.match.hint_match import begun
from tests.scenes.setups import aids, make_setup, names, teams, text_scales

SHOUT = find_game("shout7")
KEYS: tuple[str, ...] = (
    "Facing",
    "Sides",
    "OneWay",
    "Teams",
    "People",
    "Won",
    "Fillers",
    "Languages",
    "Names",
)
KEYS += ("Sizes", "Aids", "BestOf")
FULL = make_setup(
    SHOUT,
    3,
    sides=(0, 1, 3),
    teams=(1, 2, 1),
    languages=("de", "", "fr"),
    names=("Anna", "", "Zoé"),
    sizes=(0, 150, 200),
    aids=(SeatAid(50), SeatAid(), SeatAid(0, True, True)),
)


def read_back(setup: Setup) -> Setup:
    match = Match(setup.game, setup.seats)
    text = setup.with_headers(match.record()).to_text()
    return Setup.of(setup.game, match, Record.from_text(text))


def test_a_record_keeps_all_of_it() -> None:
    again = read_back(FULL)
    assert again.seating == FULL.seating
    assert again.one_way == FULL.one_way
    assert read_back(replace(FULL, one_way=True)).one_way


def test_records_of_people_who_faced_each_other_are_still_understood() -> None:
    old = Match(SHOUT, 3).record()
    old = replace(old, extra=(("Facing", "yes"),))
    assert Setup.of(SHOUT, Match(SHOUT, 3), old).around == FACING_SIDES[:3]


@given(
    st.dictionaries(
        st.sampled_from(KEYS),
        st.text() | st.text("0123,+-%hintselpyes", max_size=20),
    )
)
def test_damaged_values_give_the_default(lines: dict[str, str]) -> None:
    match = Match(SHOUT, 2)
    setup = Setup.of(SHOUT, match, replace(match.record(), extra=tuple(lines.items())))
    assert all(side in range(4) for side in setup.around)
    for seat in range(2):
        assert len(setup.own_names[seat]) <= MAX_NAME_LENGTH
        assert setup.text_scale(seat) in (0, *range(100, 201))
        assert 0 <= setup.aids[seat].time <= 900


@given(st.text())
def test_a_name_is_short_and_has_a_letter_or_is_none(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= MAX_NAME_LENGTH
    assert name == clean_name(name)
    assert not name or any(sign.isalnum() for sign in name)


def test_signs_alone_are_no_name() -> None:
    assert clean_name(" -'- ") == ""
    assert clean_name("  Anna   Lena ") == "Anna Lena"


def test_the_colours_move_on_and_people_stay_where_they_sit() -> None:
    after = FULL.rotated()
    assert after.edges == (1, 3, 0)
    assert names(after) == ("", "Zoé", "Anna")
    assert text_scales(after) == (150, 200, 0)
    assert aids(after) == (SeatAid(), SeatAid(0, True, True), SeatAid(50))
    assert teams(after) == (2, 1, 1)
    assert [after.player_number(seat) for seat in range(3)] == [1, 2, 0]
    begun = after.rotated().without_series
    assert (begun.edges, names(begun), teams(begun)) == (FULL.edges, names(FULL), teams(FULL))


def test_two_who_change_colours_take_their_own_with_them() -> None:
    after = FULL.swapped(0, 2)
    assert names(after) == ("Zoé", "", "Anna")
    assert after.edges == (3, 1, 0)


def test_a_seat_is_spoken_of_by_name_and_colour() -> None:
    assert FULL.name(0) == f"Anna ({SHOUT.seat_names[0]})"
    assert FULL.name(1) == SHOUT.seat_names[1]
    computer = FULL.with_player(0, KEEN)
    assert computer.name(0) == SHOUT.seat_names[0]
    assert computer.aids[0] == SeatAid()


def test_words_can_all_stand_one_way_and_turn_back_again() -> None:
    upright = FULL.turned_round()
    assert upright.around == (0, 0, 0)
    assert not upright.facing
    assert upright.turned_round().around == FULL.around
    assert make_setup(SHOUT, 2).turned_round().around == (0, 2)


def test_more_seats_are_as_anybody_at_first() -> None:
    more = FULL.of_seats(4)
    assert (names(more), more.edges, aids(more)[3]) == (
        ("Anna", "", "Zoé", ""),
        (0, 1, 3, 0),
        SeatAid(),
    )
    assert names(FULL.of_seats(2)) == ("Anna", "")
    assert more.player(3) == PERSON


def test_more_time_reaches_the_clock(table: AppContext) -> None:
    setup = replace(FULL, clock=TimeControl("sudden", 600))
    assert setup.start(table).clock.left == (900, 600, 600)


def test_panels_and_results_say_the_names(table: AppContext) -> None:
    scene = begun(table, "shout7", seats=3, names=names(FULL), aids=aids(FULL), won=(1, 0, 0))
    said = [
        panel_texts(
            scene.setup, scene.match, scene.board.upright, scene.snapshot, PanelNotes(), live=True
        )[seat]
        for seat in range(3)
    ]
    assert [words.name for words in said] == ["Anna", SHOUT.seat_names[1], "Zoé"]
    assert SHOUT.seat_names[0] in said[0].note
    assert "Player 2" in said[1].note
    assert [words.aided for words in said] == [True, False, True]
    outcome = scene.match.resign(1)
    assert "Anna" in result_head(scene.match, outcome, scene.setup)


@pytest.mark.parametrize(
    "aid", [SeatAid(), SeatAid(25), SeatAid(900, True), SeatAid(0, False, True)]
)
def test_help_reads_back(aid: SeatAid) -> None:
    assert SeatAid.read(str(aid)) == aid
    for damaged in ("", "x", "5+", "5+food", "-5", "99999+hints", "٣"):
        assert SeatAid.read(damaged) == SeatAid()
