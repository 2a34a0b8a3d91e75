"""The process and its parts: exit codes, child processes, the instance lock, memory."""

import ctypes
import gc
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import tabletop

EXIT_CRASHED: Final = 70
"""After an uncaught error; there is a crash report."""
EXIT_RESTART: Final = 75
"""The operator, or safe mode after an hour without a crash, asks to be started again."""
EXIT_INTERRUPTED: Final = 130
EXIT_CLOSED: Final = 76
"""The operator has closed a locked table: systemd must not start it again."""

if sys.platform == "win32":
    NO_WINDOW: Final = subprocess.CREATE_NO_WINDOW
    """The creation flags without which Windows opens a console."""
else:
    NO_WINDOW: Final = 0


def module_command(module: str, *words: str) -> list[str]:
    return [sys.executable or "python", "-m", module, *words]


def child_environment() -> Mapping[str, str]:
    """The environment, with this program on PYTHONPATH."""
    here = str(Path(tabletop.__file__).parent.parent)
    path = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{path}" if path else here}


def take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Moves the pipes of a child process, its input and output, to other descriptors.

    Otherwise a library that prints would write into the protocol, and a child process would hold
    the pipes open after this process has ended.
    """
    lines = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return lines, out


LIBRARY_PATHS: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def system_environment() -> Mapping[str, str]:
    """The environment for programs of the system.

    A bundle of PyInstaller has its own libraries on the library path, and keeps the former value in
    a variable ending in _ORIG. Programs of the system must not load the bundle's libraries.
    """
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        for name in LIBRARY_PATHS:
            environment.pop(name, None)
            before = environment.pop(f"{name}_ORIG", None)
            if before is not None:
                environment[name] = before
    return environment


def shell_command(data_dir: Path, *words: str) -> str:
    """A command line of this program for people to type, with its data folder if it is its own."""
    # Imported here: only few starts need it.
    from platformdirs import user_data_path

    usual = data_dir.absolute() == user_data_path("tabletop", appauthor=False)
    folder = () if usual else ("--data-dir", f'"{data_dir.absolute()}"')
    return " ".join(("tabletop", *folder, *words))


LOCK_FILE_NAME: Final = "supervision.lock"


class DataFolderInUse(Exception):
    """Another running program uses the data folder."""


class InstanceLock:
    """Held from the start and released when the process ends.

    Raises DataFolderInUse if another process holds it.
    """

    def __init__(self, folder: Path) -> None:
        self.held = False
        """False where the folder cannot be written or has no locks."""
        self._handle: int | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(folder / LOCK_FILE_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return
        try:
            lock_file(self._handle)
        except LOCKED_ERRORS as problem:
            self.close()
            raise DataFolderInUse(
                f"another tabletop is running with the data folder {folder}; "
                "end it first, or give this one a folder of its own: --data-dir DIR"
            ) from problem
        except OSError:
            self.close()
        else:
            self.held = True

    def close(self) -> None:
        self.held = False
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    LOCKED_ERRORS: Final = (OSError,)
    """What `lock_file` raises if another process has locked the file."""

    def lock_file(handle: int) -> None:
        """Locks the byte at the file position until the file is closed; OSError if it is locked."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    LOCKED_ERRORS: Final = (BlockingIOError,)

    def lock_file(handle: int) -> None:
        """Locks the file until it is closed; OSError if another process has locked it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


MMAP_BYTES: Final = 64 * 1024
"""Blocks from this size on are mapped one by one: a surface of 128 x 128 pixels."""
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""The parameter numbers of mallopt(3)."""


def return_freed_memory() -> None:
    """Maps large blocks one by one, so that they are returned as soon as they are free.

    By default glibc raises this limit up to 32 MB with each block that is freed, and puts the next
    ones between small blocks that stay: after a day of surfaces that come and go, the process holds
    a tenth more than is in use. Nothing happens with other C libraries.

    Mapped blocks are slower, because the system clears them: the first full picture in 3840 x 2160
    took 100 ms longer, so it is drawn before this is called.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than glibc
            libc = ctypes.CDLL(None)
            libc.mallopt(_MMAP_THRESHOLD, MMAP_BYTES)
            libc.mallopt(_TRIM_THRESHOLD, 2 * MMAP_BYTES)
            libc.malloc_trim(0)  # and return what is free by now


def disable_gc() -> None:
    """No collection until `freeze_startup_objects`."""
    gc.disable()


def freeze_startup_objects() -> None:
    """After the first picture: from now on only new objects are collected."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
        return_freed_memory()


def unfreeze_objects() -> None:
    """At the end: all objects are collected again."""
    gc.unfreeze()
    gc.enable()


def allow_sockets(enough: int) -> None:
    """Raises the limit of open files where it is low, as on macOS."""
    with suppress(ImportError, OSError, ValueError):  # there is none on Windows
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= soft < enough:
            most = enough if hard < 0 else min(enough, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
