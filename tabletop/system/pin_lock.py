"""The operator's PIN: its hash, which PINs are too easy, and the waits after wrong ones.

`RateLimiter` slows down guessing of match codes. `PinLock` counts wrong PINs in a file. Its wait is
counted in seconds since the machine started, never by the time of day, which can be changed. A
restart of the machine does not shorten it: what was left when the file was last written starts
again.
"""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import scrypt
from hmac import compare_digest
from itertools import pairwise
from math import inf, isfinite
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal, TypeAlias

from tabletop.engine import Text, say
from tabletop.settings import write_atomically

MIN_PIN_DIGITS: Final = 4
MAX_PIN_DIGITS: Final = 8
FREE_ATTEMPTS: Final = 5
"""Wrong PINs before the first wait."""
FIRST_WAIT_SECONDS: Final = 60.0
MAX_WAIT_SECONDS: Final = 5 * 3600.0
"""Seconds to wait after the last of these; every further wrong PIN doubles them, up to the maximum.
Ten thousand guesses then take more than five years."""

SALT_BYTES: Final = 16
SCRYPT_COST: Final = 2**15
SCRYPT_BLOCK: Final = 8
"""Parameters of scrypt (RFC 7914): 32 MB and about 100 ms on a desktop, more on a small board."""
SCRYPT_MEMORY: Final = 128 * SCRYPT_COST * SCRYPT_BLOCK * 2
DIGEST_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class HashedPin:
    """A hash, with which a PIN can only be compared."""

    salt: bytes
    digest: bytes

    def __post_init__(self) -> None:
        if len(self.salt) != SALT_BYTES or len(self.digest) != DIGEST_BYTES:
            raise ValueError("not the hash of a PIN")

    @classmethod
    def of(cls, pin: str, salt: bytes | None = None) -> "HashedPin":
        """Hashes a PIN; it takes 0.1 s and more, so never call it in the main loop."""
        salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
        digest = scrypt(
            pin.encode("ascii"),
            salt=salt,
            n=SCRYPT_COST,
            r=SCRYPT_BLOCK,
            p=1,
            maxmem=SCRYPT_MEMORY,
            dklen=DIGEST_BYTES,
        )
        return cls(salt, digest)

    def matches(self, pin: str) -> bool:
        """Whether it is this PIN; as slow as `of`, also for a wrong one."""
        return compare_digest(HashedPin.of(pin, self.salt).digest, self.digest)


def wait_seconds(failed: int) -> float:
    """The wait after so many wrong PINs in a row, in seconds."""
    if failed < FREE_ATTEMPTS:
        return 0.0
    doublings = min(failed - FREE_ATTEMPTS, 60)  # avoids overflow of the power
    return min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0**doublings)


def tries_left(failed: int) -> int:
    """How many wrong PINs are left until one costs a wait."""
    return max(1, FREE_ATTEMPTS - failed)


def is_pin(text: str) -> bool:
    """Whether it is digits, of the right number."""
    return MIN_PIN_DIGITS <= len(text) <= MAX_PIN_DIGITS and text.isascii() and text.isdigit()


def pin_fault(pin: str) -> Text | None:
    """Why that cannot be the operator's PIN; None if it can."""
    if not is_pin(pin):
        return say(
            "pin.length",
            "A PIN has {least} to {most} digits.",
            least=MIN_PIN_DIGITS,
            most=MAX_PIN_DIGITS,
        )
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        return say("pin.easy", "That PIN is too easy to guess. Choose another.")
    return None


class RateLimiter:
    """Pauses after wrong codes in a row, longer with each."""

    PAUSE: Final = 30.0
    """Seconds of the first pause; each further one doubles."""
    LONGEST: Final = 480.0
    FREE: Final = 5
    """Wrong codes before a pause: people mistype twice, guessing needs thousands."""

    def __init__(self) -> None:
        self.wrong = 0
        self.waits = 0.0
        """Seconds until another code is accepted."""
        self._pauses = 0

    def failed(self) -> None:
        self.wrong += 1
        if self.wrong % self.FREE == 0:
            self.waits = min(self.LONGEST, self.PAUSE * 2.0**self._pauses)
            self._pauses += 1

    def succeeded(self) -> None:
        self.wrong = self._pauses = 0
        self.waits = 0.0

    def run(self, seconds: float) -> None:
        self.waits = max(0.0, self.waits - seconds)


log = logging.getLogger("tabletop.operator")

FILE_NAME: Final = "operator.json"
FORMAT_VERSION: Final = 1
MAX_FAILED: Final = 10**9
NOTE_WAIT_SECONDS: Final = 60.0
"""Seconds of a wait after which its progress is written to the file."""
UNSAVED_WAIT_SECONDS: Final = 60.0
"""The least wait after a wrong PIN that could not be written."""
BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")

PinAnswer: TypeAlias = Literal["right", "wrong", "set", "unkept"]
"""The result of the last PIN: `unkept` could not be stored."""
PinStatus: TypeAlias = Literal["none", "set", "damaged"]


@dataclass(frozen=True, slots=True)
class PinLockState:
    """The content of the file."""

    pin: HashedPin | None = None
    failed: int = 0
    """Wrong PINs since the last right one."""
    left: float = 0.0
    """Seconds of the wait that were left when it was written."""
    boot: str = ""
    """The boot id at which it was written; empty if unknown."""
    until: float = 0.0
    """The second since that boot at which the wait ends."""

    def remaining(self, boot: str, now: float) -> float:
        if boot and boot == self.boot:
            return min(self.left, max(0.0, self.until - now))
        return self.left

    def as_text(self) -> str:
        words: dict[str, Any] = {
            "operator": FORMAT_VERSION,
            "failed": self.failed,
            "left": round(self.left, 3),
            "boot": self.boot,
            "until": round(self.until, 3),
        }
        if self.pin is not None:
            words |= {"salt": self.pin.salt.hex(), "digest": self.pin.digest.hex()}
        return json.dumps(words, indent=1) + "\n"

    @classmethod
    def read(cls, text: str) -> "PinLockState":
        """The inverse of `as_text`; ValueError for anything else."""
        try:
            words = json.loads(text)
        except RecursionError:
            raise ValueError("not the operator's file") from None
        if not isinstance(words, dict) or words.pop("operator", None) != FORMAT_VERSION:
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
                raise ValueError("the operator's file lacks a field")
        try:
            left, until = float(left), float(until)
        except OverflowError:  # JSON allows integers beyond all floats
            left = inf
        if not (0 <= failed <= MAX_FAILED and isfinite(left) and left >= 0 and isfinite(until)):
            raise ValueError("the operator's file has a value out of range")
        return cls(_read_pin(rest), failed, left, boot, until)


def _read_pin(words: dict[str, Any]) -> HashedPin | None:
    match words:
        case {"salt": str(salt), "digest": str(digest), **more} if not more:
            return HashedPin(bytes.fromhex(salt), bytes.fromhex(digest))
        case {**more} if not more:
            return None
    raise ValueError("the operator's file has unknown or missing fields")


def boot_id() -> str:
    """An id of this start of the machine; empty if it has none."""
    try:
        return BOOT_ID_FILE.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def seconds_since_boot() -> float:
    """Seconds since the machine started, including sleep where that is known."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class PinLock:
    """Checks PINs in a thread of its own.

    An attempt is counted in the file before it is checked, so nobody learns the answer and then
    undoes the attempt by cutting the power. Others write the file too: a shell command sets a PIN
    or ends a wait while the program runs.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], float] = seconds_since_boot,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        """`now` gives seconds, `boot` the id of this start of the machine."""
        self._path = path
        self._now, self._boot = now, boot()
        self._thread: threading.Thread | None = None
        self._trying = False
        self._answer: PinAnswer | None = None
        self._lock = threading.Lock()
        self._unsaved_until = -inf
        """Stays locked until then because a wrong PIN could not be written."""
        self._known: bytes | None = None
        """The content of the file when it was last read or written; None if there was none."""
        self.kind: PinStatus = "none"
        self._state = PinLockState()
        self.read_if_changed()

    def read_if_changed(self) -> None:
        """Reads the file if somebody else has changed it.

        Otherwise the state here is newer, because the disk may not have taken it.
        """
        found = self._found()
        if found == self._known:
            return
        self._known, self._unsaved_until = found, -inf
        try:
            state = PinLockState() if found is None else PinLockState.read(found.decode("utf-8"))
            self.kind = "none" if state.pin is None else "set"
        except ValueError as problem:
            # The PIN is unknown, so none is accepted.
            log.error("the operator's file is damaged: %s", problem)
            state, self.kind = PinLockState(), "damaged"
        left = state.remaining(self._boot, self._now())
        # The wait is counted from now, whatever boot id the file has.
        self._state = replace(state, left=left, boot=self._boot, until=self._now() + left)

    def _found(self) -> bytes | None:
        """The content of the file, None if there is none; empty if it cannot be read."""
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
        """Seconds until a PIN can be tried."""
        return max(self._state.until, self._unsaved_until, now := self._now()) - now

    @property
    def busy(self) -> bool:
        return self._trying

    def answer(self) -> PinAnswer | None:
        """The result of the last attempt or choice; given once."""
        with self._lock:
            answer, self._answer = self._answer, None
        return answer

    def try_pin(self, pin: str) -> bool:
        """Tries a PIN; `answer` gives the result later. False during a wait."""
        if self.busy or self.left > 0 or self.kind != "set":
            return False
        self._trying = True
        self._begin(lambda: self._check_pin(pin))
        return True

    def set_pin(self, pin: str) -> bool:
        """Sets the operator's PIN; `answer` tells later whether it was stored."""
        if self.busy or not is_pin(pin):
            return False
        self._trying = True
        self._begin(lambda: self._store_pin(pin))
        return True

    def unlock(self) -> bool:
        """Ends a wait and forgets wrong PINs; False if it cannot be written. Blocks."""
        self._unsaved_until = -inf
        return self._keep(self._waiting(0))

    def reload(self) -> None:
        """Reads the file again: a shell command may have changed it."""
        if not self.busy:
            self._begin(self.read_if_changed)

    def wait(self, timeout: float | None = None) -> None:
        """Waits for the thread: on the command line and at the end, never in the main loop."""
        if self._thread is not None:
            self._thread.join(timeout)

    def save_progress(self) -> None:
        """Writes from time to time how much of a wait has passed."""
        works = self._thread is not None and self._thread.is_alive()
        if self._progress_unsaved and not works:
            self._begin(self._save_progress)

    @property
    def _progress_unsaved(self) -> bool:
        return self.kind == "set" and self._state.left - self.left >= NOTE_WAIT_SECONDS

    # -- in the thread ----------------------------------------------------------------------

    def _begin(self, work: Callable[[], None]) -> None:
        before = self._thread

        def turn() -> None:
            if before is not None:
                before.join()
            try:
                work()
            except Exception:  # a lock that is never ready again would keep the operator out
                log.exception("the PIN lock failed")
                self._say("wrong")

        self._thread = threading.Thread(target=turn, name="operator", daemon=True)
        self._thread.start()

    def _check_pin(self, pin: str) -> None:
        self.read_if_changed()  # a PIN may have been set in a shell while the page was open
        if self.kind != "set" or self.left > 0:
            self._say("wrong")
            return
        failed = min(self._state.failed + 1, MAX_FAILED)
        kept = self._keep(self._waiting(failed))
        hashed = self._state.pin
        if hashed is not None and is_pin(pin) and hashed.matches(pin):
            self._unsaved_until = -inf
            self._keep(self._waiting(0))
            self._say("right")
            return
        if not kept:
            self._unsaved_until = self._now() + max(UNSAVED_WAIT_SECONDS, wait_seconds(failed))
        log.warning("a wrong PIN, %d in a row", failed)
        self._say("wrong")

    def _store_pin(self, pin: str) -> None:
        before, kind = self._state, self.kind
        kept = self._keep(replace(self._waiting(0), pin=HashedPin.of(pin)))
        if not kept:
            self._state, self.kind = before, kind
            self._say("unkept")
            return
        self.kind = "set"
        self._say("set")

    def _save_progress(self) -> None:
        # Otherwise a wait that was ended in a shell would return, and an old PIN too.
        self.read_if_changed()
        if self._progress_unsaved:
            left = self.left
            self._keep(replace(self._state, left=left, until=self._now() + left))

    def _waiting(self, failed: int) -> PinLockState:
        left = wait_seconds(failed)
        return PinLockState(self._state.pin, failed, left, self._boot, self._now() + left)

    def _keep(self, state: PinLockState) -> bool:
        """Puts a state into force and writes it; False if it cannot be written."""
        self._state, text, kept = state, state.as_text(), True
        try:
            write_atomically(self._path, text)  # readable by its owner alone
        except OSError as problem:
            log.error("the operator's file cannot be written: %s", problem)
            kept = False
        # It may be written all the same; only its sync is unknown.
        written = text.encode("utf-8")
        if kept or self._found() == written:
            self._known = written
        return kept

    def _say(self, answer: PinAnswer) -> None:
        with self._lock:
            self._answer, self._trying = answer, False


class RemotePinCheck:
    """Checks the operator's PIN for devices that strangers hold.

    Its waits are its own and only in memory: wrong PINs from afar never lock the operator out.
    """

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._now = now
        self._failed = 0
        self._until = -inf
        self._busy = False
        self._answers: SimpleQueue[bool] = SimpleQueue()

    @property
    def pin_exists(self) -> bool:
        """Whether there is a PIN, or a damaged file that may hold one."""
        return self._path.exists() and PinLock(self._path).kind != "none"

    def try_pin(self, pin: str) -> bool:
        """Begins a check; `answer` gives its result later. False during a wait or a check."""
        if self._busy or self._now() < self._until or not is_pin(pin):
            return False
        self._busy = True
        threading.Thread(target=self._check, args=(pin,), name="remote PIN", daemon=True).start()
        return True

    def answer(self) -> bool | None:
        """The result of the last check, once; None until there is one."""
        try:
            right = self._answers.get_nowait()
        except Empty:
            return None
        self._busy = False
        self._failed = 0 if right else self._failed + 1
        self._until = self._now() + wait_seconds(self._failed)
        if not right:
            log.warning("a wrong PIN from afar, %d in a row", self._failed)
        return right

    def _check(self, pin: str) -> None:
        right = False
        try:
            hashed = PinLockState.read(self._path.read_text("utf-8")).pin
            right = hashed is not None and hashed.matches(pin)
        except (OSError, ValueError) as problem:
            log.error("the operator's file cannot be read: %s", problem)
        finally:
            self._answers.put(right)
