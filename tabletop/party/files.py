"""What the phone server sends over HTTP besides the WebSocket: pages, their files, texts, boards.

All are in memory, so no request reaches the disk.
"""

import gzip
import re
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

from tabletop.languages import ENGLISH, catalogue, has_language, translate
from tabletop.party.words import PHONE_TEXTS

MAX_FILE_BYTES: Final = 1 << 20
MAX_DIAGRAMS: Final = 200
PAGE: Final = "index.html"

SAFE_HEADERS: Final = {
    "Server": "tabletop",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
REVALIDATED: Final = "no-cache"
IMMUTABLE: Final = "public, max-age=31536000, immutable"

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_COMPRESSED: Final = frozenset({".png", ".ico", ".woff2"})
_WITH_LINKS: Final = frozenset({".html", ".js", ".css"})
_LINK: Final = re.compile(r"""(?<=["'(])(?:/static/|\./)([\w.-]+)(?=["')])""")
_INLINE: Final = re.compile(r"<(script|style)\b[^>]*>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class File:
    """Something to send, plain and, where that is smaller, compressed."""

    content: bytes
    media_type: str
    compressed: bytes | None
    etag: str
    policy: str = ""
    """The content security policy, where it is not that of the phone page."""


def make_file(content: bytes, suffix: str, policy: str = "") -> File:
    smaller = None
    if suffix not in _COMPRESSED:
        zipped = gzip.compress(content, 9, mtime=0)
        smaller = zipped if len(zipped) < len(content) else None
    etag = f'"{sha256(content).hexdigest()[:24]}"'
    return File(content, _TYPES[suffix], smaller, etag, policy)


class PageFiles:
    """The phone page and the files that it loads.

    They refer to each other as ``/static/NAME`` or ``./NAME``, in quotes or parentheses; such
    links get the version of all files, so that browsers may keep them for good.
    """

    def __init__(self, folder: Path) -> None:
        contents = dict(_read(folder))
        whole = sha256()
        for name, content in sorted(contents.items()):
            whole.update(f"{name} {len(content)} ".encode() + content)
        self.version: Final = whole.hexdigest()[:16]
        self._files = {
            name: make_file(self._with_versions(name, content, contents), Path(name).suffix)
            for name, content in contents.items()
        }

    def find(self, name: str) -> File | None:
        return self._files.get(name)

    def _with_versions(self, name: str, content: bytes, known: Mapping[str, bytes]) -> bytes:
        if Path(name).suffix not in _WITH_LINKS:
            return content

        def link(found: re.Match[str]) -> str:
            return f"/static/{found[1]}?v={self.version}" if found[1] in known else found[0]

        try:
            return _LINK.sub(link, content.decode()).encode()
        except UnicodeDecodeError:
            return content


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder that a phone can use."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.suffix in _TYPES and path.is_file() and path.stat().st_size <= MAX_FILE_BYTES:
            yield path.name, path.read_bytes()


class PhoneTexts:
    """The texts of the phone pages by language."""

    def __init__(self) -> None:
        self._files: dict[str, File] = {}

    def find(self, language: str) -> File:
        """The texts in a language, or in English."""
        code = known_language(language)
        if code not in self._files:
            known = catalogue(code)
            texts = {
                key: str(text) if known is None else translate(text, known)
                for key, text in PHONE_TEXTS.items()
            }
            self._files[code] = make_file(msgspec.json.encode(texts), ".json")
        return self._files[code]


def known_language(code: str) -> str:
    """A language of the program for a phone's code (``de``, ``de-AT``), or English."""
    code = code.replace("-", "_")
    for each in (code, code.partition("_")[0]):
        if has_language(each):
            return each
    return ENGLISH


class KeptFiles:
    """Files that the table sends, by key; beyond a number the oldest is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._files: OrderedDict[str, File] = OrderedDict()

    def add(self, key: str, file: File) -> None:
        self._files[key] = file
        self._files.move_to_end(key)
        if len(self._files) > self._most:
            self._files.popitem(last=False)

    def find(self, key: str) -> File | None:
        return self._files.get(key)


def home_page(html: str) -> File:
    """A page to take home. It may run only the scripts and styles that are written in it."""
    allowed: dict[str, list[str]] = {"script": [], "style": []}
    for kind, content in _INLINE.findall(html):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        allowed[kind.lower()].append(f"'sha256-{digest}'")
    rules = [
        "default-src 'none'",
        *(f"{kind}-src {' '.join(found)}" for kind, found in allowed.items() if found),
        "img-src data:",
        "font-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return make_file(html.encode(), ".html", "; ".join(rules))


# -- responses -----------------------------------------------------------------------------------


def _policy(host: str) -> str:
    # Safari before 15.4 does not count ws: as 'self'.
    return (
        f"default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


_PLAIN_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"


def file_answer(
    request: web.BaseRequest, host: str, file: File | None, lasting: str
) -> web.Response:
    """A file, compressed where the phone takes it, or that it has not changed."""
    if file is None:
        return plain_answer(404, "There is nothing here.")
    headers = {
        **SAFE_HEADERS,
        "Content-Security-Policy": file.policy or _policy(host),
        "Cache-Control": lasting,
        "ETag": file.etag,
        "Vary": "Accept-Encoding",
    }
    if file.etag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    content = file.content
    if file.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = file.compressed
    headers["Content-Type"] = file.media_type
    return web.Response(body=content, headers=headers)


def plain_answer(status: int, text: str) -> web.Response:
    return _uncached(status, text.encode(), "text/plain; charset=utf-8")


def json_answer(status: int, value: Mapping[str, object]) -> web.Response:
    return _uncached(status, msgspec.json.encode(value), "application/json")


def _uncached(status: int, body: bytes, media_type: str) -> web.Response:
    headers = {
        **SAFE_HEADERS,
        "Content-Security-Policy": _PLAIN_POLICY,
        "Cache-Control": "no-store",
        "Content-Type": media_type,
    }
    if status == 429:
        headers["Retry-After"] = "5"
    response = web.Response(status=status, body=body, headers=headers)
    if status >= 400:
        response.force_close()
    return response
