#!/usr/bin/env python3
"""Compiles the sketch for an Arduino Uno with Debian's own compiler, and says how large it is.

``python3 tools/firmware/compile.py [--out FOLDER]``; it wants the packages ``gcc-avr``,
``avr-libc`` and ``arduino-core-avr``. With FOLDER the result is left there, ready for avrdude.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tools.environment import Trouble, say

SKETCH = Path(__file__).parent / "buttonbox_and_dice" / "buttonbox_and_dice.ino"
CORE = Path("/usr/share/arduino/hardware/arduino/avr")
FLASH, RAM = 32256, 2048
"""Bytes that an Uno has; its bootloader's are taken off."""

_BOARD = "-mmcu=atmega328p -DF_CPU=16000000L -DARDUINO=10819 -DARDUINO_AVR_UNO -DARDUINO_ARCH_AVR"
_BOTH = f"{_BOARD} -c -g -Os -ffunction-sections -fdata-sections -flto -ffat-lto-objects".split()
# The compiler is older than the core, and its C++ lacks one name of newer standards.
_C = ("avr-gcc", "-std=gnu11", *_BOTH)
_CXX = (
    *("avr-g++", "-std=gnu++11", "-fpermissive", "-fno-exceptions", "-fno-threadsafe-statics"),
    *("-DDECIMAL_DIG=__DECIMAL_DIG__", *_BOTH),
)
_ASSEMBLER = ("avr-gcc", "-x", "assembler-with-cpp", *_BOTH)
_COMPILERS = {".c": _C, ".cpp": _CXX, ".S": _ASSEMBLER}


@dataclass(frozen=True)
class Size:
    """Bytes that a compiled sketch takes, its variables without the stack."""

    flash: int
    ram: int

    def __str__(self) -> str:
        return (
            f"flash {self.flash} of {FLASH} bytes ({self.flash / FLASH:.0%}), "
            f"RAM {self.ram} of {RAM} bytes ({self.ram / RAM:.0%})"
        )


def missing() -> str:
    """What is not installed here, in words; empty if all is."""
    programs = [name for name in ("avr-gcc", "avr-g++", "avr-size") if shutil.which(name) is None]
    if programs:
        return f"there is no {programs[0]} (apt install gcc-avr avr-libc)"
    return "" if CORE.is_dir() else f"there is no {CORE} (apt install arduino-core-avr)"


def compile_sketch(sketch: Path, folder: Path) -> Size:
    """Compiles a sketch and the Arduino core into a folder; Trouble with the compiler's words.

    Nothing in the sketch itself may be worth a warning.
    """
    if trouble := missing():
        raise Trouble(f"The sketch cannot be compiled: {trouble}.")
    include = ("-I", str(CORE / "cores/arduino"), "-I", str(CORE / "variants/standard"))
    objects = []
    for source in sorted((CORE / "cores/arduino").iterdir()):
        if source.suffix in _COMPILERS:
            objects.append(folder / f"{source.name}.o")
            _run(*_COMPILERS[source.suffix], "-w", *include, str(source), "-o", str(objects[-1]))
    warned = ("-Wall", "-Wextra", "-Werror", "-include", "Arduino.h", "-x", "c++")
    objects.append(folder / "sketch.o")
    _run(*_CXX, *warned, *include, str(sketch), "-o", str(objects[-1]))
    elf = folder / f"{sketch.stem}.elf"
    link = ("avr-gcc", "-Os", "-g", "-flto", "-fuse-linker-plugin", "-Wl,--gc-sections")
    _run(*link, "-mmcu=atmega328p", *map(str, objects), "-lm", "-o", str(elf))
    _run("avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(elf.with_suffix(".hex")))
    return _size(_run("avr-size", "-A", str(elf)))


def _size(table: str) -> Size:
    found = re.findall(r"^\.(text|data|bss|noinit)\s+(\d+)", table, re.MULTILINE)
    parts = {name: int(count) for name, count in found}
    data = parts.get("data", 0)
    ram = data + parts.get("bss", 0) + parts.get("noinit", 0)
    return Size(flash=parts.get("text", 0) + data, ram=ram)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise Trouble(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    """Compiles it and prints its sizes; 1 if it does not compile, 2 if nothing here compiles it."""
    parser = argparse.ArgumentParser(prog="compile.py", description="Compile the sketch.")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep what was made")
    out: Path | None = parser.parse_args(arguments).out
    if trouble := missing():
        say(trouble)
        return 2
    try:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            print(compile_sketch(SKETCH, out))
            return 0
        with tempfile.TemporaryDirectory() as folder:
            print(compile_sketch(SKETCH, Path(folder)))
    except Trouble as trouble:
        say(str(trouble))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
