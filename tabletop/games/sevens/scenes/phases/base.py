"""The base class of the phases of a match, and their boards: empty, or with pieces to move."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from tabletop.engine import IllegalMove, Seat, Text, joined, say
from tabletop.games.sevens.pieces.placement import SnapReach
from tabletop.games.sevens.pieces.space import Zone, tray_poses
from tabletop.games.sevens.pieces.table import PieceLaid, PieceSlid, PieceSnapped, PieceTable
from tabletop.games.sevens.rules.pieces import Kind, Picture, Point, Pose, connected_groups
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.view.board import (
    BoardPlan,
    BoardTransform,
    board_plan,
    draw_board,
    draw_peek_veil,
    next_tick,
    total_time_note,
)
from tabletop.games.sevens.view.piece_board import HoldMode, Mark, PieceBoard, SteeringStage
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit, piece_numbers
from tabletop.input.actions import (
    Action,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    PressKey,
    Pull,
    Roll,
    Tap,
    Walk,
)
from tabletop.input.actions import Button as Key
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, draw_button
from tabletop.ui.widgets.choice import ChoiceField, ChoiceWidgets
from tabletop.ui.widgets.page import TAP_GUARD_SECONDS


class BareBoard:
    """An empty board on which a picture can be shown."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._plan: BoardPlan = board_plan(1.5)
        self._sight = BoardTransform((0.0, 0.0), 1.0)

    def fit(self, turns: int) -> None:
        context, box = self._context, self._context.plan.board
        self._plan = board_plan_for(context)
        about = context.about(context.acting)
        self._sight = BoardTransform.within(box, self._plan.width, self._plan.height, turns, about)

    def draw(self, frame: Frame) -> None:
        """Draws the empty board, unturned."""
        plan = self._plan
        draw_board(frame, self._sight, plan.width, plan.height, plan.tray)

    def draw_for_peek(self, frame: Frame) -> None:
        """Draws the empty board in the shade, unturned."""
        plan = self._plan
        draw_board(frame, self._sight, plan.width, plan.height, plan.tray, named=False)
        draw_peek_veil(frame, self._sight.to_box(Zone(0, 0, self._plan.width, self._plan.height)))

    def draw_picture(self, frame: Frame, picture: Picture, *, seams: bool) -> None:
        """Draws a picture on the board, at the size of loose pieces."""
        work, sight = work_area(self._plan), self._sight
        room = fitting_unit(picture, work.width * sight.unit, work.height * sight.unit)
        unit = min(sight.unit, room) * frame.canvas.scale
        drawn = figure_picture(picture, unit, seams=seams, turns=sight.turns)
        frame.put(drawn, sight.to_canvas(_middle(work)))


def board_plan_for(context: MatchContext) -> BoardPlan:
    """The plan of the board in a layout."""
    box = context.plan.board
    return board_plan(box.w / box.h)


def work_area(plan: BoardPlan) -> Zone:
    """The part of a board beside its tray, in units."""
    tray = plan.tray
    if tray.height >= plan.height:
        return Zone(tray.right, 0.0, plan.width - tray.right, plan.height)
    return Zone(0.0, 0.0, plan.width, tray.top)


def centred(picture: Picture, plan: BoardPlan) -> Picture:
    """A picture moved to the middle of the work area."""
    x, y = _middle(work_area(plan))
    at = picture.middle
    return picture.shifted((x - at[0], y - at[1]))


def common_origin(plan: BoardPlan, laid: Picture, shown: Picture) -> Point:
    """Where to put the origin of two pictures so that both lie in the work area.

    The middle if possible, else the nearest point. Where there is no room for both, `shown` is
    centred, or what is laid where `shown` is empty.
    """
    work = work_area(plan)
    middle = _middle(work)
    points = [at for piece in (*laid.pieces, *shown.pieces) for at in piece.corners]
    if not points:
        return middle
    room = work.inset(points)
    if shown.pieces and min(room.width, room.height) < 0:
        return middle
    return room.nearest(middle)


def new_piece_board(
    context: MatchContext,
    kinds: Sequence[Kind],
    numbers: Sequence[int],
    laid: Picture | None = None,
) -> PieceBoard:
    """A board with these pieces in its tray, or where `laid` has them.

    `numbers` are their numbers in the set, which give the colours.
    """
    return piece_board_for(
        context.table, board_plan_for(context), kinds, numbers, laid or Picture()
    )


def piece_board_for(
    table: AppContext, plan: BoardPlan, kinds: Sequence[Kind], numbers: Sequence[int], laid: Picture
) -> PieceBoard:
    """A board of that plan, with the table's settings for loose pieces."""
    settings = table.settings
    step = float(settings["pieces.turn_step"])
    poses = tray_poses(kinds, plan.tray)
    free = list(range(len(kinds)))
    for piece in laid.pieces:
        number = next(n for n in free if kinds[n] == piece.kind)
        free.remove(number)
        poses[number] = piece.pose
    pieces = PieceTable(
        plan.width,
        plan.height,
        kinds,
        poses,
        reach=SnapReach(settings["pieces.snap_units"], settings["pieces.snap_degrees"]),
        step=step,
        tray=plan.tray,
    )
    pieces.still = table.still
    hold: HoldMode = "tap" if settings["pieces.hold"] == "tap" else "drag"
    return PieceBoard(pieces, step=step, hold=hold, numbers=numbers)


def _middle(zone: Zone) -> Point:
    return zone.left + zone.width / 2, zone.top + zone.height / 2


def lay_picture(surface: PieceBoard, picture: Picture, seconds: float) -> None:
    """Lays a picture in the middle of the work area; the set must be complete."""
    table = surface.pieces
    walls, tray = table.walls, table.tray
    assert tray is not None
    placed = centred(picture, BoardPlan(walls.width, walls.height, tray))
    numbers = piece_numbers(placed.kinds)
    surface.unselect()
    table.lay({n: p.pose for n, p in zip(numbers, placed.pieces, strict=True)}, seconds)


def pieces_outside_tray(table: PieceTable) -> list[int]:
    """The numbers of the pieces outside the tray, in the order of `table.picture()`."""
    return [piece.number for piece in table.pieces if not table.in_tray(piece.number)]


def detached_pieces(table: PieceTable) -> list[int]:
    """The numbers of the pieces that are not connected to the largest group."""
    out = pieces_outside_tray(table)
    groups = connected_groups([piece.corners for piece in table.picture().pieces])
    largest = max(groups, key=len, default=frozenset())
    return [number for place, number in enumerate(out) if place not in largest]


TURN_HINT: Final = say("sevens.turn_hint", "Drag a piece. Touch it to turn it.")

PIECE_NAMES: Final[Mapping[Kind, Text]] = {
    "L": say("sevens.piece.large", "Large triangle"),
    "M": say("sevens.piece.medium", "Medium triangle"),
    "S": say("sevens.piece.small", "Small triangle"),
    "Q": say("sevens.piece.square", "Square"),
    "P": say("sevens.piece.parallelogram", "Parallelogram"),
}
HOLD_SECONDS: Final = 0.8
"""Seconds after which the piece under a resting finger is named."""
LAYING_SECONDS, MAX_STEPS = 0.35, 100
"""Seconds in which pieces go back to where they lay; the most steps that can be taken back."""


@dataclass(frozen=True, slots=True)
class LaidStep:
    """What lay on a board at a moment."""

    poses: Mapping[int, Pose]
    """The pieces outside the tray."""
    label: object = None
    """What else belongs to the step."""


class LaidSteps:
    """What was laid on a board step by step, to be taken back."""

    def __init__(self, surface: PieceBoard, scale: float) -> None:
        """`scale`: of the time in which pieces move."""
        self._surface, self._seconds = surface, LAYING_SECONDS * scale
        self._steps: list[LaidStep] = []
        """The last is what lies there."""
        self._restoring = False
        """A step is being taken back."""
        self._walls = surface.pieces.walls

    @property
    def undoable(self) -> bool:
        return len(self._steps) > 1

    def fit(self) -> None:
        """Forgets the steps on a board of another shape."""
        if self._walls != self._surface.pieces.walls:
            self._walls = self._surface.pieces.walls
            self._steps.clear()

    def note(self, label: object = None) -> None:
        """Notes what lies there, once nothing moves and nothing is held."""
        table = self._surface.pieces
        if not table.asleep or self._surface.taken is not None:
            return
        if any(piece.held for piece in table.pieces):
            return
        now = LaidStep(self._poses, label)
        if self._steps and (self._restoring or now.poses == self._steps[-1].poses):
            self._steps[-1] = now
        else:
            self._steps.append(now)
            del self._steps[:-MAX_STEPS]
        self._restoring = False

    def undo(self) -> object:
        """Takes the last step back; a piece that still moves goes back to where it lay.

        Gives the label of the step that lies there then.
        """
        self._surface.unselect()
        self._surface.hands.let_go()
        if self.undoable and (self._restoring or self._poses == self._steps[-1].poses):
            self._steps.pop()
        self._restoring = True
        self.lay(self._steps[-1].poses if self._steps else {})
        return self._steps[-1].label if self._steps else None

    def lay(self, poses: Mapping[int, Pose]) -> None:
        """Lays pieces; all others go back to the tray."""
        table = self._surface.pieces
        for number in pieces_outside_tray(table):
            if number not in poses:
                table.send_home(number, self._seconds)
        table.lay(poses, self._seconds)

    @property
    def _poses(self) -> Mapping[int, Pose]:
        table = self._surface.pieces
        return {p.number: p.pose for p in table.pieces if not table.in_tray(p.number)}


def tray_marks(table: PieceTable) -> dict[int, Mark]:
    """Marks on the pieces that are still in the tray."""
    return {p.number: "overlap" for p in table.pieces if table.in_tray(p.number)}


PLACE_IT: Final = say("sevens.place_it", "Touch where it goes. Touch the piece itself to turn it.")
MOVE_IT: Final = say("sevens.move_it", "Move it with the arrows, and lay it down with OK.")
"""The prompts while a piece is taken up by a tap or a key, without being held."""
LEAD_IT: Final[Mapping[SteeringStage, Text]] = {
    "across": say("sevens.lead.across", "Left, right: across (arrows: anywhere). Then OK."),
    "along": say("sevens.lead.along", "Left: up. Right: down. Then OK."),
    "over": say("sevens.lead.over", "Left or right turns it over. Then OK."),
    "turn": say("sevens.lead.turn", "Left and right turn it. OK lays it down."),
}
"""The prompts while a taken-up piece is steered with two buttons."""
NO_THROW: Final = say("sevens.no_throw", "No roll is needed here.")
NOTICE_SECONDS: Final = 10.0
"""Seconds for which a notice about a device is shown."""
WARNING_SECONDS: Final = 4.0
"""Seconds for which a warning is shown."""
TURN_BUTTONS: Final = (Key.EARLIER, Key.LATER, Key.FLIP)
"""Buttons that turn the selected piece wherever the key focus is."""
KEY_ACTIONS: Final = (Walk, Nudge, Press)


def laid_out(
    context: MatchContext, choices: Iterable[ChoiceField], boxes: Iterable[Box]
) -> ChoiceWidgets:
    """The parts of choices on the page of a phase."""
    found = ChoiceWidgets()
    for choice, box in zip(choices, boxes, strict=True):
        laid = choice.laid_out(context.canvas, box)
        found.plates += laid.plates
        found.labels += laid.labels
        found.buttons += laid.buttons
    return found


def smallest_turn(start: float, end: float, symmetry: float) -> float:
    """The smallest turn, in degrees, after which a piece looks right."""
    return (end - start + symmetry / 2) % symmetry - symmetry / 2


class ClockReading(NamedTuple):
    """What the round clock shows: seconds, and a note below them."""

    left: float
    whole: float
    note: Text


class BasePhase:
    """One phase of a match on the screen: model and input, and how it is drawn.

    A phase tells the match what the players did. The scene around it draws the bars, the clock and
    the score table, passes the time to the match, and shows the next phase when the match has
    changed.
    """

    shows_column = True
    """Whether the clock and the score table are drawn beside the board."""

    def __init__(self, context: MatchContext) -> None:
        self.context = context
        self.buttons = ButtonGroup()
        self.empty_board = BareBoard(context)
        """The board without pieces, for phases that show a picture or a curtain."""
        self.surface: PieceBoard | None = None
        self.warning: Text = NO_TEXT
        """Why an action was refused, shown in the acting seat's bar."""
        self.refusal_note: Text = NO_TEXT
        """Why an action of the other seat was refused, shown in that seat's bar."""
        self._warned = self._rebuffed = 0.0
        self._hushed = 0.0
        self._keys_on_wood = True
        self._resting: tuple[tuple[int, Pose], ...] = ()
        """The held pieces, and how they lie."""
        self._rested_for = 0.0
        """Seconds for which they have rested."""

    # -- what a phase fills in ----------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """The acting seat; everything is turned to it."""
        return 0

    @property
    def policy(self) -> TouchPolicy:
        return self.context.policy(self.seat)

    @property
    def for_both(self) -> bool:
        """Whether both seats may act now; both bars are highlighted then."""
        return False

    @property
    def for_reader(self) -> bool:
        """Whether the one person goes on where the acting seat is a computer player's."""
        return False

    @property
    def for_anyone(self) -> bool:
        """Whether the button boxes of both seats work."""
        return self.for_both

    @property
    def prompt(self) -> Text:
        """What the acting seat is to do, in a few words."""
        return NO_TEXT

    @property
    def counts(self) -> bool:
        """Whether the prompt counts seconds; it is not spoken then."""
        return False

    @property
    def other_prompt(self) -> Text:
        """The text in the other seat's bar."""
        return NO_TEXT

    @property
    def clock(self) -> ClockReading:
        """The clock reading: the time to arrange, or the round's, unless a phase has another."""
        match = self.context.match
        if match.arrange_left is not None and match.terms.arrange is not None:
            # NOTE for translators: small, below the seconds left on a round clock.
            note = say("sevens.arrange.clock", "to build")
            return ClockReading(match.arrange_left, match.terms.arrange / 1000, note)
        whole = match.round_seconds
        left = whole if match.clock_left is None else match.clock_left
        return ClockReading(left, whole, total_time_note(whole))

    @property
    def clock_runs(self) -> bool:
        match = self.context.match
        return match.clock_left is not None or match.arrange_left is not None

    def lay_buttons(self) -> list[PushButton]:
        return []

    def pressed(self, key: str, /) -> Change:
        raise NotImplementedError(key)

    def lay_out(self) -> None:
        """Places everything else in `context.plan`."""

    def tell(self) -> None:
        """Tells the match how the pieces lie; called before a deadline passes."""

    def step_back(self) -> bool:
        """Undoes a step within the phase; False if there is none, and the match pauses."""
        return False

    def draw_board_layer(self, frame: Frame) -> None:
        """Draws what does not turn with the seat: the board and its pieces."""
        if self.surface is not None:
            self.surface.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        """Draws what is turned to the acting seat, except the buttons."""

    def draw_buttons(self, frame: Frame) -> None:
        held, focus = self.buttons.held.values(), self.buttons.focus
        for button in self.buttons.buttons:
            draw_button(frame, button, pressed=button.key in held, focused=button.key == focus)

    # -- what follows -------------------------------------------------------------------------

    @property
    def taken_up(self) -> Text | None:
        """The prompt while a piece is taken up, or rests under a finger; None otherwise."""
        if self.surface is None:
            return None
        if self.surface.taken is None:
            if not self._resting or self._rested_for < HOLD_SECONDS:
                return None
            kind = self.surface.pieces.pieces[self._resting[0][0]].kind
            # NOTE for translators: {piece} is a piece, as "Large triangle".
            return say(
                "sevens.piece.held",
                "{piece}: drag it to move it, touch it to turn it.",
                piece=PIECE_NAMES[kind],
            )
        if not self.surface.hands.keyed:
            return PLACE_IT
        stage = self.surface.hands.leading.stage
        return MOVE_IT if stage is None else LEAD_IT[stage]

    @property
    def turns(self) -> int:
        """The quarter turns clockwise to the acting seat."""
        return self.context.turns(self.seat)

    def fit(self) -> None:
        self.context.acting = self.seat
        self.empty_board.fit(self.turns)
        if self.surface is not None:
            self.surface.has_controls = not self.context.on_phone(self.seat)
            self.surface.fit(self.context.plan.board, self.turns, self.context.about(self.seat))
        self.lay_out()
        self.buttons.replace(self.lay_buttons())

    def ignore_touches(self, seconds: float = TAP_GUARD_SECONDS) -> None:
        """Ignores touches of buttons for a moment, because the second tap of a double tap was meant
        for what was there before.
        """
        self._hushed = max(self._hushed, seconds)

    @property
    def ignores_touches(self) -> bool:
        return self._hushed > 0

    def let_go(self) -> None:
        """Releases all pieces and buttons; the ends of the contacts will not arrive here."""
        self.buttons.held.clear()
        if self.surface is not None:
            enabled, self.surface.enabled = self.surface.enabled, False
            self.surface.enabled = enabled

    def handle(self, action: Action, /) -> Change:
        """Handles an action, in canvas coordinates: buttons first, then the pieces."""
        near = self.context.near(action, self.seat)
        match near:
            case Roll():
                self.warn(NO_THROW)
                return None
            case PressKey():
                offered = {button.key for button in self.buttons.buttons if button.enabled}
                return self._press(near.key) if near.key in offered else None
            case Walk():
                self._walk(near)
                return None
            case Nudge() if self.surface is None or self.surface.taken is None:
                self._keys_on_wood = False
                if self.surface is not None:
                    self.surface.hands.keyed = False
            case Down():
                self._keys_on_wood = self.surface is not None
            case _:
                pass
        for_wood = self._keys_on_wood and isinstance(near, KEY_ACTIONS)
        if isinstance(near, Press) and near.button in TURN_BUTTONS:
            for_wood = True  # wherever the key focus is
        if for_wood and self.surface is not None and self.surface.enabled:
            if self.surface.handle(action):
                return None
        elif isinstance(near, KEY_ACTIONS) or self._is_for_buttons(near):
            if isinstance(near, Press) and near.button is Key.OK and self.buttons.focus is None:
                near = Nudge(source=near.source, dx=0, dy=0)
            key = self.buttons.press(near)
            return None if key is None else self._press(key)
        else:
            self.buttons.press(near)
            if self.surface is not None:
                self.surface.handle(action)
        return None

    def _walk(self, action: Walk) -> None:
        """Moves the key focus through the pieces and the buttons in one ring.

        A piece that was taken up is steered instead.
        """
        surface, buttons, by = self.surface, self.buttons, action.by
        if surface is None or not surface.enabled:
            self._keys_on_wood = False
            buttons.press(action)
            return
        hands, usable = surface.hands, [each.key for each in buttons.buttons if each.enabled]
        if self._keys_on_wood:
            last = len(surface.pieces.pieces) - 1 if by > 0 else 0
            if hands.keyed and hands.selected == last and hands.taken is None and usable:
                surface.unselect()
                self._keys_on_wood = False
                buttons.focus = usable[0 if by > 0 else -1]
                return
        elif usable and buttons.focus not in (None, usable[-1 if by > 0 else 0]):
            buttons.press(action)
            return
        elif buttons.focus is not None:
            hands.selected = None
        buttons.focus, self._keys_on_wood = None, True
        surface.handle(action)

    def _is_for_buttons(self, action: Action) -> bool:
        match action:
            case Down(at=at):
                return self.buttons.at(at) is not None
            case Pull(contact=contact) | Tap(contact=contact) | Drop(contact=contact):
                return contact in self.buttons.held
            case Cancel(contact=contact):
                return contact in self.buttons.held
            case _:
                return False

    def _press(self, key: str) -> Change:
        self.clear_warning()  # what was refused before does not matter any more
        try:
            change = self.pressed(key)
        except IllegalMove as refused:
            self.warn(refused.reason, refused.rule)
            return None
        self.buttons.replace(self.lay_buttons())
        return change

    def warn(self, reason: str, rule: str = "") -> None:
        """Shows why an action is refused; `rule` is the number of the rule, if any."""
        self.warning = reason if isinstance(reason, Text) else joined("", reason)
        if self.context.played is not None:
            self.context.played.refuse(self.warning, rule)
        self._warned = WARNING_SECONDS
        self.context.table.play("refused")

    def notify(self, seat: Seat, words: Text) -> None:
        """Tells a seat something that it did not cause, in its own bar."""
        if seat == self.seat or self.context.plan.alone:
            self.warning, self._warned = words, NOTICE_SECONDS
        else:
            self.refusal_note, self._rebuffed = words, NOTICE_SECONDS

    def clear_warning(self) -> None:
        """Takes back a refusal that no longer holds."""
        self.warning, self._warned = NO_TEXT, 0.0

    def refuse(self) -> None:
        """Tells the other seat in its own bar that it is not its turn."""
        self.refusal_note = say(
            "sevens.not_you", "It’s {name}’s turn.", name=self.context.name(self.seat)
        )
        self._rebuffed = WARNING_SECONDS
        if self.context.played is not None:
            self.context.played.refuse(self.refusal_note)
        self.context.table.play("refused")

    def update(self, dt: float, /) -> Change:
        self._hushed = max(0.0, self._hushed - dt)
        if self._warned > 0:
            self._warned -= dt
            if self._warned <= 0:
                self.warning = NO_TEXT
        if self._rebuffed > 0:
            self._rebuffed -= dt
            if self._rebuffed <= 0:
                self.refusal_note = NO_TEXT
        if self.surface is not None:
            piece_events = self.surface.update(dt)
            if any(isinstance(each, PieceSnapped) for each in piece_events):
                self.context.table.play("snap")
            elif any(isinstance(each, PieceSlid) for each in piece_events):
                self.context.table.play("slid")
            if any(isinstance(each, PieceLaid | PieceSnapped | PieceSlid) for each in piece_events):
                self.clear_warning()
            self.happened(piece_events)
            held = tuple((p.number, p.pose) for p in self.surface.pieces.pieces if p.held)
            self._rested_for = self._rested_for + dt if held == self._resting else 0.0
            self._resting = held
        return None

    def happened(self, piece_events: Sequence[object], /) -> None:
        """Called with the events of the pieces: snapped, slid, settled."""

    def wakes_in(self) -> float:
        """Seconds until something changes by itself; 0 while anything moves."""
        wood = self.surface.wakes_in() if self.surface is not None else inf
        clock = self.clock
        tick = next_tick(clock.left, clock.whole) if self.clock_runs else inf
        fading = [left for left in (self._warned, self._rebuffed) if left > 0]
        if self._resting and self._rested_for < HOLD_SECONDS:
            fading.append(HOLD_SECONDS - self._rested_for)
        return min(wood, tick, *fading)
