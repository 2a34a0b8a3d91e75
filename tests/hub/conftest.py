"""Both databases of the hub, and a hub with a clock of its own."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from tabletop.hub.database import Database, file_url
from tools.simulated.postgres import postgres_server


@pytest.fixture(scope="session")
def _postgres() -> Iterator[str]:
    with postgres_server() as url:
        yield url


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])]
)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        yield file_url(tmp_path / "hub.db")
        return
    server = request.getfixturevalue("_postgres")
    name = f"hub_{uuid4().hex}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as db:
        db.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as db:
        db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()
