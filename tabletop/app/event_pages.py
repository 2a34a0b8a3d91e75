"""What the hub of an event shows on this table: messages of the staff, and calls of players.

It lies over the scenes and changes no match. It reads no clock, because session replay depends on
that.
"""

from collections.abc import Iterator
from math import inf
from typing import Final

from tabletop.app.event_orders import ERASE_NOTE, erase_what_waits
from tabletop.engine import Text, joined, say
from tabletop.input.actions import Action, Button, Cancel, Down, Drop, Press, Pull, Tap
from tabletop.input.event import CALL_NOTE, PlayerCall, round_words
from tabletop.scenes.attract.scene import AttractScene
from tabletop.scenes.destinations import ShowMenu, ShowPlayerCall
from tabletop.scenes.event.help import HELP_TOPIC, help_line
from tabletop.scenes.event.player_call import PlayerCallScene
from tabletop.scenes.kiosk.overlays import is_operator_in, is_playing
from tabletop.scenes.result.scene import ResultScene
from tabletop.system.process import EXIT_RESTART
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.live_game import CallForHelp
from tabletop.ui.core.scene import Change, Push, Reset, Scene, SceneStack
from tabletop.ui.layout import column, item, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER_WORDS, BODY_SIZE, DIM, HEAD_SIZE, PANEL, TEXT
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import QuestionDialog

MESSAGE_SECONDS: Final = 30.0
MOVED_SECONDS: Final = 60.0
LAYER: Final = 960
"""Above the reactions of spectators, below the overlays of kiosk mode."""
PLATE_WIDTH: Final = 1240.0
PLATE_HEIGHT: Final = 330.0
PLATE_MARGIN: Final = 48.0
FROM_STAFF: Final = say("event.message", "Message from the staff")
CLOSE_HINT: Final = say("event.message_close", "Touch to close.")


class EventPages:
    """Runs in every turn while `active`."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.restart_when_free = False
        """The program is to be restarted as soon as no match is played."""
        self._title, self._words = FROM_STAFF, Text("", "")
        self._left = 0.0
        """Seconds for which the message is still shown."""
        self._sides: tuple[int, ...] = (0,)
        self._closing = set[int]()
        """The contacts that have closed a message: nothing else gets them."""
        self._announced = ""
        """The call that was announced at the end of a match."""
        self._called = False
        """Whether a `PlayerCallScene` may be open."""
        self._ribbon = Ribbon(table)

    @property
    def active(self) -> bool:
        store = self._table.store
        waits = self._left > 0 or self.restart_when_free or self._call_text or self._called
        return bool(waits or store.get_note(ERASE_NOTE) or self._ribbon.active)

    @property
    def _call_text(self) -> str:
        """The call of the hub; empty as soon as the table is none of its tables any more."""
        staff = self._table.event.state.has_staff
        return self._table.store.get_note(CALL_NOTE) if staff else ""

    def show_message(self, text: str) -> None:
        """Shows a message of the staff."""
        self._show(FROM_STAFF, joined("", text))

    def show_moved(self, to: str) -> None:
        """Tells the players who were called here that their match is at another table now."""
        words = say("event.moved", "This match is now at {table}.", table=to)
        self._show(say("event.moved_title", "Another table"), words, MOVED_SECONDS)

    def _show(self, title: Text, words: Text, seconds: float = MESSAGE_SECONDS) -> None:
        self._title, self._words, self._left = title, words, seconds
        self._table.play("hint")

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterator[Change]:
        """Advances the time; yields changes for the scenes."""
        if self._left > 0:
            self._left = max(0.0, self._left - seconds)
            self._sides = self._sides_of(scenes)
        if not scenes.running:
            return
        erase_what_waits(self._table, scenes)
        if self._ribbon.active:
            yield from self._ribbon.run(seconds, scenes, self._sides_of(scenes))
        if self.restart_when_free and not is_playing(scenes):
            self.restart_when_free = False
            self._table.exit_code = EXIT_RESTART
        call = PlayerCall.read(self._call_text)
        if (call or self._called) and not self._table.blackout.active:
            yield from self._follow_call(call, scenes)

    def _follow_call(self, call: PlayerCall | None, scenes: SceneStack) -> Iterator[Change]:
        """Calls the players as soon as nobody is disturbed by it; ends a call that was taken back.

        The operator’s pages are not closed.
        """
        shown = next((each for each in scenes.scenes if isinstance(each, PlayerCallScene)), None)
        self._called = shown is not None
        if is_operator_in(scenes) or (shown is not None and shown.call == call):
            return
        if call is None:
            self._called = False
            if shown is not None:
                yield Reset(ShowMenu())
            return
        if any(scene.on_table is not None for scene in scenes.scenes):
            if not is_playing(scenes) and self._announced != call.pairing:
                self._announced = call.pairing
                if self._is_told_by(scenes.top):
                    self._table.play("hint")
                    return
                names = joined(" – ", *(seat.name for seat in call.seats))
                title = say("event.next_here", "Next at this table")
                self._show(title, joined(": ", round_words(call.round), names))
        elif shown is not None or self._may_cover(scenes):
            self._called = True
            yield Reset(ShowMenu())
            yield Push(ShowPlayerCall(call))

    @staticmethod
    def _is_told_by(scene: Scene) -> bool:
        """Whether a scene is a result, which tells by itself who plays here next."""
        match = scene.on_table
        live = match is not None and match.over and match.game.kind == "live"
        return live or isinstance(scene, ResultScene)

    @staticmethod
    def _may_cover(scenes: SceneStack) -> bool:
        """Whether only pages are open: a lesson, or a puzzle, may be left first."""
        return all(
            isinstance(scene, PageScene | AttractScene) or scene.at_rest for scene in scenes.scenes
        )

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        if self.restart_when_free and not is_playing(scenes):
            return 0.0
        undisturbed = not self._table.blackout.active and not is_operator_in(scenes)
        if self._called and not self._call_text and undisturbed:
            return 0.0
        return min(self._left if self._left > 0 else inf, self._ribbon.wakes_in(scenes))

    def _sides_of(self, scenes: SceneStack) -> tuple[int, ...]:
        """The edges that a message faces."""
        match = scenes.top.on_table if scenes.running else None
        if match is not None and match.places:
            return tuple(sorted({place.turns % 4 for place in match.places}))
        return (0,) if self._table.settings["look.projector"] else (0, 2)

    # -- input ----------------------------------------------------------------------------------

    def takes(self, action: Action, canvas: Canvas) -> bool:
        """Whether an action is a touch of a message or of the ribbon, or the rest of one."""
        match action:
            case Down(contact=contact) if self._left > 0 and not self._table.blackout.active:
                self._closing.add(contact)
                self._left = 0.0
                return True
            case Down(contact=contact, at=at) if self._ribbon.touched(at, canvas):
                self._closing.add(contact)
                return True
            case Pull(contact=contact) if contact in self._closing:
                return True
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact) if (
                contact in self._closing
            ):
                self._closing.discard(contact)
                return True
            case Press(button=Button.OK | Button.BACK) if self._left > 0:
                self._left = 0.0
                return True
        return False

    # -- drawing --------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        self._ribbon.draw(frame)
        if self._left <= 0:
            return
        with frame.layer(LAYER):
            for turns in self._sides:
                with frame.turned(turns, frame.canvas.box.centre):
                    self._draw_plate(frame, turns)

    def _draw_plate(self, frame: Frame, turns: int) -> None:
        canvas, context = frame.canvas, frame.context
        across, down = canvas.width, canvas.height
        if turns % 2:
            across, down = down, across
        seen = Box.around(canvas.box.centre, across, down)
        wide = min(context.scaled_length(PLATE_WIDTH, BODY_SIZE), across - 2 * PLATE_MARGIN)
        most = down / 2 if len(self._sides) > 1 else down
        high = min(context.scaled_length(PLATE_HEIGHT, BODY_SIZE), most - 1.5 * PLATE_MARGIN)
        words = column(
            item("title", 0.2 * high), item("words", weight=1.0), item("close", 0.15 * high), gap=6
        )
        plate = stack(padded(words, (44, 20, 44, 20)), key="plate", size=wide)
        strip = row(plate, justify="centre", size=high)
        boxes = column(strip, PLATE_MARGIN, justify="end").place(seen)
        Plate(boxes["plate"], PANEL, 40, lined=True).draw(frame)
        frame.touchable("message", boxes["plate"])
        for text, key, size, colour, most_lines in (
            (self._title, "title", BODY_SIZE, AMBER_WORDS, 1),
            (self._words, "words", HEAD_SIZE, TEXT, 4),
            (CLOSE_HINT, "close", BODY_SIZE - 6, DIM, 1),
        ):
            bold = key == "words"
            Label(text, boxes[key], size, colour, bold, "centre", most=most_lines).draw(frame)


RIBBON_SECONDS: Final = 120.0
"""Seconds for which it is shown how a call for a host stands, after that has changed."""
RIBBON_HEIGHT: Final = 44.0
RIBBON_SIZE: Final = 25.0
RIBBON_EDGE: Final = 4.0
"""From the edge of the picture."""
RIBBON_PADDING: Final = 60.0


class Ribbon:
    """A line at the edge where a host was called: how the call stands. A touch opens its page."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._words = joined("")
        self._left = 0.0
        self._covered = False
        """The page of the call is open, which says the same."""
        self._sides: tuple[int, ...] = ()
        self._opens = False

    @property
    def active(self) -> bool:
        return bool(self._words) or self._table.event.state.help != "none"

    @staticmethod
    def _is_covered(scenes: SceneStack) -> bool:
        top = scenes.top if scenes.running else None
        return isinstance(top, QuestionDialog) and top.topic == HELP_TOPIC

    @property
    def _shown(self) -> bool:
        blackout = self._table.blackout.active
        return bool(self._words) and self._left > 0 and not self._covered and not blackout

    def run(self, seconds: float, scenes: SceneStack, sides: tuple[int, ...]) -> Iterator[Change]:
        """Advances the time; `sides`: the edges at which people sit."""
        state = self._table.event.state
        words = help_line(state)
        self._left = max(0.0, self._left - seconds)
        if words != self._words:
            self._words, self._left = words, RIBBON_SECONDS
            if state.helper:
                self._table.play("hint")
        self._sides = sides if state.help_turns is None else (state.help_turns,)
        self._covered = self._is_covered(scenes)
        if self._opens:
            self._opens = False
            if not self._covered:
                yield Push(CallForHelp(self._sides[0]))

    def wakes_in(self, scenes: SceneStack) -> float:
        now = help_line(self._table.event.state), self._is_covered(scenes)
        if self._opens or now != (self._words, self._covered):
            return 0.0
        return self._left if self._left > 0 and self._words else inf

    def touched(self, at: Point, canvas: Canvas) -> bool:
        """Whether a point is on it; its page is opened in the next turn."""
        centre = canvas.box.centre
        if self._shown and any(
            self._box(canvas, turns).holds(turn_point(at, -turns, centre)) for turns in self._sides
        ):
            self._opens = True
            return True
        return False

    def _box(self, canvas: Canvas, turns: int) -> Box:
        """Where it lies, as seen from an edge."""
        across, down = canvas.width, canvas.height
        if turns % 2:
            across, down = down, across
        seen = Box.around(canvas.box.centre, across, down)
        high = canvas.context.scaled_length(RIBBON_HEIGHT, BODY_SIZE)
        room = seen._replace(y=seen.bottom - RIBBON_EDGE - high, h=high)
        words = Label(self._words, room, RIBBON_SIZE, bold=True, most=1)
        wide = words.typeset(canvas).width / canvas.scale + RIBBON_PADDING
        return Box.around(room.centre, min(room.w, wide), high)

    def draw(self, frame: Frame) -> None:
        if not self._shown:
            return
        canvas = frame.canvas
        with frame.layer(LAYER):
            for turns in self._sides:
                with frame.turned(turns, canvas.box.centre):
                    box = self._box(canvas, turns)
                    Plate(box, PANEL, box.h / 2, lined=True).draw(frame)
                    frame.touchable("help", box)
                    Label(
                        self._words, box.inset(6), RIBBON_SIZE, TEXT, True, "centre", most=1
                    ).draw(frame)
