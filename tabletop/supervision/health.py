"""Whether the table is well, for whoever asks this machine: ``/healthz`` and ``/metrics``."""

import json
import logging
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from tabletop import __version__
from tabletop.supervision.exposition import CONTENT, Family, Sample, exposition
from tabletop.supervision.vitals import Process, Vitals, quantile

log = logging.getLogger(__name__)

SILENT: Final = 10.0
"""Seconds after which a main loop that has not turned is not well."""
LITTLE: Final = 100 * 2**20
"""Bytes below which the disk is as good as full."""
CALLERS: Final = 8
"""How many are answered at once; others are hung up on."""
PATIENCE: Final = 3.0
"""Seconds that a question and its answer may take together."""


def unwell(vitals: Vitals | None, free: int | None, now: float) -> tuple[str, ...]:
    """Why the table is not well, in words; nothing if it is. `free`: bytes left on the disk."""
    if vitals is None:
        return ("the table is not open yet",)
    found = []
    if now - vitals.turned > SILENT:
        found.append(f"the main loop has not turned for {now - vitals.turned:.0f} s")
    if vitals.standing.trouble:
        found.append(str(vitals.standing.trouble))
    if free is not None and free < LITTLE:
        found.append(f"only {free // 2**20} MB are free on the disk")
    return tuple(found)


def metrics(vitals: Vitals, process: Process, free: int | None, now: float) -> Iterator[Family]:
    """All that is measured."""
    standing = vitals.standing

    def one(name: str, words: str, value: float | None, kind: Any = "gauge") -> Iterator[Family]:
        if value is not None:
            yield Family(f"tabletop_{name}", kind, words, (Sample(value),))

    version = Sample(1, {"version": __version__})
    yield Family("tabletop_info", "gauge", "Which program this is.", (version,))
    yield from one("uptime_seconds", "Seconds since the start.", now - vitals.began)
    yield from one("turned_seconds", "Seconds since the main loop turned.", now - vitals.turned)
    yield Family(
        "tabletop_frame_work_seconds",
        "summary",
        "Work of a frame: quantiles of the last minute, sums since the start.",
        (
            Sample(quantile(vitals.frames, 0.5), {"quantile": "0.5"}),
            Sample(quantile(vitals.frames, 0.99), {"quantile": "0.99"}),
            Sample(vitals.spent, ending="_sum"),
            Sample(vitals.drawn, ending="_count"),
        ),
    )
    words = "Frames whose work took longer than a sixtieth of a second."
    yield from one("frames_over_budget_total", words, vitals.late, "counter")
    yield from one("resident_memory_bytes", "Memory of the process.", process.memory)
    yield from one("open_descriptors", "Open descriptors of the process.", process.descriptors)
    yield from one("threads", "Threads of the process.", process.threads)
    words = "Seconds since anything was done at the table."
    yield from one("last_input_age_seconds", words, now - vitals.touched)
    devices = {(each.kind, each.name, each.state) for each in standing.devices}
    yield Family(
        "tabletop_device",
        "gauge",
        "1 for each device and how it fares.",
        tuple(
            Sample(1, {"kind": kind, "name": name, "state": state})
            for kind, name, state in sorted(devices)
        ),
    )
    yield from one("unsent_results", "Results that wait to be sent.", standing.unsent)
    yield from one("free_disk_bytes", "Room on the disk of the data folder.", free)
    yield from one("store_trouble", "1 while saving does not work.", bool(standing.trouble) + 0)
    words = "Starts after an end that was not in order."
    yield from one("restarts_total", words, standing.restarts, "counter")
    words = "The same, in the hour before this start."
    yield from one("restarts_last_hour", words, standing.restarts_lately)
    yield from one("safe_mode", "1 in safe mode.", standing.safe_mode + 0)


def free_in(folder: Path) -> int | None:
    """The bytes that are free where a folder is, or will be."""
    for place in (folder, *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


class _Answer(BaseHTTPRequestHandler):
    """Answers one question and hangs up. What is sent along is never read."""

    timeout = PATIENCE
    server: "_Server"

    def do_GET(self) -> None:
        """A question."""
        vitals, now = self.server.latest(), time.monotonic()
        free = free_in(self.server.folder)
        asked = self.path.partition("?")[0]
        if asked == "/healthz":
            reasons = unwell(vitals, free, now)
            status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
            told = json.dumps({"ok": not reasons, "reasons": reasons})
            self._say(status, "application/json", f"{told}\n")
        elif asked != "/metrics":
            self._say(HTTPStatus.NOT_FOUND, "text/plain", "/healthz and /metrics\n")
        elif vitals is None:
            self._say(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", "not open yet\n")
        else:
            text = exposition(metrics(vitals, Process.now(), free, now))
            self._say(HTTPStatus.OK, CONTENT, text)

    do_HEAD = do_GET  # noqa: N815 - the library's own name

    def _say(self, status: HTTPStatus, content: str, text: str) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", content)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)


class _Server(ThreadingHTTPServer):
    """Answers few at a time, and nobody for long."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = CALLERS

    def __init__(self, port: int, latest: Callable[[], Vitals | None], folder: Path) -> None:
        self.latest = latest
        self.folder = folder
        self._lines: dict[socket.socket, float] = {}
        """When each line that is open will be cut."""
        super().__init__(("127.0.0.1", port), _Answer)

    def verify_request(self, *_: Any) -> bool:
        """Hangs up on whoever comes when all lines are taken."""
        return len(self._lines) < CALLERS

    def process_request(self, request: Any, client_address: Any) -> None:
        self._lines[request] = time.monotonic() + PATIENCE
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._lines.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Cuts the lines of those who take their time; their threads end with an error."""
        now = time.monotonic()
        for line, until in list(self._lines.items()):
            if now > until:
                self._lines.pop(line, None)
                try:
                    line.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # it has just ended by itself

    def handle_error(self, *_: Any) -> None:
        """A caller that went away is nobody's trouble."""
        log.debug("a question was not answered", exc_info=True)


class Health:
    """The thread that answers, on this machine alone."""

    def __init__(self, port: int, latest: Callable[[], Vitals | None], folder: Path) -> None:
        """Listens at once; OSError where the port is taken. `latest` is asked from any thread."""
        self._server = _Server(port, latest, folder)
        self._thread = Thread(
            target=self._server.serve_forever, args=(0.5,), name="health", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it answers."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Answers nobody any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
