"""Large words about devices: between the tools where these leave room, and over no tool."""

import pytest

from tabletop.games import find_game
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.notices import between_tools
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tests.default_context import default_context
from tests.scenes.setups import make_setup
from tools.album.notes import NotingFrame


def lost(table: AppContext, canvas: Canvas, *, sides: tuple[int, ...] = ()) -> MatchScene:
    """A match at whose table a device has just been lost."""
    setup = make_setup(find_game("super7"), sides=sides)
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(canvas)
    scene.edge.tell("Box A is lost: it was unplugged")
    return scene


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x
        or other.right <= one.x
        or one.bottom <= other.y
        or other.bottom <= one.y
    )


@pytest.mark.parametrize("size", [150, 200])
@pytest.mark.parametrize("window", [(1024, 600), (1280, 800), (1920, 1080)])
def test_large_words_about_a_device_hide_no_tool(
    table: AppContext, size: int, window: tuple[int, int]
) -> None:
    canvas = Canvas(window, UiContext(text_scale=size))
    with default_context(text_scale=size):
        scene = lost(table, canvas)
        layout = scene.board.layout
        frame = NotingFrame(canvas)
        scene.edge.draw(frame, layout)
        room = between_tools(layout)
        assert apart(room, layout.menu_tools)
        assert apart(room, layout.walk_tools)
        assert apart(room, layout.board.inset(0.03 * layout.board.h))
        px = canvas.scale
        assert frame.written
        for text in frame.written:
            left, top, right, bottom = text.ink
            assert room.x * px <= left < right <= room.right * px
            assert room.y * px <= top < bottom <= room.bottom * px


def test_where_people_sit_face_to_face_no_room_is_everybodys(table: AppContext) -> None:
    with default_context(text_scale=200):
        assert (
            between_tools(lost(table, Canvas((1280, 800)), sides=FACING_SIDES).board.layout).w == 0
        )
