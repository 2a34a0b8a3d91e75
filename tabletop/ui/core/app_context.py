"""The application's context, which every scene gets: settings, store, devices, sound, players."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import say
from tabletop.engine.analysis import AnalysisService, NullAnalysisService
from tabletop.input.devices import Bindings, Devices
from tabletop.input.event import EventDesk
from tabletop.input.phones import Phones
from tabletop.languages import ENGLISH, has_language
from tabletop.settings import FILE_NAME, Settings, Value, changed, setting
from tabletop.settings.schema import IntegerKey
from tabletop.storage import Store
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.system.pin_lock import RateLimiter
from tabletop.ui.audio.sound_files import KIND_OF_SOUND, SoundKind, SoundName
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.context import UiContext
from tabletop.ui.display.blackout import Blackout
from tabletop.ui.display.display_transform import DisplayTransform
from tabletop.ui.display.window import SecondaryDisplayState
from tabletop.ui.speech.speech import Speech

log = logging.getLogger(__name__)
operator_log = logging.getLogger("tabletop.operator")

SECONDS_PER_ANIMATION_SECOND: Final = {"normal": 1.0, "slow": 1.7, "fast": 0.55, "off": 0.0}
"""Seconds that one second of animation takes, by the setting `look.speed`."""

OPERATOR_LOG_NOTE: Final = "operated"
"""The key of the note in the store with the operators' last actions."""
MAX_OPERATOR_LOG_LINES: Final = 60

MAX_KID_LEVEL: Final = 2
"""The number of the strongest level that children are offered."""

AvailabilityKey: TypeAlias = Literal["attract.on", "idle.on", "scores.on"]
"""Settings with the values always, kiosk (in kiosk mode only) and never."""

_VOLUMES: Final[Mapping[SoundKind, IntegerKey]] = {
    "pieces": "sound.pieces",
    "dice": "sound.dice",
    "turns": "sound.turns",
    "alerts": "sound.alerts",
}


@dataclass(slots=True)
class AppContext:
    """The state of the running program that scenes share."""

    settings: Settings
    store: Store
    data_dir: Path
    today: Callable[[], str]
    """The date for records, as 2026-11-21."""
    seed: Callable[[], int]
    """A new seed for a match."""
    clock: Callable[[], datetime] = datetime.now
    """The local time, for the operator's pages and log."""
    problems: list[str] = field(default_factory=list)
    """Messages that people at the table can use; each is shown once."""

    operator_notices: list[str] = field(default_factory=list)
    """Warnings for the operator, which are never shown to others."""

    lost_devices: set[str] = field(default_factory=set)
    """The names of the devices that `problems` reports as lost."""

    devices: Devices = field(default_factory=lambda: Devices(Bindings()))
    """The connected devices and their bindings."""

    phones: Phones = field(default_factory=Phones)
    """The phones that have joined; none while they are off."""

    event: EventDesk = field(default_factory=EventDesk)
    """The event of many tables that this one has joined, if any."""

    chosen: dict[str, object] = field(default_factory=dict)
    """The last choices before a match, by game; kept while the program runs."""

    met: set[str] = field(default_factory=set)
    """The keys of the games whose goal the present people have been shown."""

    remembered: dict[str, object] = field(default_factory=dict)
    """What games remember until the program ends, by key; it stays when people leave."""

    display_transform: DisplayTransform = field(default_factory=DisplayTransform)
    """The transform of the picture on its screen, and of touches."""

    blackout: Blackout = field(default_factory=Blackout)
    """The host's blackout of the whole picture."""

    secondary_display: SecondaryDisplayState = field(default_factory=SecondaryDisplayState)
    """The secondary display, which only one player sees."""

    sounds: Sounds = field(default_factory=Sounds)
    """The sound output; silent by default."""

    speech: Speech = field(default_factory=Speech)
    """The speech output; silent by default."""

    analysis: AnalysisService = field(default_factory=NullAnalysisService)
    """The computer players; none by default."""

    operator: bool = False
    """Whether the operator has unlocked the program."""

    session_recorded: bool = False
    """Whether the session is recorded or replayed: what is typed is then in a file."""

    exit_code: int | None = None
    """The exit code once the program is to end, else None."""

    log_lines: Callable[[], tuple[str, ...]] = tuple
    """The last log lines, oldest first."""

    code_tries: RateLimiter = field(default_factory=RateLimiter)
    """Limits the tries of codes of saved games."""

    settings_before_guests: dict[str, Value] = field(default_factory=dict)
    """The values before guests changed them, by key."""

    @property
    def name_at_event(self) -> str:
        """What this table is called at the event that it has joined; empty without one."""
        return self.settings["event.name"] if self.settings["event.hub"] else ""

    @property
    def locked(self) -> bool:
        """Whether guests are here, who may neither quit nor change the settings."""
        return self.settings["kiosk.level"] != "full" and not self.operator

    @property
    def kids_mode(self) -> bool:
        """Whether only what children need is offered."""
        return self.settings["kiosk.level"] == "kid" and not self.operator

    @property
    def offers_phones(self) -> bool:
        """Whether people may let phones join."""
        return self.settings["kiosk.level"] == "full" or self.settings["party.kiosk"]

    @property
    def resumes_by_code(self) -> bool:
        """Whether saved matches are found by their codes."""
        return self.locked or self.has("idle.on")

    @property
    def strongest(self) -> str:
        """The name of the strongest level that is offered; lower for children."""
        # An unknown level in a settings file allows all levels.
        offered = level_of_key(self.settings["kiosk.strongest"]) or LEVELS[-1]
        if self.kids_mode:
            return min(offered, LEVELS[MAX_KID_LEVEL], key=LEVELS.index)
        return offered

    def has(self, key: AvailabilityKey) -> bool:
        """Whether the setting turns something on in the present mode."""
        on = self.settings[key]
        return on == "always" or (on == "kiosk" and self.settings["kiosk.level"] != "full")

    def play(self, sound: SoundName) -> None:
        """Plays a sound at the volume of the settings."""
        self.sounds.play(sound, self.loud * self.settings[_VOLUMES[KIND_OF_SOUND[sound]]] / 100)

    def apply_volume(self) -> None:
        """Applies the volume settings; closes the sound device if the volume is 0."""
        if self.loud:
            self.sounds.prepare()
            self.sounds.set_music_volume(self.loud * self.settings["sound.music"] / 100)
        else:
            self.sounds.close()

    @property
    def loud(self) -> float:
        """The overall volume, from 0 to 1."""
        return min(self.settings["sound.volume"], self.settings["kiosk.loudest"]) / 100

    @property
    def speaks(self) -> bool:
        """Whether prompts are spoken: the setting is on and the volume is not 0."""
        return self.settings["speech.prompts"] and self.loud > 0

    @property
    def language(self) -> str:
        """The program's language code; English if the setting names an unknown one."""
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
        """Whether motion is reduced: changes are shown and marked without animation."""
        return bool(self.settings["look.motion"] == "reduced")

    @property
    def animation_scale(self) -> float:
        """Real seconds that one second of animation takes; 0 means no animation."""
        return 0.0 if self.still else SECONDS_PER_ANIMATION_SECOND[str(self.settings["look.speed"])]

    def change(self, key: str, value: Value) -> None:
        """Changes a setting and saves it; a failure is a warning for the operator.

        Changes by guests are not saved; `reset_guest_settings` reverts them.
        """
        before = self.settings.values[key]
        self.settings = self.settings.but({key: value})
        if self.operator:
            self.log_operator_action(f"{key} = {setting(key).shown(value)}")
            self.settings_before_guests.pop(key, None)
        if key.startswith("sound.") or key == "kiosk.loudest":
            self.apply_volume()
        if key == "event.hub":
            self.event.on = True
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
            words = "The settings could not be saved: {why}"
            self.warn_operator(say("table.settings", words, why=str(problem)))

    def reset_guest_settings(self) -> None:
        """Restores the operator's settings after guests have left."""
        changed, self.settings_before_guests = self.settings_before_guests, {}
        if changed:
            self.settings = self.settings.but(changed)
            self.apply_volume()

    def log_operator_action(self, what: str) -> None:
        """Logs an action of the operator, in English."""
        operator_log.info("the operator: %s", what)
        done = self.store.get_note(OPERATOR_LOG_NOTE).splitlines()[1 - MAX_OPERATOR_LOG_LINES :]
        now = self.clock().astimezone().isoformat(" ", "seconds")
        self.store.set_note(OPERATOR_LOG_NOTE, "\n".join([*done, f"{now}  {what}"]))

    @property
    def taught(self) -> tuple[str, ...]:
        """The keys of the games that were learned or begun here."""
        return tuple(self.settings["play.taught"].split())

    def teach(self, game: str) -> None:
        """Remembers that a game has been learned or begun: its lesson is not offered again."""
        if game not in self.taught:
            self.change("play.taught", " ".join((*self.taught, game)))

    def save_display_profile(self) -> None:
        """Saves the display transform; a failure is a warning for the operator."""
        try:
            self.display_transform.keep()
        except OSError as problem:
            words = "The screen’s alignment could not be saved: {why}"
            self.warn_operator(say("table.mounted", words, why=str(problem)))

    def remember_last_game(self, game: str) -> None:
        """Has the focus of the menu begin at this game the next time."""
        if self.settings["play.last_game"] != game:
            self.change("play.last_game", game)

    def warn_operator(self, warning: str) -> None:
        """Logs a warning, and shows it on the operator's pages and at /healthz."""
        if warning not in self.operator_notices:
            self.operator_notices.append(warning)
            operator_log.warning("%s", warning)

    @property
    def operator_warnings(self) -> tuple[str, ...]:
        """What is wrong now, the disk first."""
        trouble = self.store.trouble
        return (*([trouble] if trouble else []), *self.operator_notices)

    def tell(self, problem: str) -> None:
        """Adds a message for the people at the table, unless it waits to be shown already."""
        if problem not in self.problems:
            self.problems.append(problem)

    def report_fault(self, problem: str) -> None:
        """Shows and counts a fault of the program itself."""
        self.store.count(UsageMetric("device", what="fault"))
        self.tell(problem)

    def lose(self, source: str, reason: str) -> None:
        """Shows, logs and counts the loss of a source, in place of earlier problems of it."""
        log.warning("%s is lost: %s", source, reason)
        self.store.count(UsageMetric("device", what="lost"))
        self._take_back(source)
        self.tell(say("table.lost", "{source}: {reason}", source=source, reason=reason))
        if any(device.name == source for device in self.devices.all):
            self.lost_devices.add(source)

    def clear_recovered_losses(self) -> None:
        """Removes the problems of devices that work again or are gone."""
        gone = {device.name for device in self.devices.all if not device.works}
        for name in self.lost_devices - gone:
            self._take_back(name)
            log.info("%s works again, or was taken off the list", name)
            self.store.count(UsageMetric("device", what="back"))
        self.lost_devices &= gone

    def _take_back(self, source: str) -> None:
        kept = [told for told in self.problems if not told.startswith(f"{source}: ")]
        self.problems[:] = kept
