"""What every scene is handed: the settings, the store and a source of seeds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tabletop.engine import say
from tabletop.engine.thought import Nobody, Thinking
from tabletop.input.bindings import Bindings
from tabletop.input.devices import Devices
from tabletop.languages import ENGLISH, has_language
from tabletop.settings import FILE_NAME, Settings, Value, save
from tabletop.settings.table import Number
from tabletop.store import Store
from tabletop.ui.aside import Aside
from tabletop.ui.cover import Cover
from tabletop.ui.manner import Manner
from tabletop.ui.pane import Pane
from tabletop.ui.sound import Sounds
from tabletop.ui.sound_set import KIND, Kind, Name
from tabletop.ui.speech import Speech

SLOWNESS: Final = {"normal": 1.0, "slow": 1.7, "fast": 0.55, "off": 0.0}
"""Seconds that one second of animation takes, by the setting `look.speed`."""

_VOLUMES: Final[Mapping[Kind, Number]] = {
    "pieces": "sound.pieces",
    "dice": "sound.dice",
    "turns": "sound.turns",
    "alerts": "sound.alerts",
}


@dataclass(slots=True)
class Table:
    """One running table. It changes as people change its settings."""

    settings: Settings
    store: Store
    data_dir: Path
    today: Callable[[], str]
    """The date for records, as 2026-11-21."""
    seed: Callable[[], int]
    """A new seed for a match."""
    problems: list[str] = field(default_factory=list)
    """Sentences that the people at the table should read; shown once each."""

    lost: set[str] = field(default_factory=set)
    """The names of the devices of which the problems say that they are lost."""

    devices: Devices = field(default_factory=lambda: Devices(Bindings()))
    """What is plugged in, and what its controls mean."""

    chosen: dict[str, object] = field(default_factory=dict)
    """What people chose last before a match, by game, while the program runs."""

    glass: Pane = field(default_factory=Pane)
    """How the picture lies on its screen, and how touches of it are corrected."""

    cover: Cover = field(default_factory=Cover)
    """What the host lays over the whole picture."""

    aside: Aside = field(default_factory=Aside)
    """The screen that one player alone looks at; none, unless the window brings one."""

    sounds: Sounds = field(default_factory=Sounds)
    """What can be heard; nothing, unless the window brings a device."""

    speech: Speech = field(default_factory=Speech)
    """What speaks; nothing, unless the window brings a speech program."""

    thinking: Thinking = field(default_factory=Nobody)
    """The computer players; none, unless the window brings them."""

    def play(self, sound: Name) -> None:
        """Plays a sound as loud as the settings say."""
        self.sounds.play(sound, self.loud * self.settings[_VOLUMES[KIND[sound]]] / 100)

    def tune(self) -> None:
        """Has the music as loud as the settings say; where all is quiet the device is let go."""
        if self.loud:
            self.sounds.prepare()
            self.sounds.accompany(self.loud * self.settings["sound.music"] / 100)
        else:
            self.sounds.close()

    @property
    def loud(self) -> float:
        """How loud the table is, from 0 to 1."""
        return self.settings["sound.volume"] / 100

    @property
    def speaks(self) -> bool:
        """Whether prompts are to be spoken; where all is quiet, they are not."""
        return self.settings["speech.prompts"] and self.loud > 0

    @property
    def language(self) -> str:
        """The table's language, by its code; English where the settings name none that it has."""
        code = self.settings["look.language"]
        return code if has_language(code) else ENGLISH

    @property
    def manner(self) -> Manner:
        """How the table speaks to all."""
        settings = self.settings
        return Manner(
            self.language,
            settings["look.text_size"],
            settings["look.projector"],
            settings["look.reach"],
        )

    @property
    def still(self) -> bool:
        """Whether nothing is to slide, tumble or pulse: what has changed is shown and marked."""
        return bool(self.settings["look.motion"] == "reduced")

    @property
    def slow(self) -> float:
        """Seconds that one second of animation takes; 0 for none, as where all is `still`."""
        return 0.0 if self.still else SLOWNESS[str(self.settings["look.speed"])]

    def change(self, key: str, value: Value) -> None:
        """Sets a setting and keeps it for the next start; a failure is told, not raised."""
        self.settings = self.settings.but({key: value})
        if key.startswith("sound."):
            self.tune()
        if key == "speech.prompts" and value:
            self.speech.prepare()
        elif not self.speaks:
            self.speech.hush()
        try:
            save(self.data_dir / FILE_NAME, {key: value})
        except OSError as problem:
            words = "The settings could not be kept: {why}"
            self.tell(say("table.settings", words, why=str(problem)))

    @property
    def taught(self) -> tuple[str, ...]:
        """The keys of the games that people have learned or begun here."""
        return tuple(self.settings["play.taught"].split())

    def teach(self, game: str) -> None:
        """Remembers that a game has been learned or begun: its lesson is not offered again."""
        if game not in self.taught:
            self.change("play.taught", " ".join((*self.taught, game)))

    def keep_glass(self) -> None:
        """Keeps how the picture lies now for the next start; a failure is told, not raised."""
        try:
            self.glass.keep()
        except OSError as problem:
            words = "How the screen is mounted could not be kept: {why}"
            self.tell(say("table.mounted", words, why=str(problem)))

    def begin_with(self, game: str) -> None:
        """Has the menu's keys begin at this game the next time."""
        if self.settings["play.last_game"] != game:
            self.change("play.last_game", game)

    def tell(self, problem: str) -> None:
        """Adds a sentence that people should read, unless it waits to be read already."""
        if problem not in self.problems:
            self.problems.append(problem)

    def lose(self, source: str, reason: str) -> None:
        """Tells that a source has failed, in place of what was said of it before."""
        self._take_back(source)
        self.tell(say("table.lost", "{source}: {reason}", source=source, reason=reason))
        if any(device.name == source for device in self.devices.all):
            self.lost.add(source)

    def take_back_losses(self) -> None:
        """Takes back what was said of devices that work again, or are off the list."""
        gone = {device.name for device in self.devices.all if not device.works}
        for name in self.lost - gone:
            self._take_back(name)
        self.lost &= gone

    def _take_back(self, source: str) -> None:
        kept = [told for told in self.problems if not told.startswith(f"{source}: ")]
        self.problems[:] = kept
