"""The cost of importing the window, module by module."""

import os
import re
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.bench.machine import run as run_python

TIMES: Final = 5
TOP: Final = 10
IMPORTS: Final = "import tabletop.__main__, tabletop.app.startup"


def run(times: int = TIMES) -> dict[str, Any]:
    """The imports of the window, as Python tells them; the median run of several."""
    return measure(IMPORTS, times)


def measure(words: str, times: int) -> dict[str, Any]:
    """The milliseconds of some imports: together, the slowest modules, the slowest packages."""
    with TemporaryDirectory(prefix="tabletop-bench-") as folder:
        given = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder))}
        given.pop("PYTHONDONTWRITEBYTECODE", None)
        told = [
            told_imports(run_python(["-X", "importtime", "-c", words], given).stderr)
            for _ in range(times + 1)
        ][1:]
    whole = [sum(each.values()) for each in told]
    middle = sorted(told, key=lambda each: sum(each.values()))[times // 2]
    packages: dict[str, float] = {}
    for module, spent in middle.items():
        package = module.split(".")[0]
        packages[package] = packages.get(package, 0.0) + spent
    return {
        "count": times,
        "median_ms": round(median(whole), 1),
        "modules": len(middle),
        "slowest_ms": _top(middle),
        "packages_ms": _top(packages),
    }


def told_imports(text: str) -> dict[str, float]:
    """Milliseconds of each module's own import, from what ``-X importtime`` writes."""
    rows = re.findall(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", text, re.MULTILINE)
    return {module: int(micro) / 1000 for micro, module in rows}


def _top(spent: dict[str, float]) -> dict[str, float]:
    ordered = sorted(spent.items(), key=lambda each: -each[1])[:TOP]
    return {name: round(each, 2) for name, each in ordered}
