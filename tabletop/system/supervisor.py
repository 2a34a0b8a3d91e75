"""The supervisor: logs, crash history, health, service manager and signals of the main loop.

It notifies systemd by ``sd_notify(3)`` datagrams, which never block.
"""

import faulthandler
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, MutableMapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, TYPE_CHECKING, Any, Final, Self

from tabletop import __version__
from tabletop.engine.text import Text, say
from tabletop.settings import Settings, Value
from tabletop.system import crashes, logs
from tabletop.system.crashes import CrashReports
from tabletop.system.health import Metrics, MetricsCollector, TableStatus
from tabletop.system.logs import Logs
from tabletop.system.process import EXIT_CRASHED, EXIT_INTERRUPTED, EXIT_RESTART, InstanceLock

if TYPE_CHECKING:
    from tabletop.system.health_server import HealthServer


ALIVE_SECONDS: Final = 2.0
"""The least seconds between two watchdog messages, unless the watchdog asks for less."""


class ServiceNotifier:
    """Sends messages to the service manager, if there is one, and repeats what could not be sent.

    Only the thread that made it may use it: another would go on reporting while the main loop
    hangs.
    """

    def __init__(
        self, address: str, watchdog: float | None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`watchdog`: seconds of silence after which the program is killed; None for none."""
        self._now = now
        self._thread = threading.get_ident()
        self._interval = None if watchdog is None else min(ALIVE_SECONDS, watchdog / 2)
        self._fed = float("-inf")
        self._ends = False
        self._owed: dict[str, str] = {}
        self._socket: socket.socket | None = None
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        if address.startswith(("/", "@")) and hasattr(socket, "AF_UNIX"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)

    @classmethod
    def of(
        cls,
        environment: MutableMapping[str, str] = os.environ,
        now: Callable[[], float] = time.monotonic,
    ) -> Self:
        """From the environment, and removes it there, so that child processes do not inherit it.

        WATCHDOG_PID is ignored: under a compositor it is the compositor's process, and
        NotifyAccess=all lets ours report.
        """
        address = environment.pop("NOTIFY_SOCKET", "")
        asked = environment.pop("WATCHDOG_USEC", "")
        environment.pop("WATCHDOG_PID", None)
        seconds = int(asked) / 1e6 if asked.isascii() and asked.isdecimal() else 0.0
        return cls(address, seconds or None, now)

    @property
    def listened(self) -> bool:
        """Whether a service manager has started the program, and will start it again."""
        return self._socket is not None

    def ready(self, status: str) -> None:
        """The first picture is shown."""
        self._queue(READY="1", STATUS=status)

    def tell(self, status: str) -> None:
        """A status line for ``systemctl status``."""
        self._queue(STATUS=status)

    def stopping(self) -> None:
        """The program ends in order; sent once."""
        if not self._ends:
            self._ends = True
            self._queue(STOPPING="1")

    def alive(self) -> None:
        """The main loop has turned; sends if it is time, and repeats what failed before."""
        due = self._interval is not None and self._now() - self._fed >= self._interval
        if (due or self._owed) and self._send({"WATCHDOG": "1"} if due else {}) and due:
            self._fed = self._now()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _queue(self, **said: str) -> None:
        for name, words in said.items():
            self._owed[name] = " ".join(words.split())
        self._send({})

    def _send(self, more: dict[str, str]) -> bool:
        """Sends this with what is left over; False if it must be tried again."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("only the main loop may notify the service manager")
        if self._socket is None:
            self._owed.clear()
            return True
        lines = [f"{name}={words}" for name, words in (self._owed | more).items()]
        try:
            self._socket.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except OSError:
            return False  # the receiver is slow or restarting
        self._owed.clear()
        return True


log = logging.getLogger(__name__)

SHUTDOWN_SECONDS: Final = 4.5
"""Seconds that an orderly end may take; then the process exits. All plies are saved by then, unless
the disk hangs."""
STACKS_FILE: Final = "stacks.txt"
MAX_STACKS_BYTES: Final = 2**20
"""Bytes of stacks that are kept from earlier runs."""
SHUTDOWN_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
"""From a service manager, Ctrl-C, and a closed terminal."""


class ShutdownSignals:
    """Handles signals inside its ``with`` block. Does nothing outside of the main thread."""

    def __init__(self, stacks: Path | None) -> None:
        """`stacks`: the folder for the stacks of all threads, which SIGUSR1 asks for."""
        self._folder = stacks
        self._before: dict[int, Any] = {}
        self._stacks: IO[str] | None = None
        self._end: Callable[[], None] = lambda: None
        self._deadline: IO[str] | None = None
        self.asked: int | None = None
        """The signal that asked for the end, or None."""

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            # Before SDL, which would take SIGTERM for a click on the window's close button.
            for number in SHUTDOWN_SIGNALS:
                # Ignored signals stay ignored, as nohup and a shell's "&" expect.
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._asked)
            self._open_stacks()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()
        if self._stacks is not None:
            self._stacks.close()

    def call(self, end: Callable[[], None]) -> None:
        """Calls `end` between two steps of the main thread when the end is asked for."""
        self._end = end
        if self.asked is not None:
            end()

    def _asked(self, number: int, _: FrameType | None) -> None:
        if self.asked is None:
            log.info("asked to end by %s", signal.Signals(number).name)
            self.asked = number
            # Exits the process even if a library call never returns. Not undone at the end of the
            # block, because Python's own shutdown can hang as well; not into the stacks file,
            # because its disk may be the one that hangs.
            self._deadline = Path(os.devnull).open("w")  # noqa: SIM115 - open until the end
            faulthandler.dump_traceback_later(SHUTDOWN_SECONDS, exit=True, file=self._deadline)
        elif number == signal.SIGINT:
            raise KeyboardInterrupt  # a second signal ends at once
        self._end()

    def _open_stacks(self) -> None:
        """SIGUSR1 writes all stacks.

        By a handler in Python, which holds the interpreter lock: `faulthandler.register` reads the
        stacks of threads that are running, and that can end the program.
        """
        if self._folder is None or not hasattr(signal, "SIGUSR1"):
            return
        path = self._folder / STACKS_FILE
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            full = path.exists() and path.stat().st_size > MAX_STACKS_BYTES
            self._stacks = path.open("w" if full else "a", encoding="utf-8")
        except OSError as problem:
            log.warning("stacks cannot be written: %s", problem)
            return
        self._before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._write_stacks)

    def _write_stacks(self, _number: int, _frame: FrameType | None) -> None:
        assert self._stacks is not None
        faulthandler.dump_traceback(self._stacks, all_threads=True)
        log.warning("the stacks of all threads were written to %s", STACKS_FILE)


def match_set_aside_text() -> Text:
    words = (
        "The program ended three times with the same game on the table. That game "
        "is saved, but no longer opens by itself."
    )
    return say("supervision.aside", words)


def safe_mode_text(deaths: int) -> Text:
    words = (
        "Safe mode: the program ended unexpectedly {n} times in an hour. Dice "
        "readers, button boxes and touch frames stay off until it has run well for "
        "an hour."
    )
    return say("supervision.safe", words, n=deaths)


def no_port_text(port: int, why: str) -> Text:
    words = "The status page at port {port} is not available: {why}."
    return say("supervision.port", words, port=port, why=why)


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
        self._crashes = CrashReports(data_dir / crashes.CRASH_FOLDER)
        self._notifier = ServiceNotifier.of(now=now) if notifier is None else notifier
        self._signals = ShutdownSignals(data_dir / logs.LOG_FOLDER)
        self._exit_stack = ExitStack()
        self._past = crashes.CrashHistory()
        self._crashed_before = self._ready = False
        self._supervised: SupervisedProgram | None = None
        self._told = ""
        self._began = now()
        self.health: HealthServer | None = None
        """The health server, if the settings ask for it."""
        self._collector: MetricsCollector | None = None
        """Where health is served, or told to a hub."""
        self._last_input = now()
        self.problems: list[Text] = []
        """Warnings for the operator, which are logged."""
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
        """Raises DataFolderInUse if another program uses the data folder."""
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
        log.info("tabletop %s starts", __version__)
        if report is not None:
            log.error("a fatal signal has ended the last run; see %s", report.name)
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
            log.critical("the program ends after an uncaught error", exc_info=True)
            values = self._given.values
            report = self._crashes.report(fault, self._logs.last, values) if self._one else None
            if report is not None:
                log.critical("the crash report is %s", report)
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
            crashes.write_history(self._folder, self._past)
        if on_table in self._past.aside and on_table not in before.aside:
            self._tell(match_set_aside_text())
            log.error("the match %s is set aside", on_table)

    # -- called by the main loop -------------------------------------------------------------------

    def begin(self, program: SupervisedProgram) -> None:
        """The window is about to open: from now on signals are handled and health is served."""
        self._supervised = program
        port = self._given["kiosk.health_port"]
        if port:
            from tabletop.system.health_server import HealthServer  # imported only where it is used

            collector = self._measure()
            try:
                self.health = HealthServer(port, lambda: collector.latest, self._folder)
            except OSError as problem:
                self._tell(no_port_text(port, problem.strerror or str(problem)))

        def end() -> None:
            program.end(EXIT_INTERRUPTED if self._signals.asked == signal.SIGINT else 0)

        self._signals.call(end)

    def metrics(self) -> Metrics | None:
        """The last snapshot of health; measuring begins with the first call."""
        return self._measure().latest

    @property
    def recent_crashes(self) -> int:
        """The crashes of the last hour."""
        return self._past.recent(self._today())

    def _measure(self) -> MetricsCollector:
        if self._collector is None:
            self._collector = MetricsCollector(self._standing, self._now)
        return self._collector

    def frame_drawn(self, work: float, _rects: object = ()) -> None:
        """A frame was drawn in so many seconds."""
        if self._collector is not None:
            self._collector.frame_drawn(work)
        if not self._ready:
            self._ready = True
            safe = "The table is open, in safe mode."
            self._notifier.ready(safe if self.safe else "The table is open.")

    def turn_ended(self, *, touched: bool, trouble: str) -> None:
        """The main loop has turned; called after every turn, drawn or not.

        `trouble`: what is wrong with saving; "" for nothing.
        """
        if not self._ready:
            return
        if touched:
            self._last_input = self._now()
        if self._collector is not None:
            self._collector.turn_ended(touched=touched)
        if self._signals.asked is not None:
            self._notifier.stopping()
        self._notifier.alive()
        if trouble != self._told:
            self._told = trouble
            self._notifier.tell(trouble or "The table is open.")
        if self.safe and self._supervised is not None:
            self._leave_safe_mode(self._supervised)

    # -- status ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        before, now = crashes.read_history(self._folder), self._today()
        self._crashed_before = before.running
        self._past = before.begun(now)
        crashes.write_history(self._folder, self._past)
        if self._crashed_before:
            log.warning("the previous run ended unexpectedly")
        if self._past.needs_safe_mode(now):
            self.safe = True
            self._tell(safe_mode_text(self._past.recent(now)))

    def _end(self) -> None:
        self._notifier.stopping()
        if self._one:
            self._past = self._past.ended()
            crashes.write_history(self._folder, self._past)

    def _leave_safe_mode(self, program: SupervisedProgram) -> None:
        """Restarts the program after an hour without a crash, while nobody is there."""
        well = self._now() - self._began >= crashes.SAFE_MODE_SECONDS
        alone = self._now() - self._last_input >= RESTART_IDLE_SECONDS
        if well and alone and self._notifier.listened and not program.busy():
            log.info("safe mode ends: the program restarts")
            program.end(EXIT_RESTART)

    def _standing(self) -> TableStatus:
        status = TableStatus() if self._supervised is None else self._supervised.standing()
        return replace(
            status,
            safe_mode=self.safe,
            restarts=self._past.restarts,
            restarts_lately=self._past.recent(self._today()),
        )

    def _tell(self, sentence: Text) -> None:
        log.warning("%s", sentence)
        self.problems.append(sentence)
