"""Phones in real browsers: Chromium by Playwright, Firefox by its WebDriver BiDi."""

import asyncio
import json
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import aiohttp
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

T = TypeVar("T")
Place: TypeAlias = tuple[float, float]
"""A place on a page, in its pixels."""
ENTER: Final = "\ue007"
"""The key in texts to type, as WebDriver writes it."""
SECONDS: Final = 20.0
"""Within which everything happens that a test waits for."""
CLICK_SECONDS: Final = 5.0
"""Within which a page gets the click of a touch; a finger that rests too long makes none."""
CHROMIUM_ARGUMENTS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FIREFOX: Final = (
    "firefox-esr",
    "--headless",
    "--no-remote",
    "--remote-debugging-port",
    "0",
    "--profile",
)


class Phone(Protocol):
    """A phone with a page open."""

    def open(self, address: str) -> None: ...
    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, which must have one in JSON."""

    def touch(self, selector: str) -> None:
        """Touches the middle of an element with a finger."""

    def draw(self, path: Sequence[Place]) -> None:
        """Puts a finger down at a pixel of the page, moves it along the others, and lifts it."""

    def write(self, text: str) -> None:
        """Types at the place that has the focus; `ENTER` is that key."""

    def close(self) -> None: ...


def until(said: str, condition: Callable[[], T]) -> T:
    """Waits until a condition is true, and returns its value."""
    end = time.monotonic() + SECONDS
    while not (value := condition()):
        assert time.monotonic() < end, f"not within {SECONDS:.0f} s: {said}"
        time.sleep(0.03)
    return value


def see(phone: Phone, selector: str, words: str = "") -> str:
    """Waits until an element is shown that contains some words, and returns its text."""
    expression = (
        f"[...document.querySelectorAll({json.dumps(selector)})]"
        f".map(e => e.textContent).find(text => text.includes({json.dumps(words)})) ?? null"
    )

    def found() -> list[str]:
        text = phone.evaluate(expression)
        return [] if text is None else [text]

    (text,) = until(f"{selector} with {words!r}", found)
    return text


def sit(phone: Phone, address: str, name: str, seat: int) -> None:
    """Joins as a person does."""
    phone.open(address)
    see(phone, "h1")
    phone.touch("#name")
    phone.write(name)
    phone.touch(f".seat:nth-of-type({seat + 1})")
    phone.touch("button[type=submit]")
    see(phone, ".plate .who", name)


class Loop:
    """An event loop in a thread of its own, for tests that wait."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS * 2)

    def call(self, work: Callable[[], None]) -> None:
        """Calls a function in the loop's thread."""

        async def called() -> None:
            work()

        self.run(called())

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


# -- Chromium ------------------------------------------------------------------------------------


class ChromiumPhone:
    """A page of Chromium that behaves as on a phone."""

    def __init__(self, browser: Browser, *, width: int, height: int, language: str) -> None:
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            has_touch=True,
            is_mobile=True,
        )
        self.page: Final[Page] = self._context.new_page()
        self._fingers: CDPSession | None = None
        self.errors: Final[list[str]] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._note(message.type, message.text))

    def _note(self, kind: str, text: str) -> None:
        # A refused connection is what some tests are about.
        if kind == "error" and "WebSocket" not in text and "Failed to load resource" not in text:
            self.errors.append(text)

    def open(self, address: str) -> None:
        self.page.goto(address)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def touch(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def draw(self, path: Sequence[Place]) -> None:
        if self._fingers is None:
            self._fingers = self._context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(path):
            kind, points = "touchMove" if number else "touchStart", [{"x": x, "y": y}]
            self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self._fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def write(self, text: str) -> None:
        for part in re.split(f"({ENTER})", text):
            if part == ENTER:
                self.page.keyboard.press("Enter")
            else:
                self.page.keyboard.type(part)

    def close(self) -> None:
        self._context.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        yield browser
        browser.close()


# -- Firefox -------------------------------------------------------------------------------------


class FirefoxPhone:
    """A tab of Firefox that shares nothing with the others."""

    def __init__(self, session: "_Session") -> None:
        self._session = session
        self._user: Final = session.ask("browser.createUserContext")["userContext"]
        made = session.ask("browsingContext.create", type="tab", userContext=self._user)
        self._context: Final = made["context"]

    def open(self, address: str) -> None:
        self._session.ask(
            "browsingContext.navigate", context=self._context, url=address, wait="complete"
        )

    def evaluate(self, expression: str) -> Any:
        answer = self._session.ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def touch(self, selector: str) -> None:
        place = (
            f"(e => e && (e.scrollIntoView({{block: 'nearest'}}), e.getBoundingClientRect()))"
            f"(document.querySelector({json.dumps(selector)}))"
        )
        seen: dict[str, float] | None = None

        def rests() -> list[dict[str, float]]:
            nonlocal seen
            before, seen = seen, self.evaluate(place)
            return [] if seen is None or seen != before else [seen]

        (box,) = until(f"{selector} at rest", rests)  # as Chromium's own waits for it
        self.evaluate(
            "(() => { window.clicked = false; addEventListener('click', () => "
            "{ window.clicked = true; }, { capture: true, once: true }); return 0; })()"
        )
        self.draw([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)])
        # On a busy machine the command is answered long before the page gets the click: what is
        # typed next would go nowhere, and a touch that is repeated would come twice.
        end = time.monotonic() + CLICK_SECONDS
        while time.monotonic() < end and self.evaluate("window.clicked === false"):
            time.sleep(0.01)

    def draw(self, path: Sequence[Place]) -> None:
        first, *others = ({"type": "pointerMove", "x": x, "y": y} for x, y in path)
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self._act(
            {
                "type": "pointer",
                "id": "finger",
                "parameters": {"pointerType": "touch"},
                "actions": [first, down, *others, up],
            }
        )

    def write(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def _act(self, actions: dict[str, Any]) -> None:
        self._session.ask("input.performActions", context=self._context, actions=[actions])

    def close(self) -> None:
        self._session.ask("browser.removeUserContext", userContext=self._user)


class _Session:
    """The connection to a Firefox."""

    def __init__(self, loop: Loop, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._loop = loop
        self._socket = socket
        self._number = 0

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a command and returns its result."""
        return self._loop.run(self._ask(method, params))

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer = await self._socket.receive_json()
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return dict(answer["result"])


@contextmanager
def firefox(loop: Loop) -> Iterator[_Session]:
    """A Firefox with a profile of its own."""
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [*FIREFOX, profile, "about:blank"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        try:
            yield from _connected(loop, process)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(SECONDS)
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()
            shutil.rmtree(Path(profile), ignore_errors=True)


def _connected(loop: Loop, process: subprocess.Popen[str]) -> Iterator[_Session]:
    assert process.stderr is not None
    address = ""
    for line in process.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            address = found[1]
            break
    assert address, "Firefox does not listen"
    threading.Thread(target=process.stderr.read, daemon=True).start()

    async def connect() -> tuple[aiohttp.ClientSession, aiohttp.ClientWebSocketResponse]:
        client = aiohttp.ClientSession()
        return client, await client.ws_connect(f"{address}/session", max_msg_size=0)

    client, socket = loop.run(connect())
    session = _Session(loop, socket)
    session.ask("session.new", capabilities={})
    yield session

    async def disconnect() -> None:
        await socket.close()
        await client.close()

    loop.run(disconnect())
