"""Input on the pieces: fingers, mouse, keys, and steering by two buttons. Positions are in units.

In the hold mode ``drag`` a finger carries a piece and a tap turns it. In ``tap`` a tap takes a
piece up, a tap on a place lays it there, a tap on itself turns it. With left, right and OK alone a
piece goes through stages: across, along, flip (the parallelogram), turn; OK goes on, and finally
lays it down.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tabletop.games.sevens.pieces.table import TOUCH_MARGIN, PieceTable
from tabletop.games.sevens.rules.pieces import Point, Pose, length
from tabletop.input.actions import Button

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
        """Releases all pieces."""
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
        """A contact begins."""
        self.keyed = False
        if self.hold == "tap":
            number = self.table.piece_at(at, TOUCH_MARGIN if self.taken is None else 0.0)
            lay = None if number is None else self.table.pieces[number].pose
            self._fingers[contact] = PieceTouch(number, at, at, lay)
            return
        self.lay_down()
        before = self.table.pieces
        number = self.table.lift(contact, at)
        if number is None:
            self._fingers[contact] = PieceTouch(None, at, at)
            return
        self.selected = number
        if before[number].held:
            self._no_tap(number)
        lay = None if before[number].held else before[number].pose
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
        """A contact is cancelled."""
        self._fingers.pop(contact)
        self.table.cancel(contact)

    def _no_tap(self, number: int) -> None:
        """More is done with a piece than a tap: releasing it changes nothing else."""
        self._aims.pop(number, None)
        for contact, finger in self._fingers.items():
            if finger.number == number:
                self._fingers[contact] = replace(finger, lay=None)

    def _turn_on(self, number: int, lay: Pose) -> None:
        """Turns a tapped piece, from the pose that was asked for."""
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
        pose = self.table.pieces[number].pose
        self.selected = number
        self.leading.end()
        if self.table.lift(TAKEN_UP_CONTACT, pose.at) != number:
            # Another piece is held above it.
            self.table.drop(TAKEN_UP_CONTACT)
            return
        self._up, self._from, self._at, self._turn = number, pose, pose.at, pose.turn
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
