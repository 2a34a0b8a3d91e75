"""The page Phones: while it opens, with guests, locked, in no network, and before a room."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.games import find_game
from tabletop.input.phones import Phone, PhonesState
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.party.phones_page import PhonesPage
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.scene import SceneStack
from tools.album.stage import Stage, State, run, touch

GUESTS = (
    Phone(1, "Ada", 0, joined=True),
    Phone(2, "Ben", 1, connected=False, joined=True),
    *(Phone(number, f"Guest {number}", joined=True) for number in range(3, 11)),
)
OPEN = PhonesState(
    status="open", addresses=("192.168.0.24",), port=8000, code="KMPT", phones=GUESTS
)


def pages(stage: Stage) -> Iterator[State]:
    """The page in each of its states, and the questions over it."""
    stage.set(party_wifi_name="Sunnyside", party_wifi_password="plain and simple", party_on=True)
    yield "opening", _page(stage, PhonesState(status="starting", code="KMPT"))
    stack = _page(stage, OPEN)
    yield "guests", stack
    touch(stack, "seat:0")
    run(stack, 1.0)
    yield "put-out", stack
    stack = _page(stage, OPEN)
    touch(stack, "watch")
    run(stack, 1.0)
    yield "watching", stack
    yield "locked", _page(stage, replace(OPEN, joining=False, claims=(1,)))
    failed = PhonesState(status="failed", trouble="the port is taken", code="KMPT")
    yield "failed", _page(stage, failed)
    yield "alone", _page(stage, replace(OPEN, addresses=(), phones=()))
    stage.set(look_projector=True)
    yield "room", _page(stage, OPEN)


def _page(stage: Stage, state: PhonesState) -> SceneStack:
    game = find_game("shout7")
    table = stage.table
    table.phones.report(state)
    table.phones.token = "a-token-of-a-party-22-c"
    setup = last_setup(table, game).of_seats(max(game.seats)).with_players(())
    start = QuickStartPage(table, setup)
    return stage.shown(PhonesPage(table, game.title, start.phone_seats, seat_looks(game)))
