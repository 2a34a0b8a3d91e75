"""The page of the pause: what helps, how to finish, what can be changed at the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tabletop.engine import Text, say
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import HELP_ENTRY
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CARD_SIZE, DIM, PANEL, TRAY
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.entry_trays import (
    RESUME_SIZE,
    EntryTray,
    draw_entry,
    entry_buttons,
    tray_layout,
)
from tabletop.ui.widgets.page import PageScene, Plate

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    pass

RESUME_KEY: Final = "on"
ENTRIES: Final[Mapping[str, tuple[Text, str]]] = {
    "rules": (say("sevens.pause.rules", "Rules"), "book"),
    "learn": (say("sevens.pause.learn", "Lesson"), "finger"),
    "anew": (say("sevens.puzzle.anew", "Clear the board"), "again"),
    "end": (say("sevens.pause.end", "Resign or stop"), "flag"),
    "stop": (say("sevens.solo.stop", "End this run"), "flag"),
    "leave": (say("sevens.alone.leave", "Leave"), "out"),
    "sound": (say("sevens.pause.sound", "Sound"), "call"),
    "players": (say("sevens.pause.players", "Players"), "person"),
    "phones": (say("sevens.pause.phones", "Phones"), "phone"),
    "help": HELP_ENTRY,
    "facing": (say("sevens.pause.facing", "Turn text to face players"), "turn"),
}
"""The label and icon of each entry."""
SAVE_AND_LEAVE: Final = (say("sevens.pause.leave", "Save and leave"), "keep")
TURN_BACK: Final = (say("sevens.pause.sides", "Turn text to one side"), "turn")
RESIGN: Final = (say("sevens.pause.resign", "Resign"), "flag")
"""Of the entries "leave", "facing" and "end", where they do this."""


def pause_trays(
    game: Sequence[str], finish: Sequence[str], table: Sequence[str]
) -> tuple[EntryTray, ...]:
    """The trays of the three questions, each with its entries below each other."""
    named = (
        (say("sevens.pause.game", "This game"), game),
        (say("sevens.pause.finish", "Finish"), finish),
        (say("sevens.pause.table", "The table"), table),
    )
    return tuple(EntryTray(title, tuple((key,) for key in keys)) for title, keys in named if keys)


class PausePage(PageScene):
    """Pops with the key of what shall be done in the game, or "on".

    It covers the board, so that nobody studies it while the clock is stopped. Phones can end it.
    """

    on_phones = True
    phone_keys = frozenset((RESUME_KEY,))
    """The other entries open pages at the table."""

    def __init__(
        self,
        note: Text,
        trays: tuple[EntryTray, ...],
        turns: int,
        opens: Callable[[str], Change],
        labels: Mapping[str, tuple[Text, str]],
    ) -> None:
        """`opens` gives the change that opens the page of an entry over this one, or None.

        `labels`: those of entries that are other than in `ENTRIES`.
        """
        super().__init__(turns)
        self.note, self.trays, self._opens = note, trays, opens
        self.entries = {**ENTRIES, **labels}

    def lay_out(self) -> None:
        layout = tray_layout(self.canvas.context, self.room, self.trays, note=bool(self.note))
        height = min(self.room[1], layout.tree.measure(layout.width)[1])
        plate = self.place(layout.width, height)
        boxes = layout.tree.place(plate)
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(box, TRAY, 30) for box in boxes.all("tray")),
        )
        title = say("sevens.pause", "Paused")
        labels = [Label(title, boxes["title"], CARD_SIZE, bold=True, most=1)]
        if self.note:
            labels.append(Label(self.note, boxes["stopped"], BODY_SIZE, DIM, most=2, spare=True))
        for tray, box in zip(layout.trays, boxes.all("question"), strict=True):
            labels.append(Label(tray.title, box, BODY_SIZE, DIM, bold=True, most=1))
        self.labels = tuple(labels)
        turns, about = self.turns, self.middle
        on = say("sevens.pause.on", "Resume")
        resume = PushButton(
            RESUME_KEY, boxes["on"], on, "play", "main", RESUME_SIZE, turns=turns, about=about
        )
        entries = entry_buttons(
            self.canvas, layout, boxes, self.entries.__getitem__, turns=turns, about=about
        )
        self.buttons.replace([resume, *entries])

    def pressed(self, key: str, /) -> Change:
        return self._opens(key) or Pop(key)

    def back(self) -> Change:
        return Pop(RESUME_KEY)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if button.key not in ENTRIES:
            super().draw_one(frame, button)
            return
        focused = button.key == self.buttons.focus
        draw_entry(frame, button, pressed=self.is_held(button), focused=focused)
