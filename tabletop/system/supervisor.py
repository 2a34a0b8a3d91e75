"""What people at the table are told of how the program fares.

Who looks after the program while it runs, and remembers how it fared.
"""

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
    """A match is not opened by itself any more."""
    words = (
        "The program has ended three times with the same game on the table. That game is kept, "
        "and is not opened by itself any more."
    )
    return say("supervision.aside", words)


def safe_mode_text(deaths: int) -> Text:
    """Safe mode, and what led to it."""
    words = (
        "Safe mode: the program has ended unexpectedly {n} times in an hour. Dice readers, button "
        "boxes and touch frames are left out until it has worked well for an hour."
    )
    return say("supervision.safe", words, n=deaths)


def no_port_text(port: int, why: str) -> Text:
    """Nobody can ask how the table is."""
    words = "Nobody can ask at port {port} how the table is: {why}."
    return say("supervision.port", words, port=port, why=why)


log = logging.getLogger(__name__)

SAFE_MODE_SETTINGS: Final[dict[str, Value]] = {
    "devices.serial": "off",
    "devices.urls": "",
    "input.tuio": "off",
    "computer.ponder": False,
}
"""What the settings are in safe mode, whatever they say: it may be a device that does the harm."""

RESTART_IDLE_SECONDS: Final = 60.0
"""Seconds untouched after which nobody minds that the program begins anew."""


@dataclass(frozen=True, slots=True)
class SupervisedProgram:
    """The running table, as far as the caretaker needs to know it."""

    end: Callable[[int], None]
    """Ends the program soon, with this exit code."""
    standing: Callable[[], TableStatus]
    busy: Callable[[], bool]
    """Whether a match is on the table."""


class Supervisor:
    """On duty from before the window opens until all is closed. It changes as the program fares.

    All of it happens on the main thread; what may hang is done by threads of its own.
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
        """`today` gives the seconds since 1970, `now` those of a clock that nobody sets."""
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
        """What answers this machine, if the settings ask for it."""
        self.collector = MetricsCollector(self._standing, now)
        self.problems: list[Text] = []
        """What the table's people are to read."""
        self.safe = False
        """Whether the program has died so often that it had better do less."""

    @property
    def settings(self) -> Settings:
        """The settings that the program is to run with."""
        return self._given.but(SAFE_MODE_SETTINGS) if self.safe else self._given

    @property
    def avoid(self) -> frozenset[str]:
        """The matches that are not to be opened by themselves."""
        return frozenset(self._past.aside)

    def lines(self) -> tuple[str, ...]:
        """The last lines of the log, oldest first, each a JSON object."""
        return self._logs.last

    # -- on duty ------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        one = InstanceLock(self._folder)
        self._exit_stack.callback(one.close)
        self._one = one.held
        logged = self._folder / logs.LOG_FOLDER
        report = self._crashes.take_up(logged / logs.LOG_FILE_NAME) if one.held else None
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
        """Does the work and gives its exit code; an error that nothing caught leaves a report.

        Errors of a `polite` kind are answers to the caller and go on to it.
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
        except BaseException:  # Ctrl-C, twice: an end all the same
            self._end()
            raise
        log.info("tabletop ends with %d", code)
        self._end()
        return code

    def record_last_match(self, on_table: str) -> None:
        """Takes in which match the shelf says was on the table when the program ended last."""
        if not self._crashed_before or not on_table:
            return
        before, self._past = self._past, self._past.with_last_match(on_table, self._today())
        if self._past != before:
            crash_history.write_history(self._folder, self._past)
        if on_table in self._past.aside and on_table not in before.aside:
            self._tell(match_set_aside_text())
            log.error("the match %s is set aside", on_table)

    # -- what the main loop calls ---------------------------------------------------------------

    def begin(self, charge: SupervisedProgram) -> None:
        """The table is about to open: from now on it is told to end, and asked how it fares."""
        self._supervised = charge
        port = self._given["kiosk.health_port"]
        if port:
            from tabletop.system.health import HealthServer  # few tables have it, and all start

            try:
                self.health = HealthServer(port, lambda: self.collector.latest, self._folder)
            except OSError as problem:
                self._tell(no_port_text(port, problem.strerror or str(problem)))

        def end() -> None:
            charge.end(EXIT_INTERRUPTED if self._signals.asked == signal.SIGINT else 0)

        self._signals.call(end)

    def drew(self, work: float) -> None:
        """A frame was drawn, with so many seconds of work."""
        self.collector.drew(work)
        if not self._ready:
            self._ready = True
            safe = "The table is open, in safe mode."
            self._notifier.ready(safe if self.safe else "The table is open.")

    def turned(self, touched: bool) -> None:
        """The main loop has turned; called after every turn, drawn or not, and by nobody else."""
        if not self._ready:
            return
        self.collector.turned(touched=touched)
        if self._signals.asked is not None:
            self._notifier.stopping()
        self._notifier.alive()
        self._follow()

    # -- how it fares ---------------------------------------------------------------------------

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
        """Tells the service manager of troubles, and leaves safe mode when all went well."""
        if self._supervised is None:
            return
        latest = self.collector.latest
        if latest is None:
            return
        trouble = latest.standing.trouble
        if trouble != self._told:
            self._told = trouble
            self._notifier.tell(trouble or "The table is open.")
        well = self.safe and self._now() - self._began >= crash_history.SAFE_MODE_SECONDS
        alone = self._now() - latest.touched >= RESTART_IDLE_SECONDS
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
