"""Opening hours at the table: people are told before it closes, and then it is dark."""

from collections.abc import Iterable
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Opening
from tabletop.kiosk.hours import DAY, clock
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.operator import OperatorScene
from tabletop.scenes.pin_page import PinPad, ShutScene
from tabletop.scenes.seats import forget_setups
from tabletop.scenes.title import TitleScene
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.cover import HIGHEST
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown, least, lettering
from tabletop.ui.playing import Place
from tabletop.ui.scene import Change, Push, Reset, SceneStack
from tabletop.ui.sheet import Plate
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, NAME_SIZE, PANEL, TEXT
from tabletop.ui.tongue import speaking

GRACE: Final = 300.0
"""Seconds after closing time in which a game may end."""
SHOWN: Final = 15.0
"""Seconds for which people see that it will close."""
WANDERS: Final = 60.0
"""Seconds after which the sign in the dark goes on a little, so that nothing burns in."""
WIDE: Final = 900.0
HIGH: Final = 116.0
SIZE: Final = 44.0
EDGE: Final = 20.0
NAMED: Final = 124.0
"""Below the upper edge of a seat's panel there stand its stone and its name; the second for a
room."""
NAMED_LARGE: Final = 230.0
LEAST: Final = 0.6
"""The least share of their size that the words may have there."""
TALL: Final = 1.2
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


class Closing:
    """Whether the table is open. It changes by what the source of the opening hours says."""

    def __init__(self, table: Table) -> None:
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
        self._places: tuple[Place, ...] = ()
        """Where people sit before the board, as long as nothing lies over it."""

    def heard(self, opening: Opening) -> None:
        """It opens, closes, or is to close soon."""
        if opening.open and opening.left and opening.left != self._left:
            self._shown = 0.0
        if self._open and not opening.open:
            self._grace, self._shown = GRACE, 0.0
        self._open, self._left = opening.open, opening.left
        self._again = again_words(opening.again)

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives what shall happen to the scenes."""
        self._shown += seconds
        match = scenes.top.on_table if scenes.running else None
        self._places = match.places if match is not None else ()
        cover = self._table.cover
        if self._open:
            if cover.laid == "closed":
                cover.lift()
                self._table.tune()
            return
        self._grace = max(0.0, self._grace - seconds) if plays(scenes) else 0.0
        if self._grace > 0:
            return
        if cover.laid == "closed":
            self._wander(seconds)
            if is_operators(scenes):
                cover.lift()
        elif not is_operators(scenes):
            self._fall_asleep()
            # Whoever comes in the morning finds the title; what was begun is on the shelf.
            yield Reset(MenuScene(self._table))
            yield Push(TitleScene(self._table))

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        wakes = SHOWN - self._shown if self._shown < SHOWN else inf
        closed = self._table.cover.laid == "closed"
        if self._open:
            return 0.0 if closed else wakes
        if closed:
            return min(wakes, 0.0 if is_operators(scenes) else max(0.001, WANDERS - self._since))
        if is_operators(scenes):
            return wakes
        return min(wakes, max(0.001, self._grace) if plays(scenes) else 0.0)

    def _fall_asleep(self) -> None:
        """It is dark and quiet, and what strangers set is forgotten, and who they were."""
        self._table.cover.close(self._again)
        if self._table.locked:
            forget_setups()
            self._table.chosen.clear()
        self._table.forget_guests()
        self._table.sounds.close()
        self._table.speech.hush()
        self._since, self._shown = 0.0, inf

    def _wander(self, seconds: float) -> None:
        self._since += seconds
        if self._since >= WANDERS:
            self._since = 0.0
            self._next += 1
            self._table.cover.wander(self._next)

    # -- drawing --------------------------------------------------------------------------------

    @property
    def words(self) -> Text | None:
        """What people are told just now."""
        if self._shown >= SHOWN or self._table.cover.lies:
            return None
        if not self._open:
            return say("closing.now", "The table closes. You have five minutes to end your game.")
        return say("closing.soon", "The table closes in {minutes} minutes.", minutes=self._left)

    def draw(self, frame: Frame) -> None:
        """Tells it above all else, where it hides no place in play.

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
        with frame.layer(HIGHEST + 1):
            for place, (plate, label) in zip(self._places, aside, strict=True):
                with (
                    speaking(place.language),
                    lettering(place.percent),
                    frame.turned(place.turns, place.about),
                ):
                    Plate(plate, PANEL, 30, lined=True).draw(frame)
                    frame.touchable("closing", plate)
                    label.draw(frame)

    def _beside(self, canvas: Canvas, place: Place, words: Text) -> tuple[Box, Label] | None:
        """The plate in a panel and what stands on it; None where there is no room for it."""
        box = place.box
        if box.h < TALL * box.w:
            return None
        with speaking(place.language), lettering(place.percent):
            head = NAMED_LARGE if least() else grown(NAMED, NAME_SIZE)
            top = box.y + head
            # Between the name and what can be touched; what is said there else is hidden.
            plate = Box(box.x + 8, top, box.w - 16, max(1.0, place.strip.y - 8 - top))
            label = Label(words, plate.inset(14), SIZE, TEXT, True, "centre")
            return (plate, label) if label.set_on(canvas).size >= LEAST * canvas.px(SIZE) else None

    def _draw_at_edges(self, frame: Frame, words: Text) -> None:
        canvas = frame.canvas
        wide = min(grown(WIDE, BODY_SIZE), canvas.width - 2 * EDGE)
        with frame.layer(HIGHEST + 1):
            for turns in (0, 2):
                with frame.turned(turns, canvas.box.centre):
                    x = (canvas.width - wide) / 2
                    plate = Box(x, canvas.height - EDGE - HIGH, wide, HIGH)
                    Plate(plate, PANEL, HIGH / 2, lined=True).draw(frame)
                    frame.touchable("closing", plate)  # and no longer what lies below it
                    room = Box(plate.x + 48, plate.y + 8, plate.w - 96, plate.h - 16)
                    Label(words, room, SIZE, TEXT, True, "centre", most=2).draw(frame)


def plays(scenes: SceneStack) -> bool:
    """Whether a game is being played."""
    going = (scene.on_table for scene in scenes.scenes)
    return any(each is not None and not each.over for each in going)


def is_operators(scenes: SceneStack) -> bool:
    """Whether the operator is in, or about to come in."""
    return any(isinstance(each, OperatorScene | PinPad | ShutScene) for each in scenes.scenes)


def again_words(minute: int) -> Text:
    """When it opens again, by the minute of the week; nothing where nobody knows."""
    if minute < 0:
        return Text("", "")
    day, time = divmod(minute, DAY)
    return say("closing.again", "Open again {day} {time}", day=DAYS[day % 7], time=clock(time))
