"""Who of the staff is at a browser: passwords, sessions, and the form token of each session."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Final

from sqlalchemy import Connection, RowMapping, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tabletop.hub.database import put
from tabletop.hub.schema import login_failure, session, staff

ROLES: Final = ("staff", "referee", "manager")
"""``staff`` look after tables, ``referee`` run tournaments, ``manager`` do everything, and let
others in. Staff and referees may look at each other's pages."""
FIRST_USER: Final = "host"
"""The manager whom a new hub makes."""
MIN_PASSWORD: Final = 8
SESSION_SECONDS: Final = 16 * 3600.0
"""A long day; then one logs in again."""

SCRYPT_COST: Final = 2**15
SCRYPT_BLOCK: Final = 8
SCRYPT_MEMORY: Final = 128 * SCRYPT_COST * SCRYPT_BLOCK * 2
SALT_BYTES: Final = 16

FREE_ATTEMPTS: Final = 5
"""Wrong passwords in a row, for one name from one address, before the first wait."""
ADDRESS_ATTEMPTS: Final = 20
"""The same for all names from one address."""
FIRST_WAIT_SECONDS: Final = 30.0
MAX_WAIT_SECONDS: Final = 3600.0
"""Each further wrong password doubles the wait, up to this."""

_SIGNS: Final = "bcdfghjkmnpqrstvwxz23456789"
"""Of new passwords: no word comes of them, and none looks like another."""


@dataclass(frozen=True, slots=True)
class User:
    name: str
    role: str
    form_token: str
    """To be sent with each form of this session."""

    def may(self, role: str) -> bool:
        return self.role in (role, "manager")


class LoginRefused(Exception):
    """Why somebody cannot log in, in words."""


def new_password() -> str:
    """Three groups of four signs, as ``k7wn-4tdm-x2hf``."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))


def hash_password(password: str, salt: bytes | None = None) -> str:
    """Salt and digest in hexadecimal; takes 0.1 s and more."""
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    digest = scrypt(
        password.encode(),
        salt=salt,
        n=SCRYPT_COST,
        r=SCRYPT_BLOCK,
        p=1,
        maxmem=SCRYPT_MEMORY,
    )
    return f"{salt.hex()}:{digest.hex()}"


def is_password(password: str, hashed: str) -> bool:
    """Whether it is the password; as slow for a wrong one."""
    salt = bytes.fromhex(hashed.partition(":")[0])
    return compare_digest(hash_password(_as_made(password), salt), hashed)


def _as_made(typed: str) -> str:
    """A new password as `new_password` writes it, also typed without dashes or in capitals."""
    signs = "".join(typed.split()).replace("-", "").lower()
    if len(signs) != 12 or not set(signs) <= set(_SIGNS):
        return typed
    return "-".join(signs[start : start + 4] for start in (0, 4, 8))


_NOBODY: Final = f"{bytes(SALT_BYTES).hex()}:{bytes(64).hex()}"
"""Compared with for a name that nobody has, so that it takes as long."""


def put_user(db: Connection, name: str, role: str, password_hash: str, now: float) -> None:
    """A new user, or a new role and password; the user's sessions end."""
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}")
    db.execute(session.delete().where(session.c.staff == name))
    put(db, staff, "name", {"name": name, "role": role, "password": password_hash, "made": now})


def stored_name(db: Connection, typed: str) -> str:
    """A name as it is stored, typed in whatever case; "" if nobody is called so."""
    names = list(db.execute(select(staff.c.name).order_by(staff.c.name)).scalars())
    alike = [name for name in names if name.casefold() == typed.casefold()]
    return typed if typed in alike else next(iter(alike), "")


def role_of(db: Connection, name: str) -> str:
    """Empty for nobody."""
    return db.execute(select(staff.c.role).where(staff.c.name == name)).scalar() or ""


def has_users(db: Connection) -> bool:
    return db.execute(select(staff.c.name).limit(1)).first() is not None


# -- logging in -------------------------------------------------------------------------------


def wait_seconds(failed: int, free: int) -> float:
    """The wait after so many wrong passwords in a row."""
    if failed < free:
        return 0.0
    return min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(failed - free, 30))


def _counters(name: str, address: str) -> tuple[tuple[str, int], ...]:
    return (f"{name} from {address}", FREE_ATTEMPTS), (f"from {address}", ADDRESS_ATTEMPTS)


def lock_tries(db: Connection, who: str) -> RowMapping:
    """How often somebody has tried (`failed`, `until`).

    One statement makes the row or locks it until the transaction ends: of two tries at the same
    moment the second waits for what the first has counted.
    """
    make = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    row = make(login_failure).values(who=who, failed=0, until=0.0)
    locked = row.on_conflict_do_update(
        index_elements=["who"], set_={"failed": login_failure.c.failed}
    )
    return db.execute(locked.returning(login_failure)).mappings().one()


def begin_login(db: Connection, name: str, address: str, now: float) -> str:
    """Counts an attempt and gives the hash to compare with; LoginRefused while one has to wait.

    Each attempt is counted before its password is compared, so that many at the same moment are no
    way round the wait.
    """
    for who, free in _counters(name, address):
        row = lock_tries(db, who)
        if row["until"] > now:
            wait = row["until"] - now
            raise LoginRefused(f"Too many wrong passwords. Try again in {wait:.0f} seconds.")
        failed = 1 + row["failed"]
        until = now + wait_seconds(failed, free)
        put(db, login_failure, "who", {"who": who, "failed": failed, "until": until})
    known = db.execute(select(staff.c.password).where(staff.c.name == name)).scalar()
    return known or _NOBODY


def finish_login(db: Connection, name: str, address: str, now: float) -> str:
    """Opens a session after the right password; gives its token for the cookie."""
    names = [who for who, _ in _counters(name, address)]
    db.execute(login_failure.delete().where(login_failure.c.who.in_(names)))
    db.execute(session.delete().where(session.c.ends < now))
    token = secrets.token_urlsafe(32)
    db.execute(
        session.insert().values(
            token=_hashed(token),
            staff=name,
            form_token=secrets.token_urlsafe(32),
            ends=now + SESSION_SECONDS,
        )
    )
    return token


def find_user(db: Connection, token: str, now: float) -> User | None:
    """Whose session a cookie is; None if it has ended."""
    row = db.execute(
        select(staff.c.name, staff.c.role, session.c.form_token)
        .join(staff, staff.c.name == session.c.staff)
        .where(session.c.token == _hashed(token), session.c.ends > now)
    ).first()
    return User(row.name, row.role, row.form_token) if row else None


def log_out(db: Connection, token: str) -> None:
    db.execute(session.delete().where(session.c.token == _hashed(token)))


def users(db: Connection) -> Iterable[tuple[str, str]]:
    """Names and roles."""
    rows = db.execute(select(staff.c.name, staff.c.role).order_by(staff.c.name))
    return [(row.name, row.role) for row in rows]


def remove_user(db: Connection, name: str) -> None:
    """Removes a user and ends the sessions; ValueError for the last manager."""
    _keep_a_manager(db, name)
    db.execute(session.delete().where(session.c.staff == name))
    db.execute(staff.delete().where(staff.c.name == name))


def set_role(db: Connection, name: str, role: str) -> None:
    """Another role; it holds from the next request on. ValueError for the last manager."""
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}")
    if role != "manager":
        _keep_a_manager(db, name)
    db.execute(update(staff).where(staff.c.name == name).values(role=role))


def _keep_a_manager(db: Connection, name: str) -> None:
    # Locks the rows, so that two managers cannot remove each other at the same moment.
    query = select(staff.c.name).where(staff.c.role == "manager").with_for_update()
    if list(db.execute(query).scalars()) == [name]:
        raise ValueError("Somebody has to stay who can let others in.")


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
