"""The booklet on the screen: looked through, picked from, closed by itself."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from math import inf

import pytest

from tabletop.engine import say
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.scenes.booklet import (
    AUTO_CLOSE_SECONDS,
    COUNTDOWN_SECONDS,
    OWN_GROUP,
    BookletPage,
    save_figure,
)
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Nudge
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop
from tabletop.ui.theme import theme
from tests.games.sevens.page_touches import tap
from tests.games.sevens.scripted_match import DIAMOND
from tests.scenes.touches import button, check_layout, keys, press

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))
AWAY = say("test.away", "Red, please look away")


def opened(
    table: AppContext, size: tuple[int, int] = (1280, 800), *, pick: bool = False
) -> BookletPage:
    scene = BookletPage(table, pick=pick, hint=AWAY)
    scene.fit(Canvas(size))
    return scene


def shown(scene: BookletPage) -> list[str]:
    """The names of the figures that can be touched."""
    return [b.label for b in scene.buttons.buttons if b.key.startswith("figure:")]


def words(scene: BookletPage) -> list[str]:
    return [label.text for label in scene.labels]


def settle(scene: BookletPage) -> int:
    """Lets the pictures of a page come, and gives in how many steps."""
    steps = 0
    while scene.wakes_in() == 0:
        assert scene.update(1 / 60) is None
        steps += 1
    return steps


def blits(scene: BookletPage) -> int:
    frame = Frame(scene.canvas)
    scene.draw(frame)
    return len(frame.blits)


def test_every_figure_of_the_booklet_is_on_some_page(table: AppContext) -> None:
    scene = opened(table)
    seen: list[str] = []
    for number in range(len(scene.groups)):
        tap(scene, f"group:{number}")
        seen += shown(scene)
        for _ in range(scene.pages - 1):
            tap(scene, "later")
            seen += shown(scene)
    assert seen == [figure.name for figure in booklet()]


def test_pages_are_turned_by_keys_too_and_end_at_the_last(table: AppContext) -> None:
    scene = opened(table)
    assert scene.pages > 1
    first = shown(scene)
    press(scene, Key.LATER)
    assert shown(scene) != first
    for _ in range(9):
        press(scene, Key.LATER)
    assert not button(scene, "later").enabled
    for _ in range(9):
        press(scene, Key.EARLIER)
    assert shown(scene) == first
    assert not button(scene, "earlier").enabled


def test_the_figures_of_this_table_are_a_group_of_their_own(table: AppContext) -> None:
    save_figure(table, "Our own kite", DIAMOND)
    scene = opened(table)
    assert list(scene.groups)[-1] == OWN_GROUP
    tap(scene, f"group:{len(scene.groups) - 1}")
    assert shown(scene) == ["Our own kite"]


def test_to_whoever_looks_the_seams_are_shown_on_wish_only(table: AppContext) -> None:
    scene = opened(table)
    settle(scene)
    tap(scene, "figure:1")
    assert scene.large == booklet()[1]
    assert not scene.seams
    assert "take" not in keys(scene)
    assert button(scene, "seams").label == "Show pieces"
    tap(scene, "seams")
    assert button(scene, "seams").label == "Outline only"
    tap(scene, "back")
    tap(scene, "figure:2")
    assert button(scene, "seams").label == "Show pieces"


def test_one_who_picks_sees_the_seams_and_takes_a_figure(table: AppContext) -> None:
    scene = opened(table, pick=True)
    tap(scene, "figure:1")
    assert scene.seams
    assert tap(scene, "take") == Pop(booklet()[1])


def test_back_leaves_the_figure_first_and_then_the_booklet(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "figure:0")
    assert press(scene, Key.BACK) is None
    assert scene.large is None
    assert press(scene, Key.BACK) == Pop(None)


def test_it_can_be_used_with_keys_alone(table: AppContext) -> None:
    scene = opened(table, pick=True)
    scene.handle(Nudge(source="keyboard", dx=0, dy=0))
    scene.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert scene.buttons.focus == "figure:0"
    press(scene, Key.OK)
    assert scene.large == booklet()[0]
    press(scene, Key.OK)
    assert scene.buttons.focus == "take"
    assert press(scene, Key.OK) == Pop(booklet()[0])


def test_where_others_could_see_it_closes_after_a_warning(table: AppContext) -> None:
    scene = BookletPage(table, pick=True, hint=AWAY, closes=True)
    scene.fit(Canvas((1280, 800)))
    settle(scene)
    assert AWAY in words(scene)
    tap(scene, "group:1")
    settle(scene)
    until_warned = AUTO_CLOSE_SECONDS - COUNTDOWN_SECONDS
    assert scene.wakes_in() == pytest.approx(until_warned, abs=0.5)
    scene.update(until_warned + 3.5)
    assert keys(scene) == ["stay"]
    assert any(str(COUNTDOWN_SECONDS - 3) in word for word in words(scene))
    scene.handle(Down(source="touch", contact=1, at=button(scene, "stay").centre))
    assert AWAY in words(scene)
    assert scene.group == tuple(scene.groups)[1]
    assert scene.update(AUTO_CLOSE_SECONDS - 0.1) is None
    assert scene.update(0.2) == Pop(None)
    assert scene.expired


def test_it_opens_again_where_it_was(table: AppContext) -> None:
    scene = opened(table, pick=True)
    tap(scene, "group:1")
    tap(scene, "figure:2")
    again = opened(table, pick=True)
    again.open_at(scene.bookmark)
    again.lay_out()
    assert (again.group, again.large) == (scene.group, scene.large)


def test_for_one_who_picks_unseen_it_stays_open(table: AppContext) -> None:
    scene = opened(table, pick=True)
    settle(scene)
    assert scene.update(1000) is None


def test_for_others_it_stays_open(table: AppContext) -> None:
    scene = opened(table)
    settle(scene)
    assert scene.wakes_in() == inf
    assert scene.update(1000) is None


def test_a_page_is_there_at_once_and_its_pictures_come_step_by_step(table: AppContext) -> None:
    scene = opened(table)
    names = len(shown(scene))
    before = blits(scene)
    assert settle(scene) == (names + 1) // 2
    assert blits(scene) == before + names
    tap(scene, "later")
    settle(scene)
    tap(scene, "earlier")
    assert scene.wakes_in() == inf  # its pictures were kept


def test_no_picture_of_another_palette_is_left_when_the_page_is_fitted_anew(
    table: AppContext,
) -> None:
    scene = opened(table)
    settle(scene)
    old = set(scene._pictures.values())
    scene.fit(scene.canvas)
    assert scene.wakes_in() > 0
    try:
        theme.switch_palette("light")
        scene.fit(scene.canvas)
        assert settle(scene) > 1
        assert old.isdisjoint(scene._pictures.values())
    finally:
        theme.switch_palette("dark")


def test_every_card_has_its_picture_however_many_were_seen_before(table: AppContext) -> None:
    scene = opened(table)
    for number in 3 * tuple(range(6)):
        tap(scene, f"group:{number}")
        settle(scene)
        for _ in range(number % 3):  # one large picture, with its seams then too
            tap(scene, "figure:2" if scene.large is None else "seams")
            settle(scene)
        if scene.large is not None:
            press(scene, Key.BACK)
        settle(scene)
        bare = opened(table)
        bare.pressed(f"group:{number}")
        assert blits(scene) == blits(bare) + len(shown(scene))


def test_an_empty_booklet_is_no_trouble(table: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "booklet", tuple)
    scene = opened(table)
    assert shown(scene) == []
    assert blits(scene) > 0


@pytest.mark.parametrize("pick", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_in_every_window(
    table: AppContext, size: tuple[int, int], pick: bool
) -> None:
    save_figure(table, "A kite with quite a long name, by Ada", DIAMOND)
    scene = BookletPage(table, pick=pick, turns=2 if pick else 0, hint=AWAY)
    check_layout(scene, size)
    tap(scene, f"group:{len(scene.groups) - 1}")
    tap(scene, "figure:0")
    check_layout(scene, size)


def test_it_faces_the_seat_opposite(table: AppContext) -> None:
    scene = BookletPage(table, pick=True, turns=2)
    scene.fit(Canvas((1280, 800)))
    assert button(scene, "back").centre[1] > scene.canvas.height / 2
    tap(scene, "figure:2")
    assert scene.large == booklet()[2]
