"""The lesson of Sevens: its tasks, and the board on which they are done."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, count, say
from tabletop.games.sevens.pieces.table import PieceEvent, PieceLaid, PieceSlid, PieceSnapped
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import GAME, PEEK_COST
from tabletop.games.sevens.rules.pieces import FULL_SET, SQRT2, Kind, Picture, Pose
from tabletop.games.sevens.rules.score import agreement
from tabletop.games.sevens.scenes.phases.base import centred, piece_board_for
from tabletop.games.sevens.view.board import (
    BoardPlan,
    Curtain,
    board_plan,
    draw_curtain,
    draw_peek_frame,
    draw_peek_veil,
)
from tabletop.games.sevens.view.cards import CARD_RATIO, card_back, card_face
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.games.sevens.view.pieces import piece_numbers
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Buzz,
    Down,
    Nudge,
    Press,
    Tap,
    Twist,
    Walk,
)
from tabletop.input.actions import Button as Key
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.lesson_page import LessonPage

TaskKind: TypeAlias = Literal["lay", "curtain", "look", "rebuild", "card"]
"""What is to be done: lay a piece, use the curtain, look, rebuild the picture, take a card."""

LOOK_SECONDS: Final = 5.0
"""Seconds for which the picture is shown."""
CARD_SHARE: Final = 0.62
"""The height of the card, as a share of the board's."""
SHOWN_CARD: Final = Card.SECONDS
PEEK_SECONDS: Final = 3.0
ABOVE_PIECES: Final = 7
"""The layer of the curtain and of the frame of a peek."""

TREE: Final = Picture.from_corners(
    [
        ("L", ((0, 1), (SQRT2, 1 + SQRT2), (-SQRT2, 1 + SQRT2))),
        ("M", ((0, 0), (1, 1), (-1, 1))),
        ("Q", ((-0.5, 1 + SQRT2), (0.5, 1 + SQRT2), (0.5, 2 + SQRT2), (-0.5, 2 + SQRT2))),
        ("P", ((-2.5, 3 + SQRT2), (-1.5, 3 + SQRT2), (-0.5, 2 + SQRT2), (-1.5, 2 + SQRT2))),
    ]
)
"""A fir on a slope; each piece touches the one before."""
HOUSE: Final = Picture.from_corners(
    [
        ("M", ((0.5, -1), (1.5, 0), (-0.5, 0))),
        ("S", ((1, 1), (1, 0), (2, 1))),
        ("Q", ((0, 0), (1, 0), (1, 1), (0, 1))),
    ]
)
"""A house with a shed: the picture to be rebuilt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTask:
    doing: TaskKind
    words: Text
    done: Text
    other: Text
    """The text after a touch that does not help."""
    by_taps: Text | None = None
    """The text where pieces are moved by taps, if it differs."""
    kind: Kind = "Q"
    """The piece to be laid."""
    turn: float = 0.0
    """The degrees by which it is turned from its place."""
    flipped: bool = False
    """Whether it lies on its other side."""


TASKS: Final[tuple[PieceTask, ...]] = (
    PieceTask(
        doing="lay",
        kind="L",
        words=say("sevens.lesson.move", "Drag the large triangle into its dashed outline."),
        by_taps=say(
            "sevens.lesson.move.taps", "Touch the large triangle, then touch its dashed outline."
        ),
        other=say(
            "sevens.lesson.move.other",
            "Not there yet. The triangle belongs in the dashed outline, its tip up.",
        ),
        done=say("sevens.lesson.move.done", "It snaps to its neighbours. The tree is growing."),
    ),
    PieceTask(
        doing="lay",
        kind="Q",
        turn=45.0,
        words=say(
            "sevens.lesson.turn", "Touch the square to turn it. Then drag it into its outline."
        ),
        by_taps=say(
            "sevens.lesson.turn.taps",
            "Touch the square. Touch it again to turn it. Then touch its outline.",
        ),
        other=say(
            "sevens.lesson.turn.other",
            "Not there yet. Turn the square until it stands straight, under the tree.",
        ),
        done=say(
            "sevens.lesson.turn.done", "Every touch turns a piece a little. Now it has a trunk."
        ),
    ),
    PieceTask(
        doing="lay",
        kind="P",
        flipped=True,
        words=say(
            "sevens.lesson.flip",
            "Touch the round flip button beside the last piece, then drag it into its outline.",
        ),
        by_taps=say(
            "sevens.lesson.flip.taps",
            "Touch the round flip button beside the last piece, then lay it in its outline.",
        ),
        other=say(
            "sevens.lesson.flip.other",
            "Not there yet. This piece has two sides, and only the other one fits.",
        ),
        done=say("sevens.lesson.flip.done", "That’s how you build a picture."),
    ),
    PieceTask(
        doing="curtain",
        words=say(
            "sevens.lesson.curtain",
            "You build behind a curtain. Touch Open, then touch Close.",
        ),
        other=say("sevens.lesson.curtain.other", "The curtain has a button: touch it."),
        done=say(
            "sevens.lesson.curtain.done",
            "The other player looks away. Whoever is caught looking loses the match.",
        ),
    ),
    PieceTask(
        doing="look",
        words=say("sevens.lesson.look", "Now you rebuild a picture. Touch Look and memorise it."),
        other=say("sevens.lesson.look.other", "First touch Look."),
        done=say(
            "sevens.lesson.look.done", "In a match you look for 10 seconds, then your clock runs."
        ),
    ),
    PieceTask(
        doing="rebuild",
        words=say(
            "sevens.lesson.rebuild",
            "Rebuild the house: drag all three pieces out. Forgotten? Touch Peek.",
        ),
        by_taps=say(
            "sevens.lesson.rebuild.taps",
            "Rebuild the house with all three pieces. Forgotten? Touch Peek.",
        ),
        other=say(
            "sevens.lesson.rebuild.other",
            "First lay all three pieces outside the tray, as they lay before.",
        ),
        done=say(
            "sevens.lesson.rebuild.done",
            "One point per matching piece. A peek costs {cost} points.",
            cost=PEEK_COST,
        ),
    ),
    PieceTask(
        doing="card",
        words=say(
            "sevens.lesson.card",
            "The lower score of a round gets a lucky card. Touch the card.",
        ),
        other=say("sevens.lesson.card.other", "Touch the card to turn it over."),
        done=say(
            "sevens.lesson.card.done",
            "Plus 5 seconds: your next look lasts 15 seconds. There are four lucky cards.",
        ),
    ),
)
FAREWELL: Final = say(
    "sevens.lesson.end",
    "Build, look, rebuild: three rounds, most points win. That’s all you need to know!",
)
STARTING_KINDS: Final[tuple[tuple[Kind, ...], ...]] = (("M",), ("M", "L"), ("M", "L", "Q"))
"""The pieces that lie there before each task of laying one."""


def kinds_of(task: PieceTask, number: int) -> tuple[Kind, ...]:
    """The pieces of a task, in the order of the set."""
    wanted = set(HOUSE.kinds)
    if task.doing == "lay":
        wanted = {*STARTING_KINDS[number], task.kind}
    elif task.doing == "curtain":
        wanted = set(TREE.kinds)
    return tuple(dict.fromkeys(kind for kind in FULL_SET if kind in wanted))


def target_of(task: PieceTask, number: int) -> Picture:
    """The picture to build in a task."""
    wanted = kinds_of(task, number)
    whole = TREE if task.doing in ("lay", "curtain") else HOUSE
    return Picture(tuple(piece for piece in whole.pieces if piece.kind in wanted))


def misplaced_pose(task: PieceTask, pose: Pose, belongs: Pose) -> Pose:
    """The pose of a task's piece before it is laid, at the position of `pose`."""
    lies = belongs.mirrored() if task.flipped else belongs
    return Pose(pose.x, pose.y, (lies.turn + task.turn) % 360, lies.flipped)


class SevensLesson(LessonPage):
    def __init__(self, table: AppContext) -> None:
        super().__init__(table, GAME.title, GAME.goal, len(TASKS))
        self.surface: PieceBoard | None = None
        self._plan_made: BoardPlan | None = None
        self._shown: float | None = None
        """Seconds for which the picture is still shown; None while it is not."""
        self._built: PieceBoard | None = None
        """What the learner has built, during a peek."""
        self._peeked = False
        self._curtain = Curtain()
        self._curtain.lasts = True

    @property
    def key(self) -> str:
        return GAME.key

    @property
    def task(self) -> PieceTask:
        return TASKS[max(0, self.index)]

    @property
    def words(self) -> Text:
        if self._shown is not None:
            left = ceil(self._shown - 1e-6)
            return count(
                "sevens.lesson.left",
                "Memorise it. 1 second left.",
                "Memorise it. {n} seconds left.",
                n=left,
            )
        taps = self.table.settings["pieces.hold"] == "tap"
        return self.task.by_taps if taps and self.task.by_taps else self.task.words

    @property
    def farewell(self) -> Text:
        return FAREWELL

    @property
    def target(self) -> Picture:
        """The step's picture, where it lies on the board."""
        plan = self._plan_made or self._board_plan
        picture = HOUSE if self.shows_goal else target_of(self.task, self.index)
        return centred(picture, plan)

    @property
    def _board_plan(self) -> BoardPlan:
        box = self.plan.near
        return board_plan(box.w / box.h)

    # -- the steps -------------------------------------------------------------------------------

    def begin(self, index: int) -> None:
        del index  # every step has its own board
        self._shown = self._built = None
        self._peeked = False
        self._curtain.close()
        self._lay_pieces(Picture())

    def go_on(self, *, solved: bool) -> None:
        del solved
        self.begin(self.index)

    def placed(self) -> None:
        if self.surface is None or self._board_plan != self._plan_made:
            self.begin(self.index)
        self._fit()

    def _fit(self) -> None:
        if self.surface is not None:
            self.surface.fit(self.plan.near, self.turns, self.plan.about)

    def _lay_pieces(self, laid: Picture) -> None:
        """Lays the step's pieces, in the tray or as `laid`."""
        self._plan_made = self._board_plan
        task, target = self.task, self.target
        if self.shows_goal or task.doing in ("curtain", "card"):
            self._show_picture(Picture() if task.doing == "card" else target)
            return
        kinds = kinds_of(task, self.index)
        numbers = [FULL_SET.index(kind) for kind in kinds]
        if task.doing == "lay":
            laid = Picture(tuple(piece for piece in target.pieces if piece.kind != task.kind))
        self.surface = piece_board_for(self.table, self._plan_made, kinds, numbers, laid)
        if task.doing == "lay":
            missing = next(piece for piece in target.pieces if piece.kind == task.kind)
            number = kinds.index(task.kind)
            lies = self.surface.pieces.pieces[number].pose
            self.surface.pieces.place(number, misplaced_pose(task, lies, missing.pose))
            self.surface.outlines = (missing,)
        self._fit()
        self._enable()

    def _show_picture(self, target: Picture) -> None:
        """Lays a whole picture that is only looked at."""
        kinds = tuple(piece.kind for piece in target.pieces)
        numbers = piece_numbers(kinds)
        self.surface = piece_board_for(
            self.table, self._plan_made or self._board_plan, kinds, numbers, target
        )
        self._fit()
        self._enable()

    def _enable(self) -> None:
        if self.surface is not None:
            may = self.task.doing in ("lay", "rebuild")
            self.surface.enabled = may and self._asks

    def choices(self) -> tuple[PushButton, ...]:
        if not self._asks:
            return ()
        box = self.plan.near
        match self.task.doing:
            case "look":
                return (PushButton("look", box, say("sevens.look", "Look"), "eye", "main"),)
            case "curtain":
                opened = self._curtain.open
                label = (
                    say("sevens.curtain.close", "Close")
                    if opened
                    else say("sevens.curtain.open", "Open")
                )
                return (PushButton("curtain", box, label, "curtain", "main"),)
            case "rebuild":
                done = PushButton("done", box, say("sevens.done", "Done"), "check", "main")
                if self._peeked:
                    return (done,)
                peek = say("sevens.lesson.peek.button", "Peek")
                return (PushButton("peek", box, peek, "eye"), done)
            case "card":
                turn = say("sevens.lesson.card.button", "Turn it over")
                return (PushButton("card", box, turn, "turn", "main"),)
            case _:
                return ()

    @property
    def _asks(self) -> bool:
        waits = self.solved or self.over or self.shows_goal
        return not waits and self._shown is None

    def _solve(self) -> None:
        self.show_success(self.task.done)
        if self.surface is not None:
            self.surface.outlines = ()
            numbers = range(len(self.surface.pieces.pieces))
            self.surface.unselect()
            agrees = self.task.doing in ("lay", "rebuild")
            self.surface.marks = dict.fromkeys(numbers, "agrees") if agrees else {}
        self._enable()

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        if self.surface is None:
            return None
        happened = self.surface.update(dt)
        if any(isinstance(each, PieceSnapped) for each in happened):
            self.table.play("snap")
        if self._asks and self.task.doing == "lay":
            self._judge(happened)
        if self._shown is not None:
            self._see(dt)
        moves = self._curtain.wakes_in() == 0
        self._curtain.update(dt, self.table.animation_scale)
        if moves:
            self.refresh()
        return None

    def _judge(self, happened: Sequence[PieceEvent]) -> None:
        surface = self.surface
        arrived = [
            each.number
            for each in happened
            if isinstance(each, PieceSnapped | PieceSlid | PieceLaid)
        ]
        if surface is None or not arrived:
            return
        if len(agreement(self.target, surface.picture()).pairs) == len(self.target):
            self._solve()
        elif not all(surface.pieces.in_tray(number) for number in arrived):
            self.show_refusal(self.task.other)
        self.refresh()

    def _see(self, dt: float) -> None:
        left = (self._shown or 0.0) - dt
        self._shown = left if left > 0 else None
        if self._shown is None and self._built is not None:
            self.surface, self._built = self._built, None
            self._fit()
            self._enable()
        elif self._shown is None:
            self._lay_pieces(Picture())
            self._solve()
        self.refresh()

    def wakes_in(self) -> float:
        wood = self.surface.wakes_in() if self.surface is not None else inf
        wood = min(wood, self._curtain.wakes_in())
        if self._shown is None:
            return wood
        return min(wood, self._shown % 1.0 + 0.005)

    # -- what is seen ----------------------------------------------------------------------------

    def draw_board(self, frame: Frame) -> None:
        if self.surface is None:
            return
        near, doing = self.plan.near, "" if self.shows_goal else self.task.doing
        if self._built is not None:
            draw_peek_veil(frame, self.plan.board)
        self.surface.draw(frame)
        with frame.turned(self.turns, self.plan.about), frame.layer(ABOVE_PIECES):
            if self._built is not None:
                draw_peek_frame(frame, near, say("sevens.peek.ribbon", "Peek"))
            elif doing == "curtain":
                draw_curtain(frame, near, self._curtain.drawn)
            elif doing == "card":
                high = frame.canvas.px(CARD_SHARE * near.h)
                face = self.solved or self.over
                card = card_face(SHOWN_CARD, high, frame.context) if face else card_back(high)
                frame.put(card, near.centre)

    # -- what hands do ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        change: Change = None
        match action:
            case Buzz(source=source) if source != "keyboard":
                change = self._key(Press(source=action.source, button=Key.OK))
            case Press() | Walk() | Nudge():
                change = self._key(action)
            case _ if isinstance(action, (*CONTACT_ACTIONS, Twist)):
                change = self._finger(action)
            case _:
                pass
        if change is None:
            self._enable()
            self.refresh()
        return change

    def _finger(self, action: Action) -> Change:
        on_button = isinstance(action, Down) and self.buttons.at(action.at) is not None
        contact = getattr(action, "contact", None)
        if on_button or contact in self.buttons.held:
            key = self.buttons.press(action)
            return None if key is None else self._do(key)
        surface = self.surface
        if surface is None:
            return None
        if isinstance(action, Tap) and self._asks:
            if self.task.doing == "card" and self._on_card(action.at):
                return self._do("card")
            if self._misses(surface, action):
                self.show_refusal(self.task.other)
        if isinstance(action, Down) and surface.enabled and self.tone == "why":
            self._forget_refusal(surface, action.at)
        surface.handle(action)
        return None

    def _on_card(self, at: Point) -> bool:
        """Whether a touch hits the card."""
        high = CARD_SHARE * self.plan.near.h
        return Box.around(self.plan.board.centre, CARD_RATIO * high, high).holds(at)

    def _forget_refusal(self, surface: PieceBoard, at: Point) -> None:
        """A touch on a piece is right again: removes what was said of the last one."""
        if surface.pieces.piece_at(surface.sight.to_units(at), 0.2) is not None:
            self.clear_refusal()

    def _misses(self, surface: PieceBoard, tap: Tap) -> bool:
        """Whether a tap on the board meets nothing to move."""
        at = surface.sight.to_units(tap.at)
        if not surface.pieces.walls.keeps((at,)):
            return False
        if not surface.enabled:
            return True
        near = any(abs(c.at[0] - at[0]) + abs(c.at[1] - at[1]) < 1 for c in surface.controls)
        return not near and surface.taken is None and surface.pieces.piece_at(at, 0.2) is None

    def _do(self, key: str) -> Change:
        match key:
            case "look":
                self._shown = LOOK_SECONDS
                self._show_picture(self.target)
            case "peek":
                self._shown, self._peeked, self._built = PEEK_SECONDS, True, self.surface
                self.clear_refusal()
                self._show_picture(self.target)
            case "curtain":
                self._curtain.stays = not self._curtain.stays
                self.clear_refusal()
                self.table.play("curtain")
                if not self._curtain.stays:
                    self._solve()
            case "card":
                self._solve()
            case "done" if self.surface is not None:
                self._count(self.surface.picture())
            case "done":
                pass
            case _:
                return self.pressed(key)
        return None

    def _count(self, laid: Picture) -> None:
        """Compares the guess with the picture."""
        matched = len(agreement(self.target, laid).pairs)
        if matched == len(self.target):
            self._solve()
        elif len(laid) < len(self.target):
            self.show_refusal(self.task.other)
        else:
            words = say(
                "sevens.lesson.counted",
                "{n} of {all} pieces match. Move the others, or peek.",
                n=matched,
                all=len(self.target),
            )
            self.show_refusal(words)

    # -- keys ------------------------------------------------------------------------------------

    def _key(self, action: Press | Walk | Nudge) -> Change:
        surface = self.surface
        if surface is not None and surface.enabled:
            if surface.taken is not None or self._is_for_pieces(action):
                surface.handle(action)
                return None
            if isinstance(action, Walk) and self.buttons.focus is None:
                self._walk(surface, action)
                return None
        return self._key_on_buttons(action)

    def _is_for_pieces(self, action: Press | Walk | Nudge) -> bool:
        if not isinstance(action, Press) or self.surface is None:
            return False
        if action.button is Key.OK:
            return self.buttons.focus is None and self.surface.hands.keyed
        return action.button in (Key.FLIP, Key.EARLIER, Key.LATER) and self.surface.hands.keyed

    def _walk(self, surface: PieceBoard, action: Walk) -> None:
        """Moves the key focus through the pieces, then to the buttons."""
        hands = surface.hands
        last = len(surface.pieces.pieces) - 1 if action.by > 0 else 0
        if hands.keyed and hands.selected == last:
            surface.unselect()
            self.buttons.press(action)
        else:
            surface.handle(action)

    def _key_on_buttons(self, action: Press | Walk | Nudge) -> Change:
        if isinstance(action, Walk) and self.surface is not None and self.surface.enabled:
            keys = [button.key for button in self.buttons.buttons if button.enabled]
            if self.buttons.focus == keys[-1 if action.by > 0 else 0]:
                self.buttons.focus = None
                return self._key(action)
        if not isinstance(action, Press):
            if self.surface is not None:
                self.surface.unselect()
            self.buttons.press(action)
            return None
        match action.button:
            case Key.OK if self.buttons.focus is not None:
                return self._do(self.buttons.focus)
            case Key.OK if self.solved or self.over:
                return self._do(self.main)
            case Key.OK:
                main = next((b.key for b in self.buttons.buttons if b.style == "main"), None)
                return None if main is None or self.task.doing == "rebuild" else self._do(main)
            case Key.BACK | Key.MENU:
                return Pop()
            case Key.UNDO:
                return self._do("earlier")
            case _:
                return None
