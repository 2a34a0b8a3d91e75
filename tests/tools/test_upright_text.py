"""With two people face to face, each text is upright for its reader."""

from collections.abc import Iterator

import pygame
import pytest

from tabletop.engine import Game
from tabletop.games import all_games, find_game
from tabletop.languages import ENGLISH
from tabletop.scenes.match.glossary import GlossaryScene
from tabletop.scenes.play import board
from tabletop.scenes.result import scene
from tabletop.scenes.result.scene import result_places
from tabletop.ui.board.seat_panel import draw_panel
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import TEXT
from tests.lanes import slow_except
from tools.album.notes import NotingFrame
from tools.album.opposite import moments
from tools.album.rules import Fault
from tools.album.stage import stage, unpainted
from tools.album.upright import FOR_NOBODY, Reading, fallen

CANVAS = Canvas((1080, 1080))
PANELS = (((0.0, 540.0, 1080.0, 1080.0), 0), ((0.0, 0.0, 1080.0, 540.0), 2))
FACING = Reading((0, 2), 0, PANELS)


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))


def looked_at(game: Game, size: tuple[int, int]) -> Iterator[tuple[str, list[Fault]]]:
    """Each moment of a game by its name, and what does not stand upright in it."""
    with unpainted(), stage(size, ENGLISH) as made:
        for name, drawn, reading in moments(made, game):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            assert frame.written, name
            yield name, fallen(frame, reading)


def wrong_in(key: str, *names: str) -> list[str]:
    """The texts that are not upright in the moments with these in their names."""
    found = looked_at(find_game(key), (1280, 800))
    return [
        f"{name}: {fault}"
        for name, faults in found
        for fault in faults
        if any(part in name for part in names)
    ]


@pytest.mark.parametrize(
    "size",
    slow_except([(1280, 800), (1080, 1920)], (1280, 800)),
    ids=lambda size: f"{size[0]}",
)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_text_stands_upright_for_who_is_to_read_it(game: Game, size: tuple[int, int]) -> None:
    found = list(looked_at(game, size))
    names = [name for name, _ in found]
    assert len(names) > 10
    assert [f"{name}: {fault}" for name, faults in found for fault in faults] == []


# -- what is wrong is found -----------------------------------------------------------------------


def put(frame: Frame, text: str, turns: int, y: float) -> None:
    with frame.turned(turns, (540, 540)):
        frame.put(typesetting.line(text, 40, TEXT, context=typesetting.NEUTRAL), (540, y))


def test_a_text_in_the_far_seat_s_panel_that_stands_on_its_head_is_found() -> None:
    frame = NotingFrame(CANVAS)
    put(frame, "Your turn", 2, 1000)
    put(frame, "Not your turn", 0, 1000)
    assert fallen(frame, FACING) == []
    put(frame, "Choose", 0, 100)
    (fault,) = fallen(frame, FACING)
    assert fault.text == "Choose"
    assert "edge 2" in fault.what


def test_a_word_for_all_is_to_be_there_for_both() -> None:
    frame = NotingFrame(CANVAS)
    open_table = Reading((0, 2), 0)
    put(frame, "White wins.", 0, 800)
    assert [fault.text for fault in fallen(frame, open_table)] == ["White wins."]
    put(frame, "White wins.", 2, 800)
    assert fallen(frame, open_table) == []


def test_a_number_on_a_light_is_turned_to_who_is_to_move() -> None:
    board = Reading((0, 2), 2, board=(0.0, 0.0, 1080.0, 1080.0))
    frame = NotingFrame(CANVAS)
    with frame.layer(7):
        put(frame, "2", 0, 500)
    assert len(fallen(frame, board)) == 1
    engraved = NotingFrame(CANVAS)
    put(engraved, "a", 0, 500)
    assert fallen(engraved, board) == [], FOR_NOBODY["engraved"]


def test_a_panel_that_forgets_its_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(frame: Frame, *told: object, **more: object) -> None:
        with frame.turned(0, (0, 0)):
            draw_panel(frame, *told, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(board, "draw_panel", forgetful)
    found = wrong_in("trelawney", "middle")
    assert any("nothing upright" in line for line in found)


def test_a_question_turned_to_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = GlossaryScene.lay_out

    def away(scene: GlossaryScene) -> None:
        scene.turns = 0
        made(scene)

    monkeypatch.setattr(GlossaryScene, "lay_out", away)
    found = wrong_in("shoo", "asks what a place is")
    assert found
    assert all("seat 1" in line for line in found)


def test_a_result_said_to_one_side_only_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "result_places", lambda plan, setup: result_places(plan, setup)[:1])
    assert any("wins!" in line for line in wrong_in("shoo", "won"))
