"""The health server, with good and bad clients."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tabletop.system.health import (
    FRAME_BUDGET_SECONDS,
    MIN_FREE_BYTES,
    STALL_SECONDS,
    DeviceState,
    Metrics,
    MetricsCollector,
    ProcessMetrics,
    TableStatus,
    free_bytes,
    health_problem,
    quantile,
)
from tabletop.system.health_server import MAX_CLIENTS, HealthServer, render_metrics

PLENTY = 10 * MIN_FREE_BYTES


class Loop:
    """A main loop whose clock is the test's."""

    def __init__(self) -> None:
        self.time = time.monotonic()
        self.standing = TableStatus()
        self.collector = MetricsCollector(lambda: self.standing, lambda: self.time)

    def turn(self, seconds: float = 1.0, *, touched: bool = False) -> Metrics:
        self.time += seconds
        self.collector.turn_ended(touched=touched)
        assert self.collector.latest is not None
        return self.collector.latest


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def health(loop: Loop, tmp_path: Path) -> Iterator[HealthServer]:
    opened = HealthServer(0, lambda: loop.collector.latest, tmp_path / "not" / "there")
    yield opened
    opened.close()


def ask(health: HealthServer, path: str, method: str = "GET") -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", health.port, timeout=10)
    line.request(method, path)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


# -- health ------------------------------------------------------------------------------------


def test_a_table_that_is_not_open_yet_is_not_well() -> None:
    assert health_problem(None, PLENTY, 0.0) == ("the table is not open yet",)


def test_a_loop_that_turns_on_a_disk_with_room_is_well(loop: Loop) -> None:
    vitals = loop.turn()
    assert health_problem(vitals, PLENTY, loop.time + STALL_SECONDS) == ()
    assert health_problem(vitals, None, loop.time) == (), "where nobody knows, nothing is said"


def test_every_reason_is_told(loop: Loop) -> None:
    loop.standing = TableStatus(trouble="Games can’t be saved: the disk is full.")
    vitals = loop.turn()
    assert health_problem(vitals, MIN_FREE_BYTES - 1, loop.time + 12.3) == (
        "the main loop has not turned for 12 s",
        "Games can’t be saved: the disk is full.",
        "only 99 MB are free on the disk",
    )


def test_room_is_measured_where_the_folder_will_be(tmp_path: Path) -> None:
    assert free_bytes(tmp_path / "not" / "there") is not None


# -- metrics -----------------------------------------------------------------------------------


def test_frames_of_the_last_minute_are_told_and_all_are_counted(loop: Loop) -> None:
    for _ in range(10):
        loop.collector.frame_drawn(0.5)
    loop.turn(59)
    for number in range(100):
        loop.collector.frame_drawn(number / 10000)
    vitals = loop.turn(2)
    assert vitals.frame_work == tuple(number / 10000 for number in range(100))
    assert vitals.frame_count == 110
    assert vitals.late_frames == 10
    assert vitals.total_work == pytest.approx(5 + 0.495)


def test_what_was_handed_out_is_never_changed(loop: Loop) -> None:
    loop.collector.frame_drawn(0.001)
    first = loop.turn()
    kept = first.frame_work, first.frame_count, first.last_turn
    loop.collector.frame_drawn(0.002)
    second = loop.turn()
    assert second is not first
    assert (first.frame_work, first.frame_count, first.last_turn) == kept


def test_it_is_gathered_once_a_second_at_most(loop: Loop) -> None:
    first = loop.turn()
    assert loop.turn(0.5) is first
    assert loop.turn(0.6) is not first


def test_only_what_people_do_is_input(loop: Loop) -> None:
    touched = loop.turn(touched=True).last_input
    assert loop.turn(100).last_input == touched
    assert loop.turn(touched=True).last_input > touched


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 1), (0.5, 50), (0.99, 99), (0.991, 100), (1.0, 100)]
)
def test_a_quantile_is_the_least_value_that_a_share_does_not_exceed(
    share: float, expected: int
) -> None:
    assert quantile(tuple(range(100, 0, -1)), share) == expected


def test_all_that_was_asked_for_is_measured(loop: Loop) -> None:
    loop.standing = TableStatus(
        devices=(DeviceState("pad", 'A "pad"\\\n', "live"),
                 DeviceState("serial", "é\ud800", "lost"),
                 DeviceState("serial", "é\ud800", "lost")),
        trouble="x", safe_mode=True, restarts=12, restarts_lately=10, unsent=0,
    )  # fmt: skip
    loop.collector.frame_drawn(2 * FRAME_BUDGET_SECONDS)
    loop.turn(touched=True)
    vitals = loop.turn(5)
    found = _samples(_text(vitals, ProcessMetrics(1000, 20, 3), 4096, loop.time + 1))
    assert one(found, "uptime_seconds") == pytest.approx(7)
    assert one(found, "turned_seconds") == pytest.approx(1)
    assert one(found, "last_input_age_seconds") == pytest.approx(6)
    assert one(found, "frames_over_budget_total") == 1
    assert one(found, "resident_memory_bytes") == 1000
    assert one(found, "open_descriptors") == 20
    assert one(found, "threads") == 3
    assert one(found, "unsent_results") == 0
    assert one(found, "free_disk_bytes") == 4096
    assert one(found, "store_trouble") == 1
    assert one(found, "restarts_total") == 12
    assert one(found, "restarts_last_hour") == 10
    assert one(found, "safe_mode") == 1
    assert len(found["tabletop_frame_work_seconds"]) == 2
    assert one(found, "frame_work_seconds_count") == 1
    assert {labels["name"] for labels, _ in found["tabletop_device"]} == {'A "pad"\\\n', "é?"}


def test_what_the_system_does_not_say_is_left_out(loop: Loop) -> None:
    found = _samples(_text(loop.turn(), ProcessMetrics(None, None, 3), None, loop.time))
    assert "tabletop_resident_memory_bytes" not in found
    assert "tabletop_free_disk_bytes" not in found


def test_of_this_process_something_is_known() -> None:
    assert ProcessMetrics.now().threads >= 1


def _text(vitals: Metrics, process: ProcessMetrics, free: int | None, now: float) -> str:
    return render_metrics(vitals, process, free, now)[0].decode()


def _samples(text: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def one(found: dict[str, list[tuple[dict[str, str], float]]], name: str) -> float:
    ((_, value),) = found[f"tabletop_{name}"]
    return value


# -- requests ----------------------------------------------------------------------------------


def test_health_is_answered_with_its_reasons(health: HealthServer, loop: Loop) -> None:
    status, text = ask(health, "/healthz")
    assert status == 503
    assert json.loads(text) == {
        "ok": False,
        "reasons": ["the table is not open yet"],
        "warnings": [],
    }
    loop.standing = TableStatus(warnings=("There is no PIN yet.",))
    loop.turn()
    assert ask(health, "/healthz?now") == (
        200,
        '{"ok": true, "reasons": [], "warnings": ["There is no PIN yet."]}\n',
    )


def test_metrics_are_answered(health: HealthServer, loop: Loop) -> None:
    assert ask(health, "/metrics")[0] == 503
    loop.turn()
    status, text = ask(health, "/metrics")
    assert status == 200
    assert "tabletop_uptime_seconds" in _samples(text)
    assert ask(health, "/metrics", "HEAD") == (200, "")


def test_nothing_else_is(health: HealthServer) -> None:
    assert ask(health, "/../../etc/passwd")[0] == 404
    assert ask(health, "/metrics", "POST")[0] == 501


def test_only_this_machine_can_ask(health: HealthServer) -> None:
    assert health._server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_told(health: HealthServer, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="in use"):
        HealthServer(health.port, lambda: None, tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        b"\0" * 100_000,
        b"GET /metrics HTTP/1.1\r\n" + b"A: b\r\n" * 5000,
        b"GET /" + b"a" * 200_000,
        b"GET /metrics HTTP/9.9\r\n\r\n",
        b"\r\n" * 1000,
        b"POST /metrics HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 100_000,
    ],
)
def test_nonsense_and_floods_of_words_do_no_harm(
    health: HealthServer, loop: Loop, words: bytes
) -> None:
    loop.turn()
    line = socket.create_connection(("127.0.0.1", health.port), timeout=10)
    with line, suppress(OSError):  # it has hung up on us
        line.sendall(words)
        line.recv(100)
    assert ask(health, "/healthz")[0] == 200


def test_those_who_take_their_time_are_cut_off_and_others_are_answered_then(
    health: HealthServer, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.system.health_server.REQUEST_SECONDS", 0.2)
    # A client that sends a byte now and then: no single wait is too long.
    monkeypatch.setattr("tabletop.system.health_server._RequestHandler.timeout", 600)
    loop.turn()
    slow = [socket.create_connection(("127.0.0.1", health.port)) for _ in range(3 * MAX_CLIENTS)]
    for line in slow:
        with suppress(OSError):  # all connections were taken
            line.send(b"G")
    for line in slow:
        line.settimeout(30)
        with suppress(ConnectionError):
            assert line.recv(100) == b""
        line.close()
    assert ask(health, "/healthz")[0] == 200
