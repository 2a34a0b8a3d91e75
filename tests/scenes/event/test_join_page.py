"""Joining an event: a name, a hub and a code, and what becomes of it."""

from dataclasses import replace

import pytest

from tabletop.input.actions import Typed
from tabletop.input.event import EventState, FoundHub, JoinHub, JoinState, LeaveHub, LookForHubs
from tabletop.scenes.event.join_page import JoinEventPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push
from tabletop.ui.text.label import Label
from tests.scenes.touches import button, check_layout, draw, keys, tap

SIZES = ((1280, 800), (1080, 1920), (1024, 768), (1920, 1080))
FAIR = FoundHub("Harbour Games Fair", "192.168.0.5:8707", 11)


def page(table: AppContext, size: tuple[int, int] = SIZES[0]) -> JoinEventPage:
    table.settings = table.settings.but({"event.name": "Oak"})
    opened = JoinEventPage(table)
    opened.fit(Canvas(size, table.ui_context))
    return opened


def find(table: AppContext, opened: JoinEventPage, *hubs: FoundHub) -> None:
    table.event.report(replace(table.event.state, found=hubs))
    opened.update(0.01)


def type_code(opened: JoinEventPage, code: str) -> None:
    for digit in code:
        opened.handle(Typed(source="keyboard", sign=digit))


def shown(opened: JoinEventPage) -> list[str]:
    return [str(label.text) for label in opened.labels if isinstance(label, Label)]


def test_the_hub_that_was_found_is_joined_with_six_digits(table: AppContext) -> None:
    opened = page(table)
    find(table, opened, FAIR)
    type_code(opened, "48027")
    assert not button(opened, "join").enabled
    tap(opened, "digit:1")
    assert "Oak" in button(opened, "join").label
    tap(opened, "join")
    commands = table.event.take_commands()
    assert commands == (LookForHubs(on=True), JoinHub("Oak", FAIR.address, "480271"))


def test_without_a_hub_or_a_name_nobody_joins(table: AppContext) -> None:
    opened = page(table)
    type_code(opened, "480271")
    assert not button(opened, "join").enabled
    find(table, opened, FAIR)
    assert button(opened, "join").enabled
    table.settings = table.settings.but({"event.name": ""})
    nameless = JoinEventPage(table)
    nameless.fit(Canvas(SIZES[0], table.ui_context))
    type_code(nameless, "480271")
    assert not button(nameless, "join").enabled


def test_an_address_and_a_name_can_be_typed(table: AppContext) -> None:
    opened = page(table)
    find(table, opened, FAIR)
    for key, text in (("address", "Hub.local:9000"), ("name", "Elm")):
        change = tap(opened, key)
        assert isinstance(change, Push)
        assert change.then is not None
        entry = change.scene
        entry.fit(Canvas(SIZES[0], table.ui_context))  # type: ignore[union-attr]
        entry.letters.text = text  # type: ignore[union-attr]
        answer = entry.pressed("done")  # type: ignore[union-attr]
        change.then(answer.result)
    type_code(opened, "480271")
    tap(opened, "join")
    assert table.event.take_commands()[-1] == JoinHub("Elm", "hub.local:9000", "480271")


@pytest.mark.parametrize("reason", ["code", "tries", "name", "address", "away", "disk", "else"])
def test_a_refusal_stands_above_the_digits_which_stay(table: AppContext, reason: str) -> None:
    opened = page(table)
    type_code(opened, "480271")
    before = shown(opened)
    table.event.report(EventState(join=JoinState("refused", reason)))
    assert opened.wakes_in() == 0
    opened.update(0.01)
    after = shown(opened)
    assert len(set(after) - set(before)) == 1
    assert "".join(sign for sign in after if len(sign) == 1) == "480271"


def test_digits_are_deleted_one_by_one_or_all(table: AppContext) -> None:
    opened = page(table)
    type_code(opened, "123")
    tap(opened, "less")
    assert "".join(sign for sign in shown(opened) if len(sign) == 1) == "12"
    tap(opened, "clear")
    assert not [sign for sign in shown(opened) if len(sign) == 1]


def test_a_table_that_is_in_says_so_and_can_leave(table: AppContext) -> None:
    opened = page(table)
    table.event.report(EventState(link="online", hub="Fair", tables=12))
    opened.update(0.01)
    assert any("Oak" in words and "12" in words for words in shown(opened))
    change = tap(opened, "leave event")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then("stay")
    assert LeaveHub() not in table.event.take_commands()
    change.then("go")
    assert LeaveHub() in table.event.take_commands()


def test_nobody_is_looked_for_any_more_afterwards(table: AppContext) -> None:
    opened = page(table)
    opened.leave()
    assert table.event.take_commands() == (LookForHubs(on=True), LookForHubs(on=False))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("joined", [False, True])
def test_everything_fits(
    table: AppContext, size: tuple[int, int], language: str, joined: bool
) -> None:
    table.settings = table.settings.but({"look.language": language})
    opened = page(table, size)
    find(table, opened, FAIR, replace(FAIR, name="Second Fair", tables=-1))
    type_code(opened, "480271")
    if joined:
        table.event.report(EventState(link="away", hub="Harbour Games Fair", tables=12))
        opened.update(0.01)
    assert len(keys(opened)) == len(set(keys(opened)))
    draw(opened)
    for label in opened.labels:
        assert label.typeset(opened.canvas).complete, label.text
    check_layout(opened, size)
