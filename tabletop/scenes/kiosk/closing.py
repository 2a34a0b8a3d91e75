"""Opening hours: a notice before closing time, then a blackout."""

from collections.abc import Iterable
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Opening
from tabletop.input.opening_hours import MINUTES_PER_DAY, clock_text
from tabletop.scenes.destinations import ShowMenu, ShowTitle
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push, Reset, SceneStack, SeatArea
from tabletop.ui.display.blackout import TOP_LAYER
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, NAME_SIZE, PANEL, TEXT
from tabletop.ui.widgets.page import Plate

GRACE_SECONDS: Final = 300.0
"""Seconds after closing time in which a game may end."""
NOTICE_SECONDS: Final = 15.0
"""Seconds for which people see that it will close."""
SIGN_MOVE_SECONDS: Final = 60.0
"""Seconds after which the sign in the dark goes on a little, so that nothing burns in."""
PLATE_WIDTH: Final = 900.0
PLATE_HEIGHT: Final = 116.0
NOTICE_TEXT_SIZE: Final = 44.0
SCREEN_MARGIN: Final = 20.0
PANEL_HEAD_HEIGHT: Final = 124.0
"""Below the upper edge of a seat's panel there stand its stone and its name; the second for a
room."""
PROJECTOR_HEAD_HEIGHT: Final = 230.0
MIN_TEXT_SHARE: Final = 0.6
"""The least share of their size that the words may have there."""
TALL_PANEL_RATIO: Final = 1.2
"""Panels that are so many times as high as wide stand beside the board."""

DAYS: Final = (
    # NOTE: days of the week on a small sign, as in "Open again Sat 10:00".
    say("day.mon", "Mon"),
    say("day.tue", "Tue"),
    say("day.wed", "Wed"),
    say("day.thu", "Thu"),
    say("day.fri", "Fri"),
    say("day.sat", "Sat"),
    say("day.sun", "Sun"),
)


class ClosingTime:
    """Whether the table is open. It changes by what the source of the opening hours says."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._open = True
        self._left = 0
        """In so many minutes it closes, as people were told last; 0 for not soon."""
        self._again = Text("", "")
        self._grace = 0.0
        self._shown = inf
        """Seconds for which what was told has been seen."""
        self._since = 0.0
        self._next = 0
        self._places: tuple[SeatArea, ...] = ()
        """Where people sit before the board, as long as nothing lies over it."""

    def heard(self, opening: Opening) -> None:
        """The table opens, closes, or closes soon."""
        if opening.open and opening.left and opening.left != self._left:
            self._shown = 0.0
        if self._open and not opening.open:
            self._grace, self._shown = GRACE_SECONDS, 0.0
        self._open, self._left = opening.open, opening.left
        self._again = reopening_words(opening.again)

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives the changes of the stack."""
        self._shown += seconds
        if self._shown < NOTICE_SECONDS:
            match = scenes.top.on_table if scenes.running else None
            self._places = match.places if match is not None else ()
        cover = self._table.blackout
        if self._open:
            if cover.laid == "closed":
                cover.lift()
                self._table.apply_volume()
            return
        self._grace = max(0.0, self._grace - seconds) if is_playing(scenes) else 0.0
        if self._grace > 0:
            return
        if cover.laid == "closed":
            self._wander(seconds)
            if is_operator_in(scenes):
                cover.lift()
        elif not is_operator_in(scenes):
            self._close_table()
            # The next day starts with the title; matches are saved.
            yield Reset(ShowMenu())
            yield Push(ShowTitle())

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        wakes = NOTICE_SECONDS - self._shown if self._shown < NOTICE_SECONDS else inf
        closed = self._table.blackout.laid == "closed"
        if self._open:
            return 0.0 if closed else wakes
        if closed:
            return min(
                wakes,
                0.0 if is_operator_in(scenes) else max(0.001, SIGN_MOVE_SECONDS - self._since),
            )
        if is_operator_in(scenes):
            return wakes
        return min(wakes, max(0.001, self._grace) if is_playing(scenes) else 0.0)

    def _close_table(self) -> None:
        """Blacks the screen out, stops sound and speech, and forgets the settings of guests."""
        self._table.blackout.close(self._again)
        if self._table.locked:
            self._table.chosen.clear()
        self._table.reset_guest_settings()
        self._table.sounds.close()
        self._table.speech.hush()
        self._since, self._shown = 0.0, inf

    def _wander(self, seconds: float) -> None:
        self._since += seconds
        if self._since >= SIGN_MOVE_SECONDS:
            self._since = 0.0
            self._next += 1
            self._table.blackout.move_sign(self._next)

    # -- drawing --------------------------------------------------------------------------------

    @property
    def words(self) -> Text | None:
        """The current notice, if any."""
        if self._shown >= NOTICE_SECONDS or self._table.blackout.active:
            return None
        if not self._open:
            return say("closing.now", "The table closes. You have five minutes to end your game.")
        return say("closing.soon", "The table closes in {minutes} minutes.", minutes=self._left)

    def draw(self, frame: Frame) -> None:
        """Draws the notice above all else, where it hides no place in play.

        In the panels of those who play, where these stand beside the board; else at the near edge
        and at the far one.
        """
        words = self.words
        if words is None:
            return
        beside = [self._beside(frame.canvas, place, words) for place in self._places]
        aside = [each for each in beside if each is not None]
        if not aside or len(aside) < len(beside):
            self._draw_at_edges(frame, words)
            return
        with frame.layer(TOP_LAYER + 1):
            for place, (plate, label) in zip(self._places, aside, strict=True):
                with (
                    frame.in_context(frame.context.for_seat(place)),
                    frame.turned(place.turns, place.about),
                ):
                    Plate(plate, PANEL, 30, lined=True).draw(frame)
                    frame.touchable("closing", plate)
                    label.draw(frame)

    def _beside(self, canvas: Canvas, place: SeatArea, words: Text) -> tuple[Box, Label] | None:
        """The plate in a panel and what stands on it; None where there is no room for it."""
        box = place.box
        if box.h < TALL_PANEL_RATIO * box.w:
            return None
        canvas = canvas.with_context(canvas.context.for_seat(place))
        head = (
            PROJECTOR_HEAD_HEIGHT
            if canvas.context.projector
            else canvas.context.scaled_length(PANEL_HEAD_HEIGHT, NAME_SIZE)
        )
        top = box.y + head
        # Between the name and what can be touched; what is said there else is hidden.
        plate = Box(box.x + 8, top, box.w - 16, max(1.0, place.strip.y - 8 - top))
        label = Label(words, plate.inset(14), NOTICE_TEXT_SIZE, TEXT, True, "centre")
        return (
            (plate, label)
            if label.typeset(canvas).size >= MIN_TEXT_SHARE * canvas.px(NOTICE_TEXT_SIZE)
            else None
        )

    def _draw_at_edges(self, frame: Frame, words: Text) -> None:
        canvas = frame.canvas
        wide = min(
            frame.context.scaled_length(PLATE_WIDTH, BODY_SIZE), canvas.width - 2 * SCREEN_MARGIN
        )
        with frame.layer(TOP_LAYER + 1):
            for turns in (0, 2):
                with frame.turned(turns, canvas.box.centre):
                    x = (canvas.width - wide) / 2
                    plate = Box(x, canvas.height - SCREEN_MARGIN - PLATE_HEIGHT, wide, PLATE_HEIGHT)
                    Plate(plate, PANEL, PLATE_HEIGHT / 2, lined=True).draw(frame)
                    frame.touchable("closing", plate)  # and no longer what lies below it
                    room = Box(plate.x + 48, plate.y + 8, plate.w - 96, plate.h - 16)
                    Label(words, room, NOTICE_TEXT_SIZE, TEXT, True, "centre", most=2).draw(frame)


def is_playing(scenes: SceneStack) -> bool:
    """Whether a match is being played."""
    going = (scene.on_table for scene in scenes.scenes)
    return any(each is not None and not each.over for each in going)


def is_operator_in(scenes: SceneStack) -> bool:
    """Whether one of the operator's pages is open."""
    return any(scene.of_operator for scene in scenes.scenes)


def reopening_words(minute: int) -> Text:
    """When it opens again, by the minute of the week; nothing where nobody knows."""
    if minute < 0:
        return Text("", "")
    day, time = divmod(minute, MINUTES_PER_DAY)
    return say("closing.again", "Open again {day} {time}", day=DAYS[day % 7], time=clock_text(time))
