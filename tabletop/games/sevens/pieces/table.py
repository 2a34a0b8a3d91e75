"""The table of loose pieces: they are lifted, carried, turned, released, and settle.

A lying piece is a static body at its exact pose, also while its animation runs, so errors do not
add up. A held piece is a dynamic body on springs, above all others. A piece released slightly upon
others is a dynamic body that they push away until it rests. Two fingers on a piece turn it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot, inf, radians
from typing import Final, TypeAlias

import pymunk

from tabletop.games.sevens.pieces.placement import (
    DEFAULT_REACH,
    EIGHTH_TURN_DEGREES,
    PlacementKind,
    SnapReach,
    find_place,
    legal_pose,
    poses_making_room,
    refitted_poses,
    snap_pose,
)
from tabletop.games.sevens.pieces.space import (
    OVERLAP_TOLERANCE,
    Obstacles,
    PlacedPiece,
    Zone,
    moved_within,
    tray_poses,
)
from tabletop.games.sevens.rules.pieces import (
    AREA,
    Corners,
    Kind,
    Picture,
    Point,
    Pose,
    corners_of,
    edges,
    gap,
    holds,
    length,
    shape,
    shifted,
    turned,
)


@dataclass(frozen=True, slots=True)
class PieceSnapshot:
    """A piece as it is drawn."""

    number: int
    kind: Kind
    pose: Pose
    lift: float
    """How high it is over the table, for its shadow: 0 lies, 1 is held."""
    held: bool
    corners: Corners
    """As drawn: while the piece is turned over, narrower."""


@dataclass(frozen=True, slots=True)
class PieceSnapped:
    """A piece has snapped to others."""

    number: int


@dataclass(frozen=True, slots=True)
class PieceSlid:
    """A piece has moved to the nearest free place, because others were in the way."""

    number: int


@dataclass(frozen=True, slots=True)
class PieceLaid:
    """A piece lies where it was released or sent."""

    number: int


@dataclass(frozen=True, slots=True)
class PiecesSettled:
    """Nothing moves any more."""


PieceEvent: TypeAlias = PieceSnapped | PieceSlid | PieceLaid | PiecesSettled


@dataclass(frozen=True, slots=True)
class PoseTween:
    """The animation of a piece from where it is drawn to where it lies."""

    offset: Point
    """From where it lies to where it was drawn at the start."""
    turn: float
    """Degrees to turn."""
    seconds: float
    gone: float = 0.0

    @classmethod
    def between(cls, start: Pose, end: Pose, seconds: float, turning: float = 0.0) -> "PoseTween":
        """The animation between poses; `turning` is the approximate turn; 0: the shorter one."""
        turn = end.turn - start.turn
        turn += round((turning - turn) / 360) * 360
        return cls((start.x - end.x, start.y - end.y), turn, seconds)

    def later(self, dt: float) -> "PoseTween | None":
        """The rest of the animation after some seconds; None at its end."""
        gone = self.gone + dt
        done = gone >= self.seconds
        return None if done else PoseTween(self.offset, self.turn, self.seconds, gone)

    @property
    def left(self) -> float:
        """The share that is left, eased out."""
        return (1 - self.gone / self.seconds) ** 3 if self.seconds else 0.0

    @property
    def turning(self) -> float:
        """Degrees that are left to turn."""
        return self.turn * self.left

    def drawn(self, end: Pose) -> Pose:
        x, y = self.offset
        left = self.left
        return Pose(end.x + x * left, end.y + y * left, end.turn - self.turning, end.flipped)


def drawn_corners(kind: Kind, pose: Pose, fold: float, walls: Zone) -> tuple[Pose, Corners]:
    """The corners of a piece that is being flipped (`fold` from -1 to 1), within the walls."""
    about = [(x * fold, y) for x, y in shape(kind, pose.turn, pose.flipped)]
    at = walls.inset(about).nearest(pose.at)
    return Pose(*at, pose.turn % 360, pose.flipped), shifted(about, at)


MIN_FINGER_DISTANCE: Final = 0.17
"""Units that two fingers on a piece must be apart to turn it.

Closer contacts are one finger that a touch frame reports twice; their direction is noise.
"""


@dataclass(frozen=True, slots=True)
class PieceGrip:
    """The contacts on a piece: the point under each, and where each is."""

    pose: Pose
    """The pose that the contacts give the piece."""
    grips: Mapping[int, Point]
    """For each contact the point of the piece under it, the piece unturned, from its centroid."""
    contacts: Mapping[int, Point]

    @classmethod
    def of(cls, pose: Pose, contacts: Mapping[int, Point]) -> "PieceGrip":
        """Contacts that take a piece as it lies."""
        grips = {
            contact: turned([(x - pose.x, y - pose.y)], -pose.turn)[0]
            for contact, (x, y) in contacts.items()
        }
        return cls(pose, grips, dict(contacts))

    def moved(self, contact: int, at: Point) -> "PieceGrip":
        """A contact has moved: the pose that fits all contacts best (least squares)."""
        contacts = {**self.contacts, contact: at}
        turn = self._turn(contacts)
        gx, gy = turned([_mean(self.grips)], turn)[0]
        x, y = _mean(contacts)
        return replace(self, pose=Pose(x - gx, y - gy, turn, self.pose.flipped), contacts=contacts)

    def _turn(self, contacts: Mapping[int, Point]) -> float:
        """The turn that fits best, continued from the present one."""
        gx, gy = _mean(self.grips)
        cx, cy = _mean(contacts)
        along = across = 0.0
        for contact, (x, y) in contacts.items():
            ux, uy = self.grips[contact][0] - gx, self.grips[contact][1] - gy
            along += ux * (x - cx) + uy * (y - cy)
            across += ux * (y - cy) - uy * (x - cx)
        if hypot(along, across) < MIN_FINGER_DISTANCE * MIN_FINGER_DISTANCE / 2:
            return self.pose.turn
        turn = degrees(atan2(across, along))
        return self.pose.turn + (turn - self.pose.turn + 180) % 360 - 180

    def joined(self, contact: int, at: Point) -> "PieceGrip":
        return PieceGrip.of(self.pose, {**self.contacts, contact: at})

    def left(self, contact: int) -> "PieceGrip | None":
        """Without a contact; None if it was the last."""
        rest = {other: at for other, at in self.contacts.items() if other != contact}
        return PieceGrip.of(self.pose, rest) if rest else None

    def lying(self, pose: Pose) -> "PieceGrip":
        """The same contacts on the piece after it was turned or flipped."""
        return PieceGrip.of(pose, self.contacts)


def _mean(points: Mapping[int, Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points.values()) / count, sum(y for _, y in points.values()) / count


LIFT_SECONDS: Final = 0.1
"""Seconds in which a piece rises or sinks."""
FLIP_SECONDS: Final = 0.18
"""Seconds in which a piece is turned over."""


@dataclass(slots=True, eq=False)
class LoosePiece:
    """A piece on the table."""

    number: int
    kind: Kind
    rest: Pose
    """Where it lies, or will lie after its animation."""
    wish: Pose
    """The pose that was asked for."""
    floats: Pose
    """Where it is while it is held or loose."""
    hold: PieceGrip | None = None
    loose: float | None = None
    """Seconds since it was released upon others that push it away."""
    unmoved: Pose | None = None
    """The asked pose of a held piece while no contact has moved: it is only tapped."""
    glide: PoseTween | None = None
    arrives: PieceEvent | None = None
    lift: float = 0.0
    fold: float = 1.0
    preview: tuple[object, Pose | None] = (None, None)
    """The snap preview, and what it was computed for."""

    @property
    def lies(self) -> bool:
        return self.hold is None and self.loose is None

    @property
    def pose(self) -> Pose:
        """Where it is, or will be after its animation."""
        return self.rest if self.lies else self.floats

    @property
    def drawn(self) -> Pose:
        return self.glide.drawn(self.pose) if self.glide else self.pose

    @property
    def asked(self) -> Pose:
        """The pose that was asked for; further turns continue from it, so the piece stays."""
        return self.wish if self.loose is None else self.pose

    def lying(self, walls: Zone) -> PieceSnapshot:
        """The piece as it is drawn now."""
        pose, corners = drawn_corners(self.kind, self.drawn, self.fold, walls)
        return PieceSnapshot(
            self.number, self.kind, pose, self.lift, self.hold is not None, corners
        )

    def take(self, contact: int, at: Point) -> None:
        """A contact takes it as it is drawn; a turn that still runs goes on in the hand."""
        drawn, turning = self.drawn, self.glide.turning if self.glide else 0.0
        self.unmoved = self.wish if self.lies else None
        self.hold = PieceGrip.of(replace(drawn, turn=drawn.turn + turning), {contact: at})
        self.floats = drawn
        self.loose = self.glide = self.arrives = None

    def changed(self, turn: float = 0.0, *, flip: bool = False) -> None:
        """It is turned or flipped where it is held."""

        def lies_now(pose: Pose) -> Pose:
            pose = pose.mirrored() if flip else pose
            return replace(pose, turn=pose.turn + turn)

        assert self.hold is not None
        self.hold = self.hold.lying(lies_now(self.hold.pose))
        self.unmoved = lies_now(self.unmoved) if self.unmoved else None
        self.floats = self.floats.mirrored() if flip else self.floats

    def loosen(self, pose: Pose, glide: PoseTween) -> None:
        """It is released upon others."""
        self.hold, self.loose, self.glide, self.arrives = None, 0.0, glide, None
        self.rest = self.wish = self.floats = pose

    def stand(
        self, pose: Pose, asked: Pose, glide: PoseTween | None, arrives: PieceEvent | None
    ) -> None:
        """It lies there now."""
        self.hold = self.loose = None
        self.rest, self.wish = pose, asked
        self.glide, self.arrives = glide, arrives

    def advance(self, dt: float) -> PieceEvent | None:
        """Advances its animations; gives the event of its arrival, if it has arrived."""
        high = 1.0 if self.hold else 0.5 if self.glide and self.glide.left > 0.3 else 0.0
        self.lift = _toward(self.lift, high, dt / LIFT_SECONDS)
        self.fold = _toward(self.fold, 1.0, 2 * dt / FLIP_SECONDS)
        self.glide = self.glide.later(dt) if self.glide else None
        if self.glide or not self.lies:
            return None
        arrival, self.arrives = self.arrives, None
        return arrival

    @property
    def still(self) -> bool:
        """Whether its animations have ended."""
        high = 1.0 if self.hold else 0.0
        return self.glide is None and self.lift == high and self.fold == 1.0


def _toward(value: float, goal: float, by: float) -> float:
    return min(value + by, goal) if value < goal else max(value - by, goal)


TOUCH_MARGIN: Final = 0.15
"""Units beside a piece where a touch still means it."""


PHYSICS_STEP_SECONDS: Final = 1 / 240
"""Seconds of one step of the physics, whatever the frame rate."""
MAX_STEP_SECONDS: Final = 0.25
"""The most seconds of physics in a call."""
SPRING_RATE: Final = 40.0
"""The rate of the spring of a held piece, 1/s; critically damped."""
TURN_SECONDS, SETTLE_SECONDS = 0.12, 0.11
"""Seconds of a turn, and of the glide of a released piece to its place."""
MAX_PUSH_SECONDS: Final = 0.4
"""Seconds after which a piece that is not pushed clear goes to the nearest free place."""
MAX_KEPT_OFFSET: Final = 1.0
"""Units between the asked and the found pose up to which the asked one is kept."""
SECOND_FINGER_MARGIN: Final = 0.5
"""Units beside a held piece where a second contact turns it."""

ARRIVAL_TOLERANCE: Final = 1e-3
"""Units and radians within which a held piece is where the contacts have it."""
FRICTION: Final = 0.3
WALL_THICKNESS: Final = 4.0
"""The thickness of a wall, in units, so that nothing is pushed through."""

_ARRIVALS: Final[Mapping[PlacementKind, type[PieceSnapped] | type[PieceSlid]]] = {
    PlacementKind.SNAPPED: PieceSnapped,
    PlacementKind.SLID: PieceSlid,
}
_COLLIDES_WITH_NOTHING: Final = pymunk.ShapeFilter(categories=2, mask=0)
_COLLIDES: Final = pymunk.ShapeFilter(categories=1, mask=1)


class _Body:
    """The physics body of a piece."""

    __slots__ = ("body", "kind", "polygon", "space")

    def __init__(self, kind: Kind, pose: Pose, space: pymunk.Space) -> None:
        self.kind, self.space = kind, space
        self.body = pymunk.Body(body_type=pymunk.Body.STATIC)
        self.polygon = pymunk.Poly(self.body, shape(kind))
        space.add(self.body, self.polygon)
        self.stand(pose)

    def stand(self, pose: Pose) -> None:
        """Makes it static at a pose."""
        self._put(pymunk.Body(body_type=pymunk.Body.STATIC), pose, _COLLIDES)

    def free(self, pose: Pose, among: pymunk.ShapeFilter) -> None:
        """Makes it dynamic from a pose on."""
        mass = AREA[self.kind]
        self._put(pymunk.Body(mass, pymunk.moment_for_poly(mass, shape(self.kind))), pose, among)

    def _put(self, body: pymunk.Body, pose: Pose, among: pymunk.ShapeFilter) -> None:
        # Always a new body: the physics crashes when the type of a sleeping one is changed.
        self.space.remove(self.body, self.polygon)
        self.body = body
        body.position, body.angle = pose.at, radians(pose.turn)
        self.polygon = pymunk.Poly(body, shape(self.kind, 0.0, pose.flipped))
        self.polygon.filter, self.polygon.friction = among, FRICTION
        self.space.add(body, self.polygon)

    @property
    def sleeps(self) -> bool:
        return self.body.is_sleeping

    def pose(self, flipped: bool) -> Pose:
        x, y = self.body.position
        return Pose(x, y, degrees(self.body.angle), flipped)

    def pull(self, aim: Pose) -> None:
        """Applies the spring between a held piece and its contacts."""
        body = self.body
        (x, y), (vx, vy), mass = body.position, body.velocity, body.mass
        stiff, damp = SPRING_RATE * SPRING_RATE, 2 * SPRING_RATE
        force = stiff * (aim.x - x) - damp * vx, stiff * (aim.y - y) - damp * vy
        body.force = mass * force[0], mass * force[1]
        off = radians(aim.turn) - body.angle
        body.torque = body.moment * (stiff * off - damp * body.angular_velocity)

    def arrive(self, aim: Pose) -> bool:
        """Whether it has arrived; then it is put there exactly."""
        body = self.body
        (x, y), speed = body.position, hypot(*body.velocity) + abs(body.angular_velocity)
        off = hypot(aim.x - x, aim.y - y) + abs(radians(aim.turn) - body.angle)
        if off + speed / SPRING_RATE > ARRIVAL_TOLERANCE:
            return False
        body.position, body.angle = aim.at, radians(aim.turn)
        body.velocity, body.angular_velocity = (0, 0), 0.0
        return True


class _Physics:
    """The physics of the pieces between the walls."""

    __slots__ = ("_border", "_left", "_space", "bodies")

    def __init__(self, walls: Zone) -> None:
        space = self._space = pymunk.Space()
        # Pieces slide to a stop soon, and leave each other softly but within `MAX_PUSH_SECONDS`.
        space.damping, space.collision_slop, space.collision_bias = 0.3, 1e-4, 1e-12
        space.idle_speed_threshold, space.sleep_time_threshold = 0.05, 0.1
        self.bodies: list[_Body] = []
        self._border: list[pymunk.Segment] = []
        self._left = 0.0
        self.raise_walls(walls)

    def add(self, kind: Kind, pose: Pose) -> None:
        self.bodies.append(_Body(kind, pose, self._space))

    def raise_walls(self, walls: Zone) -> None:
        self._space.remove(*self._border)
        self._border = []
        half = WALL_THICKNESS / 2
        width, height = walls.width + WALL_THICKNESS, walls.height + WALL_THICKNESS
        around = Zone(-half, -half, width, height).corners
        for start, end in edges(around):
            wall = pymunk.Segment(self._space.static_body, start, end, half)
            wall.filter, wall.friction = _COLLIDES, FRICTION
            self._border.append(wall)
        self._space.add(*self._border)

    def step(self, dt: float, aims: Mapping[int, Pose]) -> None:
        """Advances the physics; held bodies are pulled to their aims, by number."""
        self._left += dt
        while self._left > PHYSICS_STEP_SECONDS * 0.999:
            self._left -= PHYSICS_STEP_SECONDS
            for number, aim in aims.items():
                self.bodies[number].pull(aim)
            self._space.step(PHYSICS_STEP_SECONDS)


class PieceTable:
    """Pieces on a surface of `width` by `height` units, its top left at (0, 0).

    Pieces are numbered as they were given.

    It changes because pieces move: call `step` while it is not `asleep`.
    """

    def __init__(
        self,
        width: float,
        height: float,
        kinds: Sequence[Kind],
        poses: Sequence[Pose],
        *,
        reach: SnapReach = DEFAULT_REACH,
        step: float = EIGHTH_TURN_DEGREES,
        tray: Zone | None = None,
    ) -> None:
        self.walls, self.tray = Zone(0.0, 0.0, width, height), tray
        self.reach, self.turn_step = reach, step
        self._awake = False
        self._blocks: list[LoosePiece] = []
        self._physics = _Physics(self.walls)
        self.still = False  # no animation: pieces are in their places at the next step
        self._holders: dict[int, LoosePiece] = {}
        """The held piece of each contact."""
        for kind, wish in zip(kinds, poses, strict=True):
            pose = legal_pose(kind, wish, self._ground())
            self._blocks.append(LoosePiece(len(self._blocks), kind, pose, pose, pose))
            self._physics.add(kind, pose)
        self._pile = list(self._blocks)
        """The pieces in the order of drawing."""

    @property
    def pieces(self) -> tuple[PieceSnapshot, ...]:
        """All pieces as they are drawn now, by number."""
        return tuple(block.lying(self.walls) for block in self._blocks)

    @property
    def places(self) -> tuple[Corners, ...]:
        """The corners of all pieces by number, as they lie once animations are over."""
        return tuple(corners_of(block.kind, block.pose) for block in self._blocks)

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the pieces in the order of drawing, the topmost last."""
        return tuple(block.number for block in self._pile)

    @property
    def asleep(self) -> bool:
        """Whether nothing moves; a piece that is held still counts as asleep."""
        return not self._awake

    def pose_at_rest(self, number: int) -> Pose:
        """Where a piece is, or will be after its animation."""
        return self._blocks[number].pose

    def in_tray(self, number: int) -> bool:
        """Whether a piece's centroid is in the tray."""
        block = self._blocks[number]
        return self.tray is not None and self.tray.holds(block.pose.at)

    def picture(self) -> Picture:
        """The pieces outside the tray; held ones where they are."""
        return Picture.from_poses(
            (block.kind, block.pose) for block in self._blocks if not self.in_tray(block.number)
        )

    def piece_at(self, at: Point, slack: float = 0.0) -> int | None:
        """The topmost piece there, or else the nearest that is at most `slack` away."""
        pieces = self.pieces
        for number in reversed(self.order):
            if holds(pieces[number].corners, at):
                return number
        near = [(gap(piece.corners, (at,)), piece.number) for piece in pieces] if slack else []
        away, number = min(near, default=(inf, 0))
        return number if away <= slack else None

    def free(self, number: int, pose: Pose) -> bool:
        """Whether a piece can lie like this, within the walls and on no other."""
        block = self._blocks[number]
        return self._ground(block).free(block.kind, pose)

    def snap_preview(self, number: int) -> Pose | None:
        """Where a held piece would snap if it were released now; None if nowhere."""
        block = self._blocks[number]
        if block.hold is None:
            return None
        wish, ground = self._aim(block, block.hold), self._ground(block)
        if block.preview[0] != (wish, ground):
            pose = None
            if not ground.in_tray(wish):
                pose = snap_pose(block.kind, wish, ground, reach=self.reach, step=self.turn_step)
            block.preview = (wish, ground), pose
        return block.preview[1]

    def _ground(self, but: LoosePiece | None = None) -> Obstacles:
        """The obstacles for a piece: all others that are not held."""
        laid = tuple((block.kind, block.pose) for block in self._others(but))
        return Obstacles(self.walls, laid, self.tray)

    @property
    def _lying(self) -> dict[int, PlacedPiece]:
        """All pieces that are not held, by number."""
        return {block.number: (block.kind, block.pose) for block in self._blocks if not block.hold}

    def _others(self, but: LoosePiece | None) -> list[LoosePiece]:
        """All other pieces that are not held, in the order of `_ground`."""
        return [block for block in self._blocks if block is not but and not block.hold]

    def _aim(self, block: LoosePiece, hold: PieceGrip) -> Pose:
        """The pose that the contacts give a piece, within the walls."""
        return moved_within(block.kind, hold.pose, self.walls)

    # Contacts

    def lift(self, contact: int, at: Point) -> int | None:
        """A contact takes the piece there; gives its number. A second contact turns it."""
        self.drop(contact)
        number = self.piece_at(at, TOUCH_MARGIN)
        if number is None:
            near = self.piece_at(at, SECOND_FINGER_MARGIN)
            number = near if near is not None and self._blocks[near].hold else None
        if number is None:
            return None
        block = self._blocks[number]
        if block.hold:
            block.hold = block.hold.joined(contact, at)
        else:
            block.take(contact, at)
            self._physics.bodies[number].free(block.pose, _COLLIDES_WITH_NOTHING)
        self._holders[contact] = block
        self._pile.sort(key=lambda each: (each is block, each.hold is not None))
        self._awake = True
        return number

    def drag(self, contact: int, at: Point) -> None:
        """A contact moves."""
        block = self._holders.get(contact)
        if block and block.hold and block.hold.contacts[contact] != at:
            block.hold, block.unmoved = block.hold.moved(contact, at), None
            self._awake = True

    def drop(self, contact: int) -> None:
        """A contact ends; after the last one the piece finds its place."""
        block = self._holders.pop(contact, None)
        if block is None or block.hold is None:
            return
        rest = block.hold.left(contact)
        if rest is not None:
            block.hold = rest
        elif block.unmoved == block.wish and self.free(block.number, block.rest):
            # It was touched and left as it was.
            self._rest(block, block.rest, block.drawn, SETTLE_SECONDS, None, asked=block.wish)
        else:
            wish = moved_within(block.kind, block.unmoved or block.hold.pose, self.walls)
            self._find_place(block, wish, block.drawn, SETTLE_SECONDS)

    def let_go(self) -> None:
        """Ends all contacts."""
        for contact in tuple(self._holders):
            self.drop(contact)

    def turn(self, number: int, degrees: float) -> None:
        """Turns a piece about its centroid; then it finds its place if it is not held."""
        block = self._blocks[number]
        if block.hold:
            block.changed(degrees)
            self._awake = True
            return
        asked = block.asked
        turning = degrees + (block.glide.turning if block.glide else 0.0)
        wish = moved_within(
            block.kind, replace(asked, turn=(asked.turn + degrees) % 360), self.walls
        )
        self._find_place(block, wish, block.drawn, TURN_SECONDS, turning)

    def flip(self, number: int) -> None:
        """Flips a piece, left for right as its player sees it."""
        block = self._blocks[number]
        block.fold = -block.fold
        if block.hold:
            block.changed(flip=True)
            self._physics.bodies[number].free(block.floats, _COLLIDES_WITH_NOTHING)
            self._awake = True
            return
        flipped = block.asked.mirrored()
        wish = moved_within(block.kind, replace(flipped, turn=flipped.turn % 360), self.walls)
        self._find_place(block, wish, block.drawn.mirrored(), FLIP_SECONDS)

    def put(self, number: int, pose: Pose, seconds: float = 0.25) -> None:
        """A piece glides there and finds its place, as if it was released there."""
        block = self._blocks[number]
        drawn = self._taken(block)
        self._find_place(block, moved_within(block.kind, pose, self.walls), drawn, seconds)

    # The program

    def place(self, number: int, pose: Pose) -> None:
        """Puts a piece exactly there, at once; others in the way move to the nearest free place."""
        self.lay({number: pose})

    def send(self, number: int, pose: Pose, seconds: float = 0.35) -> None:
        """A piece glides exactly there; others in the way move to the nearest free place."""
        self.lay({number: pose}, seconds)

    def send_home(self, number: int, seconds: float = 0.35) -> None:
        """A piece glides to its place in the tray, or near it; without a tray nothing happens."""
        if self.tray is None:
            return
        block = self._blocks[number]
        drawn = self._taken(block)
        spot = tray_poses([each.kind for each in self._blocks], self.tray)[number]
        pose = legal_pose(block.kind, spot, self._ground(block))
        self._rest(block, pose, drawn, seconds, PieceLaid(number))

    def lay(self, poses: Mapping[int, Pose], seconds: float = 0.0) -> None:
        """Puts pieces exactly there, all at once; others in the way give way.

        Walls move them as one; of too large a picture, what is beyond them lies where it can.
        """
        given = {number: (self._blocks[number].kind, pose) for number, pose in poses.items()}
        drawn = {number: self._taken(self._blocks[number]) for number in poses}
        others = {n: piece for n, piece in self._lying.items() if n not in given}
        for number, pose in poses_making_room(given, others, self.walls, self.tray).items():
            block = self._blocks[number]
            if number in given:
                self._rest(block, pose, drawn[number], seconds, PieceLaid(number))
            elif length(pose.at, block.pose.at) > OVERLAP_TOLERANCE or pose.turn != block.pose.turn:
                self._rest(block, pose, block.drawn, SETTLE_SECONDS, PieceSlid(number))

    def set_walls(self, width: float, height: float, tray: Zone | None = None) -> None:
        """The table has another size: pieces keep theirs, and the picture stays whole if it fits.

        Pieces that were in the tray lie in the new one.
        """
        lying, old = self._lying, self.tray
        self.walls, self.tray = Zone(0.0, 0.0, width, height), tray
        self._physics.raise_walls(self.walls)
        kinds = [block.kind for block in self._blocks]
        for number, pose in refitted_poses(lying, kinds, old, self.walls, tray).items():
            self._rest(self._blocks[number], pose, pose, 0.0, None)
        self._awake = True

    # Time

    def step(self, dt: float) -> list[PieceEvent]:
        """Lets `dt` seconds go by, and gives what happened in them."""
        if not self._awake:
            return []
        dt = min(dt, MAX_STEP_SECONDS)
        self._move_bodies(dt)
        took = inf if self.still else dt
        happened = [came for block in self._blocks if (came := block.advance(took))]
        if all(self._still(block) for block in self._blocks):
            self._awake = False
            happened.append(PiecesSettled())
        return happened

    def _still(self, block: LoosePiece) -> bool:
        """Whether a piece does not move; a held one is then exactly at its contacts."""
        if block.hold is None:
            return block.still and block.lies
        aim = self._aim(block, block.hold)
        if not self._physics.bodies[block.number].arrive(aim):
            return False
        block.floats = aim
        return block.still

    def _move_bodies(self, dt: float) -> None:
        aims = {block.number: self._aim(block, block.hold) for block in self._blocks if block.hold}
        loose = [block for block in self._blocks if block.loose is not None]
        if not aims and not loose:
            return
        self._physics.step(dt, aims)
        for block in self._blocks:
            if not block.lies:
                pose = self._physics.bodies[block.number].pose(block.pose.flipped)
                block.floats = moved_within(block.kind, pose, self.walls)
        for block in loose:
            block.loose = (block.loose or 0.0) + dt
            if self._physics.bodies[block.number].sleeps or block.loose > MAX_PUSH_SECONDS:
                self._find_place(block, block.pose, block.drawn, SETTLE_SECONDS, push=False)

    # Places

    def _find_place(
        self,
        block: LoosePiece,
        wish: Pose,
        drawn: Pose,
        seconds: float,
        turning: float = 0.0,
        *,
        push: bool = True,
    ) -> None:
        """A released piece finds its place and glides there."""
        ground = self._ground(block)
        found = find_place(block.kind, wish, ground, self.reach, self.turn_step, push=push)
        if found is not None and found.how is PlacementKind.UPON:
            block.loosen(found.pose, PoseTween.between(drawn, found.pose, seconds, turning))
            self._physics.bodies[block.number].free(found.pose, _COLLIDES)
            self._awake = True
            return
        others = self._others(block)
        for number, aside in found.moved if found else ():
            self._rest(others[number], aside, others[number].drawn, SETTLE_SECONDS, None)
        # Without any room at all it stays where it lay before.
        pose = found.pose if found else legal_pose(block.kind, block.rest, ground)
        arrival = _ARRIVALS.get(found.how if found else PlacementKind.SLID, PieceLaid)(block.number)
        asked = wish if length(pose.at, wish.at) <= MAX_KEPT_OFFSET else pose
        self._rest(block, pose, drawn, seconds, arrival, turning, asked=asked)

    def _rest(
        self,
        block: LoosePiece,
        pose: Pose,
        drawn: Pose,
        seconds: float,
        arrives: PieceEvent | None,
        turning: float = 0.0,
        asked: Pose | None = None,
    ) -> None:
        """A piece lies here now, though its animation may still run."""
        glide = PoseTween.between(drawn, pose, seconds, turning) if seconds else None
        block.stand(pose, asked or pose, glide, arrives if seconds else None)
        self._physics.bodies[block.number].stand(pose)
        self._awake = True

    def _taken(self, block: LoosePiece) -> Pose:
        """Takes a piece from all contacts; gives the pose at which it is drawn."""
        drawn = block.drawn
        self._holders = {c: held for c, held in self._holders.items() if held is not block}
        block.hold = None
        return drawn
