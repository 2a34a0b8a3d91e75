"""The supervisor: logs, crash history, health, service manager and signals around the main loop."""

import logging
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from tabletop import __version__
from tabletop.engine.text import Text, say
from tabletop.settings import Settings, Value
from tabletop.system import crash_history, crash_reports, logs
from tabletop.system.crash_reports import CrashReports
from tabletop.system.exit_codes import EXIT_CRASHED, EXIT_INTERRUPTED, EXIT_RESTART
from tabletop.system.instance_lock import InstanceLock
from tabletop.system.logs import Logs
from tabletop.system.metrics import MetricsCollector, TableStatus
from tabletop.system.service_manager import ServiceNotifier, ShutdownSignals

if TYPE_CHECKING:
    from tabletop.system.health import HealthServer


def match_set_aside_text() -> Text:
    words = (
        "The program has ended three times with the same game on the table. That game is kept, "
        "and is not opened by itself any more."
    )
    return say("supervision.aside", words)


def safe_mode_text(deaths: int) -> Text:
    words = (
        "Safe mode: the program has ended unexpectedly {n} times in an hour. Dice readers, button "
        "boxes and touch frames are left out until it has worked well for an hour."
    )
    return say("supervision.safe", words, n=deaths)


def no_port_text(port: int, why: str) -> Text:
    words = "Nobody can ask at port {port} how the table is: {why}."
    return say("supervision.port", words, port=port, why=why)


log = logging.getLogger(__name__)

SAFE_MODE_SETTINGS: Final[dict[str, Value]] = {
    "devices.serial": "off",
    "devices.urls": "",
    "input.tuio": "off",
    "computer.ponder": False,
}
"""The settings in safe mode, because a device may be the cause of the crashes."""

RESTART_IDLE_SECONDS: Final = 60.0
"""Idle seconds after which the program may restart itself."""


@dataclass(frozen=True, slots=True)
class SupervisedProgram:
    """What the supervisor needs of the running program."""

    end: Callable[[int], None]
    """Ends the program soon, with this exit code."""
    standing: Callable[[], TableStatus]
    busy: Callable[[], bool]


class Supervisor:
    """Runs from before the window opens until all is closed.

    Its methods are called on the main thread; what may block runs in threads of its own.
    """

    def __init__(
        self,
        settings: Settings,
        data_dir: Path,
        *,
        today: Callable[[], float] = time.time,
        now: Callable[[], float] = time.monotonic,
        notifier: ServiceNotifier | None = None,
    ) -> None:
        """`today` gives Unix time, `now` monotonic seconds."""
        self._given, self._folder = settings, data_dir
        self._today, self._now = today, now
        self._crashes = CrashReports(data_dir / crash_reports.CRASH_FOLDER)
        self._notifier = ServiceNotifier.of(now=now) if notifier is None else notifier
        self._signals = ShutdownSignals(data_dir / logs.LOG_FOLDER)
        self._exit_stack = ExitStack()
        self._past = crash_history.CrashHistory()
        self._crashed_before = self._ready = False
        self._supervised: SupervisedProgram | None = None
        self._told = ""
        self._began = now()
        self.health: HealthServer | None = None
        """The health server, if the settings ask for it."""
        self.collector = MetricsCollector(self._standing, now)
        self.problems: list[Text] = []
        """Notices for the people at the table."""
        self.safe = False
        """Whether this run is in safe mode."""

    @property
    def settings(self) -> Settings:
        return self._given.but(SAFE_MODE_SETTINGS) if self.safe else self._given

    @property
    def avoid(self) -> frozenset[str]:
        """Matches that are not to be opened by themselves."""
        return frozenset(self._past.aside)

    def lines(self) -> tuple[str, ...]:
        """The last lines of the log, oldest first, each a JSON object."""
        return self._logs.last

    # -- starting and ending -----------------------------------------------------------------------

    def __enter__(self) -> Self:
        one = InstanceLock(self._folder)
        self._exit_stack.callback(one.close)
        self._one = one.held
        logged = self._folder / logs.LOG_FOLDER
        report = (
            self._crashes.report_fatal_signal(logged / logs.LOG_FILE_NAME) if one.held else None
        )
        self._logs = Logs.open(logged if one.held else None, self._given["kiosk.log"])
        self._exit_stack.callback(self._logs.close)
        self._exit_stack.callback(self._notifier.close)
        self._exit_stack.enter_context(self._signals)
        log.info("tabletop %s begins", __version__)
        if report is not None:
            log.error("a fatal signal has ended the last start; see %s", report.name)
        if one.held:
            self._crashes.watch()
            self._exit_stack.callback(self._crashes.close)
            self._begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.health is not None:
            self.health.close()
        self._exit_stack.close()

    def run(self, work: Callable[[], int], polite: tuple[type[Exception], ...] = ()) -> int:
        """Does the work and returns its exit code; an uncaught error makes a crash report.

        Errors of a `polite` kind are answers to the caller and are raised again.
        """
        try:
            code = work()
        except polite:
            self._end()
            raise
        except Exception as fault:
            log.critical("the program ends, for nothing has caught this error", exc_info=True)
            values = self._given.values
            report = self._crashes.report(fault, self._logs.last, values) if self._one else None
            if report is not None:
                log.critical("what is known of it lies in %s", report)
            return EXIT_CRASHED
        except BaseException:  # Ctrl-C twice
            self._end()
            raise
        log.info("tabletop ends with %d", code)
        self._end()
        return code

    def record_last_match(self, on_table: str) -> None:
        """Records the match that was open when the program ended last."""
        if not self._crashed_before or not on_table:
            return
        before, self._past = self._past, self._past.with_last_match(on_table, self._today())
        if self._past != before:
            crash_history.write_history(self._folder, self._past)
        if on_table in self._past.aside and on_table not in before.aside:
            self._tell(match_set_aside_text())
            log.error("the match %s is set aside", on_table)

    # -- called by the main loop -------------------------------------------------------------------

    def begin(self, charge: SupervisedProgram) -> None:
        """The window is about to open: from now on signals are handled and health is served."""
        self._supervised = charge
        port = self._given["kiosk.health_port"]
        if port:
            from tabletop.system.health import HealthServer  # imported only where it is used

            try:
                self.health = HealthServer(port, lambda: self.collector.latest, self._folder)
            except OSError as problem:
                self._tell(no_port_text(port, problem.strerror or str(problem)))

        def end() -> None:
            charge.end(EXIT_INTERRUPTED if self._signals.asked == signal.SIGINT else 0)

        self._signals.call(end)

    def frame_drawn(self, work: float) -> None:
        self.collector.frame_drawn(work)
        if not self._ready:
            self._ready = True
            safe = "The table is open, in safe mode."
            self._notifier.ready(safe if self.safe else "The table is open.")

    def turn_ended(self, touched: bool) -> None:
        """The main loop has turned; called after every turn, drawn or not."""
        if not self._ready:
            return
        self.collector.turn_ended(touched=touched)
        if self._signals.asked is not None:
            self._notifier.stopping()
        self._notifier.alive()
        self._follow()

    # -- status ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        before, now = crash_history.read_history(self._folder), self._today()
        self._crashed_before = before.running
        self._past = before.begun(now)
        crash_history.write_history(self._folder, self._past)
        if self._crashed_before:
            log.warning("the last start did not end in order")
        if self._past.needs_safe_mode(now):
            self.safe = True
            self._tell(safe_mode_text(self._past.recent(now)))

    def _end(self) -> None:
        self._notifier.stopping()
        if self._one:
            self._past = self._past.ended()
            crash_history.write_history(self._folder, self._past)

    def _follow(self) -> None:
        """Reports errors to the service manager, and leaves safe mode after an hour without a
        crash.
        """
        if self._supervised is None:
            return
        latest = self.collector.latest
        if latest is None:
            return
        trouble = latest.status.trouble
        if trouble != self._told:
            self._told = trouble
            self._notifier.tell(trouble or "The table is open.")
        well = self.safe and self._now() - self._began >= crash_history.SAFE_MODE_SECONDS
        alone = self._now() - latest.last_input >= RESTART_IDLE_SECONDS
        if well and alone and self._notifier.listened and not self._supervised.busy():
            log.info("safe mode ends: the program begins anew")
            self._supervised.end(EXIT_RESTART)

    def _standing(self) -> TableStatus:
        told = TableStatus() if self._supervised is None else self._supervised.standing()
        return replace(
            told,
            safe_mode=self.safe,
            restarts=self._past.restarts,
            restarts_lately=self._past.recent(self._today()),
        )

    def _tell(self, sentence: Text) -> None:
        log.warning("%s", sentence)
        self.problems.append(sentence)
