"""What the table says while people play: asked, told, refused, looked back."""

from dataclasses import replace
from typing import Any

import pygame
import pytest

from tabletop.engine import Refusal, TimeControl, say
from tabletop.games import find_game, view_of
from tabletop.input.actions import Button, Down, Drop, Press, Pull, Tap
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.notices import NOTICE_SECONDS
from tabletop.scenes.play.session import MoveRefused
from tabletop.ui.board.seat_panel import (
    PAD,
    PanelText,
    beside_clock,
    draw_panel,
    row_end,
    words_box,
)
from tabletop.ui.board.table_layout import table_layout
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import NAME_SIZE
from tests.scenes.setups import make_setup


def begun(
    table: AppContext, key: str, plies: str = "", *, seats: int = 2, facing: bool = False
) -> MatchScene:
    setup = make_setup(find_game(key), seats, sides=FACING_SIDES if facing else ())
    match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene


def said(scene: MatchScene) -> list[PanelText]:
    """The panels' words, by seat."""
    return [scene.moment.panels[seat] for seat in range(scene.match.seats)]


def heads(scene: MatchScene) -> list[str]:
    return [panel.head for panel in said(scene)]


def lines(scene: MatchScene) -> list[str]:
    return [panel.line for panel in said(scene)]


def test_while_a_ply_is_shown_nobody_is_asked_for_anything(table: AppContext) -> None:
    scene = begun(table, "trelawney", "c3")
    scene.play("d4>c3")
    assert scene.snapshot.motion is not None
    assert heads(scene) == ["", ""]
    told = "White laid a stone and shoved Black’s one step. A second stone filled the gap."
    assert lines(scene) == ["", told]
    scene.update(5)
    assert heads(scene) == ["Your turn", ""]
    assert lines(scene) == ["Lay a stone on an empty square.", told]


def test_dice_that_tumble_do_not_tell_what_they_will_show(table: AppContext) -> None:
    scene = begun(table, "super7")
    scene.play("2+3")
    assert lines(scene) == ["", ""]
    scene.update(5)
    assert lines(scene)[0].startswith("You rolled 5:")


def test_of_many_seats_only_the_players_own_tells_its_ply(table: AppContext) -> None:
    scene = begun(table, "shout7", "h8", seats=3)
    assert lines(scene)[1:] == ["", ""]
    scene = begun(table, "shout7", "h8 h9", seats=3)
    assert lines(scene)[0] == "Black laid two pieces."
    assert lines(scene)[2] == ""


def test_face_to_face_each_panel_tells_it(table: AppContext) -> None:
    scene = begun(table, "shout7", "h8 h9", seats=3, facing=True)
    assert lines(scene)[0] == lines(scene)[2] == "Black laid two pieces."


def test_one_who_looks_back_is_told_so_all_the_time(table: AppContext) -> None:
    scene = begun(table, "trelawney", "c3 d4")
    scene.handle(Press(source="keyboard", button=Button.EARLIER))
    assert scene.notices.notice == "Looking back: turn 1 of 2"
    at = scene.view.points(scene.snapshot)["e5"]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.update(NOTICE_SECONDS + 1)
    assert "looking back" in str(scene.notices.notice)
    scene.handle(Press(source="keyboard", button=Button.LAST))
    assert scene.notices.notice is None


def drag(scene: MatchScene, start: str, end: str) -> None:
    points = scene.view.points(scene.snapshot)
    a, b = points[start], points[end]
    scene.handle(Down(source="touch", contact=1, at=a))
    scene.handle(Pull(source="touch", contact=1, at=b, began=a))
    scene.handle(Drop(source="touch", contact=1, at=b, began=a))


def test_pulling_at_the_others_piece_says_why_it_stays(table: AppContext) -> None:
    scene = begun(table, "shoo")
    drag(scene, "c7", "d6")
    assert len(scene.match.plies) == 0
    assert scene.notices.refused is not None
    assert scene.notices.refused.refusal.places == ("c7",)
    drag(scene, "e5", "e6")  # nothing stands there
    assert scene.notices.refused is None


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1080, 1920), (1024, 600)])
def test_a_name_beside_a_clock_stays_readable(size: tuple[int, int]) -> None:
    canvas = Canvas(size)
    scene = find_game("shout7")
    for seat, panel in enumerate(table_layout(canvas, (0, 0, 0, 0), 150).panels):
        room = words_box(panel, has_tray=True)
        panel_words = PanelText(scene.seat_names[seat], None, True, clock="10:00")  # type: ignore[arg-type]
        end = row_end(panel, room, room.y + 64, has_tray=True, call=False)
        place = end - panel.box.x - PAD - 90
        shared = beside_clock(canvas, panel_words, NAME_SIZE, place)
        name = (
            typesetting.width_of(panel_words.name, canvas.px(shared), True, context=canvas.context)
            / canvas.scale
        )
        assert name < place
        assert shared >= NAME_SIZE * 0.5


def test_in_a_low_panel_with_a_choice_the_headline_is_still_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []
    line = typesetting.line

    def noted(text: str, *rest: Any, **more: Any) -> pygame.Surface:
        seen.append(text)
        return line(text, *rest, **more)

    monkeypatch.setattr(typesetting, "line", noted)
    canvas = Canvas((1080, 1920))
    look = view_of(find_game("trelawney")).looks[0]
    panel_words = PanelText("Black", look, active=True, head="Your turn", line="Leave it.")
    panel = table_layout(canvas, (0, 0), tray=130).panels[0]
    draw_panel(Frame(canvas), panel, panel_words, has_tray=True, choices=1)
    assert "Your turn" in seen


def test_clocks_are_words_too(table: AppContext) -> None:
    setup = make_setup(find_game("shout7"), clock=TimeControl.read("move 60"))
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas((1280, 800)))
    assert [panel.clock for panel in said(scene)] == ["1:00", "1:00"]


def touch(scene: MatchScene, spot: str) -> None:
    at = scene.view.points(scene.snapshot)[spot]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def test_a_refusal_points_at_its_reason_until_the_next_correct_touch(table: AppContext) -> None:
    scene = begun(table, "shoo")
    why = Refusal(say("test.why", "Two enemies stand beside it."), "4", ("h8", "g9"))
    scene.notices.refuse(MoveRefused(why, ("e5",)))
    scene.refresh()
    refused = scene.snapshot
    assert refused.refused == ("e5",)
    assert refused.reasons == ("h8", "g9")
    assert lines(scene)[0] == "Two enemies stand beside it."
    marked, plain = Frame(Canvas((1280, 800))), Frame(Canvas((1280, 800)))
    scene.view.draw(marked, refused)
    scene.view.draw(plain, replace(refused, reasons=()))
    assert len(marked.blits) > len(plain.blits)
    touch(scene, "g3")
    assert not scene.snapshot.reasons
    assert scene.notices.refused is None


def test_a_touch_before_the_dice_are_rolled_is_answered(table: AppContext) -> None:
    scene = begun(table, "super7")
    spot = next(iter(scene.match.game.pieces(scene.match.state)), "3.3")
    touch(scene, spot if spot in scene.view.points(scene.snapshot) else "3.3")
    assert scene.notices.refused is not None
    assert lines(scene)[0] == "Roll the dice first."
