"""Arranging: what fingers, mouse and keys do behind the curtain, through the real scenes."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from math import inf

import pytest

from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.phases.arrange import REOPEN_SECONDS
from tabletop.games.sevens.scenes.phases.base import pieces_outside_tray
from tabletop.games.sevens.view.board import AUTO_CLOSE_SECONDS, COUNTDOWN_SECONDS, Curtain
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Press, Pull, Tap, Walk
from tabletop.ui.core.app_context import AppContext
from tests.games.sevens.arranging import Hands, _after_round, _picked, _unveiling

# -- the curtain ----------------------------------------------------------------------------------


def test_at_first_the_curtain_is_closed_and_hides_all_pieces(hands: Hands) -> None:
    assert not hands.phase.curtain.open
    assert not hands.shows_wood()
    assert "look away" in hands.phase.other_prompt


def test_hands_on_a_closed_curtain_move_nothing(hands: Hands) -> None:
    hands.carry(0, (8.0, 4.0))
    assert len(hands.phase.surface.picture()) == 0
    assert "curtain is closed" in hands.phase.warning, "and it is said why"


def test_hands_beside_the_curtain_or_before_an_open_one_are_not_told_how_it_opens(
    hands: Hands,
) -> None:
    hands.open()
    hands.carry(0, (8.0, 4.0))
    hands.tap("curtain")
    assert not hands.phase.curtain.open
    assert not hands.phase.warning


def test_what_opens_the_curtain_is_named_as_its_button_is_labelled(hands: Hands) -> None:
    named = f"“{hands.button('curtain').label}”"
    assert named in hands.phase.prompt
    hands.touch((400, 500))
    assert named in hands.phase.warning


def test_one_touch_opens_the_curtain_and_another_closes_it(hands: Hands) -> None:
    hands.tap("curtain")
    hands.wait(0.4)
    assert hands.phase.curtain.drawn == 1
    assert hands.shows_wood()
    hands.carry(0, (8.0, 4.0))
    assert len(hands.phase.surface.picture()) == 1
    hands.tap("curtain")
    hands.wait(0.4)
    assert not hands.shows_wood()


def test_a_slow_touch_opens_it_too(hands: Hands) -> None:
    hands.down(hands.at("curtain"))
    hands.wait(0.8)
    hands.up(hands.at("curtain"))
    hands.wait(5.0)
    assert hands.phase.curtain.drawn == 1


def test_the_curtain_is_open_while_its_button_is_held(hands: Hands) -> None:
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    assert hands.phase.curtain.drawn == 1
    assert hands.shows_wood()
    hands.wait(20)
    assert hands.phase.curtain.open
    hands.up(hands.at("curtain"), 1)
    hands.wait(0.4)
    assert hands.phase.curtain.drawn == 0
    assert not hands.shows_wood()


def test_one_hand_holds_the_curtain_while_the_other_moves_a_piece(hands: Hands) -> None:
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.2)
    hands.touch(hands.place(0), contact=2)
    hands.up(hands.at("curtain"), 1)
    assert not hands.phase.curtain.open, "it was held for the other hand"
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    hands.carry(0, (8.0, 4.0), contact=2)
    assert len(hands.phase.surface.picture()) == 1


def test_a_held_piece_is_let_go_when_the_curtain_closes(hands: Hands) -> None:
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    hands.down(hands.place(0), 2)
    hands.wait(0.1)
    assert hands.phase.surface.pieces.pieces[0].held
    hands.up(hands.at("curtain"), 1)
    assert not hands.phase.surface.pieces.pieces[0].held


def test_a_finger_that_slips_off_the_button_closes_the_curtain(hands: Hands) -> None:
    began = hands.at("curtain")
    hands.down(began, 1)
    hands.wait(0.4)
    hands.stack.handle(Pull(source="touch", contact=1, at=(300, 500), began=began))
    assert not hands.phase.curtain.open


def test_it_closes_by_itself_after_a_countdown_in_the_prompt(hands: Hands) -> None:
    hands.tap("curtain")
    hands.wait(AUTO_CLOSE_SECONDS - COUNTDOWN_SECONDS - 0.1)
    assert hands.phase.curtain.closes_in is None
    before = hands.phase.prompt
    hands.wait(1.0)
    assert hands.phase.prompt != before
    assert str(COUNTDOWN_SECONDS) in hands.phase.prompt
    hands.wait(3.0)
    assert str(COUNTDOWN_SECONDS - 3) in hands.phase.prompt
    hands.wait(COUNTDOWN_SECONDS - 3.5)
    assert not hands.phase.curtain.open


def test_any_touch_during_the_countdown_keeps_it_open(hands: Hands) -> None:
    hands.tap("curtain")
    hands.wait(AUTO_CLOSE_SECONDS - 0.5)
    hands.touch((400, 500))
    hands.wait(AUTO_CLOSE_SECONDS - 0.5)
    assert hands.phase.curtain.open


def test_a_finger_that_rests_on_a_piece_keeps_the_curtain_open(hands: Hands) -> None:
    hands.open()
    hands.down(hands.place(0), 2)
    hands.wait(AUTO_CLOSE_SECONDS + 5)
    assert hands.phase.curtain.open


def test_keys_open_and_close_the_curtain(hands: Hands) -> None:
    while hands.phase.buttons.focus != "curtain":
        hands.phase.handle(Walk(source="keyboard", by=1))
    hands.phase.handle(Press(source="keyboard", button=Key.OK))
    assert hands.phase.curtain.stays
    hands.phase.handle(Press(source="keyboard", button=Key.OK))
    assert not hands.phase.curtain.open


@pytest.mark.parametrize("page", ["name", "booklet"])
def test_a_page_of_the_builder_hides_the_picture_and_leaves_the_curtain_open(
    hands: Hands, page: str
) -> None:
    hands.open()
    hands.tap(page)
    assert not hands.shows_wood()
    hands.wait(AUTO_CLOSE_SECONDS / 2)
    hands.press(Key.BACK)
    assert hands.top is hands.scene
    hands.wait(0.1)
    assert hands.shows_wood()
    assert hands.phase.surface.enabled


def test_after_a_report_the_other_player_can_look_away_before_it_opens(hands: Hands) -> None:
    hands.open()
    hands.tap("looked")
    assert not hands.shows_wood()
    hands.tap("no")
    hands.wait(REOPEN_SECONDS - 0.5)
    assert not hands.shows_wood()
    hands.wait(1.0)
    assert hands.shows_wood()
    hands.tap("curtain")
    hands.wait(0.4)
    hands.tap("curtain")
    hands.wait(0.4)
    assert hands.shows_wood(), "only once"


def test_the_pause_closes_the_curtain(hands: Hands) -> None:
    hands.open()
    hands.press(Key.MENU)
    hands.press(Key.BACK)
    assert hands.top is hands.scene
    assert hands.phase.curtain.drawn == 0
    assert not hands.phase.curtain.open


def test_a_finger_that_was_lifted_during_the_pause_holds_nothing_open(hands: Hands) -> None:
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    hands.press(Key.MENU)
    hands.stack.handle(Tap(source="touch", contact=1, at=(900, 1000)))
    hands.press(Key.BACK)
    hands.wait(0.4)
    assert not hands.phase.curtain.open


def test_without_motion_the_curtain_jumps() -> None:
    curtain = Curtain()
    curtain.held = True
    curtain.update(0.001, 0.0)
    assert curtain.drawn == 1


def test_at_rest_nothing_is_drawn_anew(hands: Hands) -> None:
    hands.wait(0.1)
    assert hands.stack.top.wakes_in() == inf
    hands.down(hands.at("curtain"), 1)
    assert hands.stack.top.wakes_in() == 0
    hands.wait(1.1)
    assert hands.stack.top.wakes_in() == inf
    hands.up(hands.at("curtain"), 1)
    hands.tap("curtain")
    hands.wait(0.5)
    before_countdown = AUTO_CLOSE_SECONDS - COUNTDOWN_SECONDS
    assert before_countdown - 1.0 < hands.stack.top.wakes_in() < before_countdown - 0.4


# -- steps that are taken back --------------------------------------------------------------------


def poses(hands: Hands) -> dict[int, tuple[float, ...]]:
    """The pieces outside the tray and how they lie."""
    table = hands.phase.surface.pieces
    return {
        n: (round(p.x, 3), round(p.y, 3), round(p.turn) % 360)
        for n in pieces_outside_tray(table)
        for p in (table.pieces[n].pose,)
    }


def test_every_step_of_building_can_be_taken_back(hands: Hands) -> None:
    hands.open()
    assert not hands.button("undo").enabled
    states = [poses(hands)]
    for number, place in ((0, (8.0, 4.0)), (3, (5.0, 2.0)), (0, (9.0, 4.5))):
        hands.carry(number, place)
        states.append(poses(hands))
    for before in states[-2::-1]:
        hands.tap("undo")
        hands.wait(0.8)
        assert poses(hands) == before
    assert not hands.button("undo").enabled


def test_clear_empties_the_board_and_can_be_taken_back(hands: Hands) -> None:
    hands.open()
    hands.lay()
    built = poses(hands)
    hands.tap("clear")
    hands.wait(0.8)
    assert not poses(hands)
    assert not hands.button("clear").enabled
    hands.tap("undo")
    hands.wait(0.8)
    assert poses(hands) == built


def test_what_the_booklet_replaces_can_be_taken_back(hands: Hands) -> None:
    hands.open()
    hands.carry(0, (8.0, 4.0))
    hands.tap("name")
    for key in ("sign:a", "done"):
        hands.tap(key)
    built = poses(hands)
    _picked(hands, "lay")
    hands.wait(0.8)
    assert len(poses(hands)) == 7
    hands.tap("undo")
    hands.wait(0.8)
    assert poses(hands) == built
    assert hands.phase.name == "A"


def test_nothing_can_be_taken_back_behind_the_curtain(hands: Hands) -> None:
    hands.open()
    hands.carry(0, (8.0, 4.0))
    hands.tap("curtain")
    hands.wait(0.4)
    assert not hands.button("undo").enabled
    assert not hands.button("clear").enabled


def test_a_refusal_goes_when_its_reason_is_gone(hands: Hands) -> None:
    hands.touch((400, 500))
    assert hands.phase.warning
    hands.open()
    assert not hands.phase.warning
    hands.carry(0, (8.0, 4.0))
    hands.tap("done")
    assert hands.phase.warning
    hands.carry(1, (5.0, 2.0))
    assert not hands.phase.warning


# -- the picture and its name ---------------------------------------------------------------------


def test_what_keeps_the_picture_from_being_shown_is_said_all_the_time(hands: Hands) -> None:
    hands.open()
    assert "all seven pieces" in hands.phase.prompt
    hands.carry(0, (8.0, 4.0))
    assert hands.phase.prompt.key == "sevens.turn_hint"
    hands.touch(hands.place(0))
    hands.wait(0.4)
    assert "6 pieces" in hands.phase.prompt
    hands.lay()
    assert "What is it?" in hands.phase.prompt


def test_done_says_why_not_and_the_curtain_stays(hands: Hands) -> None:
    hands.open()
    hands.carry(0, (8.0, 4.0))
    hands.tap("done")
    assert hands.phase.warning
    assert hands.phase.warning != hands.phase.prompt, "it would only be said again"
    assert dict(hands.phase.surface.marks) == dict.fromkeys(range(1, 7), "overlap")
    assert hands.phase.curtain.open
    assert hands.match.phase is Phase.ARRANGE


def test_pieces_that_lie_apart_are_marked(hands: Hands) -> None:
    hands.open()
    hands.lay()
    hands.carry(3, (5.0, 1.2))
    assert dict(hands.phase.surface.marks) == {3: "overlap"}


def test_done_asks_for_the_name_and_then_shows_the_picture(hands: Hands) -> None:
    hands.lay()
    hands.tap("done")
    assert isinstance(hands.top, NamePage)
    for key in ("sign:s", "sign:w", "sign:a", "sign:n", "done"):
        hands.tap(key)
    assert hands.match.phase is Phase.READY
    assert hands.match.name == "Swan"
    assert hands.match.target is not None
    assert len(hands.match.target) == 7


def test_a_name_is_shown_on_its_button_and_long_ones_are_cut(hands: Hands) -> None:
    hands.phase.name = "The leaning tower of Pisa in the rain"
    hands.wait(0.1)
    assert hands.button("name").label.endswith("…")
    assert len(hands.button("name").label) <= 15


def test_a_round_of_five_pieces_takes_five(table: AppContext) -> None:
    match = next(
        match
        for seed in range(60)
        if (match := _after_round(seed)).card_in_force is not None
        and match.card_in_force[1] is Card.FIVE
    )
    hands = Hands(table, match)
    hands.open()
    assert "5 pieces" in hands.phase.prompt
    hands.tap("booklet")
    hands.tap("figure:1")
    hands.tap("take")
    assert "5 pieces" in hands.top.detail  # type: ignore[attr-defined]
    assert {"back", "build"} == {b.key for b in hands.top.buttons.buttons} - {"leave"}  # type: ignore[attr-defined]
    hands.tap("back")
    assert not hands.phase.name
    hands.tap("booklet")
    hands.tap("take")
    hands.tap("build")
    assert not hands.phase.surface.picture().pieces
    hands.wait(0.1)
    hands.lay()
    assert "put 2 back" in hands.phase.prompt
    for number in (5, 6):
        hands.phase.surface.pieces.send_home(number, 0.0)
    hands.wait(0.2)
    hands.phase.name = "Kite"
    hands.tap("done")
    assert match.phase is Phase.READY


def test_the_holder_of_piece_unveil_is_shown_the_piece_that_is_touched(table: AppContext) -> None:
    match = _unveiling()
    hands = Hands(table, match)
    hands.lay()
    hands.phase.name = "Kite"
    hands.tap("done")
    assert hands.phase.unveiling
    hands.touch(hands.place(4))
    assert match.must_unveil  # nothing is chosen through the curtain
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    hands.touch(hands.place(4), 2)
    assert match.phase is Phase.READY
    assert match.unveiled == 4
