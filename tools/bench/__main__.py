#!/usr/bin/env python3
"""Measures the table and prints a line of JSON for each measurement.

``python3 tools/bench [NAMES...] [--profile] [--turn DEGREES] [--mirror] [--out FILE]``
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tools.environment import Trouble, lacks, run_at_home, say

BENCHES = (
    "start",
    "rest",
    "frames",
    "slow_disk",
    "keystone",
    "touch",
    "press",
    "moves",
    "size",
    "pieces",
    "pieces_frames",
    "devices",
    "flooded_frames",
    "phones",
    "hub",
    "event_frames",
    "overview",
    "pairings",
    "computers",
)
AGAIN = "--prepared"


def main(arguments: Sequence[str]) -> int:
    """Carries out the measurements; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        prog="tools/bench",
        description="Measure the table; one line of JSON for each measurement.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--profile", action="store_true", help="where the frames' time goes")
    parser.add_argument(
        "--turn", choices=("0", "90", "180", "270"), default="0", help="the frames' picture turned"
    )
    parser.add_argument("--mirror", action="store_true", help="the frames' picture mirrored")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write all into this file too")
    parser.add_argument(AGAIN, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(BENCHES)}")
    try:
        if not given.prepared and lacks("pygame", "platformdirs", "pymunk"):
            return run_at_home(Path(__file__).parent, [AGAIN, *arguments], "play")
        of_frames = {"profile": given.profile, "turn": given.turn, "mirror": given.mirror}
        return _measure(given.names or BENCHES, of_frames, given.out)
    except Trouble as trouble:
        say(str(trouble))
        return 2


def _measure(names: Sequence[str], of_frames: dict[str, Any], out: Path | None) -> int:
    # Nothing but JSON goes to the standard output, and pygame greets there.
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from tools.bench.machine import facts

    all_met, told = True, []
    for name in names:
        say(f"{name} ...")
        options = of_frames if name == "frames" else {}
        result = importlib.import_module(f"tools.bench.{name}").run(**options)
        result = {"bench": name, "machine": facts(), **result}
        all_met = all_met and all(run.get("met", True) for run in result.get("runs", ()))
        print(json.dumps(result), flush=True)
        told.append(result)
    if out is not None:
        out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0 if all_met else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
