"""The door to the operator's pages: it counts wrong PINs, and what it counts outlives everything.

How long it stays shut is counted in seconds since the machine started, never by the time of day,
which can be changed. A restart of the machine does not shorten it: what was left when it was last
written down is waited again.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from tabletop.kiosk.pin import Hashed, is_pin, wait_after
from tabletop.settings import write_atomically

log = logging.getLogger("tabletop.operator")

FILE_NAME: Final = "operator.json"
FORM: Final = 1
MOST_FAILED: Final = 10**9
NOTED: Final = 60.0
"""Seconds of a wait after which is written down that they went by."""
UNKEPT_WAIT: Final = 60.0
"""The least wait after a wrong PIN that could not be written down."""
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")

Answer: TypeAlias = Literal["right", "wrong", "set", "unkept"]
"""What became of the last PIN: `unkept` could not be made the operator's."""
Kind: TypeAlias = Literal["none", "set", "damaged"]


@dataclass(frozen=True, slots=True)
class State:
    """What the file says."""

    pin: Hashed | None = None
    failed: int = 0
    """Wrong PINs since the last right one."""
    left: float = 0.0
    """Seconds that were still to be waited when it was written."""
    boot: str = ""
    """The start of the machine in which it was written; empty where that is not known."""
    until: float = 0.0
    """The second since that start at which the wait is over."""

    def still(self, boot: str, now: float) -> float:
        """Seconds still to be waited."""
        if boot and boot == self.boot:
            return min(self.left, max(0.0, self.until - now))
        return self.left

    def as_text(self) -> str:
        """As the file has it."""
        words: dict[str, Any] = {
            "operator": FORM,
            "failed": self.failed,
            "left": round(self.left, 3),
            "boot": self.boot,
            "until": round(self.until, 3),
        }
        if self.pin is not None:
            words |= {"salt": self.pin.salt.hex(), "digest": self.pin.digest.hex()}
        return json.dumps(words, indent=1) + "\n"

    @classmethod
    def read(cls, text: str) -> "State":
        """The inverse of `as_text`; ValueError for anything else."""
        try:
            words = json.loads(text)
        except RecursionError:
            raise ValueError("not the operator's file") from None
        if not isinstance(words, dict) or words.pop("operator", None) != FORM:
            raise ValueError("not the operator's file")
        match words:
            case {
                "failed": int(failed),
                "left": int() | float() as left,
                "boot": str(boot),
                "until": int() | float() as until,
                **rest,
            }:
                pass
            case _:
                raise ValueError("the operator's file lacks something")
        try:
            left, until = float(left), float(until)
        except OverflowError:  # JSON knows whole numbers beyond all floats
            left = inf
        if not (0 <= failed <= MOST_FAILED and isfinite(left) and left >= 0 and isfinite(until)):
            raise ValueError("the operator's file says what cannot be")
        return cls(_read_pin(rest), failed, left, boot, until)


def _read_pin(words: dict[str, Any]) -> Hashed | None:
    match words:
        case {"salt": str(salt), "digest": str(digest), **more} if not more:
            return Hashed(bytes.fromhex(salt), bytes.fromhex(digest))
        case {**more} if not more:
            return None
    raise ValueError("the operator's file says too much or too little")


def boot_id() -> str:
    """A name of this start of the machine; empty where it has none."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def since_boot() -> float:
    """Seconds since the machine started, sleep included where that is known."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Door:
    """Tries PINs in a thread of its own, and waits. It changes with every try.

    A try is counted and written down before it is looked at, so nobody learns an answer and then
    takes the try back by pulling the plug. Others write to the file too: a shell sets a PIN or ends
    a wait while the table runs.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], float] = since_boot,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        """`now` is asked for seconds, `boot` for a name of this start of the machine."""
        self._path = path
        self._now, self._boot = now, boot()
        self._thread: threading.Thread | None = None
        self._trying = False
        self._answer: Answer | None = None
        self._lock = threading.Lock()
        self._unkept = -inf
        """Until when it stays shut because a wrong PIN could not be written down."""
        self._known: bytes | None = None
        """What the file held when it was read or written last; None while there was none."""
        self.kind: Kind = "none"
        self._state = State()
        self.look()

    def look(self) -> None:
        """Reads the file if somebody else has changed it: what PIN there is, how long one waits.

        Where nobody has, what is held here is newer, for the disk may not have taken it.
        """
        found = self._found()
        if found == self._known:
            return
        self._known, self._unkept = found, -inf
        try:
            state = State() if found is None else State.read(found.decode("utf-8"))
            self.kind = "none" if state.pin is None else "set"
        except ValueError as problem:
            # What the PIN was nobody knows; a door that cannot tell opens to nobody.
            log.error("the operator's file is damaged: %s", problem)
            state, self.kind = State(), "damaged"
        left = state.still(self._boot, self._now())
        # From here on counted from now, whatever the machine's start before was called.
        self._state = replace(state, left=left, boot=self._boot, until=self._now() + left)

    def _found(self) -> bytes | None:
        """What stands in the file, None if there is none; nothing, where it cannot be read."""
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as problem:
            log.error("the operator's file cannot be read: %s", problem)
            return b""

    @property
    def failed(self) -> int:
        """Wrong PINs since the last right one."""
        return self._state.failed

    @property
    def left(self) -> float:
        """Seconds until something can be tried."""
        return max(self._state.until, self._unkept, now := self._now()) - now

    @property
    def busy(self) -> bool:
        """Whether a PIN is being looked at."""
        return self._trying

    def answer(self) -> Answer | None:
        """What became of the PIN that was tried or set; once."""
        with self._lock:
            answer, self._answer = self._answer, None
        return answer

    def attempt(self, pin: str) -> bool:
        """Tries a PIN; `answer` says later whether it was right. False while one has to wait."""
        if self.busy or self.left > 0 or self.kind != "set":
            return False
        self._trying = True
        self._begin(self._attempted, pin)
        return True

    def choose(self, pin: str) -> bool:
        """Makes it the operator's PIN; `answer` says later whether that could be kept."""
        if self.busy or not is_pin(pin):
            return False
        self._trying = True
        self._begin(self._chosen, pin)
        return True

    def unlock(self) -> bool:
        """Ends a wait and forgets wrong PINs; False if the disk does not take it. It waits."""
        self._unkept = -inf
        return self._keep(self._waiting(0))

    def look_again(self) -> None:
        """Has the file read anew: a shell may have ended a wait, or set another PIN."""
        if not self.busy:
            self._begin(lambda _: self.look(), "")

    def wait(self, timeout: float | None = None) -> None:
        """Waits for the thread: for the command line and at the end, never in the main loop."""
        if self._thread is not None:
            self._thread.join(timeout)

    def note(self) -> None:
        """Has it written down how much of a wait went by, now and then."""
        works = self._thread is not None and self._thread.is_alive()
        if self._owes_note and not works:
            self._begin(self._noted, "")

    @property
    def _owes_note(self) -> bool:
        return self.kind == "set" and self._state.left - self.left >= NOTED

    # -- in the thread ----------------------------------------------------------------------

    def _begin(self, work: Callable[[str], None], pin: str) -> None:
        before = self._thread

        def turn() -> None:
            if before is not None:
                before.join()
            try:
                work(pin)
            except Exception:  # a door that is never ready again would keep the operator out
                log.exception("the operator's door has a fault")
                self._say("wrong")

        self._thread = threading.Thread(target=turn, name="operator", daemon=True)
        self._thread.start()

    def _attempted(self, pin: str) -> None:
        self.look()  # a PIN may have been set in a shell while the page lay open
        if self.kind != "set" or self.left > 0:
            self._say("wrong")
            return
        failed = min(self._state.failed + 1, MOST_FAILED)
        kept = self._keep(self._waiting(failed))
        hashed = self._state.pin
        if hashed is not None and is_pin(pin) and hashed.fits(pin):
            self._unkept = -inf
            self._keep(self._waiting(0))
            self._say("right")
            return
        if not kept:
            self._unkept = self._now() + max(UNKEPT_WAIT, wait_after(failed))
        log.warning("a wrong PIN, %d in a row", failed)
        self._say("wrong")

    def _chosen(self, pin: str) -> None:
        before, kind = self._state, self.kind
        kept = self._keep(replace(self._waiting(0), pin=Hashed.of(pin)))
        if not kept:
            self._state, self.kind = before, kind
            self._say("unkept")
            return
        self.kind = "set"
        self._say("set")

    def _noted(self, _: str) -> None:
        self.look()  # else a wait that was ended in a shell would come back, and an old PIN too
        if self._owes_note:
            left = self.left
            self._keep(replace(self._state, left=left, until=self._now() + left))

    def _waiting(self, failed: int) -> State:
        left = wait_after(failed)
        return State(self._state.pin, failed, left, self._boot, self._now() + left)

    def _keep(self, state: State) -> bool:
        """Has it count from now on, and writes it down; False where the disk does not take it."""
        self._state, text, kept = state, state.as_text(), True
        try:
            write_atomically(self._path, text)  # a file that only its owner reads
        except OSError as problem:
            log.error("the operator's file cannot be written: %s", problem)
            kept = False
        # It may lie there all the same: then only whether it stays is unknown.
        written = text.encode("utf-8")
        if kept or self._found() == written:
            self._known = written
        return kept

    def _say(self, answer: Answer) -> None:
        with self._lock:
            self._answer, self._trying = answer, False
