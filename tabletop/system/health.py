"""Figures as Prometheus reads them, in its text format 0.0.4.

Whether the table is well, for whoever asks this machine: ``/healthz`` and ``/metrics``.
"""

import json
import logging
import shutil
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf, isnan
from pathlib import Path
from re import fullmatch
from threading import Thread
from typing import Any, Final, Literal, TypeAlias

from tabletop import __version__
from tabletop.system.metrics import Metrics, ProcessMetrics, quantile

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

MetricKind: TypeAlias = Literal["counter", "gauge", "summary"]


@dataclass(frozen=True, slots=True)
class MetricSample:
    """One number, and what it is of."""

    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
    ending: str = ""
    """What a summary's sums end with: ``_sum``, ``_count``."""


@dataclass(frozen=True, slots=True)
class MetricFamily:
    """All numbers of one name."""

    name: str
    kind: MetricKind
    help: str
    samples: tuple[MetricSample, ...]


def render_metrics(families: Iterable[MetricFamily]) -> str:
    """The text; ValueError for a name that cannot be one."""
    return "".join(f"{line}\n" for family in families for line in _lines(family))


def _lines(family: MetricFamily) -> Iterable[str]:
    if not fullmatch(r"[a-zA-Z_:][a-zA-Z0-9_:]*", family.name):
        raise ValueError(f"no name of a figure: {family.name!r}")
    words = family.help.replace("\\", r"\\").replace("\n", r"\n")
    yield f"# HELP {family.name} {words}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        yield f"{family.name}{sample.ending}{_labels(sample.labels)} {_number(sample.value)}"


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    told = []
    for name, value in labels.items():
        if not fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]*", name):
            raise ValueError(f"no name of a label: {name!r}")
        escaped = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
        told.append(f'{name}="{escaped}"')
    return f"{{{','.join(told)}}}"


def _number(value: float) -> str:
    if isnan(value):
        return "NaN"
    if value in (inf, -inf):
        return "+Inf" if value > 0 else "-Inf"
    return repr(value)


log = logging.getLogger(__name__)

STALL_SECONDS: Final = 10.0
"""Seconds after which a main loop that has not turned is not well."""
MIN_FREE_BYTES: Final = 100 * 2**20
"""Bytes below which the disk is as good as full."""
MAX_CLIENTS: Final = 8
"""How many are answered at once; others are hung up on."""
REQUEST_SECONDS: Final = 3.0
"""Seconds that a question and its answer may take together."""


def health_problem(vitals: Metrics | None, free: int | None, now: float) -> tuple[str, ...]:
    """Why the table is not well, in words; nothing if it is. `free`: bytes left on the disk."""
    if vitals is None:
        return ("the table is not open yet",)
    found = []
    if now - vitals.turned > STALL_SECONDS:
        found.append(f"the main loop has not turned for {now - vitals.turned:.0f} s")
    if vitals.standing.trouble:
        found.append(str(vitals.standing.trouble))
    if free is not None and free < MIN_FREE_BYTES:
        found.append(f"only {free // 2**20} MB are free on the disk")
    return tuple(found)


def metric_families(
    vitals: Metrics, process: ProcessMetrics, free: int | None, now: float
) -> Iterator[MetricFamily]:
    """All that is measured."""
    standing = vitals.standing

    def one(
        name: str, words: str, value: float | None, kind: Any = "gauge"
    ) -> Iterator[MetricFamily]:
        if value is not None:
            yield MetricFamily(f"tabletop_{name}", kind, words, (MetricSample(value),))

    version = MetricSample(1, {"version": __version__})
    yield MetricFamily("tabletop_info", "gauge", "Which program this is.", (version,))
    yield from one("uptime_seconds", "Seconds since the start.", now - vitals.began)
    yield from one("turned_seconds", "Seconds since the main loop turned.", now - vitals.turned)
    yield MetricFamily(
        "tabletop_frame_work_seconds",
        "summary",
        "Work of a frame: quantiles of the last minute, sums since the start.",
        (
            MetricSample(quantile(vitals.frames, 0.5), {"quantile": "0.5"}),
            MetricSample(quantile(vitals.frames, 0.99), {"quantile": "0.99"}),
            MetricSample(vitals.spent, ending="_sum"),
            MetricSample(vitals.drawn, ending="_count"),
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
    yield MetricFamily(
        "tabletop_device",
        "gauge",
        "1 for each device and how it fares.",
        tuple(
            MetricSample(1, {"kind": kind, "name": name, "state": state})
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


def free_bytes(folder: Path) -> int | None:
    """The bytes that are free where a folder is, or will be."""
    for place in (folder, *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


class _RequestHandler(BaseHTTPRequestHandler):
    """Answers one question and hangs up. What is sent along is never read."""

    timeout = REQUEST_SECONDS
    server: "_Server"

    def do_GET(self) -> None:
        """A question."""
        vitals, now = self.server.latest(), time.monotonic()
        free = free_bytes(self.server.folder)
        asked = self.path.partition("?")[0]
        if asked == "/healthz":
            reasons = health_problem(vitals, free, now)
            status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
            told = json.dumps({"ok": not reasons, "reasons": reasons})
            self._say(status, "application/json", f"{told}\n")
        elif asked != "/metrics":
            self._say(HTTPStatus.NOT_FOUND, "text/plain", "/healthz and /metrics\n")
        elif vitals is None:
            self._say(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", "not open yet\n")
        else:
            text = render_metrics(metric_families(vitals, ProcessMetrics.now(), free, now))
            self._say(HTTPStatus.OK, CONTENT_TYPE, text)

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
    request_queue_size = MAX_CLIENTS

    def __init__(self, port: int, latest: Callable[[], Metrics | None], folder: Path) -> None:
        self.latest = latest
        self.folder = folder
        self._lines: dict[socket.socket, float] = {}
        """When each line that is open will be cut."""
        super().__init__(("127.0.0.1", port), _RequestHandler)

    def verify_request(self, *_: Any) -> bool:
        """Hangs up on whoever comes when all lines are taken."""
        return len(self._lines) < MAX_CLIENTS

    def process_request(self, request: Any, client_address: Any) -> None:
        self._lines[request] = time.monotonic() + REQUEST_SECONDS
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


class HealthServer:
    """The thread that answers, on this machine alone."""

    def __init__(self, port: int, latest: Callable[[], Metrics | None], folder: Path) -> None:
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
