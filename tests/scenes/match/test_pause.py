"""The pause offers what can be done, and tells what was chosen."""

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Match, TimeControl
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup
from tabletop.scenes.play.board import TOOL_KEY
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.draw import annotations
from tests.default_context import default_context
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, press, tap
from tools.album.notes import NotingFrame

GAME = find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]
KEEN = PlayerSpec(LEVELS[3])
BLITZ = TimeControl("increment", 300, 5)


def paused(table: AppContext, setup: Setup) -> PauseScene:
    scene = PauseScene(table, setup, setup.start(table))
    scene.fit(Canvas((1280, 800)))
    return scene


@pytest.mark.parametrize("key", ["on", "undo", "hint", "draw", "resign", "leave"])
def test_it_pops_with_what_is_done_in_the_match(table: AppContext, key: str) -> None:
    assert tap(paused(table, make_setup(GAME)), key) == Pop(key)


def test_taking_back_is_dark_here_and_beside_the_board_alike_and_says_why(
    table: AppContext,
) -> None:
    setup = make_setup(GAME, fillers=(KEEN, PERSON))
    match = MatchScene(table, setup, setup.start(table), "one")
    match.fit(Canvas((1280, 800)))

    def dark() -> tuple[str | None, str | None]:
        """What both say to a touch; None where it takes something back."""
        tool = next(b for b in match.buttons.buttons if b.key == f"{TOOL_KEY}undo")
        opened = match.handle(Press(source="keyboard", button=Button.MENU))
        assert isinstance(opened, Push)
        page = opened.scene
        assert isinstance(page, PauseScene)
        assert opened.then is not None
        page.fit(Canvas((1280, 800)))
        entry = button(page, "undo")
        said = None
        if not entry.enabled:
            before = {label.text for label in page.labels}
            for kind in (Down, Tap):
                assert page.handle(kind(source="touch", contact=1, at=entry.centre)) is None
            (said,) = {label.text for label in page.labels} - before
            draw(page)
        opened.then("on")
        match.update(1.0)
        if tool.enabled:
            return None, said
        for kind in (Down, Tap):
            match.handle(kind(source="touch", contact=1, at=tool.centre))
        match.refresh()
        return " ".join(panel.line for panel in match.moment.panels), said

    at_seat, in_pause = dark()
    assert in_pause == "There’s nothing to take back."
    assert at_seat is not None
    match.play(str(match.match.state.moves()[0]))  # as the computer does
    match.update(5.0)
    at_seat, in_pause = dark()
    assert in_pause == "Only the computers have moved so far."
    assert at_seat is not None
    assert in_pause in at_seat
    match.play(str(match.match.state.moves()[0]))
    match.update(5.0)
    assert dark() == (None, None)


@pytest.mark.parametrize("key", ["rules", "sound", "language", "look", "size", "players"])
def test_pages_lie_over_it_and_lead_back_to_it(table: AppContext, key: str) -> None:
    change = tap(paused(table, make_setup(GAME)), key)
    assert isinstance(change, Push)
    if change.then is not None:
        assert change.then(None) is None


def test_the_text_size_is_changed_here(table: AppContext) -> None:
    change = tap(paused(table, make_setup(GAME)), "size")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then("150")
    assert table.settings["look.text_size"] == 150


def test_players_that_others_must_agree_to_are_asked_for_in_the_match(table: AppContext) -> None:
    setup = make_setup(GAME)
    scene = PauseScene(table, setup, setup.start(table), change_players=lambda _: False)
    scene.fit(Canvas((1280, 800)))
    change = tap(scene, "players")
    assert isinstance(change, Push)
    assert change.then is not None
    assert change.then(setup.with_player(1, KEEN)) == Pop("on")


def test_after_the_game_nothing_can_be_resumed_or_resigned(table: AppContext) -> None:
    match = Match(GAME)
    match.resign(0)
    scene = PauseScene(table, make_setup(GAME), match)
    scene.fit(Canvas((1280, 800)))
    assert not {"on", "draw", "resign", "undo", "hint"} & set(keys(scene))
    assert tap(scene, "result") == Pop("result")
    assert tap(scene, "menu") == Pop("menu")


def test_a_second_touch_of_resume_lays_no_piece(table: AppContext) -> None:
    setup = make_setup(GAME)
    match = MatchScene(table, setup, setup.start(table), "one")
    match.fit(Canvas((1280, 800)))
    opened = match.handle(Press(source="keyboard", button=Button.MENU))
    assert isinstance(opened, Push)
    assert isinstance(opened.scene, PauseScene)
    assert opened.then is not None
    opened.scene.fit(Canvas((1280, 800)))
    assert tap(opened.scene, "on") == Pop("on")
    opened.then("on")
    place = match.view.points(match.snapshot)[min(match.snapshot.open)]
    for contact in (1, 2):
        match.handle(Down(source="touch", contact=contact, at=place))
        match.handle(Tap(source="touch", contact=contact, at=place))
        assert len(match.match.plies) == contact - 1
        match.update(1.0)


def test_going_back_plays_on(table: AppContext) -> None:
    assert press(paused(table, make_setup(GAME)), Button.BACK) == Pop("on")


def test_clocks_are_shown_and_said_to_stand(table: AppContext) -> None:
    with_clock = paused(table, make_setup(GAME, 4, clock=BLITZ))
    assert len(with_clock.clocks) == 4
    assert any("stopped" in label.text for label in with_clock.labels)
    without = paused(table, make_setup(GAME, 4))
    assert without.clocks == ()
    shown = [
        trace
        for blit in draw(with_clock).blits
        for trace in annotations.annotations_of(blit.surface)
    ]
    assert [isinstance(it, annotations.TextLine) and it.text == "5:00" for it in shown].count(
        True
    ) == 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int], game: object) -> None:
    chosen = next(known for known in all_games() if known is game)
    setup = make_setup(chosen, max(chosen.seats), clock=BLITZ, sides=FACING_SIDES)
    check_layout(paused(table, setup), size, least=80)


@pytest.mark.parametrize("size", SIZES)
def test_for_a_room_no_button_loses_its_words(table: AppContext, size: tuple[int, int]) -> None:
    table.settings = table.settings.but({"look.projector": True})
    with default_context(text_scale=100, projector=True):
        scene = PauseScene(
            table, make_setup(GAME, clock=BLITZ), make_setup(GAME, clock=BLITZ).start(table)
        )
        scene.fit(Canvas(size))
        shown = [
            trace
            for blit in draw(scene).blits
            for trace in annotations.annotations_of(blit.surface)
        ]
    said = " ".join(it.text for it in shown if isinstance(it, annotations.TextLine))
    for each in scene.buttons.buttons:
        assert all(word in said for word in str(each.label).split()), each.label


@pytest.mark.parametrize("percent", [100, 200])
def test_the_words_of_a_tray_have_one_size(table: AppContext, percent: int) -> None:
    setup = make_setup(GAME)
    scene = PauseScene(table, setup, setup.start(table))
    scene.fit(Canvas((1024, 600), UiContext("de", percent)))
    frame = NotingFrame(scene.canvas)
    scene.draw(frame)
    trays = (("undo", "hint", "rules"), ("draw", "resign", "leave"), ("sound", "size", "look"))
    for tray in trays:
        sizes = {
            text.size
            for control in frame.controls
            for text in frame.written
            if control.key in tray
            and control.rect[0] < text.ink[0] < control.rect[2]
            and control.rect[1] < text.ink[1] < control.rect[3]
        }
        assert len(sizes) == 1
