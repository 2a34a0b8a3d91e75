"""Runs one measurement in a process of its own.

``python -m tools.bench.measuring_process NAME ARGUMENTS``
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory


def main(name: str, arguments: str) -> None:
    """Prints as JSON what `measure` of that module gives, in a data folder that nobody needs."""
    measure = import_module(f"tools.bench.{name}").measure
    with TemporaryDirectory(prefix="tabletop-bench-") as folder:
        print(json.dumps(measure(Path(folder), **json.loads(arguments))))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
