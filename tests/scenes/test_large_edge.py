"""Large words about devices: between the tools where these leave room, and over no tool."""

import pytest

from tabletop.games import find_game
from tabletop.scenes.edge import between_tools
from tabletop.scenes.match import MatchScene
from tabletop.scenes.setup import FACING, Setup
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import lettering
from tabletop.ui.table import Table
from tools.album.notes import NotingFrame


def lost(table: Table, canvas: Canvas, *, sides: tuple[int, ...] = ()) -> MatchScene:
    """A match at whose table a device has just been lost."""
    setup = Setup(find_game("super7"), sides=sides)
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
    table: Table, size: int, window: tuple[int, int]
) -> None:
    canvas = Canvas(window)
    with lettering(size):
        scene = lost(table, canvas)
        layout = scene.panels.layout
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


def test_where_people_sit_face_to_face_no_room_is_everybodys(table: Table) -> None:
    with lettering(200):
        assert between_tools(lost(table, Canvas((1280, 800)), sides=FACING).panels.layout).w == 0
