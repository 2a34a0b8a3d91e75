"""Everything that happens at a table reaches the hub once and in order, whatever goes wrong."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.event.client import BadAddress, HubAddress, HubClient, HubUnreachable
from tabletop.event.messages import Event, MatchResult, Order, Say
from tabletop.event.sender import ORDERS_AT_ONCE, Backoff, BadOrder, EventSender
from tabletop.storage import Store
from tabletop.storage.outbox import JOINED_NOTE
from tests.event.fake_hub import KEY, FakeHub, wait_until
from tests.storage.matches import record

PAUSE = 0.01


@contextmanager
def joined_store(folder: Path) -> Iterator[Store]:
    with Store.open(folder) as store:
        store.set_note(JOINED_NOTE, "secret")
        assert store.flush()
        yield store


@contextmanager
def sending(
    store: Store, hub: FakeHub, last_order: int = 0, **more: float
) -> Iterator[EventSender]:
    client = HubClient(HubAddress.read(hub.address), 7, KEY, **more)  # type: ignore[arg-type]
    sender = EventSender(store, client, last_order=last_order, first_pause=PAUSE)
    sender.start()
    try:
        yield sender
    finally:
        sender.close()


def alert(store: Store, about: str) -> None:
    store.tell_event("Alert", f'{{"type": "Alert", "kind": "help", "about": "{about}"}}')


def turn(store: Store) -> None:
    """What the main loop does after each of its turns."""
    store.release()


def wait_for(store: Store, true: Callable[[], object]) -> None:
    def turned() -> object:
        turn(store)
        return true()

    wait_until(turned)


def abouts(hub: FakeHub) -> list[str]:
    return [fact.about for fact in hub.facts("Alert")]


def test_what_happens_reaches_the_hub_and_leaves_the_outbox(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store, sending(store, hub) as sender:
        store.save(record(9, result="1"), "a" * 32)
        wait_for(store, lambda: hub.events)
        (event,) = hub.events
        assert isinstance(event.fact, MatchResult)
        assert event.fact.record == record(9, result="1").to_text()
        assert len(event.fact.claims) == 2
        wait_for(store, lambda: rows_left(store) == 0)
        assert sender.unsent == 0
        assert sender.link == "online"


def rows_left(store: Store) -> int:
    store.flush()
    return int(store.read(lambda db: db.execute("SELECT count(*) FROM outbox").fetchone()[0], -1))


@settings(max_examples=12, deadline=None)
@given(
    count=st.integers(1, 60),
    seed=st.integers(0, 1000),
    faults=st.sampled_from([("drop",), ("error",), ("drop", "error", "")]),
)
def test_every_event_is_there_once_and_in_order_though_replies_are_lost(
    tmp_path_factory: pytest.TempPathFactory, count: int, seed: int, faults: tuple[str, ...]
) -> None:
    luck, lock = Random(seed), threading.Lock()

    def fails(path: str) -> str:
        with lock:
            return luck.choice(faults) if path == "/api/events" and luck.random() < 0.5 else ""

    folder = tmp_path_factory.mktemp("store")
    with FakeHub(fails) as hub, joined_store(folder) as store, sending(store, hub):
        for number in range(count):
            alert(store, str(number))
            if number % 7 == 0:
                store.flush()
        wait_for(store, lambda: len(hub.events) == count)
        assert abouts(hub) == [str(number) for number in range(count)]
        seqs = [event.seq for event in hub.events]
        assert seqs == sorted(set(seqs))


def test_many_events_go_in_few_requests(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store:
        for number in range(1050):
            alert(store, str(number))
        assert store.flush()
        with sending(store, hub):
            wait_for(store, lambda: len(hub.events) == 1050)
            assert hub.requests < 60
        assert abouts(hub) == [str(number) for number in range(1050)]


def test_large_events_are_spread_over_requests(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store:
        for number in range(30):
            store.tell_event(
                "Drawing",
                f'{{"type": "Drawing", "key": "{number}", "content": "{"x" * 90_000}"}}',
            )
        assert store.flush()
        with sending(store, hub):
            wait_for(store, lambda: len(hub.events) == 30)
        assert [fact.key for fact in hub.facts("Drawing")] == list(map(str, range(30)))


def test_an_event_that_the_hub_refuses_does_not_hold_up_the_others(tmp_path: Path) -> None:
    bad = {"3", "11", "12"}

    def refuses(event: Event) -> bool:
        return getattr(event.fact, "about", "") in bad

    with FakeHub(refuses=refuses) as hub, joined_store(tmp_path) as store:
        for number in range(20):
            alert(store, str(number))
        assert store.flush()
        with sending(store, hub) as sender:
            wait_for(store, lambda: len(hub.events) == 17)
            assert abouts(hub) == [str(n) for n in range(20) if str(n) not in bad]
            wait_for(store, lambda: rows_left(store) == 0)
            assert len(sender.refused) == 3
        rows: list[object] = []
        rows = store.read(lambda db: db.execute("SELECT why FROM outbox_refused").fetchall(), [])
        assert rows == [("what is that?",)] * 3


def test_a_fact_that_is_no_message_is_set_aside(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store, sending(store, hub) as sender:
        store.tell_event("Alert", '{"type": "Alert", "kind": "earthquake"}')
        alert(store, "after it")
        wait_for(store, lambda: abouts(hub) == ["after it"])
        wait_for(store, lambda: len(sender.refused) == 1)


def test_a_table_whose_clock_was_set_back_goes_on(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store:
        hub.last = {"/api/events": 2**62, "/api/orders": 2**62}
        hub.order(type="Say", text="Hello")
        with sending(store, hub, now=lambda: 5) as sender:  # type: ignore[arg-type]
            alert(store, "late")
            wait_for(store, lambda: abouts(hub) == ["late"])
            wait_for(store, sender.orders)


def test_a_removed_table_stops_and_says_why(tmp_path: Path) -> None:
    with FakeHub(removed=True) as hub, joined_store(tmp_path) as store, sending(store, hub) as its:
        alert(store, "x")
        wait_for(store, lambda: its.link == "removed")
        assert "removed" in its.trouble
        asked = hub.requests
        alert(store, "y")
        time.sleep(0.1)
        assert hub.requests <= asked + 1
        assert rows_left(store) == 2


def test_a_hub_that_hangs_is_left_after_a_while(tmp_path: Path) -> None:
    hangs = [True]

    def fails(_: str) -> str:
        return "hang" if hangs[0] else ""

    with (
        FakeHub(fails) as hub,
        joined_store(tmp_path) as store,
        sending(store, hub, timeout=0.1) as sender,
    ):
        alert(store, "x")
        wait_for(store, lambda: sender.link == "away")
        assert sender.unsent == 1
        hangs[0] = False
        wait_for(store, lambda: abouts(hub) == ["x"])


def test_a_hub_that_sends_headers_for_ever_is_left(tmp_path: Path) -> None:
    with FakeHub(lambda _: "drip") as hub:
        client = HubClient(HubAddress.read(hub.address), 7, KEY, longest=0.5)
        with pytest.raises(HubUnreachable, match="too long"):
            client.request("GET", "/api/orders")


def test_closing_does_not_wait_for_a_hub_that_hangs(tmp_path: Path) -> None:
    with FakeHub(lambda _: "hang") as hub, joined_store(tmp_path) as store:
        with sending(store, hub):
            alert(store, "x")
            wait_for(store, lambda: hub.requests >= 2)
        wait_until(lambda: not [t for t in threading.enumerate() if t.name.startswith("event ")])


def test_nobody_listens_and_the_table_counts_what_waits(tmp_path: Path) -> None:
    with FakeHub() as hub:
        address = hub.address
    with joined_store(tmp_path) as store:
        client = HubClient(HubAddress.read(address), 7, KEY)
        sender = EventSender(store, client, first_pause=PAUSE)
        sender.start()
        for number in range(3):
            alert(store, str(number))
        wait_for(store, lambda: sender.link == "away" and sender.unsent == 3)
        sender.close()


def test_each_order_is_heard_once(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store:
        for text in ("old", "new"):
            hub.order(type="Say", text=text)
        hub.order(type="Dance", steps=3)
        with sending(store, hub, last_order=1) as sender:
            heard: list[Order | BadOrder] = []

            def hears(count: int) -> bool:
                heard.extend(sender.orders())
                return len(heard) == count

            wait_until(lambda: hears(2))
            hub.order(type="Say", text="newest")
            wait_until(lambda: hears(3))
        assert heard[0] == Order(2, Say("new"))
        assert isinstance(heard[1], BadOrder)
        assert (heard[1].id, heard[2]) == (3, Order(4, Say("newest")))


def test_pauses_grow_and_differ() -> None:
    backoff = Backoff(1.0, 60.0, luck=lambda: 1.0)
    assert [backoff.failed() for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    backoff.succeeded()
    assert backoff.failed() == 1
    early = Backoff(1.0, 60.0, luck=lambda: 0.0)
    assert [early.failed() for _ in range(3)] == [0.5, 1, 2]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("hub.local", "http://hub.local:8707"),
        (" 10.0.0.5:9000 ", "http://10.0.0.5:9000"),
        ("https://hub.example/", "https://hub.example"),
        ("http://hub.example:80", "http://hub.example"),
        ("[fe80::1]:9000", "http://[fe80::1]:9000"),
    ],
)
def test_addresses(text: str, url: str) -> None:
    assert HubAddress.read(text).url == url


@pytest.mark.parametrize("text", ["", "a b", "hub:99999", "ftp://hub", "hub/path", "hub:0"])
def test_bad_addresses(text: str) -> None:
    with pytest.raises(BadAddress):
        HubAddress.read(text)


def test_a_hub_with_too_many_orders_does_not_hold_up_the_main_loop(tmp_path: Path) -> None:
    with FakeHub() as hub, joined_store(tmp_path) as store:
        for number in range(2500):
            hub.order(type="Say", text=str(number))
        with sending(store, hub) as sender:
            heard: list[Order | BadOrder] = []

            def hears() -> bool:
                found = sender.orders()
                assert len(found) <= ORDERS_AT_ONCE
                heard.extend(found)
                return len(heard) == 2500

            wait_until(hears)
        assert [order.id for order in heard] == list(range(1, 2501))
