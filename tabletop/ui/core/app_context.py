"""What every scene is handed: the settings, the store and a source of seeds."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tabletop.ai import LEVELS
from tabletop.engine import say
from tabletop.engine.analysis import AnalysisService, NullAnalysisService
from tabletop.input.bindings import Bindings
from tabletop.input.devices import Devices
from tabletop.languages import ENGLISH, has_language
from tabletop.settings import FILE_NAME, Settings, Value, changed
from tabletop.settings.schema import IntegerKey, format_value
from tabletop.storage import Store
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.system.pin_lock import RateLimiter
from tabletop.ui.audio.sound_files import KIND_OF_SOUND, SoundKind, SoundName
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.context import UiContext
from tabletop.ui.display.blackout import Blackout
from tabletop.ui.display.display_transform import DisplayTransform
from tabletop.ui.display.secondary_display import SecondaryDisplayState
from tabletop.ui.speech.speech import Speech

operator_log = logging.getLogger("tabletop.operator")

SECONDS_PER_ANIMATION_SECOND: Final = {"normal": 1.0, "slow": 1.7, "fast": 0.55, "off": 0.0}
"""Seconds that one second of animation takes, by the setting `look.speed`."""

OPERATOR_LOG_NOTE: Final = "operated"
"""The note in the store of what operators did last."""
MAX_OPERATOR_LOG_LINES: Final = 60
"""How many lines it has."""

MAX_KID_LEVEL: Final = 2
"""The number of the strongest level that children are offered."""

AvailabilityKey: TypeAlias = Literal["attract.on", "idle.on", "scores.on"]
"""The settings of what is on always, in kiosk only, or never."""

_VOLUMES: Final[Mapping[SoundKind, IntegerKey]] = {
    "pieces": "sound.pieces",
    "dice": "sound.dice",
    "turns": "sound.turns",
    "alerts": "sound.alerts",
}


@dataclass(slots=True)
class AppContext:
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

    remembered: dict[str, object] = field(default_factory=dict)
    """What games remember until the program ends, by key; it stays when people leave."""

    glass: DisplayTransform = field(default_factory=DisplayTransform)
    """How the picture lies on its screen, and how touches of it are corrected."""

    cover: Blackout = field(default_factory=Blackout)
    """What the host lays over the whole picture."""

    aside: SecondaryDisplayState = field(default_factory=SecondaryDisplayState)
    """The screen that one player alone looks at; none, unless the window brings one."""

    sounds: Sounds = field(default_factory=Sounds)
    """What can be heard; nothing, unless the window brings a device."""

    speech: Speech = field(default_factory=Speech)
    """What speaks; nothing, unless the window brings a speech program."""

    thinking: AnalysisService = field(default_factory=NullAnalysisService)
    """The computer players; none, unless the window brings them."""

    operator: bool = False
    """Whether the operator has come in: nothing is locked meanwhile."""

    written: bool = False
    """Whether the evening is written down, or lived again: what is typed is then in a file."""

    ending: int | None = None
    """The exit code with which the program is to end; None while it goes on."""

    lines: Callable[[], tuple[str, ...]] = tuple
    """What was logged last, oldest first."""

    tries: RateLimiter = field(default_factory=RateLimiter)
    """How often people gave a code in vain under which no game is kept."""

    settings_before_guests: dict[str, Value] = field(default_factory=dict)
    """What strangers have set otherwise, as it was before them."""

    @property
    def locked(self) -> bool:
        """Whether people here are strangers, who may neither leave nor change the settings."""
        return self.settings["kiosk.level"] != "full" and not self.operator

    @property
    def kids_mode(self) -> bool:
        """Whether only few things are offered."""
        return self.settings["kiosk.level"] == "kid" and not self.operator

    @property
    def strongest(self) -> str:
        """The name of the strongest level that is offered; children are offered gentle ones."""
        set_to = self.settings["kiosk.strongest"]
        known = [level.key.rpartition(".")[2] for level in LEVELS]
        # A level that a settings file misspells leaves all that there are.
        offered = LEVELS[known.index(set_to)] if set_to in known else LEVELS[-1]
        if self.kids_mode:
            return min(offered, LEVELS[MAX_KID_LEVEL], key=LEVELS.index)
        return offered

    def has(self, key: AvailabilityKey) -> bool:
        """Whether something is on here that is on always, in kiosk only, or never."""
        on = self.settings[key]
        return on == "always" or (on == "kiosk" and self.settings["kiosk.level"] != "full")

    def play(self, sound: SoundName) -> None:
        """Plays a sound as loud as the settings say."""
        self.sounds.play(sound, self.loud * self.settings[_VOLUMES[KIND_OF_SOUND[sound]]] / 100)

    def apply_volume(self) -> None:
        """Has the music as loud as the settings say; where all is quiet the device is let go."""
        if self.loud:
            self.sounds.prepare()
            self.sounds.set_music_volume(self.loud * self.settings["sound.music"] / 100)
        else:
            self.sounds.close()

    @property
    def loud(self) -> float:
        """How loud the table is, from 0 to 1."""
        return min(self.settings["sound.volume"], self.settings["kiosk.loudest"]) / 100

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
    def ui_context(self) -> UiContext:
        """How things are presented to everybody, by the settings."""
        settings = self.settings
        context = UiContext(
            language=self.language,
            projector=settings["look.projector"],
            reach=settings["look.reach"],
            reduced_motion=self.still,
            palette=settings["look.palette"],
        )
        return context.override(text_scale=settings["look.text_size"])

    @property
    def still(self) -> bool:
        """Whether nothing is to slide, tumble or pulse: what has changed is shown and marked."""
        return bool(self.settings["look.motion"] == "reduced")

    @property
    def slow(self) -> float:
        """Seconds that one second of animation takes; 0 for none, as where all is `still`."""
        return 0.0 if self.still else SECONDS_PER_ANIMATION_SECOND[str(self.settings["look.speed"])]

    def change(self, key: str, value: Value) -> None:
        """Sets a setting and keeps it for the next start; a failure is told, not raised.

        What strangers set holds until they have left (`forget_guests`), and is not kept.
        """
        before = self.settings.values[key]
        self.settings = self.settings.but({key: value})
        if self.operator:
            self.log_operator_action(f"{key} = {format_value(value)}")
            self.settings_before_guests.pop(key, None)
        if key.startswith("sound.") or key == "kiosk.loudest":
            self.apply_volume()
        if key == "speech.prompts" and value:
            self.speech.prepare()
        elif not self.speaks:
            self.speech.hush()
        if self.locked:
            self.settings_before_guests.setdefault(key, before)
            return
        try:
            path = self.data_dir / FILE_NAME
            text, _ = changed(path, {key: value}, self.store.queued_file(path))
            self.store.keep_file(path, text)
        except OSError as problem:
            words = "The settings could not be kept: {why}"
            self.tell(say("table.settings", words, why=str(problem)))

    def reset_guest_settings(self) -> None:
        """Whoever was here has left: the table speaks and sounds as the operator set it."""
        changed, self.settings_before_guests = self.settings_before_guests, {}
        if changed:
            self.settings = self.settings.but(changed)
            self.apply_volume()

    def log_operator_action(self, what: str) -> None:
        """Logs what the operator does; in English, for whoever reads logs."""
        operator_log.info("the operator: %s", what)
        done = self.store.get_note(OPERATOR_LOG_NOTE).splitlines()[1 - MAX_OPERATOR_LOG_LINES :]
        self.store.set_note(OPERATOR_LOG_NOTE, "\n".join([*done, f"{self.today()}  {what}"]))

    @property
    def taught(self) -> tuple[str, ...]:
        """The keys of the games that people have learned or begun here."""
        return tuple(self.settings["play.taught"].split())

    def teach(self, game: str) -> None:
        """Remembers that a game has been learned or begun: its lesson is not offered again."""
        if game not in self.taught:
            self.change("play.taught", " ".join((*self.taught, game)))

    def save_display_profile(self) -> None:
        """Keeps how the picture lies now for the next start; a failure is told, not raised."""
        try:
            self.glass.keep()
        except OSError as problem:
            words = "How the screen is mounted could not be kept: {why}"
            self.tell(say("table.mounted", words, why=str(problem)))

    def remember_last_game(self, game: str) -> None:
        """Has the menu's keys begin at this game the next time."""
        if self.settings["play.last_game"] != game:
            self.change("play.last_game", game)

    def tell(self, problem: str) -> None:
        """Adds a sentence that people should read, unless it waits to be read already."""
        if problem not in self.problems:
            self.problems.append(problem)

    def report_fault(self, problem: str) -> None:
        """Tells of a fault of the program itself."""
        self.store.count(UsageMetric("device", what="fault"))
        self.tell(problem)

    def lose(self, source: str, reason: str) -> None:
        """Tells that a source has failed, in place of what was said of it before."""
        self.store.count(UsageMetric("device", what="lost"))
        self._take_back(source)
        self.tell(say("table.lost", "{source}: {reason}", source=source, reason=reason))
        if any(device.name == source for device in self.devices.all):
            self.lost.add(source)

    def clear_recovered_losses(self) -> None:
        """Takes back what was said of devices that work again, or are off the list."""
        gone = {device.name for device in self.devices.all if not device.works}
        for name in self.lost - gone:
            self._take_back(name)
            self.store.count(UsageMetric("device", what="back"))
        self.lost &= gone

    def _take_back(self, source: str) -> None:
        kept = [told for told in self.problems if not told.startswith(f"{source}: ")]
        self.problems[:] = kept
