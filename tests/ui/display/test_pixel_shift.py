"""The picture wanders a few pixels against burning in; hands and eyes notice nothing of it."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from itertools import product
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action, Cancel, Down, Drop, Tap
from tabletop.settings import Settings
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.display.display_transform import (
    MAX_SHIFT,
    PATH_STEPS,
    STEP_SECONDS,
    WINDOWED_KEY,
    DisplayTransform,
    PixelShift,
    shift_at,
)
from tests.lanes import examples

CANVAS = Canvas((200, 160))
SHIFTS = [shift for shift in product((-8, 0, 3), (-2, 0, 8)) if shift != (0, 0)]
DOWN = Down(source="touch", contact=4, at=(1.0, 1.0))
ENDS: list[Action] = [
    Tap(source="touch", contact=4, at=(1.0, 1.0)),
    Cancel(source="touch", contact=4, at=(1.0, 1.0)),
    Drop(source="touch", contact=4, at=(9.0, 9.0), began=(1.0, 1.0)),
]


def wandered(drift: PixelShift, minutes: float, *, rests: bool = True, on: bool = True) -> int:
    """Lets time go by in seconds; gives how often the picture went on."""
    return sum(drift.run(1.0, on=on, rests=rests) for _ in range(round(60 * minutes)))


# -- the path -----------------------------------------------------------------------------------


def test_the_path_is_closed_and_begins_where_the_picture_belongs() -> None:
    assert shift_at(0) == (0.0, 0.0)
    assert shift_at(PATH_STEPS) == shift_at(0)


def test_no_step_is_a_pixel_of_1080_lines_and_none_leads_too_far() -> None:
    for step in range(PATH_STEPS):
        (x, y), (nx, ny) = shift_at(step), shift_at(step + 1)
        assert max(abs(x), abs(y)) <= MAX_SHIFT
        assert max(abs(nx - x), abs(ny - y)) < 1.0


def test_it_stands_in_many_places_and_long_in_none() -> None:
    seen = [(round(x), round(y)) for x, y in map(shift_at, range(PATH_STEPS))]
    assert len(set(seen)) >= 40
    assert {x for x, _ in seen} == {y for _, y in seen} == set(range(-4, 5))
    assert max(map(seen.count, seen)) <= 6


@pytest.mark.parametrize(("scale", "most"), [(1.0, 4), (2.0, 8), (600 / 1080, 2)])
def test_it_goes_as_far_on_every_screen(scale: float, most: int) -> None:
    drift = PixelShift()
    reached = set()
    for _ in range(PATH_STEPS):
        wandered(drift, STEP_SECONDS / 60)
        reached |= {*map(abs, drift.pixels(scale))}
    assert max(reached) == most


# -- when it goes -------------------------------------------------------------------------------


def test_it_goes_one_step_a_minute_and_only_where_people_want_it() -> None:
    drift = PixelShift()
    assert wandered(drift, 10, on=False) == 0
    assert wandered(drift, 10) in (9, 10)
    assert drift.pixels(4.0) != (0, 0)


def test_it_waits_while_anything_moves_and_goes_at_once_afterwards() -> None:
    drift = PixelShift()
    wandered(drift, 0.5)
    assert wandered(drift, 5, rests=False) == 0
    assert drift.run(1.0, on=True, rests=True)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_it_stands_still_under_a_finger(end: Action) -> None:
    drift = PixelShift()
    wandered(drift, 0.5)
    drift.saw(DOWN)
    assert wandered(drift, 5) == 0
    drift.saw(end)
    assert drift.run(1.0, on=True, rests=True)


def test_switched_off_it_goes_home() -> None:
    drift = PixelShift()
    wandered(drift, 20)
    assert drift.run(0.1, on=False, rests=False)
    assert drift.pixels(2.0) == (0, 0)
    assert not drift.run(0.1, on=False, rests=True)


# -- what is seen -------------------------------------------------------------------------------


def ground(colour: int) -> pygame.Surface:
    """A ground on which every pixel tells where it is."""
    surface = pygame.Surface(CANVAS.size)
    for x, y in product(range(CANVAS.size[0]), range(CANVAS.size[1])):
        surface.set_at((x, y), (x, y, colour))
    return surface


GROUNDS = [ground(0), ground(120)]
VEIL = pygame.Surface(CANVAS.size)
VEIL.fill((9, 9, 9))
THINGS = [pygame.Surface((20, 10)), pygame.Surface((40, 40))]
for number, thing in enumerate(THINGS):
    thing.fill((40 * number, 200, 255))

Seen = tuple[int, bool, list[tuple[int, int, int]]]
seen = st.tuples(
    st.integers(0, 1),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 1), st.integers(-5, 205), st.integers(-5, 165)), max_size=6),
)


def frame_of(what: Seen) -> Frame:
    frame = Frame(CANVAS)
    below, veiled, things = what
    frame.put(GROUNDS[below], CANVAS.box.centre)
    for number, x, y in things:
        frame.put(THINGS[number], (x / CANVAS.scale, y / CANVAS.scale))
    if veiled:
        frame.put(VEIL, CANVAS.box.centre, 0.6)
    return frame


def shown(what: Seen, shift: tuple[int, int]) -> pygame.Surface:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.move(shift)
    screen.show(frame_of(what))
    return screen.surface


@pytest.mark.parametrize("shift", SHIFTS)
def test_all_is_moved_and_the_ground_fills_the_edge(shift: tuple[int, int]) -> None:
    dx, dy = shift
    what: Seen = (0, False, [(0, 50, 60), (1, 120, 80)])
    home, away = shown(what, (0, 0)), shown(what, shift)
    width, height = CANVAS.size
    for x, y in product(range(width), range(height)):
        at = x - dx, y - dy
        inside = 0 <= at[0] < width and 0 <= at[1] < height
        assert away.get_at((x, y)) == home.get_at(at if inside else (x, y))


@given(st.lists(seen, min_size=2, max_size=5), st.sampled_from([(0, 0), *SHIFTS]))
@examples(80)
def test_drawing_the_changes_of_a_moved_picture_gives_the_same_as_drawing_all_of_it(
    frames: list[Seen], shift: tuple[int, int]
) -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.move(shift)
    for what in frames:
        screen.show(frame_of(what))
        assert pygame.image.tobytes(screen.surface, "RGB") == pygame.image.tobytes(
            shown(what, shift), "RGB"
        )


def test_a_moved_picture_is_drawn_whole_once_and_then_rests() -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    frame = frame_of((0, True, [(0, 30, 30)]))
    screen.show(frame)
    assert screen.move((2, 1))
    assert screen.show(frame) == [screen.surface.get_rect()]
    assert screen.show(frame) == []
    assert not screen.move((2, 1))


# -- what is touched ----------------------------------------------------------------------------


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("turn", ["0", "90", "180", "270"])
def test_a_touch_means_what_is_seen_there(shift: tuple[int, int], turn: str) -> None:
    pane = DisplayTransform(Settings().but({"display.turn": turn}))
    pane.fit(WINDOWED_KEY, (1280, 800))
    pane.shift = shift
    canvas = pane.canvas
    for at in ((300.0, 400.0), (20.0, 30.0), (700.0, 600.0)):
        u, v = pane.share(at)
        px, py = u * 1280, v * 800
        assert pane.to_canvas(px, py) == pytest.approx(at)
        assert pane.seen((u, v)) == pytest.approx(at)
        moved = at[0] * canvas.scale + shift[0], at[1] * canvas.scale + shift[1]
        assert pane.now.to_picture(px, py) == pytest.approx(moved)


def test_a_touch_at_the_very_edge_is_one_of_the_picture(tmp_path: Path) -> None:
    pane = DisplayTransform(Settings(), tmp_path / "none.json")
    pane.fit(WINDOWED_KEY, (1280, 800))
    pane.shift = (3, -3)
    left = pane.to_canvas(0.5, 799.5)
    assert left is not None
    assert left == pytest.approx((0.0, pane.canvas.height))
