"""A tournament at three tables: real programs on displays, a real hub, the referee in Chromium."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
import pygame
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Connection, select

from tabletop import __version__
from tabletop.app.event_orders import read_call
from tabletop.app.navigation import build_page
from tabletop.engine import Match
from tabletop.event import messages as wire
from tabletop.event.client import HubAddress, HubClient
from tabletop.event.key_file import HubKey, read_key, write_key
from tabletop.games import find_game
from tabletop.hub.database import Database, file_url
from tabletop.hub.schema import game_table, order, result, tournament_call
from tabletop.input.event import EventState, PlayerCall
from tabletop.scenes.destinations import StartCalledMatch
from tabletop.scenes.event.join_page import ADDRESS_PROMPT, NAME_PROMPT, JoinEventPage
from tabletop.scenes.event.player_call import PlayerCallScene
from tabletop.scenes.kiosk.operator_pages import ChoosePin, OperatorPage, PinPad
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import FILE_NAME, Settings
from tabletop.system.pin_lock import FILE_NAME as PIN_FILE
from tabletop.system.pin_lock import PinLock
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.text_entry import CHARACTER_KEY, DONE, NameEntry
from tests.end_to_end.expected_pages import Twin
from tests.end_to_end.pointing import Eye, Tap
from tests.end_to_end.real_window import SIZE, Desk
from tests.end_to_end.scripted_players import PLAYERS
from tests.end_to_end.test_games_by_mouse import play, saved
from tests.party.browsers import chromium
from tools.simulated.hub_process import HubProcess

pytestmark = [pytest.mark.slow, pytest.mark.chromium]

GAME: Final = "trelawney"
"""Who moves first wins its scripted game."""
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
EVENT: Final = "Harbour Games Fair"
TABLES: Final = ("Oak", "Elm", "Ash")
SECONDS: Final = 60.0
"""Within which a program starts, or something has travelled to a table or to the hub."""
KILLED_AFTER: Final = 9
"""Plies."""
PIN: Final = "2468"
KEY_PART: Final = (36, 36)
"""Pixels of a key that are looked at."""
ROW: Final = 30
"""Pixels above and below the middle of a button of the call, in which the clock does not lie."""
PICTURES: Final = "TABLETOP_PICTURES"
"""Names a folder for pictures of the pages, for people to look at."""


@dataclass
class Event:
    """The hub with its database, read from outside."""

    hub: HubProcess
    database: Database

    def rows(self, query: Any) -> list[Any]:
        def work(db: Connection) -> list[Any]:
            return list(db.execute(query).all())

        return self.database.look(work)

    def call_for(self, table: int) -> PlayerCall | None:
        """The newest call of players that was sent to a table."""
        query = select(order.c.command).where(order.c.table_id == table).order_by(order.c.id.desc())
        for (text,) in self.rows(query):
            command = msgspec.json.decode(text, type=wire.Command)
            if isinstance(command, wire.CallPlayers):
                return read_call(command)
        return None

    def tables_called(self) -> list[int]:
        """The tables at which players are called or play."""
        open_calls = tournament_call.c.ended.is_(None)
        return [row.table_id for row in self.rows(select(tournament_call).where(open_calls))]

    def results(self, pairing: str) -> list[Any]:
        return self.rows(select(result).where(result.c.pairing == pairing))


@dataclass
class PlayedTable:
    """A table as its people know it."""

    desk: Desk
    twin: Twin
    event: Event

    @cached_property
    def number(self) -> int:
        """The number of the table at the hub."""
        key = read_key(self.desk.data)
        assert key is not None
        return key.table

    @cached_property
    def call(self) -> PlayerCall:
        """The players that are called to this table."""
        call = self.event.call_for(self.number)
        assert call is not None
        return call

    @cached_property
    def eye(self) -> Eye:
        return Eye(Match(find_game(GAME)), SIZE, facing=True)

    def sit_down(self) -> None:
        """Both players say that they are here, and read the goal."""
        scene = self.twin.fitted(PlayerCallScene(self.twin.table, self.call))
        for seat in range(len(self.call.seats)):
            wanted = self.twin.drawn(scene)
            self.desk.wait(
                f"the call of {self.call.seats}",
                lambda: shows_seats(self.desk, self.twin, scene, wanted),  # noqa: B023
                SECONDS,
            )
            take_picture(self.desk, f"call-{self.call.round}-{seat}")
            self.desk.click(self.twin.button(scene, f"here:{seat}"))
            scene.pressed(f"here:{seat}")
        match = build_page(self.twin.table, StartCalledMatch(self.call))
        assert isinstance(match, MatchScene)
        match.fit(self.eye.canvas)
        self.desk.click(self.twin.button(match, "goal:0"))

    def play(self, plies: int) -> None:
        """Goes on with so many plies, or to the end."""
        play(self.desk, self.eye, PLAYERS[GAME], plies)

    def wait_for_result(self) -> Any:
        """The row of the match at the hub."""
        self.desk.wait("the result at the hub", self._has_result, SECONDS)
        (row,) = self.event.results(self.call.pairing)
        return row

    def _has_result(self) -> bool:
        return bool(self.event.results(self.call.pairing))

    @property
    def winner(self) -> str:
        return self.call.seats[0].name

    @property
    def loser(self) -> str:
        return self.call.seats[1].name


def shows_seats(desk: Desk, twin: Twin, scene: PlayerCallScene, wanted: pygame.Surface) -> bool:
    """Whether the seats of a call look as they should; the clock between them may run."""
    middles = (twin.button(scene, f"here:{seat}")[1] for seat in range(len(scene.call.seats)))
    rows = (pygame.Rect(0, middle - ROW, SIZE[0], 2 * ROW) for middle in middles)
    return all(shows_part(desk, wanted, row) for row in rows)


def shows_part(desk: Desk, wanted: pygame.Surface, part: pygame.Rect) -> bool:
    seen = desk.picture()
    one, other = (pygame.image.tobytes(each.subsurface(part), "RGB") for each in (seen, wanted))
    return one == other


def take_picture(shown: Desk | Page, name: str) -> None:
    folder = os.environ.get(PICTURES)
    if not folder:
        return
    path = Path(folder, f"{name}.png")
    if isinstance(shown, Desk):
        shown.save_picture(path)
    else:
        shown.screenshot(path=path)


def join(hub: HubProcess, data: Path, name: str) -> None:
    """Joins before the program starts, as the operator's page does."""
    address = f"127.0.0.1:{hub.port}"
    joined = HubClient(HubAddress.read(address)).join(hub.pairing_code, name, __version__)
    write_key(data, HubKey(address, joined.table, joined.key, joined.hub, joined.tables))
    write_settings(data, f'[event]\nhub = "{address}"\nname = "{name}"\n')


def join_by_page(hub: HubProcess, desk: Desk, twin: Twin, name: str) -> None:
    """The operator chooses a PIN, and joins the event by touches."""
    title = twin.drawn(twin.title())
    desk.wait("the title", lambda: desk.shows(title), SECONDS)
    desk.press("ctrl+alt+o")
    lock = PinLock(twin.table.data_dir / PIN_FILE)
    touch_keys(desk, twin, PinPad(ChoosePin(lock)), [f"digit:{sign}" for sign in PIN], "done")
    touch_keys(desk, twin, PinPad(ChoosePin(lock)), [f"digit:{sign}" for sign in PIN], "done")
    operator = twin.fitted(OperatorPage(twin.table, lock))
    offered = twin.drawn(operator)
    desk.wait("the operator's page", lambda: desk.shows(offered), SECONDS)
    desk.click(twin.button(operator, "event"))
    page = twin.fitted(JoinEventPage(twin.table))
    for key, prompt, text in (
        ("name", NAME_PROMPT, name),
        ("address", ADDRESS_PROMPT, f"127.0.0.1:{hub.port}"),
    ):
        wait_for_keys(desk, twin, page, ("digit:1", "digit:9"))
        desk.click(twin.button(page, key))
        signs = [f"{CHARACTER_KEY}{sign}" for sign in text.lower()]
        touch_keys(desk, twin, NameEntry("", prompt=prompt), signs, DONE)
    touch_keys(desk, twin, page, [f"digit:{sign}" for sign in hub.pairing_code], "join")
    twin.table.change("event.name", name)
    twin.table.change("event.hub", f"127.0.0.1:{hub.port}")
    twin.table.event.report(EventState(link="online", hub=EVENT, tables=1, url=hub.url))
    joined = twin.drawn(twin.fitted(page))
    desk.wait("the page of a table that has joined", lambda: desk.shows(joined), SECONDS)
    take_picture(desk, "joined")
    desk.click(twin.button(page, "leave"))
    desk.wait("the operator's page", lambda: desk.shows(offered), SECONDS)
    desk.click(twin.button(operator, "leave"))


def touch_keys(desk: Desk, twin: Twin, page: PageScene, keys: Sequence[str], last: str) -> None:
    """Touches keys of a page, the last one to finish, as soon as it is there."""
    page = twin.fitted(page)
    wait_for_keys(desk, twin, page, keys)
    desk.make([Tap(twin.button(page, key)) for key in (*keys, last)])


def wait_for_keys(desk: Desk, twin: Twin, page: PageScene, keys: Sequence[str]) -> None:
    wanted = twin.drawn(page)
    parts = [pygame.Rect(0, 0, *KEY_PART) for _ in keys]
    for part, key in zip(parts, keys, strict=True):
        part.center = twin.button(page, key)
    desk.wait(
        f"the keys of {type(page).__name__}",
        lambda: all(shows_part(desk, wanted, part) for part in parts),
        SECONDS,
    )


def write_settings(data: Path, more: str = "") -> None:
    (data / FILE_NAME).write_text(f'[look]\nspeed = "off"\n{more}')


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    address = file_url(tmp_path / "hub" / "hub.sqlite3")
    hub = HubProcess(tmp_path / "hub", address)
    hub.start("--name", EVENT)
    database = Database(address)
    yield Event(hub, database)
    database.close()
    hub.kill()


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Twin]:
    with closing(Twin(tmp_path / "twin", Settings(), SIZE)) as opened:
        yield opened


@pytest.fixture
def page() -> Iterator[Page]:
    with chromium() as browser:
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        context.set_default_timeout(1000 * SECONDS)
        expect.set_options(timeout=1000 * SECONDS)
        yield context.new_page()


def log_in(page: Page, hub: HubProcess) -> None:
    page.goto(f"{hub.url}/login")
    page.get_by_label("Name").fill("host")
    page.get_by_label("Password").fill(hub.password)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile("/tables$"))


def open_tournament(page: Page, hub: HubProcess) -> None:
    """The referee makes a knockout of four, lets them in, and starts it."""
    page.goto(f"{hub.url}/tournaments/new")
    page.get_by_label("Knockout").check()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Name").fill("Harbour Cup")
    page.locator("select[name=game]").select_option(GAME)
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Players, one a line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Let in").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Semi-final: 2 still play")).to_be_visible()


def test_a_tournament_is_played_to_the_trophy(
    tmp_path: Path, event: Event, twin: Twin, page: Page
) -> None:
    """One table is killed in a match; another one moves to a new machine with a result unsent."""
    with ExitStack() as stack:
        tables = []
        for name in TABLES:
            folder = tmp_path / name
            folder.mkdir()
            desk = stack.enter_context(Desk(folder))
            desk.data.mkdir()
            if name == TABLES[0]:
                write_settings(desk.data)
                desk.start()
                with closing(Twin(tmp_path / "operator", Settings(), SIZE)) as operator:
                    join_by_page(event.hub, desk, operator, name)
            else:
                join(event.hub, desk.data, name)
                desk.start()
            tables.append(PlayedTable(desk, twin, event))
        log_in(page, event.hub)
        expect(page.locator("body")).to_contain_text(TABLES[-1])
        open_tournament(page, event.hub)
        first, second = (table for table in tables if table.number in event.tables_called())
        first.sit_down()
        second.sit_down()

        first.play(KILLED_AFTER)
        second.play(KILLED_AFTER)
        take_picture(page, "tournament-semi-final")
        page.goto(f"{event.hub.url}/tables")
        expect(page.locator("body")).to_contain_text("Ada")
        take_picture(page, "tables")
        start_killed_program_again(first)
        first.play(400)
        assert first.wait_for_result().table_id == first.number

        second.play(len(golden_plies()) - 1 - KILLED_AFTER)
        event.hub.kill()
        second.play(1)
        second.desk.kill()
        moved = Path(tmp_path / "new machine")
        moved.mkdir()
        second.desk.data.rename(moved / "data")
        other = stack.enter_context(Desk(moved))
        other.start()
        assert event.results(second.call.pairing) == []
        event.hub.start()
        second.desk = other
        assert second.wait_for_result().table_id == second.number

        page.goto(f"{event.hub.url}/tournaments/1")
        expect(page.get_by_role("heading", name="All 2 results are in")).to_be_visible()
        take_picture(page, "tournament-results-in")
        page.get_by_role("button", name="Start final").click()
        expect(page.get_by_role("heading", name="Final: 1 still play")).to_be_visible()
        (called,) = event.tables_called()
        final = next(table for table in tables if table.number == called)
        final.__dict__.pop("call", None)
        final.__dict__.pop("eye", None)
        assert {seat.name for seat in final.call.seats} == {first.winner, second.winner}
        final.sit_down()
        final.play(400)
        final.wait_for_result()
        expect(page.locator("#next")).to_contain_text(f"{final.winner} has won.")
        take_picture(page, "tournament-won")
        take_picture(final.desk, "result")
        standings = page.locator("#standings tbody tr td:nth-child(2)").all_inner_texts()
        assert standings[:2] == [final.winner, final.loser]
        assert set(standings[2:]) == {first.loser, second.loser}
        page.goto(f"{event.hub.url}/tables")
        take_picture(page, "tables-at-the-end")

        rows = event.rows(select(result))
        assert len(rows) == len({row.match for row in rows}) == 3
        assert all(row.counts for row in rows)
        assert {row.pairing for row in rows} == {
            table.call.pairing for table in (first, second, final)
        }
        names = event.rows(select(game_table.c.name).where(game_table.c.removed.is_(None)))
        assert sorted(name for (name,) in names) == sorted(TABLES)


def golden_plies() -> list[str]:
    match = Match(find_game(GAME))
    while match.outcome is None:
        match.play(PLAYERS[GAME](match))
    return [str(ply.move) for ply in match.plies]


def start_killed_program_again(table: PlayedTable) -> None:
    """The match is on the table again, as it was."""
    desk = table.desk
    plies = saved(desk)
    left = desk.picture()
    desk.kill()
    desk.start()
    desk.wait("the match as it was", lambda: desk.shows(left), SECONDS)
    assert saved(desk) == plies == KILLED_AFTER
