"""A dialog that asks one question, and the one that reverts a change of the display."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Hover, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import column, item, row, space
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, BUTTON_SIZE, DIM, HEAD_SIZE, PANEL, TEXT
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, in_one_size
from tabletop.ui.widgets.page import PageScene, Plate

Answers: TypeAlias = tuple[tuple[str, Text, ButtonStyle], ...]
"""The key, label and style of each answer."""

WIDTH: Final = 940.0
PAD: Final = 48.0
BUTTON_HEIGHT: Final = 104.0
GAP: Final = 24.0
MIN_TEXT_HEIGHT: Final = 160.0
"""The least height of the text."""
MAX_BUTTONS_SHARE: Final = 0.56
"""The greatest share of the height for the answers."""
EXTRA_HEIGHT: Final = 76.0
"""The height of an extra answer."""
MAX_EXTRA_GROWTH: Final = 1.5
"""The most that it grows with the text scale."""


@dataclass(frozen=True, slots=True)
class ExtraAnswer:
    """An answer that is less likely: a lower button below the others."""

    key: str
    label: Text
    icon: str = ""


class QuestionDialog(PageScene):
    """Asks one question. Pops with the key of the answer, or None if it was dismissed."""

    covers = False
    on_phones = True

    def __init__(
        self,
        question: Text,
        detail: Text,
        answers: Answers,
        turns: int = 0,
        about: Point | None = None,
        seat: int | None = None,
        *,
        timeout: float = inf,
        chosen: Callable[[str], Change] = Pop,
        left: Callable[[], None] | None = None,
        extra: ExtraAnswer | None = None,
    ) -> None:
        """`seat` is the one that may answer; devices of other seats can only close the dialog.

        After `timeout` seconds without input it pops with None. `chosen` gives what follows an
        answer. `left` is called once when the dialog is removed, for whatever reason.
        """
        super().__init__(turns, about)
        self.seat = seat
        self.question = question
        self.detail = detail
        self.answers = answers
        self._button = BUTTON_HEIGHT
        self.other_seat_note: Text | None = None
        """Replaces the detail when another seat than that of the guard answers."""
        self.spend: Callable[[float], float | None] | None = None
        """Takes the seconds of an update, returns those until the next; None closes the dialog."""
        self.seconds_left: float | None = inf
        """The result of `spend`."""
        self.topic = ""
        """What it is about, where others have to know."""
        self.speaks_detail = True
        """False for a detail that changes every second."""
        self._timeout = timeout
        self._untouched = 0.0
        self._chosen = chosen
        self._left = left
        self._extra = extra

    @property
    def idle_timeout(self) -> float | None:
        return None if self._timeout == inf else inf  # it has its own timeout

    def lay_out(self) -> None:
        across, down = self.room
        grown = self.canvas.context.scaled_length(EXTRA_HEIGHT, BODY_SIZE)
        extra = min(grown, EXTRA_HEIGHT * MAX_EXTRA_GROWTH) if self._extra else 0.0
        below = extra + GAP if extra else 0.0
        down -= below
        width = min(self.canvas.context.scaled_length(WIDTH, BODY_SIZE), across)
        inner = width - 2 * PAD
        rows = self._rows(inner, down)
        high = (MAX_BUTTONS_SHARE * down + GAP) / len(rows) - GAP
        self._button = min(self._wanted, max(BUTTON_HEIGHT, high))
        buttons = len(rows) * self._button + (len(rows) - 1) * GAP
        # The text takes the height it needs, up to what the window leaves.
        free = max(MIN_TEXT_HEIGHT, down - 2 * PAD - buttons - 2 * GAP)
        head = self._measured(self.question, inner, free * 0.55, HEAD_SIZE, True)
        body = self._measured(self.detail, inner, free - head, BODY_SIZE, False)
        height = 2 * PAD + head + body + buttons + GAP * (2 if body else 1)
        plate = self.place(width, height + below)
        self._set(plate, head, body, buttons, rows, extra)

    def _rows(self, inner: float, down: float) -> tuple[int, ...]:
        """The number of answers in each row.

        All in one row; or one in each; or, if that is too high, pairs between the first and the
        last.
        """
        count = len(self.answers)
        if self._side_by_side(inner):
            return (count,)
        if count * (self._wanted + GAP) + GAP <= down - 2 * PAD - self.canvas.context.scaled_length(
            MIN_TEXT_HEIGHT, BODY_SIZE
        ):
            return (1,) * count
        pairs, alone = divmod(count - 2, 2)
        return (1, *[2] * pairs, *[1] * alone, 1)

    def _side_by_side(self, inner: float) -> bool:
        if len(self.answers) > 3:
            return False
        each = (inner - GAP * (len(self.answers) - 1)) / len(self.answers)
        sign = self.canvas.context.scaled_size(BUTTON_SIZE) / 2  # about the width of a character
        return all(
            len(self.canvas.context.translate(label)) * sign + 70 <= each
            for _, label, _ in self.answers
        )

    @property
    def _wanted(self) -> float:
        """The height of a button at the text scale."""
        return self.canvas.context.scaled_length(BUTTON_HEIGHT, BUTTON_SIZE)

    def _measured(self, text: str, width: float, most: float, size: float, bold: bool) -> float:
        if not text:
            return 0.0
        return Label(text, Box(0, 0, width, most), size, bold=bold).text_height(self.canvas) + 8

    def _set(
        self,
        plate: Box,
        head: float,
        body: float,
        buttons: float,
        rows: tuple[int, ...],
        extra: float,
    ) -> None:
        boxes = column(
            item("question", head),
            GAP,
            item("detail", body),
            space(),
            column(
                *(row(*["answer"] * count, gap=GAP, size=self._button) for count in rows),
                gap=GAP,
                size=buttons,
            ),
            *((GAP, item("extra", extra)) if extra else ()),
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        words = [
            Label(self.question, boxes["question"], HEAD_SIZE, TEXT, bold=True, stands="top"),
            Label(self.detail, boxes["detail"], BODY_SIZE, DIM, stands="top"),
        ]
        self.labels = tuple(label for label in words if label.text)
        answers = in_one_size(
            self.canvas,
            (
                PushButton(key, box, label, style=style, turns=self.turns, about=self.middle)
                for (key, label, style), box in zip(self.answers, boxes.all("answer"), strict=True)
            ),
        )
        if (more := self._extra) is not None:
            answers.append(
                PushButton(
                    more.key, boxes["extra"], more.label, more.icon,
                    size=BODY_SIZE + 4, turns=self.turns, about=self.middle,
                )
            )  # fmt: skip
        self.buttons.replace(answers)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        self._untouched += dt
        if self._untouched >= self._timeout:
            return Pop(None)
        if self.spend is not None:
            self.seconds_left = self.spend(dt)
        return Pop() if self.seconds_left is None else None

    def wakes_in(self) -> float:
        return min(self.seconds_left or 0.0, max(0.001, self._timeout - self._untouched))

    def handle(self, action: Action, /) -> Change:
        if not isinstance(action, Hover):
            self._untouched = 0.0
        note, guard = self.other_seat_note, self.guard
        if note is not None and guard is not None and guard.is_other_seat(action):
            self.detail = note
            self.lay_out()
            return None
        others = self.seat is not None and action.seat not in (None, self.seat)
        if others and not (isinstance(action, Press) and action.button is Key.BACK):
            return None
        return super().handle(action)

    @property
    def owner(self) -> int | None:
        return super().owner if self.seat is None else self.seat

    def sayings(self) -> tuple[Announcement, ...]:
        said = super().sayings()
        if self.speaks_detail:
            return said
        return tuple(saying for saying in said if saying.words != self.detail)

    def pressed(self, key: str, /) -> Change:
        return self._chosen(key)

    def back(self) -> Change:
        return Pop(None)

    def leave(self) -> None:
        if self._left is not None:
            self._left()


CONFIRM_TIMEOUT_SECONDS: Final = 15.0
"""Seconds after which an unconfirmed change is reverted."""


KEEP_QUESTION: Final = say("keep.question", "Keep the picture like this?")


def confirm_change(table: AppContext) -> QuestionDialog:
    """Asks whether to keep the change; without an answer it is reverted.

    Pops with "keep", "back" or None.
    """
    left = CONFIRM_TIMEOUT_SECONDS

    def spend(dt: float) -> float | None:
        nonlocal left
        before = ceil(left)
        left -= dt
        if left <= 0:
            return None
        if ceil(left) != before:
            dialog.detail = _countdown_words(ceil(left))
            dialog.lay_out()
        return seconds_to_next_figure(left)

    def chosen(key: str) -> Change:
        if key == "keep":
            table.save_display_profile()
        return Pop(key)

    dialog = QuestionDialog(
        KEEP_QUESTION,
        _countdown_words(ceil(left)),
        (
            ("keep", say("keep.keep", "Keep it"), "main"),
            ("back", say("keep.back", "Revert"), "plain"),
        ),
        chosen=chosen,
        left=table.display_transform.go_back,  # also after an error
    )
    dialog.speaks_detail = False
    dialog.spend, dialog.seconds_left = spend, seconds_to_next_figure(left)
    return dialog


def seconds_to_next_figure(left: float) -> float:
    """Seconds until the countdown changes."""
    return max(0.001, left - ceil(left) + 1)


def _countdown_words(seconds: int) -> Text:
    words = "Without an answer, it reverts in {seconds} s."
    return say("keep.countdown", words, seconds=seconds)
