"""The call of the players: who is there, who is missing, and when it begins."""

import pytest

from tabletop.input.event import CalledSeat, PlayerCall, ReportAbsence, ReportReady
from tabletop.scenes.destinations import StartCalledMatch
from tabletop.scenes.event.player_call import PlayerCallScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Swap
from tests.scenes.touches import button, check_layout, draw, keys, tap

NAMES = ("Ada", "Bo", "Maximiliane", "Dee")


def call(players: int, game: str) -> PlayerCall:
    seats = tuple(map(CalledSeat, NAMES[:players]))
    return PlayerCall("p1", "Cup", "Round 2", game, seats, wait=60.0)


def scene(
    table: AppContext, players: int = 2, game: str = "shoo", size: tuple[int, int] = (1280, 800)
) -> PlayerCallScene:
    opened = PlayerCallScene(table, call(players, game))
    opened.fit(Canvas(size, table.ui_context))
    return opened


def test_the_match_begins_when_the_last_one_is_there(table: AppContext) -> None:
    opened = scene(table)
    assert tap(opened, "here:1") is None
    change = tap(opened, "here:0")
    assert isinstance(change, Swap)
    assert change.scene == StartCalledMatch(opened.call)
    assert table.event.take_commands() == (ReportReady("p1"),)


def test_somebody_who_goes_again_is_missing(table: AppContext) -> None:
    opened = scene(table)
    tap(opened, "here:1")
    tap(opened, "here:1")
    assert tap(opened, "here:0") is None


def test_absence_is_told_by_itself_after_a_while_and_decides_nothing(table: AppContext) -> None:
    opened = scene(table)
    tap(opened, "here:0")
    opened.update(59.0)
    assert not table.event.take_commands()
    opened.update(2.0)
    (told,) = table.event.take_commands()
    assert isinstance(told, ReportAbsence)
    assert told.on
    assert "Bo" in told.words
    assert "Ada" not in told.words
    assert not [key for key in keys(opened) if key.startswith("absent")]
    tap(opened, "here:0")  # Ada goes for a moment: Bo is missing all the same
    tap(opened, "absent:0")
    (told,) = table.event.take_commands()
    assert isinstance(told, ReportAbsence)
    assert "Ada and Bo" in told.words
    tap(opened, "here:0")
    (told,) = table.event.take_commands()
    assert isinstance(told, ReportAbsence)
    assert told == ReportAbsence("p1", told.words, on=True)
    assert "Ada" not in told.words
    assert isinstance(tap(opened, "here:1"), Swap)
    assert [command for command in table.event.take_commands() if command == ReportReady("p1")]


def test_the_seats_face_each_other_unless_all_look_at_one_picture(table: AppContext) -> None:
    opened = scene(table)
    assert [button(opened, f"here:{seat}").turns for seat in (0, 1)] == [0, 2]
    table.settings = table.settings.but({"look.projector": True})
    assert [button(scene(table), f"here:{seat}").turns for seat in (0, 1)] == [0, 0]


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (1024, 768), (1920, 1080)])
@pytest.mark.parametrize(
    ("players", "game"), [(2, "shoo"), (2, "sevens"), (3, "shout7"), (4, "shout7")]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_fits(
    table: AppContext, size: tuple[int, int], players: int, game: str, language: str
) -> None:
    table.settings = table.settings.but({"look.language": language})
    opened = scene(table, players, game, size)
    tap(opened, "here:1")
    opened.update(61.0)
    check_layout(opened, size)
    draw(opened)


def test_a_call_is_written_and_read() -> None:
    called = call(3, "shout7")
    assert PlayerCall.read(called.to_text()) == called
    assert PlayerCall.read("") is None
    assert PlayerCall.read("{}") is None
    assert PlayerCall.read("nonsense") is None
