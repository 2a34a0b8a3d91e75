"""The near end of the cable of a simulated device: a pseudo-terminal or a TCP port."""

import contextlib
import os
import select
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol


class End(Protocol):
    """Our end of a cable."""

    where: str
    """What the host opens, once `plug` was called."""

    def plug(self) -> None:
        """Puts the cable in."""
        ...

    def unplug(self) -> None:
        """Pulls it, in the middle of whatever is said."""
        ...

    def listens(self) -> bool:
        """Whether a host has it open now."""
        ...

    def watched(self) -> Sequence[int]:
        """What to wait for until something can be read, or a host comes."""
        ...

    def read(self) -> bytes:
        """What the host wrote; empty if nothing."""
        ...

    def write(self, data: bytes) -> int:
        """How many of these bytes fit into the cable now."""
        ...


class PtyEnd:
    """A pseudo-terminal, which looks like a serial port to the host. Not on Windows."""

    def __init__(self, link: Path | None = None) -> None:
        """`link` is a symbolic link that leads to it, and stays where it is over replugging."""
        self.where = "" if link is None else str(link)
        self._link = link
        self._master = -1

    def plug(self) -> None:
        import tty  # not on Windows

        self._master, slave = os.openpty()
        try:
            # What a host would set, so that nothing is echoed or changed before it does.
            tty.setraw(slave)
            path = os.ttyname(slave)
        finally:
            os.close(slave)
        os.set_blocking(self._master, False)
        if self._link is None:
            self.where = path
            return
        # In one step, so that a host never finds nothing or the old one's half.
        fresh = self._link.with_name(self._link.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(path)
        fresh.replace(self._link)

    def unplug(self) -> None:
        if self._master < 0:
            return
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        os.close(self._master)
        self._master = -1

    def listens(self) -> bool:
        if self._master < 0:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        return not poll.poll(0)  # a hang-up: nobody has the other end open

    def watched(self) -> Sequence[int]:
        return (self._master,) if self.listens() else ()

    def read(self) -> bytes:
        with contextlib.suppress(OSError):
            return os.read(self._master, 4096)
        return b""

    def write(self, data: bytes) -> int:
        with contextlib.suppress(OSError):
            return os.write(self._master, data)
        return 0


class TcpEnd:
    """A port on this machine alone, with one host at a time, as ``socket://127.0.0.1:PORT``."""

    def __init__(self, port: int = 0) -> None:
        """Port 0: any that is free; it stays the same over replugging."""
        self.port = port
        self.where = ""
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None

    def plug(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self.port), backlog=1)
        self._door.setblocking(False)
        self.port = self._door.getsockname()[1]
        self.where = f"socket://127.0.0.1:{self.port}"

    def unplug(self) -> None:
        self._hang_up()
        if self._door is not None:
            self._door.close()
            self._door = None

    def listens(self) -> bool:
        if self._host is None and self._door is not None:
            with contextlib.suppress(OSError):
                self._host, _ = self._door.accept()
                self._host.setblocking(False)
                self._host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._host is not None

    def watched(self) -> Sequence[int]:
        end = self._host or self._door
        return () if end is None else (end.fileno(),)

    def read(self) -> bytes:
        if self._host is None:
            return b""
        try:
            data = self._host.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> int:
        if self._host is None:
            return 0
        try:
            return self._host.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up()
            return 0

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
