"""A PostgreSQL server of the tests' own, without the network and without care for power cuts."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

USER: Final = "postgres"


def server_programs() -> Path | None:
    """The folder with ``initdb`` and ``postgres``, of the newest version; None for none."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(4)
    )
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


@contextmanager
def postgres_server() -> Iterator[str]:
    """Runs a server; gives the URL of its first database."""
    programs = server_programs()
    assert programs is not None
    folder = Path(mkdtemp(prefix="tabletop-pg-"))
    data = folder / "data"
    as_user: list[str] = []
    if os.getuid() == 0:  # PostgreSQL refuses root
        as_user = ["runuser", "-u", USER, "--"]
        shutil.chown(folder, USER)
    # The socket's path may have 107 characters, so it is not in the folder of a test.
    settings = (
        f"-c listen_addresses= -c unix_socket_directories={folder} "
        "-c fsync=off -c max_connections=300"
    )
    run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
    try:
        init = [
            str(programs / "initdb"),
            "-D",
            str(data),
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run([*as_user, *init], **run)  # type: ignore[call-overload]
        control = [*as_user, str(programs / "pg_ctl"), "-D", str(data), "-w"]
        subprocess.run([*control, "-l", str(folder / "log"), "-o", settings, "start"], **run)  # type: ignore[call-overload]
        try:
            yield f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":  # for a person who wants to try the hub with it
    with postgres_server() as url:
        print(url, flush=True)
        sys.stdin.read()
