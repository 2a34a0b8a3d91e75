"""What changed is drawn whole and little else, and a large change in several turns."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from itertools import combinations

import pygame
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen, patches
from tests.lanes import examples

CANVAS = Canvas((240, 160))


def picture(colour: str, width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    surface.fill(colour)
    return surface


GROUND = picture("grey20", *CANVAS.size)
LEFT, RIGHT, PIECE = picture("red", 80, 120), picture("blue", 80, 120), picture("green", 12, 12)

rects = st.lists(
    st.builds(
        pygame.Rect,
        st.integers(0, 200),
        st.integers(0, 120),
        st.integers(1, 90),
        st.integers(1, 90),
    ),
    min_size=1,
    max_size=14,
)


def pixels(of: list[pygame.Rect]) -> set[tuple[int, int]]:
    return {(x, y) for r in of for x in range(r.left, r.right) for y in range(r.top, r.bottom)}


@given(rects, st.integers(8, 40))
@examples(60)
def test_patches_cover_what_changed_and_stay_inside_its_boxes(
    changed: list[pygame.Rect], tile: int
) -> None:
    found = patches(changed, tile)
    drawn = [rect for patch in found for rect in patch]
    assert pixels(changed) <= pixels(drawn)
    for patch in found:
        box = patch[0].unionall(patch[1:])
        inside = [rect for rect in changed if box.contains(rect)]
        assert inside, "a patch holds something that changed"
        assert box == inside[0].unionall(inside[1:])
        assert not any(a.colliderect(b) for a, b in combinations(patch, 2))


def test_what_touches_only_at_corners_does_not_cost_the_box_round_all() -> None:
    steps = [pygame.Rect(30 * n, 30 * n, 40, 40) for n in range(8)]
    (patch,) = patches(steps, 10)
    box = steps[0].unionall(steps)
    assert len(patch) > 1
    assert len(pixels(patch)) < 0.5 * box.w * box.h


def test_what_lies_apart_is_drawn_by_itself() -> None:
    apart = [pygame.Rect(0, 0, 10, 10), pygame.Rect(50, 0, 10, 10)]
    assert sorted(tuple(rect) for (rect,) in patches(apart, 10)) == [
        (0, 0, 10, 10),
        (50, 0, 10, 10),
    ]


# -- a large change -----------------------------------------------------------------------------


def frame_of(*things: tuple[pygame.Surface, int, int]) -> Frame:
    frame = Frame(CANVAS)
    frame.put(GROUND, CANVAS.box.centre)
    for surface, x, y in things:
        frame.put(surface, (x / CANVAS.scale, y / CANVAS.scale))
    return frame


def seen(screen: Screen) -> bytes:
    return pygame.image.tobytes(screen.surface, "RGB")


def whole(frame: Frame) -> bytes:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame)
    return seen(screen)


BOTH = frame_of((LEFT, 50, 80), (RIGHT, 190, 80), (PIECE, 120, 80))


def owes(screen: Screen) -> bool:
    return bool(screen.owed)


def opened() -> Screen:
    screen = Screen(pygame.Surface(CANVAS.size))
    screen.show(frame_of())
    return screen


def test_a_large_change_takes_several_turns_and_then_all_is_drawn() -> None:
    screen = opened()
    small, first = screen.show(BOTH, 0.3)
    assert small.size == PIECE.get_size(), "what is small comes first"
    assert first.size == LEFT.get_size()
    assert owes(screen)
    (second,) = screen.show(BOTH, 0.3)
    assert not first.colliderect(second)
    assert not owes(screen)
    assert seen(screen) == whole(BOTH)
    assert screen.show(BOTH, 0.3) == []


def test_what_was_put_off_comes_before_what_changed_since() -> None:
    screen = opened()
    screen.show(BOTH, 0.3)
    owed = pygame.Rect(0, 0, *LEFT.get_size())
    later = frame_of((LEFT, 50, 80), (RIGHT, 190, 80), (PIECE, 120, 20))
    first, *_ = screen.show(later, 0.3)
    assert first.size == owed.size
    while owes(screen):
        screen.show(later, 0.3)
    assert seen(screen) == whole(later)


def test_a_patch_larger_than_the_share_is_drawn_at_once_all_the_same() -> None:
    screen = opened()
    (rect,) = screen.show(frame_of((LEFT, 50, 80)), 0.01)
    assert rect.size == LEFT.get_size()
    assert not owes(screen)


def test_a_lost_picture_owes_nothing() -> None:
    screen = opened()
    screen.show(BOTH, 0.3)
    screen.forget()
    assert screen.show(BOTH, 0.3) == [screen.surface.get_rect()]
    assert not owes(screen)
    assert seen(screen) == whole(BOTH)


things = st.lists(
    st.tuples(st.sampled_from([LEFT, RIGHT, PIECE]), st.integers(-5, 245), st.integers(-5, 165)),
    max_size=6,
)


@given(st.lists(things, min_size=1, max_size=5), st.sampled_from([(0, 0), (3, -2)]))
@examples(60)
def test_whatever_was_put_off_the_picture_is_complete_once_nothing_is_owed(
    frames: list[list[tuple[pygame.Surface, int, int]]], shift: tuple[int, int]
) -> None:
    screen, plain = (Screen(pygame.Surface(CANVAS.size)) for _ in range(2))
    screen.move(shift)
    plain.move(shift)
    for what in frames:
        screen.show(frame_of(*what), 0.1)
    last = frame_of(*frames[-1])
    for _ in range(40):
        if not owes(screen):
            break
        screen.show(last, 0.1)
    assert not owes(screen)
    plain.show(last)
    assert seen(screen) == seen(plain)


def test_of_what_was_put_off_the_first_comes_first() -> None:
    screen = opened()
    screen.show(BOTH, 0.05)  # the piece alone
    low = frame_of((LEFT, 50, 80), (RIGHT, 190, 80), (PIECE, 120, 150))
    drawn = [rect.size for _ in range(3) for rect in screen.show(low, 0.05)]
    assert drawn[:2] == [LEFT.get_size(), RIGHT.get_size()]
    assert not owes(screen)
