"""The host's cover: what lays it, what takes it away, and what goes through."""

import pygame
import pytest

from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Focus,
    Nudge,
    Press,
    Pull,
    Resized,
    Roll,
    Tap,
    Typed,
    Walk,
)
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.display.blackout import Blackout

CANVAS = Canvas((1280, 800))
FAR: Point = (200.0, 200.0)


def key(button: Button, source: str = "keyboard") -> Press:
    return Press(source=source, button=button)


def down(at: Point, source: str = "touch", contact: int = 1) -> Down:
    return Down(source=source, contact=contact, at=at)


def dark() -> Blackout:
    """One that has lain since an earlier turn."""
    cover = Blackout()
    assert cover.sift(key(Button.BLANK), CANVAS) is None
    cover.begin_turn()
    return cover


@pytest.mark.parametrize(("button", "laid"), [(Button.BLANK, "dark"), (Button.STILL, "still")])
def test_a_key_lays_it_and_takes_it_away(button: Button, laid: str) -> None:
    cover = Blackout()
    for expected in (laid, "nothing", laid):
        assert cover.sift(key(button), CANVAS) is None
        assert cover.laid == expected


def test_the_sign_that_the_key_writes_does_not_take_it_away() -> None:
    cover = Blackout()
    cover.sift(key(Button.BLANK), CANVAS)
    assert cover.sift(Typed(source="keyboard", sign="b"), CANVAS) is None
    assert cover.hides


@pytest.mark.parametrize(
    "action",
    [
        key(Button.OK),
        key(Button.UNDO),
        Nudge(source="keyboard", dx=1, dy=0),
        Walk(source="keyboard", by=1),
        Buzz(source="keyboard", seat=1),
        Typed(source="keyboard", sign="x"),
        key(Button.BACK, "pad"),
        key(Button.MENU, "serial"),
        down(FAR, "mouse"),
        down((CANVAS.width / 2, CANVAS.height - 120)),
    ],
)
def test_the_host_takes_it_away_and_nothing_else_happens(action: Action) -> None:
    cover = dark()
    assert cover.sift(action, CANVAS) is None
    assert not cover.active


@pytest.mark.parametrize(
    "action",
    [
        key(Button.OK, "pad"),
        Nudge(source="pad", dx=1, dy=0),
        Walk(source="serial", by=1),
        Buzz(source="serial", seat=1),
        Roll(source="serial", device="x", values=(3,)),
        down(FAR),
    ],
)
def test_players_do_nothing_below_it(action: Action) -> None:
    cover = dark()
    assert cover.sift(action, CANVAS) is None
    assert cover.hides


@pytest.mark.parametrize(
    "action",
    [Resized(source="window", size=(9, 9)), Focus(source="window", gained=False)],
)
def test_the_window_lives_on_below_it(action: Action) -> None:
    cover = dark()
    assert cover.sift(action, CANVAS) is action
    assert cover.hides


def test_a_finger_that_lay_there_before_is_let_go_when_it_lifts() -> None:
    cover = Blackout()
    first = down(FAR)
    assert cover.sift(first, CANVAS) is first
    cover.sift(key(Button.BLANK), CANVAS)
    assert cover.sift(Pull(source="touch", contact=1, at=FAR, began=FAR), CANVAS) is None
    ended = cover.sift(Drop(source="touch", contact=1, at=FAR, began=FAR), CANVAS)
    assert ended == Cancel(source="touch", contact=1, at=FAR)


def test_a_finger_that_came_below_it_means_nothing_to_its_end() -> None:
    cover = dark()
    cover.sift(down(FAR, "mouse", 4), CANVAS)
    assert not cover.active
    assert cover.sift(Pull(source="mouse", contact=4, at=FAR, began=FAR), CANVAS) is None
    assert cover.sift(Tap(source="mouse", contact=4, at=FAR), CANVAS) is None
    after = down(FAR, "mouse", 5)
    assert cover.sift(after, CANVAS) is after


def test_a_key_that_writes_a_name_lays_nothing() -> None:
    cover = Blackout()
    action = key(Button.BLANK)
    assert cover.sift(action, CANVAS, writes=True) is action
    assert not cover.active
    assert cover.sift(key(Button.BLANK, "pad"), CANVAS, writes=True) is None
    assert cover.hides
    assert cover.sift(action, CANVAS, writes=True) is None
    assert not cover.active


def test_in_the_dark_there_is_only_a_small_moon() -> None:
    surface = pygame.display.set_mode(CANVAS.size)
    screen, frame = Screen(surface), Frame(CANVAS)
    dark().draw(frame)
    screen.show(frame)
    lit = pygame.mask.from_threshold(surface, (0, 0, 0), (2, 2, 2, 255))
    lit.invert()
    assert 200 < lit.count() < 0.01 * CANVAS.size[0] * CANVAS.size[1]
    again = Frame(CANVAS)
    dark().draw(again)
    assert screen.show(again) == []


def test_the_standstill_lets_all_be_seen_but_its_sign() -> None:
    cover, frame = Blackout(), Frame(CANVAS)
    assert not cover.active
    cover.sift(key(Button.STILL), CANVAS)
    cover.draw(frame)
    area = sum(blit.rect.w * blit.rect.h for blit in frame.blits[:1])
    assert 0 < area < 0.1 * CANVAS.size[0] * CANVAS.size[1]
