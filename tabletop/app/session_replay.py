"""Living an evening again that was written down: the same turns, and so the same end."""

import contextlib
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pygame

from tabletop.app.first_scene import first_scene
from tabletop.app.main_loop import App
from tabletop.app.startup import RECORDED_FILES, open_app_context
from tabletop.engine import BadNotation
from tabletop.engine.match import SOURCE_REPLAYED
from tabletop.input.actions import Action
from tabletop.input.session.recording import (
    MICROSECONDS_PER_SECOND,
    BadRecording,
    DisplayState,
    RecordedTurn,
    SessionRecording,
    read_recording,
)
from tabletop.input.window import set_sdl_hints
from tabletop.players.engine_service import EngineService, NullEngine
from tabletop.scenes.destinations import ShowMenu
from tabletop.settings import Settings, SettingsError, Value
from tabletop.storage import Store
from tabletop.ui.core.scene import Push
from tabletop.ui.display.window import Display


class ReplayDiverged(Exception):
    """The evening went another way than it did when it was written down."""


class _ReplayApp(App):
    """The main loop, which is handed what it was handed then."""

    def replay_turn(self, turn: RecordedTurn, *, drawn: bool) -> None:
        """A turn as it was written down."""

        def poll() -> Sequence[Action]:
            # Not before: devices come and go while they are polled, after the time went by.
            for device in turn.devices:
                self._table.devices.report(device)
            for key in turn.removed:
                self._table.devices.forget(key)
            return turn.actions

        try:
            self._live(turn.microseconds, turn.engine, poll, lambda: turn.notices)
            self._follow_ui_context()
            if self.scenes.running and drawn:
                self._show(self._listed(), time.perf_counter(), whole=True)
            self._recovery.well()
        except Exception as fault:  # as it did then
            self._recover(fault)


class SessionReplay:
    """An evening that is being lived again, on a table of its own."""

    def __init__(self, evening: SessionRecording, data_dir: Path) -> None:
        """`data_dir` is what the evening begins with, and where its matches are kept.

        BadRecording where the beginning cannot be made again; `NoDisplay` without a screen.
        """
        self.evening = evening
        beginning = evening.header
        # The first turn's are asked for in part before it.
        self._seeds = deque(seed for turn in evening.turns[:1] for seed in turn.seeds)
        self._date = beginning.date
        self._diverged = False
        self._turns = 0
        for name in RECORDED_FILES & beginning.files.keys():
            if not (data_dir / name).exists():
                (data_dir / name).write_text(beginning.files[name], encoding="utf-8")
        settings = _settings(beginning.settings)
        self._display = _ReplayDisplay(settings.but({"window.fullscreen": False}), data_dir)
        self._display.become(beginning.display)
        self.table = open_app_context(settings, data_dir, shelf=_ReplayStore)
        self.table.problems = list(beginning.problems)
        self.table.written = True
        self.table.seed, self.table.today = self._seed, lambda: self._date
        # Nobody thinks: what was thought then is written down.
        self.table.thinking = computers = EngineService(NullEngine())
        self.app = _ReplayApp(self._display, self.table, ShowMenu(), computers=computers)
        try:
            scene = first_scene(self.table, beginning.start or None)
        except (BadNotation, ValueError, TypeError, KeyError) as problem:
            self.close()
            why = problem.args[0] if isinstance(problem, KeyError) else problem
            raise BadRecording(f"line 1: the start cannot be made again: {why}") from problem
        if scene is not None:
            self.app.scenes.apply(Push(scene))

    @property
    def surface(self) -> pygame.Surface:
        """What is on the screen."""
        return self._display.surface

    @property
    def seconds(self) -> float:
        """How long it has lasted by now."""
        return (
            sum(turn.microseconds for turn in self.evening.turns[: self._turns])
            / MICROSECONDS_PER_SECOND
        )

    def run(self, speed: float | None = None) -> int:
        """Lives all of it, at once or so many times as fast as it was; gives the turns lived.

        OtherWay where it needs a seed that was not handed out then.
        """
        shown = speed is not None
        for number, turn in enumerate(self.evening.turns, start=1):
            if speed is not None and not _wait_or_quit(
                turn.microseconds / MICROSECONDS_PER_SECOND / speed
            ):
                break
            self.live(turn, drawn=shown or number == len(self.evening.turns))
            if not self.app.scenes.running:
                break
        return self._turns

    def live(self, turn: RecordedTurn, *, drawn: bool = True) -> None:
        """Lives the next turn."""
        if self._turns:
            self._seeds.extend(turn.seeds)
        self._date = turn.date or self._date
        if turn.display is not None:
            self._display.become(turn.display)
        self._turns += 1
        self.app.replay_turn(turn, drawn=drawn)
        if self._diverged or self._seeds:
            raise ReplayDiverged(f"turn {self._turns} went another way than it was written down")

    def close(self) -> None:
        """Ends the evening as closing the window does."""
        self.app.close()
        self.table.store.close()
        self._display.close()

    def _seed(self) -> int:
        if not self._seeds:
            self._diverged = True
            return 0
        return self._seeds.popleft()


class _ReplayStore(Store):
    """A shelf of a playback: its matches are as they were, but its dice were thrown before.

    Each throw keeps its source in the record, or it would be another match. Counted once more it
    would say of a reader what the reader did not do.
    """

    def note_throw(self, source: str, sides: int, values: tuple[int, ...]) -> None:
        """Counts a throw as replayed, whatever threw it then."""
        del source
        super().note_throw(SOURCE_REPLAYED, sides, values)


class _ReplayDisplay(Display):
    """A window that has the size that is written down, whatever people do."""

    _stage: DisplayState

    @property
    def key(self) -> str:
        """The screen that is written down."""
        return self._stage[0]

    def become(self, stage: DisplayState) -> None:
        """Takes the place of that window on that screen."""
        self._stage = _, width, height = stage
        if self.surface.get_size() != (width, height):
            pygame.display.set_mode((width, height))

    def toggle(self) -> None:
        """Nothing: the size that it got then is written down."""


@contextlib.contextmanager
def replay_data_folder(given: Path | None) -> Iterator[Path]:
    """The data folder of a playback: one that was given, else an empty one for this once.

    Nobody's matches and settings are to change because an evening is lived again.
    """
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="tabletop-") as made:
        yield Path(made)


def load_recording(path: Path) -> SessionRecording:
    """The evening in a file; BadRecording with the damaged line, or OSError."""
    with path.open("rb") as lines:
        return read_recording(lines)


def run_replay(
    evening: SessionRecording, data_dir: Path, speed: float | None = None
) -> tuple[int, float]:
    """Lives an evening again; gives how many turns and how many seconds of it.

    With a speed in a window, without one unseen. BadRecording, OtherWay or `NoDisplay`.
    """
    set_sdl_hints()
    pygame.font.init()
    playback = SessionReplay(evening, data_dir)
    try:
        return playback.run(speed), playback.seconds
    finally:
        playback.close()


def _wait_or_quit(seconds: float) -> bool:
    """Lets time go by; False if somebody closed the window meanwhile."""
    until = time.monotonic() + seconds
    while True:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            return False
        left = until - time.monotonic()
        if left <= 0:
            return True
        time.sleep(min(left, 0.05))


def _settings(values: Mapping[str, Value]) -> Settings:
    try:
        return Settings().but(values)
    except SettingsError as problem:
        raise BadRecording(f"line 1: {problem}") from problem
