"""Help for one seat: hints that others may not ask for, and good plies shown unasked."""

import pytest

from tabletop.input.actions import Button, Press
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import SeatAid
from tabletop.scenes.play.board import HINT_KEY
from tabletop.ui.core.app_context import AppContext
from tests.scenes.match.computer_matches import KEEN, first
from tests.scenes.match.hint_match import advised, ask, begun, hinted, touch
from tools.album.scripted import think

GAME = "trelawney"
HINTS, HELP = SeatAid(hints=True), SeatAid(help=True)


def no_hints(table: AppContext) -> None:
    table.settings = table.settings.but({"computer.hints": False, "look.speed": "off"})
    think(table, first)


def hand_over(scene: MatchScene) -> None:
    """Plays until another seat is to move."""
    seat = scene.match.state.turn
    while scene.match.state.turn == seat:
        scene.play(str(scene.match.state.moves()[0]))


def test_one_seat_may_ask_where_the_table_gives_no_hints(table: AppContext) -> None:
    no_hints(table)
    scene = begun(table, GAME, aids=(HINTS, SeatAid()))
    assert HINT_KEY in {button.key for button in scene.buttons.buttons}
    ask(scene)
    assert advised(scene)
    hand_over(scene)
    assert HINT_KEY not in {button.key for button in scene.buttons.buttons}
    ask(scene)
    hinted(scene)
    assert scene.hints.hint.advice is None


def test_one_seat_may_not_ask_where_the_table_gives_hints(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, first)
    scene = begun(table, GAME, aids=(SeatAid(hints=False), SeatAid()))
    assert HINT_KEY not in {button.key for button in scene.buttons.buttons}
    ask(scene)
    hinted(scene)
    assert scene.hints.hint.advice is None
    assert scene.notices.notice == "Hints are off for this player."
    assert not scene.moment.panels[0].aided
    hand_over(scene)
    ask(scene)
    assert advised(scene)


@pytest.mark.parametrize("hints", [None, True, False])
def test_what_a_seat_may_ask_is_kept_in_the_record(hints: bool | None) -> None:
    aid = SeatAid(50, hints, help=True)
    assert SeatAid.read(str(aid)) == aid


def test_a_seat_that_is_helped_is_shown_a_ply_at_each_of_its_turns(table: AppContext) -> None:
    no_hints(table)
    scene = begun(table, GAME, aids=(HELP, SeatAid()))
    assert scene.wakes_in() == 0
    assert advised(scene)
    hand_over(scene)
    hinted(scene)
    assert scene.hints.hint.advice is None
    hand_over(scene)
    assert advised(scene)


def test_what_it_then_picks_is_its_own(table: AppContext) -> None:
    no_hints(table)
    scene = begun(table, GAME, aids=(HELP, SeatAid()))
    advised(scene)
    other = next(
        spot
        for spot in sorted(scene.snapshot.open)
        if all(word[:1] != (spot,) for word in scene.hints.hint.advice.words)  # type: ignore[union-attr]
    )
    touch(scene, other)
    hinted(scene, 0.5)
    assert scene.hints.hint.advice is None
    assert scene.wakes_in() > 0


def test_after_an_undo_the_turn_is_helped_again(table: AppContext) -> None:
    no_hints(table)
    scene = begun(table, GAME, aids=(HELP, HELP))
    advised(scene)
    hand_over(scene)
    advised(scene)
    plies = len(scene.match.plies)
    scene.handle(Press(source="touch", button=Button.UNDO))
    assert len(scene.match.plies) == plies - 1
    assert advised(scene)


def test_computers_are_not_helped(table: AppContext) -> None:
    no_hints(table)
    scene = begun(table, GAME, aids=(HELP, HELP), fillers=(KEEN, PERSON))
    hinted(scene, 0.2)
    assert scene.hints.hint.advice is None


def test_a_helper_that_knows_nothing_says_nothing(table: AppContext) -> None:
    no_hints(table)
    think(table, lambda _: None)
    scene = begun(table, GAME, aids=(HELP, SeatAid()))
    for _ in range(6):
        scene.update(0.5)
        words = scene.moment.panels[0]
        assert words.line == scene.board.upright.prompt(scene.snapshot) or scene.hints.hint.thinks
    assert scene.hints.hint.told is None
