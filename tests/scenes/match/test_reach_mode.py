"""In reach mode everything that is touched lies at people's own edge, and is pressed there."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tabletop.engine import Match, say
from tabletop.games import find_game
from tabletop.input.actions import Down, Tap
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.settings.settings_pages import AccessibilityPage, LanguagePage, SoundPage
from tabletop.ui.board.seat_panel import words_box
from tabletop.ui.board.table_layout import (
    TableLayout,
    reserve_tool_space,
    table_layout,
    tools_at_seat,
    turn_walk_tools,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import header_lowered_point, turn_point, undo_header_lowering
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.lesson_page import lesson_layout
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.default_context import default_context
from tests.scenes.match.test_match_layout import apart, seen
from tests.scenes.setups import make_setup
from tests.scenes.touches import button
from tools.album.notes import NotingFrame

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600))
SEATS = ((0, 0), (0, 2), (0, 1), (0, 3), (0, 0, 0), (0, 2, 2), (0, 1, 2, 3), FACING_SIDES)
every_table = pytest.mark.parametrize(("size", "sides"), list(product(SIZES, SEATS)))


@pytest.fixture(autouse=True)
def near() -> Iterator[None]:
    with default_context(reach=True):
        yield


def planned(size: tuple[int, int], sides: tuple[int, ...]) -> TableLayout:
    return reserve_tool_space(table_layout(Canvas(size), sides, 150))


def tools_of(plan: TableLayout) -> list[Box]:
    """Both rows of tools as they are seen."""
    middle = plan.canvas.box.centre
    found = []
    for box, turns in ((plan.menu_tools, plan.menu_turns), (plan.walk_tools, plan.walk_turns)):
        size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
        found.append(Box.around(turn_point(box.centre, turns, middle), *size))
    return found


def at_table(box: Box, turns: int, about: Point) -> Box:
    size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, turns, about), *size)


@every_table
def test_tools_lie_in_nobodys_way_whoever_acts(
    size: tuple[int, int], sides: tuple[int, ...]
) -> None:
    plan = planned(size, sides)
    panels = [at_table(panel.box, panel.turns, panel.about) for panel in plan.panels]
    for seat in range(len(sides)):
        rows = tools_of(tools_at_seat(plan, seat))
        for one, other in combinations([plan.board, *panels, *rows], 2):
            assert apart(one, other), (seat, one, other)
        for box in rows:
            assert box.x >= -0.01
            assert box.y >= -0.01
            assert box.right <= plan.canvas.width + 0.01
            assert box.bottom <= plan.canvas.height + 0.01


@every_table
def test_the_menu_is_nearest_to_the_edge_of_the_seat_that_acts(
    size: tuple[int, int], sides: tuple[int, ...]
) -> None:
    plan = planned(size, sides)
    for seat, panel in enumerate(plan.panels):
        there = tools_at_seat(plan, seat)
        assert there.menu_turns == panel.turns
        assert there.menu_tools.y >= panel.box.bottom  # as the seat sees it


@every_table
def test_trays_stay_inside_their_panels(size: tuple[int, int], sides: tuple[int, ...]) -> None:
    for panel in planned(size, sides).panels:
        assert panel.tray.h > 0
        assert panel.tray.y >= panel.box.y
        assert panel.tray.bottom <= panel.box.bottom
        words = words_box(panel, True)
        assert words.w >= 200, "beside the tray"
        assert words.h >= 120, "above it"


@every_table
def test_tools_that_look_back_stay_large_for_a_seat_at_the_side(
    size: tuple[int, int], sides: tuple[int, ...]
) -> None:
    plan = planned(size, sides)
    for turns in plan.sides:
        row = turn_walk_tools(plan, turns).walk_tools
        assert min(row.h, (row.w - 3 * 18) / 4) >= 44


@every_table
def test_tools_can_be_hit(size: tuple[int, int], sides: tuple[int, ...]) -> None:
    plan = planned(size, sides)
    for seat in range(len(sides)):
        there = tools_at_seat(plan, seat)
        for row in (there.menu_tools, there.walk_tools):
            assert min(row.h, (row.w - 3 * 18) / 4) >= 44


def match_of(
    table: AppContext, size: tuple[int, int] = (1280, 800), **chosen: object
) -> MatchScene:
    setup = make_setup(find_game("shout7"), **chosen)  # type: ignore[arg-type]
    match = setup.start(table)
    play_for(match, 0)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas(size))
    return scene


def play_for(match: Match, seat: int) -> None:
    """Plays for a seat as long as it is to move."""
    while match.game.acting(match.state) == seat:
        match.play(match.state.moves()[0])


def menu_of(scene: MatchScene) -> PushButton:
    return next(tool for tool in scene.buttons.buttons if tool.key == "tool:menu")


def test_the_tools_follow_the_turn_to_the_other_edge(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    scene = match_of(table, sides=FACING_SIDES)
    far = menu_of(scene)
    assert scene.snapshot.seat == 1
    assert far.turns == 2
    assert far.centre[1] < scene.board.layout.canvas.height / 3
    while scene.snapshot.seat == 1:
        scene.play(str(scene.match.state.moves()[0]))
    near = menu_of(scene)
    assert near.turns == 0
    assert near.centre[1] > scene.board.layout.canvas.height * 2 / 3


def test_while_a_computer_acts_the_tools_are_the_persons(table: AppContext) -> None:
    scene = match_of(table, sides=FACING_SIDES, fillers=(PERSON, PLAYER_CHOICES[1]))
    assert scene.snapshot.seat == 1
    assert menu_of(scene).turns == 0


def test_without_it_one_side_has_the_tools_at_a_corner(table: AppContext) -> None:
    with default_context(reach=False):
        scene = match_of(table)
        assert scene.board.layout.panels[0].tools is None
        assert menu_of(scene).turns == 0


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (1920, 1080)])
@pytest.mark.parametrize("sides", [(0, 2), (0, 2, 2), (0, 1, 2, 3), (0, 2, 0, 2), (2, 2)])
def test_without_it_all_who_sit_round_the_table_have_their_own(
    table: AppContext, size: tuple[int, int], sides: tuple[int, ...]
) -> None:
    with default_context(reach=False):
        setup = make_setup(find_game("shout7"), len(sides), sides=sides)
        scene = MatchScene(table, setup, setup.start(table), "m")
        scene.fit(Canvas(size))
        scene.play(str(scene.match.state.moves()[0]))
        scene.update(5.0)
        tools = [b for b in scene.buttons.buttons if b.key.startswith("tool:")]
        for name in ("menu", "undo", "hint"):
            own = [b for b in tools if b.key.partition("@")[0] == f"tool:{name}"]
            assert {b.turns for b in own} == set(sides), name
        assert len({b.key for b in tools}) == len(tools)
        for one, other in combinations(tools, 2):
            assert max(abs(a - b) for a, b in zip(one.centre, other.centre, strict=True)) >= 40
        for tool in tools:
            inside = scene.board.layout.canvas.box
            assert inside.holds(tool.centre)
            assert not scene.board.layout.board.holds(tool.centre)


def test_the_tools_of_a_seat_ask_for_it(table: AppContext) -> None:
    with default_context(reach=False):
        scene = match_of(table, sides=FACING_SIDES)
        far = next(b for b in scene.buttons.buttons if b.key == "tool:menu@1")
        scene.handle(Down(source="touch", contact=1, at=far.centre))
        change = scene.handle(Tap(source="touch", contact=1, at=far.centre))
        assert isinstance(change, Push)
        assert getattr(change.scene, "turns", None) == 2


# -- pages -------------------------------------------------------------------------------------


def test_a_point_that_is_lowered_and_lifted_is_where_it_was() -> None:
    for y in (0.0, 79.0, 80.0, 500.0, 1079.0):
        at = header_lowered_point((7.0, y), 80.0, 1080.0)
        back = undo_header_lowering(Down(source="touch", contact=1, at=at), 80.0, 1080.0)
        assert isinstance(back, Down)
        assert back.at == pytest.approx((7.0, y))


def pages(table: AppContext) -> list[PageScene]:
    return [
        MenuScene(table),
        SoundPage(table),
        AccessibilityPage(table),
        LanguagePage(table),
        RulesScene(table, find_game("shoo")),
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_way_back_lies_low_on_every_page_and_is_pressed_there(
    table: AppContext, size: tuple[int, int]
) -> None:
    for page in pages(table):
        canvas = Canvas(size)
        page.fit(canvas)
        frame = NotingFrame(canvas)
        page.draw(frame)
        key = "close" if isinstance(page, MenuScene) else "leave"
        shown = next(control.rect for control in frame.controls if control.key == key)
        assert shown[1] > size[1] * 0.6, type(page).__name__
        assert shown[3] <= size[1]
        at = ((shown[0] + shown[2]) / 2 / canvas.scale, (shown[1] + shown[3]) / 2 / canvas.scale)
        assert touched(page, at) is not None, type(page).__name__


def touched(page: PageScene, at: Point) -> Change:
    page.handle(Down(source="touch", contact=1, at=at))
    return page.handle(Tap(source="touch", contact=1, at=at))


@pytest.mark.parametrize("size", SIZES)
def test_what_is_shown_is_what_is_pressed(table: AppContext, size: tuple[int, int]) -> None:
    for page in pages(table):
        canvas = Canvas(size)
        page.fit(canvas)
        frame = NotingFrame(canvas)
        page.draw(frame)
        for control in frame.controls:
            left, top, right, bottom = (edge / canvas.scale for edge in control.rect)
            at = ((left + right) / 2, (top + bottom) / 2)
            page.handle(Down(source="touch", contact=1, at=at))
            expected = control.key if button(page, control.key).enabled else None
            assert page.buttons.held.get(1) == expected
            page.buttons.held.clear()


@pytest.mark.parametrize(("turns", "low"), [(0, True), (2, False)])
def test_questions_open_at_the_edge_of_who_is_asked(turns: int, low: bool) -> None:
    asked = QuestionDialog(
        say("test.q", "Shall it be?"),
        say("test.d", "It may."),
        (("no", say("test.no", "No"), "main"),),
        turns,
    )
    asked.fit(Canvas((1280, 800)))
    assert (asked.middle[1] > 540) is low
    assert touched(asked, button(asked, "no").centre) == Pop("no")


def test_the_pause_opens_low(table: AppContext) -> None:
    setup = make_setup(find_game("shoo"))
    pause = PauseScene(table, setup, setup.start(table))
    pause.fit(Canvas((1080, 1920)))
    assert pause.middle[1] > 1920 / 2


@pytest.mark.parametrize("size", SIZES)
def test_a_lessons_way_out_stands_below(size: tuple[int, int]) -> None:
    plan = lesson_layout(Canvas(size), 0, 120.0, choices=True)
    assert plan.leave.y >= plan.foot.bottom
    assert plan.leave.bottom <= plan.canvas.height
    for one, other in combinations([plan.leave, plan.foot, plan.words, plan.tray, plan.near], 2):
        assert apart(seen(one, 0, plan.about), seen(other, 0, plan.about)), (one, other)
