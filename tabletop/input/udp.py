"""UDP datagrams, received by a thread."""

import contextlib
import errno
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from tabletop.engine import say
from tabletop.input.event_wait import wake

MAX_DATAGRAM_BYTES: Final = 8192
"""Enough for two hundred fingers. Longer datagrams are dropped."""
MAX_WAITING_DATAGRAMS: Final = 512
"""How many datagrams may wait; the oldest are dropped."""
RECEIVE_SECONDS: Final = 0.25
"""Seconds without a datagram after which the thread checks whether to end."""
SILENCE_WAKE_SECONDS: Final = 1.0
"""Seconds of silence after which the main loop is woken once, to notice it."""

_PORT_TAKEN: Final = {errno.EADDRINUSE, errno.EACCES}


class Datagram(NamedTuple):
    """A datagram, its sender, and the monotonic second."""

    data: bytes
    sender: tuple[str, int]
    at: float


class UdpListener:
    """An open UDP port. A thread receives; its owner takes."""

    def __init__(self, host: str, port: int, now: Callable[[], float] = time.monotonic) -> None:
        """Opens the port; OSError if that fails. Port 0 takes any free one."""
        self._now = now
        self._socket = _open_socket(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._waiting: deque[Datagram] = deque(maxlen=MAX_WAITING_DATAGRAMS)
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._fault: OSError | None = None
        # A daemon: a crash that misses `close` must end the program.
        self._thread = threading.Thread(target=self._receive, name=f"udp {port}", daemon=True)
        self._thread.start()

    def take(self, most: int) -> list[Datagram]:
        """The oldest datagrams, up to `most` bytes; OSError if the port failed.

        What is left is for the next call, for which the main loop is woken.
        """
        self._woken.clear()  # first: what comes from now on wakes again
        taken: list[Datagram] = []
        size = 0
        while self._waiting and size < most:
            taken.append(self._waiting.popleft())
            size += len(taken[-1].data)
        if self._waiting:
            self._wake()
        if self._fault is not None and not taken:
            raise self._fault
        return taken

    def close(self) -> None:
        """Ends the thread, which closes the port; may be repeated."""
        self._ending.set()
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as knock,
        ):
            knock.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join(4 * RECEIVE_SECONDS)

    def _receive(self) -> None:
        last: float | None = None
        with self._socket as opened:
            while not self._ending.is_set():
                try:
                    data, sender = opened.recvfrom(MAX_DATAGRAM_BYTES + 1)
                except TimeoutError:
                    if last is not None and self._now() - last > SILENCE_WAKE_SECONDS:
                        last = None
                        self._wake()
                    continue
                except ConnectionError:
                    continue  # Windows reports an ICMP error
                except OSError as fault:
                    if fault.errno == errno.EMSGSIZE:
                        continue  # Windows: it was longer than the buffer
                    self._fault = fault
                    self._wake()
                    return
                if 0 < len(data) <= MAX_DATAGRAM_BYTES:
                    last = self._now()
                    self._waiting.append(Datagram(data, (sender[0], sender[1]), last))
                    self._wake()

    def _wake(self) -> None:
        """Wakes the main loop once until it takes."""
        if not self._woken.is_set():
            self._woken.set()
            wake()


def _open_socket(host: str, port: int) -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        opened.bind((host, port))
        opened.settimeout(RECEIVE_SECONDS)
    except OSError as problem:
        opened.close()
        if problem.errno not in _PORT_TAKEN:
            raise
        words = "UDP port {port} is taken by another program, or may not be opened"
        raise OSError(say("udp.taken", words, port=port)) from problem
    return opened
