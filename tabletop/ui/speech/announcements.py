"""What can be spoken of a scene at a moment: its words, and where the keys stand."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from tabletop.engine import Text, say


class Announcement(NamedTuple):
    """Words that are spoken when they change."""

    about: str
    """What they are about; of words about the same, only others than before are spoken."""
    words: str
    language: str = ""
    """In which they are said: that of the seat they are for; empty: the scene's."""


class Pressable(Protocol):
    """A button, as far as it can be named."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def language(self) -> str: ...


ICON_NAMES: Final[Mapping[str, Text]] = {
    # NOTE: what buttons that show only a picture are called when they are spoken.
    "ask": say("icon.ask", "What is this?"),
    "back": say("icon.back", "Back"),
    "call": say("icon.sound", "Sound"),
    "chances": say("icon.review", "Review"),
    "close": say("icon.close", "Close"),
    "dice": say("icon.dice", "Dice"),
    "earlier": say("icon.earlier", "Earlier"),
    "first": say("icon.first", "To the beginning"),
    "flip": say("icon.flip", "Turn over"),
    "globe": say("icon.language", "Language"),
    "hint": say("icon.hint", "Hint"),
    "last": say("icon.last", "To the end"),
    "later": say("icon.later", "Later"),
    "look": say("icon.look", "How the table looks"),
    "menu": say("icon.menu", "Menu"),
    "minus": say("icon.less", "Less"),
    "plug": say("icon.devices", "Devices"),
    "plus": say("icon.more", "More"),
    "star": say("icon.result", "Result"),
    "swap": say("icon.swap", "Change sides"),
    "turn": say("icon.turn", "Turn"),
    "undo": say("icon.undo", "Take back"),
}


def accessible_name(button: Pressable) -> str:
    """What a button is called: its label, or what its picture means."""
    return button.label or ICON_NAMES.get(button.icon, "")


def focus_announcement(buttons: Sequence[Pressable], focus: str | None) -> tuple[Announcement, ...]:
    """The button that the keys have reached, if they have reached one."""
    return tuple(
        Announcement("focus", accessible_name(button), button.language)
        for button in buttons
        if button.key == focus
    )
