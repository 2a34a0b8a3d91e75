"""Speech programs for the tests, on a path of their own: they note what they are asked to say."""

import stat
import sys
from pathlib import Path
from textwrap import dedent

SAYS = """\
    #!{python}
    import json, sys, time
    from pathlib import Path
    words = sys.argv[1:]
    heard = "" if sys.stdin is None else sys.stdin.read()
    with Path({notes!r}).open("a", encoding="utf-8") as notes:
        notes.write(json.dumps([{name!r}, words, heard]) + chr(10))
    time.sleep({seconds})
    sys.exit({code})
"""


def program(folder: Path, name: str, notes: Path, *, seconds: float = 0.0, code: int = 0) -> Path:
    """Puts a program there that notes its words, takes so long and ends with that code."""
    path = folder / name
    script = dedent(SAYS).format(
        python=sys.executable, notes=str(notes), name=name, seconds=seconds, code=code
    )
    path.write_text(script, "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
