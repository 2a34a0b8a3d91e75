"""What the hub of an event costs a table: its frames, and its start when much is unsent.

The same matches are played by fingers without and with a hub, in turns, so that both meet the same
other work on this machine.
"""

import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from sqlite3 import Connection
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from tabletop import __version__, settings
from tabletop.event.client import HubAddress, HubClient
from tabletop.event.key_file import HubKey, write_key
from tabletop.event.messages import Alert, encode
from tabletop.settings import Value
from tabletop.storage import Store, outbox
from tabletop.ui.core.prewarm import Prewarmer
from tabletop.ui.core.scene import Reset
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import Turn, WatchedApp, opened, window_facts
from tools.bench.phones import for_seconds, fresh_match
from tools.bench.posted_fingers import Fingers
from tools.bench.start import keeping_compiled, start_once
from tools.bench.summaries import judged, milliseconds, percentile, summary
from tools.environment import Trouble
from tools.simulated.hub_process import HubProcess, free_port

BOARD_GAMES: Final = ("shoo", "trelawney")
HUBS: Final = ("takes", "hangs", "refuses")
"""It takes everything; it accepts connections and never answers; nothing listens there."""
SECONDS: Final = 10.0
PAIRS: Final = 4
"""Of a time without the hub and one with it; one more without it comes before, to fill caches."""
STARTS: Final = 7
UNSENT: Final = 100_000
MORE: Final = 0.05
"""The share by which frames and starts may take longer."""
OPEN_SECONDS: Final = 5.0
JOIN_SECONDS: Final = 30.0
FILL_SECONDS: Final = 300.0
MEASURES: Final[dict[str, Callable[[Turn], float]]] = {
    "wall": lambda turn: turn.seconds,
    # Less the time in which it waited for a core that another process had.
    "undisturbed": lambda turn: turn.seconds - turn.waited,
    # What the loop itself computed, without its waits for other threads of the program.
    "cpu": lambda turn: turn.cpu,
    # Without what it does after the frame is shown: telling the hub is part of that.
    "frame_cpu": lambda turn: turn.frame_cpu,
}


def run(seconds: float = SECONDS, pairs: int = PAIRS, starts: int = STARTS) -> dict[str, Any]:
    """Frames with each kind of hub, and starts with a full outbox."""
    runs = []
    with screen(sizes()[0]) as environment:
        for game in BOARD_GAMES:
            for hub in HUBS:
                given: dict[str, Any] = {"hub": hub, "seconds": seconds, "pairs": pairs}
                runs.append(inside("event_frames", environment, key=game, **given))
        runs.append(measure_start(environment, starts))
    return {"runs": runs}


def measure(
    folder: Path,
    key: str,
    hub: str,
    seconds: float,
    pairs: int = PAIRS,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """Turns of the loop that draw, in matches without a hub and with it."""
    without, joined, unsent = list[list[Turn]](), list[list[Turn]](), list[int]()
    links = ("online",) if hub == "takes" else ("starting", "away")
    with (
        hub_key(hub, folder / "hub") as told,
        opened(folder, lambda table: fresh_match(table, key), **(changes or {})) as app,
    ):
        event = app.table.event
        # Pages are made ready in turns where nothing happens, which are not of any frame.
        app.preparing = Prewarmer(on=False)
        _play(app, key, seconds)
        for _ in range(pairs):
            without.append(_play(app, key, seconds))
            write_key(folder, told)
            app.table.change("event.hub", told.address)
            _turn(app, lambda: event.state.link in links)
            joined.append(_play(app, key, seconds))
            unsent.append(app.table.store.read(outbox.count_rows, 0))
            app.table.change("event.hub", "")
            _turn(app, lambda: not event.state.joined)
        about = window_facts(app)
    figures: dict[str, Any] = {"unsent": unsent}
    for name, seconds_of in MEASURES.items():
        alone, with_hub = (
            [[seconds_of(turn) for turn in turns] for turns in segments]
            for segments in (without, joined)
        )
        one, other = (list(chain.from_iterable(parts)) for parts in (alone, with_hub))
        figures[f"without_{name}"], figures[f"joined_{name}"] = summary(one), summary(other)
        figures[f"p99_more_{name}"] = round(_p99(other) / _p99(one) - 1, 3)
        figures[f"p99_ms_of_pairs_{name}"] = [
            tuple(milliseconds(_p99(part)) for part in pair)
            for pair in zip(alone, with_hub, strict=True)
        ]
    bars = {"p99_more_undisturbed": MORE, "p99_more_cpu": MORE}
    return {"part": "frames", "game": key, "hub": hub, **about, **judged(figures, **bars)}


def measure_start(
    environment: dict[str, str],
    starts: int = STARTS,
    rows: int = UNSENT,
    arguments: tuple[str, ...] = (),
) -> dict[str, Any]:
    """From the start of the process to the first frame, with an empty outbox and with a full one.

    The hub hangs, so that the outbox stays as it is.
    """
    found: dict[str, list[float]] = {"empty": [], "full": []}
    with TemporaryDirectory(prefix="tabletop-bench-") as name, hanging_hub() as told:
        folder = Path(name)
        given = keeping_compiled(environment, folder)

        def start(outbox_is: str) -> float:
            own = ["--data-dir", str(folder / outbox_is), *arguments]
            return float(start_once(given, own)["first frame"])

        for outbox_is, unsent in (("empty", 0), ("full", rows)):
            _join_before(folder / outbox_is, told, unsent)
            start(outbox_is)
        for number in range(starts):
            for outbox_is in sorted(found, reverse=number % 2 == 1):
                found[outbox_is].append(start(outbox_is))
        with Store.open(folder / "full") as store:
            left = store.read(outbox.count_rows, 0)
    pairs = list(zip(found["empty"], found["full"], strict=True))
    figures = {
        "unsent": left,
        "empty_median_ms": milliseconds(median(found["empty"])),
        "full_median_ms": milliseconds(median(found["full"])),
        "ms_of_pairs": [tuple(map(milliseconds, pair)) for pair in pairs],
        "more": round(median(full / empty for empty, full in pairs) - 1, 3),
    }
    return {"part": "start", **judged(figures, more=MORE)}


@contextmanager
def hub_key(hub: str, folder: Path) -> Iterator[HubKey]:
    """The key of a table that has joined a hub of that kind, which runs meanwhile."""
    if hub == "hangs":
        with hanging_hub() as key:
            yield key
    elif hub == "refuses":
        yield _made_up_key(free_port())
    else:
        process = HubProcess(folder)
        process.start()
        try:
            client = HubClient(HubAddress.read(process.url))
            joined = client.join(process.pairing_code, "Oak", __version__)
            yield HubKey(process.url, joined.table, joined.key, joined.hub, joined.tables)
        finally:
            process.kill()


@contextmanager
def hanging_hub() -> Iterator[HubKey]:
    """The system accepts connections for it, and it never reads."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as server:
        yield _made_up_key(server.getsockname()[1])


def _made_up_key(port: int) -> HubKey:
    return HubKey(f"127.0.0.1:{port}", 1, secrets.token_hex(32), "An event", 1)


def _join_before(folder: Path, key: HubKey, rows: int) -> None:
    """A data folder of a table that has joined, with so many unsent events."""
    folder.mkdir()
    write_key(folder, key)
    settings.save(folder / settings.FILE_NAME, {"event.hub": key.address, "event.name": "Oak"})
    fact = encode(Alert("device", "reader", on=True, words="The dice reader was lost.")).decode()

    def fill(db: Connection) -> None:
        for number in range(rows):
            outbox.add(db, f"{number:032x}", "2026-11-27T10:00:00Z", "Alert", fact)

    with Store.open(folder) as store:
        store.set_note(outbox.JOINED_NOTE, secrets.token_hex(16))
        store.write(fill)
        if not store.flush(FILL_SECONDS):
            raise Trouble("The outbox could not be filled.")


def _play(app: WatchedApp, key: str, seconds: float) -> list[Turn]:
    """Plays the same matches each time; gives the turns that have drawn, once a match is open.

    The first picture of a match takes far longer than all others, with a hub or without.
    """
    over, luck, turns = for_seconds(seconds), Random(1), list[Turn]()
    while not over():
        app.scenes.apply(Reset(fresh_match(app.table, key)))
        scene: Any = app.scenes.top
        app.step()
        app.turn_until(lambda: not app.behind, OPEN_SECONDS)
        app.drawing_turns.clear()
        for _ in Fingers(scene, app.table.display_transform, luck).deeds():
            app.step()
            if over():
                break
        turns += app.drawing_turns
    return turns


def _turn(app: WatchedApp, done: Callable[[], bool]) -> None:
    if not app.turn_until(done, JOIN_SECONDS):
        raise Trouble("The hub was not joined or left in time.")


def _p99(seconds: list[float]) -> float:
    return percentile(seconds, 0.99)
