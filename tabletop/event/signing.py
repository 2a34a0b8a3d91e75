"""The signature of a table's requests: HMAC-SHA256 over method, path, time and body.

The time is nanoseconds of the table's clock, but each request of a table to one path has a higher
one than the last: the hub refuses another, so a request that somebody has recorded cannot be sent
again. A table whose clock was set back goes on from the number that the refusal tells.
"""

from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac
from typing import Final

TABLE_HEADER: Final = "Tabletop-Table"
TIME_HEADER: Final = "Tabletop-Time"
SIGNATURE_HEADER: Final = "Tabletop-Signature"


def signature(key: str, method: str, path: str, time: int, body: bytes) -> str:
    """The signature in hexadecimal. `key` is hexadecimal too; `path` includes the query."""
    head = f"{method}\n{path}\n{time}\n".encode()
    return hmac(bytes.fromhex(key), head + body, sha256).hexdigest()


def is_signed(key: str, method: str, path: str, time: int, body: bytes, claimed: str) -> bool:
    """Whether a signature is right; takes equally long for any wrong one."""
    right = signature(key, method, path, time, body)
    return claimed.isascii() and compare_digest(right, claimed)
