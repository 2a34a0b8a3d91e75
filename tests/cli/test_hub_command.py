"""``tabletop hub`` as a process: what it prints, how it ends, and why it cannot begin."""

import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tabletop.__main__ import main
from tools.simulated.hub_process import HubProcess


def test_a_hub_needs_nothing_but_the_command_and_stops_politely(tmp_path: Path) -> None:
    hub = HubProcess(tmp_path)
    hub.start("--name", "Harbour Games Fair")
    with urllib.request.urlopen(f"{hub.url}/login") as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert hub.stop() == 0
    assert re.fullmatch(r"\d{6}", hub.pairing_code)
    assert hub.password
    again = HubProcess(tmp_path)
    again.start()
    assert again.stop() == 0
    assert (again.pairing_code, again.password) == (hub.pairing_code, "")


@pytest.mark.parametrize("url", ["nowhere", "mysql://u@h/d", "postgresql:///none?host=/nowhere"])
def test_a_database_that_cannot_be_opened_is_told_in_one_line(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "hub", "--database", url]) == 2
    assert re.fullmatch(
        r"tabletop: the database of the hub cannot be opened: .+\n", capsys.readouterr().err
    )


def test_a_hub_behind_another_server_names_its_address(tmp_path: Path) -> None:
    hub = HubProcess(tmp_path)
    hub.start("--url", "https://fair.example.org/")
    with urllib.request.urlopen(f"{hub.url}/projector") as answer:
        page = answer.read().decode()
    assert hub.stop() == 0
    assert "fair.example.org/hello" in page
    assert main(["--data-dir", str(tmp_path), "hub", "--url", "fair.example.org"]) == 2


def test_a_taken_port_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        words = ["--data-dir", str(tmp_path), "hub", "--host", "127.0.0.1", "--port", port]
        assert main(words) == 2
    assert f"port {port} cannot be opened" in capsys.readouterr().err


def test_staff_are_let_in_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--data-dir", str(tmp_path), "hub", "--add-user", "Mira", "--role", "referee"]
    assert main(words) == 0
    assert re.search(r"^Mira \(referee\) .* \S{4}-\S{4}-\S{4}$", capsys.readouterr().out.strip())
    assert main([*words[:4], "mira"]) == 0  # a new password for the same person
    assert capsys.readouterr().out.startswith("Mira (referee) ")
    manager = [*words[:4], "Ines", "--role", "manager"]
    assert main(manager) == 0
    assert main([*manager[:-1], "staff"]) == 2
    assert "stays" in capsys.readouterr().err


def test_the_hub_loads_no_window_and_the_window_no_hub() -> None:
    script = """
import sys
import tabletop.cli.hub
bad = [name for name in ("pygame", "numba", "pymunk", "cv2") if name in sys.modules]
sys.exit(f"loaded: {bad}" if bad else 0)
"""
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
    script = """
import sys
import tabletop.app.startup, tabletop.__main__
rooms = ("tabletop.hub", "tabletop.event", "sqlalchemy", "zeroconf")
bad = [name for name in sys.modules if name.startswith(rooms)]
sys.exit(f"loaded: {bad}" if bad else 0)
"""
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_phones_that_keep_connections_open_leave_some_for_the_tables(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    hub = HubProcess(tmp_path)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        hub.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    held = [socket.create_connection(("127.0.0.1", hub.port)) for _ in range(400)]
    try:
        with urllib.request.urlopen(f"{hub.url}/login", timeout=20) as answer:
            assert answer.status == 200
    finally:
        for each in held:
            each.close()
        hub.stop()
