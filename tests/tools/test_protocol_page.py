"""The protocol page for device builders is true."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceEvent,
    DiceEvent,
    Heartbeat,
    Hello,
    Ttl1Driver,
)
from tools.environment import ROOT

PAGE = (ROOT / "docs" / "build" / "protocol.md").read_text(encoding="utf-8")
VECTORS = [
    (body, int(crc, 16)) for body, crc in re.findall(r"\| `(.+?)` +\| `([0-9A-F]{2})`", PAGE)
]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_there_are_vectors() -> None:
    assert ("123456789", 0xF4) in VECTORS
    assert len(VECTORS) == 4


def test_the_python_of_the_page_gives_the_vectors() -> None:
    names: dict[str, object] = {}
    exec(block("python"), names)
    crc8 = names["crc8"]
    assert callable(crc8)
    assert [crc8(body.encode()) for body, _ in VECTORS] == [crc for _, crc in VECTORS]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_the_c_of_the_page_gives_the_vectors(tmp_path: Path) -> None:
    source, program = tmp_path / "crc.c", tmp_path / "crc"
    main = 'int main(int n, char **words) { while (--n) printf("%u ", crc8(*++words)); }'
    source.write_text(f"#include <stdio.h>\n{block('c')}\n{main}\n")
    subprocess.run(["gcc", "-Wall", "-Werror", source, "-o", program], check=True)
    bodies = [body for body, _ in VECTORS]
    said = subprocess.run([program, *bodies], capture_output=True, text=True, check=True).stdout
    assert list(map(int, said.split())) == [crc for _, crc in VECTORS]


def test_the_session_of_the_page_is_understood() -> None:
    session = PAGE.partition("## A session")[2].partition("## ")[0]
    driver = Ttl1Driver()
    driver.begin(0.0)
    events: list[DeviceEvent] = []
    for line in re.findall(r"^\$\S.*?\*[0-9A-F]{2}", session, re.MULTILINE):
        events += driver.feed(f"{line}\r\n".encode(), 1.0)
    assert driver.errors == 0
    kinds = [type(event) for event in events]
    assert kinds == [Hello, ButtonEdge, Heartbeat, ButtonEdge, DiceEvent, Heartbeat]
