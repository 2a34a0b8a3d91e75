"""The local server that publishes the measurements of `health`.

``/healthz`` answers in JSON, ``/metrics`` for Prometheus. Loaded only where a port is set: the HTTP
library takes 15 ms to import.
"""

import json
import logging
import socket
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from tabletop import __version__
from tabletop.system.health import (
    Metrics,
    ProcessMetrics,
    free_bytes,
    health_problem,
    quantile,
)

log = logging.getLogger(__name__)

MAX_CLIENTS: Final = 8
"""Connections at a time; more are refused."""
REQUEST_SECONDS: Final = 3.0
"""Seconds for a request and its answer together."""


def render_metrics(
    metrics: Metrics, process: ProcessMetrics, free: int | None, now: float
) -> tuple[bytes, str]:
    """All measurements in Prometheus' text format, and its content type."""
    # Imported here: it takes 50 ms, and is needed only where somebody scrapes.
    from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Metric
    from prometheus_client import generate_latest as render
    from prometheus_client.registry import Collector

    families: list[Metric] = []
    status = metrics.status

    def add(name: str, words: str, value: float | None, kind: str = "gauge") -> None:
        if value is not None:
            add_all(name, words, [({}, value)], kind)

    def add_all(
        name: str, words: str, samples: Iterable[tuple[dict[str, str], float]], kind: str = "gauge"
    ) -> Metric:
        family = Metric(f"tabletop_{name}", words, kind)
        for labels, value in samples:
            suffix = "_total" if kind == "counter" else ""
            family.add_sample(family.name + suffix, labels, value)
        families.append(family)
        return family

    add_all("info", "Which program this is.", [({"version": __version__}, 1)])
    add("uptime_seconds", "Seconds since the start.", now - metrics.started)
    add("turned_seconds", "Seconds since the main loop turned.", now - metrics.last_turn)
    words = "Work of a frame: quantiles of the last minute, sums since the start."
    quantiles = [({"quantile": str(q)}, quantile(metrics.frame_work, q)) for q in (0.5, 0.99)]
    work = add_all("frame_work_seconds", words, quantiles, "summary")
    work.add_sample(work.name + "_sum", {}, metrics.total_work)
    work.add_sample(work.name + "_count", {}, metrics.frame_count)
    words = "Frames whose work took longer than a sixtieth of a second."
    add("frames_over_budget", words, metrics.late_frames, "counter")
    add("resident_memory_bytes", "Memory of the process.", process.memory)
    add("open_descriptors", "Open descriptors of the process.", process.descriptors)
    add("threads", "Threads of the process.", process.threads)
    words = "Seconds since anything was done at the table."
    add("last_input_age_seconds", words, now - metrics.last_input)
    # A device chooses its name, which may hold a lone surrogate.
    devices = sorted(
        {(e.kind, e.name.encode(errors="replace").decode(), e.state) for e in status.devices}
    )
    words = "1 for each device and how it fares."
    names = ("kind", "name", "state")
    add_all("device", words, [(dict(zip(names, each, strict=True)), 1) for each in devices])
    add("unsent_results", "Results that wait to be sent.", status.unsent)
    add("free_disk_bytes", "Room on the disk of the data folder.", free)
    add("store_trouble", "1 while saving does not work.", bool(status.trouble))
    words = "Starts after an end that was not in order."
    add("restarts", words, status.restarts, "counter")
    words = "The same, in the hour before this start."
    add("restarts_last_hour", words, status.restarts_lately)
    add("safe_mode", "1 in safe mode.", status.safe_mode)

    class Families(Collector):
        def collect(self) -> list[Metric]:
            return families

    registry = CollectorRegistry()
    registry.register(Families())
    return render(registry), CONTENT_TYPE_PLAIN_0_0_4


class _RequestHandler(BaseHTTPRequestHandler):
    """Answers one request and closes. The body of a request is never read."""

    timeout = REQUEST_SECONDS
    server: "_Server"

    def do_GET(self) -> None:
        metrics, now = self.server.latest(), time.monotonic()
        free = free_bytes(self.server.folder)
        asked = self.path.partition("?")[0]
        if asked == "/healthz":
            reasons = health_problem(metrics, free, now)
            status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
            warnings = () if metrics is None else tuple(map(str, metrics.status.warnings))
            told = {"ok": not reasons, "reasons": reasons, "warnings": warnings}
            answer = json.dumps(told, ensure_ascii=False)
            self._respond(status, "application/json", f"{answer}\n".encode())
        elif asked != "/metrics":
            self._respond(HTTPStatus.NOT_FOUND, "text/plain", b"/healthz and /metrics\n")
        elif metrics is None:
            self._respond(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", b"not open yet\n")
        else:
            text, content_type = render_metrics(metrics, ProcessMetrics.now(), free, now)
            self._respond(HTTPStatus.OK, content_type, text)

    do_HEAD = do_GET  # noqa: N815 - the library's own name

    def _respond(self, status: HTTPStatus, content: str, body: bytes) -> None:
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
    """Limits the number of connections and their time."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = MAX_CLIENTS

    def __init__(self, port: int, latest: Callable[[], Metrics | None], folder: Path) -> None:
        self.latest = latest
        self.folder = folder
        self._lines: dict[socket.socket, float] = {}
        """The deadline of each open connection."""
        super().__init__(("127.0.0.1", port), _RequestHandler)

    def verify_request(self, *_: Any) -> bool:
        return len(self._lines) < MAX_CLIENTS

    def process_request(self, request: Any, client_address: Any) -> None:
        self._lines[request] = time.monotonic() + REQUEST_SECONDS
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._lines.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Closes connections past their deadline; their threads end with an error."""
        now = time.monotonic()
        for line, until in list(self._lines.items()):
            if now > until:
                self._lines.pop(line, None)
                try:
                    line.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # it has just been closed

    def handle_error(self, *_: Any) -> None:
        log.debug("a request was not answered", exc_info=True)


class HealthServer:
    """Serves on localhost, in a thread."""

    def __init__(self, port: int, latest: Callable[[], Metrics | None], folder: Path) -> None:
        """Listens at once; OSError if the port is taken. `latest` is called from any thread."""
        self._server = _Server(port, latest, folder)
        self._thread = Thread(
            target=self._server.serve_forever, args=(0.5,), name="health", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
