"""Only what changed is drawn, and what is drawn is what a whole frame would show."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen, turn_point
from tests.lanes import examples

CANVAS = Canvas((200, 160))


def picture(colour: str, width: int = 20, height: int = 10) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    surface.fill(colour)
    return surface


GROUND = picture("grey20", *CANVAS.size)
PICTURES = [picture("red"), picture("blue", 40, 40), picture("#00ff0080", 15, 60)]

Things = list[tuple[int, int, int, int]]
things = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-5, 205), st.integers(-5, 165), st.integers(0, 3)),
    max_size=12,
)


def frame_of(what: Things) -> Frame:
    frame = Frame(CANVAS)
    frame.put(GROUND, CANVAS.box.centre)
    for number, x, y, layer in what:
        with frame.layer(layer):
            frame.put(PICTURES[number], (x / CANVAS.scale, y / CANVAS.scale))
    return frame


def whole(frame: Frame) -> bytes:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame)
    return pygame.image.tobytes(screen.surface, "RGB")


@given(st.lists(things, min_size=2, max_size=5))
@examples(80)
def test_drawing_the_changes_gives_the_same_picture_as_drawing_everything(
    frames: list[Things],
) -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    for what in frames:
        screen.show(frame_of(what))
        assert pygame.image.tobytes(screen.surface, "RGB") == whole(frame_of(what))


def test_the_same_frame_again_draws_nothing() -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    what: Things = [(0, 50, 50, 0), (1, 90, 60, 1)]
    assert screen.show(frame_of(what)) == [screen.surface.get_rect()]
    assert screen.show(frame_of(what)) == []


def test_a_piece_that_moves_costs_only_the_places_where_it_was_and_is() -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame_of([(0, 30, 30, 0), (1, 90, 100, 0)]))
    rects = screen.show(frame_of([(0, 150, 30, 0), (1, 90, 100, 0)]))
    assert sorted((rect.x, rect.y, rect.w, rect.h) for rect in rects) == [
        (20, 25, 20, 10),
        (140, 25, 20, 10),
    ]


def test_a_lost_picture_is_drawn_whole_again() -> None:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame_of([]))
    screen.forget()
    assert screen.show(frame_of([])) == [screen.surface.get_rect()]


def test_four_quarter_turns_lead_back() -> None:
    assert turn_point((3, 4), 4, (1, 1)) == (3, 4)
    assert turn_point((3, 1), 1, (1, 1)) == (1, 3)


def test_what_is_put_for_the_far_seat_lies_opposite_and_upside_down() -> None:
    arrow = pygame.Surface((10, 10), pygame.SRCALPHA)
    arrow.fill("red", (0, 0, 10, 5))
    frame = Frame(CANVAS)
    frame.put(GROUND, CANVAS.box.centre)
    with frame.turned(2, CANVAS.box.centre):
        frame.put(arrow, (30 / CANVAS.scale, 20 / CANVAS.scale))
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame)
    assert screen.surface.get_at((170, 142)) == pygame.Color("red")
    assert screen.surface.get_at((170, 137)) != pygame.Color("red")


def test_a_picture_is_turned_about_its_own_middle_besides_the_turn_of_all() -> None:
    frame = Frame(CANVAS)
    about = CANVAS.box.centre
    at = (about[0], about[1] + 200)
    with frame.turned(1, about):
        frame.put_turned(PICTURES[0], at, 1)
        frame.put(PICTURES[0], at)
    turned, other = frame.blits
    assert turned.rect.center == other.rect.center
    assert turned.rect.size == PICTURES[0].get_size()
    assert other.rect.size == PICTURES[0].get_size()[::-1]
