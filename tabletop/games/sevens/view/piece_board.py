"""The board that pieces lie on: input, round controls beside a piece, and drawing.

Input comes from fingers, mouse, keys, or two buttons; its positions are in units. In the hold mode
``drag`` a finger carries a piece and a tap turns it. In ``tap`` a tap takes a piece up, a tap on a
place lays it there, a tap on itself turns it. With left, right and OK alone a piece goes through
stages: across, along, flip (the parallelogram), turn; OK goes on, and finally lays it down.

First the shadows and sides of all lying pieces are drawn, then all faces; held pieces come above.
Angles turn with the seat, the light does not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import asin, cos, hypot, inf, pi, sin
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.pieces.table import TOUCH_MARGIN, PieceEvent, PieceSnapshot, PieceTable
from tabletop.games.sevens.rules.pieces import (
    Corners,
    Kind,
    Picture,
    Piece,
    Point,
    Pose,
    corners_of,
    holds,
    length,
    nearest_on,
    winding,
)
from tabletop.games.sevens.view.board import BoardTransform, board_plan, draw_board
from tabletop.games.sevens.view.pieces import (
    LIFT_OFFSET,
    SHADOW_LEVELS,
    PieceImageLayer,
    outline_picture,
    piece_numbers,
    piece_picture,
    pixel_at,
    shadow_picture,
)
from tabletop.input.actions import (
    Action,
    Button,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Pull,
    Tap,
    Twist,
    Walk,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BLACK,
    CORAL_DEEP,
    PANEL_ACTIVE,
    PETROL,
    WHITE,
    Colour,
    mix,
)

SteeringStage: TypeAlias = Literal["across", "along", "over", "turn"]
"""What left and right do."""

STEERING_STAGES: Final[tuple[SteeringStage, ...]] = ("across", "along", "turn")
STEERING_STAGES_WITH_FLIP: Final[tuple[SteeringStage, ...]] = ("across", "along", "over", "turn")
"""The stages of the parallelogram, which has two sides."""
MIN_STRIDE: Final = 0.25
MAX_STRIDE: Final = 1.0
"""The shortest and the longest step, in units."""
QUICK_REPEAT_SECONDS: Final = 0.45
"""Seconds within which repeated steps grow."""


class ButtonSteering:
    """The state of steering a piece by two buttons."""

    def __init__(self) -> None:
        self._stages: tuple[SteeringStage, ...] = ()
        self._stride = 0.0
        """The last step; negative to the left."""
        self._rested = 0.0
        self._led = False

    @property
    def stage(self) -> SteeringStage | None:
        """What left and right do; None while no piece is steered."""
        return self._stages[0] if self._stages else None

    def begin(self, *, over: bool) -> None:
        """A key took a piece up. `over`: it can be flipped."""
        self._stages = STEERING_STAGES_WITH_FLIP if over else STEERING_STAGES
        self._stride, self._led = 0.0, False

    def end(self) -> None:
        """The piece is moved in another way: OK lays it down."""
        self._stages = ()

    def turned(self) -> None:
        """Another key turned the piece: whoever has it also has arrows."""
        if not self._led:
            self.end()

    def go_on(self) -> bool:
        """Goes to the next stage; False after the last one, or without a piece."""
        self._stages = self._stages[1:]
        self._stride, self._led = 0.0, True
        return bool(self._stages)

    def stride(self, by: int) -> float:
        """How far a press moves the piece; quick presses go further."""
        quick = self._stride * by > 0 and self._rested <= QUICK_REPEAT_SECONDS
        grown = min(MAX_STRIDE, abs(self._stride) * 1.5) if quick else MIN_STRIDE
        self._stride, self._rested, self._led = grown * by, 0.0, True
        return self._stride

    def update(self, dt: float) -> None:
        self._rested += dt


HoldMode: TypeAlias = Literal["drag", "tap"]

TAKEN_UP_CONTACT: Final = -1
"""The contact of a piece that is taken up without a finger."""
NUDGE_UNITS: Final = 0.25
MAX_TAP_SLIP: Final = 0.6
"""Units that a tapping finger may slip in the hold mode ``tap``."""
TAP_TURN_SECONDS: Final = 0.12
MAX_TAP_SECONDS: Final = 0.6
"""The longest tap, in seconds; a longer touch only holds."""
ASKED_POSE_TOLERANCE: Final = (0.3, 9.0)
"""Units and degrees from the asked pose up to which taps turn on from it, so that a snapping piece
does not wander."""


@dataclass(frozen=True, slots=True)
class PieceTouch:
    """A contact: its piece, and where it began."""

    number: int | None
    began: Point
    at: Point
    lay: Pose | None = None
    """The pose of the piece; None once more was done than a tap."""
    seconds: float = 0.0
    """Seconds that it has lasted."""


class PieceInput:
    """All hands on a board."""

    def __init__(self, table: PieceTable, step: float, hold: HoldMode) -> None:
        self.table, self.step, self.hold = table, step, hold
        self.selected: int | None = None
        """The piece touched last, which has the controls."""
        self.has_turned = False
        self.keyed = False
        """Whether the key focus is on it."""
        self.leading = ButtonSteering()
        """The steering of the piece that a key took up."""
        self._fingers: dict[int, PieceTouch] = {}
        self._up: int | None = None
        self._from = Pose(0.0, 0.0)
        """Where the piece that is up was taken from."""
        self._at: Point = (0.0, 0.0)
        """Where the keys hold it."""
        self._turn = 0.0
        """The degrees by which it shall be turned; it may still be turning."""
        self._aims: dict[int, tuple[Pose, float]] = {}
        """The pose that a tap asked for, and the seconds until the piece lies."""

    @property
    def taken(self) -> int | None:
        """The piece taken up by a key or a tap."""
        up = self._up
        return up if up is not None and self.table.pieces[up].held else None

    @property
    def places(self) -> tuple[Point, ...]:
        """Where a ring shows that a hand holds a piece."""
        places = [finger.at for finger in self._fingers.values() if finger.number is not None]
        if self.taken is not None:
            places.append(self.table.pieces[self.taken].pose.at)
        return tuple(places)

    def let_go(self) -> None:
        self.table.let_go()
        self._fingers.clear()
        self._up = None
        self._aims.clear()

    def update(self, dt: float) -> None:
        self.leading.update(dt)
        self._aims = {n: (pose, max(0.0, left - dt)) for n, (pose, left) in self._aims.items()}
        for contact, finger in self._fingers.items():
            self._fingers[contact] = replace(finger, seconds=finger.seconds + dt)

    # Fingers

    def knows(self, contact: int) -> bool:
        return contact in self._fingers

    def down(self, contact: int, at: Point) -> None:
        self.keyed = False
        if self.hold == "tap":
            number = self.table.piece_at(at, TOUCH_MARGIN if self.taken is None else 0.0)
            lay = None if number is None else self.table.pose_at_rest(number)
            self._fingers[contact] = PieceTouch(number, at, at, lay)
            return
        self.lay_down()
        before = self.table.pieces
        resting = [self.table.pose_at_rest(piece.number) for piece in before]
        number = self.table.lift(contact, at)
        if number is None:
            self._fingers[contact] = PieceTouch(None, at, at)
            return
        self.selected = number
        if before[number].held:
            self._no_tap(number)
        lay = None if before[number].held else resting[number]
        self._fingers[contact] = PieceTouch(number, at, at, lay)

    def pull(self, contact: int, at: Point) -> None:
        """A contact moves further than a tap may."""
        finger = replace(self._fingers[contact], at=at)
        self._fingers[contact] = finger
        if self.hold == "drag" and finger.number is not None:
            self._no_tap(finger.number)
            self.table.drag(contact, at)

    def tap(self, contact: int) -> None:
        """A contact ends where it began: turns the piece, or takes it up."""
        finger = self._fingers.pop(contact)
        if self.hold == "tap":
            self._tapped(finger)
        elif finger.number is None:
            self.selected = None
        elif finger.lay is None or finger.seconds > MAX_TAP_SECONDS:
            self.table.drop(contact)
        else:
            self._turn_on(finger.number, finger.lay)

    def drop(self, contact: int, at: Point) -> None:
        """A contact that moved ends."""
        finger = self._fingers.pop(contact)
        if self.hold == "drag":
            self.table.drag(contact, at)
            self.table.drop(contact)
        elif length(finger.began, at) <= MAX_TAP_SLIP or finger.number is None:
            self._tapped(finger)
        else:
            if finger.number != self.taken:
                self._tapped(finger)
            self._put(at)

    def cancel(self, contact: int) -> None:
        self._fingers.pop(contact)
        self.table.drop(contact)

    def _no_tap(self, number: int) -> None:
        """More is done with a piece than a tap: releasing it changes nothing else."""
        self._aims.pop(number, None)
        for contact, finger in self._fingers.items():
            if finger.number == number:
                self._fingers[contact] = replace(finger, lay=None)

    def _turn_on(self, number: int, lay: Pose) -> None:
        """Turns a tapped piece, from the pose that was asked for."""
        self.has_turned = True
        aim, left = self._aims.get(number, (lay, 0.0))
        off = abs((aim.turn - lay.turn + 180) % 360 - 180)
        if left <= 0 and (
            length(aim.at, lay.at) > ASKED_POSE_TOLERANCE[0] or off > ASKED_POSE_TOLERANCE[1]
        ):
            aim = lay
        aim = replace(aim, turn=(aim.turn + self.step) % 360)
        self._aims[number] = aim, TAP_TURN_SECONDS + 0.05
        self.table.put(number, aim, TAP_TURN_SECONDS)

    def _tapped(self, finger: PieceTouch) -> None:
        """Handles a tap in the hold mode ``tap``."""
        up, number = self.taken, finger.number
        if number is not None and number == up:
            if finger.lay is not None:
                self.turn(number, 1)
        elif number is not None:
            self.lay_down()
            self._take_up(number)
        elif up is not None:
            self._put(finger.began)
        else:
            self.selected = None

    def _put(self, at: Point) -> None:
        up = self.taken
        if up is not None:
            pose = self.table.pieces[up].pose
            self.table.put(up, replace(pose, x=at[0], y=at[1], turn=self._turn % 360))
        self._up = None

    # Taken up without a finger

    def _take_up(self, number: int) -> None:
        at, lay = self.table.pieces[number].pose.at, self.table.pose_at_rest(number)
        self.selected = number
        self.leading.end()
        if self.table.lift(TAKEN_UP_CONTACT, at) != number:
            # Another piece is held above it.
            self.table.drop(TAKEN_UP_CONTACT)
            return
        self._up, self._from, self._at, self._turn = number, lay, at, lay.turn
        self._no_tap(number)

    def lay_down(self) -> None:
        """Lays the taken-up piece down."""
        if self.taken is not None:
            self.table.drop(TAKEN_UP_CONTACT)
        self._up = None

    def put_back(self) -> bool:
        """The taken-up piece glides back; False if there is none."""
        up = self.taken
        self._up = None
        if up is None:
            return False
        self.table.send(up, self._from)
        return True

    # Wheel, keys and controls

    def twist(self, at: Point, by: int) -> bool:
        """Turns the piece at a position, or the one held there, by steps."""
        number = self.table.piece_at(at, TOUCH_MARGIN)
        if number is None:
            return False
        self.selected = number
        self.turn(number, by)
        return True

    def turn(self, number: int, by: int) -> None:
        """Turns a piece by steps clockwise."""
        self.has_turned = True
        self._no_tap(number)
        if number == self.taken:
            self._turn += self.step * by
        self.table.turn(number, self.step * by)

    def flip(self) -> bool:
        """Flips the parallelogram; False if there is none."""
        for piece in self.table.pieces:
            if piece.kind == "P":
                self._no_tap(piece.number)
                self.table.flip(piece.number)
                return True
        return False

    def walk(self, by: int, way: int = 1) -> None:
        """Moves the key focus to the next piece, or steers the one taken up.

        A piece that arrows move is laid down. `way` is -1 where the board is seen from opposite.
        """
        if self.taken is not None and self.leading.stage is not None:
            self._lead(self.taken, by, way)
            return
        self.lay_down()
        count = len(self.table.pieces)
        if not count:
            return
        start = self.selected if self.selected is not None else (-1 if by > 0 else 0)
        self.selected = (start + by) % count
        self.keyed = True

    def _lead(self, number: int, by: int, way: int) -> None:
        """Moves or turns the taken-up piece by the present stage."""
        stride = self.leading.stride(by) * way
        match self.leading.stage:
            case "across":
                self._carry(stride, 0.0)
            case "along":
                self._carry(0.0, stride)
            case "turn":
                self.turn(number, by)
            case _:
                self.flip()

    def nudge(self, dx: float, dy: float) -> bool:
        """Moves the taken-up piece a little; False if there is none."""
        if self.taken is None:
            return False
        self.leading.end()
        self._carry(dx * NUDGE_UNITS, dy * NUDGE_UNITS)
        return True

    def _carry(self, dx: float, dy: float) -> None:
        walls = self.table.walls
        x, y = self._at[0] + dx, self._at[1] + dy
        self._at = min(max(x, walls.left), walls.right), min(max(y, walls.top), walls.bottom)
        self.table.drag(TAKEN_UP_CONTACT, self._at)

    def press(self, button: Button) -> bool:
        """Handles a button; False if it means nothing here."""
        match button:
            case Button.OK if self.taken is not None:
                if not self.leading.go_on():
                    self.lay_down()
            case Button.OK if self.keyed and self.selected is not None:
                self._take_up(self.selected)
                self.leading.begin(over=self.table.pieces[self.selected].kind == "P")
            case Button.BACK:
                return self.put_back()
            case Button.EARLIER | Button.LATER if self.selected is not None:
                self.leading.turned()
                self.turn(self.selected, 1 if button is Button.LATER else -1)
            case Button.FLIP:
                self.leading.turned()
                return self.flip()
            case _:
                return False
        return True


ControlAction: TypeAlias = Literal["left", "right", "flip"]

CONTROL_RADIUS: Final = 37.0
"""In canvas units."""
CONTROL_TOUCH_RADIUS: Final = 44.0
"""The radius within which a touch means a control."""
CONTROL_GAP: Final = 0.07
"""Units between the circle of a piece and its controls."""
CONTROL_DIRECTIONS: Final = 24
"""Directions tried for the controls."""
COVER_WEIGHT: Final = 16.0
"""The cost of covering a unit of a piece; a direction costs up to a quarter."""
CONTROL_DISTANCES: Final = (0.0, 0.35, 0.7)
"""Units further away that are tried where a nearer control would cover a piece."""
KEPT_CONTROL_DISTANCE: Final = 0.3
"""Units that a piece may move before its controls follow."""
STEADY_SECONDS: Final = 1.0
"""Seconds for which controls stay after a tap, so that repeated taps hit although the piece snaps.
"""


@dataclass(frozen=True, slots=True)
class PieceControl:
    """A control: what it does to which piece, and its middle, in units."""

    action: ControlAction
    number: int
    at: Point


def control_actions(piece: PieceSnapshot) -> tuple[ControlAction, ...]:
    """What can be done to a piece; only the parallelogram can be flipped."""
    return ("left", "flip", "right") if piece.kind == "P" else ("left", "right")


def place_controls(
    actions: Sequence[ControlAction],
    piece: PieceSnapshot,
    others: Sequence[Corners],
    walls: Zone,
    radius: float,
    *,
    upward: float = -1.0,
) -> tuple[PieceControl, ...]:
    """Places controls on an arc around a piece, on the board and on no piece if possible.

    They keep clear of the circle in which the piece turns. The side away from the hand comes first.
    `radius` is that of a control, in units.
    """
    middle = piece.pose.at
    nearest = max(length(middle, corner) for corner in piece.corners) + radius + CONTROL_GAP
    best, least = (middle,) * len(actions), inf
    for further, way in product(CONTROL_DISTANCES, range(CONTROL_DIRECTIONS)):
        far, angle = nearest + further, 2 * pi * way / CONTROL_DIRECTIONS
        step = 2 * asin(min(1.0, radius * 1.12 / far))
        spots, moved = _arc(middle, far, angle, step, len(actions), walls, radius)
        cost = 0.12 * (1 - upward * sin(angle)) + 3 * moved + 2 * further
        if cost < least:
            cost += _covered(spots, (*others, piece.corners), radius)
        if cost < least:
            best, least = spots, cost
    return tuple(
        PieceControl(action, piece.number, at) for action, at in zip(actions, best, strict=True)
    )


def _arc(
    middle: Point, far: float, angle: float, step: float, count: int, walls: Zone, radius: float
) -> tuple[tuple[Point, ...], float]:
    """Positions around an angle, and how far the walls have moved them."""
    turn = step if sin(angle) < 0 or (sin(angle) == 0 and cos(angle) > 0) else -step
    spots, moved = [], 0.0
    for k in range(count):
        a = angle + (k - (count - 1) / 2) * turn
        x, y = middle[0] + far * cos(a), middle[1] + far * sin(a)
        edge = radius * 0.9
        inside = (
            min(max(x, walls.left + edge), walls.right - edge),
            min(max(y, walls.top + edge), walls.bottom - edge),
        )
        moved += length((x, y), inside)
        spots.append(inside)
    return tuple(spots), moved


def _covered(spots: Sequence[Point], pieces: Sequence[Corners], radius: float) -> float:
    """How much controls cover pieces and each other; 0 if nothing."""
    cost = 0.0
    for number, spot in enumerate(spots):
        for other in spots[:number]:
            cost += COVER_WEIGHT * max(0.0, 2 * radius - length(spot, other))
        for corners in pieces:
            cost += COVER_WEIGHT * max(0.0, radius * 1.1 - distance_outside(spot, corners))
    return cost


def covers_any(spots: Sequence[Point], pieces: Sequence[Corners], radius: float) -> bool:
    """Whether a control at one of the spots lies over a piece."""
    return any(distance_outside(spot, each) < radius for spot in spots for each in pieces)


def distance_outside(spot: Point, corners: Corners) -> float:
    """The distance from a point to a piece; negative inside it."""
    x, y = spot
    if hypot(x - corners[0][0], y - corners[0][1]) > 4.0:
        return inf
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    least = min(length(spot, nearest_on(a, b, spot)) for a, b in ends)
    return -least if holds(corners, spot) else least


@dataclass(frozen=True, slots=True)
class _ControlPlacement:
    """The controls of a piece, and how all pieces lay when they were placed."""

    actions: tuple[ControlAction, ...]
    """The wanted controls; there is not always room for them."""
    controls: tuple[PieceControl, ...]
    at: Point
    others: tuple[Corners, ...]


class PieceControls:
    """The controls on a board.

    They stay while their piece only turns, so that they can be tapped again.
    """

    def __init__(self) -> None:
        self.shown: tuple[PieceControl, ...] = ()
        self._places: dict[int, _ControlPlacement] = {}
        self._before: tuple[object, ...] = ()
        self._poses: tuple[Pose, ...] = ()
        self._tapped: int | None = None
        """The piece of which a control was tapped within `STEADY_SECONDS`."""
        self._since = 0.0

    def tapped(self, number: int) -> None:
        self._tapped, self._since = number, 0.0

    def update(self, dt: float) -> None:
        if self._tapped is None:
            return
        self._since += dt
        if self._since >= STEADY_SECONDS - 1e-9:
            self._tapped = None
            self._before = ()  # the next call places them again if needed

    def wakes_in(self) -> float:
        """Seconds until controls may move although no piece has moved."""
        return inf if self._tapped is None else max(0.0, STEADY_SECONDS - self._since)

    def forget(self) -> None:
        """Places all controls anew at the next call."""
        self._places, self._before, self._tapped = {}, (), None

    def place(self, table: PieceTable, selected: int | None, radius: float, up: float) -> None:
        """Updates the controls; see `place_controls`."""
        pieces = table.pieces
        poses = tuple(piece.pose for piece in pieces)
        now = (poses, selected, tuple(piece.held for piece in pieces))
        if now == self._before:
            return
        asleep = table.asleep
        still = {n for n, pose in enumerate(poses) if asleep or self._poses[n : n + 1] == (pose,)}
        self._before, self._poses = now, poses
        places: dict[int, _ControlPlacement] = {}
        for piece, actions in _wanted(table, pieces, selected):
            if piece.held:
                continue
            others = tuple(p.corners for p in pieces if p is not piece and not p.held)
            place = self._places.get(piece.number)
            if (
                place is None
                or place.actions != actions
                or not (piece.number == self._tapped or _can_stay(place, piece, others, radius))
            ):
                if piece.number not in still:
                    # Placed once the piece lies still, at the latest when all do;
                    # until then the next call tries again.
                    self._before = ()
                    continue
                taken = others + tuple(
                    _square(c.at, radius) for other in places.values() for c in other.controls
                )
                spots = place_controls(actions, piece, taken, table.walls, radius, upward=up)
                at = [control.at for control in spots]
                far = any(distance_outside(each, piece.corners) > radius + 0.8 for each in at)
                if piece.number != selected and (far or covers_any(at, others, radius)):
                    # In a crowded tray the piece has its controls once it is touched.
                    spots = ()
                place = _ControlPlacement(actions, spots, piece.pose.at, others)
            places[piece.number] = place
        self._places = places
        self.shown = tuple(control for place in places.values() for control in place.controls)


def _wanted(
    table: PieceTable, pieces: Sequence[PieceSnapshot], selected: int | None
) -> Iterator[tuple[PieceSnapshot, tuple[ControlAction, ...]]]:
    """The pieces with controls: the selected one, and the parallelogram in the tray."""
    if selected is not None and selected < len(pieces):
        yield pieces[selected], control_actions(pieces[selected])
    for piece in pieces:
        if piece.kind == "P" and piece.number != selected and table.in_tray(piece.number):
            yield piece, ("flip",)


def _can_stay(
    place: _ControlPlacement, piece: PieceSnapshot, others: tuple[Corners, ...], radius: float
) -> bool:
    if length(place.at, piece.pose.at) > KEPT_CONTROL_DISTANCE:
        return False
    spots = [control.at for control in place.controls]
    return others == place.others or (bool(spots) and _covered(spots, others, radius) == 0)


def _square(at: Point, half: float) -> Corners:
    x, y = at
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


@surface_cache(most=24)
def control_picture(
    action: ControlAction, radius: float, pressed: bool, turns: int
) -> pygame.Surface:
    """A control with an amber icon; `radius` in pixels."""
    thick = radius * 0.13
    side = 2 * (round(radius * 1.25) + 2)
    picture = shapes.blank(side, side)
    if not pressed:
        under = shapes.disc(radius, mix(PANEL_ACTIVE, BLACK, 0.55))
        shapes.blit_centred(picture, under, dy=round(thick))
    disc = shapes.disc(radius, mix(PANEL_ACTIVE, WHITE, 0.18) if pressed else PANEL_ACTIVE)
    sign = _control_sign(action, 2 * round(radius * 0.62))
    for layer in (
        disc,
        shapes.sheen(disc, 26, 26),
        shapes.ring(radius * 0.96, max(1.0, radius * 0.05), AMBER_WORDS, 200),
        pygame.transform.rotate(sign, -90 * turns) if turns else sign,
    ):
        shapes.blit_centred(picture, layer, dy=round(thick * 0.7) if pressed else 0)
    return shapes.with_shadow(picture, max(1.5, radius * 0.16))


def _control_sign(action: ControlAction, side: int) -> pygame.Surface:
    half = side / 2
    if action == "flip":
        return _flip_sign(side)
    # The arc of a clockwise arrow, mirrored for the other direction.
    way = 1 if action == "right" else -1
    bow = [
        (half + way * half * 0.74 * cos(a), half * 1.06 + half * 0.74 * sin(a))
        for a in (pi * (0.80 + 1.02 * i / 20) for i in range(21))
    ]
    picture = shapes.stroke((side, side), bow, half * 0.25, AMBER_WORDS)
    head = [(0.18, -0.34), (0.98, -0.50), (0.72, 0.26)]
    points = [(half + way * x * half, half * 1.06 + y * half) for x, y in head]
    picture.blit(shapes.polygon((side, side), points, AMBER_WORDS), (0, 0))
    return picture


def _flip_sign(side: int) -> pygame.Surface:
    """An icon of two mirrored halves."""
    half = side / 2
    picture = shapes.blank(side, side, AMBER_WORDS)

    def place(points: Sequence[Point]) -> list[Point]:
        return [(half + x * half, half + y * half) for x, y in points]

    full = place([(-0.24, -0.72), (-0.24, 0.62), (-0.98, 0.62)])
    empty = place([(0.30, -0.62), (0.30, 0.56), (0.88, 0.56)])
    picture.blit(shapes.polygon((side, side), full, AMBER_WORDS), (0, 0))
    picture.blit(shapes.stroke((side, side), empty, half * 0.13, AMBER_WORDS, closed=True), (0, 0))
    for y in (-0.86, -0.3, 0.26, 0.82):
        dash = place([(0.0, y - 0.13), (0.0, y + 0.13)])
        picture.blit(shapes.stroke((side, side), dash, half * 0.1, AMBER_WORDS), (0, 0))
    return picture


Mark: TypeAlias = Literal["overlap", "agrees"]
"""``overlap``: lies on another piece; ``agrees``: is right."""

OUTLINE_COLOUR: Final[Colour] = (24, 58, 78)
"""The colour of outlines."""
FINGER_RING_RADIUS: Final = 58.0
"""The radius of the ring around a holding finger, in canvas units."""
MARK_RADIUS: Final = 21.0
"""The radius of the sign on a marked piece, in canvas units."""


@dataclass(frozen=True, slots=True)
class BoardOverlay:
    """What is drawn besides the pieces."""

    numbers: tuple[int, ...]
    """The pieces' numbers in the set."""
    marks: Mapping[int, Mark]
    outlines: tuple[Piece, ...]
    keyed: int | None
    """The piece with the key focus."""
    rings: tuple[Point, ...]
    controls: tuple[PieceControl, ...]
    pressed: tuple[PieceControl, ...]


def draw_board_pieces(
    frame: Frame, sight: BoardTransform, table: PieceTable, still: BoardOverlay
) -> None:
    drawing = _PieceDrawing(frame, sight, sight.unit * frame.canvas.scale, still)
    for shown in still.outlines:
        drawing.outline(shown.kind, shown.pose, fill=34)
    pieces = table.pieces
    # Drawn above those that lie: held, lifted or being flipped.
    high = [
        pieces[n]
        for n in table.order
        if pieces[n].held or pieces[n].lift > 0 or _fold(pieces[n]) != 1.0
    ]
    flat = [piece for piece in pieces if piece not in high]
    drawing.flat(flat)
    for piece in high:
        preview = table.snap_preview(piece.number) if piece.held else None
        if preview is not None and length(preview.at, piece.pose.at) < 1.0:
            drawing.outline(piece.kind, preview, fill=46)
    for piece in flat:
        drawing.marks(piece)
    for piece in high:
        drawing.high(piece)
        drawing.marks(piece)
    scale = frame.canvas.scale
    for place in still.rings:
        frame.put(_ring_picture(FINGER_RING_RADIUS * scale), sight.to_canvas(place))
    for control in still.controls:
        pressed = control in still.pressed
        picture = control_picture(control.action, CONTROL_RADIUS * scale, pressed, sight.turns)
        frame.put(picture, sight.to_canvas(control.at))


@dataclass(frozen=True, slots=True)
class _PieceDrawing:
    """Draws pieces on a frame; `unit` in pixels."""

    frame: Frame
    sight: BoardTransform
    unit: float
    still: BoardOverlay

    def flat(self, flat: Sequence[PieceSnapshot]) -> None:
        """Draws the lying pieces: all shadows, all sides, all faces."""
        for piece in flat:
            self._shadow(piece, 0)
        parts: tuple[PieceImageLayer, ...] = ("side", "face")
        for part in parts:
            for piece in flat:
                pose, number = piece.pose, self.still.numbers[piece.number]
                at, phase = pixel_at(self.frame.canvas, self.sight.to_canvas(pose.at))
                turn = self.sight.turn(pose.turn)
                piece_picture(
                    number, piece.kind, turn, pose.flipped, self.unit, part=part, phase=phase
                ).put(self.frame, at)

    def high(self, piece: PieceSnapshot) -> None:
        """Draws a piece that is held, or on its way up or down."""
        pose, number = piece.pose, self.still.numbers[piece.number]
        self._shadow(piece, round(piece.lift * SHADOW_LEVELS))
        piece_picture(
            number,
            piece.kind,
            self.sight.turn(pose.turn),
            pose.flipped,
            self.unit,
            moving=pose.turn % 15 != 0,
            fold=_fold(piece),
            side=self.sight.turns,
        ).put(self.frame, self._risen(piece))

    def marks(self, piece: PieceSnapshot) -> None:
        if _fold(piece) != 1.0:
            return
        mark = self.still.marks.get(piece.number)
        if mark is not None:
            self._edge(piece, CORAL_DEEP if mark == "overlap" else PETROL, 0.055)
            sign = _mark_picture(mark, MARK_RADIUS * self.frame.canvas.scale)
            self.frame.put(sign, self._risen(piece))
        if self.still.keyed == piece.number:
            self._edge(piece, OUTLINE_COLOUR, 0.115)
            self._edge(piece, WHITE, 0.065)

    def outline(self, kind: Kind, pose: Pose, fill: int) -> None:
        turn = round(self.sight.turn(pose.turn), 1)
        picture = outline_picture(kind, turn, pose.flipped, self.unit, OUTLINE_COLOUR, fill=fill)
        picture.put(self.frame, self.sight.to_canvas(pose.at))

    def _edge(self, piece: PieceSnapshot, colour: Colour, width: float) -> None:
        turn = round(self.sight.turn(piece.pose.turn) * 2) / 2
        outline_picture(
            piece.kind, turn, piece.pose.flipped, self.unit, colour, width=width, dashed=False
        ).put(self.frame, self._risen(piece))

    def _shadow(self, piece: PieceSnapshot, level: int) -> None:
        pose, turn = piece.pose, self.sight.turn(piece.pose.turn)
        fold, side = _fold(piece), self.sight.turns
        cast = shadow_picture(
            piece.kind, turn, pose.flipped, self.unit, level, fold=fold, side=side
        )
        cast.put(self.frame, self.sight.to_canvas(pose.at))

    def _risen(self, piece: PieceSnapshot) -> Point:
        """Where a lifted piece is drawn."""
        x, y = self.sight.to_canvas(piece.pose.at)
        high = piece.lift * self.sight.unit
        return x + LIFT_OFFSET[0] * high, y + LIFT_OFFSET[1] * high


def _fold(piece: PieceSnapshot) -> float:
    """The width of a piece that is being flipped."""
    whole = corners_of(piece.kind, piece.pose)
    if max(length(a, b) for a, b in zip(piece.corners, whole, strict=True)) < 0.02:
        return 1.0
    return winding(piece.corners) / winding(whole)


@surface_cache(most=4)
def _ring_picture(radius: float) -> pygame.Surface:
    return shapes.layered(
        shapes.ring(radius, max(2.0, radius * 0.13), mix(OUTLINE_COLOUR, WHITE, 0.1), 90),
        shapes.ring(radius, max(1.5, radius * 0.07), WHITE),
    )


@surface_cache(most=8)
def _mark_picture(mark: Mark, radius: float) -> pygame.Surface:
    if mark == "overlap":
        size, colour = max(4, round(radius * 1.5)), CORAL_DEEP
        sign = typesetting.line("!", size, WHITE, True, context=typesetting.NEUTRAL)
    else:
        colour, sign = PETROL, icon("check", max(4, round(radius * 1.1)), WHITE)
    return shapes.layered(shapes.disc(radius, WHITE), shapes.disc(radius * 0.88, colour), sign)


SAME_SIZE_TOLERANCE: Final = 1e-6


class PieceBoard:
    """A board with a tray, pieces, and hands that move them. Actions are in canvas coordinates."""

    def __init__(
        self,
        pieces: PieceTable,
        *,
        step: float = 45.0,
        hold: HoldMode = "drag",
        numbers: Sequence[int] | None = None,
    ) -> None:
        """`numbers`: the pieces' numbers in the set, for their colours."""
        self.pieces = pieces
        self.hands = PieceInput(pieces, step, hold)
        kinds = [piece.kind for piece in pieces.pieces]
        self.numbers = tuple(numbers) if numbers is not None else piece_numbers(kinds)
        self.marks: Mapping[int, Mark] = {}
        """Marks on pieces, by their numbers on the board."""
        self.outlines: tuple[Piece, ...] = ()
        """Dashed outlines of where pieces belong."""
        self.has_controls = True
        """False where a phone has buttons in their place."""
        self._enabled = True
        self._sight = BoardTransform((0.0, 0.0), 1.0)
        self._controls = PieceControls()
        self._pressed: dict[int, PieceControl | None] = {}
        """The control under each contact; None once the finger has slipped off."""

    @property
    def sight(self) -> BoardTransform:
        """The transform from units to the canvas."""
        return self._sight

    @property
    def enabled(self) -> bool:
        """False: hands are ignored, and pieces released."""
        return self._enabled

    @enabled.setter
    def enabled(self, on: bool) -> None:
        if self._enabled and not on:
            self.hands.let_go()
            self._pressed.clear()
        self._enabled = on

    @property
    def taken(self) -> int | None:
        """The piece taken up by a key or a tap."""
        return self.hands.taken

    @property
    def selected(self) -> int | None:
        """The piece that has the controls."""
        return self.hands.selected

    @property
    def controls(self) -> tuple[PieceControl, ...]:
        if not self._enabled or not self.has_controls:
            return ()
        pieces = self.pieces.pieces
        return tuple(control for control in self._controls.shown if not pieces[control.number].held)

    def unselect(self) -> None:
        self.hands.lay_down()
        self.hands.selected, self.hands.keyed = None, False
        self._place_controls()

    def picture(self) -> Picture:
        """The pieces outside the tray; held ones where they are."""
        return self.pieces.picture()

    def fit(self, box: Box, turns: int, about: Point) -> None:
        """Fits the board to a box that is given as its seat sees it.

        `turns`: quarter turns clockwise about a point of the canvas.
        """
        plan = board_plan(box.w / box.h)
        walls = self.pieces.walls
        if (
            abs(walls.width - plan.width) > SAME_SIZE_TOLERANCE
            or abs(walls.height - plan.height) > SAME_SIZE_TOLERANCE
        ):
            self.hands.let_go()
            tray = plan.tray if self.pieces.tray is not None else None
            self.pieces.set_walls(plan.width, plan.height, tray)
        self._sight = BoardTransform.within(box, plan.width, plan.height, turns, about)
        self._controls.forget()
        self._place_controls()

    # Input

    def handle(self, action: Action) -> bool:
        """Handles an action; True if it was for the board."""
        if not self._enabled:
            return False
        taken = self._handle(action)
        if taken:
            self._place_controls()
        return taken

    def _handle(self, action: Action) -> bool:
        hands, sight = self.hands, self._sight
        match action:
            case Down(contact=contact, at=at):
                return self._down(contact, at)
            case Pull(contact=contact, at=at) if contact in self._pressed:
                control = self._pressed[contact]
                if control is not None and not self._on(control, at):
                    self._pressed[contact] = None
            case Tap(contact=contact) | Drop(contact=contact) if contact in self._pressed:
                self._do(self._pressed.pop(contact))
            case Cancel(contact=contact) if contact in self._pressed:
                del self._pressed[contact]
            case Pull(contact=contact, at=at) if hands.knows(contact):
                hands.pull(contact, sight.to_units(at))
            case Tap(contact=contact) if hands.knows(contact):
                hands.tap(contact)
            case Drop(contact=contact, at=at) if hands.knows(contact):
                hands.drop(contact, sight.to_units(at))
            case Cancel(contact=contact) if hands.knows(contact):
                hands.cancel(contact)
            case Twist(at=at, by=by):
                return hands.twist(sight.to_units(at), by)
            case Walk(by=by):
                hands.walk(by, self._way(action))
            case Nudge(dx=dx, dy=dy):
                return hands.nudge(*self._pointed(action, dx, dy))
            case Press(button=button):
                return hands.press(button)
            case _:
                return False
        return True

    def _down(self, contact: int, at: Point) -> bool:
        control = next((c for c in self.controls if self._on(c, at)), None)
        if control is not None:
            self._pressed[contact] = control
            return True
        place = self._sight.to_units(at)
        if not self.pieces.walls.keeps((place,)):
            return False
        self.hands.down(contact, place)
        return True

    def _way(self, action: Walk) -> int:
        """1 where keys point as the board lies, -1 where they point the other way."""
        return -1 if self._sight.turns == 2 and action.seat is None else 1

    def _pointed(self, action: Nudge, dx: int, dy: int) -> tuple[int, int]:
        """The direction of a key on the board, as the seat sees it.

        Boxes and pads of a seat point as the seat sees it, a keyboard as the screen does.
        """
        turns = self._sight.turns if action.seat is None else 0
        for _ in range(turns):
            dx, dy = dy, -dx
        return dx, dy

    def _on(self, control: PieceControl, at: Point) -> bool:
        return length(self._sight.to_canvas(control.at), at) <= CONTROL_TOUCH_RADIUS

    def _do(self, control: PieceControl | None) -> None:
        if control is None:
            return
        self.hands.selected = control.number
        self._controls.tapped(control.number)
        if control.action == "flip":
            self.hands.flip()
        else:
            self.hands.turn(control.number, 1 if control.action == "right" else -1)

    # Time

    def update(self, dt: float) -> list[PieceEvent]:
        """Lets `dt` seconds go by; gives the events of the pieces."""
        self.hands.update(dt)
        self._controls.update(dt)
        happened = self.pieces.step(dt)
        self._place_controls()
        return happened

    def wakes_in(self) -> float:
        """Seconds until something moves by itself."""
        return self._controls.wakes_in() if self.pieces.asleep else 0.0

    # What is seen

    def draw(self, frame: Frame) -> None:
        """Draws the board; the frame must not be turned."""
        walls, tray = self.pieces.walls, self.pieces.tray
        draw_board(frame, self._sight, walls.width, walls.height, tray)
        draw_board_pieces(frame, self._sight, self.pieces, self._still)

    @property
    def _still(self) -> BoardOverlay:
        hands = self.hands
        return BoardOverlay(
            self.numbers,
            self.marks,
            self.outlines,
            hands.selected if hands.keyed and self._enabled else None,
            hands.places if self._enabled else (),
            self.controls,
            tuple(control for control in self._pressed.values() if control is not None),
        )

    def _place_controls(self) -> None:
        self._controls.place(
            self.pieces, self.hands.selected, CONTROL_RADIUS / self._sight.unit, -1.0
        )
