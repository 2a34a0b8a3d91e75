"""Results stored line by line, so that a contest can be continued."""

import json
from pathlib import Path

from tools.contest.fixtures import Result


def read_results(path: Path | None) -> dict[str, Result]:
    """What was kept of earlier runs, by key; a line that was cut off is left out."""
    found: dict[str, Result] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            told = json.loads(line)
            told |= {name: tuple(told[name]) for name in ("players", "scores")}
            result = Result(**told)
        except (ValueError, TypeError, KeyError):
            continue
        found[result.key] = result
    return found


def keep(path: Path, result: Result) -> None:
    """Adds a result, on a line of its own even if the last one was cut off."""
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(json.dumps(result.told()).encode() + b"\n")
