"""What a room is told of a match: whose turn it is, what happened, how the series stands."""

from dataclasses import replace
from typing import Any

import pytest

from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.match.dice_pages import projector_words
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.board.projector import BannerText
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tests.scenes.match.computer_matches import first
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES
from tools.album.notes import NotingFrame
from tools.album.scripted import think

BOARDS = [game for game in all_games() if game.kind == "board"]
CANVAS = Canvas((1280, 800), UiContext(projector=True))


def begun(
    table: AppContext, key: str = "shoo", *, speed: str = "normal", **chosen: Any
) -> MatchScene:
    table.settings = table.settings.but({"look.speed": speed, "look.projector": True})
    setup = make_setup(find_game(key), chosen.pop("seats", 2), **chosen)
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(CANVAS)
    return scene


def said(scene: MatchScene) -> BannerText:
    return scene.projector.text(scene.moment)


def play(scene: MatchScene, *, arrives: bool = True) -> None:
    """The first legal ply is played, and shown until it has arrived."""
    scene.play(str(scene.match.state.moves()[0]))
    while arrives and scene.snapshot.motion is not None:
        scene.update(0.05)


def held(scene: MatchScene) -> bool:
    """Whether a ply is held up."""
    return scene.projector.spotlight.on


def press(scene: MatchScene, button: Button) -> None:
    scene.handle(Press(source="keyboard", button=button))


# -- whose turn ---------------------------------------------------------------------------------


def test_the_banner_says_whose_turn_it_is_and_what_to_do(table: AppContext) -> None:
    scene = begun(table)
    told = said(scene)
    assert (told.who, told.lit, told.member) == ("White", True, "")
    assert told.line == scene.board.upright.prompt(scene.snapshot)
    assert told.look == scene.view.looks[0]


def words_on(scene: MatchScene) -> list[str]:
    frame = NotingFrame(CANVAS)
    scene.draw(frame)
    return [line.text for line in frame.written]


def test_a_name_stands_once_and_the_other_side_reads_what_it_did(table: AppContext) -> None:
    scene = begun(table, speed="off")
    assert words_on(scene).count("White") == 1
    assert words_on(scene).count("Black") == 1
    play(scene)
    assert words_on(scene).count("Black") == 1
    told = scene.moment.panels[0].line
    assert told
    assert told in " ".join(words_on(scene))


def test_people_are_called_by_their_names(table: AppContext) -> None:
    scene = begun(table, names=("Ada", ""))
    assert said(scene).who == "Ada"
    play(scene)
    scene.projector.spotlight.end()
    assert said(scene).who == "Black"


def test_of_a_team_the_banner_says_whose_hand_it_is_ply_by_ply(table: AppContext) -> None:
    scene = begun(table, speed="off", teams=(3, 1))
    seen = []
    for _ in range(8):
        seen.append((said(scene).who, said(scene).member))
        play(scene)
    assert [member for who, member in seen if who == "White"] == [
        "1 of 3",
        "2 of 3",
        "3 of 3",
        "1 of 3",
    ]
    assert {member for who, member in seen if who == "Black"} == {""}


def test_a_refusal_is_said_to_the_room_with_a_warning(table: AppContext) -> None:
    scene = begun(table)
    closed = next(
        spot
        for spot in scene.view.points(scene.snapshot)
        if spot not in scene.snapshot.open
        and scene.match.game.why_touch(scene.match.state, (spot,))
    )
    at = scene.view.points(scene.snapshot)[closed]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))
    assert said(scene).warning
    assert said(scene).line


def test_the_score_is_shown_as_soon_as_there_is_a_series(table: AppContext) -> None:
    assert said(begun(table)).points == ()
    scene = begun(table, best_of=5, won=(2, 1), people=(1, 0))
    assert [point.wins for point in said(scene).points] == [1, 2], "each seat has its player's"
    assert said(scene).series == "Best of 5"
    assert said(begun(table, best_of=1)).points == ()


# -- what happened ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_a_ply_that_has_arrived_is_held_up_and_told_and_then_it_is_the_next_turn(
    table: AppContext, game: Any
) -> None:
    scene = begun(table, game.key)
    if scene.match.state.turn < 0:
        play(scene)
    mover = scene.match.state.turn
    play(scene)
    assert held(scene)
    ply = scene.match.plies[-1]
    assert said(scene).line == scene.board.upright.describe_ply(ply)
    assert said(scene).look == scene.view.looks[mover]
    assert said(scene).told
    scene.draw(Frame(CANVAS))
    spent = 0.0
    while held(scene):
        assert scene.wakes_in() < 2
        scene.update(0.05)
        spent += 0.05
        assert spent < 1.5
    assert spent > 1.0
    assert not said(scene).told


def test_any_touch_ends_what_is_held_up_and_does_what_it_always_does(table: AppContext) -> None:
    scene = begun(table)
    play(scene)
    assert held(scene)
    press(scene, Button.UNDO)
    assert not held(scene)
    assert scene.match.plies == ()


@pytest.mark.parametrize("change", [{"look.speed": "off"}, {"look.motion": "reduced"}])
def test_without_motion_nothing_is_held_up_but_strongly_marked(
    table: AppContext, change: dict[str, str]
) -> None:
    scene = begun(table)
    table.settings = table.settings.but(change)
    before = Frame(CANVAS)
    scene.draw(before)
    play(scene)
    assert not held(scene)
    assert not said(scene).told
    after = Frame(CANVAS)
    scene.draw(after)
    assert len(after.blits) > len(before.blits)


def test_the_clock_waits_for_what_is_held_up(table: AppContext) -> None:
    from tabletop.engine import TimeControl

    scene = begun(table, clock=TimeControl("sudden", 60))
    play(scene)
    before = scene.match.clock.left
    scene.update(0.5)
    assert held(scene)
    assert scene.match.clock.left == before
    press(scene, Button.HINT)
    scene.update(0.5)
    assert scene.match.clock.left[1] < before[1]


def test_a_computer_does_not_play_before_the_room_has_seen_what_happened(table: AppContext) -> None:
    think(table, first)
    table.settings = table.settings.but({"computer.pace": "fast"})
    scene = begun(table, fillers=(PLAYER_CHOICES[0], PLAYER_CHOICES[1]))
    play(scene)
    assert held(scene)
    while held(scene):
        assert len(scene.match.plies) == 1
        scene.update(0.05)
    for _ in range(30):
        scene.update(0.05)
    assert len(scene.match.plies) == 2


def test_at_the_end_the_banner_says_who_has_won(table: AppContext) -> None:
    scene = begun(table, speed="off")
    scene.match.resign(0)
    scene.session.end()
    scene.refresh()
    assert said(scene).line == "Black wins!"
    assert said(scene).look == scene.view.looks[1]


# -- the picture --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_game_can_be_drawn_for_a_room_of_any_shape(
    table: AppContext, game: Any, size: tuple[int, int]
) -> None:
    for seats in game.seats:
        scene = begun(table, game.key, seats=seats, best_of=3)
        scene.fit(Canvas(size))
        play(scene)
        scene.draw(Frame(Canvas(size)))


def test_wherever_people_sit_a_room_reads_everything_upright(table: AppContext) -> None:
    scene = begun(table, sides=FACING_SIDES[:2])
    assert [panel.turns for panel in scene.board.layout.panels] == [0, 0]


def test_projector_mode_can_be_left_while_a_match_is_on(table: AppContext) -> None:
    scene = begun(table)
    usual = CANVAS.with_context(UiContext())
    scene.fit(usual)
    play(scene)
    assert not held(scene)
    scene.draw(Frame(usual))


def test_a_banner_grows_for_many_words_and_the_largest_way_is_taken(table: AppContext) -> None:
    from tabletop.ui.board.projector import EXTRA_HEIGHT, _set

    scene = begun(table)
    told = said(scene)
    assert scene.board.room is not None
    box = scene.board.room.banner
    usual, _ = _set(CANVAS, box, told)
    assert usual == box
    long = "A sentence that says a great deal about a rule that nobody knew. " * 4
    grown, labels = _set(CANVAS, box, replace(told, line=long))
    assert grown.h == box.h + EXTRA_HEIGHT
    assert all(label.typeset(CANVAS).complete for label in labels)


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("screen", "Screen"),
        ("typed", "By hand"),
        ("replayed", "REPLAYED"),
        ("reader:DR-1", "Reader"),
        ("reader:DR-1,reader:DR-2", "Reader"),
        ("simulated:toy", "SIMULATED"),
    ],
)
def test_a_room_reads_in_a_word_by_what_the_dice_are_thrown(source: str, word: str) -> None:
    assert str(projector_words(source)) == word


def test_that_word_stands_at_each_tray(table: AppContext) -> None:
    scene = begun(table, "super7")
    frame = NotingFrame(CANVAS)
    scene.draw(frame)
    assert [text.text for text in frame.written].count("Screen") == 2
