#!/usr/bin/env python3
"""A dice reader and button box that is not there: to try the table, and to test it.

``python3 tools/device_simulator.py [--link PATH | --tcp PORT] [--script FILE] [--help]``

It prints what the table opens: ``tabletop --device PATH``. Then it does what the keys say, or the
lines of a script. Tests use the very same device: `PtyDevice` and `TcpDevice` run it on a thread,
`SimulatedDevice` has neither port nor clock. There the buttons count from 0, as everywhere in the
program; in scripts and under the keys they count from 1, as people do.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import say
from tools.simulated import keyboard_control, script
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PluggedDevice, PtyDevice, TcpDevice

__all__ = ["PluggedDevice", "PtyDevice", "SimulatedDevice", "TcpDevice"]


def main(arguments: Sequence[str]) -> int:
    """Runs the device until its script, its keys or its person end; 2 if it cannot be run."""
    given = _parser().parse_args(arguments)
    if given.tcp is None and os.name != "posix":
        say("Windows has no pseudo-terminals: use --tcp PORT, and open socket://127.0.0.1:PORT.")
        return 2
    try:
        steps = script.read_all(given.script.read_text()) if given.script else None
        plugged = _device(given).start()
    except (OSError, ValueError) as problem:
        say(f"The device cannot be run: {problem}")
        return 2
    if not given.quiet:
        plugged.device.notes = lambda words: say(f"  {words}")
    print(plugged.where, flush=True)
    try:
        return _run(plugged, steps)
    except KeyboardInterrupt:
        return 0
    finally:
        plugged.stop()


def _run(plugged: PluggedDevice, steps: Sequence[script.Step] | None) -> int:
    if steps is not None:
        return _perform(plugged, steps)
    if not sys.stdin.isatty() or os.name != "posix":
        return _typed(plugged)
    with keyboard_control.single_keys() as next_key:
        say(keyboard_control.HELP)
        keyboard_control.play(plugged, next_key, say)
    return 0


def _perform(plugged: PluggedDevice, steps: Iterable[script.Step]) -> int:
    for step in steps:
        try:
            if not script.perform(plugged, step):
                break
        except script.BadScript as problem:
            say(str(problem))
            return 1
    return 0


def _typed(plugged: PluggedDevice) -> int:
    """The lines of the standard input, each as it comes; a wrong one is told and left out."""
    for line in sys.stdin:
        try:
            step = script.read(line)
            if step is not None and not script.perform(plugged, step):
                break
        except script.BadScript as problem:
            say(str(problem))
    return 0


def _device(given: argparse.Namespace) -> PluggedDevice:
    device = SimulatedDevice(
        given.name,
        buttons=given.buttons,
        dice=given.dice,
        lamps=given.lamps,
        seed=given.seed,
        version=given.version,
    )
    device.lose_acks = given.lose_acks
    device.line.cut, device.line.drip = given.cut, given.drip
    how = {"own_power": given.own_power, "bootloader": given.bootloader}
    if given.tcp is not None:
        return TcpDevice(device, given.tcp, **how)
    return PtyDevice(device, given.link, **how)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="device_simulator.py",
        description="A dice reader and button box that speaks TTL/1, without the hardware.",
        epilog=(
            f"A script has a line for each step:\n{script.HELP}\n\n"
            f"The keys:\n{keyboard_control.HELP}"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--link", type=Path, metavar="PATH", help="a name for the pseudo-terminal")
    where.add_argument("--tcp", type=int, metavar="PORT", help="a port of this machine instead")
    parser.add_argument("--script", type=Path, metavar="FILE", help="what to do; else the keys")
    parser.add_argument("--name", type=_name, default="simulated", help="what it calls itself")
    parser.add_argument("--buttons", type=_count, default=4, metavar="N")
    parser.add_argument("--dice", type=_count, default=1, metavar="N", help="in one throw")
    parser.add_argument("--lamps", type=_count, default=1, metavar="N")
    parser.add_argument("--seed", type=int, help="the same throws and faults every time")
    parser.add_argument("--quiet", action="store_true", help="do not tell what happens")
    parser.add_argument("--version", default="ttl/1", metavar="WORD", help="what it speaks")
    parser.add_argument("--own-power", action="store_true", help="runs on while it is unplugged")
    parser.add_argument(
        "--bootloader", type=float, metavar="SECONDS", help="opening resets it, as an Uno"
    )
    parser.add_argument("--lose-acks", type=_count, default=0, metavar="N")
    parser.add_argument("--cut", type=_count, default=0, metavar="N", help="lines that break off")
    parser.add_argument("--drip", type=float, default=0.0, metavar="SECONDS", help="between bytes")
    return parser


def _count(word: str) -> int:
    number = int(word)
    if not 0 <= number <= 1000:
        raise ValueError
    return number


def _name(word: str) -> str:
    if not word.isascii() or not word.isprintable() or set(word) & set(" $*") or len(word) > 40:
        raise ValueError
    return word


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # takes its link away as it goes
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
