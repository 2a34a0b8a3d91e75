"""The title: one touch of a board goes to its game, any other touch or key to the menu."""

from itertools import pairwise

import pygame
import pytest

from tabletop.app.navigation import first_scene
from tabletop.app.opening import page_builder
from tabletop.app.start_request import resolve_start
from tabletop.games import all_games
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Press,
    Pull,
    Roll,
    Tap,
    Typed,
    Walk,
)
from tabletop.scenes.destinations import OpenLanguage, ShowTitle
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import (
    MIN_CALL_BRIGHTNESS,
    PULSE_SECONDS,
    TitleScene,
    draw_idle_picture,
)
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Screen
from tabletop.ui.core.scene import Pop, Push, SceneStack, Swap
from tests.scenes.started_matches import opened as opened_menu
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, press, tap
from tools.album.notes import NotingFrame
from tools.album.rules import faults

BESIDE = (20.0, 20.0)
"""A place where there is nothing but the table."""
GAMES = [game.key for game in all_games()]
KEYS: list[Action] = [
    Press(source="keyboard", button=Button.OK),
    Press(source="keyboard", button=Button.BACK),
    Press(source="serial", seat=1, button=Button.MENU),
    Nudge(source="pad", dx=1, dy=0),
    Walk(source="serial", by=1),
    Buzz(source="serial", seat=0),
    Typed(source="keyboard", sign="x"),
    Roll(source="serial", device="one", values=(3, 4)),
]


def opened(table: AppContext, size: tuple[int, int] = (1280, 800), **settings: str) -> TitleScene:
    changed = {key.replace("_", ".", 1): value for key, value in settings.items()}
    table.settings = table.settings.but(changed)
    scene = TitleScene(table)
    scene.fit(Canvas(size))
    return scene


def touched(contact: int = 1, at: tuple[float, float] = BESIDE) -> list[Action]:
    return [
        Down(source="touch", contact=contact, at=at),
        Tap(source="touch", contact=contact, at=at),
    ]


def test_every_game_lies_there(table: AppContext) -> None:
    assert keys(opened(table)) == [*(f"game:{key}" for key in GAMES), "language"]


@pytest.mark.parametrize("key", GAMES)
def test_a_touch_of_a_board_goes_to_the_page_that_the_menu_would_open(
    table: AppContext, key: str
) -> None:
    change = tap(opened(table), f"game:{key}")
    wanted = tap(opened_menu(table), f"game:{key}")
    assert isinstance(change, Swap)
    assert isinstance(wanted, Push)
    assert type(change.scene) is type(wanted.scene)


def test_going_back_from_that_page_leads_to_the_menu(table: AppContext) -> None:
    stack = SceneStack(MenuScene(table), Canvas((1280, 800)), page_builder(table))
    stack.apply(Push(TitleScene(table)))
    title = stack.top
    assert isinstance(title, TitleScene)
    for action in touched(at=button(title, "game:shoo").centre):
        stack.handle(action)
    assert isinstance(stack.top, QuickStartPage)
    stack.handle(Press(source="keyboard", button=Button.BACK))
    assert isinstance(stack.top, MenuScene)


def test_a_touch_of_anything_else_goes_to_the_menu_and_is_heard(table: AppContext) -> None:
    scene = opened(table)
    down, up = touched()
    assert scene.handle(down) is None
    assert scene.handle(up) == Pop()
    assert scene.presses == 1


def test_a_finger_that_slips_is_a_touch_too(table: AppContext) -> None:
    scene, at = opened(table), button(opened(table), "game:shoo").centre
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Pull(source="touch", contact=1, at=BESIDE, began=at))
    assert scene.handle(Drop(source="touch", contact=1, at=BESIDE, began=at)) == Pop()


def test_a_finger_that_came_down_on_the_page_before_means_nothing(table: AppContext) -> None:
    scene = opened(table)
    assert scene.handle(touched()[1]) is None
    scene.handle(touched()[0])
    scene.handle(Cancel(source="touch", contact=1, at=BESIDE))
    assert scene.handle(touched()[1]) is None


@pytest.mark.parametrize("action", KEYS, ids=lambda action: type(action).__name__)
def test_any_key_button_or_throw_goes_to_the_menu(table: AppContext, action: Action) -> None:
    assert opened(table).handle(action) == Pop()


def test_the_mouse_alone_goes_nowhere(table: AppContext) -> None:
    assert opened(table).handle(Hover(source="mouse", at=BESIDE)) is None


def test_its_globe_leads_to_the_languages(table: AppContext) -> None:
    change = tap(opened(table), "language")
    assert change == Push(OpenLanguage())


def test_the_menu_leads_back_to_it_by_its_headline(table: AppContext) -> None:
    change = tap(opened_menu(table), "title")
    assert change == Push(ShowTitle())


def test_the_program_begins_with_it_unless_it_was_asked_for_more(table: AppContext) -> None:
    assert isinstance(first_scene(table, resolve_start(None)), TitleScene)
    start = resolve_start(("play", "shoo", 2, {}))
    assert not isinstance(first_scene(table, start), TitleScene | None)


def test_the_call_pulses_quietly_and_only_the_call_is_drawn_anew(table: AppContext) -> None:
    scene = opened(table, (640, 400))
    screen = Screen(pygame.Surface((640, 400)))
    screen.show(draw(scene))
    seen = []
    for _ in range(round(PULSE_SECONDS / 0.125)):
        assert 0 < scene.wakes_in() <= 0.2
        scene.update(scene.wakes_in())
        seen.append(scene.glow)
        for rect in screen.show(draw(scene)):
            assert scene.boxes["call"].y * scene.canvas.scale - 8 <= rect.top
            assert rect.bottom <= scene.boxes["below"].y * scene.canvas.scale + 8
    assert min(seen) == pytest.approx(MIN_CALL_BRIGHTNESS)
    assert max(seen) > 0.95
    assert all(abs(a - b) < 0.1 for a, b in pairwise(seen))


@pytest.mark.parametrize("settings", [{"look_motion": "reduced"}, {"look_speed": "off"}])
def test_without_motion_it_stands_bright_and_nothing_wakes_it(
    table: AppContext, settings: dict[str, str]
) -> None:
    scene = opened(table, (640, 400), **settings)
    before = draw(scene).blits
    scene.update(PULSE_SECONDS / 2)
    assert scene.wakes_in() == float("inf")
    assert scene.glow == 1.0
    assert draw(scene).blits == before


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_room(table: AppContext, size: tuple[int, int]) -> None:
    check_layout(opened(table, size), size, least=80)


@pytest.mark.parametrize("size", SIZES)
def test_the_name_stays_clear_of_the_button_in_the_corner(
    table: AppContext, size: tuple[int, int]
) -> None:
    scene = opened(table, size)
    (x, y), corner = scene.name_centre, scene.boxes["corner"]
    draw(scene)
    wide = scene.logo_width
    left, right = x - wide / 2, x + wide / 2
    assert left >= 40
    assert right <= scene.canvas.width - 40
    below = y - scene.em * 0.4 >= corner.bottom
    assert below or right <= corner.x


def test_a_board_under_a_finger_sinks(table: AppContext) -> None:
    scene = opened(table, (640, 400))
    before = set(draw(scene).blits)
    at = button(scene, "game:shoo").centre
    scene.handle(Down(source="touch", contact=1, at=at))
    assert set(draw(scene).blits) != before


def test_keys_never_see_a_ring_on_it(table: AppContext) -> None:
    scene = opened(table)
    assert press(scene, Button.OK) == Pop()
    assert scene.buttons.focus is None


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (960, 600)])
def test_the_events_name_stands_on_title_menu_and_an_idle_window(
    table: AppContext, size: tuple[int, int]
) -> None:
    table.settings = table.settings.but({"kiosk.event": "Autumn Fair"})
    for page in (TitleScene(table), MenuScene(table)):
        page.fit(Canvas(size))
        frame = NotingFrame(Canvas(size))
        page.draw(frame)
        assert "Autumn Fair" in [line.text for line in frame.written]
    idle = NotingFrame(Canvas(size))
    draw_idle_picture(idle, table)
    assert "Autumn Fair" in [line.text for line in idle.written]
    assert not faults(idle)
