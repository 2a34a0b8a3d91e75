"""Replays a recorded session: the same turns, and so the same end."""

import contextlib
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pygame

from tabletop.app.main_loop import App
from tabletop.app.navigation import first_scene
from tabletop.app.startup import RECORDED_FILES, open_app_context
from tabletop.engine import BadNotation
from tabletop.engine.match import SOURCE_REPLAYED
from tabletop.input.actions import Action
from tabletop.input.session import (
    MICROSECONDS_PER_SECOND,
    BadRecording,
    DisplayState,
    RecordedTurn,
    SessionRecording,
    read_recording,
)
from tabletop.input.window import set_sdl_hints
from tabletop.players.engine_client import Engine, EngineService
from tabletop.scenes.destinations import ShowMenu
from tabletop.settings import Settings, SettingsError, Value
from tabletop.storage import Store
from tabletop.ui.core.scene import Push
from tabletop.ui.display.window import Display


class ReplayDiverged(Exception):
    """The replay differs from the recording."""


class _ReplayApp(App):
    """The main loop, fed with recorded input."""

    def replay_turn(self, turn: RecordedTurn, *, drawn: bool) -> None:
        """One recorded turn."""

        def poll() -> Sequence[Action]:
            # Here, because devices come and go while they are polled, after the update.
            for device in turn.devices:
                self._table.devices.report(device)
            for key in turn.removed:
                self._table.devices.forget(key)
            if turn.phones is not None:
                self._table.phones.report(turn.phones)
            if turn.event is not None:
                self._table.event.report(turn.event)
            return turn.actions

        try:
            self._advance(turn.microseconds, turn.engine, poll, lambda: turn.notices)
            self._follow_ui_context()
            if self.scenes.running and drawn:
                self._show(self._listed(), time.perf_counter(), whole=True)
            self._faults = 0
        except Exception as fault:  # as when it was recorded
            self._recover(fault)


class SessionReplay:
    """A replay of a session, with a context of its own."""

    def __init__(self, recording: SessionRecording, data_dir: Path) -> None:
        """`data_dir` is the data folder that the session starts with and writes to.

        BadRecording where the beginning cannot be made again; `NoDisplay` without a screen.
        """
        self.recording = recording
        beginning = recording.header
        # Some seeds of the first turn are used before it.
        self._seeds = deque(seed for turn in recording.turns[:1] for seed in turn.seeds)
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
        self.table.session_recorded = True
        self.table.seed, self.table.today = self._seed, lambda: self._date
        # No engine: its results are in the recording.
        self.table.analysis = computers = EngineService(Engine())
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
        """The duration of the turns that were replayed."""
        return (
            sum(turn.microseconds for turn in self.recording.turns[: self._turns])
            / MICROSECONDS_PER_SECOND
        )

    def run(self, speed: float | None = None) -> int:
        """Replays all turns, at once or at a multiple of their speed; gives their number.

        OtherWay where it needs a seed that was not handed out then.
        """
        shown = speed is not None
        for number, turn in enumerate(self.recording.turns, start=1):
            if speed is not None and not _wait_or_quit(
                turn.microseconds / MICROSECONDS_PER_SECOND / speed
            ):
                break
            self.live(turn, drawn=shown or number == len(self.recording.turns))
            if not self.app.scenes.running:
                break
        return self._turns

    def live(self, turn: RecordedTurn, *, drawn: bool = True) -> None:
        """Replays the next turn."""
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
        """Ends the session as closing the window does."""
        self.app.close()
        self.table.store.close()
        self._display.close()

    def _seed(self) -> int:
        if not self._seeds:
            self._diverged = True
            return 0
        return self._seeds.popleft()


class _ReplayStore(Store):
    """The store of a replay: matches are saved as usual, throws are counted as replayed.

    Each throw keeps its source in the record, or it would be another match. Counted once more it
    would say of a reader what the reader did not do.
    """

    def note_throw(self, source: str, sides: int, values: tuple[int, ...]) -> None:
        """Counts a throw as replayed, whatever its source was."""
        del source
        super().note_throw(SOURCE_REPLAYED, sides, values)


class _ReplayDisplay(Display):
    """A window of the recorded size."""

    _stage: DisplayState

    @property
    def key(self) -> str:
        """The recorded screen."""
        return self._stage[0]

    def become(self, stage: DisplayState) -> None:
        """Takes the recorded screen and size."""
        self._stage = _, width, height = stage
        if self.surface.get_size() != (width, height):
            pygame.display.set_mode((width, height))

    def toggle(self) -> None:
        """Does nothing: the size is recorded."""


@contextlib.contextmanager
def replay_data_folder(given: Path | None) -> Iterator[Path]:
    """The data folder of a replay: the given one, else a temporary one.

    A replay must not change the matches and settings of the user.
    """
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="tabletop-") as made:
        yield Path(made)


def load_recording(path: Path) -> SessionRecording:
    """The recording in a file; BadRecording with the damaged line, or OSError."""
    with path.open("rb") as lines:
        return read_recording(lines)


def run_replay(
    recording: SessionRecording, data_dir: Path, speed: float | None = None
) -> tuple[int, float]:
    """Replays a session; gives how many turns and seconds of it.

    With a speed in a window, without one unseen. BadRecording, OtherWay or `NoDisplay`.
    """
    set_sdl_hints()
    pygame.font.init()
    playback = SessionReplay(recording, data_dir)
    try:
        return playback.run(speed), playback.seconds
    finally:
        playback.close()


def _wait_or_quit(seconds: float) -> bool:
    """Waits; False if the window was closed meanwhile."""
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
