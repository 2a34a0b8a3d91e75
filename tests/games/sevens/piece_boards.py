"""Piece boards with touches."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from math import hypot

import pygame

from tabletop.games.sevens.pieces.space import tray_poses
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import FULL_SET, Point, Pose
from tabletop.games.sevens.view.board import board_plan
from tabletop.games.sevens.view.piece_board import HoldMode, PieceBoard, PieceControl
from tabletop.input.actions import (
    Button,
    Cancel,
    Down,
    Drop,
    Press,
    Pull,
    Tap,
)
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, Screen

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1080, 1920)]


P = 6


TENTHS = [share / 10 for share in range(1, 13)]


def board_box(canvas: Canvas) -> Box:
    if canvas.portrait:
        return Box(32, 560, canvas.width - 64, 1060)
    return Box(32, 150, canvas.width - 600, 780)


def surface_for(
    size: tuple[int, int] = (1920, 1080), *, turned: bool = False, hold: HoldMode = "drag"
) -> PieceBoard:
    canvas = Canvas(size)
    box = board_box(canvas)
    plan = board_plan(box.w / box.h)
    poses = tray_poses(FULL_SET, plan.tray)
    surface = PieceBoard(
        PieceTable(plan.width, plan.height, FULL_SET, poses, tray=plan.tray), hold=hold
    )
    surface.fit(box, 2 * turned, canvas.box.centre)
    rest(surface)
    return surface


def rest(surface: PieceBoard, seconds: float = 1.0) -> list[object]:
    """Lets time go by as the table does: it calls again only as long as anything moves."""
    happened: list[object] = []
    for _ in range(round(60 * seconds)):
        if surface.wakes_in() > 0:
            break
        happened += surface.update(1 / 60)
    return happened


def pose(surface: PieceBoard, number: int) -> Pose:
    return surface.pieces.pieces[number].pose


def finger(
    surface: PieceBoard, kind: type[Down | Pull | Tap | Drop | Cancel], at: Point, contact: int = 1
) -> bool:
    """A finger's action at a place in units."""
    where = surface.sight.to_canvas(at)
    if issubclass(kind, Pull | Drop):
        return surface.handle(kind(source="touch", contact=contact, at=where, began=where))
    return surface.handle(kind(source="touch", contact=contact, at=where))


def drag(surface: PieceBoard, start: Point, end: Point, contact: int = 1) -> None:
    finger(surface, Down, start, contact)
    finger(surface, Pull, end, contact)
    rest(surface, 0.5)
    finger(surface, Drop, end, contact)
    rest(surface)


def tap(surface: PieceBoard, at: Point) -> None:
    finger(surface, Down, at)
    finger(surface, Tap, at)
    rest(surface)


def press(surface: PieceBoard, button: Button) -> bool:
    return surface.handle(Press(source="keyboard", button=button))


def control(surface: PieceBoard, action: str, number: int) -> PieceControl:
    return next(c for c in surface.controls if c.action == action and c.number == number)


def taken(surface: PieceBoard) -> int | None:
    return surface.taken


def colour_at(surface: PieceBoard, size: tuple[int, int], at: Point) -> tuple[int, int, int]:
    """What is drawn at a place in units."""
    target = pygame.Surface(size)
    frame = Frame(Canvas(size))
    surface.draw(frame)
    Screen(target).show(frame)
    red, green, blue, _ = target.get_at(Canvas(size).to_pixels(surface.sight.to_canvas(at)))
    return red, green, blue


def near(a: Point, b: Point, within: float = 0.02) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) <= within


def middle(surface: PieceBoard) -> Point:
    """The middle of the wood beside the tray."""
    walls, tray = surface.pieces.walls, surface.pieces.tray
    assert tray is not None
    if tray.height > tray.width:
        return (tray.right + walls.right) / 2, walls.height / 2
    return walls.width / 2, tray.top / 2
