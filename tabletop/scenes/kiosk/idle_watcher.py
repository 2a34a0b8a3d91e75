"""The idle watcher: detects that people have left, asks whether they still play, suspends matches.

The prompt appears at the seats that have not acted for long, upright over their panels; the board
stays visible. People who leave a match are shown its code (`SavedCodePage`). If all have gone, the
code is shown to whoever touches the table first in the next minutes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, cos, dist, inf, pi, sin
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    OFF_SCREEN_SOURCES,
    Action,
    AskForSeat,
    AskToResume,
    Beside,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    Hover,
    LeaveSeat,
    Lost,
    Pull,
    Quit,
    Resized,
    Roll,
    TakeSeat,
    Tap,
)
from tabletop.input.phones import FreeSeats, ShowCode
from tabletop.scenes.destinations import ResumeSaved, ShowAttract, ShowMenu, ShowTitle
from tabletop.storage.match_codes import (
    CODE_DAYS,
    code_of,
    qr_text,
)
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import (
    ActiveMatch,
    Change,
    Destination,
    Pop,
    Push,
    Reset,
    Scene,
    SceneStack,
    SeatArea,
)
from tabletop.ui.draw import shapes
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import Boxes, aspect, column, item, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    BUTTON_SIZE,
    DIM,
    HEAD_SIZE,
    INK,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

SHOWN_SECONDS: Final = 20.0
RETURN_SECONDS: Final = 600.0
"""Seconds for which those who come back to a match that was suspended are shown its code."""
PLAY_ON_ANSWER: Final = "on"
"""The result of the page if people play on at once."""
DONE_ANSWER: Final = "done"
CODE_MARGIN: Final = 24.0
CODE_PAD: Final = 40.0
CODE_GAP: Final = 24.0
CODE_HEAD_HEIGHT: Final = 84.0
CODE_BUTTON_HEIGHT: Final = 120.0
MAX_CODE_EM: Final = 300.0
SIDE_EDGE_SHARE: Final = 0.34
"""The share of the width for the left or right edge if people sit at other edges too."""
CODE_SHARE: Final = 0.24
"""The share of the height for the code if everything stands in one column."""
INSTRUCTIONS_HEADS: Final = 1.4
"""The height of the instructions there, in heights of the title."""
SLIM_PLATE_WIDTH: Final = 560.0
"""On a narrower plate the buttons stand one below the other."""
MIN_QR_PIXELS: Final = 110
"""A QR code of fewer pixels is left out: it could not be read."""
MAX_PLATE_WIDTH: Final = 1500.0
MAX_PLATE_HEIGHT: Final = 900.0

SAVED_TEXT: Final = say("code.kept", "Your game is saved under this code")
PLAY_ON_LABEL: Final = say("code.on", "Resume now")
DONE_LABEL: Final = say("code.done", "Done")


@dataclass(frozen=True, slots=True)
class CodePlate:
    """What is shown toward one edge, in coordinates of a reader at the bottom."""

    turns: int
    plate: Box
    qr: Box | None
    """The box of the QR code; None if it would be too small."""
    language: str
    text_scale: int
    labels: tuple[Label, ...]


class SavedCodePage(PageScene):
    """The code of a saved match, toward every edge where people sit.

    Pops with `PLAY_ON_ANSWER` if they play on at once, else with None.
    """

    idle_timeout = inf

    def __init__(
        self, code: str, places: Sequence[SeatArea], *, at_all_tables: bool = False
    ) -> None:
        """`at_all_tables`: those of the event can resume it too."""
        super().__init__()
        self._at_all_tables = at_all_tables
        self.code = code
        self._places = tuple(places)
        self._left = SHOWN_SECONDS
        self.sides: tuple[CodePlate, ...] = ()

    def lay_out(self) -> None:
        buttons: list[PushButton] = []
        sides = []
        for turns, room in plate_boxes(
            self.canvas, [place.turns for place in self._places]
        ).items():
            there = [place for place in self._places if place.turns == turns]
            languages = {place.language for place in there}
            language = languages.pop() if len(languages) == 1 else ""
            percent = max((place.text_scale for place in there), default=0)
            side, pair = self._side(turns, room, language, percent)
            sides.append(side)
            buttons += pair
        self.sides = tuple(sides)
        self.labels = tuple(label for side in sides for label in side.labels)
        self.buttons.replace(buttons)

    def _side(
        self, turns: int, plate: Box, language: str, percent: int
    ) -> tuple[CodePlate, list[PushButton]]:
        context = self.canvas.context.override(language=language, text_scale=percent)
        boxes = self._place_parts(plate, context)
        code = boxes["code"]
        sentence = "To resume, touch “Resume a game” on this table. The code works for {days} days."
        how = say("code.how", sentence, days=CODE_DAYS)
        if self._at_all_tables:
            sentence = (
                "To resume, touch “Resume a game” on this table or on another one of the event."
            )
            how = say("code.how_event", sentence)
        large = min(MAX_CODE_EM, 0.9 * code.h, code.w / len(self.code) * 1.4)
        label = partial(Label, align="centre", language=language)
        labels = (
            label(SAVED_TEXT, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=3),
            label(self.code, code, context.unscaled_size(large), AMBER_WORDS, bold=True, most=1),
            label(how, boxes["how"], BODY_SIZE, DIM),
        )
        button = partial(
            PushButton,
            turns=turns,
            about=self.canvas.box.centre,
            language=language,
            text_scale=percent,
        )
        pair = [
            button(f"{PLAY_ON_ANSWER}:{turns}", boxes["on"], PLAY_ON_LABEL, "play", "main"),
            button(f"{DONE_ANSWER}:{turns}", boxes["done"], DONE_LABEL, "check"),
        ]
        return CodePlate(turns, plate, boxes.get("qr"), language, percent, labels), pair

    def _place_parts(self, plate: Box, context: UiContext) -> Boxes:
        """The code with its QR code beside or below it, and two buttons."""
        inside = plate.inset(CODE_PAD)
        slim = inside.w < SLIM_PLATE_WIDTH
        rows = 1 + slim
        high = min(
            rows * context.scaled_length(CODE_BUTTON_HEIGHT, BUTTON_SIZE),
            rows * inside.h * 0.2,
            inside.h * 0.3,
        )
        room_height = inside.h - high - CODE_GAP
        head = min(
            context.scaled_length(CODE_HEAD_HEIGHT * (1.7 if slim else 1.0), HEAD_SIZE),
            room_height * (0.3 if slim else 0.22),
        )
        title, alone = item("title", head), item("how", 1.6 * head)
        if inside.w > 1.25 * room_height:
            side = min(room_height, inside.w * 0.38)
            qr = item("qr", side, cross_size=side, align="centre")
            with_qr = row(column(title, "code", alone), 1.5 * CODE_GAP, qr)
        else:
            with_qr = column(
                title,
                item("code", room_height * CODE_SHARE),
                CODE_GAP,
                aspect("qr"),
                CODE_GAP,
                item("how", INSTRUCTIONS_HEADS * head),
            )

        buttons = (column if slim else row)("on", "done", gap=CODE_GAP, size=high)
        boxes = column(with_qr, CODE_GAP, buttons).place(inside)
        if self.canvas.px(boxes["qr"].w) < MIN_QR_PIXELS:
            boxes = column(column(title, "code", alone), CODE_GAP, buttons).place(inside)
        return boxes

    def pressed(self, key: str, /) -> Change:
        return Pop(PLAY_ON_ANSWER if key.startswith(PLAY_ON_ANSWER) else None)

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else None

    def wakes_in(self) -> float:
        return max(0.001, self._left)

    def draw_content(self, frame: Frame) -> None:
        for side in self.sides:
            with (
                frame.in_context(frame.context.for_seat(side)),
                frame.turned(side.turns, frame.canvas.box.centre),
            ):
                Plate(side.plate, PANEL, 40, lined=True).draw(frame)
                if side.qr is not None:
                    picture = qr_picture(qr_text(self.code), frame.canvas.px(side.qr.w))
                    frame.put(picture, side.qr.centre)
                for label in side.labels:
                    label.draw(frame)
        for button in self.buttons.buttons:
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                self.draw_one(frame, button)


def plate_boxes(canvas: Canvas, sides: Sequence[int]) -> dict[int, Box]:
    """The plates toward the edges in `sides`, by quarter turns, each as seen from its edge."""
    edges = set(sides) or {0}
    whole = canvas.box.inset(CODE_MARGIN)
    left, right = (1 in edges), (3 in edges)
    across = [turns for turns in (2, 0) if turns in edges]
    # Between plates above and below, those at the left and the right are narrow.
    share = SIDE_EDGE_SHARE if left and right else 1.25 * SIDE_EDGE_SHARE
    side = whole.w * share - CODE_GAP if across else None
    boxes = row(
        item("1", side) if left else None,
        column(*map(str, across), gap=CODE_GAP) if across else None,
        item("3", side) if right else None,
        gap=CODE_GAP,
    ).place(whole)
    found = {int(turns): box for turns, box in boxes.items()}
    about = canvas.box.centre
    plates = {}
    for turns, box in found.items():
        plate = _fit_plate(box, turns)
        size = (plate.w, plate.h) if turns % 2 == 0 else (plate.h, plate.w)
        plates[turns] = Box.around(turn_point(plate.centre, -turns, about), *size)
    return plates


def _fit_plate(box: Box, turns: int) -> Box:
    """The part of a room that a plate takes; a slim one takes all of the height."""
    across = turns % 2 == 0
    broad, deep = (box.w, box.h) if across else (box.h, box.w)
    deep = min(
        deep, MAX_PLATE_WIDTH if broad - 2 * CODE_PAD < SLIM_PLATE_WIDTH else MAX_PLATE_HEIGHT
    )
    broad = min(broad, MAX_PLATE_WIDTH)
    return Box.around(box.centre, *((broad, deep) if across else (deep, broad)))


ContactId: TypeAlias = tuple[str, int]
"""The source and the number of a contact."""

PASSIVE_ACTIONS: Final = (
    Hover, Cancel, Resized, Beside, Exposed, Focus, Quit, Lost, LeaveSeat, AskForSeat, AskToResume,
)  # fmt: skip
"""Actions that do not show that a person is there: a mouse moves if the table shakes."""
MIN_MOVE_DISTANCE: Final = 40.0
"""The least movement of a contact that counts; resting hands and water move less."""


class IdleInputTracker:
    """The seats of the contacts that are down, and which of them have been used up."""

    def __init__(self) -> None:
        self._fingers: dict[ContactId, tuple[Seat | None, Point]] = {}
        """The seat of each contact, and where it was when it last counted."""
        self._used: set[ContactId] = set()
        """The contacts that have answered a prompt: ignored until they lift."""

    def forget(self) -> None:
        self._fingers.clear()
        self._used.clear()

    def whose(self, action: Action, match: ActiveMatch | None) -> Seat | None:
        """The seat that an action belongs to; of a contact, the one where it began."""
        if isinstance(action, CONTACT_ACTIONS) and not isinstance(action, Down):
            seat, _ = self._fingers.get(_number(action), (None, action.at))
            return seat
        seat = None
        # The secondary window has no places of seats.
        if match is not None and action.source not in OFF_SCREEN_SOURCES:
            seat = match.whose(action)
            seat = seat if seat in match.people else None
        if isinstance(action, Down):
            self._fingers[_number(action)] = seat, action.at
        return seat

    def count(self, action: Action) -> bool:
        """Whether it shows that a person is there."""
        if not isinstance(action, CONTACT_ACTIONS):
            return not isinstance(action, PASSIVE_ACTIONS)
        number = _number(action)
        seat, counted = self._fingers.get(number, (None, action.at))
        if isinstance(action, Tap | Drop | Cancel):
            self._fingers.pop(number, None)
            return not isinstance(action, Cancel)
        if isinstance(action, Pull):
            if dist(counted, action.at) < MIN_MOVE_DISTANCE:
                return False
            self._fingers[number] = seat, action.at
        return True

    def is_used(self, action: Action) -> bool:
        """Whether it belongs to a contact that has answered a prompt."""
        if not isinstance(action, CONTACT_ACTIONS):
            return False
        used = _number(action) in self._used and not isinstance(action, Down)
        if not isinstance(action, Pull):
            self._used.discard(_number(action))
        if used and not isinstance(action, Pull):
            self._fingers.pop(_number(action), None)
        return used

    def use(self, action: Action) -> Action | None:
        """What the scenes get of an action that answered a prompt; real dice always count."""
        if isinstance(action, Roll | TakeSeat | LeaveSeat):
            return action
        if not isinstance(action, CONTACT_ACTIONS):
            return None
        if isinstance(action, Down | Pull):
            self._used.add(_number(action))
        if isinstance(action, Down):
            return None
        # It was down before the prompt: the scene releases what it holds.
        return Cancel(source=action.source, contact=action.contact, at=action.at)


def _number(action: Down | Pull | Tap | Drop | Cancel) -> ContactId:
    return action.source, action.contact


PROMPT_PADDING: Final = 22.0
PROMPT_GAP: Final = 16.0
PROMPT_BUTTON_HEIGHT: Final = 120.0
PROMPT_HEAD_HEIGHT: Final = 136.0
"""The height of two lines of the question."""
RING_DOTS: Final = 20
"""Dots of the countdown ring, which go out one after the other."""
DOT_RADIUS_SHARE: Final = 0.075
"""The radius of a dot, as a share of the ring's."""
MAX_RING_RADIUS: Final = 130.0
ROW_RATIO: Final = 4.5
"""The ratio of width to height from which everything stands in one row."""
WIDE_RATIO: Final = 1.25
"""The ratio of width to height from which the text stands beside the ring."""

QUESTION: Final = say("idle.question", "Still playing?")
YES: Final = say("idle.yes", "Keep playing")
STAND_IN_TEXT: Final = say(
    "idle.minded", "The computer is playing for you. Touch here to take over."
)

STAND_IN_TEXT_PROJECTOR: Final = say("idle.minded.room", "Take over")


@dataclass(frozen=True, slots=True)
class StillPlayingPrompt:
    """The question whether people still play, with its countdown in seconds."""

    seats: frozenset[Seat]
    left: float
    whole: float

    def after(self, seconds: float) -> "StillPlayingPrompt":
        return replace(self, left=self.left - seconds)

    def only(self, seats: frozenset[Seat]) -> "StillPlayingPrompt":
        return replace(self, seats=seats)

    def asks(self, place: SeatArea) -> bool:
        return not self.seats.isdisjoint(place.seats)

    @property
    def figure(self) -> int:
        """The number of seconds that is shown, at least 1."""
        return max(1, ceil(self.left - 1e-6))

    @property
    def changes_in(self) -> float:
        """Seconds until the figure changes or the time is over."""
        return max(0.0, self.left - (self.figure - 1)) + 0.001

    def draw(self, frame: Frame, place: SeatArea) -> None:
        """Draws the prompt for the people of a place, in their language."""
        with (
            frame.in_context(frame.context.for_seat(place)),
            frame.turned(place.turns, place.about),
        ):
            boxes = _prompt_boxes(frame.context, place.box)
            ring, said, yes = boxes["ring"], boxes["said"], boxes["yes"]
            frame.touchable("idle:plate", place.box)
            Plate(place.box, PANEL_ACTIVE, 30, lined=True).draw(frame)
            self._draw_ring(frame, ring)
            align: Align = "left" if said.x > ring.centre[0] else "centre"
            Label(QUESTION, said, HEAD_SIZE, TEXT, bold=True, align=align, most=2).draw(frame)
            # Only a picture of a button: a touch anywhere on the plate is a yes.
            button = PushButton("idle:yes", yes, YES, "check", "main", BUTTON_SIZE)
            frame.touchable(button.key, yes)
            draw_button(frame, button, pressed=False, focused=False)

    def _draw_ring(self, frame: Frame, box: Box) -> None:
        canvas, (x, y) = frame.canvas, box.centre
        radius = min(box.w, box.h) / 2
        size = radius * DOT_RADIUS_SHARE
        lit = ceil(RING_DOTS * self.figure / self.whole - 1e-9)
        for number in range(RING_DOTS):
            angle = 2 * pi * (number + 0.5) / RING_DOTS
            at = (x + (radius - size) * sin(angle), y - (radius - size) * cos(angle))
            # They go out clockwise from the top.
            ink = AMBER if number >= RING_DOTS - lit else PANEL_LINE
            frame.put(shapes.disc(canvas.scale * size, ink), at)
        text = str(self.figure)
        wide = canvas.px(radius * 1.3)
        pixels = typesetting.fitting_size(
            "000"[: max(2, len(text))], canvas.px(radius), wide, True, 0.2, context=frame.context
        )
        frame.put(typesetting.tabular_line(text, pixels, TEXT, context=frame.context), (x, y))


def _prompt_boxes(context: UiContext, box: Box) -> Boxes:
    """The boxes "ring", "said" and "yes" on a plate."""
    inside = box.inset(min(PROMPT_PADDING, 0.1 * box.h))
    wide, high = inside.w, inside.h
    button = context.scaled_length(PROMPT_BUTTON_HEIGHT, BUTTON_SIZE)
    if wide >= ROW_RATIO * high:
        yes = item("yes", 0.28 * wide, cross_size=0.94 * high)
        ring = item("ring", high)
        return row(PROMPT_GAP, ring, 2 * PROMPT_GAP, "said", PROMPT_GAP, yes).place(inside)
    if wide >= WIDE_RATIO * high:
        side = min(high, 2 * MAX_RING_RADIUS, wide * 0.34)
        ring = item("ring", side, cross_size=side, align="centre")
        words = column("said", PROMPT_GAP, item("yes", min(button, high * 0.5)))
        return row(ring, 1.5 * PROMPT_GAP, words).place(inside)
    head = min(context.scaled_length(PROMPT_HEAD_HEIGHT, HEAD_SIZE), high * 0.34)
    button = min(button, high * 0.24)
    side = min(wide, high - head - button - 2 * PROMPT_GAP, 2 * MAX_RING_RADIUS)
    ring = row(item("ring", side, cross_size=side, align="centre"), justify="centre")
    return column(item("said", head), ring, item("yes", button), gap=PROMPT_GAP).place(inside)


def draw_stand_in_sign(frame: Frame, place: SeatArea) -> None:
    """Draws the sign at a seat that a computer plays while its people are away."""
    with (
        frame.in_context(frame.context.for_seat(place)),
        frame.turned(place.turns, place.about),
    ):
        button = PushButton("idle:back", place.strip, style="main")
        Plate(place.strip, PANEL_ACTIVE, 30).draw(frame)  # hides what the panel shows there
        frame.touchable(button.key, place.strip)
        draw_button(frame, button, pressed=False, focused=False)
        room = place.strip.inset(min(8.0, 0.1 * place.strip.h))
        said = STAND_IN_TEXT_PROJECTOR if frame.context.projector else STAND_IN_TEXT
        Label(said, room, BODY_SIZE, INK, bold=True, align="centre").draw(frame)


OVERLAY_LAYER: Final = 9_000
"""The layer of the prompt; only the blackout and the operator's feedback lie higher."""


class IdleWatcher:
    """Counts how long nobody has touched the table, and asks, minds or suspends.

    Time counts only while the table waits for people: not while a computer thinks or an animation
    runs. A seat is idle alone if the match has waited for it all that time while others were there.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._hands = IdleInputTracker()
        self._untouched = 0.0
        self._awaited_seat: Seat | None = None
        self._waited = 0.0
        """Seconds that the match has waited for that seat without an action of its people."""
        self._scene: Scene | None = None
        """The scene of the match."""
        self._on_top = False
        """Whether no other scene lies over it."""
        self._question: StillPlayingPrompt | None = None
        self._pending_change: Change = None
        """What follows after the reset to the menu."""
        self._suspended: tuple[str, Text, tuple[SeatArea, ...]] | None = None
        """The match that nobody was at any more, its game, and where its people sat."""
        self._suspended_for = 0.0
        self.in_use = False
        """It has watched since the program began."""

    @property
    def question(self) -> StillPlayingPrompt | None:
        """The prompt that is shown, if any."""
        return self._question

    # -- input ----------------------------------------------------------------------------------

    def sift(self, action: Action, scenes: SceneStack) -> Action | None:
        """What the scenes get of an action; one that answers or comes back is no move."""
        if self._table.blackout.active or not scenes.running:
            return action
        scene, match = _active_match(scenes)
        if not self._on and (match is None or not match.minded):
            return action
        if self._hands.is_used(action):
            return None
        seat = self._hands.whose(action, match)
        if not self._hands.count(action):
            return action
        # A question that lies over the pages at rest, as of a phone, is answered first.
        welcomes = self._suspended is not None and scenes.top.at_rest
        if match is None and welcomes and _begins_touch(action):
            self._seen(None)
            self._pending_change = self._welcome_back()
            return action if self._pending_change is None else self._hands.use(action)
        if match is None or match.over:
            self._seen(None)
            return action
        own_device = not isinstance(action, CONTACT_ACTIONS)
        if seat in match.minded and (own_device or scenes.top is scene):
            match.resume_seat(seat)
            self._seen(None)
            return self._hands.use(action)
        return self._answered(action, match, seat)

    def _answered(self, action: Action, match: ActiveMatch, seat: Seat | None) -> Action | None:
        question, everybody = self._question, _present_seats(match)
        self._seen(seat)
        if question is None:
            return action
        answer = question.seats & {*_seats_at_question(action, question, match), seat}
        if answer:
            if self._awaited_seat in answer:
                self._waited = 0.0
            others = self._awaited_seat in question.seats - answer
            self._question = (
                question.only(question.seats & {self._awaited_seat}) if others else None
            )
            return self._hands.use(action)
        # If all seats are asked, a touch beside their plates only answers.
        alone = question.seats != everybody
        return action if alone or seat is not None else self._hands.use(action)

    def _seen(self, seat: Seat | None) -> None:
        """Somebody at that seat is there; None: somebody, at whichever seat."""
        self._untouched = 0.0
        if seat is None or seat == self._awaited_seat:
            self._waited = 0.0
        if seat is None:
            self._question = None

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Advances the time; gives changes of the stack, each applied before the next."""
        self.in_use = True
        if not scenes.running:
            return
        if self._pending_change is not None:
            change, self._pending_change = self._pending_change, None
            yield change
            return
        scene, match = _active_match(scenes)
        if scene is not self._scene:
            self._begin(scene)
        if self._suspended is not None:
            self._suspended_for += seconds
            if scene is not None or self._suspended_for >= RETURN_SECONDS:
                self._suspended = None
        self._on_top = scenes.top is scene
        if match is not None and match.left:
            match.left = False
            yield from self._leave_match(match)
        elif not self._on:
            self._begin(scene)
        elif match is None or match.over:
            yield from self._wait_on_page(seconds, scenes.top)
        else:
            yield from self._wait_in_match(seconds, scenes.top, match)

    @property
    def _on(self) -> bool:
        return self._table.has("idle.on") and not self._table.operator

    def _begin(self, scene: Scene | None) -> None:
        self._scene, self._question = scene, None
        self._untouched = self._waited = 0.0
        self._awaited_seat = None
        self._hands.forget()

    def _wait_on_page(self, seconds: float, top: Scene) -> Iterable[Change]:
        self._question = None
        self._untouched += seconds
        if self._untouched >= self._page_timeout(top):
            self._untouched = 0.0
            yield self._reset_to_menu()
            yield Push(self._rest_page if top.at_rest else ShowTitle())

    def _page_timeout(self, top: Scene) -> float:
        own = top.idle_timeout
        return self._table.settings["idle.page"] if own is None else own

    def _reset_to_menu(self) -> Reset:
        """The menu; in kiosk mode guests' names, setups and settings are forgotten."""
        self._table.met.clear()
        if self._table.locked:
            # Phones that are still connected would play in the match of the next people.
            self._table.phones.ask(FreeSeats())
            self._table.chosen.clear()
            self._table.reset_guest_settings()
        return Reset(ShowMenu())

    @property
    def _rest_page(self) -> Destination:
        """What the table shows while nobody is there."""
        return ShowAttract() if self._table.has("attract.on") else ShowTitle()

    def _wait_in_match(self, seconds: float, top: Scene, match: ActiveMatch) -> Iterable[Change]:
        if match.waits or not self._on_top:
            self._untouched += seconds
        if not _present_seats(match):  # only computers play
            if self._untouched >= self._match_timeout(top, match):
                yield from self._suspend_match(match)
            return
        awaited = match.awaited if self._on_top else None
        if awaited != self._awaited_seat:
            self._awaited_seat, self._waited = awaited, 0.0
            if self._question is not None and self._question.seats != _present_seats(match):
                self._question = None  # the match went on without an answer
        elif awaited is not None:
            self._waited += seconds
        if self._question is None:
            self._ask(match, self._match_timeout(top, match))
            return
        question = self._question = self._question.after(seconds)
        if question.left > 0:
            return
        self._question, everybody = None, _present_seats(match)
        if question.seats == everybody:
            yield from self._suspend_match(match)
            return
        for seat in question.seats:
            match.mind(seat)
            self._table.store.count(UsageMetric("taken over", match.game.key))

    def _ask(self, match: ActiveMatch, patience: float) -> None:
        """Shows the prompt to those who have not acted for long."""
        whole = float(self._table.settings["idle.countdown"])
        if self._untouched >= patience:
            self._question = StillPlayingPrompt(_present_seats(match), whole, whole)
        elif self._awaited_seat is not None and self._waited >= patience:
            self._question = StillPlayingPrompt(frozenset({self._awaited_seat}), whole, whole)
        else:
            return
        self._table.play("hint")

    def _match_timeout(self, top: Scene, match: ActiveMatch) -> float:
        """Seconds untouched until people are asked; longer on a page with an `idle_timeout`."""
        pairs = (part.partition("=") for part in self._table.settings["idle.times"].split())
        timeouts = {game: float(seconds) for game, _, seconds in pairs}
        own = timeouts.get(match.game.key, match.time_to_think)
        return own if self._on_top else max(own, top.idle_timeout or 0.0)

    def _leave_match(self, match: ActiveMatch) -> Iterable[Change]:
        """People leave a match: it is saved and they are shown its code; then the menu."""
        match_id = match.save_for_later()
        if not match_id:
            yield self._reset_to_menu()
        elif self._table.store.keeps:
            code = self._code_of(match_id, match.game.title)
            joined = self._table.event.state.joined
            page = SavedCodePage(code, match.places, at_all_tables=joined)
            yield Push(page, self._left_or_not)
        else:
            yield Push(_cannot_save(), self._left_or_not)

    def _left_or_not(self, answer: object) -> Change:
        self._seen(None)
        return None if answer == PLAY_ON_ANSWER else self._reset_to_menu()

    def _suspend_match(self, match: ActiveMatch) -> Iterable[Change]:
        """Nobody is there: saves the match; then the menu, with the page of an idle table."""
        match_id, title = match.save_for_later(), match.game.title
        suspended = match_id, title, tuple(match.places)
        table = self._table
        if (
            match_id
            and table.store.keeps
            and (table.phones.state.seated or table.event.state.joined)
        ):
            # Their phones show it, wherever they are; at an event the staff know it.
            self._code_of(match_id, title)
        yield self._reset_to_menu()
        yield Push(self._rest_page)
        if match_id:
            self._suspended, self._suspended_for = suspended, 0.0

    def _welcome_back(self) -> Change:
        """The code of the match that was suspended, for those who come back to it."""
        suspended, self._suspended = self._suspended, None
        if suspended is None or not self._table.store.keeps:
            return None
        match_id, title, places = suspended

        def after(answer: object) -> Change:
            self._seen(None)
            if answer != PLAY_ON_ANSWER:
                return None
            self._pending_change = Push(ResumeSaved(match_id))
            return self._reset_to_menu()

        code, joined = self._code_of(match_id, title), self._table.event.state.joined
        return Push(SavedCodePage(code, places, at_all_tables=joined), after)

    def _code_of(self, match_id: str, title: Text) -> str:
        """The code of a match, which the phones of its seats are shown too."""
        table = self._table
        code = code_of(table.store, match_id, table.seed(), table.today())
        table.phones.ask(ShowCode(code, title, table.today()))
        return code

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        if self._pending_change is not None or not scenes.running:
            return 0.0
        scene, match = _active_match(scenes)
        if match is not None and match.left:
            return 0.0
        if not self._on:
            return inf
        if match is None or match.over:
            return max(0.0, self._page_timeout(scenes.top) - self._untouched)
        if self._question is not None:
            return self._question.changes_in
        on_top = scenes.top is scene
        if not match.waits and on_top:
            return inf
        return max(0.0, self._match_timeout(scenes.top, match) - max(self._untouched, self._waited))

    # -- drawing --------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Draws the prompt and the signs of stand-ins above the scenes."""
        match = self._scene.on_table if self._scene is not None else None
        if match is None or match.over or not (self._question is not None or match.minded):
            return
        with frame.layer(OVERLAY_LAYER):
            for place in match.places:
                if self._question is not None and self._question.asks(place):
                    self._question.draw(frame, place)
                elif self._on_top and not match.minded.isdisjoint(place.seats):
                    draw_stand_in_sign(frame, place)


def _begins_touch(action: Action) -> bool:
    """Whether it is the beginning of a touch, or of something else that people do."""
    return isinstance(action, Down) or not isinstance(action, CONTACT_ACTIONS)


def _cannot_save() -> QuestionDialog:
    """Asks people who leave while nothing can be saved."""
    answers: Answers = (
        (PLAY_ON_ANSWER, say("unsaved.on", "Keep playing"), "main"),
        (DONE_ANSWER, say("unsaved.leave", "Leave the game"), "plain"),
    )
    question = say("unsaved.question", "Leave without saving?")
    detail = say("unsaved.detail", "This table can’t save games at the moment.")
    return QuestionDialog(question, detail, answers, timeout=SHOWN_SECONDS)


def _active_match(scenes: SceneStack) -> tuple[Scene, ActiveMatch] | tuple[None, None]:
    """The active match and its scene, if there is one."""
    for scene in scenes.scenes:
        if (match := scene.on_table) is not None:
            return scene, match
    return None, None


def _seats_at_question(
    action: Action, question: StillPlayingPrompt, match: ActiveMatch
) -> tuple[Seat, ...]:
    """The seats that a touch of the prompt answers for."""
    if not isinstance(action, Down) or action.source in OFF_SCREEN_SOURCES:
        return ()
    at = action.at
    asked = (place for place in match.places if question.asks(place) and place.holds(at))
    return next((place.seats for place in asked), ())


def _present_seats(match: ActiveMatch) -> frozenset[Seat]:
    """The seats whose people have not left."""
    return frozenset(match.people) - match.minded
